// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/chartcard.h"

#include <functional>
#include <memory>
#include <vector>

QT_BEGIN_NAMESPACE
class QLineSeries;
class QScatterSeries;
QT_END_NAMESPACE

namespace spillway::ui {

/// Lines over time with markers. At most 300 values each; a NaN is a gap, bridged when it is short.
class LineChart final : public ChartCard
{
    Q_OBJECT

public:
    struct Line
    {
        QString name;
        SeriesLook look;
        QList<double> values;
        bool shownAtFirst = true; ///< else the legend has it switched off
    };

    struct Marker
    {
        qsizetype bucket = 0;
        QString text; ///< "Helius penalised"
    };

    struct Data
    {
        int bucketSeconds = 1;
        QList<Line> lines; ///< all of the same length; oldest value first, the last one is now
        QList<Marker> markers;
        QString markerName; ///< for the legend; empty: no markers at all
    };

    explicit LineChart(QWidget *parent = nullptr);
    ~LineChart() override;

    /// How a value is written: for milliseconds format::latency. `least` is the smallest top of the axis.
    void setFormat(std::function<QString(double)> format, double least);
    void setData(Data content);

    [[nodiscard]] ChartTwin twin() const override;

protected:
    void redraw() override;
    [[nodiscard]] QString textAt(qreal x, qreal *snapped) const override;

private:
    /// One line of the chart is drawn as several, with a gap between each.
    using Segments = std::vector<std::unique_ptr<QLineSeries>>;

    [[nodiscard]] qsizetype count() const;
    void drawLine(const Line &line, Segments *segments);
    void drawMarkers();

    Data m_data;
    std::function<QString(double)> m_format;
    double m_least = 1;
    std::vector<Segments> m_lines;
    std::unique_ptr<QScatterSeries> m_markers;
    QStringList m_known; ///< names that the legend has met
};

} // namespace spillway::ui
