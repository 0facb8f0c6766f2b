// SPDX-License-Identifier: MIT
#include "io/epolldispatcher.h"
#include "rawsocket.h"
#include "testmain.h"
#include "threadrun.h"

#include <QCoroTask>
#include <QCoroTimer>

#include <QElapsedTimer>
#include <QEventLoop>
#include <QPointer>
#include <QSignalSpy>
#include <QSocketNotifier>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTemporaryFile>
#include <QTimer>

#include <algorithm>
#include <array>
#include <atomic>
#include <fcntl.h>
#include <memory>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace spillway;
using namespace spillway::test;

namespace {

/// Two connected descriptors.
class Pair
{
public:
    Pair() { ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, m_ends.data()); }

    ~Pair()
    {
        closeNear();
        ::close(m_ends[1]);
    }

    Pair(const Pair &) = delete;
    Pair &operator=(const Pair &) = delete;

    [[nodiscard]] int near() const { return m_ends[0]; }

    [[nodiscard]] int far() const { return m_ends[1]; }

    void closeNear()
    {
        if (m_ends[0] >= 0)
            ::close(std::exchange(m_ends[0], -1));
    }

    void send() const { QCOMPARE(::write(m_ends[1], "x", 1), ssize_t{1}); }

    [[nodiscard]] int take() const
    {
        char buffer[64];
        return static_cast<int>(::read(m_ends[0], buffer, sizeof buffer));
    }

private:
    std::array<int, 2> m_ends{-1, -1};
};

/// A read notifier that takes what has come and counts.
struct Reader
{
    explicit Reader(const Pair &pair)
        : notifier(pair.near(), QSocketNotifier::Read)
    {
        QObject::connect(&notifier, &QSocketNotifier::activated, &notifier, [this, &pair] {
            ++activations;
            bytes += std::max(pair.take(), 0);
            if (then)
                then();
        });
    }

    QSocketNotifier notifier;
    int activations = 0;
    int bytes = 0;
    std::function<void()> then;
};

/// Counts timer events by id and runs an action after each.
class TimerProbe : public QObject
{
public:
    std::vector<int> fired;
    std::function<void(int)> then;

protected:
    void timerEvent(QTimerEvent *event) override
    {
        fired.push_back(event->timerId());
        if (then)
            then(event->timerId());
    }
};

QCoro::Task<int> waitTwice(int ms)
{
    QTimer timer;
    timer.start(ms);
    co_await timer;
    co_await timer;
    co_return ms;
}

/// Qt's dispatcher delivers what woke it only in the next call and then waits again; ours must not need this.
struct Heartbeat
{
    Heartbeat()
    {
        if (!EpollDispatcher::current())
            timer.start(5);
    }

    QTimer timer;
};

QAbstractEventDispatcher *dispatcher()
{
    return QAbstractEventDispatcher::instance();
}

} // namespace

/// The same scenarios on Qt's own dispatcher, which is the reference, and on ours.
class EpollDispatcherTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void timersFireInOrder_data() { both(); }

    void timersFireInOrder();
    void timerTypesKeepTheirBounds_data();
    void timerTypesKeepTheirBounds();

    void repeatingTimerSkipsMissedTurns_data() { both(); }

    void repeatingTimerSkipsMissedTurns();

    void timerRestartedInItsOwnEvent_data() { both(); }

    void timerRestartedInItsOwnEvent();

    void timersDeletedInTheirOwnEvent_data() { both(); }

    void timersDeletedInTheirOwnEvent();

    void zeroTimersStarveNobody_data() { both(); }

    void zeroTimersStarveNobody();

    void timerQueries_data() { both(); }

    void timerQueries();

    void timersFollowTheirObject_data() { both(); }

    void timersFollowTheirObject();

    void notifierTypes_data() { both(); }

    void notifierTypes();

    void exceptionNotifier_data() { both(); }

    void exceptionNotifier();

    void notifiersSwitchedOnAndOff_data() { both(); }

    void notifiersSwitchedOnAndOff();

    void notifierSwitchedOffByAnother_data() { both(); }

    void notifierSwitchedOffByAnother();

    void hangUpReachesTheNotifier_data() { both(); }

    void hangUpReachesTheNotifier();

    void reusedDescriptorNumber_data() { both(); }

    void reusedDescriptorNumber();

    void descriptorReplacedInsideACallback_data() { both(); }

    void descriptorReplacedInsideACallback();

    void regularFileIsAlwaysReady_data() { both(); }

    void regularFileIsAlwaysReady();

    void thousandIdleNotifiers_data() { both(); }

    void thousandIdleNotifiers();

    void nestedLoopDeliversOnce_data() { both(); }

    void nestedLoopDeliversOnce();

    void nestedLoopInATimer_data() { both(); }

    void nestedLoopInATimer();

    void excludeSocketNotifiers_data() { both(); }

    void excludeSocketNotifiers();

    void returnValueTellsOfEvents_data() { both(); }

    void returnValueTellsOfEvents();

    void queuedCallsAcrossThreads_data() { both(); }

    void queuedCallsAcrossThreads();

    void wakeUpEndsAWait_data() { both(); }

    void wakeUpEndsAWait();

    void deleteLaterWaitsForItsLoop_data() { both(); }

    void deleteLaterWaitsForItsLoop();

    void quitFromATimer_data() { both(); }

    void quitFromATimer();

    void quitFromAnotherThreadEndsNestedLoops_data() { both(); }

    void quitFromAnotherThreadEndsNestedLoops();

    void signalsAroundWaiting_data() { both(); }

    void signalsAroundWaiting();

    void tcpEcho_data() { both(); }

    void tcpEcho();

    void coroutineOnATimer_data() { both(); }

    void coroutineOnATimer();

    void watcherSeesEdges();
    void watcherRemovedWhilePending();
    void watcherAndNotifierExclude();
    void watchersAndNestedLoops();
    void currentDispatcher();

