// SPDX-License-Identifier: MIT
#include "runningengine.h"
#include "scriptednode.h"
#include "spillway/usage.h"
#include "testmain.h"

#include <QDateTime>

using namespace spillway;
using test::RunningEngine;
using test::ScriptedNode;

namespace {

/// Runs a command and waits for its answer.
template <typename Command>
QString outcomeOf(Command command)
{
    std::optional<std::string> error;
    command([&](std::string text) { error = std::move(text); });
    return QTest::qWaitFor([&] { return error.has_value(); }, 30'000)
               ? QString::fromStdString(*error)
               : QStringLiteral("no answer");
}

std::vector<NodeHistory> historyOf(RunningEngine &run)
{
    std::optional<History> got;
    run.engine.history(0, INT64_MAX / 2, [&](History all) { got = std::move(all); });
    static_cast<void>(QTest::qWaitFor([&] { return got.has_value(); }, 30'000));
    return got.value_or(History()).nodes;
}

std::uint64_t creditsOf(const NodeHistory &history)
{
    std::uint64_t sum = 0;
    for (const NodeMinute &minute : history.minutes)
        sum += minute.credits;
    return sum;
}

} // namespace

class CommandsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void refusedBeforeTheStart()
    {
        Engine engine;
        QCOMPARE(outcomeOf([&](auto done) { engine.setUsed("A", 1, done); }),
                 QStringLiteral("the engine is not running"));
        QCOMPARE(outcomeOf([&](auto done) { engine.forgive("A", done); }),
                 QStringLiteral("the engine is not running"));
        std::optional<std::size_t> nodes;
        engine.history(0, 1, [&](const History &all) { nodes = all.nodes.size(); });
        SOON_VERIFY(nodes.has_value());
        QCOMPARE(*nodes, std::size_t{0});
    }

    void usedCreditsShowAtOnce()
    {
        RunningEngine run(
            RunningEngine::node("A", "http://127.0.0.1:1/", "monthly_limit = 1000\n"));
        QVERIFY(run.isRunning());
        QCOMPARE(outcomeOf([&](auto done) { run.engine.setUsed("A", 950, done); }), QString());
        QCOMPARE(run.engine.snapshot()->node("A")->used, std::uint64_t{950});
        QCOMPARE(run.engine.snapshot()->node("A")->condition, NodeCondition::QuotaExhausted);
        QVERIFY(
            run.exchange("GET", "/metrics").body.contains("rpc_node_quota_used{node=\"A\"} 950\n"));
        QCOMPARE(outcomeOf([&](auto done) { run.engine.setUsed("A", 1, done); }), QString());
        QCOMPARE(run.engine.snapshot()->node("A")->condition, NodeCondition::Unknown);
        QVERIFY(!outcomeOf([&](auto done) { run.engine.setUsed("nobody", 1, done); }).isEmpty());
    }

    /// What a connection test asked counts on the node that runs under that address, at its prices, in all figures.
    void aConnectionTestIsBooked()
    {
        ScriptedNode good(ScriptedNode::result("1"));
        const QByteArray text = RunningEngine::node("A", good.url(), "monthly_limit = 1000\n");
        RunningEngine run(text);
        QVERIFY(run.isRunning());
        NodeConfig tested = run.parse(text)->nodes.front();
        const std::vector<std::string> asked{"eth_chainId", "eth_blockNumber", "eth_blockNumber"};
        run.engine.bookTest(tested, asked);
        SOON_VERIFY(run.engine.snapshot()->node("A")->used == 3);
        QCOMPARE(run.engine.snapshot()->node("A")->credits, std::uint64_t{3});
        QCOMPARE(creditsOf(historyOf(run)[0]), std::uint64_t{3});
        SOON_VERIFY(run.engine.snapshot()->node("A")->methodsToday.size() == 2);
        // Another address is no node of this proxy.
        tested.url = Secret("http://127.0.0.1:1/");
        run.engine.bookTest(tested, asked);
        QCOMPARE(outcomeOf([&](auto done) { run.engine.forgive("A", done); }), QString());
        QCOMPARE(run.engine.snapshot()->node("A")->used, std::uint64_t{3});
    }

    void historyHoldsTheRunningMinute()
    {
        ScriptedNode good(ScriptedNode::result("1"));
        RunningEngine run(RunningEngine::node("A", good.url())
                          + RunningEngine::node("B", good.url()));
        QVERIFY(run.isRunning());
        for (int i = 0; i < 4; ++i)
            QCOMPARE(run.call("eth_call").status, 200);
        std::vector<NodeHistory> all = historyOf(run);
        QCOMPARE(all.size(), std::size_t{2});
        QCOMPARE(all[0].node, std::string("A"));
        QCOMPARE(creditsOf(all[0]) + creditsOf(all[1]), std::uint64_t{4});
        // Asked again, nothing counts twice.
        all = historyOf(run);
        QCOMPARE(creditsOf(all[0]) + creditsOf(all[1]), std::uint64_t{4});
        QCOMPARE(run.call("eth_call").status, 200);
        all = historyOf(run);
        QCOMPARE(creditsOf(all[0]) + creditsOf(all[1]), std::uint64_t{5});
    }

    void historyTellsWhatThisRunCounted()
    {
        ScriptedNode good(ScriptedNode::result("1"));
        RunningEngine run(RunningEngine::node("A", good.url()));
        QVERIFY(run.isRunning());
        for (int i = 0; i < 3; ++i)
            QCOMPARE(run.call("eth_call").status, 200);
        const NodeHistory history = historyOf(run).at(0);
        QCOMPARE(history.ofThisRun.credits, creditsOf(history));
        QCOMPARE(history.ofThisRun.credits, run.freshSnapshot()->node("A")->credits);
        QCOMPARE(history.ofThisRun.requests, std::uint64_t{3});
        QVERIFY(history.ofThisRun.minute > 0);
    }

    /// Who reads the books beside the running engine sees what a kill at this moment would leave.
    void aKillTakesNoWholeMinute()
    {
        ScriptedNode good(ScriptedNode::result("1"));
        RunningEngine run(RunningEngine::node("A", good.url()));
        QVERIFY(run.isRunning());
        std::string error;
        std::optional<UsageBooks> books =
            UsageBooks::open(*run.parse(RunningEngine::node("A", good.url())), &error);
        QVERIFY2(books, error.c_str());
        const auto minute = [] { return QDateTime::currentSecsSinceEpoch() / 60; };
        for (std::uint64_t sent = 1; sent <= 3; ++sent) {
            QCOMPARE(run.call("eth_call").status, 200);
            const std::int64_t from = minute();
            SOON_VERIFY(creditsOf(books->history(0, INT64_MAX / 2).nodes[0]) == sent);
            QVERIFY2(minute() - from <= 1, "only the end of the minute wrote it");
        }
    }

    void renamedBooksGoAlong()
    {
        ScriptedNode good(ScriptedNode::result("1"));
        RunningEngine run(RunningEngine::node("Old", good.url()));
        QVERIFY(run.isRunning());
        for (int i = 0; i < 3; ++i)
            QCOMPARE(run.call("eth_call").status, 200);
        QCOMPARE(outcomeOf([&](auto done) { run.engine.renameUsage("Old", "New", done); }),
                 QString());
        // Between the renaming and the new config the node runs on, and its history too.
        QCOMPARE(run.call("eth_call").status, 200);
        QCOMPARE(creditsOf(historyOf(run)[0]), std::uint64_t{4});
        QVERIFY(run.apply(RunningEngine::node("New", good.url())));
        QCOMPARE(run.engine.snapshot()->node("New")->used, std::uint64_t{4});
        const std::vector<NodeHistory> all = historyOf(run);
        QCOMPARE(all.size(), std::size_t{1});
        QCOMPARE(creditsOf(all[0]), std::uint64_t{4});
        QCOMPARE(run.call("eth_call").status, 200);
        QCOMPARE(creditsOf(historyOf(run)[0]), std::uint64_t{5});
    }

    void aRenameCanBeTakenBack()
    {
        ScriptedNode good(ScriptedNode::result("1"));
        RunningEngine run(RunningEngine::node("A", good.url()));
        QVERIFY(run.isRunning());
        QCOMPARE(run.call("eth_call").status, 200);
        QCOMPARE(outcomeOf([&](auto done) { run.engine.renameUsage("A", "B", done); }), QString());
        QCOMPARE(outcomeOf([&](auto done) { run.engine.renameUsage("B", "A", done); }), QString());
        QCOMPARE(run.call("eth_call").status, 200);
        QCOMPARE(creditsOf(historyOf(run)[0]), std::uint64_t{2});
        QVERIFY(
            !outcomeOf([&](auto done) { run.engine.renameUsage("nobody", "X", done); }).isEmpty());
    }

    void aForgivenNodeServesAgain()
    {
        ScriptedNode node(ScriptedNode::status(401));
        RunningEngine run(RunningEngine::node("A", node.url()));
        QVERIFY(run.isRunning());
        QVERIFY(run.call("eth_call").status >= 500);
        QCOMPARE(run.freshSnapshot()->node("A")->condition, NodeCondition::Parked);
        node.setScript(ScriptedNode::result("1"));
        QCOMPARE(outcomeOf([&](auto done) { run.engine.forgive("A", done); }), QString());
        QCOMPARE(run.engine.snapshot()->node("A")->condition, NodeCondition::Unknown);
        QCOMPARE(run.call("eth_call").status, 200);
        QCOMPARE(outcomeOf([&](auto done) { run.engine.forgive("nobody", done); }),
                 QStringLiteral("there is no node named \"nobody\""));
    }

    /// Whatever opens a node from outside must be noticed by calls that wait for it; by the clock they would wait half an hour.
    void waitingCallsNoticeAnOpenedNode_data()
    {
        QTest::addColumn<bool>("byConfig");
        QTest::newRow("forgiven") << false;
        QTest::newRow("a new config brings a second node") << true;
    }

    void waitingCallsNoticeAnOpenedNode()
    {
        QFETCH(bool, byConfig);
        ScriptedNode node([](const QByteArray &) {
            return ScriptedNode::Reply{
                429, "{}", false, "Content-Type: application/json\r\nRetry-After: 1800\r\n"};
        });
        ScriptedNode second(ScriptedNode::result("2"));
        RunningEngine run(RunningEngine::node("A", node.url()), "request_timeout_ms = 7200000\n");
        QVERIFY(run.isRunning());
        std::optional<int> status;
        run.engine.call({}, "eth_call", "[]", [&](int got, const std::string &) { status = got; });
        SOON_VERIFY(run.freshSnapshot()->sleeping == 1);
        QCOMPARE(run.engine.snapshot()->node("A")->condition, NodeCondition::Cooling);
        node.setScript(ScriptedNode::result("1"));
        if (byConfig)
            QVERIFY(run.apply(RunningEngine::node("A", node.url())
                              + RunningEngine::node("B", second.url())));
        else
            QCOMPARE(outcomeOf([&](auto done) { run.engine.forgive("A", done); }), QString());
        SOON_VERIFY(status.has_value());
        QCOMPARE(*status, 200);
        QCOMPARE(second.requests(), byConfig ? 1 : 0);
        QCOMPARE(run.freshSnapshot()->sleeping, std::int64_t{0});
    }

    void aCallForOneNodeGoesNowhereElse()
    {
        ScriptedNode first(ScriptedNode::result("1"));
        ScriptedNode second(ScriptedNode::result("2"));
        ScriptedNode broken(ScriptedNode::status(500));
        RunningEngine run(RunningEngine::node("A", first.url(), "tier = 0\n")
                          + RunningEngine::node("B", second.url(), "tier = 3\n")
                          + RunningEngine::node("Broken", broken.url())
                          + RunningEngine::node("Off", first.url(), "enabled = false\n"));
        QVERIFY(run.isRunning());
        run.engine.setRecording(true);
        const auto ask = [&](const CallTarget &target) {
            std::optional<std::pair<int, QByteArray>> got;
            run.engine.call(target, "eth_call", "[]", [&](int status, const std::string &answer) {
                got = {status, QByteArray::fromStdString(answer)};
            });
            static_cast<void>(QTest::qWaitFor([&] { return got.has_value(); }, 30'000));
            return got.value_or(std::pair<int, QByteArray>());
        };
        QVERIFY(ask({{}, "B"}).second.contains("\"result\":2"));
        QVERIFY(ask({"default", "B"}).second.contains("\"result\":2"));
        QVERIFY(ask({{}, "A"}).second.contains("\"result\":1"));
        QCOMPARE(first.requests(), 1);
        // No spill-over, and the answer speaks of that node.
        const auto [status, answer] = ask({{}, "Broken"});
        QVERIFY(status >= 500);
        QVERIFY2(answer.contains("the node Broken failed"), answer.constData());
        QCOMPARE(ask({{}, "Off"}).first, 503);
        QCOMPARE(ask({{}, "nobody"}).first, 404);
        QCOMPARE(ask({"elsewhere", "A"}).first, 404);
        QCOMPARE(first.requests(), 1);
        QCOMPARE(second.requests(), 2);
        // Booked, blamed and recorded like any other call.
        const auto snapshot = run.freshSnapshot();
        QCOMPARE(snapshot->node("B")->used, std::uint64_t{2});
        QCOMPARE(snapshot->node("Broken")->failures, std::uint64_t{1});
        QCOMPARE(run.engine.traffic(0).records.size(), std::size_t{5});
    }

    /// It wants that node's word, not what another one said before.
    void aCallForOneNodeIsNotAnsweredFromTheCache()
    {
        ScriptedNode first(ScriptedNode::result("1"));
        ScriptedNode second(ScriptedNode::result("2"));
        const QByteArray chain = "chain = \"main\"\n";
        RunningEngine run(QByteArray("[chains.main]\nkind = \"evm\"\nheads = \"off\"\n")
                          + RunningEngine::node("A", first.url(), chain + "tier = 0\n")
                          + RunningEngine::node("B", second.url(), chain + "tier = 3\n"));
        QVERIFY(run.isRunning());
        const auto ask = [&](const CallTarget &target) {
            std::optional<QByteArray> got;
            run.engine.call(target, "eth_chainId", "[]", [&](int, const std::string &answer) {
                got = QByteArray::fromStdString(answer);
            });
            static_cast<void>(QTest::qWaitFor([&] { return got.has_value(); }, 30'000));
            return got.value_or(QByteArray());
        };
        for (int round = 0; round < 3; ++round) {
            QVERIFY(ask({}).contains("\"result\":1"));
            QVERIFY(ask({{}, "B"}).contains("\"result\":2"));
        }
        QCOMPARE(first.requests(), 1);
        QCOMPARE(second.requests(), 3);
        const auto snapshot = run.freshSnapshot();
        QCOMPARE(snapshot->cache.total.hits, std::uint64_t{2});
        QCOMPARE(snapshot->cache.total.misses, std::uint64_t{1});
        QCOMPARE(snapshot->cache.total.credits, std::uint64_t{2});
        QCOMPARE(snapshot->cache.methods.size(), std::size_t{1});
        QCOMPARE(snapshot->cache.methods.front().method, std::string("eth_chainId"));
    }

    void aCallForOneNodeKeepsItsLimits()
    {
        ScriptedNode node(ScriptedNode::result("1"));
        RunningEngine run(RunningEngine::node("A", node.url(), "monthly_limit = 100\n")
                          + RunningEngine::node("B", node.url()));
        QVERIFY(run.isRunning());
        QCOMPARE(outcomeOf([&](auto done) { run.engine.setUsed("A", 100, done); }), QString());
        std::optional<int> status;
        QByteArray text;
        run.engine.call({{}, "A"}, "eth_call", "[]", [&](int got, const std::string &answer) {
            status = got;
            text = QByteArray::fromStdString(answer);
        });
        SOON_VERIFY(status.has_value());
        QCOMPARE(*status, 503);
        QVERIFY2(text.contains("the node A may not serve this call: the credits"),
                 text.constData());
        QCOMPARE(node.requests(), 0);
    }

    void answersComeBeforeTheEnd()
    {
        RunningEngine run(RunningEngine::node("A", "http://127.0.0.1:1/"));
        QVERIFY(run.isRunning());
        bool stopped = false;
        int answers = 0;
        connect(&run.engine, &Engine::stopped, this, [&] { stopped = true; });
        for (int i = 0; i < 5; ++i)
            run.engine.setUsed("A", 10, [&](const std::string &) { answers += stopped ? 0 : 1; });
        run.engine.stop();
        SOON_VERIFY(stopped);
        QCOMPARE(answers, 5);
    }
};

SPILLWAY_TEST(CommandsTest)
#include "tst_commands.moc"
