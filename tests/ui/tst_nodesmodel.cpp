// SPDX-License-Identifier: GPL-3.0-or-later
#include "configure/nodeedits.h"
#include "configure/nodesmodel.h"
#include "testmain.h"
#include "uidraft.h"
#include "widgets/format.h"

#include <QAbstractItemModelTester>
#include <QMimeData>
#include <QSignalSpy>

using namespace spillway;
using namespace spillway::ui;
using spillway::test::DraftBench;

namespace {

std::shared_ptr<Snapshot> snapshotOf(const QStringList &names)
{
    auto snapshot = std::make_shared<Snapshot>();
    snapshot->wallMs = 1'760'000'000'000;
    for (const QString &name : names) {
        NodeSnapshot node;
        node.name = name.toStdString();
        node.condition = NodeCondition::Up;
        snapshot->nodes.push_back(node);
    }
    return snapshot;
}

QString cell(const NodesModel &model, int row, int column)
{
    return model.index(row, column).data().toString();
}

} // namespace

class TestNodesModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void holdsTheModelRulesThroughAllEdits();
    void rowsFollowTheDraft();
    void keepsItsRowsWhileTheTextDoesNotParse();
    void liveColumnsChangeOnceATick();
    void liveFiguresStayWithARenamedNode();
    void saysTheStateInWords_data();
    void saysTheStateInWords();
    void stateSaysWhyAndUntilWhen();
    void quotaIsABarWithATick();
    void aLearnedRateIsSaidAtTheRate();
    void aNodeThatIsWrongSaysSo();
    void cellsEditTheDraft();
    void aDropMovesIntoTheTier();
    void newNodeOfAnUnappliedDraftSaysSo();
    void aTestIsAboutWhatWasAsked_data();
    void aTestIsAboutWhatWasAsked();
    void theBooksAreKnownWhileTheProxyIsStopped();
};

void TestNodesModel::holdsTheModelRulesThroughAllEdits()
{
    DraftBench bench(test::twoNodes());
    NodesModel model(bench.draft());
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    QString problem;
    QCOMPARE(nodes::add(bench.draft(), &problem), 2);
    QCOMPARE(nodes::duplicate(bench.draft(), 0, &problem), 1);
    QVERIFY(nodes::remove(bench.draft(), {0, 2}).isEmpty());
    QCOMPARE(model.rowCount(), 2);
    int to = -1;
    QVERIFY(nodes::moveTo(bench.draft(), 0, 2, 3, &to).isEmpty());
    QCOMPARE(to, 1);
    model.setSnapshot(snapshotOf({QStringLiteral("Alpha")}), {QStringLiteral("Alpha")});
    while (bench.draft().undoStack().canUndo())
        bench.draft().undoStack().undo();
    QCOMPARE(model.rowCount(), 2);
    while (bench.draft().undoStack().canRedo())
        bench.draft().undoStack().redo();
    bench.draft().setText(QStringLiteral("x"), {}, QString());
    QCOMPARE(model.rowCount(), 0);
    bench.draft().undoStack().undo();
    model.setSnapshot(nullptr, {});
}

void TestNodesModel::rowsFollowTheDraft()
{
    DraftBench bench(test::twoNodes());
    const NodesModel model(bench.draft());
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(cell(model, 0, NodesModel::Name), QStringLiteral("Alpha"));
    QCOMPARE(cell(model, 0, NodesModel::Chain), QStringLiteral("Ethereum"));
    QCOMPARE(cell(model, 1, NodesModel::Tier), QStringLiteral("1")); // `priority` is an alias
    QString problem;
    nodes::duplicate(bench.draft(), 0, &problem);
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(cell(model, 1, NodesModel::Name), QStringLiteral("Alpha-2"));
    bench.draft().undoStack().undo();
    QCOMPARE(model.rowCount(), 2);
}

void TestNodesModel::keepsItsRowsWhileTheTextDoesNotParse()
{
    DraftBench bench(test::twoNodes());
    const NodesModel model(bench.draft());
    bench.draft().setText(QStringLiteral("x"), {}, bench.text() + QStringLiteral("[[nod"));
    QCOMPARE(model.rowCount(), 2);
}

