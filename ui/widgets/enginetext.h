// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <string>

namespace spillway::ui::format {

/// What the engine answers a command of the user (Apply, an edit of the file, a save, a start) in the language of the window. Words
/// that are not known here come as they are.
[[nodiscard]] QString engineText(const QString &english);
[[nodiscard]] QString engineText(const std::string &english);
[[nodiscard]] QStringList engineTexts(const QStringList &english);

} // namespace spillway::ui::format
