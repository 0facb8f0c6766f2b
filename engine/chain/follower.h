// SPDX-License-Identifier: MIT
#pragma once

#include "chain/chainstate.h"
#include "chain/headtracker.h"
#include "chain/nodecaller.h"
#include "spillway/config.h"
#include "upstream/nodestate.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace spillway::chain {

/// A node of the chain as the follower sees it.
struct FollowedNode
{
    std::string name;
    std::shared_ptr<NodeState> state;
    bool enabled = true;
    int tier = 0;
};

/// Follows one chain: asks its nodes in turns where they are, takes what their feeds announce, and writes what follows from it
/// into ChainState and into the chain words of each NodeState. Lives in one thread.
///
/// A turn asks every node for its newest block (EVM: eth_getBlockByNumber, or eth_blockNumber where hashes are not wanted or
/// not served; Solana: getSlot) and, more rarely, for eth_chainId, eth_syncing, net_version (until one node has told it) and,
/// while clients use these tags, the `safe` and `finalized` blocks. A chain that no client has used for five minutes is asked
/// twelve times more rarely, but at least once a minute (or every poll_interval_ms, if that is longer).
///
/// A node that refuses both its height and its identity answers nothing that every node of such a chain has: it is out as one on
/// another chain is, and each turn asks it for its identity until it tells one. At once if it says that it does not know these
/// methods, after `failure_threshold` turns if it has other errors.
///
/// A node whose penalty is over gets clients' calls again only when it has answered a question since: until then its penalty
/// is made longer, and it is asked every second. When its WebSocket goes, it is asked at once, and the first failure is enough.
class Follower
{
public:
    Follower(const ChainConfig &config,
             const HealthConfig &health,
             std::vector<FollowedNode> nodes,
             std::shared_ptr<ChainState> state,
             NodeCaller &caller,
             const Clock &clock);

    /// Told after every reorganisation that was confirmed.
    std::function<void(const Reorg &)> onReorg;
    /// Asked before clients see a new head that continues the one before (`hold`), and told of any other. True: they see it
    /// only with showHead().
    std::function<bool(const Block &head, bool hold)> onHead;
    /// Told whenever something moved that calls may wait for.
    std::function<void()> onMove;
    /// Told when a node leaves or comes back: name, standing, reason in words (empty: it is back).
    std::function<void(const std::string &, ChainStanding, const std::string &)> onStanding;

    /// Does what is due and returns when to come again.
    SteadyNs run();
    /// Somebody waits for a newer block: the next turn comes as soon as the pace for that allows.
    SteadyNs hurry();

    /// A node's feed announced a block, or lives (a pong): it need not be asked for its block while that goes on.
    void announced(std::size_t node, const Block &block);
    void feedAlive(std::size_t node, bool alive);

    /// What onHead made the head wait for is done.
    void showHead();

    [[nodiscard]] std::size_t nodeCount() const { return m_nodes.size(); }

    [[nodiscard]] const FollowedNode &node(std::size_t index) const
    {
        return m_nodes[index].followed;
    }

    [[nodiscard]] const ChainState &state() const { return *m_state; }

private:
    enum class Question : std::uint8_t {
        Identity, ///< eth_chainId; Solana: getGenesisHash, only of a node that refuses getSlot
        NetVersion,
        Syncing,
        Block,
        Safe,
        Finalized,
    };