private:
    static void both()
    {
        QTest::addColumn<bool>("epoll");
        QTest::newRow("Qt") << false;
        QTest::newRow("epoll") << true;
    }

    static void inLoop(const std::function<void()> &body);
};

void EpollDispatcherTest::inLoop(const std::function<void()> &body)
{
    QFETCH(bool, epoll);
    runInThread(epoll, body);
}

void EpollDispatcherTest::timersFireInOrder()
{
    inLoop([] {
        TimerProbe probe;
        const int last = probe.startTimer(45, Qt::PreciseTimer);
        const int first = probe.startTimer(15, Qt::PreciseTimer);
        const int second = probe.startTimer(30, Qt::PreciseTimer);
        probe.then = [&](int id) { probe.killTimer(id); };
        QTRY_COMPARE(probe.fired, (std::vector<int>{first, second, last}));
    });
}

void EpollDispatcherTest::timerTypesKeepTheirBounds_data()
{
    QTest::addColumn<bool>("epoll");
    QTest::addColumn<Qt::TimerType>("type");
    QTest::addColumn<int>("interval");
    QTest::addColumn<int>("earliest");
    for (const bool epoll : {false, true}) {
        const char *const name = epoll ? "epoll" : "Qt";
        QTest::addRow("%s, precise", name) << epoll << Qt::PreciseTimer << 33 << 33;
        QTest::addRow("%s, coarse, short", name) << epoll << Qt::CoarseTimer << 20 << 20;
        QTest::addRow("%s, coarse", name) << epoll << Qt::CoarseTimer << 200 << 190;
        QTest::addRow("%s, very coarse", name) << epoll << Qt::VeryCoarseTimer << 1000 << 500;
    }
}

void EpollDispatcherTest::timerTypesKeepTheirBounds()
{
    QFETCH(Qt::TimerType, type);
    QFETCH(int, interval);
    QFETCH(int, earliest);
    inLoop([&] {
        QElapsedTimer elapsed;
        QTimer timer;
        QEventLoop loop;
        timer.setTimerType(type);
        timer.setSingleShot(true);
        QObject::connect(&timer, &QTimer::timeout, &loop, &QEventLoop::quit);
        elapsed.start();
        timer.start(interval);
        loop.exec();
        QVERIFY2(elapsed.elapsed() >= earliest, qPrintable(QString::number(elapsed.elapsed())));
    });
}

void EpollDispatcherTest::repeatingTimerSkipsMissedTurns()
{
    inLoop([] {
        TimerProbe probe;
        probe.startTimer(5, Qt::PreciseTimer);
        QTRY_VERIFY(!probe.fired.empty());
        probe.fired.clear();
        QThread::msleep(60);
        QCoreApplication::processEvents();
        QCOMPARE(probe.fired.size(), std::size_t{1});
    });
}

