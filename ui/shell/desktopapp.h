// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/session.h"
#include "shell/startoptions.h"
#include "shell/translations.h"

#include <QMenu>
#include <QObject>

#include <functional>
#include <memory>

namespace spillway::ui {

class ClosingDialog;
class MainWindow;
class MessageCenter;
class TrayIcon;
class UiSettings;

/// The desktop program as a whole: session, window, tray, messages, and the rules for closing and quitting. One per process.
class DesktopApp final : public QObject
{
    Q_OBJECT

public:
    DesktopApp(const SessionOptions &session,
               UiSettings &settings,
               const StartOptions &start,
               QObject *parent = nullptr);
    ~DesktopApp() override;

    /// Shows what the options ask for.
    void begin();
    /// What a second start handed over.
    void obey(const StartOptions &options, const QByteArray &activationToken);
    /// Lets running requests end, then ends the program. `ask`: about edits that were not applied.
    void quit(bool ask);

    Session &session() { return m_session; }

    MainWindow &window() { return *m_window; }

Q_SIGNALS:
    void readyToQuit();

private:
    void onCloseRequested();
    void closeWithoutTray();
    void shutDown();
    void applyTheme();
    void applyLanguage();
    [[nodiscard]] QString firstPage() const;
    void copyDiagnostics();

    StartOptions m_start;
    UiSettings &m_settings;
    Translations m_translations;
    Session m_session;
    std::unique_ptr<MessageCenter> m_messages;
    std::unique_ptr<MainWindow> m_window;
    std::unique_ptr<TrayIcon> m_tray;
    std::unique_ptr<ClosingDialog> m_closing;
    bool m_quitting = false;
};

} // namespace spillway::ui
