// SPDX-License-Identifier: MIT
#include "usagefixture.h"

#include <QSqlDatabase>
#include <QSqlQuery>

#include <cmath>
#include <limits>

using namespace spillway;
using namespace spillway::test;

namespace {

using Names = std::vector<std::string>;

qulonglong big(std::uint64_t value)
{
    return value;
}

/// "2026-11-01=5 2026-12-01=0"
QString text(const std::vector<PeriodUsage> &periods)
{
    QStringList parts;
    for (const PeriodUsage &period : periods)
        parts += QString::fromStdString(period::toIso(period.start)) + QLatin1Char('=')
                 + QString::number(period.used);
    return parts.join(QLatin1Char(' '));
}

std::int64_t minuteOf(std::string_view isoDay)
{
    return UsageClock::noonOf(isoDay) / 60'000;
}

} // namespace

class UsageStoreTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void makesItsFilesPrivate();
    void cannotOpen();
    void bookingAndThreshold();
    void hugeNumbers();
    void refunds();
    void refundAfterTheResetIsDropped();
    void survivesReopen();
    void namesRefused_data();
    void namesRefused();
    void manyCounters();

    void rollover_data();
    void rollover();
    void rolloverAcrossRestart();
    void twoProcessesRollOnce();
    void futurePeriod();
    void resetDayChange_data();
    void resetDayChange();
    void resetDayChangedThereAndBack();

    void sharedLive();
    void sharedGrowth();
    void findChangesNothing();
    void rename_data();
    void rename();
    void renameKeepsHistory();
    void countersInUseFollowARename();
    void renamedToARetiredName();
    void setUsed();
    void setUsedIsNotTakenBack();

    void import();
    void importRefused_data();
    void importRefused();
    void importGoesOnWhereCascadeRpcStopped();

    void historyMerges();
    void historyIsPruned();
    void whatARunCountedIsAddedOnce();
    void whatALivingRunCountsIsItsOwn();
    void aRenamedNodeKeepsWhatItsRunCounted();
    void aNewHistoryTakesNothingOfOldRuns();
    void methodsOfADayAreBounded();
    void secondsAndCallsAreKept();
    void latenciesOfOlderVersionsAreRead();
};

void UsageStoreTest::makesItsFilesPrivate()
{
    const UsageDir dir;
    const UsageClock clock("2026-11-30");
    const OpenedUsage store(dir, clock);
    QVERIFY2(store.isOpen(), qPrintable(store.error()));
    QCOMPARE(store.warnings(), QString());
    const auto owner = QFile::ReadOwner | QFile::WriteOwner;
    const auto others = QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther;
    QVERIFY(!(QFile::permissions(QString::fromStdString(dir.path())) & others));
    for (const char *name : {"usage.pages", "usage.lock"}) {
        QVERIFY(QFile::permissions(dir.file(name)).testFlags(owner));
        QVERIFY(!(QFile::permissions(dir.file(name)) & others));
    }
}

void UsageStoreTest::cannotOpen()
{
    const UsageDir dir;
    const UsageClock clock("2026-11-30");
    QVERIFY(UsageDir::write(dir.outside("state"), "a file where the folder should be"));
    const OpenedUsage store(dir, clock);
    QVERIFY(!store.isOpen());
    QVERIFY2(store.error().contains(QStringLiteral("/state")), qPrintable(store.error()));
}

void UsageStoreTest::bookingAndThreshold()
{
    const UsageDir dir;
    const UsageClock clock("2026-11-30");
    const OpenedUsage store(dir, clock);
    UsageCounter *counter = store->counter("node", 15);
    QVERIFY(counter);
    QCOMPARE(counter->periodStart(), utcDay("2026-11-15"));
    QCOMPARE(counter->resetDay(), 15);
    QVERIFY(counter->tryBook(60, 100));
    QVERIFY(!counter->tryBook(41, 100));
    QVERIFY(counter->tryBook(40, 100));
    QVERIFY(counter->tryBook(0, 100));
    QVERIFY(!counter->tryBook(1, 100));
    QVERIFY(!counter->tryBook(1, 0));
    counter->book(7);
    QCOMPARE(big(counter->used()), 107ULL);
    QCOMPARE(store->counter("node", 15), counter);
    QCOMPARE(store->counter("other", 1)->used(), std::uint64_t{0});
    QCOMPARE(store->names(), (Names{"node", "other"}));
}

void UsageStoreTest::hugeNumbers()
{
    const UsageDir dir;
    const UsageClock clock("2026-11-30");
    const OpenedUsage store(dir, clock);
    UsageCounter *counter = store->counter("node", 1);
    constexpr std::uint64_t kMax = std::numeric_limits<std::uint64_t>::max();
    QVERIFY(!counter->tryBook(kMax, kMax - 1));
    QVERIFY(counter->tryBook(5, kMax));
    QVERIFY(counter->tryBook(kMax - 5, kMax)); // stands still at the top, keeps its period
    QCOMPARE(big(counter->used()), big(UsageCounter::kMaxUsed));
    counter->book(kMax);
    QCOMPARE(big(counter->used()), big(UsageCounter::kMaxUsed));
    QCOMPARE(counter->periodStart(), utcDay("2026-11-01"));
    counter->refund(kMax);
    QCOMPARE(big(counter->used()), 0ULL);
    QCOMPARE(counter->periodStart(), utcDay("2026-11-01"));
}

void UsageStoreTest::refunds()
{
    const UsageDir dir;
    const UsageClock clock("2026-11-30");
    OpenedUsage store(dir, clock);
    UsageCounter *counter = store->counter("node", 1);
    const UtcDay period = counter->periodStart();
    counter->book(10);
    counter->refund(4);
    counter->refund(3, period);
    QCOMPARE(big(counter->used()), 3ULL);
    counter->refund(99); // never below zero
    QCOMPARE(big(counter->used()), 0ULL);
    counter->book(8);
    counter->refund(2, period);
    store.close();
    const OpenedUsage again(dir, clock);
    QCOMPARE(big(again->find("node")->used()), 6ULL);
}

