// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDBusConnection>
#include <QObject>
#include <QTimer>

namespace spillway::ui {

/// Waits for a place where a tray icon can be shown. Qt 6.4 decides at the first touch of QSystemTrayIcon, once and for all,
/// whether the session bus has such a place: so nothing may touch it before found() was emitted.
class TrayHost final : public QObject
{
    Q_OBJECT

public:
    explicit TrayHost(const QDBusConnection &bus, QObject *parent = nullptr);

    void watch();

    [[nodiscard]] bool isFound() const { return m_found; }

Q_SIGNALS:
    void found();

private Q_SLOTS:
    // Named by D-Bus connections, which know slots by their text only.
    void askWatcher();

private:
    void lookForSelection();
    void conclude();

    QDBusConnection m_bus;
    QTimer m_selection; ///< an XEmbed tray announces itself by owning an X11 selection
    int m_looks = 0;
    bool m_found = false;
};

} // namespace spillway::ui
