// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/portcheck.h"
#include "spillway/engine.h"
#include "spillway/keystore.h"
#include "spillway/usage.h"

#include <QFileSystemWatcher>
#include <QObject>
#include <QString>
#include <QStringList>
#include <QTimer>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace spillway::ui {

class ConfigDraft;
class StatsStore;
class UiSettings;

/// What the proxy is doing, as a user would say it.
enum class ProxyState { Stopped, Starting, Running, Stopping, Failed };

/// Why a start failed, as far as a user can do something about it.
enum class FailureKind { None, Config, PortBusy, PortForbidden, Other };

/// What the books say while the proxy does not run.
struct StoppedBooks
{
    std::vector<NodeUsage> usage;
    std::vector<std::vector<NodeMethodSnapshot>> methodsToday; ///< by number in usage
    History history;
};

struct SessionOptions
{
    QString configPath; ///< absolute
    bool demo = false;  ///< private folder, embedded made-up nodes
    QString stateDir;   ///< empty: defaultStateDir(configPath)
};

/// The model behind all windows: the engine, the file it runs on, the draft that is edited, and the figures. Made once, in the
/// GUI thread; pages get a reference and keep no state of their own that another page could need.
class Session final : public QObject
{
    Q_OBJECT

public:
    Session(SessionOptions options, UiSettings &settings, QObject *parent = nullptr);
    ~Session() override; ///< stops the engine without draining

    [[nodiscard]] ProxyState state() const { return m_state; }

    /// The stop that is under way, or has just ended, is the first half of a restart.
    [[nodiscard]] bool isStartingAgain() const { return m_startAgain; }

    /// Why the last start failed, in the engine's words; empty otherwise.
    [[nodiscard]] QString failure() const { return m_failure; }

    [[nodiscard]] FailureKind failureKind() const { return m_failureKind; }

    /// Who has the port and which one is free, after FailureKind::PortBusy.
    [[nodiscard]] const PortCheck &portCheck() const { return m_portCheck; }

    [[nodiscard]] QString address() const
    {
        return m_address;
    } ///< "http://127.0.0.1:8599"; empty when stopped

    /// Address to give to a tool for a chain: listener and the chain's path. Also known when stopped (from the config).
    [[nodiscard]] QString endpoint(const QString &chain = {}) const;
    /// The chain to give to a tool whose user has named none: the one at the bare address, unless only others have nodes. Empty while
    /// there is no configuration.
    [[nodiscard]] QString mainChain() const;

    [[nodiscard]] const SessionOptions &options() const { return m_options; }

    [[nodiscard]] QString stateDir() const;

    Engine *engine() { return m_engine.get(); } ///< null while stopped

    ConfigDraft &draft() { return *m_draft; }

    StatsStore &stats() { return *m_stats; }

    UiSettings &settings() { return m_settings; }

    KeyStore &keys() { return m_keys; }

    /// The configuration in force (the last one that was started or applied); null before the first valid one.
    [[nodiscard]] std::shared_ptr<const Config> config() const { return m_config; }

    /// The file on the disk has errors, and this older version of it runs instead; empty otherwise.
    [[nodiscard]] QString backupInUse() const { return m_backupInUse; }

    /// Errors of the file on the disk, as of the last start or reload.
    [[nodiscard]] QStringList configProblems() const { return m_configProblems; }

    /// Why keys could not be had from the keyring, with the nodes that wait for them; empty: none wait.
    [[nodiscard]] QString keyringProblem() const { return m_keyringProblem; }

    /// Latest snapshot; null while stopped for good.
    [[nodiscard]] std::shared_ptr<const Snapshot> snapshot() const { return m_snapshot; }

    /// The nodes with their credits: of the latest snapshot, or, while the proxy does not run, of its books (names, chains, tiers and
    /// credits only). Empty before the proxy ran for the first time. Valid until the event loop runs.
    [[nodiscard]] const std::vector<NodeSnapshot> &nodesWithUsage() const;

    /// When the proxy stopped last, milliseconds since 1970; 0: it has not run yet.
    [[nodiscard]] qint64 stoppedAtMs() const { return m_stoppedAtMs; }

    void startProxy();
    void stopProxy();
    void restartProxy();
    void toggleProxy();
    /// Saves the draft's texts (with backups) and applies them to the running engine. Result: applied() or applyFailed().
    void apply();

    [[nodiscard]] bool isApplying() const { return m_applying; }

