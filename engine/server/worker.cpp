// SPDX-License-Identifier: MIT
#include "server/worker.h"

#include "io/epolldispatcher.h"
#include "server/detachedcalls.h"
#include "server/frontend.h"

namespace spillway {
namespace {

thread_local DetachedCalls *t_calls = nullptr;

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
        {
            FrontEnd frontEnd(context, m_gateway);
            DetachedCalls calls(context);
            t_calls = &calls;
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
            t_calls = nullptr;
        }
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
    shared.mailbox(worker).post(
        {WorkerMessage::Kind::Task, -1, {}, [input] { t_calls->begin(std::move(*input)); }});
}

} // namespace spillway
