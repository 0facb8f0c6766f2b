// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

namespace spillway {

/// A name like "usage.pages.broken-20261130T020500Z" that does not exist yet.
[[nodiscard]] std::string brokenName(const std::string &path, std::int64_t wallMs);

/// Renames a damaged file to its brokenName(). Empty on failure; `error` says why.
[[nodiscard]] std::string
moveAside(const std::string &path, std::int64_t wallMs, std::string *error);

/// Copies a file that is about to be repaired to its brokenName(). Empty on failure; `error` says why.
[[nodiscard]] std::string
copyAside(const std::string &path, std::int64_t wallMs, std::string *error);

} // namespace spillway
