// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "shell/noticewords.h"
#include "spillway/snapshot.h"
#include "stats/burndown.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>

namespace spillway::ui {

class UiSettings;

/// What the user may be told about while the window is not in view. Episodes, never single events: a penalty lasts five seconds.
enum class NoticeKind {
    QuotaHigh,     ///< 80 % of the monthly limit
    QuotaStop,     ///< the stop is reached
    Forecast,      ///< the stop will be reached before the reset
    ChainDown,     ///< no node of a chain answers
    NodeUnhealthy, ///< penalised again and again
    KeyRejected,
    ReloadFailed,
    ChangedOutside,
    PortBusy,
    TrayHint, ///< where the window went when it was closed first
    Count
};

enum class Urgency { Low = 0, Normal = 1, Critical = 2 };

struct Notice
{
    NoticeKind kind = NoticeKind::QuotaHigh;
    QString
        subject; ///< node or chain; a later notice of the same kind and subject takes the place of an earlier one
    std::optional<NoticeEvent>
        event; ///< what it tells of; none in lists of older versions, which kept words alone
    QVariantMap values;
    QString title; ///< in the language of when it was told
    QString text;
    Urgency urgency = Urgency::Normal;
    QString page; ///< where to look
    QString item;
    std::int64_t wallMs = 0;
    bool silent = false; ///< for the list only: the same kind was just shown
};

/// Title and text in the present language; as they were stored where that is all there is.
[[nodiscard]] NoticeWords wordsOf(const Notice &notice);

/// Name of a kind's switch in the settings, and whether it is on before anybody touched it.
[[nodiscard]] QString noticeKey(NoticeKind kind);
[[nodiscard]] bool noticeDefault(NoticeKind kind);
/// The kind in the user's words, for the settings.
[[nodiscard]] QString noticeText(NoticeKind kind);

/// Decides what is worth a notice. Time comes in with the snapshots. What was true already at the start is never told, and what
/// belongs to a billing period is told once in it, also across restarts. GUI thread.
class NoticeRules final : public QObject
{
    Q_OBJECT

public:
    explicit NoticeRules(UiSettings &settings, QObject *parent = nullptr);

    void add(const Snapshot &snapshot);
    /// The proxy stopped or started: what is seen next is a beginning again.
    void restart();

    using Forecast = std::function<BurnDown(const NodeSnapshot &)>;
    /// Once an hour is enough.
    void checkForecasts(const Snapshot &snapshot, const Forecast &forecast);

    // Things that are told when they happen.
    void reloadFailed(const QString &reason, std::int64_t wallMs);
    void changedOutside(const QString &file, std::int64_t wallMs);
    /// The file is gone, or has nothing in it any more.
    void lostOutside(const QString &file, bool emptied, std::int64_t wallMs);
    /// `owner`: the program that has it, empty where that is not known.
    void portBusy(int port, const QString &owner, std::int64_t wallMs);
    void wentToTray(std::int64_t wallMs);

Q_SIGNALS:
    void noticed(const spillway::ui::Notice &notice);

private:
    struct NodeWatch
    {
        bool penalised = false;
        std::deque<std::int64_t> penalties; ///< beginnings within ten minutes, steady clock
        std::int64_t toldUnhealthyMs = 0;
        std::uint64_t rejected = 0;
        bool toldRejected = false;
    };

    struct ChainWatch
    {
        std::int64_t downSinceMs = 0; ///< 0: it is up
        bool told = false;
    };

    void checkQuota(const NodeSnapshot &node);
    void checkHealth(const NodeSnapshot &node);
    void checkChains(const Snapshot &snapshot);
    [[nodiscard]] bool isTold(NoticeKind kind, const QString &subject, const QString &mark);
    void tell(Notice notice);

    UiSettings &m_settings;
    std::map<std::string, NodeWatch> m_nodes;
    std::map<QString, ChainWatch> m_chains;
    std::map<NoticeKind, std::int64_t> m_lastShown; ///< wall clock
    std::int64_t m_wallMs = 0;
    std::int64_t m_steadyMs = 0;
    bool m_first = true;
};

} // namespace spillway::ui
