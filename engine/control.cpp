// SPDX-License-Identifier: MIT
#include "control.h"

#include "core/log.h"
#include "server/snapshotmaker.h"
#include "spillway/configio.h"

#include <QDir>
#include <QFileInfo>
#include <QThread>

#include <algorithm>
#include <set>
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

bool Control::sameAccess(const NodeConfig &a, const NodeConfig &b)
{
    return a.url == b.url && a.auth == b.auth && a.headers == b.headers;
}

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

/// Everything that can fail comes first; only then is anything replaced.
std::string Control::install(const std::shared_ptr<const Config> &config,
                             std::vector<std::string> &notes)
{
    std::vector<ConfigIssue> issues;
    auto rules = config->outcomeRulesPath.empty()
                     ? OutcomeRules::builtIn()
                     : OutcomeRules::load(config->outcomeRulesPath, issues);
    if (!rules)
        return issues.empty() ? "the outcome rules cannot be read" : issues.front().toString();
    std::string error;
    const bool sameCache = m_cache && m_config && m_config->cache == config->cache;
    std::shared_ptr<cache::Cache> cache =
        sameCache ? m_cache : cache::Cache::make(m_clock, config->cache);
    auto table = RoutingTable::build(
        config,
        std::move(rules),
        [&](const NodeConfig &node) { return stateOf(node, error); },
        [&](const ChainConfig &chain) { return chainStateOf(chain, *config); },
        cache);
    if (!error.empty())
        return error;
    auto view = makeView(config);
    if (m_options.listen) {
        if (error = rebind(*config); !error.empty())
            return error;
    }
    if (m_config) {
        if (config->server.workerThreads != m_config->server.workerThreads
            || config->server.io != m_config->server.io)
            notes.emplace_back("server.worker_threads and server.io take effect after a restart");
        if (config->server.stateDir != m_config->server.stateDir)
            notes.emplace_back("server.state_dir takes effect after a restart");
        for (const NodeConfig &node : config->nodes) {
            const auto old =
                std::find_if(m_config->nodes.begin(),
                             m_config->nodes.end(),
                             [&](const NodeConfig &other) { return other.name == node.name; });
            if (old == m_config->nodes.end())
                continue;
            if (!sameAccess(*old, node)) {
                m_states[node.name]->forgive();
                m_states[node.name]->hedgeDelay.forget();
            }
            if (old->url != node.url || old->chain != node.chain)
                m_states[node.name]->unfollow();
        }
        for (const NodeConfig &old : m_config->nodes) {
            const bool kept =
                std::any_of(config->nodes.begin(),
                            config->nodes.end(),
                            [&](const NodeConfig &node) { return node.name == old.name; });
            if (!kept) {
                log::info(
                    "config",
                    "node removed",
                    {{"node", old.name}, {"credits_used", m_states[old.name]->usage().used()}});
                writeHistory();
                m_states.erase(old.name);
                m_history->forget(old.name);
                m_rollup.forget(old.name);
                m_renamed.erase(old.name);
            }
        }
    }
    m_config = config;
    m_gateway->publish(std::move(view));
    if (m_listener)
        m_gateway->setAddress(m_listener->address());
    m_ranking = Ranking::rank(std::move(table));
    m_shared->publish(m_ranking);
    if (!sameCache) {
        retireCache();
        m_cache = std::move(cache);
    }
    rememberChains();
    m_heads->follow(m_ranking->table);
    applyLog(config->log);
    wakeAll(); // there may be new nodes, or forgiven ones
    if (!m_workers.empty())
        publishSnapshot();
    return {};
}

/// A level that leaves the config gives way to the one the program was started with. Without one in the config the
/// window's own switch is left alone.
void Control::applyLog(const LogConfig &config)
{
    if (m_options.configLogLevel) {
        if (!m_levelBefore && !config.level.empty())
            m_levelBefore = log::level();
        if (m_levelBefore)
            log::setLevel(log::levelFromName(config.level).value_or(*m_levelBefore));
        if (config.level.empty())
            m_levelBefore.reset();
    }
    log::CategoryLevels categories;
    for (const auto &[category, level] : config.categories)
        categories.emplace(category, log::levelFromName(level).value_or(log::Level::Info));
    log::setCategoryLevels(std::move(categories));
}

std::shared_ptr<NodeState> Control::stateOf(const NodeConfig &node, std::string &error)
{
    std::string problem;
    UsageCounter *counter = m_store->counter(node.name, node.resetDay, &problem);
    if (counter == nullptr) {
        error = problem;
        return nullptr;
    }
    auto &state = m_states[node.name];
    if (!state) {
        // One slot for each worker, and one for the questions of this thread.
        const std::size_t threads = m_shared->workerCount() + 1;
        state = std::make_shared<NodeState>(
            node.name, counter, threads, m_store->runCounters(node.name, threads));
        m_history->add(node.name, bookedAs(node.name));
    }
    return state;
}

