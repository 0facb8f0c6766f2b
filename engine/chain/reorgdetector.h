// SPDX-License-Identifier: MIT
#pragma once

#include "chain/block.h"
#include "core/clock.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace spillway::chain {

/// Blocks that were taken back, after it was made sure that they were.
struct Reorg
{
    std::uint64_t from = 0;  ///< lowest block that was replaced
    std::uint64_t to = 0;    ///< the head before
    std::uint64_t depth = 0; ///< to - from + 1
    bool exact = true;       ///< false: the fork point was not seen; `from` may be lower in truth
    std::string oldHash;     ///< of the head before; may be empty
    Block head;              ///< the confirmed tip of the new branch
};

/// Checks every announced block against the chain as it was announced before, and tells a reorganisation from a node that
/// briefly disagrees: a conflicting block is a candidate until the chain is built on top of it or a second node has it. A
/// child alone does not suffice while more than half of the usable nodes stand on the old branch.
///
/// A node that was never on the chain (it follows another fork since it was first heard) raises no candidate of its own; it
/// can only confirm one. Pure: no clock, no thread, no allocation bound by input (window, 32 candidates, 5 minutes).
class ReorgDetector
{
public:
    ReorgDetector(std::size_t window, std::size_t nodes);

    /// What the detector wants to know before it decides: a block of that node, by hash (an ancestor on a branch), or by
    /// number (the old head, after blocks that nobody announced).
    struct Wanted
    {
        std::size_t node = 0;
        std::string hash;         ///< empty: by number
        std::uint64_t number = 0; ///< without a hash

        bool operator==(const Wanted &) const = default;
    };

    struct Verdict
    {
        bool conflicts = false;     ///< the block is on another branch, and that is not confirmed
        std::optional<Reorg> reorg; ///< now confirmed
    };

    /// A block that `node` says is its newest. `usable[i]`: the node counts. `head`: number of the head for clients.
    Verdict report(std::size_t node,
                   const Block &block,
                   const std::vector<bool> &usable,
                   std::uint64_t head,
                   SteadyNs now);

    /// A block that was wanted, or nothing: it could not be had. A reorganisation that waited for it may follow.
    Verdict learn(const Wanted &wanted,
                  const std::optional<Block> &block,
                  const std::vector<bool> &usable,
                  std::uint64_t head,
                  SteadyNs now);

    [[nodiscard]] const std::optional<Wanted> &wanted() const { return m_wanted; }

    /// The head has come to `number`. Puts the block that was announced for it, and its known ancestors, into the window.
    void advance(std::uint64_t number);
    /// The canonical hash of a block; empty: not in the window.
    [[nodiscard]] std::string_view hashAt(std::uint64_t number) const;
    /// The whole canonical block, where it was announced itself.
    [[nodiscard]] std::optional<Block> blockAt(std::uint64_t number) const;
    /// Lowest number from which on the window has no gap up to `head`; nothing when the head itself is not in it.
    [[nodiscard]] std::optional<std::uint64_t> contiguousFrom(std::uint64_t head) const;

    [[nodiscard]] bool followsCanonical(std::size_t node) const
    {
        return m_nodes[node].standing != Standing::Elsewhere;
    }

    /// The node's newest block is on a branch that is not confirmed.
    [[nodiscard]] bool undecided(std::size_t node) const;

    /// Everything is forgotten: the chain began anew.
    void reset();

private:
    enum class Standing : std::uint8_t {
        Unheard,
        Assumed,   ///< nothing contradicts it, nothing proves it
        Canonical, ///< its block is one of ours, or builds on one
        Elsewhere, ///< on another branch
    };

    struct Node
    {
        Standing standing = Standing::Unheard;
        std::string branch; ///< hash of its candidate while it is on one
    };

    struct Seen
    {
        Block block;
        std::vector<std::size_t> nodes; ///< that announced it as their newest
    };

    struct Candidate
    {
        std::string hash;
        std::uint64_t number = 0;
        SteadyNs since = 0;
        bool built = false;                   ///< a child was announced
        std::string tip;                      ///< newest block known on it
        std::optional<std::uint64_t> oldHead; ///< found late: the head that it replaced
    };

    void remember(std::size_t node, const Block &block);
    void forgetOld(SteadyNs now);
    [[nodiscard]] bool contradicts(const Block &block) const;
    [[nodiscard]] Candidate *candidateOf(std::size_t node, const Block &block);
    [[nodiscard]] bool oldBranchHolds(const std::vector<bool> &usable) const;
    Verdict decide(Candidate &candidate,
                   std::size_t node,
                   const std::vector<bool> &usable,
                   std::uint64_t head);
    Verdict learnOldHead(const Wanted &wanted,
                         const std::optional<Block> &block,
                         const std::vector<bool> &usable,
                         std::uint64_t head,
                         SteadyNs now);
    [[nodiscard]] std::optional<std::string> unknownAncestor(const Block &tip) const;
    Reorg adopt(const Block &tip, std::uint64_t head);
    void trim();

    std::size_t m_window;
    std::vector<Node> m_nodes;
    std::map<std::uint64_t, std::string> m_canonical;
    std::unordered_map<std::string, Seen> m_seen;
    std::vector<std::string> m_seenOrder;
    std::vector<Candidate> m_candidates;
    std::optional<Wanted> m_wanted;
    std::string m_wantedFor;                    ///< candidate whose ancestors are being fetched
    std::optional<std::uint64_t> m_checkedHead; ///< last one that was asked for by number
    std::string m_unavailable;                  ///< ancestor that could not be had
};

} // namespace spillway::chain
