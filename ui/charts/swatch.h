// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QBrush>
#include <QPen>
#include <QPixmap>

namespace spillway::ui {

/// How a series looks; colour is never the only difference.
struct SeriesLook
{
    int color = 0;    ///< index for Theme::series(); -1: the muted colour
    int pattern = -1; ///< of an area: 0 solid, then hatched in different ways; -1: it is a line
    Qt::PenStyle dash = Qt::SolidLine;
    qreal width = 1.8;
    bool marker = false; ///< a triangle

    bool operator==(const SeriesLook &) const = default;
};

[[nodiscard]] QColor seriesColor(const SeriesLook &look);
/// Fill of an area or bar: solid, or with hatching in a lighter tint laid over it.
[[nodiscard]] QBrush seriesBrush(const SeriesLook &look, qreal scale);
[[nodiscard]] QPen seriesPen(const SeriesLook &look);
/// The sample in a legend; `height` in device-independent pixels.
[[nodiscard]] QPixmap seriesSwatch(const SeriesLook &look, int height, qreal scale);

} // namespace spillway::ui
