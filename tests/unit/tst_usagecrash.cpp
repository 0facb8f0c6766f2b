// SPDX-License-Identifier: MIT
#include "store/pagefile.h"
#include "usagefixture.h"
#include "usagekillerprotocol.h"
#include "usagevictim.h"

#include <array>
#include <barrier>
#include <cstring>
#include <limits>
#include <map>
#include <random>
#include <thread>

using namespace spillway;
using namespace spillway::test;

namespace {

constexpr int kRounds = 60;
constexpr int kRollRounds = 12;

/// One life of the killer, from its start to SIGKILL.
class Victim
{
public:
    bool run(const std::string &mode,
             const UsageDir &dir,
             std::uint_fast32_t seed,
             qsizetype killAfterBytes)
    {
        VictimProcess process(
            {SPILLWAY_USAGE_KILLER, mode, dir.path(), "2026-11-30", std::to_string(seed)});
        // The amount read decides the moment, not a clock.
        if (!process.readUntil(killAfterBytes))
            return false;
        const int status = process.killAndWait();
        if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGKILL)
            return false;
        parse(process.drain());
        return true;
    }

    /// Acknowledged on a counter by all threads.
    [[nodiscard]] std::uint64_t acknowledged(int counter) const
    {
        std::uint64_t sum = 0;
        for (const auto &[key, total] : m_totals)
            sum += key.second == counter ? total : 0;
        return sum;
    }

    [[nodiscard]] const std::vector<BookingRecord> &records() const { return m_records; }

private:
    void parse(const QByteArray &output)
    {
        const auto size = static_cast<qsizetype>(sizeof(BookingRecord));
        for (qsizetype at = 0; at + size <= output.size(); at += size) {
            BookingRecord record;
            std::memcpy(&record, output.constData() + at, sizeof record);
            if (record.counter == kOpening)
                continue;
            m_records.push_back(record);
            m_totals[{record.thread, record.counter}] = record.total;
        }
    }

    std::vector<BookingRecord> m_records;
    std::map<std::pair<std::uint32_t, int>, std::uint64_t> m_totals;
};

/// Overwrites one of the two regions, in part or as a whole, with zeros or noise.
void damageOneRegion(const UsageDir &dir, std::mt19937 &random)
{
    QByteArray pages = UsageDir::read(dir.file("usage.pages"));
    const auto segment = static_cast<qsizetype>(PageFile::kSegmentSize);
    const qsizetype begin = random() % 2 == 0 ? 0 : segment;
    const qsizetype length = random() % 2 == 0 ? 4096 : segment;
    const bool zeros = random() % 2 == 0;
    for (qsizetype i = begin; i < begin + length; ++i)
        pages[i] = zeros ? '\0' : static_cast<char>(random());
    UsageDir::write(dir.file("usage.pages"), pages);
}

} // namespace

class UsageCrashTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void killedWhileBooking();
    void killedWhileRollingOver();
    void afterAKillTheHistoryHasWhatIsUsed();
    void threadsNeverPassTheThreshold();
    void rolloverUnderLoadCountsEveryCreditOnce();
    void fullDisk();
};

