// SPDX-License-Identifier: MIT
#include "io/dispatchertimers.h"

#include <QCoreApplication>
#include <QTimerEvent>

#include <algorithm>
#include <limits>

namespace spillway {

namespace {

// Below this a twentieth of the interval is less than the loop's own millisecond.
constexpr qint64 kShortestCoarseMs = 20;
// From here a twentieth of the interval is a second and more.
constexpr qint64 kVeryCoarseMs = 20'000;

SteadyNs now()
{
    return SystemClock::instance().steadyNs();
}

SteadyNs roundedTo(SteadyNs value, SteadyNs step)
{
    return (value + step / 2) / step * step;
}

int clampedMs(SteadyNs duration)
{
    const SteadyNs ms = (duration + kNsPerMs - 1) / kNsPerMs;
    return static_cast<int>(std::clamp(ms, SteadyNs{0}, SteadyNs{std::numeric_limits<int>::max()}));
}

/// The largest step of 1, 2, 5, 10, 20, 50 … ms that moves a due time by at most a twentieth of the interval.
SteadyNs coarseStep(qint64 interval)
{
    const qint64 widest = interval / 10;
    qint64 step = 1;
    for (const qint64 candidate : {2, 5, 10, 20, 50, 100, 200, 500, 1000}) {
        if (candidate <= widest)
            step = candidate;
    }
    return step * kNsPerMs;
}

} // namespace

DispatcherTimers::~DispatcherTimers()
{
    for (auto &[due, entry] : m_queue) {
        if (entry.removed)
            *entry.removed = true;
    }
}

SteadyNs DispatcherTimers::dueTime(const Entry &entry)
{
    if (entry.interval == 0 || entry.type == Qt::PreciseTimer)
        return entry.nominal;
    if (entry.type == Qt::VeryCoarseTimer || entry.interval >= kVeryCoarseMs)
        return roundedTo(entry.nominal, kNsPerSecond);
    if (entry.interval <= kShortestCoarseMs)
        return entry.nominal;
    return roundedTo(entry.nominal, coarseStep(entry.interval));
}

void DispatcherTimers::add(int id, qint64 interval, Qt::TimerType type, QObject *object)
{
    Entry entry{id, std::max(interval, qint64{0}), type, object, 0};
    SteadyNs wait = entry.interval * kNsPerMs;
    // A very coarse timer of less than a second would round to "at once" half of the time.
    if (type == Qt::VeryCoarseTimer && wait > 0)
        wait = std::max(wait, kNsPerSecond);
    entry.nominal = now() + wait;
    const SteadyNs due = dueTime(entry);
    m_byId.insert_or_assign(id, m_queue.emplace(due, entry));
}

void DispatcherTimers::erase(Queue::iterator position)
{
    if (position->second.removed)
        *position->second.removed = true;
    m_queue.erase(position);
}

bool DispatcherTimers::remove(int id)
{
    const auto found = m_byId.find(id);
    if (found == m_byId.end())
        return false;
    erase(found->second);
    m_byId.erase(found);
    return true;
}

bool DispatcherTimers::removeAll(QObject *object)
{
    bool any = false;
    for (auto position = m_queue.begin(); position != m_queue.end();) {
        const auto next = std::next(position);
        if (position->second.object == object) {
            m_byId.erase(position->second.id);
            erase(position);
            any = true;
        }
        position = next;
    }
    return any;
}

QList<QAbstractEventDispatcher::TimerInfo> DispatcherTimers::list(QObject *object) const
{
    QList<QAbstractEventDispatcher::TimerInfo> result;
    for (const auto &[due, entry] : m_queue) {
        if (entry.object == object)
            result.emplaceBack(entry.id, clampedMs(entry.interval * kNsPerMs), entry.type);
    }
    return result;
}

int DispatcherTimers::remainingMs(int id) const
{
    const auto found = m_byId.find(id);
    return found == m_byId.end() ? -1 : clampedMs(found->second->first - now());
}

int DispatcherTimers::waitMs() const
{
    for (const auto &[due, entry] : m_queue) {
        if (!entry.removed)
            return clampedMs(due - now());
    }
    return -1;
}

void DispatcherTimers::scheduleNext(Queue::iterator position, SteadyNs present)
{
    Entry &entry = position->second;
    const SteadyNs interval = entry.interval * kNsPerMs;
    entry.nominal += interval;
    // A loop that was busy for longer than the interval does not fire the missed turns.
    if (entry.nominal <= present)
        entry.nominal = present + interval;
    auto node = m_queue.extract(position);
    node.key() = std::max(dueTime(entry), present);
    m_byId[node.mapped().id] = m_queue.insert(std::move(node));
}

int DispatcherTimers::fireDue()
{
    if (m_queue.empty())
        return 0;
    const SteadyNs present = now();
    auto remaining = std::distance(m_queue.begin(), m_queue.upper_bound(present));
    int fired = 0;
    // Counted beforehand: a zero timer that is due again at once must wait for the next turn.
    for (; remaining > 0; --remaining) {
        const auto position = m_queue.begin();
        if (position == m_queue.end() || position->first > present)
            break;
        const auto id = position->second.id;
        const bool delivering = position->second.removed != nullptr;
        fired += position->second.interval > 0 ? 1 : 0;
        scheduleNext(position, present);
        // In a nested loop the timer whose event started that loop does not fire again.
        if (delivering)
            continue;
        Entry &entry = m_byId.at(id)->second;
        bool removed = false;
        entry.removed = &removed;
        QTimerEvent event(id);
        QCoreApplication::sendEvent(entry.object, &event);
        if (!removed)
            entry.removed = nullptr;
    }
    return fired;
}

} // namespace spillway
