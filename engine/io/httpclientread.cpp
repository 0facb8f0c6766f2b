// SPDX-License-Identifier: MIT
#include "io/httpclientconnection_p.h"
#include "io/httptext.h"

#include <algorithm>

namespace spillway {

namespace {

constexpr std::size_t kDecodeStep = 64 * 1024;
constexpr std::size_t kKeptCapacity = 64 * 1024;
constexpr SteadyNs kIdleMargin = kNsPerSecond;
constexpr SteadyNs kShortestIdle = kNsPerSecond / 2;
constexpr std::uint64_t kLongestIdleSeconds = 3600;

bool statusHasBody(int status)
{
    return status != 204 && status != 304;
}

} // namespace

void HttpClientConnection::Private::received(std::string_view bytes)
{
    if (m_state == State::Idle) {
        closeIdle(); // an answer nobody asked for
        return;
    }
    if (m_state != State::Exchanging)
        return;
    if (!m_answerBegun) {
        m_answerBegun = true;
        reset();
        m_body.clear();
        m_piece = {};
        m_decoded = 0;
        m_streaming = false;
    }
    m_input = bytes;
    processInput();
}

/// Must come last in each caller, as everything here that can end in the handler.
void HttpClientConnection::Private::processInput()
{
    if (m_reading == Reading::Head && !readAnswerHead())
        return;
    if (m_reading == Reading::Body) {
        if (!m_input.empty())
            readAnswerBody();
        else
            keepHead();
    }
}

/// True when a final head is there and its body may be read.
bool HttpClientConnection::Private::readAnswerHead()
{
    while (!m_input.empty()) {
        switch (readHead(m_input, m_limits.maxHeaderBytes, false)) {
        case Result::NeedMore:
            return false;
        case Result::TooLong:
            fail(TransportFailure::TooLarge, "answer head too large");
            return false;
        case Result::End:
        case Result::Broken:
            fail(TransportFailure::BadFraming, fault());
            return false;
        case Result::Head:
            break;
        }
        if (versionMajor() == 1 && status() >= 100 && status() < 200 && status() != 101) {
            reset(); // an interim answer: the real one is still to come
            continue;
        }
        return takeHead();
    }
    return false;
}

bool HttpClientConnection::Private::takeHead()
{
    // A server says 408 on a kept-alive connection when it grew tired of waiting for the next request: ours crossed it on the
    // way (RFC 9110, 15.5.9). The same race as a silent close.
    if (status() == 408 && m_used && !wantsKeepAlive()) {
        m_answerBegun = false;
        fail(TransportFailure::ClosedEarly, "the node was about to close the connection (408)");
        return false;
    }
    std::string_view trouble = headFault();
    if (versionMajor() != 1)
        trouble = "not HTTP/1.x";
    else if (status() < 100)
        trouble = "no status of three digits";
    else if (status() == 101)
        trouble = "protocol switch nobody asked for";
    if (!trouble.empty()) {
        fail(TransportFailure::BadFraming, trouble);
        return false;
    }
    if (!pickHeaders()) {
        fail(TransportFailure::BadFraming, "unknown Content-Encoding");
        return false;
    }
    const bool mayHaveBody = statusHasBody(status());
    m_lastsToClose = mayHaveBody && lastsToClose();
    if (!mayHaveBody || (!isChunked() && !m_lastsToClose && length() == 0)) {
        complete({});
        return false;
    }
    if (m_coding == Coding::Identity && tooLarge(length()))
        return false;
    if (m_coding != Coding::Identity) {
        if (!m_inflater)
            m_inflater = std::make_unique<Inflater>();
        m_inflater->start(m_coding == Coding::Gzip ? Inflater::Format::Gzip
                                                   : Inflater::Format::Deflate,
                          m_limits.maxInflateRatio);
    }
    m_reading = Reading::Body;
    return true;
}

/// False: a content coding that cannot be undone.
bool HttpClientConnection::Private::pickHeaders()
{
    m_coding = Coding::Identity;
    m_idleLength = kDefaultIdle;
    if (const int keepAlive = headerIndex(HttpHeader::KeepAlive); keepAlive >= 0)
        takeIdleTime(headerValue(static_cast<std::size_t>(keepAlive)));
    const int coding = headerIndex(HttpHeader::ContentEncoding);
    if (coding < 0)
        return true;
    for (auto i = static_cast<std::size_t>(coding); i < headerCount(); ++i) {
        if (http::equalsNoCase(headerName(i), "content-encoding") && !takeCoding(headerValue(i)))
            return false;
    }
    return true;
}

/// Our time must end before the peer's: otherwise a request can meet the close on its way.
void HttpClientConnection::Private::takeIdleTime(std::string_view keepAlive)
{
    const auto seconds = http::parseDecimal(http::listParameter(keepAlive, "timeout"));
    if (!seconds)
        return;
    const auto announced =
        static_cast<SteadyNs>(std::min(*seconds, kLongestIdleSeconds)) * kNsPerSecond;
    m_idleLength = std::max(announced - kIdleMargin, kShortestIdle);
}

bool HttpClientConnection::Private::takeCoding(std::string_view coding)
{
    if (coding.empty() || http::equalsNoCase(coding, "identity"))
        return true;
    if (m_coding != Coding::Identity)
        return false;
    if (http::equalsNoCase(coding, "gzip") || http::equalsNoCase(coding, "x-gzip"))
        m_coding = Coding::Gzip;
    else if (http::equalsNoCase(coding, "deflate"))
        m_coding = Coding::Deflate;
    return m_coding != Coding::Identity;
}

void HttpClientConnection::Private::readAnswerBody()
{
    const Result result = readBody(m_input);
    if (result == Result::Broken) {
        fail(TransportFailure::BadFraming, fault());
        return;
    }
    if (result == Result::End)
        m_reading = Reading::Rest;
    deliver();
}

/// Several pieces in one read are joined; one alone stays where it is.
void HttpClientConnection::Private::bodyBytes(std::string_view bytes)
{
    if (m_piece.empty()) {
        m_piece = bytes;
        m_pieceIsOwn = false;
        return;
    }
    ownPiece();
    m_pieceOwn.append(bytes);
    m_piece = m_pieceOwn;
}

/// Moves what is not used yet out of the stream's buffer.
void HttpClientConnection::Private::ownPiece()
{
    if (m_piece.empty() || (m_pieceIsOwn && m_piece.data() == m_pieceOwn.data()))
        return;
    m_pieceOwn.assign(m_piece);
    m_piece = m_pieceOwn;
    m_pieceIsOwn = true;
}

bool HttpClientConnection::Private::hasUndecoded() const
{
    return !m_piece.empty() || (m_coding != Coding::Identity && m_inflater->hasMore());
}

/// The peer closed. That completes an answer which lasts to the close, and breaks any other.
void HttpClientConnection::Private::messageEnded()
{
    if (m_reading == Reading::Body && m_lastsToClose && readClose() == Result::End) {
        m_reading = Reading::Rest;
        deliver();
    } else if (m_reading != Reading::Rest) {
        fail(TransportFailure::ClosedEarly, "closed before the answer was complete");
    }
}

/// Hands on what has come of the body, and the end of the message.
void HttpClientConnection::Private::deliver()
{
    LifeGuard guard(m_life);
    if (!(m_coding == Coding::Identity ? deliverPlain() : deliverDecoded()) || guard.gone())
        return;
    keepHead();
    if (m_ended && !hasUndecoded())
        messageEnded();
}

/// True when more of the message is to come. False also when the connection was deleted.
bool HttpClientConnection::Private::deliverPlain()
{
    LifeGuard guard(m_life);
    const bool all = m_reading == Reading::Rest;
    const std::string_view piece = m_piece;
    m_piece = {};
    m_decoded += piece.size();
    if (tooLarge(m_decoded))
        return false;
    if (m_streaming) {
        if (!piece.empty()) {
            m_handler->responseChunk(q, piece);
            if (guard.gone() || m_state != State::Exchanging)
                return false;
        }
    } else if (all && m_body.empty() && piece.size() <= m_limits.bufferBytes) {
        complete(piece);
        return false;
    } else {
        if (m_body.empty() && !isChunked())
            m_body.reserve(static_cast<std::size_t>(
                std::min<std::uint64_t>(length(), m_limits.bufferBytes + kDecodeStep)));
        m_body.append(piece);
        if (m_body.size() > m_limits.bufferBytes && !startStreaming(m_body))
            return false;
    }
    if (!all)
        return true;
    complete(m_body);
    return false;
}

bool HttpClientConnection::Private::deliverDecoded()
{
    LifeGuard guard(m_life);
    while (hasUndecoded()) {
        if (m_streaming && m_paused)
            return true;
        if (!decodeStep() || guard.gone())
            return false;
    }
    if (m_reading != Reading::Rest)
        return true;
    if (!m_inflater->isComplete())
        fail(m_lastsToClose ? TransportFailure::ClosedEarly : TransportFailure::BadFraming,
             "compressed body cut short");
    else
        complete(m_body);
    return false;
}

/// One bounded step: however small the input, it cannot fill the memory.
bool HttpClientConnection::Private::decodeStep()
{
    LifeGuard guard(m_life);
    const std::size_t room = m_streaming ? kDecodeStep : m_limits.bufferBytes + 1 - m_body.size();
    const Inflater::Result result =
        m_inflater->decode(m_piece, m_body, std::min(room, kDecodeStep));
    if (result == Inflater::Result::Corrupt) {
        fail(TransportFailure::BadFraming, "corrupt compressed body");
        return false;
    }
    if (result == Inflater::Result::OutOfRatio) {
        fail(TransportFailure::TooLarge, "compressed body grows out of all proportion");
        return false;
    }
    if (tooLarge(m_inflater->bytesOut()))
        return false;
    if (!m_streaming)
        return m_body.size() <= m_limits.bufferBytes || startStreaming(m_body);
    if (m_body.empty())
        return true;
    if (!m_pieceIsOwn)
        ownPiece();
    m_handler->responseChunk(q, m_body);
    if (guard.gone() || m_state != State::Exchanging)
        return false;
    m_body.clear();
    return true;
}

bool HttpClientConnection::Private::startStreaming(std::string_view prefix)
{
    LifeGuard guard(m_life);
    keepHead();
    ownPiece();
    const bool wanted = m_handler->responseLarge(q, response(prefix));
    if (guard.gone() || m_state != State::Exchanging)
        return false;
    if (!wanted) {
        m_state = State::Dead;
        m_stream->abort();
        return false;
    }
    m_streaming = true;
    m_body.clear();
    return true;
}

bool HttpClientConnection::Private::tooLarge(std::uint64_t decoded)
{
    if (m_limits.maxBodyBytes == 0 || decoded <= m_limits.maxBodyBytes)
        return false;
    fail(TransportFailure::TooLarge, "answer larger than allowed");
    return true;
}

void HttpClientConnection::Private::complete(std::string_view body)
{
    LifeGuard guard(m_life);
    finishExchange();
    if (m_streaming) {
        m_handler->responseEnded(q);
    } else {
        HttpResponse whole = response(body);
        whole.contentLength = body.size();
        m_handler->responseComplete(q, whole);
    }
    if (guard.gone())
        return;
    m_input = {};
    if (m_body.capacity() > kKeptCapacity)
        std::string().swap(m_body);
    if (m_pieceOwn.capacity() > kKeptCapacity)
        std::string().swap(m_pieceOwn);
}

/// Before the handler hears of the end, so that it may send again at once.
void HttpClientConnection::Private::finishExchange()
{
    m_state = State::Idle;
    m_used = true;
    // An answer to half a request leaves the rest of it on the wire; bytes after the answer belong to nobody.
    m_keptAlive = wantsKeepAlive() && !m_lastsToClose && m_input.empty() && !m_ended && m_sent;
    startIdleTime();
}

HttpResponse HttpClientConnection::Private::response(std::string_view body) const
{
    HttpResponse answer;
    answer.status = status();
    answer.body = body;
    answer.contentType = headerAt(HttpHeader::ContentType);
    answer.retryAfter = headerAt(HttpHeader::RetryAfter);
    answer.date = headerAt(HttpHeader::Date);
    answer.location = headerAt(HttpHeader::Location);
    if (hasLength() && m_coding == Coding::Identity)
        answer.contentLength = length();
    return answer;
}

std::string_view HttpClientConnection::Private::headerAt(HttpHeader header) const
{
    const int index = headerIndex(header);
    return index < 0 ? std::string_view() : headerValue(static_cast<std::size_t>(index));
}

} // namespace spillway
