// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace spillway::rpc {

/// JSON-RPC 2.0 error codes that the engine itself answers with (contract, section 2).
enum Code : int {
    kParseError = -32700,
    kInvalidRequest = -32600,
    kMethodNotFound = -32601,
    kInvalidParams = -32602,
    kInternalError = -32603,
};

/// One request object, located inside the text it was parsed from. Nothing is copied, except a method name
/// that holds escapes. All views die with that text (or with the Envelope, for the unescaped method).
struct Call
{
    std::string_view text;   ///< the whole object, from '{' to '}'
    std::string_view method; ///< unescaped
    std::string_view
        id; ///< raw bytes of the id token ("7", "\"a\"", "null"); empty: no id, a notification
    std::string_view params; ///< raw bytes of the params value; empty: absent

    [[nodiscard]] bool isNotification() const { return id.empty(); }
};

/// One element of a body: a call, or the error to answer it with.
struct Element
{
    Call call;         ///< call.id is valid also for errors where the id could be read, else empty
    int errorCode = 0; ///< 0: call is usable
    std::string errorMessage; ///< plain English, names the fault
};

/// What one HTTP body or WebSocket message holds. Reused between requests to keep its memory. Movable; a copy
/// would point into the original and is not offered.
struct Envelope
{
    Envelope() = default;
    Envelope(Envelope &&) = default;
    Envelope &operator=(Envelope &&) = default;
    Envelope(const Envelope &) = delete;
    Envelope &operator=(const Envelope &) = delete;

    bool batch = false;
    std::vector<Element> elements; ///< one for a single request; in order for a batch
    int errorCode = 0; ///< the whole body is refused (-32700, empty batch, batch too large)
    std::string errorMessage;
    std::string_view body; ///< the body without byte-order mark and outer white space

    std::string methodStorage; ///< owner of unescaped method names
};

struct EnvelopeLimits
{
    std::size_t maxBatchSize = 100;
    std::size_t maxDepth =
        512; ///< nesting of arrays and objects, at most 4096; deeper is refused with -32600
};

/// Splits a body in one strict scan that locates and validates at once and allocates nothing for a request
/// without faults. What is unusual is decided by simdjson: names and methods spelt with escapes, and UTF-8
/// wherever a byte beyond ASCII stands. Numbers of any size and lone surrogate escapes are left to the node.
///
/// - not JSON, or anything but white space behind the value: -32700
/// - `[]`, more than maxBatchSize elements: -32600 for the whole body
/// - not an object; `method` missing, not a string or empty; `params` not array/object; `jsonrpc` present and
///   not "2.0"; id an object, array or boolean; duplicate `method`/`id`/`params` at depth 1 (also when one is
///   spelt with escapes), or one of these names in another letter case, which Go servers would read:
///   -32600 for that element
/// - a leading UTF-8 byte-order mark is dropped
///
/// Thread-safe; uses one parser per thread.
void parse(std::string_view body, const EnvelopeLimits &limits, Envelope &out);

/// An error answer `{"jsonrpc":"2.0","id":…,"error":{"code":…,"message":…}}`. `id` is raw bytes, empty = null.
/// `data` is raw JSON, empty = none.
[[nodiscard]] std::string
errorObject(std::string_view id, int code, std::string_view message, std::string_view data = {});

/// What stands in an upstream's answer to one call. All views point into the scanned text, except message and
/// dataText when they hold escapes (then they point into `storage`). Movable; a copy would point into the
/// original and is not offered.
struct Answer
{
    Answer() = default;
    Answer(Answer &&) = default;
    Answer &operator=(Answer &&) = default;
    Answer(const Answer &) = delete;
    Answer &operator=(const Answer &) = delete;

    enum class Kind {
        Result,  ///< `result` present (also null) and no non-null `error`
        Error,   ///< non-null `error`
        Neither, ///< an object with neither
        Array,   ///< a JSON array (an answer to a batch)
        NotJson, ///< empty, truncated, HTML, text, stray bytes, a bare scalar
    };

    Kind kind = Kind::NotJson;
    std::string_view text;   ///< the object without outer white space
    std::string_view id;     ///< raw id token; empty: none found
    std::string_view result; ///< raw; only known when fully scanned
    std::string_view error;  ///< raw
    bool hasCode = false;
    long long code =
        kInternalError; ///< error.code (without an error a root-level code) where it is a number
    std::string_view
        message; ///< error.message, or the error itself when it is a string, or a root-level message
    std::string_view
        dataText; ///< error.data as text: the string, or the raw JSON of anything else; the root-level
                  ///< message beside an error that is a string
    bool complete =
        false; ///< every byte was validated (false for a large body that was only sampled)

    std::string storage;
};

/// Scans an upstream's answer. Bodies up to `fullScanLimit` bytes are validated to the last byte. Larger ones
/// are sampled: the top-level members in the head (4 KiB) and the tail (1 KiB), and the closing brace; framing
/// must vouch for the rest. Where the sample does not show an id and a result, and for errors, all is read.
/// Nesting beyond 4096 levels is NotJson. Where a member stands twice, the last one counts.
void scanAnswer(std::string_view body, Answer &out, std::size_t fullScanLimit = 65536);

/// Splits an upstream's batch answer into elements. False if it is not an array of objects, or one of more than
/// `maxElements`.
bool splitAnswers(std::string_view body, std::vector<Answer> &out, std::size_t maxElements = 10000);

/// `answer.text` with its id token replaced by `id` (raw bytes); an `id` member is inserted where there is none.
[[nodiscard]] std::string withId(const Answer &answer, std::string_view id);

/// `call.text` with its id token replaced (or inserted, for a notification never called).
[[nodiscard]] std::string withId(const Call &call, std::string_view id);

} // namespace spillway::rpc
