// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "spillway/snapshot.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace spillway::ui {

/// What a chart shows: a span of time cut into at most 300 buckets.
enum class Window { FiveMinutes, Hour, Day, Period };

/// One bucket of one node.
struct NodeBucket
{
    bool known = false;  ///< watched or in the store; false: a gap, all else is 0
    double requests = 0; ///< attempts a second
    double failures = 0; ///< a second
    double credits = 0;  ///< in the bucket
    std::optional<double> latencyMs;
    bool penalized = false; ///< a penalty or cooldown began in it
};

/// One bucket of the whole proxy. All a second; ok, local, refused, limited, failed and abandoned add up to requests.
struct TotalBucket
{
    bool known = false; ///< watched or in the store; false: a gap, all else is 0
    bool watched =
        false; ///< outcomes and latencies are known too; not so in minutes that an older version kept
    double requests = 0;  ///< client calls; where they are not known: attempts at nodes
    double ok = 0;        ///< answered by a node
    double local = 0;     ///< answered by the engine
    double refused = 0;   ///< the client's fault: not valid, blocked, no token
    double limited = 0;   ///< over the client's rate, too much at once
    double failed = 0;    ///< no node could answer in time
    double abandoned = 0; ///< the client went away
    double retried =
        0; ///< attempts that gave no answer; the call went on to another node, or failed
    std::optional<double> p50Ms;
    std::optional<double> p95Ms;
};

/// Bounded rings of figures at three resolutions, filled from snapshots and, after a start, from the store's minutes, so that no
/// chart is empty after a restart. Nothing is invented: a time without data is a gap. GUI thread; time comes in with the snapshots.
class StatsStore final : public QObject
{
    Q_OBJECT

public:
    explicit StatsStore(QObject *parent = nullptr);
    ~StatsStore() override;

    /// Takes a snapshot in (at most one second is lost between two). A snapshot of a new engine run begins new rates.
    void add(const Snapshot &snapshot);
    /// Minutes from the store, merged below what was seen live.
    void addHistory(const History &history);
    /// A node has another name, and its books have gone along: what it did is told under the new one, with what that has already.
    void rename(const QString &from, const QString &to);
    void clear();

    /// Of the newest snapshot, before the first one the end of the newest minute from the store; 0: nothing is known. Charts of a
    /// stopped proxy end here.
    [[nodiscard]] qint64 lastMs() const;

    /// Seconds of one bucket and number of buckets of a window.
    [[nodiscard]] static int bucketSeconds(Window window);
    [[nodiscard]] static int bucketCount(Window window);

    /// Oldest first, exactly bucketCount() entries that end at `nowMs` (wall clock).
    [[nodiscard]] std::vector<NodeBucket>
    node(const QString &name, Window window, qint64 nowMs) const;
    [[nodiscard]] std::vector<TotalBucket> total(Window window, qint64 nowMs) const;
    [[nodiscard]] QStringList nodes() const; ///< in the order of the config, then former ones

    /// Whether a call, or an attempt of the store, is known at all.
    [[nodiscard]] bool hasCalls() const;

    /// Figures of the last five minutes (or less when it runs shorter). Times that nobody watched count with the store's attempts, as
    /// they do in the buckets.
    struct Headline
    {
        double requestsPerSecond = 0; ///< of the last 5 s
        std::optional<double> p50Ms, p95Ms;
        std::optional<double>
            successShare; ///< 0..1: answered, of all calls but those that were the client's fault
        double callsInWindow = 0; ///< watched ones, that p50 and p95 are made of
        double lostInWindow = 0;  ///< limited and failed ones; of the store's: failed attempts
        std::optional<double>
            storedLatencyMs; ///< average at the nodes, of times whose calls are not known
        std::uint64_t creditsToday = 0; ///< UTC day
    };

    [[nodiscard]] Headline headline(qint64 nowMs) const;
    [[nodiscard]] std::uint64_t creditsToday(const QString &node, qint64 nowMs) const;
    /// Credits of a node by hour from `fromMs` on, for the burn-down chart: start of the hour, credits. Only hours that are known,
    /// oldest first; the first one tells since when there is data.
    [[nodiscard]] std::vector<std::pair<qint64, std::uint64_t>>
    creditsByHour(const QString &node, qint64 fromMs, qint64 nowMs) const;

Q_SIGNALS:
    void changed();

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace spillway::ui
