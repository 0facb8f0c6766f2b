// SPDX-License-Identifier: MIT
#pragma once

#include "cache/backend.h"

#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

namespace spillway::cache {

/// Entries in this process, bounded by bytes and by number, in shards with a lock each.
///
/// What leaves is decided as SIEVE does: entries stand in the order they came, a hit only leaves a mark, and a hand that goes
/// from the oldest to the newest takes away the first one without a mark, wiping marks on its way. One pass over many entries
/// that are never asked for again does not push out those that are, as it would with least-recently-used, and a hit changes
/// no list.
class MemoryBackend final : public Backend
{
public:
    MemoryBackend(const Clock &clock, std::uint64_t maxBytes, std::uint64_t maxEntries);
    ~MemoryBackend() override;

    [[nodiscard]] EntryPtr find(std::string_view key) override;

    bool fetch(std::string_view, Reply) override { return false; }

    void store(std::string_view key, const EntryPtr &entry) override;
    void erase(std::string_view key) override;
    [[nodiscard]] BackendFigures figures() const override;

private:
    class Shard;

    Shard &shardOf(std::size_t hash) const { return *m_shards[(hash >> 40U) % m_shards.size()]; }

    const Clock &m_clock;
    std::vector<std::unique_ptr<Shard>> m_shards;
};

} // namespace spillway::cache
