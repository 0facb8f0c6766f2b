// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace spillway {

/// The object that names logs (eth_getLogs, eth_newFilter), located on its bytes. Views die with the params.
struct LogQuery
{
    std::uint64_t from = 0; ///< first block, once resolved
    std::uint64_t to = 0;   ///< last block, at least `from`
    /// Every byte of it is understood, so that it may be asked in parts. Once resolved, false also for one with a tag whose block only
    /// nodes know.
    bool divisible = false;
    bool byHash = false;
    std::string_view hashToken;              ///< raw, of blockHash
    std::string_view fromToken;              ///< raw; without data where it is left out
    std::string_view toToken;                ///< the same
    std::vector<std::string_view> addresses; ///< raw tokens, where it holds a list of them
    std::vector<std::string_view> rest; ///< raw members, but for the range and a list of addresses
    std::uint64_t shape = 0;            ///< hash of all that is asked for, but for the range

    [[nodiscard]] std::uint64_t blocks() const { return to - from + 1; }
};

/// Locates it in the params; nothing when their first element is no object.
[[nodiscard]] std::optional<LogQuery> locateLogQuery(std::string_view params);

/// Reads the params of eth_getLogs. `head`: newest block; nothing: not known. Tags that name a block by the head (`latest`,
/// `pending`, a bound that is left out) count as that, and so do `safe` and `finalized` where they were not replaced by numbers
/// before. An end above the head counts as the head.
///
/// A query by block hash is one of a single block, whose number is not known: 0. Nothing for one that has a range as well, one that
/// runs backwards, one with a bound that is not known, and params of another shape: the node judges those.
[[nodiscard]] std::optional<LogQuery> readLogQuery(std::string_view params,
                                                   std::optional<std::uint64_t> head);

/// Appends the params of the part of `query` over these blocks (without effect on one by hash) and, where it holds a list,
/// addresses.
void appendLogPart(const LogQuery &query,
                   std::uint64_t from,
                   std::uint64_t to,
                   std::size_t addressBegin,
                   std::size_t addressEnd,
                   std::string &out);

/// The params of a query that names no block yet, for the block of this hash (without quotes).
void appendLogQuery(const LogQuery &query, std::string_view blockHash, std::string &out);

} // namespace spillway
