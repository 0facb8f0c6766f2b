// SPDX-License-Identifier: MIT
#include "server/frontend.h"

#include "io/httptext.h"
#include "pipeline/callrecord.h"
#include "rpc/envelope.h"
#include "server/endpoints.h"

#include <algorithm>

namespace spillway {
namespace {

constexpr std::string_view kJson = http::kJsonType;
constexpr std::string_view kNeedsToken =
    "a valid client token is needed: Authorization: Bearer TOKEN";
/// A refused request's body is still read when its length has no more digits than this.
constexpr std::size_t kDigitsReadForId = 5;

std::string_view withoutSlashes(std::string_view path)
{
    while (path.size() > 1 && path.back() == '/')
        path.remove_suffix(1);
    return path;
}

bool startsWithNoCase(std::string_view text, std::string_view prefix)
{
    return text.size() >= prefix.size()
           && std::equal(prefix.begin(), prefix.end(), text.begin(), [](char a, char b) {
                  return (a | 0x20) == (b | 0x20);
              });
}

std::string_view bearer(std::string_view authorization)
{
    constexpr std::string_view kScheme = "bearer ";
    if (!startsWithNoCase(authorization, kScheme))
        return {};
    authorization.remove_prefix(kScheme.size());
    const auto begin = authorization.find_first_not_of(' ');
    return begin == std::string_view::npos ? std::string_view() : authorization.substr(begin);
}

} // namespace

FrontEnd::FrontEnd(WorkerContext &worker, Gateway &gateway)
    : m_worker(worker)
    , m_gateway(gateway)
{}

FrontEnd::~FrontEnd()
{
    // The connections' own end must not call back into a half destroyed object.
    const auto connections = std::exchange(m_connections, {});
    for (HttpServerConnection *connection : connections) {
        delete static_cast<ClientSession *>(std::exchange(connection->userData, nullptr));
        delete connection;
    }
}

const std::shared_ptr<const ServerView> &FrontEnd::view()
{
    const std::uint64_t version = m_gateway.version();
    if (version != m_viewVersion) {
        m_viewVersion = version;
        m_view = m_gateway.view();
        m_goodHost.clear();
        m_lastTable.reset();
        const SecurityConfig &security = m_view->config->security;
        m_limits.maxHeaderBytes = security.maxHeaderBytes;
        m_limits.maxBodyBytes = security.maxBodyBytes;
        m_limits.headerTimeout = security.headerTimeout;
        m_limits.bodyTimeout = security.bodyTimeout;
        m_limits.keepAliveTimeout = m_view->config->server.keepAliveTimeout;
    }
    return m_view;
}

void FrontEnd::adopt(qintptr descriptor)
{
    view();
    auto stream = m_worker.io().streams().adopt(descriptor);
    if (!stream)
        return;
    std::string counted;
    if (const int most = m_view->config->security.maxConnectionsPerAddress; most > 0) {
        counted = stream->peerAddress();
        if (!m_gateway.addressCounts().tryAdd(counted, most)) {
            m_worker.stats().connectionsRefused.add();
            return;
        }
    }
    auto *connection = new HttpServerConnection(m_worker.io(), std::move(stream), *this, m_limits);
    auto session = std::make_unique<ClientSession>(*this, *connection);
    session->countedAddress = std::move(counted);
    connection->userData = session.release();
    m_connections.insert(connection);
    m_worker.stats().connections.add(1);
    if (m_draining)
        connection->closeWhenIdle();
}

void FrontEnd::drain()
{
    m_draining = true;
    const std::vector<HttpServerConnection *> connections(m_connections.begin(),
                                                          m_connections.end());
    for (HttpServerConnection *connection : connections) {
        if (m_connections.contains(connection))
            connection->closeWhenIdle();
    }
}

void FrontEnd::connectionClosed(HttpServerConnection &connection)
{
    m_connections.erase(&connection);
    m_worker.stats().connections.add(-1);
    const std::unique_ptr<ClientSession> session(
        static_cast<ClientSession *>(std::exchange(connection.userData, nullptr)));
    if (!session->countedAddress.empty())
        m_gateway.addressCounts().remove(session->countedAddress);
}

void FrontEnd::responseDrained(HttpServerConnection &connection)
{
    static_cast<ClientSession *>(connection.userData)->drained();
}

std::string FrontEnd::protocolErrorBody(int status, std::string_view reason)
{
    m_worker.stats().requests[static_cast<std::size_t>(RequestOutcome::BadRequest)].add();
    const int code = status == 400 ? rpc::kParseError : rpc::kInvalidRequest;
    std::string body = rpc::errorObject({}, code, reason);
    callrecord::add(m_gateway.shared(),
                    {.httpStatus = status, .code = code, .message = reason, .response = body});
    return body;
}

std::string_view FrontEnd::commonHeaders(const HttpServerConnection &, const HttpRequest &request)
{
    const auto &current = view();
    if (current->config->cors.origins.empty())
        return {};
    const std::string_view origin = request.header(HttpHeader::Origin);
    m_common = "Vary: Origin\r\n";
    if (!origin.empty() && current->originAllowed(origin)
        && origin.find_first_of("\r\n") == std::string_view::npos) {
        m_common.append("Access-Control-Allow-Origin: ").append(origin).append("\r\n");
        m_common += "Access-Control-Expose-Headers: Retry-After, x-spillway-node, "
                    "x-spillway-attempts, x-spillway-cache, "
                    "x-spillway-credits\r\n";
    }
    return m_common;
}

// --- routes ------------------------------------------------------------------------------------------------

FrontEnd::Route FrontEnd::routePath(std::string_view path)
{
    const auto &table = m_worker.table()->ranking().table;
    if (table == m_lastTable && path == m_lastPath)
        return m_lastRoute;
    m_lastTable = table;
    m_lastPath = path;
    m_lastRoute = findRoute(path);
    return m_lastRoute;
}

FrontEnd::Route FrontEnd::findRoute(std::string_view path)
{
    Route route;
    path = withoutSlashes(path);
    const ServerConfig &server = view()->config->server;
    if (path == "/health") {
        route.kind = Route::Kind::Health;
    } else if (path == "/healthz") {
        route.kind = Route::Kind::Healthz;
    } else if (path == "/status") {
        route.kind = Route::Kind::Status;
    } else if (path == "/metrics") {
        route.kind = server.enableMetrics ? Route::Kind::Metrics : Route::Kind::Unknown;
    } else if (const auto chain = m_worker.table()->table().chainByPath(path)) {
        route.kind = Route::Kind::Rpc;
        route.chain = *chain;
    }
    if (!server.statusPagePath.empty() && path == server.statusPagePath) {
        route.rpcToo = route.kind == Route::Kind::Rpc;
        route.kind = Route::Kind::Page;
    }
    return route;
}

FrontEnd::Route FrontEnd::route(const HttpRequest &request)
{
    const std::string_view path = request.path();
    if (!view()->needsToken() || path.size() < 2)
        return routePath(path);
    const auto end = path.find('/', 1);
    const std::string_view segment = path.substr(1, end == std::string_view::npos ? end : end - 1);
    if (m_view->identify(segment) == nullptr)
        return routePath(path);
    Route found =
        routePath(end == std::string_view::npos ? std::string_view("/") : path.substr(end));
    found.token = segment;
    return found;
}

std::string_view FrontEnd::allowedVerbs(const Route &route)
{
    if (route.kind == Route::Kind::Rpc)
        return "Allow: POST, OPTIONS\r\n";
    return route.rpcToo ? "Allow: GET, HEAD, POST, OPTIONS\r\n" : "Allow: GET, HEAD, OPTIONS\r\n";
}

void FrontEnd::answerError(HttpServerConnection &connection,
                           int status,
                           int code,
                           std::string_view message,
                           std::string_view headers)
{
    m_worker.stats().requests[static_cast<std::size_t>(RequestOutcome::BadRequest)].add();
    const std::string body = rpc::errorObject({}, code, message);
    callrecord::add(m_gateway.shared(),
                    {.client = connection.peerAddress(),
                     .httpStatus = status,
                     .code = code,
                     .message = message,
                     .response = body});
    connection.respond(status, kJson, headers, body);
}

// --- admission ---------------------------------------------------------------------------------------------

/// What is foreign about the request on a loopback listener without tokens: "Host", "Origin" or nothing.
std::string_view FrontEnd::foreignWord(const HttpRequest &request)
{
    if (m_view->needsToken())
        return {};
    const std::string_view origin = request.header(HttpHeader::Origin);
    if (!origin.empty() && !m_view->originAllowed(origin))
        return "Origin";
    if (!m_view->loopback)
        return {};
    const std::string_view host = request.header(HttpHeader::Host);
    if (host.data() == nullptr || host == m_goodHost)
        return {};
    if (!m_view->hostAllowed(host))
        return "Host";
    m_goodHost = host;
    return {};
}

void FrontEnd::admitClient(ClientSession::Admission &admission,
                           const HttpRequest &request,
                           std::string_view pathToken)
{
    admission.identity = nullptr;
    admission.refuseStatus = 0;
    if (const std::string_view word = foreignWord(request); !word.empty()) {
        admission.refuseStatus = 403;
        admission.refuseText =
            word == "Host" ? "this Host name is not accepted; add it to [security] allowed_hosts"
                           : "this Origin is not accepted; add it to [cors] origins";
        return;
    }
    if (m_view->needsToken()) {
        const std::string_view token =
            pathToken.empty() ? bearer(request.header(HttpHeader::Authorization)) : pathToken;
        admission.identity = m_view->identify(token);
        if (admission.identity == nullptr) {
            admission.refuseStatus = 401;
            admission.refuseText = kNeedsToken;
            return;
        }
        const auto &chains = admission.identity->config->chains;
        const std::string &chain = m_worker.table()->table().chains()[admission.chain].config->name;
        if (!chains.empty() && std::find(chains.begin(), chains.end(), chain) == chains.end()) {
            admission.refuseStatus = 403;
            admission.refuseText = "this token may not use the chain " + chain;
        }
    }
}

/// Path and verb first; false when the request was answered here.
bool FrontEnd::admit(HttpServerConnection &connection, const HttpRequest &request)
{
    view();
    const Route found = route(request);
    if (request.method == HttpMethod::Options) {
        preflight(connection, request, found);
        return false;
    }
    if (found.kind == Route::Kind::Unknown && m_view->needsToken()
        && request.method == HttpMethod::Post
        && m_view->identify(bearer(request.header(HttpHeader::Authorization))) == nullptr) {
        // Perhaps a mistyped token: who is not let in is not told which paths there are.
        auto &admission = static_cast<ClientSession *>(connection.userData)->admission;
        admission.view = m_view;
        admission.table = m_worker.table();
        admission.chain = 0;
        admitClient(admission, request, {});
        return true;
    }
    if (found.kind == Route::Kind::Unknown) {
        answerError(connection,
                    404,
                    rpc::kInvalidRequest,
                    "there is nothing at this path; chains answer at /<chain>");
        return false;
    }
    if (request.upgrade && request.method == HttpMethod::Get
        && startsWithNoCase(request.header(HttpHeader::Upgrade), "websocket")) {
        answerError(connection,
                    501,
                    rpc::kInvalidRequest,
                    "this version does not speak WebSocket to clients; use HTTP POST");
        return false;
    }
    const bool isGet = request.method == HttpMethod::Get || request.method == HttpMethod::Head;
    if (isGet && found.kind != Route::Kind::Rpc) {
        serveGet(connection, request, found);
        return false;
    }
    const bool takesPost = found.kind == Route::Kind::Rpc || found.rpcToo;
    if (request.method != HttpMethod::Post || !takesPost) {
        answerError(connection,
                    405,
                    rpc::kInvalidRequest,
                    "this path does not take the verb",
                    allowedVerbs(found));
        return false;
    }
    auto &admission = static_cast<ClientSession *>(connection.userData)->admission;
    // Rarely another: what several workers share is not touched for every request.
    if (admission.view != m_view)
        admission.view = m_view;
    if (const auto &table = m_worker.table(); admission.table != table)
        admission.table = table;
    admission.chain = found.chain;
    admitClient(admission, request, found.token);
    if (!m_view->clientRate.unlimited() || m_gateway.shared().recorder().wanted())
        admission.address = m_view->trustedProxies.clientAddress(
            connection.peerAddress(), request.header(HttpHeader::XForwardedFor));
    return true;
}

bool FrontEnd::requestHead(HttpServerConnection &connection, const HttpRequest &request)
{
    if (!admit(connection, request))
        return false;
    const auto &admission = static_cast<ClientSession *>(connection.userData)->admission;
    if (admission.refuseStatus == 0)
        return true;
    // A small body is read all the same: the refusal is to carry the caller's id.
    const std::string_view length = request.header(HttpHeader::ContentLength);
    if (!length.empty() && length.size() <= kDigitsReadForId
        && !request.hasHeader(HttpHeader::Expect))
        return true;
    refuse(connection, admission.refuseStatus, admission.refuseText);
    return false;
}

/// 401 or 403 to a request whose body is not read.
void FrontEnd::refuse(HttpServerConnection &connection, int status, std::string_view message)
{
    const bool unauthorized = status == 401;
    const RequestOutcome outcome =
        unauthorized ? RequestOutcome::Unauthorized : RequestOutcome::Forbidden;
    m_worker.stats().requests[static_cast<std::size_t>(outcome)].add();
    const std::string body = rpc::errorObject({}, -32001, message);
    callrecord::add(m_gateway.shared(),
                    {.client = connection.peerAddress(),
                     .outcome = outcome,
                     .httpStatus = status,
                     .code = -32001,
                     .message = message,
                     .response = body});
    connection.respond(status, kJson, unauthorized ? "WWW-Authenticate: Bearer\r\n" : "", body);
}

void FrontEnd::requestReady(HttpServerConnection &connection, const HttpRequest &request)
{
    // A request without a body has not been through requestHead().
    if (request.body.empty() && !admit(connection, request))
        return;
    static_cast<ClientSession *>(connection.userData)->serve(request);
}

// --- endpoints ---------------------------------------------------------------------------------------------

void FrontEnd::preflight(HttpServerConnection &connection,
                         const HttpRequest &request,
                         const Route &found)
{
    if (found.kind == Route::Kind::Unknown) {
        answerError(connection,
                    404,
                    rpc::kInvalidRequest,
                    "there is nothing at this path; chains answer at /<chain>");
        return;
    }
    if (const std::string_view word = foreignWord(request); !word.empty()) {
        refuse(connection, 403, "this " + std::string(word) + " is not accepted");
        return;
    }
    std::string headers(allowedVerbs(found));
    if (request.hasHeader(HttpHeader::Origin)
        && m_view->originAllowed(request.header(HttpHeader::Origin))) {
        headers += "Access-Control-Allow-Methods: GET, HEAD, POST, "
                   "OPTIONS\r\nAccess-Control-Max-Age: 86400\r\n";
        const std::string_view wanted = request.header("access-control-request-headers");
        if (!wanted.empty() && wanted.find_first_of("\r\n") == std::string_view::npos)
            headers.append("Access-Control-Allow-Headers: ").append(wanted).append("\r\n");
    }
    connection.respond(204, {}, headers, {});
}

void FrontEnd::serveGet(HttpServerConnection &connection,
                        const HttpRequest &request,
                        const Route &found)
{
    if (const std::string_view word = foreignWord(request); !word.empty()) {
        refuse(connection, 403, "this " + std::string(word) + " is not accepted");
        return;
    }
    // On loopback whoever can connect can read the process's files as well; elsewhere figures need a token.
    const bool open = found.kind == Route::Kind::Health || found.kind == Route::Kind::Healthz;
    if (!open && !m_view->loopback && m_view->needsToken() && found.token.empty()
        && m_view->identify(bearer(request.header(HttpHeader::Authorization))) == nullptr) {
        refuse(connection, 401, kNeedsToken);
        return;
    }
    constexpr std::string_view kNoStore = "Cache-Control: no-store\r\n";
    const Endpoints endpoints(m_gateway, m_worker.table()->table());
    switch (found.kind) {
    case Route::Kind::Health:
        connection.respond(200, kJson, kNoStore, endpoints.health());
        return;
    case Route::Kind::Healthz: {
        const bool usable = endpoints.anyUsable();
        connection.respond(usable ? 200 : 503,
                           kJson,
                           kNoStore,
                           usable ? R"({"status":"ok"})" : R"({"status":"no usable node"})");
        return;
    }
    case Route::Kind::Status:
        connection.respond(200, kJson, kNoStore, endpoints.status());
        return;
    case Route::Kind::Metrics:
        connection.respond(
            200, "text/plain; version=0.0.4; charset=utf-8", kNoStore, endpoints.metrics());
        return;
    case Route::Kind::Page:
        connection.respond(200,
                           "text/html; charset=utf-8",
                           "Cache-Control: no-store\r\nContent-Security-Policy: default-src "
                           "'none'; style-src 'unsafe-inline'\r\n"
                           "X-Content-Type-Options: nosniff\r\n",
                           endpoints.page());
        return;
    case Route::Kind::Rpc:
    case Route::Kind::Unknown:
        return;
    }
}

} // namespace spillway
