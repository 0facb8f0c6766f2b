// SPDX-License-Identifier: MIT
#include "memoryusage.h"
#include "ratelearner.h"
#include "testmain.h"
#include "upstream/learnedrate.h"

#include <deque>

using namespace spillway;

class LearnedRateTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void nothingBeforeTheFirstRefusal()
    {
        LearnedRate rate;
        const GcraRate configured = GcraRate::perSecond(80);
        for (int i = 0; i < 20; ++i)
            rate.observe({.served = 500, .refused = 0, .wanted = true}, 80);
        QVERIFY(!rate.perSecond());
        QCOMPARE(rate.limit(configured).interval, configured.interval);
        QVERIFY(rate.limit({}).unlimited());
    }

    void refusalsLowerIt()
    {
        LearnedRate rate;
        rate.observe({.served = 100, .refused = 7}, 0);
        QCOMPARE(qRound(*rate.perSecond()), 95);
        rate.observe({.served = 90, .refused = 1}, 0);
        QCOMPARE(qRound(*rate.perSecond()), 90);
        rate.observe({.served = 90, .refused = 0}, 0);
        QCOMPARE(qRound(*rate.perSecond()), 90);
    }

    void aNodeThatRefusesEverythingIsStillAsked()
    {
        LearnedRate rate;
        for (int i = 0; i < 200; ++i)
            rate.observe({.served = 0, .refused = 9}, 0);
        QVERIFY(*rate.perSecond() > 0.19);
    }

    void waitingCallsRaiseIt()
    {
        LearnedRate rate;
        rate.observe({.served = 105, .refused = 1}, 0);
        rate.observe({.served = 99, .refused = 1}, 0);
        for (int i = 0; i < 4; ++i)
            rate.observe({.served = 95, .refused = 0, .wanted = true}, 0);
        QCOMPARE(qRound(*rate.perSecond()), 95);
        rate.observe({.served = 95, .refused = 0, .wanted = true}, 0);
        QCOMPARE(qRound(*rate.perSecond()), 100);
        // Nobody waits: there is no reason to ask for more.
        for (int i = 0; i < 100; ++i)
            rate.observe({.served = 3, .refused = 0, .wanted = false}, 0);
        QCOMPARE(qRound(*rate.perSecond()), 100);
    }

    /// A burst of ten ends at a node that takes 50 a second.
    void searchedForUntilTheSecondRefusal()
    {
        LearnedRate rate;
        rate.observe({.served = 10, .refused = 1}, 0);
        int seconds = 0;
        for (; *rate.perSecond() <= 50; ++seconds) {
            const auto asked = static_cast<std::uint64_t>(*rate.perSecond());
            rate.observe({.served = asked, .refused = 0, .wanted = true}, 0);
        }
        QVERIFY2(seconds < 10, qPrintable(QString::number(seconds)));
        rate.observe({.served = 50, .refused = 1, .wanted = true}, 0);
        const double found = *rate.perSecond();
        rate.observe({.served = 50, .refused = 0, .wanted = true}, 0);
        QCOMPARE(*rate.perSecond(), found);
    }

    void neverAboveTheConfiguredRate()
    {
        LearnedRate rate;
        rate.observe({.served = 49, .refused = 1}, 50);
        for (int i = 0; i < 100; ++i)
            rate.observe({.served = 49, .refused = 0, .wanted = true}, 50);
        QCOMPARE(qRound(*rate.perSecond()), 50);
    }

    void findsTheTrueRate()
    {
        // A node that takes 40 a second, asked for as much as is allowed.
        LearnedRate rate;
        rate.observe({.served = 40, .refused = 300}, 0);
        double lowest = 1000;
        double highest = 0;
        for (int i = 0; i < 600; ++i) {
            if (i == 10) // found by then
                lowest = highest = *rate.perSecond();
            const double asked = *rate.perSecond();
            const auto served = static_cast<std::uint64_t>(std::min(asked, 40.0));
            rate.observe({.served = served, .refused = asked > 40 ? 1U : 0U, .wanted = true}, 0);
            lowest = std::min(lowest, asked);
            highest = std::max(highest, asked);
        }
        QVERIFY2(lowest > 36 && highest < 42.1, qPrintable(QString::number(lowest)));
    }

    void forgotten()
    {
        LearnedRate rate;
        rate.observe({.served = 10, .refused = 1}, 0);
        rate.forget();
        QVERIFY(!rate.perSecond());
        QVERIFY(rate.limit({}).unlimited());
    }

    void aNodeThatWasRemovedAndCameBackCountsAnew()
    {
        std::deque<test::MemoryUsage> usages;
        const auto tableOf = [&usages](std::uint64_t served, std::uint64_t refused) {
            auto config = std::make_shared<Config>();
            config->chains.push_back({});
            config->chains.front().name = "default";
            config->chains.front().path = "/";
            NodeConfig node;
            node.name = "A";
            node.learnRps = true;
            config->nodes = {node};
            const auto table = RoutingTable::build(config, nullptr, [&](const NodeConfig &one) {
                auto state = std::make_shared<NodeState>(one.name, &usages.emplace_back(), 1);
                NodeWorkerStats &stats = state->stats(0);
                stats.attempts[attemptOutcomeIndex("success")].add(served);
                stats.attempts[attemptOutcomeIndex("rate_limit")].add(refused);
                return state;
            });
            return table;
        };
        RateLearner learner;
        learner.second(*tableOf(100, 5));
        const auto anew = tableOf(1, 0);
        learner.second(*anew);
        QVERIFY(!anew->nodes().front().state->learnedRate.perSecond());
        anew->nodes().front().state->stats(0).attempts[attemptOutcomeIndex("success")].add(20);
        anew->nodes().front().state->stats(0).attempts[attemptOutcomeIndex("rate_limit")].add(1);
        learner.second(*anew);
        QCOMPARE(qRound(*anew->nodes().front().state->learnedRate.perSecond()), 19);
    }
};

SPILLWAY_TEST(LearnedRateTest)
#include "tst_learnedrate.moc"
