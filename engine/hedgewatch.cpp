// SPDX-License-Identifier: MIT
#include "hedgewatch.h"

#include <utility>

namespace spillway {

void HedgeWatch::second(const RoutingTable &table)
{
    const int percentile = table.config().routing.hedgePercentile;
    for (const RouteNode &node : table.nodes()) {
        if (percentile == 0) {
            if (m_marks.erase(node.config->name) > 0)
                node.state->hedgeDelay.forget();
            continue;
        }
        LatencyCells<std::uint64_t> cells{};
        for (const NodeWorkerStats &worker : node.state->allStats()) {
            // One that lost would have taken longer than it waited. Left out, the slow answers would be missing, and the
            // percentile would sink with every hedge.
            worker.duration.addTo(cells);
            worker.lost.addTo(cells);
        }
        LatencyCounts<std::uint64_t> now = latencyCounts(cells);
        LatencyCounts<std::uint64_t> fresh = now;
        // Answers from before hedging was switched on are as good as any; a node that came back counts anew.
        LatencyCounts<std::uint64_t> &mark = m_marks[node.config->name];
        for (const auto &entry : mark.entries())
            fresh.take(entry.cell, entry.count);
        mark = std::move(now);
        node.state->hedgeDelay.observe(fresh, percentile);
    }
}

} // namespace spillway
