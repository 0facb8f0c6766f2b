// SPDX-License-Identifier: MIT
#include "io/httpclient.h"

#include "io/httpclientconnection_p.h"

#include <utility>

namespace spillway {

namespace {

/// An idle connection is probed before reuse only after this time: the event loop has told of everything older.
constexpr SteadyNs kProbeAfter = kNsPerMs;

} // namespace

HttpClientConnection::HttpClientConnection(IoContext &context,
                                           const StreamTarget &target,
                                           const HttpClientLimits &limits)
    : d(std::make_unique<Private>(*this, context, limits))
{
    d->connectTo(target, this);
}

HttpClientConnection::HttpClientConnection(IoContext &context,
                                           std::unique_ptr<Stream> stream,
                                           bool connected,
                                           const HttpClientLimits &limits)
    : d(std::make_unique<Private>(*this, context, limits))
{
    d->adopt(std::move(stream), connected, this);
}

HttpClientConnection::~HttpClientConnection() = default;

void HttpClientConnection::setHandler(HttpResponseHandler *handler)
{
    d->setHandler(handler);
}

void HttpClientConnection::send(std::string_view head, std::string_view body)
{
    d->send(head, body);
}

bool HttpClientConnection::reusable()
{
    return d->reusable();
}

bool HttpClientConnection::connected() const
{
    return d->isConnected();
}

bool HttpClientConnection::everUsed() const
{
    return d->everUsed();
}

void HttpClientConnection::setReadingPaused(bool paused)
{
    d->setReadingPaused(paused);
}

void HttpClientConnection::abort()
{
    d->abort();
}

void HttpClientConnection::streamConnected(Stream &)
{
    d->connected();
}

void HttpClientConnection::streamData(Stream &, std::string_view bytes)
{
    d->received(bytes);
}

void HttpClientConnection::streamEnded(Stream &)
{
    d->ended();
}

void HttpClientConnection::streamFailed(Stream &, TransportFailure failure, std::string_view detail)
{
    d->failed(failure, detail);
}

void HttpClientConnection::streamDrained(Stream &)
{
    d->drained();
}

HttpClientConnection::Private::Private(HttpClientConnection &connection,
                                       IoContext &context,
                                       const HttpClientLimits &limits)
    : HttpParser(Side::Client)
    , q(connection)
    , m_context(context)
    , m_limits(limits)
    , m_idleTimer(
          context.timers(), [](void *self) { static_cast<Private *>(self)->idleTimeOver(); }, this)
    , m_laterTimer([](void *self) { static_cast<Private *>(self)->laterReached(); }, this)
    , m_idleLength(kDefaultIdle)
{}

void HttpClientConnection::Private::connectTo(const StreamTarget &target,
                                              StreamHandler *streamHandler)
{
    m_stream = m_context.streams().connectTo(target, streamHandler);
}

void HttpClientConnection::Private::adopt(std::unique_ptr<Stream> stream,
                                          bool isConnected,
                                          StreamHandler *streamHandler)
{
    m_stream = std::move(stream);
    m_stream->setHandler(streamHandler);
    if (isConnected)
        connected();
}

void HttpClientConnection::Private::send(std::string_view head, std::string_view body)
{
    m_requestSize = head.size() + body.size();
    m_written = false;
    m_sent = false;
    m_answerBegun = false;
    m_refused = false;
    if (m_state != State::Idle || !m_keptAlive) {
        m_state = State::Dead;
        m_stream->abort();
        m_unusable = true;
        m_context.timers().startAt(m_laterTimer, 0);
        return;
    }
    m_state = State::Exchanging;
    m_reading = Reading::Head;
    m_requestHead = head;
    m_requestBody = body;
    if (m_paused)
        setReadingPaused(false);
    if (m_connected)
        writeRequest();
}

void HttpClientConnection::Private::writeRequest()
{
    m_written = true;
    m_sent = m_stream->write(m_requestHead, m_requestBody);
    // Neither taken nor buffered: the write failed, and the stream will say so.
    m_refused = !m_sent && m_stream->bufferedBytes() == 0;
    if (m_sent)
        m_handler->requestSent(q);
}

bool HttpClientConnection::Private::reusable()
{
    if (m_state != State::Idle || !m_connected || !m_keptAlive || m_ended)
        return false;
    const SteadyNs now = m_context.now();
    if (now >= m_idleTimer.deadline())
        return false;
    return now - m_idleSince < kProbeAfter || !m_stream->hasPendingInput();
}

void HttpClientConnection::Private::setReadingPaused(bool paused)
{
    m_paused = paused;
    if (m_state == State::Dead)
        return;
    if (!paused && m_streaming && m_state == State::Exchanging && hasUndecoded()) {
        m_context.timers().startAt(m_laterTimer, 0); // first what is here already
        return;
    }
    m_stream->setReadingPaused(paused);
}

void HttpClientConnection::Private::abort()
{
    m_state = State::Dead;
    m_laterTimer.cancel();
    m_idleTimer.cancel();
    m_stream->abort();
}

void HttpClientConnection::Private::connected()
{
    m_connected = true;
    if (m_state == State::Exchanging)
        writeRequest();
    else if (m_state == State::Idle)
        startIdleTime();
}

void HttpClientConnection::Private::drained()
{
    if (m_state != State::Exchanging || !m_written || m_sent)
        return;
    m_sent = true;
    m_handler->requestSent(q);
}

void HttpClientConnection::Private::ended()
{
    m_ended = true;
    if (m_state == State::Idle)
        closeIdle();
    else if (m_state == State::Exchanging && !(m_streaming && hasUndecoded()))
        messageEnded();
}

void HttpClientConnection::Private::failed(TransportFailure failure, std::string_view detail)
{
    if (m_state == State::Idle) {
        closeIdle();
    } else if (m_state == State::Exchanging) {
        if (m_reading == Reading::Rest)
            m_ended = true;
        else
            fail(failure, detail);
    }
}

void HttpClientConnection::Private::closeIdle()
{
    m_state = State::Dead;
    m_idleTimer.cancel();
    m_stream->abort();
    m_handler->idleClosed(q);
}

/// The exchange is over without an answer. Must come last: the handler may delete the connection.
void HttpClientConnection::Private::fail(TransportFailure failure, std::string_view detail)
{
    // Over TLS the buffer counts encrypted bytes: only the exact size says that the kernel has taken none.
    const bool bytesLeft = m_written && !m_refused && m_stream->bufferedBytes() != m_requestSize;
    m_state = State::Dead;
    m_stream->abort();
    m_handler->exchangeFailed(q, failure, detail, m_answerBegun, bytesLeft);
}

void HttpClientConnection::Private::laterReached()
{
    if (std::exchange(m_unusable, false)) {
        m_handler->exchangeFailed(q,
                                  TransportFailure::ClosedEarly,
                                  "the connection is not usable any more",
                                  false,
                                  false);
        return;
    }
    if (m_state != State::Exchanging)
        return;
    LifeGuard guard(m_life);
    deliver();
    if (!guard.gone() && m_state != State::Dead && !m_paused)
        m_stream->setReadingPaused(false);
}

void HttpClientConnection::Private::startIdleTime()
{
    m_idleSince = m_context.now();
    m_idleTimer.startAt(m_idleSince + m_idleLength);
}

void HttpClientConnection::Private::idleTimeOver()
{
    if (m_state == State::Idle)
        closeIdle();
}

} // namespace spillway
