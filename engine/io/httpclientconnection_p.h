// SPDX-License-Identifier: MIT
#pragma once

#include "io/httpclient.h"
#include "io/httpparser.h"
#include "io/inflate.h"
#include "io/lifeguard.h"

namespace spillway {

/// The inside of HttpClientConnection: sending and the connection's life are in httpclient.cpp, answers in
/// httpclientread.cpp.
class HttpClientConnection::Private final : public HttpParser
{
public:
    Private(HttpClientConnection &connection, IoContext &context, const HttpClientLimits &limits);

    void connectTo(const StreamTarget &target, StreamHandler *streamHandler);

    void adopt(std::unique_ptr<Stream> stream, bool isConnected, StreamHandler *streamHandler);

    void setHandler(HttpResponseHandler *handler) { m_handler = handler; }

    void send(std::string_view head, std::string_view body);
    bool reusable();

    [[nodiscard]] bool isConnected() const { return m_connected && m_state != State::Dead; }

    [[nodiscard]] bool everUsed() const { return m_used; }

    void setReadingPaused(bool paused);
    void abort();

    // From the stream
    void connected();
    void received(std::string_view bytes);
    void ended();
    void failed(TransportFailure failure, std::string_view detail);
    void drained();

private:
    enum class State { Idle, Exchanging, Dead };
    enum class Reading { Head, Body, Rest }; ///< Rest: all has come, some is not yet decoded
    enum class Coding { Identity, Gzip, Deflate };
    static constexpr SteadyNs kDefaultIdle = 4 * kNsPerSecond;

    // Sending and life
    void writeRequest();
    void fail(TransportFailure failure, std::string_view detail);
    void closeIdle();
    void startIdleTime();
    void idleTimeOver();
    void laterReached();

    // Reading
    void processInput();
    bool readAnswerHead();
    bool takeHead();
    bool pickHeaders();
    void takeIdleTime(std::string_view keepAlive);
    bool takeCoding(std::string_view coding);
    void readAnswerBody();
    void bodyBytes(std::string_view bytes) override;
    void messageEnded();
    void deliver();
    bool deliverPlain();
    bool deliverDecoded();
    bool decodeStep();
    void ownPiece();
    [[nodiscard]] bool hasUndecoded() const;
    bool startStreaming(std::string_view prefix);
    bool tooLarge(std::uint64_t decoded);
    void complete(std::string_view body);
    void finishExchange();
    [[nodiscard]] HttpResponse response(std::string_view body) const;
    [[nodiscard]] std::string_view headerAt(HttpHeader header) const;

    HttpClientConnection &q;
    IoContext &m_context;
    HttpResponseHandler *m_handler = nullptr;
    std::unique_ptr<Stream> m_stream;
    const HttpClientLimits m_limits;
    LifeMark m_life;
    LazyTimer m_idleTimer;
    Timer m_laterTimer;
    SteadyNs m_idleSince = 0;
    SteadyNs m_idleLength = 0;

    State m_state = State::Idle;
    Reading m_reading = Reading::Head;
    Coding m_coding = Coding::Identity;

    // The request
    std::string_view m_requestHead;
    std::string_view m_requestBody;
    std::size_t m_requestSize = 0;
    bool m_written = false;
    bool m_sent = false;
    bool m_refused = false;

    // The answer
    std::string_view m_input; ///< in the stream's buffer, only during received()
    std::string_view m_piece; ///< body bytes as they came; in the input, in m_pieceOwn
    std::string m_pieceOwn;
    std::string m_body; ///< decoded, of answers that did not come in one piece
    std::uint64_t m_decoded = 0;
    std::unique_ptr<Inflater> m_inflater;
    bool m_lastsToClose = false;
    bool m_answerBegun = false;
    bool m_streaming = false;
    bool m_pieceIsOwn = false;

    bool m_connected = false;
    bool m_used = false;
    bool m_keptAlive = true;
    bool m_unusable = false; ///< send() came too late; still to be told
    bool m_paused = false;
    bool m_ended = false;
};

} // namespace spillway
