// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/areachart.h"
#include "charts/barchart.h"
#include "charts/burndownchart.h"
#include "charts/linechart.h"
#include "charts/miniburns.h"
#include "charts/scale.h"
#include "charts/seriesplaces.h"
#include "testmain.h"
#include "widgets/banner.h"
#include "widgets/card.h"
#include "widgets/emptystate.h"
#include "widgets/filterbar.h"
#include "widgets/flowlayout.h"
#include "widgets/theme.h"

#include <QAbstractItemModelTester>
#include <QAreaSeries>
#include <QBarSet>
#include <QCategoryAxis>
#include <QChart>
#include <QChartView>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLineSeries>
#include <QLocale>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalSpy>
#include <QStackedBarSeries>
#include <QTableView>
#include <QTest>
#include <QToolButton>

#include <limits>

using namespace spillway::ui;

namespace {

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

AreaChart::Data areasOf(int layers, int count, double value)
{
    AreaChart::Data chart;
    chart.known = QList<bool>(count, true);
    for (int i = 0; i < layers; ++i)
        chart.layers.append({QStringLiteral("n%1").arg(i),
                             SeriesLook{.color = i, .pattern = i % 3},
                             QList<double>(count, value)});
    return chart;
}

QChart *chartOf(QWidget &card)
{
    return card.findChild<QChartView *>()->chart();
}

/// Line series that are drawn now.
QList<QLineSeries *> linesOf(QWidget &card)
{
    QList<QLineSeries *> lines;
    const QList<QAbstractSeries *> all = chartOf(card)->series();
    for (QAbstractSeries *series : all) {
        auto *line = qobject_cast<QLineSeries *>(series);
        if (line && line->isVisible())
            lines.append(line);
    }
    return lines;
}

} // namespace

class TestCharts : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }

    void axesEndOnRoundValues_data();
    void axesEndOnRoundValues();
    void timeAxisSpeaks_data();
    void timeAxisSpeaks();
    void labelsAtTheEdgesHaveRoom_data();
    void labelsAtTheEdgesHaveRoom();
    void emptyChartsCanBeSeen();
    void areasAreStackedWithoutPens();
    void moreLayersAreSummedUp();
    void theLargestLayersKeepTheirNames();
    void hiddenChartsAreNotDrawn();
    void gapsBreakLines();
    void barsAddUpToAHundred();
    void burnDownShowsItsLines();
    void placesGoToTheHeaviest();
    void placesDoNotFlicker();
    void legendHidesSeries();
    void entriesThatComeLateAreLaidOut_data();
    void entriesThatComeLateAreLaidOut();
    void tableSaysTheSame();
    void everyChartHasANameAndATable();
    void chartsFollowTheTheme();
    void miniBurnsArePressed();
    void miniBurnsFillTheCard_data();
    void miniBurnsFillTheCard();
    void flowWrapsAndCentres();
    void figuresAreNeverCut();
    void emptyStateShowsAllItsText();
    void filterTellsAMomentLater();
    void bannerHidesUntilNeeded();
    void iconsAreDrawnInTheColourOfTheTheme();
};

void TestCharts::axesEndOnRoundValues_data()
{
    QTest::addColumn<double>("greatest");
    QTest::addColumn<double>("least");
    QTest::addColumn<double>("top");
    QTest::newRow("nothing") << 0.0 << 4.0 << 4.0;
    QTest::newRow("just fits") << 240.0 << 4.0 << 240.0;
    QTest::newRow("next step") << 241.0 << 4.0 << 320.0;
    QTest::newRow("large") << 8'500'000.0 << 1.0 << 10'000'000.0;
    QTest::newRow("small") << 0.3 << 0.1 << 0.32;
    QTest::newRow("not a number") << kNothing << 10.0 << 10.0;
}

void TestCharts::axesEndOnRoundValues()
{
    QFETCH(double, greatest);
    QFETCH(double, least);
    QFETCH(double, top);
    const Ticks ticks = valueTicks(greatest, least);
    QVERIFY2(std::abs(ticks.to - top) < top * 1e-9, qPrintable(QString::number(ticks.to)));
    QCOMPARE(ticks.marks.size(), 5);
    QCOMPARE(ticks.marks.first().second, QStringLiteral("0"));
}

