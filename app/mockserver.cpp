// SPDX-License-Identifier: MIT
#include "mockserver.h"

#include "mockconnection.h"

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

namespace spillway::mock {

namespace {

constexpr std::size_t kBufferSize = 256 * 1024;

// epoll's user data is a pointer; its lowest bit tells listeners from connections.
std::uint64_t listenerMark(Listener &listener)
{
    return reinterpret_cast<std::uintptr_t>(&listener) | 1U;
}

/// A listening socket; `port` 0 becomes the real one. -1 with `error` set on failure.
int openSocket(const std::string &host, std::uint16_t &port, std::string &error)
{
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    if (inet_pton(AF_INET, host.c_str(), &address.sin_addr) != 1) {
        error = "not an IPv4 address: " + host;
        return -1;
    }
    const int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    const int on = 1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    socklen_t size = sizeof address;
    if (bind(fd, reinterpret_cast<sockaddr *>(&address), size) != 0
        || ::listen(fd, SOMAXCONN) != 0) {
        error =
            "cannot listen on " + host + ":" + std::to_string(port) + ": " + std::strerror(errno);
        ::close(fd);
        return -1;
    }
    getsockname(fd, reinterpret_cast<sockaddr *>(&address), &size);
    port = ntohs(address.sin_port);
    return fd;
}

} // namespace

Worker::Worker(const std::vector<std::unique_ptr<Listener>> &listeners,
               const ControlHandler &control)
    : m_epoll(epoll_create1(EPOLL_CLOEXEC))
    , m_event(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC))
    , m_control(control)
    , m_buffer(kBufferSize)
{
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.u64 = 0;
    epoll_ctl(m_epoll, EPOLL_CTL_ADD, m_event, &event);
    for (const auto &listener : listeners)
        watch(*listener);
}

Worker::~Worker()
{
    m_connections.clear();
    ::close(m_event);
    ::close(m_epoll);
}

void Worker::watch(Listener &listener)
{
    epoll_event event{};
    event.events = EPOLLIN | EPOLLEXCLUSIVE;
    event.data.u64 = listenerMark(listener);
    epoll_ctl(m_epoll, EPOLL_CTL_ADD, listener.fd, &event);
}

void Worker::run()
{
    std::array<epoll_event, 512> events;
    while (!m_stopping.load(std::memory_order_relaxed)) {
        const int count =
            epoll_wait(m_epoll, events.data(), static_cast<int>(events.size()), timeout());
        for (int i = 0; i < count; ++i) {
            const epoll_event &event = events[static_cast<std::size_t>(i)];
            if (event.data.u64 == 0)
                runTasks();
            else if (event.data.u64 & 1U)
                accept(*reinterpret_cast<Listener *>(event.data.u64 & ~std::uint64_t(1)));
            else
                static_cast<Connection *>(event.data.ptr)->onEvents(event.events);
        }
        runTimers();
        m_graveyard.clear();
    }
}

void Worker::stop()
{
    m_stopping = true;
    post([] {});
}

void Worker::post(std::function<void()> task)
{
    {
        const std::scoped_lock lock(m_mutex);
        m_tasks.push_back(std::move(task));
    }
    eventfd_write(m_event, 1);
}

void Worker::runTasks()
{
    eventfd_t value = 0;
    eventfd_read(m_event, &value);
    std::vector<std::function<void()>> tasks;
    {
        const std::scoped_lock lock(m_mutex);
        tasks.swap(m_tasks);
    }
    for (const auto &task : tasks)
        task();
}

void Worker::accept(Listener &listener)
{
    // A bounded round, so that other workers and connections get their turn.
    for (int i = 0; i < 64; ++i) {
        const int fd = accept4(listener.fd, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (fd < 0)
            return;
        auto connection = std::make_unique<Connection>(*this, fd, listener.node);
        m_connections.emplace(connection.get(), std::move(connection));
    }
}

void Worker::runTimers()
{
    const Time now = std::chrono::steady_clock::now();
    while (!m_timers.empty() && m_timers.begin()->first <= now) {
        Connection *connection = m_timers.begin()->second;
        m_timers.erase(m_timers.begin());
        connection->onTimer();
    }
}

int Worker::timeout() const
{
    if (m_timers.empty())
        return -1;
    const auto wait = m_timers.begin()->first - std::chrono::steady_clock::now();
    const auto millis = std::chrono::ceil<std::chrono::milliseconds>(wait).count();
    return static_cast<int>(std::clamp<std::int64_t>(millis, 0, 60'000));
}

void Worker::bury(Connection *connection)
{
    const auto it = m_connections.find(connection);
    m_graveyard.push_back(std::move(it->second));
    m_connections.erase(it);
}

void Worker::dropConnections(const Node *node, bool onlyIdle)
{
    std::vector<Connection *> doomed;
    for (const auto &[connection, owner] : m_connections) {
        if (connection->node() == node && (!onlyIdle || !connection->isBusy()))
            doomed.push_back(connection);
    }
    for (Connection *connection : doomed)
        connection->close(false);
}

Server::~Server()
{
    stop();
    for (const auto &listener : m_listeners)
        ::close(listener->fd);
}

std::uint16_t
Server::listen(const std::string &host, std::uint16_t port, Node *node, std::string &error)
{
    auto listener = std::make_unique<Listener>();
    listener->host = host;
    listener->node = node;
    listener->fd = openSocket(host, port, error);
    if (listener->fd < 0)
        return 0;
    listener->port = port;
    m_listeners.push_back(std::move(listener));
    return port;
}

void Server::start(unsigned threads)
{
    for (unsigned i = 0; i < threads; ++i)
        m_workers.push_back(std::make_unique<Worker>(m_listeners, m_control));
    for (const auto &worker : m_workers)
        m_threads.emplace_back([&worker] { worker->run(); });
}

void Server::stop()
{
    for (const auto &worker : m_workers)
        worker->stop();
    for (std::thread &thread : m_threads)
        thread.join();
    m_threads.clear();
}

bool Server::setListening(const Node *node, bool on)
{
    const auto it = std::find_if(m_listeners.begin(),
                                 m_listeners.end(),
                                 [node](const auto &listener) { return listener->node == node; });
    if (it == m_listeners.end() || (*it)->open == on)
        return false;
    Listener &listener = **it;
    std::string error;
    const int fresh = on ? openSocket(listener.host, listener.port, error)
                         : socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fresh < 0)
        return false;
    // The number of the descriptor stays taken, so that no worker can accept on somebody else's.
    dup3(fresh, listener.fd, O_CLOEXEC);
    ::close(fresh);
    listener.open = on;
    if (on) {
        for (const auto &worker : m_workers)
            worker->watch(listener);
    }
    return true;
}

void Server::dropConnections(const Node *node, bool onlyIdle)
{
    for (const auto &worker : m_workers)
        worker->post([w = worker.get(), node, onlyIdle] { w->dropConnections(node, onlyIdle); });
}

} // namespace spillway::mock
