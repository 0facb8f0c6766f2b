// SPDX-License-Identifier: MIT
#include "io/descriptor.h"
#include "io/qtstream.h"

#include <QHostAddress>
#include <QNetworkProxy>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <sys/socket.h>
#include <unistd.h>

namespace spillway {

namespace {

// After so many full buffers in a row other connections get their turn.
constexpr int kReadsPerTurn = 4;

/// A TCP socket without Qt's read buffer. QTcpSocket always buffers what it accepts, and closes both directions
/// when the peer ends one; the base class leaves the reading to us.
class PlainSocket final : public OwnedSocket<QAbstractSocket>
{
public:
    explicit PlainSocket(QtStream &owner)
        : OwnedSocket(owner, TcpSocket, nullptr)
    {
        setProxy(QNetworkProxy::NoProxy);
    }

    void reportConnected()
    {
        connect(this, &QAbstractSocket::connected, this, &PlainSocket::ready);
    }

    /// Sends or buffers everything.
    bool sendOrKeep(const char *data, std::size_t size)
    {
        if (!std::exchange(m_reportsWrites, true))
            connect(this, &QAbstractSocket::bytesWritten, this, &PlainSocket::written);
        return writeData(data, static_cast<qint64>(size)) >= 0;
    }

    /// Without a buffer every readyRead() turns the read notifier off; a read of nothing turns it on again.
    void listenForInput() { readData(nullptr, 0); }

private:
    bool m_reportsWrites = false;
};

class PlainStream final : public QtStream
{
public:
    explicit PlainStream(std::shared_ptr<QtStreamShared> shared)
        : QtStream(std::move(shared))
        , m_socket(new PlainSocket(*this))
    {}

    ~PlainStream() override { closeSocket(); }

    void adopt(qintptr descriptor);
    void connectTo(const StreamTarget &target);

    bool write(std::string_view first, std::string_view second) override;
    [[nodiscard]] std::size_t bufferedBytes() const override;
    [[nodiscard]] bool hasPendingInput() override;
    void finish() override;
    void abort() override;
    [[nodiscard]] std::string peerAddress() const override;

    void socketReady() override;
    void socketReadable() override;
    void socketWritten() override;

    void socketClosed() override {}

    void socketFailed(QAbstractSocket::SocketError error) override;

protected:
    void closeSocket() override;

    void resumeReading() override { m_socket->listenForInput(); }

    [[nodiscard]] QString connectPhase() const override;

private:
    [[nodiscard]] int descriptor() const { return static_cast<int>(m_socket->socketDescriptor()); }

    void sendFin();

