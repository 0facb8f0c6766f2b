// SPDX-License-Identifier: GPL-3.0-or-later
#include "configure/nodeedits.h"
#include "configure/pricelists.h"
#include "configure/pricingmodel.h"
#include "configure/pricingpage.h"
#include "spillway/methods.h"
#include "testmain.h"
#include "uidraft.h"

#include <QAbstractItemModelTester>
#include <QCompleter>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableView>
#include <QToolButton>

using namespace spillway;
using namespace spillway::ui;
using spillway::test::DraftBench;

namespace {

QByteArray config()
{
    return "[[nodes]]\nname = \"a\"\nurl = \"http://127.0.0.1:1\"\nprovider_pricing_path = "
           "\"builtin:helius\"\n"
           "[[nodes]]\nname = \"b\"\nurl = \"http://127.0.0.1:2\"\nprovider_pricing_path = "
           "\"mine.toml\"\n";
}

QByteArray priceText()
{
    return "# mine\n[limits]\nspillover_percent = 90\nunknown_method_cost = "
           "7\n\n[routing]\neth_call = 26      # dear\neth_chainId = 0\n\n"
           "[custom]\n\"my.method\" = 3\n";
}

struct PricesBench : DraftBench
{
    PricesBench()
        : DraftBench(config())
    {
        write(QStringLiteral("mine.toml"), priceText());
        draft().load();
        page = std::make_unique<PricingPage>(session(), nullptr);
        page->resize(900, 700);
        page->show();
        page->activate();
    }

    QString list(const QString &name = QStringLiteral("mine.toml"))
    {
        return draft().text(path(name));
    }

    template <typename T>
    T *named(const QString &name)
    {
        for (T *widget : page->findChildren<T *>()) {
            if (widget->accessibleName() == name)
                return widget;
        }
        return nullptr;
    }

    QPushButton *button(const QString &text)
    {
        for (auto *found : page->findChildren<QPushButton *>()) {
            if (found->text().remove(QLatin1Char('&')) == text)
                return found;
        }
        return nullptr;
    }

    std::unique_ptr<PricingPage> page;
};

} // namespace

class TestPricingPage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void modelReadsAList();
    void modelKeepsItsRulesWhileTheListChanges();
    void aListGoesWithTheStepThatMadeIt();
    void listsInUseComeFirst();
    void editingACostKeepsTheRest();
    void methodsAreAddedWhereTheyBelong();
    void removingIsOneStep();
    void shippedListsAreCopiedOnce();
    void unknownPriceAndStop();
    void aBrokenListSaysSo();
    void everyShippedListIsReadable_data();
    void everyShippedListIsReadable();
    void namesWithDotsAreQuoted();
    void namesCanBeReadAtAnyWidth();
};

void TestPricingPage::modelReadsAList()
{
    const auto rows = PricingModel::read(QString::fromUtf8(priceText()));
    QCOMPARE(rows.size(), std::size_t{3});
    QCOMPARE(rows[0].method, QStringLiteral("eth_call"));
    QCOMPARE(rows[0].cost, std::optional<std::uint64_t>(26));
    QVERIFY(!rows[0].custom && rows[0].known);
    QCOMPARE(rows[2].method, QStringLiteral("my.method"));
    QVERIFY(rows[2].custom);
    const auto odd =
        PricingModel::read(QStringLiteral("[routing]\neth_cal = 1\neth_call = \"dear\"\n"));
    QVERIFY(!odd[0].known);
    QVERIFY(!odd[1].cost);
    QCOMPARE(odd[1].written, QStringLiteral("dear"));
}

void TestPricingPage::modelKeepsItsRulesWhileTheListChanges()
{
    PricingModel model;
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    const QString text = QString::fromUtf8(priceText());
    model.setList(text, false);
    model.setList(QString(text).replace(QStringLiteral("eth_chainId = 0\n"), QString()), false);
    QCOMPARE(model.rowCount(), 2);
    model.setList(text, true);
    QCOMPARE(model.rowCount(), 3);
    QVERIFY(!model.flags(model.index(0, PricingModel::Cost)).testFlag(Qt::ItemIsEditable));
    model.setList(QString(), true);
    QCOMPARE(model.rowCount(), 0);
}

