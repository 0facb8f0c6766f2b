// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/areachart.h"
#include "charts/barchart.h"
#include "charts/burndownchart.h"
#include "charts/chartcard.h"
#include "configure/nodeedits.h"
#include "monitor/dashboardpage.h"
#include "monitor/quotamodel.h"
#include "monitor/quotaspage.h"
#include "session/setuseddialog.h"
#include "shell/changebar.h"
#include "shell/problembanners.h"
#include "spillway/logging.h"
#include "stats/statsstore.h"
#include "testmain.h"
#include "uisession.h"
#include "widgets/banner.h"
#include "widgets/card.h"
#include "widgets/emptystate.h"
#include "widgets/format.h"
#include "widgets/numberedit.h"

#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QToolButton>

using namespace spillway;
using namespace spillway::ui;
using test::ScriptedNode;
using test::SessionBench;

namespace {

QPushButton *button(QWidget &in, const QString &text)
{
    for (QPushButton *each : in.findChildren<QPushButton *>()) {
        if (QString(each->text()).remove(QLatin1Char('&')) == text)
            return each;
    }
    return nullptr;
}

double credits(const StatsStore &stats, const QString &node, Window window, qint64 nowMs)
{
    double sum = 0;
    for (const NodeBucket &bucket : stats.node(node, window, nowMs))
        sum += bucket.credits;
    return sum;
}

/// A minute of a node as the store keeps it.
NodeHistory minutesAgo(const char *node, int ago, std::uint64_t attempts, std::uint64_t failures)
{
    NodeMinute minute;
    minute.minute = QDateTime::currentMSecsSinceEpoch() / 60'000 - ago;
    minute.requests = attempts;
    minute.failures = failures;
    minute.served = attempts - failures;
    minute.latencySumUs = minute.served * 30'000;
    NodeHistory history;
    history.node = node;
    history.minutes = {minute};
    return history;
}

} // namespace

