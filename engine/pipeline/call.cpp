// SPDX-License-Identifier: MIT
#include "pipeline/call.h"

#include "core/log.h"
#include "pipeline/calllog.h"
#include "pipeline/callrecord.h"
#include "pipeline/failurewords.h"
#include "pipeline/largeanswer.h"
#include "pipeline/logsrange.h"
#include "pipeline/rawtransaction.h"

#include <algorithm>
#include <charconv>
#include <limits>

namespace spillway {
namespace {

constexpr SteadyNs kParkTime = 3600 * kNsPerSecond;
constexpr SteadyNs kUnsupportedMemory = 1800 * kNsPerSecond;
constexpr SteadyNs kLongestWait = 300 * kNsPerSecond;
/// An answer that cannot be streamed (element of a batch) is collected up to here.
constexpr std::size_t kMaxCollected = 64U * 1024 * 1024;

} // namespace

Call::Call(WorkerContext &worker, CallSink &sink)
    : m_worker(worker)
    , m_sink(sink)
    , m_stepTimer([](void *self) { static_cast<Call *>(self)->onStepTimer(); }, this)
    , m_deadlineTimer([](void *self) { static_cast<Call *>(self)->onDeadline(); }, this)
{}

Call::~Call()
{
    abandon();
}

void Call::start(const CallRequest &request)
{
    m_request = request;
    m_received = m_worker.now();
    m_table = std::move(m_request.table);
    m_plan = m_table->plans().find(request.chain, request.method);
    m_route.reset();
    m_route.chain = request.chain;
    m_recorded = m_worker.shared().recorder().wanted();
    m_route.recordSteps = m_recorded || calllog::wanted();
    m_sentBody = request.body;
    m_sentMethod = request.method;
    m_waited = 0;
    m_attempts = 0;
    m_credits = 0;
    m_maybeDelivered = false;
    m_verifying = false;
    m_saved = {};
    m_lastFailure.clear();
    m_worker.stats().inFlight.add(1);
    m_state = State::Choosing;

    if (m_plan->blocked) {
        finishError(RequestOutcome::Blocked,
                    200,
                    rpc::kMethodNotFound,
                    "the method " + std::string(request.method)
                        + " is blocked by [security] blocked_namespaces");
        return;
    }
    if (m_plan->limitsLogsRange) {
        const std::uint64_t most = m_table->table().config().security.maxLogsRange;
        const auto range = logsRange(m_request.params);
        if (range && *range > most) {
            finishError(RequestOutcome::BadRequest,
                        200,
                        rpc::kInvalidParams,
                        "the range spans " + std::to_string(*range)
                            + " blocks; [security] max_logs_range allows " + std::to_string(most));
            return;
        }
    }
    const ServerConfig &server = m_table->table().config().server;
    const bool heavy = m_plan->traits.heavy;
    m_attemptTimeout = heavy ? toNs(server.heavyRequestTimeout) / 2 : toNs(server.attemptTimeout);
    m_route.deadline =
        m_received + toNs(heavy ? server.heavyRequestTimeout : server.requestTimeout);
    m_worker.io().timers().startAt(m_deadlineTimer, m_route.deadline);
    step();
}

void Call::step()
{
    m_state = State::Choosing;
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

// --- sleeping --------------------------------------------------------------------------------------------

void Call::park(const Verdict &verdict)
{
    m_state = State::Sleeping;
    m_sleepSince = m_worker.now();
    m_worker.stats().sleeping.add(1);
    bool free = false;
    for (const std::uint32_t node : m_route.awaitedPermits)
        free = m_worker.sleepOn(*m_table, m_table->table().nodes()[node], this) || free;
    if (free || verdict.wakeAt < m_route.deadline)
        m_worker.io().timers().startAt(m_stepTimer, free ? 0 : verdict.wakeAt);
}

void Call::leaveSleep()
{
    m_stepTimer.cancel();
    m_waited += m_worker.now() - m_sleepSince;
    m_worker.stats().sleeping.add(-1);
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
    if (current == m_table)
        return;
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
    case State::Choosing:
        return;
    }
}

void Call::onDeadline()
{
    if (m_state == State::Streaming)
        return; // bytes are flowing: the idle limit of the attempt watches them
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
    }
    if (m_verifying)
        finishSaved();
    else
        finishError(RequestOutcome::Timeout,
                    504,
                    -32012,
                    "the request's deadline passed before any node answered");
}

// --- attempts --------------------------------------------------------------------------------------------

