// SPDX-License-Identifier: MIT
#include "routing/chooser.h"

#include <algorithm>
#include <limits>

namespace spillway {
namespace {

constexpr std::size_t kMaxPlansPerChain = 2000;
constexpr std::size_t kMaxRouteSteps = 64;
constexpr std::uint8_t kMaxTriesPerNode = 4;
constexpr std::size_t kInsertionSort = 16;

/// A node that reads names without case must not be reached by a blocked one spelt otherwise.
std::string lower(std::string_view text)
{
    std::string out(text);
    for (char &c : out)
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    return out;
}

bool takesRawTransaction(std::string_view method)
{
    return method == "eth_sendRawTransaction" || method == "eth_sendRawTransactionConditional"
           || method == "eth_sendPrivateRawTransaction";
}

AccountUse accountUse(std::string_view method)
{
    if (takesRawTransaction(method))
        return AccountUse::Sends;
    if (method == "eth_getTransactionCount" || method == "eth_getBalance")
        return AccountUse::Address;
    if (method == "eth_getTransactionByHash" || method == "eth_getTransactionReceipt")
        return AccountUse::Transaction;
    if (method == "eth_call" || method == "eth_estimateGas")
        return AccountUse::From;
    return AccountUse::None;
}

constexpr SteadyNs kNever = std::numeric_limits<SteadyNs>::max();

} // namespace

const std::shared_ptr<const MethodPlan> &MethodPlans::find(std::size_t chain,
                                                           std::string_view method)
{
    auto &plans = m_plans[chain];
    auto &latest = m_latest[chain];
    if (latest != nullptr && (*latest)->method == method)
        return *latest; // clients tend to repeat themselves
    if (const auto at = plans.find(method); at != plans.end()) {
        latest = &at->second;
        return at->second;
    }
    if (plans.size() >= kMaxPlansPerChain) {
        plans.clear();
        latest = nullptr;
    }
    auto plan = std::make_shared<MethodPlan>();
    const ChainConfig &config = *m_table.chains()[chain].config;
    plan->method = method;
    plan->traits = rpc::traits(method, config.kind);
    plan->slot = MethodSlots::of(method, rpc::isKnownMethod(method));
    const SecurityConfig &security = m_table.config().security;
    const auto listed = [&](const std::vector<std::string> &names, std::string_view name) {
        return std::find(names.begin(), names.end(), name) != names.end();
    };
    plan->traits.sideEffects =
        plan->traits.sideEffects || listed(security.sideEffectMethods, method);
    plan->traits.heavy = plan->traits.heavy || listed(security.heavyMethods, method);
    plan->blocked = config.kind == ChainKind::Evm
                    && listed(security.blockedNamespaces, lower(rpc::namespaceOf(method)));
    plan->readsLogs = config.kind == ChainKind::Evm && method == "eth_getLogs";
    plan->filterUse = filterUse(method, config.kind);
    if (config.kind == ChainKind::Evm)
        plan->accountUse = accountUse(method);
    plan->mayHedge = m_table.config().routing.hedgePercentile > 0 && !plan->traits.sideEffects
                     && !plan->traits.idempotentSend && !plan->traits.heavy
                     && plan->filterUse == FilterUse::None
                     && m_table.chains()[chain].nodes.size() > 1;
    if (m_table.chains()[chain].state)
        plan->blockUse = chain::blockUse(method, config.kind);
    if (m_table.cache() && config.cache)
        plan->cacheRule = cache::ruleOf(method, config.kind);
    plan->cost.assign(m_table.nodes().size(), MethodPlan::kNotServed);
    for (const std::size_t index : m_table.chains()[chain].nodes) {
        if (const auto cost = m_table.nodes()[index].cost(method))
            plan->cost[index] = static_cast<std::int64_t>(*cost);
    }
    return plans.emplace(std::string(method), std::move(plan)).first->second;
}

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

bool Chooser::walkAll(Walk &walk, const std::vector<std::size_t> &nodes)
{
    walk.clearTally();
    const std::vector<RouteNode> &all = walk.ranking.table->nodes();
    for (const std::size_t index : nodes) {
        if (tryNode(walk, all[index], false))
            return true;
    }
    if (!walk.soft)
        return false;
    // Everyone with headroom and a known height is out: the others are the last resort (seed S3-10).
    walk.countSkips = false;
    for (const std::size_t index : nodes) {
        const int softCap = all[index].config->maxInFlight;
        const NodeState &state = *all[index].state;
        const bool passedOver =
            (softCap > 0 && state.inFlight() >= softCap) || !state.heightIsKnown();
        if (passedOver && tryNode(walk, all[index], true))
            return true;
    }
    return false;
}

Verdict Chooser::waitOrGiveUp(Walk &walk, const std::vector<std::size_t> &nodes)
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
        if (walkAll(walk, nodes))
            return walk.verdict;
    }
    if (!walk.limited && walk.penalized > 0) {
        // A shared outage must not turn a healthy config into an error: ask the penalised ones all the same.
        walk.ignorePenalty = true;
        if (walkAll(walk, nodes))
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
        if (walkAll(walk, nodes))
            return walk.verdict;
    }
    if (walk.limited && (walk.penalized > 0 || walk.coolingUntried > 0)) {
        walk.ignorePenalty = true;
        if (walk.penalized > 0 && walkAll(walk, nodes))
            return walk.verdict;
        walk.ignoreCooling = true;
        if (walkAll(walk, nodes))
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
    const std::vector<std::size_t> &nodes = candidates(ranking, route);
    Verdict verdict = walkAll(walk, nodes) ? walk.verdict : waitOrGiveUp(walk, nodes);
    if (verdict.kind == Verdict::Kind::Admitted) {
        route.awaitedPermits.clear();
        if (ranking.table->chains()[route.chain].balance == Balance::WeightedRoundRobin)
            chargeRoundRobin(ranking, *verdict.node);
    }
    return verdict;
}

