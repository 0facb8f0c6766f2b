// SPDX-License-Identifier: MIT
#pragma once

#include "cache/entry.h"

#include <cstdint>
#include <functional>
#include <string_view>

namespace spillway::cache {

struct BackendFigures
{
    std::uint64_t entries = 0; ///< 0 where it is not known
    std::uint64_t bytes = 0;   ///< the same
    std::uint64_t evicted = 0; ///< removed for want of room
    std::uint64_t failures = 0;
    bool inReach = true; ///< false: everything is a miss for now
};

/// Where entries are kept. All functions may be called from any thread, never wait for a disk, a network or another thread's
/// work, and never fail: what cannot be kept is dropped, what cannot be read is a miss.
class Backend
{
public:
    using Reply = std::function<void(EntryPtr)>;

    Backend() = default;
    virtual ~Backend() = default;
    Backend(const Backend &) = delete;
    Backend &operator=(const Backend &) = delete;

    /// What is at hand; null when there is nothing, or nothing that still lives.
    [[nodiscard]] virtual EntryPtr find(std::string_view key) = 0;

    /// Asks where it takes time. False: there is no such place, or it is out of reach; `reply` was not and will not be called.
    /// Otherwise `reply` is called once, in any thread, possibly before this returns, with null for a miss; at the latest when
    /// the backend is destroyed.
    virtual bool fetch(std::string_view key, Reply reply) = 0;

    /// Replaces what is there.
    virtual void store(std::string_view key, const EntryPtr &entry) = 0;
    virtual void erase(std::string_view key) = 0;

    [[nodiscard]] virtual BackendFigures figures() const = 0;
};

} // namespace spillway::cache
