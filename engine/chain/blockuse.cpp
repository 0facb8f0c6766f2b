// SPDX-License-Identifier: MIT
#include "chain/blockuse.h"

#include <unordered_map>
#include <unordered_set>

namespace spillway::chain {
namespace {

using Kind = BlockUse::Kind;
using Local = BlockUse::Local;

constexpr BlockUse at(std::uint8_t index, bool optional = false)
{
    return {.kind = Kind::Parameter, .index = index, .optional = optional};
}

constexpr BlockUse wholeBlock()
{
    return {.kind = Kind::Parameter, .namesWholeBlock = true};
}

constexpr BlockUse local(Local what)
{
    return {.local = what};
}

using Table = std::unordered_map<std::string_view, BlockUse>;

/// State is read at `latest` when the block is left out; a block asked for by number must be named.
const Table &evmTable()
{
    static const Table table{
        {"eth_blockNumber", local(Local::BlockNumber)},
        {"eth_chainId", local(Local::ChainId)},
        {"net_version", local(Local::NetVersion)},

        {"eth_call", at(1, true)},
        {"eth_createAccessList", at(1, true)},
        {"eth_estimateGas", at(1, true)},
        {"eth_getAccount", at(1, true)},
        {"eth_getAccountInfo", at(1, true)},
        {"eth_getBalance", at(1, true)},
        {"eth_getCode", at(1, true)},
        {"eth_getProof", at(2, true)},
        {"eth_getStorageAt", at(2, true)},
        {"eth_getStorageValues", at(1, true)},
        {"eth_getTransactionCount", at(1, true)},
        {"eth_simulateV1", at(1, true)},

        {"eth_callMany", at(1)},
        {"eth_feeHistory", at(1)},
        {"eth_getBlockByNumber", wholeBlock()},
        {"eth_getBlockReceipts", wholeBlock()},
        {"eth_getBlockTransactionCountByNumber", wholeBlock()},
        {"eth_getHeaderByNumber", wholeBlock()},
        {"eth_getRawTransactionByBlockNumberAndIndex", at(0)},
        {"eth_getTransactionByBlockNumberAndIndex", at(0)},
        {"eth_getTransactionReceiptsByBlockNumber", at(0)},
        {"eth_getUncleByBlockNumberAndIndex", at(0)},
        {"eth_getUncleCountByBlockNumber", at(0)},

        {"eth_getLogs", {.kind = Kind::LogQuery}},
        {"eth_newFilter", {.kind = Kind::NewLogFilter}},

        {"alchemy_getTransactionReceipts", at(0)},
        {"arbtrace_block", at(0)},
        {"arbtrace_call", at(2)},
        {"arbtrace_callMany", at(1)},
        {"arbtrace_replayBlockTransactions", at(0)},
        {"debug_getRawBlock", at(0)},
        {"debug_getRawHeader", at(0)},
        {"debug_getRawReceipts", at(0)},
        {"debug_traceBlockByNumber", at(0)},
        {"debug_traceCall", at(1)},
        {"erigon_getHeaderByNumber", at(0)},
        {"ots_getBlockDetails", at(0)},
        {"ots_getBlockTransactions", at(0)},
        {"parity_getBlockReceipts", at(0)},
        {"trace_block", at(0)},
        {"trace_call", at(2)},
        {"trace_callMany", at(1)},
        {"trace_replayBlockTransactions", at(0)},
    };
    return table;
}

constexpr BlockUse kContextConfig{.kind = Kind::ContextConfig};

/// The methods of Solana that take minContextSlot.
const Table &solanaTable()
{
    static const Table table{
        {"getAccountInfo", kContextConfig},
        {"getBalance", kContextConfig},
        {"getBlockHeight", kContextConfig},
        {"getEpochInfo", kContextConfig},
        {"getFeeForMessage", kContextConfig},
        {"getInflationReward", kContextConfig},
        {"getLatestBlockhash", kContextConfig},
        {"getMultipleAccounts", kContextConfig},
        {"getProgramAccounts", kContextConfig},
        {"getSignaturesForAddress", kContextConfig},
        {"getSlot", kContextConfig},
        {"getSlotLeader", kContextConfig},
        {"getStakeActivation", kContextConfig},
        {"getTokenAccountsByDelegate", kContextConfig},
        {"getTokenAccountsByOwner", kContextConfig},
        {"getTransactionCount", kContextConfig},
        {"isBlockhashValid", kContextConfig},
        {"sendTransaction", kContextConfig},
        {"simulateTransaction", kContextConfig},
    };
    return table;
}

} // namespace

const BlockUse *blockUse(std::string_view method, ChainKind kind)
{
    if (kind == ChainKind::Generic)
        return nullptr;
    const Table &table = kind == ChainKind::Evm ? evmTable() : solanaTable();
    const auto found = table.find(method);
    return found == table.end() ? nullptr : &found->second;
}

bool nullWhereUnknown(std::string_view method)
{
    static const std::unordered_set<std::string_view> methods{
        "eth_getBlockByHash",
        "eth_getBlockReceipts",
        "eth_getBlockTransactionCountByHash",
        "eth_getHeaderByHash",
        "eth_getRawTransactionByBlockHashAndIndex",
        "eth_getRawTransactionByHash",
        "eth_getTransactionByBlockHashAndIndex",
        "eth_getTransactionByHash",
        "eth_getTransactionReceipt",
        "eth_getUncleByBlockHashAndIndex",
        "eth_getUncleCountByBlockHash",
    };
    return methods.contains(method);
}

} // namespace spillway::chain
