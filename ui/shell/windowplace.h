// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QMargins>
#include <QRect>

namespace spillway::ui::windowplace {

/// Where a window goes that was at `wanted` when it was last closed: there, if the `rooms` (screens less their panels) show
/// all of it, else into the one that shows most of it or is nearest, no larger than that. `frame` is around the window.
[[nodiscard]] QRect inView(const QRect &wanted, const QMargins &frame, const QList<QRect> &rooms);

} // namespace spillway::ui::windowplace
