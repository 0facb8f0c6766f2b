// SPDX-License-Identifier: MIT
#include "control.h"

#include "core/log.h"
#include "server/snapshotmaker.h"

#include <QThread>

#include <algorithm>
#include <sys/resource.h>
#include <unistd.h>

namespace spillway {
namespace {

constexpr std::size_t kMaxWorkers = 16; // bits of NodeState::waitingWorkers leave room for more
constexpr int kReloadDelayMs = 250;     // editors write in several steps
constexpr int kDrainPollMs = 10;
constexpr int kSnapshotMs = 1000;

std::size_t workerCountFor(const Config &config)
{
    const int wanted = config.server.workerThreads > 0
                           ? config.server.workerThreads
                           : std::clamp(QThread::idealThreadCount() / 2, 1, 4);
    return std::min<std::size_t>(static_cast<std::size_t>(wanted), kMaxWorkers);
}

/// A connection in and one out for each call: the usual soft limit of 1024 is soon reached.
void raiseDescriptorLimit()
{
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < limit.rlim_max) {
        limit.rlim_cur = limit.rlim_max;
        static_cast<void>(::setrlimit(RLIMIT_NOFILE, &limit));
    }
}

} // namespace

Control::Control(const Clock &clock, std::shared_ptr<EngineViews> views, Report report)
    : m_clock(clock)
    , m_views(std::move(views))
    , m_report(std::move(report))
{
    m_snapshotTimer.setInterval(kSnapshotMs);
    connect(&m_snapshotTimer, &QTimer::timeout, this, &Control::publishSnapshot);
    m_tick.setInterval(1000);
    connect(&m_tick, &QTimer::timeout, this, &Control::tick);
    m_reloadDelay.setSingleShot(true);
    m_reloadDelay.setInterval(kReloadDelayMs);
    connect(&m_reloadDelay, &QTimer::timeout, this, &Control::reload);
    m_drainPoll.setInterval(kDrainPollMs);
    connect(&m_drainPoll, &QTimer::timeout, this, &Control::checkDrained);
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, &Control::filesChanged);
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, &Control::filesChanged);
}

Control::~Control()
{
    m_errands.finish();
    m_listener.reset();
    endWorkers();
    closeCaches();
    m_heads.reset();
    if (m_store)
        m_store->flush();
}

void Control::follow(const Control &before)
{
    m_snapshotTimer.setInterval(before.m_snapshotTimer.interval());
    m_levelBefore = before.m_levelBefore;
}

/// Says what went wrong; empty: nothing.
std::string Control::openStore(const Config &config)
{
    UsageStore::OpenResult opened = UsageStore::open(config.server.stateDir, m_clock);
    for (const std::string &warning : opened.warnings)
        log::warn("store", "trouble with the books", {{"error", warning}});
    m_store = std::move(opened.store);
    if (m_store)
        m_history = std::make_unique<HistoryWriter>(*m_store, m_clock);
    return m_store ? std::string() : opened.error;
}

void Control::start(const std::shared_ptr<const Config> &config, const EngineOptions &options)
{
    m_options = options;
    if (std::string problem = begin(config); !problem.empty()) {
        m_phase = Phase::Over;
        m_report({EngineEvent::Kind::StartFailed, std::move(problem), {}, {}});
        return;
    }
    m_phase = Phase::Running;
    // One that serves nobody but its own process is no event.
    if (m_listener)
        log::info("server",
                  "started",
                  {{"address", m_listener->address()},
                   {"chains", config->chains.size()},
                   {"nodes", config->nodes.size()},
                   {"file", config->file}});
    m_report(
        {EngineEvent::Kind::Started, m_listener ? m_listener->address() : std::string(), {}, {}});
}