void TestCharts::timeAxisSpeaks_data()
{
    QTest::addColumn<int>("seconds");
    QTest::addColumn<QString>("first");
    QTest::newRow("5 min") << 300 << QStringLiteral("−5 min");
    QTest::newRow("1 h") << 3600 << QStringLiteral("−60 min");
    QTest::newRow("24 h") << 86'400 << QStringLiteral("−24 h");
    QTest::newRow("31 days") << 31 * 86'400 << QStringLiteral("−28 d");
    QTest::newRow("no data yet") << 0 << QStringLiteral("−5 min");
}

void TestCharts::timeAxisSpeaks()
{
    QFETCH(int, seconds);
    QFETCH(QString, first);
    const Ticks ticks = timeTicks(seconds);
    QCOMPARE(ticks.marks.first().second, first);
    QCOMPARE(ticks.marks.last().second, QStringLiteral("now"));
    QCOMPARE(ticks.to, 0.0);
}

void TestCharts::labelsAtTheEdgesHaveRoom_data()
{
    QTest::addColumn<double>("value");
    QTest::newRow("one digit") << 4.0;
    QTest::newRow("many digits") << 12'340.0;
}

/// The first label of the time stands half to the left of the plot, where the other axis may need hardly any room.
void TestCharts::labelsAtTheEdgesHaveRoom()
{
    QFETCH(double, value);
    AreaChart card;
    card.resize(600, 300);
    card.setData(areasOf(1, 300, value));
    card.show();
    const QChart *chart = chartOf(card);
    auto *times = qobject_cast<QCategoryAxis *>(chart->axes(Qt::Horizontal).constFirst());
    QVERIFY(times != nullptr);
    const QFontMetrics metrics(times->labelsFont());
    const auto half = [&metrics](const QString &label) {
        return metrics.horizontalAdvance(label) / 2;
    };
    QTRY_VERIFY(chart->plotArea().left() >= half(times->categoriesLabels().constFirst()));
    QVERIFY(chart->size().width() - chart->plotArea().right()
            >= half(times->categoriesLabels().constLast()));
}

void TestCharts::emptyChartsCanBeSeen()
{
    AreaChart areas;
    LineChart lines;
    BarChart bars;
    BurnDownChart burn;
    MiniBurns minis;
    for (QWidget *card : std::initializer_list<QWidget *>{&areas, &lines, &bars, &burn, &minis}) {
        card->show();
        QVERIFY(QTest::qWaitForWindowExposed(card));
        QVERIFY(!card->grab().isNull());
    }
    areas.setData({});
    lines.setData({});
    bars.setData({});
    burn.setData({}, {}, 0, {});
    QVERIFY(!areas.twin().summary.isEmpty());
}

void TestCharts::areasAreStackedWithoutPens()
{
    AreaChart chart;
    chart.show();
    chart.setData(areasOf(3, 300, 2));
    QList<QAreaSeries *> areas;
    const QList<QAbstractSeries *> all = chartOf(chart)->series();
    for (QAbstractSeries *series : all) {
        if (auto *area = qobject_cast<QAreaSeries *>(series); area && area->isVisible())
            areas.append(area);
    }
    QCOMPARE(areas.size(), 3);
    for (qsizetype i = 0; i < areas.size(); ++i) {
        QCOMPARE(areas.at(i)->pen().style(), Qt::NoPen);
        QCOMPARE(areas.at(i)->upperSeries()->points().size(), 300);
        QCOMPARE(areas.at(i)->lowerSeries()->at(10).y(), 2.0 * static_cast<double>(i));
        QCOMPARE(areas.at(i)->upperSeries()->at(10).y(), 2.0 * static_cast<double>(i + 1));
    }
    QCOMPARE(areas.first()->upperSeries()->points().last().x(), 0.0);
}

