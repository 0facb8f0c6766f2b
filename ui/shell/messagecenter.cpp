// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/messagecenter.h"

#include "monitor/quotatext.h"
#include "session/configdraft.h"
#include "session/session.h"
#include "session/uisettings.h"
#include "shell/notifier.h"
#include "widgets/format.h"
#include "widgets/theme.h"

#include <QDateTime>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <optional>
#include <utility>

namespace spillway::ui {
namespace {

constexpr std::size_t kKept = 50;
constexpr int kListed = 15;
constexpr int kForecastEveryMs = 3600000;
const QString kHistoryKey = QStringLiteral("messages/history");
const QString kUnreadKey = QStringLiteral("messages/unread");

QString iconOf(const Notice &notice)
{
    switch (notice.kind) {
    case NoticeKind::QuotaHigh:
    case NoticeKind::QuotaStop:
    case NoticeKind::Forecast:
        return QStringLiteral("quotas");
    case NoticeKind::ChainDown:
        return notice.urgency == Urgency::Critical ? QStringLiteral("error") : QStringLiteral("ok");
    case NoticeKind::KeyRejected:
        return QStringLiteral("key");
    case NoticeKind::TrayHint:
        return QStringLiteral("info");
    default:
        return QStringLiteral("warning");
    }
}

QJsonObject toJson(const Notice &notice)
{
    return {{QStringLiteral("kind"), static_cast<int>(notice.kind)},
            {QStringLiteral("event"), notice.event ? noticeEventName(*notice.event) : QString()},
            {QStringLiteral("values"), QJsonObject::fromVariantMap(notice.values)},
            {QStringLiteral("subject"), notice.subject},
            {QStringLiteral("title"), notice.title},
            {QStringLiteral("text"), notice.text},
            {QStringLiteral("critical"), notice.urgency == Urgency::Critical},
            {QStringLiteral("page"), notice.page},
            {QStringLiteral("item"), notice.item},
            {QStringLiteral("time"), static_cast<double>(notice.wallMs)}};
}

std::optional<Notice> fromJson(const QJsonObject &json)
{
    const int kind = json[QStringLiteral("kind")].toInt(-1);
    if (kind < 0 || kind >= static_cast<int>(NoticeKind::Count))
        return std::nullopt;
    Notice notice;
    notice.kind = static_cast<NoticeKind>(kind);
    notice.subject = json[QStringLiteral("subject")].toString();
    notice.event = noticeEventOf(json[QStringLiteral("event")].toString());
    notice.values = json[QStringLiteral("values")].toObject().toVariantMap();
    notice.title = json[QStringLiteral("title")].toString();
    notice.text = json[QStringLiteral("text")].toString();
    notice.urgency =
        json[QStringLiteral("critical")].toBool() ? Urgency::Critical : Urgency::Normal;
    notice.page = json[QStringLiteral("page")].toString();
    notice.item = json[QStringLiteral("item")].toString();
    notice.wallMs = static_cast<std::int64_t>(json[QStringLiteral("time")].toDouble());
    return notice;
}

} // namespace

MessageCenter::MessageCenter(Session &session, QObject *parent)
    : QObject(parent)
    , m_session(session)
    , m_rules(new NoticeRules(session.settings(), this))
    , m_notifier(new Notifier(QDBusConnection::sessionBus(), this))
    , m_isActive([] { return false; })
{
    const auto now = [] { return QDateTime::currentMSecsSinceEpoch(); };
    connect(m_rules, &NoticeRules::noticed, this, &MessageCenter::take);
    connect(m_notifier, &Notifier::opened, this, &MessageCenter::opened);
    connect(&m_menu, &QMenu::aboutToShow, this, &MessageCenter::fillMenu);
    connect(&session, &Session::stateChanged, this, &MessageCenter::onStateChanged);
    connect(&session, &Session::snapshotChanged, this, [this] {
        if (const auto snapshot = m_session.snapshot())
            m_rules->add(*snapshot);
    });
    connect(&session, &Session::applyFailed, this, [this, now](const QStringList &reasons) {
        m_rules->reloadFailed(reasons.value(0), now());
    });
    connect(&session, &Session::changedOutside, this, [this, now] {
        const ConfigDraft &draft = m_session.draft();
        if (const QStringList lost = draft.filesLostOutside(); !lost.isEmpty()) {
            m_rules->lostOutside(lost.front(), QFileInfo::exists(lost.front()), now());
            return;
        }
        const QStringList changed = draft.filesChangedOutside();
        m_rules->changedOutside(changed.isEmpty() ? draft.path() : changed.front(), now());
    });
    restore();
    m_forecasts.setInterval(kForecastEveryMs);
    connect(&m_forecasts, &QTimer::timeout, this, &MessageCenter::checkForecasts);
    m_forecasts.start();
}

/// Kept at once: what was told before a kill has been told, and is not told again.
void MessageCenter::keep()
{
    QJsonArray list;
    for (const Notice &notice : m_history)
        list.append(toJson(notice));
    UiSettings &settings = m_session.settings();
    settings.setValue(kHistoryKey,
                      QString::fromUtf8(QJsonDocument(list).toJson(QJsonDocument::Compact)));
    settings.setValue(kUnreadKey, m_unread);
    settings.sync();
}

void MessageCenter::restore()
{
    const UiSettings &settings = m_session.settings();
    const QJsonArray list =
        QJsonDocument::fromJson(settings.value(kHistoryKey, QString()).toString().toUtf8()).array();
    for (const QJsonValue &entry : list) {
        const std::optional<Notice> notice = fromJson(entry.toObject());
        if (notice && m_history.size() < kKept)
            m_history.push_back(*notice);
    }
    m_unread =
        std::clamp(settings.value(kUnreadKey, 0).toInt(), 0, static_cast<int>(m_history.size()));
}

MessageCenter::~MessageCenter()
{
    m_notifier->withdrawAll();
}

void MessageCenter::onStateChanged()
{
    if (m_session.state() == ProxyState::Running && m_session.snapshot() == nullptr)
        m_rules->restart();
    if (m_session.state() == ProxyState::Failed
        && m_session.failureKind() == FailureKind::PortBusy) {
        const QString owner = m_session.portCheck().owner;
        const int port = m_session.config() ? m_session.config()->server.port : 0;
        m_rules->portBusy(port, owner, QDateTime::currentMSecsSinceEpoch());
    }
}

void MessageCenter::checkForecasts()
{
    const auto snapshot = m_session.snapshot();
    if (!snapshot)
        return;
    m_rules->checkForecasts(*snapshot, [&](const NodeSnapshot &node) {
        return burnDown(quotaFacts(node, m_session.stats(), snapshot->wallMs));
    });
}

void MessageCenter::take(const Notice &notice)
{
    // What the window in front shows in a banner or in the change bar needs no second telling.
    const bool inView = m_isActive();
    const bool shownByWindow = notice.kind == NoticeKind::ReloadFailed
                               || notice.kind == NoticeKind::ChangedOutside
                               || notice.kind == NoticeKind::PortBusy;
    if (inView && shownByWindow)
        return;
    m_history.push_front(notice);
    if (m_history.size() > kKept)
        m_history.pop_back();
    ++m_unread;
    keep();
    Q_EMIT unreadChanged(m_unread);
    const bool wanted =
        m_session.settings().value(noticeKey(notice.kind), noticeDefault(notice.kind)).toBool();
    if (wanted && !notice.silent)
        m_notifier->show(notice);
}

void MessageCenter::fillMenu()
{
    m_menu.clear();
    m_menu.setAccessibleName(tr("Messages"));
    if (m_history.empty()) {
        m_menu.addAction(tr("No messages"))->setEnabled(false);
    }
    int listed = 0;
    for (const Notice &notice : m_history) {
        if (++listed > kListed)
            break;
        const Tone tone = notice.urgency == Urgency::Critical ? Tone::Bad : Tone::Neutral;
        const NoticeWords words = wordsOf(notice);
        QAction *action =
            m_menu.addAction(Theme::instance().icon(iconOf(notice), tone),
                             tr("%1  %2").arg(format::clock(notice.wallMs), words.title));
        action->setToolTip(words.text);
        action->setStatusTip(words.text);
        connect(action, &QAction::triggered, this, [this, page = notice.page, item = notice.item] {
            Q_EMIT opened(page, item, {});
        });
    }
    m_menu.setToolTipsVisible(true);
    m_menu.addSeparator();
    if (!m_history.empty())
        m_menu.addAction(tr("&Clear the list"), this, [this] {
            m_history.clear();
            keep();
        });
    m_menu.addAction(tr("&Choose what is shown…"), this, [this] {
        Q_EMIT opened(QStringLiteral("settings"), QStringLiteral("notifications"), {});
    });
    if (std::exchange(m_unread, 0) > 0)
        keep();
    Q_EMIT unreadChanged(0);
}

} // namespace spillway::ui
