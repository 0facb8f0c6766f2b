// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/plotview.h"

#include "widgets/theme.h"

#include <QChart>
#include <QGraphicsLayout>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

namespace spillway::ui {

PlotView::PlotView(QWidget *parent)
    : QChartView(new QChart, parent)
{
    setFrameShape(QFrame::NoFrame);
    setBackgroundBrush(Qt::NoBrush);
    setAutoFillBackground(false);
    viewport()->setAutoFillBackground(false);
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    chart()->setAnimationOptions(QChart::NoAnimation);
    chart()->setBackgroundVisible(false);
    chart()->setMargins(QMargins(0, 0, 0, 0));
    chart()->layout()->setContentsMargins(0, 0, 0, 0);
    chart()->legend()->hide();
    // Time runs from left to right in every language.
    chart()->setLayoutDirection(Qt::LeftToRight);
}

void PlotView::setCrosshair(std::optional<qreal> x)
{
    if (x == m_crosshair)
        return;
    m_crosshair = x;
    viewport()->update();
}

void PlotView::mouseMoveEvent(QMouseEvent *event)
{
    QChartView::mouseMoveEvent(event);
    const QPointF inChart = chart()->mapFromScene(mapToScene(event->position().toPoint()));
    if (chart()->plotArea().contains(inChart) && !chart()->series().isEmpty())
        Q_EMIT pointed(chart()->mapToValue(inChart, chart()->series().constFirst()).x(),
                       event->globalPosition().toPoint());
    else
        Q_EMIT left();
}

void PlotView::leaveEvent(QEvent *event)
{
    QChartView::leaveEvent(event);
    Q_EMIT left();
}

void PlotView::wheelEvent(QWheelEvent *event)
{
    // A chart has nothing to scroll; the page around it has.
    event->ignore();
}

void PlotView::drawForeground(QPainter *painter, const QRectF &)
{
    if (!m_crosshair || chart()->series().isEmpty())
        return;
    const QPointF at =
        chart()->mapToPosition(QPointF(*m_crosshair, 0), chart()->series().constFirst());
    const QRectF plot = chart()->plotArea();
    painter->setPen(QPen(Theme::instance().muted(), 1, Qt::DotLine));
    painter->drawLine(QPointF(at.x(), plot.top()), QPointF(at.x(), plot.bottom()));
}

} // namespace spillway::ui
