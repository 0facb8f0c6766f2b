// SPDX-License-Identifier: MIT
#pragma once

#include "io/iocontext.h"
#include "io/stream.h"
#include "rawsocket.h"
#include "threadrun.h"

#include <QCoreApplication>
#include <QtTest>

#include <algorithm>
#include <functional>
#include <memory>

Q_DECLARE_METATYPE(spillway::IoBackend)

namespace spillway::test {

/// Notes everything a stream tells, and runs an action after it.
class Recorder final : public StreamHandler
{
public:
    void streamConnected(Stream &) override
    {
        ++connected;
        run(onConnected);
    }

    void streamData(Stream &, std::string_view bytes) override
    {
        insideData = true;
        data.append(bytes);
        run(onData);
        insideData = false;
    }

    void streamEnded(Stream &) override
    {
        ++ended;
        run(onEnded);
    }

    void streamFailed(Stream &, TransportFailure why, std::string_view text) override
    {
        ++failed;
        failure = why;
        detail = text;
        run(onFailed);
    }

    void streamDrained(Stream &) override
    {
        ++drained;
        run(onDrained);
    }

    int connected = 0;
    int ended = 0;
    int failed = 0;
    int drained = 0;
    bool insideData = false;
    std::string data;
    TransportFailure failure = TransportFailure::None;
    std::string detail;
    std::function<void()> onConnected;
    std::function<void()> onData;
    std::function<void()> onEnded;
    std::function<void()> onFailed;
    std::function<void()> onDrained;

private:
    // A copy, because the action may delete the stream and replace the actions.
    static void run(std::function<void()> action)
    {
        if (action)
            action();
    }
};

struct Backend
{
    bool epollDispatcher = false;
    IoBackend io = IoBackend::Qt;
};

/// What every test works with, inside its thread.
struct Bench
{
    explicit Bench(const Backend &backend)
        : context(SystemClock::instance(), backend.io)
    {}

    [[nodiscard]] StreamTarget target(const std::string &host = "127.0.0.1",
                                      int timeoutMs = 10'000) const
    {
        StreamTarget result;
        result.host = host;
        result.port = listener.port();
        result.connectTimeout = Milliseconds(timeoutMs);
        return result;
    }

    void connect(const std::string &host = "127.0.0.1")
    {
        stream = context.streams().connectTo(target(host), &handler);
        SOON_VERIFY(handler.connected == 1 || handler.failed > 0);
        QCOMPARE(handler.detail, std::string());
        SOON_VERIFY(accept(peer));
    }

    void adopt()
    {
        RawSocket other = RawSocket::connecting(listener.port());
        RawSocket accepted;
        SOON_VERIFY(accept(accepted));
        peer = std::move(other);
        stream = context.streams().adopt(accepted.release());
        stream->setHandler(&handler);
    }

    /// To be repeated until somebody has connected.
    bool accept(RawSocket &into) const
    {
        if (!into.isValid())
            into = listener.accept();
        return into.isValid();
    }

    void open(bool adopted) { adopted ? adopt() : connect(); }

    std::string receivedByPeer()
    {
        peer.receive(atPeer);
        return atPeer;
    }

    /// Sends all of `bytes` to the stream, which must be reading.
    void sendFromPeer(std::string_view bytes)
    {
        while (!bytes.empty()) {
            bytes.remove_prefix(peer.send(bytes));
            QCoreApplication::processEvents();
        }
    }

    IoContext context;
    RawSocket listener = RawSocket::listener();
    RawSocket peer;
    Recorder handler;
    std::unique_ptr<Stream> stream;
    std::string atPeer;
};

inline std::string pattern(std::size_t size)
{
    std::string result(size, '\0');
    std::uint32_t state = 12345;
    for (char &byte : result) {
        state = state * 1664525 + 1013904223;
        byte = static_cast<char>(state >> 24);
    }
    return result;
}

/// Keeps a stream busy with `bytes`, obeying its backpressure.
struct Feeder
{
    void pump(Stream &stream)
    {
        while (!rest.empty()) {
            const std::string_view piece = rest.substr(0, 65536);
            rest.remove_prefix(piece.size());
            const bool goOn =
                stream.write(piece.substr(0, piece.size() / 2), piece.substr(piece.size() / 2));
            mostBuffered = std::max(mostBuffered, stream.bufferedBytes());
            if (!goOn)
                return;
        }
    }

    std::string_view rest;
    std::size_t mostBuffered = 0;
};

inline void backends()
{
    QTest::addColumn<bool>("epollDispatcher");
    QTest::addColumn<IoBackend>("io");
    QTest::newRow("Qt sockets, Qt dispatcher") << false << IoBackend::Qt;
    QTest::newRow("Qt sockets, epoll dispatcher") << true << IoBackend::Qt;
    QTest::newRow("raw descriptors, epoll dispatcher") << true << IoBackend::Epoll;
}

inline void backendsAndRoles()
{
    QTest::addColumn<bool>("epollDispatcher");
    QTest::addColumn<IoBackend>("io");
    QTest::addColumn<bool>("adopted");
    for (const bool adopted : {false, true}) {
        const char *const role = adopted ? "adopted" : "connected";
        QTest::addRow("Qt sockets, Qt dispatcher, %s", role) << false << IoBackend::Qt << adopted;
        QTest::addRow("Qt sockets, epoll dispatcher, %s", role) << true << IoBackend::Qt << adopted;
        QTest::addRow("raw descriptors, epoll dispatcher, %s", role)
            << true << IoBackend::Epoll << adopted;
    }
}

/// Runs `body` on a fresh bench with the backend of the present data row.
inline void onBench(const std::function<void(Bench &)> &body)
{
    QFETCH(bool, epollDispatcher);
    QFETCH(IoBackend, io);
    runInThread(epollDispatcher, [&] {
        Bench bench({epollDispatcher, io});
        body(bench);
    });
}

} // namespace spillway::test
