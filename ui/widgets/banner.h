// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme.h"

#include <QString>
#include <QWidget>

class QHBoxLayout;
class QLabel;
class QPushButton;
class QToolButton;

namespace spillway::ui {

/// A line across the page that says what is wrong or notable and offers what to do. Hidden until it has a text.
class Banner final : public QWidget
{
    Q_OBJECT

public:
    explicit Banner(QWidget *parent = nullptr);

    /// Shows it. Tone: Accent = information, Warning, Bad, Good. Text may hold simple rich text.
    void show(const QString &text, Tone tone);
    /// Adds a button at the right end; keeps it for later texts until clearButtons().
    QPushButton *addButton(const QString &text);
    void clearButtons();
    /// Whether the user may put it away; closed() tells.
    void setClosable(bool closable);

    [[nodiscard]] QString text() const;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void closed();
    void linkActivated(const QString &link);

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void retranslate();

    Tone m_tone = Tone::Accent;
    QLabel *m_icon;
    QLabel *m_text;
    QHBoxLayout *m_buttons;
    QToolButton *m_close;
};

} // namespace spillway::ui
