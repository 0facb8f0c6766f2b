// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/burndownchart.h"

#include "charts/plotview.h"
#include "widgets/format.h"

#include <QAreaSeries>
#include <QCategoryAxis>
#include <QChart>
#include <QLineSeries>

#include <algorithm>
#include <cmath>

namespace spillway::ui {

namespace {

const SeriesLook kActual{.color = 0, .dash = Qt::SolidLine, .width = 2.6};
const SeriesLook kEvenPace{.color = -1, .dash = Qt::DashLine, .width = 1.6};
const SeriesLook kForecast{.color = 5, .dash = Qt::DotLine, .width = 2.6};
const SeriesLook kReserve{.color = -1, .pattern = 2};
const SeriesLook kToday{.color = -1, .dash = Qt::DashDotLine, .width = 1.2};
constexpr int kMostDates = 7;

} // namespace

struct BurnDownChart::Series
{
    QLineSeries actual;
    QLineSeries evenPace;
    QLineSeries forecast;
    QLineSeries today;
    QLineSeries reserveTop;
    QLineSeries reserveFoot;
    QAreaSeries reserve;
};

BurnDownChart::BurnDownChart(QWidget *parent)
    : ChartCard(parent)
    , m_series(std::make_unique<Series>())
{
    view()->setRenderHint(QPainter::Antialiasing);
    m_series->reserve.setUpperSeries(&m_series->reserveTop);
    m_series->reserve.setLowerSeries(&m_series->reserveFoot);
    const std::initializer_list<QAbstractSeries *> all{&m_series->reserve,
                                                       &m_series->evenPace,
                                                       &m_series->forecast,
                                                       &m_series->today,
                                                       &m_series->actual};
    for (QAbstractSeries *series : all) {
        chart()->addSeries(series);
        series->attachAxis(axisX());
        series->attachAxis(axisY());
    }
    BurnDownChart::relabel();
}

void BurnDownChart::relabel()
{
    legend()->setEntries({{tr("Credits left"), kActual},
                          {tr("Even pace"), kEvenPace},
                          {tr("Forecast"), kForecast},
                          {tr("Reserve"), kReserve},
                          {tr("Today"), kToday}});
}

BurnDownChart::~BurnDownChart()
{
    const QList<QAbstractSeries *> all = chart()->series();
    for (QAbstractSeries *series : all)
        chart()->removeSeries(series);
}

void BurnDownChart::setData(const BurnDown &burn,
                            const QDate &periodStart,
                            double limit,
                            const QString &sentence)
{
    m_data = burn;
    m_periodStart = periodStart;
    m_limit = limit;
    m_sentence = sentence;
    dataChanged();
}

void BurnDownChart::recolor()
{
    m_series->actual.setPen(seriesPen(kActual));
    m_series->evenPace.setPen(seriesPen(kEvenPace));
    m_series->forecast.setPen(seriesPen(kForecast));
    m_series->today.setPen(seriesPen(kToday));
    QColor color = Theme::instance().muted();
    color.setAlphaF(0.5F);
    m_series->reserve.setBrush(QBrush(color, Qt::BDiagPattern));
    m_series->reserve.setPen(Qt::NoPen);
}

void BurnDownChart::redraw()
{
    const auto show =
        [this](QLineSeries &series, const QString &name, const QList<QPointF> &points) {
            series.setVisible(legend()->isShown(name) && points.size() > 1);
            series.replace(points);
        };
    show(m_series->actual, tr("Credits left"), m_data.actual);
    show(m_series->evenPace, tr("Even pace"), m_data.evenPace);
    show(m_series->forecast, tr("Forecast"), m_data.forecast);
    const Ticks values = valueTicks(m_limit, 4);
    setTicks(axisY(), values);
    show(
        m_series->today, tr("Today"), {QPointF(m_data.today, 0), QPointF(m_data.today, values.to)});
    m_series->reserveTop.replace(
        {QPointF(0, m_data.reserve), QPointF(m_data.periodDays, m_data.reserve)});
    m_series->reserveFoot.replace({QPointF(0, 0), QPointF(m_data.periodDays, 0)});
    m_series->reserve.setVisible(legend()->isShown(tr("Reserve")) && m_data.reserve > 0);

    Ticks dates{0, std::max(m_data.periodDays, 1.0), {}};
    const int lastDay = static_cast<int>(std::lround(dates.to));
    const int step = std::max(1, (lastDay + kMostDates - 1) / kMostDates);
    for (int day = 0; day <= lastDay; day += step)
        dates.marks.append({day, format::day(m_periodStart.addDays(day))});
    setTicks(axisX(), dates);
}

double BurnDownChart::at(const QList<QPointF> &line, qreal x) const
{
    if (line.isEmpty() || x < line.constFirst().x() || x > line.constLast().x())
        return std::numeric_limits<double>::quiet_NaN();
    for (qsizetype i = 1; i < line.size(); ++i) {
        const QPointF &left = line.at(i - 1);
        const QPointF &right = line.at(i);
        if (x > right.x())
            continue;
        const qreal width = right.x() - left.x();
        return width <= 0 ? right.y() : left.y() + (right.y() - left.y()) * (x - left.x()) / width;
    }
    return line.constLast().y();
}

QString BurnDownChart::textAt(qreal x, qreal *) const
{
    if (!m_periodStart.isValid())
        return {};
    QStringList lines{format::day(m_periodStart.addDays(static_cast<qint64>(std::floor(x))))};
    const auto add = [this, &lines, x](const QString &name, const QList<QPointF> &line) {
        const double value = at(line, x);
        if (std::isfinite(value))
            lines.append(tr("%1: %2", "name, figure").arg(name, format::shortNumber(value)));
    };
    add(tr("Credits left"), m_data.actual);
    add(tr("Even pace"), m_data.evenPace);
    add(tr("Forecast"), m_data.forecast);
    return lines.join(QLatin1Char('\n'));
}

ChartTwin BurnDownChart::twin() const
{
    ChartTwin twin;
    twin.columns = {tr("Day"), tr("Credits left"), tr("Even pace"), tr("Forecast")};
    const auto cell = [this](const QList<QPointF> &line, qreal x) {
        const double value = at(line, x);
        return std::isfinite(value)
                   ? format::number(static_cast<std::uint64_t>(std::max(0.0, value)))
                   : QStringLiteral("–");
    };
    const int lastDay = static_cast<int>(std::lround(m_data.periodDays));
    for (int day = 0; day <= lastDay; ++day) {
        twin.rows.append({format::day(m_periodStart.addDays(day)),
                          cell(m_data.actual, day),
                          cell(m_data.evenPace, day),
                          cell(m_data.forecast, day)});
    }
    twin.summary = m_sentence;
    return twin;
}

} // namespace spillway::ui
