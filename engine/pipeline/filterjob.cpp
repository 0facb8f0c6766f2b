// SPDX-License-Identifier: MIT
#include "pipeline/filterjob.h"

#include "chain/block.h"
#include "pipeline/filterparams.h"

#include <algorithm>
#include <utility>

namespace spillway {
namespace {

constexpr int kServerError = -32000;

std::string_view makingMethod(Filter::Kind kind)
{
    switch (kind) {
    case Filter::Kind::Logs:
        return "eth_newFilter";
    case Filter::Kind::Blocks:
        return "eth_newBlockFilter";
    case Filter::Kind::Pending:
        break;
    }
    return "eth_newPendingTransactionFilter";
}

} // namespace

FilterJob::FilterJob(JobHost &host, FilterUse use, std::string_view params)
    : m_host(host)
    , m_worker(host.jobWorker())
    , m_use(use)
    , m_params(params)
{}

void FilterJob::begin()
{
    switch (m_use) {
    case FilterUse::NewLogs:
        create(Filter::Kind::Logs);
        return;
    case FilterUse::NewBlocks:
        create(Filter::Kind::Blocks);
        return;
    case FilterUse::NewPending:
        create(Filter::Kind::Pending);
        return;
    default:
        break;
    }
    const auto id = filterIdIn(m_params);
    if (!id) {
        refuse(rpc::kInvalidParams, "the first parameter must be the id of a filter");
        return;
    }
    m_id = *id;
    if (m_use == FilterUse::Uninstall) {
        uninstall(m_id);
        return;
    }
    m_filter = registry().find(m_id, chainName(), bounds(), m_worker.now());
    if (m_filter == nullptr) {
        notFound();
        return;
    }
    if (m_use == FilterUse::Changes)
        changes();
    else
        logs();
}

void FilterJob::stop()
{
    m_ended = true;
    for (const auto &call : m_calls)
        call->abandon();
}

const std::string &FilterJob::chainName() const
{
    const InnerBasis basis = m_host.jobBasis();
    return basis.table->table().chains()[basis.chain].config->name;
}

FilterRegistry::Bounds FilterJob::bounds() const
{
    const InnerBasis basis = m_host.jobBasis();
    const RoutingTable &table = basis.table->table();
    const SecurityConfig &security = table.config().security;
    return {toNs(table.chains()[basis.chain].config->filterTtl),
            security.maxFilters,
            security.maxFiltersPerClient};
}

FilterRegistry &FilterJob::registry()
{
    return m_worker.shared().filters();
}

// ---- making and ending -----------------------------------------------------------------------------------------

void FilterJob::create(Filter::Kind kind)
{
    const InnerBasis basis = m_host.jobBasis();
    m_filter = std::make_shared<Filter>(
        kind, chainName(), std::string(basis.client), std::string(m_params));
    const chain::ChainView *view = basis.table->view(basis.chain);
    if (kind == Filter::Kind::Pending || view == nullptr || !view->head) {
        // A node must not be asked for what cannot be kept.
        const std::string refusal = registry().refusal(basis.client, bounds(), m_worker.now());
        if (!refusal.empty())
            refuse(kServerError, refusal);
        else
            keepAtNode(kind);
        return;
    }
    if (kind == Filter::Kind::Logs) {
        const std::string fault = faultOfLogFilter(m_params);
        if (!fault.empty()) {
            refuse(rpc::kInvalidParams, fault);
            return;
        }
    }
    m_filter->begin(FilterProgress::beginAt(*view));
    enter(m_filter);
}

void FilterJob::keepAtNode(Filter::Kind kind)
{
    ask({.method = makingMethod(kind), .params = m_params.empty() ? "[]" : m_params},
        [this](InnerCall &, const CallResult &result, std::string_view id) {
            if (result.node == nullptr) {
                refuse(kServerError, "no node keeps the filter");
                return;
            }
            m_filter->setPlace({result.node->state, std::string(id)});
            enter(m_filter);
        });
}

void FilterJob::enter(const std::shared_ptr<Filter> &filter)
{
    const FilterRegistry::Added added = registry().add(filter, bounds(), m_worker.now());
    if (added.id.empty()) {
        refuse(kServerError, added.refusal);
        return;
    }
    const Filter::Place place = filter->place();
    if (place.node != nullptr)
        m_host.jobAnswered(beginResult(m_host.jobId()) + "\"" + added.id + "\"}", place.node.get());
    else
        m_host.jobAnsweredLocally("\"" + added.id + "\"");
}

void FilterJob::uninstall(std::string_view id)
{
    m_filter = registry().remove(id, chainName(), m_worker.now());
    if (m_filter == nullptr || m_filter->place().node == nullptr) {
        m_host.jobAnsweredLocally(m_filter != nullptr ? "true" : "false");
        return;
    }
    // The node's is freed as well; if that fails it ends by itself.
    const Filter::Place place = m_filter->place();
    InnerCall &call = idleCall();
    m_answered[&call] = nullptr;
    call.ask(
        m_host.jobBasis(),
        {.method = "eth_uninstallFilter", .params = "[" + place.id + "]", .onlyNode = place.node});
}

// ---- filters that a node keeps ---------------------------------------------------------------------------------

void FilterJob::changes()
{
    if (m_filter->place().node != nullptr)
        askPlace("eth_getFilterChanges");
    else
        poll();
}

void FilterJob::logs()
{
    if (m_filter->kind != Filter::Kind::Logs) {
        notFound();
        return;
    }
    if (m_filter->place().node != nullptr) {
        askPlace("eth_getFilterLogs");
        return;
    }
    ask({.method = "eth_getLogs", .params = m_filter->params, .role = CallRequest::Role::Asked},
        [this](InnerCall &, const CallResult &result, std::string_view logs) {
            std::string body = beginResult(m_host.jobId());
            body.append(logs).append("}");
            m_host.jobAnswered(std::move(body),
                               result.node != nullptr ? result.node->state.get() : nullptr);
        });
}

void FilterJob::askPlace(std::string_view method)
{
    const Filter::Place place = m_filter->place();
    ask({.method = method, .params = "[" + place.id + "]", .onlyNode = place.node},
        [this, node = place.node](InnerCall &, const CallResult &, std::string_view answer) {
            std::string body = beginResult(m_host.jobId());
            body.append(answer).append("}");
            m_host.jobAnswered(std::move(body), node.get());
        });
}

/// The node of a `pending` filter is gone, or has forgotten it: another one makes it anew. What was pending meanwhile is in
/// blocks by now, or will be seen again.
void FilterJob::placeAgain()
{
    m_use = FilterUse::None; // once
    ask({.method = makingMethod(Filter::Kind::Pending), .params = "[]"},
        [this](InnerCall &, const CallResult &result, std::string_view id) {
            if (result.node != nullptr)
                m_filter->setPlace({result.node->state, std::string(id)});
            m_host.jobAnswered(beginResult(m_host.jobId()) + "[]}",
                               result.node != nullptr ? result.node->state.get() : nullptr);
        });
}

// ---- inner calls -----------------------------------------------------------------------------------------------

InnerCall &FilterJob::idleCall()
{
    for (const auto &call : m_calls) {
        if (!call->isRunning())
            return *call;
    }
    m_calls.push_back(std::make_unique<InnerCall>(
        m_worker, [this](InnerCall &call, const CallResult &result) { answered(call, result); }));
    return *m_calls.back();
}

void FilterJob::ask(const InnerCall::Question &question, Answered answered)
{
    InnerCall &call = idleCall();
    m_answered[&call] = std::move(answered);
    call.ask(m_host.jobBasis(), question);
}

void FilterJob::answered(InnerCall &call, const CallResult &result)
{
    if (m_ended)
        return;
    m_host.addShare(call, result);
    if (m_use == FilterUse::Uninstall) {
        m_host.jobAnsweredLocally("true");
        return;
    }
    rpc::Answer answer;
    rpc::scanAnswer(result.body, answer, result.body.size());
    if (answer.kind == rpc::Answer::Kind::Result && result.httpStatus == 200) {
        const Answered done = m_answered[&call];
        done(call, result, answer.result);
        return;
    }
    if (std::exchange(m_byHash, false) && m_filter->kind == Filter::Kind::Logs
        && m_use == FilterUse::Changes) {
        pollLogs(); // by number: the node may not know the other way, or be on another branch by now
        return;
    }
    const bool placed = m_filter->place().node != nullptr && m_use == FilterUse::Changes;
    if (placed && m_filter->kind == Filter::Kind::Pending) {
        placeAgain();
        return;
    }
    const bool forgotten = answer.kind == rpc::Answer::Kind::Error
                           && answer.message.find("filter not found") != std::string_view::npos;
    if (forgotten && m_filter->place().node != nullptr)
        static_cast<void>(registry().remove(m_id, chainName(), m_worker.now()));
    m_host.jobFailed(result);
}

void FilterJob::notFound()
{
    refuse(kServerError, "filter not found");
}

void FilterJob::refuse(int code, std::string_view message)
{
    m_host.jobRefused(RequestOutcome::BadRequest, 200, code, message);
}

} // namespace spillway
