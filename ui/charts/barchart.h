// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/chartcard.h"

#include <memory>
#include <vector>

QT_BEGIN_NAMESPACE
class QBarSet;
class QStackedBarSeries;
QT_END_NAMESPACE

namespace spillway::ui {

/// Stacked bars of shares over time, at most 30. Each bar with anything in it adds up to 100 %.
class BarChart final : public ChartCard
{
    Q_OBJECT

public:
    struct Part
    {
        QString name;
        SeriesLook look;       ///< with a pattern
        QList<double> amounts; ///< by bar, oldest first
    };

    struct Data
    {
        int spanSeconds = 300;
        QList<Part> parts; ///< lowest first
    };

    explicit BarChart(QWidget *parent = nullptr);
    ~BarChart() override;

    void setData(Data content);

    [[nodiscard]] ChartTwin twin() const override;

protected:
    void redraw() override;
    void recolor() override;
    [[nodiscard]] QString textAt(qreal x, qreal *snapped) const override;

private:
    [[nodiscard]] qsizetype bars() const;
    [[nodiscard]] double total(qsizetype bar) const;
    void makeSets();

    Data m_data;
    std::unique_ptr<QStackedBarSeries> m_series;
    QList<QBarSet *> m_sets; ///< owned by the series
};

} // namespace spillway::ui
