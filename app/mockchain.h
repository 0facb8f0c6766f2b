// SPDX-License-Identifier: MIT
#pragma once

#include "mockbehaviour.h"

#include <string>
#include <string_view>

namespace spillway::mock {

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
