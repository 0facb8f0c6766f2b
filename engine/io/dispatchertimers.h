// SPDX-License-Identifier: MIT
#pragma once

#include "core/clock.h"

#include <QAbstractEventDispatcher>

#include <map>
#include <memory>
#include <unordered_map>

namespace spillway {

/// The Qt timers of one event dispatcher, ordered by due time. Precise timers never fire early. Coarse ones may move
/// by 5 % of their interval so that neighbours share a wake-up, very coarse ones fire on whole seconds.
class DispatcherTimers
{
public:
    DispatcherTimers() = default;
    ~DispatcherTimers();
    DispatcherTimers(const DispatcherTimers &) = delete;
    DispatcherTimers &operator=(const DispatcherTimers &) = delete;

    void add(int id, qint64 interval, Qt::TimerType type, QObject *object);
    bool remove(int id);
    bool removeAll(QObject *object);
    [[nodiscard]] QList<QAbstractEventDispatcher::TimerInfo> list(QObject *object) const;
    [[nodiscard]] int remainingMs(int id) const;

    [[nodiscard]] bool isEmpty() const { return m_queue.empty(); }

    /// Milliseconds until the next timer that may fire; -1 without one. A timer whose event is being delivered does
    /// not count: it cannot fire before that returns.
    [[nodiscard]] int waitMs() const;
    /// Sends the timer events that are due, each at most once. Returns how many had an interval: zero timers do not
    /// count as events, or processEvents() loops would never end.
    int fireDue();

private:
    struct Entry
    {
        int id;
        qint64 interval;
        Qt::TimerType type;
        QObject *object;
        SteadyNs nominal;        ///< due time before rounding, from which the next one is computed
        bool *removed = nullptr; ///< set while the event is delivered
    };

    using Queue = std::multimap<SteadyNs, Entry>;

    static SteadyNs dueTime(const Entry &entry);
    void scheduleNext(Queue::iterator position, SteadyNs now);
    void erase(Queue::iterator position);

    Queue m_queue;
    std::unordered_map<int, Queue::iterator> m_byId;
};

} // namespace spillway