void TestPricingPage::aListGoesWithTheStepThatMadeIt()
{
    PricesBench bench;
    bench.page->showItem(QStringLiteral("mine.toml"));
    QString problem;
    const QString made = ui::prices::create(bench.draft(), QStringLiteral("Ghost"), &problem);
    QVERIFY(!made.isEmpty());
    bench.page->showItem(made);
    const auto shown = [&bench](const QString &text) {
        for (const QLabel *label : bench.page->findChildren<QLabel *>()) {
            if (label->isVisible() && label->text().contains(text))
                return true;
        }
        return false;
    };
    const QString file = made.section(QLatin1Char('/'), -1);
    QVERIFY(shown(file));
    bench.draft().undoStack().undo();
    QVERIFY(!shown(file));
    QVERIFY(!bench.draft().isDirty());
}

void TestPricingPage::listsInUseComeFirst()
{
    PricesBench bench;
    const auto lists = ui::prices::all(bench.draft());
    QCOMPARE(lists[0].reference, QStringLiteral("builtin:helius"));
    QCOMPARE(lists[0].usedBy, QStringList{QStringLiteral("a")});
    QCOMPARE(lists[1].reference, QStringLiteral("mine.toml"));
    QCOMPARE(lists.size(), ui::prices::shippedNames().size() + 1);
    QCOMPARE(bench.page->reference(), QStringLiteral("builtin:helius"));
}

void TestPricingPage::editingACostKeepsTheRest()
{
    PricesBench bench;
    bench.page->showItem(QStringLiteral("mine.toml"));
    auto *model = bench.page->findChild<PricingModel *>();
    QVERIFY(
        model->setData(model->index(0, PricingModel::Cost), QStringLiteral("30"), Qt::EditRole));
    QCOMPARE(bench.list().toUtf8(), priceText().replace("eth_call = 26 ", "eth_call = 30 "));
    QCOMPARE(bench.draft().undoStack().count(), 1);
    QSignalSpy said(&bench.session(), &Session::toast);
    model->setData(model->index(0, PricingModel::Cost), QStringLiteral("-4"), Qt::EditRole);
    QCOMPARE(said.count(), 1);
    QCOMPARE(bench.draft().undoStack().count(), 1);
    bench.draft().undoStack().undo();
    QCOMPARE(bench.list().toUtf8(), priceText());
}

void TestPricingPage::methodsAreAddedWhereTheyBelong()
{
    PricesBench bench;
    bench.page->showItem(QStringLiteral("mine.toml"));
    auto *method = bench.named<QLineEdit>(QStringLiteral("New method"));
    auto *cost = bench.named<QLineEdit>(QStringLiteral("Credits of the new method"));
    QVERIFY(method->completer() && method->completer()->model()->rowCount() > 300);
    method->setText(QStringLiteral("eth_getLogs"));
    cost->setText(QStringLiteral("75"));
    bench.button(QStringLiteral("Add"))->click();
    method->setText(QStringLiteral("provider_special"));
    cost->setText(QStringLiteral("2k"));
    bench.button(QStringLiteral("Add"))->click();
    const ConfigDocument document(bench.list().toStdString());
    QCOMPARE(document.integer("routing.eth_getLogs"), std::optional<std::int64_t>(75));
    QCOMPARE(document.integer("custom.provider_special"), std::optional<std::int64_t>(2000));
    method->setText(QStringLiteral("eth_call"));
    cost->setText(QStringLiteral("1"));
    QVERIFY(!bench.button(QStringLiteral("Add"))->isEnabled());
}

void TestPricingPage::removingIsOneStep()
{
    PricesBench bench;
    bench.page->showItem(QStringLiteral("mine.toml"));
    auto *table = bench.page->findChild<QTableView *>();
    table->selectAll();
    bench.named<QToolButton>(QStringLiteral("Remove methods"))->click();
    QCOMPARE(PricingModel::read(bench.list()).size(), std::size_t{0});
    QCOMPARE(bench.draft().undoStack().count(), 1);
    bench.draft().undoStack().undo();
    QCOMPARE(bench.list().toUtf8(), priceText());
}

