// SPDX-License-Identifier: MIT
#include "io/httpserverconnection_p.h"
#include "io/httptext.h"

#include <algorithm>

namespace spillway {

namespace {

constexpr std::size_t kKeptCapacity = 64 * 1024;
constexpr std::size_t kReservedBody = 1024 * 1024;
constexpr std::size_t kLongestMethod = 64;
constexpr std::uint64_t kChunkOverheadFree = 16 * 1024;
constexpr std::uint64_t kChunkOverheadFactor = 16;
constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";

/// An idle connection keeps no more than a usual request needs.
void giveBack(std::string &unused)
{
    if (unused.capacity() > kKeptCapacity)
        std::string().swap(unused);
}

HttpMethod methodOf(unsigned method)
{
    switch (method) {
    case HTTP_GET:
        return HttpMethod::Get;
    case HTTP_HEAD:
        return HttpMethod::Head;
    case HTTP_POST:
        return HttpMethod::Post;
    case HTTP_OPTIONS:
        return HttpMethod::Options;
    default:
        return HttpMethod::Other;
    }
}

/// What a name, an address and a port consist of.
bool isHostChar(char c)
{
    switch (c) {
    case ' ':
    case '\t':
    case '"':
    case '#':
    case ',':
    case '/':
    case '<':
    case '>':
    case '?':
    case '@':
    case '\\':
        return false;
    default:
        return true;
    }
}

} // namespace

HttpServerConnection::Private::Private(HttpServerConnection &connection,
                                       IoContext &context,
                                       std::unique_ptr<Stream> stream,
                                       HttpRequestHandler &handler,
                                       const HttpServerLimits &limits)
    : HttpParser(Side::Server)
    , q(connection)
    , m_context(context)
    , m_stream(std::move(stream))
    , m_handler(handler)
    , m_limits(limits)
    , m_deadlineTimer(
          context.timers(),
          [](void *self) { static_cast<Private *>(self)->deadlineReached(); },
          this)
    , m_laterTimer([](void *self) { static_cast<Private *>(self)->run(); }, this)
{}

void HttpServerConnection::Private::start(StreamHandler *streamHandler)
{
    updateDeadline();
    m_stream->setHandler(streamHandler);
}

void HttpServerConnection::Private::received(std::string_view bytes)
{
    if (m_phase == Phase::Closing || m_phase == Phase::Dead)
        return;
    if (m_running || !canRead() || hasUnread()) {
        hold(bytes);
        return;
    }
    m_input = bytes;
    m_inputIsOwn = false;
    run();
}

void HttpServerConnection::Private::inputEnded()
{
    m_inputEnded = true;
    if (m_phase == Phase::Closing && m_finished)
        m_phase = Phase::Dead;
    if (!m_running)
        run();
}

void HttpServerConnection::Private::failed()
{
    m_phase = Phase::Dead;
    if (!m_running)
        settle();
}

/// Works off the input. Everything the handler is called for happens below this frame.
void HttpServerConnection::Private::run()
{
    if (m_running)
        return;
    LifeGuard guard(m_life);
    m_running = true;
    while (canRead()) {
        if (m_input.empty()) {
            if (m_held.empty())
                break;
            m_inputOwn.swap(m_held);
            m_held.clear();
            m_input = m_inputOwn;
            m_inputIsOwn = true;
        }
        step();
        if (guard.gone())
            return;
    }
    detachInput();
    if (m_input.empty())
        giveBack(m_inputOwn);
    if (m_held.empty())
        giveBack(m_held);
    m_running = false;
    settle();
}

/// What follows from the phase once nobody is on the stack above. Must come last: it may delete the connection.
void HttpServerConnection::Private::settle()
{
    if (m_inputEnded && canRead() && !hasUnread())
        requestCutShort();
    if (m_phase == Phase::Dead) {
        remove();
        return;
    }
    updateDeadline();
    if (m_paused && canRead() && !hasUnread()) {
        m_paused = false;
        m_stream->setReadingPaused(false);
    }
}

void HttpServerConnection::Private::step()
{
    if (m_phase == Phase::Body)
        stepBody();
    else if (!m_unknownMethod.empty())
        stepUnknownMethod();
    else
        stepHead();
}

void HttpServerConnection::Private::stepHead()
{
    if (!headBegun()) {
        // Some clients send a line end after a body; it is no request yet.
        m_input.remove_prefix(std::min(m_input.find_first_not_of("\r\n"), m_input.size()));
        if (m_input.empty())
            return;
    }
    switch (readHead(m_input, m_limits.maxHeaderBytes, true)) {
    case Result::NeedMore:
        break;
    case Result::Head:
        headComplete();
        break;
    case Result::TooLong:
        fail(431, "request head too large");
        break;
    case Result::End:
    case Result::Broken:
        failParse();
        break;
    }
}

/// The parser refuses a word it does not know at its first differing letter. Only what follows tells a method that
/// is not implemented here from bytes that are no HTTP at all.
void HttpServerConnection::Private::stepUnknownMethod()
{
    for (; !m_input.empty(); m_input.remove_prefix(1)) {
        const char c = m_input.front();
        if (http::isTokenChar(c) && m_unknownMethod.size() < kLongestMethod) {
            m_unknownMethod.push_back(c);
            continue;
        }
        const bool isMethod = c == ' ' && m_unknownMethod.size() < kLongestMethod;
        m_unknownMethod.clear();
        if (isMethod)
            fail(501, "unknown method");
        else
            fail(400, "malformed request line");
        return;
    }
}

void HttpServerConnection::Private::headComplete()
{
    if (versionMajor() != 1 || versionMinor() > 1) {
        fail(505, "only HTTP/1.0 and HTTP/1.1 are spoken here");
        return;
    }
    buildRequest();
    reduceTarget();
    std::string_view fault = headFault();
    if (fault.empty())
        fault = hostFault();
    if (fault.empty() && isChunked() && m_request.versionMinor == 0)
        fault = "Transfer-Encoding in HTTP/1.0";
    if (!fault.empty()) {
        fail(400, fault);
        return;
    }
    m_keepAlive = wantsKeepAlive() && method() != HTTP_CONNECT;

    const bool hasBody = isChunked() || length() > 0;
    if (m_request.versionMinor > 0) {
        const std::string_view expect = m_request.header(HttpHeader::Expect);
        m_expectsContinue = hasBody && !expect.empty();
        if (!expect.empty() && !http::equalsNoCase(expect, "100-continue")) {
            fail(417, "unknown expectation");
            return;
        }
    }
    if (length() > m_limits.maxBodyBytes) {
        fail(413, "request body too large");
        return;
    }
    if (!hasBody) {
        serve();
        return;
    }
    m_body.reserve(static_cast<std::size_t>(std::min<std::uint64_t>(length(), kReservedBody)));
    m_phase = Phase::Body;
    if (!m_input.empty())
        return; // the handler hears of the head when this piece of the body is safe
    if (announceHead() && m_expectsContinue)
        write(kContinue);
}

void HttpServerConnection::Private::buildRequest()
{
    m_request.method = methodOf(method());
    m_request.methodName = methodName();
    m_request.target = target();
    m_request.versionMinor = versionMinor();
    m_request.upgrade = announcesUpgrade();
    m_request.headers.clear();
    for (std::size_t i = 0; i < headerCount(); ++i)
        m_request.headers.emplace_back(headerName(i), headerValue(i));
    m_request.known = knownHeaders();
}

std::string_view HttpServerConnection::Private::hostFault()
{
    if (!m_request.hasHeader(HttpHeader::Host))
        return m_request.versionMinor > 0 ? "no Host header" : std::string_view();
    const auto &headers = m_request.headers;
    auto at = headers.begin() + m_request.known[static_cast<std::size_t>(HttpHeader::Host)];
    // A client says the same in every request.
    if (at->second != m_goodHost) {
        if (!std::all_of(at->second.begin(), at->second.end(), isHostChar))
            return "malformed Host header";
        m_goodHost = at->second;
    }
    constexpr std::string_view kHost = "host";
    while (++at != headers.end()) {
        if (at->first.size() == kHost.size() && http::equalsNoCase(at->first, kHost))
            return "two Host headers";
    }
    return {};
}

/// A proxy's way to write a target: scheme, authority, path. The authority then stands for the Host header.
void HttpServerConnection::Private::reduceTarget()
{
    const std::string_view target = m_request.target;
    if (target.starts_with('/') || m_request.methodName == "CONNECT")
        return;
    const std::size_t scheme = target.find("://");
    if (scheme == std::string_view::npos)
        return;
    const std::size_t authority = scheme + 3;
    const std::size_t path = std::min(target.find_first_of("/?#", authority), target.size());
    for (auto &[name, value] : m_request.headers) {
        if (http::equalsNoCase(name, "host"))
            value = target.substr(authority, path - authority);
    }
    if (path < target.size() && target[path] == '/') {
        m_request.target = target.substr(path);
        return;
    }
    m_reducedTarget = "/";
    m_reducedTarget.append(target.substr(path));
    m_request.target = m_reducedTarget;
}

void HttpServerConnection::Private::bodyBytes(std::string_view bytes)
{
    if (m_bodyTooLarge || bytes.size() > m_limits.maxBodyBytes - m_body.size()) {
        m_bodyTooLarge = true;
        return;
    }
    m_body.append(bytes);
}

void HttpServerConnection::Private::stepBody()
{
    LifeGuard guard(m_life);
    const std::size_t offered = m_input.size();
    const Result result = readBody(m_input);
    if (!m_headAnnounced && !announceHead())
        return;
    if (guard.gone())
        return;
    m_bodyWire += offered - m_input.size();
    const bool wasteful =
        isChunked() && m_bodyWire > kChunkOverheadFree + kChunkOverheadFactor * (m_body.size() + 1);
    if (m_bodyTooLarge)
        fail(413, "request body too large");
    else if (result == Result::Broken)
        fail(400, fault());
    else if (wasteful)
        fail(400, "chunk framing outweighs the body");
    else if (result == Result::End)
        serve();
}

/// True when the request goes on. False also when the connection was deleted.
bool HttpServerConnection::Private::announceHead()
{
    LifeGuard guard(m_life);
    detachInput();
    m_headAnnounced = true;
    m_inHeadCall = true;
    const bool wanted = m_handler.requestHead(q, m_request);
    if (guard.gone())
        return false;
    m_inHeadCall = false;
    if (m_phase == Phase::Body && !wanted)
        m_phase = Phase::Dead;
    return m_phase == Phase::Body;
}

void HttpServerConnection::Private::serve()
{
    detachInput();
    m_request.body = m_body;
    m_phase = Phase::Serving;
    m_handler.requestReady(q, m_request);
}

/// The peer closed its side. In the middle of a request it may still read why nothing came of it.
void HttpServerConnection::Private::requestCutShort()
{
    if (m_phase == Phase::Body || headBegun() || !m_unknownMethod.empty())
        fail(400, "the request ends early");
    else
        beginClose();
}

void HttpServerConnection::Private::nextRequest()
{
    m_phase = Phase::Head;
    m_wait = Wait::None;
    m_isFirst = false;
    m_headAnnounced = false;
    m_expectsContinue = false;
    m_bodyWire = 0;
    m_keepAlive = true;
    reset();
    m_request.body = {};
    m_request.methodName = {};
    m_request.target = {};
    m_request.headers.clear();
    m_request.known.fill(-1);
    m_request.method = HttpMethod::Other;
    m_request.upgrade = false;
    m_body.clear();
    giveBack(m_body);
}

/// The handler may make the thread read into the shared buffer again: what is left of the input moves away from it.
void HttpServerConnection::Private::detachInput()
{
    if (m_input.empty() || m_inputIsOwn)
        return;
    m_inputOwn.assign(m_input);
    m_input = m_inputOwn;
    m_inputIsOwn = true;
    pauseReading();
}

void HttpServerConnection::Private::hold(std::string_view bytes)
{
    m_held.append(bytes);
    pauseReading();
}

void HttpServerConnection::Private::pauseReading()
{
    if (m_paused)
        return;
    m_paused = true;
    m_stream->setReadingPaused(true);
}

bool HttpServerConnection::Private::isBusy() const
{
    return m_phase != Phase::Head || headBegun() || hasUnread() || !m_unknownMethod.empty();
}

std::string_view HttpServerConnection::Private::peerAddress()
{
    if (m_peer.empty() && m_stream)
        m_peer = m_stream->peerAddress();
    return m_peer;
}

} // namespace spillway
