// SPDX-License-Identifier: MIT
#pragma once

#include "io/deferredcalls.h"
#include "pipeline/calljob.h"
#include "pipeline/hedgebudget.h"
#include "pipeline/shared.h"
#include "routing/chooser.h"
#include "upstream/upstreampool.h"

#include <deque>
#include <list>
#include <memory>
#include <utility>
#include <vector>

namespace spillway {

class Broadcast;
class Call;
struct CallRequest;

/// One worker's side of a routing table: its connection pools, method plans and sleepers. Calls hold it until they
/// end, so an old table and its connections live until the last of them is answered.
class WorkerTable
{
public:
    WorkerTable(IoContext &context, std::shared_ptr<const Ranking> ranking);

    [[nodiscard]] const RoutingTable &table() const { return *m_ranking->table; }

    [[nodiscard]] const Ranking &ranking() const { return *m_ranking; }

    /// A new order of the same nodes.
    void setRanking(std::shared_ptr<const Ranking> ranking) { m_ranking = std::move(ranking); }

    MethodPlans &plans() { return m_plans; }

    UpstreamPool &pool(const RouteNode &node);

    /// What is known of a chain near its head; null for a chain that nobody follows. Valid until the next call.
    const chain::ChainView *view(std::size_t chain);

    /// Calls parked until a permit of this node is released, oldest first.
    std::deque<Call *> &sleepers(std::size_t node) { return m_sleepers[node]; }

private:
    struct SeenView
    {
        std::uint64_t version = 0;
        std::shared_ptr<const chain::ChainView> view;
    };

    IoContext &m_context;
    std::shared_ptr<const Ranking> m_ranking;
    MethodPlans m_plans;
    std::vector<std::unique_ptr<UpstreamPool>> m_pools;
    std::vector<std::deque<Call *>> m_sleepers;
    std::vector<SeenView> m_views; ///< by chain
};

/// Everything the calls of one worker thread work with.
class WorkerContext
{
public:
    WorkerContext(Shared &shared, std::size_t index, IoContext &io);
    ~WorkerContext();
    WorkerContext(const WorkerContext &) = delete;
    WorkerContext &operator=(const WorkerContext &) = delete;

    /// The current table; picks up what was published since the last call.
    const std::shared_ptr<WorkerTable> &table();

    [[nodiscard]] SteadyNs now() const { return m_io.now(); }

    Shared &shared() { return m_shared; }

    IoContext &io() { return m_io; }

    Chooser &chooser() { return m_chooser; }

    HedgeBudget &hedgeBudget() { return m_hedgeBudget; }

    WorkerStats &stats() { return m_stats; }

    [[nodiscard]] std::size_t index() const { return m_index; }

    /// A permit of `node` was released (or a probe ended: `all`): wakes sleepers here and tells other workers.
    void permitReleased(WorkerTable &table, const RouteNode &node, bool all);
    /// The same, told by another worker.
    void wakeSleepers(const std::shared_ptr<NodeState> &node, bool all);
    /// A call goes to sleep for a permit. True when the permit became free meanwhile: look again at once.
    bool sleepOn(WorkerTable &table, const RouteNode &node, Call *call);

    /// Every sleeping call of this worker, whatever it waits for, in the order they fell asleep.
    std::list<Call *>::iterator noteAsleep(Call *call)
    {
        return m_asleep.insert(m_asleep.end(), call);
    }

    void noteAwake(std::list<Call *>::iterator call) { m_asleep.erase(call); }

    /// The state of nodes changed in a way that no sleeper could foresee: all of them look again, each once.
    void wakeAll();
    static void unsleep(WorkerTable &table, std::size_t node, Call *call, std::size_t worker);

    /// `call` is told by chainMoved() when the chain moves next; once, and not after forgetChainWaiter().
    void awaitChain(chain::ChainState &chain, Call *call);
    void forgetChainWaiter(const Call *call);
    void wakeChainWaiters(const chain::ChainState &chain);

    /// `call` waits for the cache: the number that its news must carry, until forgetCacheWaiter().
    std::uint64_t awaitCache(Call *call);

    void forgetCacheWaiter(std::uint64_t waiter) { m_cacheWaiters.erase(waiter); }

    /// News from any thread on their way to a waiter; those that come too late are dropped.
    void cacheFound(std::uint64_t waiter, const cache::EntryPtr &entry);
    void flightLanded(std::uint64_t waiter, const cache::Landing &landing);

    /// Makes a transaction of `call` for several nodes; null: too many are on their way. It ends by endBroadcast().
    Broadcast *beginBroadcast(Call &call, const CallRequest &request, int copies);
    void endBroadcast(Broadcast &broadcast);

    /// Memory for answers that cannot be streamed, bounded over all calls of the worker. False: no more.
    [[nodiscard]] bool reserveCollected(std::size_t bytes)
    {
        if (m_collected + bytes > kMaxCollected)
            return false;
        m_collected += bytes;
        return true;
    }

    void releaseCollected(std::size_t bytes) { m_collected -= bytes; }

    /// Destroys a stopped job in the next turn of the event loop: it may be on the stack.
    void bury(std::unique_ptr<CallJob> job) { m_burials.add(std::move(job)); }

private:
    static constexpr std::size_t kMaxCollected = 256U * 1024 * 1024;
    static constexpr std::size_t kMaxBroadcasts = 1000;

    class Burials final : private DeferredCalls::Target
    {
    public:
        void add(std::unique_ptr<CallJob> job);

    private:
        void deferredCall() override;

        DeferredCalls m_turn;
        std::vector<std::unique_ptr<CallJob>> m_jobs;
    };

    static void wake(WorkerTable &table, std::size_t node, bool all);

    Shared &m_shared;
    std::size_t m_index;
    IoContext &m_io;
    WorkerStats &m_stats;
    Chooser m_chooser;
    HedgeBudget m_hedgeBudget;
    std::uint64_t m_version = 0;
    std::size_t m_collected = 0;
    std::vector<std::pair<const chain::ChainState *, Call *>> m_chainWaiters;
    std::uint64_t m_lastCacheWaiter = 0;
    std::unordered_map<std::uint64_t, Call *> m_cacheWaiters;
    std::shared_ptr<WorkerTable> m_table;
    std::list<Call *> m_asleep;
    Burials m_burials;
    std::vector<std::weak_ptr<WorkerTable>> m_oldTables; ///< still held by calls that may sleep
    std::unordered_map<Broadcast *, std::unique_ptr<Broadcast>> m_broadcasts;
};

} // namespace spillway
