// SPDX-License-Identifier: MIT
#pragma once

#include "spillway/config.h"

#include <string_view>
#include <vector>

namespace spillway::rpc {

/// What the engine knows about a method by name. Pure functions over static tables, exact and case-sensitive.
///
/// - sideEffects: what signs, sends from an account of the node, or changes a node's state. All of personal_,
///   miner_, admin_, wallet_, evm_, anvil_, hardhat_ and tenderly_ but a few known queries. Also
///   eth_sendUserOperation and eth_sendRawTransactionSync, whose answers cannot be told from a raw hash.
/// - heavy: what reads ranges, whole blocks with receipts, traces or whole programs, or computes proofs. Look-ups
///   by one owner or address (getTokenAccountsByOwner, getSignaturesForAddress) have an index and are not heavy.
/// - kind Generic knows the names of both worlds.
struct MethodTraits
{
    bool sideEffects =
        false; ///< never sent twice once bytes have left (eth_sendTransaction, personal_*, miner_* …)
    bool idempotentSend =
        false;          ///< eth_sendRawTransaction, sendTransaction (Solana): may be sent again
    bool heavy = false; ///< heavy_request_timeout_ms
};

[[nodiscard]] MethodTraits traits(std::string_view method, ChainKind kind);

/// Names that the table knows, for "unknown method under [routing]" warnings.
[[nodiscard]] bool isKnownMethod(std::string_view method);

/// The known name most like `method`, for a "did you mean", or empty where none is close.
[[nodiscard]] std::string_view closestMethod(std::string_view method);

/// All names known for a kind, sorted; both lists for Generic, EVM first. For completion.
[[nodiscard]] std::vector<std::string_view> knownMethods(ChainKind kind);

/// The kind of chain a method belongs to by its name; Generic where the name does not tell. Lets a chain
/// without a kind be treated like its traffic.
[[nodiscard]] ChainKind kindOf(std::string_view method);

/// Namespace of an EVM method: the part before the first '_', or empty.
[[nodiscard]] std::string_view namespaceOf(std::string_view method);

} // namespace spillway::rpc