std::string Control::begin(const std::shared_ptr<const Config> &config)
{
    if (!config)
        return "there is no config to start with: the issues of the pool or file it was to come "
               "from say why";
    raiseDescriptorLimit();
    if (std::string problem = openStore(*config); !problem.empty())
        return problem;
    m_shared =
        std::make_unique<Shared>(m_clock,
                                 workerCountFor(*config),
                                 std::shared_ptr<TrafficRecorder>(m_views, &m_views->traffic));
    m_shared->plugIn(m_options.transport, m_options.metrics);
    m_heads = std::make_unique<HeadWatch>(*m_shared, m_clock);
    m_heads->onReorg = [this](const std::string &chain, const chain::Reorg &reorg) {
        publishSnapshot();
        m_report(
            {EngineEvent::Kind::Reorganised, chain, {}, {}, toSnapshot(reorg, m_clock.wallMs())});
    };
    m_gateway = std::make_unique<Gateway>(*m_shared);
    std::vector<std::string> notes;
    if (std::string problem = install(config, notes); !problem.empty())
        return problem;
    startWorkers(*config);
    m_rollupFrom = m_clock.steadyNs();
    m_tick.start();
    publishSnapshot();
    m_snapshotTimer.start();
    if (m_options.watchFiles)
        watch();
    return {};
}

void Control::startWorkers(const Config &config)
{
    for (std::size_t i = 0; i < m_shared->workerCount(); ++i) {
        m_workers.push_back(std::make_unique<Worker>(*m_gateway, i, config.server.io));
        m_workers.back()->start();
    }
}

/// What was still on its way to the workers ends with them.
void Control::endWorkers()
{
    m_workers.clear();
    for (std::size_t i = 0; m_shared && i < m_shared->workerCount(); ++i) {
        for (const WorkerMessage &message : m_shared->mailbox(i).takeAll()) {
            if (message.descriptor >= 0)
                ::close(static_cast<int>(message.descriptor));
        }
    }
}

std::shared_ptr<const ServerView> Control::makeView(const std::shared_ptr<const Config> &config)
{
    auto view = std::make_shared<ServerView>();
    view->config = config;
    view->loopback = config->server.isLoopback();
    const ClientRateLimit &limit = config->server.clientRateLimit;
    if (limit.enabled)
        view->clientRate = GcraRate::perSecond(limit.requestsPerSecond, limit.burst);
    view->trustedProxies = TrustedProxies(limit.trustedProxies);
    for (const ClientToken &token : config->server.tokens) {
        auto &state = m_tokens[token.name];
        if (!state)
            state = std::make_shared<TokenState>(token.name,
                                                 m_store->counter("token:" + token.name, 1));
        view->identities.push_back({&token, state, GcraRate::perSecond(token.rpsLimit)});
    }
    return view;
}

std::string Control::rebind(const Config &config)
{
    const bool same = m_listener && m_config && m_config->server.host == config.server.host
                      && (m_config->server.port == config.server.port
                          || config.server.port == m_listener->port());
    if (same)
        return {};
    auto listener = std::make_unique<Listener>([this](qintptr descriptor) { handOff(descriptor); });
    std::string error = listener->listen(config.server);
    if (!error.empty())
        return error;
    if (m_listener)
        log::info("server", "listening on a new address", {{"address", listener->address()}});
    m_listener = std::move(listener);
    return {};
}

/// To the worker with the fewest connections: even with few long-lived clients the load is spread.
void Control::handOff(qintptr descriptor)
{
    if (m_workers.empty() || m_shared->connections() >= m_config->security.maxConnections) {
        ::close(static_cast<int>(descriptor));
        m_shared->stats(0).connectionsRefused.add();
        return;
    }
    std::size_t best = 0;
    for (std::size_t i = 1; i < m_workers.size(); ++i) {
        if (m_workers[i]->connectionCount() < m_workers[best]->connectionCount())
            best = i;
    }
    m_workers[best]->announceConnection();
    m_shared->mailbox(best).post({WorkerMessage::Kind::Connection, descriptor, {}, {}});
}

