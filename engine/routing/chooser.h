// SPDX-License-Identifier: MIT
#pragma once

#include "routing/candidates.h"
#include "routing/methodplan.h"
#include "routing/routingtable.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace spillway {

/// One line of a request's route, for the inspector, the log and tests.
struct RouteStep
{
    std::uint32_t node = 0;
    bool attempt = false;                   ///< else a skip
    SkipReason skip = SkipReason::Disabled; ///< for a skip
    std::string_view outcome;               ///< for an attempt: label of the attempt metric
    SteadyNs at = 0;                        ///< of an attempt: its begin
    bool hedge = false;                     ///< of an attempt: beside another one that was slow
    SteadyNs duration = 0;                  ///< for an attempt, as all below
    std::uint64_t credits = 0;
    int httpStatus = 0; ///< 0: no answer
    std::string detail; ///< the provider's or the transport's words, without secrets
};

/// What one call has been through: which nodes it tried, which token it holds in reserve.
struct CallRoute
{
    struct Tried
    {
        std::uint32_t node = 0;
        bool afterCooldown =
            false; ///< only rate-limited: may be asked again once its cooldown is over
        std::uint8_t times = 1;
    };

    std::size_t chain = 0;
    std::uint64_t neededBlocks = 0; ///< only nodes with that many blocks; 0: all will do
    /// The call names nothing but blocks below this count, by their numbers: a node that lags and has them may answer it when no
    /// other one can be had. 0: it does not.
    std::uint64_t namedBlocks = 0;
    LogsDemand logs; ///< only nodes that take it as a whole
    std::vector<Tried> tried;
    SteadyNs deadline = 0;
    const NodeState *onlyNode = nullptr;      ///< no other may be chosen; null: all of the chain
    const NodeState *preferredNode = nullptr; ///< comes first, in whatever tier it is; null: none
    std::int64_t reservedNode = -1; ///< node on which a future token is booked for this call
    SteadyNs reservedAt = 0;
    std::vector<std::uint32_t> awaitedPermits; ///< out: nodes whose permit or probe ends the wait
    std::vector<RouteStep> steps;
    bool recordSteps = false;

    void reset();
    [[nodiscard]] Tried *findTried(std::size_t node);
    void addTried(std::size_t node, bool afterCooldown);
};

/// The result of one walk over the candidates.
struct Verdict
{
    enum class Kind {
        Admitted, ///< node, cost and permits are booked; the caller owes leave(), and releaseProbe() if holdsProbe
        Wait, ///< nothing free now: come again at `wakeAt` or when one of CallRoute::awaitedPermits is released
        NoneLeft,     ///< all candidates were tried in this call
        NoneServes,   ///< nobody may serve it: not priced, denied, disabled, quota spent, parked
        NoWaitInTime, ///< limited, and no wait can end before the deadline
    };

    Kind kind = Kind::NoneServes;
    const RouteNode *node = nullptr;
    std::uint64_t cost = 0;
    UtcDay bookedIn = 0; ///< billing period of the booking, for a refund
    bool holdsProbe = false;
    SteadyNs wakeAt = 0;      ///< INT64_MAX: only a permit can end the wait
    bool lacksBlocks = false; ///< a node was passed over only for want of CallRoute::neededBlocks
    bool tooWide =
        false; ///< a node was passed over only because CallRoute::logs is too much for it
    bool offChain = false; ///< a node was passed over because it lags, syncs or is on another chain
    bool quotaSpent = false; ///< NoneServes: at least one node was out of credits
    bool unsupported =
        false; ///< NoneServes: at least one node is remembered not to know the method
};

/// Chooses the node for an attempt: lowest tier first, in it by the chain's balance. Order of the tests and what is
/// counted: contract, section 4 "Choosing", "Waiting", "Fail-open", "Coming back". One per worker thread.
class Chooser
{
public:
    explicit Chooser(std::size_t worker)
        : m_worker(worker)
    {}

    Verdict choose(const Ranking &ranking, const MethodPlan &plan, CallRoute &route, SteadyNs now);

    /// A second node for a call that another one is working on: only one that is free at once, below its soft cap and not on
    /// probation. Nothing is waited for or reserved; Admitted or NoneLeft.
    Verdict
    chooseSecond(const Ranking &ranking, const MethodPlan &plan, CallRoute &route, SteadyNs now);

    /// Gives back a token that `route` holds in reserve.
    static void dropReservation(const RoutingTable &table, CallRoute &route);

private:
    struct Walk;

    bool tryNode(Walk &walk, const RouteNode &node, bool softPass);
    bool walkFirst(Walk &walk);
    bool walkAgain(Walk &walk);
    bool walkSoft(Walk &walk);
    Verdict waitOrGiveUp(Walk &walk);
    void skip(Walk &walk, const RouteNode &node, SkipReason reason);

    std::size_t m_worker;
    Candidates m_candidates;
};

} // namespace spillway
