// SPDX-License-Identifier: MIT
#include "upstream/upstreampool.h"

#include <algorithm>

namespace spillway {

/// Listens to idle connections, only to drop them when the peer closes.
class UpstreamPool::IdleHandler final : public HttpResponseHandler
{
public:
    explicit IdleHandler(UpstreamPool &pool)
        : m_pool(pool)
    {}

    void responseComplete(HttpClientConnection &connection, const HttpResponse &) override
    {
        m_pool.discard(&connection);
    }

    bool responseLarge(HttpClientConnection &, const HttpResponse &) override { return false; }

    void exchangeFailed(
        HttpClientConnection &connection, TransportFailure, std::string_view, bool, bool) override
    {
        m_pool.discard(&connection);
    }

    void idleClosed(HttpClientConnection &connection) override { m_pool.discard(&connection); }

private:
    UpstreamPool &m_pool;
};

UpstreamPool::UpstreamPool(IoContext &context, StreamTarget target, const HttpClientLimits &limits)
    : m_context(context)
    , m_target(std::move(target))
    , m_limits(limits)
    , m_idleHandler(std::make_unique<IdleHandler>(*this))
{}

UpstreamPool::~UpstreamPool() = default;

HttpClientConnection *UpstreamPool::acquire(HttpResponseHandler *handler, bool fresh)
{
    while (!fresh && !m_idle.empty()) {
        HttpClientConnection *connection = m_idle.back();
        m_idle.pop_back();
        if (connection->reusable()) {
            connection->setHandler(handler);
            return connection;
        }
        discard(connection);
    }
    auto connection = std::make_unique<HttpClientConnection>(m_context, m_target, m_limits);
    connection->setHandler(handler);
    // The index makes removal O(1): swap with the last one.
    connection->userData = reinterpret_cast<void *>(m_all.size());
    m_all.push_back(std::move(connection));
    ++m_connects;
    return m_all.back().get();
}

void UpstreamPool::release(HttpClientConnection *connection)
{
    connection->setHandler(m_idleHandler.get());
    m_idle.push_back(connection);
}

void UpstreamPool::discard(HttpClientConnection *connection)
{
    if (const auto idle = std::find(m_idle.rbegin(), m_idle.rend(), connection);
        idle != m_idle.rend())
        m_idle.erase(std::next(idle).base());
    const auto index = reinterpret_cast<std::size_t>(connection->userData);
    auto doomed = std::move(m_all[index]);
    if (index + 1 != m_all.size()) {
        m_all[index] = std::move(m_all.back());
        m_all[index]->userData = reinterpret_cast<void *>(index);
    }
    m_all.pop_back();
}

} // namespace spillway
