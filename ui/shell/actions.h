// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QKeySequence>
#include <QList>
#include <QObject>

class QAction;
class QMenu;
class QMenuBar;
class QWidget;

namespace spillway::ui {

class Page;
class Session;

/// Every command of the main window with its key and its place in the menus. What a command does is connected by the window.
class Actions final : public QObject
{
    Q_OBJECT

public:
    Actions(Session &session, QWidget *window);

    void fillMenuBar(QMenuBar *bar);
    void retranslate();

    /// A page may have an action of its own with a key of this table (add, test …). It then gets the command, wherever the focus is,
    /// and does not compete for the key.
    void adopt(Page *page, const QString &id);

    /// Text for the list of keyboard shortcuts: name and key.
    [[nodiscard]] QList<QPair<QString, QString>> shortcutList() const;

    // File
    QAction *apply;
    QAction *review;
    QAction *discard;
    QAction *reload;
    QAction *importFile;
    QAction *closeWindow;
    QAction *quit;
    // Edit
    QAction *undo;
    QAction *redo;
    QAction *filter;
    QAction *settings;
    // Proxy
    QAction *toggle;
    QAction *restart;
    QAction *copyEndpoint;
    QAction *connectTool;
    QAction *addNode;
    QAction *testNode;
    QAction *testAll;
    // View
    QList<QAction *> pages; ///< data(): id of the page
    QAction *raw;
    QAction *shortcuts;
    // Help
    QAction *help;
    QAction *whatsThis;
    QAction *getStarted;
    QAction *diagnostics;
    QAction *about;

Q_SIGNALS:
    void pageRequested(const QString &id);

private:
    QAction *add(const QKeySequence &key, const char *icon = nullptr);
    void forward(QAction *own);
    void showState();
    void showSteps();

    Session &m_session;
    QWidget *m_window;
    QList<QMenu *> m_menus;
    QHash<QAction *, QAction *> m_pageActions; ///< own → the page's
    QHash<QAction *, QString> m_pageOf;
};

} // namespace spillway::ui
