// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>

#include <functional>

class QLabel;
class QPushButton;

namespace spillway::ui {

/// A line for a few seconds, with an Undo where there is something to undo. It stays as long as the pointer or the focus is on it.
/// To be put into a layout: it takes room instead of covering what is there.
class Toast final : public QWidget
{
    Q_OBJECT

public:
    explicit Toast(QWidget *parent = nullptr);

    /// `undoable`: the button asks for undoRequested().
    void show(const QString &text, bool undoable);
    /// The button calls `undo`.
    void showWithUndo(const QString &text, const std::function<void()> &undo);

    [[nodiscard]] QString text() const;

Q_SIGNALS:
    void undoRequested();

protected:
    void paintEvent(QPaintEvent *event) override;
    void enterEvent(QEnterEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void changeEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    QLabel *m_text;
    QPushButton *m_undo;
    std::function<void()> m_undoIt;
    QTimer m_goSoon;
};

} // namespace spillway::ui
