// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/figures.h"
#include "stats/statsstore.h"
#include "testmain.h"

#include <QSignalSpy>
#include <QTest>

#include <numeric>

using namespace spillway;
using namespace spillway::ui;

namespace {

constexpr qint64 kNoonMs = 1'796'040'000'000; ///< 2026-11-30 12:00:00 UTC
constexpr qint64 kMinuteMs = 60'000;

Snapshot snapshotAt(qint64 sinceMs, const QStringList &names = {QStringLiteral("a")})
{
    Snapshot snapshot;
    snapshot.wallMs = kNoonMs + sinceMs;
    snapshot.steadyMs = 5'000'000 + sinceMs;
    snapshot.uptimeMs = 100'000 + sinceMs;
    for (const QString &name : names) {
        NodeSnapshot node;
        node.name = name.toStdString();
        node.condition = NodeCondition::Up;
        snapshot.nodes.push_back(node);
    }
    return snapshot;
}

void serve(Snapshot *snapshot, std::uint64_t count, std::uint64_t credits, std::size_t node = 0)
{
    snapshot->nodes[node].attempts[0] += count;
    snapshot->nodes[node].served += count;
    snapshot->nodes[node].credits += credits;
    snapshot->requests[static_cast<std::size_t>(RequestOutcome::Forwarded)] += count;
}

/// The next snapshot `ms` later, counters kept.
void pass(Snapshot *snapshot, qint64 ms)
{
    snapshot->wallMs += ms;
    snapshot->steadyMs += ms;
    snapshot->uptimeMs += ms;
}

double sumOf(const std::vector<NodeBucket> &buckets, double NodeBucket::*figure, double seconds)
{
    return std::accumulate(
        buckets.begin(), buckets.end(), 0.0, [=](double sum, const NodeBucket &bucket) {
            return sum + bucket.*figure * seconds;
        });
}

NodeHistory historyOf(
    const char *name, qint64 firstMinute, int count, std::uint64_t requests, std::uint64_t credits)
{
    NodeHistory history;
    history.node = name;
    for (int i = 0; i < count; ++i) {
        NodeMinute minute;
        minute.minute = firstMinute + i;
        minute.requests = requests;
        minute.served = requests;
        minute.credits = credits;
        minute.latencySumUs = requests * 40'000;
        history.minutes.push_back(minute);
    }
    return history;
}

const QString kA = QStringLiteral("a");

} // namespace

class TestStatsStore : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void windowsHaveFixedSizes_data();
    void windowsHaveFixedSizes();
    void ratesComeFromDifferences();
    void unevenTicksGiveEvenRates();
    void joinedLateRunCountsFromThen();
    void freshRunCountsFromItsStart();
    void newRunBeginsNewRates();
    void oneNodeThatCountsAnewKeepsRising();
    void aRenamedNodeTakesItsFiguresAlong();
    void refundsLowerCredits();
    void unwatchedTimeIsAGap();
    void pausesAreSpreadEvenly();
    void percentilesComeFromHistograms_data();
    void percentilesComeFromHistograms();
    void latencyIsAMeanOfTheBucket();
    void penaltiesMarkTheBucketTheyBeganIn();
    void outcomesAddUp();
    void headlineLooksFiveMinutesBack();
    void headlineOfNothingIsEmpty();
    void historyFillsWhatWasNotSeen();
    void historyIsNotCountedTwice();
    void historyBeyondTheMinutesIsNotCountedTwice();
    void whatTheRunCountedBetweenSnapshotAndHistoryIsNotCountedTwice_data();
    void whatTheRunCountedBetweenSnapshotAndHistoryIsNotCountedTwice();
    void linesBetweenMinutesMayDiffer_data();
    void linesBetweenMinutesMayDiffer();
    void halfSeenMinutesAreCompletedFromHistory();
    void percentilesAndOutcomesComeFromTheStoreToo_data();
    void percentilesAndOutcomesComeFromTheStoreToo();
    void callsOfTheStoreAreNotCountedTwice();
    void aMinuteKeepsItsShapeOverARestart();
    void aClockSetBackGoesOnAtOnce();
    void creditsTodayBeginAtMidnightUtc();
    void hoursListOnlyWhatIsKnown();
    void formerNodesStayBehindTheConfigured();
    void sameSnapshotTwiceCountsOnce();
    void memoryIsBounded();
};

