// SPDX-License-Identifier: MIT
#pragma once

#include "spillway/latency.h"
#include "stats/counters.h"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace spillway {

/// What one node did within a window.
struct RollupLine
{
    std::uint64_t requests = 0; ///< attempts, failed and unfinished ones with them
    std::uint64_t ok = 0;       ///< answered, by a result or by an error that is the client's
    std::uint64_t failed = 0;   ///< neither are those that nobody waited for to the end
    double successRate = 0;     ///< ok / (ok + failed), rounded to three decimals
    double p50Ms = 0;           ///< of the attempts that got an answer; 0 without any
    double p95Ms = 0;
};

/// Turns counters that only rise into lines about what came since the last look (the rollup events of seed 002).
/// Percentiles are read from the histogram and the longest time of the window (latencyPercentileUs). One thread.
class Rollup
{
public:
    /// The workers' counters of `node` as they are now. Nothing when there was no traffic since the last call.
    [[nodiscard]] std::optional<RollupLine> next(std::string_view node,
                                                 std::span<const NodeWorkerStats> stats);

    /// The node has gone; one that comes back under its name begins anew.
    void forget(const std::string &node) { m_seen.erase(node); }

private:
    struct Totals
    {
        std::uint64_t attempts = 0;
        std::uint64_t ok = 0;
        std::uint64_t unfinished = 0;
        LatencyCounts<std::uint64_t> latency;
    };

    std::map<std::string, Totals, std::less<>> m_seen;
};

} // namespace spillway
