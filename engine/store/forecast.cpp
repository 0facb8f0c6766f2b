// SPDX-License-Identifier: MIT
#include "store/usagestore.h"

#include <limits>

namespace spillway {

namespace {

constexpr double kMsPerDay = 86'400'000.0;
constexpr std::int64_t kLeastDataMs =
    3'600'000; ///< a pace measured over less swings too wildly to be shown

std::uint64_t saturated(double credits)
{
    // 2^63 is exact as a double and far above any plan; converting more would be undefined.
    constexpr double kLimit = 9223372036854775808.0;
    return credits >= kLimit ? static_cast<std::uint64_t>(kLimit)
                             : static_cast<std::uint64_t>(credits);
}

} // namespace

Forecast forecast(std::uint64_t used,
                  std::uint64_t threshold,
                  UtcDay periodStart,
                  UtcDay nextReset,
                  std::int64_t nowMs)
{
    Forecast result;
    result.usedAtReset = used;
    const bool metered = threshold != std::numeric_limits<std::uint64_t>::max();
    if (metered && used >= threshold)
        result.reachesThresholdAtMs = nowMs;

    const std::int64_t elapsedMs = nowMs - period::wallMsOf(periodStart);
    const std::int64_t resetMs = period::wallMsOf(nextReset);
    if (elapsedMs < kLeastDataMs || nowMs >= resetMs)
        return result;

    const double perMs = static_cast<double>(used) / static_cast<double>(elapsedMs);
    result.creditsPerDay = perMs * kMsPerDay;
    result.usedAtReset = used + saturated(perMs * static_cast<double>(resetMs - nowMs));
    if (metered && used < threshold && used > 0) {
        const double leftMs = static_cast<double>(threshold - used) / perMs;
        if (leftMs < static_cast<double>(resetMs - nowMs))
            result.reachesThresholdAtMs = nowMs + static_cast<std::int64_t>(leftMs);
    }
    return result;
}

} // namespace spillway
