// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/session.h"

#include "session/background.h"
#include "session/checkworker.h"
#include "session/configdraft.h"
#include "session/problemtext.h"
#include "session/uisettings.h"
#include "spillway/configio.h"
#include "stats/statsstore.h"
#include "widgets/enginetext.h"

#include <QDateTime>
#include <QFile>
#include <QFileInfo>
#include <QHostAddress>
#include <QUrl>

#include <utility>

namespace spillway::ui {
namespace {

constexpr int kLivePollMs = 250;
constexpr int kPollMs = 1000;
constexpr int kHiddenEmitMs = 5000;
constexpr int kLookDelayMs = 300; // editors write in several steps
constexpr int kStatsGapMs = 900;

/// Host for tools on this machine: what stands for "all interfaces" is no address to connect to.
QString hostForTools(const std::string &host)
{
    const QHostAddress address(QString::fromStdString(host));
    if (address == QHostAddress(QHostAddress::AnyIPv4) || host == "localhost")
        return QStringLiteral("127.0.0.1");
    if (address == QHostAddress(QHostAddress::AnyIPv6))
        return QStringLiteral("::1");
    return QString::fromStdString(host);
}

} // namespace

/// What a start found to run.
struct Session::Candidate
{
    std::shared_ptr<const Config> config;
    std::vector<ConfigIssue> issues; ///< of the file on the disk
    QString backup;                  ///< the version that runs instead of it
};

Session::Session(SessionOptions options, UiSettings &settings, QObject *parent)
    : QObject(parent)
    , m_options(std::move(options))
    , m_settings(settings)
    , m_draft(std::make_unique<ConfigDraft>(m_options.configPath))
    , m_stats(std::make_unique<StatsStore>())
{
    m_draft->load();
    m_config = m_draft->config();
    m_poll.setInterval(kPollMs);
    connect(&m_poll, &QTimer::timeout, this, &Session::poll);
    m_lookSoon.setSingleShot(true);
    m_lookSoon.setInterval(kLookDelayMs);
    connect(&m_lookSoon, &QTimer::timeout, this, [this] {
        watchFiles();
        if (!m_applying && !m_draft->filesChangedOutside().isEmpty())
            Q_EMIT changedOutside();
        Q_EMIT filesTouched();
    });
    // The keyring's password came when the start had gone on without its keys.
    connect(&m_keys, &KeyStore::answeredLate, this, [this] {
        if (!m_keyringProblem.isEmpty() && m_state != ProxyState::Starting)
            retryKeys();
    });
    m_captureEnd.setSingleShot(true);
    m_captureEnd.setTimerType(Qt::PreciseTimer); // a coarse one is late by a twentieth
    connect(&m_captureEnd, &QTimer::timeout, this, [this] { captureBodies(Milliseconds(0)); });
    const auto look = [this] { m_lookSoon.start(); };
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, look);
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, look);
    connect(&m_settings, &UiSettings::changed, this, [this](const QString &key) {
        if (m_engine && key == QLatin1String("traffic/capacity"))
            m_engine->setRecording(true, m_settings.value(key, 5000).toUInt());
    });
    watchFiles();
    readBooks();
}

Session::~Session()
{
    if (m_engine)
        m_engine->disconnect(this);
}

QString Session::stateDir() const
{
    if (!m_options.stateDir.isEmpty())
        return m_options.stateDir;
    if (m_config)
        return QString::fromStdString(m_config->server.stateDir);
    return QString::fromStdString(defaultStateDir(m_options.configPath.toStdString()));
}

QString Session::endpoint(const QString &chain) const
{
    QString base = m_address;
    if (base.isEmpty()) {
        if (!m_config || m_config->server.port == 0)
            return {};
        QUrl url;
        url.setScheme(QStringLiteral("http"));
        url.setHost(hostForTools(m_config->server.host));
        url.setPort(m_config->server.port);
        base = url.toString();
    }
    if (!m_config)
        return base;
    const QString name = chain.isEmpty() ? mainChain() : chain;
    const ChainConfig *wanted = m_config->chain(name.toStdString());
    if (chain.isEmpty() && wanted == m_config->chains.data())
        return base; // is the first chain's
    if (wanted == nullptr || wanted->path == "/")
        return base;
    return base + QString::fromStdString(wanted->path);
}

