// SPDX-License-Identifier: MIT
#pragma once

#include "pipeline/shared.h"
#include "spillway/snapshot.h"
#include "store/usagestore.h"
#include "upstream/nodestate.h"

#include <array>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace spillway {

/// Brings what workers count into the store, second by second, and knows what each method was used for today. Control thread.
class HistoryWriter
{
public:
    using Nodes = std::map<std::string, std::shared_ptr<NodeState>>;

    HistoryWriter(UsageStore &store, const Clock &clock)
        : m_store(store)
        , m_clock(clock)
    {}

    /// A node that begins to run; its books have the name `book`. Waits for the store.
    void add(const std::string &node, const std::string &book);

    void forget(const std::string &node) { m_nodes.erase(node); }

    /// Hands over what was counted since the last time; it counts for the second and the minute in which that was. `renamed`: books that
    /// have another name than their node.
    void write(const Nodes &nodes, const std::map<std::string, std::string> &renamed);
    void writeCalls(const Shared &shared);

    /// What this run has counted and handed over.
    [[nodiscard]] NodeMinute ofThisRun(const std::string &node) const;

    [[nodiscard]] const CallMinute &callsOfThisRun() const { return m_calls; }

    /// What was asked since 00:00 UTC, by this run or before it, up to what NodeSnapshot::methods shows. The day begins with the second
    /// in which billing periods are turned, so that this and NodeSnapshot::used count the same calls.
    void fillToday(Snapshot &snapshot) const;

private:
    struct Count
    {
        std::int64_t calls = 0;
        std::int64_t credits = 0;
    };

    struct Node
    {
        NodeMinute mark;            ///< the run's counters at the end of what is handed over
        std::vector<Count> methods; ///< the same by MethodSlots
        std::map<std::string, Count, std::less<>> today; ///< by method
    };

    void beginMoment(const std::map<std::string, std::string> &renamed);
    void readToday(Node &node, const std::string &book);
    static NodeMinute counted(const NodeState &state);
    std::vector<NodeMethodSnapshot> newMethods(Node &node, const NodeState &state);

    UsageStore &m_store;
    const Clock &m_clock;
    std::map<std::string, Node> m_nodes;
    CallMinute m_calls;
    std::int64_t m_lastMs = m_clock.wallMs(); ///< of the last write()
};

} // namespace spillway
