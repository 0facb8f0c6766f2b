// SPDX-License-Identifier: MIT
#pragma once

#include "server/gateway.h"
#include "server/listener.h"
#include "server/worker.h"
#include "spillway/engine.h"
#include "store/usagestore.h"

#include <QFileSystemWatcher>
#include <QTimer>

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace spillway {

/// What the control thread tells the facade.
struct EngineEvent
{
    enum class Kind { Started, StartFailed, Applied, Rejected, Stopped, CallDone };

    Kind kind = Kind::Stopped;
    std::string text;
    std::vector<std::string> lines;
    std::function<void()> run; ///< CallDone
};

/// The composition root, in the control thread: builds store, table, workers and listener in order, applies configs,
/// ranks once a second, turns billing periods, writes history, and takes it all down in reverse.
class Control final : public QObject
{
    Q_OBJECT

public:
    using Report = std::function<void(EngineEvent)>;

    Control(const Clock &clock, Report report);
    ~Control() override;

    void start(const std::shared_ptr<const Config> &config, const EngineOptions &options);
    void reload();
    void apply(const std::shared_ptr<const Config> &config);
    void stop(Milliseconds drain);
    void call(const std::string &chain,
              const std::string &method,
              const std::string &params,
              Engine::CallDone done);

private:
    /// Counter values at the end of the last minute written to the history.
    struct HistoryMark
    {
        std::uint64_t attempts = 0;
        std::uint64_t failures = 0;
        std::uint64_t credits = 0;
        std::uint64_t latencyUs = 0;
        std::uint64_t served = 0;
    };

    bool openStore(const Config &config);
    std::string install(const std::shared_ptr<const Config> &config,
                        std::vector<std::string> &notes);
    std::shared_ptr<NodeState> stateOf(const NodeConfig &node, std::string &error);
    std::shared_ptr<const ServerView> makeView(const std::shared_ptr<const Config> &config);
    std::string rebind(const Config &config);
    void handOff(qintptr descriptor);
    void startWorkers(const Config &config);
    void rank();
    void tick();
    void writeHistory(std::int64_t minute);
    void watch();
    void filesChanged();
    void finishStop();
    void checkDrained();

    const Clock &m_clock;
    Report m_report;
    EngineOptions m_options;
    std::unique_ptr<UsageStore> m_store;
    std::unique_ptr<Shared> m_shared;
    std::unique_ptr<Gateway> m_gateway;
    std::unique_ptr<Listener> m_listener;
    std::vector<std::unique_ptr<Worker>> m_workers;
    std::shared_ptr<const Config> m_config;
    std::shared_ptr<const Ranking> m_ranking;
    std::map<std::string, std::shared_ptr<NodeState>> m_states;
    std::map<std::string, std::shared_ptr<TokenState>> m_tokens;
    std::map<std::string, HistoryMark> m_historyMarks;
    std::int64_t m_historyMinute = 0;
    QTimer m_tick;
    QTimer m_reloadDelay;
    QTimer m_drainPoll;
    SteadyNs m_drainUntil = 0;
    QFileSystemWatcher m_watcher;
};

} // namespace spillway
