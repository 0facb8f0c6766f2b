// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitor/episodemodel.h"
#include "monitor/episodetext.h"
#include "stats/episodes.h"
#include "testmain.h"

#include <QAbstractItemModelTester>
#include <QLocale>
#include <QSignalSpy>
#include <QTest>

using namespace spillway;
using namespace spillway::ui;

namespace {

using Kind = Episode::Kind;

class Bench
{
public:
    Bench()
    {
        m_snapshot.wallMs = 1'796'040'000'000;
        m_snapshot.steadyMs = 1'000'000;
        m_snapshot.uptimeMs = 1000;
        ChainSnapshot chain;
        chain.name = "solana";
        m_snapshot.chains.push_back(chain);
        for (const char *name : {"Helius-1", "Alchemy-1"}) {
            NodeSnapshot node;
            node.name = name;
            node.chain = "solana";
            node.condition = NodeCondition::Up;
            m_snapshot.nodes.push_back(node);
        }
        detector.add(m_snapshot);
    }

    NodeSnapshot &node(std::size_t index) { return m_snapshot.nodes[index]; }

    Snapshot &snapshot() { return m_snapshot; }

    void pass(qint64 ms = 1000)
    {
        m_snapshot.wallMs += ms;
        m_snapshot.steadyMs += ms;
        m_snapshot.uptimeMs += ms;
        detector.add(m_snapshot);
    }

    void limit(std::size_t index)
    {
        ++node(index).skips[static_cast<std::size_t>(SkipReason::RateLimit)];
    }

    [[nodiscard]] const Episode &newest() const { return detector.episodes().front(); }

    [[nodiscard]] QString sentence() const
    {
        return episodeSentence(newest()).replace(QChar(QChar::Nbsp), QLatin1Char(' '));
    }

    EpisodeDetector detector;

private:
    Snapshot m_snapshot;
};

} // namespace

class TestEpisodes : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }

    void startIsTheFirstEpisode();
    void rateLimitNamesWhoTookOver();
    void repeatsAreOneEpisode();
    void longSilenceBeginsANewOne();
    void quietNodesMakeNoEpisodes();
    void penaltySaysUntilWhen();
    void conditionsHaveTheirKinds_data();
    void conditionsHaveTheirKinds();
    void rejectedKeyIsToldFromSpentPlan();
    void allDownNeedsEveryNode();
    void switchedOffNodesDoNotCountAsDown();
    void quotaIsAnnouncedOnceHigh();
    void newRunEndsWhatWasRunning();
    void listIsBounded();
    void modelKeepsItsPromises();
    void everyKindHasASentence();
};

void TestEpisodes::startIsTheFirstEpisode()
{
    const Bench bench;
    QCOMPARE(bench.detector.episodes().size(), std::size_t{1});
    QCOMPARE(bench.newest().kind, Kind::Started);
    QCOMPARE(bench.sentence(), QStringLiteral("The proxy started."));
    QCOMPARE(bench.newest().startedMs, qint64{1'796'040'000'000 - 1000});
}

void TestEpisodes::rateLimitNamesWhoTookOver()
{
    Bench bench;
    bench.limit(0);
    bench.node(0).served += 69;
    bench.node(1).served += 31;
    bench.pass();
    QCOMPARE(bench.newest().kind, Kind::RateLimited);
    QCOMPARE(
        bench.sentence(),
        QStringLiteral("Helius-1 reached its rate limit. 31 % of the requests go to Alchemy-1."));
}

