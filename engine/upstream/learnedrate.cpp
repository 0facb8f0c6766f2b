// SPDX-License-Identifier: MIT
#include "upstream/learnedrate.h"

#include <algorithm>
#include <cmath>

namespace spillway {
namespace {

constexpr double kDown = 0.95;
constexpr double kUp = 1.05;
constexpr double kSearch = 1.25;
constexpr int kQuietSeconds = 5;
constexpr double kLeast = 0.2;

} // namespace

void LearnedRate::observe(const Second &second, double ceiling)
{
    if (second.refused > 0) {
        // At first what was served beside the refusals: the rate may be far below what was asked.
        m_searching = m_rate <= 0;
        const double known = m_rate > 0 ? m_rate : static_cast<double>(second.served);
        m_rate = std::max(kLeast, known * kDown);
        m_quiet = 0;
    } else if (m_searching && second.wanted) {
        m_rate *= kSearch;
    } else if (m_rate > 0 && second.wanted && ++m_quiet >= kQuietSeconds) {
        m_rate *= kUp;
        m_quiet = 0;
    }
    if (ceiling > 0)
        m_rate = std::min(m_rate, ceiling);
    if (m_rate > 0)
        m_interval.store(std::max<SteadyNs>(1, std::llround(kNsPerSecond / m_rate)),
                         std::memory_order_relaxed);
}

void LearnedRate::forget()
{
    m_rate = 0;
    m_searching = false;
    m_quiet = 0;
    m_interval.store(0, std::memory_order_relaxed);
}

std::optional<double> LearnedRate::perSecond() const
{
    const SteadyNs interval = m_interval.load(std::memory_order_relaxed);
    if (interval == 0)
        return std::nullopt;
    return static_cast<double>(kNsPerSecond) / static_cast<double>(interval);
}

} // namespace spillway
