// SPDX-License-Identifier: MIT
#include "stats/rollup.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace spillway {
namespace {

/// Whole microseconds.
double
percentileMs(const LatencyCounts<std::uint64_t> &latency, double share, std::int64_t longestUs)
{
    const auto us = latencyPercentileUs(latency, share, static_cast<double>(longestUs));
    return std::floor(us.value_or(0)) / 1000.0;
}

bool isAnswer(std::string_view outcome)
{
    return outcome == "success" || outcome == "forwarded_http_error"
           || outcome == "forwarded_rpc_error";
}

bool isUnfinished(std::string_view outcome)
{
    return outcome == "abandoned" || outcome == "hedge_lost";
}

} // namespace

std::optional<RollupLine> Rollup::next(std::string_view node,
                                       std::span<const NodeWorkerStats> stats)
{
    Totals now;
    LatencyCells<std::uint64_t> cells{};
    for (const NodeWorkerStats &worker : stats) {
        for (std::size_t outcome = 0; outcome < worker.attempts.size(); ++outcome) {
            const std::uint64_t count = worker.attempts[outcome].value();
            now.attempts += count;
            now.ok += isAnswer(kAttemptOutcomeNames[outcome]) ? count : 0;
            now.unfinished += isUnfinished(kAttemptOutcomeNames[outcome]) ? count : 0;
        }
        worker.duration.addTo(cells);
    }
    now.latency = latencyCounts(cells);
    std::int64_t longestUs = 0;
    for (const NodeWorkerStats &worker : stats)
        longestUs = std::max(longestUs, worker.duration.takeLongestUs());
    Totals &before = m_seen.try_emplace(std::string(node)).first->second;
    RollupLine line;
    line.requests = now.attempts - before.attempts;
    line.ok = now.ok - before.ok;
    line.failed = line.requests - line.ok - (now.unfinished - before.unfinished);
    LatencyCounts<std::uint64_t> latency = now.latency;
    for (const auto &entry : before.latency.entries())
        latency.take(entry.cell, entry.count);
    before = std::move(now);
    if (line.requests == 0)
        return std::nullopt;
    const auto ended = static_cast<double>(std::max<std::uint64_t>(line.ok + line.failed, 1));
    line.successRate = std::round(1000.0 * static_cast<double>(line.ok) / ended) / 1000.0;
    line.p50Ms = percentileMs(latency, 0.50, longestUs);
    line.p95Ms = percentileMs(latency, 0.95, longestUs);
    return line;
}

} // namespace spillway
