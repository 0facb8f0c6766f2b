// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace spillway::ui {

class ElidedLabel;
class Session;

/// The line at the lower edge: nodes, chains, the fullest quota, who can reach the proxy.
class StatusLine final : public QWidget
{
    Q_OBJECT

public:
    explicit StatusLine(Session &session, QWidget *parent = nullptr);

    [[nodiscard]] QString text() const;

protected:
    void changeEvent(QEvent *event) override;

private:
    void refresh();

    Session &m_session;
    ElidedLabel *m_text;
};

} // namespace spillway::ui
