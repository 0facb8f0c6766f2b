// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace spillway {

/// The hash of the transaction in the params of eth_sendRawTransaction (`["0x…"]`): keccak-256 of its bytes, as
/// "0x" and 64 hex digits. Nothing when the params are not of that form.
[[nodiscard]] std::optional<std::string> rawTransactionHash(std::string_view params);

} // namespace spillway
