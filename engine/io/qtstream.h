// SPDX-License-Identifier: MIT
#pragma once

#include "io/iocontext.h"
#include "io/lifeguard.h"
#include "io/streamstate.h"
#include "io/timers.h"

#include <QAbstractSocket>
#include <QByteArray>
#include <QSslConfiguration>

#include <memory>
#include <string>
#include <unordered_map>

namespace spillway {

/// What the streams of one Qt factory share; lives as long as the last of them.
struct QtStreamShared
{
    explicit QtStreamShared(IoContext &ioContext)
        : context(ioContext)
    {}

    IoContext &context;
    DeferredCalls deferred;
    std::unordered_map<std::string, QSslConfiguration> tlsByCaFile;
    std::unordered_map<std::string, QByteArray> tlsSessions; ///< by host, port and caFile
};

/// What plain and TLS streams on Qt sockets have in common: the way from connecting to open to closed, the deadline
/// of the connect, and failures that are reported from the event loop.
class QtStream : public StreamState
{
public:
    // Called by the socket, see OwnedSocket.
    virtual void socketReady() = 0;
    virtual void socketReadable() = 0;
    virtual void socketWritten() = 0;
    virtual void socketClosed() = 0;
    virtual void socketFailed(QAbstractSocket::SocketError error) = 0;

    void setReadingPaused(bool paused) override;

protected:
    /// Around everything a socket calls: tells whether the stream was deleted in there, and makes its destructor
    /// leave the socket, whose code is still running, to deleteLater().
    class SocketCall
    {
    public:
        explicit SocketCall(QtStream &stream)
            : m_stream(stream)
            , m_guard(stream.m_life)
        {
            ++m_stream.m_socketCalls;
        }

        ~SocketCall()
        {
            if (!m_guard.gone())
                --m_stream.m_socketCalls;
        }

        SocketCall(const SocketCall &) = delete;
        SocketCall &operator=(const SocketCall &) = delete;

        [[nodiscard]] bool gone() const { return m_guard.gone(); }

    private:
        QtStream &m_stream;
        LifeGuard m_guard;
    };

    explicit QtStream(std::shared_ptr<QtStreamShared> shared);
    ~QtStream() override = default;

    void startConnecting(const StreamTarget &target);
    /// Open now; calls the handler.
    void connectDone();
    void failConnect(QAbstractSocket::SocketError error, const QString &text);
    void deferredCall() override;
    void closeDown() override;

    /// A failure waits to be told.
    [[nodiscard]] bool isFailing() const { return m_failure != nullptr; }

    [[nodiscard]] IoContext &context() { return m_shared->context; }

    /// Hands bytes to the handler, unless nobody wants them after finish().
    void deliver(std::string_view bytes)
    {
        if (m_handler && !m_finishing)
            m_handler->streamData(*this, bytes);
    }

    /// Gets rid of the socket and its descriptor.
    virtual void closeSocket() = 0;
    virtual void resumeReading() = 0;
    [[nodiscard]] virtual QString connectPhase() const = 0;

    std::shared_ptr<QtStreamShared> m_shared;
    LifeMark m_life;
    bool m_wantsDrained = false;
    bool m_resumePosted = false;
    int m_socketCalls = 0;

private:
    struct Connecting
    {
        explicit Connecting(QtStream &stream)
            : timer(&QtStream::connectTimedOut, &stream)
        {}

        Timer timer;
        std::string peer; ///< for messages
        Milliseconds timeout{0};
    };

    static void connectTimedOut(void *stream);

    std::unique_ptr<Connecting> m_connecting;
};

/// A Qt socket that reports to its stream and may outlive it. No signal is handled without an owner.
template <typename Socket>
class OwnedSocket : public Socket
{
public:
    template <typename... Arguments>
    explicit OwnedSocket(QtStream &owner, Arguments &&...arguments)
        : Socket(std::forward<Arguments>(arguments)...)
        , m_owner(&owner)
    {
        QObject::connect(this, &Socket::readyRead, this, &OwnedSocket::readable);
        QObject::connect(this, &Socket::errorOccurred, this, &OwnedSocket::failed);
    }

    // Qt's destructors emit signals, too, when this part of the object is gone already.
    ~OwnedSocket() override { QObject::disconnect(this, nullptr, this, nullptr); }

    OwnedSocket(const OwnedSocket &) = delete;
    OwnedSocket &operator=(const OwnedSocket &) = delete;

    void disown() { m_owner = nullptr; }

protected:
    void ready()
    {
        if (m_owner)
            m_owner->socketReady();
    }

    void readable()
    {
        if (m_owner)
            m_owner->socketReadable();
    }

    void written()
    {
        if (m_owner)
            m_owner->socketWritten();
    }

    void closed()
    {
        if (m_owner)
            m_owner->socketClosed();
    }

    void failed(QAbstractSocket::SocketError error)
    {
        if (m_owner)
            m_owner->socketFailed(error);
    }

private:
    QtStream *m_owner;
};

std::unique_ptr<Stream> adoptPlainQtStream(std::shared_ptr<QtStreamShared> shared,
                                           qintptr descriptor);
std::unique_ptr<Stream> connectPlainQtStream(std::shared_ptr<QtStreamShared> shared,
                                             const StreamTarget &target,
                                             StreamHandler *handler);
std::unique_ptr<Stream> connectTlsQtStream(std::shared_ptr<QtStreamShared> shared,
                                           const StreamTarget &target,
                                           StreamHandler *handler);

} // namespace spillway
