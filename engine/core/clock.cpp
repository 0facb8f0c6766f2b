// SPDX-License-Identifier: MIT
#include "core/clock.h"

#include <ctime>

namespace spillway {

SteadyNs SystemClock::steadyNs() const
{
    timespec now{};
    // CLOCK_MONOTONIC is served from user space; CLOCK_BOOTTIME is not on all kernels. A suspended machine
    // only makes penalties last longer by the time it slept, which is harmless; billing uses wall time.
    ::clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<SteadyNs>(now.tv_sec) * kNsPerSecond + now.tv_nsec;
}

std::int64_t SystemClock::wallMs() const
{
    return std::chrono::duration_cast<std::chrono::milliseconds>(
               std::chrono::system_clock::now().time_since_epoch())
        .count();
}

const SystemClock &SystemClock::instance()
{
    static const SystemClock clock;
    return clock;
}

} // namespace spillway
