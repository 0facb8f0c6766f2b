// SPDX-License-Identifier: MIT
#pragma once

#include "core/clock.h"
#include "core/counter.h"
#include "spillway/snapshot.h"
#include "spillway/usage.h"

#include <algorithm>
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
/// The first reset after `day`. For the start of a period that is the first day of the period after it; `day`
/// need not be a reset itself (a counter whose reset_day was changed half-way keeps its old start).
[[nodiscard]] UtcDay next(UtcDay day, int resetDay);
[[nodiscard]] UtcDay dayOf(std::int64_t wallMs);
[[nodiscard]] std::int64_t wallMsOf(UtcDay day); ///< 00:00 UTC of that day
[[nodiscard]] std::string toIso(UtcDay day);     ///< "2026-11-30"
[[nodiscard]] std::optional<UtcDay>
fromIso(std::string_view text); ///< exactly YYYY-MM-DD and a real date

} // namespace period

/// Live credit counter of one node (or of one client token), in the memory-mapped page file. Lock-free; every
/// function may be called from any thread. The pointer stays valid as long as the UsageStore.
///
/// The credits and the period they belong to share one 64-bit word, so that a booking lands either in the old
/// or in the new period and a rollover is a single step. Each word exists twice, in two regions of the file: the
/// later period counts on load, and of the same period the larger value.
class UsageCounter
{
public:
    /// More cannot be counted in one period; the counter then stands still (281 million million credits).
    static constexpr std::uint64_t kMaxUsed = (std::uint64_t{1} << 48) - 1;

    virtual ~UsageCounter() = default;

    /// Books `cost` if used + cost <= threshold, in one step. Never overspends under concurrency.
    [[nodiscard]] bool tryBook(std::uint64_t cost, std::uint64_t threshold)
    {
        std::uint64_t word = m_used->load(std::memory_order_relaxed);
        std::uint64_t booked = 0;
        do {
            const std::uint64_t used = word & kMaxUsed;
            if (cost > threshold || used > threshold - cost)
                return false;
            booked = std::min(cost, kMaxUsed - used);
        } while (!m_used->compare_exchange_weak(word, word + booked, std::memory_order_relaxed));
        addToCopy(word >> kPeriodShift, booked);
        return true;
    }

    /// Books without a limit (unmetered nodes, tokens).
    void book(std::uint64_t cost)
    {
        std::uint64_t word = m_used->load(std::memory_order_relaxed);
        std::uint64_t booked = 0;
        do {
            booked = std::min(cost, kMaxUsed - (word & kMaxUsed));
        } while (!m_used->compare_exchange_weak(word, word + booked, std::memory_order_relaxed));
        addToCopy(word >> kPeriodShift, booked);
    }

    /// Gives back what was booked for a call of which not one byte left. The copy goes first, so that a kill
    /// in between leaves the higher value. Never goes below zero.
    void refund(std::uint64_t cost);
    /// The same, but only if the counter is still in the period `bookedIn` (periodStart() read before the booking):
    /// a refund after midnight of the reset day must not come out of the new period. Prefer this one.
    void refund(std::uint64_t cost, UtcDay bookedIn);

    [[nodiscard]] std::uint64_t used() const
    {
        return m_used->load(std::memory_order_relaxed) & kMaxUsed;
    }

    /// First day that used() covers.
    [[nodiscard]] UtcDay periodStart() const
    {
        const std::uint64_t epoch = m_used->load(std::memory_order_relaxed) >> kPeriodShift;
        const std::uint64_t meta = m_meta->load(std::memory_order_relaxed);
        return static_cast<UtcDay>(meta >> kPeriodShift == epoch ? (meta >> kStartShift) & 0xffff
                                                                 : epoch);
    }

    /// The reset_day last given for it, 0 if none ever was (imported or restored).
    [[nodiscard]] int resetDay() const
    {
        return static_cast<int>(m_meta->load(std::memory_order_relaxed) & 0xff);
    }

protected:
    static constexpr int kPeriodShift = 48;
    static constexpr int kStartShift = 32;
    using Word = std::atomic<std::uint64_t>;
    static_assert(Word::is_always_lock_free, "the words are shared between processes");

    /// The copy follows the booking into its period and no further: a booking that is overtaken by a rollover
    /// belongs to the finished period, one that overtakes it takes the copy along.
    void addToCopy(std::uint64_t epoch, std::uint64_t cost)
    {
        std::uint64_t word = m_copy->load(std::memory_order_relaxed);
        std::uint64_t next = 0;
        do {
            const std::uint64_t copyEpoch = word >> kPeriodShift;
            if (copyEpoch > epoch)
                return;
            next = copyEpoch == epoch ? word + std::min(cost, kMaxUsed - (word & kMaxUsed))
                                      : (epoch << kPeriodShift) | cost;
        } while (!m_copy->compare_exchange_weak(word, next, std::memory_order_relaxed));
    }

    Word *m_used =
        nullptr; ///< in the first region of the page file: period (16 bit), credits (48 bit)
    Word *m_copy = nullptr; ///< the same in the second region
    Word *m_meta =
        nullptr; ///< period (16 bit), first day covered (16 bit; only if the period is m_used's), reset day
};

/// One minute of one node's history.
struct HistoryMinute
{
    std::int64_t minute = 0; ///< minutes since 1970-01-01 UTC
    std::uint64_t requests = 0;
    std::uint64_t failures = 0;
    std::uint64_t credits = 0;      ///< as booked, less refunds
    std::uint64_t latencySumUs = 0; ///< over the served answers
    std::uint64_t served = 0;
};

