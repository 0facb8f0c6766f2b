// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QWidget>

namespace spillway::ui {

class Session;

/// One page of the main window. Pages are made once, on first visit, and get told when they are seen: a page that is not visible
/// costs nothing.
class Page : public QWidget
{
    Q_OBJECT

public:
    Page(Session &session, QWidget *parent)
        : QWidget(parent)
        , m_session(session)
    {}

    /// Whether it wants snapshots four times a second while visible.
    [[nodiscard]] virtual bool isLive() const { return false; }

    /// Visible from now on: connect, refresh.
    virtual void activate() {}

    /// Hidden or window minimised: stop timers and charts.
    virtual void deactivate() {}

    /// Ctrl+F.
    virtual void focusFilter() {}

    /// Shows one thing of the page (a node's name, a request), as asked by a link elsewhere.
    virtual void showItem(const QString &) {}

    /// Texts again in the new language; pages rebuild or set their texts in here (QEvent::LanguageChange calls it).
    virtual void retranslate() {}

Q_SIGNALS:
    /// Asks the window to show another page ("nodes", "traffic", "settings" …) and an item there.
    void navigate(const QString &page, const QString &item);

protected:
    Session &session() { return m_session; }

    void changeEvent(QEvent *event) override;

private:
    Session &m_session;
};

} // namespace spillway::ui