void TestCharts::moreLayersAreSummedUp()
{
    AreaChart chart;
    chart.show();
    chart.setData(areasOf(20, 10, 1));
    const ChartTwin twin = chart.twin();
    QCOMPARE(twin.rows.size(), 8);
    QCOMPARE(twin.rows.last().first(), QStringLiteral("Others"));
    QCOMPARE(twin.rows.last().at(1), QStringLiteral("13"));
}

void TestCharts::theLargestLayersKeepTheirNames()
{
    AreaChart chart;
    AreaChart::Data data = areasOf(9, 10, 1);
    data.layers[2].values.fill(0.5);
    data.layers[4].values.fill(0.25);
    data.layers[8].values.fill(1000);
    chart.setData(data);
    QStringList names;
    for (const QStringList &row : chart.twin().rows)
        names.append(row.first());
    QCOMPARE(names, QStringLiteral("n0 n1 n3 n5 n6 n7 n8 Others").split(QLatin1Char(' ')));
    QCOMPARE(chart.twin().rows.last().at(1), QStringLiteral("0.8"));
    QCOMPARE(chart.legend()->findChildren<QToolButton *>().size(), 8);
}

void TestCharts::hiddenChartsAreNotDrawn()
{
    AreaChart chart;
    chart.setData(areasOf(3, 300, 2));
    QVERIFY(chartOf(chart)->series().isEmpty());
    chart.show();
    QCOMPARE(chartOf(chart)->series().size(), 4);
}

void TestCharts::gapsBreakLines()
{
    LineChart chart;
    chart.show();
    QList<double> values(100, 5.0);
    for (int i = 40; i < 60; ++i)
        values[i] = kNothing;
    values[10] = kNothing; // short: bridged
    LineChart::Data content;
    content.lines = {{QStringLiteral("a"), {}, values, true},
                     {QStringLiteral("b"), {}, QList<double>(100, kNothing), true}};
    chart.setData(content);
    const QList<QLineSeries *> lines = linesOf(chart);
    QCOMPARE(lines.size(), 2);
    QCOMPARE(lines.at(0)->points().size(), 39);
    QCOMPARE(lines.at(1)->points().size(), 40);
    for (const QLineSeries *line : lines) {
        for (const QPointF &point : line->points())
            QVERIFY(std::isfinite(point.y()));
    }
    // Whole again, the second piece goes.
    content.lines.first().values = QList<double>(100, 5.0);
    chart.setData(content);
    QCOMPARE(linesOf(chart).size(), 1);
    // A lone value is still seen.
    content.lines.first().values = QList<double>(100, kNothing);
    content.lines.first().values[50] = 3;
    chart.setData(content);
    QCOMPARE(linesOf(chart).first()->points().size(), 2);
}

void TestCharts::barsAddUpToAHundred()
{
    BarChart chart;
    chart.show();
    BarChart::Data content;
    content.parts = {{QStringLiteral("ok"), SeriesLook{.color = 2, .pattern = 0}, {30, 0, 5}},
                     {QStringLiteral("bad"), SeriesLook{.color = 5, .pattern = 1}, {10, 0, 0}}};
    chart.setData(content);
    auto *series = qobject_cast<QStackedBarSeries *>(chartOf(chart)->series().constFirst());
    QVERIFY(series);
    const QList<QBarSet *> sets = series->barSets();
    QCOMPARE(sets.at(0)->at(0), 75.0);
    QCOMPARE(sets.at(1)->at(0), 25.0);
    QCOMPARE(sets.at(0)->at(1), 0.0);
    QCOMPARE(sets.at(0)->at(2), 100.0);
}

