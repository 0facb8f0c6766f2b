// SPDX-License-Identifier: MIT
#pragma once

#include "spillway/config.h"
#include "spillway/latency.h"
#include "spillway/outcomes.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#pragma GCC visibility push(default) // part of libspillway's interface

namespace spillway {

/// Attempts at one node with one method since the engine started, its own questions included.
struct NodeMethodSnapshot
{
    std::string method; ///< empty: methods without a count of their own, together
    std::uint64_t calls = 0;
    std::uint64_t credits = 0;
};

/// One node at one moment. Totals count since the engine started and never fall.
struct NodeSnapshot
{
    std::string name;
    std::string chain;
    int tier = 0;
    bool enabled = true;
    std::string endpoint; ///< scheme and host, the key removed
    NodeCondition condition = NodeCondition::Unknown;
    std::string reason; ///< engine or provider text, redacted; empty when up
    /// Figures of the reason, 0 = not known. Lagging: blocks behind and blocks allowed; Syncing: its block and its target;
    /// WrongChain: the chain id it reports and the one expected, or 0 and how many blocks above the head it claims to be, or the
    /// block since which it is on another branch and 0, or 0 and 0 when it refuses what every node of its kind answers.
    std::uint64_t reasonFound = 0;
    std::uint64_t reasonWanted = 0;
    std::int64_t closedForMs =
        0;                    ///< what is left of a penalty, cooldown or parking; 0 = not closed
    bool onProbation = false; ///< closed lately: gets one request at a time until it has served one
    int inFlight = 0;
    int maxConcurrent = 0;           ///< 0 = no limit
    std::optional<double> latencyMs; ///< moving average of served answers; absent until measured
    double rpsLimit = 0;             ///< 0 = unlimited
    std::optional<double>
        learnedRps;    ///< what it was found to take; absent: not learning, or never refused
    double tokens = 0; ///< requests the rate limit would let through right now; 0 when unlimited

    std::uint64_t used = 0;                 ///< credits of the running billing period
    std::optional<std::uint64_t> limit;     ///< absent: unmetered
    std::optional<std::uint64_t> threshold; ///< credits at which the node leaves rotation
    std::string periodStart;                ///< ISO date, UTC
    std::string resetsAt;                   ///< ISO date, UTC
    double creditsPerDay = 0;               ///< pace of the period so far; 0 in its first hour
    std::optional<std::string>
        reachesThresholdOn; ///< ISO date, UTC; absent: not before the reset, or unmetered
    std::optional<std::uint64_t>
        forecastAtReset; ///< used credits expected at the reset; absent: unmetered

