// SPDX-License-Identifier: MIT
#include "routing/chooser.h"

#include <algorithm>
#include <limits>

namespace spillway {
namespace {

constexpr std::size_t kMaxRouteSteps = 64;
constexpr std::uint8_t kMaxTriesPerNode = 4;

constexpr SteadyNs kNever = std::numeric_limits<SteadyNs>::max();

} // namespace

void CallRoute::reset()
{
    chain = 0;
    neededBlocks = 0;
    namedBlocks = 0;
    logs = {};
    tried.clear();
    deadline = 0;
    onlyNode = nullptr;
    preferredNode = nullptr;
    reservedNode = -1;
    reservedAt = 0;
    awaitedPermits.clear();
    steps.clear();
    recordSteps = false;
}

CallRoute::Tried *CallRoute::findTried(std::size_t node)
{
    for (Tried &entry : tried) {
        if (entry.node == node)
            return &entry;
    }
    return nullptr;
}

void CallRoute::addTried(std::size_t node, bool afterCooldown)
{
    if (Tried *entry = findTried(node)) {
        entry->afterCooldown = afterCooldown;
        ++entry->times;
        return;
    }
    tried.push_back({static_cast<std::uint32_t>(node), afterCooldown, 1});
}

/// What one walk over the candidates has seen so far.
struct Chooser::Walk
{
    const Ranking &ranking;
    const MethodPlan &plan;
    CallRoute &route;
    SteadyNs now;

    bool ignorePenalty = false;
    bool ignoreCooling = false;
    bool countSkips = true;
    bool takeLagging = false; ///< those that have the blocks which the call names

    Verdict verdict;
    const RouteNode *earliestTokenNode = nullptr;
    SteadyNs earliestToken = kNever;
    SteadyNs coolingEnd = kNever;
    SteadyNs penaltyEnd = kNever;
    int penalized = 0;
    int coolingUntried = 0;
    bool limited = false; ///< someone is only rate-limited, saturated, probing or cooling
    bool soft = false;    ///< someone is above its soft cap only
    bool lagging = false; ///< someone lags, but has the blocks which the call names