void EpollDispatcherTest::timerRestartedInItsOwnEvent()
{
    inLoop([] {
        QTimer timer;
        int count = 0;
        timer.setSingleShot(true);
        QObject::connect(&timer, &QTimer::timeout, &timer, [&] {
            if (++count < 5)
                timer.start(count == 3 ? 0 : 2);
        });
        timer.start(2);
        QTRY_COMPARE(count, 5);
        QVERIFY(!timer.isActive());
    });
}

void EpollDispatcherTest::timersDeletedInTheirOwnEvent()
{
    inLoop([] {
        auto *const probe = new TimerProbe;
        for (int i = 0; i < 3; ++i)
            probe->startTimer(i);
        const QPointer<TimerProbe> watch(probe);
        probe->then = [probe](int) { delete probe; };
        QTRY_VERIFY(!watch);

        // One timer takes another one along that is due, too.
        TimerProbe both;
        const std::array<int, 2> ids{both.startTimer(1, Qt::PreciseTimer),
                                     both.startTimer(1, Qt::PreciseTimer)};
        both.then = [&](int) {
            both.killTimer(ids[0]);
            both.killTimer(ids[1]);
        };
        QThread::msleep(10);
        QTest::qWait(10);
        QCOMPARE(both.fired.size(), std::size_t{1});
    });
}

void EpollDispatcherTest::zeroTimersStarveNobody()
{
    inLoop([] {
        int turns = 0;
        int longTurns = 0;
        QTimer zero;
        QTimer timer;
        Pair pair;
        Reader reader(pair);
        QObject::connect(&zero, &QTimer::timeout, &zero, [&] { ++turns; });
        QObject::connect(&timer, &QTimer::timeout, &timer, [&] { ++longTurns; });
        zero.start(0);
        timer.start(5);
        pair.send();
        QEventLoop loop;
        bool called = false;
        QMetaObject::invokeMethod(
            &loop, [&] { called = true; }, Qt::QueuedConnection);
        QTimer::singleShot(50, &loop, &QEventLoop::quit);
        loop.exec();
        QVERIFY(turns > 5);
        QVERIFY(longTurns > 1);
        QCOMPARE(reader.bytes, 1);
        QVERIFY(called);
    });
}

