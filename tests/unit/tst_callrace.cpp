// SPDX-License-Identifier: MIT
// Kept-alive connections that a node closes under a request: what was sent is in the books, and who is to blame.
#include "embedded.h"
#include "scriptednode.h"
#include "testmain.h"

#include <QDeadlineTimer>

#include <numeric>

using namespace spillway;
using test::Embedded;
using test::ScriptedNode;
using test::TestSink;

namespace {

/// Serves, and closes under every second request.
ScriptedNode::Script servedThenClosed()
{
    return [closes = true](const QByteArray &request) mutable {
        closes = !closes;
        return closes ? ScriptedNode::Reply{.close = true} : ScriptedNode::result("1")(request);
    };
}

ConfigLoadResult pool(const ScriptedNode &node, const char *more = "")
{
    return textPool("[[nodes]]\nname = \"a\"\nurl = \"" + node.url().toStdString() + "\"\n" + more);
}

std::uint64_t attemptsOf(const NodeSnapshot &node)
{
    return std::accumulate(node.attempts.begin(), node.attempts.end(), std::uint64_t{0});
}

} // namespace

class CallRaceTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    /// That is no chance: the node has failed, and what it was sent is paid. The calls themselves are saved by a new connection.
    void aNodeThatClosesAgainAndAgainHasFailed()
    {
        ScriptedNode node(servedThenClosed());
        const auto sink = std::make_shared<TestSink>();
        Embedded run(pool(node), {.metrics = sink});
        // One such close, and what comes with it within a quarter of a second, is excused.
        std::shared_ptr<const Snapshot> snapshot;
        const QDeadlineTimer patience(std::chrono::seconds(30));
        do {
            QVERIFY(run.ask("eth_getBalance").ok());
            snapshot = run.freshSnapshot();
        } while (snapshot->nodes.front().failures == 0 && !patience.hasExpired());
        const NodeSnapshot &a = snapshot->nodes.front();
        const auto requests = static_cast<std::uint64_t>(node.requests());
        QVERIFY(requests > a.served);
        QCOMPARE(attemptsOf(a), requests);
        QCOMPARE(a.credits, requests);
        QCOMPARE(static_cast<std::uint64_t>(
                     sink->lines().filter(QStringLiteral("try a eth_getBalance")).size()),
                 requests);
        QVERIFY(a.failures > 0);
    }

    /// The close and the request may have met: asked again, on a new connection, and both are paid. Without credits for the second one
    /// (95 % of 3 are 2) there is none.
    void oneCloseIsPaidButNotBlamed()
    {
        ScriptedNode rich(servedThenClosed());
        ScriptedNode poor(servedThenClosed());
        const auto sink = std::make_shared<TestSink>();
        Embedded runs(pool(rich), {.metrics = sink});
        Embedded limited(pool(poor, "monthly_limit = 3\n"), {});
        QVERIFY(runs.ask("eth_getBalance").ok());
        QVERIFY(limited.ask("eth_getBalance").ok());
        QVERIFY(runs.ask("eth_getBalance").ok());
        QCOMPARE(sink->lines(),
                 QStringList({QStringLiteral("try a eth_getBalance success 200 1"),
                              QStringLiteral("done a eth_getBalance forwarded 1 1"),
                              QStringLiteral("try a eth_getBalance transport_error 0 1"),
                              QStringLiteral("try a eth_getBalance success 200 1"),
                              QStringLiteral("done a eth_getBalance forwarded 2 2")}));
        QCOMPARE(rich.requests(), 3);
        const auto snapshot = runs.freshSnapshot();
        QCOMPARE(attemptsOf(snapshot->nodes.front()), std::uint64_t{3});
        QCOMPARE(snapshot->nodes.front().credits, std::uint64_t{3});
        QCOMPARE(snapshot->nodes.front().failures, std::uint64_t{0});
        QCOMPARE(snapshot->nodes.front().condition, NodeCondition::Up);

        QCOMPARE(limited.ask("eth_getBalance").status, 503);
        QCOMPARE(poor.requests(), 2);
        QCOMPARE(limited.freshSnapshot()->nodes.front().used, std::uint64_t{2});
    }
};

SPILLWAY_TEST(CallRaceTest)
#include "tst_callrace.moc"
