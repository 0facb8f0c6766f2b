// SPDX-License-Identifier: MIT
#include "core/log.h"
#include "io/descriptor.h"
#include "io/qtstream.h"

#include <QHostAddress>
#include <QNetworkProxy>
#include <QSslCertificate>
#include <QSslError>
#include <QSslSocket>
#include <QStringList>

namespace spillway {

namespace {

class TlsSocket final : public OwnedSocket<QSslSocket>
{
public:
    explicit TlsSocket(QtStream &owner)
        : OwnedSocket(owner)
    {
        setProxy(QNetworkProxy::NoProxy);
        setReadBufferSize(static_cast<qint64>(IoContext::kReadBufferSize));
        connect(this, &QSslSocket::encrypted, this, &TlsSocket::ready);
        connect(this, &QSslSocket::encryptedBytesWritten, this, &TlsSocket::written);
        connect(this, &QSslSocket::disconnected, this, &TlsSocket::closed);
    }
};

class TlsStream final : public QtStream
{
public:
    explicit TlsStream(std::shared_ptr<QtStreamShared> shared)
        : QtStream(std::move(shared))
        , m_socket(new TlsSocket(*this))
    {}

    ~TlsStream() override { closeSocket(); }

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
    void socketClosed() override;
    void socketFailed(QAbstractSocket::SocketError error) override;

protected:
    void closeSocket() override;

    void resumeReading() override { socketReadable(); }

    void deferredCall() override;

    [[nodiscard]] QString connectPhase() const override;

private:
    [[nodiscard]] int descriptor() const { return static_cast<int>(m_socket->socketDescriptor()); }

    [[nodiscard]] QString handshakeErrors() const;
    void rememberSession();
    void readLater();