void TestNodesModel::liveColumnsChangeOnceATick()
{
    DraftBench bench(test::twoNodes());
    NodesModel model(bench.draft());
    const QStringList names{QStringLiteral("Alpha"), QStringLiteral("Beta")};
    model.setSnapshot(snapshotOf(names), names);
    QSignalSpy spy(&model, &QAbstractItemModel::dataChanged);
    QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
    model.setSnapshot(snapshotOf(names), names);
    QCOMPARE(spy.count(), 1);
    QCOMPARE(resets.count(), 0);
    const auto topLeft = spy.first().at(0).toModelIndex();
    const auto bottomRight = spy.first().at(1).toModelIndex();
    QCOMPARE(topLeft.row(), 0);
    QCOMPARE(bottomRight.row(), 1);
    // Columns with editors are left alone, or a tick would take away what is being typed.
    QVERIFY(topLeft.column() > NodesModel::Tier);
}

void TestNodesModel::liveFiguresStayWithARenamedNode()
{
    DraftBench bench(test::twoNodes());
    NodesModel model(bench.draft());
    auto snapshot = snapshotOf({QStringLiteral("Alpha"), QStringLiteral("Beta")});
    snapshot->nodes[0].inFlight = 7;
    const QStringList inForce{QStringLiteral("Alpha"), QStringLiteral("Beta")};
    model.setSnapshot(snapshot, inForce);
    QVERIFY(nodes::rename(bench.draft(), 0, QStringLiteral("Gamma")).isEmpty());
    QCOMPARE(cell(model, 0, NodesModel::Name), QStringLiteral("Gamma"));
    QCOMPARE(cell(model, 0, NodesModel::InFlight), QStringLiteral("7"));
    const auto pending =
        bench.draft().renames().pending(inForce, nodes::names(bench.draft().document()));
    QCOMPARE(pending.size(), std::size_t{1});
    QCOMPARE(pending.front().first, QStringLiteral("Alpha"));
    QCOMPARE(pending.front().second, QStringLiteral("Gamma"));
    bench.draft().undoStack().undo();
    QVERIFY(
        bench.draft().renames().pending(inForce, nodes::names(bench.draft().document())).empty());
}

void TestNodesModel::saysTheStateInWords_data()
{
    QTest::addColumn<int>("condition");
    QTest::addColumn<qint64>("closedForMs");
    QTest::addColumn<QString>("expected");
    const auto add = [](const char *name, NodeCondition condition, qint64 ms, const QString &text) {
        QTest::newRow(name) << static_cast<int>(condition) << ms << text;
    };
    add("up", NodeCondition::Up, 0, format::condition(NodeCondition::Up));
    add("unused", NodeCondition::Unknown, 0, format::condition(NodeCondition::Unknown));
    add("penalised",
        NodeCondition::Penalized,
        3000,
        format::condition(NodeCondition::Penalized) + QStringLiteral(", 3 s"));
    add("cooling",
        NodeCondition::Cooling,
        12000,
        format::condition(NodeCondition::Cooling) + QStringLiteral(", 12 s"));
    add("quota",
        NodeCondition::QuotaExhausted,
        0,
        format::condition(NodeCondition::QuotaExhausted));
    add("saturated",
        NodeCondition::Saturated,
        0,
        format::condition(NodeCondition::Saturated) + QStringLiteral(", 16 of 16"));
}

void TestNodesModel::saysTheStateInWords()
{
    QFETCH(int, condition);
    QFETCH(qint64, closedForMs);
    QFETCH(QString, expected);
    DraftBench bench(test::twoNodes());
    NodesModel model(bench.draft());
    auto snapshot = snapshotOf({QStringLiteral("Alpha")});
    snapshot->nodes[0].condition = static_cast<NodeCondition>(condition);
    snapshot->nodes[0].closedForMs = closedForMs;
    snapshot->nodes[0].inFlight = snapshot->nodes[0].maxConcurrent = 16;
    model.setSnapshot(snapshot, {QStringLiteral("Alpha")});
    QCOMPARE(cell(model, 0, NodesModel::State), expected);
    QVERIFY(!model.index(0, NodesModel::State).data(NodesModel::IconNameRole).toString().isEmpty());
}

void TestNodesModel::stateSaysWhyAndUntilWhen()
{
    DraftBench bench(test::twoNodes());
    NodesModel model(bench.draft());
    auto snapshot = snapshotOf({QStringLiteral("Alpha")});
    snapshot->nodes[0].condition = NodeCondition::Cooling;
    snapshot->nodes[0].closedForMs = 30000;
    snapshot->nodes[0].reason = "HTTP 429, Retry-After 30 s";
    model.setSnapshot(snapshot, {QStringLiteral("Alpha")});
    const QString tip = model.index(0, NodesModel::State).data(Qt::ToolTipRole).toString();
    QVERIFY2(tip.contains(QStringLiteral("HTTP 429, Retry-After 30 s.")), qPrintable(tip));
    QVERIFY2(tip.contains(format::clock(snapshot->wallMs + 30000)), qPrintable(tip));
}

