// SPDX-License-Identifier: MIT
#include "server/snapshotmaker.h"

#include "core/redact.h"

#include <algorithm>

namespace spillway {
namespace {

struct Moment
{
    SteadyNs now = 0;
    std::int64_t wallMs = 0;
};

std::uint64_t attemptsOf(const NodeSnapshot &node)
{
    std::uint64_t sum = 0;
    for (const std::uint64_t count : node.attempts)
        sum += count;
    return sum;
}

std::string unservedReason(const NodeSnapshot &node)
{
    const std::uint64_t attempts = attemptsOf(node);
    if (attempts == 0 && node.probes == 0)
        return "not asked yet";
    if (attempts == 0)
        return node.blockNumber
                   ? "no client's call has come to it yet; it answers what it is asked "
                     "about its chain"
                   : "no client's call has come to it yet; it was asked about its chain "
                     "and has not told its block";
    std::string text = "asked " + std::to_string(attempts) + (attempts == 1 ? " time" : " times")
                       + ", but it has served nothing yet";
    if (!node.lastError.empty())
        text += "; the last error: " + node.lastError;
    return text;
}

std::string reasonOf(const NodeSnapshot &node, const NodeState &state)
{
    switch (node.condition) {
    case NodeCondition::Penalized:
    case NodeCondition::Cooling:
    case NodeCondition::Parked:
        return state.reason();
    case NodeCondition::Lagging:
    case NodeCondition::Syncing:
    case NodeCondition::WrongChain:
        return state.chainReason().words;
    case NodeCondition::Disabled:
        return "switched off in the config";
    case NodeCondition::QuotaExhausted:
        return "the credits of this period are spent up to the threshold";
    case NodeCondition::Saturated:
        return "all max_concurrent calls are in use";
    case NodeCondition::Unknown:
        return unservedReason(node);
    case NodeCondition::Up:
        return {};
    }
    return {};
}

void fillUsage(NodeSnapshot &out, const RouteNode &node, const Moment &moment)
{
    const UsageCounter &usage = node.state->usage();
    const UtcDay start = usage.periodStart();
    const UtcDay next = period::next(start, node.config->resetDay);
    out.used = usage.used();
    out.periodStart = period::toIso(start);
    out.resetsAt = period::toIso(next);
    const Forecast pace = forecast(out.used, node.threshold, start, next, moment.wallMs);
    out.creditsPerDay = pace.creditsPerDay;
    if (!node.metered())
        return;
    out.limit = node.config->monthlyLimit;
    out.threshold = node.threshold;
    out.forecastAtReset = pace.usedAtReset;
    if (pace.reachesThresholdAtMs)
        out.reachesThresholdOn = period::toIso(period::dayOf(*pace.reachesThresholdAtMs));
}

void fillCounters(NodeSnapshot &out, const NodeState &state)
{
    for (const NodeWorkerStats &stats : state.allStats()) {
        for (std::size_t i = 0; i < out.attempts.size(); ++i)
            out.attempts[i] += stats.attempts[i].value();
        for (std::size_t i = 0; i < out.skips.size(); ++i)
            out.skips[i] += stats.skips[i].value();
        out.served += stats.history->served.value();
        out.failures += stats.history->failures.value();
        // The refund first: it follows its booking, and the difference must not fall below zero.
        const std::uint64_t refunded = stats.history->refunded.value();
        out.credits += stats.history->credits.value() - refunded;
        out.probes += stats.probes.value();
        out.probeFailures += stats.probeFailures.value();
    }
}

void fillMethods(NodeSnapshot &out, const NodeState &state, const std::vector<std::string> &names)
{
    for (std::size_t slot = 0; slot < names.size(); ++slot) {
        std::int64_t calls = 0;
        std::int64_t credits = 0;
        for (const NodeWorkerStats &stats : state.allStats()) {
            if (const MethodCount *counted = stats.methods.find(slot)) {
                calls += counted->calls.value();
                credits += counted->credits.value();
            }
        }
        if (calls > 0)
            out.methods.push_back({names[slot],
                                   static_cast<std::uint64_t>(calls),
                                   static_cast<std::uint64_t>(std::max<std::int64_t>(0, credits))});
    }
}

void fillHeight(NodeSnapshot &out, const NodeState &state, const chain::ChainState *chain)
{
    if (chain == nullptr)
        return;
    out.blockNumber = state.blockNumber();
    out.headFeed = state.isFed();
    const std::uint64_t head = chain->lastHeadBlocks();
    if (out.blockNumber && head != 0)
        out.blocksBehind = head - 1 > *out.blockNumber ? head - 1 - *out.blockNumber : 0;
}

NodeSnapshot nodeSnapshot(const RoutingTable &table,
                          const RouteNode &node,
                          const Moment &moment,
                          const std::vector<std::string> &methods)
{
    const NodeConfig &config = *node.config;
    const NodeState &state = *node.state;
    NodeSnapshot out;
    out.name = config.name;
    out.chain = table.chains()[node.chain].config->name;
    out.tier = config.tier;
    out.enabled = config.enabled;
    out.endpoint = redact::url(config.url.reveal());
    out.condition = conditionOf(node, moment.now);
    SteadyNs until = 0;
    if (state.closure(moment.now, &until) != Closure::None)
        out.closedForMs = (until - moment.now + kNsPerMs - 1) / kNsPerMs;
    out.onProbation = state.onProbation();
    out.inFlight = state.inFlight();
    out.maxConcurrent = config.maxConcurrent;
    if (const auto us = state.latencyUs())
        out.latencyMs = static_cast<double>(*us) / 1000.0;
    out.rpsLimit = config.rpsLimit;
    if (config.learnRps)
        out.learnedRps = state.learnedRate.perSecond();
    out.tokens = static_cast<double>(state.bucket.available(node.currentRate(), moment.now));
    // A call is booked before it is counted: what the methods have cost is never above what is used.
    fillMethods(out, state, methods);
    fillUsage(out, node, moment);
    fillCounters(out, state);
    if (const std::uint64_t span = state.logs.span(moment.now); span != LogsLimits::kAnySpan)
        out.logsSpan = span;
    fillHeight(out, state, table.chains()[node.chain].state.get());
    const NodeState::LastError error = state.lastError();
    out.lastError = error.words;
    out.lastErrorOutcome = error.outcome;
    out.lastErrorWallMs = error.wallMs;
    out.reason = reasonOf(out, state);
    if (out.condition == NodeCondition::Lagging || out.condition == NodeCondition::Syncing
        || out.condition == NodeCondition::WrongChain) {
        const NodeState::ChainReason why = state.chainReason();
        out.reasonFound = why.found;
        out.reasonWanted = why.wanted;
    }
    return out;
}

void fillChainView(ChainSnapshot &out, const chain::ChainState &state, SteadyNs now)
{
    const std::shared_ptr<const chain::ChainView> view = state.view();
    out.followed = true;
    out.chainId = state.chainId().value_or(out.chainId);
    out.blockTimeMs = state.blockInterval() / kNsPerMs;
    out.safe = state.safe();
    out.finalized = state.finalized();
    out.reorgs = view->reorgCount;
    out.warmedHeads = state.warming().complete.value();
    out.warmingFailures = state.warming().failed.value();
    out.warmingLate = state.warming().late.value();
    out.warmedAnswers = state.warming().answers.value();
    for (std::size_t i = 0; i < view->reorgs.size(); ++i)
        out.lastReorgs.push_back(toSnapshot(view->reorgs[i], view->reorgWallMs[i]));
    if (!view->head)
        return;
    out.head = view->head->number;
    out.headHash = view->head->hash;
    out.headAgeMs = (now - view->headSince) / kNsPerMs;
    out.headSource = view->byFeed ? "websocket" : "poll";
}

ChainSnapshot chainSnapshot(const RouteChain &chain, SteadyNs now)
{
    ChainSnapshot out;
    out.name = chain.config->name;
    out.kind = chain.config->kind;
    out.chainId = chain.config->chainId;
    out.path = chain.config->path;
    out.nodes = chain.nodes.size();
    if (chain.state)
        fillChainView(out, *chain.state, now);
    return out;
}

} // namespace

ReorgSnapshot toSnapshot(const chain::Reorg &reorg, std::int64_t wallMs)
{
    return {.wallMs = wallMs,
            .from = reorg.from,
            .to = reorg.to,
            .depth = reorg.depth,
            .exact = reorg.exact,
            .oldHash = reorg.oldHash,
            .newHash = reorg.head.hash};
}

NodeCondition conditionOf(const RouteNode &node, SteadyNs now)
{
    if (!node.config->enabled)
        return NodeCondition::Disabled;
    const ChainStanding standing = node.state->chainStanding();
    const Closure closure = node.state->closure(now);
    // Where it stands on its chain was judged by its newest block: while it does not answer, that is old news.
    const bool byBlock = standing == ChainStanding::OtherBranch
                         || standing == ChainStanding::Outlier
                         || standing == ChainStanding::Lagging;
    if (byBlock && closure == Closure::Penalty)
        return NodeCondition::Penalized;
    switch (standing) {
    case ChainStanding::WrongChain:
    case ChainStanding::OtherBranch:
    case ChainStanding::Outlier:
        return NodeCondition::WrongChain;
    case ChainStanding::Syncing:
        return NodeCondition::Syncing;
    case ChainStanding::Lagging:
        return NodeCondition::Lagging;
    case ChainStanding::Fit:
        break;
    }
    switch (closure) {
    case Closure::Parked:
        return NodeCondition::Parked;
    case Closure::Cooling:
        return NodeCondition::Cooling;
    case Closure::Penalty:
        return NodeCondition::Penalized;
    case Closure::None:
        break;
    }
    if (node.metered() && node.state->usage().used() + node.cheapest > node.threshold)
        return NodeCondition::QuotaExhausted;
    if (node.config->maxConcurrent > 0 && node.state->inFlight() >= node.config->maxConcurrent)
        return NodeCondition::Saturated;
    return node.state->everServed() ? NodeCondition::Up : NodeCondition::Unknown;
}

namespace {

CacheSnapshot cacheSnapshot(const Shared &shared, const RoutingTable &table)
{
    CacheSnapshot out;
    if (table.cache()) {
        const cache::BackendFigures figures = table.cache()->figures();
        out.enabled = true;
        out.backend = table.cache()->config().backend;
        out.inReach = figures.inReach;
        out.entries = figures.entries;
        out.bytes = figures.bytes;
        out.evicted = figures.evicted;
        out.failures = figures.failures;
    }
    for (const cache::Rule &rule : cache::allRules()) {
        CacheMethodSnapshot method;
        method.method = rule.method;
        for (std::size_t worker = 0; worker < shared.workerCount(); ++worker) {
            const cache::MethodCounters &counters =
                shared.cacheCounters(worker).methods.at(cache::indexOf(rule));
            method.hits += counters.hits.value();
            method.joined += counters.joined.value();
            method.misses += counters.misses.value();
            method.stores += counters.stores.value();
            method.credits += counters.credits.value();
        }
        out.total.hits += method.hits;
        out.total.joined += method.joined;
        out.total.misses += method.misses;
        out.total.stores += method.stores;
        out.total.credits += method.credits;
        if (method.hits + method.misses > 0)
            out.methods.push_back(std::move(method));
    }
    std::sort(out.methods.begin(), out.methods.end(), [](const auto &a, const auto &b) {
        return a.method < b.method;
    });
    return out;
}

} // namespace

Snapshot makeSnapshot(const Gateway &gateway, const RoutingTable &table)
{
    const Shared &shared = gateway.shared();
    const Moment moment{shared.clock().steadyNs(), shared.clock().wallMs()};
    Snapshot out;
    out.wallMs = moment.wallMs;
    out.steadyMs = moment.now / kNsPerMs;
    out.uptimeMs = (moment.now - gateway.started()) / kNsPerMs;
    out.address = gateway.address();
    out.workers = static_cast<int>(shared.workerCount());
    out.inFlight = shared.inFlight();
    out.sleeping = shared.sleeping();
    out.connections = shared.connections();
    for (std::size_t worker = 0; worker < shared.workerCount(); ++worker) {
        const WorkerStats &stats = shared.stats(worker);
        for (std::size_t i = 0; i < out.requests.size(); ++i)
            out.requests[i] += stats.requests[i].value();
        for (std::size_t i = 0; i < out.local.size(); ++i)
            out.local[i] += stats.local[i].value();
        out.hedges += stats.hedges.value();
        out.hedgesWon += stats.hedgesWon.value();
        for (const Histogram &durations : stats.durations)
            durations.addTo(out.latency);
    }
    out.cache = cacheSnapshot(shared, table);
    for (const RouteChain &chain : table.chains())
        out.chains.push_back(chainSnapshot(chain, moment.now));
    const std::vector<std::string> methods = MethodSlots::names();
    for (ChainSnapshot &chain : out.chains)
        chain.filters = shared.filters().count(chain.name, moment.now);
    for (const RouteNode &node : table.nodes())
        out.nodes.push_back(nodeSnapshot(table, node, moment, methods));
    const std::shared_ptr<const ServerView> view = gateway.view();
    for (const ClientIdentity &identity : view->identities) {
        const TokenState &token = *identity.state;
        out.clients.push_back({token.name,
                               token.requests.load(std::memory_order_relaxed),
                               token.usage != nullptr ? token.usage->used() : 0});
    }
    return out;
}

const NodeSnapshot *Snapshot::node(std::string_view name) const
{
    const auto at = std::find_if(
        nodes.begin(), nodes.end(), [&](const NodeSnapshot &node) { return node.name == name; });
    return at == nodes.end() ? nullptr : &*at;
}

} // namespace spillway
