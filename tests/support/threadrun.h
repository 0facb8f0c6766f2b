// SPDX-License-Identifier: MIT
#pragma once

#include "io/epolldispatcher.h"

#include <QThread>
#include <QtTest>

#include <functional>
#include <memory>

/// Like Qt's QTRY_ macros with a patience for loaded machines; a wait that succeeds costs no more.
#define SOON_VERIFY(condition) QTRY_VERIFY_WITH_TIMEOUT(condition, 30'000)
#define SOON_COMPARE(actual, expected) QTRY_COMPARE_WITH_TIMEOUT(actual, expected, 30'000)

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
