// SPDX-License-Identifier: MIT
#include "stats/rollup.h"

#include <algorithm>
#include <cmath>

namespace spillway {
namespace {

/// Whole microseconds.
double
percentileMs(const LatencyBuckets<std::uint64_t> &buckets, double share, std::int64_t longestUs)
{
    const auto us = latencyPercentileUs(buckets, share, static_cast<double>(longestUs));
    return std::floor(us.value_or(0)) / 1000.0;
}

} // namespace

std::optional<RollupLine> Rollup::next(std::string_view node,
                                       std::span<const NodeWorkerStats> stats)
{
    Totals now;
    for (const NodeWorkerStats &worker : stats) {
        // A failure is counted after its attempt, so it is read before: the difference must not fall below zero.
        now.failures += worker.history->failures.value();
        for (const Counter &counter : worker.attempts)
            now.attempts += counter.value();
        for (std::size_t i = 0; i < now.buckets.size(); ++i)
            now.buckets[i] += worker.duration.bucket(i);
    }
    std::int64_t longestUs = 0;
    for (const NodeWorkerStats &worker : stats)
        longestUs = std::max(longestUs, worker.duration.takeLongestUs());
    Totals &before = m_seen.try_emplace(std::string(node)).first->second;
    RollupLine line;
    line.requests = now.attempts - before.attempts;
    line.failed = std::min(now.failures - before.failures, line.requests);
    LatencyBuckets<std::uint64_t> buckets{};
    for (std::size_t i = 0; i < buckets.size(); ++i)
        buckets[i] = now.buckets[i] - before.buckets[i];
    before = now;
    if (line.requests == 0)
        return std::nullopt;
    line.ok = line.requests - line.failed;
    line.successRate =
        std::round(1000.0 * static_cast<double>(line.ok) / static_cast<double>(line.requests))
        / 1000.0;
    line.p50Ms = percentileMs(buckets, 0.50, longestUs);
    line.p95Ms = percentileMs(buckets, 0.95, longestUs);
    return line;
}

} // namespace spillway
