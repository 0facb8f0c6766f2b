// SPDX-License-Identifier: GPL-3.0-or-later
#include "configure/formfield.h"

#include "session/problemtext.h"

#include <QHBoxLayout>
#include <QStyle>
#include <QVBoxLayout>

namespace spillway::ui {

FormField::FormField(QWidget *editor, QWidget *parent)
    : QWidget(parent)
    , m_editor(editor)
    , m_column(new QVBoxLayout(this))
    , m_row(new QHBoxLayout)
    , m_note(new MessageLine(this))
    , m_issue(new MessageLine(this))
{
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(style()->pixelMetric(QStyle::PM_LayoutVerticalSpacing) / 2);
    m_row->setContentsMargins(0, 0, 0, 0);
    m_row->addWidget(editor, 1);
    m_column->addLayout(m_row);
    m_column->addWidget(m_note);
    m_column->addWidget(m_issue);
    setFocusProxy(editor);
}

void FormField::addBeside(QWidget *widget, int stretch)
{
    m_row->addWidget(widget, stretch);
}

void FormField::keepNarrow()
{
    m_row->setStretch(0, 0);
    m_row->addStretch(1);
}

void FormField::setNote(const QString &text, MessageLine::Kind kind)
{
    m_note->setMessage(kind, text);
}

void FormField::setIssueText(MessageLine::Kind kind, const QString &text)
{
    m_issue->setMessage(kind, text);
    m_editor->setAccessibleDescription(text);
}

void FormField::setIssue(const ConfigIssue *issue)
{
    if (!issue)
        return setIssueText(MessageLine::Kind::Error, {});
    setIssueText(issue->severity == ConfigIssue::Severity::Error ? MessageLine::Kind::Error
                                                                 : MessageLine::Kind::Warning,
                 problemText(*issue));
}

} // namespace spillway::ui
