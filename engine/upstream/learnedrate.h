// SPDX-License-Identifier: MIT
#pragma once

#include "upstream/gcra.h"

#include <atomic>
#include <cstdint>
#include <optional>

namespace spillway {

/// The rate that a node really takes, found from its refusals: each second with refusals lowers it by 5 %, five seconds
/// without one, in which calls waited for it, raise it by 5 %. Nothing is limited before the first refusal. What a node served
/// in the second of that one may be a small part of what it takes, as a burst ends early: until the next refusal each second
/// in which calls waited adds a quarter.
class LearnedRate
{
public:
    /// What a node did in one second.
    struct Second
    {
        std::uint64_t served = 0;
        std::uint64_t refused = 0; ///< answers that said "too many"
        bool wanted = false;       ///< calls were held back by this limit
    };

    /// Once a second, one thread. `ceiling` is the configured rate; 0 = none.
    void observe(const Second &second, double ceiling);
    /// Nothing is known any more: another address, or learning was switched off.
    void forget();

    /// Requests a second; nothing before the first refusal. Any thread.
    [[nodiscard]] std::optional<double> perSecond() const;

    /// The configured limit, or the learned one where that is lower. Any thread.
    [[nodiscard]] GcraRate limit(const GcraRate &configured) const
    {
        const SteadyNs interval = m_interval.load(std::memory_order_relaxed);
        if (interval == 0)
            return configured;
        // A quarter of a second's calls at once: how much more a node takes is not known.
        const SteadyNs burst = kNsPerSecond / 4;
        return {interval, burst > interval ? burst - interval : 0};
    }

private:
    std::atomic<SteadyNs> m_interval{0};
    double m_rate = 0;
    bool m_searching = false; ///< refused once so far
    int m_quiet = 0;          ///< seconds without a refusal in which calls waited
};

} // namespace spillway
