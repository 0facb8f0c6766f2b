// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace spillway {

/// Number of blocks that the params of eth_getLogs span, when both ends are plain numbers ("0x…"). Nothing for a
/// block hash, tags, an omitted end or params of another shape: the node judges those.
[[nodiscard]] std::optional<std::uint64_t> logsRange(std::string_view params);

} // namespace spillway
