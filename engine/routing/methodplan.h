// SPDX-License-Identifier: MIT
#pragma once

#include "chain/blockuse.h"
#include "chain/filteruse.h"
#include "routing/routingtable.h"
#include "rpc/methodtable.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace spillway {

/// What a method of an EVM chain has to do with the transactions of an account.
enum class AccountUse : std::uint8_t {
    None,
    Sends,       ///< its first parameter is a signed transaction
    Address,     ///< its first parameter is the account
    Transaction, ///< its first parameter is a transaction's hash
    From,        ///< the account is `from` in its first parameter
};

/// What a method means on one chain: worked out once per worker, then an array look-up per attempt.
struct MethodPlan
{
    static constexpr std::int64_t kNotServed = -1;

    std::string method;
    rpc::MethodTraits traits;
    std::uint16_t slot = MethodSlots::kOthers; ///< where it is counted
    bool blocked = false;                      ///< its namespace is blocked on this chain
    bool readsLogs =
        false; ///< eth_getLogs on an EVM chain: its range is bounded and may be divided
    bool nullWhereUnknown =
        false; ///< see chain::nullWhereUnknown(); false where nobody follows the chain
    AccountUse accountUse = AccountUse::None;
    /// Where it names blocks; null when it does not, and on chains that nobody follows.
    const chain::BlockUse *blockUse = nullptr;
    FilterUse filterUse = FilterUse::None; ///< None on Solana chains
    bool mayHedge = false;                 ///< a slow answer may be asked of a second node as well
    /// How its answers may be kept; null: not at all, or nowhere.
    const cache::Rule *cacheRule = nullptr;
    std::vector<std::int64_t>
        cost; ///< credits by node index; kNotServed: not priced or denied there
};

/// Method plans of one worker for one routing table. Bounded: method names come from clients.
class MethodPlans
{
public:
    explicit MethodPlans(const RoutingTable &table)
        : m_table(table)
        , m_plans(table.chains().size())
        , m_latest(table.chains().size(), nullptr)
    {}

    /// The reference stays valid until the next call that makes a new plan when the store is full; a call keeps
    /// a shared_ptr.
    const std::shared_ptr<const MethodPlan> &find(std::size_t chain, std::string_view method);

private:
    struct Hash
    {
        using is_transparent = void;

        std::size_t operator()(std::string_view text) const
        {
            return std::hash<std::string_view>()(text);
        }
    };

    const RoutingTable &m_table;
    std::vector<
        std::unordered_map<std::string, std::shared_ptr<const MethodPlan>, Hash, std::equal_to<>>>
        m_plans;
    std::vector<const std::shared_ptr<const MethodPlan> *> m_latest; ///< of each chain, in its map
};

} // namespace spillway
