// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "spillway/snapshot.h"
#include "stats/burndown.h"
#include "widgets/theme.h"

#include <QString>

#include <optional>
#include <string>

namespace spillway::ui {

class StatsStore;

/// What is known of a node's quota at `nowMs`, for burnDown().
[[nodiscard]] QuotaFacts
quotaFacts(const NodeSnapshot &node, const StatsStore &stats, std::int64_t nowMs);

/// The sentence above the burn-down chart; plain text: "Helius has 1.8 M of 10 M credits left (18 %). At this week's pace it
/// reaches the 95 % stop on 12 Dec, 3 days before it resets."
[[nodiscard]] QString quotaSentence(const NodeSnapshot &node, const BurnDown &burn);

/// The outlook in a few words, for a table cell: "stop on 12 Dec", "lasts until 15 Dec", "not enough data".
[[nodiscard]] QString quotaOutlook(const NodeSnapshot &node, const BurnDown &burn);

/// When the first of a chain's nodes gets new credits (ISO date, may be empty), if all that are on have reached their stop.
[[nodiscard]] std::optional<std::string> spentUntil(const Snapshot &snapshot, const QString &chain);
/// That, in words; plain text.
[[nodiscard]] QString spentSentence(const QString &chain, const std::string &until);
/// Why no node of a chain serves, when all that are on have reached their stop; plain text. Empty: not for that reason.
[[nodiscard]] QString spentSentence(const Snapshot &snapshot, const QString &chain);

/// How serious it is.
[[nodiscard]] Tone quotaTone(BurnDown::Outlook outlook);

} // namespace spillway::ui
