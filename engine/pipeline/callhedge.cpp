// SPDX-License-Identifier: MIT
// A second node for a call whose first one is slow.
#include "pipeline/callhedge.h"

#include "pipeline/call.h"
#include "pipeline/calllog.h"
#include "pipeline/noderequest.h"

#include <utility>

namespace spillway {
namespace {

constexpr std::string_view kLost = "hedge_lost";

} // namespace

/// The first attempt is on its way.
void Call::armHedge()
{
    // What a node says that took the account's latest transaction, others may not know yet.
    if (!isClients() || m_request.id.empty() || m_route.onlyNode != nullptr
        || m_route.preferredNode != nullptr || !m_route.tried.empty())
        return;
    m_worker.hedgeBudget().earn(m_table->table().config().routing.hedgeBudgetPercent);
    const SteadyNs after = m_node->state->hedgeDelay.after();
    if (after == 0 || after >= m_attemptTimeout)
        return;
    if (!m_hedge)
        m_hedge = std::make_unique<CallHedge>(*this);
    m_hedge->arm(m_attemptStart + after);
}

CallHedge::CallHedge(Call &call)
    : m_call(call)
    , m_timer([](void *self) { static_cast<CallHedge *>(self)->timeOver(); }, this)
{}

void CallHedge::arm(SteadyNs when)
{
    m_state = State::Armed;
    m_call.m_worker.io().timers().startAt(m_timer, when);
}

void CallHedge::timeOver()
{
    if (m_state == State::Armed) {
        m_state = State::Idle;
        begin();
        return;
    }
    turn();
    m_call.attemptTimedOut();
}

void CallHedge::begin()
{
    Call &call = m_call;
    WorkerContext &worker = call.m_worker;
    // After a reload the new table decides who may be asked, and the call is on the old one.
    if (call.m_state != Call::State::Attempting || worker.table() != call.m_table
        || !worker.hedgeBudget().covers())
        return;
    call.m_route.addTried(call.m_node->index, false); // never the same one
    const Verdict verdict = worker.chooser().chooseSecond(
        call.m_table->ranking(), *call.m_plan, call.m_route, worker.now());
    call.m_route.tried.clear(); // it was empty: only a first attempt is hedged
    if (verdict.kind != Verdict::Kind::Admitted)
        return;
    worker.hedgeBudget().spend();
    worker.stats().hedges.add();
    exchange();
    call.bookAttempt(verdict);
    call.m_isHedge = true;
    exchange();
    send();
}

void CallHedge::send()
{
    const Call &call = m_call;
    WorkerContext &worker = call.m_worker;
    composeHead(*m_lane.node, call.m_request.contentType, call.m_sentBody.size(), m_head);
    UpstreamPool &pool = call.m_table->pool(*m_lane.node);
    const std::uint64_t connects = pool.connects();
    m_lane.connection = pool.acquire(this, false);
    if (pool.connects() != connects)
        worker.stats().upstreamConnects.add();
    m_lane.start = worker.now();
    m_state = State::Out;
    worker.io().timers().startAt(
        m_timer,
        m_lane.start + answerPatience(*m_lane.node, *m_lane.connection, call.m_attemptTimeout));
    m_lane.connection->send(m_head, call.m_sentBody);
}

void CallHedge::exchange()
{
    Call &call = m_call;
    std::swap(m_lane.node, call.m_node);
    std::swap(m_lane.cost, call.m_cost);
    std::swap(m_lane.bookedIn, call.m_bookedIn);
    std::swap(m_lane.holdsProbe, call.m_holdsProbe);
    std::swap(m_lane.hedge, call.m_isHedge);
    std::swap(m_lane.start, call.m_attemptStart);
    std::swap(m_lane.connection, call.m_connection);
}

/// The second attempt has something to tell.
void CallHedge::turn()
{
    m_timer.cancel();
    m_firstUntil = m_call.m_stepTimer.deadline();
    m_state = State::Turned;
    exchange();
}

bool CallHedge::takeOver()
{
    if (m_state != State::Out && m_state != State::Turned) {
        m_timer.cancel();
        m_state = State::Idle;
        return false;
    }
    const bool second = m_state == State::Out;
    const SteadyNs until = second ? m_timer.deadline() : m_firstUntil;
    m_timer.cancel();
    exchange();
    m_state = second ? State::Alone : State::Idle;
    m_call.m_state = Call::State::Attempting;
    m_call.m_stepTimer.startAt(until);
    return true;
}

void CallHedge::dropOther(std::string_view outcome)
{
    m_timer.cancel();
    const State before = std::exchange(m_state, State::Idle);
    if (before == State::Turned || before == State::Alone)
        m_state = State::Alone;
    if (before != State::Out && before != State::Turned)
        return;
    Call &call = m_call;
    exchange();
    HttpClientConnection *const connection = std::exchange(call.m_connection, nullptr);
    const bool left = connection->connected();
    call.m_table->pool(*call.m_node).discard(connection);
    bookLoss(outcome, left);
    exchange();
}

/// Nobody is to blame: the answer may have been a moment away.
void CallHedge::bookLoss(std::string_view outcome, bool bytesLeft)
{
    Call &call = m_call;
    const SteadyNs now = call.m_worker.now();
    if (outcome == kLost)
        call.m_node->state->stats(call.m_worker.index()).lost.observe(now - call.m_attemptStart);
    call.recordAttempt(outcome, false, now);
    if (!bytesLeft)
        call.refundAttempt();
    call.settleAttempt();
}

void CallHedge::end(const CallResult &result)
{
    const bool seconds = m_state == State::Turned || m_state == State::Alone;
    if (seconds && result.outcome == RequestOutcome::Forwarded)
        m_call.m_worker.stats().hedgesWon.add();
    dropOther(result.outcome == RequestOutcome::Forwarded ? kLost : std::string_view("abandoned"));
    m_state = State::Idle;
}

void CallHedge::responseComplete(HttpClientConnection &connection, const HttpResponse &response)
{
    if (m_state == State::Out)
        turn();
    m_call.responseComplete(connection, response);
}

bool CallHedge::responseLarge(HttpClientConnection &connection, const HttpResponse &response)
{
    if (m_state == State::Out)
        turn();
    return m_call.responseLarge(connection, response);
}

void CallHedge::responseChunk(HttpClientConnection &connection, std::string_view bytes)
{
    m_call.responseChunk(connection, bytes);
}

void CallHedge::responseEnded(HttpClientConnection &connection)
{
    m_call.responseEnded(connection);
}

void CallHedge::exchangeFailed(HttpClientConnection &connection,
                               TransportFailure failure,
                               std::string_view detail,
                               bool answerBegun,
                               bool bytesLeft)
{
    if (m_state == State::Out) {
        if (connection.everUsed() && !answerBegun && failure == TransportFailure::ClosedEarly
            && (!bytesLeft || m_lane.node->state->excuseClose(m_call.m_worker.now()))) {
            giveUpRace(bytesLeft);
            return;
        }
        turn();
    }
    m_call.exchangeFailed(connection, failure, detail, answerBegun, bytesLeft);
}

/// A kept-alive connection that the node closed while the request was on its way: nobody's fault, and no reason to ask a third
/// time while the first attempt is still out.
void CallHedge::giveUpRace(bool bytesLeft)
{
    m_timer.cancel();
    m_state = State::Idle;
    Call &call = m_call;
    exchange();
    call.m_table->pool(*call.m_node).discard(std::exchange(call.m_connection, nullptr));
    bookLoss("abandoned", bytesLeft);
    exchange();
}

void CallHedge::idleClosed(HttpClientConnection &connection)
{
    exchangeFailed(connection, TransportFailure::ClosedEarly, "closed by the node", false, false);
}

void CallHedge::requestSent(HttpClientConnection &connection)
{
    if (m_state != State::Out) {
        m_call.requestSent(connection);
        return;
    }
    // The clock of the answer starts now; it must not pay for the connect.
    if (!connection.everUsed())
        m_call.m_worker.io().timers().start(m_timer, m_call.m_attemptTimeout);
}

} // namespace spillway
