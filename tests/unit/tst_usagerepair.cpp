// SPDX-License-Identifier: MIT
#include "core/log.h"
#include "store/pagefile.h"
#include "store/usagedb.h"
#include "usagefixture.h"

#include <functional>
#include <mutex>

using namespace spillway;
using namespace spillway::test;

namespace {

constexpr qsizetype kSegment = static_cast<qsizetype>(PageFile::kSegmentSize);
constexpr qsizetype kSlot = static_cast<qsizetype>(PageFile::kSlotSize);

const std::int64_t kMinute = UsageClock::noonOf("2026-11-30") / 60'000; ///< young enough to be kept

using Damage = std::function<void(QByteArray &)>;

void fill(QByteArray &bytes, qsizetype from, qsizetype length, char value)
{
    std::fill(bytes.begin() + from, bytes.begin() + from + length, value);
}

/// What the log says while this lives.
class LogCapture
{
public:
    LogCapture()
    {
        log::setSink([this](log::Level, std::string_view line) {
            const std::scoped_lock lock(m_mutex);
            m_text += std::string(line) + '\n';
        });
    }

    ~LogCapture() { log::setSink({}); }

    LogCapture(const LogCapture &) = delete;
    LogCapture &operator=(const LogCapture &) = delete;

    [[nodiscard]] QString text() const
    {
        const std::scoped_lock lock(m_mutex);
        return QString::fromStdString(m_text);
    }

private:
    mutable std::mutex m_mutex;
    std::string m_text;
};

} // namespace

Q_DECLARE_METATYPE(Damage)

class UsageRepairTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void damagedPages_data();
    void damagedPages();
    void damagedPagesWhileInUse();
    void missingPages();
    void newerPages();
    void powerCutLeavesOldPages();
    void halfRenamed();
    void copyBehindInPeriod();

    void damagedDatabase_data();
    void damagedDatabase();
    void damagedDatabaseWhileRunning();
    void newerDatabase();
    void databaseCannotBeOpened();
    void unwritableForLong();
};

/// #70: whatever happens to the page file, the credits are there again, nothing is deleted and somebody is told.
void UsageRepairTest::damagedPages_data()
{
    QTest::addColumn<Damage>("damage");
    QTest::addColumn<QByteArray>("warning");
    QTest::addColumn<bool>("keptAside");
    const auto row = [](const char *name, Damage damage, const char *warning, bool aside) {
        QTest::newRow(name) << std::move(damage) << QByteArray(warning) << aside;
    };
    row(
        "#70 first 4 KB zeroed",
        [](QByteArray &b) { fill(b, 0, 4096, 0); },
        "region 1 was damaged",
        false);
    row(
        "first region zeroed",
        [](QByteArray &b) { fill(b, 0, kSegment, 0); },
        "region 1 was damaged",
        false);
    row(
        "first region noise",
        [](QByteArray &b) { fill(b, 0, kSegment, '\x5a'); },
        "region 1 was damaged",
        false);
    row(
        "second region zeroed",
        [](QByteArray &b) { fill(b, kSegment, kSegment, 0); },
        "region 2 was damaged",
        false);
    row(
        "second region cut off",
        [](QByteArray &b) { b.truncate(kSegment); },
        "region 2 was damaged",
        false);
    row(
        "cut off in the second region",
        [](QByteArray &b) { b.truncate(kSegment + 300); },
        "region 2 was damaged",
        false);
    row(
        "one name changed",
        [](QByteArray &b) { b[kSlot + 30] = '!'; },
        "region 1 was damaged",
        false);
    row(
        "one name changed in the copy",
        [](QByteArray &b) { b[kSegment + kSlot + 30] = '!'; },
        "region 2 was damaged",
        false);
    row(
        "both headers",
        [](QByteArray &b) {
            fill(b, 0, 64, 0);
            fill(b, kSegment, 64, 0);
        },
        "header of region 2",
        false);
    row(
        "one counter in both regions",
        [](QByteArray &b) {
            fill(b, kSlot, kSlot, '\x7f');
            fill(b, kSegment + kSlot, kSlot, '\x7f');
        },
        "usage of \"first\" was restored",
        true);
    row(
        "one counter wiped in one region, noise in the other",
        [](QByteArray &b) {
            fill(b, kSlot, kSlot, 0);
            fill(b, kSegment + kSlot, kSlot, '\x7f');
        },
        "usage of \"first\" was restored",
        false);
    row(
        "all zeros",
        [](QByteArray &b) { b.fill(0); },
        "usage of \"first\", \"second\" was restored",
        true);
    row(
        "all noise",
        [](QByteArray &b) { b.fill('\x5a'); },
        "usage of \"first\", \"second\" was restored",
        true);
    row(
        "empty", [](QByteArray &b) { b.clear(); }, "the file is empty", true);
    row(
        "cut off after 100 bytes", [](QByteArray &b) { b.truncate(100); }, "was restored", false);
    row(
        "a foreign file", [](QByteArray &b) { b = "PNG and so on"; }, "not a usage file", true);
}

