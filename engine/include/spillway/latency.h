// SPDX-License-Identifier: MIT
#pragma once

#include "spillway/outcomes.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

/// How durations are counted: in cells that are narrow beside what they hold, so that a percentile is right within 3.2 % above 64 us
/// (within 2 us below that), and none of which lies across one of kLatencyBoundsUs, so that the counts by those bounds are exact.
namespace spillway {

namespace latency {

/// 16 cells an octave from 64 us to 134 s, 4 us each below.
constexpr std::size_t kSteps = 16;
constexpr unsigned kLowestOctave = 6;
constexpr unsigned kEndOctave = 27;
/// Steps of the even division, the open one at the end included.
constexpr std::size_t kDivisions = (kEndOctave - kLowestOctave + 1) * kSteps + 1;

/// The step that holds `us`, its upper end included.
constexpr std::size_t divisionOf(std::int64_t us)
{
    const auto below = static_cast<std::uint64_t>(us > 1 ? us - 1 : 0);
    if (below >> kEndOctave != 0)
        return kDivisions - 1;
    const auto octave = static_cast<unsigned>(std::bit_width(below | (1U << kLowestOctave))) - 1;
    return (octave - kLowestOctave) * kSteps + (below >> (octave - 4));
}

/// Upper end of a step that is not the open one.
constexpr std::int64_t endOfDivision(std::size_t division)
{
    if (division < kSteps)
        return static_cast<std::int64_t>(division + 1) << (kLowestOctave - 4);
    const std::size_t octave = division / kSteps - 1 + kLowestOctave;
    return static_cast<std::int64_t>(kSteps + division % kSteps + 1) << (octave - 4);
}

/// For each step, how many of kLatencyBoundsUs lie at or below its lower end.
constexpr auto kBoundsBelow = [] {
    std::array<std::uint8_t, kDivisions> below{};
    for (std::size_t i = 1; i < kDivisions; ++i) {
        below[i] = below[i - 1];
        while (below[i] < kLatencyBoundsUs.size()
               && kLatencyBoundsUs[below[i]] <= endOfDivision(i - 1))
            ++below[i];
    }
    return below;
}();

/// kLatencyBoundsUs, and one that nothing exceeds.
constexpr auto kBoundsAndEnd = [] {
    std::array<std::int64_t, kLatencyBoundsUs.size() + 1> bounds{};
    std::copy(kLatencyBoundsUs.begin(), kLatencyBoundsUs.end(), bounds.begin());
    bounds.back() = std::numeric_limits<std::int64_t>::max();
    return bounds;
}();

} // namespace latency

/// One for each step, and one more for each bound, which cuts the step that it lies in.
constexpr std::size_t kLatencyCells = latency::kDivisions + kLatencyBoundsUs.size();

/// The cell of a duration in microseconds. Step and bucket both only rise with the duration, so their sum names the pair.
constexpr std::size_t latencyCell(std::int64_t us)
{
    const std::size_t division = latency::divisionOf(us);
    const std::size_t bucket = latency::kBoundsBelow[division];
    return division + bucket + (us > latency::kBoundsAndEnd[bucket] ? 1 : 0);
}

/// Upper end of each cell in microseconds, included; the last cell is open.
inline constexpr auto kLatencyCellEndsUs = [] {
    std::array<std::int64_t, kLatencyCells> ends{};
    std::size_t cell = 0;
    std::size_t bound = 0;
    for (std::size_t i = 0; i + 1 < latency::kDivisions; ++i) {
        const std::int64_t end = latency::endOfDivision(i);
        while (bound < kLatencyBoundsUs.size() && kLatencyBoundsUs[bound] < end)
            ends[cell++] = kLatencyBoundsUs[bound++];
        ends[cell++] = end;
    }
    ends[cell] = std::numeric_limits<std::int64_t>::max();
    return ends;
}();
static_assert(std::adjacent_find(kLatencyCellEndsUs.begin(),
                                 kLatencyCellEndsUs.end(),
                                 [](auto a, auto b) { return a >= b; })
                  == kLatencyCellEndsUs.end(),
              "each bound must cut a step in two");

/// The bucket of kLatencyBoundsUs that a cell belongs to; the number of bounds is the open one.
inline constexpr auto kLatencyBucketOfCell = [] {
    std::array<std::uint8_t, kLatencyCells> buckets{};
    std::uint8_t bucket = 0;
    for (std::size_t cell = 0; cell < kLatencyCells; ++cell) {
        if (bucket < kLatencyBoundsUs.size() && kLatencyCellEndsUs[cell] > kLatencyBoundsUs[bucket])
            ++bucket;
        buckets[cell] = bucket;
    }
    return buckets;
}();

/// Counts by the bounds of kLatencyBoundsUs, not cumulated, and one for what took longer than the last.
template <typename Count>
using LatencyBuckets = std::array<Count, kLatencyBoundsUs.size() + 1>;

/// Counts by cell.
template <typename Count>
using LatencyCells = std::array<Count, kLatencyCells>;

/// Counts by cell, of which few are not zero.
template <typename Count>
class LatencyCounts
{
public:
    struct Entry
    {
        std::size_t cell = 0;
        Count count = 0;
    };

