// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace spillway {

/// Blank space within a line of HTTP, whose only blanks these are (RFC 9110 5.6.3).
inline constexpr std::string_view kBlanks = " \t";
/// Blank space of text files, line ends with it.
inline constexpr std::string_view kBlanksAndLineEnds = " \t\r\n";

/// `text` without the blanks at both ends; a view into `text`.
[[nodiscard]] inline std::string_view trimmed(std::string_view text, std::string_view blanks)
{
    const auto begin = text.find_first_not_of(blanks);
    if (begin == std::string_view::npos)
        return {};
    return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

} // namespace spillway
