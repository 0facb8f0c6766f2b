// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/chartcard.h"
#include "stats/burndown.h"

#include <QDate>

#include <memory>

namespace spillway::ui {

/// Credits left over the billing period: actual (solid), even pace (dashed), forecast (dotted), the reserve that is never spent
/// (hatched band), today (vertical line).
class BurnDownChart final : public ChartCard
{
    Q_OBJECT

public:
    explicit BurnDownChart(QWidget *parent = nullptr);
    ~BurnDownChart() override;

    /// `periodStart` gives the days their dates. `sentence` becomes the summary for screen readers.
    void
    setData(const BurnDown &burn, const QDate &periodStart, double limit, const QString &sentence);

    [[nodiscard]] ChartTwin twin() const override;

protected:
    void redraw() override;
    void relabel() override;
    void recolor() override;
    [[nodiscard]] QString textAt(qreal x, qreal *snapped) const override;

private:
    struct Series;

    [[nodiscard]] double at(const QList<QPointF> &line, qreal x) const;

    BurnDown m_data;
    QDate m_periodStart;
    double m_limit = 0;
    QString m_sentence;
    std::unique_ptr<Series> m_series;
};

} // namespace spillway::ui
