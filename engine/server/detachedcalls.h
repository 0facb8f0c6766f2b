// SPDX-License-Identifier: MIT
#pragma once

#include "spillway/engine.h"

#include <QObject>

#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace spillway {

class WorkerContext;

/// A call without a client connection: `spillwayd call` and the library.
struct InternalCall
{
    CallTarget target;
    std::string method;
    std::string params; ///< as the program gave it: JSON array or object, "[]" if empty
    /// Called in the worker's thread with the HTTP-like status and the JSON-RPC answer; not if the worker ends first.
    std::function<void(int status, std::string body)> done;
};

/// The calls of one worker thread that no connection holds. Ends those that are open when it goes, as if their clients had gone away.
class DetachedCalls
{
public:
    explicit DetachedCalls(WorkerContext &worker);
    ~DetachedCalls();
    DetachedCalls(const DetachedCalls &) = delete;
    DetachedCalls &operator=(const DetachedCalls &) = delete;

    void begin(InternalCall input);

private:
    class One;

    void finished(One &call);

    WorkerContext &m_worker;
    std::unordered_map<One *, std::unique_ptr<One>> m_running;
    std::vector<std::unique_ptr<One>>
        m_finished; ///< on the stack perhaps: they go in the next turn
    QObject m_turn;
};

} // namespace spillway