void UsageStoreTest::refundAfterTheResetIsDropped()
{
    const UsageDir dir;
    UsageClock clock("2026-11-30");
    const OpenedUsage store(dir, clock);
    UsageCounter *counter = store->counter("node", 1);
    const UtcDay bookedIn = counter->periodStart();
    counter->book(10);
    clock.setDay("2026-12-01");
    store->rollOver();
    counter->book(10);
    counter->refund(10, bookedIn);
    QCOMPARE(big(counter->used()), 10ULL);
}

void UsageStoreTest::survivesReopen()
{
    const UsageDir dir;
    const UsageClock clock("2026-11-30");
    {
        const OpenedUsage store(dir, clock);
        store->counter("zulu", 15)->book(11);
        store->counter("alpha", 1)->book(22);
        store->flush();
        QCOMPARE(store->problem(), std::string());
    }
    const OpenedUsage store(dir, clock);
    QCOMPARE(store.warnings(), QString());
    QCOMPARE(store->names(), (Names{"zulu", "alpha"}));
    QCOMPARE(big(store->find("zulu")->used()), 11ULL);
    QCOMPARE(store->find("zulu")->resetDay(), 15);
    QCOMPARE(store->find("zulu")->periodStart(), utcDay("2026-11-15"));
    QCOMPARE(big(store->counter("alpha", 1)->used()), 22ULL);
}

void UsageStoreTest::namesRefused_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<bool>("good");
    QTest::newRow("empty") << QByteArray() << false;
    QTest::newRow("129 bytes") << QByteArray(129, 'n') << false;
    QTest::newRow("128 bytes") << QByteArray(128, 'n') << true;
    QTest::newRow("any bytes") << QByteArray("\xc3\xa4 \"'\n\x01") << true;
}

void UsageStoreTest::namesRefused()
{
    QFETCH(QByteArray, name);
    QFETCH(bool, good);
    const UsageDir dir;
    const UsageClock clock("2026-11-30");
    OpenedUsage store(dir, clock);
    std::string error;
    UsageCounter *counter = store->counter(name.toStdString(), 1, &error);
    QCOMPARE(counter != nullptr, good);
    QCOMPARE(QString::fromStdString(error).contains(QStringLiteral("1 to 128 bytes")), !good);
    if (!good)
        return;
    counter->book(3);
    store.close();
    const OpenedUsage again(dir, clock);
    QCOMPARE(again->names(), Names{name.toStdString()});
    QCOMPARE(big(again->find(name.toStdString())->used()), 3ULL);
}

void UsageStoreTest::manyCounters()
{
    constexpr int kMany = 700; // over two blocks
    const UsageDir dir;
    const UsageClock clock("2026-11-30");
    OpenedUsage store(dir, clock);
    std::vector<UsageCounter *> counters;
    for (int i = 0; i < kMany; ++i)
        counters.push_back(store->counter("node " + std::to_string(i), 1));
    for (int i = 0; i < kMany; ++i)
        counters[static_cast<std::size_t>(i)]->book(
            static_cast<std::uint64_t>(i)); // addresses are still good
    store.close();
    const OpenedUsage again(dir, clock);
    QCOMPARE(again->names().size(), std::size_t{kMany});
    for (int i = 0; i < kMany; ++i)
        QCOMPARE(big(again->find("node " + std::to_string(i))->used()), static_cast<qulonglong>(i));
}

void UsageStoreTest::rollover_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<int>("resetDay");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<bool>("resets");
    QTest::addColumn<QByteArray>("start");
    const auto row = [](const char *name,
                        const char *before,
                        int day,
                        const char *after,
                        bool resets,
                        const char *start) {
        QTest::newRow(name) << QByteArray(before) << day << QByteArray(after) << resets
                            << QByteArray(start);
    };
    row("same period", "2026-11-16", 15, "2026-12-14", false, "2026-11-15");
    row("on the day", "2026-12-14", 15, "2026-12-15", true, "2026-12-15");
    row("#40 reset_day 31 on 28 Feb", "2026-02-27", 31, "2026-02-28", true, "2026-02-28");
    row("#40 reset_day 31 on 29 Feb", "2028-02-28", 31, "2028-02-29", true, "2028-02-29");
    row("#40 reset_day 31 on 30 Apr", "2026-04-29", 31, "2026-04-30", true, "2026-04-30");
    row("#40 not again on 1 May", "2026-04-30", 31, "2026-05-01", false, "2026-04-30");
    row("#40 asleep across the boundary", "2026-11-10", 1, "2026-12-24", true, "2026-12-01");
    row("#40 asleep for half a year", "2026-05-10", 1, "2026-11-30", true, "2026-11-01");
    row("#40 clock set back one day over the reset",
        "2026-12-01",
        1,
        "2026-11-30",
        false,
        "2026-12-01");
    row("#40 clock set back a year", "2026-12-01", 1, "2025-12-01", false, "2026-12-01");
}

void UsageStoreTest::rollover()
{
    QFETCH(QByteArray, before);
    QFETCH(int, resetDay);
    QFETCH(QByteArray, after);
    QFETCH(bool, resets);
    QFETCH(QByteArray, start);
    for (const bool byCounter : {false, true}) {
        const UsageDir dir;
        UsageClock clock(before.toStdString());
        const OpenedUsage store(dir, clock);
        UsageCounter *counter = store->counter("node", resetDay);
        const UtcDay first = counter->periodStart();
        counter->book(9);
        clock.setDay(after.toStdString());
        if (byCounter)
            QCOMPARE(store->counter("node", resetDay), counter);
        else
            QCOMPARE(store->rollOver(), resets ? Names{"node"} : Names{});
        QCOMPARE(store->rollOver(), Names{}); // once
        QCOMPARE(period::toIso(counter->periodStart()), start.toStdString());
        QCOMPARE(big(counter->used()), resets ? 0ULL : 9ULL);
        counter->book(1);
        std::vector<PeriodUsage> expected = {{first, 9}};
        if (resets)
            expected.push_back({counter->periodStart(), 1});
        else
            expected[0].used = 10;
        QCOMPARE(text(store->periods("node")), text(expected));
    }
}

