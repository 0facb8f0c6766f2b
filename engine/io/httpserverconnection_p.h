// SPDX-License-Identifier: MIT
#pragma once

#include "io/httpparser.h"
#include "io/httpserver.h"
#include "io/lifeguard.h"

namespace spillway {

/// The inside of HttpServerConnection. Two halves share it: reading requests (httpserverread.cpp) and writing
/// responses (httpserverwrite.cpp).
///
/// The handler is called from run() only, the outermost frame of whatever the event loop delivered; calls that come
/// from the handler change the phase and leave the rest to run(), or to a timer when run() is not on the stack.
class HttpServerConnection::Private final : public HttpParser
{
public:
    Private(HttpServerConnection &connection,
            IoContext &context,
            std::unique_ptr<Stream> stream,
            HttpRequestHandler &handler,
            const HttpServerLimits &limits);

    void start(StreamHandler *streamHandler);

    // From the stream
    void received(std::string_view bytes);
    void inputEnded();
    void failed();
    void drained();

    // From the handler
    [[nodiscard]] bool awaitsResponse() const;
    void respond(int status,
                 std::string_view contentType,
                 std::string_view headers,
                 std::string_view body);
    void beginResponse(int status,
                       std::string_view contentType,
                       std::string_view headers,
                       std::optional<std::uint64_t> length);
    bool writeBody(std::string_view bytes);
    void endResponse();
    void abortResponse();
    std::unique_ptr<Stream> takeStream(std::string &unread);
    void closeWhenIdle();
    [[nodiscard]] bool isBusy() const;
    [[nodiscard]] std::string_view peerAddress();

    [[nodiscard]] const HttpRequest &request() const { return m_request; }

private:
    enum class Phase {
        Head,      ///< between requests, or in a head
        Body,      ///< the head is there, the body comes
        Serving,   ///< the handler has the request
        Streaming, ///< the response has begun
        Draining,  ///< the response is complete but not all of it is out
        Closing,   ///< the last response is written; waiting for the peer to take it and to close
        Dead,      ///< to be removed
    };
    enum class Wait { None, Idle, Header, Body, Write, Linger };
    enum class BodyFraming { None, Counted, Chunked, ToClose };

    // Reading
    void run();
    void settle();
    void step();
    void stepHead();
    void stepBody();
    void stepUnknownMethod();
    void headComplete();
    void buildRequest();
    [[nodiscard]] std::string_view hostFault();
    void reduceTarget();
    bool announceHead();
    void serve();
    void bodyBytes(std::string_view bytes) override;

    [[nodiscard]] bool canRead() const { return m_phase == Phase::Head || m_phase == Phase::Body; }

    [[nodiscard]] bool hasUnread() const { return !m_input.empty() || !m_held.empty(); }

    void hold(std::string_view bytes);
    void detachInput();
    void pauseReading();
    void nextRequest();
    void requestCutShort();

    // Writing
    void fail(int status, std::string_view reason);
    void failParse();
    std::string_view composeHead(int status,
                                 std::string_view contentType,
                                 std::string_view headers,
                                 std::string_view body = {});
    void write(std::string_view first, std::string_view second = {});
    void exchangeDone();
    void beginClose();
    void finishStream();
    [[nodiscard]] bool willClose() const;

    // Life and time
    void later();
    void afterCall();
    void remove();
    void deadlineReached();
    void checkWriteProgress(SteadyNs now);
    [[nodiscard]] Wait wantedWait() const;
    [[nodiscard]] SteadyNs waitLength(Wait wait) const;
    void updateDeadline();

    HttpServerConnection &q;
    IoContext &m_context;
    std::unique_ptr<Stream> m_stream;
    HttpRequestHandler &m_handler;
    const HttpServerLimits m_limits;
    LifeMark m_life;
    LazyTimer m_deadlineTimer;
    Timer m_laterTimer;

    HttpRequest m_request;
    std::string m_body;
    std::string m_reducedTarget;
    std::string m_unknownMethod;
    std::string m_peer;
    std::string m_goodHost; ///< the last Host that was found well-formed

    std::string_view
        m_input; ///< not parsed yet; in the stream's buffer during run(), else in m_inputOwn
    std::string m_inputOwn;
    std::string m_held; ///< came while m_input was not yet used up
    bool m_inputIsOwn = false;

    Phase m_phase = Phase::Head;
    Wait m_wait = Wait::None;
    SteadyNs m_progressAt = 0;
    std::uint64_t m_accepted = 0; ///< bytes given to the stream
    std::uint64_t m_takenMark = 0;

    BodyFraming m_framing = BodyFraming::None;
    std::uint64_t m_remaining = 0;
    std::uint64_t m_bodyWire = 0; ///< bytes of a chunked body with its framing
    bool m_firstChunk = true;

    bool m_running = false;
    bool m_inHeadCall = false;
    bool m_headAnnounced = false;
    bool m_expectsContinue = false;
    bool m_bodyTooLarge = false;
    bool m_isFirst = true;
    bool m_keepAlive = true;
    bool m_closeRequested = false;
    bool m_inputEnded = false;
    bool m_paused = false;
    bool m_blocked = false;
    bool m_finished = false;
};

} // namespace spillway
