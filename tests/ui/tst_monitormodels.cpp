// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitor/logmodel.h"
#include "monitor/quotamodel.h"
#include "monitor/resetcounterdialog.h"
#include "monitor/snippets.h"
#include "testmain.h"

#include <QAbstractItemModelTester>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QSignalSpy>
#include <QSortFilterProxyModel>
#include <QTest>

using namespace spillway;
using namespace spillway::ui;

namespace {

LogLine lineOf(int level, const char *text)
{
    static std::uint64_t sequence = 0;
    LogLine line;
    line.sequence = ++sequence;
    line.wallMs = 1'796'040'000'125;
    line.level = level;
    line.category = "routing";
    line.text = text;
    return line;
}

QuotaRow quotaOf(const QString &node, std::uint64_t used, std::uint64_t limit)
{
    QuotaRow row;
    row.node = node;
    row.used = used;
    row.resetsAt = QDate(2026, 12, 15);
    row.periodStart = QDate(2026, 11, 15);
    if (limit > 0) {
        row.limit = limit;
        row.threshold = limit * 95 / 100;
        row.burn.left = limit - used;
        row.burn.stopShare = 0.95;
        row.burn.outlook = BurnDown::Outlook::NotEnoughData;
    }
    return row;
}

QString plain(QString text)
{
    return text.replace(QChar(QChar::Nbsp), QLatin1Char(' '));
}

} // namespace

class TestMonitorModels : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }

    void quotaModelKeepsRowsOfSameNodes();
    void quotaCellsAreTrue();
    void quotaSortsByValue();
    void quotaWorthNeedsAPrice();
    void quotaCsvIsForMachines();
    void logModelIsARing();
    void logLinesAreOneLineEach();
    void logFilters_data();
    void logFilters();
    void brokenPatternKeepsTheFilter();
    void resetNeedsTheName();
    void snippetsNameTheAddress_data();
    void snippetsNameTheAddress();
};

void TestMonitorModels::quotaModelKeepsRowsOfSameNodes()
{
    QuotaModel model;
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    model.setRows({quotaOf(QStringLiteral("a"), 1, 10), quotaOf(QStringLiteral("b"), 2, 0)});
    QCOMPARE(reset.count(), 1);
    for (int i = 0; i < 5; ++i)
        model.setRows({quotaOf(QStringLiteral("a"), 3, 10), quotaOf(QStringLiteral("b"), 2, 0)});
    QCOMPARE(reset.count(), 1);
    QCOMPARE(changed.count(), 5);
    QCOMPARE(model.rowOf(QStringLiteral("b")), 1);
    QCOMPARE(model.rowOf(QStringLiteral("c")), -1);
    model.setRows({});
    QCOMPARE(model.rowCount(), 0);
}

void TestMonitorModels::quotaCellsAreTrue()
{
    QuotaModel model;
    model.setRows({quotaOf(QStringLiteral("a"), 8'200'000, 10'000'000),
                   quotaOf(QStringLiteral("b"), 1234, 0)});
    const auto cell = [&model](int row, int column) {
        return plain(model.index(row, column).data().toString());
    };
    QCOMPARE(cell(0, QuotaModel::Used), QStringLiteral("8,200,000"));
    QCOMPARE(cell(0, QuotaModel::Left), QStringLiteral("1.8 M (18 %)"));
    QCOMPARE(cell(0, QuotaModel::Resets), QStringLiteral("15 Dec"));
    QCOMPARE(model.index(0, QuotaModel::Left).data(QuotaModel::ShareRole).toDouble(), 0.18);
    QVERIFY(std::abs(model.index(0, QuotaModel::Left).data(QuotaModel::MarkRole).toDouble() - 0.05)
            < 1e-9);
    QCOMPARE(cell(1, QuotaModel::Limit), QStringLiteral("no limit"));
    QCOMPARE(cell(1, QuotaModel::Left), QStringLiteral("–"));
    QVERIFY(!model.index(1, QuotaModel::Left).data(QuotaModel::ShareRole).isValid());
}

void TestMonitorModels::quotaSortsByValue()
{
    QuotaModel model;
    QSortFilterProxyModel sorted;
    sorted.setSourceModel(&model);
    sorted.setSortRole(QuotaModel::SortRole);
    model.setRows({quotaOf(QStringLiteral("much"), 100, 1000),
                   quotaOf(QStringLiteral("none"), 5, 0),
                   quotaOf(QStringLiteral("little"), 900, 1000)});
    sorted.sort(QuotaModel::Left);
    QCOMPARE(sorted.index(0, 0).data().toString(), QStringLiteral("little"));
    QCOMPARE(sorted.index(2, 0).data().toString(), QStringLiteral("none"));
    sorted.sort(QuotaModel::Used, Qt::DescendingOrder);
    QCOMPARE(sorted.index(0, 0).data().toString(), QStringLiteral("little"));
}

