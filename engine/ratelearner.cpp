// SPDX-License-Identifier: MIT
#include "ratelearner.h"

namespace spillway {

void RateLearner::second(const RoutingTable &table)
{
    static const std::size_t kSuccess = attemptOutcomeIndex("success");
    static const std::size_t kRateLimit = attemptOutcomeIndex("rate_limit");
    constexpr auto kHeldBack = static_cast<std::size_t>(SkipReason::RateLimit);
    for (const RouteNode &node : table.nodes()) {
        if (!node.config->learnRps) {
            if (m_marks.erase(node.config->name) > 0)
                node.state->learnedRate.forget();
            continue;
        }
        Mark now;
        for (const NodeWorkerStats &worker : node.state->allStats()) {
            now.served += worker.attempts[kSuccess].value();
            now.refused += worker.attempts[kRateLimit].value();
            now.heldBack += worker.skips[kHeldBack].value();
        }
        const auto [at, isNew] = m_marks.try_emplace(node.config->name, now);
        const Mark before = std::exchange(at->second, now);
        // One that was removed and came back counts anew.
        const bool anew = now.served < before.served || now.refused < before.refused
                          || now.heldBack < before.heldBack;
        if (isNew || anew)
            continue;
        node.state->learnedRate.observe({.served = now.served - before.served,
                                         .refused = now.refused - before.refused,
                                         .wanted = now.heldBack > before.heldBack},
                                        node.config->rpsLimit);
    }
}

} // namespace spillway
