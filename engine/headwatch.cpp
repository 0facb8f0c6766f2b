// SPDX-License-Identifier: MIT
#include "headwatch.h"

#include "chain/headfeed.h"
#include "core/log.h"

#include <algorithm>
#include <utility>

namespace spillway {
namespace {

constexpr std::string_view kSubscribe = "eth_subscribe";
constexpr SteadyNs kLongestRest = kNsPerSecond; ///< penalties end by themselves

std::vector<chain::FollowedNode> nodesOf(const RoutingTable &table, const RouteChain &chain)
{
    std::vector<chain::FollowedNode> nodes;
    for (const std::size_t index : chain.nodes) {
        const RouteNode &node = table.nodes()[index];
        nodes.push_back({node.config->name, node.state, node.config->enabled, node.config->tier});
    }
    return nodes;
}

void logStanding(const std::string &chain,
                 const std::string &node,
                 ChainStanding standing,
                 const std::string &reason)
{
    if (standing == ChainStanding::Fit)
        log::info("chain", "node is back in step", {{"chain", chain}, {"node", node}});
    else
        log::warn(
            "chain", "node is left out", {{"chain", chain}, {"node", node}, {"reason", reason}});
}

} // namespace

/// Whether the node's blocks are to come over a WebSocket.
bool wantsFeed(const ChainConfig &chain, const NodeConfig &node)
{
    return chain.kind == ChainKind::Evm && node.enabled && !node.wsUrl.isEmpty()
           && (chain.heads == HeadsMode::Auto || chain.heads == HeadsMode::Ws);
}

chain::FeedTarget feedTarget(const ChainConfig &chain, const NodeConfig &node)
{
    chain::FeedTarget target;
    target.url = node.wsUrl;
    target.headers = node.headers;
    if (node.auth.type == AuthType::Bearer)
        target.headers.emplace_back("Authorization", Secret("Bearer " + node.auth.value.reveal()));
    else if (node.auth.type == AuthType::Header)
        target.headers.emplace_back(node.auth.headerName, node.auth.value);
    if (!node.caFile.empty())
        target.tls.addCaCertificates(QString::fromStdString(node.caFile));
    target.pingInterval = chain.wsPingInterval;
    return target;
}

/// One chain with all that belongs to following it.
class HeadWatch::Following
{
public:
    Following(HeadWatch &watch, const std::shared_ptr<const RoutingTable> &table, std::size_t chain)
        : m_watch(watch)
        , m_state(table->chains()[chain].state)
        , m_table(table)
        , m_questions(watch.m_io, table, chain, watch.m_shared.workerCount())
        , m_follower(*table->chains()[chain].config,
                     table->config().health,
                     nodesOf(*table, table->chains()[chain]),
                     m_state,
                     m_questions,
                     watch.m_io.clock())
        , m_blocks(watch.m_io, table, chain, watch.m_shared.workerCount(), HeadWarmer::kMostAnswer)
        , m_warmer(watch.m_io, table, chain, m_blocks)
        , m_anchor(table, chain, m_questions, watch.m_io.clock())
        , m_timer([](void *self) { static_cast<Following *>(self)->turn(); }, this)
    {
        m_questions.onReleased = [this](const std::shared_ptr<NodeState> &node) {
            wakeSleepers(node);
        };
        m_blocks.onReleased = m_questions.onReleased;
        if (HeadWarmer::isWanted(*table, chain)) {
            m_warmer.onReady = [this] { m_follower.showHead(); };
            m_follower.onHead = [this](const chain::Block &head, bool hold) {
                return m_warmer.warm(head, hold);
            };
        }
        m_follower.onMove = [this] {
            m_anchor.turn(); // before calls go on
            m_watch.wakeWaiters(m_state);
        };
        m_follower.onReorg = [this](const chain::Reorg &reorg) { reorganised(reorg); };
        m_follower.onStanding =
            [this](const std::string &node, ChainStanding standing, const std::string &reason) {
                logStanding(m_state->name(), node, standing, reason);
            };
        m_poke = QObject::connect(
            &m_state->bell(),
            &Doorbell::rang,
            &m_receiver,
            [this] { poked(); },
            Qt::QueuedConnection);
        m_state->clearPoke();
        openFeeds(*table, table->chains()[chain]);
        turn();
    }

    ~Following() { QObject::disconnect(m_poke); }

    Following(const Following &) = delete;
    Following &operator=(const Following &) = delete;

private:
    void turn() { restAfter(std::min(m_follower.run(), m_anchor.turn())); }

    void poked()
    {
        m_state->clearPoke();
        restAfter(m_follower.hurry());
    }

    void restAfter(SteadyNs due)
    {
        const SteadyNs now = m_watch.m_io.clock().steadyNs();
        m_watch.m_io.timers().startAt(m_timer, std::min(due, now + kLongestRest));
    }