void TestEpisodes::repeatsAreOneEpisode()
{
    Bench bench;
    QSignalSpy began(&bench.detector, &EpisodeDetector::began);
    for (int i = 0; i < 5; ++i) {
        bench.limit(0);
        bench.pass();
        bench.pass(10'000);
    }
    QCOMPARE(began.count(), 1);
    QCOMPARE(bench.newest().times, 5);
    QVERIFY(!bench.newest().isOver());
    bench.pass(60'000);
    QVERIFY(bench.newest().isOver());
    QVERIFY(bench.sentence().contains(QStringLiteral("5 times")));
}

void TestEpisodes::longSilenceBeginsANewOne()
{
    Bench bench;
    bench.limit(0);
    bench.pass();
    bench.pass(61'000);
    bench.limit(0);
    bench.pass();
    const auto &episodes = bench.detector.episodes();
    QCOMPARE(episodes.size(), std::size_t{3});
    QCOMPARE(episodes[0].kind, Kind::RateLimited);
    QCOMPARE(episodes[1].kind, Kind::RateLimited);
    QVERIFY(episodes[0].id > episodes[1].id);
    QVERIFY(!episodes[0].isOver());
    QVERIFY(episodes[1].isOver());
}

void TestEpisodes::quietNodesMakeNoEpisodes()
{
    Bench bench;
    QSignalSpy changed(&bench.detector, &EpisodeDetector::changed);
    for (int i = 0; i < 100; ++i) {
        bench.node(0).served += 10;
        bench.pass();
    }
    QCOMPARE(bench.detector.episodes().size(), std::size_t{1});
    QCOMPARE(changed.count(), 0);
}

void TestEpisodes::penaltySaysUntilWhen()
{
    Bench bench;
    bench.node(0).condition = NodeCondition::Penalized;
    bench.node(0).closedForMs = 5000;
    bench.node(0).reason = "timeout after 500 ms";
    bench.pass();
    QCOMPARE(bench.newest().untilMs, bench.snapshot().wallMs + 5000);
    QVERIFY(bench.sentence().contains(QStringLiteral("It rests until")));
    QVERIFY(bench.sentence().contains(QStringLiteral("Reason: timeout after 500 ms")));
}

void TestEpisodes::conditionsHaveTheirKinds_data()
{
    QTest::addColumn<int>("condition");
    QTest::addColumn<int>("kind");
    const auto row = [](const char *name, NodeCondition condition, Kind kind) {
        QTest::newRow(name) << static_cast<int>(condition) << static_cast<int>(kind);
    };
    row("penalised", NodeCondition::Penalized, Kind::Penalised);
    row("cooling", NodeCondition::Cooling, Kind::Refused);
    row("parked", NodeCondition::Parked, Kind::SetAside);
    row("quota", NodeCondition::QuotaExhausted, Kind::QuotaReached);
    row("behind", NodeCondition::Lagging, Kind::Behind);
    row("syncing", NodeCondition::Syncing, Kind::Syncing);
    row("wrong chain", NodeCondition::WrongChain, Kind::WrongChain);
}

void TestEpisodes::conditionsHaveTheirKinds()
{
    QFETCH(int, condition);
    QFETCH(int, kind);
    Bench bench;
    bench.node(0).condition = static_cast<NodeCondition>(condition);
    bench.node(0).resetsAt = "2026-12-12";
    bench.pass();
    QCOMPARE(static_cast<int>(bench.newest().kind), kind);
    if (bench.newest().kind == Kind::QuotaReached)
        QVERIFY(bench.sentence().contains(QStringLiteral("12 Dec")));
}

void TestEpisodes::rejectedKeyIsToldFromSpentPlan()
{
    Bench bench;
    bench.node(0).condition = NodeCondition::Parked;
    const auto index = static_cast<std::size_t>(
        std::find(kAttemptOutcomeNames.begin(), kAttemptOutcomeNames.end(), "key_rejected")
        - kAttemptOutcomeNames.begin());
    bench.node(0).attempts[index] = 1;
    bench.pass();
    QCOMPARE(bench.newest().kind, Kind::KeyRejected);
}

void TestEpisodes::allDownNeedsEveryNode()
{
    Bench bench;
    bench.node(0).condition = NodeCondition::Penalized;
    bench.pass();
    QVERIFY(bench.newest().kind != Kind::AllDown);
    bench.node(1).condition = NodeCondition::Cooling;
    bench.pass();
    QCOMPARE(bench.newest().kind, Kind::AllDown);
    QCOMPARE(bench.newest().chain, QStringLiteral("solana"));
}

void TestEpisodes::switchedOffNodesDoNotCountAsDown()
{
    Bench bench;
    bench.node(0).condition = NodeCondition::Disabled;
    bench.node(1).condition = NodeCondition::Disabled;
    bench.pass();
    QCOMPARE(bench.detector.episodes().size(), std::size_t{1});
}

void TestEpisodes::quotaIsAnnouncedOnceHigh()
{
    Bench bench;
    bench.node(0).threshold = 1000;
    bench.node(0).used = 799;
    bench.pass();
    QCOMPARE(bench.detector.episodes().size(), std::size_t{1});
    for (const std::uint64_t used : {800U, 850U, 900U}) {
        bench.node(0).used = used;
        bench.pass();
    }
    QCOMPARE(bench.detector.episodes().size(), std::size_t{2});
    QCOMPARE(bench.sentence(),
             QStringLiteral("Helius-1 has used 90 % of what it may spend this period."));
}

void TestEpisodes::newRunEndsWhatWasRunning()
{
    Bench bench;
    bench.limit(0);
    bench.pass();
    bench.snapshot().uptimeMs = 0;
    bench.snapshot().nodes[0].skips = {};
    bench.pass();
    const auto &episodes = bench.detector.episodes();
    QCOMPARE(episodes.front().kind, Kind::Started);
    QVERIFY(episodes[1].isOver());
}

void TestEpisodes::listIsBounded()
{
    Bench bench;
    for (int i = 0; i < 80; ++i) {
        bench.limit(0);
        bench.pass();
        bench.pass(61'000);
    }
    QCOMPARE(bench.detector.episodes().size(), std::size_t{50});
}

void TestEpisodes::modelKeepsItsPromises()
{
    Bench bench;
    EpisodeModel model(bench.detector);
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    QCOMPARE(model.rowCount(), 1);
    for (int i = 0; i < 70; ++i) {
        bench.limit(0);
        bench.node(1).served += 3;
        bench.pass();
        bench.node(1).served += 5;
        bench.limit(0);
        bench.pass();
        bench.pass(61'000);
    }
    QCOMPARE(model.rowCount(), 50);
    QCOMPARE(reset.count(), 0);
    QVERIFY(changed.count() > 0);
    QCOMPARE(model.index(0).data(EpisodeModel::NodeRole).toString(), QStringLiteral("Helius-1"));
    QVERIFY(!model.index(0).data(Qt::DecorationRole).isNull());
    bench.detector.clear();
    QCOMPARE(model.rowCount(), 0);
}

void TestEpisodes::everyKindHasASentence()
{
    for (int kind = 0; kind <= static_cast<int>(Kind::Overloaded); ++kind) {
        Episode episode;
        episode.kind = static_cast<Kind>(kind);
        episode.node = QStringLiteral("N");
        episode.chain = QStringLiteral("C");
        QVERIFY2(episodeSentence(episode).endsWith(QLatin1Char('.')),
                 qPrintable(episodeSentence(episode)));
        QVERIFY(!episodeIcon(episode.kind).isEmpty());
    }
}

SPILLWAY_TEST(TestEpisodes)

#include "tst_episodes.moc"
