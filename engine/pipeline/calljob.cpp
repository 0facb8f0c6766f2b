// SPDX-License-Identifier: MIT
// Calls that are answered by way of other calls.
#include "pipeline/calljob.h"

#include "pipeline/innercall.h"

namespace spillway {
namespace {

constexpr std::size_t kMostSteps = 64;

} // namespace

std::string beginResult(std::string_view id)
{
    return R"({"jsonrpc":"2.0","id":)" + std::string(id) + R"(,"result":)";
}

void InnerCall::ask(const InnerBasis &basis, const Question &question)
{
    m_body = R"({"jsonrpc":"2.0","id":1,"method":")";
    m_body.append(question.method).append(R"(","params":)");
    const std::size_t paramsAt = m_body.size();
    m_body.append(question.params).append("}");
    CallRequest request;
    request.table = basis.table;
    request.chain = basis.chain;
    request.body = m_body;
    request.method = question.method;
    request.id = "1";
    request.params = std::string_view(m_body).substr(paramsAt, question.params.size());
    request.client = basis.client;
    request.onlyNode = question.onlyNode;
    request.role = question.role;
    request.fresh = question.fresh;
    request.neededBlocks = question.neededBlocks;
    request.deadline = basis.deadline;
    m_call.start(request);
}

void Call::delegate(std::unique_ptr<CallJob> job)
{
    m_state = State::Delegated;
    m_job = std::move(job);
    m_job->begin();
}

void Call::endJob()
{
    if (!m_job)
        return;
    m_job->stop();
    m_worker.bury(std::move(m_job)); // it may be what is calling
}

InnerBasis Call::jobBasis() const
{
    return {m_table, m_route.chain, m_route.deadline, m_request.client};
}

void Call::addShare(const InnerCall &call, const CallResult &result)
{
    m_attempts += result.attempts;
    m_credits += result.credits;
    // Steps name nodes by their place in the table: those of a newer one would be misread.
    if (!m_route.recordSteps || m_worker.table() != m_table)
        return;
    for (const RouteStep &step : call.route().steps) {
        if (m_route.steps.size() < kMostSteps)
            m_route.steps.push_back(step);
    }
}

void Call::jobAnswered(std::string body, const NodeState *node)
{
    const RouteNode *routed = nullptr;
    for (const RouteNode &each : m_table->table().nodes()) {
        if (each.state.get() == node)
            routed = &each;
    }
    CallResult result = resultOf(routed);
    result.joined = routed == nullptr;
    result.cached = result.joined && m_attempts == 0; // all of its parts were kept
    m_text = std::move(body);
    result.body = m_text;
    finish(result);
}

void Call::jobAnsweredLocally(std::string_view text)
{
    CallResult result = resultOf(nullptr);
    if (m_attempts == 0) {
        m_worker.stats().local[static_cast<std::size_t>(LocalKind::Filter)].add();
        result.outcome = RequestOutcome::Local;
        result.local = true;
    }
    m_text = beginResult(m_request.id).append(text).append("}");
    result.body = m_text;
    finish(result);
}

void Call::jobFailed(const CallResult &of)
{
    CallResult result = resultOf(nullptr);
    result.outcome = of.outcome;
    result.httpStatus = of.httpStatus;
    result.retryAfterNs = of.retryAfterNs;
    result.errorCode = of.errorCode;
    const std::string retryAfter(of.retryAfter);
    const std::string message(of.errorText);
    result.retryAfter = retryAfter;
    result.errorText = message;
    rpc::scanAnswer(of.body, m_answer, of.body.size());
    m_text = m_answer.text.empty() ? rpc::errorObject(m_request.id, -32010, message)
                                   : rpc::withId(m_answer, m_request.id);
    result.body = m_text;
    finish(result);
}

void Call::jobRefused(RequestOutcome outcome, int httpStatus, int code, std::string_view message)
{
    finishError(outcome, httpStatus, code, message);
}

void Call::jobOvertaken()
{
    endJob();
    ++m_restarts;
    m_state = State::Choosing;
    rebind();
    if (chainState() == nullptr || consultChain())
        proceed();
}

} // namespace spillway
