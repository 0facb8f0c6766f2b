// SPDX-License-Identifier: MIT
#pragma once

#include <QAbstractEventDispatcher>

#include <memory>

namespace spillway {

/// A Qt event dispatcher on epoll: socket notifiers, timers, posted events and raw descriptors in one epoll_wait,
/// at a cost that does not grow with idle connections. Interest changes are applied lazily, just before waiting;
/// removals at once, because a closed descriptor's number is soon reused.
///
/// Linux only. Set with QThread::setEventDispatcher() before the thread starts, or with
/// QCoreApplication::setEventDispatcher() before the application object exists.
class EpollDispatcher final : public QAbstractEventDispatcher
{
    Q_OBJECT

public:
    explicit EpollDispatcher(QObject *parent = nullptr);
    ~EpollDispatcher() override;

    /// A raw descriptor watched edge-triggered for input and output, for its whole life.
    class Watcher
    {
    public:
        virtual ~Watcher() = default;
        virtual void descriptorReady(unsigned epollEvents) = 0;
    };

    /// Same thread only. remove() must come before the descriptor is closed; a watcher that is removed while its
    /// event is pending is not called any more.
    bool add(int descriptor, Watcher *watcher);
    void remove(int descriptor, Watcher *watcher);

    /// The dispatcher of the calling thread, if it is this one.
    static EpollDispatcher *current();

    // QAbstractEventDispatcher
    bool processEvents(QEventLoop::ProcessEventsFlags flags) override;
    void registerSocketNotifier(QSocketNotifier *notifier) override;
    void unregisterSocketNotifier(QSocketNotifier *notifier) override;
    void
    registerTimer(int timerId, qint64 interval, Qt::TimerType timerType, QObject *object) override;
    bool unregisterTimer(int timerId) override;
    bool unregisterTimers(QObject *object) override;
    QList<TimerInfo> registeredTimers(QObject *object) const override;
    int remainingTime(int timerId) override;
    void wakeUp() override;
    void interrupt() override;

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace spillway
