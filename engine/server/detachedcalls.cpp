// SPDX-License-Identifier: MIT
#include "server/detachedcalls.h"

#include "core/jsontext.h"
#include "pipeline/call.h"
#include "rpc/jsonscan.h"

#include <QTimer>

#include <utility>

namespace spillway {
namespace {

constexpr int kBadRequest = 400;
constexpr int kNotFound = 404;

/// Nothing but one array or object: it becomes part of a request, and must not add members to it.
bool isParams(std::string_view text)
{
    rpc::Scanner scanner(text, rpc::EnvelopeLimits{}.maxDepth);
    scanner.skipSpace();
    if ((scanner.peek() != '[' && scanner.peek() != '{') || !scanner.skipValue())
        return false;
    scanner.skipSpace();
    return scanner.atEnd() && (!scanner.sawNonAscii() || rpc::validUtf8(text));
}

} // namespace

class DetachedCalls::One final : private CallSink
{
public:
    One(DetachedCalls &owner, InternalCall input)
        : m_owner(owner)
        , m_input(std::move(input))
        , m_call(owner.m_worker, *this)
    {}

    void start()
    {
        if (m_input.params.empty())
            m_input.params = "[]";
        if (m_input.method.empty())
            return refuse(kBadRequest, rpc::kInvalidRequest, "the call names no method");
        if (!rpc::validUtf8(m_input.method))
            return refuse(kBadRequest, rpc::kInvalidRequest, "the method's name is not UTF-8");
        if (!isParams(m_input.params))
            return refuse(kBadRequest,
                          rpc::kInvalidParams,
                          "the parameters are not one JSON array or object");
        const std::shared_ptr<WorkerTable> table = m_owner.m_worker.table();
        const CallTarget &target = m_input.target;
        const RouteNode *node = table->table().nodeByName(target.node);
        auto chain = table->table().chainByName(target.chain);
        if (target.chain.empty())
            chain = node != nullptr ? node->chain : 0;
        if (!chain)
            return refuse(kNotFound, rpc::kInvalidRequest, "there is no chain " + target.chain);
        if (!target.node.empty() && (node == nullptr || node->chain != *chain))
            return refuse(kNotFound,
                          rpc::kInvalidRequest,
                          "there is no node " + target.node
                              + (target.chain.empty() ? std::string() : " on " + target.chain));
        m_body = R"({"jsonrpc":"2.0","id":1,"method":)";
        json::appendString(m_body, m_input.method);
        m_body += ",\"params\":";
        const std::size_t paramsAt = m_body.size();
        m_body += m_input.params + "}";
        CallRequest request;
        request.table = table;
        request.chain = *chain;
        request.body = m_body;
        request.method = m_input.method;
        request.id = "1";
        request.params = std::string_view(m_body).substr(paramsAt, m_input.params.size());
        request.client = "this program";
        if (node != nullptr)
            request.onlyNode = node->state;
        m_call.start(request);
    }

private:
    void refuse(int status, int code, const std::string &reason)
    {
        m_input.done(status, rpc::errorObject("1", code, reason));
        m_owner.finished(*this);
    }

    void callDone(Call &, const CallResult &result) override
    {
        m_input.done(result.httpStatus, std::string(result.body));
        m_owner.finished(*this);
    }

    DetachedCalls &m_owner;
    InternalCall m_input;
    std::string m_body;
    Call m_call;
};

DetachedCalls::DetachedCalls(WorkerContext &worker)
    : m_worker(worker)
{}

/// One that ends gives its permit to another one, which may end by that: each leaves the table before it goes.
DetachedCalls::~DetachedCalls()
{
    while (!m_running.empty())
        m_running.extract(m_running.begin());
}

void DetachedCalls::begin(InternalCall input)
{
    auto call = std::make_unique<One>(*this, std::move(input));
    One &one = *call;
    m_running.emplace(&one, std::move(call));
    one.start();
}

void DetachedCalls::finished(One &call)
{
    auto node = m_running.extract(&call);
    if (m_finished.empty())
        QTimer::singleShot(0, &m_turn, [this] { m_finished.clear(); });
    m_finished.push_back(std::move(node.mapped()));
}

} // namespace spillway