    struct Node
    {
        FollowedNode followed;
        std::deque<Question> due; ///< of this turn
        bool busy = false;
        int turns = 0;
        std::string failure; ///< words of the latest
        int failures = 0;    ///< turns without an answer, in a row
        bool failedThisTurn = false;
        bool unaskedThisTurn = false; ///< no credits, tokens or permits were left for the question
        int unasked = 0;              ///< turns without a question, in a row
        SteadyNs answeredAt = 0;      ///< the latest sign of life by a question
        SteadyNs doubtedSince = 0;    ///< its penalty, while nothing was heard of it since
        SteadyNs heldUntil = 0;       ///< how long that was made
        SteadyNs askAgainAt = 0;      ///< not before, between the turns
        bool numberOnly = false;      ///< eth_getBlockByNumber is of no use with it
        bool mute = false;            ///< it cannot be asked for its height at all
        bool feed = false;            ///< a live WebSocket tells its blocks
        SteadyNs feedAt = 0;
        bool cut = false; ///< its WebSocket went, and it has answered no question since
        /// How the latest questions for its height and its identity went: refused by the node itself?
        bool heightRefused = false;
        bool identityRefused = false;
        std::string refusal;       ///< words of the latest
        bool alien = false;        ///< refuses both: no node of this kind of chain
        int refusedTurns = 0;      ///< in which both were refused, in a row
        bool lacksMethods = false; ///< the latest refusal said that the method is unknown
        std::optional<std::uint64_t> chainId;
        bool strayed = false;   ///< on another branch by its latest block
        bool idAwaited = false; ///< and asked for its chain id: that would be the plainer reason
        bool syncing = false;
        std::uint64_t syncTarget = 0;
        std::optional<std::uint64_t> safe;
        std::optional<std::uint64_t> finalized;
        std::optional<std::uint64_t> height;
        Block newest; ///< as it was last told
        ChainStanding standing = ChainStanding::Fit;
        NodeState::ChainReason reason; ///< for the standing
    };

    void beginTurn();
    void beginFor(std::size_t index);
    void doubtChainId(std::size_t index);
    void holdTheSilent();
    [[nodiscard]] bool mayAsk(const Node &node, SteadyNs now) const;
    void plan(Node &node);
    void next(std::size_t index);
    void answered(std::size_t index, Question question, const NodeAnswer &answer);
    void takeResult(std::size_t index, Question question, std::string_view result);
    void takeBlock(std::size_t index, std::string_view result);
    void takeSyncing(Node &node, std::string_view result);
    void refused(std::size_t index, Question question, const NodeAnswer &answer);
    void weighRefusals(std::size_t index);
    void answersAgain(std::size_t index);
    void endTurn(std::size_t index);
    void settleFirstHead();
    void takeHeight(std::size_t index, const Block &block);
    void unusableHeight(std::size_t index);
    void evmQuestions(Node &node);
    void absorb(const HeadTracker::Update &update);
    void fetchWanted();
    [[nodiscard]] bool holdsHead(bool reorganised);
    void noteReorg(const Reorg &reorg, ChainView &view);
    void noteReplaced(const Reorg &reorg, const ChainView &before);
    [[nodiscard]] std::uint64_t reachOf(const Block &newest);
    void noteReach();
    void judge();
    [[nodiscard]] ChainStanding standingOf(std::size_t index) const;
    [[nodiscard]] NodeState::ChainReason reasonFor(std::size_t index) const;
    void agreeOnChainId();
    void settleChainId();
    void agreeOnFinality();
    [[nodiscard]] std::uint64_t agreed(std::optional<std::uint64_t> Node::*tag,
                                       std::optional<std::uint64_t> before) const;
    void publishHead(std::shared_ptr<ChainView> view);
    [[nodiscard]] bool wished(ChainState::Wish what) const;
    [[nodiscard]] SteadyNs pace() const;
    [[nodiscard]] bool followsHashes() const;
    [[nodiscard]] SteadyNs feedPatience() const;
    [[nodiscard]] SteadyNs pollFreshness() const;
    [[nodiscard]] SteadyNs freshness(const Node &node) const;

    ChainConfig m_config;
    HealthConfig m_health;
    std::shared_ptr<ChainState> m_state;
    NodeCaller &m_caller;
    const Clock &m_clock;
    HeadTracker m_tracker;
    std::vector<Node> m_nodes;
    std::optional<std::uint64_t> m_reference; ///< chain id that counts
    bool m_idSettled = false;                 ///< without one in the config: each node had its say
    SteadyNs m_lastTurn = 0;                  ///< 0: none yet
    bool m_hurried = false;
    bool m_askingAll = false; ///< a turn is being begun
    bool m_fetching = false;
    bool m_askingNetVersion = false;
    bool m_byFeed = false;    ///< the present head came from a feed
    bool m_outOfDate = false; ///< clients saw no head lately: the next one is not held back
    SteadyNs m_headSince = 0;
    /// Blocks that were taken back, by hash: the lowest block of their branch. A node that still builds on one has the
    /// chain only up to there.
    std::unordered_map<std::string, std::uint64_t> m_replaced;
};

} // namespace spillway::chain
