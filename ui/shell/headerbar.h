// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QAction;
class QLabel;
class QMenu;
class QPushButton;
class QToolButton;

namespace spillway::ui {

class ElidedLabel;
class Pill;
class Session;

/// What one needs in the first second, above every page: start and stop, state, address, figures, bell.
class HeaderBar final : public QWidget
{
    Q_OBJECT

public:
    HeaderBar(
        Session &session, QAction *toggle, QAction *copy, QMenu *bell, QWidget *parent = nullptr);

    /// Unread entries of the bell's menu.
    void setUnread(int count);
    /// Shows for a moment that the address is on the clipboard.
    void showCopied();

    QMenu *copyMenu() { return m_copyMenu; }

Q_SIGNALS:
    void copyRequested(const QString &chain);
    void connectToolRequested();
    void lanClicked();

protected:
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void retranslate();
    void showState();
    void showFigures();
    void fillCopyMenu();
    void makeRoom();

    Session &m_session;
    QAction *m_toggle;
    QToolButton *m_start;
    Pill *m_state;
    ElidedLabel *m_address;
    QToolButton *m_copy;
    QMenu *m_copyMenu;
    QLabel *m_rate;
    QLabel *m_latency;
    QToolButton *m_lan;
    Pill *m_demo;
    QToolButton *m_bell;
    int m_unread = 0;
};

} // namespace spillway::ui
