// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace spillway {

/// True when the first bytes of an answer show an object whose top-level members, as far as they can be read before
/// the first large value, are `jsonrpc`, an `id` equal to `id` (if it comes first) and then `result`. Only such an
/// answer may be passed on while the rest is still to come; everything else is collected and classified.
[[nodiscard]] bool beginsWithResult(std::string_view prefix, std::string_view id);

} // namespace spillway
