// SPDX-License-Identifier: MIT
#pragma once

#include "spillway/secret.h"

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#pragma GCC visibility push(default) // part of libspillway's interface

namespace spillway {

using Milliseconds = std::chrono::milliseconds;

/// A line of the config file, 0 = unknown. Where a thing is written is no part of what it is: two
/// configurations that differ in lines only are equal.
struct SourceLine
{
    int value = 0;

    SourceLine() = default;

    // A plain number in every other respect, hence the implicit conversions.
    // NOLINTBEGIN(google-explicit-constructor)
    SourceLine(int line)
        : value(line)
    {}

    operator int() const { return value; }

    // NOLINTEND(google-explicit-constructor)

    bool operator==(const SourceLine &) const { return true; }

    bool operator==(int line) const { return value == line; }
};

/// A provider's price list: credits by exact, case-sensitive method name. Immutable once loaded and shared
/// by every node that names the same file.
struct PriceList
{
    std::string path;          ///< resolved file name
    int spilloverPercent = 95; ///< 1..100, share of monthly_limit that may be spent
    /// Price of methods that are not listed; absent: the node is skipped for them.
    std::optional<std::uint64_t> unknownCost;
    std::map<std::string, std::uint64_t, std::less<>> costs;
    std::string checked; ///< date on which the shipped table was last checked, may be empty

    /// Credits for one call, or nothing when this list does not price the method.
    [[nodiscard]] std::optional<std::uint64_t> cost(std::string_view method) const;

    bool operator==(const PriceList &) const = default;
};

enum class AuthType { None, UrlKey, Header, Bearer };

struct NodeAuth
{
    AuthType type = AuthType::None;
    std::string headerName; ///< only for Header
    Secret value;           ///< header value or bearer token

    bool operator==(const NodeAuth &) const = default;
};

/// Allow and deny lists of exact names or `prefix*`. Deny wins; an empty allow list allows everything.
struct MethodFilter
{
    std::vector<std::string> allow;
    std::vector<std::string> deny;

    [[nodiscard]] bool allows(std::string_view method) const;

    [[nodiscard]] bool isEmpty() const { return allow.empty() && deny.empty(); }

    bool operator==(const MethodFilter &) const = default;
};

/// One upstream. The name is its identity: usage, metrics and health are keyed by it.
struct NodeConfig
{
    std::string name; ///< unique, not empty, at most 128 bytes
    Secret url;       ///< used exactly: path and query as written
    Secret wsUrl;     ///< empty: no WebSocket to this node
    std::string chain;
    int tier = 0; ///< 0..255, lowest first
    bool enabled = true;
    int weight = 1;        ///< >= 1, for weighted_round_robin
    double rpsLimit = 0;   ///< requests per second; 0 = unlimited
    double burst = 0;      ///< bucket size; 0 = ceil(rpsLimit)
    bool learnRps = false; ///< lower the rate when the node refuses, and raise it again
    int maxConcurrent = 0; ///< hard cap: skipped when full; 0 = none
    int maxInFlight = 0;   ///< soft cap: last resort when full; 0 = none
    /// Elements of one upstream batch; 0 = no limit known, 1 = single calls only.
    int maxBatchSize = 0;
    std::uint64_t monthlyLimit = 0;          ///< credits per period; 0 = unmetered
    int resetDay = 1;                        ///< 1..31, UTC, clamped to the month's last day
    std::string pricingPath;                 ///< as written; empty: every call costs 1
    std::shared_ptr<const PriceList> prices; ///< null: every call costs 1
    NodeAuth auth;
    std::vector<std::pair<std::string, Secret>> headers;
    MethodFilter methods;
    Milliseconds cooldown{15000}; ///< after a rate-limit answer that names no wait
    std::string caFile; ///< extra trusted certificates (PEM) for this node; empty: the system's
    SourceLine line;    ///< line of the [[nodes]] header in the config file

    /// Price lists are compared by content, lines not at all.
    /// Credits that may be spent in a period: floor(monthly_limit * spillover_percent / 100). Nothing: unmetered.
    [[nodiscard]] std::optional<std::uint64_t> threshold() const;

