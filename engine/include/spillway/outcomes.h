// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#pragma GCC visibility push(default) // part of libspillway's interface

namespace spillway {

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
    LogsLimit, ///< takes no log query that wide, or with so many addresses
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
                     "logs_limit",
                     "saturated",
                     "quota_exhausted",
                     "rate_limit"};

/// What the engine answered from its own knowledge: label `kind` of spillway_local_responses_total.
enum class LocalKind : std::uint8_t { BlockNumber, ChainId, NetVersion, Filter, Count };

inline constexpr std::array<std::string_view, static_cast<std::size_t>(LocalKind::Count)>
    kLocalKindNames{"block_number", "chain_id", "net_version", "filter"};

/// Label `outcome` of rpc_upstream_attempts_total.
inline constexpr std::array<std::string_view, 15> kAttemptOutcomeNames{"success",
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
                                                                       "abandoned",
                                                                       "hedge_lost"};

/// Upper bounds in microseconds of all latency histograms; the last bucket is open.
inline constexpr std::array<std::int64_t, 16> kLatencyBoundsUs{500,
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

/// A node's state in one word, as /status shows it.
enum class NodeCondition {
    Up,
    Unknown,
    Penalized,
    Cooling,
    Parked,
    Saturated,
    QuotaExhausted,
    Lagging,    ///< too many blocks behind the head of its chain
    Syncing,    ///< says itself that it is catching up
    WrongChain, ///< reports another chain id
    Disabled,
};

/// "up", "unknown", "penalized", …: the words of the contract.
[[nodiscard]] std::string_view conditionName(NodeCondition condition);
/// Whether a request may be offered to it now or as soon as a permit is free; an unknown node counts.
[[nodiscard]] bool isActive(NodeCondition condition);

} // namespace spillway

#pragma GCC visibility pop