void TestCharts::burnDownShowsItsLines()
{
    BurnDown burn;
    burn.periodDays = 30;
    burn.today = 10;
    burn.actual = {{0, 100}, {10, 60}};
    burn.evenPace = {{0, 100}, {30, 0}};
    burn.forecast = {{10, 60}, {25, 5}};
    burn.reserve = 5;
    BurnDownChart chart;
    chart.show();
    chart.setData(burn, QDate(2026, 11, 15), 100, QStringLiteral("The sentence."));
    const QList<QLineSeries *> lines = linesOf(chart);
    QCOMPARE(lines.size(), 4);
    QSet<int> dashes;
    for (const QLineSeries *line : lines)
        dashes.insert(static_cast<int>(line->pen().style()));
    QCOMPARE(dashes.size(), 4);
    const ChartTwin twin = chart.twin();
    QCOMPARE(twin.rows.size(), 31);
    QCOMPARE(twin.rows.at(5),
             (QStringList{QStringLiteral("20 Nov"),
                          QStringLiteral("80"),
                          QStringLiteral("83"),
                          QStringLiteral("–")}));
    QCOMPARE(twin.summary, QStringLiteral("The sentence."));
}

void TestCharts::entriesThatComeLateAreLaidOut_data()
{
    QTest::addColumn<int>("width");
    QTest::newRow("room in the row") << 1400;
    QTest::newRow("a row more") << 560;
    QTest::newRow("several rows") << 300;
}

/// A legend in a card that is in view gets another entry, as the dashboard's outcomes do.
void TestCharts::entriesThatComeLateAreLaidOut()
{
    QFETCH(int, width);
    QScrollArea scroll;
    scroll.setWidgetResizable(true);
    auto *page = new QWidget;
    auto *grid = new QGridLayout(page);
    auto *chart = new BarChart;
    auto *beside = new AreaChart;
    grid->addWidget(chart, 0, 0);
    grid->addWidget(beside, 0, 1);
    grid->setColumnStretch(0, 1);
    grid->setColumnStretch(1, 1);
    scroll.setWidget(page);
    scroll.resize(width * 2, 400);
    scroll.show();
    BarChart::Data content;
    const auto add = [&](const QString &name) {
        content.parts.append({name, SeriesLook{.color = 1, .pattern = 1}, QList<double>(30, 2)});
        chart->setData(content);
        QCoreApplication::processEvents();
    };
    for (const char *name : {"Answered by a node", "By Spillway", "Refused", "Limited", "Failed"})
        add(QString::fromLatin1(name));
    add(QStringLiteral("Attempts at nodes, from the history"));
    add(QStringLiteral("One more"));
    const LegendBar *legend = chart->legend();
    const QList<QToolButton *> items = legend->findChildren<QToolButton *>();
    QCOMPARE(items.size(), 7);
    QVERIFY(chart->rect().contains(legend->geometry()));
    for (const QToolButton *item : items) {
        QVERIFY2(item->isVisible(), qPrintable(item->text()));
        QVERIFY2(legend->rect().contains(item->geometry()), qPrintable(item->text()));
        QVERIFY2(item->width() >= item->sizeHint().width(), qPrintable(item->text()));
        for (const QToolButton *other : items)
            QVERIFY2(other == item || !other->geometry().intersects(item->geometry()),
                     qPrintable(item->text()));
    }
}

void TestCharts::placesGoToTheHeaviest()
{
    SeriesPlaces places(3);
    const auto a = QStringLiteral("a");
    const auto b = QStringLiteral("b");
    const auto c = QStringLiteral("c");
    const auto d = QStringLiteral("d");
    const auto e = QStringLiteral("e");
    // With room for all of them, in their order, also those with nothing.
    QCOMPARE(places.take({{a, 0}, {b, 5}}), (QStringList{a, b, QString()}));
    places.clear();
    QCOMPARE(places.take({{a, 0}, {b, 5}, {c, 1}, {d, 9}, {e, 7}}), (QStringList{b, d, e}));
    // One that is gone leaves its place to the next, and the others stay where they are.
    QCOMPARE(places.take({{a, 0}, {b, 5}, {c, 1}, {e, 7}}), (QStringList{b, c, e}));
    QCOMPARE(places.take({}), (QStringList{QString(), QString(), QString()}));
}