void TestMonitorModels::quotaWorthNeedsAPrice()
{
    QuotaRow row = quotaOf(QStringLiteral("a"), 620'000, 10'000'000);
    QVERIFY(!row.worth());
    row.pricePerMillion = 5;
    QVERIFY(std::abs(*row.worth() - 3.1) < 1e-9);
}

void TestMonitorModels::quotaCsvIsForMachines()
{
    const QStringList lines = quotaCsv({quotaOf(QStringLiteral("a,b"), 8'200'000, 10'000'000),
                                        quotaOf(QStringLiteral("free"), 7, 0)})
                                  .split(QLatin1Char('\n'));
    QCOMPARE(lines.size(), 4);
    QCOMPARE(lines.at(1),
             QStringLiteral("\"a,b\",8200000,10000000,9500000,1800000,0,,,2026-11-15,2026-12-15,"));
    QCOMPARE(lines.at(2), QStringLiteral("free,7,,,,0,,,2026-11-15,2026-12-15,"));
    QCOMPARE(lines.at(0).count(QLatin1Char(',')), lines.at(2).count(QLatin1Char(',')));
}

void TestMonitorModels::logModelIsARing()
{
    LogModel model(3);
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.append({lineOf(2, "one"), lineOf(2, "two")});
    model.append({lineOf(2, "three"), lineOf(2, "four")});
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(model.line(0).text, std::string("two"));
    model.append({lineOf(2, "5"), lineOf(2, "6"), lineOf(2, "7"), lineOf(2, "8")});
    QCOMPARE(model.line(0).text, std::string("6"));
    model.clear();
    QCOMPARE(model.rowCount(), 0);
}

void TestMonitorModels::logLinesAreOneLineEach()
{
    const QString text = LogModel::text(lineOf(3, "a\nb"));
    QVERIFY(!text.contains(QLatin1Char('\n')));
    QVERIFY(text.contains(QStringLiteral("warning")));
    QVERIFY(text.endsWith(QStringLiteral("routing: a b")));
}

void TestMonitorModels::logFilters_data()
{
    QTest::addColumn<int>("least");
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("isPattern");
    QTest::addColumn<int>("shown");
    QTest::newRow("all") << 0 << QString() << false << 4;
    QTest::newRow("info") << 2 << QString() << false << 3;
    QTest::newRow("errors") << 4 << QString() << false << 1;
    QTest::newRow("text, any case") << 0 << QStringLiteral("NODE a") << false << 2;
    QTest::newRow("text is no pattern") << 0 << QStringLiteral("node .") << false << 0;
    QTest::newRow("pattern") << 0 << QStringLiteral("node [ab] (cools|failed)") << true << 2;
    QTest::newRow("both") << 3 << QStringLiteral("node") << false << 2;
}

void TestMonitorModels::logFilters()
{
    QFETCH(int, least);
    QFETCH(QString, text);
    QFETCH(bool, isPattern);
    QFETCH(int, shown);
    LogModel model(10);
    LogProxy proxy;
    const QAbstractItemModelTester tester(&proxy,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    proxy.setSourceModel(&model);
    model.append({lineOf(1, "trying node a"),
                  lineOf(2, "applied"),
                  lineOf(3, "node a cools down"),
                  lineOf(4, "node b failed")});
    QCOMPARE(proxy.setFilter(least, text, isPattern), QString());
    QCOMPARE(proxy.rowCount(), shown);
}

void TestMonitorModels::brokenPatternKeepsTheFilter()
{
    LogModel model(10);
    LogProxy proxy;
    proxy.setSourceModel(&model);
    model.append({lineOf(2, "one"), lineOf(2, "two")});
    QCOMPARE(proxy.setFilter(0, QStringLiteral("one"), true), QString());
    QVERIFY(proxy.setFilter(0, QStringLiteral("(one"), true).contains(QStringLiteral("character")));
    QCOMPARE(proxy.rowCount(), 1);
}

void TestMonitorModels::resetNeedsTheName()
{
    ResetCounterDialog dialog(QStringLiteral("Helius"), 5);
    QPushButton *reset = nullptr;
    const QList<QPushButton *> buttons = dialog.findChildren<QPushButton *>();
    for (QPushButton *button : buttons) {
        if (button->text().contains(QStringLiteral("eset")))
            reset = button;
    }
    QVERIFY(reset && !reset->isEnabled());
    auto *edit = dialog.findChild<QLineEdit *>();
    QSignalSpy accepted(&dialog, &QDialog::accepted);
    QTest::keyClicks(edit, QStringLiteral("helius"));
    QVERIFY(!reset->isEnabled());
    edit->clear();
    QTest::keyClicks(edit, QStringLiteral("Helius"));
    QVERIFY(reset->isEnabled());
    reset->click();
    QCOMPARE(accepted.count(), 1);
}

void TestMonitorModels::snippetsNameTheAddress_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("tool");
    QTest::newRow("evm") << static_cast<int>(ChainKind::Evm) << QStringLiteral("viem");
    QTest::newRow("solana") << static_cast<int>(ChainKind::Solana)
                            << QStringLiteral("@solana/web3.js");
    QTest::newRow("generic has all")
        << static_cast<int>(ChainKind::Generic) << QStringLiteral("Solana CLI");
}

void TestMonitorModels::snippetsNameTheAddress()
{
    QFETCH(int, kind);
    QFETCH(QString, tool);
    const QString url = QStringLiteral("http://127.0.0.1:8599/main");
    const QList<Snippet> snippets =
        snippetsFor(static_cast<ChainKind>(kind), 1, QStringLiteral("main"), url, true);
    QStringList tools;
    for (const Snippet &snippet : snippets) {
        QVERIFY2(snippet.code.contains(url), qPrintable(snippet.tool));
        QVERIFY2(!snippet.code.contains(QStringLiteral("{url}"))
                     && !snippet.code.contains(QStringLiteral("{name}")),
                 qPrintable(snippet.code));
        QVERIFY2(snippet.note.contains(QStringLiteral("token")), qPrintable(snippet.tool));
        QVERIFY2(!tools.contains(snippet.tool), qPrintable(snippet.tool));
        tools.append(snippet.tool);
    }
    QVERIFY(tools.contains(tool));
    if (static_cast<ChainKind>(kind) == ChainKind::Solana)
        QVERIFY(snippets.at(tools.indexOf(tool))
                    .code.contains(QStringLiteral("ws://127.0.0.1:8599/main")));
}

SPILLWAY_TEST(TestMonitorModels)

#include "tst_monitormodels.moc"