/// #41: kill -9 at random moments, over the same files, with damage in between.
void UsageCrashTest::killedWhileBooking()
{
    std::mt19937 random(20261130);
    const UsageDir dir;
    const UsageClock clock("2026-11-30");
    std::array<std::uint64_t, kKillerCounters> before = {};
    for (int round = 0; round < kRounds; ++round) {
        // Some die while they open the store, most under load.
        const qsizetype bytes = round % 6 == 0 ? 1 : static_cast<qsizetype>(random() % 60'000);
        Victim victim;
        QVERIFY(victim.run("book", dir, random(), bytes));
        const bool damaged = round % 3 == 2;
        if (damaged)
            damageOneRegion(dir, random);

        const OpenedUsage store(dir, clock);
        QVERIFY2(store.isOpen(), qPrintable(store.error()));
        for (int i = 0; i < kKillerCounters; ++i) {
            UsageCounter *counter = store->counter(kKillerCounterNames[i], 1);
            QVERIFY(counter);
            const std::uint64_t least =
                before[static_cast<std::size_t>(i)] + victim.acknowledged(i);
            const std::uint64_t most = least + kKillerThreads * kKillerMaxCost;
            QVERIFY2(counter->used() >= least && counter->used() <= most,
                     qPrintable(QStringLiteral("round %1: used %2, acknowledged %3\n%4")
                                    .arg(round)
                                    .arg(counter->used())
                                    .arg(least)
                                    .arg(store.warnings())));
            before[static_cast<std::size_t>(i)] = counter->used();
        }
    }
    QCOMPARE(dir.brokenFiles(), QStringList());
}

void UsageCrashTest::killedWhileRollingOver()
{
    std::mt19937 random(41);
    for (int round = 0; round < kRollRounds; ++round) {
        const UsageDir dir;
        Victim victim;
        const auto bytes = static_cast<qsizetype>(1 + random() % 3'000);
        QVERIFY(victim.run("roll", dir, random(), bytes));
        if (victim.records().empty())
            continue;
        const BookingRecord last = victim.records().back();
        const auto lastPeriod = static_cast<UtcDay>(last.period);

        const UsageClock clock(period::toIso(lastPeriod));
        const OpenedUsage store(dir, clock);
        QVERIFY2(store.isOpen(), qPrintable(store.error()));
        UsageCounter *counter = store->find(kKillerCounterNames[0]);
        QVERIFY(counter);
        std::map<UtcDay, std::uint64_t> kept;
        for (const PeriodUsage &period : store->periods(kKillerCounterNames[0]))
            kept[period.start] = period.used;
        if (counter->periodStart() != lastPeriod) {
            QCOMPARE(counter->periodStart(), period::next(lastPeriod, 1));
            QVERIFY(counter->used() <= kKillerMaxCost);
        }
        // The period of the last record is the running one or the one before: complete in either case.
        QVERIFY(kept[lastPeriod] >= last.total);
        QVERIFY(kept[lastPeriod] <= last.total + kKillerMaxCost);
    }
}

/// Whatever the moment of the kill: what is counted as used is in the history, once, but for the call that was being booked.
void UsageCrashTest::afterAKillTheHistoryHasWhatIsUsed()
{
    std::mt19937 random(2359);
    const UsageDir dir;
    const UsageClock clock("2026-11-30");
    for (std::uint64_t round = 1; round <= 20; ++round) {
        Victim victim;
        QVERIFY(victim.run("count", dir, random(), static_cast<qsizetype>(random() % 60'000)));
        const OpenedUsage store(dir, clock);
        QVERIFY2(store.isOpen(), qPrintable(store.error()));
        const std::uint64_t used = store->counter(kKillerCounterNames[0], 1)->used();
        std::uint64_t credits = 0;
        for (const HistoryMinute &minute :
             store->history(kKillerCounterNames[0], 0, clock.wallMs() / 60'000))
            credits += minute.credits;
        QVERIFY2(credits <= used && used <= credits + round * kKillerMaxCost,
                 qPrintable(QStringLiteral("used %1, in the history %2").arg(used).arg(credits)));
    }
}

void UsageCrashTest::threadsNeverPassTheThreshold()
{
    constexpr std::uint64_t kThreshold = 20'000;
    const UsageDir dir;
    const UsageClock clock("2026-11-30");
    const OpenedUsage store(dir, clock);
    QVERIFY(store.isOpen());
    UsageCounter *counter = store->counter("node", 1);
    std::atomic<bool> passed{false};
    std::atomic<std::uint64_t> kept{0};
    std::barrier start(4);
    std::vector<std::thread> threads;
    for (unsigned seed = 0; seed < 4; ++seed) {
        threads.emplace_back([&, seed] {
            std::mt19937 random(seed);
            start.arrive_and_wait();
            for (int i = 0; i < 40'000; ++i) {
                const std::uint64_t cost = 1 + random() % 50;
                const UtcDay bookedIn = counter->periodStart();
                if (!counter->tryBook(cost, kThreshold))
                    continue;
                if (counter->used() > kThreshold)
                    passed = true;
                if (random() % 3 != 0)
                    counter->refund(cost, bookedIn);
                else
                    kept += cost;
            }
        });
    }
    for (std::thread &thread : threads)
        thread.join();
    QVERIFY(!passed);
    QCOMPARE(counter->used(), kept.load());
    // It is nearly full: nothing was refused that had room.
    QVERIFY(counter->used() > kThreshold - 50);
}

void UsageCrashTest::rolloverUnderLoadCountsEveryCreditOnce()
{
    constexpr int kThreads = 3;
    constexpr std::uint64_t kEach = 60'000;
    const UsageDir dir;
    UsageClock clock("2026-01-15");
    const OpenedUsage store(dir, clock);
    QVERIFY(store.isOpen());
    UsageCounter *counter = store->counter("node", 1);
    std::barrier start(kThreads + 1);
    std::vector<std::thread> threads;
    for (int i = 0; i < kThreads; ++i) {
        threads.emplace_back([&] {
            start.arrive_and_wait();
            for (std::uint64_t n = 0; n < kEach; ++n)
                counter->book(1);
        });
    }
    start.arrive_and_wait();
    for (int month = 0; month < 24; ++month) {
        clock.setWallMs(period::wallMsOf(period::next(counter->periodStart(), 1)));
        QCOMPARE(store->rollOver(), std::vector<std::string>{"node"});
    }
    for (std::thread &thread : threads)
        thread.join();
    std::uint64_t sum = 0;
    for (const PeriodUsage &period : store->periods("node"))
        sum += period.used;
    QCOMPARE(sum, kThreads * kEach);
    QCOMPARE(store->periods("node").size(), std::size_t{25});
}

/// #69: no SIGBUS, no loss.
void UsageCrashTest::fullDisk()
{
    const UsageDir dir;
    QVERIFY(QDir().mkpath(QString::fromStdString(dir.path())));
    VictimProcess process({SPILLWAY_USAGE_KILLER, "fulldisk", dir.path()});
    QVERIFY(process.readUntil(std::numeric_limits<qsizetype>::max()));
    const int status = process.wait();
    const QByteArray &output = process.output();
    QVERIFY2(WIFEXITED(status) && WEXITSTATUS(status) == 0, output.constData());
    QVERIFY2(output.startsWith("OK"), output.constData());
}

SPILLWAY_TEST(UsageCrashTest)
#include "tst_usagecrash.moc"