void TestCharts::placesDoNotFlicker()
{
    SeriesPlaces places(2);
    const auto a = QStringLiteral("a");
    const auto b = QStringLiteral("b");
    const auto c = QStringLiteral("c");
    QCOMPARE(places.take({{a, 100}, {b, 50}, {c, 49}}), (QStringList{a, b}));
    for (int turn = 0; turn < 20; ++turn) {
        const double more = turn % 2 == 0 ? 55 : 45;
        QCOMPARE(places.take({{a, 100}, {b, 50}, {c, more}}), (QStringList{a, b}));
    }
    // Clearly more: it takes the place of the one with least, and nobody else's.
    QCOMPARE(places.take({{a, 100}, {b, 50}, {c, 80}}), (QStringList{a, c}));
    QCOMPARE(places.take({{a, 100}, {b, 85}, {c, 80}}), (QStringList{a, c}));
    QCOMPARE(places.take({{a, 10}, {b, 85}, {c, 80}}), (QStringList{b, c}));
}

void TestCharts::legendHidesSeries()
{
    AreaChart chart;
    chart.show();
    chart.setData(areasOf(2, 10, 3));
    const QList<QToolButton *> items = chart.legend()->findChildren<QToolButton *>();
    QCOMPARE(items.size(), 2);
    QTest::keyClick(items.first(), Qt::Key_Space);
    QVERIFY(!chart.legend()->isShown(QStringLiteral("n0")));
    const QList<QAbstractSeries *> all = chartOf(chart)->series();
    for (QAbstractSeries *series : all) {
        if (auto *area = qobject_cast<QAreaSeries *>(series); area && area->isVisible())
            QCOMPARE(area->upperSeries()->at(0).y(), 3.0);
    }
    // New data keeps what the user chose.
    chart.setData(areasOf(2, 10, 4));
    QVERIFY(!chart.legend()->isShown(QStringLiteral("n0")));
}

