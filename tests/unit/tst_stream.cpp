// SPDX-License-Identifier: MIT
#include "streambench.h"
#include "testmain.h"

using namespace spillway;
using namespace spillway::test;

/// The contract of Stream for everything after the connect, on every backend and in both roles.
class StreamTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void echo_data() { backendsAndRoles(); }

    void echo();

    void largeTransfersBothWays_data() { backends(); }

    void largeTransfersBothWays();

    void pauseHoldsThePeerBack_data() { backendsAndRoles(); }

    void pauseHoldsThePeerBack();

    void resumeInsideTheCallback_data() { backendsAndRoles(); }

    void resumeInsideTheCallback();

    void peerHalfCloses_data() { backendsAndRoles(); }

    void peerHalfCloses();

    void endWhilePausedIsToldLater_data() { backendsAndRoles(); }

    void endWhilePausedIsToldLater();

    void finishSendsEverything_data() { backendsAndRoles(); }

    void finishSendsEverything();

    void finishAfterThePeerHasEnded_data() { backendsAndRoles(); }

    void finishAfterThePeerHasEnded();

    void resetByThePeer_data() { backendsAndRoles(); }

    void resetByThePeer();

    void earlyAnswerBeforeAReset_data() { backendsAndRoles(); }

    void earlyAnswerBeforeAReset();

    void failedWriteIsToldLater_data() { backendsAndRoles(); }

    void failedWriteIsToldLater();

    void abortResetsThePeer_data() { backendsAndRoles(); }

    void abortResetsThePeer();

    void pendingInput_data() { backendsAndRoles(); }

    void pendingInput();
    void deletedInItsCallbacks_data();
    void deletedInItsCallbacks();

    void factoryDeletedInACallback_data() { backends(); }

    void factoryDeletedInACallback();
};

void StreamTest::echo()
{
    QFETCH(bool, adopted);
    onBench([&](Bench &b) {
        b.open(adopted);
        for (int round = 0; round < 3; ++round) {
            b.handler.data.clear();
            b.atPeer.clear();
            QCOMPARE(b.peer.send("ping"), std::size_t{4});
            SOON_COMPARE(b.handler.data, std::string("ping"));
            QVERIFY(b.stream->write("po", "ng"));
            QCOMPARE(b.stream->bufferedBytes(), std::size_t{0});
            SOON_COMPARE(b.receivedByPeer(), std::string("pong"));
        }
        QVERIFY(b.stream->write("alone"));
        SOON_COMPARE(b.receivedByPeer(), std::string("pongalone"));
        QCOMPARE(b.stream->peerAddress(), std::string("127.0.0.1"));
        QCOMPARE(b.handler.failed, 0);
        QCOMPARE(b.handler.ended, 0);
    });
}

void StreamTest::largeTransfersBothWays()
{
    onBench([](Bench &b) {
        const std::string there = pattern(5 << 20);
        const std::string back = pattern(5 << 20);
        b.connect();
        Recorder other;
        const std::unique_ptr<Stream> second = b.context.streams().adopt(b.peer.release());
        second->setHandler(&other);
        Feeder forth{there, 0};
        Feeder home{back, 0};
        b.handler.onDrained = [&] { forth.pump(*b.stream); };
        other.onDrained = [&] { home.pump(*second); };
        forth.pump(*b.stream);
        home.pump(*second);
        SOON_COMPARE(other.data.size(), there.size());
        SOON_COMPARE(b.handler.data.size(), back.size());
        QVERIFY(other.data == there);
        QVERIFY(b.handler.data == back);
        QVERIFY(b.handler.drained > 0);
        QVERIFY(forth.mostBuffered > 0);
        QVERIFY(forth.mostBuffered <= 65536);
        QVERIFY(home.mostBuffered <= 65536);
        QCOMPARE(b.stream->bufferedBytes(), std::size_t{0});
    });
}

void StreamTest::pauseHoldsThePeerBack()
{
    QFETCH(bool, adopted);
    onBench([&](Bench &b) {
        b.open(adopted);
        b.stream->setReadingPaused(true);
        const std::string chunk = pattern(65536);
        std::string sent;
        // The peer writes until the kernel takes no more, for several turns of the loop in a row.
        for (int idle = 0; idle < 20;) {
            const std::size_t taken = b.peer.send(chunk);
            sent.append(chunk, 0, taken);
            idle = taken == 0 ? idle + 1 : 0;
            QCoreApplication::processEvents();
            QVERIFY2(sent.size() < (64U << 20), "the stream reads though it is paused");
        }
        QCOMPARE(b.handler.data.size(), std::size_t{0});
        QVERIFY(b.stream->hasPendingInput());
        b.stream->setReadingPaused(false);
        SOON_COMPARE(b.handler.data.size(), sent.size());
        QVERIFY(b.handler.data == sent);
        b.sendFromPeer("more");
        SOON_COMPARE(b.handler.data.size(), sent.size() + 4);
    });
}

