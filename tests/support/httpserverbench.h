// SPDX-License-Identifier: MIT
#pragma once

#include "fakestream.h"
#include "httpbytes.h"
#include "io/httpserver.h"
#include "manualclock.h"

#include <functional>

namespace spillway::test::server {

enum class Moment { Never, Head, Ready, Drained, Closed };

/// Notes every callback as one line and answers as told.
class Recorder final : public HttpRequestHandler
{
public:
    bool requestHead(HttpServerConnection &connection, const HttpRequest &request) override
    {
        m_log += "head " + describe(request) + "\n";
        bodyEmptyInHead = bodyEmptyInHead && request.body.empty();
        if (deleteAt(Moment::Head, connection))
            return true;
        if (refuseHeads) {
            connection.respond(401, "text/plain", "X-Why: token\r\n", "no");
            return false;
        }
        return true;
    }

    void requestReady(HttpServerConnection &connection, const HttpRequest &request) override
    {
        m_log += "ready " + describe(request) + " [" + std::string(request.body) + "]\n";
        if (deleteAt(Moment::Ready, connection))
            return;
        if (onReady)
            onReady(connection, request);
        else
            connection.respond(200, "application/json", {}, "re:" + std::string(request.body));
    }

    std::string protocolErrorBody(int status, std::string_view reason) override
    {
        return "{\"status\":" + std::to_string(status) + ",\"reason\":\"" + std::string(reason)
               + "\"}";
    }

    std::string_view commonHeaders(const HttpServerConnection &, const HttpRequest &) override
    {
        return common;
    }

    void responseDrained(HttpServerConnection &connection) override
    {
        m_log += "drained\n";
        if (deleteAt(Moment::Drained, connection))
            return;
        if (onDrained)
            onDrained(connection);
    }

    void connectionClosed(HttpServerConnection &connection) override
    {
        m_log += "closed\n";
        closed = true;
        deleteAt(Moment::Closed, connection);
    }

    std::string takeLog() { return std::exchange(m_log, {}); }

    Moment deletion = Moment::Never;
    bool refuseHeads = false;
    bool closed = false;
    bool bodyEmptyInHead = true;
    std::string common;
    std::function<void(HttpServerConnection &, const HttpRequest &)> onReady;
    std::function<void(HttpServerConnection &)> onDrained;

private:
    static std::string describe(const HttpRequest &request)
    {
        std::string text = std::string(request.methodName) + " " + std::string(request.target)
                           + " 1." + std::to_string(request.versionMinor)
                           + (request.upgrade ? " upgrade" : "");
        for (const auto &[name, value] : request.headers)
            text += " " + std::string(name) + "=" + std::string(value) + ";";
        return text;
    }

    bool deleteAt(Moment moment, HttpServerConnection &connection)
    {
        if (deletion != moment)
            return false;
        closed = true;
        delete &connection;
        return true;
    }

    std::string m_log;
};

struct Bench
{
    explicit Bench(const HttpServerLimits &limits = {})
        : wire(std::make_shared<FakeWire>())
    {
        connection =
            new HttpServerConnection(context, std::make_unique<FakeStream>(wire), recorder, limits);
    }

    ~Bench()
    {
        if (!recorder.closed)
            delete connection;
    }

    Bench(const Bench &) = delete;
    Bench &operator=(const Bench &) = delete;

    /// A turn of the event loop.
    void turn()
    {
        for (int i = 0; i < 4; ++i) {
            context.timers().fireDue();
            wire->flow();
        }
    }

    void advance(Milliseconds by)
    {
        clock.advance(by);
        turn();
    }

    ManualClock clock;
    IoContext context{clock, IoBackend::Qt};
    Recorder recorder;
    std::shared_ptr<FakeWire> wire;
    HttpServerConnection *connection = nullptr;
};

inline std::string withoutDate(std::string text)
{
    for (;;) {
        const std::size_t at = text.find("Date: ");
        if (at == std::string::npos)
            return text;
        text.erase(at, text.find("\r\n", at) + 2 - at);
    }
}

inline std::string
post(std::string_view target, std::string_view body, std::string_view headers = {})
{
    return "POST " + std::string(target) + " HTTP/1.1\r\nHost: a\r\n" + std::string(headers)
           + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + std::string(body);
}

inline constexpr std::string_view kGet = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

/// Everything that can be seen from outside, after the bytes came cut in the given way.
inline std::string outcome(std::string_view bytes, const Cuts &cuts, bool thenEnd = false)
{
    HttpServerLimits limits;
    limits.maxHeaderBytes = 512;
    limits.maxBodyBytes = 64;
    Bench bench(limits);
    for (const std::string_view piece : piecesOf(bytes, cuts)) {
        bench.wire->deliver(piece);
        bench.turn();
    }
    if (thenEnd) {
        bench.wire->end();
        bench.turn();
    }
    return bench.recorder.takeLog() + withoutDate(bench.wire->sent)
           + (bench.wire->finished ? "<finished>" : "") + (bench.wire->aborted ? "<aborted>" : "");
}

} // namespace spillway::test::server
