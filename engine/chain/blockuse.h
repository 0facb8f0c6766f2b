// SPDX-License-Identifier: MIT
#pragma once

#include "spillway/config.h"

#include <cstdint>
#include <string_view>

namespace spillway::chain {

/// Where a method names a block, and what the engine can say to it from what it knows of the chain.
struct BlockUse
{
    enum class Kind : std::uint8_t {
        None,
        Parameter, ///< a tag, number or EIP-1898 object at `index`
        LogQuery, ///< an object with fromBlock and toBlock at index 0; both are `latest` when left out
        NewLogFilter, ///< the same, but `latest` and an omitted toBlock mean "from now on, without end"
        ContextConfig, ///< Solana: a configuration object, at any index, that may hold minContextSlot
    };

    enum class Local : std::uint8_t {
        None,
        BlockNumber, ///< the head
        ChainId,
        NetVersion,
    };

    Kind kind = Kind::None;
    Local local = Local::None;
    std::uint8_t index = 0;
    bool optional = false; ///< left out, or null, means `latest`
    /// The result is the block or all of it, and null only where there is no such block.
    bool namesWholeBlock = false;
};

/// What `method` does with blocks on a chain of that kind; null when it names none and the engine cannot answer it.
/// Exact and case-sensitive; static.
[[nodiscard]] const BlockUse *blockUse(std::string_view method, ChainKind kind);

/// Methods of an EVM chain that answer null for a block or a transaction, named by its hash, that the node does not have or not yet.
[[nodiscard]] bool nullWhereUnknown(std::string_view method);

} // namespace spillway::chain