void EpollDispatcherTest::timerQueries()
{
    inLoop([] {
        TimerProbe probe;
        const int id = probe.startTimer(60'000, Qt::PreciseTimer);
        const int other = probe.startTimer(0, Qt::PreciseTimer);
        const auto infos = dispatcher()->registeredTimers(&probe);
        QCOMPARE(infos.size(), 2);
        const auto found = std::find_if(
            infos.begin(), infos.end(), [id](const auto &i) { return i.timerId == id; });
        QVERIFY(found != infos.end());
        QCOMPARE(found->interval, 60'000);
        QCOMPARE(found->timerType, Qt::PreciseTimer);
        QVERIFY(dispatcher()->remainingTime(id) > 50'000);
        QVERIFY(dispatcher()->remainingTime(id) <= 60'000);
        QCOMPARE(dispatcher()->remainingTime(other), 0);
        probe.killTimer(id);
        QCOMPARE(dispatcher()->registeredTimers(&probe).size(), 1);
        QVERIFY(dispatcher()->unregisterTimers(&probe));
        QVERIFY(!dispatcher()->unregisterTimers(&probe));
        QVERIFY(!dispatcher()->unregisterTimer(id));
        QCOMPARE(dispatcher()->registeredTimers(&probe).size(), 0);
    });
}

void EpollDispatcherTest::timersFollowTheirObject()
{
    QFETCH(bool, epoll);
    TimerProbe probe;
    probe.startTimer(1);
    QThread *const home = QThread::currentThread();
    // Handed over before the thread runs and taken back inside it.
    const std::unique_ptr<QThread> thread(QThread::create([&] {
        QTRY_VERIFY(!probe.fired.empty());
        probe.moveToThread(home);
    }));
    if (epoll)
        thread->setEventDispatcher(new EpollDispatcher);
    probe.moveToThread(thread.get());
    thread->start();
    thread->wait();
    probe.fired.clear();
    QTRY_VERIFY(!probe.fired.empty());
}

void EpollDispatcherTest::notifierTypes()
{
    inLoop([] {
        Pair pair;
        Reader reader(pair);
        QSocketNotifier writer(pair.near(), QSocketNotifier::Write);
        int writable = 0;
        QObject::connect(&writer, &QSocketNotifier::activated, &writer, [&] {
            ++writable;
            writer.setEnabled(writable < 3);
        });
        QTRY_COMPARE(writable, 3);
        QCOMPARE(reader.activations, 0);
        pair.send();
        QTRY_COMPARE(reader.bytes, 1);
        QTest::qWait(10);
        QCOMPARE(writable, 3);
        QCOMPARE(reader.activations, 1);
        writer.setEnabled(true);
        pair.send();
        QTRY_COMPARE(writable, 4);
        QTRY_COMPARE(reader.bytes, 2);
        // Nothing is left of the write side: reading goes on.
        pair.send();
        QTRY_COMPARE(reader.bytes, 3);
    });
}

void EpollDispatcherTest::exceptionNotifier()
{
    inLoop([] {
        const RawSocket listener = RawSocket::listener();
        const RawSocket client = RawSocket::connecting(listener.port());
        RawSocket server;
        QTRY_VERIFY(server.isValid() || (server = listener.accept(), server.isValid()));
        QSocketNotifier urgent(server.descriptor(), QSocketNotifier::Exception);
        int activations = 0;
        QObject::connect(&urgent, &QSocketNotifier::activated, &urgent, [&] {
            ++activations;
            urgent.setEnabled(false);
        });
        QTest::qWait(10);
        QCOMPARE(activations, 0);
        QCOMPARE(::send(client.descriptor(), "!", 1, MSG_OOB), ssize_t{1});
        QTRY_COMPARE(activations, 1);
    });
}

void EpollDispatcherTest::notifiersSwitchedOnAndOff()
{
    inLoop([] {
        Pair pair;
        Reader reader(pair);
        reader.notifier.setEnabled(false);
        pair.send();
        QTest::qWait(10);
        QCOMPARE(reader.activations, 0);
        // Off and on again within one turn is no change at all.
        reader.notifier.setEnabled(true);
        reader.notifier.setEnabled(false);
        reader.notifier.setEnabled(true);
        QTRY_COMPARE(reader.bytes, 1);
        reader.then = [&] { reader.notifier.setEnabled(false); };
        pair.send();
        QTRY_COMPARE(reader.bytes, 2);
        pair.send();
        QTest::qWait(10);
        QCOMPARE(reader.bytes, 2);
        reader.notifier.setEnabled(true);
        QTRY_COMPARE(reader.bytes, 3);
    });
}

void EpollDispatcherTest::notifierSwitchedOffByAnother()
{
    inLoop([] {
        Pair first;
        Pair second;
        Reader a(first);
        auto b = std::make_unique<Reader>(second);
        int total = 0;
        // Whichever comes first takes the other one out of the same batch.
        a.then = [&] {
            ++total;
            b.reset();
        };
        b->then = [&] {
            ++total;
            a.notifier.setEnabled(false);
        };
        first.send();
        second.send();
        QTRY_VERIFY(total > 0);
        QTest::qWait(10);
        QCOMPARE(total, 1);
    });
}

void EpollDispatcherTest::hangUpReachesTheNotifier()
{
    inLoop([] {
        std::array<int, 2> ends{};
        QCOMPARE(::pipe(ends.data()), 0);
        QSocketNotifier reader(ends[0], QSocketNotifier::Read);
        int activations = 0;
        QObject::connect(&reader, &QSocketNotifier::activated, &reader, [&] {
            ++activations;
            reader.setEnabled(false);
        });
        ::close(ends[1]);
        QTRY_COMPARE(activations, 1);
        ::close(ends[0]);
    });
}

void EpollDispatcherTest::reusedDescriptorNumber()
{
    inLoop([] {
        for (int round = 0; round < 3; ++round) {
            Pair first;
            const int number = first.near();
            {
                Reader reader(first);
                first.send();
                QTRY_COMPARE(reader.bytes, 1);
            }
            first.closeNear();
            Pair second;
            QCOMPARE(second.near(), number);
            Reader reader(second);
            second.send();
            QTRY_COMPARE(reader.bytes, 1);
        }
    });
}

void EpollDispatcherTest::descriptorReplacedInsideACallback()
{
    inLoop([] {
        // Both are ready in one batch; the first callback closes the other descriptor and opens a quiet one with the
        // same number.
        std::array<std::unique_ptr<Pair>, 2> pairs{std::make_unique<Pair>(),
                                                   std::make_unique<Pair>()};
        std::array<std::unique_ptr<Reader>, 2> readers;
        int callbacks = 0;
        for (std::size_t i = 0; i < 2; ++i) {
            readers[i] = std::make_unique<Reader>(*pairs[i]);
            readers[i]->then = [&, other = 1 - i] {
                if (++callbacks > 1)
                    return;
                readers[other].reset();
                const int number = pairs[other]->near();
                pairs[other]->closeNear();
                auto replacement = std::make_unique<Pair>();
                QCOMPARE(replacement->near(), number);
                pairs[other] = std::move(replacement);
                readers[other] = std::make_unique<Reader>(*pairs[other]);
            };
        }
        pairs[0]->send();
        pairs[1]->send();
        QTRY_COMPARE(callbacks, 1);
        QTest::qWait(10);
        const std::size_t changed = readers[0]->activations == 1 ? 1 : 0;
        QCOMPARE(readers[changed]->bytes, 0);
        pairs[changed]->send();
        QTRY_COMPARE(readers[changed]->bytes, 1);
    });
}

void EpollDispatcherTest::regularFileIsAlwaysReady()
{
    inLoop([] {
        QTemporaryFile file;
        QVERIFY(file.open());
        QSocketNotifier notifier(file.handle(), QSocketNotifier::Read);
        int activations = 0;
        QObject::connect(&notifier, &QSocketNotifier::activated, &notifier, [&] { ++activations; });
        QTRY_VERIFY(activations > 2);
        notifier.setEnabled(false);
        const int before = activations;
        QTest::qWait(10);
        QCOMPARE(activations, before);
    });
}

void EpollDispatcherTest::thousandIdleNotifiers()
{
    rlimit before{};
    ::getrlimit(RLIMIT_NOFILE, &before);
    rlimit raised = before;
    raised.rlim_cur = std::min<rlim_t>(before.rlim_max, 4096);
    ::setrlimit(RLIMIT_NOFILE, &raised);
    inLoop([] {
        std::vector<std::unique_ptr<Pair>> pairs;
        std::vector<std::unique_ptr<Reader>> idle;
        for (int i = 0; i < 1000; ++i) {
            pairs.push_back(std::make_unique<Pair>());
            idle.push_back(std::make_unique<Reader>(*pairs.back()));
        }
        Pair busy;
        Reader reader(busy);
        reader.then = [&] {
            if (reader.bytes < 500)
                busy.send();
        };
        busy.send();
        QTRY_COMPARE(reader.bytes, 500);
        for (const auto &quiet : idle)
            QCOMPARE(quiet->activations, 0);
        for (const auto &pair : pairs)
            pair->send();
        QTRY_VERIFY(
            std::all_of(idle.begin(), idle.end(), [](const auto &r) { return r->bytes == 1; }));
    });
    ::setrlimit(RLIMIT_NOFILE, &before);
}

void EpollDispatcherTest::nestedLoopDeliversOnce()
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
        QTRY_COMPARE(served, 8);
        QTest::qWait(10);
        for (const auto &reader : readers) {
            QCOMPARE(reader->activations, 1);
            QCOMPARE(reader->bytes, 1);
        }
    });
}

void EpollDispatcherTest::nestedLoopInATimer()
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
        QTRY_VERIFY(innerEvents >= 5);
        QCOMPARE(deepest, 1);
        probe.fired.clear();
        QTRY_VERIFY(std::count(probe.fired.begin(), probe.fired.end(), outer) > 1);
    });
}

