// SPDX-License-Identifier: MIT
#include "server/worker.h"

#include "core/jsontext.h"
#include "io/epolldispatcher.h"
#include "server/frontend.h"

#include <QTimer>

namespace spillway {
namespace {

thread_local WorkerContext *t_context = nullptr;

/// One call without a connection; deletes itself when it is done.
class DetachedCall final : private CallSink
{
public:
    DetachedCall(WorkerContext &worker, InternalCall input)
        : m_input(std::move(input))
        , m_call(worker, *this)
    {
        const auto &table = worker.table();
        const CallTarget &target = m_input.target;
        const RouteNode *node = table->table().nodeByName(target.node);
        auto chain = table->table().chainByName(target.chain);
        if (target.chain.empty())
            chain = node != nullptr ? node->chain : 0;
        if (!chain) {
            refuse("there is no chain " + target.chain);
            return;
        }
        if (!target.node.empty() && (node == nullptr || node->chain != *chain)) {
            refuse("there is no node " + target.node
                   + (target.chain.empty() ? std::string() : " on " + target.chain));
            return;
        }
        m_body = R"({"jsonrpc":"2.0","id":1,"method":)";
        json::appendString(m_body, m_input.method);
        if (m_input.params.empty())
            m_input.params = "[]";
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
    void refuse(const std::string &reason)
    {
        m_input.done(404, rpc::errorObject("1", rpc::kInvalidRequest, reason));
        QTimer::singleShot(0, [this] { delete this; });
    }

    void callDone(Call &, const CallResult &result) override
    {
        m_input.done(result.httpStatus, std::string(result.body));
        QTimer::singleShot(0, [this] { delete this; });
    }

    InternalCall m_input;
    std::string m_body;
    Call m_call;
};

} // namespace

class Worker::Thread final : public QThread
{
public:
    Thread(Gateway &gateway, std::size_t index, IoBackend backend, std::atomic<int> &connections)
        : m_gateway(gateway)
        , m_index(index)
        , m_backend(backend)
        , m_connections(connections)
    {
        setObjectName(QStringLiteral("io-%1").arg(index));
        if (backend != IoBackend::Qt && qEnvironmentVariableIsEmpty("SPILLWAY_QT_DISPATCHER"))
            setEventDispatcher(new EpollDispatcher);
    }

protected:
    void run() override
    {
        Shared &shared = m_gateway.shared();
        IoContext io(shared.clock(), m_backend);
        if (shared.transport())
            io.useTransport(shared.transport());
        WorkerContext context(shared, m_index, io);
        t_context = &context;
        {
            FrontEnd frontEnd(context, m_gateway);
            Mailbox<WorkerMessage> &mailbox = shared.mailbox(m_index);
            QObject receiver;
            const auto empty = [&] {
                for (WorkerMessage &message : mailbox.takeAll())
                    handle(context, frontEnd, message);
                m_connections.store(static_cast<int>(frontEnd.connectionCount()),
                                    std::memory_order_relaxed);
            };
            QObject::connect(
                &mailbox.doorbell(), &Doorbell::rang, &receiver, empty, Qt::QueuedConnection);
            empty(); // what was posted before the connection stood
            exec();
        }
        t_context = nullptr;
    }

private:
    static void handle(WorkerContext &context, FrontEnd &frontEnd, WorkerMessage &message)
    {
        switch (message.kind) {
        case WorkerMessage::Kind::Connection:
            frontEnd.adopt(message.descriptor);
            return;
        case WorkerMessage::Kind::PermitFreed:
            context.wakeSleepers(message.node, false);
            return;
        case WorkerMessage::Kind::ProbeEnded:
            context.wakeSleepers(message.node, true);
            return;
        case WorkerMessage::Kind::LookAgain:
            context.wakeAll();
            return;
        case WorkerMessage::Kind::ChainMoved:
            context.wakeChainWaiters(*message.chain);
            return;
        case WorkerMessage::Kind::Drain:
            frontEnd.drain();
            return;
        case WorkerMessage::Kind::Task:
            message.task();
            return;
        }
    }

    Gateway &m_gateway;
    std::size_t m_index;
    IoBackend m_backend;
    std::atomic<int> &m_connections;
};

Worker::Worker(Gateway &gateway, std::size_t index, IoBackend backend)
    : m_gateway(gateway)
    , m_index(index)
    , m_backend(backend)
{}

Worker::~Worker()
{
    stop();
}

void Worker::start()
{
    m_thread = std::make_unique<Thread>(m_gateway, m_index, m_backend, m_connectionCount);
    m_gateway.shared().adoptMailbox(m_index, m_thread.get());
    m_thread->start();
}

void Worker::stop()
{
    if (!m_thread)
        return;
    m_thread->quit();
    m_thread->wait();
    m_thread.reset();
}

void runInternalCall(Shared &shared, std::size_t worker, InternalCall call)
{
    auto input = std::make_shared<InternalCall>(std::move(call));
    shared.mailbox(worker).post({WorkerMessage::Kind::Task, -1, {}, [input] {
                                     new DetachedCall(*t_context, std::move(*input));
                                 }});
}

} // namespace spillway
