// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPalette>

namespace spillway::ui {

/// The program's own palettes for Fusion, used when a theme is forced or the desktop gives none.
[[nodiscard]] QPalette lightPalette();
[[nodiscard]] QPalette darkPalette();

/// Whether the text of a palette is lighter than its windows.
/// Frames of fields and of boxes to tick; 3:1 against window and base of its palette at the least.
[[nodiscard]] QColor fieldFrame(const QPalette &palette);

[[nodiscard]] bool isDarkPalette(const QPalette &palette);

} // namespace spillway::ui
