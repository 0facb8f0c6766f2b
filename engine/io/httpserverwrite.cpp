// SPDX-License-Identifier: MIT
#include "io/httpserverconnection_p.h"
#include "io/httptext.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>

namespace spillway {

namespace {

constexpr std::size_t kOneWriteBelow = 16 * 1024;
/// More than everything that composeHead() writes by itself.
constexpr std::size_t kOwnHeadBytes = 256;
/// Two line ends and 16 digits.
constexpr std::size_t kChunkPrefix = 20;
constexpr std::size_t kDecimalDigits = 20;
constexpr SteadyNs kLinger = 2 * kNsPerSecond;
/// How often within the write timeout the client's progress is looked at.
constexpr SteadyNs kProgressChecks = 4;

constexpr std::string_view kVersions = "only HTTP/1.0 and HTTP/1.1 are spoken here";

bool statusHasBody(int status)
{
    return status >= 200 && status != 204 && status != 304;
}

/// Both write at `at`, where there must be room, and return what is behind.
char *put(char *at, std::string_view text)
{
    if (!text.empty())
        std::memcpy(at, text.data(), text.size());
    return at + text.size();
}

char *putDecimal(char *at, std::uint64_t value)
{
    return std::to_chars(at, at + kDecimalDigits, value).ptr;
}

} // namespace

bool HttpServerConnection::Private::awaitsResponse() const
{
    return m_phase == Phase::Serving || (m_inHeadCall && m_phase == Phase::Body);
}

bool HttpServerConnection::Private::willClose() const
{
    return !m_keepAlive || m_closeRequested || (m_inputEnded && !hasUnread());
}

/// The head, and `body` behind it. Valid until the context's scratch is used again.
std::string_view HttpServerConnection::Private::composeHead(int status,
                                                            std::string_view contentType,
                                                            std::string_view headers,
                                                            std::string_view body)
{
    const std::string_view common = m_handler.commonHeaders(q, m_request);
    const Clock &clock = m_context.clock();
    const SteadyNs now = m_context.now();
    char *const room = m_context.scratch(kOwnHeadBytes + contentType.size() + common.size()
                                         + headers.size() + body.size());
    char *at = room;
    if (status == 200 && m_framing == BodyFraming::Counted && contentType == http::kJsonType) {
        at = put(at, http::jsonAnswerHead(clock, now));
        at = putDecimal(at, m_remaining);
    } else {
        at = put(at, "HTTP/1.1 ");
        at = putDecimal(at, static_cast<std::uint64_t>(status));
        at = put(at, " ");
        at = put(at, http::reasonPhrase(status));
        at = put(at, "\r\nDate: ");
        at = put(at, http::dateText(clock, now));
        if (!contentType.empty())
            at = put(put(at, "\r\nContent-Type: "), contentType);
        if (m_framing == BodyFraming::Counted)
            at = putDecimal(put(at, "\r\nContent-Length: "), m_remaining);
        else if (m_framing == BodyFraming::Chunked)
            at = put(at, "\r\nTransfer-Encoding: chunked");
    }
    if (willClose())
        at = put(at, "\r\nConnection: close");
    else if (m_request.versionMinor == 0)
        at = put(at, "\r\nConnection: keep-alive");
    at = put(at, "\r\n");
    at = put(put(at, common), headers);
    at = put(put(at, "\r\n"), body);
    return {room, static_cast<std::size_t>(at - room)};
}

void HttpServerConnection::Private::respond(int status,
                                            std::string_view contentType,
                                            std::string_view headers,
                                            std::string_view body)
{
    if (m_phase != Phase::Serving)
        m_keepAlive =
            false; // the body of this request is not read, so the next one cannot be found
    m_framing = statusHasBody(status) ? BodyFraming::Counted : BodyFraming::None;
    m_remaining = body.size();
    if (m_framing == BodyFraming::None || m_request.method == HttpMethod::Head)
        body = {};
    if (body.size() < kOneWriteBelow)
        write(composeHead(status, contentType, headers, body));
    else
        write(composeHead(status, contentType, headers), body);
    exchangeDone();
}

void HttpServerConnection::Private::beginResponse(int status,
                                                  std::string_view contentType,
                                                  std::string_view headers,
                                                  std::optional<std::uint64_t> length)
{
    if (m_phase != Phase::Serving)
        m_keepAlive = false;
    if (!statusHasBody(status)) {
        m_framing = BodyFraming::None;
    } else if (length) {
        m_framing = BodyFraming::Counted;
    } else if (m_request.versionMinor > 0) {
        m_framing = BodyFraming::Chunked;
    } else {
        m_framing = BodyFraming::ToClose;
        m_keepAlive = false;
    }
    m_remaining = length.value_or(0);
    m_firstChunk = true;
    const std::string_view head = composeHead(status, contentType, headers);
    if (m_request.method == HttpMethod::Head)
        m_framing = BodyFraming::None;
    m_phase = Phase::Streaming;
    write(head);
    afterCall();
}

bool HttpServerConnection::Private::writeBody(std::string_view bytes)
{
    if (m_phase != Phase::Streaming)
        return false;
    if (m_framing == BodyFraming::Counted) {
        bytes = bytes.substr(
            0, static_cast<std::size_t>(std::min<std::uint64_t>(m_remaining, bytes.size())));
        m_remaining -= bytes.size();
    }
    if (bytes.empty() || m_framing == BodyFraming::None)
        return !m_blocked;
    if (m_framing == BodyFraming::Chunked) {
        // The line end after a chunk goes out with the next one: two pieces a write, nothing is copied.
        std::array<char, kChunkPrefix> prefix{};
        char *at = m_firstChunk ? prefix.data() : put(prefix.data(), "\r\n");
        at = std::to_chars(at, prefix.data() + prefix.size(), bytes.size(), 16).ptr;
        at = put(at, "\r\n");
        m_firstChunk = false;
        write({prefix.data(), static_cast<std::size_t>(at - prefix.data())}, bytes);
    } else {
        write(bytes);
    }
    afterCall();
    return !m_blocked && m_phase == Phase::Streaming;
}

void HttpServerConnection::Private::endResponse()
{
    if (m_phase != Phase::Streaming)
        return;
    if (m_framing == BodyFraming::Counted && m_remaining > 0) {
        abortResponse();
        return;
    }
    if (m_framing == BodyFraming::Chunked)
        write(m_firstChunk ? "0\r\n\r\n" : "\r\n0\r\n\r\n");
    exchangeDone();
}

void HttpServerConnection::Private::abortResponse()
{
    if (m_phase != Phase::Streaming && !awaitsResponse())
        return;
    m_keepAlive = false;
    if (m_phase == Phase::Streaming && m_framing == BodyFraming::ToClose) {
        // An orderly close would look like the end of the body.
        m_stream->abort();
        m_phase = Phase::Dead;
    } else {
        beginClose();
    }
    afterCall();
}

void HttpServerConnection::Private::fail(int status, std::string_view reason)
{
    m_keepAlive = false;
    const std::string body = m_handler.protocolErrorBody(status, reason);
    respond(status, "application/json", {}, body);
}

void HttpServerConnection::Private::failParse()
{
    switch (error()) {
    case HPE_INVALID_METHOD:
        // The refused byte is judged together with what follows it.
        m_unknownMethod = partialHead().substr(0, partialHead().size() - 1);
        if (m_unknownMethod.empty() && !http::isTokenChar(partialHead().back())) {
            fail(400, "malformed request line");
        } else if (m_unknownMethod.empty()) {
            m_unknownMethod = partialHead();
            m_input.remove_prefix(1);
        }
        break;
    case HPE_PAUSED_H2_UPGRADE:
        fail(505, kVersions);
        break;
    case HPE_INVALID_VERSION:
        if (versionMajor() > 1 || (versionMajor() == 1 && versionMinor() > 1))
            fail(505, kVersions);
        else
            fail(400, fault());
        break;
    default:
        fail(400, fault());
    }
}

void HttpServerConnection::Private::write(std::string_view first, std::string_view second)
{
    m_accepted += first.size() + second.size();
    m_blocked = !m_stream->write(first, second);
}

void HttpServerConnection::Private::exchangeDone()
{
    if (willClose())
        beginClose();
    else if (m_blocked)
        m_phase = Phase::Draining;
    else
        nextRequest();
    afterCall();
}

void HttpServerConnection::Private::beginClose()
{
    m_phase = Phase::Closing;
    m_input = {};
    m_held.clear();
    if (!m_blocked)
        finishStream();
}

/// A close with unread input would reset the connection and could destroy the answer on its way: the peer gets the
/// end of our side first and some time to close its own.
void HttpServerConnection::Private::finishStream()
{
    m_finished = true;
    m_stream->finish();
    if (m_inputEnded) {
        m_phase = Phase::Dead;
    } else if (m_paused) {
        m_paused = false;
        m_stream->setReadingPaused(false);
    }
}

void HttpServerConnection::Private::drained()
{
    m_blocked = false;
    if (m_running)
        return;
    LifeGuard guard(m_life);
    m_running = true;
    if (m_phase == Phase::Streaming)
        m_handler.responseDrained(q);
    else if (m_phase == Phase::Draining)
        exchangeDone();
    else if (m_phase == Phase::Closing && !m_finished)
        finishStream();
    if (guard.gone())
        return;
    m_running = false;
    run();
}

std::unique_ptr<Stream> HttpServerConnection::Private::takeStream(std::string &unread)
{
    if (m_phase != Phase::Serving)
        return nullptr;
    m_peer = m_stream->peerAddress();
    m_phase = Phase::Dead;
    unread.assign(m_input).append(m_held);
    m_input = {};
    m_held.clear();
    m_stream->setHandler(nullptr);
    std::unique_ptr<Stream> stream = std::move(m_stream);
    afterCall();
    return stream;
}

void HttpServerConnection::Private::closeWhenIdle()
{
    m_closeRequested = true;
    if (isBusy())
        return;
    m_stream->finish();
    m_phase = Phase::Dead;
    afterCall();
}

/// What a call from outside leaves to do is done by run(), which is on the stack or comes by the timer.
void HttpServerConnection::Private::afterCall()
{
    if (m_running)
        return;
    if (m_phase == Phase::Dead || (canRead() && (hasUnread() || m_paused || m_inputEnded))) {
        later();
        return;
    }
    updateDeadline();
}

void HttpServerConnection::Private::later()
{
    m_context.timers().startAt(m_laterTimer, 0);
}

void HttpServerConnection::Private::remove()
{
    LifeGuard guard(m_life);
    HttpServerConnection *const connection = &q;
    m_handler.connectionClosed(q);
    if (!guard.gone())
        delete connection;
}

HttpServerConnection::Private::Wait HttpServerConnection::Private::wantedWait() const
{
    switch (m_phase) {
    case Phase::Head:
        return m_isFirst || headBegun() || !m_unknownMethod.empty() ? Wait::Header : Wait::Idle;
    case Phase::Body:
        return Wait::Body;
    case Phase::Closing:
        return m_finished ? Wait::Linger : Wait::Write;
    case Phase::Draining:
        return Wait::Write;
    case Phase::Serving:
    case Phase::Streaming:
        return m_blocked ? Wait::Write : Wait::None;
    case Phase::Dead:
        break;
    }
    return Wait::None;
}

SteadyNs HttpServerConnection::Private::waitLength(Wait wait) const
{
    switch (wait) {
    case Wait::Idle:
        return toNs(m_limits.keepAliveTimeout);
    case Wait::Header:
        return toNs(m_limits.headerTimeout);
    case Wait::Body:
        return toNs(m_limits.bodyTimeout);
    case Wait::Write:
        return std::max<SteadyNs>(toNs(m_limits.writeTimeout) / kProgressChecks, 1);
    case Wait::Linger:
        return kLinger;
    case Wait::None:
        break;
    }
    return 0;
}

void HttpServerConnection::Private::updateDeadline()
{
    const Wait wanted = wantedWait();
    if (wanted == m_wait)
        return;
    m_wait = wanted;
    if (wanted == Wait::None) {
        m_deadlineTimer.cancel();
        return;
    }
    const SteadyNs now = m_context.now();
    if (wanted == Wait::Write) {
        m_progressAt = now;
        m_takenMark = m_accepted - m_stream->bufferedBytes();
    }
    m_deadlineTimer.startAt(now + waitLength(wanted));
}

void HttpServerConnection::Private::deadlineReached()
{
    switch (m_wait) {
    case Wait::Header:
        if (headBegun() || !m_unknownMethod.empty()) {
            fail(408, "the request head took too long");
            break;
        }
        [[fallthrough]];
    case Wait::Idle:
    case Wait::Linger:
        m_phase = Phase::Dead;
        break;
    case Wait::Body:
        fail(408, "the request body took too long");
        break;
    case Wait::Write:
        checkWriteProgress(m_context.now());
        break;
    case Wait::None:
        break;
    }
    settle();
}

void HttpServerConnection::Private::checkWriteProgress(SteadyNs now)
{
    const std::uint64_t taken = m_accepted - m_stream->bufferedBytes();
    if (taken != m_takenMark) {
        m_takenMark = taken;
        m_progressAt = now;
    } else if (now - m_progressAt >= toNs(m_limits.writeTimeout)) {
        m_phase = Phase::Dead;
        return;
    }
    m_deadlineTimer.startAt(now + waitLength(Wait::Write));
}

} // namespace spillway
