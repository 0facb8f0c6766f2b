// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/linechart.h"

#include "charts/plotview.h"
#include "widgets/format.h"

#include <QCategoryAxis>
#include <QChart>
#include <QLineSeries>
#include <QScatterSeries>

#include <algorithm>
#include <cmath>

namespace spillway::ui {

namespace {

/// Shorter gaps are bridged: a node that answers now and then has no value in most seconds.
constexpr qsizetype kBridged = 15;

qreal xOf(qsizetype index, qsizetype count, int bucketSeconds)
{
    return -static_cast<qreal>(count - 1 - index) * bucketSeconds;
}

/// The values as runs of points without a long gap between them.
QList<QList<QPointF>> runsOf(const QList<double> &values, int bucketSeconds)
{
    QList<QList<QPointF>> runs;
    qsizetype last = -kBridged - 1;
    for (qsizetype i = 0; i < values.size(); ++i) {
        if (!std::isfinite(values.at(i)))
            continue;
        if (i - last > kBridged)
            runs.append(QList<QPointF>());
        runs.last().append(QPointF(xOf(i, values.size(), bucketSeconds), values.at(i)));
        last = i;
    }
    for (QList<QPointF> &run : runs) {
        // A lone point would not be seen.
        if (run.size() == 1)
            run.append(run.first() + QPointF(bucketSeconds, 0));
    }
    return runs;
}

} // namespace

LineChart::LineChart(QWidget *parent)
    : ChartCard(parent)
    , m_format([](double value) { return format::shortNumber(value); })
{
    view()->setRenderHint(QPainter::Antialiasing);
}

LineChart::~LineChart()
{
    for (const Segments &segments : m_lines) {
        for (const auto &segment : segments)
            chart()->removeSeries(segment.get());
    }
    if (m_markers)
        chart()->removeSeries(m_markers.get());
}

void LineChart::setFormat(std::function<QString(double)> format, double least)
{
    m_format = std::move(format);
    m_least = least;
}

qsizetype LineChart::count() const
{
    return m_data.lines.isEmpty() ? 0 : m_data.lines.first().values.size();
}

void LineChart::setData(Data content)
{
    m_data = std::move(content);
    QList<LegendBar::Entry> entries;
    for (const Line &line : std::as_const(m_data.lines)) {
        entries.append({line.name, line.look});
        if (!m_known.contains(line.name)) {
            m_known.append(line.name);
            if (!line.shownAtFirst)
                legend()->setShown(line.name, false);
        }
    }
    if (!m_data.markerName.isEmpty())
        entries.append({m_data.markerName, SeriesLook{.color = 5, .marker = true}});
    legend()->setEntries(entries);
    dataChanged();
}

void LineChart::redraw()
{
    while (m_lines.size() > static_cast<std::size_t>(m_data.lines.size())) {
        for (const auto &segment : m_lines.back())
            chart()->removeSeries(segment.get());
        m_lines.pop_back();
    }
    m_lines.resize(static_cast<std::size_t>(m_data.lines.size()));
    double top = 0;
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
        const Line &line = m_data.lines.at(static_cast<qsizetype>(i));
        drawLine(line, &m_lines[i]);
        if (!legend()->isShown(line.name))
            continue;
        for (const double value : line.values) {
            if (std::isfinite(value))
                top = std::max(top, value);
        }
    }
    const Ticks ticks = valueTicks(top, m_least);
    setTicks(axisX(), timeTicks(static_cast<int>(count()) * m_data.bucketSeconds));
    if (ticks.to > axisY()->max() || ticks.to < axisY()->max() / 2 || axisY()->count() == 0)
        setTicks(axisY(), ticks);
    drawMarkers();
}

void LineChart::drawLine(const Line &line, Segments *segments)
{
    const bool shown = legend()->isShown(line.name);
    const QList<QList<QPointF>> runs =
        shown ? runsOf(line.values, m_data.bucketSeconds) : QList<QList<QPointF>>();
    while (segments->size() < static_cast<std::size_t>(runs.size())) {
        auto segment = std::make_unique<QLineSeries>();
        chart()->addSeries(segment.get());
        segment->attachAxis(axisX());
        segment->attachAxis(axisY());
        segments->push_back(std::move(segment));
    }
    const QPen pen = seriesPen(line.look);
    for (std::size_t i = 0; i < segments->size(); ++i) {
        QLineSeries &segment = *(*segments)[i];
        const bool used = i < static_cast<std::size_t>(runs.size());
        segment.setVisible(used);
        if (!used)
            continue;
        if (segment.pen() != pen)
            segment.setPen(pen);
        segment.replace(runs.at(static_cast<qsizetype>(i)));
    }
}

