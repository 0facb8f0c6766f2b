// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "spillway/outcomes.h"

#include <QDate>
#include <QString>

#include <cstdint>
#include <optional>

namespace spillway::ui::format {

/// "1.2 M", "840", "12 k": at most three figures, for tight places.
[[nodiscard]] QString shortNumber(double value);
/// "1,240,000" in the user's locale.
[[nodiscard]] QString number(std::uint64_t value);
/// "38 ms", "1.2 s"; "–" when absent.
[[nodiscard]] QString latency(std::optional<double> ms);
/// "in 12 s", "until 14:02:07".
[[nodiscard]] QString remaining(std::int64_t ms);
[[nodiscard]] QString duration(std::int64_t ms);
[[nodiscard]] QString percent(double share); ///< 0..1
[[nodiscard]] QString bytes(std::uint64_t value);
[[nodiscard]] QString rate(double perSecond); ///< "1,240 req/s"
[[nodiscard]] QString day(const QDate &date); ///< "12 Dec"
[[nodiscard]] QString dayFromIso(const std::string &iso);

/// A node's state in the user's words: "Up", "Not used yet", "Penalised", "Rate limited", "Quota reached" …
[[nodiscard]] QString condition(NodeCondition condition);
[[nodiscard]] QString requestOutcome(RequestOutcome outcome);
[[nodiscard]] QString skipReason(SkipReason reason);
[[nodiscard]] QString attemptOutcome(const std::string &name);

} // namespace spillway::ui::format