void TestNodesModel::aLearnedRateIsSaidAtTheRate()
{
    DraftBench bench(test::twoNodes());
    NodesModel model(bench.draft());
    auto snapshot = snapshotOf({QStringLiteral("Alpha"), QStringLiteral("Beta")});
    snapshot->nodes[0].rpsLimit = 50;
    snapshot->nodes[0].learnedRps = 35.2;
    snapshot->nodes[1].learnedRps = 7.5;
    model.setSnapshot(snapshot, {QStringLiteral("Alpha"), QStringLiteral("Beta")});
    const auto rate = [&](int row, int role) {
        return model.index(row, NodesModel::Rate).data(role).toString();
    };
    const QString limited =
        QStringLiteral("Found to take about 35 requests per second; its limit is 50.");
    QCOMPARE(rate(0, Qt::ToolTipRole), limited);
    QCOMPARE(rate(0, Qt::AccessibleDescriptionRole), limited);
    QVERIFY(rate(1, Qt::ToolTipRole).endsWith(QStringLiteral("it has no limit.")));
    snapshot = std::make_shared<Snapshot>(*snapshot);
    snapshot->nodes[0].learnedRps.reset();
    model.setSnapshot(snapshot, {QStringLiteral("Alpha"), QStringLiteral("Beta")});
    QVERIFY(rate(0, Qt::ToolTipRole).isEmpty());
}

void TestNodesModel::quotaIsABarWithATick()
{
    DraftBench bench(test::twoNodes());
    NodesModel model(bench.draft());
    auto snapshot = snapshotOf({QStringLiteral("Alpha"), QStringLiteral("Beta")});
    snapshot->nodes[0].used = 41'000'000;
    snapshot->nodes[0].limit = 50'000'000;
    snapshot->nodes[0].threshold = 47'500'000;
    snapshot->nodes[0].resetsAt = "2026-12-15";
    model.setSnapshot(snapshot, {QStringLiteral("Alpha"), QStringLiteral("Beta")});
    const QModelIndex quota = model.index(0, NodesModel::Quota);
    QCOMPARE(quota.data(NodesModel::ShareRole).toDouble(), 0.82);
    QCOMPARE(quota.data(NodesModel::MarkRole).toDouble(), 0.95);
    QVERIFY2(quota.data().toString().contains(format::percent(0.82)),
             qPrintable(quota.data().toString()));
    QVERIFY(quota.data(Qt::ToolTipRole).toString().contains(format::number(47'500'000)));
    QVERIFY(!model.index(1, NodesModel::Quota).data(NodesModel::ShareRole).isValid());
}

void TestNodesModel::aNodeThatIsWrongSaysSo()
{
    DraftBench bench(test::twoNodes());
    const NodesModel model(bench.draft());
    QVERIFY(bench.draft()
                .edit(QStringLiteral("x"),
                      {},
                      [](ConfigDocument &document) {
                          return document.set("nodes[1].name", std::string("Alpha"));
                      })
                .isEmpty());
    bench.draft().checkNow();
    QCOMPARE(model.index(1, NodesModel::State).data(NodesModel::IconNameRole).toString(),
             QStringLiteral("error"));
    QVERIFY(model.stateDetails(1).contains(QStringLiteral("Alpha")));
}

void TestNodesModel::cellsEditTheDraft()
{
    DraftBench bench(test::twoNodes());
    NodesModel model(bench.draft());
    QVERIFY(model.setData(model.index(0, NodesModel::Enabled), Qt::Unchecked, Qt::CheckStateRole));
    QCOMPARE(nodes::isEnabled(bench.draft().document(), 0), false);
    QVERIFY(model.setData(model.index(1, NodesModel::Tier), 4, Qt::EditRole));
    QVERIFY(bench.text().contains(QStringLiteral("priority = 4")));
    QVERIFY(
        model.setData(model.index(1, NodesModel::Name), QStringLiteral(" Delta "), Qt::EditRole));
    QCOMPARE(nodes::name(bench.draft().document(), 1), QStringLiteral("Delta"));
    QCOMPARE(bench.draft().undoStack().count(), 3);
}

