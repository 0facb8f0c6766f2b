// SPDX-License-Identifier: MIT
// A Redis that dies, hangs, refuses, or is something else.
#include "cache/redisbackend.h"
#include "cachefixture.h"
#include "redisserver.h"
#include "testmain.h"
#include "threadrun.h"

#include <QElapsedTimer>
#include <QTcpServer>
#include <QTcpSocket>

#include <atomic>

using namespace spillway;
using namespace spillway::cache;
using namespace std::chrono_literals;
using test::cacheEntry;
using test::lookUp;
using test::openRedis;
using test::realClock;

namespace {

bool inReach(const std::unique_ptr<RedisBackend> &backend)
{
    return backend->figures().inReach;
}

bool keeps(Backend &backend, const std::string &key)
{
    backend.store(key, cacheEntry(realClock(), "1"));
    return lookUp(backend, key) != nullptr;
}

} // namespace

class CacheRedisTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void prefixAndExpiryInTheServer()
    {
        test::RedisServer server;
        const auto backend = openRedis(server.url(), 10s, "other:");
        SOON_VERIFY(inReach(backend));
        backend->store("main:key", cacheEntry(realClock(), "1", 1h));
        QVERIFY(lookUp(*backend, "main:key") != nullptr);
        QCOMPARE(server.ask("DBSIZE"), QByteArray(":1\r\n"));
        const QByteArray left = server.ask("PTTL other:main:key").mid(1).trimmed();
        QVERIFY2(left.toLongLong() > 3500000 && left.toLongLong() <= 3600000, left.constData());
        backend->store("main:key", cacheEntry(realClock(), "1"));
        QVERIFY(lookUp(*backend, "main:key") != nullptr);
        QCOMPARE(server.ask("PTTL other:main:key"), QByteArray(":-1\r\n"));
        // Other programs may remove what they know to be wrong, or leave junk.
        QCOMPARE(server.ask("DEL other:main:key"), QByteArray(":1\r\n"));
        QVERIFY(lookUp(*backend, "main:key") == nullptr);
        QCOMPARE(server.ask("SET other:main:key junk"), QByteArray("+OK\r\n"));
        QVERIFY(lookUp(*backend, "main:key") == nullptr);
        QCOMPARE(server.ask("DEL other:main:key"), QByteArray(":1\r\n"));
        QCOMPARE(server.ask("LPUSH other:main:key junk"), QByteArray(":1\r\n"));
        QVERIFY(lookUp(*backend, "main:key") == nullptr);
        QVERIFY(keeps(*backend, "main:key"));
    }

    void databaseAndPassword()
    {
        test::RedisServer server(QStringLiteral("p@ss word"));
        const auto backend = openRedis(server.url(":p%40ss%20word@") + "/3", 10s);
        SOON_VERIFY(inReach(backend));
        QVERIFY(keeps(*backend, "k"));
        const auto other = openRedis(server.url(":p%40ss%20word@") + "/4", 10s);
        SOON_VERIFY(inReach(other));
        QVERIFY(lookUp(*other, "k") == nullptr);
        const auto user = openRedis(server.url("default:p%40ss%20word@") + "/3", 10s);
        SOON_VERIFY(inReach(user));
        QVERIFY(lookUp(*user, "k") != nullptr);
    }

    void localSocket()
    {
        test::RedisServer server(QStringLiteral("p@ss word"));
        const std::string url = server.socketUrl(":p%40ss%20word@");
        const auto backend = openRedis(url + "?db=3", 10s);
        SOON_VERIFY(inReach(backend));
        QVERIFY(keeps(*backend, "k"));
        const auto other = openRedis(url, 10s);
        SOON_VERIFY(inReach(other));
        QVERIFY(lookUp(*other, "k") == nullptr);
        const auto overTcp = openRedis(server.url("default:p%40ss%20word@") + "/3", 10s);
        SOON_VERIFY(inReach(overTcp));
        QVERIFY(lookUp(*overTcp, "k") != nullptr);
        server.kill();
        SOON_VERIFY(!inReach(backend));
        server.start();
        SOON_VERIFY(inReach(backend));
        const auto nowhere = openRedis("unix:///nowhere/redis.sock");
        SOON_VERIFY(nowhere->figures().failures >= 3);
        QVERIFY(!inReach(nowhere));
    }

    void encrypted()
    {
        test::Certificates certificates;
        certificates.add(QStringLiteral("good"), QStringLiteral("IP:127.0.0.1"));
        certificates.add(QStringLiteral("other"), QStringLiteral("DNS:other.example"));
        test::RedisServer server(QStringLiteral("secret"), &certificates, QStringLiteral("good"));
        {
            // Nobody has said that the authority is to be trusted.
            const auto backend = openRedis(server.url(":secret@"), 10s);
            SOON_VERIFY(backend->figures().failures >= 3);
            QVERIFY(!inReach(backend));
        }
        const test::TrustedAuthority trusted(certificates);
        const auto backend = openRedis(server.url(":secret@") + "/2", 10s);
        SOON_VERIFY(inReach(backend));
        QVERIFY(keeps(*backend, "k"));
        test::RedisServer impostor(
            QStringLiteral("secret"), &certificates, QStringLiteral("other"));
        const auto wrong = openRedis(impostor.url(":secret@"), 10s);
        SOON_VERIFY(wrong->figures().failures >= 3);
        QVERIFY(!inReach(wrong));
        // One that does not speak TLS at all.
        test::RedisServer plain;
        const auto unencrypted = openRedis("rediss" + plain.url().substr(5), 100ms);
        SOON_VERIFY(unencrypted->figures().failures >= 3);
        QVERIFY(!inReach(unencrypted));
    }

    void refused_data()
    {
        QTest::addColumn<QByteArray>("user");
        QTest::addColumn<QByteArray>("database");
        QTest::newRow("wrong password") << QByteArray(":wrong@") << QByteArray();
        QTest::newRow("no password") << QByteArray() << QByteArray();
        QTest::newRow("no such database") << QByteArray(":secret@") << QByteArray("/99");
    }

    void refused()
    {
        QFETCH(QByteArray, user);
        QFETCH(QByteArray, database);
        test::RedisServer server(QStringLiteral("secret"));
        const auto backend = openRedis(server.url(user.toStdString()) + database.toStdString());
        SOON_VERIFY(backend->figures().failures >= 3);
        QVERIFY(!inReach(backend));
        QVERIFY(!backend->fetch("k", [](const EntryPtr &) {}));
    }

    void nobodyThere()
    {
        const auto backend = openRedis("redis://127.0.0.1:1");
        QVERIFY(!backend->fetch("k", [](const EntryPtr &) {}));
        backend->store("k", cacheEntry(realClock(), "1"));
        SOON_VERIFY(backend->figures().failures >= 3);
        QVERIFY(!inReach(backend));
    }

    void killedAndBack()
    {
        test::RedisServer server;
        const auto backend = openRedis(server.url(), 10s);
        SOON_VERIFY(inReach(backend));
        QVERIFY(keeps(*backend, "k"));
        server.kill();
        SOON_VERIFY(!inReach(backend));
        QVERIFY(!backend->fetch("k", [](const EntryPtr &) {}));
        server.start();
        SOON_VERIFY(inReach(backend));
        QVERIFY(lookUp(*backend, "k") == nullptr); // it is a new, empty one
        QVERIFY(keeps(*backend, "k"));
    }

    /// Stopped, it takes connections and says nothing. The first questions are misses after the time-out, all others at once.
    void hangingAndBack()
    {
        test::RedisServer server;
        const auto backend = openRedis(server.url(), 300ms);
        SOON_VERIFY(inReach(backend));
        SOON_VERIFY(keeps(*backend, "k"));
        server.stop();
        std::atomic<int> misses = 0;
        std::atomic<int> hits = 0;
        int taken = 0;
        for (int i = 0; i < 100; ++i) {
            if (backend->fetch("k", [&](const EntryPtr &e) { ++(e ? hits : misses); }))
                ++taken;
            backend->store("k" + std::to_string(i), cacheEntry(realClock(), "1"));
        }
        QVERIFY(taken > 0);
        SOON_COMPARE(misses.load(), taken);
        QCOMPARE(hits.load(), 0);
        QVERIFY(!inReach(backend));
        // It connects again and again, and is not taken for good before it speaks.
        SOON_VERIFY(backend->figures().failures >= 4);
        QVERIFY(!inReach(backend));
        QVERIFY(!backend->fetch("k", [](const EntryPtr &) {}));
        server.proceed();
        SOON_VERIFY(inReach(backend));
        SOON_VERIFY(lookUp(*backend, "k") != nullptr);
    }

    void notRedisAtAll_data()
    {
        QTest::addColumn<QByteArray>("answer");
        QTest::newRow("HTTP") << QByteArray("HTTP/1.1 400 Bad Request\r\n\r\n");
        QTest::newRow("closes") << QByteArray();
        QTest::newRow("too much") << QByteArray("+PONG\r\n+PONG\r\n+PONG\r\n");
        QTest::newRow("half") << QByteArray("+PO");
    }

    void notRedisAtAll()
    {
        QFETCH(QByteArray, answer);
        QTcpServer server;
        QVERIFY(server.listen(QHostAddress::LocalHost));
        connect(&server, &QTcpServer::newConnection, &server, [&] {
            QTcpSocket *const socket = server.nextPendingConnection();
            connect(socket, &QIODevice::readyRead, socket, [socket, answer] {
                socket->readAll();
                socket->write(answer);
                if (answer.isEmpty())
                    socket->close();
            });
        });
        const auto backend =
            openRedis("redis://127.0.0.1:" + std::to_string(server.serverPort()), 50ms);
        SOON_VERIFY(backend->figures().failures >= 3);
        QVERIFY(lookUp(*backend, "k") == nullptr);
    }

    /// Full, or read only: the connection is good, reading goes on.
    void refusesToStore()
    {
        test::RedisServer server;
        const auto backend = openRedis(server.url(), 10s);
        SOON_VERIFY(inReach(backend));
        QVERIFY(keeps(*backend, "before"));
        QCOMPARE(server.ask("CONFIG SET maxmemory 1"), QByteArray("+OK\r\n"));
        QVERIFY(!keeps(*backend, "after"));
        QVERIFY(backend->figures().failures >= 1);
        QVERIFY(inReach(backend));
        QVERIFY(lookUp(*backend, "before") != nullptr);
    }
};

SPILLWAY_TEST(CacheRedisTest)
#include "tst_cacheredis.moc"
