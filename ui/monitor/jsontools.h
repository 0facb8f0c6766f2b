// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

namespace spillway::ui {

/// JSON on several lines with two blanks a level. Tokens stay as they are: numbers beyond 2^53 keep their digits and keys their
/// order. Text that is no JSON comes back as it is.
[[nodiscard]] QByteArray prettyJson(const QByteArray &text);

/// The raw text of a member of the outermost object; empty when there is none.
[[nodiscard]] QByteArray memberText(const QByteArray &object, const QByteArray &key);

} // namespace spillway::ui