void Call::beginAttempt(const Verdict &verdict)
{
    m_node = verdict.node;
    m_cost = verdict.cost;
    m_bookedIn = verdict.bookedIn;
    m_holdsProbe = verdict.holdsProbe;
    m_freshRetry = false;
    ++m_attempts;
    m_credits += m_cost;
    m_node->state->stats(m_worker.index()).credits.add(m_cost);
    sendAttempt(false);
}

void Call::sendAttempt(bool fresh)
{
    m_state = State::Attempting;
    m_collecting = false;
    m_head.assign(m_node->headBeforeType);
    m_head.append(m_request.contentType.empty() ? std::string_view("application/json")
                                                : m_request.contentType);
    m_head.append(m_node->headAfterType);
    std::array<char, 24> digits{};
    const auto end =
        std::to_chars(digits.data(), digits.data() + digits.size(), m_sentBody.size()).ptr;
    m_head.append(digits.data(), end).append("\r\n\r\n");

    UpstreamPool &pool = m_table->pool(*m_node);
    const std::uint64_t connects = pool.connects();
    // A call that must never be sent twice does not take its chance on a connection that may be half dead.
    m_connection = pool.acquire(this, fresh || m_plan->traits.sideEffects);
    if (pool.connects() != connects)
        m_worker.stats().upstreamConnects.add();
    m_attemptStart = m_worker.now();
    const SteadyNs connectTime =
        m_connection->connected() ? 0 : toNs(m_node->target.connectTimeout);
    m_worker.io().timers().startAt(m_stepTimer, m_attemptStart + m_attemptTimeout + connectTime);
    m_connection->send(m_head, m_sentBody);
}

void Call::requestSent(HttpClientConnection &)
{
    // The clock of the answer starts now; it must not pay for the connect.
    if (m_connection != nullptr && !m_connection->everUsed())
        m_worker.io().timers().start(m_stepTimer, m_attemptTimeout);
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
    stats.attempts[outcome == "success" ? 0 : attemptOutcomeIndex(outcome)].add();
    if (answered)
        stats.duration.observe(now - m_attemptStart);
    if (m_route.recordSteps)
        m_route.steps.push_back({.node = static_cast<std::uint32_t>(m_node->index),
                                 .attempt = true,
                                 .outcome = outcome,
                                 .at = m_attemptStart,
                                 .duration = now - m_attemptStart,
                                 .credits = m_cost,
                                 .httpStatus = httpStatus,
                                 .detail = std::move(words)});
}

