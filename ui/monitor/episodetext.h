// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "stats/episodes.h"
#include "widgets/theme.h"

#include <QString>

namespace spillway::ui {

/// An episode as a sentence: "Helius-1 reached its rate limit; 31 % of the requests go to Alchemy-1."
[[nodiscard]] QString episodeSentence(const Episode &episode);
[[nodiscard]] QString episodeIcon(Episode::Kind kind);
[[nodiscard]] Tone episodeTone(Episode::Kind kind);

} // namespace spillway::ui
