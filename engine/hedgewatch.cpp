// SPDX-License-Identifier: MIT
#include "hedgewatch.h"

#include <algorithm>
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
        HedgeDelay::Buckets now{};
        for (const NodeWorkerStats &worker : node.state->allStats()) {
            // One that lost would have taken longer than it waited. Left out, the slow answers would be missing, and the
            // percentile would sink with every hedge.
            for (std::size_t i = 0; i < now.size(); ++i)
                now[i] += worker.duration.bucket(i) + worker.lost.bucket(i);
        }
        // Answers from before hedging was switched on are as good as any.
        HedgeDelay::Buckets before = std::exchange(m_marks[node.config->name], now);
        for (std::size_t i = 0; i < now.size(); ++i)
            before[i] = now[i] - std::min(before[i], now[i]); // a node that came back counts anew
        node.state->hedgeDelay.observe(before, percentile);
    }
}

} // namespace spillway
