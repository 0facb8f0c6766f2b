// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/figures.h"

#include <algorithm>
#include <numeric>

namespace spillway::ui::figures {

namespace {

template <std::size_t Size>
std::uint64_t sum(const std::array<std::uint64_t, Size> &values)
{
    return std::accumulate(values.begin(), values.end(), std::uint64_t{0});
}

/// Counters only rise; one that fell was started anew and counts in full.
double risen(std::uint64_t before, std::uint64_t now)
{
    return static_cast<double>(now >= before ? now - before : now);
}

bool isClosed(NodeCondition condition)
{
    return condition == NodeCondition::Penalized || condition == NodeCondition::Cooling
           || condition == NodeCondition::Parked;
}

} // namespace

std::optional<double> percentileMs(const Histogram &histogram, double share)
{
    const std::optional<double> us = latencyPercentileUs(histogram, share);
    return us ? std::optional(*us / 1000) : std::nullopt;
}

void NodeCell::add(const NodeCell &other, double share)
{
    attempts += other.attempts * share;
    failures += other.failures * share;
    credits += other.credits * share;
    latencySum += other.latencySum * share;
    latencyCount += other.latencyCount * share;
    penalized = penalized || other.penalized;
}

void TotalCell::add(const TotalCell &other, double share)
{
    for (std::size_t i = 0; i < outcomes.size(); ++i)
        outcomes[i] += other.outcomes[i] * share;
    for (const auto &entry : other.latency.entries())
        latency.add(entry.cell, entry.count * share);
    failedAttempts += other.failedAttempts * share;
    liveMs += other.liveMs * share;
    historyMs += other.historyMs * share;
}

const NodeSnapshot *nodeNamed(const Snapshot &snapshot, const std::string &name)
{
    const auto found =
        std::find_if(snapshot.nodes.begin(),
                     snapshot.nodes.end(),
                     [&name](const NodeSnapshot &node) { return node.name == name; });
    return found == snapshot.nodes.end() ? nullptr : &*found;
}

NodeCell difference(const NodeSnapshot *before, const NodeSnapshot &now)
{
    static const NodeSnapshot kNothing;
    const bool startedAnew = before && sum(now.attempts) < sum(before->attempts);
    const NodeSnapshot &old = before && !startedAnew ? *before : kNothing;
    NodeCell cell;
    cell.attempts = risen(sum(old.attempts), sum(now.attempts));
    cell.failures = risen(old.failures, now.failures);
    cell.credits = static_cast<double>(now.credits) - static_cast<double>(old.credits);
    if (now.latencyMs) {
        cell.latencySum = *now.latencyMs;
        cell.latencyCount = 1;
    }
    cell.penalized = isClosed(now.condition) && (!before || !isClosed(before->condition));
    return cell;
}

TotalCell difference(const Snapshot *before, const Snapshot &now)
{
    static const Snapshot kNothing;
    const Snapshot &old = before ? *before : kNothing;
    TotalCell cell;
    for (std::size_t i = 0; i < cell.outcomes.size(); ++i)
        cell.outcomes[i] = risen(old.requests[i], now.requests[i]);
    for (std::size_t i = 0; i < now.latency.size(); ++i)
        cell.latency.add(i, risen(old.latency[i], now.latency[i]));
    for (const NodeSnapshot &node : now.nodes) {
        const NodeSnapshot *was = nodeNamed(old, node.name);
        cell.failedAttempts += risen(was ? was->failures : 0, node.failures);
    }
    return cell;
}

namespace {

NodeCell cellOf(const NodeMinute &minute)
{
    NodeCell cell;
    cell.attempts = static_cast<double>(minute.requests);
    cell.failures = static_cast<double>(minute.failures);
    cell.credits = static_cast<double>(minute.credits);
    cell.latencySum = static_cast<double>(minute.latencySumUs) / 1000;
    cell.latencyCount = static_cast<double>(minute.served);
    return cell;
}

TotalCell cellOf(const CallMinute &minute)
{
    TotalCell cell;
    for (std::size_t i = 0; i < cell.outcomes.size(); ++i)
        cell.outcomes[i] = static_cast<double>(minute.requests[i]);
    for (const auto &entry : minute.latency.entries())
        cell.latency.add(entry.cell, static_cast<double>(entry.count));
    return cell;
}

/// The counts of a cell, by number.
constexpr std::size_t countsOf(const NodeCell &)
{
    return 3;
}

double &count(NodeCell &cell, std::size_t index)
{
    return index == 0 ? cell.attempts : index == 1 ? cell.failures : cell.credits;
}

constexpr std::size_t countsOf(const TotalCell &cell)
{
    return cell.outcomes.size();
}

double &count(TotalCell &cell, std::size_t index)
{
    return cell.outcomes[index];
}

template <typename Cell>
double countIn(Cell cell, std::size_t index)
{
    return count(cell, index);
}

template <typename Cell>
using Minutes = std::map<std::int64_t, Cell>;

/// Takes `surplus` off the newest minutes; a negative one is added to the newest.
template <typename Cell>
void takeOff(Minutes<Cell> &minutes, std::size_t index, double surplus)
{
    for (auto minute = minutes.rbegin(); minute != minutes.rend() && surplus != 0; ++minute) {
        double &value = count(minute->second, index);
        const double off = std::min(surplus, std::max(0.0, value));
        value -= off;
        surplus -= off;
    }
}

/// The same with latencies.
void takeOff(Minutes<TotalCell> &minutes, Histogram surplus)
{
    for (auto minute = minutes.rbegin(); minute != minutes.rend() && !surplus.entries().empty();
         ++minute) {
        const std::vector<Histogram::Entry> left = surplus.entries();
        for (const auto &entry : left)
            surplus.take(entry.cell, minute->second.latency.take(entry.cell, entry.count));
    }
}

/// What one minute has too much and another near it too little is the same: store and snapshots do not draw the lines between
/// minutes at the same moment.
template <typename Cell>
void evenOut(Minutes<Cell> &minutes, std::size_t index)
{
    constexpr std::int64_t kReach = 5;
    for (auto &[minute, cell] : minutes) {
        double &lacking = count(cell, index);
        for (std::int64_t distance = 1; lacking < 0 && distance <= kReach; ++distance) {
            for (const std::int64_t near : {minute - distance, minute + distance}) {
                const auto found = minutes.find(near);
                if (found == minutes.end() || count(found->second, index) <= 0)
                    continue;
                const double moved = std::min(-lacking, count(found->second, index));
                count(found->second, index) -= moved;
                lacking += moved;
            }
        }
    }
}

/// The engine counts on between its last snapshot and the answer of the store; the next snapshot brings that too.
template <typename Cell>
void takeOffThisRun(Minutes<Cell> &minutes,
                    const Cell &counted,
                    const Cell &known,
                    const Ring<Cell> &seen)
{
    for (std::size_t i = 0; i < countsOf(counted); ++i)
        takeOff(minutes, i, countIn(counted, i) - countIn(known, i));
    // What this run did alone tells nothing of the time before it.
    std::erase_if(minutes, [&](const auto &entry) {
        if (seen.find(entry.first) != nullptr)
            return false;
        for (std::size_t i = 0; i < countsOf(entry.second); ++i) {
            if (countIn(entry.second, i) != 0)
                return false;
        }
        return true;
    });
}

template <typename Cell>
Minutes<Cell> lessSeen(const Minutes<Cell> &minutes, const Ring<Cell> &seen)
{
    Minutes<Cell> missing = minutes;
    for (const auto &[minute, cell] : minutes) {
        for (const std::int64_t beside : {minute - 1, minute + 1}) {
            if (seen.find(beside) != nullptr)
                missing.try_emplace(beside);
        }
    }
    for (auto &[minute, cell] : missing) {
        if (const Cell *have = seen.find(minute)) {
            for (std::size_t i = 0; i < countsOf(cell); ++i)
                count(cell, i) -= countIn(*have, i);
        }
    }
    for (std::size_t i = 0; i < countsOf(Cell()); ++i)
        evenOut(missing, i);
    std::erase_if(missing,
                  [&minutes](const auto &entry) { return !minutes.contains(entry.first); });
    for (auto &[minute, cell] : missing) {
        for (std::size_t i = 0; i < countsOf(cell); ++i)
            count(cell, i) = std::max(0.0, count(cell, i));
    }
    return missing;
}

} // namespace

std::map<std::int64_t, NodeCell>
unseen(const NodeHistory &history, const NodeSnapshot *watched, const Ring<NodeCell> &seen)
{
    Minutes<NodeCell> minutes;
    for (const NodeMinute &minute : history.minutes)
        minutes.emplace(minute.minute, cellOf(minute));
    if (history.ofThisRun.minute != 0)
        takeOffThisRun(minutes,
                       cellOf(history.ofThisRun),
                       watched != nullptr ? difference(nullptr, *watched) : NodeCell(),
                       seen);
    Minutes<NodeCell> missing = lessSeen(minutes, seen);
    for (auto &[minute, cell] : missing) {
        const NodeCell *have = seen.find(minute);
        if (have != nullptr && have->latencyCount > 0)
            cell.latencySum = cell.latencyCount = 0;
    }
    return missing;
}

std::map<std::int64_t, TotalCell>
unseen(const History &history, const Snapshot *watched, const Ring<TotalCell> &seen)
{
    Minutes<TotalCell> minutes;
    for (const CallMinute &minute : history.calls)
        minutes.emplace(minute.minute, cellOf(minute));
    if (history.callsOfThisRun.minute != 0) {
        const TotalCell counted = cellOf(history.callsOfThisRun);
        const TotalCell known = watched != nullptr ? difference(nullptr, *watched) : TotalCell();
        Histogram surplus = counted.latency;
        for (const auto &entry : known.latency.entries())
            surplus.take(entry.cell, entry.count);
        takeOff(minutes, std::move(surplus));
        takeOffThisRun(minutes, counted, known, seen);
    }
    Minutes<TotalCell> missing = lessSeen(minutes, seen);
    for (auto &[minute, cell] : missing) {
        if (const TotalCell *have = seen.find(minute)) {
            for (const auto &entry : have->latency.entries())
                cell.latency.take(entry.cell, entry.count);
        }
        // Where the line between two minutes runs is no news.
        const double calls = std::accumulate(cell.outcomes.begin(), cell.outcomes.end(), 0.0);
        if (calls < 0.01)
            cell.latency = {};
    }
    return missing;
}

} // namespace spillway::ui::figures
