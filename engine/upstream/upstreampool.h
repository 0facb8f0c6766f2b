// SPDX-License-Identifier: MIT
#pragma once

#include "io/httpclient.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace spillway {

/// The kept-alive connections of one I/O thread to one node. Idle ones are reused last-in-first-out, so that the
/// surplus of a burst ages out.
class UpstreamPool
{
public:
    UpstreamPool(IoContext &context, StreamTarget target, const HttpClientLimits &limits);
    ~UpstreamPool();
    UpstreamPool(const UpstreamPool &) = delete;
    UpstreamPool &operator=(const UpstreamPool &) = delete;

    /// An idle connection that is still usable, or a new one that has begun to connect (always, with `fresh`). The
    /// caller becomes its handler and gives it back with release() or drops it with discard().
    [[nodiscard]] HttpClientConnection *acquire(HttpResponseHandler *handler, bool fresh);
    void release(HttpClientConnection *connection);
    void discard(HttpClientConnection *connection);

    [[nodiscard]] std::size_t idleCount() const { return m_idle.size(); }

    [[nodiscard]] std::size_t openCount() const { return m_all.size(); }

    [[nodiscard]] std::uint64_t connects() const { return m_connects; }

private:
    class IdleHandler;

    IoContext &m_context;
    StreamTarget m_target;
    HttpClientLimits m_limits;
    std::unique_ptr<IdleHandler> m_idleHandler;
    std::vector<std::unique_ptr<HttpClientConnection>> m_all;
    std::vector<HttpClientConnection *> m_idle;
    std::uint64_t m_connects = 0;
};

} // namespace spillway
