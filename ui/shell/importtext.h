// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "spillway/importing.h"

#include <QString>

namespace spillway::ui {

/// What an import could not keep, as a sentence in the user's language.
[[nodiscard]] QString importSentence(const ImportNote &note);

} // namespace spillway::ui