void TestPricingPage::shippedListsAreCopiedOnce()
{
    PricesBench bench;
    bench.button(QStringLiteral("Make a copy to edit"))->click();
    QCOMPARE(bench.page->reference(), QStringLiteral("pricing/helius.toml"));
    QCOMPARE(nodes::text(bench.draft().document(), 0, "provider_pricing_path"),
             QStringLiteral("pricing/helius.toml"));
    QCOMPARE(bench.list(QStringLiteral("pricing/helius.toml")),
             ui::prices::shippedText(QStringLiteral("helius")));
    QCOMPARE(bench.draft().undoStack().count(), 1);
    bench.draft().checkNow();
    QVERIFY2(bench.draft().config() != nullptr,
             bench.draft().issues().empty() ? "" : bench.draft().issues()[0].toString().c_str());
    QCOMPARE(ui::prices::shippedLike(bench.page->reference()), QStringLiteral("helius"));
    bench.draft().undoStack().undo();
    QCOMPARE(nodes::text(bench.draft().document(), 0, "provider_pricing_path"),
             QStringLiteral("builtin:helius"));
    QVERIFY(!bench.draft().isDirty());
}

void TestPricingPage::unknownPriceAndStop()
{
    PricesBench bench;
    bench.page->showItem(QStringLiteral("mine.toml"));
    auto *stop = bench.named<QSpinBox>(QStringLiteral("Stop at percent of the limit"));
    QCOMPARE(stop->value(), 90);
    stop->setValue(80);
    QVERIFY(bench.list().contains(QStringLiteral("spillover_percent = 80")));
    auto *unknown = bench.named<QLineEdit>(QStringLiteral("Price of any other method"));
    QVERIFY(unknown->isVisible());
    unknown->setFocus();
    unknown->selectAll();
    QTest::keyClicks(unknown, QStringLiteral("12"));
    QVERIFY(bench.list().contains(QStringLiteral("unknown_method_cost = 12")));
    QCOMPARE(nodes::stopPercent(bench.draft(), 1), 80);
}

void TestPricingPage::aBrokenListSaysSo()
{
    PricesBench bench;
    bench.page->showItem(QStringLiteral("mine.toml"));
    bench.draft().setText(QStringLiteral("x"),
                          {},
                          QStringLiteral("[routing\n"),
                          bench.path(QStringLiteral("mine.toml")));
    auto *model = bench.page->findChild<PricingModel *>();
    QCOMPARE(model->rowCount(), 0);
    QVERIFY(!bench.named<QLineEdit>(QStringLiteral("New method"))->isVisible());
}

void TestPricingPage::everyShippedListIsReadable_data()
{
    QTest::addColumn<QString>("name");
    for (const QString &name : ui::prices::shippedNames())
        QTest::newRow(qPrintable(name)) << name;
}

void TestPricingPage::everyShippedListIsReadable()
{
    QFETCH(QString, name);
    const QString text = ui::prices::shippedText(name);
    QVERIFY(ConfigDocument(text.toStdString()).error().empty());
    for (const PricingModel::Row &row : PricingModel::read(text)) {
        QVERIFY2(row.cost, qPrintable(row.method));
        QVERIFY2(row.known, qPrintable(row.method));
    }
    QVERIFY(!ui::prices::title(QStringLiteral("builtin:") + name).isEmpty());
}

void TestPricingPage::namesWithDotsAreQuoted()
{
    QCOMPARE(ui::prices::costPath(QStringLiteral("custom"), QStringLiteral("eth_call")),
             std::string("custom.eth_call"));
    QCOMPARE(ui::prices::costPath(QStringLiteral("custom"), QStringLiteral("a.b")),
             std::string("custom.\"a.b\""));
    PricesBench bench;
    bench.page->showItem(QStringLiteral("mine.toml"));
    auto *model = bench.page->findChild<PricingModel *>();
    QVERIFY(model->setData(model->index(2, PricingModel::Cost), QStringLiteral("5"), Qt::EditRole));
    QVERIFY2(bench.list().contains(QStringLiteral("\"my.method\" = 5")), qPrintable(bench.list()));
}

/// However small the window is, the method stays beside its figures.
void TestPricingPage::namesCanBeReadAtAnyWidth()
{
    PricesBench bench;
    bench.page->showItem(QStringLiteral("mine.toml"));
    auto *table = bench.page->findChild<QTableView *>();
    const int letter = table->fontMetrics().averageCharWidth();
    for (const int width : {1100, 900, 700, 640}) {
        bench.page->resize(width, 600);
        QCoreApplication::processEvents();
        QVERIFY2(table->columnWidth(PricingModel::Method) >= letter * 12,
                 qPrintable(QString::number(width)));
    }
    bench.page->resize(1300, 600);
    QCoreApplication::processEvents();
    QVERIFY(table->horizontalHeader()->length() <= table->viewport()->width());
}

SPILLWAY_TEST(TestPricingPage)

#include "tst_pricingpage.moc"
