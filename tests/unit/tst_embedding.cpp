// SPDX-License-Identifier: MIT
#include "embedded.h"
#include "scriptednode.h"
#include "spillway/embedding.h"
#include "testmain.h"

#include <QRegularExpression>

#include <map>
#include <mutex>
#include <stdexcept>
#include <thread>

using namespace spillway;
using test::Embedded;
using test::ScriptedNode;
using test::TestSink;
using test::TestTransport;

class EmbeddingTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void poolsWithoutAFile()
    {
        const ConfigLoadResult peers = presetPool("eth", PoolOrder::Peers);
        QVERIFY(peers.config);
        QVERIFY(peers.config->nodes.size() > 1);
        QCOMPARE(peers.config->nodes.front().tier, peers.config->nodes.back().tier);
        QVERIFY(peers.config->file.empty());
        const ConfigLoadResult ranked = presetPool("ethereum", PoolOrder::Ranked);
        QVERIFY(ranked.config->nodes.front().tier < ranked.config->nodes.back().tier);

        qputenv("EMBED_KEY", "abc");
        const ConfigLoadResult urls = urlPool(
            {"https://one.example/$EMBED_KEY", "https://one.example/other"}, PoolOrder::Ranked);
        QVERIFY(urls.config);
        QCOMPARE(urls.config->nodes.front().url.reveal(), std::string("https://one.example/abc"));
        QVERIFY(urls.config->nodes.front().name != urls.config->nodes.back().name);
        QCOMPARE(urls.config->nodes.back().tier, 1);
    }

    void poolsThatCannotBe_data()
    {
        QTest::addColumn<QString>("said");
        const auto said = [](const ConfigLoadResult &pool) {
            QString text;
            for (const ConfigIssue &issue : pool.issues)
                text += QString::fromStdString(issue.toString());
            return pool.config ? QStringLiteral("it was made") : text;
        };
        QTest::addRow("preset; known are") << said(presetPool("etherium", PoolOrder::Peers));
        QTest::addRow("node") << said(urlPool({}, PoolOrder::Peers));
        QTest::addRow("url") << said(urlPool({"ftp://a"}, PoolOrder::Peers));
        QTest::addRow("EMBED_UNSET") << said(urlPool({"http://a/$EMBED_UNSET"}, PoolOrder::Peers));
        QTest::addRow("did you mean") << said(textPool("[servr]\nport = 1\n"));
    }

    void poolsThatCannotBe()
    {
        QFETCH(const QString, said);
        const QString part =
            QString::fromLatin1(QTest::currentDataTag()).section(QLatin1Char(';'), -1).trimmed();
        QVERIFY2(said.contains(part), qPrintable(said));
    }

    void callsGoThroughThePool()
    {
        ScriptedNode node(ScriptedNode::result("\"0x10\""));
        Embedded run(urlPool({node.url().toStdString()}, PoolOrder::Peers), {});
        const CallAnswer answer = run.ask("eth_blockNumber");
        QVERIFY2(answer.ok(), answer.answer.c_str());
        QCOMPARE(answer.status, 200);
        QVERIFY(answer.error.empty());
    }

    void ownTransport()
    {
        const auto transport = std::make_shared<TestTransport>();
        const auto sink = std::make_shared<TestSink>();
        transport->reply = [](const TransportRequest &request) {
            if (request.node == "limited")
                return TransportReply{429, "{}", "100", {}};
            if (request.node == "broken")
                return TransportReply{0, {}, {}, "the line is cut"};
            return TransportReply{
                200, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"0x2a\"}", {}, {}};
        };
        Embedded run(
            textPool("[[nodes]]\nname = \"limited\"\nurl = \"http://a.example/k1\"\n"
                     "headers = { x-team = \"red\" }\n"
                     "[[nodes]]\nname = \"broken\"\nurl = \"http://b.example/\"\ntier = 1\n"
                     "[[nodes]]\nname = \"good\"\nurl = \"https://c.example/\"\ntier = 2\n"),
            {.transport = transport, .metrics = sink});
        const CallAnswer answer = run.ask("eth_blockNumber");
        QCOMPARE(answer.result, std::string("\"0x2a\""));

        const std::vector<TransportRequest> requests = transport->requests();
        QCOMPARE(requests.size(), std::size_t{3});
        QCOMPARE(requests.front().url, std::string("http://a.example/k1"));
        QVERIFY(requests.front().body.find("eth_blockNumber") != std::string::npos);
        const auto &headers = requests.front().headers;
        QVERIFY(std::find(headers.begin(),
                          headers.end(),
                          std::pair<std::string, std::string>("x-team", "red"))
                != headers.end());

        QTRY_COMPARE(run.engine.snapshot()->nodes.front().condition, NodeCondition::Cooling);
        QCOMPARE(sink->lines(),
                 QStringList({QStringLiteral("try limited eth_blockNumber rate_limit 429 1"),
                              QStringLiteral("try broken eth_blockNumber transport_error 0 1"),
                              QStringLiteral("try good eth_blockNumber success 200 1"),
                              QStringLiteral("done good eth_blockNumber forwarded 3 3")}));
    }

    void transportThatAnswersTooLate()
    {
        const auto transport = std::make_shared<TestTransport>();
        std::mutex gate;
        gate.lock();
        transport->reply = [&](const TransportRequest &request) {
            if (request.node == "late")
                const std::scoped_lock wait(gate);
            return TransportReply{200, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":true}", {}, {}};
        };
        {
            Embedded run(
                textPool("[server]\nattempt_timeout_ms = 100\nconnect_timeout_ms = 100\n"
                         "[[nodes]]\nname = \"late\"\nurl = \"http://a.example/\"\n"
                         "[[nodes]]\nname = \"good\"\nurl = \"http://b.example/\"\ntier = 1\n"),
                {.transport = transport});
            QCOMPARE(run.ask("eth_chainId").result, std::string("true"));
            gate.unlock();
        }
        QCOMPARE(transport->requests().size(), std::size_t{2});
    }

    void aTransportThatLetsGoHasFailed()
    {
        struct Forgetful final : Transport
        {
            void send(TransportRequest request, Done done) override
            {
                if (request.node == "second")
                    done({200, R"({"jsonrpc":"2.0","id":1,"result":"0x2a"})", {}, {}});
            }
        };

        Embedded run(
            textPool("[[nodes]]\nname = \"first\"\nurl = \"http://a.example/\"\n"
                     "[[nodes]]\nname = \"second\"\nurl = \"http://b.example/\"\ntier = 1\n"),
            {.transport = std::make_shared<Forgetful>(), .metrics = nullptr});
        const CallAnswer got = run.ask("eth_blockNumber");
        QCOMPARE(got.error, std::string());
        QCOMPARE(got.result, std::string("\"0x2a\""));
        const auto snapshot = run.freshSnapshot();
        QVERIFY(snapshot->nodes.at(0).lastError.find("let go of the call") != std::string::npos);
    }

    void aSinkThatThrowsChangesNoCall()
    {
        const auto transport = std::make_shared<TestTransport>();
        transport->reply = [](const TransportRequest &) {
            return TransportReply{
                200, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"0x2a\"}", {}, {}};
        };
        const auto sink = std::make_shared<TestSink>();
        sink->throws = true;
        Embedded run(textPool("[[nodes]]\nname = \"one\"\nurl = \"http://a.example/\"\n"),
                     {.transport = transport, .metrics = sink});
        for (int calls = 1; calls <= 3; ++calls) {
            QCOMPARE(run.ask("eth_blockNumber").result, std::string("\"0x2a\""));
            QTRY_COMPARE(sink->lines().size(), 2 * calls);
        }
    }

    /// A transport has no kept-alive connections: whatever fails was one attempt, and nothing is sent behind the books.
    void eachSendIsOneAttempt()
    {
        const auto transport = std::make_shared<test::InstantTransport>();
        const auto sink = std::make_shared<TestSink>();
        Embedded run(
            textPool("[[nodes]]\nname = \"one\"\nurl = \"http://one.example\"\n"
                     "[[nodes]]\nname = \"two\"\nurl = \"http://two.example\"\ntier = 1\n"),
            {.transport = transport, .metrics = sink});
        constexpr int kCalls = 200;
        constexpr int kThreads = 4;
        int told = 0;
        std::vector<std::thread> threads;
        for (int thread = 0; thread < kThreads; ++thread) {
            threads.emplace_back([&] {
                for (int i = 0; i < kCalls; ++i)
                    run.engine.call({}, "m", "[]", [&](int, const std::string &) { ++told; });
            });
        }
        for (std::thread &thread : threads)
            thread.join();
        QTRY_COMPARE_WITH_TIMEOUT(told, kCalls * kThreads, 60'000);
        const auto snapshot = run.freshSnapshot();
        std::uint64_t credits = 0;
        for (const NodeSnapshot &node : snapshot->nodes)
            credits += node.credits;
        const QStringList lines = sink->lines();
        const auto tries = lines.filter(QRegularExpression(QStringLiteral("^try "))).size();
        QCOMPARE(tries, static_cast<qsizetype>(transport->sends()));
        QCOMPARE(credits, static_cast<std::uint64_t>(transport->sends()));
        QVERIFY(transport->sends() > kCalls * kThreads);
    }

    void aSecondReplyFindsNobody()
    {
        const auto transport = std::make_shared<test::InstantTransport>();
        transport->failEvery = 0;
        transport->twice = true;
        Embedded run(textPool("[[nodes]]\nname = \"one\"\nurl = \"http://one.example\"\n"),
                     {.transport = transport});
        for (int i = 0; i < 20; ++i)
            QCOMPARE(run.ask("m").result, std::string("\"0x1\""));
    }

    void aTransportThatThrowsHasFailed()
    {
        class Throwing final : public Transport
        {
        public:
            void send(TransportRequest request, Done) override
            {
                if (request.node == "a")
                    throw std::runtime_error("no line to a");
                throw 7; // NOLINT(hicpp-exception-baseclass)
            }
        };

        Embedded run(textPool("[[nodes]]\nname = \"a\"\nurl = \"http://a.example\"\n"
                              "[[nodes]]\nname = \"b\"\nurl = \"http://b.example\"\ntier = 1\n"),
                     {.transport = std::make_shared<Throwing>()});
        const CallAnswer answer = run.ask("m");
        QCOMPARE(answer.status, 502);
        const auto snapshot = run.freshSnapshot();
        QVERIFY(snapshot->nodes.front().lastError.find("no line to a") != std::string::npos);
        QVERIFY(snapshot->nodes.back().lastError.find("threw") != std::string::npos);
    }

    void aTransportMayNotAnswerWithoutEnd()
    {
        class Endless final : public Transport
        {
        public:
            void send(TransportRequest, Done done) override
            {
                const std::string head = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"";
                done({200, head + std::string(64U << 20U, 'x') + "\"}", {}, {}});
            }
        };

        Embedded run(textPool("[[nodes]]\nname = \"a\"\nurl = \"http://a.example\"\n"),
                     {.transport = std::make_shared<Endless>()});
        QCOMPARE(run.ask("m").status, 502);
        QVERIFY(run.freshSnapshot()->nodes.front().lastError.find("64 MiB") != std::string::npos);
    }

    /// Books lie under names: they stay with their URL whatever the order is.
    void namesOfUrlPoolsAreTheUrls()
    {
        const std::vector<std::string> urls{"https://one.example/v2/secretkey1",
                                            "https://one.example:443/v2/secretkey2",
                                            "https://one.example:8443/",
                                            "http://127.0.0.1:8545/",
                                            "http://user:word@127.0.0.1:8546/",
                                            "http://[::1]:8545/x",
                                            "http://[::1]/x"};
        const auto namesOf = [](const std::vector<std::string> &list) {
            std::map<std::string, std::string> names;
            const ConfigLoadResult pool = urlPool(list, PoolOrder::Peers);
            for (std::size_t i = 0; pool.config && i < list.size(); ++i)
                names.emplace(list[i], pool.config->nodes[i].name);
            return names;
        };
        const auto names = namesOf(urls);
        QCOMPARE(names.size(), urls.size());
        QCOMPARE(names.at(urls[2]), std::string("one.example:8443"));
        QCOMPARE(names.at(urls[3]), std::string("127.0.0.1:8545"));
        QCOMPARE(names.at(urls[4]), std::string("127.0.0.1:8546"));
        QCOMPARE(names.at(urls[5]), std::string("[::1]:8545"));
        QCOMPARE(names.at(urls[6]), std::string("[::1]"));
        for (std::size_t i = 0; i < 2; ++i) {
            QVERIFY(names.at(urls[i]).starts_with("one.example-"));
            QVERIFY(names.at(urls[i]).find("secretkey") == std::string::npos);
        }
        QVERIFY(names.at(urls[0]) != names.at(urls[1]));
        QVERIFY(namesOf({urls.rbegin(), urls.rend()}) == names);
    }

    void rankedPoolsHaveAsManyUrlsAsTiers()
    {
        std::vector<std::string> urls;
        for (int i = 0; i < 256; ++i)
            urls.push_back("http://127.0.0.1:" + std::to_string(10'000 + i));
        QVERIFY(urlPool(urls, PoolOrder::Ranked).config);
        urls.emplace_back("http://127.0.0.1:1/");
        QVERIFY(urlPool(urls, PoolOrder::Peers).config);
        const ConfigLoadResult pool = urlPool(urls, PoolOrder::Ranked);
        QVERIFY(!pool.config);
        QCOMPARE(pool.issues.size(), std::size_t{1});
        const std::string said = pool.issues.front().toString();
        QVERIFY2(said.find("256 URLs") != std::string::npos, said.c_str());
    }
};

SPILLWAY_TEST(EmbeddingTest)
#include "tst_embedding.moc"
