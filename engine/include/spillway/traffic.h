// SPDX-License-Identifier: MIT
#pragma once

#include "spillway/outcomes.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#pragma GCC visibility push(default) // part of libspillway's interface

namespace spillway {

/// One step on the way of a request: a node that was passed over, or one that was asked.
struct RouteStepInfo
{
    double atMs = 0; ///< since the request was received
    std::string node;
    bool attempt = false;                   ///< false: skipped
    SkipReason skip = SkipReason::Disabled; ///< only of a skip
    std::string outcome;   ///< only of an attempt: one of kAttemptOutcomeNames; empty while it runs
    int httpStatus = 0;    ///< only of an attempt; 0 = no answer
    double durationMs = 0; ///< only of an attempt
    std::uint64_t credits = 0; ///< only of an attempt: booked for it
    bool hedge = false;        ///< only of an attempt: asked beside another node that was slow
    std::string detail;        ///< provider's or transport's words, redacted
};

/// What became of one call of a client. Bodies only while capture is on; nothing in it carries a key.
struct RequestRecord
{
    std::uint64_t sequence = 0; ///< rises by one a record
    std::int64_t wallMs = 0;    ///< when it was received
    std::string chain;
    std::string method;
    std::string client; ///< token name, or the address
    RequestOutcome outcome = RequestOutcome::Forwarded;
    int httpStatus = 200;
    std::optional<int> errorCode; ///< of a JSON-RPC error answer
    std::string errorText;        ///< its message, redacted
    double durationMs = 0;
    double waitedMs = 0; ///< part of it spent waiting for a limit or a permit
    int attempts = 0;
    std::uint64_t credits = 0;
    std::uint64_t requestBytes = 0;
    std::uint64_t responseBytes = 0;
    std::string node; ///< whose answer it is; empty: the engine's own
    std::vector<RouteStepInfo> steps;
    std::string requestBody;  ///< redacted, at most 64 KiB; empty unless captured
    std::string responseBody; ///< the same
    bool captured = false;

    /// Errors, retries and spills: kept even when the feed samples.
    [[nodiscard]] bool notable() const;
};

/// A slice of the feed.
struct TrafficSlice
{
    std::vector<std::shared_ptr<const RequestRecord>> records; ///< oldest first
    std::uint64_t next = 0; ///< hand this in to get what comes after
    std::uint64_t seen = 0; ///< calls since the engine started, recorded or not
};

/// A line of the log.
struct LogLine
{
    std::uint64_t sequence = 0;
    std::int64_t wallMs = 0;
    int level = 0; ///< 0 trace, 1 debug, 2 info, 3 warn, 4 error
    std::string category;
    std::string text; ///< redacted
};

} // namespace spillway

#pragma GCC visibility pop