void TestStatsStore::windowsHaveFixedSizes_data()
{
    QTest::addColumn<Window>("window");
    QTest::addColumn<int>("seconds");
    QTest::addColumn<int>("count");
    QTest::newRow("5 min") << Window::FiveMinutes << 1 << 300;
    QTest::newRow("1 h") << Window::Hour << 12 << 300;
    QTest::newRow("24 h") << Window::Day << 300 << 288;
    QTest::newRow("period") << Window::Period << 10'800 << 248;
}

void TestStatsStore::windowsHaveFixedSizes()
{
    QFETCH(Window, window);
    QFETCH(int, seconds);
    QFETCH(int, count);
    const StatsStore store;
    QCOMPARE(StatsStore::bucketSeconds(window), seconds);
    QCOMPARE(StatsStore::bucketCount(window), count);
    QCOMPARE(static_cast<int>(store.total(window, kNoonMs).size()), count);
    QCOMPARE(static_cast<int>(store.node(kA, window, kNoonMs).size()), count);
    QVERIFY(!store.total(window, kNoonMs).front().known);
}

void TestStatsStore::ratesComeFromDifferences()
{
    StatsStore store;
    Snapshot snapshot = snapshotAt(0);
    store.add(snapshot);
    for (int i = 0; i < 10; ++i) {
        pass(&snapshot, 1000);
        serve(&snapshot, 40, 120);
        store.add(snapshot);
    }
    const std::vector<NodeBucket> buckets =
        store.node(kA, Window::FiveMinutes, snapshot.wallMs - 1);
    QCOMPARE(buckets.back().requests, 40.0);
    QCOMPARE(buckets.back().credits, 120.0);
    QCOMPARE(store.total(Window::FiveMinutes, snapshot.wallMs - 1).back().ok, 40.0);
    QCOMPARE(sumOf(buckets, &NodeBucket::requests, 1), 400.0);
    // The same in the wider windows.
    for (const Window window : {Window::Hour, Window::Day, Window::Period}) {
        const std::vector<NodeBucket> wide = store.node(kA, window, snapshot.wallMs - 1);
        QCOMPARE(sumOf(wide, &NodeBucket::credits, 1), 1200.0);
        QCOMPARE(wide.back().requests, 40.0);
    }
}

void TestStatsStore::unevenTicksGiveEvenRates()
{
    StatsStore store;
    Snapshot snapshot = snapshotAt(137);
    store.add(snapshot);
    for (const int ms : {1010, 990, 1100, 900, 250, 250, 250, 250, 1003, 997, 2000}) {
        pass(&snapshot, ms);
        serve(&snapshot, static_cast<std::uint64_t>(ms), 0);
        store.add(snapshot);
    }
    for (const NodeBucket &bucket : store.node(kA, Window::FiveMinutes, snapshot.wallMs)) {
        if (bucket.known)
            QVERIFY2(std::abs(bucket.requests - 1000) < 0.001,
                     qPrintable(QString::number(bucket.requests)));
    }
}

void TestStatsStore::joinedLateRunCountsFromThen()
{
    StatsStore store;
    Snapshot snapshot = snapshotAt(0);
    serve(&snapshot, 1'000'000, 1'000'000);
    store.add(snapshot);
    QCOMPARE(store.creditsToday(kA, snapshot.wallMs), std::uint64_t{0});
    pass(&snapshot, 1000);
    serve(&snapshot, 5, 7);
    store.add(snapshot);
    QCOMPARE(store.creditsToday(kA, snapshot.wallMs), std::uint64_t{7});
}

void TestStatsStore::freshRunCountsFromItsStart()
{
    StatsStore store;
    Snapshot snapshot = snapshotAt(0);
    snapshot.uptimeMs = 800;
    serve(&snapshot, 5, 9);
    store.add(snapshot);
    QCOMPARE(store.creditsToday(kA, snapshot.wallMs), std::uint64_t{9});
}