/// What is known of a chain lives on with its name, unless it is another chain by now.
std::shared_ptr<chain::ChainState> Control::chainStateOf(const ChainConfig &chain,
                                                         const Config &config)
{
    const auto known = m_chains.find(chain.name);
    const ChainConfig *before = m_config ? m_config->chain(chain.name) : nullptr;
    const bool same = known != m_chains.end() && before != nullptr && before->kind == chain.kind
                      && before->chainId == chain.chainId;
    const bool sharesNode =
        same && std::any_of(config.nodes.begin(), config.nodes.end(), [&](const NodeConfig &node) {
            return node.chain == chain.name
                   && std::any_of(
                       m_config->nodes.begin(), m_config->nodes.end(), [&](const NodeConfig &old) {
                           return old.chain == chain.name && old.url == node.url;
                       });
        });
    return sharesNode ? known->second : std::make_shared<chain::ChainState>(chain.name);
}

/// The last to let go of a cache waits for its threads: that must be this thread.
void Control::retireCache()
{
    if (m_cache)
        m_oldCaches.push_back(std::move(m_cache));
    m_cache.reset();
}

void Control::closeCaches()
{
    retireCache();
    for (const auto &cache : m_oldCaches)
        cache->close();
    m_oldCaches.clear();
}

void Control::rememberChains()
{
    m_chains.clear();
    for (const RouteChain &chain : m_ranking->table->chains()) {
        if (chain.state)
            m_chains.emplace(chain.config->name, chain.state);
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

void Control::reload()
{
    if (m_phase != Phase::Running || m_config->file.empty()) {
        rejectReload({m_phase == Phase::Running ? "the config does not come from a file"
                                                : "the engine is not running"});
        return;
    }
    m_reloadDelay.stop(); // what the watcher has noticed is read now
    const ConfigLoadResult loaded = loadConfig(m_config->file);
    for (const ConfigIssue &issue : loaded.issues) {
        if (issue.severity == ConfigIssue::Severity::Warning)
            log::warn("config", "config warning", {{"error", issue.toString()}});
    }
    if (!loaded.config) {
        std::vector<std::string> reasons;
        for (const ConfigIssue &issue : loaded.issues) {
            if (issue.severity == ConfigIssue::Severity::Error)
                reasons.push_back(issue.toString());
        }
        rejectReload(std::move(reasons));
        watch();
        return;
    }
    apply(loaded.config);
}

/// The running config serves on.
void Control::rejectReload(std::vector<std::string> reasons)
{
    for (const std::string &reason : reasons) {
        // People read one sentence; programs look for an event and its field.
        if (log::format() == log::Format::Json)
            log::error("config", "reload failed", {{"error", reason}});
        else
            log::error("config", "reload failed: " + reason);
    }
    m_report({EngineEvent::Kind::Rejected, {}, std::move(reasons), {}});
}

void Control::apply(const std::shared_ptr<const Config> &config)
{
    if (m_phase != Phase::Running || !config) {
        rejectReload({config
                          ? "the engine is not running"
                          : "there is no config: the issues of what it was to come from say why"});
        return;
    }
    if (*config == *m_config) {
        watch();
        log::info("config", "config is unchanged", {{"file", config->file}});
        m_report({EngineEvent::Kind::Applied, {}, {}, {}});
        return;
    }
    std::vector<std::string> notes;
    const std::string error = install(config, notes);
    watch();
    if (!error.empty()) {
        rejectReload({error});
        return;
    }
    log::info(
        "config", "config applied", {{"nodes", config->nodes.size()}, {"file", config->file}});
    for (const std::string &note : notes)
        log::warn("config", "needs a restart", {{"note", note}});
    m_report({EngineEvent::Kind::Applied, {}, std::move(notes), {}});
}

/// Watches the files and their folders: an editor that writes a new file and renames it replaces the inode.
void Control::watch()
{
    if (!m_options.watchFiles || !m_config || m_config->file.empty())
        return;
    std::set<QString> paths;
    const auto add = [&](const std::string &file) {
        const QFileInfo info(QString::fromStdString(file));
        // Also where the file is gone: its folder tells when it comes back.
        if (QFileInfo::exists(info.absolutePath()))
            paths.insert(info.absolutePath());
        if (!info.exists())
            return;
        paths.insert(info.absoluteFilePath());
        if (info.isSymLink())
            paths.insert(info.canonicalFilePath());
    };
    add(m_config->file);
    for (const NodeConfig &node : m_config->nodes) {
        if (node.prices && !node.prices->path.empty() && node.prices->path.front() != ':')
            add(node.prices->path);
    }
    for (const QString &path : m_watcher.files() + m_watcher.directories()) {
        if (!paths.contains(path))
            m_watcher.removePath(path);
    }
    const QStringList watched = m_watcher.files() + m_watcher.directories();
    for (const QString &path : paths) {
        if (!watched.contains(path))
            m_watcher.addPath(path);
    }
}

void Control::filesChanged()
{
    m_reloadDelay.start();
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
