// SPDX-License-Identifier: MIT
#include "httpbytes.h"
#include "httpserverbench.h"
#include "testmain.h"

#include <QTcpServer>
#include <QTcpSocket>

using namespace spillway;
using namespace spillway::test;
using namespace spillway::test::server;
using namespace std::chrono_literals;

class HttpServerTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void responseHead()
    {
        Bench bench;
        bench.recorder.common = "Vary: Origin\r\n";
        bench.recorder.onReady = [](HttpServerConnection &c, const HttpRequest &) {
            c.respond(429, "application/json", "Retry-After: 2\r\n", "{}");
        };
        bench.wire->deliver(kGet);
        QCOMPARE(
            bench.wire->takeSent(),
            std::string("HTTP/1.1 429 Too Many Requests\r\nDate: Tue, 14 Nov 2023 22:13:21 GMT\r\n"
                        "Content-Type: application/json\r\nContent-Length: 2\r\nVary: Origin\r\n"
                        "Retry-After: 2\r\n\r\n{}"));
        QCOMPARE(bench.wire->writes, 1);
        bench.clock.advance(60s);
        bench.wire->deliver(kGet);
        QVERIFY(bench.wire->sent.find("Date: Tue, 14 Nov 2023 22:14:21 GMT\r\n")
                != std::string::npos);
    }

    void headHasLengthButNoBody()
    {
        Bench bench;
        bench.wire->deliver("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n");
        QCOMPARE(
            withoutDate(bench.wire->takeSent()),
            std::string(
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 3\r\n\r\n"));
        bench.recorder.onReady = [](HttpServerConnection &c, const HttpRequest &) {
            c.beginResponse(200, "text/plain", {}, std::nullopt);
            c.writeBody("abc");
            c.endResponse();
        };
        bench.wire->deliver("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n");
        QCOMPARE(withoutDate(bench.wire->takeSent()),
                 std::string("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nTransfer-Encoding: "
                             "chunked\r\n\r\n"));
        QVERIFY(!bench.wire->finished);
    }

    void noContentHasNoLength()
    {
        Bench bench;
        bench.recorder.onReady = [](HttpServerConnection &c, const HttpRequest &) {
            c.respond(204, {}, {}, "x");
        };
        bench.wire->deliver(kGet);
        QCOMPARE(withoutDate(bench.wire->takeSent()),
                 std::string("HTTP/1.1 204 No Content\r\n\r\n"));
        bench.wire->deliver(kGet);
        QCOMPARE(bench.wire->writes, 2);
    }

    void http10KeepAliveIsConfirmed()
    {
        Bench bench;
        bench.wire->deliver("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
        QVERIFY(bench.wire->sent.find("\r\nConnection: keep-alive\r\n") != std::string::npos);
        QVERIFY(!bench.wire->finished);
    }

    void largeBodyIsNotCopied()
    {
        Bench bench;
        const std::string body(100000, 'x');
        bench.recorder.onReady = [&](HttpServerConnection &c, const HttpRequest &) {
            c.respond(200, "a/b", {}, body);
        };
        bench.wire->deliver(kGet);
        QCOMPARE(bench.wire->writes, 1);
        QVERIFY(bench.wire->sent.ends_with("\r\n\r\n" + body));
    }

    void answersLater()
    {
        Bench bench;
        bench.recorder.onReady = [](HttpServerConnection &, const HttpRequest &) {};
        bench.wire->deliver(post("/1", "one"));
        bench.wire->deliver(post("/2", "two"));
        bench.wire->deliver(post("/3", "three"));
        QVERIFY(bench.wire->paused);
        QVERIFY(bench.connection->isBusy());
        QCOMPARE(count(bench.recorder.takeLog(), "ready"), 1U);
        QCOMPARE(bench.connection->request().body, std::string_view("one"));
        for (const char *answer : {"eins", "zwei", "drei"}) {
            bench.connection->respond(200, "text/plain", {}, answer);
            const std::string sent = bench.wire->takeSent();
            QVERIFY(sent.ends_with(answer));
            QCOMPARE(bench.recorder.takeLog(), std::string()); // nothing from inside respond()
            bench.turn();
            QCOMPARE(count(bench.recorder.takeLog(), "ready"),
                     answer == std::string("drei") ? 0U : 1U);
        }
        QVERIFY(!bench.wire->paused);
        QVERIFY(!bench.connection->isBusy());
        bench.connection->respond(200, "text/plain", {}, "nobody asked");
        QVERIFY(bench.wire->sent.empty());
    }

    /// Thousands of requests in one read, each answered at once, must not nest.
    void deepPipeline()
    {
        Bench bench;
        std::string bytes;
        for (int i = 0; i < 8000; ++i)
            bytes += kGet;
        bench.wire->deliver(bytes);
        bench.turn();
        QCOMPARE(count(bench.wire->sent, "HTTP/1.1 200"), 8000U);
    }

    void pipelineWaitsForAClientThatDoesNotRead()
    {
        Bench bench;
        bench.wire->room = 10;
        bench.wire->deliver(std::string(kGet) + std::string(kGet));
        bench.turn();
        QCOMPARE(count(bench.recorder.takeLog(), "ready"), 1U);
        bench.wire->drain();
        QCOMPARE(count(bench.recorder.takeLog(), "ready"), 1U);
        QCOMPARE(count(bench.wire->sent, "HTTP/1.1 200"), 2U);
    }

    void continueIsSentOnceTheHeadPasses()
    {
        Bench bench;
        const std::string request = post("/", "hello", "Expect: 100-Continue\r\n");
        const std::size_t headSize = request.size() - 5;
        bench.wire->deliver(request.substr(0, headSize));
        QVERIFY(bench.recorder.takeLog().starts_with("head"));
        QCOMPARE(bench.wire->takeSent(), std::string("HTTP/1.1 100 Continue\r\n\r\n"));
        bench.wire->deliver("hello");
        QVERIFY(bench.wire->sent.starts_with("HTTP/1.1 200 OK"));
        QVERIFY(bench.recorder.bodyEmptyInHead);
    }

    void noContinueWhenTheBodyIsComing()
    {
        Bench bench;
        const std::string request = post("/", "hello", "Expect: 100-continue\r\n");
        bench.wire->deliver(request.substr(0, request.size() - 4));
        QVERIFY(bench.wire->sent.empty());
        bench.wire->deliver("ello");
        QVERIFY(bench.wire->sent.starts_with("HTTP/1.1 200 OK"));
        QVERIFY(bench.recorder.bodyEmptyInHead);
    }

    void refusedHeadGetsNoContinue()
    {
        Bench bench;
        bench.recorder.refuseHeads = true;
        bench.wire->deliver(
            post("/", std::string(), "Expect: 100-continue\r\nTransfer-Encoding: chunked\r\n"));
        bench.recorder.takeLog();
        Bench second;
        second.recorder.refuseHeads = true;
        const std::string request = post("/", "hello", "Expect: 100-continue\r\n");
        second.wire->deliver(request.substr(0, request.size() - 5));
        QVERIFY(second.wire->sent.starts_with("HTTP/1.1 401 Unauthorized\r\n"));
        QVERIFY(second.wire->sent.find("\r\nConnection: close\r\n") != std::string::npos);
        QVERIFY(second.wire->finished);
        second.wire->deliver("hello");
        second.wire->end();
        QVERIFY(second.recorder.closed);
        QCOMPARE(count(second.recorder.takeLog(), "ready"), 0U);
    }

    void tooLargeIsToldBeforeTheBody()
    {
        Bench bench;
        bench.wire->deliver("POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: "
                            "9999999\r\n\r\n");
        QVERIFY(bench.wire->sent.starts_with("HTTP/1.1 413 "));
        QVERIFY(bench.wire->finished);
    }

    void tooManyHeaderLines()
    {
        Bench bench;
        std::string request = "GET / HTTP/1.1\r\nHost: a\r\n";
        for (int i = 0; i < 300; ++i)
            request += "a:\r\n";
        bench.wire->deliver(request);
        QVERIFY(bench.wire->sent.starts_with("HTTP/1.1 431 "));
        QVERIFY(bench.wire->finished);
    }

    void chunksThatAreAllFraming()
    {
        Bench bench;
        bench.wire->deliver("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1;");
        for (int i = 0; i < 40 && bench.wire->sent.empty(); ++i)
            bench.wire->deliver(std::string(1000, 'x'));
        QVERIFY(bench.wire->sent.starts_with("HTTP/1.1 400 "));
    }

    void streamsInChunks()
    {
        Bench bench;
        bench.recorder.onReady = [](HttpServerConnection &c, const HttpRequest &) {
            c.beginResponse(200, "text/plain", "X: y\r\n", std::nullopt);
        };
        bench.wire->deliver(kGet);
        QVERIFY(bench.connection->writeBody("hello"));
        QVERIFY(bench.connection->writeBody({}));
        QVERIFY(bench.connection->writeBody(std::string(17, 'x')));
        bench.connection->endResponse();
        QCOMPARE(withoutDate(bench.wire->takeSent()),
                 std::string("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nTransfer-Encoding: "
                             "chunked\r\nX: y\r\n\r\n"
                             "5\r\nhello\r\n11\r\nxxxxxxxxxxxxxxxxx\r\n0\r\n\r\n"));
        QVERIFY(!bench.connection->isBusy());
        bench.wire->deliver(kGet);
        bench.connection->endResponse();
        QVERIFY(bench.wire->sent.ends_with("\r\n\r\n0\r\n\r\n"));
    }

    void streamsCounted()
    {
        Bench bench;
        bench.recorder.onReady = [](HttpServerConnection &c, const HttpRequest &) {
            c.beginResponse(200, {}, {}, 7);
        };
        bench.wire->deliver(kGet);
        bench.connection->writeBody("hello");
        bench.connection->writeBody("there");
        bench.connection->endResponse();
        QVERIFY(bench.wire->sent.ends_with("Content-Length: 7\r\n\r\nhelloth"));
        QVERIFY(!bench.wire->finished);

        bench.wire->deliver(kGet);
        bench.connection->writeBody("short");
        bench.connection->endResponse();
        QVERIFY(bench.wire->finished); // the client must see that it is not all
    }

    void streamsToTheCloseForHttp10()
    {
        Bench bench;
        bench.recorder.onReady = [](HttpServerConnection &c, const HttpRequest &) {
            c.beginResponse(200, {}, {}, std::nullopt);
            c.writeBody("hello");
            c.endResponse();
        };
        bench.wire->deliver("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
        QCOMPARE(withoutDate(bench.wire->sent),
                 std::string("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nhello"));
        QVERIFY(bench.wire->finished);
    }

    void backpressure()
    {
        Bench bench;
        bench.recorder.onReady = [](HttpServerConnection &c, const HttpRequest &) {
            c.beginResponse(200, {}, {}, std::nullopt);
        };
        bench.wire->deliver(kGet);
        bench.wire->room = 3;
        QVERIFY(!bench.connection->writeBody("hello"));
        QVERIFY(!bench.connection->writeBody({}));
        bench.recorder.takeLog();
        bench.wire->drain(2);
        QCOMPARE(bench.recorder.takeLog(), std::string());
        bench.recorder.onDrained = [](HttpServerConnection &c) { c.endResponse(); };
        bench.wire->drain();
        QCOMPARE(bench.recorder.takeLog(), std::string("drained\n"));
        QVERIFY(bench.wire->sent.ends_with("\r\n\r\n5\r\nhello\r\n0\r\n\r\n"));
        QVERIFY(!bench.connection->isBusy());
    }

    void abortShowsTheTruncation_data()
    {
        QTest::addColumn<QByteArray>("version");
        QTest::addColumn<bool>("reset");
        QTest::newRow("#5 chunked: no last chunk") << QByteArray("1.1") << false;
        QTest::newRow("to the close: reset") << QByteArray("1.0") << true;
    }

    void abortShowsTheTruncation()
    {
        QFETCH(QByteArray, version);
        QFETCH(bool, reset);
        Bench bench;
        bench.recorder.onReady = [](HttpServerConnection &c, const HttpRequest &) {
            c.beginResponse(200, {}, {}, std::nullopt);
        };
        bench.wire->deliver("GET / HTTP/" + toStd(version) + "\r\nHost: a\r\n\r\n");
        bench.connection->writeBody("half");
        bench.connection->abortResponse();
        QVERIFY(bench.wire->sent.ends_with("half"));
        QCOMPARE(bench.wire->aborted, reset);
        QCOMPARE(bench.wire->finished, !reset);
        bench.wire->end();
        bench.turn();
        QVERIFY(bench.recorder.closed);
    }

    void halfClosedClientIsAnswered()
    {
        Bench bench;
        bench.recorder.onReady = [](HttpServerConnection &, const HttpRequest &) {};
        bench.wire->deliver(post("/1", "x") + post("/2", "y"));
        bench.wire->end();
        bench.turn();
        QVERIFY(!bench.recorder.closed);
        bench.connection->respond(200, {}, {}, "first");
        bench.turn();
        bench.connection->respond(200, {}, {}, "second");
        QVERIFY(bench.wire->sent.ends_with("second"));
        QVERIFY(bench.wire->finished);
        QVERIFY(!bench.recorder.closed); // never from inside respond()
        bench.turn();
        QVERIFY(bench.recorder.closed);
    }

    void endInARequest_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<bool>("answered");
        QTest::newRow("nothing came") << QByteArray() << false;
        QTest::newRow("only line ends") << QByteArray("\r\n\r\n") << false;
        QTest::newRow("in the head") << QByteArray("GET / HT") << true;
        QTest::newRow("in an unknown method") << QByteArray("BRE") << true;
        QTest::newRow("in the body")
            << QByteArray("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhel") << true;
        QTest::newRow("before the body")
            << QByteArray("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n") << true;
    }

    void endInARequest()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(bool, answered);
        Bench bench;
        bench.wire->deliver(toStd(bytes));
        bench.wire->end();
        QCOMPARE(bench.wire->sent.starts_with("HTTP/1.1 400 "), answered);
        QCOMPARE(bench.wire->sent.empty(), !answered);
        QVERIFY(bench.recorder.closed);
        QVERIFY(bench.wire->finished);
    }

    void resetTellsTheHandler()
    {
        Bench bench;
        bench.recorder.onReady = [](HttpServerConnection &, const HttpRequest &) {};
        bench.wire->deliver(kGet);
        bench.recorder.takeLog();
        bench.wire->fail();
        QCOMPARE(bench.recorder.takeLog(), std::string("closed\n"));
        QVERIFY(!bench.wire->isOpen());
    }

    void failedWrite()
    {
        Bench bench;
        bench.wire->failNextWrite = true;
        bench.wire->deliver(std::string(kGet) + std::string(kGet));
        QCOMPARE(count(bench.recorder.takeLog(), "ready"), std::size_t(1));
        bench.wire->fail();
        QVERIFY(bench.recorder.closed);
    }

    void headerTimeout()
    {
        HttpServerLimits limits;
        limits.headerTimeout = 10s;
        Bench bench(limits);
        const std::string_view request = "GET / HTTP/1.1\r\nHost: a\r\nX: slowslowslow";
        for (int second = 1; second < 10; ++second) { // a byte now and then does not buy more time
            bench.wire->deliver(request.substr(static_cast<std::size_t>(second - 1), 1));
            bench.advance(1s);
        }
        QVERIFY(!bench.recorder.closed);
        bench.advance(1001ms);
        QVERIFY(bench.wire->finished);
    }

    void slowHeadGets408()
    {
        HttpServerLimits limits;
        limits.headerTimeout = 10s;
        limits.keepAliveTimeout = 75s;
        Bench bench(limits);
        bench.wire->deliver(kGet);
        bench.wire->takeSent();
        bench.advance(60s); // idle time is no head time
        bench.wire->deliver(kGet.substr(0, 3));
        for (std::size_t i = 3; i < 13; ++i) {
            bench.advance(1s - 10ms);
            bench.wire->deliver(kGet.substr(i, 1));
        }
        QVERIFY(bench.wire->sent.empty());
        bench.advance(200ms);
        QVERIFY(bench.wire->sent.starts_with("HTTP/1.1 408 "));
        QVERIFY(bench.wire->finished);
        bench.advance(3s);
        QVERIFY(bench.recorder.closed); // also when the client never closes
    }

    void silentConnectionIsClosedWithoutAWord()
    {
        Bench bench;
        bench.advance(10001ms);
        QVERIFY(bench.recorder.closed);
        QVERIFY(bench.wire->sent.empty());
    }

    void slowBodyGets408()
    {
        HttpServerLimits limits;
        limits.bodyTimeout = 5s;
        Bench bench(limits);
        bench.wire->deliver("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 50\r\n\r\n");
        for (int i = 0; i < 5; ++i) {
            bench.wire->deliver("x");
            bench.advance(990ms);
        }
        QVERIFY(bench.wire->sent.empty());
        bench.advance(100ms);
        QVERIFY(bench.wire->sent.starts_with("HTTP/1.1 408 "));
    }

    void idleConnectionIsClosed()
    {
        HttpServerLimits limits;
        limits.keepAliveTimeout = 20s;
        Bench bench(limits);
        for (int i = 0; i < 5; ++i) {
            bench.wire->deliver(kGet);
            bench.advance(15s);
            QVERIFY(!bench.recorder.closed);
        }
        bench.advance(6s);
        QVERIFY(bench.recorder.closed);
    }

    void servingHasNoTimeout()
    {
        Bench bench;
        bench.recorder.onReady = [](HttpServerConnection &, const HttpRequest &) {};
        bench.wire->deliver(kGet);
        bench.advance(1h);
        QVERIFY(!bench.recorder.closed);
    }

    void clientThatReadsNothingIsDropped()
    {
        HttpServerLimits limits;
        limits.writeTimeout = 8s;
        Bench bench(limits);
        bench.wire->room = 5;
        bench.wire->deliver(kGet);
        for (int i = 0; i < 10; ++i) { // one that reads a little is not
            bench.advance(5s);
            bench.wire->drain(1);
        }
        QVERIFY(!bench.recorder.closed);
        for (int i = 0; i < 6; ++i)
            bench.advance(2s);
        QVERIFY(bench.recorder.closed);
    }

    void closeWhenIdle()
    {
        Bench idle;
        idle.wire->deliver(kGet);
        idle.connection->closeWhenIdle();
        QVERIFY(idle.wire->finished);
        QVERIFY(!idle.recorder.closed);
        idle.turn();
        QVERIFY(idle.recorder.closed);

        Bench busy;
        busy.recorder.onReady = [](HttpServerConnection &, const HttpRequest &) {};
        busy.wire->deliver(kGet);
        busy.connection->closeWhenIdle();
        busy.turn();
        QVERIFY(!busy.wire->finished);
        busy.connection->respond(200, {}, {}, "bye");
        QVERIFY(busy.wire->sent.find("\r\nConnection: close\r\n") != std::string::npos);
        QVERIFY(busy.wire->finished);
        busy.wire->end();
        QVERIFY(busy.recorder.closed);
    }

    void upgradeHandsOverTheStream()
    {
        Bench bench;
        std::unique_ptr<Stream> stream;
        std::string unread;
        bench.recorder.onReady = [&](HttpServerConnection &c, const HttpRequest &request) {
            QVERIFY(request.upgrade);
            stream = c.takeStream(unread);
            QVERIFY(!c.takeStream(unread));
        };
        bench.wire->deliver(
            "GET / HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\nframe");
        QVERIFY(stream);
        QVERIFY(bench.recorder.closed);
        QCOMPARE(bench.connection == nullptr, false);
        QVERIFY(bench.wire->isOpen());
        QVERIFY(bench.wire->sent.empty());
    }

    void deletionInsideCallbacks_data()
    {
        QTest::addColumn<int>("moment");
        QTest::newRow("requestHead") << static_cast<int>(Moment::Head);
        QTest::newRow("requestReady") << static_cast<int>(Moment::Ready);
        QTest::newRow("responseDrained") << static_cast<int>(Moment::Drained);
        QTest::newRow("connectionClosed") << static_cast<int>(Moment::Closed);
    }

    void deletionInsideCallbacks()
    {
        QFETCH(int, moment);
        for (const bool bytewise : {false, true}) {
            Bench bench;
            bench.recorder.deletion = static_cast<Moment>(moment);
            bench.recorder.onReady = [&](HttpServerConnection &c, const HttpRequest &) {
                bench.wire->room = 0;
                c.beginResponse(200, {}, {}, std::nullopt);
            };
            const std::string bytes = post("/", "hello") + std::string(kGet);
            bench.wire->deliverEach(bytes, bytewise ? 1 : bytes.size());
            bench.wire->drain();
            bench.wire->fail();
            QVERIFY(bench.recorder.closed);
            QVERIFY(!bench.wire->isOpen());
        }
    }

    void overRealSockets()
    {
        IoContext context(SystemClock::instance(), IoBackend::Qt);
        Recorder recorder;
        Acceptor acceptor;
        QVERIFY(acceptor.listen(QHostAddress::LocalHost));
        HttpServerConnection *connection = nullptr;
        acceptor.onDescriptor = [&](qintptr descriptor) {
            connection = new HttpServerConnection(
                context, context.streams().adopt(descriptor), recorder, {});
        };
        QTcpSocket client;
        client.connectToHost(acceptor.serverAddress(), acceptor.serverPort());
        QTRY_VERIFY(connection);
        QCOMPARE(connection->peerAddress(), std::string_view("127.0.0.1"));

        const std::string large(300000, 'b');
        client.write(toQt(post("/1", "small")));
        QTRY_VERIFY(client.bytesAvailable() > 0);
        QVERIFY(client.readAll().endsWith("re:small"));
        client.write(toQt(post("/2", large) + post("/3", "last", "Connection: close\r\n")));
        QByteArray answer;
        QTRY_VERIFY((answer += client.readAll()).endsWith("re:last"));
        QVERIFY(answer.contains(toQt("\r\n\r\nre:" + large + "HTTP/1.1 200 OK\r\n")));
        QTRY_VERIFY(recorder.closed);
    }

private:
    class Acceptor : public QTcpServer
    {
    public:
        std::function<void(qintptr)> onDescriptor;

    protected:
        void incomingConnection(qintptr descriptor) override { onDescriptor(descriptor); }
    };
};

SPILLWAY_TEST(HttpServerTest)
#include "tst_httpserver.moc"
