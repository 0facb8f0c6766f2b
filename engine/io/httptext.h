// SPDX-License-Identifier: MIT
#pragma once

#include "core/clock.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace spillway::http {

[[nodiscard]] bool equalsNoCaseSameSize(std::string_view a, std::string_view b);

/// ASCII letters compare without case, everything else byte for byte.
[[nodiscard]] inline bool equalsNoCase(std::string_view a, std::string_view b)
{
    return a.size() == b.size() && equalsNoCaseSameSize(a, b);
}

/// Without the spaces and tabs at both ends.
[[nodiscard]] inline std::string_view trimmed(std::string_view text)
{
    const auto blank = [](char c) { return c == ' ' || c == '\t'; };
    while (!text.empty() && blank(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && blank(text.back()))
        text.remove_suffix(1);
    return text;
}

/// Digits only, at least one; nothing else may stand in the text. Empty on overflow.
[[nodiscard]] std::optional<std::uint64_t> parseDecimal(std::string_view digits);

/// Value of `name` in a list such as "timeout=5, max=100". Empty view with data()==nullptr: not there.
[[nodiscard]] std::string_view listParameter(std::string_view list, std::string_view name);

/// The letters, the digits and `others` of ASCII, by their bytes.
[[nodiscard]] constexpr std::array<bool, 256> characters(std::string_view others)
{
    std::array<bool, 256> table{};
    for (unsigned i = '0'; i <= '9'; ++i)
        table[i] = true;
    for (unsigned i = 'A'; i <= 'Z'; ++i)
        table[i] = table[i | 0x20U] = true;
    for (const char other : others)
        table[static_cast<unsigned char>(other)] = true;
    return table;
}

/// A character that may stand in a header name or a method.
[[nodiscard]] bool isTokenChar(char c);

/// Standard phrase of a status code; "Unknown" for codes without one.
[[nodiscard]] std::string_view reasonPhrase(int status);

/// The present time as the Date header wants it. Formatted once a second and thread; `now` is the clock's steady
/// time, which the caller mostly knows already.
[[nodiscard]] std::string_view dateText(const Clock &clock, SteadyNs now);

constexpr std::string_view kJsonType = "application/json";

/// What nearly every answer begins with: status 200, the date, JSON, up to the figure of the length.
[[nodiscard]] std::string_view jsonAnswerHead(const Clock &clock, SteadyNs now);

} // namespace spillway::http
