// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "spillway/latency.h"
#include "spillway/snapshot.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

/// The bounded memory below StatsStore: cells of time that figures are spread over.
namespace spillway::ui::figures {

/// Shares of calls by the cells of spillway/latency.h.
using Histogram = LatencyCounts<double>;

/// Value below which `share` (0..1) of the durations lie; nothing when empty.
[[nodiscard]] std::optional<double> percentileMs(const Histogram &histogram, double share);

/// What one node did in one cell of time.
struct NodeCell
{
    double attempts = 0;
    double failures = 0;
    double credits = 0; ///< may be lowered by refunds
    double latencySum = 0;
    double latencyCount = 0;
    bool penalized = false;

    void add(const NodeCell &other, double share);
};

/// What the whole proxy did in one cell of time.
struct TotalCell
{
    std::array<double, static_cast<std::size_t>(RequestOutcome::Count)> outcomes{};
    Histogram latency{};
    double failedAttempts = 0;
    double liveMs = 0;    ///< watched
    double historyMs = 0; ///< known from the store

    void add(const TotalCell &other, double share);

    [[nodiscard]] double knownMs() const { return liveMs + historyMs; }
};

/// The newest `count` cells of `cellMs` each. A cell is found by the time it stands for; older ones are overwritten.
template <typename Cell>
class Ring
{
public:
    Ring(std::int64_t cellMs, std::size_t count)
        : m_cellMs(cellMs)
        , m_slots(count)
    {}

    [[nodiscard]] std::int64_t cellMs() const { return m_cellMs; }

    [[nodiscard]] std::int64_t indexOf(std::int64_t wallMs) const { return wallMs / m_cellMs; }

    /// Whether a cell that old would still be kept beside the newest one.
    [[nodiscard]] bool reaches(std::int64_t index) const
    {
        return index > m_newest - static_cast<std::int64_t>(m_slots.size());
    }

    /// The cell to write to; null when it is too old to be kept.
    Cell *at(std::int64_t index)
    {
        if (index < 0 || !reaches(index))
            return nullptr;
        m_newest = std::max(m_newest, index);
        Slot &slot = slotOf(index);
        if (slot.index != index)
            slot = Slot{index, Cell{}};
        return &slot.cell;
    }

    [[nodiscard]] const Cell *find(std::int64_t index) const
    {
        if (index < 0)
            return nullptr;
        const Slot &slot = m_slots[static_cast<std::size_t>(index) % m_slots.size()];
        return slot.index == index ? &slot.cell : nullptr;
    }

    /// The clock was set back: cells of a time that has not come yet would keep out what is to come.
    void setBack(std::int64_t nowMs)
    {
        const std::int64_t newest = indexOf(nowMs);
        for (Slot &slot : m_slots) {
            if (slot.index > newest)
                slot = Slot{};
        }
        m_newest = std::min(m_newest, newest);
    }

    void add(const Ring &other)
    {
        for (const Slot &slot : other.m_slots) {
            if (Cell *place = slot.index < 0 ? nullptr : at(slot.index))
                place->add(slot.cell, 1);
        }
    }

    /// Spreads `cell` evenly over [fromMs, toMs).
    void spread(std::int64_t fromMs, std::int64_t toMs, const Cell &cell)
    {
        const double whole = static_cast<double>(toMs - fromMs);
        if (whole <= 0) {
            if (Cell *place = at(indexOf(toMs)))
                place->add(cell, 1);
            return;
        }
        for (std::int64_t index = std::max(indexOf(fromMs), indexOf(toMs) - kMostCells);
             index <= indexOf(toMs - 1);
             ++index) {
            const std::int64_t from = std::max(fromMs, index * m_cellMs);
            const std::int64_t to = std::min(toMs, (index + 1) * m_cellMs);
            if (Cell *place = at(index))
                place->add(cell, static_cast<double>(to - from) / whole);
        }
    }

private:
    struct Slot
    {
        std::int64_t index = -1;
        Cell cell;
    };

    static constexpr std::int64_t kMostCells = 4000;

    Slot &slotOf(std::int64_t index)
    {
        return m_slots[static_cast<std::size_t>(index) % m_slots.size()];
    }

    std::int64_t m_cellMs;
    std::int64_t m_newest = 0;
    std::vector<Slot> m_slots;
};

/// Four resolutions at once: seconds for 5 minutes, 12 s for an hour, minutes for 25 hours, hours for 34 days.
template <typename Cell>
struct Rings
{
    Ring<Cell> seconds{1000, 302};
    Ring<Cell> twelves{12'000, 302};
    Ring<Cell> minutes{60'000, 1500};
    Ring<Cell> hours{3'600'000, 816};

    void spread(std::int64_t fromMs, std::int64_t toMs, const Cell &cell)
    {
        seconds.spread(fromMs, toMs, cell);
        twelves.spread(fromMs, toMs, cell);
        minutes.spread(fromMs, toMs, cell);
        hours.spread(fromMs, toMs, cell);
    }

    void add(const Rings &other)
    {
        seconds.add(other.seconds);
        twelves.add(other.twelves);
        minutes.add(other.minutes);
        hours.add(other.hours);
    }

    void setBack(std::int64_t nowMs)
    {
        seconds.setBack(nowMs);
        twelves.setBack(nowMs);
        minutes.setBack(nowMs);
        hours.setBack(nowMs);
    }

    /// A minute of which nobody knows how it went, too old for the ring of seconds.
    void spreadMinute(std::int64_t fromMs, const Cell &cell)
    {
        twelves.spread(fromMs, fromMs + 60'000, cell);
        minutes.spread(fromMs, fromMs + 60'000, cell);
        hours.spread(fromMs, fromMs + 60'000, cell);
    }
};

/// The node of that name; null when there is none.
[[nodiscard]] const NodeSnapshot *nodeNamed(const Snapshot &snapshot, const std::string &name);
/// What changed in a node from one snapshot to the next; all of `now` when `before` is null or counted further.
[[nodiscard]] NodeCell difference(const NodeSnapshot *before, const NodeSnapshot &now);
[[nodiscard]] TotalCell difference(const Snapshot *before, const Snapshot &now);

/// What the store knows of minutes and the snapshots did not show, by minute. `seen`: the minutes as the snapshots showed them;
/// `watched`: the last snapshot of the engine that gave the history, or null.
/// Both draw the line between two minutes somewhere else, so what one minute has too much settles what its neighbour lacks.
[[nodiscard]] std::map<std::int64_t, NodeCell>
unseen(const NodeHistory &history, const NodeSnapshot *watched, const Ring<NodeCell> &seen);
[[nodiscard]] std::map<std::int64_t, TotalCell>
unseen(const History &history, const Snapshot *watched, const Ring<TotalCell> &seen);

} // namespace spillway::ui::figures
