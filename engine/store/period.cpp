// SPDX-License-Identifier: MIT
#include "store/usagestore.h"

#include <chrono>
#include <cstdio>

namespace spillway::period {

namespace {

using std::chrono::days;
using std::chrono::months;
using std::chrono::sys_days;
using std::chrono::year_month;
using std::chrono::year_month_day;

constexpr std::int64_t kMsPerDay = 86'400'000;

sys_days toSysDays(UtcDay day)
{
    return sys_days(days(day));
}

UtcDay toUtcDay(sys_days day)
{
    return static_cast<UtcDay>(day.time_since_epoch().count());
}

year_month monthOf(UtcDay day)
{
    const year_month_day date(toSysDays(day));
    return {date.year(), date.month()};
}

/// The reset of one month: `resetDay`, or the last day of a month that is too short for it.
UtcDay resetIn(year_month month, int resetDay)
{
    const year_month_day last(month / std::chrono::last);
    const auto lastDay = static_cast<int>(static_cast<unsigned>(last.day()));
    const auto day = static_cast<unsigned>(std::clamp(resetDay, 1, lastDay));
    return toUtcDay(sys_days(month / std::chrono::day(day)));
}

} // namespace

UtcDay start(UtcDay day, int resetDay)
{
    const year_month month = monthOf(day);
    const UtcDay reset = resetIn(month, resetDay);
    return reset <= day ? reset : resetIn(month - months(1), resetDay);
}

UtcDay next(UtcDay day, int resetDay)
{
    const year_month month = monthOf(day);
    const UtcDay reset = resetIn(month, resetDay);
    return reset > day ? reset : resetIn(month + months(1), resetDay);
}

UtcDay dayOf(std::int64_t wallMs)
{
    const std::int64_t day = wallMs / kMsPerDay;
    return static_cast<UtcDay>(wallMs % kMsPerDay < 0 ? day - 1 : day);
}

std::int64_t wallMsOf(UtcDay day)
{
    return day * kMsPerDay;
}

std::string toIso(UtcDay day)
{
    const year_month_day date(toSysDays(day));
    char text[32];
    std::snprintf(text,
                  sizeof text,
                  "%04d-%02u-%02u",
                  static_cast<int>(date.year()),
                  static_cast<unsigned>(date.month()),
                  static_cast<unsigned>(date.day()));
    return text;
}

std::optional<UtcDay> fromIso(std::string_view text)
{
    if (text.size() != 10 || text[4] != '-' || text[7] != '-')
        return std::nullopt;
    const auto number = [text](std::size_t from, std::size_t count) {
        int value = 0;
        for (const char c : text.substr(from, count)) {
            if (c < '0' || c > '9')
                return -1;
            value = value * 10 + (c - '0');
        }
        return value;
    };
    const int year = number(0, 4);
    const int month = number(5, 2);
    const int day = number(8, 2);
    if (year < 0 || month < 0 || day < 0)
        return std::nullopt;
    const year_month_day date(std::chrono::year(year),
                              std::chrono::month(static_cast<unsigned>(month)),
                              std::chrono::day(static_cast<unsigned>(day)));
    if (!date.ok())
        return std::nullopt;
    return toUtcDay(sys_days(date));
}

} // namespace spillway::period
