// SPDX-License-Identifier: MIT
#pragma once

#include "spillway/config.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace spillway::rpc {

/// What the engine knows about a method by name. Pure functions over static tables.
struct MethodTraits
{
    bool sideEffects = false;      ///< never sent twice once bytes have left (eth_sendTransaction, personal_*, miner_* …)
    bool idempotentSend = false;   ///< eth_sendRawTransaction, sendTransaction (Solana): may be sent again
    bool heavy = false;            ///< heavy_request_timeout_ms
};

[[nodiscard]] MethodTraits traits(std::string_view method, ChainKind kind);

/// Names that the table knows, for "unknown method under [routing]" warnings and for completion.
[[nodiscard]] bool isKnownMethod(std::string_view method);

/// Namespace of an EVM method: the part before the first '_', or empty.
[[nodiscard]] std::string_view namespaceOf(std::string_view method);

} // namespace spillway::rpc