    PlainSocket *m_socket; ///< null once closed
};

void PlainStream::adopt(qintptr descriptor)
{
    if (!m_socket->setSocketDescriptor(descriptor)) {
        ::close(static_cast<int>(descriptor));
        failLater(TransportFailure::ClosedEarly, m_socket->errorString().toStdString());
        return;
    }
    sendWithoutDelay(static_cast<int>(descriptor));
}

void PlainStream::connectTo(const StreamTarget &target)
{
    startConnecting(target);
    m_socket->reportConnected();
    m_socket->connectToHost(QString::fromStdString(target.host),
                            target.port,
                            QIODevice::ReadWrite | QIODevice::Unbuffered);
}

QString PlainStream::connectPhase() const
{
    return m_socket && m_socket->state() == QAbstractSocket::HostLookupState
               ? QStringLiteral("name lookup for")
               : QStringLiteral("connect to");
}

void PlainStream::socketReady()
{
    const SocketCall call(*this);
    sendWithoutDelay(descriptor());
    connectDone();
}

void PlainStream::socketReadable()
{
    const SocketCall call(*this);
    for (int round = 0; round < kReadsPerTurn && mayRead(); ++round) {
        const auto got =
            ::recv(descriptor(), context().readBuffer(), IoContext::kReadBufferSize, MSG_DONTWAIT);
        if (got > 0) {
            deliver({context().readBuffer(), static_cast<std::size_t>(got)});
            if (call.gone())
                return;
            if (static_cast<std::size_t>(got) < IoContext::kReadBufferSize)
                break;
        } else if (got == 0) {
            m_ended = true;
            reportEnd();
            return;
        } else if (errno == EAGAIN || errno == EINTR) {
            break;
        } else {
            fail(TransportFailure::ClosedEarly, std::strerror(errno));
            return;
        }
    }
    if (mayRead())
        m_socket->listenForInput();
}

bool PlainStream::write(std::string_view first, std::string_view second)
{
    if (m_state != State::Open || m_finishing || isFailing())
        return false;
    std::size_t sent = 0;
    if (m_socket->bytesToWrite() == 0) {
        const auto taken = sendPieces(descriptor(), first, second);
        if (taken == static_cast<ssize_t>(first.size() + second.size()))
            return true;
        if (taken < 0 && errno != EAGAIN) {
            failLater(TransportFailure::ClosedEarly, std::strerror(errno));
            return false;
        }
        sent = static_cast<std::size_t>(std::max(taken, ssize_t{0}));
    }
    m_wantsDrained = true;
    for (const std::string_view piece : {first, second}) {
        const std::size_t skipped = std::min(sent, piece.size());
        sent -= skipped;
        if (skipped < piece.size()
            && !m_socket->sendOrKeep(piece.data() + skipped, piece.size() - skipped))
            failLater(TransportFailure::ClosedEarly, m_socket->errorString().toStdString());
    }
    return false;
}

std::size_t PlainStream::bufferedBytes() const
{
    return m_socket ? static_cast<std::size_t>(m_socket->bytesToWrite()) : 0;
}

void PlainStream::socketWritten()
{
    const SocketCall call(*this);
    if (m_state != State::Open || m_socket->bytesToWrite() > 0)
        return;
    if (m_finishing)
        sendFin();
    else if (std::exchange(m_wantsDrained, false) && m_handler)
        m_handler->streamDrained(*this);
}

void PlainStream::socketFailed(QAbstractSocket::SocketError error)
{
    const SocketCall call(*this);
    if (m_state == State::Connecting)
        failConnect(error, m_socket->errorString());
    else
        failLater(TransportFailure::ClosedEarly, m_socket->errorString().toStdString());
}

bool PlainStream::hasPendingInput()
{
    return !m_socket || m_ended || descriptorHasInput(descriptor());
}

void PlainStream::finish()
{
    if (m_state != State::Open || std::exchange(m_finishing, true))
        return;
    if (m_socket->bytesToWrite() == 0)
        sendFin();
    if (!m_ended)
        m_socket->listenForInput();
}

void PlainStream::sendFin()
{
    m_finSent = true;
    ::shutdown(descriptor(), SHUT_WR);
    if (m_ended)
        m_shared->deferred.post(*this);
}

void PlainStream::abort()
{
    if (!m_socket)
        return;
    m_state = State::Closed;
    if (descriptor() >= 0)
        resetOnClose(descriptor());
    closeSocket();
}

void PlainStream::closeSocket()
{
    PlainSocket *const socket = std::exchange(m_socket, nullptr);
    if (!socket)
        return;
    socket->disown();
    if (m_socketCalls > 0) {
        socket->abort();
        socket->deleteLater();
    } else {
        delete socket;
    }
}

std::string PlainStream::peerAddress() const
{
    return m_socket ? addressText(m_socket->peerAddress()) : std::string();
}

} // namespace

std::unique_ptr<Stream> adoptPlainQtStream(std::shared_ptr<QtStreamShared> shared,
                                           qintptr descriptor)
{
    auto stream = std::make_unique<PlainStream>(std::move(shared));
    stream->adopt(descriptor);
    return stream;
}

std::unique_ptr<Stream> connectPlainQtStream(std::shared_ptr<QtStreamShared> shared,
                                             const StreamTarget &target,
                                             StreamHandler *handler)
{
    auto stream = std::make_unique<PlainStream>(std::move(shared));
    stream->setHandler(handler);
    stream->connectTo(target);
    return stream;
}

} // namespace spillway
