// SPDX-License-Identifier: MIT
// What the engine knows of the chain: answers of its own, tags as numbers, nodes that have the block.
#include "chain/block.h"
#include "chain/blockreference.h"
#include "pipeline/call.h"

#include <algorithm>
#include <functional>

namespace spillway {
namespace {

bool isEmptyArray(std::string_view params)
{
    constexpr std::string_view kSpace = " \t\r\n";
    if (params.empty())
        return true;
    const auto open = params.find_first_not_of(kSpace);
    if (open == std::string_view::npos || params[open] != '[')
        return false;
    const auto close = params.find_first_not_of(kSpace, open + 1);
    return close != std::string_view::npos && params[close] == ']';
}

bool isInside(std::string_view part, std::string_view whole)
{
    const std::less_equal<const char *> upTo;
    return part.data() != nullptr && upTo(whole.data(), part.data())
           && upTo(part.data() + part.size(), whole.data() + whole.size());
}

} // namespace

const ChainConfig &Call::chainConfig() const
{
    return *m_table->table().chains()[m_route.chain].config;
}

chain::ChainState *Call::chainState() const
{
    return m_table->table().chains()[m_route.chain].state.get();
}

/// True: choose a node. False: answered, or waiting for the chain to move.
bool Call::consultChain()
{
    chain::ChainState &state = *chainState();
    const SteadyNs now = m_worker.now();
    state.touch(now);
    if (m_plan->blockUse == nullptr && !usesFilter())
        return true;
    SteadyNs until = 0;
    ChainStep next = readChain(state, now, until);
    if (next == ChainStep::Wait) {
        // The chain may have moved between the look and the registration.
        m_worker.awaitChain(state, this);
        m_awaitsChain = true;
        next = readChain(state, now, until);
        if (next == ChainStep::Wait) {
            m_state = State::AwaitingChain;
            m_sleepSince = now;
            m_stepTimer.startAt(until);
            return false;
        }
    }
    if (next == ChainStep::Choose)
        stopAwaitingChain();
    return next == ChainStep::Choose;
}

Call::ChainStep Call::readChain(chain::ChainState &state, SteadyNs now, SteadyNs &until)
{
    const auto head = [&] { return state.headBlocks(now); };
    const auto awaitHead = [&] {
        until = m_chainGivenUp ? 0 : std::min(state.expectHead(now), m_route.deadline);
        return until > now ? ChainStep::Wait : ChainStep::Choose;
    };
    if (usesFilter())
        return head() != 0 ? ChainStep::Choose : awaitHead();
    const chain::BlockUse &use = *m_plan->blockUse;
    if (use.local != chain::BlockUse::Local::None) {
        if (m_request.id.empty() || !isEmptyArray(m_request.params))
            return ChainStep::Choose;
        if (use.local == chain::BlockUse::Local::ChainId && state.chainId())
            return finishLocal(LocalKind::ChainId, chain::toQuantity(*state.chainId()));
        if (use.local == chain::BlockUse::Local::NetVersion && state.netVersion())
            return finishLocal(LocalKind::NetVersion, std::to_string(*state.netVersion()));
        if (use.local != chain::BlockUse::Local::BlockNumber)
            return ChainStep::Choose;
        if (const std::uint64_t blocks = head(); blocks != 0)
            return finishLocal(LocalKind::BlockNumber, chain::toQuantity(blocks - 1));
        return awaitHead();
    }
    const std::uint64_t blocks = head();
    const chain::BlockReference found =
        chain::findBlocks(use,
                          m_request.params,
                          {.latest = std::max<std::uint64_t>(blocks, 1) - 1,
                           .safe = state.safe(),
                           .finalized = state.finalized()});
    const bool named = found.numbers == (use.kind == chain::BlockUse::Kind::LogQuery ? 2U : 1U);
    m_route.namedBlocks = named && *found.needed != UINT64_MAX ? *found.needed + 1 : 0;
    if (blocks == 0)
        return awaitHead();

    if (found.asksSafe)
        state.wish(chain::ChainState::Wish::Safe, now);
    if (found.asksFinalized)
        state.wish(chain::ChainState::Wish::Finalized, now);
    m_tagsTranslated = found.translated() && isInside(m_request.params, m_request.body);
    m_sentBody = m_request.body;
    if (m_tagsTranslated) {
        m_translatedBody.clear();
        chain::appendTranslated(m_request.body, m_request.params, found, m_translatedBody);
        m_sentBody = m_translatedBody;
    }
    m_route.neededBlocks = m_request.neededBlocks;
    if (!found.needed || *found.needed == UINT64_MAX)
        return ChainStep::Choose;
    const std::uint64_t needed = *found.needed + 1;
    const std::uint64_t reached = std::max(blocks, state.highestBlocks());
    if (needed > reached && state.mayComeSoon(needed) && !m_chainGivenUp) {
        if (m_blockWaitUntil == 0)
            m_blockWaitUntil = std::min(now + state.blockPatience(), m_route.deadline);
        until = m_blockWaitUntil;
        if (until > now) {
            state.poke();
            return ChainStep::Wait;
        }
    }
    // What nobody has yet is for those to answer that are nearest to it.
    m_route.neededBlocks = needed > reached ? blocks : needed;
    return ChainStep::Choose;
}

Call::ChainStep Call::finishLocal(LocalKind kind, std::string_view text)
{
    m_worker.stats().local[static_cast<std::size_t>(kind)].add();
    CallResult result = resultOf(nullptr);
    result.outcome = RequestOutcome::Local;
    result.local = true;
    m_text.assign(R"({"jsonrpc":"2.0","id":)").append(m_request.id);
    m_text.append(R"(,"result":")").append(text).append("\"}");
    result.body = m_text;
    finish(result);
    return ChainStep::Answered;
}

