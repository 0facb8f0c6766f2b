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
    std::uint64_t from = 0;  ///< lowest block that is known to have been replaced
    std::uint64_t to = 0;    ///< the head before
    std::uint64_t depth = 0; ///< to - from + 1
    bool exact = true; ///< false: blocks below `from` were never announced; they may have been
                       ///< replaced, too
    std::uint64_t lowest = 0; ///< lowest block that may have been replaced; at most `from`
    bool forkSeen = true;     ///< false: blocks below `lowest` may have been replaced, too
    std::string oldHash;      ///< of the head before; may be empty
    Block head;               ///< the confirmed tip of the new branch
};

/// Checks every announced block against the chain as it was announced before, and tells a reorganisation from a node that
/// disagrees: a conflicting block is a candidate until it is confirmed. Exactly one branch is followed at any time; what
/// makes another one take its place:
///  - more nodes stand on it than on the followed one, and two of them, or one that has built a child there or has stood
///    there for `patience`,
///  - as many nodes stand on it, and it has been ahead of all nodes of the followed branch for longer than `patience`.
///
/// A node whose blocks cannot be compared with the chain is asked for the block of a height that can be: whoever was never
/// proven to be on the chain, who comes back from another branch, and who has missed blocks above the head: until one of
/// those that are up there has shown that the head is below it, nobody is carried up.
/// Pure: no clock, no thread, no allocation bound by input (window, 32 candidates, 5 minutes).
class ReorgDetector
{
public:
    ReorgDetector(std::size_t window, std::size_t nodes);

    /// What the detector wants to know before it decides: a block of that node, by hash (an ancestor on a branch), or by
    /// number (one to compare, or one that the node claims to have).
    struct Wanted
    {
        std::size_t node = 0;
        std::string hash;         ///< empty: by number
        std::uint64_t number = 0; ///< without a hash

        bool operator==(const Wanted &) const = default;
    };

    /// When and before whom a block is looked at.
    struct Moment
    {
        std::vector<bool> usable; ///< by node: it has a vote
        std::uint64_t head = 0;   ///< number of the head for clients
        SteadyNs now = 0;
        SteadyNs patience = 0; ///< how long a branch has to be ahead, or a lone node to stand on it
    };

    /// A block that `node` says is its newest. Returns a reorganisation that is confirmed now.
    std::optional<Reorg> report(std::size_t node, const Block &block, const Moment &moment);
    /// A block that was wanted, or nothing: it could not be had.
    std::optional<Reorg>
    learn(const Wanted &wanted, const std::optional<Block> &block, const Moment &moment);
    /// Time has passed, or other nodes count.
    std::optional<Reorg> look(const Moment &moment);

    [[nodiscard]] const std::optional<Wanted> &wanted() const { return m_wanted; }

    /// The head has come to `number`. Puts the block that was announced for it, and its known ancestors, into the window.
    void advance(std::uint64_t number);
    /// After a reorganisation: keeps as much of the new branch as a window of this head holds.
    void keepWindowOf(std::uint64_t head);
    /// The chain was wound back to `tip`, which is one of its blocks: what was above it is gone.
    void windBack(const Block &tip);
    /// The canonical hash of a block; empty: not in the window.
    [[nodiscard]] std::string_view hashAt(std::uint64_t number) const;
    /// The whole canonical block, where it was announced itself.
    [[nodiscard]] std::optional<Block> blockAt(std::uint64_t number) const;
    /// Lowest number from which on the window has no gap up to `head`; nothing when the head itself is not in it.
    [[nodiscard]] std::optional<std::uint64_t> contiguousFrom(std::uint64_t head) const;

    /// What is known of the branch that a node's newest block is on.
    enum class Standing : std::uint8_t {
        Unheard,   ///< it has told no hash
        Unproven,  ///< nothing contradicts it, but it was never seen on the chain
        Assumed,   ///< it was on the chain, and nothing contradicts that it still is
        Canonical, ///< its block is one of ours, or builds on one
        Elsewhere, ///< on another branch
    };