    void openFeeds(const RoutingTable &table, const RouteChain &chain)
    {
        for (std::size_t number = 0; number < chain.nodes.size(); ++number) {
            const RouteNode &node = table.nodes()[chain.nodes[number]];
            if (!wantsFeed(*chain.config, *node.config))
                continue;
            for (int i = 0; i < chain.config->wsConnections; ++i)
                openFeed(node, number, feedTarget(*chain.config, *node.config));
        }
    }

    void openFeed(const RouteNode &node, std::size_t number, chain::FeedTarget target)
    {
        Feed &feed = *m_feeds.emplace_back(std::make_unique<Feed>(number, std::move(target)));
        feed.socket.mayOpen = [this, &node] { return mayOpen(node); };
        feed.socket.onBlock = [this, number](const chain::Block &block) {
            m_follower.announced(number, block);
        };
        feed.socket.onAlive = [this, &feed, &node](bool alive) {
            if (alive && !feed.live)
                subscribed(node);
            feed.live = alive;
            const bool any = std::any_of(m_feeds.begin(), m_feeds.end(), [&](const auto &each) {
                return each->node == feed.node && each->live;
            });
            m_follower.feedAlive(feed.node, any);
            if (!any)
                poked(); // what the feed would have told is asked for
        };
        feed.socket.start();
    }

    /// Open to questions, and able to pay for the subscription.
    bool mayOpen(const RouteNode &node) const
    {
        const Closure closure = node.state->closure(m_watch.m_io.clock().steadyNs());
        const auto cost = node.cost(kSubscribe);
        return closure != Closure::Cooling && closure != Closure::Parked && cost
               && (!node.metered() || node.state->usage().used() + *cost <= node.threshold);
    }

    void subscribed(const RouteNode &node)
    {
        const std::uint64_t cost = node.cost(kSubscribe).value_or(0);
        node.state->usage().book(cost);
        node.state->stats(m_watch.m_shared.workerCount())
            .noteQuestion(MethodSlots::of(kSubscribe, true), cost);
        log::info("chain",
                  "new blocks come over WebSocket",
                  {{"chain", m_state->name()}, {"node", node.config->name}});
    }

    void wakeSleepers(const std::shared_ptr<NodeState> &node)
    {
        const std::uint32_t waiting = node->waitingWorkers.load(std::memory_order_seq_cst);
        for (std::size_t worker = 0; worker < m_watch.m_shared.workerCount(); ++worker) {
            if ((waiting & (1U << worker)) != 0)
                m_watch.m_shared.mailbox(worker).post(
                    {WorkerMessage::Kind::PermitFreed, -1, node, {}});
        }
    }

    void reorganised(const chain::Reorg &reorg)
    {
        log::warn("chain",
                  "the chain was reorganised",
                  {{"chain", m_state->name()},
                   {"depth", reorg.depth},
                   {"from", reorg.from},
                   {"to", reorg.to},
                   {"exact", reorg.exact},
                   {"old_hash", reorg.oldHash},
                   {"new_hash", reorg.head.hash}});
        m_anchor.reorganised(reorg);
        if (m_watch.onReorg)
            m_watch.onReorg(m_state->name(), reorg);
    }

    struct Feed
    {
        Feed(std::size_t number, chain::FeedTarget target)
            : node(number)
            , socket(std::move(target))
        {}

        std::size_t node; ///< number in the chain
        bool live = false;
        chain::HeadFeed socket;
    };

    HeadWatch &m_watch;
    std::shared_ptr<chain::ChainState> m_state;
    std::shared_ptr<const RoutingTable> m_table; ///< owns the nodes that the feeds speak to
    NodeQuestions m_questions;
    chain::Follower m_follower;
    NodeQuestions m_blocks; ///< large answers, on connections of their own
    HeadWarmer m_warmer;
    CacheAnchor m_anchor;
    Timer m_timer;
    QObject m_receiver;
    QMetaObject::Connection m_poke;
    std::vector<std::unique_ptr<Feed>> m_feeds;
};

HeadWatch::HeadWatch(Shared &shared, const Clock &clock)
    : m_shared(shared)
    , m_io(clock)
{
    if (shared.transport())
        m_io.useTransport(shared.transport());
}

HeadWatch::~HeadWatch() = default;

void HeadWatch::follow(const std::shared_ptr<const RoutingTable> &table)
{
    m_following.clear();
    if (!table)
        return;
    for (std::size_t i = 0; i < table->chains().size(); ++i) {
        const RouteChain &chain = table->chains()[i];
        if (chain.state) {
            m_following.push_back(std::make_unique<Following>(*this, table, i));
            continue;
        }
        for (const std::size_t node : chain.nodes)
            table->nodes()[node].state->unfollow();
    }
}

void HeadWatch::wakeWaiters(const std::shared_ptr<chain::ChainState> &chain)
{
    const std::uint32_t waiting = chain->waitingWorkers.exchange(0, std::memory_order_seq_cst);
    for (std::size_t worker = 0; worker < m_shared.workerCount(); ++worker) {
        if ((waiting & (1U << worker)) != 0)
            m_shared.mailbox(worker).post({WorkerMessage::Kind::ChainMoved, -1, {}, {}, chain});
    }
}

} // namespace spillway
