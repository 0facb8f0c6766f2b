// SPDX-License-Identifier: MIT
#include "cache/flights.h"

#include "cache/keyhash.h"

#include <algorithm>

namespace spillway::cache {

std::size_t Flights::Hash::operator()(std::string_view key) const
{
    return keyHash(key);
}

void Flights::land(std::string_view key, Ticket leader, Landing landing)
{
    std::vector<Follower> followers;
    {
        Shard &shard = shardOf(key);
        const std::scoped_lock lock(shard.mutex);
        const auto found = shard.flights.find(key);
        if (found == shard.flights.end() || found->second.leader != leader)
            return;
        followers = std::move(found->second.followers);
        shard.flights.erase(found);
    }
    if (followers.empty())
        return;
    const auto news = std::make_shared<const Landing>(std::move(landing));
    for (const Follower &follower : followers)
        follower.deliver(news);
}

void Flights::leave(std::string_view key, Ticket follower)
{
    Shard &shard = shardOf(key);
    const std::scoped_lock lock(shard.mutex);
    const auto found = shard.flights.find(key);
    if (found != shard.flights.end())
        std::erase_if(found->second.followers,
                      [&](const Follower &f) { return f.ticket == follower; });
}

std::size_t Flights::count() const
{
    std::size_t count = 0;
    for (const Shard &shard : m_shards) {
        const std::scoped_lock lock(shard.mutex);
        count += shard.flights.size();
    }
    return count;
}

} // namespace spillway::cache
