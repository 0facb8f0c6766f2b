// SPDX-License-Identifier: MIT
// Answers too large to be held: streamed to the client, or collected where that cannot be.
#include "pipeline/call.h"
#include "pipeline/callhedge.h"
#include "pipeline/largeanswer.h"

namespace spillway {
namespace {

/// An answer that cannot be streamed (element of a batch) is collected up to here.
constexpr std::size_t kMaxCollected = 64U * 1024 * 1024;

} // namespace

bool Call::responseLarge(HttpClientConnection &, const HttpResponse &response)
{
    if (m_hedge)
        m_hedge->dropOther("hedge_lost");
    landFlight({}); // too large to be shared
    const bool result = response.status == 200 && beginsWithResult(response.body, m_request.id);
    CallResult head = resultOf(m_node);
    head.httpStatus = response.status;
    if (result && m_sink.streamBegin(*this, head, response.contentLength, response.body)) {
        m_state = State::Streaming;
        m_streamedBytes = response.body.size();
        m_streamHead.clear();
        if (m_recorded && m_worker.shared().recorder().capturing())
            m_streamHead.assign(response.body.substr(0, 2 * TrafficRecorder::kMaxBody));
        m_stepTimer.start(m_attemptTimeout);
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
    m_stepTimer.start(m_attemptTimeout);
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
    m_stepTimer.start(m_attemptTimeout);
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
    CallResult result = resultOf(m_node);
    result.outcome = complete ? RequestOutcome::Forwarded : RequestOutcome::BadGateway;
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

} // namespace spillway