    TlsSocket *m_socket; ///< null once closed
    std::string m_sessionKey;
    bool m_peerClosed = false; ///< the socket has ended; decrypted bytes may still wait in it
    bool m_writing =
        false; ///< inside write(): Qt may read as well, which is handled in the next turn
};

bool addCertificates(QSslConfiguration &configuration, const QString &file)
{
    const QList<QSslCertificate> certificates = QSslCertificate::fromPath(file, QSsl::Pem);
    configuration.addCaCertificates(certificates);
    return !certificates.isEmpty();
}

/// The system's certificates, those of SSL_CERT_FILE and those of `caFile`. Null when caFile has none.
const QSslConfiguration *configurationFor(QtStreamShared &shared, const std::string &caFile)
{
    const auto known = shared.tlsByCaFile.find(caFile);
    if (known != shared.tlsByCaFile.end())
        return &known->second;
    QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
    configuration.setProtocol(QSsl::TlsV1_2OrLater);
    configuration.setPeerVerifyMode(QSslSocket::VerifyPeer);
    configuration.setSslOption(QSsl::SslOptionDisableSessionSharing, false);
    configuration.setSslOption(QSsl::SslOptionDisableSessionPersistence, false);
    const QString environment = qEnvironmentVariable("SSL_CERT_FILE");
    if (!environment.isEmpty() && !addCertificates(configuration, environment))
        log::warn("io",
                  "no certificates in the file SSL_CERT_FILE names",
                  {{"file", environment.toStdString()}});
    if (!caFile.empty() && !addCertificates(configuration, QString::fromStdString(caFile)))
        return nullptr;
    return &shared.tlsByCaFile.emplace(caFile, configuration).first->second;
}

void TlsStream::connectTo(const StreamTarget &target)
{
    startConnecting(target);
    const QSslConfiguration *const shared = configurationFor(*m_shared, target.caFile);
    if (!shared) {
        failLater(TransportFailure::Tls, "no certificates in " + target.caFile);
        return;
    }
    m_sessionKey = target.host + ":" + std::to_string(target.port) + " " + target.caFile;
    QSslConfiguration configuration = *shared;
    const auto session = m_shared->tlsSessions.find(m_sessionKey);
    if (session != m_shared->tlsSessions.end())
        configuration.setSessionTicket(session->second);
    m_socket->setSslConfiguration(configuration);
    m_socket->connectToHostEncrypted(QString::fromStdString(target.host), target.port);
}

QString TlsStream::connectPhase() const
{
    if (m_socket && m_socket->mode() == QSslSocket::SslClientMode)
        return QStringLiteral("TLS handshake with");
    if (m_socket && m_socket->state() == QAbstractSocket::HostLookupState)
        return QStringLiteral("name lookup for");
    return QStringLiteral("connect to");
}

void TlsStream::socketReady()
{
    const SocketCall call(*this);
    if (m_state != State::Connecting)
        return;
    sendWithoutDelay(descriptor());
    connectDone();
    if (call.gone() || m_state != State::Open)
        return;
    // Bytes that came with the end of the handshake had no reader yet.
    socketReadable();
}

/// TLS 1.3 hands out sessions after the handshake, so they are looked for when the first answer is in.
void TlsStream::rememberSession()
{
    if (m_sessionKey.empty())
        return;
    const QByteArray session = m_socket->sslConfiguration().sessionTicket();
    if (session.isEmpty())
        return;
    m_shared->tlsSessions.insert_or_assign(std::exchange(m_sessionKey, {}), session);
}

void TlsStream::readLater()
{
    m_resumePosted = true;
    m_shared->deferred.post(*this);
}

void TlsStream::socketReadable()
{
    if (m_writing) {
        readLater();
        return;
    }
    const SocketCall call(*this);
    while (mayRead()) {
        const qint64 got =
            m_socket->read(context().readBuffer(), static_cast<qint64>(IoContext::kReadBufferSize));
        if (got <= 0)
            break;
        rememberSession();
        deliver({context().readBuffer(), static_cast<std::size_t>(got)});
        if (call.gone())
            return;
    }
    if (!mayRead() || !m_peerClosed)
        return;
    m_ended = true;
    reportEnd();
}

bool TlsStream::write(std::string_view first, std::string_view second)
{
    if (m_state != State::Open || m_finishing)
        return false;
    if (m_peerClosed) {
        failLater(TransportFailure::ClosedEarly, "the peer has closed the TLS connection");
        return false;
    }
    m_writing = true;
    for (const std::string_view piece : {first, second}) {
        if (!piece.empty())
            m_socket->write(piece.data(), static_cast<qint64>(piece.size()));
    }
    m_socket->flush();
    m_writing = false;
    const bool empty = bufferedBytes() == 0;
    if (!m_wantsDrained)
        m_wantsDrained = !empty;
    else if (empty)
        m_shared->deferred.post(*this); // drained while nobody could be told
    return !m_wantsDrained;
}

void TlsStream::deferredCall()
{
    const LifeGuard guard(m_life);
    QtStream::deferredCall();
    if (!guard.gone() && m_state == State::Open)
        socketWritten();
}

std::size_t TlsStream::bufferedBytes() const
{
    return m_socket ? static_cast<std::size_t>(m_socket->bytesToWrite()
                                               + m_socket->encryptedBytesToWrite())
                    : 0;
}

void TlsStream::socketWritten()
{
    if (m_writing || !m_wantsDrained)
        return;
    const SocketCall call(*this);
    if (m_state != State::Open || m_finishing || bufferedBytes() > 0)
        return;
    m_wantsDrained = false;
    if (m_handler)
        m_handler->streamDrained(*this);
}

void TlsStream::socketClosed()
{
    m_peerClosed = true;
    m_finSent = m_finSent || m_finishing;
    m_ended = m_ended || m_finishing;
    readLater();
}

QString TlsStream::handshakeErrors() const
{
    QStringList texts;
    for (const QSslError &error : m_socket->sslHandshakeErrors()) {
        const QStringList names = error.certificate().subjectInfo(QSslCertificate::CommonName);
        texts +=
            names.isEmpty()
                ? error.errorString()
                : QStringLiteral("%1 (certificate of %2)").arg(error.errorString(), names.first());
    }
    texts.removeDuplicates();
    return texts.isEmpty() ? m_socket->errorString() : texts.join(QStringLiteral("; "));
}

void TlsStream::socketFailed(QAbstractSocket::SocketError error)
{
    const SocketCall call(*this);
    if (m_state == State::Connecting) {
        const bool handshake = m_socket->mode() == QSslSocket::SslClientMode;
        failConnect(handshake ? QAbstractSocket::SslHandshakeFailedError : error,
                    handshake ? handshakeErrors() : m_socket->errorString());
    } else if (error == QAbstractSocket::RemoteHostClosedError) {
        m_peerClosed = true;
        readLater();
    } else {
        failLater(TransportFailure::ClosedEarly, m_socket->errorString().toStdString());
    }
}

bool TlsStream::hasPendingInput()
{
    return !m_socket || m_peerClosed || m_socket->bytesAvailable() > 0
           || m_socket->encryptedBytesAvailable() > 0 || descriptorHasInput(descriptor());
}

void TlsStream::finish()
{
    if (m_state != State::Open || std::exchange(m_finishing, true))
        return;
    m_writing = true;
    m_socket->disconnectFromHost();
    m_writing = false;
    if (m_peerClosed)
        socketClosed();
}

void TlsStream::abort()
{
    if (!m_socket)
        return;
    m_state = State::Closed;
    if (descriptor() >= 0)
        resetOnClose(descriptor());
    closeSocket();
}

void TlsStream::closeSocket()
{
    TlsSocket *const socket = std::exchange(m_socket, nullptr);
    if (!socket)
        return;
    socket->disown();
    // QSslSocket goes on using its session after its signals, so it is not touched while one is being handled.
    if (m_socketCalls > 0)
        socket->deleteLater();
    else
        delete socket;
}

std::string TlsStream::peerAddress() const
{
    return m_socket ? addressText(m_socket->peerAddress()) : std::string();
}

} // namespace

std::unique_ptr<Stream> connectTlsQtStream(std::shared_ptr<QtStreamShared> shared,
                                           const StreamTarget &target,
                                           StreamHandler *handler)
{
    auto stream = std::make_unique<TlsStream>(std::move(shared));
    stream->setHandler(handler);
    stream->connectTo(target);
    return stream;
}

} // namespace spillway
