// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMetaObject>
#include <QObject>
#include <QPointer>
#include <QThreadPool>

#include <utility>

namespace spillway::ui {

/// Runs `work` in another thread and hands its result to `done` in the GUI thread, unless `context` has gone by then.
template <typename Work, typename Done>
void inBackground(QObject *context, Work work, Done done)
{
    // The event is posted to an object of its own, which only the GUI thread deletes: `context` may go at any moment.
    auto *messenger = new QObject;
    QThreadPool::globalInstance()->start([messenger,
                                          guard = QPointer<QObject>(context),
                                          work = std::move(work),
                                          done = std::move(done)]() mutable {
        auto result = work();
        QMetaObject::invokeMethod(
            messenger,
            [messenger,
             guard = std::move(guard),
             done = std::move(done),
             result = std::move(result)]() mutable {
                if (guard)
                    done(std::move(result));
                delete messenger;
            },
            Qt::QueuedConnection);
    });
}

} // namespace spillway::ui