void UsageRepairTest::damagedPages()
{
    QFETCH(Damage, damage);
    QFETCH(QByteArray, warning);
    QFETCH(bool, keptAside);
    const UsageDir dir;
    const UsageClock clock("2026-11-30");
    {
        const OpenedUsage store(dir, clock);
        store->counter("first", 15)->book(1111);
        store->counter("second", 1)->book(2222);
        store->flush();
    }
    QByteArray pages = UsageDir::read(dir.file("usage.pages"));
    damage(pages);
    QVERIFY(UsageDir::write(dir.file("usage.pages"), pages));
    {
        const OpenedUsage store(dir, clock);
        QVERIFY2(store.isOpen(), qPrintable(store.error()));
        QVERIFY2(store.warnings().contains(QString::fromLatin1(warning)),
                 qPrintable(store.warnings()));
        UsageCounter *first = store->find("first");
        UsageCounter *second = store->find("second");
        QVERIFY(first && second);
        QCOMPARE(first->used(), std::uint64_t{1111});
        QCOMPARE(first->periodStart(), utcDay("2026-11-15"));
        QCOMPARE(first->resetDay(), 15);
        QCOMPARE(second->used(), std::uint64_t{2222});
        first->book(1);
        const QStringList broken = dir.brokenFiles();
        QCOMPARE(broken.size(), keptAside ? 1 : 0);
        if (keptAside) {
            QVERIFY(broken[0].startsWith(QStringLiteral("usage.pages.broken-20261130T")));
            QVERIFY2(store.warnings().contains(broken[0]), qPrintable(store.warnings()));
            const QByteArray kept = UsageDir::read(dir.file(broken[0].toLatin1().constData()));
            QVERIFY(kept == pages);
        }
    }
    // Once repaired, it stays so.
    const OpenedUsage again(dir, clock);
    QCOMPARE(again.warnings(), QString());
    QCOMPARE(again->find("first")->used(), std::uint64_t{1112});
}

void UsageRepairTest::damagedPagesWhileInUse()
{
    const UsageDir dir;
    const UsageClock clock("2026-11-30");
    const OpenedUsage daemon(dir, clock);
    daemon->counter("node", 1)->book(5);
    daemon->flush();
    UsageDir::write(dir.file("usage.pages.copy"), UsageDir::read(dir.file("usage.pages")));
    QFile pages(dir.file("usage.pages"));
    QVERIFY(pages.open(QIODevice::ReadWrite));
    QCOMPARE(pages.write(QByteArray(2 * kSegment, '\0')), 2 * kSegment);
    pages.close();
    const OpenedUsage tool(dir, clock);
    QVERIFY(!tool.isOpen());
    QVERIFY2(tool.error().contains(QStringLiteral("another process")), qPrintable(tool.error()));
    QCOMPARE(dir.brokenFiles(), QStringList());
}

void UsageRepairTest::missingPages()
{
    const UsageDir dir;
    const UsageClock clock("2026-11-30");
    {
        const OpenedUsage store(dir, clock);
        store->counter("node", 15)->book(5);
    }
    QVERIFY(QFile::remove(dir.file("usage.pages")));
    const OpenedUsage store(dir, clock);
    QVERIFY2(store.warnings().contains(QStringLiteral("\"node\" was restored")),
             qPrintable(store.warnings()));
    QCOMPARE(store->counter("node", 15)->used(), std::uint64_t{5});
}

void UsageRepairTest::newerPages()
{
    const UsageDir dir;
    const UsageClock clock("2026-11-30");
    OpenedUsage(dir, clock)->counter("node", 1)->book(5);
    QByteArray pages = UsageDir::read(dir.file("usage.pages"));
    pages[8] = pages[kSegment + 8] = '\x07'; // the format, behind the magic word
    UsageDir::write(dir.file("usage.pages"), pages);
    const OpenedUsage store(dir, clock);
    QVERIFY(!store.isOpen());
    QVERIFY2(store.error().contains(QStringLiteral("newer version")), qPrintable(store.error()));
    QCOMPARE(UsageDir::read(dir.file("usage.pages")), pages);

    // Only one of the two: that is damage.
    pages[8] = '\x01';
    UsageDir::write(dir.file("usage.pages"), pages);
    const OpenedUsage repaired(dir, clock);
    QVERIFY2(repaired.isOpen(), qPrintable(repaired.error()));
    QCOMPARE(repaired->find("node")->used(), std::uint64_t{5});
}

