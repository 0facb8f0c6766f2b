// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace spillway::chain {

/// One block as its header names it. On a Solana chain a slot: a number alone.
struct Block
{
    std::uint64_t number = 0;
    std::string hash;   ///< lower case, with 0x; empty: only the number is known
    std::string parent; ///< hash of the block before it; empty: not known

    bool operator==(const Block &) const = default;
};

/// A JSON-RPC quantity without its quotes ("0x1b4"), also with leading zeros. Nothing for anything else, and for what
/// does not fit.
[[nodiscard]] std::optional<std::uint64_t> parseQuantity(std::string_view text);
/// The shortest lower-case form, without quotes.
[[nodiscard]] std::string toQuantity(std::uint64_t value);

/// The block in a raw JSON object with `number`, `hash` and `parentHash` (an answer of eth_getBlockByNumber, a newHeads
/// event). Nothing when it is no object or names no number; a hash that is none is left out.
[[nodiscard]] std::optional<Block> parseBlock(std::string_view json);

} // namespace spillway::chain
