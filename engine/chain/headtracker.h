// SPDX-License-Identifier: MIT
#pragma once

#include "chain/reorgdetector.h"

#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace spillway::chain {

struct TrackerOptions
{
    std::uint64_t maxLag = 5;      ///< blocks behind the head from which on a node lags
    std::size_t reorgWindow = 128; ///< headers remembered; 0: no hashes are compared
    SteadyNs grace =
        kNsPerSecond; ///< longest time that the first head waits for nodes which have not answered yet
    SteadyNs patience =
        10 * kNsPerSecond; ///< a node silent for longer is judged by what it said last
};

/// The head of one chain, worked out from what its nodes announce: the highest block that at least half of the usable nodes
/// have. A node of unknown height counts in the half, one on another branch than the followed one does not; until half have
/// answered there is no head. A height further up than the chain can have come moves nothing while a single node of several
/// claims it, unless that node proves it (its branch is the followed one, and it gives the block by its number), or goes on
/// building there while nobody else does, or hashes are not compared. Whoever is left out for such a claim has no vote for its
/// branch either. When the node that the head alone depends on since such a jump, in one step or in many that came faster than
/// the chain builds, does not count any more, and no other one has come near, the head is that of the others after a while. The
/// head never goes back but by a confirmed reorganisation.
///
/// Pure: time is handed in, nodes are numbers from 0. One thread.
class HeadTracker
{
public:
    HeadTracker(const TrackerOptions &options, std::size_t nodes);

    /// Goes on from a head that clients have seen: before the first report.
    void resume(const Block &head, SteadyNs now)
    {
        m_head = head;
        m_headAt = now;
    }

    struct Update
    {
        bool moved = false; ///< head() has changed
        std::optional<Reorg> reorg;
    };

    /// `node` says that `block` is its newest.
    Update report(std::size_t node, const Block &block, SteadyNs now);
    /// The answer to blockWanted(); nothing: the node did not have it.
    Update
    learn(const ReorgDetector::Wanted &wanted, const std::optional<Block> &block, SteadyNs now);
    /// A node that is disabled, closed, syncing or on a wrong chain does not count. All count at first.
    Update setUsable(std::size_t node, bool usable, SteadyNs now);

    /// Looks again: time has passed.
    Update look(SteadyNs now);
    /// No more first answers are on their way: TrackerOptions::grace has an end before its time.
    Update endGrace(SteadyNs now);

    [[nodiscard]] const std::optional<Block> &head() const { return m_head; }

    [[nodiscard]] std::optional<std::uint64_t> heightOf(std::size_t node) const
    {
        return m_nodes[node].height;
    }

    /// The highest block that any usable node of the followed branch has announced.
    [[nodiscard]] std::uint64_t highest() const;
    /// On another branch than the one that is followed, while a usable node is on that.
    [[nodiscard]] bool strays(std::size_t node) const;
    /// Claims a block far above what the chain can have reached, and nobody confirms it.
    [[nodiscard]] bool outlies(std::size_t node, SteadyNs now) const;
    /// More than maxLag behind the head by its latest word.
    [[nodiscard]] bool lags(std::size_t node, SteadyNs now) const;

    /// Average time between blocks over the latest sixteen steps of the head; 0 = not known yet.
    [[nodiscard]] SteadyNs blockInterval() const;

    /// A block to be fetched from a node and handed to learn().
    [[nodiscard]] const std::optional<ReorgDetector::Wanted> &blockWanted() const
    {
        return m_detector.wanted();
    }

    /// Hash of a block of the canonical chain; empty: not known.
    [[nodiscard]] std::string_view canonicalHash(std::uint64_t number) const
    {
        return m_detector.hashAt(number);
    }

    [[nodiscard]] const ReorgDetector &window() const { return m_detector; }

private:
    struct Node
    {
        bool usable = true;
        bool current = false; ///< has told its height since it became usable
        std::optional<std::uint64_t> height;
        Block newest; ///< as it was last told
        SteadyNs reportedAt = 0;
        bool laggedAtReport = false;
        int growth = 0;           ///< reports that went up since the last that went down
        SteadyNs grewAt = 0;      ///< the latest of them
        bool far = false;         ///< its height is further up than the chain can have come
        int above = 0;            ///< reports that went up since then
        std::uint64_t proven = 0; ///< height that it has proven
        int proofs = 0;           ///< asked for since its latest report
    };

    Update advance(SteadyNs now);
    std::optional<std::uint64_t> attained(SteadyNs now) const;
    [[nodiscard]] ReorgDetector::Moment moment(SteadyNs now) const;
    [[nodiscard]] bool anyHolds() const;
    [[nodiscard]] std::uint64_t reachable(SteadyNs now) const;
    [[nodiscard]] bool credible(std::size_t node, SteadyNs now) const;
    void askForProof(std::size_t node, SteadyNs now);
    [[nodiscard]] bool plausible(std::uint64_t height, std::size_t holders, SteadyNs now) const;
    [[nodiscard]] bool onlyOneBuilds(std::uint64_t height, SteadyNs now) const;
    std::optional<Reorg> beganAnew(SteadyNs now);
    Reorg woundBack(std::uint64_t most, SteadyNs now);
    void noteTogether(SteadyNs now);
    void noteJump(std::uint64_t number, SteadyNs now);
    [[nodiscard]] std::ptrdiff_t nodesNear(std::uint64_t number) const;
    [[nodiscard]] bool isLostJumper(std::size_t node) const;
    void follow(const Reorg &reorg, SteadyNs now);

    [[nodiscard]] static bool counts(const Node &node) { return node.usable && node.current; }

    [[nodiscard]] bool behind(const Node &node) const;
    void moveTo(std::uint64_t number, SteadyNs now);

    TrackerOptions m_options;
    std::vector<Node> m_nodes;
    ReorgDetector m_detector;
    std::optional<Block> m_head;
    SteadyNs m_headAt = 0;

    /// The latest head that two nodes were near, and how fast the chain went then.
    struct Together
    {
        std::uint64_t number = 0;
        SteadyNs at = 0;
        SteadyNs interval = 0;
    };

    std::optional<Together> m_together;
    std::optional<std::size_t>
        m_jumper; ///< it alone has come to the head, further than the chain can have by itself
    SteadyNs m_firstReport = 0;
    bool m_graceOver = false;
    bool m_farBelow = false;      ///< by more than maxLag
    SteadyNs m_allBelowSince = 0; ///< every node is below the head since then; 0: not so
    std::deque<std::pair<std::uint64_t, SteadyNs>> m_steps;
};

} // namespace spillway::chain
