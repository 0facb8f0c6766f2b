// SPDX-License-Identifier: MIT
#include "upstream/learnedrate.h"

#include <algorithm>
#include <cmath>

namespace spillway {
namespace {

constexpr double kDown = 0.95;
constexpr double kUp = 1.05;
constexpr double kSearch = 1.5;
constexpr double kDeepestFall = 0.25; ///< in one second
constexpr double kLeast = 0.2;
constexpr int kQuietSeconds = 5;
constexpr int kBetweenRaises = 2;
constexpr int kSearchAnew = 12; ///< quiet seconds
constexpr std::uint64_t kFewRefusals = 2;
constexpr SteadyNs kFirstPace = kNsPerSecond / 50;
constexpr SteadyNs kShortestPause = kNsPerSecond / 100;
constexpr SteadyNs kLongestPause = kNsPerSecond / 4;

/// Tokens of a hundredth of a second: fewer are no burst, as timers are no finer.
std::int64_t leastBurst(double rate)
{
    return std::max<std::int64_t>(1, std::llround(rate / 100));
}

std::int64_t mostBurst(double rate)
{
    return std::max<std::int64_t>(1, std::llround(rate / 4));
}

} // namespace

void LearnedRate::observe(const Second &second, double ceiling)
{
    if (second.refused > 0)
        lower(second);
    else if (m_rate > 0 && second.wanted)
        raise();
    if (ceiling > 0)
        m_rate = std::min(m_rate, ceiling);
    if (m_rate > 0)
        m_interval.store(std::max<SteadyNs>(1, std::llround(kNsPerSecond / m_rate)),
                         std::memory_order_relaxed);
}

void LearnedRate::lower(const Second &second)
{
    const bool again = m_quiet == 0;
    const double measured = static_cast<double>(second.served) * kDown;
    const double step = m_rate * kDown;
    // A pace just above the limit can meet refusals by turns for a second; the first step ends that.
    const bool many = again && second.wanted && second.refused > kFewRefusals
                      && second.refused * 10 > second.served;
    m_quiet = 0;
    const std::int64_t burst = m_burst.load(std::memory_order_relaxed);
    if (m_rate > 0)
        m_refusedBurst = burst;
    if (m_rate <= 0) {
        m_rate = measured;
        m_phase = Phase::Search;
    } else if (many) {
        m_rate = std::clamp(measured, m_rate * kDeepestFall, step);
        m_phase = Phase::Approach;
    } else if (m_phase == Phase::Search) {
        // It took what was asked before the last step.
        m_rate = std::clamp(measured, m_rate / kSearch, step);
        m_phase = Phase::Approach;
    } else {
        m_rate = step;
        m_phase = Phase::Hold;
    }
    m_rate = std::max(kLeast, m_rate);
    m_burst.store(std::max(leastBurst(m_rate), burst / 2), std::memory_order_relaxed);
}

void LearnedRate::raise()
{
    ++m_quiet;
    if (m_phase == Phase::Hold && m_quiet >= kSearchAnew) {
        m_phase = Phase::Approach;
        m_refusedBurst = kNoBurst;
    }
    if (m_phase == Phase::Search)
        grow(kSearch);
    else if (m_phase == Phase::Approach
             || (m_quiet >= kQuietSeconds && (m_quiet - kQuietSeconds) % kBetweenRaises == 0))
        grow(kUp);
}

void LearnedRate::grow(double factor)
{
    m_rate *= factor;
    // A larger burst is a call more at once: where that was refused, it would be taken for too high a rate again and again.
    const std::int64_t least = leastBurst(m_rate);
    const std::int64_t more = m_burst.load(std::memory_order_relaxed) + least;
    const std::int64_t most = std::min(mostBurst(m_rate), m_refusedBurst - 1);
    m_burst.store(std::max(least, std::min(more, most)), std::memory_order_relaxed);
}

void LearnedRate::refused()
{
    SteadyNs unknown = 0;
    if (m_interval.compare_exchange_strong(unknown, -kFirstPace, std::memory_order_relaxed))
        return;
    // Until the second is looked at, which sets the figure anew: a pace just above the limit is refused again and again.
    if (unknown > 0)
        m_interval.compare_exchange_strong(
            unknown, std::llround(static_cast<double>(unknown) / kDown), std::memory_order_relaxed);
}

void LearnedRate::forget()
{
    m_rate = 0;
    m_phase = Phase::Search;
    m_quiet = 0;
    m_refusedBurst = kNoBurst;
    m_burst.store(1, std::memory_order_relaxed);
    m_interval.store(0, std::memory_order_relaxed);
}

std::optional<double> LearnedRate::perSecond() const
{
    const SteadyNs interval = m_interval.load(std::memory_order_relaxed);
    if (interval <= 0)
        return std::nullopt;
    return static_cast<double>(kNsPerSecond) / static_cast<double>(interval);
}

SteadyNs LearnedRate::pause() const
{
    const SteadyNs interval = std::abs(m_interval.load(std::memory_order_relaxed));
    return std::clamp(interval, kShortestPause, kLongestPause);
}

GcraRate LearnedRate::limit(const GcraRate &configured) const
{
    const SteadyNs learned = std::abs(m_interval.load(std::memory_order_relaxed));
    if (learned == 0)
        return configured;
    const SteadyNs interval = std::max(learned, configured.interval);
    std::int64_t burst = m_burst.load(std::memory_order_relaxed);
    if (!configured.unlimited())
        burst = std::min(burst, configured.tolerance / configured.interval + 1);
    return {interval, (burst - 1) * interval};
}

} // namespace spillway
