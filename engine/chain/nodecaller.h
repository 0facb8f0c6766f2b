// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace spillway::chain {

/// How a question to one node ended. Views die with the callback.
struct NodeAnswer
{
    enum class Kind {
        Result,
        Error,       ///< the node answered, with an error
        Unsupported, ///< the node says that it does not know the method, now or lately
        Withheld, ///< the configuration keeps the method from the node (not priced, denied): nothing was sent
        Failed,   ///< no answer, or none that is JSON-RPC
        NotAsked, ///< no token, permit or credits left, or the node is closed: nothing was sent
    };

    Kind kind = Kind::NotAsked;
    std::string_view result; ///< raw JSON, for Result
    std::string words;       ///< why not, without secrets
};

/// Puts the engine's own questions to one particular node: priced, limited and closed like any client's call, but never
/// sent to another. Answers come from the event loop, except NotAsked and Unsupported, which may come at once.
class NodeCaller
{
public:
    using Done = std::function<void(const NodeAnswer &)>;

    virtual ~NodeCaller() = default;

    /// `node`: number in the follower's list. `params`: raw JSON array.
    virtual void
    ask(std::size_t node, std::string_view method, std::string_view params, Done done) = 0;
};

} // namespace spillway::chain
