// SPDX-License-Identifier: MIT
#include "certificates.h"
#include "streambench.h"
#include "testmain.h"

#include <QSslCertificate>
#include <QSslKey>
#include <QSslSocket>
#include <QTcpServer>

#include <vector>

using namespace spillway;
using namespace spillway::test;

namespace {

/// Accepts TLS connections and sends back what it gets.
class TlsServer : public QTcpServer
{
public:
    TlsServer(const QString &certificate, const QString &key)
    {
        m_configuration.setLocalCertificate(QSslCertificate::fromPath(certificate).value(0));
        QFile file(key);
        if (file.open(QIODevice::ReadOnly))
            m_configuration.setPrivateKey(QSslKey(&file, QSsl::Ec));
        listen(QHostAddress::LocalHost);
    }

    /// Sends `bytes` in pieces, as the latest connection takes them: QSslSocket is slow with one large write.
    void feed(const std::string &bytes)
    {
        QSslSocket *const socket = sockets.last();
        m_rest = bytes;
        const auto pump = [this, socket] {
            while (!m_rest.empty()
                   && socket->bytesToWrite() + socket->encryptedBytesToWrite() < 131'072) {
                const std::string_view piece = m_rest.substr(0, 32'768);
                m_rest.remove_prefix(piece.size());
                socket->write(piece.data(), static_cast<qint64>(piece.size()));
            }
        };
        connect(socket, &QSslSocket::encryptedBytesWritten, this, pump);
        pump();
    }

    [[nodiscard]] std::size_t unsent() const { return m_rest.size(); }

    QList<QSslSocket *> sockets;
    bool echo = true;
    QByteArray received;

protected:
    void incomingConnection(qintptr descriptor) override
    {
        auto *const socket = new QSslSocket(this);
        sockets += socket;
        connect(socket, &QSslSocket::readyRead, this, [this, socket] {
            const QByteArray bytes = socket->readAll();
            received += bytes;
            if (echo)
                socket->write(bytes);
        });
        socket->setSslConfiguration(m_configuration);
        socket->setSocketDescriptor(descriptor);
        socket->startServerEncryption();
    }

private:
    std::string_view m_rest;
    QSslConfiguration m_configuration = QSslConfiguration::defaultConfiguration();
};

} // namespace

/// TLS streams: what is trusted, what is refused and how that is told, and the Stream contract over TLS.
class TlsStreamTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void trusted_data();
    void trusted();
    void refused_data();
    void refused();

    void plainServer_data() { backends(); }

    void plainServer();

    void serverClosesInTheHandshake_data() { backends(); }

    void serverClosesInTheHandshake();

    void silentServerTimesOut_data() { backends(); }

    void silentServerTimesOut();

    void connectionsInARow_data() { backends(); }

    void connectionsInARow();

    void largeTransfersBothWays_data() { backends(); }

    void largeTransfersBothWays();

    void pauseHoldsThePeerBack_data() { backends(); }

    void pauseHoldsThePeerBack();

    void peerEnds_data() { backends(); }

    void peerEnds();

    void finish_data() { backends(); }

    void finish();
    void deletedInItsCallbacks_data();
    void deletedInItsCallbacks();

private:
    [[nodiscard]] QString path(const QString &name) const { return m_certificates.path(name); }

    [[nodiscard]] StreamTarget target(const TlsServer &server,
                                      const std::string &host = "localhost") const;
    void connectTo(Bench &bench, const TlsServer &server) const;

    Certificates m_certificates;
};

void TlsStreamTest::initTestCase()
{
    QVERIFY(QSslSocket::supportsSsl());
    m_certificates.add(QStringLiteral("good"), QStringLiteral("DNS:localhost,IP:127.0.0.1"));
    m_certificates.add(QStringLiteral("other"), QStringLiteral("DNS:other.example"));
    QFile empty(path(QStringLiteral("empty.pem")));
    QVERIFY(empty.open(QIODevice::WriteOnly));
}