void TestStatsStore::newRunBeginsNewRates()
{
    StatsStore store;
    Snapshot snapshot = snapshotAt(0);
    store.add(snapshot);
    pass(&snapshot, 1000);
    serve(&snapshot, 500, 500);
    store.add(snapshot);

    Snapshot again = snapshotAt(60'000);
    again.uptimeMs = 1000;
    serve(&again, 3, 4);
    store.add(again);
    pass(&again, 1000);
    serve(&again, 2, 2);
    store.add(again);
    QCOMPARE(store.creditsToday(kA, again.wallMs), std::uint64_t{506});
    QCOMPARE(store.node(kA, Window::FiveMinutes, again.wallMs - 1).back().requests, 2.0);
}

void TestStatsStore::oneNodeThatCountsAnewKeepsRising()
{
    StatsStore store;
    Snapshot snapshot = snapshotAt(0);
    serve(&snapshot, 1000, 1000);
    store.add(snapshot);
    pass(&snapshot, 1000);
    // Removed and added again under the same name: its counters begin at 0.
    snapshot.nodes[0].attempts = {};
    snapshot.nodes[0].served = 0;
    snapshot.nodes[0].credits = 0;
    serve(&snapshot, 6, 8);
    store.add(snapshot);
    QCOMPARE(store.node(kA, Window::FiveMinutes, snapshot.wallMs - 1).back().requests, 6.0);
    QCOMPARE(store.creditsToday(kA, snapshot.wallMs), std::uint64_t{8});
}

/// The books go along with a rename; what the charts and "today" say has to, also when the new name was seen already.
void TestStatsStore::aRenamedNodeTakesItsFiguresAlong()
{
    StatsStore store;
    const QString renamed = QStringLiteral("b");
    Snapshot snapshot = snapshotAt(0);
    store.add(snapshot);
    pass(&snapshot, 1000);
    serve(&snapshot, 10, 100);
    store.add(snapshot);
    pass(&snapshot, 1000);
    snapshot.nodes.front() = snapshotAt(0, {renamed}).nodes.front();
    serve(&snapshot, 3, 30);
    store.add(snapshot);
    store.rename(kA, renamed);
    QCOMPARE(store.nodes(), QStringList{renamed});
    QCOMPARE(store.creditsToday(renamed, snapshot.wallMs), std::uint64_t{130});
    QCOMPARE(store.headline(snapshot.wallMs).creditsToday, std::uint64_t{130});
    QCOMPARE(sumOf(store.node(renamed, Window::FiveMinutes, snapshot.wallMs - 1),
                   &NodeBucket::requests,
                   1),
             13.0);
    store.rename(renamed, QStringLiteral("c"));
    QCOMPARE(store.nodes(), QStringList{QStringLiteral("c")});
    QCOMPARE(store.creditsToday(QStringLiteral("c"), snapshot.wallMs), std::uint64_t{130});
    store.rename(QStringLiteral("c"), QStringLiteral("c"));
    store.rename(QStringLiteral("nobody"), kA);
    QCOMPARE(store.nodes(), QStringList{QStringLiteral("c")});
    QCOMPARE(store.creditsToday(QStringLiteral("c"), snapshot.wallMs), std::uint64_t{130});
}

void TestStatsStore::refundsLowerCredits()
{
    StatsStore store;
    Snapshot snapshot = snapshotAt(0);
    store.add(snapshot);
    pass(&snapshot, 1000);
    serve(&snapshot, 10, 100);
    store.add(snapshot);
    pass(&snapshot, 1000);
    snapshot.nodes[0].credits -= 30;
    store.add(snapshot);
    QCOMPARE(store.creditsToday(kA, snapshot.wallMs), std::uint64_t{70});
}

void TestStatsStore::unwatchedTimeIsAGap()
{
    StatsStore store;
    Snapshot snapshot = snapshotAt(0);
    store.add(snapshot);
    pass(&snapshot, 2000);
    store.add(snapshot);
    const std::vector<TotalBucket> total =
        store.total(Window::FiveMinutes, snapshot.wallMs + 10'000);
    QVERIFY(!total.back().known);
    QVERIFY(!total.front().known);
    const auto known = std::count_if(
        total.begin(), total.end(), [](const TotalBucket &bucket) { return bucket.known; });
    QCOMPARE(known, 2);
    // Known to be quiet is not a gap.
    QCOMPARE(total[total.size() - 12].requests, 0.0);
    QVERIFY(total[total.size() - 12].known);
}

void TestStatsStore::pausesAreSpreadEvenly()
{
    StatsStore store;
    Snapshot snapshot = snapshotAt(0);
    store.add(snapshot);
    pass(&snapshot, 20'000);
    serve(&snapshot, 200, 0);
    store.add(snapshot);
    const std::vector<NodeBucket> buckets =
        store.node(kA, Window::FiveMinutes, snapshot.wallMs - 1);
    for (std::size_t i = buckets.size() - 20; i < buckets.size(); ++i)
        QCOMPARE(buckets[i].requests, 10.0);
}

void TestStatsStore::percentilesComeFromHistograms_data()
{
    QTest::addColumn<QList<QPair<int, double>>>("calls"); // microseconds, how many
    QTest::addColumn<double>("share");
    QTest::addColumn<double>("ms");
    using Calls = QList<QPair<int, double>>;
    QTest::newRow("a single one") << Calls{{300'000, 1}} << 0.5 << 300.0;
    QTest::newRow("its tail") << Calls{{300'000, 1}} << 0.95 << 300.0;
    QTest::newRow("a short one") << Calls{{250, 1}} << 0.5 << 0.25;
    QTest::newRow("a share of one") << Calls{{1'020'000, 0.2}} << 0.99 << 1020.0;
    QTest::newRow("between two") << Calls{{24'000, 50}, {30'000, 50}} << 0.5 << 24.0;
    QTest::newRow("p95 in the tail") << Calls{{40'000, 90}, {75'000, 10}} << 0.95 << 75.0;
    QTest::newRow("far apart") << Calls{{400, 10}, {80'000, 10}} << 0.75 << 80.0;
    QTest::newRow("shares of calls") << Calls{{400, 0.1}, {800, 0.1}, {900, 0.1}} << 1.0 << 0.9;
}

void TestStatsStore::percentilesComeFromHistograms()
{
    using Calls = QList<QPair<int, double>>;
    QFETCH(Calls, calls);
    QFETCH(double, share);
    QFETCH(double, ms);
    figures::Histogram histogram;
    for (const auto &[us, count] : calls)
        histogram.add(latencyCell(us), count);
    const std::optional<double> value = figures::percentileMs(histogram, share);
    QVERIFY(value);
    QVERIFY2(std::abs(*value - ms) < 0.04 * ms, qPrintable(QString::number(*value)));
    QVERIFY(!figures::percentileMs(figures::Histogram{}, share));
}

void TestStatsStore::latencyIsAMeanOfTheBucket()
{
    StatsStore store;
    Snapshot snapshot = snapshotAt(0);
    store.add(snapshot);
    for (int i = 0; i < 12; ++i) {
        pass(&snapshot, 1000);
        snapshot.nodes[0].latencyMs = i % 2 == 0 ? 30.0 : 50.0;
        store.add(snapshot);
    }
    QCOMPARE(*store.node(kA, Window::Hour, snapshot.wallMs - 1).back().latencyMs, 40.0);
    snapshot.nodes[0].latencyMs.reset();
    pass(&snapshot, 12'000);
    store.add(snapshot);
    QVERIFY(!store.node(kA, Window::Hour, snapshot.wallMs - 1).back().latencyMs);
}

void TestStatsStore::penaltiesMarkTheBucketTheyBeganIn()
{
    StatsStore store;
    Snapshot snapshot = snapshotAt(0);
    store.add(snapshot);
    for (int i = 0; i < 6; ++i) {
        pass(&snapshot, 1000);
        snapshot.nodes[0].condition =
            i >= 2 && i <= 3 ? NodeCondition::Penalized : NodeCondition::Up;
        store.add(snapshot);
    }
    const std::vector<NodeBucket> buckets =
        store.node(kA, Window::FiveMinutes, snapshot.wallMs - 1);
    const auto marks = std::count_if(
        buckets.begin(), buckets.end(), [](const NodeBucket &bucket) { return bucket.penalized; });
    QCOMPARE(marks, 1);
    QVERIFY(buckets[buckets.size() - 4].penalized);
}

void TestStatsStore::outcomesAddUp()
{
    StatsStore store;
    Snapshot snapshot = snapshotAt(0);
    store.add(snapshot);
    pass(&snapshot, 1000);
    for (std::size_t i = 0; i < snapshot.requests.size(); ++i)
        snapshot.requests[i] += i + 1;
    snapshot.nodes[0].failures += 4;
    store.add(snapshot);
    const TotalBucket bucket = store.total(Window::FiveMinutes, snapshot.wallMs - 1).back();
    QCOMPARE(bucket.ok + bucket.local + bucket.refused + bucket.limited + bucket.failed
                 + bucket.abandoned,
             bucket.requests);
    QCOMPARE(bucket.requests, 78.0);
    QCOMPARE(bucket.retried, 4.0);
}

void TestStatsStore::headlineLooksFiveMinutesBack()
{
    StatsStore store;
    Snapshot snapshot = snapshotAt(0);
    store.add(snapshot);
    for (int i = 0; i < 400; ++i) {
        pass(&snapshot, 1000);
        serve(&snapshot, i < 60 ? 1000 : 10, 1);
        if (i < 60)
            snapshot.requests[static_cast<std::size_t>(RequestOutcome::Timeout)] += 500;
        snapshot.latency[latencyCell(37'500)] += 10;
        store.add(snapshot);
    }
    const StatsStore::Headline headline = store.headline(snapshot.wallMs - 1);
    QCOMPARE(headline.requestsPerSecond, 10.0);
    QCOMPARE(*headline.successShare, 1.0);
    QVERIFY(std::abs(*headline.p50Ms - 37.5) < 1.2);
    QCOMPARE(headline.creditsToday, std::uint64_t{400});
    // A while after the end the rate is 0, not the last one.
    QCOMPARE(store.headline(snapshot.wallMs + 60'000).requestsPerSecond, 0.0);
}

void TestStatsStore::headlineOfNothingIsEmpty()
{
    const StatsStore store;
    const StatsStore::Headline headline = store.headline(kNoonMs);
    QCOMPARE(headline.requestsPerSecond, 0.0);
    QVERIFY(!headline.p50Ms && !headline.p95Ms && !headline.successShare);
    QCOMPARE(headline.creditsToday, std::uint64_t{0});
}

void TestStatsStore::historyFillsWhatWasNotSeen()
{
    StatsStore store;
    QSignalSpy changed(&store, &StatsStore::changed);
    const qint64 noon = kNoonMs / kMinuteMs;
    store.addHistory(
        {{historyOf("a", noon - 120, 60, 120, 360), historyOf("b", noon - 120, 30, 60, 60)}});
    QCOMPARE(changed.count(), 1);
    const std::vector<NodeBucket> day = store.node(kA, Window::Day, kNoonMs - 1);
    QCOMPARE(sumOf(day, &NodeBucket::credits, 1), 60 * 360.0);
    QCOMPARE(day[day.size() - 20].requests, 2.0);
    QCOMPARE(*day[day.size() - 20].latencyMs, 40.0);
    QVERIFY(!day.back().known);
    // b was quiet while a was not: that is known.
    const std::vector<NodeBucket> other = store.node(QStringLiteral("b"), Window::Day, kNoonMs - 1);
    QVERIFY(other[other.size() - 14].known);
    QCOMPARE(other[other.size() - 14].requests, 0.0);
    const std::vector<TotalBucket> total = store.total(Window::Day, kNoonMs - 1);
    QCOMPARE(total[total.size() - 20].requests, 3.0);
    QVERIFY(!total[total.size() - 20].watched);
    QVERIFY(!total[total.size() - 20].p50Ms);
}

void TestStatsStore::historyIsNotCountedTwice()
{
    StatsStore store;
    Snapshot snapshot = snapshotAt(0);
    store.add(snapshot);
    for (int i = 0; i < 120; ++i) {
        pass(&snapshot, 1000);
        serve(&snapshot, 10, 30);
        store.add(snapshot);
    }
    const NodeHistory history = historyOf("a", kNoonMs / kMinuteMs - 10, 12, 600, 1800);
    store.addHistory({{history}});
    store.addHistory({{history}});
    QCOMPARE(store.creditsToday(kA, snapshot.wallMs), std::uint64_t{12 * 1800});
    for (const NodeBucket &bucket : store.node(kA, Window::Hour, snapshot.wallMs - 1)) {
        if (bucket.known)
            QVERIFY2(std::abs(bucket.requests - 10) < 0.001,
                     qPrintable(QString::number(bucket.requests)));
    }
}

void TestStatsStore::historyBeyondTheMinutesIsNotCountedTwice()
{
    StatsStore store;
    const qint64 noon = kNoonMs / kMinuteMs;
    const NodeHistory recent = historyOf("a", noon - 10, 10, 60, 60);
    const NodeHistory old = historyOf("a", noon - 10 * 1440, 60, 60, 60);
    store.addHistory({{recent}});
    store.addHistory({{old, historyOf("b", noon - 10 * 1440, 60, 60, 60)}});
    store.addHistory({{old}});
    const std::vector<NodeBucket> period = store.node(kA, Window::Period, kNoonMs);
    QCOMPARE(sumOf(period, &NodeBucket::credits, 1), 70 * 60.0);
    for (const NodeBucket &bucket : period) {
        if (bucket.requests > 0)
            QVERIFY2(std::abs(bucket.requests - 1) < 0.001,
                     qPrintable(QString::number(bucket.requests)));
    }
}

void TestStatsStore::whatTheRunCountedBetweenSnapshotAndHistoryIsNotCountedTwice_data()
{
    QTest::addColumn<int>("earlier");
    QTest::addColumn<int>("snapshot");
    QTest::addColumn<int>("history");
    QTest::newRow("new books, history first") << 0 << 0 << 1;
    QTest::newRow("new books, at the same time") << 0 << 3 << 3;
    QTest::newRow("a run before in this minute") << 5 << 0 << 1;
    QTest::newRow("a run before, snapshot first") << 5 << 4 << 2;
}

void TestStatsStore::whatTheRunCountedBetweenSnapshotAndHistoryIsNotCountedTwice()
{
    QFETCH(int, earlier);
    QFETCH(int, snapshot);
    QFETCH(int, history);
    StatsStore store;
    Snapshot now = snapshotAt(1000);
    now.uptimeMs = 500;
    serve(&now, static_cast<std::uint64_t>(snapshot), static_cast<std::uint64_t>(snapshot));
    store.add(now);
    const auto written = static_cast<std::uint64_t>(earlier + history);
    NodeHistory minutes = historyOf("a", kNoonMs / kMinuteMs, 1, written, written);
    minutes.ofThisRun.minute = kNoonMs / kMinuteMs;
    minutes.ofThisRun.requests = minutes.ofThisRun.credits = static_cast<std::uint64_t>(history);
    store.addHistory({{minutes}});
    pass(&now, 1000);
    serve(&now, 6, 6);
    store.add(now);
    QCOMPARE(store.creditsToday(kA, now.wallMs),
             static_cast<std::uint64_t>(earlier + snapshot + 6));
}

void TestStatsStore::linesBetweenMinutesMayDiffer_data()
{
    QTest::addColumn<int>("first");
    QTest::addColumn<int>("second");
    QTest::newRow("the same") << 60 << 60;
    QTest::newRow("the store is late") << 62 << 58;
    QTest::newRow("the store is early") << 57 << 63;
    QTest::newRow("all in one") << 120 << 0;
}

void TestStatsStore::linesBetweenMinutesMayDiffer()
{
    QFETCH(int, first);
    QFETCH(int, second);
    StatsStore store;
    Snapshot now = snapshotAt(-500);
    store.add(now);
    for (int i = 0; i < 120; ++i) {
        pass(&now, 1000);
        serve(&now, 1, 1);
        store.add(now);
    }
    NodeHistory minutes = historyOf("a", kNoonMs / kMinuteMs, second > 0 ? 2 : 1, 0, 0);
    minutes.minutes[0].requests = minutes.minutes[0].credits = static_cast<std::uint64_t>(first);
    if (second > 0)
        minutes.minutes[1].requests = minutes.minutes[1].credits =
            static_cast<std::uint64_t>(second);
    store.addHistory({{minutes}});
    QCOMPARE(store.creditsToday(kA, now.wallMs), std::uint64_t{120});
}

void TestStatsStore::halfSeenMinutesAreCompletedFromHistory()
{
    StatsStore store;
    Snapshot snapshot = snapshotAt(30'000);
    store.add(snapshot);
    for (int i = 0; i < 30; ++i) {
        pass(&snapshot, 1000);
        serve(&snapshot, 10, 10);
        store.add(snapshot);
    }
    // The store has the whole minute, of which the second half was watched.
    store.addHistory({{historyOf("a", kNoonMs / kMinuteMs, 1, 600, 600)}});
    QCOMPARE(store.creditsToday(kA, snapshot.wallMs), std::uint64_t{600});
}

namespace {

/// Minutes of clients' calls: 90 of 100 took 17 ms, the others 1.5 s and failed.
std::vector<CallMinute> callsOf(qint64 firstMinute, int count)
{
    std::vector<CallMinute> calls;
    for (int i = 0; i < count; ++i) {
        CallMinute minute;
        minute.minute = firstMinute + i;
        minute.requests[static_cast<std::size_t>(RequestOutcome::Forwarded)] = 90;
        minute.requests[static_cast<std::size_t>(RequestOutcome::Timeout)] = 10;
        minute.latency.add(latencyCell(17'000), 90);
        minute.latency.add(latencyCell(1'500'000), 10);
        calls.push_back(minute);
    }
    return calls;
}

} // namespace

void TestStatsStore::percentilesAndOutcomesComeFromTheStoreToo_data()
{
    QTest::addColumn<Window>("window");
    QTest::newRow("5 minutes") << Window::FiveMinutes;
    QTest::newRow("1 h") << Window::Hour;
    QTest::newRow("24 h") << Window::Day;
    QTest::newRow("period") << Window::Period;
}

/// After a restart each window shows the percentiles and outcomes of the time before.
void TestStatsStore::percentilesAndOutcomesComeFromTheStoreToo()
{
    QFETCH(Window, window);
    StatsStore store;
    const qint64 noon = kNoonMs / kMinuteMs;
    store.addHistory({{historyOf("a", noon - 30, 30, 100, 100)}, callsOf(noon - 30, 30)});
    double calls = 0;
    double failed = 0;
    for (const TotalBucket &bucket : store.total(window, kNoonMs - 1)) {
        calls += bucket.requests * StatsStore::bucketSeconds(window);
        failed += bucket.failed * StatsStore::bucketSeconds(window);
        if (bucket.requests == 0)
            continue;
        QVERIFY(bucket.watched);
        QVERIFY(bucket.p50Ms && std::abs(*bucket.p50Ms - 17) < 0.6);
        QVERIFY(bucket.p95Ms && std::abs(*bucket.p95Ms - 1500) < 50);
    }
    if (window == Window::Period || window == Window::Day) {
        // Whole buckets, that are known in part.
        QVERIFY(calls > 0 && std::abs(failed / calls - 0.1) < 0.001);
        return;
    }
    const double expected = window == Window::FiveMinutes ? 500 : 3000;
    QVERIFY2(std::abs(calls - expected) < 1, qPrintable(QString::number(calls)));
    QVERIFY(std::abs(failed - expected / 10) < 1);
    const StatsStore::Headline headline = store.headline(kNoonMs - 1);
    QVERIFY(headline.p95Ms && *headline.p95Ms > 1000);
    QVERIFY(std::abs(*headline.successShare - 0.9) < 0.001);
    QVERIFY(!headline.storedLatencyMs);
}

void TestStatsStore::callsOfTheStoreAreNotCountedTwice()
{
    StatsStore store;
    Snapshot now = snapshotAt(-60'000);
    store.add(now);
    for (int i = 0; i < 60; ++i) {
        pass(&now, 1000);
        serve(&now, 2, 2);
        now.latency[latencyCell(17'000)] += 2;
        store.add(now);
    }
    // Before this run the same minute had 30 more, all in all 150.
    History history{{historyOf("a", kNoonMs / kMinuteMs - 1, 1, 150, 150)}};
    CallMinute minute;
    minute.minute = kNoonMs / kMinuteMs - 1;
    minute.requests[static_cast<std::size_t>(RequestOutcome::Forwarded)] = 150;
    minute.latency.add(latencyCell(17'000), 150);
    history.calls = {minute};
    store.addHistory(history);
    store.addHistory(history);
    double calls = 0;
    for (const TotalBucket &bucket : store.total(Window::Hour, now.wallMs - 1))
        calls += bucket.requests * StatsStore::bucketSeconds(Window::Hour);
    QVERIFY2(std::abs(calls - 150) < 2, qPrintable(QString::number(calls)));
}

/// A burst in the first seconds of a minute, then a kill; the next run watches the rest of that minute.
void TestStatsStore::aMinuteKeepsItsShapeOverARestart()
{
    StatsStore store;
    Snapshot now = snapshotAt(40'000);
    now.uptimeMs = 0;
    store.add(now);
    for (int i = 0; i < 5; ++i) {
        pass(&now, 1000);
        serve(&now, 3, 3);
        store.add(now);
    }
    NodeHistory node = historyOf("a", kNoonMs / kMinuteMs, 1, 1015, 1015);
    const qint64 second = kNoonMs / 1000;
    node.seconds = {
        {second + 10, 600, 0, 600}, {second + 11, 400, 0, 400}, {second + 41, 15, 0, 15}};
    History history{{node}};
    CallMinute minute;
    minute.minute = kNoonMs / kMinuteMs;
    minute.requests[static_cast<std::size_t>(RequestOutcome::Forwarded)] = 1015;
    history.calls = {minute};
    store.addHistory(history);
    const std::vector<NodeBucket> seconds = store.node(kA, Window::FiveMinutes, now.wallMs - 1);
    const auto at = [&](qint64 wanted) {
        const qint64 newest = (now.wallMs - 1) / 1000;
        return seconds[static_cast<std::size_t>(static_cast<qint64>(seconds.size()) - 1
                                                - (newest - wanted))];
    };
    QVERIFY2(std::abs(at(second + 10).requests - 600) < 1,
             qPrintable(QString::number(at(second + 10).requests)));
    QVERIFY(std::abs(at(second + 11).requests - 400) < 1);
    QVERIFY(at(second + 9).requests < 1 && at(second + 20).requests < 1);
    QVERIFY(std::abs(at(second + 42).requests - 3) < 1);
    // The shape is that of the whole proxy as well.
    const std::vector<TotalBucket> hour = store.total(Window::Hour, now.wallMs - 1);
    double most = 0;
    double all = 0;
    for (const TotalBucket &bucket : hour) {
        most = std::max(most, bucket.requests * 12);
        all += bucket.requests * 12;
    }
    QVERIFY2(most > 990, qPrintable(QString::number(most)));
    QVERIFY(all < 1040); // the newest bucket is known in part
    QCOMPARE(store.creditsToday(kA, now.wallMs), std::uint64_t{1015});
}

/// The clock ran two days ahead and is put right: the charts go on, and today has what was used since.
void TestStatsStore::aClockSetBackGoesOnAtOnce()
{
    constexpr qint64 kAhead = 2 * 1440 * kMinuteMs;
    StatsStore store;
    Snapshot now = snapshotAt(kAhead);
    store.add(now);
    const auto work = [&] {
        for (int i = 0; i < 60; ++i) {
            pass(&now, 1000);
            serve(&now, 2, 2);
            store.add(now);
        }
    };
    work();
    now.wallMs -= kAhead;
    work();
    for (const Window window : {Window::FiveMinutes, Window::Hour, Window::Day, Window::Period}) {
        const double seen = sumOf(store.node(kA, window, now.wallMs - 1), &NodeBucket::credits, 1);
        QVERIFY2(std::abs(seen - 120) <= 2, qPrintable(QString::number(seen)));
    }
    QVERIFY(store.creditsToday(kA, now.wallMs) >= 118);
    QCOMPARE(store.headline(now.wallMs - 1).requestsPerSecond, 2.0);
}

void TestStatsStore::creditsTodayBeginAtMidnightUtc()
{
    StatsStore store;
    const qint64 midnight = kNoonMs / kMinuteMs - 720;
    store.addHistory({{historyOf("a", midnight - 5, 10, 1, 1)}});
    QCOMPARE(store.creditsToday(kA, kNoonMs), std::uint64_t{5});
}

void TestStatsStore::hoursListOnlyWhatIsKnown()
{
    StatsStore store;
    const qint64 noon = kNoonMs / kMinuteMs;
    store.addHistory(
        {{historyOf("a", noon - 300, 60, 10, 10), historyOf("b", noon - 60, 60, 10, 10)}});
    const auto hours = store.creditsByHour(kA, kNoonMs - 24 * 60 * kMinuteMs, kNoonMs - 1);
    QCOMPARE(hours.size(), std::size_t{2});
    QCOMPARE(hours[0].first, (noon - 300) * kMinuteMs);
    QCOMPARE(hours[0].second, std::uint64_t{600});
    QCOMPARE(hours[1].second, std::uint64_t{0});
    QVERIFY(store.creditsByHour(QStringLiteral("nobody"), 0, kNoonMs).empty());
}

void TestStatsStore::formerNodesStayBehindTheConfigured()
{
    StatsStore store;
    store.addHistory({{historyOf("gone", kNoonMs / kMinuteMs - 10, 1, 1, 1)}});
    store.add(snapshotAt(0, {QStringLiteral("b"), QStringLiteral("a")}));
    QCOMPARE(store.nodes(),
             (QStringList{QStringLiteral("b"), QStringLiteral("a"), QStringLiteral("gone")}));
}

void TestStatsStore::sameSnapshotTwiceCountsOnce()
{
    StatsStore store;
    Snapshot snapshot = snapshotAt(0);
    store.add(snapshot);
    pass(&snapshot, 1000);
    serve(&snapshot, 10, 10);
    store.add(snapshot);
    store.add(snapshot);
    QCOMPARE(store.creditsToday(kA, snapshot.wallMs), std::uint64_t{10});
    QCOMPARE(store.lastMs(), snapshot.wallMs);
}

void TestStatsStore::memoryIsBounded()
{
    StatsStore store;
    for (int i = 0; i < 300; ++i)
        store.addHistory({{historyOf(
            qPrintable(QStringLiteral("n%1").arg(i)), kNoonMs / kMinuteMs - 400 + i, 1, 1, 1)}});
    QVERIFY(store.nodes().size() <= 256);
    // The oldest went.
    QVERIFY(!store.nodes().contains(QStringLiteral("n0")));
    QVERIFY(store.nodes().contains(QStringLiteral("n299")));
}

SPILLWAY_TEST(TestStatsStore)

#include "tst_statsstore.moc"
