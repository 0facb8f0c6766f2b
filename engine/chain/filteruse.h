// SPDX-License-Identifier: MIT
#pragma once

#include "spillway/config.h"

#include <cstdint>
#include <string_view>

namespace spillway {

/// What a method does with the filters that an EVM node keeps for its clients.
enum class FilterUse : std::uint8_t {
    None,
    NewLogs,
    NewBlocks,
    NewPending,
    Changes,
    Logs,
    Uninstall
};

/// Exact and case-sensitive; None on Solana chains.
[[nodiscard]] FilterUse filterUse(std::string_view method, ChainKind kind);

} // namespace spillway
