// SPDX-License-Identifier: MIT
#pragma once

#include "mockbehaviour.h"

#include <string>
#include <string_view>

namespace spillway::mock {

/// The `"result":…` or `"error":…` member for eth_getLogs of a node at height `head`: log i of a block has the address i + 1, and
/// no query may pass the limits of the options.
void appendLogsMember(const EvmOptions &options,
                      std::uint64_t head,
                      std::string_view params,
                      std::string &out);

} // namespace spillway::mock
