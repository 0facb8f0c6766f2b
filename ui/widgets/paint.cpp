// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/paint.h"

#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace spillway::ui::paint {

namespace {

class Saved
{
public:
    explicit Saved(QPainter &painter)
        : m_painter(painter)
    {
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
    }

    ~Saved() { m_painter.restore(); }

    Q_DISABLE_COPY_MOVE(Saved)

private:
    QPainter &m_painter;
};

void drawRun(QPainter &painter, const QPolygonF &run, qreal bottom, const QColor &color)
{
    if (run.isEmpty())
        return;
    QPolygonF area = run;
    area << QPointF(run.last().x(), bottom) << QPointF(run.first().x(), bottom);
    QColor fill = color;
    fill.setAlphaF(0.18F);
    painter.setPen(Qt::NoPen);
    painter.setBrush(fill);
    painter.drawPolygon(area);
    painter.setPen(QPen(color, 1.4));
    painter.setBrush(Qt::NoBrush);
    if (run.size() == 1)
        painter.drawPoint(run.first());
    else
        painter.drawPolyline(run);
}

} // namespace

void sparkline(QPainter &painter,
               const QRectF &rect,
               const QList<double> &values,
               const QColor &color,
               double top)
{
    if (values.size() < 2 || rect.width() < 4)
        return;
    double greatest = top;
    for (const double value : values) {
        if (std::isfinite(value))
            greatest = std::max(greatest, value);
    }
    if (greatest <= 0)
        greatest = 1;
    const Saved saved(painter);
    const qreal step = rect.width() / static_cast<qreal>(values.size() - 1);
    QPolygonF run;
    for (qsizetype i = 0; i < values.size(); ++i) {
        const double value = values.at(i);
        if (!std::isfinite(value)) {
            drawRun(painter, run, rect.bottom(), color);
            run.clear();
            continue;
        }
        run << QPointF(rect.left() + step * static_cast<qreal>(i),
                       rect.bottom() - (rect.height() - 1) * value / greatest);
    }
    drawRun(painter, run, rect.bottom(), color);
}

namespace {

struct BarColors
{
    QColor ground;
    QColor part;
    QColor mark;
};

void drawBar(QPainter &painter,
             const QRectF &rect,
             double share,
             const BarColors &colors,
             std::optional<double> mark)
{
    const Saved saved(painter);
    const qreal round = rect.height() / 2;
    painter.setPen(Qt::NoPen);
    painter.setBrush(colors.ground);
    QPainterPath outline;
    outline.addRoundedRect(rect, round, round);
    painter.drawPath(outline);
    const double part = std::isfinite(share) ? std::clamp(share, 0.0, 1.0) : 0;
    if (part > 0) {
        painter.setClipPath(outline);
        painter.setBrush(colors.part);
        painter.drawRect(
            QRectF(rect.left(), rect.top(), std::max(rect.width() * part, 1.5), rect.height()));
        painter.setClipping(false);
    }
    if (mark && *mark > 0 && *mark < 1) {
        const qreal x = rect.left() + rect.width() * *mark;
        painter.setPen(QPen(colors.mark, 1.4));
        painter.drawLine(QPointF(x, rect.top() - 2), QPointF(x, rect.bottom() + 2));
    }
}

} // namespace

void bar(QPainter &painter,
         const QRectF &rect,
         double share,
         const QColor &color,
         std::optional<double> mark)
{
    const Theme &theme = Theme::instance();
    drawBar(painter, rect, share, {theme.grid(), color, theme.tone(Tone::Neutral)}, mark);
}

void barOnSelection(QPainter &painter,
                    const QRectF &rect,
                    double share,
                    const QColor &text,
                    std::optional<double> mark)
{
    QColor ground = text;
    ground.setAlphaF(0.3F);
    drawBar(painter, rect, share, {ground, text, text}, mark);
}

qreal pill(QPainter &painter, const QRectF &rect, const QString &text, Tone tone, bool draw)
{
    const QFontMetricsF metrics(painter.font());
    const qreal height = std::min(rect.height(), metrics.height() + 2);
    const qreal width = metrics.horizontalAdvance(text) + height * 0.9;
    if (!draw)
        return width;
    const Saved saved(painter);
    const QRectF place(
        rect.left(), rect.center().y() - height / 2, std::min(width, rect.width()), height);
    const Theme &theme = Theme::instance();
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.wash(tone));
    painter.drawRoundedRect(place, height / 2, height / 2);
    painter.setPen(theme.tone(tone));
    painter.drawText(place,
                     Qt::AlignCenter,
                     metrics.elidedText(text, Qt::ElideRight, place.width() - height * 0.5));
    return width;
}

void box(QPainter &painter, const QRectF &rect, const QColor &fill, const QColor &border)
{
    const Saved saved(painter);
    painter.setPen(QPen(border, 1));
    painter.setBrush(fill);
    const qreal round = radius(QFontMetrics(painter.font()));
    painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), round, round);
}

int iconSize(const QFontMetrics &metrics)
{
    return std::max(12, qRound(metrics.height() * 0.95));
}

qreal radius(const QFontMetrics &metrics)
{
    return metrics.height() * 0.4;
}

} // namespace spillway::ui::paint
