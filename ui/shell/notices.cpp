// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/notices.h"

#include "monitor/quotatext.h"
#include "session/uisettings.h"
#include "shell/availability.h"

#include <QCoreApplication>
#include <QDateTime>

#include <algorithm>
#include <array>
#include <utility>

namespace spillway::ui {
namespace {

constexpr double kHighShare = 0.8;
constexpr double kForecastShare = 0.9; // beyond that the stop itself is near enough
constexpr std::int64_t kDownPatienceMs = 10000;
constexpr std::int64_t kUnhealthyWindowMs = 600000;
constexpr std::size_t kUnhealthyTimes = 5;
constexpr std::int64_t kSameKindGapMs = 60000;

struct KindInfo
{
    const char *key;
    bool on;
};

constexpr std::array<KindInfo, static_cast<std::size_t>(NoticeKind::Count)> kKinds{{
    {"quotaHigh", true},
    {"quotaStop", true},
    {"forecast", true},
    {"chainDown", true},
    {"nodeUnhealthy", false},
    {"keyRejected", true},
    {"reloadFailed", true},
    {"changedOutside", true},
    {"portBusy", true},
    {"trayHint", true},
}};

const KindInfo &info(NoticeKind kind)
{
    return kKinds[static_cast<std::size_t>(kind)];
}

std::size_t outcomeIndex(std::string_view name)
{
    return static_cast<std::size_t>(
        std::find(kAttemptOutcomeNames.begin(), kAttemptOutcomeNames.end(), name)
        - kAttemptOutcomeNames.begin());
}

} // namespace

QString noticeKey(NoticeKind kind)
{
    return QStringLiteral("notices/") + QLatin1String(info(kind).key);
}

bool noticeDefault(NoticeKind kind)
{
    return info(kind).on;
}

QString noticeText(NoticeKind kind)
{
    switch (kind) {
    case NoticeKind::QuotaHigh:
        return NoticeRules::tr("A node has used 80 % of its monthly limit");
    case NoticeKind::QuotaStop:
        return NoticeRules::tr("A node has reached its stop and rests until its period ends");
    case NoticeKind::Forecast:
        return NoticeRules::tr("A node will reach its stop before its period ends (once a day)");
    case NoticeKind::ChainDown:
        return NoticeRules::tr("No node of a chain answers for more than 10 seconds");
    case NoticeKind::NodeUnhealthy:
        return NoticeRules::tr("A node fails again and again (5 penalties in 10 minutes)");
    case NoticeKind::KeyRejected:
        return NoticeRules::tr("A provider rejects a key");
    case NoticeKind::ReloadFailed:
        return NoticeRules::tr("The configuration could not be read again");
    case NoticeKind::ChangedOutside:
        return NoticeRules::tr("Another program changed the configuration");
    case NoticeKind::PortBusy:
        return NoticeRules::tr("The port is in use when the proxy starts");
    case NoticeKind::TrayHint:
        return NoticeRules::tr("Where the window went when it was closed for the first time");
    case NoticeKind::Count:
        break;
    }
    return {};
}

NoticeWords wordsOf(const Notice &notice)
{
    return notice.event ? noticeWords(*notice.event, notice.values)
                        : NoticeWords{notice.title, notice.text};
}

NoticeRules::NoticeRules(UiSettings &settings, QObject *parent)
    : QObject(parent)
    , m_settings(settings)
{}

void NoticeRules::restart()
{
    m_first = true;
    m_nodes.clear();
    m_chains.clear();
}

void NoticeRules::add(const Snapshot &snapshot)
{
    m_wallMs = snapshot.wallMs;
    m_steadyMs = snapshot.steadyMs;
    for (const NodeSnapshot &node : snapshot.nodes) {
        if (!node.enabled)
            continue;
        checkQuota(node);
        checkHealth(node);
    }
    checkChains(snapshot);
    m_first = false;
}

/// Remembers that this was told. `mark` says for what time: a period, a day.
bool NoticeRules::isTold(NoticeKind kind, const QString &subject, const QString &mark)
{
    const QString key =
        QStringLiteral("told/%1/%2")
            .arg(QLatin1String(info(kind).key), QString::fromLatin1(subject.toUtf8().toHex()));
    if (m_settings.value(key).toString() == mark)
        return true;
    m_settings.setValue(key, mark);
    return false;
}

void NoticeRules::checkQuota(const NodeSnapshot &node)
{
    if (!node.limit || *node.limit == 0)
        return;
    const QString name = QString::fromStdString(node.name);
    const QString period = QString::fromStdString(node.periodStart);
    const double share = static_cast<double>(node.used) / static_cast<double>(*node.limit);
    const QString resets = QString::fromStdString(node.resetsAt);
    const auto credits = [](std::uint64_t number) { return static_cast<qulonglong>(number); };
    if (node.used >= node.threshold.value_or(*node.limit)) {
        if (isTold(NoticeKind::QuotaStop, name, period) || m_first)
            return;
        tell({NoticeKind::QuotaStop,
              name,
              NoticeEvent::StopReached,
              {{QStringLiteral("node"), name},
               {QStringLiteral("used"), credits(node.used)},
               {QStringLiteral("limit"), credits(*node.limit)},
               {QStringLiteral("resets"), resets}},
              {},
              {},
              Urgency::Normal,
              QStringLiteral("quotas"),
              name});
    } else if (share >= kHighShare) {
        if (isTold(NoticeKind::QuotaHigh, name, period) || m_first)
            return;
        tell({NoticeKind::QuotaHigh,
              name,
              NoticeEvent::CreditsHigh,
              {{QStringLiteral("node"), name},
               {QStringLiteral("share"), share},
               {QStringLiteral("left"), credits(*node.limit - node.used)},
               {QStringLiteral("resets"), resets}},
              {},
              {},
              Urgency::Normal,
              QStringLiteral("quotas"),
              name});
    }
}

void NoticeRules::checkHealth(const NodeSnapshot &node)
{
    NodeWatch &watch = m_nodes[node.name];
    const QString name = QString::fromStdString(node.name);
    const bool penalised = node.condition == NodeCondition::Penalized;
    if (penalised && !watch.penalised && !m_first)
        watch.penalties.push_back(m_steadyMs);
    watch.penalised = penalised;
    while (!watch.penalties.empty() && m_steadyMs - watch.penalties.front() > kUnhealthyWindowMs)
        watch.penalties.pop_front();
    const bool quiet =
        watch.toldUnhealthyMs != 0 && m_steadyMs - watch.toldUnhealthyMs < kUnhealthyWindowMs;
    if (watch.penalties.size() >= kUnhealthyTimes && !quiet) {
        watch.toldUnhealthyMs = m_steadyMs;
        tell({NoticeKind::NodeUnhealthy,
              name,
              NoticeEvent::KeepsFailing,
              {{QStringLiteral("node"), name},
               {QStringLiteral("times"), static_cast<int>(watch.penalties.size())},
               {QStringLiteral("error"), QString::fromStdString(node.lastError)}},
              {},
              {},
              Urgency::Normal,
              QStringLiteral("nodes"),
              name});
    }

    static const std::size_t kRejected = outcomeIndex("key_rejected");
    const std::uint64_t rejected = node.attempts[kRejected];
    if (rejected > watch.rejected && !m_first && !watch.toldRejected) {
        watch.toldRejected = true;
        tell({NoticeKind::KeyRejected,
              name,
              NoticeEvent::KeyRejected,
              {{QStringLiteral("node"), name}},
              {},
              {},
              Urgency::Normal,
              QStringLiteral("nodes"),
              name});
    }
    watch.rejected = rejected;
    if (node.condition == NodeCondition::Up)
        watch.toldRejected = false;
}

void NoticeRules::checkChains(const Snapshot &snapshot)
{
    const Availability now = availability(snapshot);
    for (const QString &chain : now.chainsDown) {
        ChainWatch &watch = m_chains[chain];
        if (watch.downSinceMs == 0)
            watch.downSinceMs = m_steadyMs;
        if (watch.told || m_steadyMs - watch.downSinceMs < kDownPatienceMs)
            continue;
        watch.told = true;
        const std::optional<std::string> until = spentUntil(snapshot, chain);
        const QVariantMap spent{
            {QStringLiteral("chain"), chain},
            {QStringLiteral("until"), QString::fromStdString(until.value_or(std::string()))}};
        const QVariantMap silent{{QStringLiteral("chain"), chain},
                                 {QStringLiteral("error"), now.lastError}};
        tell({NoticeKind::ChainDown,
              chain,
              until ? NoticeEvent::ChainSpent : NoticeEvent::ChainSilent,
              until ? spent : silent,
              {},
              {},
              Urgency::Critical,
              QStringLiteral("nodes"),
              {}});
    }
    for (auto &[chain, watch] : m_chains) {
        if (watch.downSinceMs == 0 || now.chainsDown.contains(chain))
            continue;
        const std::int64_t lasted = m_steadyMs - watch.downSinceMs;
        const bool told = std::exchange(watch.told, false);
        watch.downSinceMs = 0;
        if (told)
            tell({NoticeKind::ChainDown,
                  chain,
                  NoticeEvent::ChainBack,
                  {{QStringLiteral("chain"), chain},
                   {QStringLiteral("lasted"), static_cast<qlonglong>(lasted)}},
                  {},
                  {},
                  Urgency::Normal,
                  QStringLiteral("dashboard"),
                  {}});
    }
}

void NoticeRules::checkForecasts(const Snapshot &snapshot, const Forecast &forecast)
{
    m_wallMs = snapshot.wallMs;
    const QString today =
        QDateTime::fromMSecsSinceEpoch(snapshot.wallMs, Qt::UTC).date().toString(Qt::ISODate);
    for (const NodeSnapshot &node : snapshot.nodes) {
        if (!node.enabled || !node.limit || *node.limit == 0
            || static_cast<double>(node.used) >= kForecastShare * static_cast<double>(*node.limit))
            continue;
        const BurnDown burn = forecast(node);
        if (burn.outlook != BurnDown::Outlook::ReachesStop)
            continue;
        const QString name = QString::fromStdString(node.name);
        if (isTold(NoticeKind::Forecast, name, today))
            continue;
        tell({NoticeKind::Forecast,
              name,
              NoticeEvent::RunsOut,
              {{QStringLiteral("node"), name},
               {QStringLiteral("on"), burn.reachesOn.toString(Qt::ISODate)},
               {QStringLiteral("days"), burn.daysBeforeReset}},
              {},
              {},
              Urgency::Low,
              QStringLiteral("quotas"),
              name});
    }
}

void NoticeRules::reloadFailed(const QString &reason, std::int64_t wallMs)
{
    m_wallMs = wallMs;
    tell({NoticeKind::ReloadFailed,
          {},
          NoticeEvent::NotApplied,
          {{QStringLiteral("reason"), reason}},
          {},
          {},
          Urgency::Normal,
          QStringLiteral("raw"),
          {}});
}

void NoticeRules::changedOutside(const QString &file, std::int64_t wallMs)
{
    m_wallMs = wallMs;
    tell({NoticeKind::ChangedOutside,
          {},
          NoticeEvent::ChangedOutside,
          {{QStringLiteral("file"), file}},
          {},
          {},
          Urgency::Normal,
          QStringLiteral("raw"),
          {}});
}

void NoticeRules::lostOutside(const QString &file, bool emptied, std::int64_t wallMs)
{
    m_wallMs = wallMs;
    tell({NoticeKind::ChangedOutside,
          {},
          emptied ? NoticeEvent::Emptied : NoticeEvent::Deleted,
          {{QStringLiteral("file"), file}},
          {},
          {},
          Urgency::Normal,
          QStringLiteral("raw"),
          {}});
}

void NoticeRules::portBusy(int port, const QString &owner, std::int64_t wallMs)
{
    m_wallMs = wallMs;
    tell({NoticeKind::PortBusy,
          {},
          NoticeEvent::PortBusy,
          {{QStringLiteral("port"), port}, {QStringLiteral("owner"), owner}},
          {},
          {},
          Urgency::Normal,
          QStringLiteral("dashboard"),
          {}});
}

void NoticeRules::wentToTray(std::int64_t wallMs)
{
    m_wallMs = wallMs;
    tell({NoticeKind::TrayHint,
          {},
          NoticeEvent::WentToTray,
          {},
          {},
          {},
          Urgency::Low,
          QStringLiteral("settings"),
          {}});
}

void NoticeRules::tell(Notice notice)
{
    notice.wallMs = m_wallMs;
    const NoticeWords words = wordsOf(notice);
    notice.title = words.title;
    notice.text = words.text;
    std::int64_t &last = m_lastShown[notice.kind];
    // "Back again" takes the place of what was shown and is never held back.
    const bool replaces = notice.kind == NoticeKind::ChainDown;
    notice.silent = !replaces && last != 0 && m_wallMs - last < kSameKindGapMs;
    if (!notice.silent)
        last = m_wallMs;
    Q_EMIT noticed(notice);
}

} // namespace spillway::ui
