// SPDX-License-Identifier: MIT
#include "dispatcherbench.h"
#include "io/epolldispatcher.h"
#include "testmain.h"

#include <QCoroTask>
#include <QCoroTimer>

#include <QEventLoop>
#include <QPointer>
#include <QTcpServer>
#include <QTcpSocket>

#include <atomic>
#include <memory>
#include <thread>

using namespace spillway;
using namespace spillway::test;

namespace {

QCoro::Task<int> waitTwice(int ms)
{
    QTimer timer;
    timer.start(ms);
    co_await timer;
    co_await timer;
    co_return ms;
}

} // namespace

/// Event loops on the dispatcher: nesting, flags, posted events, other threads, and what of Qt runs on it.
class DispatcherLoopTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void nestedLoopDeliversOnce_data() { bothDispatchers(); }

    void nestedLoopDeliversOnce();

    void nestedLoopInATimer_data() { bothDispatchers(); }

    void nestedLoopInATimer();

    void excludeSocketNotifiers_data() { bothDispatchers(); }

    void excludeSocketNotifiers();

    void returnValueTellsOfEvents_data() { bothDispatchers(); }

    void returnValueTellsOfEvents();

    void queuedCallsAcrossThreads_data() { bothDispatchers(); }

    void queuedCallsAcrossThreads();

    void wakeUpEndsAWait_data() { bothDispatchers(); }

    void wakeUpEndsAWait();

    void deleteLaterWaitsForItsLoop_data() { bothDispatchers(); }

    void deleteLaterWaitsForItsLoop();

    void quitFromATimer_data() { bothDispatchers(); }

    void quitFromATimer();

    void quitFromAnotherThreadEndsNestedLoops_data() { bothDispatchers(); }

    void quitFromAnotherThreadEndsNestedLoops();

    void signalsAroundWaiting_data() { bothDispatchers(); }

    void signalsAroundWaiting();

    void tcpEcho_data() { bothDispatchers(); }

    void tcpEcho();

    void coroutineOnATimer_data() { bothDispatchers(); }

    void coroutineOnATimer();
    void watchersAndNestedLoops();
};

void DispatcherLoopTest::nestedLoopDeliversOnce()
{
    inLoop([] {
        std::vector<std::unique_ptr<Pair>> pairs;
        std::vector<std::unique_ptr<Reader>> readers;
        int served = 0;
        QEventLoop nested;
        bool inside = false;
        for (int i = 0; i < 8; ++i) {
            pairs.push_back(std::make_unique<Pair>());
            readers.push_back(std::make_unique<Reader>(*pairs.back()));
            readers.back()->then = [&] {
                if (++served == 8)
                    nested.quit();
                // The first one served lets all the others be served before it returns.
                if (!std::exchange(inside, true))
                    nested.exec();
            };
        }
        for (const auto &pair : pairs)
            pair->send();
        SOON_COMPARE(served, 8);
        QTest::qWait(10);
        for (const auto &reader : readers) {
            QCOMPARE(reader->activations, 1);
            QCOMPARE(reader->bytes, 1);
        }
    });
}

void DispatcherLoopTest::nestedLoopInATimer()
{
    inLoop([] {
        TimerProbe probe;
        QEventLoop nested;
        const int outer = probe.startTimer(1, Qt::PreciseTimer);
        const int inner = probe.startTimer(2, Qt::PreciseTimer);
        int innerEvents = 0;
        int depth = 0;
        int deepest = 0;
        probe.then = [&](int id) {
            if (id == inner && ++innerEvents == 5)
                nested.quit();
            if (id != outer)
                return;
            deepest = std::max(deepest, ++depth);
            if (innerEvents < 5)
                nested.exec();
            --depth;
        };
        SOON_VERIFY(innerEvents >= 5);
        QCOMPARE(deepest, 1);
        probe.fired.clear();
        SOON_VERIFY(std::count(probe.fired.begin(), probe.fired.end(), outer) > 1);
    });
}

