// SPDX-License-Identifier: MIT
#include "pipeline/broadcast.h"

#include <utility>

namespace spillway {

Broadcast::Broadcast(WorkerContext &worker, Call &call, const CallRequest &request, int copies)
    : m_worker(worker)
    , m_call(&call)
    , m_request(request)
    , m_body(request.body)
    , m_method(request.method)
    , m_id(request.id)
    , m_contentType(request.contentType)
    , m_end(
          [](void *self) {
              auto *broadcast = static_cast<Broadcast *>(self);
              broadcast->m_worker.endBroadcast(*broadcast);
          },
          this)
{
    // The client's texts die with its connection.
    const auto at = static_cast<std::size_t>(request.params.data() - request.body.data());
    m_request.body = m_body;
    m_request.params = std::string_view(m_body).substr(at, request.params.size());
    m_request.method = m_method;
    m_request.id = m_id;
    m_request.contentType = m_contentType;
    m_request.client = {};
    m_request.broadcast = this;
    for (int i = 0; i < copies; ++i)
        m_copies.push_back(std::make_unique<Call>(worker, *this));
}

Broadcast::~Broadcast() = default;

void Broadcast::start()
{
    m_running = m_copies.size();
    for (const auto &copy : m_copies)
        copy->start(m_request);
    m_starting = false;
    settle();
}

void Broadcast::exclude(const Call &copy, CallRoute &route) const
{
    for (const Taken &taken : m_taken) {
        if (taken.by == &copy)
            continue;
        if (route.findTried(taken.node) == nullptr)
            route.addTried(taken.node, false);
    }
}

void Broadcast::noteNode(const Call &copy, const RouteNode &node)
{
    m_taken.push_back({&copy, node.index});
}

void Broadcast::callDone(Call &, const CallResult &result)
{
    --m_running;
    if (result.accepted) {
        m_accepted = true;
        answer(result);
    } else {
        keepError(result);
    }
    settle();
}

void Broadcast::answer(const CallResult &result)
{
    Call *call = std::exchange(m_call, nullptr);
    if (call == nullptr)
        return;
    CallResult whole = result;
    whole.attempts = 0;
    whole.credits = 0;
    std::vector<RouteStep> steps;
    for (const auto &copy : m_copies) {
        whole.attempts += copy->attempts();
        whole.credits += copy->credits();
        steps.insert(steps.end(), copy->route().steps.begin(), copy->route().steps.end());
    }
    call->broadcastDone(whole, std::move(steps));
}

/// A node's own words tell more than that no further node could be asked.
void Broadcast::keepError(const CallResult &result)
{
    if (m_call == nullptr || (m_hasError && (m_error.node != nullptr || result.node == nullptr)))
        return;
    m_hasError = true;
    m_error = result;
    m_errorBody = result.body;
    m_errorText = result.errorText;
    m_retryAfter = result.retryAfter;
    m_error.body = m_errorBody;
    m_error.errorText = m_errorText;
    m_error.retryAfter = m_retryAfter;
}

void Broadcast::settle()
{
    if (m_starting || m_running > 0)
        return;
    if (m_hasError)
        answer(m_error);
    // From the event loop: a copy may be further up on the stack.
    m_worker.io().timers().startAt(m_end, 0);
}

} // namespace spillway