void UsageStoreTest::rolloverAcrossRestart()
{
    const UsageDir dir;
    UsageClock clock("2026-11-30");
    OpenedUsage(dir, clock)->counter("node", 1)->book(9);
    clock.setDay("2026-12-02");
    OpenedUsage store(dir, clock);
    QCOMPARE(big(store->find("node")->used()), 9ULL); // opening alone begins nothing
    QCOMPARE(big(store->counter("node", 1)->used()), 0ULL);
    store.close();
    clock.setDay("2026-11-30"); // #40
    const OpenedUsage again(dir, clock);
    again->counter("node", 1)->book(2);
    QCOMPARE(again->find("node")->periodStart(), utcDay("2026-12-01"));
    QCOMPARE(text(again->periods("node")), QStringLiteral("2026-11-01=9 2026-12-01=2"));
}

void UsageStoreTest::twoProcessesRollOnce()
{
    const UsageDir dir;
    UsageClock clock("2026-11-30");
    const OpenedUsage one(dir, clock);
    const OpenedUsage two(dir, clock);
    UsageCounter *counter = one->counter("node", 1);
    counter->book(9);
    clock.setDay("2026-12-01");
    QCOMPARE(two->rollOver(), Names{"node"});
    counter->book(1);
    QCOMPARE(one->rollOver(), Names{});
    QCOMPARE(big(two->find("node")->used()), 1ULL);
    one->flush();
    two->flush();
    one->flush();
    QCOMPARE(text(one->periods("node")), QStringLiteral("2026-11-01=9 2026-12-01=1"));
}

void UsageStoreTest::futurePeriod()
{
    const UsageDir dir;
    UsageClock clock("2027-08-01"); // a wrong clock at boot
    OpenedUsage(dir, clock)->counter("node", 1)->book(9);
    clock.setDay("2026-11-30");
    OpenedUsage store(dir, clock);
    QVERIFY2(store.warnings().contains(QStringLiteral("2027-08-01")), qPrintable(store.warnings()));
    QCOMPARE(big(store->counter("node", 1)->used()), 9ULL);
    std::string error;
    QVERIFY(store->setUsed("node", 9, &error));
    QCOMPARE(store->find("node")->periodStart(), utcDay("2026-11-01"));
    QCOMPARE(text(store->periods("node")), QStringLiteral("2026-11-01=9"));
    store.close();
    const OpenedUsage again(dir, clock);
    QCOMPARE(again.warnings(), QString());
    QCOMPARE(again->find("node")->periodStart(), utcDay("2026-11-01"));
}

void UsageStoreTest::resetDayChange_data()
{
    QTest::addColumn<int>("from");
    QTest::addColumn<int>("to");
    QTest::addColumn<bool>("withHistory");
    QTest::addColumn<QByteArray>("start");
    QTest::addColumn<qulonglong>("used");
    QTest::addColumn<QByteArray>("periods");
    const auto row = [](const char *name,
                        int from,
                        int to,
                        bool history,
                        const char *start,
                        qulonglong used,
                        const char *periods) {
        QTest::newRow(name) << from << to << history << QByteArray(start) << used
                            << QByteArray(periods);
    };
    // Today is 20 November. 100 credits on 3 November, 10 on 14, 1 on 18; the counter began on 1 October.
    row("same day", 1, 1, true, "2026-11-01", 111, "2026-11-01=111");
    row("later start, what lies before is known",
        1,
        10,
        true,
        "2026-11-10",
        11,
        "2026-11-01=100 2026-11-10=11");
    row("later start, nothing known: all stays", 1, 10, false, "2026-11-10", 111, "2026-11-10=111");
    row("today", 1, 20, true, "2026-11-20", 0, "2026-11-01=111 2026-11-20=0");
    row("later in the month: an earlier start", 1, 25, false, "2026-10-25", 111, "2026-10-25=111");
    row("earlier start, what belongs to it now is known",
        10,
        2,
        true,
        "2026-11-02",
        111,
        "2026-11-02=111");
    row("earlier start, nothing known", 10, 2, false, "2026-11-02", 11, "2026-11-02=11");
}

void UsageStoreTest::resetDayChange()
{
    QFETCH(int, from);
    QFETCH(int, to);
    QFETCH(bool, withHistory);
    QFETCH(QByteArray, start);
    QFETCH(qulonglong, used);
    QFETCH(QByteArray, periods);
    const UsageDir dir;
    UsageClock clock("2026-11-01");
    OpenedUsage store(dir, clock);
    const std::pair<const char *, std::uint64_t> spent[] = {
        {"2026-11-03", 100}, {"2026-11-14", 10}, {"2026-11-18", 1}};
    clock.setDay("2026-11-03");
    for (const auto &[day, credits] : spent) {
        clock.setDay(day);
        if (period::start(utcDay(day), from) == period::start(utcDay("2026-11-20"), from))
            store->counter("node", from)->book(credits);
        if (withHistory)
            store->addHistory("node", {minuteOf(day), 1, 0, credits, 1, 1});
    }
    clock.setDay("2026-11-20");
    UsageCounter *counter = store->counter("node", to);
    QCOMPARE(QByteArray::fromStdString(period::toIso(counter->periodStart())), start);
    QCOMPARE(big(counter->used()), used);
    QCOMPARE(counter->resetDay(), to);
    QCOMPARE(text(store->periods("node")).toLatin1(), periods);
    store.close();

    // Nothing of it changes over a restart, and the next reset is the new day's.
    OpenedUsage again(dir, clock);
    counter = again->counter("node", to);
    QCOMPARE(QByteArray::fromStdString(period::toIso(counter->periodStart())), start);
    QCOMPARE(big(counter->used()), used);
    const UtcDay next = period::next(counter->periodStart(), to);
    clock.setWallMs(period::wallMsOf(next) - 1);
    QCOMPARE(again->rollOver(), Names{});
    clock.setWallMs(period::wallMsOf(next));
    QCOMPARE(again->rollOver(), Names{"node"});
    QCOMPARE(counter->periodStart(), next);
    QCOMPARE(big(counter->used()), 0ULL);
}

