// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace spillway {

/// The id in the params of a call about one filter (`["0x…"]`), without quotes; nothing when there is none.
[[nodiscard]] std::optional<std::string_view> filterIdIn(std::string_view params);

/// Why the params of eth_newFilter make no filter, in words for the client; empty: they do. Judges the shape of range,
/// addresses and topics.
[[nodiscard]] std::string faultOfLogFilter(std::string_view params);

/// The blocks that a log filter is about. Tags but numbers do not bound it: what is new comes behind them all.
struct LogFilterRange
{
    std::uint64_t from = 0;
    std::uint64_t to = UINT64_MAX;
};

[[nodiscard]] LogFilterRange rangeOfLogFilter(std::string_view params);

} // namespace spillway
