// SPDX-License-Identifier: MIT
#pragma once

#include "cache/policy.h"
#include "core/clock.h"

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <string_view>

namespace spillway::cache {

/// Answers above this size are not kept.
constexpr std::size_t kMaxAnswerBytes = 1024U * 1024;
constexpr SteadyNs kForever = std::numeric_limits<SteadyNs>::max();

/// One kept answer. Immutable and shared between threads once it is stored.
struct Entry
{
    std::string
        text; ///< the whole answer object as it came from the node, with white space behind it
    std::size_t idOffset = 0; ///< of the id's token in it
    std::size_t idLength = 0;
    std::optional<Stamp> stamp;
    SteadyNs written = 0;
    SteadyNs expires = kForever;
    std::uint64_t credits = 0; ///< what it cost, and what a hit saves

    /// Memory it takes, about.
    [[nodiscard]] std::size_t cost() const;
};

using EntryPtr = std::shared_ptr<const Entry>;

/// The answer with the id of another call, in `out`, whose memory is reused. `id` is a raw token.
void composeAnswer(const Entry &entry, std::string_view id, std::string &out);

enum class Validity : std::uint8_t {
    Good,
    Unproven, ///< its block is not in the window: what it says may be of an old branch
    Stale,    ///< its block was replaced
};

/// Whether an entry may be served. One without a stamp is good; so is a fresh one, younger than what depends on the head.
[[nodiscard]] Validity
validityOf(const Entry &entry, const CanonicalHash &canonical, SteadyNs trustedFor, SteadyNs now);

/// An entry as other programs see it: a JSON object with the key, the stamp, the times (milliseconds since 1970) and, last, the
/// answer as it came, with its length and checksum.
[[nodiscard]] std::string encode(std::string_view key, const Entry &entry, const Clock &clock);
/// Null for anything that is not an entry of that key, is damaged, is over, or claims to be from the future.
[[nodiscard]] EntryPtr decode(std::string_view key, std::string_view text, const Clock &clock);

} // namespace spillway::cache
