// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace spillway::config {

/// Whether a text looks like a secret that a machine has made: 20 characters or more that are no words. Hexadecimal
/// digits, UUIDs, base64.
[[nodiscard]] bool looksRandom(std::string_view text);

/// Whether a query value of this name is a key, whatever it looks like.
[[nodiscard]] bool isKeyName(std::string_view name);

/// Begins with `$NAME` or `${NAME}` and has nothing else.
[[nodiscard]] bool isVariable(std::string_view text);

/// What documentation writes where a key belongs: "YOUR_API_KEY", "<key>".
[[nodiscard]] bool isPlaceholder(std::string_view text);

} // namespace spillway::config
