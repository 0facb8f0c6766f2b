// SPDX-License-Identifier: MIT
#pragma once

#include "pipeline/shared.h"
#include "server/detachedcalls.h"
#include "server/gateway.h"

#include <atomic>
#include <memory>

namespace spillway {

/// One I/O thread: an event loop on the epoll dispatcher, the connections handed to it, their calls. Made and
/// destroyed by the control thread; everything inside belongs to its own thread.
class Worker
{
public:
    Worker(Gateway &gateway, std::size_t index, IoBackend backend);
    ~Worker();
    Worker(const Worker &) = delete;
    Worker &operator=(const Worker &) = delete;

    void start();
    /// Asks the thread to end at once and waits for it.
    void stop();

    [[nodiscard]] int connectionCount() const
    {
        return m_connectionCount.load(std::memory_order_relaxed);
    }

    /// Control thread: one more descriptor is on its way to this worker.
    void announceConnection() { m_connectionCount.fetch_add(1, std::memory_order_relaxed); }

private:
    class Thread;

    Gateway &m_gateway;
    std::size_t m_index;
    IoBackend m_backend;
    std::atomic<int> m_connectionCount{0};
    std::unique_ptr<Thread> m_thread;
};

/// Runs `call` on a worker, in its thread.
void runInternalCall(Shared &shared, std::size_t worker, InternalCall call);

} // namespace spillway