StreamTarget TlsStreamTest::target(const TlsServer &server, const std::string &host) const
{
    StreamTarget result;
    result.host = host;
    result.port = server.serverPort();
    result.tls = true;
    result.caFile = path(QStringLiteral("ca.pem")).toStdString();
    result.connectTimeout = Milliseconds(10'000);
    return result;
}

void TlsStreamTest::connectTo(Bench &b, const TlsServer &server) const
{
    b.stream = b.context.streams().connectTo(target(server), &b.handler);
    SOON_VERIFY(b.handler.connected + b.handler.failed > 0);
    QCOMPARE(b.handler.detail, std::string());
}

void TlsStreamTest::trusted_data()
{
    QTest::addColumn<bool>("epollDispatcher");
    QTest::addColumn<IoBackend>("io");
    QTest::addColumn<QString>("host");
    QTest::addColumn<bool>("byEnvironment");
    const QString name = QStringLiteral("localhost");
    const QString address = QStringLiteral("127.0.0.1");
    for (const bool environment : {false, true}) {
        const char *const how = environment ? "SSL_CERT_FILE" : "caFile";
        QTest::addRow("Qt dispatcher, %s", how) << false << IoBackend::Qt << name << environment;
        QTest::addRow("epoll dispatcher, %s", how)
            << true << IoBackend::Auto << name << environment;
        QTest::addRow("epoll dispatcher, %s, address", how)
            << true << IoBackend::Auto << address << environment;
    }
}

void TlsStreamTest::trusted()
{
    QFETCH(QString, host);
    QFETCH(bool, byEnvironment);
    if (byEnvironment)
        qputenv("SSL_CERT_FILE", path(QStringLiteral("ca.pem")).toUtf8());
    onBench([&](Bench &b) {
        TlsServer server(path(QStringLiteral("good.pem")), path(QStringLiteral("good.key")));
        StreamTarget to = target(server, host.toStdString());
        if (byEnvironment)
            to.caFile.clear();
        b.stream = b.context.streams().connectTo(to, &b.handler);
        SOON_VERIFY(b.handler.connected + b.handler.failed > 0);
        QCOMPARE(b.handler.detail, std::string());
        QVERIFY(b.stream->write("pi", "ng"));
        SOON_COMPARE(b.handler.data, std::string("ping"));
        QCOMPARE(b.stream->peerAddress(), std::string("127.0.0.1"));
        QVERIFY(!b.stream->hasPendingInput());
    });
    qunsetenv("SSL_CERT_FILE");
}

void TlsStreamTest::refused_data()
{
    QTest::addColumn<bool>("epollDispatcher");
    QTest::addColumn<IoBackend>("io");
    QTest::addColumn<QString>("certificate");
    QTest::addColumn<QString>("caFile");
    QTest::addColumn<QString>("text");

    struct Case
    {
        const char *name;
        const char *certificate;
        const char *caFile;
        const char *text;
    };

    for (const Case &c : {Case{"unknown authority", "good", "", "certificate of good"},
                          Case{"self-signed", "ca", "", "Spillway Test CA"},
                          Case{"wrong name", "other", "ca.pem", "host name did not match"},
                          Case{"caFile without certificates", "good", "empty.pem", "empty.pem"},
                          Case{"missing caFile", "good", "missing.pem", "missing.pem"}}) {
        for (const bool epoll : {false, true}) {
            QTest::addRow("%s, %s", epoll ? "epoll" : "Qt", c.name)
                << epoll << (epoll ? IoBackend::Auto : IoBackend::Qt)
                << QString::fromLatin1(c.certificate) << QString::fromLatin1(c.caFile)
                << QString::fromLatin1(c.text);
        }
    }
}

void TlsStreamTest::refused()
{
    QFETCH(QString, certificate);
    QFETCH(QString, caFile);
    QFETCH(QString, text);
    onBench([&](Bench &b) {
        TlsServer server(path(certificate + QStringLiteral(".pem")),
                         path(certificate + QStringLiteral(".key")));
        StreamTarget to = target(server);
        to.caFile = caFile.isEmpty() ? std::string() : path(caFile).toStdString();
        b.stream = b.context.streams().connectTo(to, &b.handler);
        QCOMPARE(b.handler.failed, 0);
        SOON_COMPARE(b.handler.failed, 1);
        QCOMPARE(b.handler.failure, TransportFailure::Tls);
        QVERIFY2(b.handler.detail.find(text.toStdString()) != std::string::npos,
                 b.handler.detail.c_str());
        QTest::qWait(10);
        QCOMPARE(b.handler.failed, 1);
        QCOMPARE(b.handler.connected, 0);
    });
}

void TlsStreamTest::plainServer()
{
    onBench([](Bench &b) {
        StreamTarget to = b.target();
        to.tls = true;
        b.stream = b.context.streams().connectTo(to, &b.handler);
        SOON_VERIFY(b.accept(b.peer));
        b.peer.send("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n");
        SOON_COMPARE(b.handler.failed, 1);
        QCOMPARE(b.handler.failure, TransportFailure::Tls);
    });
}

void TlsStreamTest::serverClosesInTheHandshake()
{
    onBench([](Bench &b) {
        StreamTarget to = b.target();
        to.tls = true;
        b.stream = b.context.streams().connectTo(to, &b.handler);
        SOON_VERIFY(b.accept(b.peer));
        b.peer.close();
        SOON_COMPARE(b.handler.failed, 1);
        QCOMPARE(b.handler.failure, TransportFailure::Tls);
        QVERIFY2(b.handler.detail.find("handshake") != std::string::npos, b.handler.detail.c_str());
    });
}

void TlsStreamTest::silentServerTimesOut()
{
    onBench([](Bench &b) {
        StreamTarget to = b.target("127.0.0.1", 60);
        to.tls = true;
        b.stream = b.context.streams().connectTo(to, &b.handler);
        SOON_COMPARE(b.handler.failed, 1);
        QCOMPARE(b.handler.failure, TransportFailure::ConnectTimeout);
        QVERIFY2(b.handler.detail.find("handshake") != std::string::npos, b.handler.detail.c_str());
    });
}

void TlsStreamTest::connectionsInARow()
{
    onBench([this](Bench &b) {
        TlsServer server(path(QStringLiteral("good.pem")), path(QStringLiteral("good.key")));
        // From the second one on a remembered session is offered; name and trust are checked all the same.
        for (int i = 0; i < 4; ++i) {
            b.handler = Recorder();
            connectTo(b, server);
            QVERIFY(b.stream->write("hello"));
            SOON_COMPARE(b.handler.data, std::string("hello"));
            QCOMPARE(server.sockets.last()->sessionProtocol(), QSsl::TlsV1_3);
        }
        StreamTarget elsewhere = target(server);
        elsewhere.caFile.clear();
        b.stream = b.context.streams().connectTo(elsewhere, &b.handler);
        SOON_COMPARE(b.handler.failed, 1);
        QCOMPARE(b.handler.failure, TransportFailure::Tls);
    });
}

void TlsStreamTest::largeTransfersBothWays()
{
    onBench([this](Bench &b) {
        TlsServer server(path(QStringLiteral("good.pem")), path(QStringLiteral("good.key")));
        connectTo(b, server);
        const std::string all = pattern(5 << 20);
        Feeder feeder{all, 0};
        b.handler.onDrained = [&] { feeder.pump(*b.stream); };
        feeder.pump(*b.stream);
        SOON_COMPARE(b.handler.data.size(), all.size());
        QVERIFY(b.handler.data == all);
        QVERIFY(b.handler.drained > 0);
        // A record adds a little to what it carries.
        QVERIFY(feeder.mostBuffered <= 2 * 65536);
    });
}

void TlsStreamTest::pauseHoldsThePeerBack()
{
    onBench([this](Bench &b) {
        TlsServer server(path(QStringLiteral("good.pem")), path(QStringLiteral("good.key")));
        connectTo(b, server);
        b.stream->setReadingPaused(true);
        SOON_VERIFY(server.sockets.last()->isEncrypted());
        const std::string all = pattern(12 << 20);
        server.feed(all);
        std::size_t left = 0;
        // Until nothing moves any more.
        for (int still = 0; still < 20;) {
            QTest::qWait(5);
            still = server.unsent() == left ? still + 1 : 0;
            left = server.unsent();
        }
        QVERIFY(left > 0);
        QCOMPARE(b.handler.data, std::string());
        QVERIFY(b.stream->hasPendingInput());
        b.stream->setReadingPaused(false);
        SOON_COMPARE(b.handler.data.size(), all.size());
        QVERIFY(b.handler.data == all);
    });
}

void TlsStreamTest::peerEnds()
{
    onBench([this](Bench &b) {
        TlsServer server(path(QStringLiteral("good.pem")), path(QStringLiteral("good.key")));
        connectTo(b, server);
        SOON_VERIFY(server.sockets.last()->isEncrypted());
        b.stream->setReadingPaused(true);
        server.sockets.last()->write("last words");
        server.sockets.last()->disconnectFromHost();
        SOON_VERIFY(b.stream->hasPendingInput());
        QTest::qWait(20);
        QCOMPARE(b.handler.ended, 0);
        b.stream->setReadingPaused(false);
        SOON_COMPARE(b.handler.ended, 1);
        QCOMPARE(b.handler.data, std::string("last words"));
        QCOMPARE(b.handler.failed, 0);
        QVERIFY(!b.stream->write("too late"));
        SOON_COMPARE(b.handler.failed, 1);
        QCOMPARE(b.handler.failure, TransportFailure::ClosedEarly);
    });
}

void TlsStreamTest::finish()
{
    onBench([this](Bench &b) {
        TlsServer server(path(QStringLiteral("good.pem")), path(QStringLiteral("good.key")));
        server.echo = false;
        connectTo(b, server);
        const std::string all = pattern(1 << 20);
        b.stream->write(all);
        b.stream->finish();
        SOON_COMPARE(b.handler.ended, 1);
        SOON_COMPARE(server.received.size(), static_cast<qsizetype>(all.size()));
        QVERIFY(server.received.toStdString() == all);
        QCOMPARE(b.handler.failed, 0);
        QCOMPARE(b.handler.drained, 0);
    });
}

void TlsStreamTest::deletedInItsCallbacks_data()
{
    QTest::addColumn<bool>("epollDispatcher");
    QTest::addColumn<IoBackend>("io");
    QTest::addColumn<QString>("callback");
    QTest::addColumn<bool>("abortOnly");
    for (const char *callback : {"connected", "data", "ended", "failed", "drained"}) {
        for (const bool abortOnly : {false, true}) {
            const char *const how = abortOnly ? "abort" : "delete";
            const QString name = QString::fromLatin1(callback);
            QTest::addRow("Qt, %s in %s", how, callback)
                << false << IoBackend::Qt << name << abortOnly;
            QTest::addRow("epoll, %s in %s", how, callback)
                << true << IoBackend::Auto << name << abortOnly;
        }
    }
}

void TlsStreamTest::deletedInItsCallbacks()
{
    QFETCH(QString, callback);
    QFETCH(bool, abortOnly);
    onBench([&](Bench &b) {
        TlsServer server(path(QStringLiteral("good.pem")), path(QStringLiteral("good.key")));
        int calls = 0;
        const auto drop = [&] {
            ++calls;
            abortOnly ? b.stream->abort() : b.stream.reset();
        };
        b.handler.onConnected = callback == u"connected" ? drop : std::function<void()>();
        b.handler.onFailed = callback == u"failed" ? drop : std::function<void()>();
        StreamTarget to = target(server);
        if (callback == u"failed")
            to.caFile.clear();
        b.stream = b.context.streams().connectTo(to, &b.handler);
        SOON_VERIFY(b.handler.connected + b.handler.failed > 0);
        // More than the kernel takes at once.
        const std::string large = pattern(4 << 20);
        if (callback == u"data") {
            b.handler.onData = drop;
            b.stream->write(large.substr(0, 100'000));
        } else if (callback == u"drained") {
            b.handler.onDrained = drop;
            b.stream->write(large);
        } else if (callback == u"ended") {
            SOON_VERIFY(server.sockets.last()->isEncrypted());
            b.handler.onEnded = drop;
            server.sockets.last()->disconnectFromHost();
        }
        SOON_COMPARE(calls, 1);
        SOON_COMPARE(server.sockets.last()->state(), QAbstractSocket::UnconnectedState);
        QCOMPARE(calls, 1);
    });
}

SPILLWAY_TEST(TlsStreamTest)
#include "tst_tlsstream.moc"
