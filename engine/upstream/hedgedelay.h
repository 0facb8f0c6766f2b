// SPDX-License-Identifier: MIT
#pragma once

#include "core/clock.h"
#include "spillway/latency.h"

#include <atomic>
#include <cstdint>

namespace spillway {

/// How long an answer of a node may take before a second node is worth asking: a percentile of its latest answer times, kept
/// by cell. When more than kMost are known they are scaled down to half of that: what is known is of about the latest 500 to
/// 1000 answers, however fast they come.
class HedgeDelay
{
public:
    static constexpr SteadyNs kFloor = 20 * kNsPerMs;
    static constexpr std::uint64_t kFewest = 100; ///< answers that must be known
    static constexpr std::uint64_t kMost = 1000;

    /// Answers since the last time. One thread.
    void observe(const LatencyCounts<std::uint64_t> &answers, int percentile);
    /// Nothing is known any more.
    void forget();

    /// At least kFloor; 0: too few answers are known. Any thread.
    [[nodiscard]] SteadyNs after() const { return m_after.load(std::memory_order_relaxed); }

private:
    LatencyCounts<double> m_answers;
    std::atomic<SteadyNs> m_after{0};
};

} // namespace spillway
