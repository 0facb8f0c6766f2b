// SPDX-License-Identifier: MIT
#include "pipeline/nodeclosing.h"

#include "pipeline/calllog.h"

#include <algorithm>

namespace spillway {
namespace {

constexpr SteadyNs kParkTime = 3600 * kNsPerSecond;
constexpr SteadyNs kLongestWait = 300 * kNsPerSecond;

/// After a rate limit that names no wait. Where the rate is learned, the learned one keeps the node from the next refusal.
SteadyNs unnamedWait(const RouteNode &node)
{
    const SteadyNs cooldown = toNs(node.config->cooldown);
    return node.config->learnRps ? std::min(node.state->learnedRate.pause(), cooldown) : cooldown;
}

} // namespace

bool closeForRefusal(const RouteNode &node,
                     const Outcome &outcome,
                     SteadyNs now,
                     const std::string &words)
{
    NodeState &state = *node.state;
    if (outcome.treatment == Treatment::RateLimited) {
        if (node.config->learnRps)
            state.learnedRate.refused();
        const SteadyNs wait =
            std::min(outcome.wait > 0 ? outcome.wait : unnamedWait(node), kLongestWait);
        // What gathers while it is closed would leave all at once.
        if (node.config->learnRps)
            state.bucket.drain(node.currentRate(), now + wait);
        state.cool(now + wait, words);
        // Short pauses one after the other are one trouble.
        if (state.beginsIncident(now,
                                 now + std::max(wait, node.config->learnRps ? kNsPerSecond : 0)))
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