void UsageRepairTest::powerCutLeavesOldPages()
{
    const UsageDir dir;
    UsageClock clock("2026-10-30");
    {
        const OpenedUsage store(dir, clock);
        store->counter("same period", 1)->book(5);
        store->counter("old period", 1)->book(6);
    }
    const QByteArray old = UsageDir::read(dir.file("usage.pages"));
    {
        const OpenedUsage store(dir, clock);
        store->find("same period")->book(100);
        clock.setDay("2026-11-30");
        store->counter("old period", 1)->book(50);
    }
    UsageDir::write(dir.file("usage.pages"), old);
    const OpenedUsage store(dir, clock);
    QVERIFY2(store.warnings().contains(QStringLiteral("behind usage.sqlite")),
             qPrintable(store.warnings()));
    QCOMPARE(store->find("same period")->used(), std::uint64_t{105});
    QCOMPARE(store->find("old period")->used(), std::uint64_t{50});
    QCOMPARE(store->find("old period")->periodStart(), utcDay("2026-11-01"));
    QCOMPARE(store->periods("old period")[0].used, std::uint64_t{6});
}

/// Killed between the two regions: the first one is ahead.
void UsageRepairTest::halfRenamed()
{
    const UsageDir dir;
    const UsageClock clock("2026-11-30");
    QByteArray before;
    {
        const OpenedUsage store(dir, clock);
        store->counter("from", 1)->book(5);
        before = UsageDir::read(dir.file("usage.pages"));
        std::string error;
        QVERIFY(store->rename("from", "to", false, &error));
    }
    QByteArray pages = UsageDir::read(dir.file("usage.pages"));
    pages.replace(kSegment, kSegment, before.mid(kSegment, kSegment));
    UsageDir::write(dir.file("usage.pages"), pages);
    const OpenedUsage store(dir, clock);
    QCOMPARE(store->names(), std::vector<std::string>{"to"});
    QCOMPARE(store->find("to")->used(), std::uint64_t{5});
}

/// Killed between the two regions of a rollover: the new period counts, the end of the old one is kept.
void UsageRepairTest::copyBehindInPeriod()
{
    const UsageDir dir;
    UsageClock clock("2026-10-30");
    QByteArray before;
    {
        const OpenedUsage store(dir, clock);
        store->counter("node", 1)->book(5);
        before = UsageDir::read(dir.file("usage.pages"));
        clock.setDay("2026-11-30");
        store->counter("node", 1)->book(3);
    }
    QByteArray pages = UsageDir::read(dir.file("usage.pages"));
    pages.replace(kSegment, kSegment, before.mid(kSegment, kSegment));
    UsageDir::write(dir.file("usage.pages"), pages);
    QFile::remove(dir.file("usage.sqlite"));
    const OpenedUsage store(dir, clock);
    QCOMPARE(store->find("node")->used(), std::uint64_t{3});
    QCOMPARE(store->find("node")->periodStart(), utcDay("2026-11-01"));
    const auto periods = store->periods("node");
    QCOMPARE(periods.size(), std::size_t{2});
    QCOMPARE(periods[0].start, utcDay("2026-10-01"));
    QCOMPARE(periods[0].used, std::uint64_t{5});
}

void UsageRepairTest::damagedDatabase_data()
{
    QTest::addColumn<Damage>("damage");
    QTest::newRow("#70 first 4 KB zeroed") << Damage([](QByteArray &b) { fill(b, 0, 4096, 0); });
    QTest::newRow("noise") << Damage([](QByteArray &b) { b.fill('\x5a'); });
    QTest::newRow("a foreign file")
        << Damage([](QByteArray &b) { b = "hello, this is no database at all"; });
    QTest::newRow("pages inside overwritten")
        << Damage([](QByteArray &b) { fill(b, 4096, b.size() - 4096, '\x5a'); });
    QTest::newRow("cut off") << Damage([](QByteArray &b) { b.truncate(b.size() / 2); });
}

void UsageRepairTest::damagedDatabase()
{
    QFETCH(Damage, damage);
    const UsageDir dir;
    const UsageClock clock("2026-11-30");
    {
        const OpenedUsage store(dir, clock);
        store->counter("node", 1)->book(5);
        store->addHistory("node", {kMinute, 1, 0, 5, 1, 1});
    }
    QByteArray file = UsageDir::read(dir.file("usage.sqlite"));
    QVERIFY(file.size() > 4096);
    damage(file);
    UsageDir::write(dir.file("usage.sqlite"), file);
    {
        const OpenedUsage store(dir, clock);
        QVERIFY2(store.isOpen(), qPrintable(store.error()));
        QCOMPARE(dir.brokenFiles().size(), 1);
        QVERIFY(dir.brokenFiles()[0].startsWith(QStringLiteral("usage.sqlite.broken-20261130T")));
        QVERIFY2(store.warnings().contains(dir.brokenFiles()[0]), qPrintable(store.warnings()));
        QVERIFY(UsageDir::read(dir.file(dir.brokenFiles()[0].toLatin1().constData())) == file);
        QCOMPARE(store->find("node")->used(), std::uint64_t{5});
        store->addHistory("node", {kMinute + 1, 1, 0, 5, 1, 1});
        QCOMPARE(store->history("node", kMinute, kMinute + 1).size(), std::size_t{1});
        QCOMPARE(store->periods("node").size(), std::size_t{1});
    }
    QCOMPARE(OpenedUsage(dir, clock).warnings(), QString());
}

