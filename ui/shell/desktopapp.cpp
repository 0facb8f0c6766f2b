// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/desktopapp.h"

#include "session/configdraft.h"
#include "session/uisettings.h"
#include "shell/actions.h"
#include "shell/closingdialog.h"
#include "shell/diagnostics.h"
#include "shell/headerbar.h"
#include "shell/mainwindow.h"
#include "shell/messagecenter.h"
#include "shell/pagetable.h"
#include "shell/trayicon.h"
#include "widgets/theme.h"

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QDateTime>
#include <QMessageBox>
#include <QPushButton>

#include <utility>

namespace spillway::ui {
namespace {

constexpr int kClosingPatienceMs = 400; // most stops are over before a dialog could be read

} // namespace

DesktopApp::DesktopApp(const SessionOptions &session,
                       UiSettings &settings,
                       const StartOptions &start,
                       QObject *parent)
    : QObject(parent)
    , m_start(start)
    , m_settings(settings)
    , m_session(session, settings)
{
    applyTheme();
    applyLanguage();
    m_messages = std::make_unique<MessageCenter>(m_session);
    m_window = std::make_unique<MainWindow>(m_session, m_messages->menu());
    m_tray = std::make_unique<TrayIcon>(m_session);
    m_messages->setWindowActive([this] { return m_window->isActiveWindow(); });

    const auto open = [this](const QString &page, const QString &item) {
        m_window->raiseWindow();
        if (!page.isEmpty())
            m_window->showPage(page, item);
    };
    connect(m_messages.get(),
            &MessageCenter::unreadChanged,
            &m_window->header(),
            &HeaderBar::setUnread);
    m_window->header().setUnread(m_messages->unread());
    connect(m_messages.get(),
            &MessageCenter::opened,
            this,
            [open](const QString &page, const QString &item, const QByteArray &token) {
                if (!token.isEmpty())
                    qputenv("XDG_ACTIVATION_TOKEN", token);
                open(page, item);
            });
    connect(m_tray.get(), &TrayIcon::openRequested, this, open);
    connect(m_tray.get(), &TrayIcon::toggleWindowRequested, this, [this] {
        if (m_window->isVisible() && !m_window->isMinimized() && m_window->isActiveWindow())
            m_window->hide();
        else
            m_window->raiseWindow();
    });
    connect(m_tray.get(), &TrayIcon::copyRequested, m_window.get(), &MainWindow::copyEndpoint);
    connect(m_tray.get(), &TrayIcon::quitRequested, this, [this] { quit(true); });
    connect(m_tray.get(), &TrayIcon::testAllRequested, this, [this] {
        m_window->actions().testAll->trigger();
    });
    connect(m_window.get(), &MainWindow::closeRequested, this, &DesktopApp::onCloseRequested);
    connect(m_window.get(), &MainWindow::quitRequested, this, [this] { quit(true); });
    connect(m_window.get(), &MainWindow::diagnosticsRequested, this, &DesktopApp::copyDiagnostics);
    connect(&m_settings, &UiSettings::changed, this, [this](const QString &key) {
        if (key.isEmpty() || key == QLatin1String("theme"))
            applyTheme();
        if (key.isEmpty() || key == QLatin1String("language")) {
            applyLanguage();
            m_tray->retranslate();
        }
        if (key.isEmpty() || key == QLatin1String(flags::kTray.key))
            m_tray->setWanted(m_settings.flag(flags::kTray) && !m_start.noTray);
    });
    connect(&m_session, &Session::stateChanged, this, [this] {
        const ProxyState state = m_session.state();
        if (m_quitting && (state == ProxyState::Stopped || state == ProxyState::Failed))
            shutDown();
    });
}

DesktopApp::~DesktopApp()
{
    // The window's pages look at the session until the last moment.
    m_closing.reset(); // before the window, its parent
    m_tray.reset();
    m_window.reset();
    m_messages.reset();
}

void DesktopApp::applyTheme()
{
    const QString theme =
        m_settings.value(QStringLiteral("theme"), QStringLiteral("system")).toString();
    Theme::instance().setMode(theme == QLatin1String("light")  ? Theme::Mode::Light
                              : theme == QLatin1String("dark") ? Theme::Mode::Dark
                                                               : Theme::Mode::System);
}

void DesktopApp::applyLanguage()
{
    m_translations.use(
        m_settings.value(QStringLiteral("language"), QStringLiteral("system")).toString());
}

QString DesktopApp::firstPage() const
{
    if (!m_start.page.isEmpty())
        return m_start.page;
    if (m_session.isFileUnreadable())
        return QStringLiteral("raw");
    if (const auto config = m_session.config(); !config || config->nodes.empty())
        return QStringLiteral("start");
    const QString last = m_settings.value(QStringLiteral("window/page")).toString();
    return pageInfo(last) != nullptr && last != QLatin1String("start")
               ? last
               : QStringLiteral("dashboard");
}

void DesktopApp::begin()
{
    m_tray->setWanted(m_settings.flag(flags::kTray) && !m_start.noTray);
    const QString page = firstPage();
    m_window->showPage(pageInfo(page) != nullptr ? page : QLatin1String(pageTable().front().id));
    if (!m_start.background)
        m_window->show();
    const auto config = m_session.config();
    const bool hasNodes = (config && !config->nodes.empty()) || !config;
    if (m_start.proxy == StartOptions::Proxy::Start || m_start.proxy == StartOptions::Proxy::Toggle
        || (m_start.proxy == StartOptions::Proxy::AsSet && hasNodes
            && m_settings.flag(flags::kStartProxy)))
        m_session.startProxy();
    if (m_start.copyEndpoint)
        m_window->copyEndpoint({});
}

void DesktopApp::obey(const StartOptions &options, const QByteArray &activationToken)
{
    if (!activationToken.isEmpty())
        qputenv("XDG_ACTIVATION_TOKEN", activationToken);
    if (!options.page.isEmpty())
        m_window->showPage(options.page);
    switch (options.proxy) {
    case StartOptions::Proxy::AsSet:
        break;
    case StartOptions::Proxy::Start:
        m_session.startProxy();
        break;
    case StartOptions::Proxy::Stop:
        m_session.stopProxy();
        break;
    case StartOptions::Proxy::Toggle:
        m_session.toggleProxy();
        break;
    }
    if (options.copyEndpoint)
        m_window->copyEndpoint({});
    // A command alone leaves the window as it is.
    const bool command =
        options.proxy != StartOptions::Proxy::AsSet || options.copyEndpoint || options.background;
    if (!command || !options.page.isEmpty())
        m_window->raiseWindow();
}

void DesktopApp::onCloseRequested()
{
    if (m_quitting)
        return;
    if (!m_settings.flag(flags::kKeepRunning)) {
        quit(true);
        return;
    }
    if (!m_tray->isShown()) {
        closeWithoutTray();
        return;
    }
    m_window->hide();
    if (!m_settings.flag(flags::kCloseExplained)) {
        m_settings.setFlag(flags::kCloseExplained, true);
        m_messages->rules().wentToTray(QDateTime::currentMSecsSinceEpoch());
    }
}

/// Without an icon there is no way back to a hidden window but to start the program again: that has to be said.
void DesktopApp::closeWithoutTray()
{
    const QString known = m_settings.value(QStringLiteral("window/closeWithoutTray")).toString();
    if (known == QLatin1String("quit")) {
        quit(true);
        return;
    }
    if (known == QLatin1String("keep")) {
        m_window->hide();
        return;
    }
    QMessageBox box(QMessageBox::Question,
                    tr("Close the window"),
                    tr("Spillway has no tray icon on this desktop."),
                    QMessageBox::Cancel,
                    m_window.get());
    box.setInformativeText(tr("The proxy can go on in the background; start Spillway again to get "
                              "the window back. On GNOME the extension "
                              "“AppIndicator and KStatusNotifierItem Support” brings tray icons."));
    QPushButton *keep = box.addButton(tr("&Keep the proxy running"), QMessageBox::AcceptRole);
    QPushButton *leave = box.addButton(tr("&Quit"), QMessageBox::DestructiveRole);
    auto *remember = new QCheckBox(tr("Do the same &next time"));
    box.setCheckBox(remember);
    box.setDefaultButton(keep);
    box.exec();
    const bool keeps = box.clickedButton() == keep;
    const bool leaves = box.clickedButton() == leave;
    if (remember->isChecked() && (keeps || leaves))
        m_settings.setValue(QStringLiteral("window/closeWithoutTray"),
                            keeps ? QStringLiteral("keep") : QStringLiteral("quit"));
    if (leaves)
        quit(true);
    else if (keeps)
        m_window->hide();
}

void DesktopApp::quit(bool ask)
{
    if (m_quitting)
        return;
    if (ask) {
        m_window->settleEdits([this] { quit(false); });
        return;
    }
    m_quitting = true;
    m_window->saveGeometryNow();
    m_settings.sync();
    if (m_session.engine() == nullptr) {
        shutDown();
        return;
    }
    m_session.stopProxy();
    m_closing = std::make_unique<ClosingDialog>(m_session,
                                                m_window->isVisible() ? m_window.get() : nullptr);
    connect(m_closing.get(), &ClosingDialog::quitNowRequested, this, &DesktopApp::shutDown);
    if (m_window->isVisible())
        QTimer::singleShot(kClosingPatienceMs, m_closing.get(), [this] { m_closing->show(); });
}

void DesktopApp::shutDown()
{
    m_quitting = true;
    Q_EMIT readyToQuit();
}

void DesktopApp::copyDiagnostics()
{
    QGuiApplication::clipboard()->setText(diagnosticsText(m_session, m_tray->isShown()));
    Q_EMIT m_session.toast(tr("The diagnostics are on the clipboard. They hold no keys and no "
                              "addresses of providers."),
                           false);
}

} // namespace spillway::ui