void UsageStoreTest::resetDayChangedThereAndBack()
{
    const UsageDir dir;
    const UsageClock clock("2026-11-20");
    const OpenedUsage store(dir, clock);
    store->addHistory("node", {minuteOf("2026-11-03"), 1, 0, 100, 1, 1});
    store->addHistory("node", {minuteOf("2026-11-18"), 1, 0, 5, 1, 1});
    UsageCounter *counter = store->counter("node", 15);
    counter->book(5);
    store->counter("node", 1);
    QCOMPARE(big(counter->used()), 105ULL);
    QCOMPARE(counter->periodStart(), utcDay("2026-11-01"));
    store->counter("node", 15);
    QCOMPARE(big(counter->used()), 5ULL);
    QCOMPARE(counter->periodStart(), utcDay("2026-11-15"));
    store->counter("node", 1);
    QCOMPARE(big(counter->used()), 105ULL);
    QCOMPARE(text(store->periods("node")), QStringLiteral("2026-11-01=105"));
}

void UsageStoreTest::sharedLive()
{
    const UsageDir dir;
    const UsageClock clock("2026-11-30");
    const OpenedUsage daemon(dir, clock);
    UsageCounter *counter = daemon->counter("node", 1);
    counter->book(5);
    {
        const OpenedUsage tool(dir, clock);
        QCOMPARE(tool.warnings(), QString());
        QCOMPARE(big(tool->find("node")->used()), 5ULL);
        std::string error;
        QVERIFY(tool->setUsed("node", 50, &error));
        QVERIFY(tool->counter("new", 3));
        tool->find("new")->book(2);
        QVERIFY(tool->rename("node", "renamed", false, &error));
    }
    QCOMPARE(big(counter->used()), 50ULL);
    QCOMPARE(daemon->names(), (Names{"renamed", "new"}));
    QCOMPARE(daemon->find("renamed"), counter);
    QVERIFY(!daemon->find("node"));
    QCOMPARE(big(daemon->counter("new", 3)->used()), 2ULL);
}

void UsageStoreTest::sharedGrowth()
{
    const UsageDir dir;
    const UsageClock clock("2026-11-30");
    const OpenedUsage one(dir, clock);
    const OpenedUsage two(dir, clock);
    for (int i = 0; i < 300; ++i)
        QVERIFY((i % 2 ? one : two)->counter("node " + std::to_string(i), 1));
    one->find("node 299")->book(4);
    QCOMPARE(big(two->find("node 299")->used()), 4ULL);
    QCOMPARE(one->names(), two->names());
    QCOMPARE(one->names().size(), std::size_t{300});
}

void UsageStoreTest::findChangesNothing()
{
    const UsageDir dir;
    UsageClock clock("2026-11-30");
    const OpenedUsage store(dir, clock);
    QVERIFY(!store->find("node"));
    QCOMPARE(store->names(), Names{});
    store->counter("node", 1)->book(3);
    clock.setDay("2026-12-05");
    QCOMPARE(big(store->find("node")->used()), 3ULL);
}

void UsageStoreTest::rename_data()
{
    QTest::addColumn<int>("usedByTo"); // -1: has no counter
    QTest::addColumn<bool>("force");
    QTest::addColumn<QByteArray>("error");
    QTest::addColumn<qulonglong>("used");
    QTest::newRow("to a new name") << -1 << false << QByteArray() << 7ULL;
    QTest::newRow("to an unused counter") << 0 << false << QByteArray() << 7ULL;
    QTest::newRow("to a used counter") << 5 << false << QByteArray("5 credits of its own") << 5ULL;
    QTest::newRow("to a used counter, forced") << 5 << true << QByteArray() << 12ULL;
}

void UsageStoreTest::rename()
{
    QFETCH(int, usedByTo);
    QFETCH(bool, force);
    QFETCH(QByteArray, error);
    QFETCH(qulonglong, used);
    const UsageDir dir;
    const UsageClock clock("2026-11-30");
    OpenedUsage store(dir, clock);
    store->counter("from", 1)->book(7);
    if (usedByTo >= 0)
        store->counter("to", 1)->book(static_cast<std::uint64_t>(usedByTo));
    std::string found;
    QCOMPARE(store->rename("from", "to", force, &found), error.isEmpty());
    QVERIFY2(QByteArray::fromStdString(found).contains(error), found.c_str());
    QCOMPARE(big(store->find("to")->used()), used);
    QCOMPARE(store->find("from") == nullptr, error.isEmpty());
    QVERIFY(!store->rename("unknown", "x", false, &found));
    QVERIFY(found.find("unknown") != std::string::npos);
    store.close();

    const OpenedUsage again(dir, clock);
    QCOMPARE(again.warnings(), QString());
    QCOMPARE(big(again->find("to")->used()), used);
    QCOMPARE(big(again->counter("from", 1)->used()), error.isEmpty() ? 0ULL : 7ULL);
}

