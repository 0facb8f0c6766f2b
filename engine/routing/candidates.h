// SPDX-License-Identifier: MIT
#pragma once

#include "routing/routingtable.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace spillway {

/// The nodes of a chain in the order in which one call tries them: lowest tier first, in it by the chain's balance.
///
/// Nothing is sorted before it is needed, so that the usual call, which takes the first node or the second, costs the same among
/// four thousand nodes as among four:
///  - latency: the ranking is the order;
///  - least_in_flight: idle nodes come in the order of the file, and only when there is none the busy ones are sorted;
///  - weighted_round_robin: stride scheduling (Waldspurger and Weihl, 1995), a heap for each tier.
///
/// start(), next() until a node is taken or none is left, finish(). One per worker thread.
class Candidates
{
public:
    static constexpr std::size_t kNone = SIZE_MAX;

    /// `ranking` outlives the walk. `preferred` comes first in whatever tier it is; nothing but `only` comes; null: no such wish.
    void start(const Ranking &ranking,
               std::size_t chain,
               const NodeState *preferred,
               const NodeState *only);

    /// Index of the next node; kNone: that was all.
    std::size_t next();

    /// All of them in order. After next() has given kNone.
    [[nodiscard]] const std::vector<std::size_t> &all() const { return m_seen; }

    /// Ends the walk; `taken` got the call (kNone: nobody did). Without a walk it does nothing.
    void finish(std::size_t taken);

private:
    struct Turn
    {
        std::uint64_t pass = 0;   ///< whoever has the lowest is next
        std::uint64_t stride = 0; ///< what a call adds; the lighter the node, the more
        std::uint32_t place = 0;  ///< in the file: decides between equals
        std::uint32_t node = 0;
    };

    /// A tier under weighted_round_robin: a heap of those that wait, and behind it those that this walk has shown.
    struct Wheel
    {
        std::vector<Turn> turns;
        std::size_t waiting = 0;
        std::uint64_t now = 0; ///< the highest pass that was taken in turn

        void rebase();
    };

    struct Busy
    {
        std::size_t node = 0;
        int inFlight = 0;
    };

    std::size_t nextInOrder();
    std::size_t nextByInFlight();
    std::size_t nextByTurn();
    void buildWheels();
    void chargeOutOfTurn(std::size_t node);
    [[nodiscard]] std::size_t find(const NodeState *state) const;
    [[nodiscard]] int tierOf(std::size_t node) const;

    const Ranking *m_ranking = nullptr; ///< null: no walk
    const std::vector<std::size_t> *m_ranked = nullptr;
    std::size_t m_chain = 0;
    Balance m_balance = Balance::Latency;
    std::size_t m_first = kNone; ///< the preferred one
    bool m_onlyFirst = false;
    std::size_t m_at = 0; ///< place in m_ranked; by turn: the tier's number
    std::vector<std::size_t> m_seen;
    std::vector<Busy> m_busy; ///< of the tier at hand, in the order of the ranking
    std::size_t m_busyAt = 0;
    bool m_busySorted = false;
    std::weak_ptr<const RoutingTable>
        m_wheelsOf;                           ///< weak: an old table goes when nobody routes by it
    std::vector<std::vector<Wheel>> m_wheels; ///< by chain and tier
};

} // namespace spillway
