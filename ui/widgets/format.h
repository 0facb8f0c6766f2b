// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "spillway/outcomes.h"

#include <QDate>
#include <QString>

#include <cstdint>
#include <optional>
#include <string>

/// Figures and states in the user's words and locale. All of it may be called with any value.
namespace spillway::ui::format {

/// "1.2 M", "840", "12 k": at most three figures, for tight places.
[[nodiscard]] QString shortNumber(double value);
/// "1,240,000" in the user's locale.
[[nodiscard]] QString number(std::uint64_t value);
/// "38 ms", "1.2 s"; "–" when absent.
[[nodiscard]] QString latency(std::optional<double> ms);
/// "0.4 ms", "38.2 ms": an offset inside one request, where tenths count.
[[nodiscard]] QString offset(double ms);
/// "in 12 s"; "now" when nothing is left.
[[nodiscard]] QString remaining(std::int64_t ms);
/// "850 ms", "12 s", "4 min", "3 h 20 min", "2 days".
[[nodiscard]] QString duration(std::int64_t ms);
/// "82 %", "99.98 %": more places near the ends, where they matter. Takes 0..1.
[[nodiscard]] QString percent(double share);
[[nodiscard]] QString bytes(std::uint64_t value);
[[nodiscard]] QString rate(double perSecond);  ///< "1,240 req/s"
[[nodiscard]] QString perSecond(double value); ///< the same without the unit
[[nodiscard]] QString day(const QDate &date);  ///< "12 Dec"
/// "7 Oct 2026": a month in letters cannot be taken for a day.
[[nodiscard]] QString date(const QDate &date);
/// "7 Oct 2026, 14:02:07" in local time.
[[nodiscard]] QString dateTime(std::int64_t wallMs);
[[nodiscard]] QString dayFromIso(const std::string &iso); ///< empty for what is no date
[[nodiscard]] QDate dateFromIso(const std::string &iso);
/// "14:02:07" in local time.
[[nodiscard]] QString clock(std::int64_t wallMs);
/// "14:02:07.125": for rows that follow each other closely.
[[nodiscard]] QString clockMs(std::int64_t wallMs);

/// A node's state in the user's words: "Up", "Not used yet", "Penalised", "Rate limited", "Quota reached" …
[[nodiscard]] QString condition(NodeCondition condition);
/// Name of the icon that goes with it; each state has a shape of its own.
[[nodiscard]] QString conditionIcon(NodeCondition condition);
[[nodiscard]] QString requestOutcome(RequestOutcome outcome);
[[nodiscard]] QString skipReason(SkipReason reason);
/// One of kAttemptOutcomeNames in words; an unknown name comes back as it is.
[[nodiscard]] QString attemptOutcome(const std::string &name);

} // namespace spillway::ui::format
