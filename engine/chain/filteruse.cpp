// SPDX-License-Identifier: MIT
#include "chain/filteruse.h"

#include <unordered_map>

namespace spillway {

FilterUse filterUse(std::string_view method, ChainKind kind)
{
    static const std::unordered_map<std::string_view, FilterUse> table{
        {"eth_newFilter", FilterUse::NewLogs},
        {"eth_newBlockFilter", FilterUse::NewBlocks},
        {"eth_newPendingTransactionFilter", FilterUse::NewPending},
        {"eth_getFilterChanges", FilterUse::Changes},
        {"eth_getFilterLogs", FilterUse::Logs},
        {"eth_uninstallFilter", FilterUse::Uninstall},
    };
    if (kind == ChainKind::Solana)
        return FilterUse::None;
    const auto found = table.find(method);
    return found == table.end() ? FilterUse::None : found->second;
}

} // namespace spillway
