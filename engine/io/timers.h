// SPDX-License-Identifier: MIT
#pragma once

#include "core/clock.h"

#include <QObject>

#include <cstdint>
#include <memory>

namespace spillway {

class Timers;

/// One deadline, embedded in the object that waits for it. Starting, moving and cancelling cost O(1) and
/// allocate nothing; a destroyed timer is cancelled. One thread only.
class Timer
{
public:
    using Callback = void (*)(void *context);

    Timer(Callback callback, void *context)
        : m_callback(callback)
        , m_context(context)
    {}

    ~Timer() { cancel(); }

    Timer(const Timer &) = delete;
    Timer &operator=(const Timer &) = delete;

    void cancel();

    [[nodiscard]] bool isActive() const { return m_owner != nullptr; }

    [[nodiscard]] SteadyNs deadline() const { return m_deadline; }

private:
    friend class Timers;

    Callback m_callback;
    void *m_context;
    Timers *m_owner = nullptr;
    Timer *m_previous = nullptr;
    Timer *m_next = nullptr;
    SteadyNs m_deadline = 0;
    std::uint32_t m_slot = 0;
};

/// A deadline that is moved with every request and hardly ever comes. It lets the wheel be when it is cancelled or put
/// off, and looks again when it was woken too early; only an earlier deadline touches the wheel. One thread only.
class LazyTimer
{
public:
    LazyTimer(Timers &timers, Timer::Callback callback, void *context)
        : m_timers(timers)
        , m_callback(callback)
        , m_context(context)
        , m_timer([](void *self) { static_cast<LazyTimer *>(self)->woken(); }, this)
    {}

    /// As Timers::startAt().
    inline void startAt(SteadyNs deadline);
    inline void start(SteadyNs delay);

    void cancel() { m_active = false; }

    [[nodiscard]] bool isActive() const { return m_active; }

    [[nodiscard]] SteadyNs deadline() const { return m_deadline; }

private:
    void woken();

    Timers &m_timers;
    Timer::Callback m_callback;
    void *m_context;
    Timer m_timer;
    SteadyNs m_deadline = 0;
    bool m_active = false;
};

/// A timing wheel with 1 ms slots behind one Qt timer. A timer never fires early and, on an idle thread, at most
/// about 2 ms late. Timers due in the same millisecond fire in no particular order. Callbacks may start, cancel and
/// destroy any timer, and destroy the Timers; a timer started with a past deadline inside a callback waits for the
/// next turn. The Qt timer is touched only by an earlier deadline and by its own firing. One per I/O thread.
class Timers : public QObject
{
    Q_OBJECT

public:
    explicit Timers(const Clock &clock, QObject *parent = nullptr);
    ~Timers() override;

    /// Starts or moves `timer` to fire at `deadline` (steady clock; in the past: in the next turn).
    void startAt(Timer &timer, SteadyNs deadline);

    void start(Timer &timer, SteadyNs delay) { startAt(timer, m_clock.steadyNs() + delay); }

    /// Fires what is due at the clock's present time. Called by the Qt timer; tests with a fake clock call it.
    void fireDue();

    [[nodiscard]] std::size_t activeCount() const { return m_active; }

    [[nodiscard]] const Clock &clock() const { return m_clock; }

protected:
    void timerEvent(QTimerEvent *event) override;

private:
    friend class Timer;
    class Wheel;

    void arm(std::int64_t tick);
    void disarm();

    const Clock &m_clock;
    std::unique_ptr<Wheel> m_wheel;
    std::size_t m_active = 0;
};

inline void LazyTimer::startAt(SteadyNs deadline)
{
    m_deadline = deadline;
    m_active = true;
    if (!m_timer.isActive() || m_timer.deadline() > deadline)
        m_timers.startAt(m_timer, deadline);
}

inline void LazyTimer::start(SteadyNs delay)
{
    startAt(m_timers.clock().steadyNs() + delay);
}

} // namespace spillway
