// SPDX-License-Identifier: MIT
#include "testmain.h"
#include "usageclock.h"

#include <ctime>

using namespace spillway;
using spillway::test::utcDay;

class PeriodTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void startAndNext_data();
    void startAndNext();
    void everyDayLiesInItsPeriod_data();
    void everyDayLiesInItsPeriod();
    void dayOf_data();
    void dayOf();
    void timeZoneDoesNotMatter();
    void isoRoundTrip();
    void isoRefused_data();
    void isoRefused();
};

void PeriodTest::startAndNext_data()
{
    QTest::addColumn<QByteArray>("day");
    QTest::addColumn<int>("resetDay");
    QTest::addColumn<QByteArray>("start");
    QTest::addColumn<QByteArray>("next");
    const auto row =
        [](const char *name, const char *day, int reset, const char *start, const char *next) {
            QTest::newRow(name) << QByteArray(day) << reset << QByteArray(start)
                                << QByteArray(next);
        };
    row("first of the month", "2026-11-30", 1, "2026-11-01", "2026-12-01");
    row("on the reset day", "2026-11-15", 15, "2026-11-15", "2026-12-15");
    row("day before it", "2026-11-14", 15, "2026-10-15", "2026-11-15");
    row("over the new year", "2027-01-05", 15, "2026-12-15", "2027-01-15");
    row("december", "2026-12-20", 15, "2026-12-15", "2027-01-15");
    row("#40 reset_day 31, 28 Feb", "2026-02-28", 31, "2026-02-28", "2026-03-31");
    row("#40 reset_day 31, 27 Feb", "2026-02-27", 31, "2026-01-31", "2026-02-28");
    row("#40 reset_day 31, 28 Feb of a leap year", "2028-02-28", 31, "2028-01-31", "2028-02-29");
    row("#40 reset_day 31, 29 Feb", "2028-02-29", 31, "2028-02-29", "2028-03-31");
    row("#40 reset_day 31, 30 Apr", "2026-04-30", 31, "2026-04-30", "2026-05-31");
    row("#40 reset_day 31, 1 May", "2026-05-01", 31, "2026-04-30", "2026-05-31");
    row("#40 reset_day 30, 1 Mar", "2026-03-01", 30, "2026-02-28", "2026-03-30");
    row("#40 reset_day 29, no leap year", "2026-03-28", 29, "2026-02-28", "2026-03-29");
    row("2100 is no leap year", "2100-03-01", 29, "2100-02-28", "2100-03-29");
    row("2000 is one", "2000-02-29", 29, "2000-02-29", "2000-03-29");
}

void PeriodTest::startAndNext()
{
    QFETCH(QByteArray, day);
    QFETCH(int, resetDay);
    QFETCH(QByteArray, start);
    QFETCH(QByteArray, next);
    const UtcDay found = period::start(utcDay(day.toStdString()), resetDay);
    QCOMPARE(QByteArray::fromStdString(period::toIso(found)), start);
    QCOMPARE(QByteArray::fromStdString(period::toIso(period::next(found, resetDay))), next);
    // From inside the period the next reset is the same one.
    QCOMPARE(period::next(utcDay(day.toStdString()), resetDay), utcDay(next.toStdString()));
}

void PeriodTest::everyDayLiesInItsPeriod_data()
{
    QTest::addColumn<int>("resetDay");
    for (int day = 1; day <= 31; ++day)
        QTest::addRow("reset_day %d", day) << day;
}

void PeriodTest::everyDayLiesInItsPeriod()
{
    QFETCH(int, resetDay);
    UtcDay running = period::start(utcDay("2023-12-31"), resetDay);
    for (UtcDay day = utcDay("2024-01-01"); day < utcDay("2029-01-01"); ++day) {
        const UtcDay start = period::start(day, resetDay);
        const UtcDay next = period::next(start, resetDay);
        QVERIFY(start <= day && day < next);
        QVERIFY(next - start >= 28 && next - start <= 31);
        QVERIFY(start == running || start == period::next(running, resetDay));
        running = start;
    }
}

void PeriodTest::dayOf_data()
{
    QTest::addColumn<qlonglong>("wallMs");
    QTest::addColumn<int>("day");
    QTest::newRow("epoch") << 0LL << 0;
    QTest::newRow("last moment of a day") << 86'399'999LL << 0;
    QTest::newRow("first moment of the next") << 86'400'000LL << 1;
    QTest::newRow("just before the epoch") << -1LL << -1;
    QTest::newRow("a whole day before") << -86'400'000LL << -1;
}

void PeriodTest::dayOf()
{
    QFETCH(qlonglong, wallMs);
    QFETCH(int, day);
    QCOMPARE(period::dayOf(wallMs), day);
}

void PeriodTest::timeZoneDoesNotMatter()
{
    // #40: a night in which local clocks jump.
    const QByteArray before = qgetenv("TZ");
    for (const char *zone : {"America/Santiago", "Pacific/Kiritimati", "UTC"}) {
        qputenv("TZ", zone);
        ::tzset();
        const std::int64_t midnight = period::wallMsOf(utcDay("2026-04-05"));
        QCOMPARE(period::start(period::dayOf(midnight - 1), 5), utcDay("2026-03-05"));
        QCOMPARE(period::start(period::dayOf(midnight), 5), utcDay("2026-04-05"));
    }
    if (before.isEmpty())
        qunsetenv("TZ");
    else
        qputenv("TZ", before);
    ::tzset();
}

void PeriodTest::isoRoundTrip()
{
    for (UtcDay day = 0; day < 60000; day += 13)
        QCOMPARE(period::fromIso(period::toIso(day)), std::optional(day));
    QCOMPARE(period::toIso(0), std::string("1970-01-01"));
}

void PeriodTest::isoRefused_data()
{
    QTest::addColumn<QByteArray>("text");
    for (const char *text : {"",
                             "2026-11",
                             "2026-11-31",
                             "2026-02-29",
                             "2026-13-01",
                             "2026-00-10",
                             "2026-1-01",
                             "26-11-30",
                             "2026/11/30",
                             "2026-11-30T00:00:00Z",
                             " 2026-11-30",
                             "2026-11-3x",
                             "-026-11-30",
                             "+026-11-30"})
        QTest::newRow(text) << QByteArray(text);
}

void PeriodTest::isoRefused()
{
    QFETCH(QByteArray, text);
    QVERIFY(!period::fromIso(text.toStdString()));
}

SPILLWAY_TEST(PeriodTest)
#include "tst_period.moc"
