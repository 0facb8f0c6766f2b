// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "shell/notices.h"

#include <QMenu>
#include <QObject>
#include <QTimer>

#include <deque>
#include <functional>

namespace spillway::ui {

class Notifier;
class Session;

/// Watches the session for what is worth a message, shows it on the desktop where the user wants that, and keeps the last fifty
/// behind the bell, also over a restart.
class MessageCenter final : public QObject
{
    Q_OBJECT

public:
    explicit MessageCenter(Session &session, QObject *parent = nullptr);
    ~MessageCenter() override;

    /// The bell's menu.
    QMenu *menu() { return &m_menu; }

    [[nodiscard]] int unread() const { return m_unread; }

    /// Newest first.
    [[nodiscard]] const std::deque<Notice> &history() const { return m_history; }

    NoticeRules &rules() { return *m_rules; }

    /// Tells whether the window is in front: what it shows by itself is not said twice.
    void setWindowActive(std::function<bool()> isActive) { m_isActive = std::move(isActive); }

Q_SIGNALS:
    void unreadChanged(int unread);
    void opened(const QString &page, const QString &item, const QByteArray &activationToken);

private:
    void take(const Notice &notice);
    void fillMenu();
    void keep();
    void restore();
    void onStateChanged();
    void checkForecasts();

    Session &m_session;
    NoticeRules *m_rules;
    Notifier *m_notifier;
    QMenu m_menu;
    std::deque<Notice> m_history;
    std::function<bool()> m_isActive;
    QTimer m_forecasts;
    int m_unread = 0;
};

} // namespace spillway::ui
