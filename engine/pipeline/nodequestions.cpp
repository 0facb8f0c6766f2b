// SPDX-License-Identifier: MIT
#include "pipeline/nodequestions.h"

#include "pipeline/failurewords.h"
#include "pipeline/nodeclosing.h"
#include "pipeline/noderequest.h"
#include "rpc/envelope.h"
#include "upstream/upstreampool.h"

#include <utility>

namespace spillway {

/// One question on its way.
class NodeQuestions::Exchange final : private HttpResponseHandler
{
public:
    Exchange(NodeQuestions &owner,
             const RouteNode &node,
             UpstreamPool &pool,
             std::string_view method,
             std::string_view params,
             Done done)
        : m_owner(owner)
        , m_node(node)
        , m_pool(pool)
        , m_method(method)
        , m_done(std::move(done))
        , m_timer([](void *self) { static_cast<Exchange *>(self)->timedOut(); }, this)
    {
        m_body = R"({"jsonrpc":"2.0","id":1,"method":")" + m_method + R"(","params":)";
        m_body.append(params).append("}");
    }

    ~Exchange() override { drop(); }

    Done takeDone() { return std::move(m_done); }

    void send(std::uint64_t cost, UtcDay bookedIn)
    {
        m_cost = cost;
        m_bookedIn = bookedIn;
        composeHead(m_node, {}, m_body.size(), m_head);
        m_connection = m_pool.acquire(this, false);
        const SteadyNs patience = toNs(m_owner.m_table->config().server.attemptTimeout);
        m_owner.m_context.timers().start(m_timer, answerPatience(m_node, *m_connection, patience));
        m_connection->send(m_head, m_body);
    }

private:
    NodeWorkerStats &stats() { return m_node.state->stats(m_owner.m_slot); }

    void drop()
    {
        m_timer.cancel();
        if (HttpClientConnection *connection = std::exchange(m_connection, nullptr))
            m_pool.discard(connection);
    }

    void timedOut() { fail(TransportFailure::Timeout, "no answer in time", true); }

    void responseComplete(HttpClientConnection &connection, const HttpResponse &response) override
    {
        m_timer.cancel();
        m_connection = nullptr;
        const bool keep = connection.reusable();
        if (keep)
            m_pool.release(&connection);
        rpc::scanAnswer(response.body, m_answer, m_owner.m_mostAnswer);
        ReplyView reply;
        reply.httpStatus = response.status;
        reply.body = response.body;
        reply.answer = &m_answer;
        reply.retryAfter = response.retryAfter;
        reply.date = response.date;
        reply.location = response.location;
        judge(reply, keep ? nullptr : &connection);
    }

    void judge(const ReplyView &reply, HttpClientConnection *toDiscard)
    {
        const RoutingTable &table = *m_owner.m_table;
        const Clock &clock = m_owner.m_context.clock();
        CallView view;
        view.chain = table.chains()[m_node.chain].config->kind;
        view.method = m_method;
        view.host = m_node.host;
        const std::int64_t wallMs = reply.retryAfter.empty() ? 0 : clock.wallMs();
        const Outcome outcome = table.rules().classify(reply, view, wallMs);
        chain::NodeAnswer answer;
        const bool result =
            outcome.treatment == Treatment::Answer && m_answer.kind == rpc::Answer::Kind::Result;
        if (!result)
            answer.words = failureWords(reply, {}, toNs(table.config().server.attemptTimeout));
        if (result) {
            answer.kind = chain::NodeAnswer::Kind::Result;
            answer.result = m_answer.result;
        } else if (outcome.treatment == Treatment::MethodUnsupported) {
            answer.kind = chain::NodeAnswer::Kind::Unsupported;
        } else if (outcome.treatment == Treatment::KeyRejected && m_node.state->everServed()) {
            // Some providers forbid single methods in that way: no reason to take the node from the clients it serves.
            answer.kind = chain::NodeAnswer::Kind::Error;
        } else if (closeForRefusal(m_node, outcome, clock.steadyNs(), answer.words)) {
            answer.kind = chain::NodeAnswer::Kind::NotAsked;
        } else if (outcome.treatment == Treatment::BadNode) {
            answer.kind = chain::NodeAnswer::Kind::Failed;
        } else {
            answer.kind = chain::NodeAnswer::Kind::Error;
        }
        if (!result)
            stats().probeFailures.add();
        end(answer, toDiscard);
    }

    bool responseLarge(HttpClientConnection &, const HttpResponse &) override
    {
        fail(TransportFailure::TooLarge,
             "an answer of more than " + std::to_string(m_owner.m_mostAnswer >> 20U) + " MiB",
             true);
        return false;
    }

    void exchangeFailed(HttpClientConnection &,
                        TransportFailure failure,
                        std::string_view detail,
                        bool answerBegun,
                        bool bytesLeft) override
    {
        const bool race = m_connection->everUsed() && !answerBegun && !m_again
                          && failure == TransportFailure::ClosedEarly;
        // A kept-alive connection that the node closed while the question was on its way: once more. What has left is paid, and so
        // is the second question.
        const bool again =
            race && (!bytesLeft || m_owner.book(m_node, m_method, m_cost, m_bookedIn));
        if (!again) {
            fail(failure, detail, bytesLeft);
            return;
        }
        m_again = true;
        m_pool.discard(std::exchange(m_connection, nullptr));
        m_connection = m_pool.acquire(this, true);
        m_connection->send(m_head, m_body);
    }