QString Session::mainChain() const
{
    if (!m_config || m_config->chains.empty())
        return {};
    const auto served = [this](const ChainConfig &chain) {
        return std::any_of(
            m_config->nodes.begin(), m_config->nodes.end(), [&chain](const NodeConfig &node) {
                return node.enabled && node.chain == chain.name;
            });
    };
    const auto found = std::find_if(m_config->chains.begin(), m_config->chains.end(), served);
    return QString::fromStdString(
        (found == m_config->chains.end() ? m_config->chains.begin() : found)->name);
}

bool Session::isFileUnreadable() const
{
    return !m_draft->isDirty() && !m_draft->unreadable().isEmpty();
}

void Session::setState(ProxyState state)
{
    if (m_state == state)
        return;
    m_state = state;
    Q_EMIT stateChanged();
}

void Session::startProxy()
{
    if (m_state == ProxyState::Starting || m_state == ProxyState::Running)
        return;
    if (m_state == ProxyState::Stopping) {
        m_startAgain = true;
        return;
    }
    m_failure.clear();
    m_failureKind = FailureKind::None;
    setState(ProxyState::Starting);
    // A start waits for nobody: what the keyring says later is taken then.
    readKeys([this] { prepareStart(); }, KeyStore::Patience::Program);
}

/// The keyring is asked until it has answered once.
void Session::readKeys(std::function<void()> then, KeyStore::Patience patience)
{
    const std::vector<std::string> names = m_draft->namesForKeyring();
    if (m_keysRead || names.empty()) {
        then();
        return;
    }
    m_keys.read(
        names,
        [this, then = std::move(then)](std::map<std::string, Secret> found, std::string problem) {
            m_keysRead = problem.empty();
            m_keyringAnswer = QString::fromStdString(problem);
            if (!found.empty()) {
                found.insert(m_draft->secrets().begin(), m_draft->secrets().end());
                m_draft->setSecrets(std::move(found));
            }
            then();
        },
        patience);
}

void Session::prepareStart()
{
    // What is saved is what runs; edits that were not applied wait for Apply.
    CheckRequest disk{0, m_options.configPath.toStdString(), {}, nullptr};
    disk.texts[disk.path] = m_draft->diskText({}).toStdString();
    disk.secrets = std::make_shared<const std::map<std::string, Secret>>(m_draft->secrets());
    const std::string folder = stateDir().toStdString();
    const auto find = [disk, folder]() {
        CheckResult checked = checkTexts(disk);
        Candidate candidate{checked.config, std::move(checked.issues), {}};
        if (candidate.config)
            return candidate;
        for (const ConfigBackup &backup : listBackups(disk.path, folder)) {
            QFile file(QString::fromStdString(backup.path));
            if (!file.open(QIODevice::ReadOnly))
                continue;
            CheckRequest older = disk;
            older.texts[disk.path] = file.readAll().toStdString();
            candidate.config = checkTexts(older).config;
            if (candidate.config) {
                candidate.backup = file.fileName();
                break;
            }
        }
        return candidate;
    };
    inBackground(this, find, [this](const Candidate &candidate) {
        if (m_state == ProxyState::Starting)
            launch(candidate);
    });
}

