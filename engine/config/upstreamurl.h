// SPDX-License-Identifier: MIT
#pragma once

#include "config/section.h"

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace spillway::config {

/// An address as it goes into the configuration.
struct UpstreamUrl
{
    std::string url;      ///< as written, without user info and fragment
    std::string userInfo; ///< decoded `user:password`, empty when there was none
    bool hadFragment = false;
};

/// What is wrong with an address, without any part of it; empty: nothing.
[[nodiscard]] Finding urlProblem(std::string_view url,
                                 std::initializer_list<std::string_view> schemes);

/// Checks scheme, host and port; path and query stay untouched. Registers variables and keys in it as secrets.
/// Problems are reported without any part of the URL.
[[nodiscard]] std::optional<UpstreamUrl>
readUrl(Reading &reading, const Text &text, std::initializer_list<std::string_view> schemes);

} // namespace spillway::config
