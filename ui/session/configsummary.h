// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/renames.h"
#include "spillway/config.h"

#include <QStringList>

namespace spillway::ui {

/// What differs between two configurations, in plain sentences for people: nodes first, then prices, listener, the rest. Never
/// shows an address with a key or a token. `before` null: there was none; `after` null: it has errors.
[[nodiscard]] QStringList
describeChanges(const Config *before, const Config *after, const Renames &renames = {});
/// How many differences those sentences tell: "A: requests per second 50 → 40, tier 0 → 1." are two.
[[nodiscard]] int
countChanges(const Config *before, const Config *after, const Renames &renames = {});

} // namespace spillway::ui