void Session::launch(const Candidate &candidate)
{
    m_configProblems.clear();
    if (!candidate.config || !candidate.backup.isEmpty()) {
        for (const ConfigIssue &issue : candidate.issues) {
            if (issue.severity == ConfigIssue::Severity::Error)
                m_configProblems.append(problemWithPlace(issue));
        }
    }
    m_backupInUse = candidate.backup;
    noteKeyring(candidate.issues);
    if (!candidate.config) {
        fail(FailureKind::Config, m_configProblems.value(0, m_draft->readError()));
        return;
    }
    takeConfig(candidate.config);
    m_engine = std::make_unique<Engine>();
    connect(m_engine.get(), &Engine::started, this, &Session::onStarted);
    connect(m_engine.get(), &Engine::startFailed, this, &Session::onStartFailed);
    connect(m_engine.get(), &Engine::stopped, this, &Session::onStopped);
    connect(m_engine.get(), &Engine::configApplied, this, [this](const QStringList &notes) {
        if (const auto answer = std::exchange(m_applyAnswer, nullptr))
            answer({}, format::engineTexts(notes));
    });
    connect(m_engine.get(), &Engine::configRejected, this, [this](const QStringList &reasons) {
        if (const auto answer = std::exchange(m_applyAnswer, nullptr))
            answer(format::engineTexts(reasons), {});
    });
    // Before the listener is there, so that not even the first request is missed.
    m_engine->setRecording(true,
                           m_settings.value(QStringLiteral("traffic/capacity"), 5000).toUInt());
    EngineOptions options;
    options.watchFiles = false; // this object watches them, and asks before it takes anything over
    m_engine->start(candidate.config, options);
}

void Session::onStarted(const QString &address)
{
    m_address = address;
    m_engine->setSnapshotInterval(
        Milliseconds(m_watching == Watching::Live ? kLivePollMs : kPollMs));
    const std::int64_t now = QDateTime::currentMSecsSinceEpoch() / 60000;
    m_engine->history(now - kHistoryMinutes, now, [this](const History &history) {
        m_stats->addHistory(history);
    });
    m_lastStatsMs = 0;
    m_lastEmitMs = 0;
    m_poll.start(m_watching == Watching::Live ? kLivePollMs : kPollMs);
    setState(ProxyState::Running);
    poll();
}

void Session::fail(FailureKind kind, const QString &reason)
{
    m_failureKind = kind;
    m_failure = reason;
    dropEngine();
    setState(ProxyState::Failed);
    Q_EMIT problemsChanged();
}

void Session::onStartFailed(const QString &reason)
{
    const QString host = QString::fromStdString(m_config->server.host);
    const std::uint16_t port = m_config->server.port;
    // Who holds the port is told by a look through /proc, which may take a moment.
    inBackground(
        this,
        [host, port] { return checkPort(host, port); },
        [this, reason](const PortCheck &check) {
            m_portCheck = check;
            fail(check.result == PortCheck::Result::Busy           ? FailureKind::PortBusy
                 : check.result == PortCheck::Result::NoPermission ? FailureKind::PortForbidden
                                                                   : FailureKind::Other,
                 format::engineText(reason));
        });
}

void Session::stopProxy()
{
    m_startAgain = false;
    if (m_state == ProxyState::Starting && !m_engine) {
        setState(ProxyState::Stopped);
        return;
    }
    if (!m_engine || m_state == ProxyState::Stopping)
        return;
    setState(ProxyState::Stopping);
    m_engine->stop();
}

void Session::restartProxy()
{
    if (!m_engine) {
        startProxy();
        return;
    }
    stopProxy();
    m_startAgain = true;
}

void Session::toggleProxy()
{
    if (m_state == ProxyState::Starting || m_state == ProxyState::Running)
        stopProxy();
    else
        startProxy();
}

void Session::onStopped()
{
    dropEngine();
    m_stoppedAtMs = QDateTime::currentMSecsSinceEpoch();
    setState(ProxyState::Stopped);
    if (std::exchange(m_startAgain, false))
        startProxy();
}

void Session::dropEngine()
{
    m_poll.stop();
    m_address.clear();
    if (const auto answer = std::exchange(m_applyAnswer, nullptr))
        answer({tr("The proxy stopped meanwhile.")}, {});
    if (m_engine) {
        m_engine->disconnect(this);
        // It may be this object's own signal that led here.
        m_engine.release()->deleteLater();
    }
    if (m_captureUntilMs != 0)
        captureBodies(Milliseconds(0));
    if (m_snapshot)
        m_stoppedNodes = m_snapshot->nodes;
    m_snapshot.reset();
    Q_EMIT snapshotChanged();
    readBooks();
}

