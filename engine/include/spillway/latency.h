// SPDX-License-Identifier: MIT
#pragma once

#include "spillway/outcomes.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

namespace spillway {

/// Counts by latency: one for each bound, and one for what took longer than the last.
template <typename Count>
using LatencyBuckets = std::array<Count, kLatencyBoundsUs.size() + 1>;

/// The time in microseconds within which `share` (0 to 1) of what was counted ended: linear within a bucket. `longestUs`: the longest that
/// was measured, and what no percentile exceeds; 0: not known, and the open bucket counts as its lower bound. Nothing when nothing was
/// counted.
template <typename Count>
[[nodiscard]] std::optional<double>
latencyPercentileUs(const LatencyBuckets<Count> &buckets, double share, double longestUs = 0)
{
    double all = 0;
    for (const Count count : buckets)
        all += static_cast<double>(count);
    // Counts may be shares of calls: less than a trace of one is none.
    if (all < 0.01)
        return std::nullopt;
    const double wanted = all * share;
    double below = 0;
    double from = 0;
    for (std::size_t i = 0; i < buckets.size(); ++i) {
        const bool open = i == kLatencyBoundsUs.size();
        const double bound =
            open ? std::max(from, longestUs) : static_cast<double>(kLatencyBoundsUs[i]);
        const auto count = static_cast<double>(buckets[i]);
        if (count > 0 && (below + count >= wanted || open)) {
            const double to = longestUs > 0 ? std::clamp(longestUs, from, bound) : bound;
            return from + (to - from) * std::min((wanted - below) / count, 1.0);
        }
        below += count;
        from = bound;
    }
    return from; // rounding left a little of what was wanted
}

} // namespace spillway
