// SPDX-License-Identifier: MIT
#pragma once

#include "core/clock.h"
#include "spillway/config.h"
#include "store/usagestore.h"
#include "upstream/gcra.h"

#include <array>
#include <atomic>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace spillway {

/// The lasting part of a client token, kept over reloads by its name.
struct TokenState
{
    explicit TokenState(std::string tokenName, UsageCounter *counter)
        : name(std::move(tokenName))
        , usage(counter)
    {}

    std::string name;
    UsageCounter *usage; ///< credits of this month, stored as "token:<name>"
    std::atomic<std::uint64_t> requests{0};
    Gcra bucket;
};

/// A token as one config knows it.
struct ClientIdentity
{
    const ClientToken *config = nullptr;
    std::shared_ptr<TokenState> state;
    GcraRate rate;
};

/// Token buckets by client address, shared by all workers; only used when [server.client_rate_limit] is on. An
/// address that is idle for ten minutes is forgotten, and the number of addresses is bounded.
class ClientBuckets
{
public:
    /// Takes up to `count` tokens of `address` and returns how many there were; with none, `wait` is the time until
    /// the next one. Any thread; short lock.
    int
    take(std::string_view address, const GcraRate &rate, int count, SteadyNs now, SteadyNs *wait);

    [[nodiscard]] std::size_t size() const;

private:
    static constexpr std::size_t kShards = 16;
    static constexpr std::size_t kMaxPerShard = 8192;

    struct Entry
    {
        SteadyNs arrival = 0;
        SteadyNs seen = 0;
        std::list<std::string>::iterator age;
    };

    struct Shard
    {
        mutable std::mutex mutex;
        std::unordered_map<std::string, Entry> entries;
        std::list<std::string> byAge; ///< least recently seen first
    };

    std::array<Shard, kShards> m_shards;
};

/// Open connections by client address, for [security] max_connections_per_address. Any thread; short lock.
class AddressCounts
{
public:
    /// False when `address` has `most` connections already; nothing is counted then.
    bool tryAdd(const std::string &address, int most);
    void remove(const std::string &address);

private:
    std::mutex m_mutex;
    std::unordered_map<std::string, int> m_counts;
};

/// The addresses whose X-Forwarded-For is believed: single addresses or CIDR blocks, both families.
class TrustedProxies
{
public:
    explicit TrustedProxies(const std::vector<std::string> &blocks = {});

    [[nodiscard]] bool contains(std::string_view address) const;
    /// The client's address: the last entry of `forwardedFor` that is not itself a trusted proxy, or `peer`
    /// when the peer is not trusted or the header is absent or unreadable.
    [[nodiscard]] std::string clientAddress(std::string_view peer,
                                            std::string_view forwardedFor) const;

private:
    struct Block
    {
        std::array<unsigned char, 16> address{};
        int bits = 128;
    };

    std::vector<Block> m_blocks;
};

} // namespace spillway
