// SPDX-License-Identifier: MIT
#include "stats/rollup.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace spillway {

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
    Totals &before = m_seen.try_emplace(std::string(node)).first->second;
    RollupLine line;
    line.requests = now.attempts - before.attempts;
    line.failed = std::min(now.failures - before.failures, line.requests);
    Buckets buckets{};
    for (std::size_t i = 0; i < buckets.size(); ++i)
        buckets[i] = now.buckets[i] - before.buckets[i];
    before = now;
    if (line.requests == 0)
        return std::nullopt;
    line.ok = line.requests - line.failed;
    line.successRate =
        std::round(1000.0 * static_cast<double>(line.ok) / static_cast<double>(line.requests))
        / 1000.0;
    line.p50Ms = percentileMs(buckets, 0.50);
    line.p95Ms = percentileMs(buckets, 0.95);
    return line;
}

double Rollup::percentileMs(const Buckets &buckets, double share)
{
    const auto count = std::accumulate(buckets.begin(), buckets.end(), std::uint64_t{0});
    if (count == 0)
        return 0;
    const double wanted = share * static_cast<double>(count);
    double below = 0;
    double lowUs = 0;
    for (std::size_t i = 0; i < Histogram::kBoundsUs.size(); ++i) {
        const auto here = static_cast<double>(buckets[i]);
        const auto highUs = static_cast<double>(Histogram::kBoundsUs[i]);
        if (here > 0 && below + here >= wanted)
            return std::round(lowUs + (highUs - lowUs) * (wanted - below) / here) / 1000.0;
        below += here;
        lowUs = highUs;
    }
    return lowUs / 1000.0;
}

} // namespace spillway
