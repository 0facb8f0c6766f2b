// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>

namespace spillway::rpc {

/// Method names of EVM nodes, their providers and development nodes.
[[nodiscard]] std::span<const std::string_view> evmMethodNames();

/// Method names of Solana nodes, and of the DAS, Photon, Jito and provider extensions.
[[nodiscard]] std::span<const std::string_view> solanaMethodNames();

} // namespace spillway::rpc