void StreamTest::resumeInsideTheCallback()
{
    QFETCH(bool, adopted);
    onBench([&](Bench &b) {
        b.open(adopted);
        int deepest = 0;
        int depth = 0;
        b.handler.onData = [&] {
            deepest = std::max(deepest, ++depth);
            b.stream->setReadingPaused(true);
            b.stream->setReadingPaused(false);
            --depth;
        };
        const std::string all = pattern(3 << 20);
        b.sendFromPeer(all);
        SOON_COMPARE(b.handler.data.size(), all.size());
        QVERIFY(b.handler.data == all);
        QCOMPARE(deepest, 1);
        b.handler.onData = [&] { b.stream->setReadingPaused(true); };
        b.sendFromPeer("one");
        SOON_COMPARE(b.handler.data.size(), all.size() + 3);
        b.sendFromPeer("two");
        b.stream->setReadingPaused(false);
        SOON_COMPARE(b.handler.data.size(), all.size() + 6);
    });
}

void StreamTest::peerHalfCloses()
{
    QFETCH(bool, adopted);
    onBench([&](Bench &b) {
        b.open(adopted);
        b.peer.send("request");
        b.peer.shutdownWrite();
        SOON_COMPARE(b.handler.ended, 1);
        QCOMPARE(b.handler.data, std::string("request"));
        const std::string answer = pattern(3 << 20);
        Feeder feeder{answer, 0};
        b.handler.onDrained = [&] { feeder.pump(*b.stream); };
        feeder.pump(*b.stream);
        SOON_COMPARE(b.receivedByPeer().size(), answer.size());
        QVERIFY(b.atPeer == answer);
        QVERIFY(b.stream->hasPendingInput());
        QCOMPARE(b.handler.failed, 0);
        QCOMPARE(b.handler.ended, 1);
    });
}

void StreamTest::endWhilePausedIsToldLater()
{
    QFETCH(bool, adopted);
    onBench([&](Bench &b) {
        b.open(adopted);
        b.stream->setReadingPaused(true);
        b.peer.send("last words");
        b.peer.close();
        SOON_VERIFY(b.stream->hasPendingInput());
        QTest::qWait(20);
        QCOMPARE(b.handler.ended, 0);
        QCOMPARE(b.handler.data, std::string());
        b.stream->setReadingPaused(false);
        SOON_COMPARE(b.handler.ended, 1);
        QCOMPARE(b.handler.data, std::string("last words"));
    });
}

void StreamTest::finishSendsEverything()
{
    QFETCH(bool, adopted);
    onBench([&](Bench &b) {
        b.open(adopted);
        const std::string answer = pattern(5 << 20);
        QVERIFY(!b.stream->write(answer));
        QVERIFY(b.stream->bufferedBytes() > 0);
        b.stream->finish();
        SOON_COMPARE(b.receivedByPeer().size(), answer.size());
        SOON_VERIFY((b.receivedByPeer(), b.peer.ended()));
        QVERIFY(b.atPeer == answer);
        QCOMPARE(b.handler.drained, 0);
        QCOMPARE(b.handler.ended, 0);
        // Bytes that come after finish() are read and dropped, so that the peer can end in peace.
        b.sendFromPeer(pattern(1 << 20));
        b.peer.shutdownWrite();
        SOON_COMPARE(b.handler.ended, 1);
        QCOMPARE(b.handler.data, std::string());
        QCOMPARE(b.handler.failed, 0);
    });
}

void StreamTest::finishAfterThePeerHasEnded()
{
    QFETCH(bool, adopted);
    onBench([&](Bench &b) {
        b.open(adopted);
        b.peer.shutdownWrite();
        SOON_COMPARE(b.handler.ended, 1);
        b.stream->write("bye");
        b.stream->finish();
        QCOMPARE(b.handler.ended, 1);
        SOON_COMPARE(b.handler.ended, 2);
        b.stream.reset();
        SOON_VERIFY((b.receivedByPeer(), b.peer.ended()));
        QCOMPARE(b.atPeer, std::string("bye"));
        QCOMPARE(b.handler.failed, 0);
    });
}

void StreamTest::resetByThePeer()
{
    QFETCH(bool, adopted);
    onBench([&](Bench &b) {
        b.open(adopted);
        b.peer.send("x");
        SOON_COMPARE(b.handler.data, std::string("x"));
        b.peer.reset();
        SOON_COMPARE(b.handler.failed, 1);
        QCOMPARE(b.handler.failure, TransportFailure::ClosedEarly);
        QVERIFY(!b.handler.detail.empty());
        QCOMPARE(b.handler.ended, 0);
        QVERIFY(!b.stream->write("y"));
        b.stream->finish();
        b.stream->setReadingPaused(true);
        b.stream->setReadingPaused(false);
        QTest::qWait(10);
        QCOMPARE(b.handler.failed, 1);
    });
}

void StreamTest::earlyAnswerBeforeAReset()
{
    QFETCH(bool, adopted);
    onBench([&](Bench &b) {
        b.open(adopted);
        // The peer answers and closes without having read the request: a reset follows its answer.
        QVERIFY(b.stream->write("request"));
        b.peer.send("too large");
        b.peer.close();
        SOON_VERIFY(b.handler.failed + b.handler.ended > 0);
        QCOMPARE(b.handler.data, std::string("too large"));
    });
}

