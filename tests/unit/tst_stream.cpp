// SPDX-License-Identifier: MIT
#include "io/iocontext.h"
#include "io/stream.h"
#include "rawsocket.h"
#include "testmain.h"
#include "threadrun.h"

#include <QHostAddress>
#include <QHostInfo>

#include <algorithm>
#include <functional>
#include <memory>
#include <sys/resource.h>
#include <vector>

using namespace spillway;
using namespace spillway::test;

namespace {

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
        QTRY_VERIFY(handler.connected == 1 || handler.failed > 0);
        QCOMPARE(handler.detail, std::string());
        QTRY_VERIFY(accept(peer));
    }

    void adopt()
    {
        RawSocket other = RawSocket::connecting(listener.port());
        RawSocket accepted;
        QTRY_VERIFY(accept(accepted));
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

std::string pattern(std::size_t size)
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

void backends()
{
    QTest::addColumn<bool>("epollDispatcher");
    QTest::addColumn<IoBackend>("io");
    QTest::newRow("Qt sockets, Qt dispatcher") << false << IoBackend::Qt;
    QTest::newRow("Qt sockets, epoll dispatcher") << true << IoBackend::Qt;
    QTest::newRow("raw descriptors, epoll dispatcher") << true << IoBackend::Epoll;
}

void backendsAndRoles()
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

} // namespace

Q_DECLARE_METATYPE(spillway::IoBackend)

class StreamTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void echo_data() { backendsAndRoles(); }

    void echo();

    void largeTransfersBothWays_data() { backends(); }

    void largeTransfersBothWays();

    void pauseHoldsThePeerBack_data() { backendsAndRoles(); }

    void pauseHoldsThePeerBack();

    void resumeInsideTheCallback_data() { backendsAndRoles(); }

    void resumeInsideTheCallback();

    void peerHalfCloses_data() { backendsAndRoles(); }

    void peerHalfCloses();

    void endWhilePausedIsToldLater_data() { backendsAndRoles(); }

    void endWhilePausedIsToldLater();

    void finishSendsEverything_data() { backendsAndRoles(); }

    void finishSendsEverything();

    void finishAfterThePeerHasEnded_data() { backendsAndRoles(); }

    void finishAfterThePeerHasEnded();

    void resetByThePeer_data() { backendsAndRoles(); }

    void resetByThePeer();

    void earlyAnswerBeforeAReset_data() { backendsAndRoles(); }

    void earlyAnswerBeforeAReset();

    void failedWriteIsToldLater_data() { backendsAndRoles(); }

    void failedWriteIsToldLater();

    void abortResetsThePeer_data() { backendsAndRoles(); }

    void abortResetsThePeer();

    void pendingInput_data() { backendsAndRoles(); }

    void pendingInput();
    void deletedInItsCallbacks_data();
    void deletedInItsCallbacks();

    void factoryDeletedInACallback_data() { backends(); }

    void factoryDeletedInACallback();

    void connectFailures_data();
    void connectFailures();

    void connectTimesOut_data() { backends(); }

    void connectTimesOut();

    void deletedWhileConnecting_data() { backends(); }

    void deletedWhileConnecting();

    void noDescriptorLeft_data() { backends(); }

    void noDescriptorLeft();

    void ipv6Loopback_data() { backends(); }

    void ipv6Loopback();
    void allAddressesOfANameAreTried_data();
    void allAddressesOfANameAreTried();

private:
    static void onBench(const std::function<void(Bench &)> &body);
};

/// Runs `body` on a fresh bench with the backend of the data row.
void StreamTest::onBench(const std::function<void(Bench &)> &body)
{
    QFETCH(bool, epollDispatcher);
    QFETCH(IoBackend, io);
    runInThread(epollDispatcher, [&] {
        Bench bench({epollDispatcher, io});
        body(bench);
    });
}

