// SPDX-License-Identifier: MIT
#pragma once

#include "io/epolldispatcher.h"

#include <QThread>

#include <functional>
#include <memory>

namespace spillway::test {

/// Runs `body` in a thread of its own, on our dispatcher or on Qt's, while the calling thread only waits. So QVERIFY
/// and its family may be used inside. Qt's is the one for Unix: that on GLib leaves some flags out.
inline void runInThread(bool epoll, const std::function<void()> &body)
{
    const std::unique_ptr<QThread> thread(QThread::create(body));
    qputenv("QT_NO_THREADED_GLIB", "1");
    if (epoll)
        thread->setEventDispatcher(new EpollDispatcher);
    thread->start();
    thread->wait();
}

} // namespace spillway::test
