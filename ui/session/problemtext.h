// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "spillway/configproblems.h"

#include <QString>

#include <string>
#include <vector>

namespace spillway::ui {

/// The sentence that tells a problem in the language of the window. A rare kind without a sentence of its own comes
/// in the engine's English.
[[nodiscard]] QString problemText(const ConfigIssue &issue);
[[nodiscard]] QString problemText(ConfigProblem problem,
                                  const std::vector<std::string> &details,
                                  const std::string &english);
/// The same with the place in front, for where the place is not seen: `line 12, server.port: …`
[[nodiscard]] QString problemWithPlace(const ConfigIssue &issue);

} // namespace spillway::ui
