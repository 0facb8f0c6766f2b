// SPDX-License-Identifier: MIT
#pragma once

#include "io/iocontext.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace spillway {

/// An answer, or its head when the body is streamed. Views die when the callback returns.
struct HttpResponse
{
    int status = 0;
    std::string_view body; ///< decoded (gzip/deflate undone), whole; empty while streaming
    std::string_view contentType;
    std::string_view retryAfter;
    std::string_view date;
    std::string_view location;
    std::optional<std::uint64_t> contentLength; ///< of the decoded body, where known
};

struct HttpClientLimits
{
    std::size_t maxHeaderBytes = 65536;
    std::size_t bufferBytes = 1048576; ///< bodies up to here are delivered whole
    std::size_t maxBodyBytes = 0;      ///< decoded; 0 = no limit. Above: TooLarge
    std::size_t maxInflateRatio =
        200; ///< decoded to encoded, above 1 MiB decoded: TooLarge (zip bomb)
};

class HttpClientConnection;

class HttpResponseHandler
{
public:
    virtual ~HttpResponseHandler() = default;

    /// The whole answer. The connection is idle again (reusable() tells whether it may serve another request)
    /// and may be deleted or given a new request inside this call.
    virtual void responseComplete(HttpClientConnection &connection,
                                  const HttpResponse &response) = 0;

    /// The body outgrew bufferBytes: `response.body` holds what came so far. Return true to have it streamed:
    /// this prefix is then the handler's, and responseChunk()/responseEnded() follow. Return false to give up:
    /// the connection is then unusable and the handler must drop it.
    virtual bool responseLarge(HttpClientConnection &connection, const HttpResponse &response) = 0;

    virtual void responseChunk(HttpClientConnection &, std::string_view) {}

    virtual void responseEnded(HttpClientConnection &) {}

    /// The exchange failed; the connection is dead. `answerBegun`: at least one byte of an answer came.
    /// `bytesLeft`: at least one byte of the request may have left this machine.
    virtual void exchangeFailed(HttpClientConnection &connection,
                                TransportFailure failure,
                                std::string_view detail,
                                bool answerBegun,
                                bool bytesLeft) = 0;

    /// An idle connection was closed by the peer, sent bytes nobody asked for, could not be made, or its idle time
    /// is over: drop it from the pool.
    virtual void idleClosed(HttpClientConnection &connection) = 0;

    /// The whole request is in the kernel's hands: for time measurements. May come from inside send(). Optional.
    virtual void requestSent(HttpClientConnection &) {}
};

/// One connection to a node, one exchange at a time. HTTP/1.1 answers with llhttp: counted, chunked and
/// close-delimited bodies, 1xx skipped, gzip and deflate decoded with a bound. EOF before the framing ends is a
/// failure, never a success. The owner deletes it, also inside its own callbacks.
class HttpClientConnection final : private StreamHandler
{
public:
    /// Starts to connect at once. A request may be given before the connection is up.
    HttpClientConnection(IoContext &context,
                         const StreamTarget &target,
                         const HttpClientLimits &limits);
    /// On a stream made elsewhere, which is `connected` or will report that it is.
    HttpClientConnection(IoContext &context,
                         std::unique_ptr<Stream> stream,
                         bool connected,
                         const HttpClientLimits &limits);
    ~HttpClientConnection() override;

    void setHandler(HttpResponseHandler *handler);

    /// Sends head (ending in the blank line) and body. The views must stay valid until the answer has come or the
    /// exchange failed: a request that waits for the connection is not copied. A failure is told from the event
    /// loop, never from inside this call; also when the connection turns out to be unusable.
    void send(std::string_view head, std::string_view body);

    /// Kept alive by the peer, nothing pending, idle for less than the time the peer announced (Keep-Alive: timeout)
    /// or 4 s by default. Looks at the descriptor for an unseen close when it was idle for longer than 1 ms (the
    /// event loop tells of older ones).
    [[nodiscard]] bool reusable();
    [[nodiscard]] bool connected() const;
    [[nodiscard]] bool
    everUsed() const; ///< a complete answer came on it before: a keep-alive race is possible

    void setReadingPaused(bool paused);
    /// Ends the running exchange without a callback; the connection is then dead.
    void abort();

    void *userData = nullptr; ///< the owner's own

private:
    void streamConnected(Stream &) override;
    void streamData(Stream &, std::string_view bytes) override;
    void streamEnded(Stream &) override;
    void streamFailed(Stream &, TransportFailure failure, std::string_view detail) override;
    void streamDrained(Stream &) override;

    class Private;
    std::unique_ptr<Private> d;
};

} // namespace spillway
