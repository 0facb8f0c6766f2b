// SPDX-License-Identifier: MIT
#pragma once

#include "memoryusage.h"
#include "routing/chooser.h"

#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace spillway::test {

inline constexpr SteadyNs kNow = 1000 * kNsPerSecond;
inline constexpr SteadyNs kDeadline = kNow + 10 * kNsPerSecond;

inline NodeConfig makeNode(const std::string &name, int tier)
{
    NodeConfig node;
    node.name = name;
    node.url = Secret("http://127.0.0.1:1/" + name);
    node.chain = "default";
    node.tier = tier;
    return node;
}

/// A table over a few nodes, with their states at hand.
class Pool
{
public:
    explicit Pool(std::vector<NodeConfig> nodes, Balance balance = Balance::Latency, int hedge = 0)
    {
        auto config = std::make_shared<Config>();
        config->chains.push_back({});
        config->chains.front().name = "default";
        config->chains.front().path = "/";
        config->routing.balance = balance;
        config->routing.hedgePercentile = hedge;
        config->nodes = std::move(nodes);
        table = RoutingTable::build(config, nullptr, [this](const NodeConfig &node) {
            usages.emplace_back();
            return std::make_shared<NodeState>(node.name, &usages.back(), 1);
        });
        ranking = Ranking::rank(table);
        plans = std::make_unique<MethodPlans>(*table);
        route.deadline = kDeadline;
    }

    Verdict choose(SteadyNs now = kNow, const char *method = "m")
    {
        return chooser.choose(*ranking, *plans->find(0, method), route, now);
    }

    /// Name of a second node for a call that is at node `first`, booked for good; "-": none.
    std::string second(std::size_t first, SteadyNs now = kNow)
    {
        CallRoute fresh;
        fresh.deadline = kDeadline;
        fresh.addTried(first, false);
        const Verdict verdict = chooser.chooseSecond(*ranking, *plans->find(0, "m"), fresh, now);
        if (fresh.reservedNode >= 0 || !fresh.awaitedPermits.empty())
            return "waits";
        return verdict.kind == Verdict::Kind::Admitted ? verdict.node->config->name : "-";
    }

    /// Name of the node of an admission that is taken back at once, or the kind of the refusal.
    std::string pick(SteadyNs now = kNow, const char *method = "m")
    {
        CallRoute fresh;
        fresh.deadline = kDeadline;
        const Verdict verdict = chooser.choose(*ranking, *plans->find(0, method), fresh, now);
        if (verdict.kind != Verdict::Kind::Admitted)
            return "-";
        verdict.node->state->leave();
        if (verdict.holdsProbe)
            verdict.node->state->releaseProbe();
        return verdict.node->config->name;
    }

    NodeState &state(std::size_t index) { return *table->nodes()[index].state; }

    std::uint64_t skips(std::size_t index, SkipReason reason)
    {
        return state(index).stats(0).skips[static_cast<std::size_t>(reason)].value();
    }

    void rerank() { ranking = Ranking::rank(table); }

    std::deque<test::MemoryUsage> usages;
    std::shared_ptr<const RoutingTable> table;
    std::shared_ptr<const Ranking> ranking;
    std::unique_ptr<MethodPlans> plans;
    Chooser chooser{0};
    CallRoute route;
};

} // namespace spillway::test
