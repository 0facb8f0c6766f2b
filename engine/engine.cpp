// SPDX-License-Identifier: MIT
#include "spillway/engine.h"

#include "controlseat.h"
#include "core/mailbox.h"
#include "ending.h"
#include "spillway/logging.h"

#include <QPointer>
#include <QPromise>
#include <QThread>

#include <atomic>
#include <deque>
#include <utility>

namespace spillway {

namespace {

std::string stoppedWords()
{
    return "the engine was stopped";
}

} // namespace

class Engine::Private
{
public:
    using Command = ControlSeat::Command;

    explicit Private(Engine &owner)
        : engine(owner)
        , commands(std::make_shared<Mailbox<Command>>())
        , events(std::make_shared<Mailbox<EngineEvent>>())
        , views(std::make_shared<EngineViews>())
        , thread(commands, events, views)
    {
        QObject::connect(
            &events->doorbell(),
            &Doorbell::rang,
            &engine,
            [this] { deliver(); },
            Qt::QueuedConnection);
        commands->doorbell().moveToThread(&thread);
        thread.setObjectName(QStringLiteral("control"));
        thread.start();
    }

    /// Ends the threads, then tells everybody who still waits for an answer.
    ~Private()
    {
        closing = true;
        thread.quit();
        thread.wait();
        for (;;) {
            commands->takeAll().clear(); // what was not begun ends here
            collect();
            if (pending.empty())
                return;
            const EngineEvent event = takeNext();
            if (event.kind == EngineEvent::Kind::Answer)
                event.run();
        }
    }

    /// For the control that serves.
    void command(std::function<void(Control &)> run)
    {
        commands->post([run = std::move(run)](ControlSeat &seat) { run(seat.control()); });
    }

    void deliver()
    {
        collect();
        // Whoever is told may delete the engine, or let an event loop run that delivers what comes next.
        const QPointer<Engine> alive(&engine);
        while (alive && !pending.empty())
            emitEvent(engine, takeNext());
    }

    void collect()
    {
        for (EngineEvent &event : events->takeAll())
            pending.push_back(std::move(event));
    }

    EngineEvent takeNext()
    {
        EngineEvent event = std::move(pending.front());
        pending.pop_front();
        return event;
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
            ControlSeat seat(m_views, [events = m_events](EngineEvent event) {
                events->post(std::move(event));
            });
            const auto drain = [&] {
                for (Command &command : m_commands->takeAll())
                    seat.take(std::move(command));
            };
            QObject::connect(
                &m_commands->doorbell(), &Doorbell::rang, &seat, drain, Qt::QueuedConnection);
            drain();
            exec();
        }

    private:
        std::shared_ptr<Mailbox<Command>> m_commands;
        std::shared_ptr<Mailbox<EngineEvent>> m_events;
        std::shared_ptr<EngineViews> m_views;
    };

    Engine &engine;
    std::shared_ptr<Mailbox<Command>> commands;
    std::shared_ptr<Mailbox<EngineEvent>> events;
    std::shared_ptr<EngineViews> views;
    std::deque<EngineEvent> pending; ///< taken out of `events`, not told yet
    std::atomic<bool> closing{false};
    ControlThread thread;
};

Engine::Engine(QObject *parent)
    : QObject(parent)
    , d(std::make_unique<Private>(*this))
{}

Engine::~Engine() = default;

void Engine::start(std::shared_ptr<const Config> config, const EngineOptions &options)
{
    d->commands->post(
        [config = std::move(config), options](ControlSeat &seat) { seat.start(config, options); });
}

void Engine::start(const ConfigLoadResult &pool, const EngineOptions &options)
{
    if (pool.config) {
        start(pool.config, options);
        return;
    }
    EngineEvent failed{EngineEvent::Kind::StartFailed, {}, {}, {}};
    failed.text = "the pool has no config";
    const char *separator = ": ";
    for (const ConfigIssue &issue : pool.issues) {
        if (issue.severity != ConfigIssue::Severity::Error)
            continue;
        failed.text += separator + issue.toString();
        separator = "; ";
    }
    d->events->post(std::move(failed));
}

void Engine::reload()
{
    d->command([](Control &control) { control.reload(); });
}

void Engine::applyConfig(std::shared_ptr<const Config> config)
{
    d->command([config = std::move(config)](Control &control) { control.apply(config); });
}

void Engine::stop(Milliseconds drain)
{
    d->command([drain](Control &control) { control.stop(drain); });
}

void Engine::call(const CallTarget &target,
                  const std::string &method,
                  const std::string &paramsJson,
                  CallDone done)
{
    if (d->closing)
        return;
    CallDone told = toldOnce(d->events, std::move(done), 503, unavailableAnswer(stoppedWords()));
    d->command([target, method, paramsJson, told = std::move(told)](Control &control) {
        control.call(target, method, paramsJson, told);
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
    const CallDone done = [promise](int status, std::string answer) {
        AnswerParts parts = splitAnswer(answer);
        CallAnswer out{status, std::move(answer), {}, {}};
        (parts.isResult ? out.result : out.error) = std::move(parts.text);
        promise->addResult(std::move(out));
        promise->finish();
    };
    if (d->closing)
        done(503, unavailableAnswer(stoppedWords()));
    else
        call(target, method, paramsJson, done);
    return promise->future();
}

std::shared_ptr<const Snapshot> Engine::snapshot() const
{
    return d->views->snapshots.get();
}

void Engine::setSnapshotInterval(Milliseconds interval)
{
    d->command([interval](Control &control) { control.setSnapshotInterval(interval); });
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
    HistoryDone told = toldOnce(d->events, std::move(done), {});
    d->command([fromMinute, toMinute, told = std::move(told)](Control &control) {
        control.history(fromMinute, toMinute, told);
    });
}

void Engine::setUsed(const std::string &node, std::uint64_t credits, CommandDone done)
{
    CommandDone told = toldOnce(d->events, std::move(done), stoppedWords());
    d->command([node, credits, told = std::move(told)](Control &control) {
        control.setUsed(node, credits, told);
    });
}

void Engine::renameUsage(const std::string &from, const std::string &to, CommandDone done)
{
    CommandDone told = toldOnce(d->events, std::move(done), stoppedWords());
    d->command([from, to, told = std::move(told)](Control &control) {
        control.renameUsage(from, to, told);
    });
}

void Engine::bookTest(const NodeConfig &tested, const std::vector<std::string> &methods)
{
    d->command([tested, methods](Control &control) { control.bookTest(tested, methods); });
}

void Engine::forgive(const std::string &node, CommandDone done)
{
    CommandDone told = toldOnce(d->events, std::move(done), stoppedWords());
    d->command([node, told = std::move(told)](Control &control) { control.forgive(node, told); });
}

} // namespace spillway
