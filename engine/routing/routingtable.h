// SPDX-License-Identifier: MIT
#pragma once

#include "cache/cache.h"
#include "chain/chainstate.h"
#include "io/stream.h"
#include "spillway/config.h"
#include "upstream/gcra.h"
#include "upstream/nodestate.h"
#include "upstream/outcome.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace spillway {

/// One node as the hot path wants it: everything that a config says, worked out once.
struct RouteNode
{
    std::size_t index = 0; ///< position in RoutingTable::nodes, the order of the file
    std::size_t chain = 0; ///< position in RoutingTable::chains
    const NodeConfig *config = nullptr;
    std::shared_ptr<NodeState> state;
    GcraRate rate;
    std::uint64_t threshold =
        UINT64_MAX; ///< credits that may be spent in a period; UINT64_MAX = unmetered
    std::uint64_t cheapest =
        1; ///< lowest price above zero on its list: less left than that is nothing left
    StreamTarget target;
    std::string host; ///< lower case, for vendor rules
    std::string
        answerHeader; ///< the line that names it to clients, up to the figure of the attempts
    std::string headBeforeType; ///< request head up to and including "Content-Type: "
    std::string
        headAfterType; ///< from the line end after the content type up to "Content-Length: "

    /// Of `rate` and what the node was found to take, the lower.
    [[nodiscard]] GcraRate currentRate() const
    {
        return config->learnRps ? state->learnedRate.limit(rate) : rate;
    }

    [[nodiscard]] bool metered() const { return threshold != UINT64_MAX; }

    /// Credits for one call, nothing when this node does not serve the method (not priced, denied).
    [[nodiscard]] std::optional<std::uint64_t> cost(std::string_view method) const;
};

struct RouteChain
{
    const ChainConfig *config = nullptr;
    Balance balance = Balance::Latency;
    std::shared_ptr<chain::ChainState> state; ///< null: nobody follows it (kind generic, heads off)
    std::vector<std::size_t> nodes;           ///< enabled and disabled, in file order
    cache::Lifetimes lifetimes;               ///< of its kept answers
    /// What their keys begin with: name and chain id. Another chain under the old name finds nothing.
    std::string cacheName;
    std::shared_ptr<cache::Generation> generation; ///< null: the cache is off

    /// What the keys of kept answers begin with at present; empty: nothing is to be looked up or kept. May lie in `memory`.
    [[nodiscard]] std::string_view keyPrefix(std::string &memory) const;
};

/// A config worked out for routing. Immutable; shared by all workers. Swapped whole by a reload.
class RoutingTable
{
public:
    /// Makes or finds the lasting part of a node. Control thread.
    using StateSource = std::function<std::shared_ptr<NodeState>(const NodeConfig &)>;

    /// The same for a chain that is followed.
    using ChainSource = std::function<std::shared_ptr<chain::ChainState>(const ChainConfig &)>;

    static std::shared_ptr<const RoutingTable> build(std::shared_ptr<const Config> config,
                                                     std::shared_ptr<const OutcomeRules> rules,
                                                     const StateSource &states,
                                                     const ChainSource &chains = {},
                                                     std::shared_ptr<cache::Cache> cache = {});

    [[nodiscard]] const Config &config() const { return *m_config; }

    [[nodiscard]] const std::shared_ptr<const Config> &configPtr() const { return m_config; }

    [[nodiscard]] const OutcomeRules &rules() const { return *m_rules; }

    /// Where answers are kept; null: nowhere.
    [[nodiscard]] const std::shared_ptr<cache::Cache> &cache() const { return m_cache; }

    [[nodiscard]] const std::vector<RouteNode> &nodes() const { return m_nodes; }

    [[nodiscard]] const std::vector<RouteChain> &chains() const { return m_chains; }

    /// Index of the chain that answers on `path` ("/", "/send-request" and the first chain's path are the first).
    [[nodiscard]] std::optional<std::size_t> chainByPath(std::string_view path) const;
    [[nodiscard]] std::optional<std::size_t> chainByName(std::string_view name) const;
    [[nodiscard]] const RouteNode *nodeByName(std::string_view name) const; ///< null: none

private:
    RoutingTable() = default;

    std::shared_ptr<const Config> m_config;
    std::shared_ptr<const OutcomeRules> m_rules;
    std::shared_ptr<cache::Cache> m_cache;
    std::vector<RouteNode> m_nodes;
    std::vector<RouteChain> m_chains;
};

/// The order in which a chain's nodes are tried, by (tier, EMA, file order). Rebuilt once a second without any
/// probe; immutable.
struct Ranking
{
    std::shared_ptr<const RoutingTable> table;
    std::vector<std::vector<std::size_t>>
        byChain; ///< node indices; disabled ones too, to be counted as skipped

    static std::shared_ptr<const Ranking> rank(std::shared_ptr<const RoutingTable> table);

    bool operator==(const Ranking &other) const
    {
        return table == other.table && byChain == other.byChain;
    }
};

} // namespace spillway
