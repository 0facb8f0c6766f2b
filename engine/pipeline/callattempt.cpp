// SPDX-License-Identifier: MIT
// One attempt at a node: sending, the ways in which it ends, and what it leaves in the books.
#include "pipeline/broadcast.h"
#include "pipeline/call.h"
#include "pipeline/callhedge.h"
#include "pipeline/calllog.h"
#include "pipeline/failurewords.h"
#include "pipeline/noderequest.h"
#include "rpc/jsonscan.h"

#include <algorithm>

namespace spillway {
namespace {

constexpr SteadyNs kShortestRaceWindow = 50 * kNsPerMs;

/// The close of a connection that crossed a request is known after one way there and back. A node that takes longer has had the
/// request, and may bill it.
SteadyNs raceWindow(const NodeState &node)
{
    return std::max<SteadyNs>(kShortestRaceWindow, SteadyNs{node.latencyUs().value_or(0)} * 1000);
}

} // namespace

void Call::beginAttempt(const Verdict &verdict)
{
    bookAttempt(verdict);
    sendAttempt();
}

void Call::bookAttempt(const Verdict &verdict)
{
    m_node = verdict.node;
    m_cost = verdict.cost;
    m_bookedIn = verdict.bookedIn;
    m_holdsProbe = verdict.holdsProbe;
    m_isHedge = false;
    ++m_attempts;
    m_credits += m_cost;
    if (m_request.broadcast != nullptr)
        m_request.broadcast->noteNode(*this, *m_node);
    NodeWorkerStats &stats = m_node->state->stats(m_worker.index());
    stats.history->credits.add(m_cost);
    MethodCount &counts = stats.methods.at(m_plan->slot);
    counts.calls.add(1);
    counts.credits.add(static_cast<std::int64_t>(m_cost));
}

void Call::sendAttempt()
{
    m_state = State::Attempting;
    m_collecting = false;
    composeHead(*m_node, m_request.contentType, m_sentBody.size(), m_head);

    UpstreamPool &pool = m_table->pool(*m_node);
    const std::uint64_t connects = pool.connects();
    // A call that must never be sent twice does not take its chance on a connection that may be half dead.
    m_connection = pool.acquire(this, m_freshOnly || m_plan->traits.sideEffects);
    if (pool.connects() != connects)
        m_worker.stats().upstreamConnects.add();
    m_attemptStart = m_worker.now();
    m_stepTimer.startAt(m_attemptStart + answerPatience(*m_node, *m_connection, m_attemptTimeout));
    if (m_plan->mayHedge && !m_freshOnly)
        armHedge();
    m_connection->send(m_head, m_sentBody);
}

void Call::requestSent(HttpClientConnection &)
{
    // The clock of the answer starts now; it must not pay for the connect.
    if (m_connection != nullptr && !m_connection->everUsed())
        m_stepTimer.start(m_attemptTimeout);
}

void Call::responseComplete(HttpClientConnection &connection, const HttpResponse &response)
{
    m_stepTimer.cancel();
    m_connection = nullptr;
    UpstreamPool &pool = m_table->pool(*m_node);
    const bool keep = connection.reusable();
    // The pool must outlive what finishing may set free.
    const std::shared_ptr<WorkerTable> table = keep ? nullptr : m_table;
    // Back into the pool before the answer goes out: a pipelined next request may want it at once. The response's
    // views stay valid until this function returns.
    if (keep)
        pool.release(&connection);

    const SteadyNs now = m_worker.now();
    rpc::scanAnswer(response.body, m_answer);
    ReplyView reply;
    reply.httpStatus = response.status;
    reply.body = response.body;
    reply.answer = &m_answer;
    reply.retryAfter = response.retryAfter;
    reply.date = response.date;
    reply.location = response.location;
    reply.notification = m_request.id.empty();
    handleReply(response, reply, now);
    if (!keep)
        pool.discard(&connection);
}

void Call::exchangeFailed(HttpClientConnection &connection,
                          TransportFailure failure,
                          std::string_view detail,
                          bool answerBegun,
                          bool bytesLeft)
{
    const std::string detailCopy(detail); // the views die with the connection
    if (m_state == State::Streaming) {
        const Outcome outcome{
            .treatment = Treatment::BadNode, .rule = "truncated", .metricOutcome = "body_error"};
        ReplyView reply;
        reply.failure = failure;
        const std::string words = failureWords(reply, detailCopy, m_attemptTimeout);
        dropConnection();
        recordAttempt(outcome.metricOutcome, true, m_worker.now(), 200, words);
        applyToNode(outcome, m_worker.now(), words);
        settleAttempt();
        endStream(false);
        return;
    }
    const SteadyNs now = m_worker.now();
    const bool race = connection.everUsed() && !answerBegun
                      && !(m_plan->traits.sideEffects && bytesLeft)
                      && failure == TransportFailure::ClosedEarly && !m_freshOnly
                      && now - m_attemptStart <= raceWindow(*m_node->state);
    const bool excused = race && bytesLeft && m_node->state->excuseClose(now);
    dropConnection();
    if (race && !bytesLeft) {
        m_freshOnly = true;
        sendAttempt(); // the same attempt: nothing of it has left
        return;
    }
    ReplyView reply;
    reply.failure = failure;
    reply.notification = m_request.id.empty();
    m_answer = {};
    CallView view;
    view.chain = m_table->table().chains()[m_route.chain].config->kind;
    view.method = m_sentMethod;
    view.host = m_node->host;
    const Outcome outcome = m_table->table().rules().classify(reply, view, 0);
    const std::string words = failureWords(reply, detailCopy, m_attemptTimeout);
    recordAttempt(outcome.metricOutcome, answerBegun, now, 0, words);
    if (m_route.recordSteps)
        logAttempt(outcome.metricOutcome,
                   transportFailureName(failure),
                   detailCopy,
                   now - m_attemptStart,
                   0,
                   0);
    if (!bytesLeft) {
        refundAttempt();
    }
    m_maybeDelivered = m_maybeDelivered || bytesLeft;
    if (!excused)
        applyToNode(outcome, now, words);
    settleAttempt();
    if (race) {
        askAgain();
        return;
    }
    if (m_plan->traits.sideEffects && !bytesLeft) {
        m_route.addTried(m_node->index, false);
        step();
        return;
    }
    nextNode(outcome);
}

/// A kept-alive connection was closed under the request: once more, with new connections. The node has perhaps had the request, and may
/// bill it, so that is an attempt of its own, with a booking of its own.
void Call::askAgain()
{
    m_freshOnly = true;
    if (!m_hedge || !m_hedge->takeOver())
        step();
}

void Call::attemptTimedOut()
{
    const bool connected = m_connection->connected();
    exchangeFailed(*m_connection,
                   connected ? TransportFailure::Timeout : TransportFailure::ConnectTimeout,
                   connected ? "no complete answer in time" : "no connection in time",
                   false,
                   connected);
}

void Call::idleClosed(HttpClientConnection &connection)
{
    exchangeFailed(connection, TransportFailure::ClosedEarly, "closed by the node", false, false);
}

/// Gives the permit and the probe slot back and wakes who waited for them.
void Call::settleAttempt(bool probeOver)
{
    m_worker.releaseCollected(std::exchange(m_reserved, 0));
    NodeState &state = *m_node->state;
    state.leave();
    const bool probe = std::exchange(m_holdsProbe, false);
    if (probe && probeOver)
        state.releaseProbe();
    m_worker.permitReleased(*m_table, *m_node, probe);
}

void Call::recordAttempt(
    std::string_view outcome, bool answered, SteadyNs now, int httpStatus, std::string words)
{
    NodeWorkerStats &stats = m_node->state->stats(m_worker.index());
    stats.attempts[rpc::isWord(outcome, "success") ? 0 : attemptOutcomeIndex(outcome)].add();
    stats.history->attempts.add();
    if (answered)
        stats.duration.observe(now - m_attemptStart);
    if (m_worker.shared().hasSink())
        m_worker.shared().tell(
            AttemptEvent{.chain = m_table->table().chains()[m_route.chain].config->name,
                         .node = m_node->config->name,
                         .method = m_sentMethod,
                         .outcome = outcome,
                         .duration = std::chrono::nanoseconds(now - m_attemptStart),
                         .httpStatus = httpStatus,
                         .credits = m_cost});
    if (m_route.recordSteps)
        m_route.steps.push_back({.node = static_cast<std::uint32_t>(m_node->index),
                                 .attempt = true,
                                 .outcome = outcome,
                                 .at = m_attemptStart,
                                 .hedge = m_isHedge,
                                 .duration = now - m_attemptStart,
                                 .credits = m_cost,
                                 .httpStatus = httpStatus,
                                 .detail = std::move(words)});
}

/// Not one byte of the attempt left: it costs nothing.
void Call::refundAttempt()
{
    m_node->state->usage().refund(m_cost, m_bookedIn);
    NodeWorkerStats &stats = m_node->state->stats(m_worker.index());
    stats.history->refunded.add(m_cost);
    MethodCount &counts = stats.methods.at(m_plan->slot);
    counts.calls.add(-1);
    counts.credits.add(-static_cast<std::int64_t>(m_cost));
    m_credits -= m_cost;
    if (!m_route.steps.empty() && m_route.steps.back().attempt)
        m_route.steps.back().credits = 0;
}

void Call::dropConnection()
{
    m_stepTimer.cancel();
    if (HttpClientConnection *connection = std::exchange(m_connection, nullptr))
        m_table->pool(*m_node).discard(connection);
}

void Call::logAttempt(std::string_view outcome,
                      std::string_view rule,
                      std::string_view detail,
                      SteadyNs elapsed,
                      int httpStatus,
                      std::size_t answerBytes)
{
    if (!calllog::wanted())
        return;
    calllog::attempt(*m_node, m_request, outcome, rule, detail, elapsed, httpStatus, answerBytes);
}

} // namespace spillway
