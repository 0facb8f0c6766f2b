// SPDX-License-Identifier: MIT
#include "upstream/hedgedelay.h"

#include <algorithm>
#include <numeric>

namespace spillway {
namespace {

/// Inside a bucket the answers are taken to be spread evenly; in the open one they count as its lower bound.
SteadyNs timeAt(const HedgeDelay::Buckets &answers, std::uint64_t known, int percentile)
{
    const double rank = static_cast<double>(known) * percentile / 100.0;
    double below = 0;
    for (std::size_t i = 0; i < Histogram::kBoundsUs.size(); ++i) {
        const auto here = static_cast<double>(answers[i]);
        if (here > 0 && below + here >= rank) {
            const auto from = static_cast<double>(i == 0 ? 0 : Histogram::kBoundsUs[i - 1]);
            const auto to = static_cast<double>(Histogram::kBoundsUs[i]);
            return static_cast<SteadyNs>((from + (to - from) * (rank - below) / here) * 1000.0);
        }
        below += here;
    }
    return Histogram::kBoundsUs.back() * 1000;
}

} // namespace

void HedgeDelay::observe(const Buckets &answers, int percentile)
{
    for (std::size_t i = 0; i < answers.size(); ++i)
        m_answers[i] += answers[i];
    const auto known = [&] {
        return std::accumulate(m_answers.begin(), m_answers.end(), std::uint64_t{0});
    };
    std::uint64_t count = known();
    if (count > kMost) {
        for (std::uint64_t &bucket : m_answers)
            bucket = (bucket * (kMost / 2) + count / 2) / count;
        count = known();
    }
    const SteadyNs after =
        count < kFewest ? 0 : std::max(kFloor, timeAt(m_answers, count, percentile));
    m_after.store(after, std::memory_order_relaxed);
}

void HedgeDelay::forget()
{
    m_answers.fill(0);
    m_after.store(0, std::memory_order_relaxed);
}

} // namespace spillway
