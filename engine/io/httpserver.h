// SPDX-License-Identifier: MIT
#pragma once

#include "io/httpheader.h"
#include "io/iocontext.h"

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace spillway {

enum class HttpMethod : unsigned char { Get, Head, Post, Options, Other };

/// One request. Views stay valid until the response is complete or the connection is gone: head and body are kept
/// in the connection's own memory.
struct HttpRequest
{
    HttpMethod method = HttpMethod::Other;
    std::string_view methodName;
    std::string_view
        target; ///< as sent, e.g. "/ethereum?x=1" (absolute-form is reduced to path and query)
    int versionMinor = 1; ///< HTTP/1.0 or 1.1
    bool upgrade = false; ///< `Connection: upgrade` with an Upgrade header
    std::vector<std::pair<std::string_view, std::string_view>>
        headers;                                     ///< names as sent, values trimmed
    std::array<std::int16_t, kKnownHeaders> known{}; ///< index in `headers`; -1: not there
    std::string_view body;

    HttpRequest() { known.fill(-1); }

    /// First value of a header. Empty view with data()==nullptr: absent.
    [[nodiscard]] std::string_view header(HttpHeader header) const
    {
        const std::int16_t index = known[static_cast<std::size_t>(header)];
        return index < 0 ? std::string_view() : headers[static_cast<std::size_t>(index)].second;
    }

    [[nodiscard]] bool hasHeader(HttpHeader header) const
    {
        return known[static_cast<std::size_t>(header)] >= 0;
    }

    /// The same for headers that are seldom asked for, name compared without case. Empty view with data()==nullptr: absent.
    [[nodiscard]] std::string_view header(std::string_view name) const;

    [[nodiscard]] bool hasHeader(std::string_view name) const
    {
        return header(name).data() != nullptr;
    }

    /// Target without the query.
    [[nodiscard]] std::string_view path() const;
};

struct HttpServerLimits
{
    std::size_t maxHeaderBytes = 16384; ///< above: 431
    std::size_t maxBodyBytes =
        1048576; ///< above: 413, from Content-Length before a body byte is read
    Milliseconds headerTimeout{10000}; ///< for the whole head, from its first byte (or the accept)
    Milliseconds bodyTimeout{30000};   ///< for the whole body
    Milliseconds keepAliveTimeout{75000}; ///< idle between requests
    Milliseconds writeTimeout{
        30000}; ///< a client that takes no byte of a pending answer for so long is dropped
};

class HttpServerConnection;

/// What serves the requests of a connection. Same thread as the connection.
class HttpRequestHandler
{
public:
    virtual ~HttpRequestHandler() = default;

    /// The head is complete, the body is still to come (request.body is empty). Return false after having called
    /// respond(): the body is then not awaited and the connection closes after the answer. Only called for requests
    /// with a body; lets 401/403/404/405 go out before a large body, and before "100 Continue".
    virtual bool requestHead(HttpServerConnection &connection, const HttpRequest &request) = 0;

    /// The whole request is there. Exactly one response must follow, now or later.
    virtual void requestReady(HttpServerConnection &connection, const HttpRequest &request) = 0;

    /// The body for an error the connection answers by itself: 400, 408, 413, 417, 431, 501, 505. Content type
    /// JSON. A question only: it must not touch the connection.
    virtual std::string protocolErrorBody(int status, std::string_view reason) = 0;
    /// Header lines ("Name: value\r\n" each) that every response of this connection carries, e.g. CORS. For an
    /// error the connection answers by itself `request` may be empty. A question only, as above.
    virtual std::string_view commonHeaders(const HttpServerConnection &connection,
                                           const HttpRequest &request) = 0;

    /// The answer now being streamed may go on.
    virtual void responseDrained(HttpServerConnection &) {}

    /// The connection is gone; a pending request's response will go nowhere. Forget the reference: the connection
    /// deletes itself after this returns, unless it was deleted inside. Always called from the event loop, never
    /// from inside a call to the connection. Not called when somebody else deletes the connection.
    virtual void connectionClosed(HttpServerConnection &connection) = 0;
};

/// One client connection: HTTP/1.0 and 1.1, strictly (see HttpParser). Keep-alive; pipelined requests are answered
/// one after the other in order, further input waits unread while one is being served; chunked and counted bodies;
/// `Expect: 100-continue`; a client that half-closed still gets its answers. Smuggling forms (two lengths, length
/// and chunked, white space before a colon, signs in a length …) get 400 and a close.
///
/// The handler is never called from inside respond() and its kind: the next pipelined request comes from the event
/// loop. Whoever made the connection may delete it at any time, also inside its callbacks; one that ends by itself
/// deletes itself (see HttpRequestHandler::connectionClosed).
class HttpServerConnection final : private StreamHandler
{
public:
    HttpServerConnection(IoContext &context,
                         std::unique_ptr<Stream> stream,
                         HttpRequestHandler &handler,
                         const HttpServerLimits &limits);
    ~HttpServerConnection() override;

    /// Sends a whole response. `headers` are complete lines ("Name: value\r\n"). Date, Content-Length and
    /// Connection are added here; HEAD, 204 and 304 send no body (HEAD keeps the length). One write for small
    /// bodies. Ignored when no request waits for its response.
    void respond(int status,
                 std::string_view contentType,
                 std::string_view headers,
                 std::string_view body);

    /// Starts a streamed response; without `length` it is chunked (HTTP/1.1) or ends by close (1.0).
    void beginResponse(int status,
                       std::string_view contentType,
                       std::string_view headers,
                       std::optional<std::uint64_t> length);
    /// False: stop until responseDrained().
    bool writeBody(std::string_view bytes);
    void endResponse();
    /// The body cannot be completed: closes without the final chunk, so that the client sees the truncation.
    void abortResponse();

    /// The stream of an upgraded connection (the handler has checked `upgrade`), inside or after requestReady and
    /// instead of a response. `unread` receives what came after the request. The caller sets its own handler and
    /// then calls setReadingPaused(false). connectionClosed() follows from the event loop.
    [[nodiscard]] std::unique_ptr<Stream> takeStream(std::string &unread);

    /// Finishes the running exchange, then closes; idle connections close at once. For shutdown.
    void closeWhenIdle();

    [[nodiscard]] bool isBusy() const; ///< a request is being read or served
    [[nodiscard]] std::string_view peerAddress() const;
    [[nodiscard]] const HttpRequest &request() const;

    void *userData = nullptr; ///< the handler's own

private:
    void streamData(Stream &, std::string_view bytes) override;
    void streamEnded(Stream &) override;
    void streamFailed(Stream &, TransportFailure failure, std::string_view detail) override;
    void streamDrained(Stream &) override;

    class Private;
    std::unique_ptr<Private> d;
};

} // namespace spillway