/// What one node did within a minute, to be added to what is known of it.
struct HistoryPart
{
    HistoryMinute minute;
    std::uint64_t entry = 0;         ///< RunCounters::entry that counted it; 0: none
    std::vector<NodeSecond> seconds = {}; ///< how the figures lie in the minute
    std::vector<NodeMethodSnapshot> methods = {};
};

/// Counters of one node in this run of the program, one for each thread, that a kill does not take: what they hold and the
/// history lacks is added to it when the store is next opened.
struct RunCounters
{
    std::uint64_t entry = 0;                ///< for HistoryPart
    std::vector<HistoryCounters *> threads; ///< empty: there is no room on the disk
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
/// open(), counter(), rename() and friends: control thread. Counters: any thread. addHistory(): any thread.
/// Needs a QCoreApplication (for the SQL driver), no event loop.
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
    /// Whether a store was ever opened in `dir`; makes nothing.
    [[nodiscard]] static bool exists(const std::string &dir);

    virtual ~UsageStore() = default;

    /// The counter of `name` (1 to 128 bytes), made on first use. `resetDay` rolls the period over if it is due: forward
    /// only. Null when the file cannot grow; `error` then says why.
    ///
    /// A new node adopts the running period. Where `resetDay` differs from the one known so far, no period has
    /// ended, only its definition changed: credits known (from the history) to lie before the new start leave
    /// the count, known ones that now belong to it are added, everything not known stays counted.
    virtual UsageCounter *
    counter(std::string_view name, int resetDay, std::string *error = nullptr) = 0;

    /// The counter of `name` if there is one. Changes nothing: no new counter, no rollover.
    [[nodiscard]] virtual UsageCounter *find(std::string_view name) = 0;

    /// Begins new periods for all counters whose time has come (wall clock, UTC). Returns the names reset.
    virtual std::vector<std::string> rollOver() = 0;

    /// Carries the usage of `from` over to `to` (which must not have usage of its own in this period, unless `force`:
    /// then both are added up). Call it before counter(to): counters of `from` that are in use go on as `to`.
    virtual bool
    rename(std::string_view from, std::string_view to, bool force, std::string *error) = 0;
    /// Sets the used credits of the running period by hand. Where a wrong clock had begun a period that lies in the
    /// future, this is the way back: the period is set too.
    virtual bool setUsed(std::string_view name, std::uint64_t credits, std::string *error) = 0;

    /// Imports a CascadeRPC `quotas.json`: {"<node>":{"used":N,"period_start":"YYYY-MM-DD"}}. All or nothing.
    /// Only entries of the running period of a node raise its counter; older ones are kept as finished periods.
    virtual std::optional<QuotaImport> importQuotasJson(const std::string &file,
                                                        std::string *error) = 0;

    /// Names that have a counter, in order of creation.
    [[nodiscard]] virtual std::vector<std::string> names() const = 0;
    /// Finished periods and the running one, oldest first.
    [[nodiscard]] virtual std::vector<PeriodUsage> periods(std::string_view name) const = 0;

    /// Counters of `name` for a NodeState, all zero. The same number of threads each time; they live as long as the store.
    [[nodiscard]] virtual RunCounters runCounters(std::string_view name, std::size_t threads) = 0;
    /// Adds to a node's minute (merged with what is already there). Returns at once; written by the store's thread, in one
    /// transaction with how far the history of the part's counters has come.
    virtual void addHistory(std::string_view name, HistoryPart part) = 0;
    /// Adds to what is known of clients' calls.
    virtual void addCalls(const CallMinute &minute) = 0;
    /// Minutes from `fromMinute` to `toMinute`, both included, oldest first; minutes without traffic are absent.
    [[nodiscard]] virtual std::vector<HistoryMinute>
    history(std::string_view name, std::int64_t fromMinute, std::int64_t toMinute) const = 0;

    /// How the latest of these minutes went, second by second; oldest first, quiet ones absent.
    [[nodiscard]] virtual std::vector<NodeSecond>
    seconds(std::string_view name, std::int64_t fromMinute, std::int64_t toMinute) const = 0;
    /// What a node was asked on a UTC day, by method. Today and yesterday are kept.
    [[nodiscard]] virtual std::vector<NodeMethodSnapshot> methods(std::string_view name,
                                                                  UtcDay day) const = 0;
    /// Clients' calls, oldest first; minutes without any are absent.
    [[nodiscard]] virtual std::vector<CallMinute> calls(std::int64_t fromMinute,
                                                        std::int64_t toMinute) const = 0;

    /// Blocks until everything handed over is on disk (msync + SQLite commit). For a clean stop. What could not
    /// be written (disk full) stays in memory, is tried again every second, and problem() says so.
    virtual void flush() = 0;

    /// Why the history cannot be written at the moment; empty when all is well. Any thread.
    [[nodiscard]] virtual std::string problem() const = 0;
};

/// When a node reaches its threshold at the pace of the period so far. All times wall ms.
struct Forecast
{
    double creditsPerDay = 0; ///< 0 in the first hour of a period: too little to tell
    std::optional<std::int64_t> reachesThresholdAtMs; ///< nothing: not before the reset
    std::uint64_t usedAtReset = 0;                    ///< expected at the end of the period
};

/// `threshold` UINT64_MAX: unmetered.
[[nodiscard]] Forecast forecast(std::uint64_t used,
                                std::uint64_t threshold,
                                UtcDay periodStart,
                                UtcDay nextReset,
                                std::int64_t nowMs);

} // namespace spillway
