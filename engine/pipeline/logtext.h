// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace spillway {

/// One log in the result of a log query, located on its bytes.
struct LogText
{
    std::string_view text; ///< the whole object
    std::uint64_t block = 0;
    std::uint64_t index = 0;    ///< in its block
    std::string_view blockHash; ///< without quotes; empty: none named
    std::string_view removed;   ///< raw value of that member; empty: there is none
};

/// The logs of a result (a JSON array). Nothing when it is no array of objects that name a block number.
[[nodiscard]] std::optional<std::vector<LogText>> readLogs(std::string_view result);

/// What stands between the brackets of a JSON array; nothing when it is none.
[[nodiscard]] std::optional<std::string_view> arrayContent(std::string_view result);

/// Appends `log` with `"removed":true`; every other byte stays as it is.
void appendRemoved(const LogText &log, std::string &out);

} // namespace spillway
