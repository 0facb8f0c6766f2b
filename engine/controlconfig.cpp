// SPDX-License-Identifier: MIT
// How a configuration comes into force, is read again and is followed on the disk.
#include "control.h"
#include "core/log.h"
#include "spillway/configio.h"

#include <QFileInfo>

#include <algorithm>
#include <set>

namespace spillway {

bool Control::sameAccess(const NodeConfig &a, const NodeConfig &b)
{
    return a.url == b.url && a.auth == b.auth && a.headers == b.headers;
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

} // namespace spillway