    /// Reads the file again from the disk and applies it; edits are given up, undoably. A file that is gone or empty is not taken for a
    /// configuration: changedOutside() then.
    void reloadFromDisk();
    /// Gives the edits up, undoably. Another program's text on the disk that was passed over until now is applied then, so that what
    /// the window shows is what runs.
    void discardEdits();
    /// Sets the used credits of a node's running billing period, whether the proxy runs or not; says in a toast() how it went. `node`: its
    /// name in the configuration in force.
    void setUsedCredits(const QString &node, std::uint64_t credits);
    /// Books a connection test, if a node with that address and key runs.
    void bookTest(const NodeConfig &tested, const std::vector<std::string> &methods);
    /// Whether the file is there and cannot be taken for a configuration at all: what the pages show is not what it holds.
    [[nodiscard]] bool isFileUnreadable() const;
    /// Asks the keyring once more for keys that nodes wait for, and applies them.
    void retryKeys();
    /// Pages say whether anybody looks: 4 Hz snapshots while live, 1 Hz while visible, none for hidden windows (tray: 0.2 Hz).
    enum class Watching { Hidden, Visible, Live };
    void setWatching(Watching watching);

    /// Bodies of requests are kept for that long from now on (0: stop).
    void captureBodies(Milliseconds duration);

    /// Milliseconds since 1970 at which capturing ends; 0: none is going on.
    [[nodiscard]] qint64 captureUntilMs() const { return m_captureUntilMs; }

Q_SIGNALS:
    void stateChanged();
    void snapshotChanged(); ///< a new snapshot() is there
    void booksRead();       ///< nodesWithUsage() and the history of a stopped proxy are there
    void applied(const QString &summary, const QStringList &notes);
    void applyFailed(const QStringList &reasons);
    /// The file was changed by another program while it is open here.
    void changedOutside();
    /// Another program touched the files; they may also be as they were before, now.
    void filesTouched();
    /// configProblems(), keyringProblem() or backupInUse() is new.
    void problemsChanged();
    void captureChanged();
    /// A line for the user that needs no answer ("Helius-2 removed."), with an optional undo.
    void toast(const QString &text, bool undoable);
    /// The same for what took effect at once: `undo` takes it back.
    void toastWithUndo(const QString &text, const std::function<void()> &undo);

private:
    static constexpr std::int64_t kHistoryMinutes =
        32 * 24 * 60; ///< a billing period and the day before it
    struct Candidate;
    using RenameList = std::vector<std::pair<QString, QString>>;

    void setState(ProxyState state);
    void readKeys(std::function<void()> then, KeyStore::Patience patience);
    void prepareStart();
    void launch(const Candidate &candidate);
    void onStarted(const QString &address);
    void fail(FailureKind kind, const QString &reason);
    void onStartFailed(const QString &reason);
    void onStopped();
    void dropEngine();
    void poll();

    [[nodiscard]] std::optional<std::uint64_t> usedCredits(const QString &node) const;
    void renameBooks(RenameList renames, std::function<void(QString)> done);
    void renameNext(std::shared_ptr<RenameList> left,
                    RenameList taken,
                    std::function<void(QString)> done);
    void readBooks();
    void takeBooks(const StoppedBooks &found);
    void applyToEngine(std::shared_ptr<const Config> config,
                       std::function<void(QStringList, QStringList)> done);
    void finishApply(const std::shared_ptr<const Config> &config,
                     const QStringList &sentences,
                     const QStringList &notes,
                     const RenameList &renames);
    void applyFailedWith(const QStringList &reasons);
    void takeConfig(const std::shared_ptr<const Config> &config);
    void watchFiles();
    void noteKeyring(const std::vector<ConfigIssue> &issues);

    SessionOptions m_options;
    UiSettings &m_settings;
    KeyStore m_keys;
    ProxyState m_state = ProxyState::Stopped;
    QString m_failure;
    FailureKind m_failureKind = FailureKind::None;
    PortCheck m_portCheck;
    QString m_address;
    std::unique_ptr<Engine> m_engine;
    std::unique_ptr<ConfigDraft> m_draft;
    std::unique_ptr<StatsStore> m_stats;
    std::shared_ptr<const Config> m_config;
    std::shared_ptr<const Snapshot> m_snapshot;
    std::vector<NodeSnapshot> m_stoppedNodes; ///< what nodesWithUsage() says without a snapshot
    QString m_backupInUse;
    QStringList m_configProblems;
    QString m_keyringAnswer; ///< the keyring's words at the last attempt
    QString m_keyringProblem;
    bool m_keysRead = false;
    bool m_applying = false;
    bool m_startAgain = false; ///< after a stop that is under way
    qint64 m_stoppedAtMs = 0;
    qint64 m_applyBegan = 0;
    std::int64_t m_lastStatsMs = 0;
    std::int64_t m_lastEmitMs = 0;
    Watching m_watching = Watching::Visible;
    qint64 m_captureUntilMs = 0;
    QTimer m_captureEnd;
    QTimer m_poll;
    QTimer m_lookSoon;
    QFileSystemWatcher m_watcher;
    std::function<void(QStringList reasons, QStringList notes)> m_applyAnswer;
};

} // namespace spillway::ui
