// SPDX-License-Identifier: MIT
#pragma once

#include "core/clock.h"
#include "core/counter.h"
#include "spillway/outcomes.h"
#include "stats/methodslots.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace spillway {

/// Latency histogram with fixed bounds, one writing thread.
class Histogram
{
public:
    /// Upper bounds in microseconds; the last bucket is open.
    static constexpr const auto &kBoundsUs = kLatencyBoundsUs;

    void observe(SteadyNs elapsed)
    {
        const std::int64_t us = elapsed / 1000;
        std::size_t bucket = 0;
        while (bucket < kBoundsUs.size() && us > kBoundsUs[bucket])
            ++bucket;
        m_buckets[bucket].add();
        std::int64_t longest = m_longestUs.load(std::memory_order_relaxed);
        while (us > longest
               && !m_longestUs.compare_exchange_weak(longest, us, std::memory_order_relaxed)) {}
        m_sumUs.add(static_cast<std::uint64_t>(us < 0 ? 0 : us));
    }

    /// Count of one bucket alone (not cumulated); index kBoundsUs.size() is the open one.
    [[nodiscard]] std::uint64_t bucket(std::size_t index) const { return m_buckets[index].value(); }

    [[nodiscard]] std::uint64_t sumUs() const { return m_sumUs.value(); }

    /// The longest since it was taken last, in microseconds. For one reader; what is measured while he looks may count for the next time.
    [[nodiscard]] std::int64_t takeLongestUs() const
    {
        return m_longestUs.exchange(0, std::memory_order_relaxed);
    }

private:
    std::array<Counter, kBoundsUs.size() + 1> m_buckets;
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

/// Attempts by method, and what they cost. Most nodes serve few of all methods and a config may have thousands of nodes, so
/// the counters come in pages that the writing thread makes when they are first needed.
class MethodCounters
{
public:
    struct Method
    {
        Gauge calls;
        Gauge credits;
    };

    MethodCounters() = default;
    MethodCounters(const MethodCounters &) = delete;
    MethodCounters &operator=(const MethodCounters &) = delete;

    ~MethodCounters()
    {
        for (const auto &page : m_pages)
            delete page.load(std::memory_order_relaxed);
    }

    /// The writing thread's.
    Method &at(std::size_t slot)
    {
        std::atomic<Page *> &place = m_pages[slot / kPageSize];
        Page *page = place.load(std::memory_order_relaxed);
        if (page == nullptr) {
            page = new Page;
            place.store(page, std::memory_order_release);
        }
        return (*page)[slot % kPageSize];
    }

    /// Anybody's; null: nothing was counted near there yet.
    [[nodiscard]] const Method *find(std::size_t slot) const
    {
        const Page *const page = m_pages[slot / kPageSize].load(std::memory_order_acquire);
        return page == nullptr ? nullptr : &(*page)[slot % kPageSize];
    }

private:
    static constexpr std::size_t kPageSize = 16;
    using Page = std::array<Method, kPageSize>;

    std::array<std::atomic<Page *>, (MethodSlots::kCount + kPageSize - 1) / kPageSize> m_pages{};
};

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
        MethodCounters::Method &counts = methods.at(method);
        counts.calls.add(1);
        counts.credits.add(static_cast<std::int64_t>(cost));
    }

    MethodCounters methods; ///< without what was refunded
    Counter probes;         ///< the engine's own questions about the chain that were sent
    Counter probeFailures;  ///< of these, without a usable answer
};

} // namespace spillway
