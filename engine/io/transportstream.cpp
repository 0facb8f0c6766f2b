// SPDX-License-Identifier: MIT
#include "io/transportstream.h"

#include "core/mailbox.h"
#include "core/text.h"
#include "io/httptext.h"

#include <atomic>
#include <charconv>
#include <exception>
#include <unordered_map>

namespace spillway {
namespace {

struct Event
{
    std::uint64_t stream = 0;
    bool connected = false; ///< else: `reply`
    TransportReply reply = {};
};

class TransportStream;

/// It comes as a whole, so there is no streaming it to the client.
constexpr std::size_t kMostAnswer = std::size_t{64} << 20U;

/// The streams of one thread, by number: a reply may come from any thread, and after its stream has gone.
struct Switchboard
{
    std::shared_ptr<Transport> transport;
    Mailbox<Event> events;
    std::unordered_map<std::uint64_t, TransportStream *> streams;
    std::uint64_t last = 0;
};

/// What a transport owes for one question. Any thread. It must not hold the board, which holds the transport.
class Answer
{
public:
    Answer(const std::shared_ptr<Switchboard> &board, std::uint64_t stream)
        : m_board(board)
        , m_stream(stream)
    {}

    Answer(const Answer &) = delete;
    Answer &operator=(const Answer &) = delete;
    Answer(Answer &&) = delete;
    Answer &operator=(Answer &&) = delete;

    ~Answer()
    {
        if (!m_told)
            tell({.status = 0,
                  .body = {},
                  .retryAfter = {},
                  .problem = "the transport let go of the call without an answer"});
    }

    void tell(TransportReply reply)
    {
        m_told = true;
        if (const auto board = m_board.lock())
            board->events.post({.stream = m_stream, .reply = std::move(reply)});
    }

private:
    const std::weak_ptr<Switchboard> m_board;
    const std::uint64_t m_stream;
    std::atomic<bool> m_told{false};
};

class TransportStream final : public Stream
{
public:
    TransportStream(std::shared_ptr<Switchboard> board, const StreamTarget &target)
        : m_board(std::move(board))
        , m_number(++m_board->last)
        , m_target(target)
    {
        m_board->streams.emplace(m_number, this);
        m_board->events.post({.stream = m_number, .connected = true});
    }

    ~TransportStream() override { m_board->streams.erase(m_number); }

    void happened(Event &event)
    {
        if (event.connected) {
            m_handler->streamConnected(*this);
            return;
        }
        if (m_paused) {
            m_waiting = std::move(event.reply);
            return;
        }
        deliver(event.reply);
    }

    bool write(std::string_view first, std::string_view second) override
    {
        m_written.append(first).append(second);
        sendWhenWhole();
        return true;
    }

    [[nodiscard]] std::size_t bufferedBytes() const override { return 0; }

    void setReadingPaused(bool paused) override
    {
        m_paused = paused;
        if (!paused && m_waiting) {
            m_board->events.post({.stream = m_number, .reply = std::move(*m_waiting)});
            m_waiting.reset();
        }
    }

    [[nodiscard]] bool hasPendingInput() override { return false; }

    // The client never ends a stream, it deletes it.
    void finish() override {}

    void abort() override {}

    [[nodiscard]] std::string peerAddress() const override { return {}; }

private:
    void sendWhenWhole()
    {
        const std::size_t end = m_written.find("\r\n\r\n");
        if (end == std::string::npos)
            return;
        TransportRequest request{
            .node = m_target.node, .url = m_target.url, .headers = {}, .body = {}};
        std::size_t length = 0;
        std::string_view head = std::string_view(m_written).substr(0, end);
        head.remove_prefix(std::min(head.find("\r\n"), head.size()));
        while (head.starts_with("\r\n")) {
            head.remove_prefix(2);
            const std::string_view line = head.substr(0, head.find("\r\n"));
            head.remove_prefix(line.size());
            const std::size_t colon = line.find(':');
            const std::string_view name = line.substr(0, colon);
            const std::string_view value = trimmed(line.substr(colon + 1), " ");
            if (http::equalsNoCase(name, "Content-Length"))
                std::from_chars(value.data(), value.data() + value.size(), length);
            else if (!http::equalsNoCase(name, "Host"))
                request.headers.emplace_back(name, value);
        }
        if (m_written.size() < end + 4 + length)
            return;
        request.body = m_written.substr(end + 4, length);
        m_written.clear();
        const Transport::Done done = [answer = std::make_shared<Answer>(m_board, m_number)](
                                         TransportReply reply) { answer->tell(std::move(reply)); };
        std::string problem = "the transport threw what is no std::exception";
        try {
            m_board->transport->send(std::move(request), done);
            return;
        } catch (const std::exception &exception) {
            problem = std::string("the transport threw: ") + exception.what();
        } catch (...) {}
        done({.status = 0, .body = {}, .retryAfter = {}, .problem = std::move(problem)});
    }

    void deliver(const TransportReply &reply)
    {
        if (reply.status == 0) {
            m_handler->streamFailed(*this, TransportFailure::ClosedEarly, reply.problem);
            return;
        }
        if (reply.body.size() > kMostAnswer) {
            m_handler->streamFailed(*this,
                                    TransportFailure::ClosedEarly,
                                    "the answer is larger than "
                                        + std::to_string(kMostAnswer >> 20U) + " MiB");
            return;
        }
        std::string answer = "HTTP/1.1 " + std::to_string(reply.status) + " -\r\n";
        if (!reply.retryAfter.empty()
            && reply.retryAfter.find_first_of("\r\n") == std::string::npos)
            answer += "Retry-After: " + reply.retryAfter + "\r\n";
        // One stream, one question: a transport has no connection that could be kept, and a second reply finds nobody.
        answer += "Connection: close\r\nContent-Length: " + std::to_string(reply.body.size())
                  + "\r\n\r\n";
        answer += reply.body;
        m_handler->streamData(*this, answer);
    }

    std::shared_ptr<Switchboard> m_board;
    const std::uint64_t m_number;
    const StreamTarget m_target;
    std::string m_written;
    std::optional<TransportReply> m_waiting;
    bool m_paused = false;
};

class TransportStreamFactory final : public StreamFactory
{
public:
    TransportStreamFactory(std::shared_ptr<Transport> transport,
                           std::unique_ptr<StreamFactory> fallback)
        : m_fallback(std::move(fallback))
        , m_board(std::make_shared<Switchboard>())
    {
        m_board->transport = std::move(transport);
        QObject::connect(
            &m_board->events.doorbell(),
            &Doorbell::rang,
            &m_receiver,
            [board = m_board] {
                for (Event &event : board->events.takeAll()) {
                    const auto at = board->streams.find(event.stream);
                    if (at != board->streams.end())
                        at->second->happened(event);
                }
            },
            Qt::QueuedConnection);
    }

    std::unique_ptr<Stream> adopt(qintptr descriptor) override
    {
        return m_fallback->adopt(descriptor);
    }

    std::unique_ptr<Stream> connectTo(const StreamTarget &target, StreamHandler *handler) override
    {
        auto stream = std::make_unique<TransportStream>(m_board, target);
        stream->setHandler(handler);
        return stream;
    }

private:
    std::unique_ptr<StreamFactory> m_fallback;
    std::shared_ptr<Switchboard> m_board;
    QObject m_receiver;
};

} // namespace

std::unique_ptr<StreamFactory> makeTransportStreamFactory(std::shared_ptr<Transport> transport,
                                                          std::unique_ptr<StreamFactory> fallback)
{
    return std::make_unique<TransportStreamFactory>(std::move(transport), std::move(fallback));
}

} // namespace spillway
