// SPDX-License-Identifier: MIT
#pragma once

#include "core/clock.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace spillway {

/// A counter with one writing thread and any number of readers. An increment is a plain add: no lock prefix.
class Counter
{
public:
    void add(std::uint64_t amount = 1)
    {
        m_value.store(m_value.load(std::memory_order_relaxed) + amount, std::memory_order_relaxed);
    }

    [[nodiscard]] std::uint64_t value() const { return m_value.load(std::memory_order_relaxed); }

private:
    std::atomic<std::uint64_t> m_value{0};
};

/// A level with one writing thread (requests in flight, sleepers).
class Gauge
{
public:
    void add(std::int64_t amount)
    {
        m_value.store(m_value.load(std::memory_order_relaxed) + amount, std::memory_order_relaxed);
    }

    [[nodiscard]] std::int64_t value() const { return m_value.load(std::memory_order_relaxed); }

private:
    std::atomic<std::int64_t> m_value{0};
};

/// Latency histogram with fixed bounds, one writing thread.
class Histogram
{
public:
    /// Upper bounds in microseconds; the last bucket is open.
    static constexpr std::array<std::int64_t, 16> kBoundsUs{500,
                                                            1000,
                                                            2500,
                                                            5000,
                                                            10000,
                                                            25000,
                                                            50000,
                                                            100000,
                                                            250000,
                                                            500000,
                                                            1000000,
                                                            2500000,
                                                            5000000,
                                                            10000000,
                                                            30000000,
                                                            60000000};

    void observe(SteadyNs elapsed)
    {
        const std::int64_t us = elapsed / 1000;
        std::size_t bucket = 0;
        while (bucket < kBoundsUs.size() && us > kBoundsUs[bucket])
            ++bucket;
        m_buckets[bucket].add();
        m_sumUs.add(static_cast<std::uint64_t>(us < 0 ? 0 : us));
    }

    /// Count of one bucket alone (not cumulated); index kBoundsUs.size() is the open one.
    [[nodiscard]] std::uint64_t bucket(std::size_t index) const { return m_buckets[index].value(); }

    [[nodiscard]] std::uint64_t sumUs() const { return m_sumUs.value(); }

private:
    std::array<Counter, kBoundsUs.size() + 1> m_buckets;
    Counter m_sumUs;
};

/// How a client's call ended: label `outcome` of rpc_requests_total.
enum class RequestOutcome : std::uint8_t {
    Forwarded,     ///< an upstream's answer, result or error
    Local,         ///< answered by the engine from what it knows
    BadRequest,    ///< -32700, -32600, -32602, 413
    Blocked,       ///< -32601 by a blocked namespace or a token's method list
    BadGateway,    ///< -32010
    Unavailable,   ///< -32011
    Timeout,       ///< -32012
    Overloaded,    ///< -32013
    Unauthorized,  ///< 401
    Forbidden,     ///< 403
    ClientLimited, ///< 429
    Abandoned,     ///< the client went away before the answer
    Count
};

inline constexpr std::array<std::string_view, static_cast<std::size_t>(RequestOutcome::Count)>
    kRequestOutcomeNames{"forwarded",
                         "local",
                         "bad_request",
                         "blocked",
                         "bad_gateway",
                         "unavailable",
                         "timeout",
                         "overloaded",
                         "unauthorized",
                         "forbidden",
                         "client_rate_limited",
                         "abandoned"};

/// Why a node was passed over: label `reason` of rpc_upstream_skips_total.
enum class SkipReason : std::uint8_t {
    Disabled,
    WrongChain,
    Lagging,
    Penalized,
    MethodUnsupported,
    Saturated,
    QuotaExhausted,
    RateLimit,
    Count
};

inline constexpr std::array<std::string_view, static_cast<std::size_t>(SkipReason::Count)>
    kSkipReasonNames{"disabled",
                     "wrong_chain",
                     "lagging",
                     "penalized",
                     "method_unsupported",
                     "saturated",
                     "quota_exhausted",
                     "rate_limit"};

/// Label `outcome` of rpc_upstream_attempts_total.
inline constexpr std::array<std::string_view, 14> kAttemptOutcomeNames{"success",
                                                                       "forwarded_http_error",
                                                                       "forwarded_rpc_error",
                                                                       "retryable_rpc_error",
                                                                       "rate_limit",
                                                                       "quota_exhausted",
                                                                       "key_rejected",
                                                                       "method_unsupported",
                                                                       "invalid_json",
                                                                       "body_error",
                                                                       "http_error",
                                                                       "timeout",
                                                                       "transport_error",
                                                                       "abandoned"};

/// Index of a label above; a label that is not among them counts as transport_error.
[[nodiscard]] std::size_t attemptOutcomeIndex(std::string_view name);

/// What one I/O worker counts. Written by that worker only; read by whoever answers /metrics or /status.
struct alignas(64) WorkerStats
{
    std::array<Counter, static_cast<std::size_t>(RequestOutcome::Count)> requests;
    std::array<Histogram, static_cast<std::size_t>(RequestOutcome::Count)> durations;
    Gauge inFlight; ///< calls held, from the complete request to the answer
    Gauge sleeping; ///< calls parked until a limit, a permit or a cooldown ends
    Gauge connections;
    Counter connectionsRefused;
    Counter upstreamConnects;
    Counter batches;
    Counter responseBytes;
    Counter requestBytes;
};

/// What one I/O worker counts about one node.
struct alignas(64) NodeWorkerStats
{
    std::array<Counter, kAttemptOutcomeNames.size()> attempts;
    std::array<Counter, static_cast<std::size_t>(SkipReason::Count)> skips;
    Histogram duration; ///< every attempt that got an answer
    Counter credits;  ///< booked by this process
    Counter refunded; ///< given back, because not one byte of the attempt left
    Counter served;
    Counter servedLatencyUs;
    Counter failures;
};

} // namespace spillway
