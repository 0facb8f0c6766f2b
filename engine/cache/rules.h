// SPDX-License-Identifier: MIT
#pragma once

#include "spillway/config.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace spillway::cache {

/// What the answers of a method depend on, and where its parameters say so.
struct Rule
{
    enum class Kind : std::uint8_t {
        Constant,    ///< a property of the chain or the node
        Head,        ///< moves with the newest block, names none
        ByHash,      ///< about the block whose hash is at `index`
        Transaction, ///< by hash, but the answer names the block it is in
        Block,       ///< about the block at `index`, given by number (or hash)
        State,       ///< read from the state after the block at `index`
        Logs,        ///< a query with fromBlock and toBlock, or blockHash, at `index`
        Slot,        ///< Solana: about something past, final unless a commitment says otherwise
    };

    std::string_view method;
    Kind kind = Kind::Head;
    std::uint8_t index = 0; ///< of the parameter that names the block
    bool readable = false;  ///< its keys hold the parameters in clear

    /// Under which names the result holds number and hash of the block it is about.
    enum class Names : std::uint8_t {
        Nothing,
        AsBlock,  ///< number, hash
        AsMember, ///< blockNumber, blockHash
        InFirst,  ///< the same in the first element of a list, which may be empty
    };

    Names names = Names::Nothing;
};

/// The rule of a method, null for every method whose answers are not kept: what writes, what is not known, all methods of a
/// chain without a kind. Exact and case-sensitive; static.
[[nodiscard]] const Rule *ruleOf(std::string_view method, ChainKind kind);

/// All rules: what counts by method counts by position in here.
[[nodiscard]] std::span<const Rule> allRules();
[[nodiscard]] std::size_t indexOf(const Rule &rule);
constexpr std::size_t kRuleCount = 34;

} // namespace spillway::cache