void Session::poll()
{
    if (!m_engine)
        return;
    auto latest = m_engine->snapshot();
    if (!latest || latest == m_snapshot)
        return;
    m_snapshot = std::move(latest);
    // A timer does not count the time that the computer sleeps.
    if (m_captureUntilMs != 0 && QDateTime::currentMSecsSinceEpoch() >= m_captureUntilMs)
        captureBodies(Milliseconds(0));
    if (!m_snapshot->address.empty() && m_state == ProxyState::Running) {
        const QString address = QString::fromStdString(m_snapshot->address);
        if (std::exchange(m_address, address) != address)
            Q_EMIT stateChanged();
    }
    const std::int64_t now = m_snapshot->steadyMs;
    if (m_lastStatsMs == 0 || now - m_lastStatsMs >= kStatsGapMs) {
        m_lastStatsMs = now;
        m_stats->add(*m_snapshot);
    }
    if (m_watching == Watching::Hidden && m_lastEmitMs != 0 && now - m_lastEmitMs < kHiddenEmitMs)
        return;
    m_lastEmitMs = now;
    Q_EMIT snapshotChanged();
}

void Session::setWatching(Watching watching)
{
    if (m_watching == watching)
        return;
    m_watching = watching;
    const int interval = watching == Watching::Live ? kLivePollMs : kPollMs;
    m_poll.setInterval(interval);
    if (m_engine)
        m_engine->setSnapshotInterval(Milliseconds(interval));
    m_lastEmitMs = 0;
    poll();
}

void Session::captureBodies(Milliseconds duration)
{
    if (!m_engine)
        duration = Milliseconds(0);
    else
        m_engine->captureBodies(duration);
    m_captureUntilMs =
        duration.count() > 0 ? QDateTime::currentMSecsSinceEpoch() + duration.count() : 0;
    if (duration.count() > 0)
        m_captureEnd.start(duration);
    else
        m_captureEnd.stop();
    Q_EMIT captureChanged();
}

void Session::takeConfig(const std::shared_ptr<const Config> &config)
{
    m_config = config;
    watchFiles();
}

/// The files and their folders: many editors write a new file and rename it over the old one.
void Session::watchFiles()
{
    QStringList wanted;
    const auto add = [&](const QString &file) {
        const QFileInfo info(file);
        for (const QString &path :
             {info.absoluteFilePath(), info.absolutePath(), info.canonicalFilePath()}) {
            if (!path.isEmpty() && QFileInfo::exists(path) && !wanted.contains(path))
                wanted.append(path);
        }
    };
    add(m_options.configPath);
    if (m_config) {
        for (const NodeConfig &node : m_config->nodes) {
            if (node.prices && node.prices->path.starts_with('/'))
                add(QString::fromStdString(node.prices->path));
        }
    }
    const QStringList watched = m_watcher.files() + m_watcher.directories();
    for (const QString &path : watched) {
        if (!wanted.contains(path))
            m_watcher.removePath(path);
    }
    for (const QString &path : std::as_const(wanted)) {
        if (!watched.contains(path))
            m_watcher.addPath(path);
    }
}

/// Nodes that are off because a `$VAR` is known nowhere, while the keyring gave no answer.
void Session::noteKeyring(const std::vector<ConfigIssue> &issues)
{
    m_keyringProblem.clear();
    QStringList waiting;
    for (const ConfigIssue &issue : issues) {
        if (issue.severity == ConfigIssue::Severity::Warning && issue.key.starts_with("nodes["))
            waiting.append(QString::fromStdString(issue.message));
    }
    if (!m_keyringAnswer.isEmpty() && !waiting.isEmpty())
        m_keyringProblem =
            m_keyringAnswer == QLatin1String(KeyStore::kCancelled)
                    || m_keyringAnswer == QLatin1String(KeyStore::kDenied)
                ? tr("The keyring was not opened.")
            : m_keyringAnswer == QLatin1String(KeyStore::kNoAnswer)
                ? tr("The keyring has not answered yet; it may be asking for its password.")
                : tr("The keyring cannot be used: %1").arg(m_keyringAnswer);
    Q_EMIT problemsChanged();
}

void Session::retryKeys()
{
    m_keysRead = false;
    readKeys(
        [this] {
            if (!m_engine) {
                startProxy();
                return;
            }
            if (!m_draft->isDirty())
                reloadFromDisk();
        },
        KeyStore::Patience::User);
}

} // namespace spillway::ui
