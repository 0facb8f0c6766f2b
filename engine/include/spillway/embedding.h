// SPDX-License-Identifier: MIT
#pragma once

#include "spillway/configio.h"
#include "spillway/outcomes.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#pragma GCC visibility push(default) // part of libspillway's interface

namespace spillway {

/// What one question to a node consists of, for a transport of the program's own.
struct TransportRequest
{
    std::string node; ///< its name in the config
    std::string url;  ///< as configured, variables filled in: it may hold a key
    std::vector<std::pair<std::string, std::string>> headers; ///< without Host and Content-Length
    std::string body;
};

struct TransportReply
{
    int status =
        0; ///< of HTTP, or 200 for anything that answers; 0: it failed, and `problem` says how
    std::string body;
    std::string retryAfter; ///< value of the header of that name; may be empty
    std::string problem;    ///< for logs
};

/// Carries questions to nodes in place of the built-in HTTP client: a WebSocket, a browser, a test. Limits, prices,
/// penalties, time-outs and the choice of a node stay the engine's.
class Transport
{
public:
    virtual ~Transport() = default;

    /// Called in the engine's I/O threads, several at once; must not block. `done` is called once, from any thread, also
    /// from inside send(). A reply that comes too late, or a second time, is dropped. A `done` that is destroyed without a call,
    /// and an exception thrown here, count as a failed attempt, the latter with its words. Every call of send() is an attempt:
    /// booked, counted and told to the MetricsSink.
    using Done = std::function<void(TransportReply)>;
    virtual void send(TransportRequest request, Done done) = 0;
};

/// One try at one node.
struct AttemptEvent
{
    std::string_view chain;
    std::string_view node;
    std::string_view method;
    std::string_view outcome; ///< a word of kAttemptOutcomeNames
    std::chrono::nanoseconds duration{};
    int httpStatus = 0; ///< 0: no answer
    std::uint64_t credits = 0;
};

/// One call that is over.
struct RequestEvent
{
    std::string_view chain;
    std::string_view node; ///< whose answer it is; empty: the engine's own
    std::string_view method;
    RequestOutcome outcome = RequestOutcome::Forwarded;
    std::chrono::nanoseconds duration{};
    int attempts = 0;
    std::uint64_t credits = 0;
};

/// Is told of calls and tries as they happen, for metrics of the program's own. Not of the engine's own questions about a chain.
class MetricsSink
{
public:
    virtual ~MetricsSink() = default;

    /// Both in the engine's I/O threads, several at once; must not block. Views die with the call. An exception thrown here changes
    /// nothing for the call; the first one is logged.
    virtual void attempted(const AttemptEvent &event) = 0;
    virtual void finished(const RequestEvent &event) = 0;
};

/// How the nodes of a pool that is made without a file stand to each other.
enum class PoolOrder {
    Peers,  ///< all in one tier: load is spread
    Ranked, ///< the first one first, the others when it cannot
};

/// The pool of a shipped preset ("ethereum", "base", "arb" …). An unknown name is an issue that lists them.
[[nodiscard]] ConfigLoadResult presetPool(const std::string &nameOrAlias, PoolOrder order);
/// A pool of addresses, at most 256 if ranked; `$VAR` is filled in as in a config file. The nodes are named after host and port ("one.example",
/// "127.0.0.1:8545"); several of one host and port get a few digits of a hash of their URLs, as it stands here, behind that. So their books
/// stay theirs when the list is put into another order.
[[nodiscard]] ConfigLoadResult urlPool(const std::vector<std::string> &urls, PoolOrder order);
/// A pool from the text of a config file.
[[nodiscard]] ConfigLoadResult textPool(const std::string &toml);

} // namespace spillway

#pragma GCC visibility pop
