// SPDX-License-Identifier: MIT
#include "io/epolldispatcher.h"
#include "io/httpclient.h"
#include "io/httpserver.h"
#include "testmain.h"

#include <QDeadlineTimer>
#include <QTcpServer>
#include <QThread>
#include <QTimer>

#include <functional>

using namespace spillway;
using namespace std::chrono_literals;

namespace {

constexpr std::size_t kPiece = 100'000;
constexpr int kPieces = 80;

std::string pieceNumber(int number)
{
    return std::string(kPiece, static_cast<char>('a' + number % 26));
}

class Acceptor final : public QTcpServer
{
public:
    std::function<void(qintptr)> onDescriptor;

protected:
    void incomingConnection(qintptr descriptor) override { onDescriptor(descriptor); }
};

/// Echoes bodies; "/stream" is answered with more than fits into the kernel.
class Echo final : public HttpRequestHandler
{
public:
    bool requestHead(HttpServerConnection &, const HttpRequest &) override { return true; }

    void requestReady(HttpServerConnection &connection, const HttpRequest &request) override
    {
        if (request.path() != "/stream") {
            connection.respond(200, "text/plain", {}, request.body);
            return;
        }
        connection.beginResponse(200, "text/plain", {}, std::nullopt);
        m_next = 0;
        produce(connection);
    }

    std::string protocolErrorBody(int, std::string_view) override { return "{}"; }

    std::string_view commonHeaders(const HttpServerConnection &, const HttpRequest &) override
    {
        return {};
    }

    void responseDrained(HttpServerConnection &connection) override
    {
        ++drained;
        produce(connection);
    }

    void connectionClosed(HttpServerConnection &) override { closed = true; }

    int drained = 0;
    bool closed = false;

private:
    void produce(HttpServerConnection &connection)
    {
        while (m_next < kPieces) {
            if (!connection.writeBody(pieceNumber(m_next++)))
                return;
        }
        connection.endResponse();
    }

    int m_next = 0;
};

class Caller final : public HttpResponseHandler
{
public:
    void responseComplete(HttpClientConnection &connection, const HttpResponse &response) override
    {
        body = response.body;
        ++completed;
        reusable = connection.reusable();
        if (onComplete)
            onComplete(connection);
    }

    bool responseLarge(HttpClientConnection &, const HttpResponse &response) override
    {
        body = response.body;
        return true;
    }

    void responseChunk(HttpClientConnection &connection, std::string_view bytes) override
    {
        body += bytes;
        if (++m_chunks % 8 != 0)
            return;
        connection.setReadingPaused(true);
        QTimer::singleShot(0, &m_guard, [&connection] { connection.setReadingPaused(false); });
    }

    void responseEnded(HttpClientConnection &) override { ended = true; }

    void exchangeFailed(
        HttpClientConnection &, TransportFailure, std::string_view detail, bool, bool) override
    {
        failed = true;
        body = detail;
    }

    void idleClosed(HttpClientConnection &) override { idleOver = true; }

    std::string body;
    int completed = 0;
    bool reusable = false;
    bool ended = false;
    bool failed = false;
    bool idleOver = false;
    std::function<void(HttpClientConnection &)> onComplete;

private:
    int m_chunks = 0;
    QObject m_guard;
};

bool waitFor(const std::function<bool()> &condition)
{
    const QDeadlineTimer deadline(60s);
    QTimer pulse;
    pulse.start(20ms);
    while (!condition() && !deadline.hasExpired())
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    return condition();
}

std::string head(std::string_view path, std::size_t length)
{
    return "POST " + std::string(path)
           + " HTTP/1.1\r\nHost: node\r\nContent-Length: " + std::to_string(length) + "\r\n\r\n";
}

/// The first thing that went wrong; empty when all is well.
std::string exchange(IoBackend backend)
{
    IoContext context(SystemClock::instance(), backend);
    Echo echo;
    Acceptor acceptor;
    HttpServerConnection *server = nullptr;
    HttpServerLimits limits;
    limits.maxBodyBytes = 8 << 20;
    acceptor.onDescriptor = [&](qintptr descriptor) {
        server =
            new HttpServerConnection(context, context.streams().adopt(descriptor), echo, limits);
    };
    if (!acceptor.listen(QHostAddress::LocalHost))
        return "cannot listen";

    StreamTarget target;
    target.host = "127.0.0.1";
    target.port = acceptor.serverPort();
    Caller caller;
    HttpClientConnection client(context, target, {});
    client.setHandler(&caller);

    const std::string small = "{\"id\":1}";
    const std::string smallHead = head("/", small.size());
    caller.onComplete = [&](HttpClientConnection &connection) {
        if (caller.completed < 200)
            connection.send(smallHead, small);
    };
    client.send(smallHead, small);
    if (!waitFor([&] { return caller.completed == 200; }) || caller.body != small
        || !caller.reusable)
        return "small exchanges: " + caller.body;
    if (server->peerAddress() != "127.0.0.1")
        return "peer address";

    const std::string large(5'000'000, 'L');
    const std::string largeHead = head("/", large.size());
    client.send(largeHead, large);
    if (!waitFor([&] { return caller.ended; }) || caller.body != large)
        return "large echo";

    caller.ended = false;
    const std::string streamHead = head("/stream", 0);
    client.send(streamHead, {});
    std::string expected;
    for (int i = 0; i < kPieces; ++i)
        expected += pieceNumber(i);
    if (!waitFor([&] { return caller.ended; }) || caller.body != expected || echo.drained == 0)
        return "streamed answer";

    server->closeWhenIdle();
    if (!waitFor([&] { return echo.closed && caller.idleOver; }))
        return "close";
    return caller.failed ? caller.body : std::string();
}

} // namespace

/// Our two sides talk to each other over real sockets.
class HttpLoopbackTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void exchanges_data()
    {
        QTest::addColumn<int>("backend");
        QTest::newRow("Qt sockets") << static_cast<int>(IoBackend::Qt);
        QTest::newRow("epoll") << static_cast<int>(IoBackend::Epoll);
    }

    void exchanges()
    {
        QFETCH(int, backend);
        std::string trouble = "did not run";
        const auto work = [&] { trouble = exchange(static_cast<IoBackend>(backend)); };
        const std::unique_ptr<QThread> thread(QThread::create(work));
        if (static_cast<IoBackend>(backend) == IoBackend::Epoll)
            thread->setEventDispatcher(new EpollDispatcher);
        thread->start();
        QVERIFY(thread->wait(QDeadlineTimer(110s)));
        QCOMPARE(trouble, std::string());
    }
};

SPILLWAY_TEST(HttpLoopbackTest)
#include "tst_httploopback.moc"
