// SPDX-License-Identifier: MIT
#pragma once

#include "mockbehaviour.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace spillway::mock {

/// A JSON string with the number.
[[nodiscard]] std::string quantity(std::uint64_t value);
/// A JSON string; the hash carries its block number in the last bytes, so that eth_getBlockByHash needs no memory.
[[nodiscard]] std::string blockHash(const EvmOptions &options, std::uint64_t number);
/// "0x1b4" as a number; nothing for anything else.
[[nodiscard]] std::optional<std::uint64_t> hexNumber(std::string_view text);
/// The same, or a tag (empty: latest).
[[nodiscard]] std::optional<std::uint64_t> numberOfTag(const std::string &tag, std::uint64_t head);

/// The `"result":…` or `"error":…` member that an EVM node at height `head` answers with.
void appendEvmMember(const EvmOptions &options,
                     std::uint64_t head,
                     std::string_view method,
                     std::string_view params,
                     std::string &out);

/// The same for a Solana node at `slot`.
void appendSolanaMember(const SolanaOptions &options,
                        std::uint64_t slot,
                        std::string_view method,
                        std::string &out);

} // namespace spillway::mock