void EpollDispatcherTest::excludeSocketNotifiers()
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
        QTRY_COMPARE(reader.bytes, 1);
    });
}

void EpollDispatcherTest::returnValueTellsOfEvents()
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

void EpollDispatcherTest::queuedCallsAcrossThreads()
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

void EpollDispatcherTest::wakeUpEndsAWait()
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

void EpollDispatcherTest::deleteLaterWaitsForItsLoop()
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

void EpollDispatcherTest::quitFromATimer()
{
    inLoop([] {
        QEventLoop loop;
        QTimer::singleShot(1, &loop, [&] { loop.exit(7); });
        QCOMPARE(loop.exec(), 7);
        QTimer::singleShot(0, &loop, [&] { loop.exit(8); });
        QCOMPARE(loop.exec(), 8);
    });
}

void EpollDispatcherTest::quitFromAnotherThreadEndsNestedLoops()
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
        QTRY_COMPARE(depth.load(), 1);
        thread.quit();
        QVERIFY(thread.wait(10'000));
    }
}

void EpollDispatcherTest::signalsAroundWaiting()
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

void EpollDispatcherTest::tcpEcho()
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
            QTRY_COMPARE(client->bytesAvailable(), qint64{message.size()});
        for (const auto &client : clients) {
            QCOMPARE(client->readAll(), message);
            client->disconnectFromHost();
            QTRY_COMPARE(client->state(), QAbstractSocket::UnconnectedState);
        }
        QTRY_VERIFY(server.findChildren<QTcpSocket *>().isEmpty());
    });
}

