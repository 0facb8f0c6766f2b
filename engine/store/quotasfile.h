// SPDX-License-Identifier: MIT
#pragma once

#include "store/usagestore.h"

namespace spillway {

/// One line of a CascadeRPC `quotas.json`.
struct QuotaEntry
{
    std::string name;
    PeriodUsage period;
    int line = 0;
};

/// Reads a CascadeRPC `quotas.json` from memory. Nothing, and `error` with the line and the node, if anything is not as
/// that program writes it. `file` is for the message.
[[nodiscard]] std::optional<std::vector<QuotaEntry>>
parseQuotas(const std::string &file, std::string_view text, std::string *error);

} // namespace spillway
