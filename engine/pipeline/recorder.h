// SPDX-License-Identifier: MIT
#pragma once

#include "core/clock.h"
#include "spillway/config.h"
#include "spillway/traffic.h"
#include "stats/counters.h"
#include "upstream/gcra.h"

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>
#include <vector>

namespace spillway {

using WorkerStatsList = std::vector<std::unique_ptr<WorkerStats>>;

/// Keeps records of the latest calls for whoever wants to look at them. While it is off a call costs one relaxed load. Any
/// thread; workers meet at a lock only for the records that are kept, and of uneventful calls those are few.
class TrafficRecorder
{
public:
    static constexpr std::size_t kMaxBody = 64U * 1024;
    static constexpr std::size_t kMaxBodies = 32U * 1024 * 1024;

    explicit TrafficRecorder(const Clock &clock);

    // --- workers -----------------------------------------------------------------------------------------

    [[nodiscard]] bool wanted() const { return m_on.load(std::memory_order_relaxed); }

    /// Whether one more record of this kind may be made now. Ask before making it.
    [[nodiscard]] bool admit(bool notable);
    /// Whether bodies are kept at the moment.
    [[nodiscard]] bool capturing() const;
    /// Puts the bodies into the record, as far as there is room: cut and without secrets.
    void capture(RequestRecord &record, std::string_view request, std::string_view response);
    /// Takes the record; gives it its sequence number.
    void add(RequestRecord record);

    // --- the facade --------------------------------------------------------------------------------------

    void setRecording(bool on, std::size_t capacity);
    void captureFor(Milliseconds duration);
    [[nodiscard]] TrafficSlice slice(std::uint64_t after, std::size_t max) const;
    /// Where the calls are counted, recorded or not.
    void watch(std::shared_ptr<const WorkerStatsList> stats);

private:
    using Record = std::shared_ptr<const RequestRecord>;
    using Records = std::deque<Record>;

    void trim();

    const Clock &m_clock;
    std::atomic<bool> m_on{false};
    std::atomic<SteadyNs> m_captureUntil{0};
    Gcra m_plainBudget;
    Gcra m_notableBudget;
    /// Bytes of bodies in all records that somebody still holds.
    std::shared_ptr<std::atomic<std::size_t>> m_bodyBytes;

    mutable std::mutex m_mutex; ///< guards all below
    std::size_t m_capacity = 1;
    std::uint64_t m_sequence = 0;
    Records m_plain; ///< uneventful ones, oldest first
    Records m_notable;
    std::shared_ptr<const WorkerStatsList> m_stats;
};

/// What makes a record notable, as far as it is known before the record is made. `skips`: bit of each reason for which a
/// node was passed over.
[[nodiscard]] bool
isNotable(RequestOutcome outcome, bool isError, int attempts, std::uint32_t skips);

[[nodiscard]] constexpr std::uint32_t skipBit(SkipReason reason)
{
    return 1U << static_cast<unsigned>(reason);
}

} // namespace spillway
