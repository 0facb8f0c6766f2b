// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "shell/notices.h"

#include <QDBusConnection>
#include <QHash>
#include <QObject>

namespace spillway::ui {

/// Shows notices through org.freedesktop.Notifications: with urgency, an "Open" button, and replacement of what is out of date.
/// Without such a service nothing happens. GUI thread; never waits.
class Notifier final : public QObject
{
    Q_OBJECT

public:
    explicit Notifier(const QDBusConnection &bus, QObject *parent = nullptr);

    void show(const Notice &notice);
    /// Takes everything away that is still shown.
    void withdrawAll();

Q_SIGNALS:
    /// The user clicked one. The token lets a window be raised under Wayland; may be empty.
    void opened(const QString &page, const QString &item, const QByteArray &activationToken);

private Q_SLOTS:
    // Named by D-Bus connections, which know slots by their text only.
    void onAction(uint id, const QString &action);
    void onActivationToken(uint id, const QString &token);
    void onClosed(uint id, uint reason);

private:
    struct Shown
    {
        uint id = 0;
        QString page;
        QString item;
    };

    [[nodiscard]] static QString keyOf(const Notice &notice);

    QDBusConnection m_bus;
    QHash<QString, Shown> m_shown; ///< by kind and subject
    QHash<uint, QByteArray> m_tokens;
};

} // namespace spillway::ui