/// Draft, session and change bar: what waits, what is applied, what is known of a proxy that does not run.
class TestSession : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }

    // The draft.

    void stepsMergeUndoAndCount()
    {
        SessionBench bench(SessionBench::node("A", "http://127.0.0.1:1/"));
        ConfigDraft &draft = bench.draft();
        const QString before = draft.text({});
        QVERIFY(!draft.isDirty());
        QCOMPARE(draft.changeCount(), 0);
        for (const int rps : {1, 12, 125}) {
            QCOMPARE(draft.edit(QStringLiteral("limit"),
                                QStringLiteral("rps"),
                                [rps](ConfigDocument &document) {
                                    return document.set("nodes[0].rps_limit", std::int64_t{rps});
                                }),
                     QString());
        }
        QCOMPARE(draft.changeCount(), 1);
        bench.set("nodes[0].tier", std::int64_t{4});
        QCOMPARE(draft.changeCount(), 2);
        // What follows from a change of the user's is no second one.
        QVERIFY(draft
                    .edit(
                        QStringLiteral("consequence"),
                        {},
                        [](ConfigDocument &document) {
                            return document.set("server.max_in_flight", std::int64_t{77});
                        },
                        {},
                        ConfigDraft::Origin::Program)
                    .isEmpty());
        QCOMPARE(draft.changeCount(), 2);
        draft.undoStack().undo();
        draft.undoStack().undo();
        QCOMPARE(nodes::number(draft.document(), 0, "rps_limit"), std::optional(125.0));
        draft.undoStack().undo();
        QCOMPARE(draft.text({}), before);
        QVERIFY(!draft.isDirty());
        draft.undoStack().redo();
        QVERIFY(draft.isDirty());
    }

    void aRefusedEditLeavesNothingBehind()
    {
        SessionBench bench(SessionBench::node("A", "http://127.0.0.1:1/"));
        QCOMPARE(bench.draft().edit(QStringLiteral("x"),
                                    {},
                                    [](ConfigDocument &document) {
                                        static_cast<void>(
                                            document.set("nodes[0].tier", std::int64_t{1}));
                                        return std::string("no");
                                    }),
                 QStringLiteral("no"));
        QVERIFY(!bench.draft().isDirty());
        QCOMPARE(bench.draft().undoStack().count(), 0);
    }

    void discardIsItselfUndone()
    {
        SessionBench bench(SessionBench::node("A", "http://127.0.0.1:1/"));
        bench.set("nodes[0].tier", std::int64_t{4});
        const QString edited = bench.draft().text({});
        bench.draft().discard();
        QVERIFY(!bench.draft().isDirty());
        bench.draft().undoStack().undo();
        QCOMPARE(bench.draft().text({}), edited);
    }

    void issuesArriveByThemselves()
    {
        SessionBench bench(SessionBench::node("A", "http://127.0.0.1:1/"));
        bench.set("nodes[0].tier", std::int64_t{900});
        QVERIFY(!bench.draft().isChecked());
        UI_SOON(bench.draft().isChecked());
        QVERIFY(bench.draft().config() == nullptr);
        QCOMPARE(bench.draft().issuesFor(QStringLiteral("nodes[0]")).size(), std::size_t{1});
        QVERIFY(bench.draft().issuesFor(QStringLiteral("nodes[1]")).empty());
    }

    void savingDoesNotOverwriteAnothersWork()
    {
        SessionBench bench(SessionBench::node("A", "http://127.0.0.1:1/"));
        bench.set("nodes[0].tier", std::int64_t{4});
        const QByteArray theirs = bench.read(QStringLiteral("spillway.toml")) + "# theirs\n";
        QSignalSpy outside(&bench.session(), &Session::changedOutside);
        bench.write(QStringLiteral("spillway.toml"), theirs);
        QVERIFY(!bench.draft().save(bench.path(QStringLiteral("state"))).isEmpty());
        QCOMPARE(bench.read(QStringLiteral("spillway.toml")), theirs);
        UI_SOON(outside.count() > 0);
        bench.draft().keepMine();
        QCOMPARE(bench.draft().save(bench.path(QStringLiteral("state"))), QString());
        QVERIFY(!bench.read(QStringLiteral("spillway.toml")).contains("# theirs"));
    }

    void aLostFileIsWrittenAgain_data()
    {
        QTest::addColumn<bool>("deleted");
        QTest::addColumn<bool>("edited");
        QTest::addColumn<QString>("says");
        const auto gone = QStringLiteral("was deleted by another program");
        const auto empty = QStringLiteral("was emptied by another program");
        QTest::newRow("deleted") << true << false << gone;
        QTest::newRow("deleted, unsaved changes") << true << true << gone;
        QTest::newRow("emptied") << false << false << empty;
        QTest::newRow("emptied, unsaved changes") << false << true << empty;
    }

    void aLostFileIsWrittenAgain()
    {
        QFETCH(bool, deleted);
        QFETCH(bool, edited);
        QFETCH(QString, says);
        SessionBench bench(SessionBench::node("A", "http://127.0.0.1:1/"));
        ProblemBanners banners(bench.session());
        const QByteArray saved = bench.read(QStringLiteral("spillway.toml"));
        if (edited)
            bench.set("nodes[0].tier", std::int64_t{4});
        const QString draft = bench.text();
        if (deleted)
            QVERIFY(QFile::remove(bench.file()));
        else
            bench.write(QStringLiteral("spillway.toml"), "\n");
        UI_SOON(banners.texts().join(QString()).contains(says));
        QVERIFY(!button(banners, QStringLiteral("Use it")));
        // Nor is nothing taken for a configuration by the other ways to read the file.
        bench.session().reloadFromDisk();
        QCOMPARE(bench.text(), draft);
        QCOMPARE(banners.texts().size(), 1);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        button(banners, QStringLiteral("Write it again"))->click();
        QCOMPARE(bench.read(QStringLiteral("spillway.toml")), saved);
        QCOMPARE(bench.text(), draft);
        QCOMPARE(bench.draft().isDirty(), edited);
        QVERIFY(banners.texts().isEmpty());
    }

    /// A press that comes to nothing (a dialog that is cancelled, an Apply that is under way) is no answer.
    void theQuestionStandsUntilItIsSettled_data()
    {
        QTest::addColumn<QString>("settledBy");
        QTest::newRow("taken") << QStringLiteral("take");
        QTest::newRow("kept") << QStringLiteral("keep");
        QTest::newRow("put back by the other program") << QStringLiteral("back");
    }

    void theQuestionStandsUntilItIsSettled()
    {
        QFETCH(QString, settledBy);
        SessionBench bench(SessionBench::node("A", "http://127.0.0.1:1/"));
        ProblemBanners banners(bench.session());
        QSignalSpy asked(&banners, &ProblemBanners::useDiskRequested);
        QSignalSpy answered(&banners, &ProblemBanners::answered);
        const QByteArray mine = bench.read(QStringLiteral("spillway.toml"));
        bench.write(QStringLiteral("spillway.toml"), mine + "# theirs\n");
        UI_SOON(banners.texts().size() == 1);
        button(banners, QStringLiteral("Use it"))->click();
        QCOMPARE(asked.count(), 1);
        QCOMPARE(banners.texts().size(), 1);
        QVERIFY(answered.isEmpty());
        if (settledBy == QStringLiteral("take")) {
            QObject::connect(&banners,
                             &ProblemBanners::useDiskRequested,
                             &bench.session(),
                             &Session::reloadFromDisk);
            button(banners, QStringLiteral("Use it"))->click();
            QCOMPARE(answered.count(), 1);
        } else if (settledBy == QStringLiteral("keep")) {
            button(banners, QStringLiteral("Keep mine"))->click();
            QCOMPARE(answered.count(), 1);
        } else {
            bench.write(QStringLiteral("spillway.toml"), mine);
        }
        UI_SOON(banners.texts().isEmpty());
    }

    void usingTheirFileCanBeUndone()
    {
        SessionBench bench(SessionBench::node("A", "http://127.0.0.1:1/"));
        bench.set("nodes[0].tier", std::int64_t{4});
        const QString mine = bench.text();
        const QByteArray theirs = bench.read(QStringLiteral("spillway.toml")) + "# theirs\n";
        bench.write(QStringLiteral("spillway.toml"), theirs);
        bench.session().reloadFromDisk();
        UI_SOON(!bench.session().isApplying());
        QCOMPARE(bench.text().toUtf8(), theirs);
        QVERIFY(!bench.draft().isDirty());
        QCOMPARE(bench.draft().changeCount(), 0);
        bench.draft().undoStack().undo();
        QCOMPARE(bench.text(), mine);
        QVERIFY(bench.draft().isDirty());
        QVERIFY(bench.draft().filesChangedOutside().isEmpty());
        bench.draft().undoStack().redo();
        QCOMPARE(bench.text().toUtf8(), theirs);
        QVERIFY(!bench.draft().isDirty());
    }

    // Apply and the change bar.

    void theBarFollowsTheDraft()
    {
        SessionBench bench(SessionBench::node("A", "http://127.0.0.1:1/"));
        ChangeBar bar(bench.session());
        QVERIFY(bar.isHidden());
        bench.set("nodes[0].tier", std::int64_t{900});
        UI_SOON(bar.text().contains(QStringLiteral("href=\"problems\"")));
        QVERIFY(bar.text().contains(QStringLiteral("1 unsaved")));
        QVERIFY(!button(bar, QStringLiteral("Apply"))->isEnabled());
        bench.set("nodes[0].tier", std::int64_t{9});
        UI_SOON(!bar.text().contains(QStringLiteral("problems")));
        QVERIFY(button(bar, QStringLiteral("Apply"))->isEnabled());
        bench.draft().undoStack().undo();
        bench.draft().undoStack().undo();
        QVERIFY(bar.isHidden());
    }

    /// The bar and the Review tell of the same things: differences, not steps.
    void theBarCountsWhatTheReviewLists()
    {
        SessionBench bench(SessionBench::node("A", "http://127.0.0.1:1/")
                           + SessionBench::node("B", "http://127.0.0.1:2/"));
        ChangeBar bar(bench.session());
        const auto counts = [&](int wanted) {
            bench.draft().checkNow();
            const auto parts = [&] {
                int count = 0;
                for (const QString &line : bench.draft().summary())
                    count += 1 + static_cast<int>(line.count(QStringLiteral(", ")));
                return std::max(1, count);
            };
            QCOMPARE(bench.draft().changeCount(), wanted);
            QCOMPARE(parts(), wanted);
            QVERIFY2(bar.text().contains(QStringLiteral("<b>%1 unsaved").arg(wanted)),
                     qPrintable(bar.text()));
        };
        bench.set("nodes[0].tier", std::int64_t{4});
        counts(1);
        for (const int tier : {5, 6, 7}) // three steps more, still one difference
            bench.set("nodes[0].tier", std::int64_t{tier});
        counts(1);
        bench.set("nodes[0].weight", std::int64_t{9});
        counts(2);
        QVERIFY(nodes::remove(bench.draft(), {1}).isEmpty());
        counts(3);
        bench.draft().undoStack().undo();
        counts(2);
        bench.draft().discard();
        QVERIFY(bar.isHidden());
        bench.draft().setText(
            QStringLiteral("a comment"), {}, bench.text() + QStringLiteral("# x\n"));
        counts(1);
    }

    void theAddressOfTheProxyIsOneThatAnswers()
    {
        const QByteArray chains = "[chains.one]\nkind = \"evm\"\n[chains.two]\nkind = \"evm\"\n";
        SessionBench bench(chains
                           + SessionBench::node("A", "http://127.0.0.1:1/", "chain = \"one\"\n")
                           + SessionBench::node("B", "http://127.0.0.1:2/", "chain = \"two\"\n"));
        ProblemBanners banners(bench.session());
        bench.start();
        const QString bare = bench.session().address();
        QCOMPARE(bench.session().endpoint(), bare);
        QCOMPARE(bench.session().mainChain(), QStringLiteral("one"));
        QVERIFY(banners.texts().isEmpty());
        const auto apply = [&bench] {
            QSignalSpy applied(&bench.session(), &Session::applied);
            bench.session().apply();
            UI_SOON(applied.count() == 1);
        };
        bench.set("nodes[0].chain", std::string("two"));
        apply();
        QCOMPARE(bench.session().endpoint(), bare + QStringLiteral("/two"));
        QCOMPARE(bench.session().endpoint(QStringLiteral("one")), bare + QStringLiteral("/one"));
        QVERIFY(
            banners.texts().join(QString()).contains(bare + QStringLiteral(" answers nothing")));
        button(banners, QStringLiteral("Remove the chain one"))->click();
        QVERIFY(banners.texts().isEmpty());
        apply();
        QCOMPARE(bench.session().endpoint(), bare);
        QVERIFY(banners.texts().isEmpty());
        bench.stop();
    }

    void spentCreditsAreNoFailure()
    {
        ScriptedNode node(ScriptedNode::result("1"));
        SessionBench bench(SessionBench::node("A", node.url(), "monthly_limit = 1000\n"));
        ProblemBanners banners(bench.session());
        bench.start();
        bench.session().setUsedCredits(QStringLiteral("A"), 990);
        UI_SOON(!banners.texts().isEmpty());
        const QString says = banners.texts().join(QString());
        QVERIFY2(says.contains(QStringLiteral("credits of default that may be spent are used up")),
                 qPrintable(says));
        const auto snapshot = bench.session().snapshot();
        QVERIFY2(says.contains(format::dayFromIso(snapshot->nodes.front().resetsAt)),
                 qPrintable(says));
        QVERIFY2(!says.contains(QStringLiteral("keeps trying")), qPrintable(says));
        bench.stop();
    }

    void aFileThatCannotBeReadIsSaidAndKept_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("place");
        QTest::newRow("a bracket")
            << QByteArray("[[nodes]\nname = \"A\"\n") << QStringLiteral("line 1");
        QTest::newRow("a quote") << QByteArray("[server]\nhost = \"127.0.0.1\n")
                                 << QStringLiteral("line 2");
        QTest::newRow("a merge") << QByteArray("<<<<<<< mine\n[server]\n")
                                 << QStringLiteral("line 1");
    }

    void aFileThatCannotBeReadIsSaidAndKept()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, place);
        SessionBench bench(SessionBench::node("A", "http://127.0.0.1:1/"));
        bench.write(QStringLiteral("spillway.toml"), text);
        bench.reopen();
        ProblemBanners banners(bench.session());
        QVERIFY(bench.session().isFileUnreadable());
        const QString says = banners.texts().join(QString());
        QVERIFY2(says.contains(QStringLiteral("could not be read")), qPrintable(says));
        QVERIFY2(says.contains(bench.file()) && says.contains(place), qPrintable(says));
        QSignalSpy navigate(&banners, &ProblemBanners::navigate);
        button(banners, QStringLiteral("Open the file"))->click();
        QCOMPARE(navigate.value(0).value(0).toString(), QStringLiteral("raw"));
        // No form may put another text in its place.
        QString problem;
        QCOMPARE(nodes::add(bench.draft(), &problem), -1);
        QVERIFY(!problem.isEmpty() && !bench.draft().isDirty());
        QCOMPARE(bench.read(QStringLiteral("spillway.toml")), text);
        // Mended by whomever: all is back.
        bench.write(QStringLiteral("spillway.toml"),
                    "[server]\nport = 0\n" + SessionBench::node("A", "http://127.0.0.1:1/"));
        bench.session().reloadFromDisk();
        UI_SOON(!bench.session().isApplying());
        QVERIFY(!bench.session().isFileUnreadable());
        QVERIFY(banners.texts().isEmpty());
    }

    void aRenameComesBackWithTheUndo_data()
    {
        QTest::addColumn<bool>("applied");
        QTest::newRow("of going over to another's file") << false;
        QTest::newRow("of an applied rename") << true;
    }

    /// The books follow the name, whatever brought it.
    void aRenameComesBackWithTheUndo()
    {
        QFETCH(bool, applied);
        SessionBench bench(SessionBench::node("Old", "http://127.0.0.1:1/"));
        bench.session().setUsedCredits(QStringLiteral("Old"), 42);
        UI_SOON(!bench.session().nodesWithUsage().empty());
        const auto apply = [&bench] {
            QSignalSpy done(&bench.session(), &Session::applied);
            bench.session().apply();
            UI_SOON(done.count() == 1);
        };
        QCOMPARE(nodes::rename(bench.draft(), 0, QStringLiteral("New")), QString());
        if (applied) {
            apply();
        } else {
            bench.write(QStringLiteral("spillway.toml"),
                        bench.read(QStringLiteral("spillway.toml")) + "# theirs\n");
            bench.session().reloadFromDisk();
            UI_SOON(!bench.session().isApplying());
        }
        bench.draft().undoStack().undo();
        apply();
        const std::string wanted = applied ? "Old" : "New";
        UI_SOON(bench.session().nodesWithUsage().front().name == wanted);
        QCOMPARE(bench.session().nodesWithUsage().front().used, std::uint64_t{42});
    }

    void settingUsedCreditsCanBeUndone()
    {
        ScriptedNode node(ScriptedNode::result("1"));
        SessionBench bench(SessionBench::node("A", node.url(), "monthly_limit = 1000\n"));
        bench.start();
        QCOMPARE(bench.call(), 200);
        UI_SOON(bench.session().snapshot()->node("A")->used == 1);
        std::function<void()> undo;
        connect(&bench.session(),
                &Session::toastWithUndo,
                this,
                [&undo](const QString &, const std::function<void()> &back) { undo = back; });
        bench.session().setUsedCredits(QStringLiteral("A"), 700);
        UI_SOON(undo && bench.session().snapshot()->node("A")->used == 700);
        QCOMPARE(bench.call(), 200);
        UI_SOON(bench.session().snapshot()->node("A")->used == 701);
        std::exchange(undo, nullptr)();
        // What was spent meanwhile stays counted.
        UI_SOON(bench.session().snapshot()->node("A")->used == 2);
        bench.stop();
    }

    void capturingEndsAtItsTime()
    {
        ScriptedNode node(ScriptedNode::result("1"));
        SessionBench bench(SessionBench::node("A", node.url()));
        bench.start();
        QSignalSpy changed(&bench.session(), &Session::captureChanged);
        bench.session().captureBodies(Milliseconds(50));
        QVERIFY(bench.session().captureUntilMs() > 0);
        UI_SOON(changed.count() == 2);
        QCOMPARE(bench.session().captureUntilMs(), qint64{0});
        bench.stop();
    }

    void applyingWhileStoppedSavesWithABackup()
    {
        SessionBench bench(SessionBench::node("A", "http://127.0.0.1:1/") + "# mine\n");
        ChangeBar bar(bench.session());
        const QByteArray before = bench.read(QStringLiteral("spillway.toml"));
        bench.set("nodes[0].tier", std::int64_t{4});
        QSignalSpy applied(&bench.session(), &Session::applied);
        bench.session().apply();
        UI_SOON(applied.count() == 1);
        QVERIFY(bar.text().startsWith(QStringLiteral("Saved.")));
        QVERIFY(button(bar, QStringLiteral("Apply"))->isHidden());
        const QByteArray after = bench.read(QStringLiteral("spillway.toml"));
        QVERIFY(after.contains("tier = 4\n") && after.contains("# mine\n"));
        QVERIFY(!bench.draft().isDirty());
        const auto backups = listBackups(bench.path(QStringLiteral("spillway.toml")).toStdString(),
                                         bench.path(QStringLiteral("state")).toStdString());
        QCOMPARE(backups.size(), std::size_t{1});
        QFile backup(QString::fromStdString(backups.front().path));
        QVERIFY(backup.open(QIODevice::ReadOnly));
        QCOMPARE(backup.readAll(), before);
    }

    void applyingWithErrorsChangesNothing()
    {
        SessionBench bench(SessionBench::node("A", "http://127.0.0.1:1/"));
        ChangeBar bar(bench.session());
        const QByteArray before = bench.read(QStringLiteral("spillway.toml"));
        bench.set("nodes[0].tier", std::int64_t{900});
        QSignalSpy failed(&bench.session(), &Session::applyFailed);
        bench.session().apply();
        QCOMPARE(failed.count(), 1);
        QVERIFY(bar.text().contains(QStringLiteral("Not applied.")));
        QVERIFY(bar.text().contains(QStringLiteral("tier")));
        QCOMPARE(bench.read(QStringLiteral("spillway.toml")), before);
        QVERIFY(bench.draft().isDirty());
        bench.session().discardEdits();
        UI_SOON(bar.text().isEmpty()); // nothing is left that could be mended
    }

    /// Also for a rename that was applied while the proxy ran: the figures of today are those of the books.
    void figuresGoAlongWithARename()
    {
        ScriptedNode node(ScriptedNode::result("1"));
        SessionBench bench(SessionBench::node("Old", node.url()));
        bench.start();
        QCOMPARE(bench.call(), 200);
        const auto today = [&](const char *name) {
            return bench.session().stats().creditsToday(QString::fromUtf8(name),
                                                        QDateTime::currentMSecsSinceEpoch());
        };
        UI_SOON(today("Old") == 1);
        QCOMPARE(nodes::rename(bench.draft(), 0, QStringLiteral("New")), QString());
        QSignalSpy applied(&bench.session(), &Session::applied);
        bench.session().apply();
        UI_SOON(applied.count() == 1);
        QCOMPARE(bench.call(), 200);
        UI_SOON(today("New") == 2);
        QCOMPARE(today("Old"), std::uint64_t{0});
        bench.stop();
    }

    void applyingReachesTheRunningProxy()
    {
        ScriptedNode first(ScriptedNode::result("1"));
        ScriptedNode second(ScriptedNode::result("2"));
        SessionBench bench(SessionBench::node("A", first.url()));
        bench.start();
        QCOMPARE(bench.call(), 200);
        bench.set("nodes[0].url", std::string(second.url().constData()));
        QSignalSpy applied(&bench.session(), &Session::applied);
        bench.session().apply();
        QVERIFY(bench.session().isApplying());
        UI_SOON(applied.count() == 1);
        QCOMPARE(bench.call(), 200);
        QCOMPARE(first.requests(), 1);
        QCOMPARE(second.requests(), 1);
        bench.stop();
    }

    /// The order is books, engine, file: what the engine cannot take must not reach the disk.
    void whatTheEngineRefusesIsNotSaved()
    {
        ScriptedNode node(ScriptedNode::result("1"));
        SessionBench bench(SessionBench::node("A", node.url()));
        bench.start();
        QTcpServer taken;
        QVERIFY(taken.listen(QHostAddress::LocalHost));
        ChangeBar bar(bench.session());
        const QByteArray before = bench.read(QStringLiteral("spillway.toml"));
        bench.set("server.port", std::int64_t{taken.serverPort()});
        QSignalSpy failed(&bench.session(), &Session::applyFailed);
        bench.session().apply();
        UI_SOON(failed.count() == 1);
        QVERIFY(bar.text().contains(QStringLiteral("The old configuration is still running.")));
        QCOMPARE(bench.read(QStringLiteral("spillway.toml")), before);
        QCOMPARE(bench.call(), 200);
        bench.stop();
    }

    void aBusyPortIsNamed()
    {
        SessionBench bench(SessionBench::node("A", "http://127.0.0.1:1/"));
        QTcpServer taken;
        QVERIFY(taken.listen(QHostAddress::LocalHost));
        bench.set("server.port", std::int64_t{taken.serverPort()});
        QSignalSpy applied(&bench.session(), &Session::applied);
        bench.session().apply();
        UI_SOON(applied.count() == 1);
        bench.session().startProxy();
        UI_SOON(bench.session().state() == ProxyState::Failed);
        QCOMPARE(bench.session().failureKind(), FailureKind::PortBusy);
        QVERIFY(bench.session().portCheck().nextFree != 0);
        QVERIFY(bench.session().engine() == nullptr);
    }

    void furtherErrorsOfTheFileAreCounted_data()
    {
        QTest::addColumn<QByteArray>("more");
        QTest::addColumn<QString>("says");
        QTest::newRow("one") << QByteArray() << QString();
        QTest::newRow("two") << QByteArray("tier = 900\n") << QStringLiteral("(And 1 more.)");
        QTest::newRow("three") << QByteArray("tier = 900\nburst = -1\n")
                               << QStringLiteral("(And 2 more.)");
    }

    void furtherErrorsOfTheFileAreCounted()
    {
        QFETCH(QByteArray, more);
        QFETCH(QString, says);
        SessionBench bench(
            SessionBench::node("A", "http://127.0.0.1:1/", "monthly_limit = -5\n" + more));
        ProblemBanners banners(bench.session());
        bench.session().startProxy();
        UI_SOON(bench.session().state() == ProxyState::Failed);
        const QString shown = banners.texts().join(QString());
        QVERIFY2(shown.contains(QStringLiteral("has an error")), qPrintable(shown));
        QCOMPARE(shown.contains(QStringLiteral(" more.)")), !says.isEmpty());
        QVERIFY2(shown.contains(says), qPrintable(shown));
    }

    void aBrokenFileRunsOnItsBackup()
    {
        ScriptedNode node(ScriptedNode::result("1"));
        SessionBench bench(SessionBench::node("A", node.url()));
        bench.set("nodes[0].tier", std::int64_t{4});
        QSignalSpy applied(&bench.session(), &Session::applied);
        bench.session().apply();
        UI_SOON(applied.count() == 1);
        const QByteArray broken = "[[nodes]\n";
        bench.write(QStringLiteral("spillway.toml"), broken);
        bench.reopen();
        bench.start();
        QVERIFY(!bench.session().backupInUse().isEmpty());
        QVERIFY(!bench.session().configProblems().isEmpty());
        QCOMPARE(bench.call(), 200);
        QCOMPARE(bench.read(QStringLiteral("spillway.toml")), broken);
        bench.stop();
    }

    // A proxy that does not run.

    void historyIsThereBeforeTheFirstStart()
    {
        ScriptedNode node(ScriptedNode::result("1"));
        SessionBench bench(SessionBench::node("A", node.url(), "monthly_limit = 1000\ntier = 2\n"));
        bench.start();
        for (int i = 0; i < 3; ++i)
            QCOMPARE(bench.call(), 200);
        bench.stop();
        bench.reopen();
        Session &session = bench.session();
        DashboardPage dashboard(session);
        dashboard.resize(1200, 900);
        dashboard.show();
        dashboard.activate();
        QuotasPage quotas(session);
        quotas.activate();
        UI_SOON(session.nodesWithUsage().size() == 1);
        QCOMPARE(session.state(), ProxyState::Stopped);
        const NodeSnapshot &stored = session.nodesWithUsage().front();
        QCOMPARE(stored.used, std::uint64_t{3});
        QCOMPARE(stored.tier, 2);
        QCOMPARE(stored.limit, std::optional<std::uint64_t>(1000));
        const qint64 end = session.stats().lastMs();
        QVERIFY(end > 0);
        for (const Window window : {Window::FiveMinutes, Window::Hour, Window::Day, Window::Period})
            QCOMPARE(std::round(credits(session.stats(), QStringLiteral("A"), window, end)), 3.0);

        // The words over a chart have the chart's width, also when they were set before it had its size.
        for (const ChartCard *chart : dashboard.findChildren<ChartCard *>()) {
            for (const QLabel *label : chart->findChildren<QLabel *>()) {
                if (label->isVisible()
                    && label->text().startsWith(QStringLiteral("The proxy is stopped")))
                    UI_SOON(label->width() > chart->width() / 2);
            }
        }

        // Both pages show it.
        const ChartTwin spill = dashboard.findChild<AreaChart *>()->twin();
        QVERIFY2(spill.summary.contains(QStringLiteral("A")), qPrintable(spill.summary));
        QStringList parts;
        for (const QStringList &row : dashboard.findChild<BarChart *>()->twin().rows)
            parts.append(row.value(0));
        QVERIFY(parts.contains(QStringLiteral("Answered by a node")));
        QVERIFY(!parts.contains(QStringLiteral("Attempts at nodes, from the history")));
        for (const Window window :
             {Window::FiveMinutes, Window::Hour, Window::Day, Window::Period}) {
            const std::vector<TotalBucket> buckets = session.stats().total(window, end);
            QVERIFY(std::any_of(buckets.begin(), buckets.end(), [](const TotalBucket &bucket) {
                return bucket.watched && bucket.ok > 0 && bucket.p50Ms && bucket.p95Ms;
            }));
        }
        auto *model = quotas.findChild<QuotaModel *>();
        QCOMPARE(model->rowCount(), 1);
        QCOMPARE(model->rows().front().used, std::uint64_t{3});
        QCOMPARE(model->rows().front().today, std::uint64_t{3});

        // And nothing counts twice once it runs.
        bench.start();
        QCOMPARE(bench.call(), 200);
        UI_SOON(session.nodesWithUsage().front().used == 4);
        UI_SOON(std::round(credits(
                    session.stats(), QStringLiteral("A"), Window::Period, session.stats().lastMs()))
                == 4.0);
        bench.stop();
        QCOMPARE(session.nodesWithUsage().front().used, std::uint64_t{4});
    }

    /// The history counts wherever calls are asked for: in the banner, in the figures and in the charts.
    void historyOfTheLastMinutesCountsAfterARestart()
    {
        ScriptedNode node(ScriptedNode::result("1"));
        SessionBench bench(SessionBench::node("A", node.url()));
        bench.session().stats().addHistory({{minutesAgo("A", 2, 8000, 2000)}});
        bench.start();
        DashboardPage dashboard(bench.session());
        dashboard.resize(1060, 760);
        dashboard.show();
        dashboard.activate();
        QCOMPARE(bench.session().state(), ProxyState::Running);
        QVERIFY(dashboard.findChild<AreaChart *>()->twin().summary.contains(QStringLiteral("A")));
        QVERIFY(!dashboard.findChild<Banner *>()->isVisible());
        QStringList figures;
        for (const FigureCard *card : dashboard.findChildren<FigureCard *>())
            figures.append(card->accessibleName() + QLatin1Char('|')
                           + card->accessibleDescription());
        const QString all = figures.join(QLatin1Char('\n'));
        QVERIFY2(!all.contains(QStringLiteral("no calls")), qPrintable(all));
        QVERIFY2(all.contains(QStringLiteral("75 %|2,000 not, in 5 minutes")), qPrintable(all));
        QVERIFY2(all.contains(QStringLiteral("30 ms|average, from the history")), qPrintable(all));

        // Each entry of the legend is inside it, and its words are inside the entry.
        auto *outcomes = dashboard.findChild<BarChart *>();
        const QList<QToolButton *> entries = outcomes->legend()->findChildren<QToolButton *>();
        QCOMPARE(entries.size(), 6);
        for (const QToolButton *entry : entries)
            UI_SOON(entry->width() >= entry->sizeHint().width()
                    && outcomes->legend()->rect().contains(entry->geometry())
                    && outcomes->rect().contains(outcomes->legend()->geometry()));
        // Nor is its text twin cut.
        outcomes->setTableShown(true);
        auto *table = outcomes->findChild<QTableView *>();
        QCOMPARE(table->model()->rowCount(), 6);
        const auto isWhole = [table](int row, int column) {
            const QAbstractItemView *view = table;
            return view->sizeHintForIndex(table->model()->index(row, column)).width()
                   <= table->columnWidth(column);
        };
        for (int row = 0; row < 6; ++row) {
            for (int column = 0; column < 3; ++column)
                UI_SOON(isWhole(row, column));
        }
        bench.stop();
    }

    /// The chart names who carries the load, in colours that differ and stay.
    void theSpilloverNamesTheNodesThatCarryTheLoad()
    {
        ScriptedNode node(ScriptedNode::result("1"));
        QByteArray nodes;
        std::vector<NodeHistory> history;
        for (int i = 0; i < 10; ++i) {
            const QByteArray name = "N" + QByteArray::number(i);
            nodes += SessionBench::node(name.constData(), node.url());
            if (i != 0)
                history.push_back(minutesAgo(
                    name.constData(), 2, i == 9 ? 9000U : 10U * static_cast<unsigned>(i), 0));
        }
        SessionBench bench(nodes);
        bench.session().stats().addHistory({history});
        bench.start();
        DashboardPage dashboard(bench.session());
        dashboard.resize(1060, 760);
        dashboard.show();
        dashboard.activate();
        const auto look = [&dashboard] {
            QHash<QString, QRgb> colors;
            const auto *legend = dashboard.findChild<AreaChart *>()->legend();
            for (QToolButton *entry : legend->findChildren<QToolButton *>()) {
                const QImage picture = entry->grab().toImage();
                const int unit = entry->fontMetrics().height();
                colors.insert(entry->text(),
                              picture.pixel(unit / 3 + unit / 6, entry->height() / 2));
            }
            return colors;
        };
        const QHash<QString, QRgb> colors = look();
        QVERIFY(!colors.contains(QStringLiteral("N0")));
        QVERIFY(colors.contains(QStringLiteral("N9")));
        QVERIFY(!colors.contains(QStringLiteral("N1")));
        QCOMPARE(colors.size(), 8);
        const QList<QRgb> used = colors.values();
        QCOMPARE(QSet<QRgb>(used.begin(), used.end()).size(), 8);

        // A node that overtakes another changes the names, and no colour of those that stay.
        bench.session().stats().addHistory({{minutesAgo("N1", 3, 5000, 0)}});
        dashboard.activate();
        const QHash<QString, QRgb> later = look();
        QVERIFY(later.contains(QStringLiteral("N1")));
        QVERIFY(!later.contains(QStringLiteral("N3")));
        for (auto each = later.cbegin(); each != later.cend(); ++each) {
            if (colors.contains(each.key()))
                QCOMPARE(each.value(), colors.value(each.key()));
        }
        bench.stop();
    }

    void lookingMakesNoBooks()
    {
        SessionBench bench(SessionBench::node("A", "http://127.0.0.1:1/"));
        QSignalSpy books(&bench.session(), &Session::booksRead);
        UI_SOON(books.count() == 1);
        QVERIFY(bench.session().nodesWithUsage().empty());
        QCOMPARE(bench.session().stats().lastMs(), qint64{0});
        QVERIFY(!QFile::exists(bench.path(QStringLiteral("state"))));
    }

    void usedCreditsAreSetWithAndWithoutTheProxy()
    {
        ScriptedNode node(ScriptedNode::result("1"));
        SessionBench bench(SessionBench::node("A", node.url(), "monthly_limit = 1000\n"));
        QSignalSpy toasts(&bench.session(), &Session::toast);
        bench.session().setUsedCredits(QStringLiteral("A"), 500);
        UI_SOON(!bench.session().nodesWithUsage().empty()
                && bench.session().nodesWithUsage().front().used == 500);
        QCOMPARE(toasts.first().first().toString(),
                 QStringLiteral("The used credits of A are 500 now."));
        bench.start();
        QCOMPARE(bench.session().snapshot()->node("A")->used, std::uint64_t{500});
        bench.session().setUsedCredits(QStringLiteral("A"), 700);
        UI_SOON(bench.session().snapshot()->node("A")->used == 700);
        bench.session().setUsedCredits(QStringLiteral("nobody"), 1);
        UI_SOON(toasts.count() == 2);
        QVERIFY(toasts.last().first().toString().contains(QStringLiteral("could not be set")));
        bench.stop();
    }

    void theDialogTakesAnyWayOfWriting()
    {
        SessionBench bench(
            SessionBench::node("A", "http://127.0.0.1:1/", "monthly_limit = 1000\n"));
        SetUsedDialog dialog(bench.session(), QStringLiteral("A"), 5, 1000);
        auto *edit = dialog.findChild<NumberEdit *>();
        auto *set = button(dialog, QStringLiteral("Set"));
        QVERIFY(edit && set);
        edit->setText(QStringLiteral("many"));
        QVERIFY(!set->isEnabled());
        edit->setText(QStringLiteral("1.2k"));
        QVERIFY(set->isEnabled());
        bool warned = false;
        for (const QLabel *label : dialog.findChildren<QLabel *>())
            warned = warned || label->text().contains(QStringLiteral("more than the limit"));
        QVERIFY(warned);
        set->click();
        UI_SOON(!bench.session().nodesWithUsage().empty()
                && bench.session().nodesWithUsage().front().used == 1200);
    }

    void renamedBooksGoAlongWhileStopped()
    {
        SessionBench bench(SessionBench::node("Old", "http://127.0.0.1:1/"));
        bench.session().setUsedCredits(QStringLiteral("Old"), 42);
        UI_SOON(!bench.session().nodesWithUsage().empty());
        QCOMPARE(nodes::rename(bench.draft(), 0, QStringLiteral("New")), QString());
        QSignalSpy applied(&bench.session(), &Session::applied);
        bench.session().apply();
        UI_SOON(applied.count() == 1);
        UI_SOON(bench.session().nodesWithUsage().front().name == "New");
        QCOMPARE(bench.session().nodesWithUsage().front().used, std::uint64_t{42});
    }

    /// The chart is not drawn for every second that passes, but for whatever changes its figures.
    void theBurnDownFollowsWhatIsSet()
    {
        ScriptedNode node(ScriptedNode::result("\"0x1\""));
        SessionBench bench(SessionBench::node("A", node.url(), "monthly_limit = 1000\n"));
        QuotasPage page(bench.session());
        page.resize(900, 700);
        page.show();
        page.activate();
        bench.start();
        const auto *chart = page.findChild<BurnDownChart *>();
        const auto left = [&] { return chart->twin().summary; };
        UI_SOON(left().contains(QStringLiteral("100")));
        for (const std::uint64_t used : {400U, 401U, 0U, 730U}) {
            const QString before = left();
            bench.session().setUsedCredits(QStringLiteral("A"), used);
            UI_SOON(left() != before);
        }
        UI_SOON(left().contains(QStringLiteral("270")));
    }

    void aNodeWithoutLimitSaysWhatItSpent()
    {
        ScriptedNode node(ScriptedNode::result("\"0x1\""));
        SessionBench bench(SessionBench::node("Free", node.url()));
        QuotasPage page(bench.session());
        page.resize(900, 700);
        page.show();
        page.activate();
        bench.start();
        QCOMPARE(bench.call(), 200);
        const auto says = [&](const QString &text) {
            for (const EmptyState *state : page.findChildren<EmptyState *>()) {
                for (const QLabel *label : state->findChildren<QLabel *>()) {
                    if (label->isVisible() && label->text().contains(text))
                        return true;
                }
            }
            return false;
        };
        UI_SOON(says(QStringLiteral("Free has no limit")));
        UI_SOON(says(QStringLiteral("It has spent 1 credits since")));
        QVERIFY(!page.findChild<BurnDownChart *>()->isVisible());
        QSignalSpy navigate(&page, &Page::navigate);
        for (QPushButton *button : page.findChildren<QPushButton *>()) {
            if (button->text() == QStringLiteral("Set a &limit"))
                button->click();
        }
        QCOMPARE(navigate.count(), 1);
        QCOMPARE(navigate.first().last().toString(), QStringLiteral("Free"));
    }

    void theLogTellsOfStartApplyAndStop()
    {
        keepLogLines(200);
        SessionBench bench(SessionBench::node("A", "http://127.0.0.1:1/"));
        bench.start();
        bench.set("nodes[0].tier", std::int64_t{3});
        QSignalSpy applied(&bench.session(), &Session::applied);
        bench.session().apply();
        UI_SOON(applied.count() == 1);
        const std::string address = bench.session().address().toStdString();
        bench.stop();
        std::string all;
        for (const LogLine &line : logLines(0))
            all += line.category + ": " + line.text + "\n";
        keepLogLines(0);
        for (const std::string &part : {"server: started address=" + address,
                                        std::string("config: config applied"),
                                        std::string("server: stopped")})
            QVERIFY2(all.find(part) != std::string::npos, all.c_str());
    }
};

SPILLWAY_TEST(TestSession)
#include "tst_session.moc"
