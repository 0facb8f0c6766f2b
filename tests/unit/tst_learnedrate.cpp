// SPDX-License-Identifier: MIT
#include "memoryusage.h"
#include "pipeline/nodeclosing.h"
#include "ratelearner.h"
#include "testmain.h"
#include "upstream/learnedrate.h"

#include <deque>

using namespace spillway;

namespace {

std::shared_ptr<const Config> oneNode(bool learns)
{
    auto config = std::make_shared<Config>();
    config->chains.push_back({});
    config->chains.front().name = "default";
    config->chains.front().path = "/";
    NodeConfig node;
    node.name = "A";
    node.learnRps = learns;
    config->nodes = {node};
    return config;
}

/// A node with a true limit, and sixteen clients that ask it again as soon as they are answered, in steps of a millisecond.
class LimitedNode
{
public:
    struct Limit
    {
        double rps = 0;
        double burst = 0;
    };

    struct Sum
    {
        double seconds = 0;
        int served = 0;
        int refused = 0;
        double lowest = 0; ///< learned rates at the ends of the seconds
        double highest = 0;
    };

    explicit LimitedNode(Limit limit, bool learns = true)
        : m_limit(GcraRate::perSecond(limit.rps, limit.burst))
    {
        m_table = RoutingTable::build(oneNode(learns), nullptr, [this](const NodeConfig &one) {
            return std::make_shared<NodeState>(one.name, &m_usage, 1);
        });
        m_learner.second(*m_table);
    }

    [[nodiscard]] const RouteNode &route() const { return m_table->nodes().front(); }

    [[nodiscard]] SteadyNs now() const { return m_now; }

    void become(Limit limit) { m_limit = GcraRate::perSecond(limit.rps, limit.burst); }

    Sum run(int seconds)
    {
        Sum sum{.seconds = static_cast<double>(seconds), .lowest = 1e9};
        for (int i = 0; i < seconds; ++i) {
            const SteadyNs end = m_now + kNsPerSecond;
            for (; m_now < end; m_now += kNsPerMs)
                step(sum);
            m_learner.second(*m_table);
            const double learned = route().state->learnedRate.perSecond().value_or(0);
            sum.lowest = std::min(sum.lowest, learned);
            sum.highest = std::max(sum.highest, learned);
        }
        return sum;
    }

    static void verifyGood(const Sum &sum, double rps)
    {
        const QString words = QStringLiteral("%1 served and %2 refused in %3 s, learned %4 to %5")
                                  .arg(sum.served)
                                  .arg(sum.refused)
                                  .arg(sum.seconds)
                                  .arg(sum.lowest)
                                  .arg(sum.highest);
        QVERIFY2(sum.served >= 0.8 * rps * sum.seconds, qPrintable(words));
        QVERIFY2(sum.refused <= 0.05 * (sum.served + sum.refused), qPrintable(words));
        QVERIFY2(sum.lowest >= 0.85 * rps && sum.highest <= 1.2 * rps, qPrintable(words));
    }

private:
    static constexpr std::size_t kClients = 16;
    static constexpr SteadyNs kLatency = 4 * kNsPerMs;

    struct Asked
    {
        SteadyNs home = 0;
        bool refused = false;
        bool probe = false;
    };

    void step(Sum &sum)
    {
        NodeState &state = *route().state;
        NodeWorkerStats &stats = state.stats(0);
        while (!m_asked.empty() && m_asked.front().home <= m_now) {
            const Asked asked = m_asked.front();
            m_asked.pop_front();
            if (asked.refused) {
                ++sum.refused;
                stats.attempts[attemptOutcomeIndex("rate_limit")].add();
                Outcome refusal;
                refusal.treatment = Treatment::RateLimited;
                closeForRefusal(route(), refusal, m_now, "too many");
            } else {
                ++sum.served;
                stats.attempts[attemptOutcomeIndex("success")].add();
                state.served(m_now);
            }
            if (asked.probe)
                state.releaseProbe();
        }
        while (m_asked.size() < kClients && state.closure(m_now) == Closure::None) {
            bool probe = false;
            if (!state.tryProbe(&probe))
                return;
            if (state.bucket.tryTake(route().currentRate(), m_now) > 0) {
                stats.skips[static_cast<std::size_t>(SkipReason::RateLimit)].add();
                if (probe)
                    state.releaseProbe();
                return;
            }
            m_asked.push_back({m_now + kLatency, m_bucket.tryTake(m_limit, m_now) > 0, probe});
        }
    }

