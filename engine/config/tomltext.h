// SPDX-License-Identifier: MIT
#pragma once

#include "spillway/config.h"

#include <toml/value.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace spillway::config {

inline constexpr std::size_t kMaxFileBytes = 4 * 1024 * 1024;

/// Reads a text file, at most one byte more than allowed. Nothing: `problem` says why it cannot be read.
[[nodiscard]] std::optional<std::string> readTextFile(const std::string &path,
                                                      std::string &problem);

/// 1-based number of the first line that is not valid UTF-8; 0: all are.
[[nodiscard]] int firstBadlyEncodedLine(std::string_view text);

/// Parses TOML. Text that could harm the parser (deep nesting, masses of values) or is no TOML at all gives one
/// issue with its line, and nothing. Never throws.
[[nodiscard]] std::optional<toml::value>
parseToml(std::string_view text, const std::string &file, std::vector<ConfigIssue> &issues);

/// 1-based line on which a value, or the header of a table, stands.
[[nodiscard]] int lineOf(const toml::value &value);

} // namespace spillway::config
