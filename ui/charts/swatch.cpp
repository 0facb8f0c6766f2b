// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/swatch.h"

#include "widgets/theme.h"

#include <QPainter>

namespace spillway::ui {

namespace {

constexpr int kTile = 8;

/// A tile that repeats without a seam: diagonal lines one way, the other way, or dots.
QPixmap tile(const QColor &color, int pattern, qreal scale)
{
    const int side = qMax(kTile, qRound(kTile * scale));
    QPixmap pixmap(side, side);
    pixmap.fill(color);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor line = Theme::instance().isDark() ? color.darker(150) : color.lighter(150);
    painter.setPen(QPen(line, side * 0.17));
    switch (pattern % 4) {
    case 1:
        for (const int shift : {-side, 0, side})
            painter.drawLine(QPointF(shift - 1, side + 1), QPointF(shift + side + 1, -1));
        break;
    case 2:
        for (const int shift : {-side, 0, side})
            painter.drawLine(QPointF(shift - 1, -1), QPointF(shift + side + 1, side + 1));
        break;
    case 3:
        painter.setPen(Qt::NoPen);
        painter.setBrush(line);
        painter.drawEllipse(QPointF(side / 2.0, side / 2.0), side * 0.18, side * 0.18);
        break;
    default:
        break;
    }
    return pixmap;
}

} // namespace

QColor seriesColor(const SeriesLook &look)
{
    return look.color < 0 ? Theme::instance().muted() : Theme::instance().series(look.color);
}

QBrush seriesBrush(const SeriesLook &look, qreal scale)
{
    const QColor color = seriesColor(look);
    if (look.pattern <= 0)
        return color;
    QBrush brush(tile(color, look.pattern, scale));
    brush.setTransform(QTransform::fromScale(1 / scale, 1 / scale));
    return brush;
}

QPen seriesPen(const SeriesLook &look)
{
    QPen pen(seriesColor(look), look.width, look.dash, Qt::FlatCap, Qt::RoundJoin);
    pen.setCosmetic(true);
    return pen;
}

QPixmap seriesSwatch(const SeriesLook &look, int height, qreal scale)
{
    const QSize size(look.pattern < 0 && !look.marker ? height * 2 : height, height);
    QPixmap pixmap(size * scale);
    pixmap.setDevicePixelRatio(scale);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    if (look.marker) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(seriesColor(look));
        painter.drawPolygon(
            QPolygonF{{height / 2.0, 1}, {height - 1.0, height - 1.0}, {1, height - 1.0}});
    } else if (look.pattern < 0) {
        painter.setPen(seriesPen(look));
        painter.drawLine(QPointF(0, height / 2.0), QPointF(size.width(), height / 2.0));
    } else {
        painter.setPen(Qt::NoPen);
        painter.setBrush(seriesBrush(look, scale));
        painter.drawRoundedRect(QRectF(QPointF(0, 0), QSizeF(size)).adjusted(0, 1, 0, -1), 2, 2);
    }
    return pixmap;
}

} // namespace spillway::ui