    [[nodiscard]] Standing standing(std::size_t node) const { return m_nodes[node].standing; }

    /// It is on the followed branch, as far as one knows.
    [[nodiscard]] bool holds(std::size_t node) const
    {
        return m_nodes[node].standing == Standing::Canonical
               || m_nodes[node].standing == Standing::Assumed;
    }

    /// It is on another branch, or could be: it has not given the block yet that tells.
    [[nodiscard]] bool mayStray(std::size_t node) const;

    /// The lowest block of another branch that is known.
    struct Strayed
    {
        std::uint64_t number = UINT64_MAX;
        bool forkSeen = false; ///< the one before it is ours: it is the first
    };

    /// Of a node which is Elsewhere.
    [[nodiscard]] Strayed strayedAt(std::size_t node) const;

    /// The node claims to be far ahead: makes sure that it is on the chain, or known to be on another branch, and gives the
    /// block that it claims by its number. True: it has done both for its newest block.
    bool proves(std::size_t node);

    /// Everything is forgotten: the chain began anew.
    void reset();

private:
    struct Node
    {
        Standing standing = Standing::Unheard;
        Block newest;
        std::string branch;        ///< hash of its candidate while it is on one
        std::uint64_t strayed = 0; ///< lowest block known of the other branch, while Elsewhere
        SteadyNs strayedSince = 0;
        int unseen = 0;      ///< reports in a row that could not be compared
        int unanswered = 0;  ///< blocks that it could not give, in a row
        bool claims = false; ///< proves() waits for it
        bool unlinked =
            false; ///< blocks were missed, and it has not given the one that links its newest to the head
        Block proven; ///< the latest block that it gave by number
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
        bool ours = false;                    ///< raised by a node that was on the chain
        SteadyNs leadsSince = 0;              ///< ahead of the followed branch; 0: it is not
    };

    void remember(std::size_t node, const Block &block);
    void forgetOld(SteadyNs now);
    [[nodiscard]] bool contradicts(const Block &block) const;
    [[nodiscard]] bool isOurs(const Block &block) const;
    [[nodiscard]] std::optional<std::uint64_t> comparable(const Block &block) const;
    void want(std::size_t node, std::uint64_t number);
    void incomparable(std::size_t node, const Moment &moment);
    void settle(Node &node, Standing standing);
    [[nodiscard]] bool related(const Node &a, const Node &b) const;
    void stray(Node &node, std::uint64_t number, SteadyNs now);
    [[nodiscard]] Strayed lowestStrayed(const std::string &hash) const;
    [[nodiscard]] Candidate *candidateOf(std::size_t node, const Block &block);
    [[nodiscard]] bool descends(const std::string &hash, const std::string &ancestor) const;
    [[nodiscard]] bool standsOn(const Node &node, const Candidate &candidate) const;
    [[nodiscard]] bool confirmed(Candidate &candidate, const Moment &moment) const;
    std::optional<Reorg> decide(Candidate &candidate, std::size_t node, const Moment &moment);
    std::optional<Reorg> decideAll(const Moment &moment);
    std::optional<Reorg>
    learnByNumber(const Wanted &wanted, const std::optional<Block> &block, const Moment &moment);
    [[nodiscard]] std::optional<std::string> unknownAncestor(const Block &tip) const;
    [[nodiscard]] const Block *tipOf(const Candidate &candidate, const Moment &moment) const;
    void lowerToStrayed(Reorg &reorg, const std::vector<bool> &with) const;
    Reorg adopt(const Candidate &candidate, const Block &tip, std::uint64_t head);
    void sortAgain();
    void trim();

    std::size_t m_window;
    std::vector<Node> m_nodes;
    std::map<std::uint64_t, std::string> m_canonical;
    std::unordered_map<std::string, Seen> m_seen;
    std::vector<std::string> m_seenOrder;
    std::vector<Candidate> m_candidates;
    std::optional<Wanted> m_wanted;
    std::string m_wantedFor;   ///< candidate whose ancestors are being fetched
    std::string m_unavailable; ///< ancestor that could not be had
};

} // namespace spillway::chain
