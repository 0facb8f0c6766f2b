// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "spillway/snapshot.h"

#include <QHash>
#include <QString>
#include <QStringList>

#include <cstdint>
#include <vector>

namespace spillway::ui {

struct MethodUse
{
    std::uint64_t calls = 0;
    std::uint64_t credits = 0;

    bool operator==(const MethodUse &) const = default;
};

/// What each method was used for since 00:00 UTC, at some of the nodes together; methods of which nobody made use are absent.
[[nodiscard]] inline QHash<QString, MethodUse> methodsToday(const std::vector<NodeSnapshot> &nodes,
                                                            const QStringList &chosen)
{
    QHash<QString, MethodUse> out;
    for (const NodeSnapshot &node : nodes) {
        if (!chosen.contains(QString::fromStdString(node.name)))
            continue;
        for (const NodeMethodSnapshot &method : node.methodsToday) {
            MethodUse &use = out[QString::fromStdString(method.method)];
            use.calls += method.calls;
            use.credits += method.credits;
        }
    }
    return out;
}

} // namespace spillway::ui
