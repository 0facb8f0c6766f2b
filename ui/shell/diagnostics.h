// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace spillway::ui {

class Session;

/// What a person who helps needs to know: versions, platform, counts, problems. No address of a provider, no key, no token.
[[nodiscard]] QString diagnosticsText(Session &session, bool trayShown);

} // namespace spillway::ui
