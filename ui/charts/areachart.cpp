// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/areachart.h"

#include "charts/plotview.h"
#include "widgets/format.h"

#include <QAreaSeries>
#include <QCategoryAxis>
#include <QChart>
#include <QLineSeries>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace spillway::ui {

namespace {

qreal xOf(qsizetype index, qsizetype count, int bucketSeconds)
{
    return -static_cast<qreal>(count - 1 - index) * bucketSeconds;
}

double sumOf(const QList<double> &values)
{
    return std::accumulate(values.cbegin(), values.cend(), 0.0, [](double sum, double value) {
        return std::isfinite(value) ? sum + value : sum;
    });
}

/// What does not fit is summed up in the last layer.
void limitLayers(AreaChart::Data *data, const QString &name)
{
    const QList<qsizetype> own = AreaChart::ownLayers(data->layers);
    if (own.size() == data->layers.size())
        return;
    QList<AreaChart::Layer> layers;
    AreaChart::Layer rest;
    rest.name = name;
    rest.look = SeriesLook{.color = -1, .pattern = 3};
    for (qsizetype i = 0; i < data->layers.size(); ++i) {
        const AreaChart::Layer &layer = data->layers.at(i);
        if (own.contains(i)) {
            layers.append(layer);
            continue;
        }
        rest.values.resize(std::max(rest.values.size(), layer.values.size()));
        for (qsizetype at = 0; at < layer.values.size(); ++at)
            rest.values[at] += layer.values.at(at);
    }
    layers.append(rest);
    data->layers = layers;
}

} // namespace

struct AreaChart::Area
{
    QLineSeries upper;
    QLineSeries lower;
    QAreaSeries series;

    Area() { series.setPen(Qt::NoPen); }
};

AreaChart::AreaChart(QWidget *parent)
    : ChartCard(parent)
{
    // Filled shapes hide their edges; smoothing them would cost half of the picture.
    view()->setRenderHint(QPainter::Antialiasing, false);
}

AreaChart::~AreaChart()
{
    // The series are ours, so they leave before the chart does.
    for (const auto &area : m_areas)
        chart()->removeSeries(&area->series);
    if (m_gaps)
        chart()->removeSeries(&m_gaps->series);
}

QList<qsizetype> AreaChart::ownLayers(const QList<Layer> &layers)
{
    QList<qsizetype> own(layers.size());
    std::iota(own.begin(), own.end(), qsizetype{0});
    if (layers.size() <= kMostLayers)
        return own;
    QList<double> sums;
    for (const Layer &layer : layers)
        sums.append(sumOf(layer.values));
    std::stable_sort(own.begin(), own.end(), [&sums](qsizetype a, qsizetype b) {
        return sums.at(a) > sums.at(b);
    });
    own.resize(kMostLayers - 1);
    std::sort(own.begin(), own.end());
    return own;
}

void AreaChart::setUnit(const QString &unit, double least)
{
    m_unit = unit;
    m_least = least;
}

void AreaChart::setData(Data content)
{
    m_data = std::move(content);
    limitLayers(&m_data, tr("Others"));
    QList<LegendBar::Entry> entries;
    for (const Layer &layer : std::as_const(m_data.layers))
        entries.append({layer.name, layer.look});
    legend()->setEntries(entries);
    dataChanged();
}

void AreaChart::makeAreas(std::size_t count)
{
    const auto attach = [this](QAreaSeries &series) {
        chart()->addSeries(&series);
        series.attachAxis(axisX());
        series.attachAxis(axisY());
    };
    if (!m_gaps) {
        m_gaps = std::make_unique<Area>();
        m_gaps->series.setUpperSeries(&m_gaps->upper);
        m_gaps->series.setLowerSeries(&m_gaps->lower);
        attach(m_gaps->series);
    }
    while (m_areas.size() > count) {
        chart()->removeSeries(&m_areas.back()->series);
        m_areas.pop_back();
    }
    while (m_areas.size() < count) {
        auto area = std::make_unique<Area>();
        area->series.setUpperSeries(&area->upper);
        area->series.setLowerSeries(&area->lower);
        attach(area->series);
        m_areas.push_back(std::move(area));
    }
    recolor();
}

void AreaChart::recolor()
{
    for (std::size_t i = 0; i < m_areas.size(); ++i) {
        const SeriesLook look = m_data.layers.value(static_cast<qsizetype>(i)).look;
        m_areas[i]->series.setBrush(seriesBrush(look, devicePixelRatioF()));
        m_areas[i]->series.setPen(Qt::NoPen);
    }
    if (m_gaps)
        m_gaps->series.setBrush(QBrush(Theme::instance().grid(), Qt::BDiagPattern));
}

