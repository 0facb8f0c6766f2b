// SPDX-License-Identifier: MIT
#pragma once

#include "upstream/gcra.h"

#include <atomic>
#include <cstdint>
#include <optional>

namespace spillway {

/// The rate that a node really takes, found from its refusals. Nothing is limited before the first one.
///
/// The first figure is what the node served in the second of its first refusal. That may be a small part of what it takes, as a
/// burst ends early: until the next refusal each second in which calls waited adds half (Search), then each adds 5 % until the next
/// one (Approach). From then on a second with refusals takes 5 % off, and five seconds of waiting calls without one add 5 %, then
/// every two more; a node that refuses nothing for long takes more than was known, and is approached anew, 5 % a second. When a node that calls
/// wait for refuses a tenth and more, what it served is a better measure than a step of 5 %.
///
/// The burst is learned too: it begins small, grows with the rate, and is halved by a second with refusals and
/// then kept below what was refused until the rate is approached anew.
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
    /// The node has refused a call: until the first figure is there, it is asked at a moderate pace. Any thread.
    void refused();
    /// Nothing is known any more: another address, or learning was switched off.
    void forget();

    /// Requests a second; nothing before the first figure. Any thread.
    [[nodiscard]] std::optional<double> perSecond() const;
    /// How long a node that names no wait is left alone after a refusal: the time of one token, between 10 and 250 ms. Any thread.
    [[nodiscard]] SteadyNs pause() const;

    /// The configured limit, or the learned one where that is lower. Any thread.
    [[nodiscard]] GcraRate limit(const GcraRate &configured) const;

private:
    enum class Phase : std::uint8_t { Search, Approach, Hold };

    static constexpr std::int64_t kNoBurst = INT64_MAX;

    void lower(const Second &second);
    void raise();
    void grow(double factor);

    std::atomic<SteadyNs> m_interval{0}; ///< below 0: of the pace before the first figure
    std::atomic<std::int64_t> m_burst{1};
    std::int64_t m_refusedBurst = kNoBurst; ///< in force at the latest refusal
    double m_rate = 0;
    Phase m_phase = Phase::Search;
    int m_quiet = 0; ///< seconds without a refusal in which calls waited
};

} // namespace spillway
