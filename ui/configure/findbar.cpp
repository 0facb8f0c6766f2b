// SPDX-License-Identifier: GPL-3.0-or-later
#include "configure/findbar.h"

#include "configure/codeeditor.h"
#include "widgets/theme.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

namespace spillway::ui {
namespace {

/// More marks than this help nobody and cost time.
constexpr int kMostMarks = 500;

} // namespace

FindBar::FindBar(CodeEditor *editor, QWidget *parent)
    : QWidget(parent)
    , m_editor(editor)
    , m_text(new QLineEdit(this))
    , m_count(new QLabel(this))
    , m_previous(new QToolButton(this))
    , m_next(new QToolButton(this))
    , m_close(new QToolButton(this))
{
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_text, 1);
    row->addWidget(m_count);
    const Theme &theme = Theme::instance();
    m_previous->setIcon(theme.icon(QStringLiteral("up")));
    m_next->setIcon(theme.icon(QStringLiteral("down")));
    m_close->setIcon(theme.icon(QStringLiteral("close")));
    for (QToolButton *button : {m_previous, m_next, m_close}) {
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::StrongFocus);
        row->addWidget(button);
    }
    m_text->setClearButtonEnabled(true);
    connect(m_text, &QLineEdit::textChanged, this, [this] {
        markAll();
        step(false);
    });
    connect(m_text, &QLineEdit::returnPressed, this, [this] { step(false); });
    connect(m_next, &QToolButton::clicked, this, [this] { step(false); });
    connect(m_previous, &QToolButton::clicked, this, [this] { step(true); });
    connect(m_close, &QToolButton::clicked, this, &FindBar::close);
    connect(editor, &QPlainTextEdit::textChanged, this, [this] {
        if (isVisible())
            markAll();
    });
    retranslate();
    hide();
}

void FindBar::retranslate()
{
    m_text->setPlaceholderText(tr("Find in the text"));
    m_text->setAccessibleName(tr("Find in the text"));
    m_previous->setToolTip(tr("Previous (Shift+Enter)"));
    m_previous->setAccessibleName(tr("Previous"));
    m_next->setToolTip(tr("Next (Enter)"));
    m_next->setAccessibleName(tr("Next"));
    m_close->setToolTip(tr("Close (Esc)"));
    m_close->setAccessibleName(tr("Close the search"));
}

void FindBar::open()
{
    const QString chosen = m_editor->textCursor().selectedText();
    show();
    if (!chosen.isEmpty() && !chosen.contains(QChar::ParagraphSeparator))
        m_text->setText(chosen);
    m_text->selectAll();
    m_text->setFocus(Qt::ShortcutFocusReason);
    markAll();
}

void FindBar::close()
{
    hide();
    m_editor->setFound({});
    m_editor->setFocus();
}

void FindBar::markAll()
{
    QList<QTextCursor> found;
    const QString text = m_text->text();
    QTextCursor at(m_editor->document());
    while (!text.isEmpty() && found.size() < kMostMarks) {
        at = m_editor->document()->find(text, at);
        if (at.isNull())
            break;
        found.append(at);
    }
    m_matches = static_cast<int>(found.size());
    m_editor->setFound(found);
    m_count->setText(text.isEmpty()   ? QString()
                     : m_matches == 0 ? tr("Not found")
                                      : tr("%n match(es)", nullptr, m_matches));
    m_next->setEnabled(m_matches > 0);
    m_previous->setEnabled(m_matches > 0);
}

void FindBar::step(bool backward)
{
    const QString text = m_text->text();
    if (text.isEmpty())
        return;
    const QTextDocument::FindFlags flags =
        backward ? QTextDocument::FindBackward : QTextDocument::FindFlags();
    QTextCursor next = m_editor->document()->find(text, m_editor->textCursor(), flags);
    if (next.isNull()) {
        QTextCursor edge(m_editor->document());
        if (backward)
            edge.movePosition(QTextCursor::End);
        next = m_editor->document()->find(text, edge, flags);
    }
    if (!next.isNull())
        m_editor->setTextCursor(next);
}

void FindBar::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape)
        return close();
    if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        && event->modifiers() == Qt::ShiftModifier)
        return step(true);
    QWidget::keyPressEvent(event);
}

} // namespace spillway::ui
