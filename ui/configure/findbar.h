// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QLineEdit;
class QToolButton;

namespace spillway::ui {

class CodeEditor;

/// Search in the text editor; hidden until it is called.
class FindBar final : public QWidget
{
    Q_OBJECT

public:
    explicit FindBar(CodeEditor *editor, QWidget *parent = nullptr);

    /// Shows it, with the selected words as the text to look for.
    void open();
    void close();
    void retranslate();

    [[nodiscard]] int matches() const { return m_matches; }

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    void markAll();
    void step(bool backward);

    CodeEditor *m_editor;
    QLineEdit *m_text;
    QLabel *m_count;
    QToolButton *m_previous;
    QToolButton *m_next;
    QToolButton *m_close;
    int m_matches = 0;
};

} // namespace spillway::ui
