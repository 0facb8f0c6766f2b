// SPDX-License-Identifier: MIT
#pragma once

#include "io/httpserver.h"
#include "pipeline/workertable.h"
#include "server/clientsession.h"
#include "server/gateway.h"

#include <memory>
#include <string>
#include <string_view>
#include <unordered_set>

namespace spillway {

/// Serves HTTP on one worker: takes connections over, admits requests (Host, Origin, token, path, verb) and hands
/// them to the JSON-RPC session or the endpoints. Contract, section 2.
class FrontEnd final : private HttpRequestHandler
{
public:
    FrontEnd(WorkerContext &worker, Gateway &gateway);
    ~FrontEnd() override;

    void adopt(qintptr descriptor);
    /// Idle connections close now, busy ones after their answer.
    void drain();

    [[nodiscard]] std::size_t connectionCount() const { return m_connections.size(); }

    WorkerContext &worker() { return m_worker; }

    Gateway &gateway() { return m_gateway; }

    /// The current view; picks up what was published since the last call.
    const std::shared_ptr<const ServerView> &view();

private:
    struct Route
    {
        enum class Kind { Rpc, Health, Healthz, Status, Metrics, Page, Unknown };

        Kind kind = Kind::Unknown;
        std::size_t chain = 0;
        bool rpcToo = false;    ///< "/" is the page for GET and JSON-RPC for POST
        std::string_view token; ///< first path segment when it is a client token
    };

    bool requestHead(HttpServerConnection &connection, const HttpRequest &request) override;
    void requestReady(HttpServerConnection &connection, const HttpRequest &request) override;
    std::string protocolErrorBody(int status, std::string_view reason) override;
    std::string_view commonHeaders(const HttpServerConnection &connection,
                                   const HttpRequest &request) override;
    void responseDrained(HttpServerConnection &connection) override;
    void connectionClosed(HttpServerConnection &connection) override;

    Route route(const HttpRequest &request);
    Route routePath(std::string_view path);
    Route findRoute(std::string_view path);
    bool admit(HttpServerConnection &connection, const HttpRequest &request);
    void admitClient(ClientSession::Admission &admission,
                     const HttpRequest &request,
                     std::string_view pathToken);
    std::string_view foreignWord(const HttpRequest &request);
    void answerError(HttpServerConnection &connection,
                     int status,
                     int code,
                     std::string_view message,
                     std::string_view headers = {});
    void refuse(HttpServerConnection &connection, int status, std::string_view message);
    void serveGet(HttpServerConnection &connection, const HttpRequest &request, const Route &route);
    void
    preflight(HttpServerConnection &connection, const HttpRequest &request, const Route &route);
    static std::string_view allowedVerbs(const Route &route);

    WorkerContext &m_worker;
    Gateway &m_gateway;
    std::uint64_t m_viewVersion = 0;
    std::shared_ptr<const ServerView> m_view;
    HttpServerLimits m_limits;
    std::string m_goodHost; ///< the Host value accepted last: the common case costs one comparison
    std::string m_common;
    // The path asked for last, for the same reason; void once the table or the view is another.
    std::shared_ptr<const RoutingTable> m_lastTable;
    std::string m_lastPath;
    Route m_lastRoute;
    bool m_draining = false;
    std::unordered_set<HttpServerConnection *> m_connections;
};

} // namespace spillway
