// SPDX-License-Identifier: MIT
#include "testmain.h"
#include "usageclock.h"

#include <limits>

using namespace spillway;
using spillway::test::utcDay;

namespace {

constexpr std::int64_t kDayMs = 86'400'000;
constexpr qulonglong kUnmetered = std::numeric_limits<qulonglong>::max();

} // namespace

class ForecastTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void table_data();
    void table();
    void reachesAtTheRightMoment();
};

void ForecastTest::table_data()
{
    QTest::addColumn<qulonglong>("used");
    QTest::addColumn<qulonglong>("threshold");
    QTest::addColumn<qlonglong>("elapsedMs");
    QTest::addColumn<double>("perDay");
    QTest::addColumn<qlonglong>(
        "reachedAfterMs"); // since the start of the period; -1: not before the reset
    QTest::addColumn<qulonglong>("usedAtReset");
    const auto row = [](const char *name,
                        qulonglong used,
                        qulonglong threshold,
                        qlonglong elapsed,
                        double perDay,
                        qlonglong reached,
                        qulonglong atReset) {
        QTest::newRow(name) << used << threshold << elapsed << perDay << reached << atReset;
    };
    // The period of November 2026 has 30 days.
    row("on pace to end just under", 1000, 3001, 10 * kDayMs, 100.0, -1, 3000);
    row("reaches it half-way", 1000, 1500, 10 * kDayMs, 100.0, 15 * kDayMs, 3000);
    row("reaches it exactly at the reset: not before", 1000, 3000, 10 * kDayMs, 100.0, -1, 3000);
    row("already there", 1500, 1500, 10 * kDayMs, 150.0, 10 * kDayMs, 4500);
    row("over it", 2000, 1500, 10 * kDayMs, 200.0, 10 * kDayMs, 6000);
    row("nothing used", 0, 1500, 10 * kDayMs, 0.0, -1, 0);
    row("threshold 0 is spent at once", 0, 0, 10 * kDayMs, 0.0, 10 * kDayMs, 0);
    row("unmetered", 1000, kUnmetered, 10 * kDayMs, 100.0, -1, 3000);
    row("under an hour of data", 1000, 1500, 3'599'999, 0.0, -1, 1000);
    row("under an hour, but over the threshold", 1500, 1500, 60'000, 0.0, 60'000, 1500);
    row("an hour of data", 24, 1'000'000, 3'600'000, 576.0, -1, 17'280);
    row("clock before the period", 1000, 1500, -kDayMs, 0.0, -1, 1000);
    row("clock after the reset", 1000, 1500, 31 * kDayMs, 0.0, -1, 1000);
    row("the largest count",
        UsageCounter::kMaxUsed,
        kUnmetered,
        30 * kDayMs - 1,
        static_cast<double>(UsageCounter::kMaxUsed) / 30.0,
        -1,
        UsageCounter::kMaxUsed + 108'593);
}

void ForecastTest::table()
{
    QFETCH(qulonglong, used);
    QFETCH(qulonglong, threshold);
    QFETCH(qlonglong, elapsedMs);
    QFETCH(double, perDay);
    QFETCH(qlonglong, reachedAfterMs);
    QFETCH(qulonglong, usedAtReset);
    const std::int64_t start = period::wallMsOf(utcDay("2026-11-01"));
    const Forecast found =
        forecast(used, threshold, utcDay("2026-11-01"), utcDay("2026-12-01"), start + elapsedMs);
    QVERIFY(std::abs(found.creditsPerDay - perDay) <= perDay * 1e-6);
    QCOMPARE(found.reachesThresholdAtMs.value_or(start - 1) - start, reachedAfterMs);
    const auto difference =
        static_cast<qlonglong>(found.usedAtReset) - static_cast<qlonglong>(usedAtReset);
    QVERIFY2(std::abs(difference) <= 1, qPrintable(QString::number(found.usedAtReset)));
}

void ForecastTest::reachesAtTheRightMoment()
{
    // 7 credits in 3 days; the 10th is spent after 10/7 of that.
    const std::int64_t start = period::wallMsOf(utcDay("2026-11-01"));
    const Forecast found =
        forecast(7, 10, utcDay("2026-11-01"), utcDay("2026-12-01"), start + 3 * kDayMs);
    QVERIFY(found.reachesThresholdAtMs);
    const std::int64_t expected = start + 3 * kDayMs * 10 / 7;
    QVERIFY(std::abs(*found.reachesThresholdAtMs - expected) <= 1);
}

SPILLWAY_TEST(ForecastTest)
#include "tst_forecast.moc"
