// SPDX-License-Identifier: MIT
#include "httpbytes.h"
#include "httpclientbench.h"
#include "testmain.h"

#include <QTcpServer>
#include <QTcpSocket>

using namespace spillway;
using namespace spillway::test;
using namespace spillway::test::client;
using namespace std::chrono_literals;

class HttpClientTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void requestIsOneWrite()
    {
        Bench bench;
        bench.send();
        QCOMPARE(bench.wire->writes, 1);
        QCOMPARE(bench.wire->sent, std::string(kHead) + std::string(kBody));
        QCOMPARE(bench.recorder.sent, 1);
    }

    void requestWaitsForTheConnection()
    {
        Bench bench({}, false);
        QVERIFY(!bench.connection->connected());
        bench.send();
        QCOMPARE(bench.wire->writes, 0);
        bench.wire->connect();
        QVERIFY(bench.connection->connected());
        QCOMPARE(bench.wire->sent, std::string(kHead) + std::string(kBody));
    }

    void wholeAnswerIsNotCopied_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("counted") << QByteArray("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}");
        QTest::newRow("one chunk") << QByteArray(
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n");
    }

    void wholeAnswerIsNotCopied()
    {
        QFETCH(QByteArray, bytes);
        Bench bench;
        bench.send();
        Stream *const stream = bench.wire->stream;
        auto *const handler = static_cast<StreamHandler *>(bench.wire->handler());
        handler->streamData(*stream, {bytes.constData(), static_cast<std::size_t>(bytes.size())});
        QVERIFY(bench.recorder.lastBody > bytes.constData()
                && bench.recorder.lastBody < bytes.constData() + bytes.size());
    }

    void sendsAgainInsideComplete()
    {
        Bench bench;
        int rounds = 0;
        bench.recorder.onComplete = [&](HttpClientConnection &c) {
            if (++rounds < 3)
                c.send(kHead, kBody);
        };
        bench.send();
        for (int i = 0; i < 3; ++i) {
            QCOMPARE(bench.wire->takeSent(), std::string(kHead) + std::string(kBody));
            bench.wire->deliverEach("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}", 7);
        }
        QCOMPARE(bench.recorder.takeLog(),
                 std::string("complete 200 of 2 [{}] reusable\n"
                             "complete 200 of 2 [{}] reusable\n"
                             "complete 200 of 2 [{}] reusable\n"));
        QVERIFY(bench.connection->everUsed());
    }

    void bytesAfterTheAnswer()
    {
        Bench bench;
        bench.send();
        bench.wire->deliver("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}HTTP/1.1 200 OK\r\n");
        QCOMPARE(bench.recorder.takeLog(), std::string("complete 200 of 2 [{}]\n"));

        Bench later;
        later.exchange();
        QVERIFY(later.connection->reusable());
        later.wire->deliver("x");
        QCOMPARE(later.recorder.takeLog(), std::string("idle closed\n"));
        QVERIFY(!later.connection->reusable());
    }

    void tiredServer()
    {
        // On a connection that was used before, a closing 408 is the keep-alive race; elsewhere it is an answer.
        const std::string_view tired =
            "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";
        Bench used;
        used.exchange();
        used.recorder.takeLog();
        used.send();
        used.wire->deliver(tired);
        QCOMPARE(used.recorder.takeLog(), std::string("failed closed_early left\n"));

        Bench fresh;
        fresh.send();
        fresh.wire->deliver(tired);
        QCOMPARE(fresh.recorder.takeLog(), std::string("complete 408 of 0 []\n"));
    }

    void earlyAnswer()
    {
        Bench bench;
        bench.wire->room = 5;
        bench.send();
        QCOMPARE(bench.recorder.sent, 0);
        bench.wire->deliver("HTTP/1.1 413 Too Large\r\nContent-Length: 2\r\n\r\n{}");
        QCOMPARE(bench.recorder.takeLog(), std::string("complete 413 of 2 [{}]\n"));
    }

    void idleTime_data()
    {
        QTest::addColumn<QByteArray>("headers");
        QTest::addColumn<int>("milliseconds");
        QTest::newRow("#1 default") << QByteArray() << 4000;
        QTest::newRow("#1 announced") << QByteArray("Keep-Alive: timeout=5\r\n") << 4000;
        QTest::newRow("#1 longer") << QByteArray("Keep-Alive: timeout=60, max=100\r\n") << 59000;
        QTest::newRow("#1 in second place")
            << QByteArray("keep-alive: max=100 , Timeout = 3\r\n") << 2000;
        QTest::newRow("#1 very short") << QByteArray("Keep-Alive: timeout=1\r\n") << 500;
        QTest::newRow("#1 zero") << QByteArray("Keep-Alive: timeout=0\r\n") << 500;
        QTest::newRow("#1 no number") << QByteArray("Keep-Alive: timeout=soon\r\n") << 4000;
        QTest::newRow("#1 at most an hour")
            << QByteArray("Keep-Alive: timeout=99999999\r\n") << 3599000;
    }

    void idleTime()
    {
        QFETCH(QByteArray, headers);
        QFETCH(int, milliseconds);
        Bench bench;
        bench.exchange(toStd(headers));
        bench.clock.advance(Milliseconds(milliseconds - 1));
        QVERIFY(bench.connection->reusable());
        bench.turn();
        QCOMPARE(bench.recorder.takeLog(), std::string());
        bench.clock.advance(1ms);
        QVERIFY(!bench.connection->reusable()); // also before the timer comes
        bench.advance(2ms);
        QCOMPARE(bench.recorder.takeLog(), std::string("idle closed\n"));
        QVERIFY(!bench.connection->connected());
    }

    void idleTimeStartsAnew()
    {
        Bench bench;
        for (int i = 0; i < 5; ++i) {
            bench.exchange();
            bench.advance(3s);
            QVERIFY(bench.connection->reusable());
        }
        bench.send();
        bench.advance(1h);
        QCOMPARE(bench.recorder.takeLog(), std::string()); // a running exchange is not idle
    }

    void idleConnectionThatWasNeverUsed()
    {
        Bench bench({}, false);
        bench.wire->connect();
        QVERIFY(bench.connection->reusable());
        QVERIFY(!bench.connection->everUsed());
        bench.advance(4001ms);
        QCOMPARE(bench.recorder.takeLog(), std::string("idle closed\n"));
    }

    void unseenCloseIsLookedFor()
    {
        Bench bench;
        bench.exchange();
        bench.wire->pendingInput = true;
        bench.clock.advance(5ms);
        QVERIFY(!bench.connection->reusable());
    }

    void idleEndAndReset()
    {
        Bench ended;
        ended.exchange();
        ended.wire->end();
        QCOMPARE(ended.recorder.takeLog(), std::string("idle closed\n"));
        Bench reset;
        reset.exchange();
        reset.wire->fail();
        QCOMPARE(reset.recorder.takeLog(), std::string("idle closed\n"));
    }

    void whatLeftAndWhatCame_data()
    {
        QTest::addColumn<int>("room");
        QTest::addColumn<QByteArray>("answer");
        QTest::addColumn<QByteArray>("expected");
        QTest::newRow("nothing taken") << 0 << QByteArray() << QByteArray("failed closed_early\n");
        QTest::newRow("one byte taken")
            << 1 << QByteArray() << QByteArray("failed closed_early left\n");
        QTest::newRow("#1 all taken, no answer")
            << 10000 << QByteArray() << QByteArray("failed closed_early left\n");
        QTest::newRow("one byte of an answer")
            << 10000 << QByteArray("H") << QByteArray("failed closed_early begun left\n");
        QTest::newRow("interim answer") << 10000 << QByteArray("HTTP/1.1 100 Continue\r\n\r\n")
                                        << QByteArray("failed closed_early begun left\n");
    }

    void whatLeftAndWhatCame()
    {
        QFETCH(int, room);
        QFETCH(QByteArray, answer);
        QFETCH(QByteArray, expected);
        for (const bool ends : {false, true}) {
            Bench bench;
            bench.exchange(); // the first one leaves no trace in the second
            bench.wire->room = static_cast<std::size_t>(room);
            bench.send();
            bench.wire->deliver(toStd(answer));
            if (ends)
                bench.wire->end();
            else
                bench.wire->fail();
            QCOMPARE(toQt(bench.recorder.takeLog()), expected);
            QVERIFY(bench.wire->aborted);
        }
    }

    void connectFailure()
    {
        Bench bench({}, false);
        bench.send();
        bench.wire->fail(TransportFailure::ConnectRefused);
        QCOMPARE(bench.recorder.takeLog(), std::string("failed connect_refused\n"));
        QCOMPARE(bench.recorder.lastDetail, std::string("told by the test"));

        Bench unused({}, false);
        unused.wire->fail(TransportFailure::Dns);
        QCOMPARE(unused.recorder.takeLog(), std::string("idle closed\n"));
    }

    void failedWrite()
    {
        Bench bench;
        bench.exchange();
        bench.wire->failNextWrite = true;
        bench.send();
        QCOMPARE(bench.recorder.takeLog(), std::string());
        bench.wire->fail();
        QCOMPARE(bench.recorder.takeLog(), std::string("failed closed_early\n")); // nothing left
        bench.send();
        QCOMPARE(bench.recorder.takeLog(), std::string()); // never from inside send()
        bench.turn();
        QCOMPARE(bench.recorder.takeLog(), std::string("failed closed_early\n"));
    }

    void sendOnAWornOutConnection()
    {
        Bench bench;
        bench.exchange("Connection: close\r\n");
        QVERIFY(!bench.connection->reusable());
        bench.send();
        QVERIFY(bench.wire->sent.find("POST", 1) == std::string::npos);
        bench.turn();
        QCOMPARE(bench.recorder.takeLog(), std::string("failed closed_early\n"));
    }

    void abortIsSilent()
    {
        Bench bench;
        bench.send();
        bench.connection->abort();
        QVERIFY(bench.wire->aborted);
        bench.turn();
        QCOMPARE(bench.recorder.takeLog(), std::string());
        QVERIFY(!bench.connection->reusable());
        QVERIFY(!bench.connection->connected());
    }

    void largeAnswerRefused()
    {
        Bench bench(smallLimits());
        bench.recorder.wantsLarge = false;
        bench.send();
        bench.wire->deliver("HTTP/1.1 200 OK\r\nContent-Length: 60\r\n\r\n" + std::string(60, 'x'));
        QCOMPARE(bench.recorder.takeLog(), std::string("large 200 of 60\n"));
        QVERIFY(bench.wire->aborted);
        QVERIFY(!bench.connection->reusable());
    }

    void limitOfAStreamedAnswer()
    {
        Bench bench(smallLimits());
        bench.send();
        bench.wire->deliver("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
        for (int i = 0; i < 11; ++i)
            bench.wire->deliver("a\r\n0123456789\r\n");
        QCOMPARE(bench.recorder.takeLog(), std::string("large 200\nfailed too_large begun left\n"));
        QCOMPARE(bench.recorder.takeStreamed().size(), std::size_t(100));
    }

    void bombIsStopped()
    {
        Bench bench;
        bench.send();
        const std::string bomb = compressed(std::string(8 << 20, '\0'), Wrapper::Gzip);
        bench.wire->deliver("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: "
                            + std::to_string(bomb.size()) + "\r\n\r\n" + bomb);
        QVERIFY(bench.recorder.takeLog().ends_with("failed too_large begun left\n"));
        QVERIFY(bench.recorder.largestPiece < (2U << 20));
    }

    /// A small read that decodes to much is handed on in pieces, and stops when the handler has enough.
    void decodingStopsWhilePaused()
    {
        HttpClientLimits limits;
        limits.bufferBytes = 1000;
        Bench bench(limits);
        const std::string text(1 << 20, 'j');
        const std::string zipped = compressed(text, Wrapper::Gzip);
        bench.recorder.onPiece = [](HttpClientConnection &c) { c.setReadingPaused(true); };
        bench.send();
        bench.wire->deliver("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: "
                            + std::to_string(zipped.size()) + "\r\n\r\n" + zipped);
        QCOMPARE(bench.recorder.takeLog(), std::string("large 200\n"));
        QCOMPARE(bench.recorder.chunks, 0);
        QVERIFY(bench.wire->paused);
        for (int i = 0; i < 100 && bench.recorder.takeLog().empty(); ++i) {
            bench.connection->setReadingPaused(false);
            const int before = bench.recorder.chunks;
            bench.turn();
            QVERIFY(bench.recorder.chunks <= before + 1);
        }
        QVERIFY(bench.recorder.takeStreamed() == text);
        QVERIFY(bench.recorder.largestPiece <= 64 << 10);
    }

    void endWhilePaused()
    {
        HttpClientLimits limits;
        limits.bufferBytes = 1000;
        Bench bench(limits);
        const std::string text(300'000, 'j');
        bench.recorder.onPiece = [](HttpClientConnection &c) { c.setReadingPaused(true); };
        bench.send();
        bench.wire->deliver("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n"
                            + compressed(text, Wrapper::Gzip));
        bench.wire->end();
        QCOMPARE(bench.recorder.takeLog(), std::string("large 200\n"));
        bench.recorder.onPiece = nullptr;
        bench.connection->setReadingPaused(false);
        bench.turn();
        QCOMPARE(bench.recorder.takeLog(), std::string("ended\n"));
        QVERIFY(bench.recorder.takeStreamed() == text);
    }

    void pausedReadingIsPassedOn()
    {
        Bench bench(smallLimits());
        bench.recorder.onPiece = [](HttpClientConnection &c) { c.setReadingPaused(true); };
        bench.send();
        bench.wire->deliver("HTTP/1.1 200 OK\r\nContent-Length: 90\r\n\r\n" + std::string(50, 'x'));
        bench.wire->deliver(std::string(40, 'x'));
        QVERIFY(bench.wire->paused);
        QCOMPARE(bench.recorder.chunks, 0);
        bench.connection->setReadingPaused(false);
        bench.turn();
        QCOMPARE(bench.recorder.takeLog(), std::string("large 200 of 90\nended reusable\n"));
        bench.send(); // a pause does not outlive its exchange
        QVERIFY(!bench.wire->paused);
    }

    void deletionInsideCallbacks_data()
    {
        QTest::addColumn<int>("moment");
        QTest::addColumn<QByteArray>("answer");
        const std::string gzip = compressed(std::string(60, 'x'), Wrapper::Gzip);
        const std::string small = bytesOf("HTTP/1.1 200 OK|Content-Length: 2||{}");
        const std::string large =
            bytesOf("HTTP/1.1 200 OK|Content-Length: 90||") + std::string(90, 'x');
        const std::string zipped =
            bytesOf("HTTP/1.1 200 OK|Content-Encoding: gzip|Content-Length: ")
            + std::to_string(gzip.size()) + "\r\n\r\n" + gzip;
        const std::string toClose = bytesOf("HTTP/1.1 200 OK||{}");
        const auto add = [](const char *name, Moment moment, const std::string &answer) {
            QTest::newRow(name) << static_cast<int>(moment) << toQt(answer);
        };
        add("responseComplete", Moment::Complete, small);
        add("responseComplete by the close", Moment::Complete, toClose);
        add("responseComplete with trailing bytes", Moment::Complete, small + small);
        add("responseLarge", Moment::Large, large);
        add("responseLarge, gzip", Moment::Large, zipped);
        add("responseChunk", Moment::Chunk, large);
        add("responseChunk, gzip", Moment::Chunk, zipped);
        add("responseEnded", Moment::Ended, large);
        add("responseEnded, gzip", Moment::Ended, zipped);
        add("exchangeFailed", Moment::Failed, bytesOf("HTTP/1.1 200 OK|Content-Length: x||"));
        add("exchangeFailed by the close", Moment::Failed, bytesOf("HTTP/1.1 200 OK|"));
        add("idleClosed", Moment::IdleClosed, small);
        add("requestSent", Moment::Sent, {});
    }

    void deletionInsideCallbacks()
    {
        QFETCH(int, moment);
        QFETCH(QByteArray, answer);
        for (const std::size_t pieceSize : {std::size_t(1), std::size_t(100'000)}) {
            HttpClientLimits limits = smallLimits();
            Bench bench(limits);
            bench.recorder.deletion = static_cast<Moment>(moment);
            bench.send();
            bench.wire->deliverEach(toStd(answer), pieceSize);
            bench.wire->end();
            // What comes in one piece has no further chunk to be deleted in.
            QVERIFY(bench.recorder.deleted || static_cast<Moment>(moment) == Moment::Chunk);
        }
    }

    void overRealSockets()
    {
        IoContext context(SystemClock::instance(), IoBackend::Qt);
        QTcpServer node;
        QVERIFY(node.listen(QHostAddress::LocalHost));
        StreamTarget target;
        target.host = "127.0.0.1";
        target.port = node.serverPort();
        Recorder recorder;
        HttpClientConnection connection(context, target, {});
        connection.setHandler(&recorder);
        connection.send(kHead, kBody);
        QTRY_VERIFY(node.hasPendingConnections());
        QTcpSocket *const peer = node.nextPendingConnection();
        QTRY_COMPARE(peer->bytesAvailable(), static_cast<qint64>(kHead.size() + kBody.size()));
        peer->readAll();
        peer->write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}");
        std::string log;
        QTRY_VERIFY(!(log += recorder.takeLog()).empty());
        QCOMPARE(log, std::string("complete 200 of 2 [{}] reusable\n"));

        const std::string request(3'000'000, 'r');
        connection.send(kHead, request);
        qint64 got = 0;
        QTRY_COMPARE(got += peer->readAll().size(),
                     static_cast<qint64>(kHead.size() + request.size()));
        const std::string answer(3'000'000, 'a');
        peer->write(toQt("HTTP/1.1 200 OK\r\nContent-Length: 3000000\r\n\r\n" + answer));
        log.clear();
        QTRY_VERIFY((log += recorder.takeLog()).ends_with("ended reusable\n"));
        QVERIFY(recorder.takeStreamed() == answer);
        QCOMPARE(recorder.sent, 2);

        peer->disconnectFromHost();
        log.clear();
        QTRY_VERIFY(!(log += recorder.takeLog()).empty());
        QCOMPARE(log, std::string("idle closed\n"));
    }

    void refusedOverRealSockets()
    {
        IoContext context(SystemClock::instance(), IoBackend::Qt);
        StreamTarget target;
        target.host = "127.0.0.1";
        {
            QTcpServer gone;
            QVERIFY(gone.listen(QHostAddress::LocalHost));
            target.port = gone.serverPort();
        }
        Recorder recorder;
        HttpClientConnection connection(context, target, {});
        connection.setHandler(&recorder);
        connection.send(kHead, kBody);
        std::string log;
        QTRY_VERIFY(!(log += recorder.takeLog()).empty());
        QCOMPARE(log, std::string("failed connect_refused\n"));
    }
};

SPILLWAY_TEST(HttpClientTest)
#include "tst_httpclient.moc"
