// SPDX-License-Identifier: MIT
#pragma once

#include "routing/routingtable.h"

#include <map>
#include <string>

namespace spillway {

/// Hands each node's latest answer times to its HedgeDelay once a second, while `[routing] hedge_percentile` is set. Control
/// thread.
class HedgeWatch
{
public:
    void second(const RoutingTable &table);

private:
    std::map<std::string, LatencyCounts<std::uint64_t>> m_marks; ///< counters at the last look
};

} // namespace spillway
