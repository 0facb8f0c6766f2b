// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "shell/trayview.h"

#include <QMenu>
#include <QObject>
#include <QSystemTrayIcon>

#include <memory>

namespace spillway::ui {

class TrayHost;

/// The icon in the desktop's tray. Appears when there is a place for it, however late. Its menu is exported to the desktop, so
/// that texts of existing entries are changed and nothing is rebuilt while it may be open.
class TrayIcon final : public QObject
{
    Q_OBJECT

public:
    explicit TrayIcon(Session &session, QObject *parent = nullptr);
    ~TrayIcon() override;

    /// Waits for a host and shows the icon; false: takes it away.
    void setWanted(bool wanted);
    /// Whether the user can see it right now.
    [[nodiscard]] bool isShown() const;
    void retranslate();

Q_SIGNALS:
    void toggleWindowRequested();
    void openRequested(const QString &page, const QString &item);
    void copyRequested(const QString &chain);
    void testAllRequested();
    void quitRequested();
    void shownChanged(bool shown);

private:
    void create();
    void refresh();
    void refreshRows(QMenu *menu,
                     QList<QAction *> &actions,
                     const QList<TrayView::Row> &rows,
                     const QString &page,
                     QAction *before);
    void refreshChains();
    [[nodiscard]] QIcon iconFor(TrayState state) const;

    Session &m_session;
    TrayHost *m_host;
    bool m_wanted = false;
    std::unique_ptr<QSystemTrayIcon> m_icon;
    QMenu m_menu;
    QMenu *m_copy;
    QMenu *m_nodes;
    QMenu *m_quotas;
    QAction *m_title;
    QAction *m_figures;
    QAction *m_toggle;
    QAction *m_capture;
    QAction *m_testAll;
    QAction *m_open;
    QAction *m_settings;
    QAction *m_quit;
    QList<QAction *> m_nodeRows;
    QList<QAction *> m_quotaRows;
    QStringList m_chains;
    QString m_iconShown;
};

} // namespace spillway::ui
