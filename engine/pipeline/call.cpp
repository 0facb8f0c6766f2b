// SPDX-License-Identifier: MIT
#include "pipeline/call.h"

#include "pipeline/broadcast.h"
#include "pipeline/callhedge.h"
#include "pipeline/calllog.h"

#include <algorithm>

namespace spillway {

Call::Call(WorkerContext &worker, CallSink &sink)
    : m_worker(worker)
    , m_sink(sink)
    , m_stepTimer(
          worker.io().timers(), [](void *self) { static_cast<Call *>(self)->onStepTimer(); }, this)
    , m_deadlineTimer(
          worker.io().timers(), [](void *self) { static_cast<Call *>(self)->onDeadline(); }, this)
{}

Call::~Call()
{
    abandon();
}

void Call::start(CallRequest request)
{
    m_request = std::move(request);
    m_received = m_worker.now();
    m_table = std::move(m_request.table);
    if (const auto &plan = m_table->plans().find(m_request.chain, m_request.method); plan != m_plan)
        m_plan = plan;
    m_route.reset();
    m_route.chain = m_request.chain;
    m_route.onlyNode = m_request.onlyNode.get();
    const bool looks = m_worker.shared().recorder().wanted();
    m_recorded = looks && isClients();
    m_route.recordSteps = looks || calllog::wanted();
    m_sentBody = m_request.body;
    m_sentMethod = m_request.method;
    m_waited = 0;
    m_chainGivenUp = false;
    m_tagsTranslated = false;
    m_blockWaitUntil = 0;
    m_mayKeep = false;
    m_takeOffs = 0;
    m_pinned.reset();
    m_restarts = 0;
    m_logs.reset();
    m_tooWide = false;
    m_tooManyAddresses = false;
    m_attempts = 0;
    m_credits = 0;
    m_freshOnly = false;
    m_maybeDelivered = m_request.broadcast != nullptr; // by another copy
    m_verifying = false;
    if (m_saved.rank >= 0)
        m_saved = {};
    m_lastFailure.clear();
    m_worker.stats().inFlight.add(1);
    m_state = State::Choosing;

    if (m_plan->blocked) {
        finishError(RequestOutcome::Blocked,
                    200,
                    rpc::kMethodNotFound,
                    "the method " + std::string(m_request.method)
                        + " is blocked by [security] blocked_namespaces");
        return;
    }
    const ServerConfig &server = m_table->table().config().server;
    const bool heavy = m_plan->traits.heavy;
    m_attemptTimeout = heavy ? toNs(server.heavyRequestTimeout) / 2 : toNs(server.attemptTimeout);
    m_route.deadline =
        m_received + toNs(heavy ? server.heavyRequestTimeout : server.requestTimeout);
    if (m_request.deadline != 0) {
        m_route.deadline = std::min(m_route.deadline, m_request.deadline);
        // A second node must have its chance before the other call's time is up.
        m_attemptTimeout =
            std::min(m_attemptTimeout, std::max<SteadyNs>((m_route.deadline - m_received) / 2, 1));
    }
    m_deadlineTimer.startAt(m_route.deadline);
    // A call for one node is that node's to answer.
    if (m_request.onlyNode == nullptr) {
        if (m_plan->accountUse != AccountUse::None)
            preferPinned();
        if (chainState() != nullptr && !consultChain())
            return;
        if (m_plan->accountUse == AccountUse::Sends && sendCopies())
            return;
    }
    proceed();
}

void Call::step()
{
    m_state = State::Choosing;
    if (m_request.broadcast != nullptr && !m_verifying)
        m_request.broadcast->exclude(*this, m_route);
    const Verdict verdict =
        m_worker.chooser().choose(m_table->ranking(), *m_plan, m_route, m_worker.now());
    switch (verdict.kind) {
    case Verdict::Kind::Admitted:
        beginAttempt(verdict);
        return;
    case Verdict::Kind::Wait:
        park(verdict);
        return;
    case Verdict::Kind::NoneLeft:
    case Verdict::Kind::NoneServes:
    case Verdict::Kind::NoWaitInTime:
        giveUp(verdict);
        return;
    }
}

void Call::park(const Verdict &verdict)
{
    m_state = State::Sleeping;
    m_sleepSince = m_worker.now();
    m_worker.stats().sleeping.add(1);
    m_asleep = m_worker.noteAsleep(this);
    bool free = false;
    for (const std::uint32_t node : m_route.awaitedPermits)
        free = m_worker.sleepOn(*m_table, m_table->table().nodes()[node], this) || free;
    if (free || verdict.wakeAt < m_route.deadline)
        m_stepTimer.startAt(free ? 0 : verdict.wakeAt);
}

void Call::leaveSleep()
{
    m_stepTimer.cancel();
    m_waited += m_worker.now() - m_sleepSince;
    m_worker.stats().sleeping.add(-1);
    m_worker.noteAwake(m_asleep);
    for (const std::uint32_t node : m_route.awaitedPermits)
        WorkerContext::unsleep(*m_table, node, this, m_worker.index());
    m_route.awaitedPermits.clear();
}

void Call::wake()
{
    if (m_state != State::Sleeping)
        return;
    leaveSleep();
    rebind();
    step();
}

void Call::rebind()
{
    const std::shared_ptr<WorkerTable> &current = m_worker.table();
    if (current == m_table || m_request.broadcast != nullptr)
        return; // the copies of one transaction go by one table
    const auto chain =
        current->table().chainByName(m_table->table().chains()[m_route.chain].config->name);
    if (!chain)
        return; // the chain was removed: finish on the table the request came in with
    Chooser::dropReservation(m_table->table(), m_route);
    const auto indexInNew = [&](std::uint32_t old) -> std::optional<std::uint32_t> {
        for (const RouteNode &node : current->table().nodes()) {
            if (node.state == m_table->table().nodes()[old].state)
                return static_cast<std::uint32_t>(node.index);
        }
        return std::nullopt;
    };
    // What is gone from the config is gone from the route.
    const auto move = [&](auto &entries) {
        std::erase_if(entries, [&](auto &entry) {
            const auto index = indexInNew(entry.node);
            entry.node = index.value_or(0);
            return !index;
        });
    };
    move(m_route.tried);
    move(m_route.steps);
    m_route.chain = *chain;
    m_saved.node = nullptr;
    m_table = current;
    m_plan = m_table->plans().find(*chain, m_sentMethod);
}

void Call::onStepTimer()
{
    switch (m_state) {
    case State::AwaitingChain:
        chainWaitOver();
        return;
    case State::AwaitingCache:
        cacheFound(nullptr);
        return;
    case State::Sleeping:
        wake();
        return;
    case State::Backoff:
        rebind();
        step();
        return;
    case State::Attempting:
    case State::Streaming:
        attemptTimedOut();
        return;
    case State::Idle:
    case State::AwaitingCopies:
    case State::Choosing:
    case State::Delegated:
        return;
    }
}

void Call::onDeadline()
{
    if (m_state == State::Streaming)
        return; // bytes are flowing: the idle limit of the attempt watches them
    if (m_state == State::AwaitingCopies)
        return; // theirs is the same
    if (m_state == State::Sleeping)
        leaveSleep();
    if (m_state == State::Attempting) {
        // Not blamed: the attempt began late in the request's time and has not used up its own.
        const bool left = m_connection->connected();
        dropConnection();
        recordAttempt("timeout", false, m_worker.now());
        logAttempt("timeout",
                   "deadline",
                   "the request's deadline passed during the attempt",
                   m_worker.now() - m_attemptStart,
                   0,
                   0);
        if (!left) {
            refundAttempt();
        }
        settleAttempt();
        if (m_hedge)
            m_hedge->dropOther("timeout");
    }
    if (m_verifying)
        finishSaved();
    else
        finishError(RequestOutcome::Timeout,
                    504,
                    -32012,
                    "the request's deadline passed before any node answered");
}

} // namespace spillway
