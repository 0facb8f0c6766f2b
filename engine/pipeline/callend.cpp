// SPDX-License-Identifier: MIT
// The ends of a call.
#include "pipeline/broadcast.h"
#include "pipeline/call.h"
#include "pipeline/callhedge.h"
#include "pipeline/calllog.h"
#include "pipeline/callrecord.h"

#include <algorithm>
#include <utility>

namespace spillway {

void Call::giveUp(const Verdict &verdict)
{
    m_tooWide = m_tooWide || verdict.tooWide;
    if (m_tooWide && divideLogs())
        return;
    if (relaxTags(verdict))
        return;
    if (m_saved.rank >= 0) {
        finishSaved();
        return;
    }
    if (verdict.kind == Verdict::Kind::NoWaitInTime) {
        finishError(RequestOutcome::Timeout, 504, -32012, whyNone(verdict));
        return;
    }
    // What a node said about the method lately is the best answer there is, also when all others have failed.
    if (verdict.unsupported && finishUnsupported())
        return;
    if (verdict.kind == Verdict::Kind::NoneLeft) {
        finishError(RequestOutcome::BadGateway, 502, -32010, whyNone(verdict));
        return;
    }
    if (verdict.lacksBlocks && !verdict.quotaSpent && finishBehindSlot())
        return;
    finishError(RequestOutcome::Unavailable, 503, -32011, whyNone(verdict));
}

/// With the error that a node gave when it was found not to know the method.
bool Call::finishUnsupported()
{
    for (const std::size_t index : m_table->table().chains()[m_route.chain].nodes) {
        const RouteNode &node = m_table->table().nodes()[index];
        if (m_route.onlyNode != nullptr && node.state.get() != m_route.onlyNode)
            continue;
        const auto entry = node.state->unsupported(m_request.method, m_worker.now());
        if (!entry || entry->error.empty())
            continue;
        m_saved.rank = 0;
        m_saved.httpStatus = entry->httpStatus;
        m_saved.body = "{\"jsonrpc\":\"2.0\",\"id\":"
                       + std::string(m_request.id.empty() ? "null" : m_request.id)
                       + ",\"error\":" + entry->error + "}";
        m_saved.node = &node;
        rpc::scanAnswer(m_saved.body, m_answer);
        rememberSavedText();
        finishSaved();
        return true;
    }
    return false;
}

/// Solana: as a node says it that has not come to `minContextSlot` yet.
bool Call::finishBehindSlot()
{
    if (chainConfig().kind != ChainKind::Solana || m_request.id.empty())
        return false;
    std::optional<std::uint64_t> highest;
    for (const std::size_t index : m_table->table().chains()[m_route.chain].nodes) {
        const RouteNode &node = m_table->table().nodes()[index];
        if (node.config->enabled && node.state->chainStanding() == ChainStanding::Fit
            && node.cost(m_request.method) && node.state->blockNumber()
            && !node.state->hasBlocks(m_route.neededBlocks))
            highest = std::max(highest.value_or(0), *node.state->blockNumber());
    }
    if (!highest)
        return false;
    constexpr int kCode = -32016;
    constexpr std::string_view kMessage = "Minimum context slot has not been reached";
    CallResult result = resultOf(nullptr);
    result.outcome = RequestOutcome::Unavailable;
    result.errorCode = kCode;
    result.errorText = kMessage;
    m_text = "{\"jsonrpc\":\"2.0\",\"id\":" + std::string(m_request.id) + ",\"error\":{\"code\":"
             + std::to_string(kCode) + ",\"message\":\"" + std::string(kMessage)
             + "\",\"data\":{\"contextSlot\":" + std::to_string(*highest) + "}}}";
    result.body = m_text;
    finish(result);
    return true;
}

std::string Call::whyNone(const Verdict &verdict) const
{
    // A call for one node must not sound as if the pool were at an end.
    const bool one = m_route.onlyNode != nullptr;
    const std::string who = one ? "the node " + m_route.onlyNode->name() : std::string("no node");
    switch (verdict.kind) {
    case Verdict::Kind::NoWaitInTime:
        return one ? who + " is limited, and not free before the deadline"
                   : "every node that may serve this call is limited, and none is free before the "
                     "deadline";
    case Verdict::Kind::NoneLeft:
        return (one ? who + " failed to answer this call" : "every node failed to answer this call")
               + (m_lastFailure.empty() ? std::string()
                                        : (one ? "; " : "; the last one, ") + m_lastFailure);
    default:
        break;
    }
    const std::string may = who + (one ? " may not serve " : " may serve ");
    if (verdict.quotaSpent)
        return may + "this call: the credits of this period are spent";
    if (verdict.tooWide)
        return may + "this call: it asks for more blocks or addresses than they take at once";
    if (verdict.lacksBlocks)
        return may + "this call: block " + std::to_string(m_route.neededBlocks - 1)
               + " is not there yet";
    if (verdict.offChain)
        return may
               + "this call: what could lags behind its chain, catches up with it, or is on "
                 "another one";
    const std::vector<std::size_t> &nodes = m_table->table().chains()[m_route.chain].nodes;
    const std::string chain = "the chain " + chainConfig().name;
    if (nodes.empty())
        return chain + " has no node";
    if (std::none_of(nodes.begin(), nodes.end(), [this](std::size_t index) {
            return m_table->table().nodes()[index].config->enabled;
        }))
        return chain + " has no node that is on";
    return may + "the method " + std::string(m_request.method);
}

void Call::finishForwarded(const HttpResponse &response)
{
    if (m_hedge)
        m_hedge->dropOther("hedge_lost");
    CallResult result = resultOf(m_node);
    result.httpStatus = response.status;
    result.retryAfter = response.retryAfter;
    result.accepted = m_answer.kind == rpc::Answer::Kind::Result;
    if (result.accepted && m_plan->accountUse == AccountUse::Sends)
        pinSender();
    if (m_answer.kind == rpc::Answer::Kind::Error) {
        result.errorCode = static_cast<int>(m_answer.code);
        result.errorText = m_answer.message;
    }
    if (m_mayKeep)
        keepAnswer(response);
    const bool sameId = m_answer.id == m_request.id || (m_answer.id.empty() && !m_answer.complete);
    if (sameId) {
        result.body = response.body;
    } else if (!m_request.id.empty()) {
        m_text = rpc::withId(m_answer, m_request.id);
        result.body = m_text;
    }
    finish(result);
}

void Call::finishSaved()
{
    CallResult result = resultOf(m_saved.node);
    result.httpStatus = m_saved.httpStatus;
    result.body = m_saved.body;
    result.retryAfter = m_saved.retryAfter;
    result.errorCode = m_saved.code;
    result.errorText = m_saved.message;
    finish(result);
}

void Call::finishError(
    RequestOutcome outcome, int httpStatus, int code, std::string_view message, SteadyNs retryAfter)
{
    CallResult result = resultOf(nullptr);
    result.outcome = outcome;
    result.httpStatus = httpStatus;
    result.retryAfterNs = retryAfter;
    result.errorCode = code;
    result.errorText = message;
    m_text = rpc::errorObject(m_request.id, code, message);
    result.body = m_text;
    finish(result);
}

void Call::abandon()
{
    if (m_state == State::Idle)
        return;
    if (m_state == State::Sleeping)
        leaveSleep();
    if (Broadcast *copies = std::exchange(m_copies, nullptr))
        copies->forgetCall();
    if (m_state == State::Attempting || m_state == State::Streaming) {
        const bool left = m_connection != nullptr && m_connection->connected();
        dropConnection();
        recordAttempt("abandoned", false, m_worker.now());
        if (!left) {
            refundAttempt();
        }
        settleAttempt();
        if (m_hedge)
            m_hedge->dropOther("abandoned");
    }
    CallResult result = resultOf(nullptr);
    result.outcome = RequestOutcome::Abandoned;
    result.httpStatus = 0;
    const std::shared_ptr<WorkerTable> table = conclude(result);
}

CallResult Call::resultOf(const RouteNode *node) const
{
    CallResult result;
    result.node = node;
    result.attempts = m_attempts;
    result.credits = m_credits;
    result.tooWide = m_tooWide;
    result.tooManyAddresses = m_tooManyAddresses;
    return result;
}

void Call::finish(const CallResult &result)
{
    const std::shared_ptr<WorkerTable> table = conclude(result);
    m_sink.callDone(*this, result);
}

/// The call is over: books it and frees what it holds. Returns the table: an idle call must not keep an old one alive, and
/// the sink may start the next call at once.
std::shared_ptr<WorkerTable> Call::conclude(const CallResult &result)
{
    m_stepTimer.cancel();
    m_deadlineTimer.cancel();
    if (m_hedge)
        m_hedge->end(result);
    stopAwaitingChain();
    endJob();
    if (m_cache) {
        using Kind = cache::Landing::Kind;
        cache::Landing landing;
        landing.kind = result.outcome == RequestOutcome::Abandoned ? Kind::Abandoned : Kind::Failed;
        landFlight(std::move(landing));
        leaveCache();
    }
    Chooser::dropReservation(m_table->table(), m_route);
    m_state = State::Idle;
    const SteadyNs now = m_worker.now();
    WorkerStats &stats = m_worker.stats();
    const auto outcome = static_cast<std::size_t>(result.outcome);
    stats.inFlight.add(-1);
    if (!isClients())
        return std::move(m_table);
    stats.requests[outcome].add();
    if (result.outcome != RequestOutcome::Abandoned)
        stats.durations[outcome].observe(now - m_received);
    if (m_worker.shared().hasSink())
        m_worker.shared().tell(RequestEvent{
            .chain = m_table->table().chains()[m_route.chain].config->name,
            .node = result.node == nullptr ? std::string_view()
                                           : std::string_view(result.node->config->name),
            .method = m_request.method,
            .outcome = result.outcome,
            .duration = std::chrono::nanoseconds(now - m_received),
            .attempts = result.attempts,
            .credits = result.credits});
    if (m_route.recordSteps && calllog::wanted())
        calllog::request(m_table->table(), m_request, m_route, result, now - m_received);
    if (m_recorded)
        callrecord::add(m_worker.shared(),
                        m_table->table(),
                        m_request,
                        m_route,
                        result,
                        {.received = m_received, .ended = now, .waited = m_waited});
    return std::move(m_table);
}

} // namespace spillway
