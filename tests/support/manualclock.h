// SPDX-License-Identifier: MIT
#pragma once

#include "core/clock.h"

namespace spillway::test {

/// A clock that only moves when told to.
class ManualClock final : public Clock
{
public:
    [[nodiscard]] SteadyNs steadyNs() const override { return m_steady; }

    [[nodiscard]] std::int64_t wallMs() const override { return kStartMs + m_steady / kNsPerMs; }

    void advance(std::chrono::milliseconds by) { m_steady += toNs(by); }

private:
    static constexpr std::int64_t kStartMs = 1'700'000'000'000; // Tue, 14 Nov 2023 22:13:20 GMT

    SteadyNs m_steady = kNsPerSecond;
};

} // namespace spillway::test