void UsageStoreTest::renameKeepsHistory()
{
    const UsageDir dir;
    UsageClock clock("2026-10-30");
    const OpenedUsage store(dir, clock);
    const std::int64_t minute = minuteOf("2026-10-30");
    store->counter("from", 1)->book(7);
    store->addHistory("from", {minute, 1, 0, 7, 10, 1});
    store->addHistory("to", {minute, 2, 1, 3, 20, 1});
    store->addHistory("to", {minute + 1, 2, 1, 3, 20, 1});
    clock.setDay("2026-11-30");
    store->rollOver();
    store->find("from")->book(1);
    std::string error;
    QVERIFY(store->rename("from", "to", false, &error));
    QCOMPARE(text(store->periods("to")), QStringLiteral("2026-10-01=7 2026-11-01=1"));
    QCOMPARE(text(store->periods("from")), QString());
    const auto minutes = store->history("to", minute, minute + 1);
    QCOMPARE(minutes.size(), std::size_t{2});
    QCOMPARE(big(minutes[0].requests), 3ULL);
    QCOMPARE(big(minutes[0].credits), 10ULL);
    QCOMPARE(big(minutes[0].latencySumUs), 30ULL);
    QVERIFY(store->history("from", minute, minute + 1).empty());
}

void UsageStoreTest::countersInUseFollowARename()
{
    const UsageDir dir;
    const UsageClock clock("2026-11-30");
    const OpenedUsage store(dir, clock);
    UsageCounter *inFlight = store->counter("from", 1);
    std::string error;
    QVERIFY(store->rename("from", "to", false, &error));
    inFlight->book(3);
    QCOMPARE(big(store->counter("to", 1)->used()), 3ULL);
}

void UsageStoreTest::renamedToARetiredName()
{
    const UsageDir dir;
    const UsageClock clock("2026-11-30");
    const OpenedUsage store(dir, clock);
    std::string error;
    store->counter("a", 1)->book(1);
    store->counter("b", 1);
    QVERIFY(store->rename("a", "b", false, &error)); // retires the slot of a
    QVERIFY(store->rename("b", "a", false, &error));
    QCOMPARE(store->names(), Names{"a"});
    QCOMPARE(big(store->find("a")->used()), 1ULL);
    QCOMPARE(big(store->counter("b", 1)->used()), 0ULL);
}

void UsageStoreTest::setUsed()
{
    const UsageDir dir;
    const UsageClock clock("2026-11-30");
    const OpenedUsage store(dir, clock);
    std::string error;
    QVERIFY(!store->setUsed("node", 5, &error));
    QVERIFY(error.find("\"node\"") != std::string::npos);
    store->counter("node", 1)->book(9);
    QVERIFY(!store->setUsed("node", UsageCounter::kMaxUsed + 1, &error));
    QVERIFY(store->setUsed("node", 5, &error));
    QCOMPARE(big(store->find("node")->used()), 5ULL);
    QVERIFY(store->setUsed("node", 500, &error));
    QCOMPARE(text(store->periods("node")), QStringLiteral("2026-11-01=500"));
}

void UsageStoreTest::setUsedIsNotTakenBack()
{
    const UsageDir dir;
    const UsageClock clock("2026-11-30");
    OpenedUsage store(dir, clock);
    store->counter("node", 1)->book(900);
    store->flush();
    std::string error;
    QVERIFY(store->setUsed("node", 5, &error));
    store.close();
    const OpenedUsage again(dir, clock);
    QCOMPARE(big(again->find("node")->used()), 5ULL);
}

void UsageStoreTest::import()
{
    const UsageDir dir;
    const UsageClock clock("2026-11-30");
    const OpenedUsage store(dir, clock);
    store->counter("lower", 15)->book(10);
    store->counter("higher", 15)->book(90);
    store->counter("older", 15)->book(3);
    store->counter("inside", 15)->book(3);
    UsageDir::write(dir.outside("quotas.json"), R"({
  "higher": {"period_start": "2026-11-15", "used": 50},
  "inside": {"used": 70, "period_start": "2026-11-20"},
  "lower": {"used": 50, "period_start": "2026-11-15"},
  "new \u00e4": {"used": 60, "period_start": "2026-11-05"},
  "older": {"used": 80, "period_start": "2026-10-15"}
})");
    std::string error;
    const auto file = dir.outside("quotas.json").toStdString();
    const auto taken = store->importQuotasJson(file, &error);
    QVERIFY(taken);
    QCOMPARE(taken->running, (std::vector<std::string>{"inside", "lower", "new \xc3\xa4"}));
    QCOMPARE(taken->kept, std::vector<std::string>{"higher"}); // only raises
    QCOMPARE(taken->finished, std::vector<std::string>{"older"});
    QCOMPARE(big(store->find("lower")->used()), 50ULL);
    QCOMPARE(big(store->find("higher")->used()), 90ULL); // only raises
    QCOMPARE(big(store->find("inside")->used()), 70ULL);
    QCOMPARE(big(store->find("older")->used()), 3ULL);
    QCOMPARE(text(store->periods("older")), QStringLiteral("2026-10-15=80 2026-11-15=3"));
    QCOMPARE(big(store->find("new \xc3\xa4")->used()), 60ULL);
    QCOMPARE(store->importQuotasJson(file, &error)->kept.size(), 4U); // again: nothing changes
    QCOMPARE(big(store->find("lower")->used()), 50ULL);
    UsageDir::write(dir.outside("quotas.json"), "{}");
    QCOMPARE(store->importQuotasJson(file, &error)->running.size(), 0U);
}

