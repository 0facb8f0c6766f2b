// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/uisettings.h"
#include "shell/messagecenter.h"
#include "shell/notices.h"
#include "shell/translations.h"
#include "shell/trayview.h"
#include "testmain.h"
#include "uidraft.h"

#include <QAction>
#include <QSet>
#include <QSignalSpy>
#include <QTemporaryDir>

#include <algorithm>

using namespace spillway;
using namespace spillway::ui;

namespace {

constexpr std::int64_t kWall = 1'796'040'000'000; // 2026-11-30

NodeSnapshot node(const char *name, NodeCondition condition = NodeCondition::Up)
{
    NodeSnapshot made;
    made.name = name;
    made.chain = "ethereum";
    made.condition = condition;
    made.periodStart = "2026-11-15";
    made.resetsAt = "2026-12-15";
    return made;
}

NodeSnapshot metered(const char *name, std::uint64_t used, std::uint64_t limit = 1000)
{
    NodeSnapshot made = node(name);
    made.used = used;
    made.limit = limit;
    made.threshold = limit * 95 / 100;
    return made;
}

std::size_t outcome(std::string_view name)
{
    return static_cast<std::size_t>(
        std::find(kAttemptOutcomeNames.begin(), kAttemptOutcomeNames.end(), name)
        - kAttemptOutcomeNames.begin());
}

/// Rules with a clock of their own.
class Bench
{
public:
    Bench() { restartProgram(); }

    void restartProgram()
    {
        rules.reset();
        settings = std::make_unique<UiSettings>(folder.filePath(QStringLiteral("ui.ini")));
        rules = std::make_unique<NoticeRules>(*settings);
        QObject::connect(rules.get(), &NoticeRules::noticed, rules.get(), [this](const Notice &n) {
            notices.push_back(n);
        });
    }

    void see(std::vector<NodeSnapshot> nodes, std::int64_t laterMs = 1000)
    {
        nowMs += laterMs;
        Snapshot snapshot;
        snapshot.wallMs = kWall + nowMs;
        snapshot.steadyMs = 5000 + nowMs;
        snapshot.nodes = std::move(nodes);
        rules->add(snapshot);
    }

    [[nodiscard]] std::vector<Notice> take() { return std::exchange(notices, {}); }

    QTemporaryDir folder;
    std::unique_ptr<UiSettings> settings;
    std::unique_ptr<NoticeRules> rules;
    std::vector<Notice> notices;
    std::int64_t nowMs = 0;
};

TrayFacts facts(ProxyState state, const Snapshot *snapshot = nullptr)
{
    TrayFacts made;
    made.state = state;
    made.address = QStringLiteral("http://127.0.0.1:8599");
    made.snapshot = snapshot;
    return made;
}

} // namespace

