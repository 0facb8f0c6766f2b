// SPDX-License-Identifier: MIT
#pragma once

#include "store/usagestore.h"

#include <string>

namespace spillway {

/// What the store keeps of a node under the name of its books, as windows get it.
[[nodiscard]] inline NodeHistory readHistory(const UsageStore &store,
                                             const std::string &node,
                                             const std::string &book,
                                             std::int64_t fromMinute,
                                             std::int64_t toMinute)
{
    NodeHistory history;
    history.node = node;
    const std::vector<HistoryMinute> minutes = store.history(book, fromMinute, toMinute);
    history.minutes.reserve(minutes.size());
    for (const HistoryMinute &minute : minutes)
        history.minutes.push_back({.minute = minute.minute,
                                   .requests = minute.requests,
                                   .failures = minute.failures,
                                   .credits = minute.credits,
                                   .latencySumUs = minute.latencySumUs,
                                   .served = minute.served});
    history.seconds = store.seconds(book, fromMinute, toMinute);
    return history;
}

} // namespace spillway
