// SPDX-License-Identifier: MIT
#include "io/deferredcalls.h"

#include <QCoreApplication>
#include <QEvent>
#include <QPointer>

#include <algorithm>
#include <utility>

namespace spillway {

DeferredCalls::Target::~Target()
{
    if (m_queue)
        m_queue->cancel(*this);
}

DeferredCalls::~DeferredCalls()
{
    for (auto *queue : {&m_waiting, &m_running}) {
        for (Target *const target : *queue) {
            if (target)
                target->m_queue = nullptr;
        }
    }
}

void DeferredCalls::post(Target &target)
{
    if (std::exchange(target.m_queue, this))
        return;
    if (m_waiting.empty())
        QCoreApplication::postEvent(this, new QEvent(QEvent::User));
    m_waiting.push_back(&target);
}

void DeferredCalls::cancel(Target &target)
{
    for (auto *queue : {&m_waiting, &m_running})
        std::replace(queue->begin(), queue->end(), &target, static_cast<Target *>(nullptr));
}

bool DeferredCalls::event(QEvent *event)
{
    if (event->type() != QEvent::User)
        return QObject::event(event);
    // Behind what an outer turn, now in a nested event loop, has not called yet.
    m_running.insert(m_running.end(), m_waiting.begin(), m_waiting.end());
    m_waiting.clear();
    const QPointer<DeferredCalls> alive(this);
    while (!m_running.empty()) {
        Target *const target = m_running.front();
        m_running.erase(m_running.begin());
        if (!target)
            continue;
        target->m_queue = nullptr;
        target->deferredCall();
        if (!alive)
            return true;
    }
    return true;
}

} // namespace spillway
