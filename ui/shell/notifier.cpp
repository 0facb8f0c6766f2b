// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/notifier.h"

#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QGuiApplication>
#include <QVariantMap>

namespace spillway::ui {
namespace {

const QString &service()
{
    static const QString name = QStringLiteral("org.freedesktop.Notifications");
    return name;
}

const QString &path()
{
    static const QString name = QStringLiteral("/org/freedesktop/Notifications");
    return name;
}

} // namespace

Notifier::Notifier(const QDBusConnection &bus, QObject *parent)
    : QObject(parent)
    , m_bus(bus)
{
    m_bus.connect(service(),
                  path(),
                  service(),
                  QStringLiteral("ActionInvoked"),
                  this,
                  SLOT(onAction(uint, QString)));
    m_bus.connect(service(),
                  path(),
                  service(),
                  QStringLiteral("ActivationToken"),
                  this,
                  SLOT(onActivationToken(uint, QString)));
    m_bus.connect(service(),
                  path(),
                  service(),
                  QStringLiteral("NotificationClosed"),
                  this,
                  SLOT(onClosed(uint, uint)));
}

QString Notifier::keyOf(const Notice &notice)
{
    return noticeKey(notice.kind) + QLatin1Char('/') + notice.subject;
}

void Notifier::show(const Notice &notice)
{
    if (!m_bus.isConnected())
        return;
    const QString key = keyOf(notice);
    QVariantMap hints;
    hints[QStringLiteral("urgency")] = QVariant::fromValue(static_cast<uchar>(notice.urgency));
    hints[QStringLiteral("desktop-entry")] = QGuiApplication::desktopFileName();
    QDBusMessage call =
        QDBusMessage::createMethodCall(service(), path(), service(), QStringLiteral("Notify"));
    const QStringList actions{QStringLiteral("default"), tr("Open")};
    call << QStringLiteral("Spillway") << m_shown.value(key).id
         << QGuiApplication::desktopFileName() << notice.title << notice.text.toHtmlEscaped()
         << actions << hints << -1;
    auto *watcher = new QDBusPendingCallWatcher(m_bus.asyncCall(call), this);
    connect(watcher,
            &QDBusPendingCallWatcher::finished,
            this,
            [this, key, notice](QDBusPendingCallWatcher *done) {
                const QDBusPendingReply<uint> reply = *done;
                if (reply.isValid())
                    m_shown[key] = {reply.value(), notice.page, notice.item};
                done->deleteLater();
            });
}

void Notifier::withdrawAll()
{
    for (const Shown &shown : std::as_const(m_shown)) {
        QDBusMessage call = QDBusMessage::createMethodCall(
            service(), path(), service(), QStringLiteral("CloseNotification"));
        call << shown.id;
        m_bus.send(call);
    }
    m_shown.clear();
}

void Notifier::onAction(uint id, const QString & /*action*/)
{
    for (const Shown &shown : std::as_const(m_shown)) {
        if (shown.id == id) {
            const Shown copy = shown;
            Q_EMIT opened(copy.page, copy.item, m_tokens.take(id));
            return;
        }
    }
}

void Notifier::onActivationToken(uint id, const QString &token)
{
    for (const Shown &shown : std::as_const(m_shown)) {
        if (shown.id == id)
            m_tokens[id] = token.toUtf8();
    }
}

void Notifier::onClosed(uint id, uint /*reason*/)
{
    m_tokens.remove(id);
    for (auto shown = m_shown.begin(); shown != m_shown.end();)
        shown = shown->id == id ? m_shown.erase(shown) : std::next(shown);
}

} // namespace spillway::ui
