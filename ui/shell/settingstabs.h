// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/settingsform.h"

class QCheckBox;
class QComboBox;
class QListView;
class QPushButton;
class QSpinBox;
class QStandardItemModel;

namespace spillway::ui {

class DraftBinder;
class Session;

/// Language, look, tray, starting and closing: all of it counts at once.
class GeneralTab final : public SettingsForm
{
    Q_OBJECT

public:
    explicit GeneralTab(Session &session);

    /// The desktop may have changed the autostart entry meanwhile.
    void refreshAutostart();

private:
    void addStart();
    void setAutostart();

    Session &m_session;
    QCheckBox *m_login = nullptr;
    QCheckBox *m_hidden = nullptr;
};

/// Where the proxy listens and what it takes.
class ListenerTab final : public SettingsForm
{
    Q_OBJECT

public:
    ListenerTab(Session &session, DraftBinder &binder);

private:
    void chooseHost(const QString &host);
    void showHost();
    void showPort();
    void showAddresses();

    Session &m_session;
    DraftBinder &m_binder;
    QComboBox *m_host;
    QSpinBox *m_port;
    QLabel *m_portState;
    QLabel *m_addresses;
    quint64 m_portQuestion = 0; ///< answers to older ones are dropped
};

/// Which messages appear on the desktop.
class NotificationsTab final : public SettingsForm
{
    Q_OBJECT

public:
    explicit NotificationsTab(Session &session);
};

/// Who may use the proxy and for what.
class SecurityTab final : public SettingsForm
{
    Q_OBJECT

public:
    SecurityTab(Session &session, DraftBinder &binder);

private:
    void showTokens();
    void addToken();
    void removeToken();
    void writeToken(const QString &variable, const QString &token);

    Session &m_session;
    DraftBinder &m_binder;
    QStandardItemModel *m_tokens;
    QListView *m_list;
    QPushButton *m_add;
    QPushButton *m_remove;
    QLabel *m_tokenNote;
};

/// Where files lie, how much is kept, and whether the keyring works.
class StorageTab final : public SettingsForm
{
    Q_OBJECT

public:
    explicit StorageTab(Session &session);

private:
    void addPlace(const QString &label, const QString &path);
    void testKeyring();

    Session &m_session;
    QLabel *m_keyring;
    QPushButton *m_test;
};

/// Time limits, threads, log level.
class AdvancedTab final : public SettingsForm
{
    Q_OBJECT

public:
    AdvancedTab(Session &session, DraftBinder &binder);

Q_SIGNALS:
    void editFileRequested();

private:
    void resetWindow();

    Session &m_session;
};

} // namespace spillway::ui
