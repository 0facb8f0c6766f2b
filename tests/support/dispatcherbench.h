// SPDX-License-Identifier: MIT
#pragma once

#include "threadrun.h"

#include <QSocketNotifier>
#include <QTimer>
#include <QTimerEvent>
#include <QtTest>

#include <algorithm>
#include <array>
#include <functional>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace spillway::test {

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

inline QAbstractEventDispatcher *dispatcher()
{
    return QAbstractEventDispatcher::instance();
}

/// Counts what a raw descriptor reports.
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

/// Data rows of every scenario: Qt's own dispatcher is the reference for ours.
inline void bothDispatchers()
{
    QTest::addColumn<bool>("epoll");
    QTest::newRow("Qt") << false;
    QTest::newRow("epoll") << true;
}

/// Runs `body` in a thread with the dispatcher of the present data row.
inline void inLoop(const std::function<void()> &body)
{
    QFETCH(bool, epoll);
    runInThread(epoll, body);
}

} // namespace spillway::test
