// SPDX-License-Identifier: MIT
#include "pipeline/hedgebudget.h"
#include "testmain.h"
#include "upstream/hedgedelay.h"

using namespace spillway;

namespace {

/// `count` answers in the bucket that ends at `boundUs`.
HedgeDelay::Buckets answers(std::int64_t boundUs, std::uint64_t count)
{
    HedgeDelay::Buckets buckets{};
    std::size_t i = 0;
    while (i < Histogram::kBoundsUs.size() && Histogram::kBoundsUs[i] < boundUs)
        ++i;
    buckets[i] = count;
    return buckets;
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

    void thePercentileInsideABucket()
    {
        HedgeDelay delay;
        delay.observe(answers(100000, 200), 50); // 50 to 100 ms, evenly
        QCOMPARE(delay.after(), 75 * kNsPerMs);
        HedgeDelay late;
        late.observe(answers(100000, 200), 90);
        QCOMPARE(late.after(), 95 * kNsPerMs);
    }

    void thePercentileFindsTheTail()
    {
        HedgeDelay delay;
        HedgeDelay::Buckets mixed = answers(50000, 90);
        mixed[9] = 10; // 250 to 500 ms
        QCOMPARE(Histogram::kBoundsUs[9], std::int64_t(500000));
        delay.observe(mixed, 95);
        QCOMPARE(delay.after(), 375 * kNsPerMs);
        HedgeDelay lower;
        lower.observe(mixed, 90);
        QCOMPARE(lower.after(), 50 * kNsPerMs);
    }

    void neverBelowTheFloor()
    {
        HedgeDelay delay;
        delay.observe(answers(500, 1000), 95);
        QCOMPARE(delay.after(), HedgeDelay::kFloor);
    }

    void theOpenBucketCountsAsItsLowerBound()
    {
        HedgeDelay delay;
        delay.observe(answers(kOpen, 1000), 95);
        QCOMPARE(delay.after(), 60 * kNsPerSecond);
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
        HedgeDelay::Buckets mixed = answers(50000, 940);
        mixed[9] = 60;
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
