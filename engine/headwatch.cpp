// SPDX-License-Identifier: MIT
#include "headwatch.h"

#include "core/log.h"

#include <algorithm>
#include <utility>

namespace spillway {
namespace {

constexpr SteadyNs kLongestRest = kNsPerSecond; ///< penalties end by themselves

std::vector<chain::FollowedNode> nodesOf(const RoutingTable &table, const RouteChain &chain)
{
    std::vector<chain::FollowedNode> nodes;
    for (const std::size_t index : chain.nodes) {
        const RouteNode &node = table.nodes()[index];
        nodes.push_back({node.config->name, node.state, node.config->enabled});
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

/// One chain with all that belongs to following it.
class HeadWatch::Following
{
public:
    Following(HeadWatch &watch, const std::shared_ptr<const RoutingTable> &table, std::size_t chain)
        : m_watch(watch)
        , m_state(table->chains()[chain].state)
        , m_questions(watch.m_io, table, chain, watch.m_shared.workerCount())
        , m_follower(*table->chains()[chain].config,
                     table->config().health,
                     nodesOf(*table, table->chains()[chain]),
                     m_state,
                     m_questions,
                     watch.m_io.clock())
        , m_timer([](void *self) { static_cast<Following *>(self)->turn(); }, this)
    {
        m_questions.onReleased = [this](const std::shared_ptr<NodeState> &node) {
            wakeSleepers(node);
        };
        m_follower.onMove = [this] { m_watch.wakeWaiters(m_state); };
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
        turn();
    }

    ~Following() { QObject::disconnect(m_poke); }

    Following(const Following &) = delete;
    Following &operator=(const Following &) = delete;

private:
    void turn() { restAfter(m_follower.run()); }

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
        if (m_watch.onReorg)
            m_watch.onReorg(m_state->name(), reorg);
    }

    HeadWatch &m_watch;
    std::shared_ptr<chain::ChainState> m_state;
    NodeQuestions m_questions;
    chain::Follower m_follower;
    Timer m_timer;
    QObject m_receiver;
    QMetaObject::Connection m_poke;
};

HeadWatch::HeadWatch(Shared &shared, const Clock &clock)
    : m_shared(shared)
    , m_io(clock)
{}

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
