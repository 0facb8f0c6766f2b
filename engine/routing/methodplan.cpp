// SPDX-License-Identifier: MIT
#include "routing/methodplan.h"

#include <algorithm>

namespace spillway {
namespace {

constexpr std::size_t kMaxPlansPerChain = 2000;

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
    if (m_table.chains()[chain].state) {
        plan->blockUse = chain::blockUse(method, config.kind);
        plan->nullWhereUnknown = config.kind == ChainKind::Evm && chain::nullWhereUnknown(method);
    }
    if (m_table.cache() && config.cache)
        plan->cacheRule = cache::ruleOf(method, config.kind);
    plan->cost.assign(m_table.nodes().size(), MethodPlan::kNotServed);
    for (const std::size_t index : m_table.chains()[chain].nodes) {
        if (const auto cost = m_table.nodes()[index].cost(method))
            plan->cost[index] = static_cast<std::int64_t>(*cost);
    }
    return plans.emplace(std::string(method), std::move(plan)).first->second;
}

} // namespace spillway
