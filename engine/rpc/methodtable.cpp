// SPDX-License-Identifier: MIT
#include "rpc/methodtable.h"

#include "rpc/methodnames.h"

#include <algorithm>
#include <cstddef>
#include <unordered_map>
#include <utility>
#include <vector>

namespace spillway::rpc {
namespace {

enum class World : unsigned char { Evm, Solana };

struct Entry
{
    World world = World::Evm;
    MethodTraits traits;
};

constexpr MethodTraits kSideEffects{true, false, false};
constexpr MethodTraits kIdempotentSend{false, true, false};
constexpr MethodTraits kHeavy{false, false, true};

struct Exception
{
    std::string_view name;
    MethodTraits traits;
};

/// Where the namespace does not decide.
constexpr Exception kEvmExceptions[] = {
    {"eth_sendTransaction", kSideEffects},
    {"eth_resend", kSideEffects},
    {"eth_sign", kSideEffects},
    {"eth_signTransaction", kSideEffects},
    {"eth_signTypedData", kSideEffects},
    {"eth_signTypedData_v3", kSideEffects},
    {"eth_signTypedData_v4", kSideEffects},
    {"eth_sendUserOperation", kSideEffects},
    {"eth_sendRawTransactionSync", kSideEffects},
    {"eth_submitHashrate", kSideEffects},
    {"eth_submitWork", kSideEffects},
    {"clique_discard", kSideEffects},
    {"clique_propose", kSideEffects},
    {"testing_buildBlockV1", kSideEffects},
    {"debug_setHead", {true, false, true}},
    {"debug_chaindbCompact", {true, false, true}},
    {"anvil_dumpState", kHeavy},
    {"anvil_getAutomine", {}},
    {"anvil_getIntervalMining", {}},
    {"anvil_metadata", {}},
    {"anvil_nodeInfo", {}},
    {"hardhat_getAutomine", {}},
    {"hardhat_getStackTraceFailuresCount", {}},
    {"hardhat_metadata", {}},
    {"tenderly_estimateGas", {}},
    {"tenderly_simulateBundle", kHeavy},
    {"tenderly_simulateTransaction", kHeavy},
    {"wallet_getCallsStatus", {}},
    {"wallet_getCapabilities", {}},
    {"wallet_getPermissions", {}},
    {"eth_sendRawTransaction", kIdempotentSend},
    {"eth_sendPrivateRawTransaction", kIdempotentSend},
    {"eth_sendRawTransactionConditional", kIdempotentSend},
    {"alchemy_getAssetTransfers", kHeavy},
    {"alchemy_getTransactionReceipts", kHeavy},
    {"ankr_getLogs", kHeavy},
    {"bor_getTransactionReceiptsByBlock", kHeavy},
    {"erigon_getBlockReceiptsByBlockHash", kHeavy},
    {"erigon_getLatestLogs", kHeavy},
    {"erigon_getLogs", kHeavy},
    {"erigon_getLogsByHash", kHeavy},
    {"eth_callMany", kHeavy},
    {"eth_getBlockReceipts", kHeavy},
    {"eth_getFilterLogs", kHeavy},
    {"eth_getLogs", kHeavy},
    {"eth_getTransactionReceiptsByBlock", kHeavy},
    {"eth_getTransactionReceiptsByBlockHash", kHeavy},
    {"eth_getTransactionReceiptsByBlockNumber", kHeavy},
    {"eth_simulateV1", kHeavy},
    {"ots_getContractCreator", kHeavy},
    {"ots_searchTransactionsAfter", kHeavy},
    {"ots_searchTransactionsBefore", kHeavy},
    {"ots_traceTransaction", kHeavy},
    {"parity_getBlockReceipts", kHeavy},
    {"parity_listAccounts", kHeavy},
    {"parity_listStorageKeys", kHeavy},
    {"qn_getBlockWithReceipts", kHeavy},
    {"qn_getReceipts", kHeavy},
    {"txpool_content", kHeavy},
    {"txpool_inspect", kHeavy},
};

constexpr Exception kSolanaExceptions[] = {
    {"requestAirdrop", kSideEffects},
    {"createWebhook", kSideEffects},
    {"deleteWebhook", kSideEffects},
    {"updateWebhook", kSideEffects},
    {"signMessage", kSideEffects},
    {"signTransaction", kSideEffects},
    {"sendTransaction", kIdempotentSend},
    {"sendStakedTransaction", kIdempotentSend},
    {"getBlock", kHeavy},
    {"getConfirmedBlock", kHeavy},
    {"getInflationReward", kHeavy},
    {"getLargestAccounts", kHeavy},
    {"getProgramAccounts", kHeavy},
    {"getProgramAccountsV2", kHeavy},
    {"getSupply", kHeavy},
    {"getValidityProof", kHeavy},
    {"getValidityProofV2", kHeavy},
};

/// Also for names that no table lists.
MethodTraits traitsOfNamespace(std::string_view space)
{
    constexpr std::string_view kChanging[] = {
        "personal", "miner", "admin", "wallet", "evm", "anvil", "hardhat", "tenderly"};
    constexpr std::string_view kTracing[] = {"debug", "trace", "arbtrace"};
    if (std::ranges::find(kChanging, space) != std::end(kChanging))
        return kSideEffects;
    if (std::ranges::find(kTracing, space) != std::end(kTracing))
        return kHeavy;
    return {};
}

using Table = std::unordered_map<std::string_view, Entry>;

Table makeTable()
{
    Table table;
    for (const std::string_view name : evmMethodNames())
        table[name] = {World::Evm, traitsOfNamespace(namespaceOf(name))};
    for (const Exception &exception : kEvmExceptions)
        table[exception.name] = {World::Evm, exception.traits};
    for (const std::string_view name : solanaMethodNames())
        table[name] = {World::Solana, {}};
    for (const Exception &exception : kSolanaExceptions)
        table[exception.name] = {World::Solana, exception.traits};
    return table;
}

const Table &table()
{
    static const Table instance = makeTable();
    return instance;
}

std::size_t editDistance(std::string_view a, std::string_view b)
{
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j)
        row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = std::exchange(row[0], i);
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = std::exchange(row[j], std::min({row[j] + 1, row[j - 1] + 1, replaced}));
        }
    }
    return row[b.size()];
}

} // namespace