    bool operator==(const NodeConfig &other) const;
};

enum class ChainKind { Generic, Evm, Solana };

/// "generic", "evm", "solana": the words of the config.
[[nodiscard]] std::string_view chainKindName(ChainKind kind);

enum class HeadsMode { Auto, Ws, Poll, Off };
enum class Balance { Latency, LeastInFlight, WeightedRoundRobin };
enum class PenaltyMode { Fixed, Exponential };
enum class IoBackend { Auto, Epoll, Qt };

struct ChainConfig
{
    std::string name; ///< "default" when the file has no [chains.*]
    ChainKind kind = ChainKind::Generic;
    std::uint64_t chainId = 0; ///< 0 = what most nodes report
    std::string path;          ///< begins with '/', no trailing slash but in "/" itself
    HeadsMode heads = HeadsMode::Auto;
    Milliseconds pollInterval{5000};
    int maxBlockLag = 5;
    bool cache = true;
    int finalityDepth = 64;
    int wsConnections = 1;
    std::optional<Balance> balance;     ///< absent: [routing] balance
    int failureThreshold = 3;           ///< polls failed in a row before a node is left out
    Milliseconds wsPingInterval{30000}; ///< of head feeds; two silent intervals = dead; 0 = off
    bool pendingMirror = false;         ///< newPendingTransactions served from one shared feed
    bool syncingMirror = false;         ///< `syncing` subscriptions served from the pool's view
    bool reorg = true;           ///< detect reorganisations, check cached blocks against them
    int reorgWindow = 128;       ///< headers remembered, >= finalityDepth while reorg is on
    Milliseconds shortTtl{2000}; ///< answers that depend on the head
    bool dynamicTtl = true;      ///< short TTL = block interval / 4 within [minTtl, shortTtl]
    Milliseconds minTtl{200};
    Milliseconds pendingTtl{1000};       ///< null and unmined answers
    Milliseconds unfinalizedTtl{900000}; ///< stamped answers above the finality depth
    Milliseconds filterTtl{300000};      ///< idle time after which a filter is forgotten
    bool warmBlocks = true;              ///< put each new head into the cache
    bool warmReceipts = false;           ///< and its receipts, before the head is announced
    int broadcastTransactions = 1;       ///< nodes that a signed transaction is sent to at once
    SourceLine line;

    bool operator==(const ChainConfig &) const = default;
};

/// One client token. Anonymous entries of `tokens` get the names "token-1", "token-2", …
struct ClientToken
{
    std::string name;
    Secret token;
    std::vector<std::string> chains; ///< empty: all
    MethodFilter methods;
    double rpsLimit = 0; ///< 0 = unlimited

    bool operator==(const ClientToken &) const = default;
};

struct ClientRateLimit
{
    bool enabled = false;
    double requestsPerSecond = 50;
    double burst = 100;
    double wsMessagesPerSecond = 20;
    double wsBurst = 40;
    int maxSubscriptions = 20;
    std::vector<std::string>
        trustedProxies; ///< addresses or CIDR blocks whose X-Forwarded-For is believed

    bool operator==(const ClientRateLimit &) const = default;
};

struct ServerConfig
{
    std::string host = "127.0.0.1"; ///< "localhost" = both loopback families
    std::uint16_t port = 8599;      ///< 0 = any free port
    bool enableMetrics = true;      ///< default: on for loopback, off otherwise
    int workerThreads = 0;          ///< 0 = chosen from the cores
    Milliseconds requestTimeout{10000};
    Milliseconds attemptTimeout{4000};
    Milliseconds connectTimeout{3000};
    Milliseconds heavyRequestTimeout{60000};
    int maxInFlight = 10000;
    IoBackend io = IoBackend::Auto;
    std::string stateDir;             ///< resolved, absolute
    std::string statusPagePath = "/"; ///< empty: off
    bool responseHeaders = true;      ///< the x-spillway-* headers
    bool allowUnauthenticated = false;
    Milliseconds keepAliveTimeout{75000}; ///< idle client connections
    int rollupWindowS = 60;
    std::vector<ClientToken> tokens;
    ClientRateLimit clientRateLimit;

    [[nodiscard]] bool isLoopback() const;
    bool operator==(const ServerConfig &) const = default;
};

struct RoutingConfig
{
    Balance balance = Balance::Latency;
    int maxRetries = 0; ///< other nodes tried after the first; 0 = every candidate
    Milliseconds retryBase{0};
    Milliseconds retryMax{1000};
    int hedgePercentile =
        0; ///< of a node's answer times, after which a second one is asked; 0 = never
    int hedgeBudgetPercent = 5; ///< calls that may be hedged, of all that could be

    bool operator==(const RoutingConfig &) const = default;
};

struct HealthConfig
{
    PenaltyMode penalty = PenaltyMode::Fixed;
    Milliseconds penaltyTime{5000}; ///< Fixed only
    int demotionThreshold = 2;      ///< Exponential: failures in a row before the first cooldown
    Milliseconds penaltyBase{
        2000}; ///< Exponential: first cooldown, doubled by each further failure
    Milliseconds penaltyCap{300000};

