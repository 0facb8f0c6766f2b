// SPDX-License-Identifier: MIT
#pragma once

#include "core/clock.h"
#include "core/transportfailure.h"
#include "rpc/envelope.h"
#include "spillway/config.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace spillway {

/// How one upstream answer is treated. Letters are those of the provider error table the rules come from.
enum class Treatment : std::uint8_t {
    Answer,            ///< A: return now, a served answer (results, reverts)
    ClientError,       ///< C: return now; no latency sample, no proof of health
    NextNode,          ///< N: another node; this one is fine
    RateLimited,       ///< L: another node; this one cools
    QuotaExhausted,    ///< Q: another node; this one is parked long, alert
    MethodUnsupported, ///< U: another node; remembered for this node and method
    KeyRejected,       ///< K: another node; this one is parked, alert
    BadNode,           ///< B: another node; penalty
    SplitRange, ///< S: the request asks for too much of this node: another node with a larger span, else the error
    AlreadyKnown, ///< D: a re-sent transaction the chain already has
    NoBatch,      ///< the node cannot take batches: feed it single calls
};

[[nodiscard]] std::string_view treatmentName(Treatment treatment);

/// One answer as seen by the classifier.
struct ReplyView
{
    int httpStatus = 0; ///< 0 with a transport failure
    TransportFailure failure = TransportFailure::None;
    std::string_view body;
    const rpc::Answer *answer = nullptr; ///< scan of `body`, or of one element of a batch answer
    std::string_view retryAfter;         ///< header value, empty if absent
    std::string_view date;               ///< header value
    std::string_view location;           ///< header value
    bool notification = false;           ///< an empty body is then fine
    bool expectedBatch =
        false; ///< a batch was sent and `answer` is the scan of the whole body; false while
               ///< its elements are judged one by one
};

struct CallView
{
    ChainKind chain = ChainKind::Generic;
    std::string_view method;
    std::string_view host; ///< node's host name, for vendor rules
    bool resent = false;   ///< an earlier attempt of ours may have delivered this transaction
};

/// What an answer teaches about its node, beside its treatment.
enum class Hint : std::uint8_t {
    None,
    LogsSpan,  ///< largest block span of a log query: see parseSpanLimit
    Addresses, ///< fewer addresses or topics per log query
    History,   ///< the node lacks the block or state asked for
    Tag,       ///< the node does not serve the block tag asked for
    Verify, ///< AlreadyKnown only if another node knows the transaction by its hash, else the error
};

struct Outcome
{
    Treatment treatment = Treatment::BadNode;
    std::string_view rule;          ///< id of the rule that matched; lives as long as the rules
    std::string_view metricOutcome; ///< label of rpc_upstream_attempts_total
    SteadyNs wait =
        0; ///< named by the provider; 0 = none: the default applies. Already clamped to 300 s
    int maxNodes = 0;  ///< at most this many nodes are asked in all for this reason; 0 = no bound
    int errorRank = 0; ///< which saved error is returned when all nodes fail: higher is better,
                       ///< 0 = this answer holds no error that may be returned
    Hint hint = Hint::None;
};

/// The outcome rules: a data file (resources/outcomes.toml), first match wins. Immutable after load, thread-safe.
class OutcomeRules
{
public:
    /// The rules shipped with the program.
    static std::shared_ptr<const OutcomeRules> builtIn();

    /// User rules from `path` (tried first), then the shipped ones but those whose id the user's file uses.
    /// Problems go to `issues`; null when there are errors.
    static std::shared_ptr<const OutcomeRules> load(const std::string &path,
                                                    std::vector<ConfigIssue> &issues);

    OutcomeRules() = default;
    OutcomeRules(const OutcomeRules &) = delete;
    OutcomeRules &operator=(const OutcomeRules &) = delete;
    virtual ~OutcomeRules() = default;

    struct RuleInfo
    {
        std::string id;
        std::vector<std::string> rows; ///< of the table of upstream answers
        Treatment treatment = Treatment::BadNode;
    };

    /// Rows of the table that are not about one answer, and the part of the engine that handles them.
    struct Elsewhere
    {
        std::vector<std::string> rows;
        std::string by;
    };

    /// All rules in the order in which they are tried.
    [[nodiscard]] virtual std::vector<RuleInfo> rules() const = 0;
    [[nodiscard]] virtual const std::vector<Elsewhere> &elsewhere() const = 0;

    /// A single result with a 2xx status is decided at once; no rule can change it. A status of 0 without a
    /// failure (an answer over WebSocket) counts as 200. `nowWallMs` serves Retry-After dates when the reply
    /// carries no Date of its own.
    [[nodiscard]] virtual Outcome
    classify(const ReplyView &reply, const CallView &call, std::int64_t nowWallMs) const = 0;
};

/// Retry-After in all its forms: seconds, fractions, the three HTTP dates (against `date` where given).
/// Rounded up to whole milliseconds; junk, negative and past values give nothing.
[[nodiscard]] std::optional<SteadyNs>
parseRetryAfter(std::string_view value, std::string_view date, std::int64_t nowWallMs);

/// A wait named in text ("Retry after 1606ms", "try again in 2 seconds") or in error.data
/// (backoff_seconds, rate.backoff_seconds, retry_after …). Nothing where there is none or it is zero.
[[nodiscard]] std::optional<SteadyNs> parseWaitText(std::string_view message,
                                                    std::string_view data);

/// The largest block span that a refusal names ("limited to a 10,000 range", "exceeds limit of 1000"), for
/// Hint::LogsSpan. Nothing where the text names none.
[[nodiscard]] std::optional<std::uint64_t> parseSpanLimit(std::string_view message);

/// What a refused log query teaches about its node.
struct LogsLesson
{
    std::uint64_t blocks = 0; ///< the next query should span no more; less than was asked for
    bool dense = false; ///< because of the logs that were found, so it holds for such queries only
};

/// Reads it from the words of the refusal ("query returned more than 10000 results. Try with this block range [0x1, 0x5]");
/// half of what was asked for where they name nothing of use. `asked`: blocks of the refused query, at least 2.
[[nodiscard]] LogsLesson readLogsLesson(std::string_view message, std::uint64_t asked);

} // namespace spillway