void UsageStoreTest::importRefused_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QByteArray>("error");
    const auto row = [](const char *name, const char *json, const char *error) {
        QTest::newRow(name) << QByteArray(json) << QByteArray(error);
    };
    row("empty file", "", ":1: ");
    row("not JSON", "hello", ":1: ");
    row("an array", "[1]", ":1: not a JSON object");
    row("cut short", "{\"a\": {\"used\": 1,\n", ":");
    row("node is a number", "{\n\"a\": 5}", ":2: node \"a\": must be an object");
    row("used is text",
        "{\"a\": {\n\"used\": \"1\"}}",
        ":2: node \"a\": used must be a whole number");
    row("used is negative", "{\"a\": {\"used\": -1}}", ":1: node \"a\": used must be");
    row("used is a fraction", "{\"a\": {\"used\": 1.5}}", ":1: node \"a\": used must be");
    row("used is too large",
        "{\"a\": {\"used\": 18446744073709551615}}",
        ":1: node \"a\": used must be");
    row("no such date",
        "{\"a\": {\"used\": 1,\n\n\"period_start\": \"2026-02-30\"}}",
        ":3: node \"a\": period_start must be a date");
    row("date is a number",
        "{\"a\": {\"used\": 1, \"period_start\": 20261101}}",
        "period_start must be a date");
    row("date in the future",
        "{\"a\": {\"used\": 1, \"period_start\": \"2026-12-01\"}}",
        ":1: node \"a\": period_start 2026-12-01 is in the future");
    row("used is missing",
        "{\"a\": {\"period_start\": \"2026-11-01\"}}",
        ":1: node \"a\": used is missing");
    row("period_start is missing",
        "{\"a\": {\"used\": 1}}",
        ":1: node \"a\": period_start is missing");
    row("unknown key", "{\"a\": {\"used\": 1, \"limit\": 5}}", "unknown key \"limit\"");
    row("key twice", "{\"a\": {\"used\": 1, \"used\": 5}}", "\"used\" is there twice");
    row("node twice",
        "{\"a\": {\"used\": 1, \"period_start\": \"2026-11-01\"},\n\"a\": {\"used\": 1, "
        "\"period_start\": \"2026-11-01\"}}",
        ":2: node \"a\" is already in line 1");
    row("empty name", "{\"\": {\"used\": 1, \"period_start\": \"2026-11-01\"}}", "1 to 128 bytes");
    row("text behind",
        "{\"a\": {\"used\": 1, \"period_start\": \"2026-11-01\"}}\n{}",
        "after the end");
    row("good node, then a bad one",
        "{\"good\": {\"used\": 500, \"period_start\": \"2026-11-01\"},\n\"bad\": {\"used\": 1}}",
        ":2: node \"bad\": period_start is missing");
}

void UsageStoreTest::importRefused()
{
    QFETCH(QByteArray, json);
    QFETCH(QByteArray, error);
    const UsageDir dir;
    const UsageClock clock("2026-11-30");
    const OpenedUsage store(dir, clock);
    store->counter("good", 1)->book(1);
    const QString path = dir.outside("quotas.json");
    QVERIFY(UsageDir::write(path, json));
    std::string found;
    QVERIFY(!store->importQuotasJson(path.toStdString(), &found));
    QVERIFY2(QString::fromStdString(found).startsWith(path + QLatin1Char(':')), found.c_str());
    QVERIFY2(QByteArray::fromStdString(found).contains(error), found.c_str());
    QCOMPARE(store->names(), Names{"good"});
    QCOMPARE(big(store->find("good")->used()), 1ULL);
    QVERIFY(!store->importQuotasJson(path.toStdString() + ".gone", &found));
    QVERIFY(found.find("quotas.json.gone: cannot be read") != std::string::npos);
}

/// The first sight of a node adopts what was imported; a period that is over is reset.
void UsageStoreTest::importGoesOnWhereCascadeRpcStopped()
{
    const UsageDir dir;
    const UsageClock clock("2026-11-30");
    const OpenedUsage store(dir, clock);
    UsageDir::write(
        dir.outside("quotas.json"),
        R"({"now":{"used":60,"period_start":"2026-11-15"},"old":{"used":70,"period_start":"2026-10-15"}})");
    std::string error;
    QVERIFY(store->importQuotasJson(dir.outside("quotas.json").toStdString(), &error));
    QCOMPARE(big(store->counter("now", 15)->used()), 60ULL);
    QCOMPARE(big(store->counter("old", 15)->used()), 0ULL);
    QCOMPARE(text(store->periods("old")), QStringLiteral("2026-10-15=70 2026-11-15=0"));
}

void UsageStoreTest::historyMerges()
{
    const UsageDir dir;
    const UsageClock clock("2026-11-30");
    const std::int64_t minute = minuteOf("2026-11-30");
    OpenedUsage store(dir, clock);
    store->addHistory("node", {minute, 10, 1, 100, 5000, 9});
    store->addHistory("node", {minute + 1, 1, 0, 1, 1, 1});
    store->addHistory("other", {minute, 7, 0, 7, 7, 7});
    store->addHistory("node", {minute, 2, 1, 20, 500, 1});
    store.close(); // a clean stop loses nothing
    const OpenedUsage again(dir, clock);
    const auto minutes = again->history("node", minute, minute + 1);
    QCOMPARE(minutes.size(), std::size_t{2});
    QCOMPARE(minutes[0].minute, minute);
    QCOMPARE(big(minutes[0].requests), 12ULL);
    QCOMPARE(big(minutes[0].failures), 2ULL);
    QCOMPARE(big(minutes[0].credits), 120ULL);
    QCOMPARE(big(minutes[0].latencySumUs), 5500ULL);
    QCOMPARE(big(minutes[0].served), 10ULL);
    QCOMPARE(again->history("node", minute + 1, minute + 5).size(), std::size_t{1});
    QVERIFY(again->history("node", minute + 2, minute + 5).empty());
    QVERIFY(again->history("unknown", 0, minute).empty());
    QVERIFY(again->names().empty()); // history alone makes no counter
}

