// SPDX-License-Identifier: MIT
#pragma once

#include "cache/entry.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace spillway::cache {

/// How a flight ended.
struct Landing
{
    enum class Kind : std::uint8_t {
        Served,    ///< `entry` is the answer, also where it must not be kept
        Abandoned, ///< nobody waits for it where it started: somebody else may take it over
        Failed,    ///< no node gave an answer that is one for all
    };

    Kind kind = Kind::Failed;
    EntryPtr entry;
    std::optional<int> errorCode; ///< of a JSON-RPC error
    std::string errorText;
};

/// Lets calls that ask for the same thing at the same time share one answer, whichever workers they are on. A leader asks;
/// followers are told how it went, and see for themselves when it went wrong.
///
/// Any thread. Bounded: a flight takes at most kMostFollowers, further calls go alone.
class Flights
{
public:
    static constexpr std::size_t kMostFollowers = 10000;

    /// Called in the thread of the leader; hands the news over to the follower's own.
    using Deliver = std::function<void(const std::shared_ptr<const Landing> &)>;
    using Ticket = std::uint64_t;

    enum class Role : std::uint8_t { Leads, Follows, Alone };

    struct Joined
    {
        Role role = Role::Alone;
        Ticket ticket = 0; ///< of a leader or a follower, never 0
    };

    /// `deliver` is made only for a follower, from `makeDeliver(ticket)`.
    template <typename MakeDeliver>
    [[nodiscard]] Joined join(std::string_view key, MakeDeliver &&makeDeliver)
    {
        Shard &shard = shardOf(key);
        const std::scoped_lock lock(shard.mutex);
        const Ticket ticket = m_next.fetch_add(1, std::memory_order_relaxed);
        const auto found = shard.flights.find(key);
        if (found == shard.flights.end()) {
            shard.flights.emplace(std::string(key), Flight{ticket, {}});
            return {Role::Leads, ticket};
        }
        if (found->second.followers.size() >= kMostFollowers)
            return {Role::Alone, 0};
        found->second.followers.push_back({ticket, makeDeliver(ticket)});
        return {Role::Follows, ticket};
    }

    /// The leader's word. Every leader lands exactly once.
    void land(std::string_view key, Ticket leader, Landing landing);
    /// A follower waits no more. News may be on their way to it already.
    void leave(std::string_view key, Ticket follower);

    [[nodiscard]] std::size_t count() const;

private:
    struct Follower
    {
        Ticket ticket = 0;
        Deliver deliver;
    };

    struct Flight
    {
        Ticket leader = 0;
        std::vector<Follower> followers;
    };

    struct Hash
    {
        using is_transparent = void;

        std::size_t operator()(std::string_view key) const;
    };

    struct alignas(64) Shard
    {
        mutable std::mutex mutex;
        std::unordered_map<std::string, Flight, Hash, std::equal_to<>> flights;
    };

    Shard &shardOf(std::string_view key) { return m_shards.at(Hash()(key) % m_shards.size()); }

    std::atomic<Ticket> m_next{1};
    std::array<Shard, 16> m_shards;
};

} // namespace spillway::cache