void TestCharts::tableSaysTheSame()
{
    AreaChart chart;
    chart.setTitle(QStringLiteral("Spillover"));
    chart.show();
    chart.setData(areasOf(2, 10, 3));
    chart.setTableShown(true);
    auto *table = chart.findChild<QTableView *>();
    QVERIFY(table->isVisible());
    const QAbstractItemModelTester tester(table->model(),
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(table->model()->rowCount(), 2);
    QCOMPARE(table->model()->index(0, 4).data().toString(), QStringLiteral("50 %"));
    QCOMPARE(table->accessibleName(), QStringLiteral("Spillover"));
    QSignalSpy reset(table->model(), &QAbstractItemModel::modelReset);
    chart.setData(areasOf(2, 10, 5));
    QCOMPARE(reset.count(), 0);
    QCOMPARE(table->model()->index(0, 1).data().toString(), QStringLiteral("5.0"));
    chart.setData(areasOf(3, 10, 5));
    QCOMPARE(table->model()->rowCount(), 3);
    chart.setTableShown(false);
    QVERIFY(!table->isVisible());
}

void TestCharts::everyChartHasANameAndATable()
{
    LineChart chart;
    chart.setTitle(QStringLiteral("Latency"));
    chart.show();
    chart.setData({});
    QCOMPARE(chart.findChild<QChartView *>()->accessibleName(), QStringLiteral("Latency"));
    const QList<QWidget *> widgets = chart.findChildren<QWidget *>();
    for (const QWidget *widget : widgets) {
        const auto *button = qobject_cast<const QToolButton *>(widget);
        if (button && button->focusPolicy() != Qt::NoFocus && button->text().isEmpty())
            QVERIFY2(!button->accessibleName().isEmpty(), button->metaObject()->className());
    }
}

void TestCharts::chartsFollowTheTheme()
{
    AreaChart chart;
    chart.show();
    chart.setData(areasOf(1, 10, 3));
    const auto brush = [&chart] {
        QBrush last;
        const QList<QAbstractSeries *> all = chartOf(chart)->series();
        for (QAbstractSeries *series : all) {
            if (auto *area = qobject_cast<QAreaSeries *>(series); area && area->isVisible())
                last = area->brush();
        }
        return last.color();
    };
    Theme::instance().setMode(Theme::Mode::Light);
    const QColor light = brush();
    Theme::instance().setMode(Theme::Mode::Dark);
    QVERIFY(Theme::instance().isDark());
    QVERIFY(brush() != light);
    Theme::instance().setMode(Theme::Mode::Light);
    QVERIFY(!Theme::instance().isDark());
    QCOMPARE(brush(), light);
}

void TestCharts::miniBurnsArePressed()
{
    MiniBurns minis;
    MiniBurns::Item item;
    item.name = QStringLiteral("Helius");
    item.sentence = QStringLiteral("Helius has 18 % left.");
    item.limit = 100;
    item.burn.periodDays = 30;
    item.burn.actual = {{0, 100}, {10, 18}};
    minis.setItems({item});
    minis.show();
    QVERIFY(QTest::qWaitForWindowExposed(&minis));
    auto *tile = minis.findChild<QAbstractButton *>();
    QVERIFY(tile);
    QCOMPARE(tile->accessibleName(), item.sentence);
    QSignalSpy activated(&minis, &MiniBurns::activated);
    QTest::keyClick(tile, Qt::Key_Space);
    QCOMPARE(activated.count(), 1);
    QCOMPARE(activated.first().first().toString(), QStringLiteral("Helius"));
    minis.setItems({});
    QVERIFY(!minis.findChild<QAbstractButton *>());
}

void TestCharts::miniBurnsFillTheCard_data()
{
    QTest::addColumn<int>("count");
    for (int count = 1; count <= 5; ++count)
        QTest::addRow("%d", count) << count;
}

/// Whatever was there before: the empty text, as many tiles, fewer or more.
void TestCharts::miniBurnsFillTheCard()
{
    QFETCH(int, count);
    MiniBurns minis;
    minis.resize(600, 400);
    minis.show();
    QVERIFY(QTest::qWaitForWindowExposed(&minis));
    for (const int tiles : {count, 0, count, count + 1, count}) {
        minis.setItems(QList<MiniBurns::Item>(tiles));
        QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
        const QList<QAbstractButton *> shown = minis.findChildren<QAbstractButton *>();
        QCOMPARE(shown.size(), tiles);
        QRect together;
        for (const QAbstractButton *tile : shown) {
            QVERIFY(tile->width() >= tile->minimumSizeHint().width());
            QVERIFY(tile->height() >= tile->minimumSizeHint().height());
            together |= tile->geometry();
        }
        if (tiles > 0)
            QCOMPARE(together, shown.first()->parentWidget()->rect());
    }
}

void TestCharts::flowWrapsAndCentres()
{
    QWidget box;
    auto *flow = new FlowLayout(&box);
    flow->setSpacing(10);
    QList<QLabel *> labels;
    for (const int height : {20, 40, 20}) {
        auto *label = new QLabel(&box);
        label->setFixedSize(100, height);
        flow->addWidget(label);
        labels.append(label);
    }
    QCOMPARE(flow->heightForWidth(400), 40);
    QCOMPARE(flow->heightForWidth(210), 40 + 10 + 20);
    QCOMPARE(flow->heightForWidth(50), 20 + 10 + 40 + 10 + 20);
    box.resize(210, 100);
    box.show();
    QVERIFY(QTest::qWaitForWindowExposed(&box));
    QCOMPARE(labels.at(0)->geometry().center().y(), labels.at(1)->geometry().center().y());
    QCOMPARE(labels.at(2)->pos(), QPoint(0, 50));
    box.setLayoutDirection(Qt::RightToLeft);
    flow->activate();
    QTRY_COMPARE(labels.at(2)->geometry().right(), box.width() - 1);
}

void TestCharts::figuresAreNeverCut()
{
    FigureCard card(QStringLiteral("Latency"));
    card.setFigure(QStringLiteral("43 ms / 171 ms"), QStringLiteral("last 5 minutes"));
    card.resize(420, card.sizeHint().height());
    card.show();
    QVERIFY(QTest::qWaitForWindowExposed(&card));
    const QList<QLabel *> labels = card.findChildren<QLabel *>();
    const auto figure = std::find_if(labels.begin(), labels.end(), [](const QLabel *label) {
        return label->text().startsWith(QStringLiteral("43"));
    });
    QVERIFY(figure != labels.end());
    const double wide = (*figure)->font().pointSizeF();
    const int height = card.sizeHint().height();
    card.resize(150, card.height());
    QTRY_VERIFY((*figure)->fontMetrics().horizontalAdvance((*figure)->text())
                <= (*figure)->width());
    QVERIFY((*figure)->font().pointSizeF() < wide);
    QCOMPARE(card.sizeHint().height(), height);
    QCOMPARE(card.accessibleName(), QStringLiteral("Latency: 43 ms / 171 ms"));
}

void TestCharts::emptyStateShowsAllItsText()
{
    EmptyState state(QStringLiteral("spill"));
    state.setText(QStringLiteral("Nothing here"), QStringLiteral("word ").repeated(60));
    QPushButton *button = state.addButton(QStringLiteral("Do it"));
    state.resize(600, 500);
    state.show();
    QVERIFY(QTest::qWaitForWindowExposed(&state));
    const QList<QLabel *> labels = state.findChildren<QLabel *>();
    for (const QLabel *label : labels) {
        if (label->wordWrap())
            QVERIFY2(label->height() >= label->heightForWidth(label->width()),
                     qPrintable(label->text()));
    }
    QVERIFY(button->isVisible());
}

void TestCharts::filterTellsAMomentLater()
{
    FilterBar bar;
    bar.addChip(QStringLiteral("a"), QStringLiteral("A"));
    bar.addChip(QStringLiteral("b"), QStringLiteral("B"));
    bar.show();
    QSignalSpy changed(&bar, &FilterBar::changed);
    QTest::keyClicks(bar.edit(), QStringLiteral("slot"));
    QCOMPARE(changed.count(), 0);
    QTRY_COMPARE(changed.count(), 1);
    bar.setCheckedChips({QStringLiteral("b")});
    QCOMPARE(changed.count(), 2);
    QCOMPARE(bar.checkedChips(), QStringList{QStringLiteral("b")});
    bar.setProblem(QStringLiteral("wrong"));
    QCOMPARE(bar.edit()->accessibleDescription(), QStringLiteral("wrong"));
}

void TestCharts::bannerHidesUntilNeeded()
{
    QWidget parent;
    Banner banner(&parent);
    parent.show();
    QVERIFY(!banner.isVisible());
    banner.show(QStringLiteral("<b>Stopped.</b> Really"), Tone::Warning);
    QVERIFY(banner.isVisible());
    QCOMPARE(banner.accessibleName(), QStringLiteral("Stopped. Really"));
    banner.addButton(QStringLiteral("Start"));
    QCOMPARE(banner.findChildren<QPushButton *>().size(), 1);
}

void TestCharts::iconsAreDrawnInTheColourOfTheTheme()
{
    Theme::instance().setMode(Theme::Mode::Light);
    const QIcon icon = Theme::instance().icon(QStringLiteral("ok"), Tone::Good);
    const auto colorOf = [&icon] {
        const QImage image = icon.pixmap(32).toImage();
        QColor strongest(Qt::transparent);
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x) {
                if (image.pixelColor(x, y).alpha() > strongest.alpha())
                    strongest = image.pixelColor(x, y);
            }
        }
        return strongest;
    };
    QCOMPARE(colorOf().rgb(), Theme::instance().good().rgb());
    const QColor light = Theme::instance().good();
    Theme::instance().setMode(Theme::Mode::Dark);
    QVERIFY(Theme::instance().good() != light);
    QCOMPARE(colorOf().rgb(), Theme::instance().good().rgb());
    Theme::instance().setMode(Theme::Mode::Light);
    QVERIFY(Theme::instance().icon(QStringLiteral("no-such-icon")).pixmap(16).isNull());
}

SPILLWAY_TEST(TestCharts)

#include "tst_charts.moc"