    test::MemoryUsage m_usage;
    std::shared_ptr<const RoutingTable> m_table;
    RateLearner m_learner;
    GcraRate m_limit;
    Gcra m_bucket;
    SteadyNs m_now = 1000 * kNsPerSecond;
    std::deque<Asked> m_asked;
};

} // namespace

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
        rate.observe({.served = 100, .refused = 1}, 0);
        QCOMPARE(qRound(*rate.perSecond()), 90);
        rate.observe({.served = 20, .refused = 1}, 0);
        QCOMPARE(qRound(*rate.perSecond()), 86);
        rate.observe({.served = 90, .refused = 0}, 0);
        QCOMPARE(qRound(*rate.perSecond()), 86);
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
        rate.observe({.served = 105, .refused = 1}, 0);
        rate.observe({.served = 95, .refused = 1}, 0);
        for (int i = 0; i < 4; ++i)
            rate.observe({.served = 90, .refused = 0, .wanted = true}, 0);
        QCOMPARE(qRound(*rate.perSecond()), 90);
        rate.observe({.served = 90, .refused = 0, .wanted = true}, 0);
        QCOMPARE(qRound(*rate.perSecond()), 95);
        // Nobody waits: there is no reason to ask for more.
        for (int i = 0; i < 100; ++i)
            rate.observe({.served = 3, .refused = 0, .wanted = false}, 0);
        QCOMPARE(qRound(*rate.perSecond()), 95);
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
        QVERIFY2(found > 45 && found < 55, qPrintable(QString::number(found)));
        rate.observe({.served = 47, .refused = 0, .wanted = true}, 0);
        QCOMPARE(qRound(*rate.perSecond()), qRound(found * 1.05));
    }

    void aFarTooHighRateComesDownAtOnce()
    {
        LearnedRate rate;
        rate.observe({.served = 282, .refused = 4, .wanted = false}, 0);
        QCOMPARE(qRound(*rate.perSecond()), 268);
        rate.observe({.served = 50, .refused = 90, .wanted = true}, 0);
        rate.observe({.served = 50, .refused = 17, .wanted = true}, 0);
        QVERIFY2(std::abs(*rate.perSecond() - 50) < 5,
                 qPrintable(QString::number(*rate.perSecond())));
    }

    void theBurstBeginsSmallAndIsHalvedByRefusals()
    {
        LearnedRate rate;
        rate.observe({.served = 100, .refused = 1}, 0);
        const auto burst = [&rate] {
            const GcraRate limit = rate.limit({});
            return limit.tolerance / limit.interval + 1;
        };
        QCOMPARE(burst(), 1);
        for (int i = 0; i < 3; ++i)
            rate.observe({.served = 100, .refused = 0, .wanted = true}, 0);
        const auto grown = burst();
        QVERIFY(grown > 3);
        rate.observe({.served = 300, .refused = 1, .wanted = true}, 0);
        QVERIFY(burst() <= (grown + 1) / 2 + 1);
        // Never more than the configured one.
        QCOMPARE(rate.limit(GcraRate::perSecond(500, 1)).tolerance, SteadyNs{0});
    }

    void aRefusalClosesItForATokensTime()
    {
        LimitedNode node({.rps = 10, .burst = 1});
        node.run(15);
        const RouteNode &route = node.route();
        const SteadyNs now = node.now();
        Outcome refusal;
        refusal.treatment = Treatment::RateLimited;
        const SteadyNs later = now + 10 * kNsPerSecond; // an empty queue
        QVERIFY(closeForRefusal(route, refusal, later, "too many"));
        const SteadyNs pause = route.state->learnedRate.pause();
        QVERIFY(pause >= kNsPerSecond / 20 && pause <= kNsPerSecond / 4);
        SteadyNs until = 0;
        QCOMPARE(route.state->closure(later, &until), Closure::Cooling);
        QCOMPARE(until, later + pause);
        QCOMPARE(route.state->bucket.available(route.currentRate(), until), 1);
        // A wait that is named is kept.
        refusal.wait = 3 * kNsPerSecond;
        QVERIFY(closeForRefusal(route, refusal, later, "too many"));
        QCOMPARE(route.state->closure(later, &until), Closure::Cooling);
        QCOMPARE(until, later + 3 * kNsPerSecond);
        QCOMPARE(route.state->bucket.available(route.currentRate(), until), 1);
    }

    void aNodeThatDoesNotLearnKeepsItsCooldown()
    {
        LimitedNode node({.rps = 10, .burst = 1}, false);
        Outcome refusal;
        refusal.treatment = Treatment::RateLimited;
        QVERIFY(closeForRefusal(node.route(), refusal, node.now(), "too many"));
        SteadyNs until = 0;
        QCOMPARE(node.route().state->closure(node.now(), &until), Closure::Cooling);
        QCOMPARE(until, node.now() + 15 * kNsPerSecond);
        QVERIFY(node.route().currentRate().unlimited());
    }

    void underLoadANodeGivesWhatItHas_data()
    {
        QTest::addColumn<double>("rps");
        QTest::addColumn<double>("burst");
        QTest::newRow("50/s, burst 5") << 50.0 << 5.0;
        QTest::newRow("10/s, burst 1") << 10.0 << 1.0;
        QTest::newRow("400/s, burst 20") << 400.0 << 20.0;
    }

    void underLoadANodeGivesWhatItHas()
    {
        QFETCH(const double, rps);
        QFETCH(const double, burst);
        LimitedNode node({.rps = rps, .burst = burst});
        node.run(10);
        for (int i = 0; i < 6; ++i)
            node.verifyGood(node.run(10), rps);
    }

    void aRateThatChangesIsFollowed()
    {
        LimitedNode node({.rps = 50, .burst = 5});
        node.run(10);
        node.verifyGood(node.run(20), 50);
        node.become({.rps = 20, .burst = 5});
        node.run(10);
        node.verifyGood(node.run(20), 20);
        node.become({.rps = 50, .burst = 5});
        node.run(30);
        node.verifyGood(node.run(20), 50);
    }

    void aLimitThatComesLateIsFound()
    {
        LimitedNode node({.rps = 2000, .burst = 2000});
        node.run(3);
        node.become({.rps = 50, .burst = 5});
        node.run(10);
        node.verifyGood(node.run(30), 50);
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
            const auto table =
                RoutingTable::build(oneNode(true), nullptr, [&](const NodeConfig &one) {
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
