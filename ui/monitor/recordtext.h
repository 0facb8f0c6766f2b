// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "spillway/traffic.h"
#include "widgets/theme.h"

#include <QString>
#include <QStringList>

/// A request of the traffic feed in words.
namespace spillway::ui::record {

/// What became of it, for the chips of the filter bar.
enum class Result {
    Answered, ///< by a node, without an error
    Local,    ///< by the engine
    Error,    ///< an error answer of a node, or none at all
    Refused   ///< the client's fault, or over a limit
};

[[nodiscard]] Result resultOf(const RequestRecord &record);
/// More than one node was looked at or asked.
[[nodiscard]] bool spilled(const RequestRecord &record);

/// "OK", "error −32005", "Timed out": one cell.
[[nodiscard]] QString resultText(const RequestRecord &record);
[[nodiscard]] QString resultIcon(const RequestRecord &record);
[[nodiscard]] Tone resultTone(const RequestRecord &record);

/// "Helius-1 limit → Alchemy-1 200": the whole way in one line.
[[nodiscard]] QString path(const RequestRecord &record);

/// A step as a sentence without its time: "Skipped Helius-1: rate limit, refills in 12 ms".
[[nodiscard]] QString step(const RouteStepInfo &step);

/// The whole route, a line a step with its time, and the end of it.
[[nodiscard]] QStringList route(const RequestRecord &record);
/// The last line of the route: what the client got.
[[nodiscard]] QString ending(const RequestRecord &record);

} // namespace spillway::ui::record
