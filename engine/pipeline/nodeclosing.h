// SPDX-License-Identifier: MIT
#pragma once

#include "routing/routingtable.h"
#include "upstream/outcome.h"

#include <string>

namespace spillway {

/// Cools or parks a node as a rate limit, a spent plan or a rejected key demands, and says so in the log. False for every
/// other treatment: nothing was done. A rate limit that names no wait closes a node whose rate is learned for one token's time
/// only, and any other for its cooldown.
bool closeForRefusal(const RouteNode &node,
                     const Outcome &outcome,
                     SteadyNs now,
                     const std::string &words);

} // namespace spillway