void EpollDispatcherTest::coroutineOnATimer()
{
    inLoop([] { QCOMPARE(QCoro::waitFor(waitTwice(3)), 3); });
}

namespace {

class EdgeWatcher final : public EpollDispatcher::Watcher
{
public:
    void descriptorReady(unsigned epollEvents) override
    {
        ++calls;
        events |= epollEvents;
        if (then)
            then();
    }

    int calls = 0;
    unsigned events = 0;
    std::function<void()> then;
};

} // namespace

void EpollDispatcherTest::watcherSeesEdges()
{
    runInThread(true, [] {
        EpollDispatcher *const own = EpollDispatcher::current();
        Pair pair;
        EdgeWatcher watcher;
        QVERIFY(own->add(pair.near(), &watcher));
        QVERIFY(!own->add(pair.near(), &watcher));
        QTRY_COMPARE(watcher.calls, 1);
        QCOMPARE(watcher.events, unsigned{EPOLLOUT});
        pair.send();
        QTRY_COMPARE(watcher.calls, 2);
        QVERIFY(watcher.events & EPOLLIN);
        // Unread input is reported once only.
        QTest::qWait(10);
        QCOMPARE(watcher.calls, 2);
        ::shutdown(pair.far(), SHUT_WR);
        QTRY_VERIFY(watcher.events & EPOLLRDHUP);
        own->remove(pair.near(), &watcher);
        const int before = watcher.calls;
        pair.closeNear();
        QTest::qWait(10);
        QCOMPARE(watcher.calls, before);
        QVERIFY(!own->add(-1, &watcher));
        own->remove(-1, &watcher);
        own->remove(123'456, &watcher);
    });
}

void EpollDispatcherTest::watcherRemovedWhilePending()
{
    runInThread(true, [] {
        EpollDispatcher *const own = EpollDispatcher::current();
        Pair first;
        Pair second;
        std::array<std::unique_ptr<EdgeWatcher>, 2> watchers{std::make_unique<EdgeWatcher>(),
                                                             std::make_unique<EdgeWatcher>()};
        const std::array<int, 2> descriptors{first.near(), second.near()};
        int calls = 0;
        for (std::size_t i = 0; i < 2; ++i) {
            QVERIFY(own->add(descriptors[i], watchers[i].get()));
            // Whoever is first removes and destroys both, itself included.
            watchers[i]->then = [&] {
                ++calls;
                const auto doomed = std::exchange(watchers, {});
                own->remove(descriptors[0], doomed[0].get());
                own->remove(descriptors[1], doomed[1].get());
            };
        }
        QTRY_COMPARE(calls, 1);
        QTest::qWait(10);
        QCOMPARE(calls, 1);
    });
}

void EpollDispatcherTest::watcherAndNotifierExclude()
{
    runInThread(true, [] {
        EpollDispatcher *const own = EpollDispatcher::current();
        Pair pair;
        EdgeWatcher watcher;
        {
            Reader reader(pair);
            QVERIFY(!own->add(pair.near(), &watcher));
        }
        QVERIFY(own->add(pair.near(), &watcher));
        EdgeWatcher stranger;
        own->remove(pair.near(), &stranger);
        QTRY_COMPARE(watcher.calls, 1);
        own->remove(pair.near(), &watcher);
    });
}

void EpollDispatcherTest::watchersAndNestedLoops()
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
        QTRY_COMPARE(served, 6);
        QTest::qWait(10);
        QCOMPARE(served, 6);
        for (std::size_t i = 0; i < pairs.size(); ++i)
            own->remove(pairs[i]->near(), watchers[i].get());
    });
}

void EpollDispatcherTest::currentDispatcher()
{
    QVERIFY(!EpollDispatcher::current());
    runInThread(false, [] { QVERIFY(!EpollDispatcher::current()); });
    runInThread(true, [] {
        QVERIFY(EpollDispatcher::current());
        QCOMPARE(EpollDispatcher::current(), dispatcher());
    });
}

SPILLWAY_TEST(EpollDispatcherTest)
#include "tst_epolldispatcher.moc"
