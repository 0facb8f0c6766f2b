// SPDX-License-Identifier: MIT
#pragma once

#include "core/clock.h"
#include "core/counter.h"
#include "spillway/latency.h"
#include "spillway/outcomes.h"
#include "stats/methodslots.h"
#include "stats/pages.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace spillway {

/// Latencies by the cells of spillway/latency.h, one writing thread. Most cells of most nodes are never needed.
class Histogram
{
public:
    void observe(SteadyNs elapsed)
    {
        const std::int64_t us = elapsed / 1000;
        m_cells.at(latencyCell(us)).add();
        std::int64_t longest = m_longestUs.load(std::memory_order_relaxed);
        while (us > longest
               && !m_longestUs.compare_exchange_weak(longest, us, std::memory_order_relaxed)) {}
        m_sumUs.add(static_cast<std::uint64_t>(us < 0 ? 0 : us));
    }

    void addTo(LatencyCells<std::uint64_t> &cells) const
    {
        m_cells.each(
            [&](std::size_t cell, const Counter &counter) { cells[cell] += counter.value(); });
    }

    /// The same by the bounds of kLatencyBoundsUs.
    void addTo(LatencyBuckets<std::uint64_t> &buckets) const
    {
        m_cells.each([&](std::size_t cell, const Counter &counter) {
            buckets[kLatencyBucketOfCell[cell]] += counter.value();
        });
    }

    [[nodiscard]] std::uint64_t sumUs() const { return m_sumUs.value(); }

    /// The longest since it was taken last, in microseconds. For one reader; what is measured while he looks may count for the next time.
    [[nodiscard]] std::int64_t takeLongestUs() const
    {
        return m_longestUs.exchange(0, std::memory_order_relaxed);
    }

private:
    Pages<Counter, kLatencyCells, 16> m_cells;
    Counter m_sumUs;
    mutable std::atomic<std::int64_t> m_longestUs{0};
};

/// Index in kAttemptOutcomeNames; a label that is not among them counts as transport_error.
[[nodiscard]] std::size_t attemptOutcomeIndex(std::string_view name);

/// What one I/O worker counts. Written by that worker only; read by whoever answers /metrics or /status.
struct alignas(64) WorkerStats
{
    std::array<Counter, static_cast<std::size_t>(RequestOutcome::Count)> requests;
    std::array<Histogram, static_cast<std::size_t>(RequestOutcome::Count)> durations;
    Gauge inFlight; ///< calls held, from the complete request to the answer
    Gauge sleeping; ///< calls parked until a limit, a permit or a cooldown ends
    Gauge connections;
    Counter connectionsRefused;
    Counter upstreamConnects;
    Counter batches;
    Counter responseBytes;
    Counter requestBytes;
    Counter logJoins;                                  ///< log queries answered in parts
    Counter logParts;                                  ///< the parts that were asked
    Counter hedges;                                    ///< calls that asked a second node as well
    Counter hedgesWon;                                 ///< of these, answered by the second one
    std::array<Counter, kLocalKindNames.size()> local; ///< answers by LocalKind
};

/// Attempts at a node with one method, and what they cost.
struct MethodCount
{
    Gauge calls;
    Gauge credits;
};

/// By MethodSlots. Most nodes serve few of all methods, and a config may have thousands of nodes.
using MethodCounters = Pages<MethodCount, MethodSlots::kCount, 16>;

/// What one I/O worker counts about one node.
struct alignas(64) NodeWorkerStats
{
    std::array<Counter, kAttemptOutcomeNames.size()> attempts;
    std::array<Counter, static_cast<std::size_t>(SkipReason::Count)> skips;
    Histogram duration; ///< every attempt that got an answer
    Histogram lost;     ///< how long those had waited that lost to another node

    /// What the history is made of; of a node that has books it lies in a file, so that a kill takes nothing of it.
    HistoryCounters *history = &ownHistory;
    HistoryCounters ownHistory;

    /// A question of the program's own that was paid for.
    void noteQuestion(std::uint16_t method, std::uint64_t cost)
    {
        history->credits.add(cost);
        MethodCount &counts = methods.at(method);
        counts.calls.add(1);
        counts.credits.add(static_cast<std::int64_t>(cost));
    }

    MethodCounters methods; ///< without what was refunded
    Counter probes;         ///< the engine's own questions about the chain that were sent
    Counter probeFailures;  ///< of these, without a usable answer
};

} // namespace spillway