Verdict Chooser::chooseSecond(const Ranking &ranking,
                              const MethodPlan &plan,
                              CallRoute &route,
                              SteadyNs now)
{
    Walk walk{ranking, plan, route, now, false, false, false, false, {}};
    const std::vector<RouteNode> &nodes = ranking.table->nodes();
    for (const std::size_t index : candidates(ranking, route)) {
        if (nodes[index].state->onProbation() || !tryNode(walk, nodes[index], false))
            continue;
        if (ranking.table->chains()[route.chain].balance == Balance::WeightedRoundRobin)
            chargeRoundRobin(ranking, nodes[index]);
        break;
    }
    route.awaitedPermits.clear();
    if (walk.verdict.kind != Verdict::Kind::Admitted)
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

const std::vector<std::size_t> &Chooser::candidates(const Ranking &ranking, const CallRoute &route)
{
    if (route.preferredNode != nullptr) {
        if (const auto &ranked = order(ranking, route.chain); &ranked != &m_scratch)
            m_scratch = ranked;
        const auto preferred =
            std::find_if(m_scratch.begin(), m_scratch.end(), [&](std::size_t index) {
                return ranking.table->nodes()[index].state.get() == route.preferredNode;
            });
        if (preferred != m_scratch.end())
            std::rotate(m_scratch.begin(), preferred, preferred + 1);
        return m_scratch;
    }
    if (route.onlyNode == nullptr)
        return order(ranking, route.chain);
    m_scratch = ranking.byChain[route.chain];
    std::erase_if(m_scratch, [&](std::size_t index) {
        return ranking.table->nodes()[index].state.get() != route.onlyNode;
    });
    return m_scratch;
}

const std::vector<std::size_t> &Chooser::order(const Ranking &ranking, std::size_t chain)
{
    const std::vector<std::size_t> &ranked = ranking.byChain[chain];
    const Balance balance = ranking.table->chains()[chain].balance;
    if (balance == Balance::Latency)
        return ranked;
    const std::vector<RouteNode> &nodes = ranking.table->nodes();
    m_scratch = ranked;
    if (balance == Balance::LeastInFlight) {
        m_inFlightScratch.resize(nodes.size());
        for (const std::size_t index : ranked)
            m_inFlightScratch[index] = nodes[index].state->inFlight();
    }
    if (m_roundRobinTable != ranking.table.get()) {
        m_roundRobin.assign(nodes.size(), 0);
        m_roundRobinTable = ranking.table.get();
    }
    const auto comesFirst = [&](std::size_t a, std::size_t b) {
        if (nodes[a].config->tier != nodes[b].config->tier)
            return nodes[a].config->tier < nodes[b].config->tier;
        if (balance == Balance::LeastInFlight)
            return m_inFlightScratch[a] < m_inFlightScratch[b];
        return m_roundRobin[a] + nodes[a].config->weight
               > m_roundRobin[b] + nodes[b].config->weight;
    };
    if (m_scratch.size() > kInsertionSort) {
        std::stable_sort(m_scratch.begin(), m_scratch.end(), comesFirst);
        return m_scratch;
    }
    // The few nodes of most chains: in place, without the memory that stable_sort() asks for.
    for (std::size_t i = 1; i < m_scratch.size(); ++i) {
        const std::size_t node = m_scratch[i];
        std::size_t place = i;
        for (; place > 0 && comesFirst(node, m_scratch[place - 1]); --place)
            m_scratch[place] = m_scratch[place - 1];
        m_scratch[place] = node;
    }
    return m_scratch;
}

void Chooser::chargeRoundRobin(const Ranking &ranking, const RouteNode &node)
{
    const std::vector<RouteNode> &nodes = ranking.table->nodes();
    std::int64_t total = 0;
    for (const std::size_t index : ranking.byChain[node.chain]) {
        if (nodes[index].config->tier == node.config->tier)
            total += nodes[index].config->weight;
    }
    for (const std::size_t index : ranking.byChain[node.chain]) {
        if (nodes[index].config->tier != node.config->tier)
            continue;
        // Bounded, so that a node which was out does not get everything when it comes back.
        m_roundRobin[index] =
            std::clamp(m_roundRobin[index] + nodes[index].config->weight, -total, total);
    }
    m_roundRobin[node.index] -= total;
}

} // namespace spillway
