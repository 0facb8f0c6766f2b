// SPDX-License-Identifier: MIT
#include "server/clients.h"
#include "server/gateway.h"
#include "testmain.h"

using namespace spillway;

class ClientsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void addressesHaveBucketsOfTheirOwn()
    {
        ClientBuckets buckets;
        const GcraRate rate = GcraRate::perSecond(1, 2);
        const SteadyNs now = 1000 * kNsPerSecond;
        SteadyNs wait = 0;
        QCOMPARE(buckets.take("10.0.0.1", rate, 1, now, &wait), 1);
        QCOMPARE(buckets.take("10.0.0.1", rate, 1, now, &wait), 1);
        QCOMPARE(buckets.take("10.0.0.1", rate, 1, now, &wait), 0);
        QCOMPARE(wait, kNsPerSecond);
        QCOMPARE(buckets.take("10.0.0.2", rate, 1, now, &wait), 1);
    }

    void aBatchIsLimitedOneByOne()
    {
        ClientBuckets buckets;
        const GcraRate rate = GcraRate::perSecond(1, 10);
        const SteadyNs now = 1000 * kNsPerSecond;
        SteadyNs wait = 0;
        QCOMPARE(buckets.take("a", rate, 8, now, &wait), 8);
        QCOMPARE(buckets.take("a", rate, 8, now, &wait), 2);
        QCOMPARE(buckets.take("a", rate, 1, now, &wait), 0);
        QCOMPARE(buckets.take("b", rate, 50, now, &wait), 10);
        QCOMPARE(buckets.take("b", rate, 50, now + 3 * kNsPerSecond, &wait), 3);
    }

    void idleAddressesAreForgottenAndTheNumberIsBounded()
    {
        ClientBuckets buckets;
        const GcraRate rate = GcraRate::perSecond(1, 1);
        SteadyNs now = 1000 * kNsPerSecond;
        SteadyNs wait = 0;
        for (int i = 0; i < 1000; ++i)
            static_cast<void>(buckets.take("10.1." + std::to_string(i), rate, 1, now, &wait));
        QCOMPARE(buckets.size(), std::size_t{1000});
        now += 601 * kNsPerSecond;
        for (int i = 0; i < 200; ++i)
            static_cast<void>(buckets.take("10.2." + std::to_string(i), rate, 1, now, &wait));
        QVERIFY(buckets.size() <= 200);
        for (int i = 0; i < 200000; ++i)
            static_cast<void>(buckets.take("10.3." + std::to_string(i), rate, 1, now, &wait));
        QVERIFY(buckets.size() <= 16 * 8192);
    }

    void connectionsAreCountedByAddress()
    {
        AddressCounts counts;
        QVERIFY(counts.tryAdd("10.0.0.1", 2));
        QVERIFY(counts.tryAdd("10.0.0.1", 2));
        QVERIFY(!counts.tryAdd("10.0.0.1", 2));
        QVERIFY(counts.tryAdd("10.0.0.2", 2));
        counts.remove("10.0.0.1");
        QVERIFY(counts.tryAdd("10.0.0.1", 2));
    }

    void forwardedFor_data()
    {
        QTest::addColumn<QByteArray>("peer");
        QTest::addColumn<QByteArray>("header");
        QTest::addColumn<QByteArray>("client");
        QTest::newRow("no header")
            << QByteArray("127.0.0.1") << QByteArray() << QByteArray("127.0.0.1");
        QTest::newRow("trusted peer")
            << QByteArray("127.0.0.1") << QByteArray("203.0.113.9") << QByteArray("203.0.113.9");
        QTest::newRow("untrusted peer lies")
            << QByteArray("198.51.100.1") << QByteArray("203.0.113.9")
            << QByteArray("198.51.100.1");
        QTest::newRow("the client's own part is not believed")
            << QByteArray("127.0.0.1") << QByteArray("1.1.1.1, 203.0.113.9")
            << QByteArray("203.0.113.9");
        QTest::newRow("through a chain of trusted proxies")
            << QByteArray("127.0.0.1") << QByteArray("203.0.113.9, 10.2.3.4")
            << QByteArray("203.0.113.9");
        QTest::newRow("with port") << QByteArray("127.0.0.1") << QByteArray("203.0.113.9:5511")
                                   << QByteArray("203.0.113.9");
        QTest::newRow("IPv6") << QByteArray("127.0.0.1") << QByteArray("[2001:db8::7]:80")
                              << QByteArray("2001:db8::7");
        QTest::newRow("garbage") << QByteArray("127.0.0.1") << QByteArray("unknown")
                                 << QByteArray("127.0.0.1");
    }

    void forwardedFor()
    {
        QFETCH(QByteArray, peer);
        QFETCH(QByteArray, header);
        QFETCH(QByteArray, client);
        const TrustedProxies proxies({"127.0.0.1", "10.0.0.0/8"});
        QCOMPARE(QByteArray::fromStdString(
                     proxies.clientAddress(peer.toStdString(), header.toStdString())),
                 client);
    }

    void hosts_data()
    {
        QTest::addColumn<QByteArray>("host");
        QTest::addColumn<bool>("allowed");
        for (const char *host : {"localhost",
                                 "LOCALHOST:8599",
                                 "127.0.0.1:1",
                                 "127.9.9.9",
                                 "[::1]:8599",
                                 "app.localhost",
                                 "mine.example:80",
                                 "localhost."})
            QTest::newRow(host) << QByteArray(host) << true;
        for (const char *host : {"evil.example",
                                 "127.0.0.1.evil.example",
                                 "localhost.evil.example:8599",
                                 "192.168.0.1",
                                 "[2001:db8::1]"})
            QTest::newRow(host) << QByteArray(host) << false;
    }

    void hosts()
    {
        QFETCH(QByteArray, host);
        QFETCH(bool, allowed);
        auto config = std::make_shared<Config>();
        config->security.allowedHosts = {"mine.example"};
        ServerView view;
        view.config = config;
        QCOMPARE(view.hostAllowed(host.toStdString()), allowed);
    }

    void tokensAreMatchedWhole()
    {
        ClientToken token;
        token.name = "app";
        token.token = Secret("0123456789abcdef");
        ServerView view;
        view.identities.push_back({&token, nullptr, {}});
        QVERIFY(view.identify("0123456789abcdef") != nullptr);
        QVERIFY(view.identify("0123456789abcde") == nullptr);
        QVERIFY(view.identify("0123456789abcdeg") == nullptr);
        QVERIFY(view.identify("") == nullptr);
    }
};

SPILLWAY_TEST(ClientsTest)
#include "tst_clients.moc"
