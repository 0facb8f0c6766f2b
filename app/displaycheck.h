// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace spillway {

/// Whether a window can be shown at all, tried before Qt does, which would abort the program. Empty: it can, or Qt was told to use
/// something that is no display (QT_QPA_PLATFORM=offscreen). Else a sentence that names the variable and what to do.
[[nodiscard]] QString displayProblem();

} // namespace spillway
