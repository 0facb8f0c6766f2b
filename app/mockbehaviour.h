// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace spillway::mock {

using Micros = std::chrono::microseconds;

/// Bounds of a delay; equal bounds give a constant one.
struct DelayRange
{
    Micros least{0};
    Micros most{0};
};

/// What to answer to one call, and every way in which the answer may go wrong on the wire.
struct Reply
{
    enum class Framing { Length, Chunked, UntilClose, BadChunk };
    enum class Fate {
        Answer,
        Stall,         ///< nothing, and the connection stays open
        CloseSilently, ///< FIN with no answer byte
        ResetSilently, ///< RST with no answer byte
    };

    bool pass = false;                 ///< decide nothing here: the next layer answers
    std::optional<std::string> result; ///< raw JSON
    std::optional<std::string> error;  ///< raw JSON of the error object
    std::optional<std::string>
        body; ///< whole body; {{id}} and {{method}} are replaced by the call's raw bytes
    std::optional<std::string> id; ///< raw id to answer with instead of the caller's
    std::size_t fill = 0;          ///< > 0: the result is a string of that many characters
    int status = 200;
    std::vector<std::pair<std::string, std::string>> headers;
    std::string contentType = "application/json";
    std::optional<DelayRange> delay;
    Framing framing = Framing::Length;
    Fate fate = Fate::Answer;
    bool gzip = false;
    bool closeAfter = false;
    bool continueFirst = false;               ///< `100 Continue` before the answer
    std::optional<std::size_t> contentLength; ///< a wrong Content-Length
    std::optional<std::size_t> truncateAfter; ///< FIN after that many body bytes
    std::optional<std::size_t> resetAfter;    ///< RST after that many body bytes
    std::size_t slowBytes = 0;                ///< > 0: the body leaves in portions of that size …
    Micros slowInterval{0};                   ///< … one each interval
    unsigned times = 1;                       ///< how often a step is used before the next one

    /// True if the answer is more than a plain 200 with a result or an error.
    [[nodiscard]] bool shapesTransport() const;
};

/// Replies used one after the other. Not thread-safe: the node's lock guards it.
struct Steps
{
    std::vector<Reply> replies;
    bool cycle = false; ///< false: behind the last step the next layer answers

    const Reply *next();

private:
    std::size_t m_position = 0;
    unsigned m_used = 0;
};

struct Fault
{
    double probability = 0;
    Reply reply;
};

struct RateLimit
{
    double perSecond = 0; ///< 0: none
    double burst = 0;
    std::string
        retryAfter; ///< header text; empty: none; "auto": whole seconds until the next token
    Reply reply;
};

/// A made-up chain whose blocks follow from their numbers, so that all mock nodes of a process agree.
struct EvmOptions
{
    std::uint64_t chainId = 1;
    std::uint64_t head = 1000;
    Micros blockTime{0};                 ///< 0: the head moves only by command
    std::uint64_t forkFrom = UINT64_MAX; ///< blocks from here on hash differently
    std::uint64_t forkSalt = 0;
    std::uint64_t logsPerBlock = 0;
    std::uint64_t maxLogsSpan = 0;     ///< blocks of one log query; 0 = any
    std::uint64_t maxLogs = 0;         ///< logs of one answer; 0 = any
    std::uint64_t maxLogAddresses = 0; ///< addresses of one query; 0 = any
    bool syncing = false;
};

struct SolanaOptions
{
    std::uint64_t slot = 1000;
    Micros slotTime{0};
    std::uint64_t behind = 0; ///< > 0: getHealth fails with that many slots
};

/// Recorded exchanges by method and raw params.
struct ReplayTable
{
    struct Entry
    {
        std::string head; ///< the response up to its id token
        std::string tail; ///< and behind it
    };

    std::map<std::string, Entry, std::less<>> entries;

    [[nodiscard]] static std::string key(std::string_view method, std::string_view params);
    [[nodiscard]] const Entry *find(std::string_view method, std::string_view params) const;
};

/// All that a node does. Layers, first match wins: rate limit, steps, faults, methods, mode.
struct Behaviour
{
    enum class Mode { Constant, Evm, Solana, Replay };
    enum class Batch { Array, Shuffle, Object, Refuse };
    enum class Reuse { Ok, Close, Reset };

    Mode mode = Mode::Constant;
    Reply base; ///< the answer of constant mode; its delay is the default of all others
    Steps steps;
    std::vector<Fault> faults;
    std::map<std::string, Steps, std::less<>> methods;
    std::vector<std::pair<std::string, Steps>> prefixes; ///< methods written as `prefix*`
    Batch batch = Batch::Array;
    std::size_t maxBatch = 0; ///< > 0: longer batches are refused
    RateLimit rateLimit;
    Micros idleClose{0};         ///< > 0: idle connections are closed
    Reuse reuse = Reuse::Ok;     ///< what a second request on a connection meets
    unsigned maxRequests = 0;    ///< > 0: silently closed after that many answers
    std::string keepAliveHeader; ///< value of the Keep-Alive header
    EvmOptions evm;
    SolanaOptions solana;
    std::shared_ptr<const ReplayTable> replay;
    bool record = false;
    std::minstd_rand random{1};

    /// The steps of a method, exact name before prefix; null where none are given.
    Steps *stepsFor(std::string_view method);
};

/// Reads a behaviour from its JSON text (resources/docs/mock.md). On failure returns nothing and sets `error`.
[[nodiscard]] std::optional<Behaviour> parseBehaviour(std::string_view json, std::string &error);

/// Reads recorded exchanges: one JSON object a line with `request` and `response`, each the exact text.
[[nodiscard]] std::shared_ptr<const ReplayTable> loadReplay(const std::string &file,
                                                            std::string &error);

/// `3ms`, `2s`, `500us`, `1ms-5ms`.
[[nodiscard]] std::optional<DelayRange> parseDelay(std::string_view text);

} // namespace spillway::mock
