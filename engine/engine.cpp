// SPDX-License-Identifier: MIT
#include "spillway/engine.h"

#include "control.h"
#include "core/mailbox.h"
#include "spillway/logging.h"

#include <QPromise>
#include <QThread>

namespace spillway {

class Engine::Private
{
public:
    using Command = std::function<void(Control &)>;

    explicit Private(Engine &engine)
        : commands(std::make_shared<Mailbox<Command>>())
        , events(std::make_shared<Mailbox<EngineEvent>>())
        , views(std::make_shared<EngineViews>())
        , thread(commands, events, views)
    {
        QObject::connect(
            &events->doorbell(),
            &Doorbell::rang,
            &engine,
            [this, &engine] { deliver(engine); },
            Qt::QueuedConnection);
        commands->doorbell().moveToThread(&thread);
        thread.setObjectName(QStringLiteral("control"));
        thread.start();
    }

    ~Private()
    {
        thread.quit();
        thread.wait();
    }

    void deliver(Engine &engine)
    {
        for (EngineEvent &event : events->takeAll())
            emitEvent(engine, event);
    }

    static void emitEvent(Engine &engine, const EngineEvent &event)
    {
        QStringList lines;
        for (const std::string &line : event.lines)
            lines.append(QString::fromStdString(line));
        switch (event.kind) {
        case EngineEvent::Kind::Started:
            Q_EMIT engine.started(QString::fromStdString(event.text));
            return;
        case EngineEvent::Kind::StartFailed:
            Q_EMIT engine.startFailed(QString::fromStdString(event.text));
            return;
        case EngineEvent::Kind::Applied:
            Q_EMIT engine.configApplied(lines);
            return;
        case EngineEvent::Kind::Rejected:
            Q_EMIT engine.configRejected(lines);
            return;
        case EngineEvent::Kind::Stopped:
            Q_EMIT engine.stopped();
            return;
        case EngineEvent::Kind::Answer:
            event.run();
            return;
        case EngineEvent::Kind::Reorganised:
            Q_EMIT engine.chainReorganised(QString::fromStdString(event.text), event.reorg);
            return;
        }
    }

    class ControlThread final : public QThread
    {
    public:
        ControlThread(std::shared_ptr<Mailbox<Command>> commandBox,
                      std::shared_ptr<Mailbox<EngineEvent>> eventBox,
                      std::shared_ptr<EngineViews> engineViews)
            : m_commands(std::move(commandBox))
            , m_events(std::move(eventBox))
            , m_views(std::move(engineViews))
        {}

    protected:
        void run() override
        {
            Control control(
                SystemClock::instance(), m_views, [events = m_events](EngineEvent event) {
                    events->post(std::move(event));
                });
            const auto drain = [&] {
                for (const Command &command : m_commands->takeAll())
                    command(control);
            };
            QObject::connect(
                &m_commands->doorbell(), &Doorbell::rang, &control, drain, Qt::QueuedConnection);
            drain();
            exec();
        }

    private:
        std::shared_ptr<Mailbox<Command>> m_commands;
        std::shared_ptr<Mailbox<EngineEvent>> m_events;
        std::shared_ptr<EngineViews> m_views;
    };

    std::shared_ptr<Mailbox<Command>> commands;
    std::shared_ptr<Mailbox<EngineEvent>> events;
    std::shared_ptr<EngineViews> views;
    ControlThread thread;
};

Engine::Engine(QObject *parent)
    : QObject(parent)
    , d(std::make_unique<Private>(*this))
{}

Engine::~Engine() = default;

void Engine::start(std::shared_ptr<const Config> config, const EngineOptions &options)
{
    d->commands->post([config = std::move(config), options](Control &control) {
        control.start(config, options);
    });
}

void Engine::reload()
{
    d->commands->post([](Control &control) { control.reload(); });
}

void Engine::applyConfig(std::shared_ptr<const Config> config)
{
    d->commands->post([config = std::move(config)](Control &control) { control.apply(config); });
}

void Engine::stop(Milliseconds drain)
{
    d->commands->post([drain](Control &control) { control.stop(drain); });
}

void Engine::call(const CallTarget &target,
                  const std::string &method,
                  const std::string &paramsJson,
                  CallDone done)
{
    d->commands->post([target, method, paramsJson, done = std::move(done)](Control &control) {
        control.call(target, method, paramsJson, done);
    });
}

QFuture<CallAnswer> Engine::call(const std::string &method, const std::string &paramsJson)
{
    return call({}, method, paramsJson);
}

QFuture<CallAnswer>
Engine::call(const CallTarget &target, const std::string &method, const std::string &paramsJson)
{
    auto promise = std::make_shared<QPromise<CallAnswer>>();
    promise->start();
    call(target, method, paramsJson, [promise](int status, std::string answer) {
        AnswerParts parts = splitAnswer(answer);
        CallAnswer out{status, std::move(answer), {}, {}};
        (parts.isResult ? out.result : out.error) = std::move(parts.text);
        promise->addResult(std::move(out));
        promise->finish();
    });
    return promise->future();
}

std::shared_ptr<const Snapshot> Engine::snapshot() const
{
    return d->views->snapshots.get();
}

void Engine::setSnapshotInterval(Milliseconds interval)
{
    d->commands->post([interval](Control &control) { control.setSnapshotInterval(interval); });
}

void Engine::setRecording(bool on, std::size_t capacity)
{
    d->views->traffic.setRecording(on, capacity);
}

TrafficSlice Engine::traffic(std::uint64_t after, std::size_t max) const
{
    return d->views->traffic.slice(after, max);
}

void Engine::captureBodies(Milliseconds duration)
{
    d->views->traffic.captureFor(duration);
}

void Engine::history(std::int64_t fromMinute, std::int64_t toMinute, HistoryDone done)
{
    d->commands->post([fromMinute, toMinute, done = std::move(done)](Control &control) {
        control.history(fromMinute, toMinute, done);
    });
}

void Engine::setUsed(const std::string &node, std::uint64_t credits, CommandDone done)
{
    d->commands->post([node, credits, done = std::move(done)](Control &control) {
        control.setUsed(node, credits, done);
    });
}

void Engine::renameUsage(const std::string &from, const std::string &to, CommandDone done)
{
    d->commands->post([from, to, done = std::move(done)](Control &control) {
        control.renameUsage(from, to, done);
    });
}

void Engine::bookTest(const NodeConfig &tested, const std::vector<std::string> &methods)
{
    d->commands->post([tested, methods](Control &control) { control.bookTest(tested, methods); });
}

void Engine::forgive(const std::string &node, CommandDone done)
{
    d->commands->post(
        [node, done = std::move(done)](Control &control) { control.forgive(node, done); });
}

} // namespace spillway