    bool operator==(const HealthConfig &) const = default;
};

struct SecurityConfig
{
    std::size_t maxBodyBytes = 1048576;
    std::size_t maxHeaderBytes = 16384;
    int maxBatchSize = 100;
    Milliseconds headerTimeout{10000};
    Milliseconds bodyTimeout{30000}; ///< whole request body
    int maxConnections = 10000;
    int maxConnectionsPerAddress = 0; ///< 0 = no limit
    /// Largest upstream answer relayed; 0 = no limit (it is streamed).
    std::size_t maxResponseBytes = 0;
    std::uint64_t maxLogsRange = 10000;
    std::size_t maxFilters = 10000; ///< that clients have installed (eth_newFilter and its like)
    std::size_t maxFiltersPerClient = 1000; ///< by token name, else by address
    /// Methods `<namespace>_*` refused on EVM chains.
    std::vector<std::string> blockedNamespaces{
        "admin", "debug", "miner", "personal", "trace", "txpool"};
    std::vector<std::string> allowedHosts;      ///< further Host names accepted on loopback
    std::vector<std::string> sideEffectMethods; ///< further methods that are never sent twice
    std::vector<std::string> heavyMethods;      ///< further methods with the heavy timeout

    bool operator==(const SecurityConfig &) const = default;
};

struct CorsConfig
{
    std::vector<std::string> origins; ///< exact origins, or "*"

    bool operator==(const CorsConfig &) const = default;
};

/// What the log holds. Applied live.
struct LogConfig
{
    std::string level;                             ///< empty: what the program was started with
    std::map<std::string, std::string> categories; ///< category to level, where it differs

    bool operator==(const LogConfig &) const = default;
};

enum class CacheKind { Memory, Filesystem, Redis };

/// "memory", "filesystem", "redis": the words of the config.
[[nodiscard]] std::string_view cacheKindName(CacheKind kind);

/// Where cached answers are kept. What is cached and for how long is a matter of each chain.
struct CacheConfig
{
    bool enabled = true;
    CacheKind backend = CacheKind::Memory;
    std::uint64_t maxEntries = 100000;  ///< memory
    std::uint64_t maxBytes = 268435456; ///< memory; filesystem: soft budget, default 1 GiB
    std::string path;                   ///< filesystem: resolved folder, default <state_dir>/cache
    Milliseconds sweepInterval{60000};  ///< filesystem; 0 = no sweeps
    Milliseconds inlineTtl{60000}; ///< filesystem: shorter-lived entries stay in memory; 0 = none
    std::uint64_t inlineMaxEntries = 10000;
    Milliseconds bucketWidth{3600000}; ///< filesystem: width of one expiry bucket
    Secret redisUrl;                   ///< redis://, rediss:// or unix://
    std::string redisKeyPrefix = "spillway:";
    Milliseconds timeout{50}; ///< redis and filesystem: a slower answer is a miss

    bool operator==(const CacheConfig &) const = default;
};

/// A whole configuration that passed validation. Immutable and shared between threads.
struct Config
{
    std::string file; ///< path it was read from, empty for one built in memory
    ServerConfig server;
    RoutingConfig routing;
    HealthConfig health;
    SecurityConfig security;
    CorsConfig cors;
    LogConfig log;
    CacheConfig cache;
    std::vector<ChainConfig> chains; ///< never empty
    std::vector<NodeConfig> nodes;
    std::string
        outcomeRulesPath; ///< [routing] outcome_rules: user's own rules, empty: the built-in ones only

    [[nodiscard]] const ChainConfig *chain(std::string_view name) const;
    bool operator==(const Config &) const = default;
};

/// What a ConfigIssue is about: spillway/configproblems.h.
enum class ConfigProblem : std::uint8_t;

/// One problem of a config or price file.
struct ConfigIssue
{
    enum class Severity { Warning, Error };

    Severity severity = Severity::Error;
    std::string file;
    int line = 0;        ///< 1-based, 0 = unknown
    std::string key;     ///< dotted path, e.g. nodes[2].rps_limit
    std::string message; ///< what is wrong and what is allowed, in English

    ConfigProblem problem{}; ///< the same for programs that word it themselves
    std::vector<std::string>
        details{};          ///< the values of `problem`, in its order; no secret among them
    bool nodeIsOff = false; ///< a warning only because the node is switched off until then

    /// `file:line: key: message`; parts that are unknown are left out, warnings say so.
    [[nodiscard]] std::string toString() const;
};

[[nodiscard]] bool hasErrors(const std::vector<ConfigIssue> &issues);

} // namespace spillway

#pragma GCC visibility pop
