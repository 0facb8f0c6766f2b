// SPDX-License-Identifier: GPL-3.0-or-later
#include "configure/chainfigures.h"
#include "configure/chainform.h"
#include "configure/chainspage.h"
#include "testmain.h"
#include "uisession.h"
#include "widgets/cellmodel.h"
#include "widgets/emptystate.h"

#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableView>
#include <QToolButton>

using namespace spillway;
using namespace spillway::ui;
using test::DraftBench;
using test::ScriptedNode;
using test::SessionBench;

namespace {

/// Two nodes on one chain: one at its head, one three blocks behind.
Snapshot twoNodes()
{
    Snapshot snapshot;
    snapshot.uptimeMs = 3'600'000;
    ChainSnapshot chain;
    chain.name = "ethereum";
    chain.kind = ChainKind::Evm;
    chain.nodes = 2;
    chain.followed = true;
    chain.head = 21'304'551;
    chain.headAgeMs = 1200;
    chain.headSource = "websocket";
    chain.blockTimeMs = 12'000;
    snapshot.chains.push_back(chain);
    for (const std::uint64_t behind : {0U, 3U}) {
        NodeSnapshot node;
        node.name = behind == 0 ? "Alpha" : "Beta";
        node.chain = "ethereum";
        node.condition = NodeCondition::Up;
        node.blockNumber = 21'304'551 - behind;
        node.blocksBehind = behind;
        node.headFeed = behind == 0;
        snapshot.nodes.push_back(node);
    }
    return snapshot;
}

QStringList texts(const CellModel::Row &row)
{
    QStringList out;
    for (const CellModel::Cell &cell : row)
        out.append(QString(cell.text).replace(QChar(QChar::Nbsp), QLatin1Char(' ')));
    return out;
}

QString plain(QString text)
{
    return text.replace(QChar(QChar::Nbsp), QLatin1Char(' '));
}

struct PageBench : DraftBench
{
    explicit PageBench(const QByteArray &config)
        : DraftBench(config)
    {
        page.resize(1100, 800);
        page.show();
        page.activate();
    }

    QTableView *table() { return page.findChildren<QTableView *>().first(); }

    template <typename Kind>
    Kind *named(const QString &name)
    {
        for (Kind *widget : page.findChildren<Kind *>()) {
            if (widget->accessibleName() == name)
                return widget;
        }
        return nullptr;
    }

    /// The entry of a menu by its text; a menu is filled when it opens.
    QAction *entry(const QString &text)
    {
        for (QMenu *menu : page.findChildren<QMenu *>()) {
            Q_EMIT menu->aboutToShow();
            for (QAction *action : menu->actions()) {
                if (action->text() == text)
                    return action;
            }
        }
        return nullptr;
    }

    ChainsPage page{session(), nullptr};
};

} // namespace

