// SPDX-License-Identifier: MIT
#include "stats/counters.h"

#include <algorithm>

namespace spillway {

std::size_t attemptOutcomeIndex(std::string_view name)
{
    const auto at = std::find(kAttemptOutcomeNames.begin(), kAttemptOutcomeNames.end(), name);
    if (at != kAttemptOutcomeNames.end())
        return static_cast<std::size_t>(at - kAttemptOutcomeNames.begin());
    constexpr std::size_t kTransportError = 12;
    static_assert(kAttemptOutcomeNames[kTransportError] == "transport_error");
    return kTransportError;
}

} // namespace spillway