void UsageStoreTest::historyIsPruned()
{
    const UsageDir dir;
    UsageClock clock("2026-11-30");
    const std::int64_t minute = minuteOf("2026-11-30");
    constexpr std::int64_t kKept = 400LL * 1440;
    const OpenedUsage store(dir, clock);
    store->addHistory("node", {minute - kKept, 1, 0, 1, 1, 1});
    store->addHistory("node", {minute, 1, 0, 1, 1, 1});
    QCOMPARE(store->history("node", 0, minute).size(), std::size_t{2});
    clock.setDay("2026-12-01");
    QTRY_COMPARE(store->history("node", 0, minute).size(), std::size_t{1});
    QCOMPARE(store->history("node", 0, minute)[0].minute, minute);
}

namespace {

/// Counts as a worker does.
void work(const RunCounters &counters, std::uint64_t calls, std::uint64_t creditsEach)
{
    HistoryCounters &counted = *counters.threads.at(calls % counters.threads.size());
    counted.attempts.add(calls);
    counted.credits.add(calls * creditsEach);
    counted.served.add(calls);
    counted.servedLatencyUs.add(calls * 1000);
}

HistoryMinute sumOf(UsageStore *store, const char *name, std::int64_t minute)
{
    HistoryMinute sum;
    for (const HistoryMinute &each : store->history(name, 0, minute + 10)) {
        sum.requests += each.requests;
        sum.credits += each.credits;
        sum.latencySumUs += each.latencySumUs;
        sum.served += each.served;
        sum.minute = each.minute;
    }
    return sum;
}

} // namespace

