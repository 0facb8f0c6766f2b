// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QChartView>

#include <optional>

namespace spillway::ui {

/// The view of one chart: no frame, a cross-hair under the pointer, keyboard focus for the text twin.
class PlotView final : public QChartView
{
    Q_OBJECT

public:
    explicit PlotView(QWidget *parent = nullptr);

    /// Draws a vertical line at a value of x; nothing: none.
    void setCrosshair(std::optional<qreal> x);

Q_SIGNALS:
    /// The pointer is over the plot at this x.
    void pointed(qreal x, const QPoint &globalPos);
    void left();

protected:
    void mouseMoveEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void drawForeground(QPainter *painter, const QRectF &rect) override;
    void wheelEvent(QWheelEvent *event) override;

private:
    std::optional<qreal> m_crosshair;
};

} // namespace spillway::ui
