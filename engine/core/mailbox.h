// SPDX-License-Identifier: MIT
#pragma once

#include <QObject>

#include <mutex>
#include <utility>
#include <vector>

namespace spillway {

/// The parameterless queued signal that wakes the receiver of a Mailbox. Lives in the receiver's thread;
/// ring() may be called from any thread.
class Doorbell : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    void ring() { Q_EMIT rang(); }

Q_SIGNALS:
    void rang();
};

/// Hands values from any thread to one thread. The payload crosses under a mutex and only the doorbell goes
/// through Qt's event queue, because ThreadSanitizer cannot see the synchronisation inside an
/// uninstrumented Qt and would call every queued payload a race.
///
/// The owner connects doorbell().rang (Qt::QueuedConnection) to a function that calls takeAll().
template <typename T>
class Mailbox
{
public:
    void post(T value)
    {
        bool ring = false;
        {
            const std::scoped_lock lock(m_mutex);
            ring = m_values.empty();
            m_values.push_back(std::move(value));
        }
        // A non-empty box has been rung for already and its owner has not emptied it yet.
        if (ring)
            m_bell.ring();
    }

    /// Owner's thread only.
    [[nodiscard]] std::vector<T> takeAll()
    {
        const std::scoped_lock lock(m_mutex);
        return std::exchange(m_values, {});
    }

    Doorbell &doorbell() { return m_bell; }

private:
    std::mutex m_mutex;
    std::vector<T> m_values;
    Doorbell m_bell;
};

} // namespace spillway
