// SPDX-License-Identifier: MIT
#include "dispatcherbench.h"
#include "io/epolldispatcher.h"
#include "rawsocket.h"
#include "testmain.h"

#include <QElapsedTimer>
#include <QEventLoop>
#include <QPointer>
#include <QTemporaryFile>

#include <memory>
#include <sys/epoll.h>
#include <sys/resource.h>

using namespace spillway;
using namespace spillway::test;

/// Timers, notifiers and raw descriptors of the event dispatcher.
class EpollDispatcherTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void timersFireInOrder_data() { bothDispatchers(); }

    void timersFireInOrder();
    void timerTypesKeepTheirBounds_data();
    void timerTypesKeepTheirBounds();

    void repeatingTimerSkipsMissedTurns_data() { bothDispatchers(); }

    void repeatingTimerSkipsMissedTurns();

    void timerRestartedInItsOwnEvent_data() { bothDispatchers(); }

    void timerRestartedInItsOwnEvent();

    void timersDeletedInTheirOwnEvent_data() { bothDispatchers(); }

    void timersDeletedInTheirOwnEvent();

    void zeroTimersStarveNobody_data() { bothDispatchers(); }

    void zeroTimersStarveNobody();

    void timerQueries_data() { bothDispatchers(); }

    void timerQueries();

    void timersFollowTheirObject_data() { bothDispatchers(); }

    void timersFollowTheirObject();

    void notifierTypes_data() { bothDispatchers(); }

    void notifierTypes();

    void exceptionNotifier_data() { bothDispatchers(); }

    void exceptionNotifier();

    void notifiersSwitchedOnAndOff_data() { bothDispatchers(); }

    void notifiersSwitchedOnAndOff();

    void notifierSwitchedOffByAnother_data() { bothDispatchers(); }

    void notifierSwitchedOffByAnother();

    void hangUpReachesTheNotifier_data() { bothDispatchers(); }

    void hangUpReachesTheNotifier();

    void reusedDescriptorNumber_data() { bothDispatchers(); }

    void reusedDescriptorNumber();

    void descriptorReplacedInsideACallback_data() { bothDispatchers(); }

    void descriptorReplacedInsideACallback();

    void regularFileIsAlwaysReady_data() { bothDispatchers(); }

    void regularFileIsAlwaysReady();

    void thousandIdleNotifiers_data() { bothDispatchers(); }

    void thousandIdleNotifiers();
    void watcherSeesEdges();
    void watcherRemovedWhilePending();
    void watcherAndNotifierExclude();
    void currentDispatcher();
};

void EpollDispatcherTest::timersFireInOrder()
{
    inLoop([] {
        TimerProbe probe;
        const int last = probe.startTimer(45, Qt::PreciseTimer);
        const int first = probe.startTimer(15, Qt::PreciseTimer);
        const int second = probe.startTimer(30, Qt::PreciseTimer);
        probe.then = [&](int id) { probe.killTimer(id); };
        SOON_COMPARE(probe.fired, (std::vector<int>{first, second, last}));
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
        SOON_VERIFY(!probe.fired.empty());
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
        SOON_COMPARE(count, 5);
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
        SOON_VERIFY(!watch);

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
        SOON_VERIFY(!probe.fired.empty());
        probe.moveToThread(home);
    }));
    if (epoll)
        thread->setEventDispatcher(new EpollDispatcher);
    probe.moveToThread(thread.get());
    thread->start();
    thread->wait();
    probe.fired.clear();
    SOON_VERIFY(!probe.fired.empty());
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
        SOON_COMPARE(writable, 3);
        QCOMPARE(reader.activations, 0);
        pair.send();
        SOON_COMPARE(reader.bytes, 1);
        QTest::qWait(10);
        QCOMPARE(writable, 3);
        QCOMPARE(reader.activations, 1);
        writer.setEnabled(true);
        pair.send();
        SOON_COMPARE(writable, 4);
        SOON_COMPARE(reader.bytes, 2);
        // Nothing is left of the write side: reading goes on.
        pair.send();
        SOON_COMPARE(reader.bytes, 3);
    });
}

void EpollDispatcherTest::exceptionNotifier()
{
    inLoop([] {
        const RawSocket listener = RawSocket::listener();
        const RawSocket client = RawSocket::connecting(listener.port());
        RawSocket server;
        SOON_VERIFY(server.isValid() || (server = listener.accept(), server.isValid()));
        QSocketNotifier urgent(server.descriptor(), QSocketNotifier::Exception);
        int activations = 0;
        QObject::connect(&urgent, &QSocketNotifier::activated, &urgent, [&] {
            ++activations;
            urgent.setEnabled(false);
        });
        QTest::qWait(10);
        QCOMPARE(activations, 0);
        QCOMPARE(::send(client.descriptor(), "!", 1, MSG_OOB), ssize_t{1});
        SOON_COMPARE(activations, 1);
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
        SOON_COMPARE(reader.bytes, 1);
        reader.then = [&] { reader.notifier.setEnabled(false); };
        pair.send();
        SOON_COMPARE(reader.bytes, 2);
        pair.send();
        QTest::qWait(10);
        QCOMPARE(reader.bytes, 2);
        reader.notifier.setEnabled(true);
        SOON_COMPARE(reader.bytes, 3);
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
        SOON_VERIFY(total > 0);
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
        SOON_COMPARE(activations, 1);
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
                SOON_COMPARE(reader.bytes, 1);
            }
            first.closeNear();
            Pair second;
            QCOMPARE(second.near(), number);
            Reader reader(second);
            second.send();
            SOON_COMPARE(reader.bytes, 1);
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
        SOON_COMPARE(callbacks, 1);
        QTest::qWait(10);
        const std::size_t changed = readers[0]->activations == 1 ? 1 : 0;
        QCOMPARE(readers[changed]->bytes, 0);
        pairs[changed]->send();
        SOON_COMPARE(readers[changed]->bytes, 1);
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
        SOON_VERIFY(activations > 2);
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
        SOON_COMPARE(reader.bytes, 500);
        for (const auto &quiet : idle)
            QCOMPARE(quiet->activations, 0);
        for (const auto &pair : pairs)
            pair->send();
        SOON_VERIFY(
            std::all_of(idle.begin(), idle.end(), [](const auto &r) { return r->bytes == 1; }));
    });
    ::setrlimit(RLIMIT_NOFILE, &before);
}

void EpollDispatcherTest::watcherSeesEdges()
{
    runInThread(true, [] {
        EpollDispatcher *const own = EpollDispatcher::current();
        Pair pair;
        EdgeWatcher watcher;
        QVERIFY(own->add(pair.near(), &watcher));
        QVERIFY(!own->add(pair.near(), &watcher));
        SOON_COMPARE(watcher.calls, 1);
        QCOMPARE(watcher.events, unsigned{EPOLLOUT});
        pair.send();
        SOON_COMPARE(watcher.calls, 2);
        QVERIFY(watcher.events & EPOLLIN);
        // Unread input is reported once only.
        QTest::qWait(10);
        QCOMPARE(watcher.calls, 2);
        ::shutdown(pair.far(), SHUT_WR);
        SOON_VERIFY(watcher.events & EPOLLRDHUP);
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
        SOON_COMPARE(calls, 1);
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
        SOON_COMPARE(watcher.calls, 1);
        own->remove(pair.near(), &watcher);
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
