// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "spillway/config.h"
#include "widgets/messageline.h"

#include <QWidget>

class QHBoxLayout;
class QVBoxLayout;

namespace spillway::ui {

/// One row of a form: the editor, perhaps buttons beside it, a remark below, and below that what is wrong with the value. The words
/// of the message are the editor's accessible description too.
class FormField final : public QWidget
{
    Q_OBJECT

public:
    explicit FormField(QWidget *editor, QWidget *parent = nullptr);

    [[nodiscard]] QWidget *editor() const { return m_editor; }

    void addBeside(QWidget *widget, int stretch = 0);
    /// The editor keeps its natural width and the rest of the row stays empty.
    void keepNarrow();
    void setNote(const QString &text, MessageLine::Kind kind = MessageLine::Kind::Note);
    void setIssue(const ConfigIssue *issue);
    void setIssueText(MessageLine::Kind kind, const QString &text);

    [[nodiscard]] QString issueText() const { return m_issue->text(); }

    [[nodiscard]] QString noteText() const { return m_note->text(); }

    /// Further rows below the editor and above the remark.
    QVBoxLayout *column() { return m_column; }

private:
    QWidget *m_editor;
    QVBoxLayout *m_column;
    QHBoxLayout *m_row;
    MessageLine *m_note;
    MessageLine *m_issue;
};

} // namespace spillway::ui
