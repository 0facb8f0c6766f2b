// SPDX-License-Identifier: MIT
#include "runningengine.h"
#include "scriptednode.h"
#include "testmain.h"

#include <QJsonArray>

using namespace spillway;
using test::RunningEngine;
using test::ScriptedNode;

namespace {

QJsonObject statusOf(const RunningEngine &engine, const char *name)
{
    const QJsonArray nodes =
        engine.exchange("GET", "/status").json()[QStringLiteral("nodes")].toArray();
    for (const QJsonValue &node : nodes) {
        if (node[QStringLiteral("name")].toString() == QLatin1String(name))
            return node.toObject();
    }
    return {};
}

QString reasonOf(const RunningEngine &engine, const char *name)
{
    return statusOf(engine, name)[QStringLiteral("state_reason")].toString();
}

} // namespace

class SnapshotTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void nothingBeforeTheStart()
    {
        const Engine engine;
        QVERIFY(!engine.snapshot());
    }

    void showsTheConfigFromTheStart()
    {
        RunningEngine run("[chains.main]\nkind = \"evm\"\nchain_id = 7\nheads = \"off\"\n"
                          + RunningEngine::node("A",
                                                "http://127.0.0.1:1/aaaaaaaaaaaa1",
                                                "tier = 2\nrps_limit = 5\nmonthly_limit = 1000\n"
                                                "max_concurrent = 3\n")
                          + RunningEngine::node("B", "http://127.0.0.1:1/", "enabled = false\n"));
        QVERIFY(run.isRunning());
        const auto snapshot = run.engine.snapshot();
        QVERIFY(snapshot);
        QCOMPARE(QString::fromStdString(snapshot->address), run.address);
        QCOMPARE(snapshot->workers, 2);
        QCOMPARE(snapshot->chains.size(), std::size_t{1});
        QCOMPARE(snapshot->chains[0].chainId, std::uint64_t{7});
        QCOMPARE(snapshot->chains[0].kind, ChainKind::Evm);
        QCOMPARE(snapshot->chains[0].nodes, std::size_t{2});
        QCOMPARE(snapshot->nodes.size(), std::size_t{2});
        const NodeSnapshot &a = snapshot->nodes[0];
        QCOMPARE(a.name, std::string("A"));
        QCOMPARE(a.chain, std::string("main"));
        QCOMPARE(a.tier, 2);
        QCOMPARE(a.endpoint, std::string("http://127.0.0.1:1/***"));
        QCOMPARE(a.condition, NodeCondition::Unknown);
        QCOMPARE(a.reason, std::string("not asked yet"));
        QCOMPARE(a.maxConcurrent, 3);
        QCOMPARE(a.tokens, 5.0);
        QCOMPARE(a.limit, std::optional<std::uint64_t>(1000));
        QCOMPARE(a.threshold, std::optional<std::uint64_t>(950));
        QVERIFY(a.forecastAtReset.has_value());
        QVERIFY(!a.latencyMs);
        QCOMPARE(snapshot->node("B")->condition, NodeCondition::Disabled);
        QVERIFY(!snapshot->node("C"));
    }

    void anEmptyConfigHasSomethingToShow()
    {
        RunningEngine run("");
        QVERIFY(run.isRunning());
        QVERIFY(run.engine.snapshot());
        QVERIFY(run.engine.snapshot()->nodes.empty());
        QCOMPARE(run.call("eth_call").status, 503);
        QCOMPARE(run.exchange("GET", "/healthz").status, 503);
        int status = 0;
        run.engine.call({}, "eth_call", "[]", [&](int got, const std::string &) { status = got; });
        SOON_COMPARE(status, 503);
    }

    void agreesWithStatus()
    {
        ScriptedNode good(ScriptedNode::result("\"0x1\""));
        RunningEngine run(RunningEngine::node("A", good.url(), "monthly_limit = 1000\n"));
        QVERIFY(run.isRunning());
        for (int i = 0; i < 3; ++i)
            QCOMPARE(run.call("eth_call").status, 200);
        const auto snapshot = run.freshSnapshot();
        const NodeSnapshot &node = *snapshot->node("A");
        const QJsonObject status = statusOf(run, "A");
        QCOMPARE(node.condition, NodeCondition::Up);
        QCOMPARE(status[QStringLiteral("state")].toString(), QStringLiteral("up"));
        QCOMPARE(node.used, std::uint64_t{3});
        QCOMPARE(status[QStringLiteral("quota")][QStringLiteral("used")].toInt(), 3);
        QCOMPARE(node.served, std::uint64_t{3});
        QCOMPARE(node.attempts[0], std::uint64_t{3});
        QCOMPARE(node.credits, std::uint64_t{3});
        QCOMPARE(status[QStringLiteral("attempts")].toInt(), 3);
        QCOMPARE(node.methods.size(), std::size_t{1});
        QCOMPARE(node.methods.front().method, std::string("eth_call"));
        QCOMPARE(node.methods.front().calls, std::uint64_t{3});
        QCOMPARE(node.methods.front().credits, std::uint64_t{3});
        QCOMPARE(
            status[QStringLiteral("methods")][QStringLiteral("eth_call")][QStringLiteral("calls")]
                .toInt(),
            3);
        QVERIFY(node.latencyMs.has_value());
        QVERIFY(node.lastError.empty());
        QVERIFY(status[QStringLiteral("last_error")].isNull());
        QCOMPARE(snapshot->requests[static_cast<std::size_t>(RequestOutcome::Forwarded)],
                 std::uint64_t{3});
        std::uint64_t observed = 0;
        for (const std::uint64_t count : snapshot->latency)
            observed += count;
        QCOMPARE(observed, std::uint64_t{3});
    }

    void followsAReload()
    {
        RunningEngine run(RunningEngine::node("A", "http://127.0.0.1:1/"));
        QVERIFY(run.isRunning());
        QVERIFY(run.apply(RunningEngine::node("A", "http://127.0.0.1:1/")
                          + RunningEngine::node("B", "http://127.0.0.1:1/")));
        QVERIFY(run.engine.snapshot()->node("B"));
    }

    void countsClientsByToken()
    {
        ScriptedNode good(ScriptedNode::result("1"));
        RunningEngine run(
            RunningEngine::node("A", good.url()),
            "[server.auth]\ntokens = [{ name = \"app\", token = \"abcdefgh12345678\" }]\n");
        QVERIFY(run.isRunning());
        QCOMPARE(run.call("eth_call", "[]", "Authorization: Bearer abcdefgh12345678\r\n").status,
                 200);
        const auto snapshot = run.freshSnapshot();
        QCOMPARE(snapshot->clients.size(), std::size_t{1});
        QCOMPARE(snapshot->clients[0].name, std::string("app"));
        QCOMPARE(snapshot->clients[0].requests, std::uint64_t{1});
        QCOMPARE(snapshot->clients[0].credits, std::uint64_t{1});
    }

    void reasonsAreTheProvidersWords_data()
    {
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<QString>("reason");
        const QByteArray spent =
            R"({"jsonrpc":"2.0","id":1,"error":{"code":-32005,"message":"Monthly capacity limit exceeded."}})";
        QTest::newRow("message") << 429 << spent
                                 << QStringLiteral("Monthly capacity limit exceeded.");
        QTest::newRow("status alone") << 503 << QByteArray() << QStringLiteral("HTTP 503");
        QTest::newRow("a page") << 502 << QByteArray("<html>Bad gateway</html>")
                                << QStringLiteral("HTTP 502");
        QTest::newRow("plain text") << 503 << QByteArray("upstream connect error\nmore")
                                    << QStringLiteral("HTTP 503: upstream connect error");
        QTest::newRow("junk") << 200 << QByteArray("<html></html>")
                              << QStringLiteral("HTTP 200 with a body that is not JSON");
        QTest::newRow("nothing") << 200 << QByteArray()
                                 << QStringLiteral("HTTP 200 with an empty body");
        QTest::newRow("a key echoed") << 503 << QByteArray("no route to /s3cr3t-key-0123456789")
                                      << QStringLiteral("HTTP 503: no route to /***");
    }

    void reasonsAreTheProvidersWords()
    {
        QFETCH(int, status);
        QFETCH(QByteArray, body);
        QFETCH(QString, reason);
        ScriptedNode bad(ScriptedNode::status(status, body));
        RunningEngine run(RunningEngine::node("A", bad.url() + "$KEY"));
        QVERIFY(run.isRunning());
        const auto answer = run.call("eth_call");
        QCOMPARE(reasonOf(run, "A"), reason);
        const auto snapshot = run.freshSnapshot();
        QCOMPARE(QString::fromStdString(snapshot->node("A")->reason), reason);
        QCOMPARE(QString::fromStdString(snapshot->node("A")->lastError), reason);
        QVERIFY(!snapshot->node("A")->lastErrorOutcome.empty());
        QVERIFY(snapshot->node("A")->lastErrorWallMs > 0);
        QVERIFY(snapshot->node("A")->closedForMs > 0);
        if (answer.status == 502)
            QCOMPARE(answer.errorMessage(),
                     QStringLiteral("every node failed to answer this call; the last one, A: ")
                         + reason);
    }

    void aRefusedConnectionIsNamed()
    {
        RunningEngine run(RunningEngine::node("A", "http://127.0.0.1:1/"));
        QVERIFY(run.isRunning());
        QCOMPARE(run.call("eth_call").errorMessage(),
                 QStringLiteral(
                     "every node failed to answer this call; the last one, A: connection refused"));
        QCOMPARE(reasonOf(run, "A"), QStringLiteral("connection refused"));
    }

    void aTimeoutNamesItsTime()
    {
        ScriptedNode silent([](const QByteArray &) { return ScriptedNode::Reply{200, {}, true}; });
        RunningEngine run(RunningEngine::node("A", silent.url()), "attempt_timeout_ms = 300\n");
        QVERIFY(run.isRunning());
        QCOMPARE(run.call("eth_call").status, 502);
        QCOMPARE(reasonOf(run, "A"), QStringLiteral("timed out after 300 ms"));
    }

    void aNodeThatOnlyErredSaysSo()
    {
        ScriptedNode picky(
            ScriptedNode::error(R"({"code":-32602,"message":"invalid argument 0"})"));
        RunningEngine run(RunningEngine::node("A", picky.url()));
        QVERIFY(run.isRunning());
        QCOMPARE(run.call("eth_call").status, 200);
        QCOMPARE(statusOf(run, "A")[QStringLiteral("state")].toString(), QStringLiteral("unknown"));
        QCOMPARE(reasonOf(run, "A"),
                 QStringLiteral("asked 1 time, but it has served nothing yet; the last error: "
                                "invalid argument 0"));
    }
};

SPILLWAY_TEST(SnapshotTest)
#include "tst_snapshot.moc"
