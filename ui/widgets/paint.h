// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme.h"

#include <QColor>
#include <QList>
#include <QPainter>
#include <QRectF>
#include <QString>

#include <optional>

/// Small drawings for delegates and custom widgets. Each leaves the painter as it was.
namespace spillway::ui::paint {

/// A line over equally spaced values, scaled to the greatest (or `top`); a NaN is a gap. Area below it lightly filled.
void sparkline(QPainter &painter,
               const QRectF &rect,
               const QList<double> &values,
               const QColor &color,
               double top = 0);

/// A rounded bar, `share` 0..1 of it filled, with a tick at `mark`.
void bar(QPainter &painter,
         const QRectF &rect,
         double share,
         const QColor &color,
         std::optional<double> mark = std::nullopt);
/// The same on a selected row, in the colour of its text alone: others would be lost in the colour of the selection.
void barOnSelection(QPainter &painter,
                    const QRectF &rect,
                    double share,
                    const QColor &text,
                    std::optional<double> mark = std::nullopt);

/// A rounded label; returns its width. With `draw` off it only measures.
qreal pill(QPainter &painter, const QRectF &rect, const QString &text, Tone tone, bool draw = true);

/// A rounded box with a thin border: the ground of cards.
void box(QPainter &painter, const QRectF &rect, const QColor &fill, const QColor &border);

/// Size of an icon that goes with the font, and corner radius of boxes.
[[nodiscard]] int iconSize(const QFontMetrics &metrics);
[[nodiscard]] qreal radius(const QFontMetrics &metrics);

} // namespace spillway::ui::paint