/// What is worth a message, and what the tray shows.
class TestNotices : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }

    void quotasAreToldOnceAPeriod()
    {
        Bench bench;
        bench.see({metered("A", 700)});
        bench.see({metered("A", 799)});
        QVERIFY(bench.take().empty());
        bench.see({metered("A", 800)});
        auto told = bench.take();
        QCOMPARE(told.size(), std::size_t{1});
        QCOMPARE(told[0].kind, NoticeKind::QuotaHigh);
        QCOMPARE(told[0].subject, QStringLiteral("A"));
        QCOMPARE(told[0].page, QStringLiteral("quotas"));
        QVERIFY(told[0].text.contains(QStringLiteral("200 credits")));
        bench.see({metered("A", 900)});
        QVERIFY(bench.take().empty());
        bench.see({metered("A", 950)});
        told = bench.take();
        QCOMPARE(told.size(), std::size_t{1});
        QCOMPARE(told[0].kind, NoticeKind::QuotaStop);
        bench.see({metered("A", 999)});
        QVERIFY(bench.take().empty());
        // Not again by a program that is started anew, but in the next period.
        bench.restartProgram();
        bench.see({metered("A", 10)});
        bench.see({metered("A", 960)});
        QVERIFY(bench.take().empty());
        NodeSnapshot next = metered("A", 5);
        next.periodStart = "2026-12-15";
        bench.see({next});
        next.used = 960;
        bench.see({next});
        QCOMPARE(bench.take().size(), std::size_t{1});
    }

    void whatWasSoAtTheStartIsNoNews()
    {
        Bench bench;
        NodeSnapshot rejected = metered("A", 990);
        rejected.attempts[outcome("key_rejected")] = 4;
        bench.see({rejected, node("B", NodeCondition::Penalized)});
        bench.see({rejected, node("B", NodeCondition::Penalized)});
        QVERIFY(bench.take().empty());
    }

    void anOutageIsOneEpisode()
    {
        Bench bench;
        bench.see({node("A"), node("B")});
        NodeSnapshot broken = node("A", NodeCondition::Penalized);
        broken.lastError = "HTTP 500";
        broken.lastErrorWallMs = kWall;
        // A chain with one node left is none, and a short one is none either.
        bench.see({broken, node("B")}, 20'000);
        bench.see({broken, node("B", NodeCondition::Penalized)});
        bench.see({broken, node("B", NodeCondition::Penalized)}, 9'000);
        bench.see({node("A"), node("B")}, 500);
        QVERIFY(bench.take().empty());
        bench.see({broken, node("B", NodeCondition::Penalized)});
        bench.see({broken, node("B", NodeCondition::Penalized)}, 10'000);
        auto told = bench.take();
        QCOMPARE(told.size(), std::size_t{1});
        QCOMPARE(told[0].kind, NoticeKind::ChainDown);
        QCOMPARE(told[0].urgency, Urgency::Critical);
        QVERIFY(told[0].text.contains(QStringLiteral("HTTP 500")));
        bench.see({broken, node("B", NodeCondition::Penalized)}, 60'000);
        QVERIFY(bench.take().empty());
        // Its end takes the place of its beginning, at once.
        bench.see({broken, node("B")});
        told = bench.take();
        QCOMPARE(told.size(), std::size_t{1});
        QCOMPARE(told[0].kind, NoticeKind::ChainDown);
        QCOMPARE(told[0].subject, QStringLiteral("ethereum"));
        QCOMPARE(told[0].urgency, Urgency::Normal);
        QVERIFY(!told[0].silent);
    }

    void aChainWithoutCreditsIsNoFailingOne()
    {
        const auto spent = [](const char *name) {
            return node(name, NodeCondition::QuotaExhausted);
        };
        Bench bench;
        bench.see({node("A"), node("B")});
        NodeSnapshot first = spent("A");
        first.resetsAt = "2026-12-03";
        first.lastError = "HTTP 500";
        bench.see({first, spent("B")}, 1000);
        bench.see({first, spent("B")}, 10'000);
        auto told = bench.take();
        QCOMPARE(told.size(), std::size_t{1});
        QCOMPARE(told[0].kind, NoticeKind::ChainDown);
        QCOMPARE(told[0].title, QStringLiteral("The credits of ethereum are used up"));
        QVERIFY2(told[0].text.contains(QStringLiteral("3 Dec"))
                     || told[0].text.contains(QStringLiteral("Dec 3")),
                 qPrintable(told[0].text));
        QVERIFY(!told[0].text.contains(QStringLiteral("keeps trying")));
        bench.see({first, node("B")});
        QCOMPARE(bench.take().size(), std::size_t{1});
        // One that only fails may answer again at any moment.
        bench.see({first, node("B", NodeCondition::Penalized)}, 1000);
        bench.see({first, node("B", NodeCondition::Penalized)}, 10'000);
        told = bench.take();
        QCOMPARE(told.size(), std::size_t{1});
        QVERIFY(told[0].text.contains(QStringLiteral("keeps trying")));
    }

    void aNodeThatKeepsFailingIsToldOnce()
    {
        Bench bench;
        bench.see({node("A"), node("B")});
        const auto fail = [&](int times, std::int64_t everyMs) {
            for (int i = 0; i < times; ++i) {
                bench.see({node("A", NodeCondition::Penalized), node("B")}, everyMs / 2);
                bench.see({node("A"), node("B")}, everyMs / 2);
            }
        };
        fail(4, 10'000);
        QVERIFY(bench.take().empty());
        fail(1, 10'000);
        QCOMPARE(bench.take().size(), std::size_t{1});
        fail(10, 10'000);
        QVERIFY(bench.take().empty());
        // Slowly is not again and again.
        Bench slow;
        slow.see({node("A"), node("B")});
        for (int i = 0; i < 12; ++i) {
            slow.see({node("A", NodeCondition::Penalized), node("B")}, 100'000);
            slow.see({node("A"), node("B")}, 100'000);
        }
        QVERIFY(slow.take().empty());
    }

    void aRejectedKeyIsToldUntilItWorks()
    {
        Bench bench;
        NodeSnapshot a = node("A");
        bench.see({a, node("B")});
        a.condition = NodeCondition::Parked;
        ++a.attempts[outcome("key_rejected")];
        bench.see({a, node("B")});
        QCOMPARE(bench.take().size(), std::size_t{1});
        ++a.attempts[outcome("key_rejected")];
        bench.see({a, node("B")});
        QVERIFY(bench.take().empty());
        a.condition = NodeCondition::Up;
        bench.see({a, node("B")});
        a.condition = NodeCondition::Parked;
        ++a.attempts[outcome("key_rejected")];
        bench.see({a, node("B")}, 120'000);
        const auto told = bench.take();
        QCOMPARE(told.size(), std::size_t{1});
        QCOMPARE(told[0].kind, NoticeKind::KeyRejected);
    }

    void manyAtOnceAreOneOnTheDesktop()
    {
        Bench bench;
        bench.see({metered("A", 1), metered("B", 1), metered("C", 1)});
        bench.see({metered("A", 850), metered("B", 850), metered("C", 850)});
        auto told = bench.take();
        QCOMPARE(told.size(), std::size_t{3});
        QVERIFY(!told[0].silent && told[1].silent && told[2].silent);
    }

    void disabledNodesAreQuiet()
    {
        Bench bench;
        NodeSnapshot off = metered("A", 1);
        off.enabled = false;
        bench.see({off});
        off.used = 999;
        off.condition = NodeCondition::Disabled;
        bench.see({off}, 60'000);
        QVERIFY(bench.take().empty());
    }

    void forecastsAreToldOnceADay()
    {
        Bench bench;
        Snapshot snapshot;
        snapshot.wallMs = kWall;
        snapshot.nodes = {metered("A", 500), metered("B", 920), node("C")};
        int asked = 0;
        const auto forecast = [&](const NodeSnapshot &) {
            ++asked;
            BurnDown burn;
            burn.outlook = BurnDown::Outlook::ReachesStop;
            burn.reachesOn = QDate(2026, 12, 12);
            burn.daysBeforeReset = 3;
            return burn;
        };
        bench.rules->checkForecasts(snapshot, forecast);
        QCOMPARE(asked, 1); // B is past the point where a forecast helps, C has no limit
        auto told = bench.take();
        QCOMPARE(told.size(), std::size_t{1});
        QVERIFY2(told[0].text.contains(QStringLiteral("3 day")), qPrintable(told[0].text));
        snapshot.wallMs += 3'600'000;
        bench.rules->checkForecasts(snapshot, forecast);
        QVERIFY(bench.take().empty());
        snapshot.wallMs += 86'400'000;
        bench.rules->checkForecasts(snapshot, forecast);
        QCOMPARE(bench.take().size(), std::size_t{1});
    }

    void aLostFileIsNamed_data()
    {
        QTest::addColumn<bool>("emptied");
        QTest::addColumn<QString>("says");
        QTest::newRow("deleted") << false
                                 << QStringLiteral("mine.toml was deleted by another program");
        QTest::newRow("emptied") << true
                                 << QStringLiteral("mine.toml was emptied by another program");
    }

    void aLostFileIsNamed()
    {
        QFETCH(bool, emptied);
        QFETCH(QString, says);
        Bench bench;
        bench.rules->lostOutside(QStringLiteral("/tmp/x/mine.toml"), emptied, kWall);
        const auto told = bench.take();
        QCOMPARE(told.size(), std::size_t{1});
        QCOMPARE(told[0].title, says);
        QVERIFY(told[0].text.contains(QStringLiteral("/tmp/x/mine.toml")));
        QVERIFY(told[0].text.contains(QStringLiteral("write the file again")));
    }

    /// What was told is not told again, so it must still be there after a kill.
    void theListOutlivesTheProgram()
    {
        test::DraftBench bench(test::twoNodes());
        auto center = std::make_unique<MessageCenter>(bench.session());
        center->rules().portBusy(8599, QStringLiteral("geth"), kWall);
        center->rules().lostOutside(QStringLiteral("/tmp/x/mine.toml"), false, kWall + 100'000);
        QCOMPARE(center->unread(), 2);
        // As another program would find it: nothing was closed.
        UiSettings found(bench.path(QStringLiteral("ui.ini")));
        QVERIFY(found.value(QStringLiteral("messages/history"), {})
                    .toString()
                    .contains(QStringLiteral("8599")));
        center.reset();
        bench.reopen();
        MessageCenter again(bench.session());
        QCOMPARE(again.unread(), 2);
        QCOMPARE(again.history().size(), std::size_t{2});
        QCOMPARE(again.history().back().text, QStringLiteral("Port 8599 is used by geth."));
        QCOMPARE(again.history().front().page, QStringLiteral("raw"));
        Q_EMIT again.menu()->aboutToShow();
        QCOMPARE(again.unread(), 0);
    }

    /// The list is read in today's language, also what was told in another one.
    void theListFollowsTheLanguage()
    {
        test::DraftBench bench(test::twoNodes());
        Translations translations;
        translations.use(QStringLiteral("de"));
        {
            MessageCenter center(bench.session());
            center.rules().portBusy(8599, {}, kWall);
            center.rules().changedOutside(QStringLiteral("/tmp/x/mine.toml"), kWall + 100'000);
            QCOMPARE(center.history().size(), std::size_t{2});
        }
        bench.reopen();
        MessageCenter again(bench.session());
        const auto listed = [&again] {
            Q_EMIT again.menu()->aboutToShow();
            QStringList lines;
            for (const QAction *action : again.menu()->actions())
                lines.append(action->text() + QLatin1Char('\n') + action->toolTip());
            return lines.join(QLatin1Char('\n'));
        };
        QVERIFY2(listed().contains(QString::fromUtf8("wird von einem anderen Programm benutzt")),
                 qPrintable(listed()));
        translations.use(QStringLiteral("en"));
        QVERIFY2(listed().contains(QStringLiteral("Port 8599 is used by another program.")),
                 qPrintable(listed()));
        QVERIFY(listed().contains(QStringLiteral("Another program changed the configuration")));
    }

    void wordsOfOlderListsStay()
    {
        test::DraftBench bench(test::twoNodes());
        bench.session().settings().setValue(
            QStringLiteral("messages/history"),
            QStringLiteral(R"([{"kind":1,"subject":"A","title":"A rests","text":"Until Monday.",)"
                           R"("critical":false,"page":"quotas","item":"A","time":1000}])"));
        const MessageCenter center(bench.session());
        QCOMPARE(center.history().size(), std::size_t{1});
        QCOMPARE(wordsOf(center.history().front()).title, QStringLiteral("A rests"));
        QCOMPARE(wordsOf(center.history().front()).text, QStringLiteral("Until Monday."));
    }

    void everyEventHasWordsAndAName()
    {
        QStringList names;
        for (int event = 0; event < static_cast<int>(NoticeEvent::Count); ++event) {
            const auto one = static_cast<NoticeEvent>(event);
            names.append(noticeEventName(one));
            QCOMPARE(noticeEventOf(names.last()), std::optional(one));
            QVERIFY2(!noticeWords(one, {}).title.isEmpty(), qPrintable(names.last()));
            QVERIFY2(!noticeWords(one, {}).text.isEmpty(), qPrintable(names.last()));
        }
        QCOMPARE(QSet<QString>(names.begin(), names.end()).size(), names.size());
    }

    void everyKindHasASwitch()
    {
        QStringList keys;
        for (int kind = 0; kind < static_cast<int>(NoticeKind::Count); ++kind) {
            keys.append(noticeKey(static_cast<NoticeKind>(kind)));
            QVERIFY(!noticeText(static_cast<NoticeKind>(kind)).isEmpty());
        }
        QCOMPARE(keys.removeDuplicates(), 0);
    }

    // The tray.

    void theShapeTellsTheState_data()
    {
        QTest::addColumn<int>("proxy");
        QTest::addColumn<QList<int>>("conditions");
        QTest::addColumn<bool>("problem");
        QTest::addColumn<int>("shape");
        const auto row = [](const char *name,
                            ProxyState proxy,
                            const QList<NodeCondition> &conditions,
                            bool problem,
                            TrayState shape) {
            QList<int> numbers;
            for (const NodeCondition each : conditions)
                numbers.append(static_cast<int>(each));
            QTest::newRow(name) << static_cast<int>(proxy) << numbers << problem
                                << static_cast<int>(shape);
        };
        using enum NodeCondition;
        row("stopped", ProxyState::Stopped, {}, false, TrayState::Stopped);
        row("starting", ProxyState::Starting, {}, false, TrayState::Starting);
        row("stopping", ProxyState::Stopping, {Up}, false, TrayState::Starting);
        row("failed", ProxyState::Failed, {}, false, TrayState::Down);
        row("no nodes", ProxyState::Running, {}, false, TrayState::Running);
        row("all well", ProxyState::Running, {Up, Unknown}, false, TrayState::Running);
        row("one is out", ProxyState::Running, {Up, Parked}, false, TrayState::Degraded);
        row("one is off", ProxyState::Running, {Up, Disabled}, false, TrayState::Running);
        row("none answers", ProxyState::Running, {Penalized, Parked}, false, TrayState::Down);
        row("a broken file", ProxyState::Running, {Up, Parked}, true, TrayState::Attention);
        row("none answers, broken file", ProxyState::Running, {Parked}, true, TrayState::Down);
    }

    void theShapeTellsTheState()
    {
        QFETCH(int, proxy);
        QFETCH(QList<int>, conditions);
        QFETCH(bool, problem);
        QFETCH(int, shape);
        Snapshot snapshot;
        for (const int each : conditions) {
            NodeSnapshot made = node("A", static_cast<NodeCondition>(each));
            made.enabled = made.condition != NodeCondition::Disabled;
            snapshot.nodes.push_back(made);
        }
        const auto state = static_cast<ProxyState>(proxy);
        TrayFacts now = facts(state, state == ProxyState::Running ? &snapshot : nullptr);
        now.hasProblem = problem;
        const TrayView view = trayView(now);
        QCOMPARE(static_cast<int>(view.state), shape);
        QVERIFY(!view.toolTip.isEmpty() && !view.title.isEmpty());
        QVERIFY(view.toolTip.count(QLatin1Char('\n')) <= 2);
        const bool on = state == ProxyState::Running || state == ProxyState::Starting;
        QCOMPARE(view.toggle, on ? QStringLiteral("&Stop proxy") : QStringLiteral("&Start proxy"));
        QCOMPARE(view.canToggle, state != ProxyState::Stopping);
    }

    void eachStateHasAShapeOfItsOwn()
    {
        QStringList names;
        for (int state = 0; state <= static_cast<int>(TrayState::Attention); ++state)
            names.append(trayIconName(static_cast<TrayState>(state)));
        QVERIFY(!names.contains(QString()));
        QCOMPARE(names.removeDuplicates(), 0);
    }

    void theMenuListsNodesAndQuotas()
    {
        Snapshot snapshot;
        NodeSnapshot full = metered("Full", 820);
        full.latencyMs = 42;
        NodeSnapshot cooling = node("Cooling", NodeCondition::Cooling);
        cooling.closedForMs = 12'000;
        snapshot.nodes = {full, cooling, metered("Over", 1500)};
        const TrayView view = trayView(facts(ProxyState::Running, &snapshot));
        QCOMPARE(view.title, QStringLiteral("Spillway: running on 127.0.0.1:8599"));
        QCOMPARE(view.nodes.size(), 3);
        QCOMPARE(view.nodes[0].item, QStringLiteral("Full"));
        QVERIFY(view.nodes[0].text.contains(QStringLiteral("42")));
        QVERIFY(view.nodes[0].text.contains(QStringLiteral("82")));
        QVERIFY(view.nodes[1].text.contains(QStringLiteral("12")));
        QCOMPARE(view.quotas.size(), 2); // those with a limit
        QVERIFY(view.quotas[0].text.contains(QStringLiteral("18")));
        QVERIFY(view.quotas[1].text.contains(QStringLiteral("0"))); // never below nothing
        // The fullest one is in the tool tip.
        QVERIFY2(view.toolTip.contains(QStringLiteral("Over")), qPrintable(view.toolTip));
    }

    void whyItDidNotStartIsInTheToolTip()
    {
        TrayFacts now = facts(ProxyState::Failed);
        now.failure = QStringLiteral("port 8599 is in use");
        QVERIFY(trayView(now).toolTip.contains(now.failure));
    }
};

SPILLWAY_TEST(TestNotices)
#include "tst_notices.moc"
