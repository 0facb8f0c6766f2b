// SPDX-License-Identifier: MIT
#include "chain/headfeed.h"
#include "testmain.h"

#include <QCryptographicHash>
#include <QTcpServer>
#include <QTcpSocket>
#include <QWebSocket>
#include <QWebSocketServer>

#include <memory>
#include <vector>

using namespace spillway;
using namespace spillway::chain;

namespace {

const QString kHead = QStringLiteral(
    R"({"jsonrpc":"2.0","method":"eth_subscription","params":{"subscription":"0x9","result":{"number":"0x64","hash":")"
    "0x00000000000000000000000000000000000000000000000000000000000000aa"
    R"(","parentHash":"0x00000000000000000000000000000000000000000000000000000000000000ab"}}})");

/// A node's WebSocket: takes connections, remembers what it was told, says what the test wants.
class FeedServer
{
public:
    FeedServer()
        : m_server(QStringLiteral("node"), QWebSocketServer::NonSecureMode)
    {
        m_server.listen(QHostAddress::LocalHost);
        QObject::connect(&m_server, &QWebSocketServer::newConnection, &m_server, [this] {
            clients.emplace_back(m_server.nextPendingConnection());
            QWebSocket *client = clients.back().get();
            authorization = QString::fromLatin1(client->request().rawHeader("Authorization"));
            QObject::connect(client,
                             &QWebSocket::textMessageReceived,
                             &m_server,
                             [this, client](const QString &text) {
                                 messages.append(text);
                                 client->sendTextMessage(answer);
                             });
        });
    }

    [[nodiscard]] FeedTarget target() const
    {
        FeedTarget out;
        out.url = Secret("ws://127.0.0.1:" + std::to_string(m_server.serverPort()) + "/ws?key=1");
        out.headers.emplace_back("Authorization", Secret("Bearer t"));
        out.pingInterval = Milliseconds(0);
        return out;
    }

    QString answer = QStringLiteral(R"({"jsonrpc":"2.0","id":1,"result":"0x9"})");
    std::vector<std::unique_ptr<QWebSocket>> clients;
    QStringList messages;
    QString authorization;

private:
    QWebSocketServer m_server;
};

} // namespace

class HeadFeedTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void readsMessages()
    {
        const auto kind = [](std::string_view text) { return readFeedMessage(text, "1").kind; };
        QCOMPARE(kind(R"({"jsonrpc":"2.0","id":1,"result":"0x9"})"), FeedMessage::Kind::Subscribed);
        QCOMPARE(kind(R"({"id":1,"error":{"code":-32601,"message":"no"}})"),
                 FeedMessage::Kind::Refused);
        QCOMPARE(kind(R"({"id":2,"result":"0x9"})"), FeedMessage::Kind::Other);
        QCOMPARE(kind("not json"), FeedMessage::Kind::Other);
        QCOMPARE(kind(R"({"method":"eth_subscription","params":{"result":"0x1"}})"),
                 FeedMessage::Kind::Other);
        QCOMPARE(kind(R"({"method":"eth_subscription","params":[1]})"), FeedMessage::Kind::Other);
        const FeedMessage head = readFeedMessage(kHead.toStdString(), "1");
        QCOMPARE(head.kind, FeedMessage::Kind::Head);
        QCOMPARE(head.block.number, 100U);
        QVERIFY(head.block.hash.ends_with("aa"));
        QVERIFY(head.block.parent.ends_with("ab"));
    }

    void subscribesAndTellsBlocks()
    {
        FeedServer server;
        HeadFeed feed(server.target());
        std::vector<Block> blocks;
        std::vector<bool> alive;
        feed.onBlock = [&](const Block &block) { blocks.push_back(block); };
        feed.onAlive = [&](bool up) { alive.push_back(up); };
        feed.start();
        QTRY_VERIFY(feed.isLive());
        QCOMPARE(alive, std::vector<bool>{true});
        QCOMPARE(server.messages.size(), 1);
        QVERIFY(server.messages.front().contains(QStringLiteral("newHeads")));
        QCOMPARE(server.authorization, QStringLiteral("Bearer t"));
        server.clients.front()->sendTextMessage(kHead);
        QTRY_COMPARE(blocks.size(), std::size_t{1});
        QCOMPARE(blocks.front().number, 100U);
    }

    void comesBackAfterABreak()
    {
        FeedServer server;
        HeadFeed feed(server.target());
        std::vector<bool> alive;
        feed.onAlive = [&](bool up) { alive.push_back(up); };
        feed.start();
        QTRY_VERIFY(feed.isLive());
        server.clients.front()->abort();
        QTRY_VERIFY(!feed.isLive());
        QTRY_VERIFY_WITH_TIMEOUT(feed.isLive(), 30000);
        QCOMPARE(alive, (std::vector<bool>{true, false, true}));
        QCOMPARE(server.messages.size(), 2);
    }

    void aSilentConnectionIsDead()
    {
        // The server's thread is this one: a server that cannot answer a ping is one whose socket is not read. So the
        // other end is a plain socket that shakes hands and then says nothing.
        QTcpServer plain;
        plain.listen(QHostAddress::LocalHost);
        std::vector<QTcpSocket *> sockets;
        connect(&plain, &QTcpServer::newConnection, &plain, [&] {
            QTcpSocket *socket = plain.nextPendingConnection();
            sockets.push_back(socket);
            connect(socket, &QTcpSocket::readyRead, socket, [socket] {
                const QByteArray request = socket->readAll();
                const auto at = request.toLower().indexOf("sec-websocket-key:");
                if (at < 0)
                    return;
                const QByteArray key = request.mid(at + 18).split('\r').first().trimmed();
                const QByteArray accept =
                    QCryptographicHash::hash(key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11",
                                             QCryptographicHash::Sha1)
                        .toBase64();
                const QByteArray answer = R"({"jsonrpc":"2.0","id":1,"result":"0x9"})";
                socket->write(
                    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: "
                    "Upgrade\r\nSec-WebSocket-Accept: "
                    + accept + "\r\n\r\n\x81" + static_cast<char>(answer.size()) + answer);
            });
        });
        FeedTarget target;
        target.url = Secret("ws://127.0.0.1:" + std::to_string(plain.serverPort()) + "/");
        target.pingInterval = Milliseconds(100);
        HeadFeed feed(target);
        std::vector<bool> alive;
        feed.onAlive = [&](bool up) { alive.push_back(up); };
        feed.start();
        QTRY_VERIFY(alive.size() >= 2);
        QCOMPARE(alive[0], true);
        QCOMPARE(alive[1], false);
        QTRY_VERIFY_WITH_TIMEOUT(sockets.size() >= 2, 30000); // and it is made again
    }

    void aRefusalIsNoReasonToHammer()
    {
        FeedServer server;
        server.answer = QStringLiteral(R"({"id":1,"error":{"code":-32601,"message":"no"}})");
        HeadFeed feed(server.target());
        int changes = 0;
        feed.onAlive = [&](bool) { ++changes; };
        feed.start();
        QTRY_COMPARE(server.messages.size(), 1);
        QTRY_COMPARE(server.clients.front()->state(), QAbstractSocket::UnconnectedState);
        QVERIFY(!feed.isLive());
        QCOMPARE(changes, 0);
        QVERIFY(feed.retryDelayMs() > 60000);
    }

    void waitsWhileItMayNotOpen()
    {
        FeedServer server;
        HeadFeed feed(server.target());
        bool may = false;
        int asked = 0;
        feed.mayOpen = [&] {
            ++asked;
            return may;
        };
        feed.start();
        QCOMPARE(asked, 1);
        may = true;
        QTRY_VERIFY_WITH_TIMEOUT(feed.isLive(), 30000);
    }
};

SPILLWAY_TEST(HeadFeedTest)
#include "tst_headfeed.moc"
