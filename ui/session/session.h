// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "spillway/engine.h"
#include "spillway/keystore.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <memory>

namespace spillway::ui {

class ConfigDraft;
class StatsStore;
class UiSettings;

/// What the proxy is doing, as a user would say it.
enum class ProxyState { Stopped, Starting, Running, Stopping, Failed };

struct SessionOptions
{
    QString configPath;      ///< absolute
    bool demo = false;       ///< private folder, embedded made-up nodes
    QString stateDir;        ///< empty: defaultStateDir(configPath)
};

/// The model behind all windows: the engine, the file it runs on, the draft that is edited, and the figures. Made once, in the
/// GUI thread; pages get a reference and keep no state of their own that another page could need.
class Session final : public QObject
{
    Q_OBJECT

public:
    Session(SessionOptions options, UiSettings &settings, QObject *parent = nullptr);
    ~Session() override;

    [[nodiscard]] ProxyState state() const { return m_state; }

    /// Why the last start failed, in the engine's words; empty otherwise.
    [[nodiscard]] QString failure() const { return m_failure; }

    [[nodiscard]] QString address() const { return m_address; } ///< "http://127.0.0.1:8599"; empty when stopped
    /// Address to give to a tool for a chain: listener and the chain's path. Also known when stopped (from the config).
    [[nodiscard]] QString endpoint(const QString &chain = {}) const;

    [[nodiscard]] const SessionOptions &options() const { return m_options; }

    [[nodiscard]] QString stateDir() const;
    Engine *engine() { return m_engine.get(); } ///< null while stopped
    ConfigDraft &draft() { return *m_draft; }
    StatsStore &stats() { return *m_stats; }
    UiSettings &settings() { return m_settings; }
    KeyStore &keys() { return m_keys; }

    /// The configuration in force (the last one that was started or applied); null before the first valid one.
    [[nodiscard]] std::shared_ptr<const Config> config() const { return m_config; }

    /// Latest snapshot; null while stopped for good.
    [[nodiscard]] std::shared_ptr<const Snapshot> snapshot() const { return m_snapshot; }

    void startProxy();
    void stopProxy();
    void toggleProxy();
    /// Saves the draft's texts (with backups) and applies them to the running engine. Result: applied() or applyFailed().
    void apply();
    /// Reads the file again from the disk and applies it.
    void reloadFromDisk();
    /// Pages say whether anybody looks: 4 Hz snapshots while live, 1 Hz while visible, none for hidden windows (tray: 0.2 Hz).
    enum class Watching { Hidden, Visible, Live };
    void setWatching(Watching watching);

Q_SIGNALS:
    void stateChanged();
    void snapshotChanged(); ///< a new snapshot() is there
    void applied(const QString &summary, const QStringList &notes);
    void applyFailed(const QStringList &reasons);
    /// The file was changed by another program while it is open here.
    void changedOutside();
    /// A line for the user that needs no answer ("Helius-2 removed."), with an optional undo.
    void toast(const QString &text, bool undoable);

private:
    class Private;
    std::unique_ptr<Private> d;
    SessionOptions m_options;
    UiSettings &m_settings;
    KeyStore m_keys;
    ProxyState m_state = ProxyState::Stopped;
    QString m_failure;
    QString m_address;
    std::unique_ptr<Engine> m_engine;
    std::unique_ptr<ConfigDraft> m_draft;
    std::unique_ptr<StatsStore> m_stats;
    std::shared_ptr<const Config> m_config;
    std::shared_ptr<const Snapshot> m_snapshot;
    QTimer m_poll;
};

} // namespace spillway::ui
