// SPDX-License-Identifier: MIT
#pragma once

#include "spillway/configedit.h"

#include <toml/value.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace spillway::config {

/// In double quotes, with escapes.
[[nodiscard]] std::string basicString(std::string_view text);

/// The text that a quoted TOML string stands for.
[[nodiscard]] std::optional<std::string> stringIn(const std::string &written);

/// TOML text of a value. `before` is what stood in its place, whose style is kept: groups of digits, base, quotes.
[[nodiscard]] std::string writtenValue(const TomlValue &value, std::string_view before = {});

/// Why a value cannot be written as `written`, empty when it can. `parsed` gets what a parser makes of it.
[[nodiscard]] std::string valueProblem(const TomlValue &value,
                                       const std::string &written,
                                       std::optional<toml::value> &parsed);

/// Whether two values mean the same, whatever they look like in the text.
[[nodiscard]] bool sameValue(const toml::value &a, const toml::value &b);

} // namespace spillway::config