void TestNodesModel::aDropMovesIntoTheTier()
{
    DraftBench bench(test::twoNodes());
    NodesModel model(bench.draft());
    QSignalSpy moved(&model, &NodesModel::rowMoved);
    const std::unique_ptr<QMimeData> data(model.mimeData({model.index(0, 0)}));
    model.dropMimeData(data.get(), Qt::MoveAction, -1, -1, model.index(1, 0));
    QCOMPARE(moved.count(), 1);
    QCOMPARE(nodes::names(bench.draft().document()),
             QStringList({QStringLiteral("Beta"), QStringLiteral("Alpha")}));
    QCOMPARE(nodes::tier(bench.draft().document(), 1), 1);
    QVERIFY2(bench.text().contains(QStringLiteral("# the paid one\n[[nodes]]\nname = \"Alpha\"")),
             qPrintable(bench.text()));
    bench.draft().undoStack().undo();
    QCOMPARE(bench.text().toUtf8(), test::twoNodes());
}

void TestNodesModel::newNodeOfAnUnappliedDraftSaysSo()
{
    DraftBench bench(test::twoNodes());
    NodesModel model(bench.draft());
    model.setSnapshot(snapshotOf({QStringLiteral("Alpha")}), {QStringLiteral("Alpha")});
    QVERIFY(model.stateDetails(1).contains(QStringLiteral("Apply")));
    QCOMPARE(model.live(1), nullptr);
    QVERIFY(model.live(0) != nullptr);
}

void TestNodesModel::aTestIsAboutWhatWasAsked_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<bool>("stays");
    QTest::newRow("another address")
        << QByteArray("nodes[0].url") << QByteArray("http://127.0.0.1:9") << false;
    QTest::newRow("another chain") << QByteArray("nodes[0].chain") << QByteArray("other") << false;
    QTest::newRow("another key") << QByteArray("nodes[0].headers.x-key") << QByteArray("k")
                                 << false;
    QTest::newRow("a price list") << QByteArray("nodes[0].provider_pricing_path")
                                  << QByteArray("mine.toml") << true;
    QTest::newRow("another node") << QByteArray("nodes[1].url") << QByteArray("http://127.0.0.1:9")
                                  << true;
}

void TestNodesModel::aTestIsAboutWhatWasAsked()
{
    QFETCH(QByteArray, key);
    QFETCH(QByteArray, value);
    QFETCH(bool, stays);
    const auto change = [&](DraftBench &bench) {
        QCOMPARE(bench.draft().edit(QStringLiteral("x"),
                                    {},
                                    [&](ConfigDocument &document) {
                                        return document.set(key.toStdString(), value.toStdString());
                                    }),
                 QString());
    };
    DraftBench bench(test::twoNodes());
    NodesModel model(bench.draft());
    const NodesModel::TestOutcome running{QStringLiteral("Testing…"), {}, false, true};
    const NodesModel::TestOutcome good{QStringLiteral("5 ms"), {}, true, false};
    const QString alpha = QStringLiteral("Alpha");
    model.setTest(alpha, running);
    model.setTest(alpha, good);
    QCOMPARE(cell(model, 0, NodesModel::Test), good.text);
    change(bench);
    QCOMPARE(cell(model, 0, NodesModel::Test), stays ? good.text : QString());
    // The same when the answer comes after the change.
    bench.draft().undoStack().undo();
    model.setTest(alpha, running);
    change(bench);
    model.setTest(alpha, good);
    QCOMPARE(cell(model, 0, NodesModel::Test), stays ? good.text : QString());
}

void TestNodesModel::theBooksAreKnownWhileTheProxyIsStopped()
{
    DraftBench bench(test::twoNodes());
    NodesModel model(bench.draft());
    model.setSnapshot(nullptr, {QStringLiteral("Alpha"), QStringLiteral("Beta")});
    const QString unknown = cell(model, 0, NodesModel::Quota);
    NodeSnapshot node;
    node.name = "Alpha";
    node.used = 25'000'000;
    node.limit = 50'000'000;
    node.threshold = 47'500'000;
    node.resetsAt = "2026-12-15";
    model.setBooks({node});
    QVERIFY(cell(model, 0, NodesModel::Quota) != unknown);
    QVERIFY(cell(model, 0, NodesModel::Quota).contains(QStringLiteral("50")));
    QCOMPARE(model.index(0, NodesModel::Quota).data(NodesModel::ShareRole).toDouble(), 0.5);
    QCOMPARE(cell(model, 1, NodesModel::Quota), unknown);
    QVERIFY(cell(model, 0, NodesModel::State).contains(QStringLiteral("Stopped")));
}

SPILLWAY_TEST(TestNodesModel)

#include "tst_nodesmodel.moc"
