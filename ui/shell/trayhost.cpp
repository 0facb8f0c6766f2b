// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/trayhost.h"

#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusServiceWatcher>
#include <QDBusVariant>
#include <QGuiApplication>

#include <cstdlib>
#include <memory>
#include <string>
#include <xcb/xcb.h>

namespace spillway::ui {
namespace {

constexpr int kLookMs = 2000;
constexpr int kLookLaterMs = 15000;
constexpr int kEagerLooks = 30;

const QString &watcherName()
{
    static const QString name = QStringLiteral("org.kde.StatusNotifierWatcher");
    return name;
}

struct Free
{
    void operator()(void *memory) const { std::free(memory); }
};

template <typename T>
using Reply = std::unique_ptr<T, Free>;

} // namespace

TrayHost::TrayHost(const QDBusConnection &bus, QObject *parent)
    : QObject(parent)
    , m_bus(bus)
{
    connect(&m_selection, &QTimer::timeout, this, &TrayHost::lookForSelection);
}

void TrayHost::watch()
{
    if (m_bus.isConnected()) {
        auto *services = new QDBusServiceWatcher(
            watcherName(), m_bus, QDBusServiceWatcher::WatchForRegistration, this);
        connect(services, &QDBusServiceWatcher::serviceRegistered, this, &TrayHost::askWatcher);
        m_bus.connect(watcherName(),
                      QStringLiteral("/StatusNotifierWatcher"),
                      watcherName(),
                      QStringLiteral("StatusNotifierHostRegistered"),
                      this,
                      SLOT(askWatcher()));
        askWatcher();
    }
    // Other platforms may have the interface too, with nothing behind it.
    const auto *x11 = qGuiApp->nativeInterface<QNativeInterface::QX11Application>();
    if (QGuiApplication::platformName() == QLatin1String("xcb") && x11 != nullptr
        && x11->connection() != nullptr) {
        m_selection.start(kLookMs);
        lookForSelection();
    }
}

/// A watcher alone shows nothing: it must have a host too.
void TrayHost::askWatcher()
{
    if (m_found)
        return;
    QDBusMessage call =
        QDBusMessage::createMethodCall(watcherName(),
                                       QStringLiteral("/StatusNotifierWatcher"),
                                       QStringLiteral("org.freedesktop.DBus.Properties"),
                                       QStringLiteral("Get"));
    call.setAutoStartService(false);
    call << watcherName() << QStringLiteral("IsStatusNotifierHostRegistered");
    auto *answer = new QDBusPendingCallWatcher(m_bus.asyncCall(call), this);
    connect(
        answer, &QDBusPendingCallWatcher::finished, this, [this](QDBusPendingCallWatcher *done) {
            const QDBusPendingReply<QDBusVariant> reply = *done;
            if (reply.isValid() && reply.value().variant().toBool())
                conclude();
            done->deleteLater();
        });
}

void TrayHost::lookForSelection()
{
    if (m_found)
        return;
    if (++m_looks == kEagerLooks)
        m_selection.setInterval(kLookLaterMs);
    const auto *x11 = qGuiApp->nativeInterface<QNativeInterface::QX11Application>();
    xcb_connection_t *connection = x11->connection();
    static const std::string kSelection = "_NET_SYSTEM_TRAY_S0";
    const Reply<xcb_intern_atom_reply_t> atom(xcb_intern_atom_reply(
        connection,
        xcb_intern_atom(
            connection, 1, static_cast<std::uint16_t>(kSelection.size()), kSelection.data()),
        nullptr));
    if (!atom || atom->atom == XCB_ATOM_NONE)
        return;
    const Reply<xcb_get_selection_owner_reply_t> owner(xcb_get_selection_owner_reply(
        connection, xcb_get_selection_owner(connection, atom->atom), nullptr));
    if (owner && owner->owner != XCB_WINDOW_NONE)
        conclude();
}

void TrayHost::conclude()
{
    if (m_found)
        return;
    m_found = true;
    m_selection.stop();
    Q_EMIT found();
}

} // namespace spillway::ui
