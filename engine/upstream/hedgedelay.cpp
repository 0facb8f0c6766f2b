// SPDX-License-Identifier: MIT
#include "upstream/hedgedelay.h"

#include <algorithm>

namespace spillway {

void HedgeDelay::observe(const LatencyCounts<std::uint64_t> &answers, int percentile)
{
    for (const auto &entry : answers.entries())
        m_answers.add(entry.cell, static_cast<double>(entry.count));
    double known = 0;
    for (const auto &entry : m_answers.entries())
        known += entry.count;
    if (known > kMost) {
        // In shares of an answer, for most cells hold only few.
        LatencyCounts<double> scaled;
        for (const auto &entry : m_answers.entries())
            scaled.add(entry.cell, entry.count * (kMost / 2) / known);
        m_answers = std::move(scaled);
    }
    const double us = latencyPercentileUs(m_answers, percentile / 100.0).value_or(0);
    m_after.store(known < kFewest ? 0 : std::max(kFloor, static_cast<SteadyNs>(us * 1000)),
                  std::memory_order_relaxed);
}

void HedgeDelay::forget()
{
    m_answers = {};
    m_after.store(0, std::memory_order_relaxed);
}

} // namespace spillway