void UsageRepairTest::damagedDatabaseWhileRunning()
{
    const LogCapture log;
    const UsageDir dir;
    const UsageClock clock("2026-11-30");
    const OpenedUsage store(dir, clock);
    store->counter("node", 1)->book(5);
    store->flush();
    for (const char *name : {"usage.sqlite", "usage.sqlite-wal"}) {
        QFile file(dir.file(name));
        QVERIFY(file.open(QIODevice::ReadWrite));
        QVERIFY(file.write(QByteArray(static_cast<qsizetype>(file.size()), '\x5a')) > 0);
    }
    // The thread notices when it next needs a page it does not hold.
    store->addHistory("node", {kMinute, 1, 0, 5, 1, 1});
    QTRY_COMPARE(store->history("node", kMinute, kMinute + 1).size(), std::size_t{1});
    QCOMPARE(store->problem(), std::string());
    store->find("node")->book(1);
    store->flush();
    QCOMPARE(store->periods("node").size(), std::size_t{1});
    QCOMPARE(store->periods("node")[0].used, std::uint64_t{6});
}

void UsageRepairTest::newerDatabase()
{
    const UsageDir dir;
    const UsageClock clock("2026-11-30");
    OpenedUsage(dir, clock)->counter("node", 1)->book(5);
    QByteArray file = UsageDir::read(dir.file("usage.sqlite"));
    file[63] = '\x07'; // the user version, big-endian at 60
    UsageDir::write(dir.file("usage.sqlite"), file);
    const OpenedUsage store(dir, clock);
    QVERIFY(!store.isOpen());
    QVERIFY2(store.error().contains(QStringLiteral("newer version")), qPrintable(store.error()));
    QCOMPARE(dir.brokenFiles(), QStringList());
}

/// The history is worth waiting for, not worth stopping for.
void UsageRepairTest::databaseCannotBeOpened()
{
    const LogCapture log;
    const UsageDir dir;
    const UsageClock clock("2026-11-30");
    QVERIFY(QDir().mkpath(dir.file("usage.sqlite"))); // a folder in its place
    OpenedUsage store(dir, clock);
    QVERIFY2(store.isOpen(), qPrintable(store.error()));
    QVERIFY2(store.warnings().contains(QStringLiteral("usage.sqlite: cannot be opened")),
             qPrintable(store.warnings()));
    store->counter("node", 1)->book(5);
    store->addHistory("node", {kMinute, 1, 0, 5, 1, 1});
    store->flush();
    QVERIFY(store->problem().find("usage.sqlite") != std::string::npos);
    QVERIFY(store->history("node", kMinute, kMinute + 1).empty());
    store->flush();
    store->flush();
    QCOMPARE(log.text().count(QStringLiteral("cannot be opened")), 1); // once, not at every attempt
    QVERIFY(QDir().rmdir(dir.file("usage.sqlite")));
    store->flush();
    QCOMPARE(store->problem(), std::string());
    QCOMPARE(store->history("node", kMinute, kMinute + 1).size(), std::size_t{1});
}

void UsageRepairTest::unwritableForLong()
{
    const LogCapture log;
    const UsageDir dir;
    const UsageClock clock("2026-11-30");
    QVERIFY(QDir().mkpath(dir.file("usage.sqlite")));
    OpenedUsage store(dir, clock);
    store->counter("node", 1)->book(5);
    constexpr auto kKept = static_cast<std::int64_t>(UsageDb::kMostWaitingMinutes);
    constexpr std::int64_t kTooMany = 25;
    for (std::int64_t i = 0; i < kKept + kTooMany; ++i)
        store->addHistory("node", {kMinute + i, 1, 0, 1, 1, 1});
    store->flush();
    QVERIFY(QDir().rmdir(dir.file("usage.sqlite")));
    store->flush();
    QCOMPARE(store->problem(), std::string());
    const auto minutes = store->history("node", kMinute, kMinute + kKept + kTooMany);
    QCOMPARE(minutes.size(), UsageDb::kMostWaitingMinutes);
    QCOMPARE(minutes.front().minute, kMinute + kTooMany);
    QCOMPARE(minutes.back().minute, kMinute + kKept + kTooMany - 1);
    QCOMPARE(store->find("node")->used(), std::uint64_t{5});
}

SPILLWAY_TEST(UsageRepairTest)
#include "tst_usagerepair.moc"
