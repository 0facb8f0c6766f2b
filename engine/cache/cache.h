// SPDX-License-Identifier: MIT
#pragma once

#include "cache/backend.h"
#include "cache/flights.h"
#include "stats/counters.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
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

/// Which of the answers kept for one chain count. Another generation has keys of its own and finds nothing of the one before:
/// after a reorganisation that went deeper than what was thought to be final. Any thread.
class Generation
{
public:
    /// 0: it is not known yet whether what the backend holds is of the chain that the nodes are on; nothing is looked up or kept.
    [[nodiscard]] std::uint64_t value() const { return m_value.load(std::memory_order_acquire); }

    void set(std::uint64_t value) { m_value.store(value, std::memory_order_release); }

private:
    std::atomic<std::uint64_t> m_value{0};
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

    /// Of the chain whose keys begin with `name`. Never null, and the same for the same name.
    [[nodiscard]] std::shared_ptr<Generation> generation(const std::string &name);

    /// What is kept outlives the process.
    [[nodiscard]] bool isLasting() const { return m_config.backend != CacheKind::Memory; }

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
    std::mutex m_mutex;
    std::map<std::string, std::shared_ptr<Generation>>
        m_generations; ///< by the name that keys begin with
};

} // namespace spillway::cache
