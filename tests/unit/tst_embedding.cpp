// SPDX-License-Identifier: MIT
#include "runningengine.h"
#include "scriptednode.h"
#include "spillway/embedding.h"
#include "testmain.h"

#include <QTimer>

#include <mutex>
#include <thread>

using namespace spillway;
using test::RunningEngine;
using test::ScriptedNode;

namespace {

/// Answers from a thread of its own, as scripted by node.
class TestTransport final : public Transport
{
public:
    std::function<TransportReply(const TransportRequest &)> reply;

    ~TestTransport() override
    {
        for (std::thread &thread : m_threads)
            thread.join();
    }

    void send(TransportRequest request, Done done) override
    {
        const std::scoped_lock lock(m_mutex);
        m_requests.push_back(request);
        m_threads.emplace_back(
            [this, request = std::move(request), done = std::move(done)] { done(reply(request)); });
    }

    std::vector<TransportRequest> requests()
    {
        const std::scoped_lock lock(m_mutex);
        return m_requests;
    }

private:
    std::mutex m_mutex;
    std::vector<TransportRequest> m_requests;
    std::vector<std::thread> m_threads;
};

class TestSink final : public MetricsSink
{
public:
    void attempted(const AttemptEvent &event) override
    {
        note("try " + std::string(event.node) + " " + std::string(event.method) + " "
             + std::string(event.outcome) + " " + std::to_string(event.httpStatus) + " "
             + std::to_string(event.credits));
    }

    void finished(const RequestEvent &event) override
    {
        note("done " + std::string(event.node) + " " + std::string(event.method) + " "
             + std::string(kRequestOutcomeNames.at(static_cast<std::size_t>(event.outcome))) + " "
             + std::to_string(event.attempts) + " " + std::to_string(event.credits));
    }

    QStringList lines()
    {
        const std::scoped_lock lock(m_mutex);
        return m_lines;
    }

private:
    void note(const std::string &line)
    {
        const std::scoped_lock lock(m_mutex);
        m_lines << QString::fromStdString(line);
    }

    std::mutex m_mutex;
    QStringList m_lines;
};

/// An engine on a pool without a listener.
struct Embedded
{
    Embedded(const ConfigLoadResult &pool, EngineOptions options)
    {
        options.listen = false;
        auto config = std::make_shared<Config>(*pool.config);
        config->server.stateDir = dir.path().toStdString();
        QObject::connect(&engine, &Engine::started, &engine, [this] { running = true; });
        engine.start(config, options);
        static_cast<void>(QTest::qWaitFor([this] { return running; }, 30'000));
    }

    CallAnswer ask(const std::string &method)
    {
        const QFuture<CallAnswer> future = engine.call(method);
        static_cast<void>(QTest::qWaitFor([&] { return future.isFinished(); }, 30'000));
        return future.isFinished() ? future.result() : CallAnswer{};
    }

    QTemporaryDir dir;
    bool running = false;
    Engine engine;
};

} // namespace

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
};

SPILLWAY_TEST(EmbeddingTest)
#include "tst_embedding.moc"
