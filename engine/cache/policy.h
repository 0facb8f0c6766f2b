// SPDX-License-Identifier: MIT
#pragma once

#include "cache/rules.h"
#include "core/clock.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace spillway::cache {

/// What is known of a chain at one moment. Nothing for what is not known.
struct ChainFacts
{
    std::optional<std::uint64_t> head;
    std::optional<std::uint64_t> finalized; ///< what the nodes call finalized
    SteadyNs blockInterval = 0;             ///< 0: not known yet
};

/// The hash of a canonical block, lower case with 0x, empty when it is not in the window.
using CanonicalHash = std::function<std::string_view(std::uint64_t number)>;

/// How a chain wants its answers kept. In nanoseconds; 0 or less: not kept at all.
struct Lifetimes
{
    SteadyNs constant = 3600 * kNsPerSecond;
    SteadyNs shortest = 200 * kNsPerMs; ///< bound of the dynamic lifetime
    SteadyNs moving = 2 * kNsPerSecond; ///< what depends on the head
    bool dynamic = true;                ///< a quarter of the block interval where that is less
    SteadyNs pending = kNsPerSecond;    ///< null and unmined
    SteadyNs unfinalized = 900 * kNsPerSecond;
    std::uint64_t finalityDepth = 64;

    explicit Lifetimes(const ChainConfig &chain);
    Lifetimes() = default;

    /// Of what depends on the head: clamp(interval / 4, shortest, moving).
    [[nodiscard]] SteadyNs movingNow(SteadyNs blockInterval) const;
    /// A block of that number cannot change any more.
    [[nodiscard]] bool isFinal(std::uint64_t number, const ChainFacts &facts) const;
};

/// What is known about one call before it is answered.
struct Plan
{
    enum class Depends : std::uint8_t {
        Never,  ///< must not be kept: pending, future blocks, what is not understood
        Rarely, ///< a constant
        Head,   ///< a tag that moves, or no block at all
        Block,  ///< the block `number`
        Answer, ///< the block that the answer names
        Hash,   ///< the block `hash`: as long as nothing replaces it
        Fixed,  ///< nothing: the genesis block
    };

    const Rule *rule = nullptr;
    Depends depends = Depends::Never;
    std::uint64_t number = 0;
    std::string_view hash; ///< as it stands in the parameters, and lives as long as they do
    /// The canonical hash of block `number` before the call is sent, where lifetimeOf() needs it; empty: not known.
    std::string hashBefore;

    [[nodiscard]] bool keeps() const { return depends != Depends::Never; }

    /// The call is about to be sent.
    void noteCanonical(const CanonicalHash &canonical);
};

/// Looks at the parameters (raw JSON, valid; `latest` already translated where it could be) of a method with a rule. A tag
/// that is left moves; a block above the head, `pending` and anything not understood make the answer one that is not kept.
/// Allocates nothing.
[[nodiscard]] Plan planFor(const Rule &rule, std::string_view params, const ChainFacts &facts);

/// The block an answer was true for.
struct Stamp
{
    std::uint64_t number = 0;
    std::string hash; ///< lower case with 0x

    bool operator==(const Stamp &) const = default;
};

/// How long an answer may be kept.
struct Lifetime
{
    enum class Kind : std::uint8_t { Never, Expires, Permanent };

    Kind kind = Kind::Never;
    SteadyNs ttl = 0; ///< of Expires
    std::optional<Stamp> stamp;
};

/// Decides from the raw JSON `result` of a successful answer. Errors are never shown to it.
///
/// - null, and a transaction that is in no block yet: `pending`
/// - an empty list by hash: `pending` with the stamp of a block that the window has, else never
/// - about a final block: permanent
/// - about a block above that, whose hash the result or the parameters name: `unfinalized` with the block's stamp where the
///   window vouches for it, else as what depends on the head
/// - by number without a hash in the result: as what depends on the head, for a node may have answered from a branch on which it
///   was for a moment; with the stamp that the window gives, so that a reorganisation ends it at once
/// - a result about another block than the one asked for, or on another branch than the window: never
///
/// `source`: the block that the result was cut out of, for whom knows better than the result tells.
[[nodiscard]] Lifetime lifetimeOf(const Plan &plan,
                                  std::string_view result,
                                  const Lifetimes &lifetimes,
                                  const ChainFacts &facts,
                                  const CanonicalHash &canonical,
                                  const Stamp *source = nullptr);

} // namespace spillway::cache