/// Not one byte of the attempt left: it costs nothing.
void Call::refundAttempt()
{
    m_node->state->usage().refund(m_cost, m_bookedIn);
    m_node->state->stats(m_worker.index()).refunded.add(m_cost);
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

void Call::responseComplete(HttpClientConnection &connection, const HttpResponse &response)
{
    m_stepTimer.cancel();
    m_connection = nullptr;
    UpstreamPool &pool = m_table->pool(*m_node);
    const std::shared_ptr<WorkerTable> table =
        m_table; // the pool must outlive what finishing may set free
    const bool keep = connection.reusable();
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
    const std::string words = served ? std::string() : failureWords(reply, {}, m_attemptTimeout);
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
        stats.served.add();
        stats.servedLatencyUs.add(static_cast<std::uint64_t>((now - m_attemptStart) / 1000));
        state.served(now);
        return;
    case Treatment::RateLimited: {
        const SteadyNs wait = std::min(
            outcome.wait > 0 ? outcome.wait : toNs(m_node->config->cooldown), kLongestWait);
        stats.failures.add();
        state.cool(now + wait, words);
        calllog::nodeClosed(*m_node, "cooling", words, wait);
        return;
    }
    case Treatment::QuotaExhausted:
    case Treatment::KeyRejected:
        stats.failures.add();
        state.park(now + kParkTime, words);
        calllog::nodeParked(*m_node, outcome.treatment == Treatment::KeyRejected, words, kParkTime);
        return;
    case Treatment::BadNode: {
        stats.failures.add();
        const SteadyNs penalty =
            state.penalize(m_table->table().config().health, now, outcome.wait, words);
        if (penalty > 0)
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
        m_worker.io().timers().start(m_stepTimer, delay);
        return;
    }
    step();
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
    const bool race = connection.everUsed() && !answerBegun
                      && failure == TransportFailure::ClosedEarly && !m_freshRetry;
    dropConnection();
    if (race && !(m_plan->traits.sideEffects && bytesLeft)) {
        // A kept-alive connection that the node closed while our request was on its way: nobody's fault.
        m_freshRetry = true;
        m_maybeDelivered = m_maybeDelivered || bytesLeft;
        sendAttempt(true);
        return;
    }
    const SteadyNs now = m_worker.now();
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
    applyToNode(outcome, now, words);
    settleAttempt();
    if (m_plan->traits.sideEffects && !bytesLeft) {
        m_route.addTried(m_node->index, false);
        step();
        return;
    }
    nextNode(outcome);
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

// --- large answers ---------------------------------------------------------------------------------------

bool Call::responseLarge(HttpClientConnection &, const HttpResponse &response)
{
    const bool result = response.status == 200 && beginsWithResult(response.body, m_request.id);
    CallResult head;
    head.httpStatus = response.status;
    head.node = m_node;
    head.attempts = m_attempts;
    head.credits = m_credits;
    if (result && m_sink.streamBegin(*this, head, response.contentLength, response.body)) {
        m_state = State::Streaming;
        m_streamedBytes = response.body.size();
        m_streamHead.clear();
        if (m_recorded && m_worker.shared().recorder().capturing())
            m_streamHead.assign(response.body.substr(0, 2 * TrafficRecorder::kMaxBody));
        m_worker.io().timers().start(m_stepTimer, m_attemptTimeout);
        return true;
    }
    // Without room the next chunk ends the attempt.
    m_reserved = m_worker.reserveCollected(response.body.size()) ? response.body.size() : 0;
    m_collected.assign(response.body);
    m_collectedStatus = response.status;
    m_collecting = true;
    return true;
}

void Call::responseChunk(HttpClientConnection &connection, std::string_view bytes)
{
    m_worker.io().timers().start(m_stepTimer, m_attemptTimeout);
    if (!m_collecting) {
        m_streamedBytes += bytes.size();
        if (!m_sink.streamChunk(*this, bytes)) {
            m_stepTimer.cancel(); // the client is the slow one now
            connection.setReadingPaused(true);
        }
        return;
    }
    if (m_collected.size() + bytes.size() > kMaxCollected
        || !m_worker.reserveCollected(bytes.size())) {
        exchangeFailed(connection,
                       TransportFailure::TooLarge,
                       "the answer is larger than 64 MiB and cannot be streamed",
                       true,
                       true);
        return;
    }
    m_reserved += bytes.size();
    m_collected.append(bytes);
}

void Call::resumeStream()
{
    if (m_state != State::Streaming || m_connection == nullptr)
        return;
    m_worker.io().timers().start(m_stepTimer, m_attemptTimeout);
    m_connection->setReadingPaused(false);
}

void Call::responseEnded(HttpClientConnection &connection)
{
    if (m_collecting) {
        m_collecting = false;
        HttpResponse response;
        response.status = m_collectedStatus;
        const std::string body = std::exchange(m_collected, {});
        response.body = body;
        responseComplete(connection, response);
        return;
    }
    m_stepTimer.cancel();
    m_connection = nullptr;
    UpstreamPool &pool = m_table->pool(*m_node);
    const std::shared_ptr<WorkerTable> table = m_table;
    const bool keep = connection.reusable();
    if (keep)
        pool.release(&connection);
    const SteadyNs now = m_worker.now();
    const Outcome outcome{
        .treatment = Treatment::Answer, .rule = "large-result", .metricOutcome = "success"};
    recordAttempt(outcome.metricOutcome, true, now, 200);
    applyToNode(outcome, now, {});
    settleAttempt();
    endStream(true);
    if (!keep)
        pool.discard(&connection);
}

void Call::endStream(bool complete)
{
    CallResult result;
    result.outcome = complete ? RequestOutcome::Forwarded : RequestOutcome::BadGateway;
    result.node = m_node;
    result.attempts = m_attempts;
    result.credits = m_credits;
    result.body = m_streamHead;
    result.streamedBytes = m_streamedBytes;
    if (!complete) {
        result.errorCode = -32010;
        result.errorText = m_lastFailure;
    }
    const std::shared_ptr<WorkerTable> table = conclude(result);
    if (complete)
        m_sink.streamEnd(*this);
    else
        m_sink.streamAbort(*this);
}

// --- the end ---------------------------------------------------------------------------------------------

void Call::giveUp(const Verdict &verdict)
{
    if (m_saved.rank >= 0) {
        finishSaved();
        return;
    }
    if (verdict.kind == Verdict::Kind::NoWaitInTime) {
        finishError(
            RequestOutcome::Timeout,
            504,
            -32012,
            "every node that may serve this call is limited, and none is free before the deadline");
        return;
    }
    if (verdict.kind == Verdict::Kind::NoneLeft) {
        finishError(
            RequestOutcome::BadGateway,
            502,
            -32010,
            "every node failed to answer this call"
                + (m_lastFailure.empty() ? std::string() : "; the last one, " + m_lastFailure));
        return;
    }
    if (verdict.unsupported) {
        for (const std::size_t index : m_table->table().chains()[m_route.chain].nodes) {
            const RouteNode &node = m_table->table().nodes()[index];
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
            return;
        }
    }
    finishError(RequestOutcome::Unavailable,
                503,
                -32011,
                verdict.quotaSpent
                    ? "no node may serve this call: the credits of this period are spent"
                    : "no node may serve the method " + std::string(m_request.method));
}

void Call::finishForwarded(const HttpResponse &response)
{
    CallResult result;
    result.httpStatus = response.status;
    result.node = m_node;
    result.attempts = m_attempts;
    result.credits = m_credits;
    result.retryAfter = response.retryAfter;
    if (m_answer.kind == rpc::Answer::Kind::Error) {
        result.errorCode = static_cast<int>(m_answer.code);
        result.errorText = m_answer.message;
    }
    const bool sameId = m_answer.id == m_request.id || (m_answer.id.empty() && !m_answer.complete);
    if (sameId) {
        result.body = response.body;
    } else if (!m_request.id.empty()) {
        m_text = rpc::withId(m_answer, m_request.id);
        result.body = m_text;
    }
    finish(result);
}

/// "Nonce too low" after a send of ours that may have arrived: the transaction may be in already. Asks the nodes for its
/// hash; if none knows it, the error stands.
void Call::beginVerification(const HttpResponse &response, const ReplyView &reply)
{
    const auto hash = rawTransactionHash(m_request.params);
    if (!hash) {
        finishForwarded(response);
        return;
    }
    m_verifying = true;
    m_saved.rank = std::numeric_limits<int>::max();
    m_saved.httpStatus = reply.httpStatus;
    m_saved.body =
        m_answer.id == m_request.id ? std::string(reply.body) : rpc::withId(m_answer, m_request.id);
    m_saved.node = m_node;
    rememberSavedText();
    m_verifyBody = R"({"jsonrpc":"2.0","id":1,"method":"eth_getTransactionByHash","params":[")"
                   + *hash + "\"]}";
    m_sentBody = m_verifyBody;
    m_sentMethod = "eth_getTransactionByHash";
    m_plan = m_table->plans().find(m_route.chain, m_sentMethod);
    m_route.tried.clear();
    step();
}

void Call::finishHash()
{
    CallResult result;
    result.node = m_node;
    result.attempts = m_attempts;
    result.credits = m_credits;
    const auto hash = rawTransactionHash(m_request.params);
    if (hash) {
        m_text = "{\"jsonrpc\":\"2.0\",\"id\":" + std::string(m_request.id) + ",\"result\":\""
                 + *hash + "\"}";
    } else {
        m_text = rpc::withId(m_answer, m_request.id);
    }
    result.body = m_text;
    finish(result);
}

void Call::finishSaved()
{
    CallResult result;
    result.httpStatus = m_saved.httpStatus;
    result.body = m_saved.body;
    result.retryAfter = m_saved.retryAfter;
    result.node = m_saved.node;
    result.errorCode = m_saved.code;
    result.errorText = m_saved.message;
    result.attempts = m_attempts;
    result.credits = m_credits;
    finish(result);
}

void Call::finishError(
    RequestOutcome outcome, int httpStatus, int code, std::string_view message, SteadyNs retryAfter)
{
    CallResult result;
    result.outcome = outcome;
    result.httpStatus = httpStatus;
    result.attempts = m_attempts;
    result.credits = m_credits;
    result.retryAfterNs = retryAfter;
    result.errorCode = code;
    result.errorText = message;
    m_text = rpc::errorObject(m_request.id, code, message);
    result.body = m_text;
    finish(result);
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
    Chooser::dropReservation(m_table->table(), m_route);
    m_state = State::Idle;
    const SteadyNs now = m_worker.now();
    WorkerStats &stats = m_worker.stats();
    const auto outcome = static_cast<std::size_t>(result.outcome);
    stats.requests[outcome].add();
    if (result.outcome != RequestOutcome::Abandoned)
        stats.durations[outcome].observe(now - m_received);
    stats.inFlight.add(-1);
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

void Call::abandon()
{
    if (m_state == State::Idle)
        return;
    if (m_state == State::Sleeping)
        leaveSleep();
    if (m_state == State::Attempting || m_state == State::Streaming) {
        const bool left = m_connection != nullptr && m_connection->connected();
        dropConnection();
        recordAttempt("abandoned", false, m_worker.now());
        if (!left) {
            refundAttempt();
        }
        settleAttempt();
    }
    CallResult result;
    result.outcome = RequestOutcome::Abandoned;
    result.httpStatus = 0;
    result.attempts = m_attempts;
    result.credits = m_credits;
    const std::shared_ptr<WorkerTable> table = conclude(result);
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
