// SPDX-License-Identifier: MIT
#pragma once

#include "cache/backend.h"
#include "cache/flights.h"
#include "stats/counters.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string_view>

namespace spillway::cache {

/// What one worker counts about the calls of one method whose answers may be kept.
struct MethodCounters
{
    Counter hits;    ///< answered without asking a node, joined ones too
    Counter joined;  ///< of them: by an answer that another call was waiting for
    Counter misses;  ///< went to a node
    Counter stores;  ///< answers kept
    Counter credits; ///< what the hits would have cost
};

/// By position in allRules(). Written by one worker only.
struct alignas(64) WorkerCounters
{
    std::array<MethodCounters, kRuleCount> methods;
};

/// The answers kept for all chains of a configuration, and the calls that wait for the same one. Lives on over reloads that
/// do not change where answers are kept.
class Cache
{
public:
    /// Null: switched off.
    [[nodiscard]] static std::shared_ptr<Cache> make(const Clock &clock, const CacheConfig &config);

    [[nodiscard]] const CacheConfig &config() const { return m_config; }

    Backend &backend() { return *m_backend; }

    [[nodiscard]] BackendFigures figures() const
    {
        return m_backend ? m_backend->figures() : BackendFigures();
    }

    Flights &flights() { return m_flights; }

    /// How long a call waits for the backend before it is a miss.
    [[nodiscard]] SteadyNs patience() const { return toNs(m_config.timeout); }

    /// Ends the backend's threads; waits for them. Nobody may use it any more.
    void close() { m_backend.reset(); }

private:
    explicit Cache(const CacheConfig &config)
        : m_config(config)
    {}

    CacheConfig m_config;
    Flights m_flights;
    std::unique_ptr<Backend> m_backend;
};

} // namespace spillway::cache
