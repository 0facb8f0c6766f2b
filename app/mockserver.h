// SPDX-License-Identifier: MIT
#pragma once

#include "mocknode.h"

#include <functional>
#include <llhttp.h>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace spillway::mock {

/// Answers a request to the control port: `status` may be changed, the return value is the JSON body.
using ControlHandler = std::function<std::string(const Incoming &request, int &status)>;

/// One listening socket: a node's port, or the control port (node is null).
struct Listener
{
    int fd = -1;
    std::string host;
    std::uint16_t port = 0;
    Node *node = nullptr;
    bool open = true;
};

class Connection;

/// One thread with one epoll set that serves connections of all listeners.
class Worker
{
public:
    Worker(const std::vector<std::unique_ptr<Listener>> &listeners, const ControlHandler &control);
    ~Worker();
    Worker(const Worker &) = delete;
    Worker &operator=(const Worker &) = delete;

    void run();
    void stop();

    /// From any thread: run `task` on this worker's thread.
    void post(std::function<void()> task);
    void watch(Listener &listener);

    /// On this worker's thread: closes a node's connections, or only the idle ones.
    void dropConnections(const Node *node, bool onlyIdle);

private:
    friend class Connection;
    using Time = std::chrono::steady_clock::time_point;
    using Timers = std::multimap<Time, Connection *>;

    void accept(Listener &listener);
    void runTasks();
    void runTimers();
    [[nodiscard]] int timeout() const;
    void bury(Connection *connection);

    int m_epoll = -1;
    int m_event = -1;
    std::atomic<bool> m_stopping{false};
    const ControlHandler &m_control;
    std::mutex m_mutex;
    std::vector<std::function<void()>> m_tasks;
    std::map<Connection *, std::unique_ptr<Connection>> m_connections;
    std::vector<std::unique_ptr<Connection>>
        m_graveyard; ///< closed in this round; events may still name them
    Timers m_timers;
    RequestReader m_reader;
    std::vector<char> m_buffer;
};

/// All listeners and workers of the process.
class Server
{
public:
    Server() = default;
    ~Server();
    Server(const Server &) = delete;
    Server &operator=(const Server &) = delete;

    /// Binds; node null means the control port. Returns the real port, or 0 with `error` set.
    std::uint16_t
    listen(const std::string &host, std::uint16_t port, Node *node, std::string &error);

    void setControl(ControlHandler handler) { m_control = std::move(handler); }

    void start(unsigned threads);
    void stop();

    /// Stops or resumes listening on a node's port; connects are refused meanwhile. False if nothing changed.
    bool setListening(const Node *node, bool on);
    void dropConnections(const Node *node, bool onlyIdle);

private:
    ControlHandler m_control;
    std::vector<std::unique_ptr<Listener>> m_listeners;
    std::vector<std::unique_ptr<Worker>> m_workers;
    std::vector<std::thread> m_threads;
};

} // namespace spillway::mock
