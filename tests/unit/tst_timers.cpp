// SPDX-License-Identifier: MIT
#include "io/iocontext.h"
#include "testmain.h"

#include <QElapsedTimer>
#include <QRandomGenerator>

#include <algorithm>
#include <memory>
#include <vector>

using namespace spillway;

namespace {

class HandClock final : public Clock
{
public:
    [[nodiscard]] SteadyNs steadyNs() const override { return now; }

    [[nodiscard]] std::int64_t wallMs() const override { return now / kNsPerMs; }

    SteadyNs now = 5'000 * kNsPerSecond + 123'456;
};

/// A timer that notes when it fired and then runs an action.
struct Probe
{
    explicit Probe(const Clock &c)
        : clock(c)
    {}

    static void fired(void *context)
    {
        auto *const self = static_cast<Probe *>(context);
        self->firedAt.push_back(self->clock.steadyNs());
        if (self->action)
            self->action();
    }

    const Clock &clock;
    std::vector<SteadyNs> firedAt;
    std::function<void()> action;
    Timer timer{&Probe::fired, this};
};

} // namespace

class TimersTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void firesAtItsDeadline_data();
    void firesAtItsDeadline();
    void firesManyInOrder();
    void cancelAndMove();
    void pastDeadlineFiresInTheNextTurn();
    void restartsInsideItsCallback();
    void callbackDestroysOtherTimers();
    void callbackDestroysTheWheel();
    void destroyedTimersAreForgotten();
    void runsBehindTheEventLoop();
    void longIdleThenShortTimer();
    void lazyTimerFiresOnceAtItsLastDeadline();
    void lazyTimerHeedsAnEarlierDeadline();
    void cancelledLazyTimerIsSilent();
    void anEventHasOneTime();
};

void TimersTest::firesAtItsDeadline_data()
{
    QTest::addColumn<qint64>("delay");
    for (const qint64 ms :
         {1, 2, 63, 64, 65, 127, 128, 4000, 4095, 4096, 4097, 75'000, 300'000, 86'400'000})
        QTest::addRow("%lld ms", static_cast<long long>(ms)) << qint64{ms * kNsPerMs};
    QTest::addRow("1 ns") << qint64{1};
    QTest::addRow("1 ms and 1 ns") << qint64{kNsPerMs + 1};
    QTest::addRow("a year") << qint64{365} * 86'400 * kNsPerSecond;
}

void TimersTest::firesAtItsDeadline()
{
    QFETCH(qint64, delay);
    HandClock clock;
    Timers timers(clock);
    Probe probe(clock);
    const SteadyNs start = clock.now;
    timers.start(probe.timer, delay);
    QCOMPARE(probe.timer.deadline(), start + delay);
    QVERIFY(probe.timer.isActive());

    clock.now = start + delay / 2;
    timers.fireDue();
    clock.now = start + delay - 1;
    timers.fireDue();
    QVERIFY2(probe.firedAt.empty(), "fired early");

    clock.now = start + delay + kNsPerMs;
    timers.fireDue();
    QCOMPARE(probe.firedAt.size(), std::size_t{1});
    QVERIFY(!probe.timer.isActive());
    QCOMPARE(timers.activeCount(), std::size_t{0});
}