    std::uint64_t served = 0;   ///< answers it gave to clients
    std::uint64_t failures = 0; ///< attempts that gave none
    std::uint64_t credits = 0;  ///< booked by this engine, less refunds
    std::array<std::uint64_t, kAttemptOutcomeNames.size()> attempts{};
    std::array<std::uint64_t, static_cast<std::size_t>(SkipReason::Count)> skips{};
    std::vector<NodeMethodSnapshot> methods; ///< those that it was asked, in no order
    /// The same since 00:00 UTC, over restarts of the engine. Only in Engine::snapshot().
    std::vector<NodeMethodSnapshot> methodsToday;
    std::optional<std::uint64_t> blockNumber;  ///< its newest block or slot, as it told
    std::optional<std::uint64_t> logsSpan;     ///< blocks of one log query, as its refusals taught
    std::optional<std::uint64_t> blocksBehind; ///< the head of its chain less that; 0 when ahead
    bool headFeed = false;                     ///< its blocks come over a live WebSocket
    std::uint64_t probes = 0;                  ///< questions of the engine's own about its chain
    std::uint64_t probeFailures = 0;           ///< of these, without a usable answer
    std::string lastError;        ///< words of the latest failed attempt, redacted; empty: none yet
    std::string lastErrorOutcome; ///< its outcome, one of kAttemptOutcomeNames
    std::int64_t lastErrorWallMs = 0; ///< 0: none yet
};

/// Blocks of a chain that were taken back.
struct ReorgSnapshot
{
    std::int64_t wallMs = 0; ///< when it was confirmed
    std::uint64_t from = 0;  ///< lowest block that is known to have been replaced
    std::uint64_t to = 0;    ///< the head before
    std::uint64_t depth = 0;
    bool exact = true; ///< false: the fork point was not seen; `from` may be lower in truth
    std::string oldHash;
    std::string newHash;
};

struct ChainSnapshot
{
    std::string name;
    ChainKind kind = ChainKind::Generic;
    std::uint64_t chainId = 0; ///< of the config, else what most nodes report; 0 = not known
    std::string path;          ///< path on the listener
    std::size_t nodes = 0;
    bool followed = false; ///< its nodes are asked for their blocks (not: kind generic, heads off)
    std::optional<std::uint64_t> head; ///< block or slot that clients see as the newest
    std::string headHash;              ///< may be empty
    std::int64_t headAgeMs = 0;        ///< since it became the head
    std::string headSource;            ///< "websocket" or "poll"; empty without a head
    std::int64_t blockTimeMs = 0;      ///< average of the latest blocks; 0 = not known yet
    std::optional<std::uint64_t> safe; ///< known only while clients ask for it
    std::optional<std::uint64_t> finalized;
    std::uint64_t reorgs = 0;              ///< confirmed since the start
    std::vector<ReorgSnapshot> lastReorgs; ///< at most 50, oldest first
    std::uint64_t warmedHeads = 0; ///< new heads put into the cache, all that was wanted of them
    std::uint64_t warmingFailures = 0; ///< new heads of which something could not be had
    std::uint64_t warmingLate = 0;     ///< of both: what came after clients had seen the head
    std::uint64_t warmedAnswers = 0;   ///< answers kept in this way
    std::uint64_t filters = 0;         ///< installed by clients
};

/// Calls of one method whose answers may be kept. Totals since the engine started.
struct CacheMethodSnapshot
{
    std::string method;
    std::uint64_t hits = 0;    ///< answered without asking a node, joined ones too
    std::uint64_t joined = 0;  ///< of them: shared with a call that was under way
    std::uint64_t misses = 0;  ///< went to a node
    std::uint64_t stores = 0;  ///< answers kept
    std::uint64_t credits = 0; ///< what the hits would have cost
};

struct CacheSnapshot
{
    bool enabled = false;
    CacheKind backend = CacheKind::Memory;
    bool inReach = true;       ///< false: the backend does not answer, everything is a miss for now
    std::uint64_t entries = 0; ///< 0 where it is not known (files, Redis)
    std::uint64_t bytes = 0;   ///< of memory and files; 0 for Redis
    std::uint64_t evicted = 0; ///< removed for want of room
    std::uint64_t failures = 0;
    CacheMethodSnapshot total;                ///< without a name
    std::vector<CacheMethodSnapshot> methods; ///< those that were called, by name
};

struct ClientSnapshot
{
    std::string name; ///< of the token
    std::uint64_t requests = 0;
    std::uint64_t credits = 0;
};

/// The whole engine at one moment. Immutable once made; may be kept and compared with a later one to get rates.
struct Snapshot
{
    std::int64_t wallMs = 0;   ///< when it was made
    std::int64_t steadyMs = 0; ///< the same on a clock that is never set; for rates
    std::int64_t uptimeMs = 0;
    std::string address; ///< "http://127.0.0.1:8599"; empty without a listener
    int workers = 0;
    std::int64_t inFlight = 0;
    std::int64_t sleeping = 0; ///< calls waiting for a limit, a permit or a cooldown
    std::int64_t connections = 0;
    std::array<std::uint64_t, static_cast<std::size_t>(RequestOutcome::Count)> requests{};
    /// Client calls by duration, all outcomes, not cumulated.
    LatencyCells<std::uint64_t> latency{};
    std::array<std::uint64_t, kLocalKindNames.size()> local{}; ///< answered without a node
    std::uint64_t hedges =
        0; ///< calls that asked a second node as well, because the first was slow
    std::uint64_t hedgesWon = 0; ///< of these, answered by the second one
    CacheSnapshot cache;
    std::vector<ChainSnapshot> chains;
    std::vector<NodeSnapshot> nodes; ///< in the order of the config
    std::vector<ClientSnapshot> clients;

    [[nodiscard]] const NodeSnapshot *node(std::string_view name) const;
};

/// One minute of one node's history, from the store.
struct NodeMinute
{
    std::int64_t minute = 0; ///< minutes since 1970-01-01 UTC
    std::uint64_t requests = 0;
    std::uint64_t failures = 0;
    std::uint64_t credits = 0;
    std::uint64_t latencySumUs = 0; ///< over the served answers
    std::uint64_t served = 0;
};

/// One second of one node, from the store, which keeps the latest minutes in that detail.
struct NodeSecond
{
    std::int64_t second = 0; ///< seconds since 1970-01-01 UTC
    std::uint64_t requests = 0;
    std::uint64_t failures = 0;
    std::uint64_t credits = 0;
};

/// Clients' calls of the whole proxy in one minute, from the store.
struct CallMinute
{
    std::int64_t minute = 0; ///< minutes since 1970-01-01 UTC
    std::array<std::uint64_t, static_cast<std::size_t>(RequestOutcome::Count)> requests{};
    LatencyCounts<std::uint64_t> latency = {}; ///< as Snapshot::latency
};

struct NodeHistory
{
    std::string node;
    std::vector<NodeMinute> minutes; ///< oldest first; minutes without traffic are absent
    /// How much of the minutes was counted by the engine that was asked, as the snapshots count it (attempts, failures, credits less
    /// refunds): a reader who follows the snapshots too takes nothing twice. 0 from UsageBooks.
    NodeMinute ofThisRun;
    std::vector<NodeSecond> seconds; ///< how the figures of the latest minutes lie in them
};

/// What the store knows of a span of time.
struct History
{
    std::vector<NodeHistory> nodes = {};
    std::vector<CallMinute> calls = {}; ///< oldest first; minutes without a call are absent
    /// How much of the calls was counted by the engine that was asked, as the snapshots count them. Minute 0 from UsageBooks.
    CallMinute callsOfThisRun = {};
};

} // namespace spillway

#pragma GCC visibility pop
