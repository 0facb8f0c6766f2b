// SPDX-License-Identifier: MIT
#pragma once

#include "core/clock.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace spillway {

/// A UTC calendar day as days since 1970-01-01.
using UtcDay = std::int32_t;

namespace period {

/// First day of the billing period that `day` lies in, for a provider that resets on `resetDay` (1..31, clamped
/// to the last day of a short month). Pure calendar arithmetic, no time zone.
[[nodiscard]] UtcDay start(UtcDay day, int resetDay);
/// First day of the period after the one that starts on `periodStart`.
[[nodiscard]] UtcDay next(UtcDay periodStart, int resetDay);
[[nodiscard]] UtcDay dayOf(std::int64_t wallMs);
[[nodiscard]] std::string toIso(UtcDay day);                       ///< "2026-11-30"
[[nodiscard]] std::optional<UtcDay> fromIso(std::string_view text);

} // namespace period

/// Live credit counter of one node (or of one client token), in the memory-mapped page file. Lock-free; every
/// function may be called from any thread. The pointer stays valid as long as the UsageStore.
class UsageCounter
{
public:
    virtual ~UsageCounter() = default;

    /// Books `cost` if used + cost <= threshold, in one step. Never overspends under concurrency.
    [[nodiscard]] bool tryBook(std::uint64_t cost, std::uint64_t threshold)
    {
        std::uint64_t used = m_used->load(std::memory_order_relaxed);
        do {
            if (cost > threshold || used > threshold - cost)
                return false;
        } while (!m_used->compare_exchange_weak(used, used + cost, std::memory_order_relaxed));
        m_copy->fetch_add(cost, std::memory_order_relaxed);
        return true;
    }

    /// Books without a limit (unmetered nodes, tokens).
    void book(std::uint64_t cost)
    {
        m_used->fetch_add(cost, std::memory_order_relaxed);
        m_copy->fetch_add(cost, std::memory_order_relaxed);
    }

    /// Gives back what was booked for a call of which not one byte left. The copy goes first, so that a kill
    /// in between leaves the higher value.
    void refund(std::uint64_t cost);

    [[nodiscard]] std::uint64_t used() const { return m_used->load(std::memory_order_relaxed); }
    [[nodiscard]] UtcDay periodStart() const { return m_period->load(std::memory_order_relaxed); }

protected:
    std::atomic<std::uint64_t> *m_used = nullptr; ///< in the first region of the page file
    std::atomic<std::uint64_t> *m_copy = nullptr; ///< in the second region; the larger of both counts on load
    std::atomic<UtcDay> *m_period = nullptr;
};

/// One minute of one node's history.
struct HistoryMinute
{
    std::int64_t minute = 0; ///< minutes since 1970-01-01 UTC
    std::uint64_t requests = 0;
    std::uint64_t failures = 0;
    std::uint64_t credits = 0;
    std::uint64_t latencySumUs = 0; ///< over the served answers
    std::uint64_t served = 0;
};

/// One finished or running billing period.
struct PeriodUsage
{
    UtcDay start = 0;
    std::uint64_t used = 0;
};

/// Usage and history of all nodes, crash-safe.
///
/// Credit counters live in `usage.pages` (memory-mapped, two regions, each with checksummed names): a kill -9
/// loses nothing because the kernel keeps the pages. `usage.sqlite` (WAL, written by a thread of its own)
/// keeps finished periods, the per-minute history and a second-by-second copy of the counters for the case that the page
/// file is damaged by a power cut; on open the larger value of the same period counts.
///
/// open(), counter(), rename() and friends: control thread. Counters: any thread.
class UsageStore
{
public:
    struct OpenResult
    {
        std::unique_ptr<UsageStore> store; ///< null on error
        std::string error;                 ///< names the file and the fix
        std::vector<std::string> warnings; ///< damaged region repaired, …
    };

    /// Opens or creates the store in `dir` (created, 0700). Several processes may share it.
    static OpenResult open(const std::string &dir, const Clock &clock);

    virtual ~UsageStore() = default;

    /// The counter of `name`, made on first use. `resetDay` rolls the period over if it is due: forward only.
    /// Null when the file cannot grow; `error` then says why.
    virtual UsageCounter *counter(std::string_view name, int resetDay, std::string *error = nullptr) = 0;

    /// Begins new periods for all counters whose time has come (wall clock, UTC). Returns the names reset.
    virtual std::vector<std::string> rollOver() = 0;

    /// Carries the usage of `from` over to `to` (which must not have usage of its own in this period, unless `force`).
    virtual bool rename(std::string_view from, std::string_view to, bool force, std::string *error) = 0;
    /// Sets the used credits of the running period by hand.
    virtual bool setUsed(std::string_view name, std::uint64_t credits, std::string *error) = 0;

    /// Imports a CascadeRPC `quotas.json`: {"<node>":{"used":N,"period_start":"YYYY-MM-DD"}}. All or nothing.
    /// Only entries of the running period of a node raise its counter. Returns how many entries were taken.
    virtual std::optional<int> importQuotasJson(const std::string &file, std::string *error) = 0;

    /// Names that have a counter, in order of creation.
    [[nodiscard]] virtual std::vector<std::string> names() const = 0;
    [[nodiscard]] virtual std::vector<PeriodUsage> periods(std::string_view name) const = 0;

    /// Adds to a node's minute (merged with what is already there). Returns at once; written by the store's thread.
    virtual void addHistory(std::string_view name, const HistoryMinute &minute) = 0;
    [[nodiscard]] virtual std::vector<HistoryMinute> history(std::string_view name, std::int64_t fromMinute,
                                                             std::int64_t toMinute) const = 0;

    /// Blocks until everything handed over is on disk (msync + SQLite commit). For a clean stop.
    virtual void flush() = 0;
};

/// When a node reaches its threshold at the pace of the period so far. All times wall ms.
struct Forecast
{
    double creditsPerDay = 0;
    std::optional<std::int64_t> reachesThresholdAtMs; ///< nothing: not before the reset
    std::uint64_t usedAtReset = 0;                     ///< expected at the end of the period
};

[[nodiscard]] Forecast forecast(std::uint64_t used, std::uint64_t threshold, UtcDay periodStart, UtcDay nextReset,
                                std::int64_t nowMs);

} // namespace spillway
