// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/barchart.h"

#include "charts/plotview.h"
#include "widgets/format.h"

#include <QBarSet>
#include <QCategoryAxis>
#include <QChart>
#include <QStackedBarSeries>

#include <algorithm>
#include <cmath>

namespace spillway::ui {

namespace {

constexpr qreal kBarWidth = 0.78;

} // namespace

BarChart::BarChart(QWidget *parent)
    : ChartCard(parent)
{
    view()->setRenderHint(QPainter::Antialiasing, false);
}

BarChart::~BarChart()
{
    if (m_series)
        chart()->removeSeries(m_series.get());
}

qsizetype BarChart::bars() const
{
    return m_data.parts.isEmpty() ? 0 : m_data.parts.first().amounts.size();
}

double BarChart::total(qsizetype bar) const
{
    double sum = 0;
    for (const Part &part : m_data.parts) {
        if (legend()->isShown(part.name))
            sum += part.amounts.value(bar);
    }
    return sum;
}

void BarChart::setData(Data content)
{
    m_data = std::move(content);
    QList<LegendBar::Entry> entries;
    for (const Part &part : std::as_const(m_data.parts))
        entries.append({part.name, part.look});
    legend()->setEntries(entries);
    dataChanged();
}

void BarChart::makeSets()
{
    if (m_series)
        chart()->removeSeries(m_series.get());
    m_series = std::make_unique<QStackedBarSeries>();
    m_series->setBarWidth(kBarWidth);
    m_sets.clear();
    for (const Part &part : std::as_const(m_data.parts)) {
        auto *set = new QBarSet(part.name);
        for (qsizetype bar = 0; bar < bars(); ++bar)
            set->append(0);
        m_sets.append(set);
    }
    m_series->append(m_sets);
    chart()->addSeries(m_series.get());
    m_series->attachAxis(axisX());
    m_series->attachAxis(axisY());
    recolor();
}

void BarChart::recolor()
{
    for (qsizetype i = 0; i < m_sets.size() && i < m_data.parts.size(); ++i) {
        m_sets.at(i)->setBrush(seriesBrush(m_data.parts.at(i).look, devicePixelRatioF()));
        m_sets.at(i)->setPen(Qt::NoPen);
    }
}

void BarChart::redraw()
{
    if (m_sets.size() != m_data.parts.size()
        || (!m_sets.isEmpty() && m_sets.first()->count() != bars()))
        makeSets();
    for (qsizetype i = 0; i < m_sets.size(); ++i) {
        const Part &part = m_data.parts.at(i);
        for (qsizetype bar = 0; bar < bars(); ++bar) {
            const double sum = total(bar);
            const double share =
                sum > 0 && legend()->isShown(part.name) ? part.amounts.value(bar) / sum * 100 : 0;
            if (m_sets.at(i)->at(static_cast<int>(bar)) != share)
                m_sets.at(i)->replace(static_cast<int>(bar), share);
        }
    }
    Ticks percents{0, 100, {}};
    for (const int mark : {0, 25, 50, 75, 100})
        percents.marks.append({mark, format::percent(mark / 100.0)});
    setTicks(axisY(), percents);

    // Bars stand at 0 … n-1; the time labels are laid over them.
    Ticks times = timeTicks(m_data.spanSeconds);
    const auto scale = static_cast<qreal>(bars()) / m_data.spanSeconds;
    for (auto &[at, label] : times.marks)
        at = static_cast<qreal>(bars()) - 0.5 + at * scale;
    times.from = -0.5;
    times.to = static_cast<qreal>(bars()) - 0.5;
    setTicks(axisX(), times);
}

QString BarChart::textAt(qreal x, qreal *snapped) const
{
    if (bars() == 0)
        return {};
    const qsizetype bar = std::clamp<qsizetype>(qRound64(x), 0, bars() - 1);
    *snapped = static_cast<qreal>(bar);
    const qsizetype agoMs = (bars() - 1 - bar) * m_data.spanSeconds * 1000 / bars();
    QStringList lines{agoMs < 1000 ? tr("Now") : tr("%1 ago").arg(format::duration(agoMs))};
    const double sum = total(bar);
    if (sum <= 0)
        lines.append(tr("No requests"));
    for (auto part = m_data.parts.crbegin(); part != m_data.parts.crend(); ++part) {
        if (sum > 0 && part->amounts.value(bar) > 0)
            lines.append(tr("%1: %2", "name, share")
                             .arg(part->name, format::percent(part->amounts.value(bar) / sum)));
    }
    return lines.join(QLatin1Char('\n'));
}

ChartTwin BarChart::twin() const
{
    ChartTwin twin;
    twin.columns = {tr("Outcome"), tr("Share"), tr("Latest")};
    double all = 0;
    for (qsizetype bar = 0; bar < bars(); ++bar)
        all += total(bar);
    const double latest = bars() > 0 ? total(bars() - 1) : 0;
    QStringList parts;
    for (const Part &part : m_data.parts) {
        double sum = 0;
        for (const double amount : part.amounts)
            sum += amount;
        const QString share = all > 0 ? format::percent(sum / all) : QStringLiteral("–");
        const QString now =
            latest > 0 ? format::percent(part.amounts.constLast() / latest) : QStringLiteral("–");
        twin.rows.append({part.name, share, now});
        if (sum > 0)
            parts.append(tr("%1 %2", "name, share").arg(part.name, share));
    }
    twin.summary = parts.isEmpty() ? tr("No requests in this time.")
                                   : parts.join(QStringLiteral(", ")) + QLatin1Char('.');
    return twin;
}

} // namespace spillway::ui
