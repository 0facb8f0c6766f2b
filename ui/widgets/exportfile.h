// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

namespace spillway::ui {

/// Writes what the user saves from a page, whole or not at all, readable by its owner only: requests and logs tell what somebody works
/// on. Empty, or the system's words on what went wrong. Blocks.
[[nodiscard]] QString writeExport(const QString &file, const QByteArray &content);

} // namespace spillway::ui