void StreamTest::failedWriteIsToldLater()
{
    QFETCH(bool, adopted);
    onBench([&](Bench &b) {
        b.open(adopted);
        b.peer.reset();
        // Nothing has been read yet when the write fails.
        SOON_VERIFY(b.stream->hasPendingInput());
        b.stream->write("a", "b");
        b.stream->write("c");
        QCOMPARE(b.handler.failed, 0);
        SOON_COMPARE(b.handler.failed, 1);
        QCOMPARE(b.handler.failure, TransportFailure::ClosedEarly);
    });
}

void StreamTest::abortResetsThePeer()
{
    QFETCH(bool, adopted);
    onBench([&](Bench &b) {
        b.open(adopted);
        b.stream->write("some");
        b.stream->abort();
        QCOMPARE(b.stream->bufferedBytes(), std::size_t{0});
        QVERIFY(b.stream->hasPendingInput());
        SOON_VERIFY((b.receivedByPeer(), b.peer.error() == ECONNRESET));
        b.stream->abort();
        b.stream->finish();
        QVERIFY(!b.stream->write("more"));
        QTest::qWait(10);
        QCOMPARE(b.handler.failed + b.handler.ended, 0);
    });
}

void StreamTest::pendingInput()
{
    QFETCH(bool, adopted);
    onBench([&](Bench &b) {
        b.open(adopted);
        QVERIFY(!b.stream->hasPendingInput());
        b.peer.send("x");
        // Loopback delivers within the call; no event has been processed yet.
        QVERIFY(b.stream->hasPendingInput());
        SOON_COMPARE(b.handler.data, std::string("x"));
        QVERIFY(!b.stream->hasPendingInput());
        b.peer.close();
        QVERIFY(b.stream->hasPendingInput());
    });
}

void StreamTest::deletedInItsCallbacks_data()
{
    QTest::addColumn<bool>("epollDispatcher");
    QTest::addColumn<IoBackend>("io");
    QTest::addColumn<QString>("callback");
    QTest::addColumn<bool>("abortOnly");
    for (const char *callback : {"connected", "data", "ended", "failed", "drained"}) {
        for (const bool abortOnly : {false, true}) {
            const char *const how = abortOnly ? "abort" : "delete";
            const QString name = QString::fromLatin1(callback);
            QTest::addRow("Qt sockets, Qt dispatcher, %s in %s", how, callback)
                << false << IoBackend::Qt << name << abortOnly;
            QTest::addRow("Qt sockets, epoll dispatcher, %s in %s", how, callback)
                << true << IoBackend::Qt << name << abortOnly;
            QTest::addRow("raw descriptors, epoll dispatcher, %s in %s", how, callback)
                << true << IoBackend::Epoll << name << abortOnly;
        }
    }
}

void StreamTest::deletedInItsCallbacks()
{
    QFETCH(QString, callback);
    QFETCH(bool, abortOnly);
    onBench([&](Bench &b) {
        int calls = 0;
        const auto drop = [&] {
            ++calls;
            abortOnly ? b.stream->abort() : b.stream.reset();
        };
        b.handler.onConnected = callback == u"connected" ? drop : std::function<void()>();
        b.stream = b.context.streams().connectTo(b.target(), &b.handler);
        SOON_COMPARE(b.handler.connected, 1);
        SOON_VERIFY(b.accept(b.peer));
        const std::string large = pattern(4 << 20);
        if (callback == u"data") {
            b.handler.onData = drop;
            b.peer.send(large);
        } else if (callback == u"ended") {
            b.handler.onEnded = drop;
            b.peer.shutdownWrite();
        } else if (callback == u"failed") {
            b.handler.onFailed = drop;
            b.peer.reset();
        } else if (callback == u"drained") {
            b.handler.onDrained = drop;
            QVERIFY(!b.stream->write(large));
        }
        SOON_VERIFY((b.peer.isValid() ? b.receivedByPeer() : std::string(), calls > 0));
        QTest::qWait(20);
        QCOMPARE(calls, 1);
        if (b.peer.isValid())
            SOON_VERIFY((b.receivedByPeer(), b.peer.ended() || b.peer.error() != 0));
    });
}

void StreamTest::factoryDeletedInACallback()
{
    QFETCH(IoBackend, io);
    onBench([&](Bench &b) {
        std::unique_ptr<StreamFactory> factory = makeStreamFactory(b.context, io);
        Recorder later;
        std::unique_ptr<Stream> waiting;
        b.handler.onConnected = [&] { factory.reset(); };
        b.stream = factory->connectTo(b.target(), &b.handler);
        waiting = factory->connectTo(b.target("localhost"), &later);
        SOON_COMPARE(b.handler.connected, 1);
        SOON_COMPARE(later.connected, 1);
        QVERIFY(!factory);
        b.stream->write("still here");
        SOON_VERIFY(b.accept(b.peer));
        SOON_VERIFY(b.receivedByPeer() == "still here" || b.peer.ended());
    });
}

SPILLWAY_TEST(StreamTest)
#include "tst_stream.moc"
