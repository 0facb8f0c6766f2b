// SPDX-License-Identifier: MIT
#include "io/qtstream.h"

#include "io/descriptor.h"

#include <utility>

namespace spillway {

namespace {

class QtStreamFactory final : public StreamFactory
{
public:
    explicit QtStreamFactory(IoContext &context)
        : m_shared(std::make_shared<QtStreamShared>(context))
    {}

    std::unique_ptr<Stream> adopt(qintptr descriptor) override
    {
        return adoptPlainQtStream(m_shared, descriptor);
    }

    std::unique_ptr<Stream> connectTo(const StreamTarget &target, StreamHandler *handler) override
    {
        return target.tls ? connectTlsQtStream(m_shared, target, handler)
                          : connectPlainQtStream(m_shared, target, handler);
    }

private:
    std::shared_ptr<QtStreamShared> m_shared;
};

TransportFailure connectFailure(QAbstractSocket::SocketError error)
{
    switch (error) {
    case QAbstractSocket::HostNotFoundError:
        return TransportFailure::Dns;
    case QAbstractSocket::ConnectionRefusedError:
        return TransportFailure::ConnectRefused;
    case QAbstractSocket::SocketTimeoutError:
        return TransportFailure::ConnectTimeout;
    case QAbstractSocket::SocketResourceError:
    case QAbstractSocket::AddressInUseError:
    case QAbstractSocket::SocketAddressNotAvailableError:
    // What Qt makes of EADDRNOTAVAIL, the one error of connect() it has no name for: no local port is left.
    case QAbstractSocket::UnknownSocketError:
        return TransportFailure::LocalResource;
    case QAbstractSocket::SslHandshakeFailedError:
    case QAbstractSocket::SslInternalError:
    case QAbstractSocket::SslInvalidUserDataError:
        return TransportFailure::Tls;
    default:
        return TransportFailure::ConnectFailed;
    }
}

} // namespace

std::unique_ptr<StreamFactory> makeQtStreamFactory(IoContext &context)
{
    return std::make_unique<QtStreamFactory>(context);
}

QtStream::QtStream(std::shared_ptr<QtStreamShared> shared)
    : StreamState(shared->deferred)
    , m_shared(std::move(shared))
{}

void QtStream::closeDown()
{
    closeSocket();
    m_connecting.reset();
}

void QtStream::startConnecting(const StreamTarget &target)
{
    m_state = State::Connecting;
    m_connecting = std::make_unique<Connecting>(*this);
    m_connecting->peer = hostAndPort(target.host, target.port);
    m_connecting->timeout = target.connectTimeout;
    context().timers().start(m_connecting->timer, toNs(target.connectTimeout));
}

void QtStream::connectTimedOut(void *stream)
{
    auto *const self = static_cast<QtStream *>(stream);
    self->fail(TransportFailure::ConnectTimeout,
               self->connectPhase().toStdString() + " " + self->m_connecting->peer
                   + ": no success within " + std::to_string(self->m_connecting->timeout.count())
                   + " ms");
}

void QtStream::connectDone()
{
    m_state = State::Open;
    m_connecting.reset();
    if (m_handler)
        m_handler->streamConnected(*this);
}

void QtStream::failConnect(QAbstractSocket::SocketError error, const QString &text)
{
    // Reported from the event loop: a literal address may be refused while connectTo() still runs.
    const std::string detail =
        m_connecting ? m_connecting->peer + ": " + text.toStdString() : text.toStdString();
    failLater(connectFailure(error), connectPhase().toStdString() + " " + detail);
}

void QtStream::setReadingPaused(bool paused)
{
    if (std::exchange(m_paused, paused) == paused || paused)
        return;
    // Not at once: the caller may stand inside streamData().
    m_resumePosted = true;
    m_shared->deferred.post(*this);
}

void QtStream::deferredCall()
{
    if (m_failure) {
        // A peer that resets after an early answer has still sent it: what came is delivered before the failure.
        const LifeGuard guard(m_life);
        if (m_state == State::Open)
            socketReadable();
        if (guard.gone() || !m_failure)
            return;
        const auto failure = std::move(m_failure);
        fail(failure->failure, failure->detail);
        return;
    }
    if (std::exchange(m_resumePosted, false) && mayRead())
        resumeReading();
    else
        reportEnd();
}

} // namespace spillway