void LineChart::drawMarkers()
{
    const bool shown = !m_data.markerName.isEmpty() && legend()->isShown(m_data.markerName);
    if (!m_markers) {
        if (!shown || m_data.markers.isEmpty())
            return;
        m_markers = std::make_unique<QScatterSeries>();
        m_markers->setMarkerShape(QScatterSeries::MarkerShapeTriangle);
        m_markers->setMarkerSize(fontMetrics().height() * 0.62);
        m_markers->setBorderColor(Qt::transparent);
        chart()->addSeries(m_markers.get());
        m_markers->attachAxis(axisX());
        m_markers->attachAxis(axisY());
    }
    m_markers->setColor(Theme::instance().series(5));
    m_markers->setVisible(shown);
    QList<QPointF> points;
    // Just above the foot of the chart, where no line hides them.
    for (const Marker &marker : std::as_const(m_data.markers))
        points.append(
            QPointF(xOf(marker.bucket, count(), m_data.bucketSeconds), axisY()->max() * 0.035));
    m_markers->replace(points);
}

QString LineChart::textAt(qreal x, qreal *snapped) const
{
    if (count() == 0)
        return {};
    const qsizetype index =
        std::clamp<qsizetype>(count() - 1 + qRound64(x / m_data.bucketSeconds), 0, count() - 1);
    *snapped = xOf(index, count(), m_data.bucketSeconds);
    const std::int64_t agoMs = static_cast<std::int64_t>(-*snapped * 1000);
    QStringList lines{agoMs < 1000 ? tr("Now") : tr("%1 ago").arg(format::duration(agoMs))};
    for (const Line &line : m_data.lines) {
        const double value = line.values.value(index);
        if (std::isfinite(value))
            lines.append(tr("%1: %2", "name, figure").arg(line.name, m_format(value)));
    }
    for (const Marker &marker : m_data.markers) {
        if (std::abs(marker.bucket - index) <= 1 && !lines.contains(marker.text))
            lines.append(marker.text);
    }
    if (lines.size() == 1)
        lines.append(tr("No data"));
    return lines.join(QLatin1Char('\n'));
}

ChartTwin LineChart::twin() const
{
    ChartTwin twin;
    twin.columns = {tr("Series"), tr("Latest"), tr("Least"), tr("Average"), tr("Greatest")};
    QStringList parts;
    for (const Line &line : m_data.lines) {
        double sum = 0;
        double least = std::numeric_limits<double>::infinity();
        double greatest = -std::numeric_limits<double>::infinity();
        double latest = std::numeric_limits<double>::quiet_NaN();
        int known = 0;
        for (const double value : line.values) {
            if (!std::isfinite(value))
                continue;
            ++known;
            sum += value;
            least = std::min(least, value);
            greatest = std::max(greatest, value);
            latest = value;
        }
        if (known == 0) {
            twin.rows.append({line.name,
                              QStringLiteral("–"),
                              QStringLiteral("–"),
                              QStringLiteral("–"),
                              QStringLiteral("–")});
            continue;
        }
        twin.rows.append({line.name,
                          m_format(latest),
                          m_format(least),
                          m_format(sum / known),
                          m_format(greatest)});
        parts.append(tr("%1 %2, at most %3", "name, latest, greatest")
                         .arg(line.name, m_format(latest), m_format(greatest)));
    }
    if (!m_data.markerName.isEmpty())
        parts.append(tr("%1: %2", "name of the marks, how many")
                         .arg(m_data.markerName)
                         .arg(m_data.markers.size()));
    twin.summary = parts.isEmpty() ? tr("No data in this time.")
                                   : parts.join(QStringLiteral("; ")) + QLatin1Char('.');
    return twin;
}

} // namespace spillway::ui
