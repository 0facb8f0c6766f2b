// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "spillway/snapshot.h"

#include <QString>

namespace spillway::ui::format {

/// Words of a failed attempt. The few that the engine writes itself are translated; a provider's stay as they came.
[[nodiscard]] QString failure(const QString &words);

/// Why a node is in its condition, as a sentence without its full stop; empty while it is up. `words` are those of
/// the snapshot, `found` and `wanted` its figures.
[[nodiscard]] QString nodeReason(NodeCondition condition,
                                 const QString &words,
                                 std::uint64_t found,
                                 std::uint64_t wanted);
[[nodiscard]] QString nodeReason(const NodeSnapshot &node);

} // namespace spillway::ui::format
