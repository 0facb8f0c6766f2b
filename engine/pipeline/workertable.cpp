// SPDX-License-Identifier: MIT
#include "pipeline/workertable.h"

#include "pipeline/broadcast.h"

#include <algorithm>

namespace spillway {

WorkerTable::WorkerTable(IoContext &context, std::shared_ptr<const Ranking> ranking)
    : m_context(context)
    , m_ranking(std::move(ranking))
    , m_plans(*m_ranking->table)
    , m_pools(m_ranking->table->nodes().size())
    , m_sleepers(m_ranking->table->nodes().size())
    , m_views(m_ranking->table->chains().size())
{}

UpstreamPool &WorkerTable::pool(const RouteNode &node)
{
    auto &pool = m_pools[node.index];
    if (!pool) {
        HttpClientLimits limits;
        limits.maxBodyBytes = table().config().security.maxResponseBytes;
        pool = std::make_unique<UpstreamPool>(m_context, node.target, limits);
    }
    return *pool;
}

const chain::ChainView *WorkerTable::view(std::size_t chain)
{
    const chain::ChainState *state = table().chains()[chain].state.get();
    if (state == nullptr)
        return nullptr;
    SeenView &seen = m_views[chain];
    const std::uint64_t version = state->version();
    if (seen.view == nullptr || seen.version != version) {
        seen.version = version;
        seen.view = state->view();
    }
    return seen.view.get();
}

WorkerContext::WorkerContext(Shared &shared, std::size_t index, IoContext &io)
    : m_shared(shared)
    , m_index(index)
    , m_io(io)
    , m_stats(shared.stats(index))
    , m_chooser(index)
{}

WorkerContext::~WorkerContext() = default;

const std::shared_ptr<WorkerTable> &WorkerContext::table()
{
    const std::uint64_t version = m_shared.version();
    if (version == m_version)
        return m_table;
    m_version = version;
    auto ranking = m_shared.ranking();
    if (m_table && &m_table->table() == ranking->table.get()) {
        m_table->setRanking(std::move(ranking));
        return m_table;
    }
    std::erase_if(m_oldTables, [](const auto &old) { return old.expired(); });
    if (m_table)
        m_oldTables.push_back(m_table);
    m_table = std::make_shared<WorkerTable>(m_io, std::move(ranking));
    return m_table;
}

void WorkerContext::permitReleased(WorkerTable &table, const RouteNode &node, bool all)
{
    NodeState &state = *node.state;
    const std::uint32_t waiting = state.waitingWorkers.load(std::memory_order_seq_cst);
    if (waiting == 0)
        return;
    const std::uint32_t self = 1U << m_index;
    if ((waiting & self) != 0) {
        if (!table.sleepers(node.index).empty())
            wake(table, node.index, all);
        else
            wakeSleepers(node.state, all);
    }
    for (std::size_t worker = 0; worker < m_shared.workerCount(); ++worker) {
        if (worker != m_index && (waiting & (1U << worker)) != 0) {
            m_shared.mailbox(worker).post(
                {all ? WorkerMessage::Kind::ProbeEnded : WorkerMessage::Kind::PermitFreed,
                 -1,
                 node.state,
                 {}});
        }
    }
}

void WorkerContext::wakeSleepers(const std::shared_ptr<NodeState> &node, bool all)
{
    std::vector<std::shared_ptr<WorkerTable>> tables{m_table};
    for (const auto &old : m_oldTables) {
        if (auto table = old.lock())
            tables.push_back(std::move(table));
    }
    bool found = false;
    for (const auto &table : tables) {
        if (!table)
            continue;
        for (const RouteNode &candidate : table->table().nodes()) {
            if (candidate.state == node && !table->sleepers(candidate.index).empty()) {
                found = true;
                wake(*table, candidate.index, all);
                if (!all)
                    return;
            }
        }
    }
    if (!found)
        node->waitingWorkers.fetch_and(~(1U << m_index), std::memory_order_seq_cst);
}

void WorkerContext::wake(WorkerTable &table, std::size_t node, bool all)
{
    auto &sleepers = table.sleepers(node);
    // Those that fall asleep again queue up behind: each is woken once.
    for (std::size_t rounds = all ? sleepers.size() : 1; rounds > 0 && !sleepers.empty(); --rounds)
        sleepers.front()->wake();
}

void WorkerContext::wakeAll()
{
    // Those that fall asleep again queue up behind; one that is woken may end others, so the count is a bound only.
    for (std::size_t rounds = m_asleep.size(); rounds > 0 && !m_asleep.empty(); --rounds)
        m_asleep.front()->wake();
}

bool WorkerContext::sleepOn(WorkerTable &table, const RouteNode &node, Call *call)
{
    NodeState &state = *node.state;
    table.sleepers(node.index).push_back(call);
    state.waitingWorkers.fetch_or(1U << m_index, std::memory_order_seq_cst);
    const int cap = node.config->maxConcurrent;
    return !state.probeOut() && (cap <= 0 || state.inFlight() < cap);
}

void WorkerContext::awaitChain(chain::ChainState &chain, Call *call)
{
    m_chainWaiters.emplace_back(&chain, call);
    chain.waitingWorkers.fetch_or(1U << m_index, std::memory_order_seq_cst);
}

void WorkerContext::forgetChainWaiter(const Call *call)
{
    const auto at = std::find_if(m_chainWaiters.begin(),
                                 m_chainWaiters.end(),
                                 [&](const auto &entry) { return entry.second == call; });
    if (at == m_chainWaiters.end())
        return;
    *at = m_chainWaiters.back();
    m_chainWaiters.pop_back();
}

void WorkerContext::wakeChainWaiters(const chain::ChainState &chain)
{
    std::vector<Call *> calls;
    for (const auto &[awaited, call] : m_chainWaiters) {
        if (awaited == &chain)
            calls.push_back(call);
    }
    for (Call *call : calls) {
        // One that was answered may have freed another: those that are left are told.
        const auto waits = [&](const auto &entry) { return entry.second == call; };
        if (std::any_of(m_chainWaiters.begin(), m_chainWaiters.end(), waits))
            call->chainMoved();
    }
}

void WorkerContext::Burials::add(std::unique_ptr<CallJob> job)
{
    m_jobs.push_back(std::move(job));
    m_turn.post(*this);
}

void WorkerContext::Burials::deferredCall()
{
    const auto jobs = std::move(m_jobs);
    m_jobs.clear();
}

std::uint64_t WorkerContext::awaitCache(Call *call)
{
    m_cacheWaiters.emplace(++m_lastCacheWaiter, call);
    return m_lastCacheWaiter;
}

void WorkerContext::cacheFound(std::uint64_t waiter, const cache::EntryPtr &entry)
{
    if (const auto found = m_cacheWaiters.find(waiter); found != m_cacheWaiters.end())
        found->second->cacheFound(entry);
}

void WorkerContext::flightLanded(std::uint64_t waiter, const cache::Landing &landing)
{
    if (const auto found = m_cacheWaiters.find(waiter); found != m_cacheWaiters.end())
        found->second->flightLanded(landing);
}

Broadcast *WorkerContext::beginBroadcast(Call &call, const CallRequest &request, int copies)
{
    if (m_broadcasts.size() >= kMaxBroadcasts)
        return nullptr;
    auto broadcast = std::make_unique<Broadcast>(*this, call, request, copies);
    Broadcast *const begun = broadcast.get();
    m_broadcasts.emplace(begun, std::move(broadcast));
    return begun;
}

void WorkerContext::endBroadcast(Broadcast &broadcast)
{
    m_broadcasts.erase(&broadcast);
}

void WorkerContext::unsleep(WorkerTable &table, std::size_t node, Call *call, std::size_t worker)
{
    auto &sleepers = table.sleepers(node);
    if (const auto at = std::find(sleepers.begin(), sleepers.end(), call); at != sleepers.end())
        sleepers.erase(at);
    if (sleepers.empty())
        table.table().nodes()[node].state->waitingWorkers.fetch_and(~(1U << worker),
                                                                    std::memory_order_seq_cst);
}

} // namespace spillway
