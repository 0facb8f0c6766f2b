// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "spillway/traffic.h"

#include <QByteArray>

#include <optional>
#include <string>

/// Sending a captured request once more, and what two answers to it have in common.
namespace spillway::ui::replay {

/// Whether the whole request was kept. One that was cut off would be another request.
[[nodiscard]] bool isPossible(const RequestRecord &record);

/// Whether sending it again may change something on the chain.
[[nodiscard]] bool hasSideEffects(const std::string &method);

/// Parameters of the request, "[]" when it has none.
[[nodiscard]] std::string params(const RequestRecord &record);

/// The answer from then; nothing when it was not kept in full.
[[nodiscard]] std::optional<std::string> answerBefore(const RequestRecord &record);

/// What two answers must share to be called the same: result or error, in one layout. Ids differ between calls.
[[nodiscard]] QByteArray essence(const std::string &answer);

} // namespace spillway::ui::replay
