// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QMainWindow>

class QMenu;
class QStackedWidget;

namespace spillway::ui {

class Actions;
class ChangeBar;
class HeaderBar;
class NavigationList;
class Page;
class ProblemBanners;
class Session;
class StatusLine;
class Toast;

/// The main window: list of pages, header bar, banners, the page, change bar, status line. Pages are made on the first visit.
class MainWindow final : public QMainWindow
{
    Q_OBJECT

public:
    MainWindow(Session &session, QMenu *bell, QWidget *parent = nullptr);
    ~MainWindow() override;

    /// Shows a page by its id, and a thing on it; an unknown id is ignored.
    void showPage(const QString &id, const QString &item = {});

    [[nodiscard]] QString currentPage() const { return m_current; }

    [[nodiscard]] Page *page(const QString &id); ///< made if need be; null: unknown

    /// In front of the user, whatever state the window is in.
    void raiseWindow();

    Actions &actions() { return *m_actions; }

    ChangeBar &changeBar() { return *m_changeBar; }

    ProblemBanners &banners() { return *m_banners; }

    StatusLine &statusLine() { return *m_status; }

    NavigationList &navigation() { return *m_navigation; }

    HeaderBar &header() { return *m_header; }

    /// Asks what to do with edits that were not applied. False: stay. `done` runs when they are dealt with.
    void settleEdits(const std::function<void()> &done);
    void copyEndpoint(const QString &chain);
    void saveGeometryNow();

Q_SIGNALS:
    /// The user closed the window; what that means is decided elsewhere.
    void closeRequested();
    void quitRequested();
    void diagnosticsRequested();

protected:
    void closeEvent(QCloseEvent *event) override;
    void changeEvent(QEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void connectActions();
    void restoreWindow();
    void updateWatching();
    void updateBadges();
    void updateTitle();
    void applyThen(const std::function<void()> &done);
    void discardEdits();
    void review();
    void reloadFromDisk();
    void showOutsideChanges();
    void focusPage();
    void importFile();
    void showShortcuts();
    void connectTool();
    void onChangeBarLink(const QString &link);

    Session &m_session;
    Actions *m_actions;
    HeaderBar *m_header;
    NavigationList *m_navigation;
    ProblemBanners *m_banners;
    QStackedWidget *m_stack;
    ChangeBar *m_changeBar;
    StatusLine *m_status;
    Toast *m_toast;
    QHash<QString, Page *> m_pages;
    QString m_current;
    bool m_seen = false; ///< the page has been told that it is visible
};

} // namespace spillway::ui
