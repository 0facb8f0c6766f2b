// SPDX-License-Identifier: MIT
#include "nodepool.h"
#include "testmain.h"

#include <map>

using namespace spillway;
using test::kDeadline;
using test::kNow;
using test::makeNode;
using test::Pool;

class ChooserTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    /// Right after a start a node may be far behind, and nobody knows.
    void nodesThatHaveToldTheirHeightComeFirst()
    {
        Pool pool({makeNode("silent", 0), makeNode("known", 1)});
        pool.state(0).setBlocks(0);
        pool.state(1).setBlocks(100);
        QCOMPARE(pool.pick(), std::string("known"));
        QCOMPARE(pool.skips(0, SkipReason::Lagging), std::uint64_t{0});
        // While nobody has told one, or the others are closed, it serves.
        pool.state(1).setBlocks(0);
        QCOMPARE(pool.pick(), std::string("silent"));
        pool.state(1).setBlocks(100);
        pool.state(1).penalize({}, kNow, 0, "refused");
        QCOMPARE(pool.pick(), std::string("silent"));
        pool.state(1).forgive();
        pool.state(0).setBlocks(100);
        QCOMPARE(pool.pick(), std::string("silent"));
    }

    void S1_03_lowestTierFirstThenSpill()
    {
        NodeConfig paid = makeNode("paid", 0);
        paid.rpsLimit = 2;
        Pool pool({makeNode("free", 1), paid});
        QCOMPARE(pool.pick(), std::string("paid"));
        QCOMPARE(pool.pick(), std::string("paid"));
        QCOMPARE(pool.pick(), std::string("free"));
        QCOMPARE(pool.skips(1, SkipReason::RateLimit), 1U);
    }

    void S1_14_insideATierByLatency()
    {
        Pool pool({makeNode("slow", 0), makeNode("fast", 0), makeNode("unmeasured", 0)});
        pool.state(0).sampleLatency(20 * kNsPerMs);
        pool.state(1).sampleLatency(5 * kNsPerMs);
        pool.rerank();
        QCOMPARE(pool.pick(), std::string("unmeasured")); // or it would never be measured
        pool.state(2).sampleLatency(90 * kNsPerMs);
        pool.rerank();
        QCOMPARE(pool.pick(), std::string("fast"));
        static_cast<void>(pool.state(1).penalize({}, kNow, 0, {}));
        QCOMPARE(pool.pick(), std::string("slow"));
    }

    void S3_09_leastInFlight()
    {
        Pool pool({makeNode("a", 0), makeNode("b", 0)}, Balance::LeastInFlight);
        pool.state(0).enter();
        QCOMPARE(pool.pick(), std::string("b"));
        pool.state(1).enter();
        QCOMPARE(pool.pick(), std::string("a")); // equal: the order of the file
    }

    void weightedRoundRobinKeepsTheShares()
    {
        NodeConfig heavy = makeNode("heavy", 0);
        heavy.weight = 3;
        Pool pool({heavy, makeNode("light", 0)}, Balance::WeightedRoundRobin);
        std::map<std::string, int> counts;
        for (int i = 0; i < 400; ++i)
            ++counts[pool.pick()];
        QCOMPARE(counts["heavy"], 300);
        QCOMPARE(counts["light"], 100);
    }

    void aPreferredNodeComesFirstWhileItCanBeHad()
    {
        for (const Balance balance : {Balance::Latency, Balance::LeastInFlight}) {
            NodeConfig paid = makeNode("paid", 1);
            paid.rpsLimit = 1;
            Pool pool({makeNode("free", 0), makeNode("next", 0), paid}, balance);
            pool.route.preferredNode = &pool.state(2);
            QCOMPARE(pool.choose().node->config->name, std::string("paid"));
            QCOMPARE(pool.choose().node->config->name, std::string("free")); // its token is gone
            pool.route.preferredNode = nullptr;
            QCOMPARE(pool.pick(), std::string(balance == Balance::Latency ? "free" : "next"));
            test::MemoryUsage usage;
            const NodeState gone("gone", &usage, 1); // by a reload
            pool.route.preferredNode = &gone;
            QVERIFY(pool.choose().node != nullptr);
        }
    }

    void aNodeThatWasOutIsNotFloodedWhenItReturns()
    {
        Pool pool({makeNode("a", 0), makeNode("b", 0)}, Balance::WeightedRoundRobin);
        pool.state(1).cool(kNow + 1, {});
        for (int i = 0; i < 100; ++i)
            QCOMPARE(pool.pick(), std::string("a"));
        std::map<std::string, int> counts;
        for (int i = 0; i < 10; ++i)
            ++counts[pool.pick(kNow + 2)];
        QVERIFY2(counts["b"] <= 7, "the one that was out must share from the start");
    }

    void skipReasonsInTheirOrder()
    {
        NodeConfig disabled = makeNode("disabled", 0);
        disabled.enabled = false;
        NodeConfig denied = makeNode("denied", 0);
        denied.methods.deny = {"m"};
        NodeConfig full = makeNode("full", 0);
        full.maxConcurrent = 1;
        NodeConfig spent = makeNode("spent", 0);
        spent.monthlyLimit = 1; // 95 % of it is nothing
        NodeConfig limited = makeNode("limited", 0);
        limited.rpsLimit = 1;
        Pool pool({disabled,
                   makeNode("penalized", 0),
                   denied,
                   full,
                   spent,
                   limited,
                   makeNode("last", 1)});
        static_cast<void>(pool.state(1).penalize({}, kNow, 0, {}));
        pool.state(3).enter();
        QCOMPARE(pool.pick(), std::string("limited"));
        QCOMPARE(pool.pick(), std::string("last"));
        QCOMPARE(pool.skips(0, SkipReason::Disabled), 2U);
        QCOMPARE(pool.skips(1, SkipReason::Penalized), 2U);
        QCOMPARE(pool.skips(2, SkipReason::MethodUnsupported), 2U);
        QCOMPARE(pool.skips(3, SkipReason::Saturated), 2U);
        QCOMPARE(pool.skips(4, SkipReason::QuotaExhausted), 2U);
        QCOMPARE(pool.skips(5, SkipReason::RateLimit), 1U);
    }

    void nodesOffTheirChainAreOut()
    {
        Pool pool({makeNode("wrong", 0),
                   makeNode("syncing", 0),
                   makeNode("lagging", 0),
                   makeNode("fit", 1)});
        pool.state(0).setChainStanding(ChainStanding::WrongChain, {"w"});
        pool.state(1).setChainStanding(ChainStanding::Syncing, {"s"});
        pool.state(2).setChainStanding(ChainStanding::Lagging, {"l"});
        // The chain comes before everything but the switch: a penalty is not what keeps them out.
        static_cast<void>(pool.state(0).penalize({}, kNow, 0, {}));
        QCOMPARE(pool.pick(), std::string("fit"));
        QCOMPARE(pool.skips(0, SkipReason::WrongChain), 1U);
        QCOMPARE(pool.skips(0, SkipReason::Penalized), 0U);
        QCOMPARE(pool.skips(1, SkipReason::Lagging), 1U);
        QCOMPARE(pool.skips(2, SkipReason::Lagging), 1U);
        pool.state(3).park(kNow + kNsPerSecond, {});
        const Verdict verdict = pool.choose();
        QCOMPARE(verdict.kind, Verdict::Kind::NoneServes);
        QVERIFY(verdict.offChain);
        QVERIFY(!verdict.lacksBlocks);
    }

    void aNodeThatLagsAnswersForItsBlocksWhenNobodyElseCan()
    {
        Pool pool({makeNode("lagging", 0), makeNode("fit", 1), makeNode("syncing", 0)});
        pool.state(0).setChainStanding(ChainStanding::Lagging, {"l"});
        pool.state(0).setBlocks(100);
        pool.state(1).setBlocks(400);
        pool.state(2).setChainStanding(ChainStanding::Syncing, {"s"});
        pool.state(2).setBlocks(400);
        const auto pick = [&](std::uint64_t named) {
            pool.route.reset();
            pool.route.deadline = kDeadline;
            pool.route.neededBlocks = pool.route.namedBlocks = named;
            const Verdict verdict = pool.choose();
            if (verdict.kind != Verdict::Kind::Admitted)
                return std::string("-");
            verdict.node->state->leave();
            if (verdict.holdsProbe)
                verdict.node->state->releaseProbe();
            return verdict.node->config->name;
        };
        QCOMPARE(pick(100), std::string("fit"));
        pool.state(1).park(kNow + kNsPerSecond, {});
        QCOMPARE(pick(100), std::string("lagging"));
        QCOMPARE(pick(101), std::string("-"));
        QCOMPARE(pick(0), std::string("-")); // about the newest block, or none
        pool.state(1).forgive();
        // Rather that than a node that is closed for its failures.
        static_cast<void>(pool.state(1).penalize({}, kNow, 0, {}));
        QCOMPARE(pick(100), std::string("lagging"));
        QCOMPARE(pick(101), std::string("fit"));
    }

    void logQueriesGoToNodesThatTakeThemWhole()
    {
        Pool pool({makeNode("narrow", 0), makeNode("wide", 1)});
        pool.state(0).logs.learnSpan(100, kNow);
        QCOMPARE(pool.pick(), std::string("narrow")); // any other call
        pool.route.logs = {101, 0, 1};
        const Verdict whole = pool.choose();
        QCOMPARE(whole.node->config->name, std::string("wide"));
        whole.node->state->leave();
        QCOMPARE(pool.skips(0, SkipReason::LogsLimit), 1U);
        pool.state(1).logs.learnSpan(50, kNow);
        const Verdict none = pool.choose();
        QCOMPARE(none.kind, Verdict::Kind::NoneServes);
        QVERIFY(none.tooWide);
    }

    void ratherInPartsThanByAClosedNode()
    {
        Pool pool({makeNode("narrow", 0), makeNode("wide", 0)});
        pool.state(0).logs.learnSpan(100, kNow);
        pool.route.logs = {101, 0, 1};
        static_cast<void>(pool.state(1).penalize({}, kNow, 0, {}));
        Verdict verdict = pool.choose();
        QCOMPARE(verdict.kind, Verdict::Kind::NoneServes);
        QVERIFY(verdict.tooWide);
        // Without the narrow one the penalty is ignored, as ever.
        pool.route.logs = {};
        pool.state(0).park(kNow + kNsPerSecond, {});
        verdict = pool.choose();
        QCOMPARE(verdict.kind, Verdict::Kind::Admitted);
        verdict.node->state->leave();
    }

    void onlyNodesWithTheBlockAreAsked()
    {
        Pool pool({makeNode("behind", 0), makeNode("unknown", 0), makeNode("there", 1)});
        pool.state(0).setBlocks(100);
        pool.state(1).setBlocks(0);
        pool.state(2).setBlocks(101);
        QCOMPARE(pool.pick(), std::string("behind")); // a call that needs no block
        pool.route.neededBlocks = 101;
        QCOMPARE(pool.choose().node->config->name, std::string("there"));
        QCOMPARE(pool.skips(0, SkipReason::Lagging), 1U);
        pool.route.neededBlocks = 102;
        const Verdict verdict = pool.choose();
        QCOMPARE(verdict.kind, Verdict::Kind::NoneServes);
        QVERIFY(verdict.lacksBlocks);
        pool.state(1).setBlocks(NodeState::kEveryBlock); // cannot be asked: taken to have all
        QCOMPARE(pool.choose().node->config->name, std::string("unknown"));
    }

    void R13_aSaturatedNodeKeepsItsTokensAndCredits()
    {
        NodeConfig node = makeNode("a", 0);
        node.maxConcurrent = 1;
        node.rpsLimit = 1;
        node.monthlyLimit = 100;
        Pool pool({node});
        pool.state(0).enter();
        QCOMPARE(pool.pick(), std::string("-"));
        QCOMPARE(pool.usages[0].used(), 0U);
        pool.state(0).leave();
        QCOMPARE(pool.pick(), std::string("a"));
    }

    void aLimitedNodeKeepsItsCredits()
    {
        NodeConfig node = makeNode("a", 0);
        node.rpsLimit = 1;
        node.monthlyLimit = 100;
        Pool pool({node});
        QCOMPARE(pool.pick(), std::string("a"));
        QCOMPARE(pool.choose().kind, Verdict::Kind::Wait);
        QCOMPARE(pool.usages[0].used(), 1U);
        QCOMPARE(pool.state(0).inFlight(), 0);
    }

    void S1_16_waitsExactlyForTheEarliestRefill()
    {
        NodeConfig slow = makeNode("slow", 0);
        slow.rpsLimit = 1;
        NodeConfig quick = makeNode("quick", 1);
        quick.rpsLimit = 4;
        quick.burst = 1;
        Pool pool({slow, quick});
        QCOMPARE(pool.pick(), std::string("slow"));
        QCOMPARE(pool.pick(), std::string("quick"));
        const Verdict verdict = pool.choose();
        QCOMPARE(verdict.kind, Verdict::Kind::Wait);
        QCOMPARE(verdict.wakeAt, kNow + kNsPerSecond / 4);
        const Verdict later = pool.choose(verdict.wakeAt);
        QCOMPARE(later.kind, Verdict::Kind::Admitted);
        QCOMPARE(later.node->config->name, std::string("quick"));
    }

    void noWaitInTimeIsSaidAtOnce()
    {
        NodeConfig node = makeNode("a", 0);
        node.rpsLimit = 0.01;
        Pool pool({node});
        QCOMPARE(pool.pick(), std::string("a"));
        QCOMPARE(pool.choose().kind, Verdict::Kind::NoWaitInTime);
        QCOMPARE(pool.route.reservedNode, std::int64_t{-1});
    }

    void S1_28_failOpenWhenAllArePenalized()
    {
        Pool pool({makeNode("a", 0), makeNode("b", 1)});
        static_cast<void>(pool.state(0).penalize({}, kNow, 0, {}));
        static_cast<void>(pool.state(1).penalize({}, kNow, 0, {}));
        QCOMPARE(pool.pick(), std::string("a"));
    }

    void aCoolingNodeIsWaitedForAndOnlyAskedWhenNoWaitFits()
    {
        Pool pool({makeNode("a", 0)});
        pool.state(0).cool(kNow + kNsPerSecond, {});
        const Verdict waits = pool.choose();
        QCOMPARE(waits.kind, Verdict::Kind::Wait);
        QCOMPARE(waits.wakeAt, kNow + kNsPerSecond);
        pool.state(0).cool(kNow + 60 * kNsPerSecond, {});
        QCOMPARE(pool.choose().kind, Verdict::Kind::Admitted);
    }

    void aParkedNodeNeverTakesPart()
    {
        Pool pool({makeNode("a", 0)});
        pool.state(0).park(kNow + kNsPerSecond, {});
        QCOMPARE(pool.choose().kind, Verdict::Kind::NoneServes);
    }

    void aReturningNodeGetsOneCallAtATime()
    {
        Pool pool({makeNode("a", 0)});
        static_cast<void>(pool.state(0).penalize({}, kNow, 0, {}));
        const SteadyNs later = kNow + 6 * kNsPerSecond;
        pool.route.deadline = later + kNsPerSecond;
        const Verdict probe = pool.choose(later);
        QCOMPARE(probe.kind, Verdict::Kind::Admitted);
        QVERIFY(probe.holdsProbe);
        CallRoute other;
        other.deadline = later + kNsPerSecond;
        QCOMPARE(pool.chooser.choose(*pool.ranking, *pool.plans->find(0, "m"), other, later).kind,
                 Verdict::Kind::Wait);
        QCOMPARE(other.awaitedPermits.size(), std::size_t{1});
    }

    void S3_10_softCapIsTheLastResort()
    {
        NodeConfig keyed = makeNode("keyed", 0);
        keyed.maxInFlight = 1;
        NodeConfig peer = makeNode("peer", 1);
        peer.maxInFlight = 1;
        Pool pool({keyed, peer});
        pool.state(0).enter();
        QCOMPARE(pool.pick(), std::string("peer"));
        pool.state(1).enter();
        QCOMPARE(pool.pick(), std::string("keyed"));
    }

    void S1_32_unpricedMethodSkipsTheNode()
    {
        auto prices = std::make_shared<PriceList>();
        prices->costs = {{"getBalance", 10}};
        NodeConfig node = makeNode("a", 0);
        node.prices = prices;
        Pool pool({node});
        QCOMPARE(pool.pick(kNow, "getSlot"), std::string("-"));
        QCOMPARE(pool.usages[0].used(), 0U);
        QCOMPARE(pool.pick(kNow, "getBalance"), std::string("a"));
        QCOMPARE(pool.usages[0].used(), 10U);
    }

    void S1_33_neverPastTheThreshold()
    {
        auto prices = std::make_shared<PriceList>();
        prices->costs = {{"m", 7}};
        prices->spilloverPercent = 90;
        NodeConfig node = makeNode("a", 0);
        node.prices = prices;
        node.monthlyLimit = 100;
        Pool pool({node});
        int served = 0;
        while (pool.pick() == "a")
            ++served;
        QCOMPARE(served, 12); // 12 * 7 = 84 <= 90 < 91
        const Verdict verdict = pool.choose();
        QCOMPARE(verdict.kind, Verdict::Kind::NoneServes);
        QVERIFY(verdict.quotaSpent);
    }

    void triedNodesAreNotAskedAgainButLimitedOnesAfterTheirCooldown()
    {
        Pool pool({makeNode("a", 0)});
        pool.route.addTried(0, false);
        QCOMPARE(pool.choose().kind, Verdict::Kind::NoneLeft);
        pool.route.tried.clear();
        pool.route.addTried(0, true);
        pool.state(0).cool(kNow + kNsPerSecond, {});
        QCOMPARE(pool.choose().kind, Verdict::Kind::Wait);
        QCOMPARE(pool.choose(kNow + kNsPerSecond).kind, Verdict::Kind::Admitted);
    }

    void aReservedTokenGoesBackWhenAnotherNodeServes()
    {
        NodeConfig limited = makeNode("limited", 0);
        limited.rpsLimit = 1;
        NodeConfig full = makeNode("full", 1);
        full.maxConcurrent = 1;
        Pool pool({limited, full});
        QCOMPARE(pool.pick(), std::string("limited"));
        pool.state(1).enter();
        QCOMPARE(pool.choose().kind, Verdict::Kind::Wait);
        QVERIFY(pool.route.reservedNode == 0);
        pool.state(1).leave();
        QCOMPARE(pool.choose(kNow + 1).node->config->name, std::string("full"));
        QCOMPARE(pool.route.reservedNode, std::int64_t{-1});
        QCOMPARE(pool.state(0).bucket.waitTime(pool.table->nodes()[0].rate, kNow), kNsPerSecond);
    }

    void onlyHarmlessMethodsMayBeHedged()
    {
        Pool pool({makeNode("a", 0), makeNode("b", 0)}, Balance::Latency, 95);
        for (const char *method : {"eth_call", "eth_blockNumber", "getSlot", "anything"})
            QVERIFY2(pool.plans->find(0, method)->mayHedge, method);
        for (const char *method : {"eth_sendRawTransaction",
                                   "eth_sendTransaction",
                                   "sendTransaction",
                                   "debug_traceCall"})
            QVERIFY2(!pool.plans->find(0, method)->mayHedge, method);
        Pool off({makeNode("a", 0), makeNode("b", 0)});
        QVERIFY(!off.plans->find(0, "eth_call")->mayHedge);
        Pool single({makeNode("a", 0)}, Balance::Latency, 95);
        QVERIFY(!single.plans->find(0, "eth_call")->mayHedge);
    }

    void aSecondNodeIsAnotherOneOfTheLowestTier()
    {
        Pool pool({makeNode("a", 0), makeNode("b", 1), makeNode("c", 0)});
        QCOMPARE(pool.second(0), std::string("c"));
        QCOMPARE(pool.second(2), std::string("a"));
        Pool ladder({makeNode("a", 0), makeNode("b", 1), makeNode("c", 2)});
        QCOMPARE(ladder.second(0), std::string("b"));
        QCOMPARE(Pool({makeNode("a", 0)}).second(0), std::string("-"));
    }

    /// What holds a call back for a time only leaves a second node out; nothing is booked, reserved or counted.
    void aSecondNodeMustBeFreeAtOnce()
    {
        NodeConfig limited = makeNode("b", 0);
        limited.rpsLimit = 1;
        limited.burst = 1;
        Pool rate({makeNode("a", 0), limited});
        QCOMPARE(rate.second(0), std::string("b"));
        QCOMPARE(rate.second(0), std::string("-"));
        QCOMPARE(rate.skips(1, SkipReason::RateLimit), std::uint64_t(0));
        QCOMPARE(rate.second(0, kNow + kNsPerSecond), std::string("b"));

        NodeConfig narrow = makeNode("b", 0);
        narrow.maxConcurrent = 1;
        Pool permits({makeNode("a", 0), narrow});
        QCOMPARE(permits.second(0), std::string("b"));
        QCOMPARE(permits.second(0), std::string("-"));

        NodeConfig soft = makeNode("b", 0);
        soft.maxInFlight = 1;
        Pool caps({makeNode("a", 0), soft});
        QCOMPARE(caps.second(0), std::string("b"));
        QCOMPARE(caps.second(0), std::string("-"));

        Pool cooling({makeNode("a", 0), makeNode("b", 0)});
        cooling.state(1).cool(kNow + kNsPerSecond, "429");
        QCOMPARE(cooling.second(0), std::string("-"));
        // Back, but on probation: the one call that it gets is not a second try.
        QCOMPARE(cooling.second(0, kNow + 2 * kNsPerSecond), std::string("-"));
        cooling.state(1).served(kNow + 2 * kNsPerSecond);
        QCOMPARE(cooling.second(0, kNow + 2 * kNsPerSecond), std::string("b"));
    }

    void aSecondNodeIsNeverOneOutOfQuota()
    {
        NodeConfig metered = makeNode("b", 0);
        metered.monthlyLimit = 4;
        Pool pool({makeNode("a", 0), metered});
        const std::uint64_t threshold = *metered.threshold();
        for (std::uint64_t i = 0; i < threshold; ++i)
            QCOMPARE(pool.second(0), std::string("b"));
        QCOMPARE(pool.second(0), std::string("-"));
        QCOMPARE(pool.state(1).usage().used(), threshold);
        QCOMPARE(pool.state(1).inFlight(), static_cast<int>(threshold));
    }

    void inventedMethodNamesDoNotGrowThePlansForEver()
    {
        Pool pool({makeNode("a", 0)});
        const auto kept = pool.plans->find(0, "first");
        for (int i = 0; i < 10000; ++i)
            static_cast<void>(pool.plans->find(0, "invented_" + std::to_string(i)));
        QCOMPARE(kept->method, std::string("first"));
    }
};

SPILLWAY_TEST(ChooserTest)
#include "tst_chooser.moc"