MethodTraits traits(std::string_view method, ChainKind kind)
{
    const auto entry = table().find(method);
    if (entry == table().end())
        return kind == ChainKind::Solana ? MethodTraits{} : traitsOfNamespace(namespaceOf(method));
    const bool foreign = kind == ChainKind::Evm
                             ? entry->second.world == World::Solana
                             : kind == ChainKind::Solana && entry->second.world == World::Evm;
    return foreign ? MethodTraits{} : entry->second.traits;
}

bool isKnownMethod(std::string_view method)
{
    return table().contains(method);
}

std::string_view closestMethod(std::string_view method)
{
    constexpr std::size_t kLongestName = 80;
    if (method.empty() || method.size() > kLongestName)
        return {};
    std::string_view best;
    std::size_t bestDistance = std::max<std::size_t>(2, method.size() / 5) + 1;
    for (const std::string_view name : knownMethods(ChainKind::Generic)) {
        const std::size_t distance = editDistance(method, name);
        if (distance < bestDistance) {
            bestDistance = distance;
            best = name;
        }
    }
    return best;
}

std::vector<std::string_view> knownMethods(ChainKind kind)
{
    std::vector<std::string_view> names;
    if (kind != ChainKind::Solana)
        names.assign(evmMethodNames().begin(), evmMethodNames().end());
    if (kind != ChainKind::Evm)
        names.insert(names.end(), solanaMethodNames().begin(), solanaMethodNames().end());
    return names;
}

ChainKind kindOf(std::string_view method)
{
    const auto entry = table().find(method);
    if (entry != table().end())
        return entry->second.world == World::Evm ? ChainKind::Evm : ChainKind::Solana;
    return namespaceOf(method).empty() ? ChainKind::Generic : ChainKind::Evm;
}

std::string_view namespaceOf(std::string_view method)
{
    const std::size_t underscore = method.find('_');
    return underscore == std::string_view::npos ? std::string_view() : method.substr(0, underscore);
}

} // namespace spillway::rpc
