// SPDX-License-Identifier: MIT
#include "stats/rollup.h"
#include "testmain.h"

#include <cmath>
#include <vector>

using namespace spillway;

class RollupTest : public QObject
{
    Q_OBJECT

private:
    static void attempt(NodeWorkerStats &stats, std::int64_t ms, bool failed = false)
    {
        stats.attempts[attemptOutcomeIndex(failed ? "timeout" : "success")].add();
        stats.duration.observe(ms * kNsPerMs);
    }

private Q_SLOTS:

    void quietNodesHaveNoLine()
    {
        Rollup rollup;
        const std::vector<NodeWorkerStats> stats(2);
        QVERIFY(!rollup.next("a", stats));
    }

    void sumsTheWorkersAndBeginsAnewEachTime()
    {
        Rollup rollup;
        std::vector<NodeWorkerStats> stats(2);
        attempt(stats[0], 3);
        attempt(stats[1], 3);
        attempt(stats[1], 3, true);
        auto line = rollup.next("a", stats);
        QVERIFY(line);
        QCOMPARE(line->requests, std::uint64_t{3});
        QCOMPARE(line->ok, std::uint64_t{2});
        QCOMPARE(line->failed, std::uint64_t{1});
        QCOMPARE(line->successRate, 0.667);
        QVERIFY(!rollup.next("a", stats));
        attempt(stats[0], 3);
        line = rollup.next("a", stats);
        QVERIFY(line);
        QCOMPARE(line->requests, std::uint64_t{1});
        QCOMPARE(line->successRate, 1.0);
    }

    /// What counts is whether there was an answer, not whom the trouble is held against.
    void onlyAnswersAreOk()
    {
        Rollup rollup;
        std::vector<NodeWorkerStats> stats(1);
        for (const std::string_view outcome : kAttemptOutcomeNames)
            stats[0].attempts[attemptOutcomeIndex(outcome)].add();
        const auto line = rollup.next("a", stats);
        QVERIFY(line);
        QCOMPARE(line->requests, std::uint64_t{kAttemptOutcomeNames.size()});
        QCOMPARE(line->ok, std::uint64_t{3}); // success, forwarded errors
        QCOMPARE(line->failed,
                 std::uint64_t{kAttemptOutcomeNames.size() - 5}); // not abandoned, hedge_lost
        QCOMPARE(line->successRate, 0.231);
    }

    static void attemptUs(NodeWorkerStats &stats, std::int64_t us)
    {
        stats.attempts[attemptOutcomeIndex("success")].add();
        stats.duration.observe(us * 1000);
    }

    /// One call, or a few that took the same, are told as what they took.
    void percentilesAreNearWhatWasMeasured()
    {
        for (const std::int64_t us : {70,
                                      250,
                                      499,
                                      501,
                                      999,
                                      5'300,
                                      17'000,
                                      25'001,
                                      100'500,
                                      281'000,
                                      300'000,
                                      1'020'000,
                                      2'499'000,
                                      9'999'000,
                                      31'000'000,
                                      119'000'000}) {
            for (const int calls : {1, 3, 40}) {
                Rollup rollup;
                std::vector<NodeWorkerStats> stats(2);
                for (int i = 0; i < calls; ++i)
                    attemptUs(stats[static_cast<std::size_t>(i % 2)], us);
                const auto line = rollup.next("a", stats);
                const double ms = static_cast<double>(us) / 1000;
                for (const double told : {line->p50Ms, line->p95Ms})
                    QVERIFY2(std::abs(told - ms) <= 0.04 * ms, qPrintable(QString::number(told)));
            }
        }
    }

    /// Two kinds of answers within one bucket of /metrics are told apart.
    void percentilesTellNeighboursApart()
    {
        Rollup rollup;
        std::vector<NodeWorkerStats> stats(1);
        for (int i = 0; i < 9; ++i)
            attempt(stats[0], 1100);
        attempt(stats[0], 2300);
        const auto line = rollup.next("a", stats);
        QVERIFY(std::abs(line->p50Ms - 1100) < 44);
        QVERIFY(std::abs(line->p95Ms - 2300) < 92);
    }

    void percentilesLieInTheirBucket()
    {
        Rollup rollup;
        std::vector<NodeWorkerStats> stats(1);
        for (int i = 0; i < 90; ++i)
            attempt(stats[0], 4); // 2.5 to 5 ms
        for (int i = 0; i < 10; ++i)
            attempt(stats[0], 200); // 100 to 250 ms
        const auto line = rollup.next("a", stats);
        QVERIFY(line);
        QVERIFY2(line->p50Ms > 2.5 && line->p50Ms <= 5, qPrintable(QString::number(line->p50Ms)));
        QVERIFY2(line->p95Ms > 100 && line->p95Ms <= 250, qPrintable(QString::number(line->p95Ms)));
    }

    void withoutAnswersThereIsNoLatency()
    {
        Rollup rollup;
        std::vector<NodeWorkerStats> stats(1);
        stats[0].attempts[attemptOutcomeIndex("timeout")].add();
        const auto line = rollup.next("a", stats);
        QVERIFY(line);
        QCOMPARE(line->successRate, 0.0);
        QCOMPARE(line->p95Ms, 0.0);
    }

    void slowestOfAll()
    {
        Rollup rollup;
        std::vector<NodeWorkerStats> stats(1);
        attempt(stats[0], 3'600'000);
        const auto line = rollup.next("a", stats);
        QVERIFY(line->p50Ms > 60'000 && line->p95Ms <= 3'600'000);
    }

    /// Whatever bucket the slowest call lies in, and wherever in it.
    void noPercentileLiesAboveWhatWasMeasured()
    {
        for (const std::int64_t slowest : {1, 3, 7, 51, 251, 309, 499, 999, 2501, 59'999, 90'000}) {
            for (const int calls : {1, 2, 20, 500}) {
                Rollup rollup;
                std::vector<NodeWorkerStats> stats(2);
                for (int i = 0; i < calls; ++i)
                    attempt(stats[static_cast<std::size_t>(i % 2)], slowest);
                const auto line = rollup.next("a", stats);
                QVERIFY2(line->p50Ms <= line->p95Ms && line->p95Ms <= static_cast<double>(slowest)
                             && line->p50Ms > 0,
                         qPrintable(QString::number(line->p95Ms)));
            }
        }
    }

    void theLongestIsThatOfTheWindow()
    {
        Rollup rollup;
        std::vector<NodeWorkerStats> stats(1);
        attempt(stats[0], 480);
        QVERIFY(rollup.next("a", stats)->p95Ms > 300);
        attempt(stats[0], 260);
        QVERIFY(rollup.next("a", stats)->p95Ms <= 260);
    }

    void aNodeThatComesBackBeginsAnew()
    {
        Rollup rollup;
        std::vector<NodeWorkerStats> stats(1);
        attempt(stats[0], 1);
        attempt(stats[0], 1);
        QVERIFY(rollup.next("a", stats));
        rollup.forget("a");
        std::vector<NodeWorkerStats> again(1);
        attempt(again[0], 1);
        QCOMPARE(rollup.next("a", again)->requests, std::uint64_t{1});
    }
};

SPILLWAY_TEST(RollupTest)
#include "tst_rollup.moc"
