// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/windowplace.h"

#include <algorithm>
#include <cstdint>

namespace spillway::ui::windowplace {
namespace {

std::int64_t area(const QRect &rect)
{
    return rect.isValid() ? std::int64_t{rect.width()} * rect.height() : 0;
}

std::int64_t distance(const QRect &rect, const QRect &room)
{
    const QPoint way = rect.center() - room.center();
    return std::int64_t{way.x()} * way.x() + std::int64_t{way.y()} * way.y();
}

} // namespace

QRect inView(const QRect &wanted, const QMargins &frame, const QList<QRect> &rooms)
{
    if (rooms.isEmpty())
        return wanted;
    const QRect outer = wanted.marginsAdded(frame);
    const QRect room =
        *std::min_element(rooms.begin(), rooms.end(), [&outer](const QRect &a, const QRect &b) {
            const std::int64_t shared = area(outer.intersected(a));
            const std::int64_t other = area(outer.intersected(b));
            return shared != other ? shared > other : distance(outer, a) < distance(outer, b);
        });
    std::int64_t seen = 0;
    for (const QRect &one : rooms)
        seen += area(outer.intersected(one));
    if (seen >= area(outer))
        return wanted;
    QRect place(outer.topLeft(), outer.size().boundedTo(room.size()));
    place.moveLeft(std::clamp(place.left(), room.left(), room.right() + 1 - place.width()));
    place.moveTop(std::clamp(place.top(), room.top(), room.bottom() + 1 - place.height()));
    return place.marginsRemoved(frame);
}

} // namespace spillway::ui::windowplace