    void idleClosed(HttpClientConnection &) override
    {
        fail(TransportFailure::ClosedEarly, "closed by the node", false);
    }

    void fail(TransportFailure failure, std::string_view detail, bool bytesLeft)
    {
        ReplyView reply;
        reply.failure = failure;
        chain::NodeAnswer answer;
        answer.kind = chain::NodeAnswer::Kind::Failed;
        answer.words =
            failureWords(reply, detail, toNs(m_owner.m_table->config().server.attemptTimeout));
        if (!bytesLeft) {
            m_node.state->usage().refund(m_cost, m_bookedIn);
            stats().history->refunded.add(m_cost);
        }
        stats().probeFailures.add();
        drop();
        end(answer, nullptr);
    }

    /// The last thing an exchange does: it is deleted.
    void end(const chain::NodeAnswer &answer, HttpClientConnection *toDiscard)
    {
        if (toDiscard != nullptr) {
            // The answer's views live in the connection: what is needed of them is kept.
            m_result = answer.result;
            chain::NodeAnswer kept = answer;
            kept.result = m_result;
            m_pool.discard(toDiscard);
            m_owner.finish(*this, kept);
            return;
        }
        m_owner.finish(*this, answer);
    }

    friend class NodeQuestions;

    NodeQuestions &m_owner;
    const RouteNode &m_node;
    UpstreamPool &m_pool;
    std::string m_method;
    std::string m_body;
    std::string m_head;
    std::string m_result;
    Done m_done;
    Timer m_timer;
    HttpClientConnection *m_connection = nullptr;
    rpc::Answer m_answer;
    std::uint64_t m_cost = 0;
    UtcDay m_bookedIn = 0;
    bool m_again = false;
};

NodeQuestions::NodeQuestions(IoContext &context,
                             std::shared_ptr<const RoutingTable> table,
                             std::size_t chain,
                             std::size_t slot,
                             std::size_t mostAnswer)
    : m_context(context)
    , m_table(std::move(table))
    , m_chain(chain)
    , m_slot(slot)
    , m_mostAnswer(mostAnswer)
    , m_pools(m_table->chains()[chain].nodes.size())
{}

NodeQuestions::~NodeQuestions()
{
    // Each still holds a permit of its node.
    for (const auto &[exchange, owned] : m_running)
        exchange->m_node.state->leave();
    for (const auto &[exchange, owned] : m_running) {
        if (onReleased)
            onReleased(exchange->m_node.state);
    }
    m_running.clear();
}

void NodeQuestions::ask(std::size_t node,
                        std::string_view method,
                        std::string_view params,
                        Done done)
{
    const RouteNode &route = m_table->nodes()[m_table->chains()[m_chain].nodes[node]];
    NodeState &state = *route.state;
    const SteadyNs now = m_context.clock().steadyNs();
    const auto refuse = [&](chain::NodeAnswer::Kind kind) {
        chain::NodeAnswer answer;
        answer.kind = kind;
        done(answer);
    };
    const auto cost = route.cost(method);
    if (!cost)
        return refuse(chain::NodeAnswer::Kind::Withheld);
    if (state.mayLackMethods() && state.unsupported(method, now))
        return refuse(chain::NodeAnswer::Kind::Unsupported);
    const Closure closure = state.closure(now);
    if (closure == Closure::Cooling || closure == Closure::Parked
        || !state.tryEnter(route.config->maxConcurrent))
        return refuse(chain::NodeAnswer::Kind::NotAsked);
    UtcDay bookedIn = 0;
    if (!book(route, method, *cost, bookedIn)) {
        state.leave();
        return refuse(chain::NodeAnswer::Kind::NotAsked);
    }
    auto &pool = m_pools[node];
    if (!pool) {
        HttpClientLimits limits;
        limits.bufferBytes = m_mostAnswer;
        pool = std::make_unique<UpstreamPool>(m_context, route.target, limits);
    }
    auto exchange =
        std::make_unique<Exchange>(*this, route, *pool, method, params, std::move(done));
    Exchange &running = *exchange;
    m_running.emplace(&running, std::move(exchange));
    running.send(*cost, bookedIn);
}

/// Takes what a question costs, as any request. False: the node's rate or credits do not allow it now.
bool NodeQuestions::book(const RouteNode &node,
                         std::string_view method,
                         std::uint64_t cost,
                         UtcDay &bookedIn) const
{
    Gcra &bucket = node.state->bucket;
    if (bucket.tryTake(node.currentRate(), m_context.clock().steadyNs()) > 0)
        return false;
    UsageCounter &usage = node.state->usage();
    bookedIn = usage.periodStart();
    if (!node.metered()) {
        usage.book(cost);
    } else if (!usage.tryBook(cost, node.threshold)) {
        bucket.giveBack(node.currentRate());
        return false;
    }
    NodeWorkerStats &stats = node.state->stats(m_slot);
    stats.noteQuestion(MethodSlots::of(method, true), cost);
    stats.probes.add();
    return true;
}

void NodeQuestions::finish(Exchange &exchange, const chain::NodeAnswer &answer)
{
    const std::shared_ptr<NodeState> &state = exchange.m_node.state;
    state->leave();
    if (onReleased)
        onReleased(state);
    auto node = m_running.extract(&exchange);
    const Done done = exchange.takeDone();
    done(answer); // the answer's views die with `node`
}

} // namespace spillway