    void add(std::size_t cell, Count count)
    {
        if (count == 0)
            return;
        const auto place = find(cell);
        if (place != m_entries.end() && place->cell == cell)
            place->count += count;
        else
            m_entries.insert(place, {cell, count});
    }

    /// Not below zero; tells how much of it there was to take.
    Count take(std::size_t cell, Count count)
    {
        const auto place = find(cell);
        if (place == m_entries.end() || place->cell != cell)
            return 0;
        const Count taken = std::min(count, place->count);
        place->count -= taken;
        if (place->count == 0)
            m_entries.erase(place);
        return taken;
    }

    /// By cell; none is zero.
    [[nodiscard]] const std::vector<Entry> &entries() const { return m_entries; }

    [[nodiscard]] Count at(std::size_t cell) const
    {
        const auto place = std::lower_bound(m_entries.begin(), m_entries.end(), cell, isBefore);
        return place == m_entries.end() || place->cell != cell ? Count() : place->count;
    }

private:
    static bool isBefore(const Entry &entry, std::size_t cell) { return entry.cell < cell; }

    auto find(std::size_t cell)
    {
        return std::lower_bound(m_entries.begin(), m_entries.end(), cell, isBefore);
    }

    std::vector<Entry> m_entries;
};

template <typename Count>
[[nodiscard]] LatencyCounts<Count> latencyCounts(const LatencyCells<Count> &cells)
{
    LatencyCounts<Count> counts;
    for (std::size_t cell = 0; cell < cells.size(); ++cell)
        counts.add(cell, cells[cell]);
    return counts;
}

/// The time that stands for what a cell holds, in microseconds: its middle, of the open one its lower end.
constexpr double latencyOfCellUs(std::size_t cell)
{
    const double from = cell == 0 ? 0 : static_cast<double>(kLatencyCellEndsUs[cell - 1]);
    if (cell + 1 >= kLatencyCells)
        return from;
    return (from + static_cast<double>(kLatencyCellEndsUs[cell])) / 2;
}

/// The time in microseconds within which `share` (0 to 1) of what was counted ended. `longestUs`: the longest that was measured, which no
/// percentile exceeds, and for which the open cell stands; 0: not known. Nothing when nothing was counted.
template <typename Count>
[[nodiscard]] std::optional<double>
latencyPercentileUs(const LatencyCounts<Count> &counts, double share, double longestUs = 0)
{
    double all = 0;
    for (const auto &entry : counts.entries())
        all += static_cast<double>(entry.count);
    // Counts may be shares of calls: less than a trace of one is none.
    if (all < 0.01)
        return std::nullopt;
    // Rounding may leave a little of what is wanted: then the last one is meant.
    const double wanted = all * share * (1 - 1e-9);
    std::size_t found = 0;
    double below = 0;
    for (const auto &entry : counts.entries()) {
        found = entry.cell;
        below += static_cast<double>(entry.count);
        if (below >= wanted)
            break;
    }
    if (longestUs <= 0)
        return latencyOfCellUs(found);
    return found + 1 == kLatencyCells ? longestUs : std::min(longestUs, latencyOfCellUs(found));
}

} // namespace spillway
