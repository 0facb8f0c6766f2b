// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

namespace spillway {

/// How many calls of one worker may ask a second node: each that could be hedged adds its percents, each hedge takes a
/// hundred. Begins empty, so that the share is never exceeded; what quiet times leave over is bounded.
class HedgeBudget
{
public:
    static constexpr int kMostSaved = 10; ///< hedges

    void earn(int percent) { m_percents = std::min(m_percents + percent, kMostSaved * kHedge); }

    [[nodiscard]] bool covers() const { return m_percents >= kHedge; }

    /// Only when covers().
    void spend() { m_percents -= kHedge; }

private:
    static constexpr int kHedge = 100;
    int m_percents = 0;
};

} // namespace spillway
