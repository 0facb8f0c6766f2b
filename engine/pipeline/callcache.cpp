// SPDX-License-Identifier: MIT
// Answers that are known already, or that another call is about to get.
#include "cache/key.h"
#include "pipeline/call.h"

#include <algorithm>
#include <utility>

namespace spillway {
namespace {

/// After so many leaders have gone away a call sees for itself.
constexpr int kMostTakeOffs = 3;

cache::Landing served(cache::EntryPtr entry)
{
    cache::Landing landing;
    landing.kind = cache::Landing::Kind::Served;
    landing.entry = std::move(entry);
    return landing;
}

} // namespace

/// The chain has had its say: the cache, then the nodes.
void Call::proceed()
{
    if (usesFilter()) {
        workOnFilter();
        return;
    }
    if (m_plan->readsLogs && !admitLogs())
        return;
    // What a pinned node says others do not know yet.
    if (m_plan->cacheRule == nullptr || m_pinned || !consultCache())
        step();
}

/// The parameters in m_sentBody: an edit inside them moves only their end.
std::string_view Call::sentParams() const
{
    if (!m_tagsTranslated)
        return m_request.params;
    const auto begin = static_cast<std::size_t>(m_request.params.data() - m_request.body.data());
    const std::size_t behind = m_request.body.size() - begin - m_request.params.size();
    return m_sentBody.substr(begin, m_sentBody.size() - begin - behind);
}

cache::ChainFacts Call::chainFacts(SteadyNs now) const
{
    const chain::ChainState *state = chainState();
    if (state == nullptr)
        return {};
    cache::ChainFacts facts;
    if (const std::uint64_t blocks = state->headBlocks(now); blocks != 0)
        facts.head = blocks - 1;
    facts.finalized = state->finalized();
    facts.blockInterval = state->blockInterval();
    return facts;
}

cache::CanonicalHash Call::canonicalHash() const
{
    const chain::ChainView *view = m_table->view(m_route.chain);
    return [view](std::uint64_t number) {
        return view != nullptr ? view->canonicalHash(number) : std::string_view();
    };
}

cache::MethodCounters &Call::cacheCounters()
{
    const std::size_t method = cache::indexOf(*m_cachePlan.rule);
    return m_worker.shared().cacheCounters(m_worker.index()).methods.at(method);
}

/// True: answered, or waiting for an answer. False: a node has to be asked.
bool Call::consultCache()
{
    if (m_request.id.empty() || m_request.onlyNode != nullptr || m_request.fresh)
        return false;
    const ChainConfig &chain = chainConfig();
    const cache::Rule &rule = *m_plan->cacheRule;
    const std::string_view params = sentParams();
    thread_local std::string memory;
    const std::string_view prefix = m_table->table().chains()[m_route.chain].keyPrefix(memory);
    if (prefix.empty())
        return false;
    m_cachePlan = cache::planFor(rule, params, chainFacts(m_received));
    m_mayKeep = m_cachePlan.keeps()
                && cache::makeKey(prefix, chain.kind, m_request.method, rule, params, m_cacheKey);
    if (!m_mayKeep)
        return false;
    const cache::EntryPtr entry = m_table->table().cache()->backend().find(m_cacheKey);
    return (entry != nullptr && serveKept(entry)) || takeOff();
}

bool Call::serveKept(const cache::EntryPtr &entry)
{
    cache::Validity validity = cache::Validity::Good;
    if (entry->stamp) {
        const RouteChain &chain = m_table->table().chains()[m_route.chain];
        const SteadyNs interval = chain.state ? chain.state->blockInterval() : 0;
        validity = cache::validityOf(
            *entry, canonicalHash(), chain.lifetimes.movingNow(interval), m_worker.now());
    }
    if (validity == cache::Validity::Stale)
        m_table->table().cache()->backend().erase(m_cacheKey);
    if (validity != cache::Validity::Good)
        return false;
    if (m_leads != 0)
        landFlight(served(entry));
    finishCached(*entry, nullptr);
    return true;
}

/// `landing`: of the flight that brought the entry; null: it was kept.
void Call::finishCached(const cache::Entry &entry, const cache::Landing *landing)
{
    cache::MethodCounters &counters = cacheCounters();
    counters.hits.add();
    counters.credits.add(entry.credits);
    CallResult result = resultOf(nullptr);
    result.outcome = RequestOutcome::Local;
    result.cached = true;
    if (landing != nullptr) {
        counters.joined.add();
        result.errorCode = landing->errorCode;
        result.errorText = landing->errorText;
    }
    const std::string_view text = entry.text;
    if (text.substr(entry.idOffset, entry.idLength) == m_request.id) {
        result.body = text;
    } else {
        cache::composeAnswer(entry, m_request.id, m_text);
        result.body = m_text;
    }
    finish(result);
}

/// Nothing is at hand: joins the call that is after the same thing, or becomes the one that others join.
bool Call::takeOff()
{
    if (++m_takeOffs > kMostTakeOffs) {
        missed();
        return false;
    }
    m_cache = m_table->table().cache();
    Shared *const shared = &m_worker.shared();
    WorkerContext *const worker = &m_worker;
    const std::size_t index = m_worker.index();
    const auto told = [&](cache::Flights::Ticket) {
        m_cacheWaiter = m_worker.awaitCache(this);
        return [=, waiter = m_cacheWaiter](const std::shared_ptr<const cache::Landing> &landing) {
            shared->mailbox(index).post({WorkerMessage::Kind::Task, -1, {}, [=] {
                                             worker->flightLanded(waiter, *landing);
                                         }});
        };
    };
    const cache::Flights::Joined joined = m_cache->flights().join(m_cacheKey, told);
    if (joined.role == cache::Flights::Role::Follows) {
        m_follows = joined.ticket;
        m_state = State::AwaitingCache;
        m_sleepSince = m_worker.now();
        return true;
    }
    if (joined.role == cache::Flights::Role::Leads) {
        m_leads = joined.ticket;
        // The leader before may have landed since the first look.
        const cache::EntryPtr entry = m_cache->backend().find(m_cacheKey);
        if (entry != nullptr && serveKept(entry))
            return true;
        m_cacheWaiter = m_worker.awaitCache(this);
        const auto reply = [=, waiter = m_cacheWaiter](const cache::EntryPtr &found) {
            shared->mailbox(index).post(
                {WorkerMessage::Kind::Task, -1, {}, [=] { worker->cacheFound(waiter, found); }});
        };
        if (m_cache->backend().fetch(m_cacheKey, reply)) {
            m_state = State::AwaitingCache;
            m_sleepSince = m_worker.now();
            m_stepTimer.start(m_cache->patience());
            return true;
        }
        m_worker.forgetCacheWaiter(std::exchange(m_cacheWaiter, 0));
    }
    missed();
    return false;
}

/// A node has to be asked.
void Call::missed()
{
    cacheCounters().misses.add();
    m_cachePlan.noteCanonical(canonicalHash());
}

/// Waits for nothing any more; a flight that it leads goes on.
void Call::leaveCache()
{
    if (m_cacheWaiter != 0)
        m_worker.forgetCacheWaiter(std::exchange(m_cacheWaiter, 0));
    if (m_follows != 0)
        m_cache->flights().leave(m_cacheKey, std::exchange(m_follows, 0));
    if (m_leads == 0)
        m_cache.reset();
}

void Call::cacheFound(const cache::EntryPtr &entry)
{
    if (m_state != State::AwaitingCache)
        return;
    m_stepTimer.cancel();
    m_waited += m_worker.now() - m_sleepSince;
    leaveCache();
    m_state = State::Choosing;
    if (entry != nullptr && serveKept(entry))
        return;
    rebind();
    missed();
    step();
}

void Call::flightLanded(const cache::Landing &landing)
{
    if (m_state != State::AwaitingCache)
        return;
    m_waited += m_worker.now() - m_sleepSince;
    m_follows = 0;
    leaveCache();
    m_state = State::Choosing;
    if (landing.kind == cache::Landing::Kind::Served) {
        finishCached(*landing.entry, &landing);
        return;
    }
    rebind();
    if (landing.kind == cache::Landing::Kind::Abandoned) {
        proceed();
        return;
    }
    missed();
    step();
}

/// A node has answered for good. Errors are shared with those who wait, but not kept.
void Call::keepAnswer(const HttpResponse &response)
{
    rpc::Answer large;
    const rpc::Answer *answer = &m_answer;
    if (!m_answer.complete && response.body.size() <= cache::kMaxAnswerBytes) {
        rpc::scanAnswer(response.body, large, cache::kMaxAnswerBytes);
        answer = &large;
    }
    const bool isResult = answer->kind == rpc::Answer::Kind::Result;
    const bool isError = answer->kind == rpc::Answer::Kind::Error;
    if (response.status != 200 || response.body.size() > cache::kMaxAnswerBytes || !answer->complete
        || answer->id.empty() || answer->text.empty() || !(isResult || isError))
        return;
    const SteadyNs now = m_worker.now();
    const RouteChain &chain = m_table->table().chains()[m_route.chain];
    cache::Lifetime lifetime;
    if (isResult) {
        // What a node says that was found off its chain meanwhile is for this client, if for anybody.
        if (m_node == nullptr || m_node->state->chainStanding() == ChainStanding::Fit)
            lifetime = cache::lifetimeOf(
                m_cachePlan, answer->result, chain.lifetimes, chainFacts(now), canonicalHash());
    }
    const bool keeps = lifetime.kind != cache::Lifetime::Kind::Never;
    if (!keeps && m_leads == 0)
        return;
    auto entry = std::make_shared<cache::Entry>();
    // From the object on: white space behind it is part of what the node said.
    entry->text =
        response.body.substr(static_cast<std::size_t>(answer->text.data() - response.body.data()));
    entry->idOffset = static_cast<std::size_t>(answer->id.data() - answer->text.data());
    entry->idLength = answer->id.size();
    entry->stamp = std::move(lifetime.stamp);
    entry->written = now;
    entry->expires =
        lifetime.kind == cache::Lifetime::Kind::Expires ? now + lifetime.ttl : cache::kForever;
    entry->credits = m_cost;
    if (keeps && m_table->table().cache()) {
        m_table->table().cache()->backend().store(m_cacheKey, entry);
        cacheCounters().stores.add();
    }
    cache::Landing landing = served(std::move(entry));
    if (isError) {
        landing.errorCode = static_cast<int>(answer->code);
        landing.errorText = answer->message;
    }
    landFlight(std::move(landing));
}

void Call::landFlight(cache::Landing landing)
{
    if (m_leads == 0)
        return;
    m_cache->flights().land(m_cacheKey, std::exchange(m_leads, 0), std::move(landing));
    if (m_follows == 0 && m_cacheWaiter == 0)
        m_cache.reset();
}

} // namespace spillway
