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
};

/// One request object, located inside the text it was parsed from. Nothing is copied, except a method name
/// that holds escapes. All views die with that text (or with the Envelope, for the unescaped method).
struct Call
{
    std::string_view text;   ///< the whole object, from '{' to '}'
    std::string_view method; ///< unescaped
    std::string_view id;     ///< raw bytes of the id token ("7", "\"a\"", "null"); empty: no id, a notification
    std::string_view params; ///< raw bytes of the params value; empty: absent

    [[nodiscard]] bool isNotification() const { return id.empty(); }
};

/// One element of a body: a call, or the error to answer it with.
struct Element
{
    Call call;                 ///< call.id is valid also for errors where the id could be read, else empty
    int errorCode = 0;         ///< 0: call is usable
    std::string errorMessage;  ///< plain English, names the fault
};

/// What one HTTP body or WebSocket message holds. Reused between requests to keep its memory.
struct Envelope
{
    bool batch = false;
    std::vector<Element> elements; ///< one for a single request; in order for a batch
    int errorCode = 0;             ///< the whole body is refused (-32700, empty batch, batch too large)
    std::string errorMessage;
    std::string_view body;         ///< the body without byte-order mark and outer white space

    std::string methodStorage;     ///< owner of unescaped method names
};

struct EnvelopeLimits
{
    std::size_t maxBatchSize = 100;
    std::size_t maxDepth = 512; ///< nesting of arrays and objects; deeper is refused with -32600
};

/// Splits a body. The common single request goes through one validating scan without allocation; anything
/// unusual (escaped keys, duplicate keys, batches …) is decided by simdjson.
///
/// - not JSON, or anything but white space behind the value: -32700
/// - `[]`, more than maxBatchSize elements: -32600 for the whole body
/// - not an object; `method` missing, not a string or empty; `params` not array/object; `jsonrpc` present and
///   not "2.0"; id an object, array or boolean; duplicate `method`/`id`/`params` at depth 1 (also when one is
///   spelt with escapes): -32600 for that element
/// - a leading UTF-8 byte-order mark is dropped
///
/// Thread-safe; uses one parser per thread.
void parse(std::string_view body, const EnvelopeLimits &limits, Envelope &out);

/// An error answer `{"jsonrpc":"2.0","id":…,"error":{"code":…,"message":…}}`. `id` is raw bytes, empty = null.
/// `data` is raw JSON, empty = none.
[[nodiscard]] std::string errorObject(std::string_view id, int code, std::string_view message,
                                      std::string_view data = {});

/// What stands in an upstream's answer to one call. All views point into the scanned text, except message and
/// dataText when they hold escapes (then they point into `storage`).
struct Answer
{
    enum class Kind {
        Result,  ///< `result` present (also null) and no non-null `error`
        Error,   ///< non-null `error`
        Neither, ///< an object with neither
        Array,   ///< a JSON array (an answer to a batch)
        NotJson, ///< empty, truncated, HTML, text, stray bytes, a bare scalar
    };

    Kind kind = Kind::NotJson;
    std::string_view text;     ///< the object without outer white space
    std::string_view id;       ///< raw id token; empty: none found
    std::string_view result;   ///< raw; only known when fully scanned
    std::string_view error;    ///< raw
    bool hasCode = false;
    long long code = -32603;   ///< error.code where it is a number, else -32603
    std::string_view message;  ///< error.message, or the error itself when it is a string, or a root-level message
    std::string_view dataText; ///< error.data as text: the string, or the raw JSON of an object
    bool complete = false;     ///< every byte was validated (false for a large body that was only sampled)

    std::string storage;
};

/// Scans an upstream's answer. Bodies up to `fullScanLimit` bytes are validated to the last byte. Larger ones
/// are sampled: the top-level keys in the head and the tail, and the closing brace; framing must vouch for the rest.
void scanAnswer(std::string_view body, Answer &out, std::size_t fullScanLimit = 65536);

/// Splits an upstream's batch answer into elements. False if it is not an array of objects.
bool splitAnswers(std::string_view body, std::vector<Answer> &out);

/// `answer.text` with its id token replaced by `id` (raw bytes); an `id` member is inserted where there is none.
[[nodiscard]] std::string withId(const Answer &answer, std::string_view id);

/// `call.text` with its id token replaced (or inserted, for a notification never called).
[[nodiscard]] std::string withId(const Call &call, std::string_view id);

} // namespace spillway::rpc
