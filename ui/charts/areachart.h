// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/chartcard.h"

#include <memory>
#include <vector>

QT_BEGIN_NAMESPACE
class QAreaSeries;
class QLineSeries;
QT_END_NAMESPACE

namespace spillway::ui {

/// Areas stacked over time, up to eight; of more the smallest are summed up as "Others". At most 300 values each.
class AreaChart final : public ChartCard
{
    Q_OBJECT

public:
    struct Layer
    {
        QString name;
        SeriesLook look; ///< with a pattern
        QList<double> values;
    };

    struct Data
    {
        int bucketSeconds = 1;
        QList<Layer>
            layers; ///< lowest first, all of the same length; oldest value first, the last one is now
        QList<bool> known; ///< false: a gap, drawn as such
    };

    static constexpr qsizetype kMostLayers = 8;

    explicit AreaChart(QWidget *parent = nullptr);
    ~AreaChart() override;

    /// Which of the layers are shown under their own names, in their order: the largest ones.
    [[nodiscard]] static QList<qsizetype> ownLayers(const QList<Layer> &layers);

    /// `unit` is put behind figures ("req/s"); `least` is the smallest top of the axis.
    void setUnit(const QString &unit, double least);
    void setData(Data content);

    [[nodiscard]] ChartTwin twin() const override;

protected:
    void redraw() override;
    void recolor() override;
    [[nodiscard]] QString textAt(qreal x, qreal *snapped) const override;

private:
    struct Area;

    void makeAreas(std::size_t count);
    void drawGaps(double top);

    Data m_data;
    QString m_unit;
    double m_least = 1;
    std::vector<std::unique_ptr<Area>> m_areas;
    std::unique_ptr<Area> m_gaps;
};

} // namespace spillway::ui
