// SPDX-License-Identifier: MIT
#pragma once

#include "pipeline/shared.h"
#include "server/clients.h"
#include "spillway/config.h"

#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace spillway {

/// What one config says about clients, worked out for the listener. Immutable; swapped together with the routing table.
struct ServerView
{
    std::shared_ptr<const Config> config;
    std::vector<ClientIdentity> identities;
    GcraRate clientRate;
    TrustedProxies trustedProxies;
    bool loopback = true;

    /// The token's identity in constant time over the tokens' lengths; null: not a token.
    [[nodiscard]] const ClientIdentity *identify(std::string_view token) const;

    [[nodiscard]] bool needsToken() const { return !identities.empty(); }

    [[nodiscard]] bool originAllowed(std::string_view origin) const;
    [[nodiscard]] bool hostAllowed(std::string_view host) const;
};

/// What all workers' front ends share beside the routing: the view of the config, client buckets, process facts for
/// /status. Thread-safe.
class Gateway
{
public:
    explicit Gateway(Shared &shared)
        : m_shared(shared)
        , m_started(shared.clock().steadyNs())
    {}

    void publish(std::shared_ptr<const ServerView> view);
    [[nodiscard]] std::shared_ptr<const ServerView> view() const;

    [[nodiscard]] std::uint64_t version() const
    {
        return m_version.load(std::memory_order_acquire);
    }

    Shared &shared() { return m_shared; }

    [[nodiscard]] const Shared &shared() const { return m_shared; }

    ClientBuckets &buckets() { return m_buckets; }

    AddressCounts &addressCounts() { return m_addressCounts; }

    /// When the engine began to serve.
    [[nodiscard]] SteadyNs started() const { return m_started; }

    void setAddress(std::string address);
    [[nodiscard]] std::string address() const;

private:
    Shared &m_shared;
    SteadyNs m_started;
    ClientBuckets m_buckets;
    AddressCounts m_addressCounts;
    std::atomic<std::uint64_t> m_version{0};
    mutable std::mutex m_mutex;
    std::shared_ptr<const ServerView> m_view;
    std::string m_address;
};

} // namespace spillway