    void clearTally()
    {
        earliestTokenNode = nullptr;
        earliestToken = coolingEnd = penaltyEnd = kNever;
        penalized = coolingUntried = 0;
        limited = soft = false;
        route.awaitedPermits.clear();
    }
};

void Chooser::skip(Walk &walk, const RouteNode &node, SkipReason reason)
{
    if (!walk.countSkips)
        return;
    node.state->stats(m_worker).skips[static_cast<std::size_t>(reason)].add();
    if (walk.route.recordSteps && walk.route.steps.size() < kMaxRouteSteps)
        walk.route.steps.push_back({.node = static_cast<std::uint32_t>(node.index),
                                    .skip = reason,
                                    .outcome = {},
                                    .at = walk.now,
                                    .detail = {}});
}

bool Chooser::tryNode(Walk &walk, const RouteNode &node, bool softPass)
{
    if (!node.config->enabled) {
        skip(walk, node, SkipReason::Disabled);
        return false;
    }
    NodeState &state = *node.state;
    CallRoute &route = walk.route;
    const ChainStanding standing = state.chainStanding();
    const bool hasNamed = standing == ChainStanding::Lagging && route.namedBlocks > 0
                          && state.hasBlocks(route.namedBlocks);
    if (standing != ChainStanding::Fit && !(hasNamed && walk.takeLagging)) {
        walk.lagging = walk.lagging || hasNamed;
        walk.verdict.offChain = true;
        skip(walk,
             node,
             standing == ChainStanding::Lagging || standing == ChainStanding::Syncing
                 ? SkipReason::Lagging
                 : SkipReason::WrongChain);
        return false;
    }
    const CallRoute::Tried *tried = route.findTried(node.index);
    if (tried != nullptr && (!tried->afterCooldown || tried->times >= kMaxTriesPerNode))
        return false;
    // Nobody can tell yet how far behind it is: first come those of which that is known.
    if (!softPass && !state.heightIsKnown()) {
        walk.soft = true;
        return false;
    }
    if (!state.hasBlocks(route.neededBlocks)) {
        walk.verdict.lacksBlocks = true;
        skip(walk, node, SkipReason::Lagging);
        return false;
    }

    SteadyNs until = 0;
    const Closure closure = state.closure(walk.now, &until);
    const bool open = closure == Closure::None
                      || (closure == Closure::Penalty && walk.ignorePenalty)
                      || (closure == Closure::Cooling && walk.ignoreCooling && tried == nullptr);
    const std::int64_t cost = walk.plan.cost[node.index];
    if (!open) {
        skip(walk, node, SkipReason::Penalized);
        // A closed node that could not serve the method anyway must not keep the call waiting for it.
        if (cost == MethodPlan::kNotServed || closure == Closure::Parked)
            return false;
        if (closure == Closure::Penalty) {
            ++walk.penalized;
            walk.penaltyEnd = std::min(walk.penaltyEnd, until);
        } else {
            walk.limited = true;
            walk.coolingUntried += tried == nullptr ? 1 : 0;
            walk.coolingEnd = std::min(walk.coolingEnd, until);
        }
        return false;
    }
    if (cost == MethodPlan::kNotServed) {
        skip(walk, node, SkipReason::MethodUnsupported);
        return false;
    }
    if (state.mayLackMethods() && state.unsupported(walk.plan.method, walk.now)) {
        walk.verdict.unsupported = true;
        skip(walk, node, SkipReason::MethodUnsupported);
        return false;
    }
    if (!state.logs.allows(route.logs, walk.now)) {
        walk.verdict.tooWide = true;
        skip(walk, node, SkipReason::LogsLimit);
        return false;
    }
    const NodeConfig &config = *node.config;
    if (!softPass && config.maxInFlight > 0 && state.inFlight() >= config.maxInFlight) {
        walk.soft = true;
        skip(walk, node, SkipReason::Saturated);
        return false;
    }
    bool holdsProbe = false;
    const bool failOpen = closure != Closure::None;
    if (!failOpen && !state.tryProbe(&holdsProbe)) {
        walk.limited = true;
        route.awaitedPermits.push_back(static_cast<std::uint32_t>(node.index));
        skip(walk, node, SkipReason::Penalized);
        return false;
    }
    const auto back = [&](SkipReason reason) {
        if (holdsProbe)
            state.releaseProbe();
        skip(walk, node, reason);
        return false;
    };
    if (!state.tryEnter(config.maxConcurrent)) {
        walk.limited = true;
        route.awaitedPermits.push_back(static_cast<std::uint32_t>(node.index));
        return back(SkipReason::Saturated);
    }
    const auto price = static_cast<std::uint64_t>(cost);
    const std::uint64_t used = state.usage().used();
    if (node.metered() && (used > node.threshold || price > node.threshold - used)) {
        state.leave();
        walk.verdict.quotaSpent = true;
        return back(SkipReason::QuotaExhausted);
    }
    const bool reserved =
        route.reservedNode == static_cast<std::int64_t>(node.index) && route.reservedAt <= walk.now;
    if (!reserved) {
        if (const SteadyNs wait = state.bucket.tryTake(node.currentRate(), walk.now); wait > 0) {
            state.leave();
            walk.limited = true;
            if (walk.now + wait < walk.earliestToken) {
                walk.earliestToken = walk.now + wait;
                walk.earliestTokenNode = &node;
            }
            return back(SkipReason::RateLimit);
        }
    }
    walk.verdict.bookedIn = state.usage().periodStart();
    if (!node.metered()) {
        state.usage().book(price);
    } else if (!state.usage().tryBook(price, node.threshold)) {
        // Another worker spent the rest between the look and the booking.
        if (!reserved)
            state.bucket.giveBack(node.currentRate());
        state.leave();
        walk.verdict.quotaSpent = true;
        return back(SkipReason::QuotaExhausted);
    }
    if (reserved)
        route.reservedNode = -1;
    else
        dropReservation(*walk.ranking.table, route);
    walk.verdict.kind = Verdict::Kind::Admitted;
    walk.verdict.node = &node;
    walk.verdict.cost = price;
    walk.verdict.holdsProbe = holdsProbe;
    return true;
}

bool Chooser::walkFirst(Walk &walk)
{
    const std::vector<RouteNode> &nodes = walk.ranking.table->nodes();
    for (std::size_t at = m_candidates.next(); at != Candidates::kNone; at = m_candidates.next()) {
        if (tryNode(walk, nodes[at], false))
            return true;
    }
    return walkSoft(walk);
}

bool Chooser::walkAgain(Walk &walk)
{
    walk.clearTally();
    for (const std::size_t at : m_candidates.all()) {
        if (tryNode(walk, walk.ranking.table->nodes()[at], false))
            return true;
    }
    return walkSoft(walk);
}

bool Chooser::walkSoft(Walk &walk)
{
    if (!walk.soft)
        return false;
    // Everyone with headroom and a known height is out: the others are the last resort (seed S3-10).
    walk.countSkips = false;
    const std::vector<RouteNode> &nodes = walk.ranking.table->nodes();
    for (const std::size_t at : m_candidates.all()) {
        const int softCap = nodes[at].config->maxInFlight;
        const NodeState &state = *nodes[at].state;
        const bool passedOver =
            (softCap > 0 && state.inFlight() >= softCap) || !state.heightIsKnown();
        if (passedOver && tryNode(walk, nodes[at], true))
            return true;
    }
    return false;
}

Verdict Chooser::waitOrGiveUp(Walk &walk)
{
    CallRoute &route = walk.route;
    walk.countSkips = false;
    // Rather in parts than by a node that is closed.
    const bool divide =
        walk.verdict.tooWide && walk.earliestTokenNode == nullptr && route.awaitedPermits.empty();
    if (divide) {
        dropReservation(*walk.ranking.table, route);
        walk.verdict.kind =
            route.tried.empty() ? Verdict::Kind::NoneServes : Verdict::Kind::NoneLeft;
        return walk.verdict;
    }
    if (!walk.limited && walk.lagging) {
        walk.takeLagging = true;
        if (walkAgain(walk))
            return walk.verdict;
    }
    if (!walk.limited && walk.penalized > 0) {
        // A shared outage must not turn a healthy config into an error: ask the penalised ones all the same.
        walk.ignorePenalty = true;
        if (walkAgain(walk))
            return walk.verdict;
    }
    SteadyNs wakeAt = kNever;
    if (route.reservedNode >= 0 && route.reservedAt <= walk.now)
        dropReservation(*walk.ranking.table,
                        route); // its time came, and the node could not be used for another reason
    if (route.reservedNode < 0 && walk.earliestTokenNode != nullptr) {
        const RouteNode &node = *walk.earliestTokenNode;
        if (const SteadyNs at =
                node.state->bucket.reserve(node.currentRate(), walk.now, route.deadline);
            at > 0) {
            route.reservedNode = static_cast<std::int64_t>(node.index);
            route.reservedAt = at;
        }
    }
    if (route.reservedNode >= 0)
        wakeAt = route.reservedAt;
    wakeAt = std::min(wakeAt, walk.coolingEnd);
    const bool inTime = wakeAt < route.deadline || !route.awaitedPermits.empty();
    if (walk.limited && inTime) {
        walk.verdict.kind = Verdict::Kind::Wait;
        walk.verdict.wakeAt = std::min(wakeAt, walk.penaltyEnd);
        return walk.verdict;
    }
    if (walk.lagging && !walk.takeLagging) {
        walk.takeLagging = true;
        if (walkAgain(walk))
            return walk.verdict;
    }
    if (walk.limited && (walk.penalized > 0 || walk.coolingUntried > 0)) {
        walk.ignorePenalty = true;
        if (walk.penalized > 0 && walkAgain(walk))
            return walk.verdict;
        walk.ignoreCooling = true;
        if (walkAgain(walk))
            return walk.verdict;
    }
    dropReservation(*walk.ranking.table, route);
    if (walk.limited)
        walk.verdict.kind = Verdict::Kind::NoWaitInTime;
    else
        walk.verdict.kind =
            route.tried.empty() ? Verdict::Kind::NoneServes : Verdict::Kind::NoneLeft;
    return walk.verdict;
}

Verdict
Chooser::choose(const Ranking &ranking, const MethodPlan &plan, CallRoute &route, SteadyNs now)
{
    Walk walk{ranking, plan, route, now, false, false, true, false, {}};
    route.awaitedPermits.clear();
    m_candidates.start(ranking, route.chain, route.preferredNode, route.onlyNode);
    const Verdict verdict = walkFirst(walk) ? walk.verdict : waitOrGiveUp(walk);
    const bool admitted = verdict.kind == Verdict::Kind::Admitted;
    m_candidates.finish(admitted ? verdict.node->index : Candidates::kNone);
    if (admitted)
        route.awaitedPermits.clear();
    return verdict;
}

Verdict Chooser::chooseSecond(const Ranking &ranking,
                              const MethodPlan &plan,
                              CallRoute &route,
                              SteadyNs now)
{
    Walk walk{ranking, plan, route, now, false, false, false, false, {}};
    const std::vector<RouteNode> &nodes = ranking.table->nodes();
    m_candidates.start(ranking, route.chain, route.preferredNode, route.onlyNode);
    std::size_t at = m_candidates.next();
    while (at != Candidates::kNone
           && (nodes[at].state->onProbation() || !tryNode(walk, nodes[at], false)))
        at = m_candidates.next();
    m_candidates.finish(at);
    route.awaitedPermits.clear();
    if (at == Candidates::kNone)
        walk.verdict.kind = Verdict::Kind::NoneLeft;
    return walk.verdict;
}

void Chooser::dropReservation(const RoutingTable &table, CallRoute &route)
{
    if (route.reservedNode < 0)
        return;
    const RouteNode &node = table.nodes()[static_cast<std::size_t>(route.reservedNode)];
    node.state->bucket.giveBack(node.currentRate());
    route.reservedNode = -1;
}

} // namespace spillway