void StreamTest::echo()
{
    QFETCH(bool, adopted);
    onBench([&](Bench &b) {
        b.open(adopted);
        for (int round = 0; round < 3; ++round) {
            b.handler.data.clear();
            b.atPeer.clear();
            QCOMPARE(b.peer.send("ping"), std::size_t{4});
            QTRY_COMPARE(b.handler.data, std::string("ping"));
            QVERIFY(b.stream->write("po", "ng"));
            QCOMPARE(b.stream->bufferedBytes(), std::size_t{0});
            QTRY_COMPARE(b.receivedByPeer(), std::string("pong"));
        }
        QVERIFY(b.stream->write("alone"));
        QTRY_COMPARE(b.receivedByPeer(), std::string("pongalone"));
        QCOMPARE(b.stream->peerAddress(), std::string("127.0.0.1"));
        QCOMPARE(b.handler.failed, 0);
        QCOMPARE(b.handler.ended, 0);
    });
}

void StreamTest::largeTransfersBothWays()
{
    onBench([](Bench &b) {
        const std::string there = pattern(12 << 20);
        const std::string back = pattern(9 << 20);
        b.connect();
        Recorder other;
        const std::unique_ptr<Stream> second = b.context.streams().adopt(b.peer.release());
        second->setHandler(&other);
        Feeder forth{there, 0};
        Feeder home{back, 0};
        b.handler.onDrained = [&] { forth.pump(*b.stream); };
        other.onDrained = [&] { home.pump(*second); };
        forth.pump(*b.stream);
        home.pump(*second);
        QTRY_COMPARE_WITH_TIMEOUT(other.data.size(), there.size(), 30'000);
        QTRY_COMPARE_WITH_TIMEOUT(b.handler.data.size(), back.size(), 30'000);
        QVERIFY(other.data == there);
        QVERIFY(b.handler.data == back);
        QVERIFY(b.handler.drained > 0);
        QVERIFY(forth.mostBuffered > 0);
        QVERIFY(forth.mostBuffered <= 65536);
        QVERIFY(home.mostBuffered <= 65536);
        QCOMPARE(b.stream->bufferedBytes(), std::size_t{0});
    });
}

void StreamTest::pauseHoldsThePeerBack()
{
    QFETCH(bool, adopted);
    onBench([&](Bench &b) {
        b.open(adopted);
        b.stream->setReadingPaused(true);
        const std::string chunk = pattern(65536);
        std::string sent;
        // The peer writes until the kernel takes no more, for several turns of the loop in a row.
        for (int idle = 0; idle < 20;) {
            const std::size_t taken = b.peer.send(chunk);
            sent.append(chunk, 0, taken);
            idle = taken == 0 ? idle + 1 : 0;
            QCoreApplication::processEvents();
            QVERIFY2(sent.size() < (64U << 20), "the stream reads though it is paused");
        }
        QCOMPARE(b.handler.data.size(), std::size_t{0});
        QVERIFY(b.stream->hasPendingInput());
        b.stream->setReadingPaused(false);
        QTRY_COMPARE(b.handler.data.size(), sent.size());
        QVERIFY(b.handler.data == sent);
        b.sendFromPeer("more");
        QTRY_COMPARE(b.handler.data.size(), sent.size() + 4);
    });
}

void StreamTest::resumeInsideTheCallback()
{
    QFETCH(bool, adopted);
    onBench([&](Bench &b) {
        b.open(adopted);
        int deepest = 0;
        int depth = 0;
        b.handler.onData = [&] {
            deepest = std::max(deepest, ++depth);
            b.stream->setReadingPaused(true);
            b.stream->setReadingPaused(false);
            --depth;
        };
        const std::string all = pattern(3 << 20);
        b.sendFromPeer(all);
        QTRY_COMPARE(b.handler.data.size(), all.size());
        QVERIFY(b.handler.data == all);
        QCOMPARE(deepest, 1);
        b.handler.onData = [&] { b.stream->setReadingPaused(true); };
        b.sendFromPeer("one");
        QTRY_COMPARE(b.handler.data.size(), all.size() + 3);
        b.sendFromPeer("two");
        b.stream->setReadingPaused(false);
        QTRY_COMPARE(b.handler.data.size(), all.size() + 6);
    });
}

void StreamTest::peerHalfCloses()
{
    QFETCH(bool, adopted);
    onBench([&](Bench &b) {
        b.open(adopted);
        b.peer.send("request");
        b.peer.shutdownWrite();
        QTRY_COMPARE(b.handler.ended, 1);
        QCOMPARE(b.handler.data, std::string("request"));
        const std::string answer = pattern(5 << 20);
        Feeder feeder{answer, 0};
        b.handler.onDrained = [&] { feeder.pump(*b.stream); };
        feeder.pump(*b.stream);
        QTRY_COMPARE(b.receivedByPeer().size(), answer.size());
        QVERIFY(b.atPeer == answer);
        QVERIFY(b.stream->hasPendingInput());
        QCOMPARE(b.handler.failed, 0);
        QCOMPARE(b.handler.ended, 1);
    });
}

void StreamTest::endWhilePausedIsToldLater()
{
    QFETCH(bool, adopted);
    onBench([&](Bench &b) {
        b.open(adopted);
        b.stream->setReadingPaused(true);
        b.peer.send("last words");
        b.peer.close();
        QTRY_VERIFY(b.stream->hasPendingInput());
        QTest::qWait(20);
        QCOMPARE(b.handler.ended, 0);
        QCOMPARE(b.handler.data, std::string());
        b.stream->setReadingPaused(false);
        QTRY_COMPARE(b.handler.ended, 1);
        QCOMPARE(b.handler.data, std::string("last words"));
    });
}

void StreamTest::finishSendsEverything()
{
    QFETCH(bool, adopted);
    onBench([&](Bench &b) {
        b.open(adopted);
        const std::string answer = pattern(8 << 20);
        QVERIFY(!b.stream->write(answer));
        QVERIFY(b.stream->bufferedBytes() > 0);
        b.stream->finish();
        QTRY_COMPARE(b.receivedByPeer().size(), answer.size());
        QTRY_VERIFY((b.receivedByPeer(), b.peer.ended()));
        QVERIFY(b.atPeer == answer);
        QCOMPARE(b.handler.drained, 0);
        QCOMPARE(b.handler.ended, 0);
        // Bytes that come after finish() are read and dropped, so that the peer can end in peace.
        b.sendFromPeer(pattern(1 << 20));
        b.peer.shutdownWrite();
        QTRY_COMPARE(b.handler.ended, 1);
        QCOMPARE(b.handler.data, std::string());
        QCOMPARE(b.handler.failed, 0);
    });
}

void StreamTest::finishAfterThePeerHasEnded()
{
    QFETCH(bool, adopted);
    onBench([&](Bench &b) {
        b.open(adopted);
        b.peer.shutdownWrite();
        QTRY_COMPARE(b.handler.ended, 1);
        b.stream->write("bye");
        b.stream->finish();
        QCOMPARE(b.handler.ended, 1);
        QTRY_COMPARE(b.handler.ended, 2);
        b.stream.reset();
        QTRY_VERIFY((b.receivedByPeer(), b.peer.ended()));
        QCOMPARE(b.atPeer, std::string("bye"));
        QCOMPARE(b.handler.failed, 0);
    });
}

void StreamTest::resetByThePeer()
{
    QFETCH(bool, adopted);
    onBench([&](Bench &b) {
        b.open(adopted);
        b.peer.send("x");
        QTRY_COMPARE(b.handler.data, std::string("x"));
        b.peer.reset();
        QTRY_COMPARE(b.handler.failed, 1);
        QCOMPARE(b.handler.failure, TransportFailure::ClosedEarly);
        QVERIFY(!b.handler.detail.empty());
        QCOMPARE(b.handler.ended, 0);
        QVERIFY(!b.stream->write("y"));
        b.stream->finish();
        b.stream->setReadingPaused(true);
        b.stream->setReadingPaused(false);
        QTest::qWait(10);
        QCOMPARE(b.handler.failed, 1);
    });
}

void StreamTest::earlyAnswerBeforeAReset()
{
    QFETCH(bool, adopted);
    onBench([&](Bench &b) {
        b.open(adopted);
        // The peer answers and closes without having read the request: a reset follows its answer.
        QVERIFY(b.stream->write("request"));
        b.peer.send("too large");
        b.peer.close();
        QTRY_VERIFY(b.handler.failed + b.handler.ended > 0);
        QCOMPARE(b.handler.data, std::string("too large"));
    });
}

void StreamTest::failedWriteIsToldLater()
{
    QFETCH(bool, adopted);
    onBench([&](Bench &b) {
        b.open(adopted);
        b.peer.reset();
        // Nothing has been read yet when the write fails.
        QTRY_VERIFY(b.stream->hasPendingInput());
        b.stream->write("a", "b");
        b.stream->write("c");
        QCOMPARE(b.handler.failed, 0);
        QTRY_COMPARE(b.handler.failed, 1);
        QCOMPARE(b.handler.failure, TransportFailure::ClosedEarly);
    });
}

void StreamTest::abortResetsThePeer()
{
    QFETCH(bool, adopted);
    onBench([&](Bench &b) {
        b.open(adopted);
        b.stream->write("some");
        b.stream->abort();
        QCOMPARE(b.stream->bufferedBytes(), std::size_t{0});
        QVERIFY(b.stream->hasPendingInput());
        QTRY_VERIFY((b.receivedByPeer(), b.peer.error() == ECONNRESET));
        b.stream->abort();
        b.stream->finish();
        QVERIFY(!b.stream->write("more"));
        QTest::qWait(10);
        QCOMPARE(b.handler.failed + b.handler.ended, 0);
    });
}

void StreamTest::pendingInput()
{
    QFETCH(bool, adopted);
    onBench([&](Bench &b) {
        b.open(adopted);
        QVERIFY(!b.stream->hasPendingInput());
        b.peer.send("x");
        // Loopback delivers within the call; no event has been processed yet.
        QVERIFY(b.stream->hasPendingInput());
        QTRY_COMPARE(b.handler.data, std::string("x"));
        QVERIFY(!b.stream->hasPendingInput());
        b.peer.close();
        QVERIFY(b.stream->hasPendingInput());
    });
}

void StreamTest::deletedInItsCallbacks_data()
{
    QTest::addColumn<bool>("epollDispatcher");
    QTest::addColumn<IoBackend>("io");
    QTest::addColumn<QString>("callback");
    QTest::addColumn<bool>("abortOnly");
    for (const char *callback : {"connected", "data", "ended", "failed", "drained"}) {
        for (const bool abortOnly : {false, true}) {
            const char *const how = abortOnly ? "abort" : "delete";
            const QString name = QString::fromLatin1(callback);
            QTest::addRow("Qt sockets, Qt dispatcher, %s in %s", how, callback)
                << false << IoBackend::Qt << name << abortOnly;
            QTest::addRow("Qt sockets, epoll dispatcher, %s in %s", how, callback)
                << true << IoBackend::Qt << name << abortOnly;
            QTest::addRow("raw descriptors, epoll dispatcher, %s in %s", how, callback)
                << true << IoBackend::Epoll << name << abortOnly;
        }
    }
}

void StreamTest::deletedInItsCallbacks()
{
    QFETCH(QString, callback);
    QFETCH(bool, abortOnly);
    onBench([&](Bench &b) {
        int calls = 0;
        const auto drop = [&] {
            ++calls;
            abortOnly ? b.stream->abort() : b.stream.reset();
        };
        b.handler.onConnected = callback == u"connected" ? drop : std::function<void()>();
        b.stream = b.context.streams().connectTo(b.target(), &b.handler);
        QTRY_COMPARE(b.handler.connected, 1);
        QTRY_VERIFY(b.accept(b.peer));
        const std::string large = pattern(4 << 20);
        if (callback == u"data") {
            b.handler.onData = drop;
            b.peer.send(large);
        } else if (callback == u"ended") {
            b.handler.onEnded = drop;
            b.peer.shutdownWrite();
        } else if (callback == u"failed") {
            b.handler.onFailed = drop;
            b.peer.reset();
        } else if (callback == u"drained") {
            b.handler.onDrained = drop;
            QVERIFY(!b.stream->write(large));
        }
        QTRY_VERIFY((b.peer.isValid() ? b.receivedByPeer() : std::string(), calls > 0));
        QTest::qWait(20);
        QCOMPARE(calls, 1);
        if (b.peer.isValid())
            QTRY_VERIFY((b.receivedByPeer(), b.peer.ended() || b.peer.error() != 0));
    });
}

void StreamTest::factoryDeletedInACallback()
{
    QFETCH(IoBackend, io);
    onBench([&](Bench &b) {
        std::unique_ptr<StreamFactory> factory = makeStreamFactory(b.context, io);
        Recorder later;
        std::unique_ptr<Stream> waiting;
        b.handler.onConnected = [&] { factory.reset(); };
        b.stream = factory->connectTo(b.target(), &b.handler);
        waiting = factory->connectTo(b.target("localhost"), &later);
        QTRY_COMPARE(b.handler.connected, 1);
        QTRY_COMPARE(later.connected, 1);
        QVERIFY(!factory);
        b.stream->write("still here");
        QTRY_VERIFY(b.accept(b.peer));
        QTRY_VERIFY(b.receivedByPeer() == "still here" || b.peer.ended());
    });
}

void StreamTest::connectFailures_data()
{
    QTest::addColumn<bool>("epollDispatcher");
    QTest::addColumn<IoBackend>("io");
    QTest::addColumn<QString>("host");
    QTest::addColumn<TransportFailure>("failure");

    struct Case
    {
        const char *name;
        const char *host;
        TransportFailure failure;
    };

    for (const Case &c : {Case{"refused", "127.0.0.1", TransportFailure::ConnectRefused},
                          Case{"refused by name", "localhost", TransportFailure::ConnectRefused},
                          Case{"refused, IPv6", "::1", TransportFailure::ConnectRefused},
                          Case{"impossible name", "no..such..host", TransportFailure::Dns},
                          Case{"no name", "", TransportFailure::Dns}}) {
        const QString host = QString::fromLatin1(c.host);
        QTest::addRow("Qt sockets, Qt dispatcher, %s", c.name)
            << false << IoBackend::Qt << host << c.failure;
        QTest::addRow("Qt sockets, epoll dispatcher, %s", c.name)
            << true << IoBackend::Qt << host << c.failure;
        QTest::addRow("raw descriptors, epoll dispatcher, %s", c.name)
            << true << IoBackend::Epoll << host << c.failure;
    }
}

void StreamTest::connectFailures()
{
    QFETCH(QString, host);
    QFETCH(TransportFailure, failure);
    onBench([&](Bench &b) {
        StreamTarget target = b.target(host.toStdString());
        // Bound but not listening: nobody else can get this port.
        b.listener = RawSocket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
        b.listener.bindLoopback(AF_INET);
        target.port = b.listener.port();
        b.stream = b.context.streams().connectTo(target, &b.handler);
        QCOMPARE(b.handler.failed, 0);
        QTRY_COMPARE(b.handler.failed, 1);
        QCOMPARE(b.handler.failure, failure);
        QVERIFY2(b.handler.detail.find(std::to_string(target.port)) != std::string::npos,
                 b.handler.detail.c_str());
        QTest::qWait(10);
        QCOMPARE(b.handler.failed, 1);
        QCOMPARE(b.handler.connected, 0);
    });
}

void StreamTest::connectTimesOut()
{
    onBench([](Bench &b) {
        // A full backlog drops further SYNs, so a connect gets no answer at all.
        b.listener = RawSocket::listener(AF_INET, 0);
        std::vector<RawSocket> crowd;
        for (int i = 0; i < 8; ++i)
            crowd.push_back(RawSocket::connecting(b.listener.port()));
        b.stream = b.context.streams().connectTo(b.target("127.0.0.1", 80), &b.handler);
        QTRY_COMPARE(b.handler.failed, 1);
        QCOMPARE(b.handler.failure, TransportFailure::ConnectTimeout);
        QVERIFY2(b.handler.detail.find("80 ms") != std::string::npos, b.handler.detail.c_str());
    });
}

void StreamTest::deletedWhileConnecting()
{
    onBench([](Bench &b) {
        for (const char *host : {"127.0.0.1", "localhost", "no..such..host"}) {
            b.stream = b.context.streams().connectTo(b.target(host), &b.handler);
            b.stream.reset();
            b.stream = b.context.streams().connectTo(b.target(host), &b.handler);
            QCoreApplication::processEvents();
            b.stream.reset();
            b.stream = b.context.streams().connectTo(b.target(host), &b.handler);
            b.stream->abort();
        }
        const int connectedBefore = b.handler.connected;
        const int failedBefore = b.handler.failed;
        QTest::qWait(30);
        QCOMPARE(b.handler.connected, connectedBefore);
        QCOMPARE(b.handler.failed, failedBefore);
    });
}

void StreamTest::noDescriptorLeft()
{
    onBench([](Bench &b) {
        rlimit before{};
        ::getrlimit(RLIMIT_NOFILE, &before);
        const int next = ::dup(b.listener.descriptor());
        ::close(next);
        rlimit none = before;
        none.rlim_cur = static_cast<rlim_t>(next);
        ::setrlimit(RLIMIT_NOFILE, &none);
        b.stream = b.context.streams().connectTo(b.target(), &b.handler);
        ::setrlimit(RLIMIT_NOFILE, &before);
        QTRY_COMPARE(b.handler.failed, 1);
        QCOMPARE(b.handler.failure, TransportFailure::LocalResource);
    });
}

void StreamTest::ipv6Loopback()
{
    onBench([](Bench &b) {
        b.listener = RawSocket::listener(AF_INET6);
        b.connect("::1");
        b.stream->write("six");
        QTRY_COMPARE(b.receivedByPeer(), std::string("six"));
        QCOMPARE(b.stream->peerAddress(), std::string("::1"));
    });
}

void StreamTest::allAddressesOfANameAreTried_data()
{
    QTest::addColumn<bool>("epollDispatcher");
    QTest::addColumn<IoBackend>("io");
    QTest::addColumn<int>("family");
    for (const int family : {AF_INET, AF_INET6}) {
        const char *const name = family == AF_INET ? "IPv4" : "IPv6";
        QTest::addRow("Qt sockets, Qt dispatcher, %s", name) << false << IoBackend::Qt << family;
        QTest::addRow("Qt sockets, epoll dispatcher, %s", name) << true << IoBackend::Qt << family;
        QTest::addRow("raw descriptors, epoll dispatcher, %s", name)
            << true << IoBackend::Epoll << family;
    }
}

void StreamTest::allAddressesOfANameAreTried()
{
    QFETCH(int, family);
    onBench([&](Bench &b) {
        const QList<QHostAddress> known =
            QHostInfo::fromName(QStringLiteral("localhost")).addresses();
        const auto wanted =
            family == AF_INET ? QHostAddress::LocalHost : QHostAddress::LocalHostIPv6;
        b.listener = RawSocket::listener(family);
        b.stream = b.context.streams().connectTo(b.target("localhost"), &b.handler);
        QTRY_VERIFY(b.handler.connected + b.handler.failed == 1);
        // A machine whose hosts file knows one family only refuses the other.
        QCOMPARE(b.handler.connected == 1, known.contains(QHostAddress(wanted)));
    });
}

SPILLWAY_TEST(StreamTest)
#include "tst_stream.moc"