/// A process that ends before it has handed over what it counted, as by a kill.
void UsageStoreTest::whatARunCountedIsAddedOnce()
{
    const UsageDir dir;
    const UsageClock clock("2026-11-30");
    const std::int64_t minute = minuteOf("2026-11-30");
    {
        const OpenedUsage store(dir, clock);
        const RunCounters counters = store->runCounters("node", 3);
        QCOMPARE(counters.threads.size(), std::size_t{3});
        work(counters, 10, 7);
        HistoryPart part;
        part.minute = {minute, 4, 0, 28, 4000, 4};
        part.entry = counters.entry;
        part.methods = {{"eth_call", 4, 28}};
        store->addHistory("node", part);
        store->flush();
    }
    for (int start = 0; start < 3; ++start) {
        const OpenedUsage store(dir, clock);
        const HistoryMinute sum = sumOf(store.result.store.get(), "node", minute);
        QCOMPARE(big(sum.requests), 10ULL);
        QCOMPARE(big(sum.credits), 70ULL);
        QCOMPARE(big(sum.served), 10ULL);
        QCOMPARE(big(sum.latencySumUs), 10'000ULL);
        QCOMPARE(sum.minute, minute);
        // Nobody knows with which methods, but the day is complete.
        const auto methods = store->methods("node", period::dayOf(clock.wallMs()));
        QCOMPARE(methods.size(), std::size_t{2});
        QCOMPARE(methods[0].method, std::string());
        QCOMPARE(big(methods[0].credits + methods[1].credits), 70ULL);
        // A run that counts nothing leaves nothing.
        if (start == 1)
            QVERIFY(!store->runCounters("node", 2).threads.empty());
    }
}

void UsageStoreTest::whatALivingRunCountsIsItsOwn()
{
    const UsageDir dir;
    const UsageClock clock("2026-11-30");
    const std::int64_t minute = minuteOf("2026-11-30");
    OpenedUsage first(dir, clock);
    work(first->runCounters("node", 1), 5, 1);
    {
        OpenedUsage second(dir, clock);
        work(second->runCounters("node", 4), 30, 1);
        QCOMPARE(big(sumOf(second.result.store.get(), "node", minute).requests), 0ULL);
    }
    // The second one has ended, the first one lives on.
    {
        const OpenedUsage third(dir, clock);
        QCOMPARE(big(sumOf(third.result.store.get(), "node", minute).requests), 30ULL);
    }
    first.close();
    const OpenedUsage fourth(dir, clock);
    QCOMPARE(big(sumOf(fourth.result.store.get(), "node", minute).requests), 35ULL);
}

void UsageStoreTest::aRenamedNodeKeepsWhatItsRunCounted()
{
    const UsageDir dir;
    const UsageClock clock("2026-11-30");
    const std::int64_t minute = minuteOf("2026-11-30");
    {
        const OpenedUsage store(dir, clock);
        QVERIFY(store->counter("old", 1));
        const RunCounters counters = store->runCounters("old", 1);
        work(counters, 5, 2);
        HistoryPart part;
        part.minute = {minute, 2, 0, 4, 2000, 2};
        part.entry = counters.entry;
        part.seconds = {{minute * 60, 2, 0, 4}};
        part.methods = {{"eth_call", 2, 4}};
        store->addHistory("old", part);
        std::string error;
        QVERIFY(store->rename("old", "new", false, &error));
        QCOMPARE(store->seconds("new", minute, minute).size(), std::size_t{1});
        QCOMPARE(store->methods("new", period::dayOf(clock.wallMs())).size(), std::size_t{1});
        QVERIFY(store->methods("old", period::dayOf(clock.wallMs())).empty());
    }
    const OpenedUsage store(dir, clock);
    QCOMPARE(big(sumOf(store.result.store.get(), "new", minute).requests), 5ULL);
    QCOMPARE(big(sumOf(store.result.store.get(), "old", minute).requests), 0ULL);
}

void UsageStoreTest::aNewHistoryTakesNothingOfOldRuns()
{
    const UsageDir dir;
    const UsageClock clock("2026-11-30");
    const std::int64_t minute = minuteOf("2026-11-30");
    work(OpenedUsage(dir, clock)->runCounters("node", 1), 1'000'000, 1);
    for (const char *name : {"usage.sqlite", "usage.sqlite-wal", "usage.sqlite-shm"})
        QFile::remove(dir.file(name));
    const OpenedUsage store(dir, clock);
    QCOMPARE(big(sumOf(store.result.store.get(), "node", minute).requests), 0ULL);
}

void UsageStoreTest::methodsOfADayAreBounded()
{
    const UsageDir dir;
    UsageClock clock("2026-11-30");
    const std::int64_t minute = minuteOf("2026-11-30");
    const OpenedUsage store(dir, clock);
    for (int i = 0; i < 1000; ++i) {
        HistoryPart part;
        part.minute = {minute, 1, 0, 2, 1, 1};
        part.methods = {{"method_" + std::to_string(i), 1, 2}};
        store->addHistory("node", part);
    }
    const UtcDay today = period::dayOf(clock.wallMs());
    const auto methods = store->methods("node", today);
    QVERIFY(methods.size() <= 257);
    QCOMPARE(methods[0].method, std::string());
    std::uint64_t calls = 0;
    for (const NodeMethodSnapshot &method : methods)
        calls += method.calls;
    QCOMPARE(big(calls), 1000ULL);
    // Of a day that has a name already it goes on.
    HistoryPart again;
    again.minute = {minute, 1, 0, 2, 1, 1};
    again.methods = {{"method_3", 1, 2}};
    store->addHistory("node", again);
    const auto more = store->methods("node", today);
    QCOMPARE(more.size(), methods.size());
    const auto third = std::find_if(more.begin(), more.end(), [](const NodeMethodSnapshot &method) {
        return method.method == "method_3";
    });
    QVERIFY(third != more.end());
    QCOMPARE(big(third->calls), 2ULL);
    QVERIFY(store->methods("node", today + 1).empty());
}

void UsageStoreTest::secondsAndCallsAreKept()
{
    const UsageDir dir;
    const UsageClock clock("2026-11-30");
    const std::int64_t minute = minuteOf("2026-11-30");
    {
        const OpenedUsage store(dir, clock);
        for (int second = 3; second < 6; ++second) {
            HistoryPart part;
            part.minute = {minute, 10, 1, 20, 1, 9};
            part.seconds = {{minute * 60 + second, 10, 1, 20}};
            store->addHistory("node", part);
            CallMinute calls;
            calls.minute = minute;
            calls.requests[static_cast<std::size_t>(RequestOutcome::Timeout)] = 2;
            calls.requests[static_cast<std::size_t>(RequestOutcome::Forwarded)] = 8;
            calls.latency.add(latencyCell(3'000), 8);
            calls.latency.add(kLatencyCells - 1, 2);
            store->addCalls(calls);
        }
    }
    const OpenedUsage store(dir, clock);
    const auto seconds = store->seconds("node", minute, minute);
    QCOMPARE(seconds.size(), std::size_t{3});
    QCOMPARE(seconds[1].second, minute * 60 + 4);
    QCOMPARE(big(seconds[1].credits), 20ULL);
    QVERIFY(store->seconds("node", minute + 1, INT64_MAX).empty());
    const auto calls = store->calls(minute - 1, minute + 1);
    QCOMPARE(calls.size(), std::size_t{1});
    QCOMPARE(big(calls[0].requests[static_cast<std::size_t>(RequestOutcome::Timeout)]), 6ULL);
    QCOMPARE(big(calls[0].latency.at(latencyCell(3'000))), 24ULL);
    QCOMPARE(big(calls[0].latency.at(kLatencyCells - 1)), 6ULL);
    QCOMPARE(calls[0].latency.entries().size(), std::size_t{2});
}

/// An older version told only the bounds of kLatencyBoundsUs apart: its counts stay, within the same bounds.
void UsageStoreTest::latenciesOfOlderVersionsAreRead()
{
    const UsageDir dir;
    const UsageClock clock("2026-11-30");
    const std::int64_t minute = minuteOf("2026-11-30");
    CallMinute fresh;
    fresh.minute = minute;
    fresh.latency.add(latencyCell(3'000), 5);
    {
        const OpenedUsage store(dir, clock);
        store->addCalls(fresh);
    }
    {
        QSqlDatabase db =
            QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), QStringLiteral("older"));
        db.setDatabaseName(QString::fromStdString(dir.path()) + QStringLiteral("/usage.sqlite"));
        QVERIFY(db.open());
        QSqlQuery query(db);
        for (const auto &[figure, count] :
             {std::pair("le 500", 3), {"le 5000", 100}, {"le inf", 7}, {"success", 1}}) {
            query.prepare(
                QStringLiteral("INSERT INTO calls(minute, figure, count) VALUES(?, ?, ?)"));
            query.addBindValue(static_cast<qlonglong>(minute));
            query.addBindValue(QString::fromLatin1(figure));
            query.addBindValue(count);
            QVERIFY(query.exec());
        }
    }
    QSqlDatabase::removeDatabase(QStringLiteral("older"));
    const OpenedUsage store(dir, clock);
    const auto calls = store->calls(minute, minute);
    QCOMPARE(calls.size(), std::size_t{1});
    LatencyBuckets<std::uint64_t> buckets{};
    for (const auto &entry : calls[0].latency.entries())
        buckets[kLatencyBucketOfCell[entry.cell]] += entry.count;
    LatencyBuckets<std::uint64_t> expected{};
    expected[0] = 3;
    expected[3] = 105;
    expected.back() = 7;
    QCOMPARE(buckets, expected);
    // Evenly: half of them below the middle of 2.5 to 5 ms.
    const double median = latencyPercentileUs(calls[0].latency, 0.5).value_or(0);
    QVERIFY2(std::abs(median - 3'700) < 150, qPrintable(QString::number(median)));
}

SPILLWAY_TEST(UsageStoreTest)
#include "tst_usagestore.moc"
