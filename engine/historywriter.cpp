// SPDX-License-Identifier: MIT
#include "historywriter.h"

#include <algorithm>
#include <iterator>

namespace spillway {
namespace {

constexpr std::int64_t kMinuteMs = 60'000;

/// What counters have risen by since `mark`, which moves along. What was given back since comes off what follows: no minute is
/// below zero.
template <typename Integer>
Integer risen(Integer &mark, Integer now)
{
    const Integer before = mark;
    mark = std::max(mark, now);
    return mark - before;
}

} // namespace

void HistoryWriter::add(const std::string &node, const std::string &book)
{
    Node fresh;
    readToday(fresh, book);
    m_nodes.insert_or_assign(node, std::move(fresh));
}

void HistoryWriter::readToday(Node &node, const std::string &book)
{
    for (const NodeMethodSnapshot &method : m_store.methods(book, period::dayOf(m_lastMs)))
        node.today[method.method] = {static_cast<std::int64_t>(method.calls),
                                     static_cast<std::int64_t>(method.credits)};
}

NodeMinute HistoryWriter::counted(const NodeState &state)
{
    NodeMinute now;
    std::uint64_t refunded = 0;
    for (const NodeWorkerStats &stats : state.allStats()) {
        const HistoryCounters &counters = *stats.history;
        now.requests += counters.attempts.value();
        now.failures += counters.failures.value();
        // The refund first: it follows its booking, and the difference must not fall below zero.
        refunded += counters.refunded.value();
        now.credits += counters.credits.value();
        now.latencySumUs += counters.servedLatencyUs.value();
        now.served += counters.served.value();
    }
    now.credits -= refunded;
    return now;
}

std::vector<NodeMethodSnapshot> HistoryWriter::newMethods(Node &node, const NodeState &state)
{
    const std::vector<std::string> names = MethodSlots::names();
    node.methods.resize(names.size());
    std::vector<NodeMethodSnapshot> risenOnes;
    for (std::size_t slot = 0; slot < names.size(); ++slot) {
        Count now;
        for (const NodeWorkerStats &stats : state.allStats()) {
            if (const MethodCount *counted = stats.methods.find(slot)) {
                now.calls += counted->calls.value();
                now.credits += counted->credits.value();
            }
        }
        Count &mark = node.methods[slot];
        const Count more{risen(mark.calls, now.calls), risen(mark.credits, now.credits)};
        if (more.calls == 0 && more.credits == 0)
            continue;
        Count &today = node.today[names[slot]];
        today.calls += more.calls;
        today.credits += more.credits;
        risenOnes.push_back({names[slot],
                             static_cast<std::uint64_t>(more.calls),
                             static_cast<std::uint64_t>(more.credits)});
    }
    return risenOnes;
}

void HistoryWriter::write(const Nodes &nodes, const std::map<std::string, std::string> &renamed)
{
    const std::int64_t moment = m_lastMs;
    for (const auto &[name, state] : nodes) {
        const auto known = m_nodes.find(name);
        if (known == m_nodes.end())
            continue;
        const auto book = renamed.find(name);
        Node &node = known->second;
        const NodeMinute now = counted(*state);
        HistoryPart part;
        part.minute = {.minute = moment / kMinuteMs,
                       .requests = risen(node.mark.requests, now.requests),
                       .failures = risen(node.mark.failures, now.failures),
                       .credits = risen(node.mark.credits, now.credits),
                       .latencySumUs = risen(node.mark.latencySumUs, now.latencySumUs),
                       .served = risen(node.mark.served, now.served)};
        node.mark.minute = moment / kMinuteMs;
        part.methods = newMethods(node, *state);
        if (part.minute.requests == 0 && part.minute.credits == 0 && part.methods.empty())
            continue;
        part.entry = state->historyEntry();
        part.seconds = {
            {moment / 1000, part.minute.requests, part.minute.failures, part.minute.credits}};
        m_store.addHistory(book == renamed.end() ? name : book->second, std::move(part));
    }
    beginMoment(renamed);
}

/// What is counted from now on belongs to this moment; a new day begins with nothing, a clock that was set back goes on with what was.
void HistoryWriter::beginMoment(const std::map<std::string, std::string> &renamed)
{
    const UtcDay before = period::dayOf(m_lastMs);
    m_lastMs = m_clock.wallMs();
    const UtcDay today = period::dayOf(m_lastMs);
    if (today == before)
        return;
    for (auto &[name, node] : m_nodes) {
        node.today.clear();
        if (today > before)
            continue;
        const auto book = renamed.find(name);
        readToday(node, book == renamed.end() ? name : book->second);
    }
}

void HistoryWriter::writeCalls(const Shared &shared)
{
    CallMinute more;
    LatencyCells<std::uint64_t> latency{};
    for (std::size_t worker = 0; worker < shared.workerCount(); ++worker) {
        const WorkerStats &stats = shared.stats(worker);
        for (std::size_t i = 0; i < more.requests.size(); ++i)
            more.requests[i] += stats.requests[i].value();
        for (const Histogram &durations : stats.durations)
            durations.addTo(latency);
    }
    more.minute = m_calls.minute = m_lastMs / kMinuteMs;
    bool any = false;
    for (std::size_t i = 0; i < more.requests.size(); ++i)
        any = (more.requests[i] = risen(m_calls.requests[i], more.requests[i])) > 0 || any;
    for (std::size_t cell = 0; cell < latency.size(); ++cell) {
        const std::uint64_t count = latency[cell] - m_calls.latency.at(cell);
        more.latency.add(cell, count);
        m_calls.latency.add(cell, count);
        any = any || count > 0;
    }
    if (any)
        m_store.addCalls(more);
}

NodeMinute HistoryWriter::ofThisRun(const std::string &node) const
{
    const auto known = m_nodes.find(node);
    NodeMinute counted = known == m_nodes.end() ? NodeMinute() : known->second.mark;
    counted.minute = m_lastMs / kMinuteMs;
    return counted;
}

void HistoryWriter::fillToday(Snapshot &snapshot) const
{
    const std::vector<std::string> names = MethodSlots::names();
    for (NodeSnapshot &node : snapshot.nodes) {
        const auto known = m_nodes.find(node.name);
        if (known == m_nodes.end())
            continue;
        auto today = known->second.today;
        for (const NodeMethodSnapshot &counted : node.methods) {
            // What was counted since the last write() will be handed over for the same day.
            const auto slot = std::find(names.begin(), names.end(), counted.method) - names.begin();
            const std::vector<Count> &marks = known->second.methods;
            Count mark = slot < std::ssize(marks) ? marks[static_cast<std::size_t>(slot)] : Count();
            Count &count = today[counted.method];
            count.calls += risen(mark.calls, static_cast<std::int64_t>(counted.calls));
            count.credits += risen(mark.credits, static_cast<std::int64_t>(counted.credits));
        }
        for (const auto &[method, count] : today) {
            if (count.calls != 0 || count.credits != 0)
                node.methodsToday.push_back({method,
                                             static_cast<std::uint64_t>(count.calls),
                                             static_cast<std::uint64_t>(count.credits)});
        }
    }
}

} // namespace spillway