void DispatcherLoopTest::excludeSocketNotifiers()
{
    inLoop([] {
        Pair pair;
        Reader reader(pair);
        pair.send();
        QTimer timer;
        int timeouts = 0;
        QObject::connect(&timer, &QTimer::timeout, &timer, [&] { ++timeouts; });
        timer.start(5);
        QEventLoop loop;
        // Blocks although the descriptor is ready, until the timer fires.
        while (timeouts < 3)
            loop.processEvents(QEventLoop::ExcludeSocketNotifiers | QEventLoop::WaitForMoreEvents);
        QCOMPARE(reader.activations, 0);
        // Another thread's call ends such a wait, too.
        timer.stop();
        const Heartbeat heartbeat;
        bool called = false;
        std::thread caller([&] {
            QMetaObject::invokeMethod(
                &timer, [&] { called = true; }, Qt::QueuedConnection);
        });
        while (!called)
            loop.processEvents(QEventLoop::ExcludeSocketNotifiers | QEventLoop::WaitForMoreEvents);
        caller.join();
        QCOMPARE(reader.activations, 0);
        loop.processEvents(QEventLoop::ExcludeUserInputEvents);
        SOON_COMPARE(reader.bytes, 1);
    });
}

void DispatcherLoopTest::returnValueTellsOfEvents()
{
    inLoop([] {
        QEventLoop loop;
        while (loop.processEvents()) {}
        QVERIFY(!loop.processEvents());
        Pair pair;
        Reader reader(pair);
        pair.send();
        QVERIFY(loop.processEvents());
        while (loop.processEvents()) {}
        QTimer zero;
        zero.start(0);
        // Or a loop that runs until nothing is left to do would never end.
        QVERIFY(!loop.processEvents());
    });
}

void DispatcherLoopTest::queuedCallsAcrossThreads()
{
    inLoop([] {
        constexpr int kCalls = 5000;
        QObject receiver;
        std::array<std::vector<int>, 2> seen;
        std::vector<std::thread> senders;
        for (std::size_t sender = 0; sender < 2; ++sender) {
            senders.emplace_back([&, sender] {
                for (int i = 0; i < kCalls; ++i) {
                    QMetaObject::invokeMethod(
                        &receiver,
                        [&, sender, i] { seen[sender].push_back(i); },
                        Qt::QueuedConnection);
                    if (i % 100 == 0)
                        std::this_thread::yield();
                }
            });
        }
        QEventLoop loop;
        const Heartbeat heartbeat;
        while (seen[0].size() + seen[1].size() < 2 * kCalls)
            loop.processEvents(QEventLoop::WaitForMoreEvents);
        for (std::thread &sender : senders)
            sender.join();
        QVERIFY(std::is_sorted(seen[0].begin(), seen[0].end()));
        QVERIFY(std::is_sorted(seen[1].begin(), seen[1].end()));
    });
}

void DispatcherLoopTest::wakeUpEndsAWait()
{
    inLoop([] {
        QAbstractEventDispatcher *const mine = dispatcher();
        QEventLoop loop;
        while (loop.processEvents()) {}
        for (int round = 0; round < 50; ++round) {
            std::atomic<bool> raised{false};
            std::thread waker([&] {
                raised = true;
                mine->wakeUp();
                mine->wakeUp();
            });
            while (!raised)
                loop.processEvents(QEventLoop::WaitForMoreEvents);
            waker.join();
        }
    });
}

void DispatcherLoopTest::deleteLaterWaitsForItsLoop()
{
    inLoop([] {
        QEventLoop loop;
        QPointer<QObject> object(new QObject);
        bool existedInNestedLoop = false;
        QTimer::singleShot(0, &loop, [&] {
            object->deleteLater();
            QEventLoop nested;
            QTimer::singleShot(5, &nested, &QEventLoop::quit);
            nested.exec();
            existedInNestedLoop = !object.isNull();
            QTimer::singleShot(5, &loop, &QEventLoop::quit);
        });
        loop.exec();
        QVERIFY(existedInNestedLoop);
        QVERIFY(object.isNull());
    });
}

void DispatcherLoopTest::quitFromATimer()
{
    inLoop([] {
        QEventLoop loop;
        QTimer::singleShot(1, &loop, [&] { loop.exit(7); });
        QCOMPARE(loop.exec(), 7);
        QTimer::singleShot(0, &loop, [&] { loop.exit(8); });
        QCOMPARE(loop.exec(), 8);
    });
}