void Call::stopAwaitingChain()
{
    if (std::exchange(m_awaitsChain, false))
        m_worker.forgetChainWaiter(this);
}

void Call::chainMoved()
{
    if (m_state != State::AwaitingChain)
        return;
    stopAwaitingChain();
    m_stepTimer.cancel();
    m_waited += m_worker.now() - m_sleepSince;
    m_state = State::Choosing;
    rebind();
    if (chainState() == nullptr || consultChain())
        proceed();
}

/// What was waited for has not come.
void Call::chainWaitOver()
{
    m_chainGivenUp = true;
    chainMoved();
}

/// No node that has the block can be had. A call for `latest` is better served a little behind than not at all.
bool Call::relaxTags(const Verdict &verdict)
{
    if (!m_tagsTranslated || !verdict.lacksBlocks || m_route.neededBlocks == 0)
        return false;
    m_tagsTranslated = false;
    m_route.neededBlocks = 0;
    m_sentBody = m_request.body;
    m_logs.reset();
    m_route.logs = {};
    // What comes back is about another block than the key says.
    m_mayKeep = false;
    landFlight({});
    step();
    return true;
}

/// The node says null for a block that exists. Behind the address of a provider stand many machines, and not all of them are
/// where the one was that told the height.
bool Call::lacksPromisedBlock() const
{
    return m_route.neededBlocks > 0 && m_answer.kind == rpc::Answer::Kind::Result
           && m_answer.result == "null" && m_plan->blockUse != nullptr
           && m_plan->blockUse->namesWholeBlock && chainState() != nullptr
           && m_route.neededBlocks <= chainState()->lastHeadBlocks();
}

/// The node knows nothing of a block or transaction, but it has not come to the head that clients were told of, where that may be: for
/// those that have. The null is given if there are none, and not kept.
bool Call::isNullFromBehind()
{
    if (!m_plan->nullWhereUnknown || m_answer.kind != rpc::Answer::Kind::Result
        || m_answer.result != "null" || chainState() == nullptr)
        return false;
    const std::uint64_t head = chainState()->lastHeadBlocks();
    if (head == 0 || m_node->state->hasBlocks(head))
        return false;
    m_route.neededBlocks = std::max(m_route.neededBlocks, head);
    return true;
}

/// Kept in case that no other node has the block either.
void Call::saveNull(const ReplyView &reply)
{
    if (m_saved.rank >= 0)
        return;
    m_saved.rank = 0;
    m_saved.httpStatus = reply.httpStatus;
    m_saved.body =
        m_answer.id == m_request.id ? std::string(reply.body) : rpc::withId(m_answer, m_request.id);
    m_saved.node = m_node;
}

} // namespace spillway
