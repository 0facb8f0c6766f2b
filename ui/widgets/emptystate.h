// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QWidget>

class QHBoxLayout;
class QLabel;
class QPushButton;

namespace spillway::ui {

/// What a page shows while it has nothing to show: what would be here, and the buttons that bring it about.
class EmptyState final : public QWidget
{
    Q_OBJECT

public:
    explicit EmptyState(const QString &icon, QWidget *parent = nullptr);

    /// `text` may hold simple rich text with links.
    void setText(const QString &headline, const QString &text);
    /// The first one is the default action.
    QPushButton *addButton(const QString &text, const QString &icon = {});

    [[nodiscard]] QString headline() const;

Q_SIGNALS:
    void linkActivated(const QString &link);

private:
    void restyle();

    QString m_iconName;
    QLabel *m_icon;
    QLabel *m_headline;
    QLabel *m_text;
    QHBoxLayout *m_buttons;
};

} // namespace spillway::ui