void Control::rank()
{
    auto ranking = Ranking::rank(m_ranking->table);
    if (*ranking == *m_ranking)
        return;
    m_ranking = std::move(ranking);
    m_shared->publish(m_ranking);
}

void Control::tick()
{
    rank();
    m_rateLearner.second(*m_ranking->table);
    m_hedgeWatch.second(*m_ranking->table);
    std::erase_if(m_oldCaches, [](const auto &cache) { return cache.use_count() == 1; });
    for (const std::string &name : m_store->rollOver())
        log::info("store", "a new billing period begins", {{"node", name}});
    // Every second, so that a kill takes no more of the history than that.
    writeHistory();
    logRepeats();
    logRollup();
}

/// What the calls met that were on their way when a node was closed: one line a second, not one each.
void Control::logRepeats()
{
    for (const auto &[name, state] : m_states) {
        if (const std::uint32_t more = state->takeRepeats(); more > 0)
            log::info("node",
                      "more calls failed while the node was taken out of rotation",
                      {{"node", name}, {"calls", more}, {"window_s", 1}});
    }
}

/// One line a node that had traffic, at the end of each window; a window that is changed ends at the new length, the last one with the
/// run.
void Control::logRollup(bool last)
{
    const SteadyNs now = m_clock.steadyNs();
    const int window = m_config->server.rollupWindowS;
    // Half a tick early is on time: ticks are not exact, and the next one would be a whole second late.
    if (!last && window > 0 && now - m_rollupFrom < window * kNsPerSecond - kNsPerSecond / 2)
        return;
    const SteadyNs seconds =
        std::max<SteadyNs>((now - m_rollupFrom + kNsPerSecond / 2) / kNsPerSecond, 1);
    m_rollupFrom = now;
    for (const auto &[name, state] : m_states) {
        const auto line = m_rollup.next(name, state->allStats());
        if (!line || window == 0)
            continue;
        log::info("node",
                  "rollup",
                  {{"node", name},
                   {"window_s", last ? seconds : window},
                   {"requests", line->requests},
                   {"ok", line->ok},
                   {"err", line->failed},
                   {"success_rate", line->successRate},
                   {"p50_ms", line->p50Ms},
                   {"p95_ms", line->p95Ms}});
    }
}

void Control::writeHistory()
{
    m_history->writeCalls(*m_shared);
    m_history->write(m_states, m_renamed);
}

void Control::stop(Milliseconds drain)
{
    if (m_phase == Phase::Stopping)
        return;
    if (m_phase != Phase::Running) {
        m_report({EngineEvent::Kind::Stopped, {}, {}, {}});
        return;
    }
    m_phase = Phase::Stopping;
    m_tick.stop();
    m_snapshotTimer.stop();
    m_reloadDelay.stop();
    if (m_listener)
        m_listener->close();
    for (std::size_t i = 0; i < m_workers.size(); ++i)
        m_shared->mailbox(i).post({WorkerMessage::Kind::Drain, -1, {}, {}});
    m_drainUntil = m_clock.steadyNs() + toNs(drain);
    m_drainPoll.start();
}

void Control::checkDrained()
{
    const bool idle = m_shared->connections() == 0 && m_shared->inFlight() == 0;
    if (!idle && m_clock.steadyNs() < m_drainUntil)
        return;
    if (!idle)
        log::warn(
            "server", "stopping with calls unfinished", {{"in_flight", m_shared->inFlight()}});
    m_drainPoll.stop();
    finishStop();
}

void Control::finishStop()
{
    endWorkers();
    closeCaches();
    m_heads.reset();
    m_errands.finish();
    writeHistory();
    m_store->flush();
    logRollup(true);
    if (m_listener)
        log::info("server", "stopped");
    m_phase = Phase::Over;
    m_report({EngineEvent::Kind::Stopped, {}, {}, {}});
    onOver();
}

} // namespace spillway
