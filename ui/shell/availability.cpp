// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/availability.h"

#include <cstdint>
#include <map>
#include <utility>

namespace spillway::ui {

Availability availability(const Snapshot &snapshot)
{
    Availability result;
    std::map<std::string, std::pair<int, int>> chains; // usable, all
    std::int64_t newest = 0;
    for (const NodeSnapshot &node : snapshot.nodes) {
        if (!node.enabled)
            continue;
        const bool usable = isActive(node.condition);
        ++result.total;
        auto &[chainUsable, chainAll] = chains[node.chain];
        ++chainAll;
        if (usable) {
            ++result.usable;
            ++chainUsable;
        } else {
            ++result.needLook;
            if (!node.lastError.empty() && node.lastErrorWallMs >= newest) {
                newest = node.lastErrorWallMs;
                result.lastError = QString::fromStdString(node.lastError);
            }
        }
        if (node.threshold && *node.threshold > 0) {
            const double share = static_cast<double>(node.used)
                                 / static_cast<double>(node.limit.value_or(*node.threshold));
            if (result.fullestNode.isEmpty() || share > result.fullestShare) {
                result.fullestNode = QString::fromStdString(node.name);
                result.fullestShare = share;
                result.fullestUntil = QString::fromStdString(node.resetsAt);
            }
        }
    }
    for (const auto &[chain, counts] : chains) {
        if (counts.first == 0)
            result.chainsDown.append(QString::fromStdString(chain));
    }
    return result;
}

} // namespace spillway::ui
