// SPDX-License-Identifier: MIT
// What an answer means: for its node, for the error to return in the end, for the way the call goes on.
#include "pipeline/call.h"
#include "pipeline/callhedge.h"
#include "pipeline/calllog.h"
#include "pipeline/failurewords.h"
#include "pipeline/nodeclosing.h"

#include <algorithm>

namespace spillway {
namespace {

constexpr SteadyNs kUnsupportedMemory = 1800 * kNsPerSecond;

} // namespace

void Call::handleReply(const HttpResponse &response, const ReplyView &reply, SteadyNs now)
{
    const RoutingTable &table = m_table->table();
    CallView view;
    view.chain = table.chains()[m_route.chain].config->kind;
    view.method = m_sentMethod;
    view.host = m_node->host;
    view.resent = m_maybeDelivered;
    const std::int64_t wallMs = reply.retryAfter.empty() ? 0 : m_worker.shared().clock().wallMs();
    const Outcome outcome = table.rules().classify(reply, view, wallMs);
    const bool served = outcome.treatment == Treatment::Answer;
    // An error of the client's making is everyday traffic: nobody reads its words unless somebody looks.
    const bool unread = outcome.treatment == Treatment::ClientError && !m_route.recordSteps
                        && m_node->state->everServed();
    const std::string words =
        served || unread ? std::string() : failureWords(reply, {}, m_attemptTimeout);
    recordAttempt(outcome.metricOutcome, true, now, reply.httpStatus, words);
    if (m_route.recordSteps)
        logAttempt(outcome.metricOutcome,
                   outcome.rule,
                   words,
                   now - m_attemptStart,
                   reply.httpStatus,
                   reply.body.size());
    applyToNode(outcome, now, words);
    settleAttempt();
    if (m_verifying) {
        // Any block or pool entry with that hash proves that our transaction is in.
        if (served && m_answer.kind == rpc::Answer::Kind::Result && m_answer.result != "null") {
            finishHash();
            return;
        }
        m_route.addTried(m_node->index, false);
        step();
        return;
    }

    if (served && (lacksPromisedBlock() || isNullFromBehind())) {
        saveNull(reply);
        nextNode(outcome);
        return;
    }
    switch (outcome.treatment) {
    case Treatment::Answer:
    case Treatment::ClientError:
        finishForwarded(response);
        return;
    case Treatment::AlreadyKnown:
        if (outcome.hint == Hint::Verify)
            beginVerification(response, reply);
        else
            finishHash();
        return;
    case Treatment::NextNode:
    case Treatment::RateLimited:
    case Treatment::QuotaExhausted:
    case Treatment::MethodUnsupported:
    case Treatment::KeyRejected:
    case Treatment::BadNode:
    case Treatment::SplitRange:
    case Treatment::NoBatch:
        if (outcome.treatment == Treatment::SplitRange)
            learnFromRefusal(outcome);
        saveError(outcome, reply, response.retryAfter);
        nextNode(outcome);
        return;
    }
}

/// Remembers why this attempt failed. What a client got wrong is no failure of a node, but all there is to tell of one that
/// has served nothing yet.
void Call::noteFailure(const Outcome &outcome, const std::string &words)
{
    const bool clientsFault = outcome.treatment == Treatment::ClientError;
    if (outcome.treatment == Treatment::Answer || outcome.treatment == Treatment::AlreadyKnown
        || (clientsFault && m_node->state->everServed()))
        return;
    m_node->state->noteError(
        {std::string(outcome.metricOutcome), words, m_worker.shared().clock().wallMs()});
    if (!clientsFault)
        m_lastFailure = m_node->config->name + ": " + words;
}

void Call::applyToNode(const Outcome &outcome, SteadyNs now, const std::string &words)
{
    NodeState &state = *m_node->state;
    NodeWorkerStats &stats = state.stats(m_worker.index());
    noteFailure(outcome, words);
    switch (outcome.treatment) {
    case Treatment::Answer:
        state.sampleLatency(now - m_attemptStart);
        stats.history->served.add();
        stats.history->servedLatencyUs.add(
            static_cast<std::uint64_t>((now - m_attemptStart) / 1000));
        state.served(now);
        return;
    case Treatment::RateLimited:
    case Treatment::QuotaExhausted:
    case Treatment::KeyRejected:
        stats.history->failures.add();
        closeForRefusal(*m_node, outcome, now, words);
        return;
    case Treatment::BadNode: {
        stats.history->failures.add();
        const SteadyNs penalty =
            state.penalize(m_table->table().config().health, now, outcome.wait, words);
        if (penalty > 0 && state.beginsIncident(now, now + penalty))
            calllog::nodeClosed(*m_node, "penalized", words, penalty);
        return;
    }
    case Treatment::MethodUnsupported: {
        std::string error(m_answer.kind == rpc::Answer::Kind::Error ? m_answer.error
                                                                    : std::string_view());
        state.rememberUnsupported(m_sentMethod, {now + kUnsupportedMemory, std::move(error), 200});
        return;
    }
    case Treatment::ClientError:
    case Treatment::NextNode:
    case Treatment::SplitRange:
    case Treatment::AlreadyKnown:
    case Treatment::NoBatch:
        return;
    }
}

void Call::saveError(const Outcome &outcome, const ReplyView &reply, std::string_view retryAfter)
{
    // Rank 0: an error that says nothing about the call, such as a rejected key.
    if (m_answer.kind != rpc::Answer::Kind::Error || m_request.id.empty()
        || outcome.errorRank <= std::max(m_saved.rank, 0))
        return;
    m_saved.rank = outcome.errorRank;
    m_saved.httpStatus = reply.httpStatus;
    if (!m_answer.hasCode || m_answer.error.empty() || m_answer.error.front() != '{')
        m_saved.body = rpc::errorObject(
            m_request.id, -32603, m_answer.message); // not an error object: made one
    else if (m_answer.id == m_request.id)
        m_saved.body = reply.body;
    else
        m_saved.body = rpc::withId(m_answer, m_request.id);
    m_saved.retryAfter = retryAfter;
    m_saved.node = m_node;
    rememberSavedText();
}

void Call::rememberSavedText()
{
    m_saved.code = static_cast<int>(m_answer.code);
    m_saved.message = m_answer.message;
}

void Call::nextNode(const Outcome &outcome)
{
    m_route.addTried(m_node->index, outcome.treatment == Treatment::RateLimited);
    if (m_hedge && m_hedge->takeOver())
        return;
    const auto nodesTried = static_cast<int>(m_route.tried.size());
    const RoutingConfig &routing = m_table->table().config().routing;
    const bool spent = routing.maxRetries > 0 && nodesTried > routing.maxRetries;
    const bool enough = outcome.maxNodes > 0 && nodesTried >= outcome.maxNodes;
    if (m_plan->traits.sideEffects) {
        // Its bytes left: whatever came of it, a second copy could act a second time.
        if (m_saved.rank >= 0)
            finishSaved();
        else
            finishError(RequestOutcome::BadGateway,
                        502,
                        -32010,
                        "the node gave no usable answer; the call has side effects and may have "
                        "taken place, so it was not sent again ("
                            + m_lastFailure + ")");
        return;
    }
    if (spent || enough) {
        giveUp({.kind = Verdict::Kind::NoneLeft});
        return;
    }
    if (routing.retryBase.count() > 0) {
        const int doublings = std::min(nodesTried - 1, 20);
        const SteadyNs delay =
            std::min(toNs(routing.retryBase) << doublings, toNs(routing.retryMax));
        m_state = State::Backoff;
        m_stepTimer.start(delay);
        return;
    }
    step();
}

} // namespace spillway
