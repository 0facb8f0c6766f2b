// SPDX-License-Identifier: MIT
#pragma once

#include "core/log.h"
#include "errands.h"
#include "headwatch.h"
#include "hedgewatch.h"
#include "historywriter.h"
#include "ratelearner.h"
#include "server/gateway.h"
#include "server/listener.h"
#include "server/worker.h"
#include "snapshotbox.h"
#include "spillway/engine.h"
#include "stats/rollup.h"
#include "store/usagestore.h"

#include <QFileSystemWatcher>
#include <QTimer>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace spillway {

/// What the control thread tells the facade.
struct EngineEvent
{
    enum class Kind { Started, StartFailed, Applied, Rejected, Stopped, Answer, Reorganised };

    Kind kind = Kind::Stopped;
    std::string text;
    std::vector<std::string> lines;
    std::function<void()> run; ///< Answer: to call(), history() or a command
    ReorgSnapshot reorg = {};  ///< Reorganised; `text` is the chain's name
};

/// What the facade may look at from any thread.
struct EngineViews
{
    SnapshotBox snapshots;
    TrafficRecorder traffic{SystemClock::instance()};
};

/// The whole answer to a call that nobody can take, and why.
[[nodiscard]] std::string unavailableAnswer(std::string_view why);

/// The composition root, in the control thread: builds store, table, workers and listener in order, applies configs,
/// ranks once a second, turns billing periods, writes history, and takes it all down in reverse.
class Control final : public QObject
{
    Q_OBJECT

public:
    using Report = std::function<void(EngineEvent)>;

    /// It serves for one run: what has stopped, or could not start, is not started again.
    enum class Phase { Fresh, Running, Stopping, Over };

    Control(const Clock &clock, std::shared_ptr<EngineViews> views, Report report);
    ~Control() override;

    [[nodiscard]] Phase phase() const { return m_phase; }

    /// The run has been stopped. May not delete this object.
    std::function<void()> onOver;
    /// Takes over what is no part of a run from the one before.
    void follow(const Control &before);

    void start(const std::shared_ptr<const Config> &config, const EngineOptions &options);
    void reload();
    void apply(const std::shared_ptr<const Config> &config);
    void stop(Milliseconds drain);
    void call(const CallTarget &target,
              const std::string &method,
              const std::string &params,
              Engine::CallDone done);
    void setSnapshotInterval(Milliseconds interval);
    void history(std::int64_t fromMinute, std::int64_t toMinute, Engine::HistoryDone done);
    void setUsed(const std::string &node, std::uint64_t credits, Engine::CommandDone done);
    void renameUsage(const std::string &from, const std::string &to, Engine::CommandDone done);
    void forgive(const std::string &node, const Engine::CommandDone &done);
    void bookTest(const NodeConfig &tested, const std::vector<std::string> &methods);

private:
    std::string begin(const std::shared_ptr<const Config> &config);
    std::string openStore(const Config &config);
    std::string install(const std::shared_ptr<const Config> &config,
                        std::vector<std::string> &notes);
    std::shared_ptr<NodeState> stateOf(const NodeConfig &node, std::string &error);
    std::shared_ptr<chain::ChainState> chainStateOf(const ChainConfig &chain, const Config &config);
    void rememberChains();
    void retireCache();
    void closeCaches();
    std::shared_ptr<const ServerView> makeView(const std::shared_ptr<const Config> &config);
    std::string rebind(const Config &config);
    void applyLog(const LogConfig &config);
    void handOff(qintptr descriptor);
    void startWorkers(const Config &config);
    void endWorkers();
    static bool sameAccess(const NodeConfig &a, const NodeConfig &b);
    void rank();
    void tick();
    void writeHistory();
    void logRepeats();
    void logRollup(bool last = false);
    [[nodiscard]] std::string bookedAs(const std::string &node) const;
    void noteRenamed(const std::string &from, const std::string &to);
    void publishSnapshot();
    void answer(std::function<void()> run);
    void wakeAll();
    bool refuseWhileDown(const Engine::CommandDone &done);
    void watch();
    void filesChanged();
    void finishStop();
    void checkDrained();
    void rejectReload(std::vector<std::string> reasons);

    const Clock &m_clock;
    std::shared_ptr<EngineViews> m_views;
    Report m_report;
    Phase m_phase = Phase::Fresh;
    EngineOptions m_options;
    std::unique_ptr<UsageStore> m_store;
    std::unique_ptr<HistoryWriter> m_history;
    std::unique_ptr<Shared> m_shared;
    std::unique_ptr<HeadWatch> m_heads;
    std::unique_ptr<Gateway> m_gateway;
    std::unique_ptr<Listener> m_listener;
    std::vector<std::unique_ptr<Worker>> m_workers;
    std::shared_ptr<const Config> m_config;
    std::shared_ptr<cache::Cache> m_cache;                  ///< of the running config; may be null
    std::vector<std::shared_ptr<cache::Cache>> m_oldCaches; ///< some calls may still use them
    std::shared_ptr<const Ranking> m_ranking;
    std::map<std::string, std::shared_ptr<NodeState>> m_states;
    std::map<std::string, std::shared_ptr<chain::ChainState>> m_chains;
    std::map<std::string, std::shared_ptr<TokenState>> m_tokens;
    /// Nodes whose books were renamed and that run on under the old name until the config follows.
    std::map<std::string, std::string> m_renamed;
    std::optional<log::Level> m_levelBefore; ///< before the config set one
    Rollup m_rollup;
    RateLearner m_rateLearner;
    HedgeWatch m_hedgeWatch;
    SteadyNs m_rollupFrom = 0;
    QTimer m_tick;
    QTimer m_snapshotTimer;
    QTimer m_reloadDelay;
    QTimer m_drainPoll;
    SteadyNs m_drainUntil = 0;
    QFileSystemWatcher m_watcher;
    Errands m_errands; ///< last: its jobs use the store
};

} // namespace spillway