void DispatcherLoopTest::quitFromAnotherThreadEndsNestedLoops()
{
    QFETCH(bool, epoll);
    for (int round = 0; round < 20; ++round) {
        QThread thread;
        if (epoll)
            thread.setEventDispatcher(new EpollDispatcher);
        QObject receiver;
        receiver.moveToThread(&thread);
        std::atomic<int> depth{0};
        QMetaObject::invokeMethod(
            &receiver,
            [&] {
                QEventLoop outer;
                QTimer::singleShot(0, &outer, [&] {
                    QEventLoop inner;
                    ++depth;
                    inner.exec();
                });
                outer.exec();
            },
            Qt::QueuedConnection);
        thread.start();
        SOON_COMPARE(depth.load(), 1);
        thread.quit();
        QVERIFY(thread.wait(10'000));
    }
}

void DispatcherLoopTest::signalsAroundWaiting()
{
    inLoop([] {
        int blocking = 0;
        int awake = 0;
        QObject context;
        QObject::connect(
            dispatcher(), &QAbstractEventDispatcher::aboutToBlock, &context, [&] { ++blocking; });
        QObject::connect(
            dispatcher(), &QAbstractEventDispatcher::awake, &context, [&] { ++awake; });
        QEventLoop loop;
        QTimer::singleShot(5, &loop, &QEventLoop::quit);
        loop.exec();
        QVERIFY(blocking > 0);
        QVERIFY(awake > 0);
        // Something queued just before the wait must not be slept over.
        const Heartbeat heartbeat;
        bool called = false;
        QMetaObject::Connection once;
        once =
            QObject::connect(dispatcher(), &QAbstractEventDispatcher::aboutToBlock, &context, [&] {
                QObject::disconnect(once);
                QMetaObject::invokeMethod(
                    &context, [&] { called = true; }, Qt::QueuedConnection);
            });
        while (!called)
            loop.processEvents(QEventLoop::WaitForMoreEvents);
    });
}

void DispatcherLoopTest::tcpEcho()
{
    inLoop([] {
        QTcpServer server;
        QVERIFY(server.listen(QHostAddress::LocalHost));
        QObject::connect(&server, &QTcpServer::newConnection, &server, [&] {
            while (QTcpSocket *const socket = server.nextPendingConnection()) {
                QObject::connect(socket, &QTcpSocket::readyRead, socket, [socket] {
                    socket->write(socket->readAll());
                });
                QObject::connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
            }
        });
        std::vector<std::unique_ptr<QTcpSocket>> clients;
        const QByteArray message(300'000, 'q');
        for (int i = 0; i < 10; ++i) {
            clients.push_back(std::make_unique<QTcpSocket>());
            QTcpSocket *const client = clients.back().get();
            QObject::connect(
                client, &QTcpSocket::connected, client, [=] { client->write(message); });
            client->connectToHost(server.serverAddress(), server.serverPort());
        }
        for (const auto &client : clients)
            SOON_COMPARE(client->bytesAvailable(), qint64{message.size()});
        for (const auto &client : clients) {
            QCOMPARE(client->readAll(), message);
            client->disconnectFromHost();
            SOON_COMPARE(client->state(), QAbstractSocket::UnconnectedState);
        }
        SOON_VERIFY(server.findChildren<QTcpSocket *>().isEmpty());
    });
}

void DispatcherLoopTest::coroutineOnATimer()
{
    inLoop([] { QCOMPARE(QCoro::waitFor(waitTwice(3)), 3); });
}

void DispatcherLoopTest::watchersAndNestedLoops()
{
    runInThread(true, [] {
        EpollDispatcher *const own = EpollDispatcher::current();
        std::vector<std::unique_ptr<Pair>> pairs;
        std::vector<std::unique_ptr<EdgeWatcher>> watchers;
        int served = 0;
        bool inside = false;
        for (int i = 0; i < 6; ++i) {
            pairs.push_back(std::make_unique<Pair>());
            watchers.push_back(std::make_unique<EdgeWatcher>());
            watchers.back()->then = [&] {
                ++served;
                // Edges come once: none may be lost to a nested loop that leaves descriptors out, or takes them over.
                if (std::exchange(inside, true))
                    return;
                QEventLoop nested;
                nested.processEvents(QEventLoop::ExcludeSocketNotifiers);
                QCOMPARE(served, 1);
                nested.processEvents();
                QCOMPARE(served, 6);
            };
            QVERIFY(own->add(pairs.back()->near(), watchers.back().get()));
        }
        SOON_COMPARE(served, 6);
        QTest::qWait(10);
        QCOMPARE(served, 6);
        for (std::size_t i = 0; i < pairs.size(); ++i)
            own->remove(pairs[i]->near(), watchers[i].get());
    });
}

SPILLWAY_TEST(DispatcherLoopTest)
#include "tst_dispatcherloop.moc"