void AreaChart::redraw()
{
    if (m_areas.size() != static_cast<std::size_t>(m_data.layers.size()) || !m_gaps)
        makeAreas(static_cast<std::size_t>(m_data.layers.size()));
    else
        recolor();
    const qsizetype count = m_data.known.size();
    QList<double> sums(count, 0.0);
    double top = 0;
    for (std::size_t layer = 0; layer < m_areas.size(); ++layer) {
        const Layer &source = m_data.layers.at(static_cast<qsizetype>(layer));
        const bool shown = legend()->isShown(source.name);
        Area &area = *m_areas[layer];
        area.series.setVisible(shown);
        if (!shown)
            continue;
        QList<QPointF> lower(count);
        QList<QPointF> upper(count);
        for (qsizetype i = 0; i < count; ++i) {
            const qreal x = xOf(i, count, m_data.bucketSeconds);
            lower[i] = QPointF(x, sums.at(i));
            const double value = source.values.value(i);
            if (std::isfinite(value) && value > 0)
                sums[i] += value;
            upper[i] = QPointF(x, sums.at(i));
            top = std::max(top, sums.at(i));
        }
        area.lower.replace(lower);
        area.upper.replace(upper);
    }
    const Ticks ticks = valueTicks(top, m_least);
    setTicks(axisX(), timeTicks(static_cast<int>(count) * m_data.bucketSeconds));
    // The axis calms down: it grows at once and shrinks only when half of it stands empty.
    if (ticks.to > axisY()->max() || ticks.to < axisY()->max() / 2 || axisY()->count() == 0)
        setTicks(axisY(), ticks);
    drawGaps(axisY()->max());
}

void AreaChart::drawGaps(double top)
{
    const qsizetype count = m_data.known.size();
    QList<QPointF> upper(count);
    QList<QPointF> lower(count);
    for (qsizetype i = 0; i < count; ++i) {
        const qreal x = xOf(i, count, m_data.bucketSeconds);
        lower[i] = QPointF(x, 0);
        upper[i] = QPointF(x, m_data.known.at(i) ? 0 : top);
    }
    m_gaps->lower.replace(lower);
    m_gaps->upper.replace(upper);
    m_gaps->series.setVisible(m_data.known.contains(false));
}

QString AreaChart::textAt(qreal x, qreal *snapped) const
{
    const qsizetype count = m_data.known.size();
    if (count == 0)
        return {};
    const qsizetype index =
        std::clamp<qsizetype>(count - 1 + qRound64(x / m_data.bucketSeconds), 0, count - 1);
    *snapped = xOf(index, count, m_data.bucketSeconds);
    const std::int64_t agoMs = static_cast<std::int64_t>(-*snapped * 1000);
    QStringList lines{agoMs < 1000 ? tr("Now") : tr("%1 ago").arg(format::duration(agoMs))};
    if (!m_data.known.at(index))
        lines.append(tr("No data"));
    for (auto layer = m_data.layers.crbegin(); layer != m_data.layers.crend(); ++layer) {
        if (m_data.known.at(index) && layer->values.value(index) > 0)
            lines.append(
                tr("%1: %2 %3", "name, figure, unit")
                    .arg(layer->name, format::perSecond(layer->values.value(index)), m_unit));
    }
    return lines.join(QLatin1Char('\n'));
}

ChartTwin AreaChart::twin() const
{
    ChartTwin twin;
    twin.columns = {tr("Series"), tr("Latest"), tr("Average"), tr("Greatest"), tr("Share")};
    double all = 0;
    for (const Layer &layer : m_data.layers) {
        for (const double value : layer.values)
            all += value;
    }
    const auto known = static_cast<double>(m_data.known.count(true));
    QStringList shares;
    for (const Layer &layer : m_data.layers) {
        double sum = 0;
        double greatest = 0;
        for (const double value : layer.values) {
            sum += value;
            greatest = std::max(greatest, value);
        }
        const QString share = all > 0 ? format::percent(sum / all) : QStringLiteral("–");
        twin.rows.append({layer.name,
                          format::perSecond(layer.values.isEmpty() ? 0 : layer.values.constLast()),
                          known > 0 ? format::perSecond(sum / known) : QStringLiteral("–"),
                          format::perSecond(greatest),
                          share});
        if (sum > 0)
            shares.append(tr("%1 %2", "name, share").arg(layer.name, share));
    }
    twin.summary = shares.isEmpty()
                       ? tr("No requests in this time.")
                       : tr("Shares of the requests: %1.").arg(shares.join(QStringLiteral(", ")));
    return twin;
}

} // namespace spillway::ui
