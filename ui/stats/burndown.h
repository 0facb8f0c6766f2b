// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDate>
#include <QList>
#include <QPointF>

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace spillway::ui {

/// What is known of a node's credits at a moment. Times are UTC, in milliseconds since 1970.
struct QuotaFacts
{
    std::int64_t nowMs = 0;
    std::int64_t periodStartMs = 0;
    std::int64_t resetMs = 0;
    std::uint64_t used = 0;
    std::optional<std::uint64_t> limit; ///< absent: unmetered
    std::optional<std::uint64_t>
        threshold; ///< where the node leaves rotation; absent: at the limit
    /// Credits by hour (its start, credits), oldest first; of at least the last seven days, where known.
    std::vector<std::pair<qint64, std::uint64_t>> hours;
};

/// How the credits of a billing period run down, and where they will be.
struct BurnDown
{
    enum class Outlook {
        Unmetered,     ///< no limit, so no end
        NotEnoughData, ///< less than six hours are known
        Reached,       ///< the stop is reached now
        ReachesStop,   ///< before the reset, on `reachesOn`
        LastsToReset,  ///< at this pace the period ends first
        NotUsed        ///< known long enough, and nothing was spent in a week
    };

    Outlook outlook = Outlook::Unmetered;
    double perDay = 0; ///< the pace: 0.6 x last 24 hours + 0.4 x last 7 days
    QDate reachesOn;   ///< UTC day; of Reached and ReachesStop
    int daysBeforeReset = 0;
    std::optional<std::uint64_t> usedAtReset; ///< forecast; absent without a pace or a limit
    std::uint64_t left = 0;                   ///< to the limit
    double stopShare = 1;                     ///< threshold / limit
    double periodDays = 0;

    // Points of the chart: x = days since the period began, y = credits left.
    double today = 0;
    QList<QPointF> actual;   ///< hourly, at most 300 points, from the first known hour on
    QList<QPointF> evenPace; ///< two points
    QList<QPointF> forecast; ///< two points; empty without a pace
    double reserve = 0;      ///< credits between stop and limit: the band at the bottom
};

/// Works the facts out. Any values are taken; what makes no sense (a reset in the past) gives no forecast.
[[nodiscard]] BurnDown burnDown(const QuotaFacts &facts);

/// Start of a UTC day.
[[nodiscard]] std::int64_t utcMs(const QDate &date);

} // namespace spillway::ui
