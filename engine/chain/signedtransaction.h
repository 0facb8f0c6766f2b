// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace spillway::chain {

using Address = std::array<std::uint8_t, 20>;
using Hash = std::array<std::uint8_t, 32>;

/// "0x" and exactly as many hex digits as the value has; nothing for anything else.
template <std::size_t N>
[[nodiscard]] std::optional<std::array<std::uint8_t, N>> parseHex(std::string_view text);
extern template std::optional<Address> parseHex<20>(std::string_view text);
extern template std::optional<Hash> parseHex<32>(std::string_view text);

/// Keccak-256 as Ethereum uses it.
[[nodiscard]] Hash keccak256(std::span<const std::uint8_t> bytes);

/// What a signed EVM transaction tells of itself.
struct SignedTransaction
{
    Hash hash{};                   ///< under which the chain knows it
    std::optional<Address> sender; ///< nothing: of an unknown type, or the signature is of no use

    [[nodiscard]] std::string hashText() const; ///< "0x" and 64 hex digits
};

/// Reads the first parameter of eth_sendRawTransaction (`params`: raw JSON array). Knows legacy transactions with and without
/// a chain id (EIP-155) and the types 1 to 4 (EIP-2930, 1559, 4844, 7702); a blob transaction also in the form in which its
/// blobs travel with it, whose hash leaves them out. Bytes of any other kind have a hash only: keccak-256 of all of them.
/// Nothing when the parameters are not of that form. Any thread.
[[nodiscard]] std::optional<SignedTransaction> readSignedTransaction(std::string_view params);

} // namespace spillway::chain
