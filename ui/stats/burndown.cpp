// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/burndown.h"

#include <QDateTime>

#include <algorithm>
#include <cmath>
#include <limits>

namespace spillway::ui {

namespace {

constexpr double kHourMs = 3'600'000;
constexpr double kDayMs = 86'400'000;
constexpr double kLeastDataMs = 6 * kHourMs;
constexpr double kRecentShare = 0.6;
constexpr qsizetype kMostPoints = 300;

double days(std::int64_t ms)
{
    return static_cast<double>(ms) / kDayMs;
}

QDate utcDay(std::int64_t ms)
{
    return QDateTime::fromMSecsSinceEpoch(ms, Qt::UTC).date();
}

/// Credits a day over the last `spanMs`, or over what is known of them.
double paceOver(const QuotaFacts &facts, double spanMs)
{
    const double nowMs = static_cast<double>(facts.nowMs);
    const double sinceMs = std::max(nowMs - spanMs, static_cast<double>(facts.hours.front().first));
    double credits = 0;
    for (const auto &[startMs, count] : facts.hours) {
        const double from = static_cast<double>(startMs);
        const double to = std::min(from + kHourMs, nowMs);
        if (to <= sinceMs || to <= from)
            continue;
        // The hour in which the span begins counts in part.
        const double inside = (to - std::max(from, sinceMs)) / (to - from);
        credits += static_cast<double>(count) * inside;
    }
    return credits / std::max(nowMs - sinceMs, 1.0) * kDayMs;
}

QList<QPointF> actualLine(const QuotaFacts &facts, double left)
{
    QList<QPointF> line{QPointF(days(facts.nowMs - facts.periodStartMs), left)};
    // Backwards from what is certain: the credits used until now.
    double before = left;
    const double limit = static_cast<double>(*facts.limit);
    for (auto hour = facts.hours.rbegin(); hour != facts.hours.rend(); ++hour) {
        if (hour->first < facts.periodStartMs || hour->first > facts.nowMs)
            continue;
        before = std::min(limit, before + static_cast<double>(hour->second));
        line.prepend(QPointF(days(hour->first - facts.periodStartMs), before));
    }
    if (line.size() <= kMostPoints)
        return line;
    QList<QPointF> thinned;
    const double step = static_cast<double>(line.size() - 1) / static_cast<double>(kMostPoints - 1);
    for (qsizetype i = 0; i < kMostPoints; ++i)
        thinned.append(line.at(std::llround(step * static_cast<double>(i))));
    return thinned;
}

std::uint64_t saturated(double credits)
{
    constexpr auto kMost = static_cast<double>(std::numeric_limits<std::int64_t>::max());
    return credits >= kMost ? static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())
                            : static_cast<std::uint64_t>(std::max(0.0, credits));
}

/// Where the pace leads: date of the stop, use at the reset, the dotted line.
void lookAhead(const QuotaFacts &facts, double threshold, BurnDown *result)
{
    const double used = static_cast<double>(facts.used);
    const double limit = static_cast<double>(*facts.limit);
    const double leftMs = static_cast<double>(facts.resetMs - facts.nowMs);
    result->usedAtReset = facts.used + saturated(result->perDay * leftMs / kDayMs);

    const double untilStopMs = result->perDay > 0 ? (threshold - used) / result->perDay * kDayMs
                                                  : std::numeric_limits<double>::infinity();
    double endMs = leftMs;
    double endLeft = limit - used - result->perDay * leftMs / kDayMs;
    if (untilStopMs < leftMs) {
        result->outlook = BurnDown::Outlook::ReachesStop;
        result->reachesOn = utcDay(facts.nowMs + static_cast<std::int64_t>(untilStopMs));
        result->daysBeforeReset = static_cast<int>(result->reachesOn.daysTo(utcDay(facts.resetMs)));
        endMs = untilStopMs;
        endLeft = limit - threshold;
    } else {
        result->outlook =
            result->perDay > 0 ? BurnDown::Outlook::LastsToReset : BurnDown::Outlook::NotUsed;
    }
    result->forecast = {QPointF(result->today, limit - used),
                        QPointF(result->today + endMs / kDayMs, std::max(0.0, endLeft))};
}

} // namespace

std::int64_t utcMs(const QDate &date)
{
    return date.startOfDay(Qt::UTC).toMSecsSinceEpoch();
}

BurnDown burnDown(const QuotaFacts &facts)
{
    BurnDown result;
    result.periodDays = std::max(0.0, days(facts.resetMs - facts.periodStartMs));
    result.today = days(facts.nowMs - facts.periodStartMs);
    const bool enoughData =
        !facts.hours.empty()
        && static_cast<double>(facts.nowMs - facts.hours.front().first) >= kLeastDataMs;
    if (enoughData)
        result.perDay = kRecentShare * paceOver(facts, kDayMs)
                        + (1 - kRecentShare) * paceOver(facts, 7 * kDayMs);
    if (!facts.limit || *facts.limit == 0)
        return result;

    const double limit = static_cast<double>(*facts.limit);
    const double threshold =
        static_cast<double>(std::min(facts.threshold.value_or(*facts.limit), *facts.limit));
    result.left = *facts.limit - std::min(facts.used, *facts.limit);
    result.stopShare = threshold / limit;
    result.reserve = limit - threshold;
    result.actual = actualLine(facts, static_cast<double>(result.left));
    result.evenPace = {QPointF(0, limit), QPointF(result.periodDays, 0)};

    if (static_cast<double>(facts.used) >= threshold) {
        result.outlook = BurnDown::Outlook::Reached;
        result.reachesOn = utcDay(facts.nowMs);
        result.daysBeforeReset = static_cast<int>(result.reachesOn.daysTo(utcDay(facts.resetMs)));
    } else if (!enoughData || facts.nowMs >= facts.resetMs) {
        result.outlook = BurnDown::Outlook::NotEnoughData;
    } else {
        lookAhead(facts, threshold, &result);
    }
    return result;
}

} // namespace spillway::ui
