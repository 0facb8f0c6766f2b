// SPDX-License-Identifier: MIT
#pragma once

#include "fakestream.h"
#include "io/httpclient.h"
#include "manualclock.h"

#include <algorithm>
#include <functional>

namespace spillway::test::client {

enum class Moment { Never, Complete, Large, Chunk, Ended, Failed, IdleClosed, Sent };

class Recorder final : public HttpResponseHandler
{
public:
    void responseComplete(HttpClientConnection &connection, const HttpResponse &response) override
    {
        m_log += "complete " + describe(response) + " [" + std::string(response.body) + "]"
                 + (connection.reusable() ? " reusable" : "") + "\n";
        lastBody = response.body.data();
        if (deleteAt(Moment::Complete, connection))
            return;
        if (onComplete)
            onComplete(connection);
    }

    bool responseLarge(HttpClientConnection &connection, const HttpResponse &response) override
    {
        m_log += "large " + describe(response) + "\n";
        m_streamed += response.body;
        largestPiece = std::max(largestPiece, response.body.size());
        if (deleteAt(Moment::Large, connection))
            return true;
        if (onPiece)
            onPiece(connection);
        return wantsLarge;
    }

    void responseChunk(HttpClientConnection &connection, std::string_view bytes) override
    {
        m_streamed += bytes;
        largestPiece = std::max(largestPiece, bytes.size());
        ++chunks;
        if (deleteAt(Moment::Chunk, connection))
            return;
        if (onPiece)
            onPiece(connection);
    }

    void responseEnded(HttpClientConnection &connection) override
    {
        m_log += "ended" + std::string(connection.reusable() ? " reusable" : "") + "\n";
        deleteAt(Moment::Ended, connection);
    }

    void exchangeFailed(HttpClientConnection &connection,
                        TransportFailure failure,
                        std::string_view detail,
                        bool answerBegun,
                        bool bytesLeft) override
    {
        m_log += "failed " + std::string(transportFailureName(failure))
                 + (answerBegun ? " begun" : "") + (bytesLeft ? " left" : "") + "\n";
        lastDetail = detail;
        deleteAt(Moment::Failed, connection);
    }

    void idleClosed(HttpClientConnection &connection) override
    {
        m_log += "idle closed\n";
        deleteAt(Moment::IdleClosed, connection);
    }

    void requestSent(HttpClientConnection &connection) override
    {
        ++sent;
        deleteAt(Moment::Sent, connection);
    }

    std::string takeLog() { return std::exchange(m_log, {}); }

    std::string takeStreamed() { return std::exchange(m_streamed, {}); }

    Moment deletion = Moment::Never;
    bool deleted = false;
    bool wantsLarge = true;
    int sent = 0;
    int chunks = 0;
    std::size_t largestPiece = 0;
    const char *lastBody = nullptr;
    std::string lastDetail;
    std::function<void(HttpClientConnection &)> onComplete;
    std::function<void(HttpClientConnection &)> onPiece;

private:
    static std::string describe(const HttpResponse &response)
    {
        std::string text = std::to_string(response.status);
        for (const std::string_view part :
             {response.contentType, response.retryAfter, response.date, response.location}) {
            if (!part.empty())
                text += " " + std::string(part);
        }
        return text
               + (response.contentLength ? " of " + std::to_string(*response.contentLength)
                                         : std::string());
    }

    bool deleteAt(Moment moment, HttpClientConnection &connection)
    {
        if (deletion != moment)
            return false;
        deleted = true;
        delete &connection;
        return true;
    }

    std::string m_log;
    std::string m_streamed;
};

inline constexpr std::string_view kHead = "POST /key HTTP/1.1\r\nHost: node\r\n\r\n";
inline constexpr std::string_view kBody = "{\"id\":1}";

struct Bench
{
    explicit Bench(const HttpClientLimits &limits = {}, bool connected = true)
        : wire(std::make_shared<FakeWire>())
    {
        connection = new HttpClientConnection(
            context, std::make_unique<FakeStream>(wire), connected, limits);
        connection->setHandler(&recorder);
    }

    ~Bench()
    {
        if (!recorder.deleted)
            delete connection;
    }

    Bench(const Bench &) = delete;
    Bench &operator=(const Bench &) = delete;

    void send() { connection->send(kHead, kBody); }

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

    /// One exchange with a small answer.
    void exchange(std::string_view headers = {})
    {
        send();
        wire->deliver("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n" + std::string(headers) + "\r\n{}");
        recorder.takeLog();
    }

    ManualClock clock;
    IoContext context{clock, IoBackend::Qt};
    Recorder recorder;
    std::shared_ptr<FakeWire> wire;
    HttpClientConnection *connection = nullptr;
};

inline HttpClientLimits smallLimits()
{
    HttpClientLimits limits;
    limits.maxHeaderBytes = 256;
    limits.bufferBytes = 40;
    limits.maxBodyBytes = 100;
    return limits;
}

} // namespace spillway::test::client
