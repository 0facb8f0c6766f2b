// SPDX-License-Identifier: MIT
#pragma once

#include "store/usagestore.h"

#include <atomic>
#include <cstdlib>

namespace spillway::test {

/// A clock that stands still until it is set.
class UsageClock final : public Clock
{
public:
    explicit UsageClock(std::string_view isoDay) { setDay(isoDay); }

    [[nodiscard]] SteadyNs steadyNs() const override { return m_wallMs * kNsPerMs; }

    [[nodiscard]] std::int64_t wallMs() const override { return m_wallMs; }

    void setWallMs(std::int64_t value) { m_wallMs = value; }

    /// Noon of that day.
    void setDay(std::string_view isoDay) { m_wallMs = noonOf(isoDay); }

    [[nodiscard]] static std::int64_t noonOf(std::string_view isoDay)
    {
        const auto day = period::fromIso(isoDay);
        if (!day)
            std::abort(); // a mistake in the test itself
        return period::wallMsOf(*day) + 12 * 3'600'000;
    }

private:
    std::atomic<std::int64_t> m_wallMs{0};
};

[[nodiscard]] inline UtcDay utcDay(std::string_view iso)
{
    return period::dayOf(UsageClock::noonOf(iso));
}

} // namespace spillway::test
