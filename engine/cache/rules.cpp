// SPDX-License-Identifier: MIT
#include "cache/rules.h"

#include <array>
#include <unordered_map>

namespace spillway::cache {
namespace {

using Kind = Rule::Kind;
using Names = Rule::Names;

constexpr bool kReadable = true;

/// Of EVM nodes, then of Solana's.
constexpr std::array<Rule, kRuleCount> kRules{{
    {"eth_chainId", Kind::Constant},
    {"eth_protocolVersion", Kind::Constant},
    {"net_version", Kind::Constant},
    {"web3_clientVersion", Kind::Constant},

    {"eth_blobBaseFee", Kind::Head},
    {"eth_blockNumber", Kind::Head},
    {"eth_gasPrice", Kind::Head},
    {"eth_maxPriorityFeePerGas", Kind::Head},
    {"eth_syncing", Kind::Head},

    {"eth_getBlockByHash", Kind::ByHash, 0, !kReadable, Names::AsBlock},
    {"eth_getBlockTransactionCountByHash", Kind::ByHash},
    {"eth_getTransactionByBlockHashAndIndex", Kind::ByHash, 0, !kReadable, Names::AsMember},
    {"eth_getUncleByBlockHashAndIndex", Kind::ByHash},
    {"eth_getUncleCountByBlockHash", Kind::ByHash},

    {"eth_getTransactionByHash", Kind::Transaction, 0, kReadable, Names::AsMember},
    {"eth_getTransactionReceipt", Kind::Transaction, 0, kReadable, Names::AsMember},

    {"eth_getBlockByNumber", Kind::Block, 0, kReadable, Names::AsBlock},
    {"eth_getBlockReceipts", Kind::Block, 0, !kReadable, Names::InFirst},
    {"eth_getBlockTransactionCountByNumber", Kind::Block, 0, kReadable},
    {"eth_getTransactionByBlockNumberAndIndex", Kind::Block, 0, kReadable, Names::AsMember},
    {"eth_getUncleByBlockNumberAndIndex", Kind::Block, 0, kReadable},
    {"eth_getUncleCountByBlockNumber", Kind::Block, 0, kReadable},

    {"eth_call", Kind::State, 1},
    {"eth_estimateGas", Kind::State, 1},
    {"eth_feeHistory", Kind::State, 1},
    {"eth_getBalance", Kind::State, 1},
    {"eth_getCode", Kind::State, 1},
    {"eth_getProof", Kind::State, 2},
    {"eth_getStorageAt", Kind::State, 2},
    {"eth_getTransactionCount", Kind::State, 1},

    {"eth_getLogs", Kind::Logs, 0, !kReadable, Names::InFirst},

    {"getGenesisHash", Kind::Constant},
    {"getBlock", Kind::Slot, 1},
    {"getTransaction", Kind::Slot, 1},
}};
constexpr std::size_t kEvmRules = 31;

using Table = std::unordered_map<std::string_view, const Rule *>;

Table tableOf(std::span<const Rule> rules)
{
    Table table;
    for (const Rule &rule : rules)
        table.emplace(rule.method, &rule);
    return table;
}

} // namespace

const Rule *ruleOf(std::string_view method, ChainKind kind)
{
    static const Table evm = tableOf(allRules().first(kEvmRules));
    static const Table solana = tableOf(allRules().subspan(kEvmRules));
    if (kind == ChainKind::Generic)
        return nullptr;
    const Table &table = kind == ChainKind::Evm ? evm : solana;
    const auto found = table.find(method);
    return found == table.end() ? nullptr : found->second;
}

std::span<const Rule> allRules()
{
    return kRules;
}

std::size_t indexOf(const Rule &rule)
{
    return static_cast<std::size_t>(&rule - kRules.data());
}

} // namespace spillway::cache
