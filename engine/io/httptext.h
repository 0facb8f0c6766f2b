// SPDX-License-Identifier: MIT
#pragma once

#include "core/clock.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace spillway::http {

/// ASCII letters compare without case, everything else byte for byte.
[[nodiscard]] bool equalsNoCase(std::string_view a, std::string_view b);

/// Without the spaces and tabs at both ends.
[[nodiscard]] std::string_view trimmed(std::string_view text);

/// Digits only, at least one; nothing else may stand in the text. Empty on overflow.
[[nodiscard]] std::optional<std::uint64_t> parseDecimal(std::string_view digits);

/// Value of `name` in a list such as "timeout=5, max=100". Empty view with data()==nullptr: not there.
[[nodiscard]] std::string_view listParameter(std::string_view list, std::string_view name);

/// A character that may stand in a header name or a method.
[[nodiscard]] bool isTokenChar(char c);

/// Standard phrase of a status code; "Unknown" for codes without one.
[[nodiscard]] std::string_view reasonPhrase(int status);

void appendDecimal(std::string &out, std::uint64_t value);
void appendHex(std::string &out, std::uint64_t value);

/// The present time as the Date header wants it. Formatted once a second and thread; `now` is the clock's steady
/// time, which the caller mostly knows already.
[[nodiscard]] std::string_view dateText(const Clock &clock, SteadyNs now);

} // namespace spillway::http
