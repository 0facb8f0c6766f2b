// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace spillway::config {

/// The candidate a misspelt word most likely stands for, or an empty text. Case and '-' or '_' do not count.
[[nodiscard]] std::string nearest(std::string_view word,
                                  const std::vector<std::string> &candidates);

/// `did you mean "x"?`, else `allowed: a, b, c` (`intro` is the word before the colon).
[[nodiscard]] std::string suggestion(std::string_view word,
                                     const std::vector<std::string> &candidates,
                                     std::string_view intro = "allowed");

/// `a, b, c`
[[nodiscard]] std::string listed(const std::vector<std::string> &words);

/// A text of the user on one line and not too long.
[[nodiscard]] std::string shortened(std::string_view text);

/// A piece of the user's own text for a message: in quotes, one line, not too long.
[[nodiscard]] std::string inQuotes(std::string_view text);

} // namespace spillway::config