void TimersTest::firesManyInOrder()
{
    HandClock clock;
    Timers timers(clock);
    QRandomGenerator random(42);
    std::vector<std::unique_ptr<Probe>> probes;
    for (int i = 0; i < 3000; ++i) {
        probes.push_back(std::make_unique<Probe>(clock));
        timers.start(probes.back()->timer,
                     random.bounded(1, 100'000) * kNsPerMs + random.bounded(1'000'000));
    }
    for (std::size_t i = 0; i < probes.size(); i += 3)
        timers.start(probes[i]->timer, random.bounded(1, 100'000) * kNsPerMs);
    for (std::size_t i = 1; i < probes.size(); i += 7)
        probes[i]->timer.cancel();
    while (timers.activeCount() > 0) {
        clock.now += random.bounded(1, 90) * kNsPerMs;
        timers.fireDue();
        for (const auto &probe : probes) {
            const SteadyNs deadline = probe->timer.deadline();
            if (probe->timer.isActive()) {
                QVERIFY2(deadline > clock.now - kNsPerMs, "still waiting though due");
                continue;
            }
            if (!probe->firedAt.empty())
                QVERIFY2(deadline <= probe->firedAt.front(), "fired early");
        }
    }
    std::size_t fired = 0;
    for (const auto &probe : probes)
        fired += probe->firedAt.size();
    QCOMPARE(fired, probes.size() - (probes.size() + 5) / 7);
}

void TimersTest::cancelAndMove()
{
    HandClock clock;
    Timers timers(clock);
    Probe first(clock);
    Probe second(clock);
    timers.start(first.timer, 10 * kNsPerMs);
    timers.start(second.timer, 10 * kNsPerMs);
    QCOMPARE(timers.activeCount(), std::size_t{2});
    first.timer.cancel();
    first.timer.cancel();
    timers.start(second.timer, 50 * kNsPerMs);
    QCOMPARE(timers.activeCount(), std::size_t{1});
    clock.now += 20 * kNsPerMs;
    timers.fireDue();
    QVERIFY(first.firedAt.empty());
    QVERIFY(second.firedAt.empty());
    clock.now += 31 * kNsPerMs;
    timers.fireDue();
    QVERIFY(first.firedAt.empty());
    QCOMPARE(second.firedAt.size(), std::size_t{1});
}

void TimersTest::pastDeadlineFiresInTheNextTurn()
{
    HandClock clock;
    Timers timers(clock);
    Probe probe(clock);
    int rounds = 0;
    probe.action = [&] {
        ++rounds;
        timers.start(probe.timer, -kNsPerSecond);
    };
    timers.startAt(probe.timer, clock.now - kNsPerSecond);
    timers.fireDue();
    QCOMPARE(rounds, 1);
    timers.fireDue();
    QCOMPARE(rounds, 2);
}

void TimersTest::restartsInsideItsCallback()
{
    HandClock clock;
    Timers timers(clock);
    Probe probe(clock);
    probe.action = [&] { timers.start(probe.timer, 5 * kNsPerMs); };
    timers.start(probe.timer, 5 * kNsPerMs);
    for (int i = 0; i < 60; ++i) {
        clock.now += kNsPerMs;
        timers.fireDue();
    }
    QCOMPARE(probe.firedAt.size(), std::size_t{10});
}

void TimersTest::callbackDestroysOtherTimers()
{
    HandClock clock;
    Timers timers(clock);
    std::vector<std::unique_ptr<Probe>> probes;
    int fired = 0;
    for (int i = 0; i < 10; ++i) {
        probes.push_back(std::make_unique<Probe>(clock));
        probes.back()->action = [&] {
            ++fired;
            // Takes itself along: the callback's own timer is destroyed, too.
            const auto doomed = std::exchange(probes, {});
        };
        timers.start(probes.back()->timer, (1 + i % 2) * kNsPerMs);
    }
    clock.now += 10 * kNsPerMs;
    timers.fireDue();
    QCOMPARE(fired, 1);
    QCOMPARE(timers.activeCount(), std::size_t{0});
}

void TimersTest::callbackDestroysTheWheel()
{
    HandClock clock;
    auto timers = std::make_unique<Timers>(clock);
    Probe first(clock);
    Probe second(clock);
    first.action = second.action = [&] { timers.reset(); };
    timers->start(first.timer, kNsPerMs);
    timers->start(second.timer, kNsPerMs);
    clock.now += 5 * kNsPerMs;
    timers->fireDue();
    QCOMPARE(first.firedAt.size() + second.firedAt.size(), std::size_t{1});
    QVERIFY(!first.timer.isActive());
    QVERIFY(!second.timer.isActive());
}

void TimersTest::destroyedTimersAreForgotten()
{
    HandClock clock;
    Timers timers(clock);
    {
        Probe probe(clock);
        timers.start(probe.timer, kNsPerMs);
        QCOMPARE(timers.activeCount(), std::size_t{1});
    }
    QCOMPARE(timers.activeCount(), std::size_t{0});
    clock.now += kNsPerSecond;
    timers.fireDue();
}

void TimersTest::runsBehindTheEventLoop()
{
    const Clock &clock = SystemClock::instance();
    Timers timers(clock);
    Probe late(clock);
    Probe early(clock);
    Probe soonest(clock);
    timers.start(late.timer, 40 * kNsPerMs);
    timers.start(early.timer, 20 * kNsPerMs);
    timers.start(soonest.timer, -1);
    early.action = [&] { QVERIFY(late.firedAt.empty()); };
    QTRY_COMPARE(soonest.firedAt.size(), std::size_t{1});
    QTRY_COMPARE(late.firedAt.size(), std::size_t{1});
    QCOMPARE(early.firedAt.size(), std::size_t{1});
    QVERIFY(early.firedAt.front() >= early.timer.deadline());
    QVERIFY(late.firedAt.front() >= late.timer.deadline());
}

void TimersTest::longIdleThenShortTimer()
{
    HandClock clock;
    Timers timers(clock);
    Probe far(clock);
    timers.start(far.timer, 3600 * kNsPerSecond);
    // The wheel has not turned for a long time when the next timer starts.
    clock.now += 3000 * kNsPerSecond + 7 * kNsPerMs;
    Probe near(clock);
    timers.start(near.timer, 3 * kNsPerMs);
    clock.now += 2 * kNsPerMs;
    timers.fireDue();
    QVERIFY(near.firedAt.empty());
    clock.now += 2 * kNsPerMs;
    timers.fireDue();
    QCOMPARE(near.firedAt.size(), std::size_t{1});
    QVERIFY(far.firedAt.empty());
    clock.now += 600 * kNsPerSecond;
    timers.fireDue();
    QCOMPARE(far.firedAt.size(), std::size_t{1});
}

void TimersTest::lazyTimerFiresOnceAtItsLastDeadline()
{
    HandClock clock;
    Timers timers(clock);
    Probe probe(clock);
    LazyTimer lazy(timers, &Probe::fired, &probe);
    const SteadyNs start = clock.now;
    lazy.startAt(start + 10 * kNsPerMs);
    lazy.startAt(start + 500 * kNsPerMs); // the wheel still knows the first one only
    for (const SteadyNs ms : {12, 200, 499}) {
        clock.now = start + ms * kNsPerMs;
        timers.fireDue();
        QVERIFY2(probe.firedAt.empty(), "fired early");
        QVERIFY(lazy.isActive());
    }
    clock.now = start + 502 * kNsPerMs;
    timers.fireDue();
    timers.fireDue();
    QCOMPARE(probe.firedAt.size(), std::size_t{1});
    QVERIFY(!lazy.isActive());
    QCOMPARE(timers.activeCount(), std::size_t{0});
}

void TimersTest::lazyTimerHeedsAnEarlierDeadline()
{
    HandClock clock;
    Timers timers(clock);
    Probe probe(clock);
    LazyTimer lazy(timers, &Probe::fired, &probe);
    const SteadyNs start = clock.now;
    lazy.startAt(start + 500 * kNsPerMs);
    lazy.cancel();
    lazy.startAt(start + 10 * kNsPerMs);
    clock.now = start + 12 * kNsPerMs;
    timers.fireDue();
    QCOMPARE(probe.firedAt.size(), std::size_t{1});
}

void TimersTest::cancelledLazyTimerIsSilent()
{
    HandClock clock;
    Timers timers(clock);
    Probe probe(clock);
    {
        LazyTimer lazy(timers, &Probe::fired, &probe);
        lazy.start(10 * kNsPerMs);
        lazy.cancel();
        clock.now += 20 * kNsPerMs;
        timers.fireDue();
        QVERIFY(probe.firedAt.empty());
        lazy.start(10 * kNsPerMs);
    }
    clock.now += 20 * kNsPerMs;
    timers.fireDue();
    QVERIFY2(probe.firedAt.empty(), "destroyed");
    QCOMPARE(timers.activeCount(), std::size_t{0});
}

void TimersTest::anEventHasOneTime()
{
    HandClock clock;
    IoContext context(clock, IoBackend::Qt);
    {
        const IoContext::Event event(context);
        const SteadyNs first = context.now();
        clock.now += kNsPerMs;
        QCOMPARE(context.now(), first);
        {
            const IoContext::Event inner(context);
            QCOMPARE(context.now(), clock.now);
        }
        clock.now += kNsPerMs;
        QCOMPARE(context.now(), clock.now); // what went on inside may have taken long
    }
    clock.now += kNsPerMs;
    QCOMPARE(context.now(), clock.now);
}

SPILLWAY_TEST(TimersTest)
#include "tst_timers.moc"
