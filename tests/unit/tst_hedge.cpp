// SPDX-License-Identifier: MIT
#include "pipeline/hedgebudget.h"
#include "testmain.h"
#include "upstream/hedgedelay.h"

#include <cstdlib>

using namespace spillway;

namespace {

/// `count` answers that took `us`.
LatencyCounts<std::uint64_t> answers(std::int64_t us, std::uint64_t count)
{
    LatencyCounts<std::uint64_t> counts;
    counts.add(latencyCell(us), count);
    return counts;
}

bool isNear(SteadyNs after, SteadyNs expected)
{
    return std::abs(after - expected) <= expected / 25;
}

constexpr std::int64_t kOpen = INT64_MAX;

} // namespace

class HedgeTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void nothingBeforeEnoughAnswers()
    {
        HedgeDelay delay;
        QCOMPARE(delay.after(), SteadyNs(0));
        delay.observe(answers(100000, HedgeDelay::kFewest - 1), 95);
        QCOMPARE(delay.after(), SteadyNs(0));
        delay.observe(answers(100000, 1), 95);
        QVERIFY(delay.after() > 0);
    }

    /// However wide the buckets of /metrics are: who answers in 300 ms is slow at 310, not at 490.
    void thePercentileIsNearTheAnswers()
    {
        for (const std::int64_t us : {51'000, 90'000, 300'000, 1'020'000, 2'400'000}) {
            for (const int percentile : {50, 95, 99}) {
                HedgeDelay delay;
                delay.observe(answers(us, 200), percentile);
                QVERIFY2(isNear(delay.after(), us * 1000),
                         qPrintable(QString::number(delay.after())));
            }
        }
    }

    void thePercentileFindsTheTail()
    {
        HedgeDelay delay;
        LatencyCounts<std::uint64_t> mixed = answers(45'000, 90);
        mixed.add(latencyCell(400'000), 10);
        delay.observe(mixed, 95);
        QVERIFY(isNear(delay.after(), 400 * kNsPerMs));
        HedgeDelay lower;
        lower.observe(mixed, 90);
        QVERIFY(isNear(lower.after(), 45 * kNsPerMs));
    }

    void neverBelowTheFloor()
    {
        HedgeDelay delay;
        delay.observe(answers(500, 1000), 95);
        QCOMPARE(delay.after(), HedgeDelay::kFloor);
    }

    void theOpenCellCountsAsItsLowerEnd()
    {
        HedgeDelay delay;
        delay.observe(answers(kOpen, 1000), 95);
        QCOMPARE(delay.after(), kLatencyCellEndsUs[kLatencyCells - 2] * 1000);
    }

    void onlyTheLatestAnswersCount()
    {
        HedgeDelay delay;
        delay.observe(answers(1000000, 1000000), 95); // long ago, and many
        const SteadyNs before = delay.after();
        QVERIFY(before > 900 * kNsPerMs);
        for (int i = 0; i < 40; ++i)
            delay.observe(answers(50000, 500), 95);
        QVERIFY2(delay.after() <= 50 * kNsPerMs, qPrintable(QString::number(delay.after())));
    }

    void scalingDownKeepsTheShares()
    {
        HedgeDelay delay;
        // The slow ones lie all apart: less than one in each cell stays after the scaling.
        LatencyCounts<std::uint64_t> mixed = answers(45'000, 940);
        for (int i = 0; i < 60; ++i)
            mixed.add(latencyCell(260'000 + i * 30'000), 1);
        for (int i = 0; i < 100; ++i)
            delay.observe(mixed, 95);
        // 6 % are slow: the 95th percentile lies among them, the 93rd does not.
        QVERIFY(delay.after() > 250 * kNsPerMs);
        delay.observe({}, 93);
        QVERIFY(delay.after() <= 50 * kNsPerMs);
    }

    void forgetting()
    {
        HedgeDelay delay;
        delay.observe(answers(100000, 500), 95);
        delay.forget();
        QCOMPARE(delay.after(), SteadyNs(0));
        delay.observe(answers(100000, 50), 95);
        QCOMPARE(delay.after(), SteadyNs(0));
    }

    void theBudgetIsAShareOfTheCalls_data()
    {
        QTest::addColumn<int>("percent");
        for (const int percent : {1, 5, 33, 100})
            QTest::addRow("%d %%", percent) << percent;
    }

    /// Never more than the share, whatever calls it is asked for; and all of it when every call asks.
    void theBudgetIsAShareOfTheCalls()
    {
        QFETCH(const int, percent);
        HedgeBudget budget;
        QVERIFY(!budget.covers());
        int spent = 0;
        for (int calls = 1; calls <= 1000; ++calls) {
            budget.earn(percent);
            if (budget.covers()) {
                budget.spend();
                ++spent;
            }
            QVERIFY(spent * 100 <= calls * percent);
        }
        QCOMPARE(spent, 10 * percent);
    }

    void quietTimesSaveOnlyAFew()
    {
        HedgeBudget budget;
        for (int calls = 0; calls < 100000; ++calls)
            budget.earn(5);
        int spent = 0;
        for (; budget.covers(); ++spent)
            budget.spend();
        QCOMPARE(spent, HedgeBudget::kMostSaved);
    }
};

SPILLWAY_TEST(HedgeTest)
#include "tst_hedge.moc"