/// The page Chains: what it says of a running engine, and what its form writes.
class TestChains : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }

    // Figures.

    void aRowTellsTheHead()
    {
        const Snapshot snapshot = twoNodes();
        QCOMPARE(texts(chains::row({QStringLiteral("Ethereum"), &snapshot, &snapshot.chains[0]})),
                 QStringList({QStringLiteral("Ethereum"),
                              QStringLiteral("21,304,551"),
                              QStringLiteral("1 s"),
                              QStringLiteral("WebSocket"),
                              QStringLiteral("1 of 2"),
                              QStringLiteral("0")}));
    }

    void aRowHasAsManyCellsAsThereAreHeaders()
    {
        const Snapshot snapshot = twoNodes();
        const ChainSnapshot unknown;
        for (const chains::Look &look :
             {chains::Look{QStringLiteral("X"), nullptr, nullptr},
              chains::Look{QStringLiteral("X"), &snapshot, nullptr},
              chains::Look{QStringLiteral("X"), &snapshot, &unknown},
              chains::Look{QStringLiteral("X"), &snapshot, &snapshot.chains[0]}})
            QCOMPARE(chains::row(look).size(), chains::headers().size());
    }

    void theSentenceSaysTheSame()
    {
        Snapshot snapshot = twoNodes();
        const chains::Look look{QStringLiteral("Ethereum"), &snapshot, &snapshot.chains[0]};
        QCOMPARE(plain(chains::sentence(look)),
                 QStringLiteral("Ethereum is at block 21,304,551, told over WebSocket 1 s ago. A "
                                "block comes every 12 s. 1 of its 2 node(s) are behind. No block "
                                "was replaced since the start."));
        snapshot.chains[0].headSource = "poll";
        snapshot.nodes[1].blocksBehind = 0;
        snapshot.chains[0].reorgs = 2;
        const QString second = plain(chains::sentence(look));
        QVERIFY(second.contains(QStringLiteral("found by polling")));
        QVERIFY(second.contains(QStringLiteral("None of its 2 node(s) is behind.")));
        QVERIFY(second.contains(QStringLiteral("2 time(s)")));
    }

    void thePaceIsToldOnceThereIsOne_data()
    {
        QTest::addColumn<qint64>("uptimeMs");
        QTest::addColumn<qint64>("blockTimeMs");
        QTest::addColumn<qint64>("headAgeMs");
        QTest::addColumn<bool>("told");
        QTest::newRow("slow chain") << qint64{600'000} << qint64{12'000} << qint64{11'000} << true;
        QTest::newRow("polled fast chain")
            << qint64{600'000} << qint64{250} << qint64{4000} << true;
        QTest::newRow("not known") << qint64{600'000} << qint64{0} << qint64{1000} << false;
        QTest::newRow("burst at the start") << qint64{5000} << qint64{30} << qint64{4000} << false;
        QTest::newRow("stands since the start")
            << qint64{60'000} << qint64{30} << qint64{59'000} << false;
        QTest::newRow("stands") << qint64{600'000} << qint64{12'000} << qint64{130'000} << false;
    }

    /// Nodes that are found at different blocks, one after the other, are no chain with a block every few milliseconds.
    void thePaceIsToldOnceThereIsOne()
    {
        QFETCH(qint64, uptimeMs);
        QFETCH(qint64, blockTimeMs);
        QFETCH(qint64, headAgeMs);
        QFETCH(bool, told);
        Snapshot snapshot = twoNodes();
        snapshot.uptimeMs = uptimeMs;
        snapshot.chains[0].blockTimeMs = blockTimeMs;
        snapshot.chains[0].headAgeMs = headAgeMs;
        const QString said =
            chains::sentence({QStringLiteral("X"), &snapshot, &snapshot.chains[0]});
        QCOMPARE(said.contains(QStringLiteral("A block comes every")), told);
    }

    void missingFiguresHaveAReason_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<bool>("followed");
        QTest::addColumn<int>("nodes");
        QTest::addColumn<QString>("words");
        QTest::newRow("kind not known")
            << int(ChainKind::Generic) << false << 1 << QStringLiteral("its kind is not known");
        QTest::newRow("off") << int(ChainKind::Evm) << false << 1 << QStringLiteral("switched off");
        QTest::newRow("no nodes") << int(ChainKind::Evm) << true << 0
                                  << QStringLiteral("has no nodes");
        QTest::newRow("nothing told")
            << int(ChainKind::Evm) << true << 1 << QStringLiteral("No node has told");
    }

    void missingFiguresHaveAReason()
    {
        QFETCH(int, kind);
        QFETCH(bool, followed);
        QFETCH(int, nodes);
        QFETCH(QString, words);
        const Snapshot snapshot;
        ChainSnapshot chain;
        chain.kind = static_cast<ChainKind>(kind);
        chain.followed = followed;
        chain.nodes = static_cast<std::size_t>(nodes);
        const QString said = chains::sentence({QStringLiteral("X"), &snapshot, &chain});
        QVERIFY2(said.contains(words), qPrintable(said));
        QVERIFY(chains::sentence({QStringLiteral("X"), nullptr, nullptr})
                    .contains(QStringLiteral("does not run")));
        QVERIFY(chains::sentence({QStringLiteral("X"), &snapshot, nullptr})
                    .contains(QStringLiteral("apply")));
    }

    void nodesTellHowFarTheyAreBehind()
    {
        Snapshot snapshot = twoNodes();
        NodeSnapshot silent;
        silent.name = "Gamma";
        silent.chain = "ethereum";
        silent.enabled = false;
        snapshot.nodes.push_back(silent);
        NodeSnapshot elsewhere;
        elsewhere.chain = "solana";
        snapshot.nodes.push_back(elsewhere);
        QCOMPARE(chains::nodeRows(snapshot, snapshot.chains[0])[1][2].tone, Tone::Neutral);
        snapshot.nodes[1].condition = NodeCondition::Lagging;
        const QList<CellModel::Row> rows = chains::nodeRows(snapshot, snapshot.chains[0]);
        QCOMPARE(rows.size(), 3);
        QCOMPARE(texts(rows[1]),
                 QStringList({QStringLiteral("Beta"),
                              QStringLiteral("21,304,548"),
                              QStringLiteral("3"),
                              QStringLiteral("Polled"),
                              QStringLiteral("Behind")}));
        QCOMPARE(rows[1][2].tone, Tone::Warning);
        QCOMPARE(rows[2][1].text, QStringLiteral("–"));
        for (const CellModel::Row &row : rows)
            QCOMPARE(row.size(), chains::nodeHeaders().size());
    }

    void reorgsTellRangeAndDepth()
    {
        ChainSnapshot chain;
        chain.lastReorgs.push_back({.wallMs = 1'796'040'000'000,
                                    .from = 100,
                                    .to = 102,
                                    .depth = 3,
                                    .exact = true,
                                    .oldHash = "0x0123456789abcdef",
                                    .newHash = "0xfedcba9876543210"});
        chain.lastReorgs.push_back({.wallMs = 1'796'040'001'000,
                                    .from = 200,
                                    .to = 200,
                                    .depth = 1,
                                    .exact = false,
                                    .oldHash = {},
                                    .newHash = {}});
        const QList<CellModel::Row> rows = chains::reorgRows(chain);
        QCOMPARE(rows.size(), 2);
        QCOMPARE(rows[0][1].text, QStringLiteral("200")); // the newest comes first
        QCOMPARE(rows[0][2].text, QStringLiteral("at least 1"));
        QVERIFY(!rows[0][1].toolTip.isEmpty());
        QCOMPARE(rows[1][1].text, QStringLiteral("100 to 102"));
        QCOMPARE(rows[1][2].text, QStringLiteral("3"));
        QCOMPARE(rows[1][3].toolTip, QStringLiteral("0x0123456789abcdef"));
        for (const CellModel::Row &row : rows)
            QCOMPARE(row.size(), chains::reorgHeaders().size());
    }

    void cacheTellsWhatItSpared()
    {
        Snapshot snapshot;
        snapshot.cache.enabled = true;
        snapshot.cache.entries = 12;
        snapshot.cache.bytes = 2048;
        CacheMethodSnapshot method;
        method.method = "eth_call";
        method.hits = 75;
        method.joined = 5;
        method.misses = 25;
        method.credits = 1950;
        snapshot.cache.methods.push_back(method);
        snapshot.cache.total = method;
        QCOMPARE(texts(chains::cacheRows(snapshot.cache).first()),
                 QStringList({QStringLiteral("eth_call"),
                              QStringLiteral("75"),
                              QStringLiteral("5"),
                              QStringLiteral("25"),
                              QStringLiteral("75 %"),
                              QStringLiteral("1,950")}));
        QVERIFY(plain(chains::cacheSentence(&snapshot))
                    .contains(QStringLiteral("75 % of 100 requests that can be kept and saved "
                                             "1,950 credits")));
        snapshot.cache.inReach = false;
        QVERIFY(chains::cacheSentence(&snapshot).contains(QStringLiteral("does not answer")));
        snapshot.cache.enabled = false;
        QVERIFY(chains::cacheSentence(&snapshot).contains(QStringLiteral("switched off")));
        QVERIFY(chains::cacheSentence(nullptr).contains(QStringLiteral("does not run")));
    }

    void tableKeepsItsPromises()
    {
        CellModel model;
        const QAbstractItemModelTester tester(
            &model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setHeaders({QStringLiteral("A"), QStringLiteral("B")});
        const auto row = [](const char *name, int value) {
            return CellModel::Row{{QString::fromLatin1(name), {}, Tone::Neutral, {}, false},
                                  {QString::number(value), value, Tone::Neutral, {}, true}};
        };
        model.setRows({row("x", 1), row("y", 2), row("z", 3)});
        QSignalSpy changes(&model, &QAbstractItemModel::dataChanged);
        model.setRows({row("x", 1), row("y", 2), row("z", 3)});
        QCOMPARE(changes.count(), 0);
        model.setRows({row("x", 1), row("y", 5), row("z", 3)});
        QCOMPARE(changes.count(), 1);
        QSignalSpy removed(&model, &QAbstractItemModel::rowsRemoved);
        model.setRows({row("x", 1), row("z", 3)});
        QCOMPARE(removed.count(), 1);
        model.setRows({row("w", 0), row("x", 1), row("v", 9), row("z", 3)});
        QCOMPARE(model.rowCount(), 4);
        QCOMPARE(model.index(2, 0).data().toString(), QStringLiteral("v"));
        model.setRows({});
        QCOMPARE(model.rowCount(), 0);
    }

    // The page.

    void withoutChainsItSaysWhatWouldBeThere()
    {
        PageBench bench(SessionBench::node("A", "http://127.0.0.1:1/"));
        auto *empty = bench.page.findChild<EmptyState *>();
        QVERIFY(empty->isVisible());
        // The nodes that name no chain are on the one that is named first.
        QAction *base = bench.entry(QStringLiteral("Base"));
        QVERIFY(base != nullptr);
        base->trigger();
        QVERIFY(!empty->isVisible());
        QCOMPARE(bench.draft().document().keys("chains"), std::vector<std::string>{"base"});
        QCOMPARE(bench.draft().document().integer("chains.base.chain_id"),
                 std::optional<std::int64_t>(8453));
        bench.draft().checkNow();
        QVERIFY(bench.draft().config() != nullptr);
        QCOMPARE(bench.draft().config()->nodes.front().chain, std::string("base"));
        bench.draft().undoStack().undo();
        QVERIFY(empty->isVisible());
    }

    void aSecondChainLeavesTheFirstAlone()
    {
        PageBench bench(test::twoNodes());
        QCOMPARE(bench.table()->model()->rowCount(), 1);
        bench.entry(QStringLiteral("Base"))->trigger();
        QCOMPARE(bench.table()->model()->rowCount(), 2);
        QCOMPARE(bench.table()->currentIndex().row(), 1);
        bench.draft().checkNow();
        QCOMPARE(bench.draft().config()->nodes.front().chain, std::string("ethereum"));
    }

    void aChainWithNodesIsNotRemoved()
    {
        PageBench bench(test::twoNodes());
        QSignalSpy toasts(&bench.session(), &Session::toast);
        auto *remove = bench.named<QToolButton>(QStringLiteral("Remove this chain"));
        QVERIFY(remove != nullptr);
        remove->click();
        QCOMPARE(toasts.count(), 1);
        QVERIFY(toasts.first().first().toString().contains(QStringLiteral("Alpha, Beta")));
        QVERIFY(!bench.draft().isDirty());
        bench.entry(QStringLiteral("Base"))->trigger();
        remove->click();
        QCOMPARE(bench.draft().document().keys("chains"), std::vector<std::string>{"ethereum"});
        QVERIFY(toasts.last().last().toBool()); // it can be undone
    }

    void theFormWritesTheChosenChain()
    {
        PageBench bench("[chains.a]\nkind = \"evm\"\n\n[chains.\"b.c\"]\nkind = \"solana\"\n");
        const ConfigDocument &document = bench.draft().document();
        auto *lag = bench.named<QSpinBox>(QStringLiteral("Most blocks behind"));
        QVERIFY(lag != nullptr);
        QCOMPARE(lag->value(), 5); // what the proxy does without the key
        lag->setValue(9);
        QCOMPARE(document.integer("chains.a.max_block_lag"), std::optional<std::int64_t>(9));
        bench.page.showItem(QStringLiteral("b.c"));
        QCOMPARE(lag->value(), 5);
        lag->setValue(40);
        QCOMPARE(document.integer("chains.\"b.c\".max_block_lag"), std::optional<std::int64_t>(40));
        QCOMPARE(document.integer("chains.a.max_block_lag"), std::optional<std::int64_t>(9));
        auto *kind = bench.named<QComboBox>(QStringLiteral("Kind"));
        QCOMPARE(kind->currentData().toString(), QStringLiteral("solana"));
        bench.page.showItem(QStringLiteral("a"));
        QCOMPARE(kind->currentData().toString(), QStringLiteral("evm"));
        bench.draft().undoStack().undo();
        QVERIFY(!document.has("chains.\"b.c\".max_block_lag"));
    }

    void anEmptyFieldHasNoKey()
    {
        PageBench bench("[chains.a]\nkind = \"evm\"\nchain_id = 1\nbalance = \"latency\"\n");
        const ConfigDocument &document = bench.draft().document();
        auto *id = bench.named<QLineEdit>(QStringLiteral("Chain id"));
        QVERIFY(id != nullptr);
        id->setFocus();
        id->selectAll();
        QTest::keyClick(id, Qt::Key_Delete);
        QVERIFY(!document.has("chains.a.chain_id"));
        QTest::keyClicks(id, QStringLiteral("137"));
        QCOMPARE(document.integer("chains.a.chain_id"), std::optional<std::int64_t>(137));
        auto *balance = bench.named<QComboBox>(QStringLiteral("Within a tier"));
        QCOMPARE(balance->currentData().toString(), QStringLiteral("latency"));
        balance->setCurrentIndex(0);
        Q_EMIT balance->activated(0);
        QVERIFY(!document.has("chains.a.balance"));
    }

    void whatIsWrongIsSaidAtTheField()
    {
        PageBench bench("[chains.a]\nkind = \"evm\"\n");
        auto *path = bench.named<QLineEdit>(QStringLiteral("Path"));
        path->setFocus();
        QTest::keyClicks(path, QStringLiteral("/status"));
        bench.draft().checkNow();
        QVERIFY2(
            path->accessibleDescription().contains(QStringLiteral("belongs to Spillway itself")),
            qPrintable(path->accessibleDescription()));
    }

    void aChainIsAddedWhileTheProxyRuns()
    {
        ScriptedNode node(ScriptedNode::result("\"0x2a\""));
        SessionBench bench("[chains.first]\nkind = \"evm\"\nheads = \"off\"\n"
                           + SessionBench::node("A", node.url()));
        ChainsPage page(bench.session(), nullptr);
        page.resize(1100, 800);
        page.show();
        page.activate();
        bench.start();
        const std::int64_t uptime = bench.session().snapshot()->uptimeMs;
        bench.set("chains.second.kind", std::string("evm"));
        bench.set("chains.second.poll_interval_ms", std::int64_t{100});
        QCOMPARE(bench.draft().edit(QStringLiteral("a node"),
                                    {},
                                    [&](ConfigDocument &document) {
                                        return document.append("nodes",
                                                               {{"name", std::string("B")},
                                                                {"url", node.url().toStdString()},
                                                                {"chain", std::string("second")}});
                                    }),
                 QString());
        bench.session().apply();
        page.showItem(QStringLiteral("second"));
        const auto *table = page.findChildren<QTableView *>().first()->model();
        UI_SOON(table->rowCount() == 2
                && table->index(1, 1).data().toString() == QStringLiteral("42"));
        QVERIFY(bench.session().snapshot()->uptimeMs >= uptime); // the same run of the engine
    }
};

SPILLWAY_TEST(TestChains)

#include "tst_chains.moc"
