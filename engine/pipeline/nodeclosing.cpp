// SPDX-License-Identifier: MIT
#include "pipeline/nodeclosing.h"

#include "pipeline/calllog.h"

#include <algorithm>

namespace spillway {
namespace {

constexpr SteadyNs kParkTime = 3600 * kNsPerSecond;
constexpr SteadyNs kLongestWait = 300 * kNsPerSecond;

} // namespace

bool closeForRefusal(const RouteNode &node,
                     const Outcome &outcome,
                     SteadyNs now,
                     const std::string &words)
{
    NodeState &state = *node.state;
    if (outcome.treatment == Treatment::RateLimited) {
        const SteadyNs wait =
            std::min(outcome.wait > 0 ? outcome.wait : toNs(node.config->cooldown), kLongestWait);
        state.cool(now + wait, words);
        if (state.beginsIncident(now, now + wait))
            calllog::nodeClosed(node, "cooling", words, wait);
        return true;
    }
    if (outcome.treatment == Treatment::QuotaExhausted
        || outcome.treatment == Treatment::KeyRejected) {
        state.park(now + kParkTime, words);
        if (state.beginsIncident(now, now + kParkTime))
            calllog::nodeParked(
                node, outcome.treatment == Treatment::KeyRejected, words, kParkTime);
        return true;
    }
    return false;
}

} // namespace spillway
