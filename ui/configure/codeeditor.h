// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QPlainTextEdit>
#include <QString>

namespace spillway::ui {

/// A plain text editor with line numbers and marks under lines that are wrong. It keeps no undo of its own.
class CodeEditor final : public QPlainTextEdit
{
    Q_OBJECT

public:
    /// What is wrong with a line.
    struct Mark
    {
        int line = 0; ///< 1-based
        bool error = true;
        QString key; ///< last part of the key, underlined with its value; empty: the whole line
        QString text;

        bool operator==(const Mark &) const = default;
    };

    explicit CodeEditor(QWidget *parent = nullptr);

    void setMarks(const QList<Mark> &marks);
    /// Occurrences of a searched text.
    void setFound(const QList<QTextCursor> &found);
    void goToLine(int line);
    /// Puts in a text by changing only the part that differs, so that the cursor and the view stay where they are.
    void follow(const QString &text);

protected:
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    bool event(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    class LineArea;

    void placeArea();
    void paintArea(QPaintEvent *event);
    void showMarks();
    void indentLikeAbove();
    [[nodiscard]] int areaWidth() const;
    [[nodiscard]] const Mark *markAt(int line) const;

    LineArea *m_area;
    QList<Mark> m_marks;
    QList<QTextCursor> m_found;
};

} // namespace spillway::ui
