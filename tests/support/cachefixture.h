// SPDX-License-Identifier: MIT
#pragma once

#include "cache/backend.h"

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace spillway::test {

inline const Clock &realClock()
{
    return SystemClock::instance();
}

inline cache::EntryPtr cacheEntry(const Clock &clock,
                                  const std::string &result,
                                  std::optional<std::chrono::milliseconds> ttl = std::nullopt)
{
    auto entry = std::make_shared<cache::Entry>();
    const std::string head = R"({"jsonrpc":"2.0","id":)";
    entry->text = head + R"(7,"result":)" + result + "}";
    entry->idOffset = head.size();
    entry->idLength = 1;
    entry->written = clock.steadyNs();
    if (ttl)
        entry->expires = entry->written + toNs(*ttl);
    return entry;
}

/// The entry of a key, found at hand or fetched; waits for the answer.
inline cache::EntryPtr lookUp(cache::Backend &backend, const std::string &key)
{
    if (cache::EntryPtr entry = backend.find(key))
        return entry;

    struct Answer
    {
        std::mutex mutex;
        std::condition_variable bell;
        std::optional<cache::EntryPtr> entry;
    };

    const auto answer = std::make_shared<Answer>();
    if (!backend.fetch(key, [answer](const cache::EntryPtr &entry) {
            const std::scoped_lock lock(answer->mutex);
            answer->entry = entry;
            answer->bell.notify_all();
        }))
        return nullptr;
    std::unique_lock lock(answer->mutex);
    answer->bell.wait(lock, [&] { return answer->entry.has_value(); });
    return *answer->entry;
}

} // namespace spillway::test
