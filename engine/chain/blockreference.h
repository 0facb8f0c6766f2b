// SPDX-License-Identifier: MIT
#pragma once

#include "chain/blockuse.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace spillway::chain {

/// What the tags mean at one moment.
struct TagHeights
{
    std::uint64_t latest = 0;
    std::optional<std::uint64_t> safe;      ///< nothing: the tag stays as it is
    std::optional<std::uint64_t> finalized; ///< the same
};

/// A piece of text to replace. Inserts when `length` is 0.
struct TagEdit
{
    std::size_t offset = 0; ///< in the params
    std::size_t length = 0;
    std::string_view before; ///< literal text in front of the number
    std::uint64_t number = 0;
    std::string_view after; ///< literal text behind it
};

/// The blocks that one call names.
struct BlockReference
{
    /// The highest block that the answer depends on, after translation. Nothing: the call names none by number or tag
    /// that the engine knows (a hash, `pending`, something it does not understand).
    std::optional<std::uint64_t> needed;
    std::array<TagEdit, 2> edits{};
    std::size_t editCount = 0;
    std::size_t numbers = 0;    ///< blocks that stand in the call as numbers
    bool asksSafe = false;      ///< the tag stands in the call, translated or not
    bool asksFinalized = false; ///< the same

    [[nodiscard]] bool translated() const { return editCount > 0; }
};

/// Finds the blocks that `params` (raw JSON, empty: absent) names for a method of that use and works out what has to be
/// replaced so that `latest`, an omitted block and, where known, `safe` and `finalized` become numbers. Allocates nothing.
///
/// `pending` and `earliest` are never touched, nor are a log query with `blockHash`, an EIP-1898 object with `blockHash`, and
/// anything that is not plainly one of the forms above: the node decides then.
[[nodiscard]] BlockReference
findBlocks(const BlockUse &use, std::string_view params, const TagHeights &heights);

/// Appends `body` to `out` with the edits made; every other byte stays as it is. `params` must be a view into `body`.
void appendTranslated(std::string_view body,
                      std::string_view params,
                      const BlockReference &reference,
                      std::string &out);

} // namespace spillway::chain
