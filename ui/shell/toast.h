// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>

class QLabel;
class QPushButton;

namespace spillway::ui {

/// A line that floats above the lower edge of its parent for a few seconds, with an Undo where there is something to undo. It
/// stays as long as the pointer or the focus is on it.
class Toast final : public QWidget
{
    Q_OBJECT

public:
    explicit Toast(QWidget *parent);

    void show(const QString &text, bool undoable);

    [[nodiscard]] QString text() const;

Q_SIGNALS:
    void undoRequested();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void enterEvent(QEnterEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void changeEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void place();

    QLabel *m_text;
    QPushButton *m_undo;
    QTimer m_goSoon;
};

} // namespace spillway::ui
