// SPDX-License-Identifier: MIT
#pragma once

#include "spillway/snapshot.h"
#include "store/usagestore.h"

#include <string>
#include <vector>

namespace spillway {

/// A node's minutes as the store keeps them → as windows get them.
[[nodiscard]] inline NodeHistory toPublic(const std::string &node,
                                          const std::vector<HistoryMinute> &minutes)
{
    NodeHistory history{node, {}, {}};
    history.minutes.reserve(minutes.size());
    for (const HistoryMinute &minute : minutes)
        history.minutes.push_back({.minute = minute.minute,
                                   .requests = minute.requests,
                                   .failures = minute.failures,
                                   .credits = minute.credits,
                                   .latencySumUs = minute.latencySumUs,
                                   .served = minute.served});
    return history;
}

} // namespace spillway
