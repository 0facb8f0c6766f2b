// SPDX-License-Identifier: GPL-3.0-or-later
#include "configure/codeeditor.h"

#include "widgets/theme.h"

#include <QFontDatabase>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QTextBlock>
#include <QToolTip>

#include <algorithm>

namespace spillway::ui {

class CodeEditor::LineArea final : public QWidget
{
public:
    explicit LineArea(CodeEditor *editor)
        : QWidget(editor)
        , m_editor(editor)
    {}

    [[nodiscard]] QSize sizeHint() const override { return {m_editor->areaWidth(), 0}; }

protected:
    void paintEvent(QPaintEvent *event) override { m_editor->paintArea(event); }

private:
    CodeEditor *m_editor;
};

CodeEditor::CodeEditor(QWidget *parent)
    : QPlainTextEdit(parent)
    , m_area(new LineArea(this))
{
    setUndoRedoEnabled(false);
    setLineWrapMode(QPlainTextEdit::NoWrap);
    setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    setTabStopDistance(fontMetrics().horizontalAdvance(QLatin1Char(' ')) * 4);
    setLayoutDirection(Qt::LeftToRight);
    connect(this, &QPlainTextEdit::blockCountChanged, this, &CodeEditor::placeArea);
    connect(this, &QPlainTextEdit::cursorPositionChanged, this, &CodeEditor::showMarks);
    connect(this, &QPlainTextEdit::updateRequest, this, [this](const QRect &rect, int dy) {
        if (dy != 0)
            m_area->scroll(0, dy);
        else
            m_area->update(0, rect.y(), m_area->width(), rect.height());
    });
    connect(&Theme::instance(), &Theme::changed, this, &CodeEditor::showMarks);
    placeArea();
}

void CodeEditor::setMarks(const QList<Mark> &marks)
{
    if (marks == m_marks)
        return;
    m_marks = marks;
    showMarks();
    m_area->update();
}

void CodeEditor::setFound(const QList<QTextCursor> &found)
{
    m_found = found;
    showMarks();
}

void CodeEditor::goToLine(int line)
{
    const QTextBlock block =
        document()->findBlockByNumber(std::clamp(line - 1, 0, blockCount() - 1));
    QTextCursor cursor(block);
    cursor.movePosition(QTextCursor::EndOfBlock);
    setTextCursor(cursor);
    centerCursor();
    setFocus();
}

void CodeEditor::follow(const QString &text)
{
    const QString now = toPlainText();
    if (now == text)
        return;
    if (now.isEmpty()) { // leaves the cursor at the first line
        setPlainText(text);
        return;
    }
    qsizetype head = 0;
    const qsizetype least = std::min(now.size(), text.size());
    while (head < least && now[head] == text[head])
        ++head;
    qsizetype tail = 0;
    while (tail < least - head && now[now.size() - 1 - tail] == text[text.size() - 1 - tail])
        ++tail;
    QTextCursor cursor(document());
    cursor.setPosition(static_cast<int>(head));
    cursor.setPosition(static_cast<int>(now.size() - tail), QTextCursor::KeepAnchor);
    cursor.insertText(text.mid(head, text.size() - head - tail));
}

int CodeEditor::areaWidth() const
{
    const auto digits = std::max<qsizetype>(3, QString::number(blockCount()).size());
    return fontMetrics().horizontalAdvance(QLatin1Char('9')) * (static_cast<int>(digits) + 2);
}

void CodeEditor::placeArea()
{
    setViewportMargins(areaWidth(), 0, 0, 0);
    const QRect inside = contentsRect();
    m_area->setGeometry(inside.left(), inside.top(), areaWidth(), inside.height());
}

void CodeEditor::resizeEvent(QResizeEvent *event)
{
    QPlainTextEdit::resizeEvent(event);
    placeArea();
}

void CodeEditor::changeEvent(QEvent *event)
{
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::PaletteChange) {
        placeArea();
        showMarks();
    }
}

const CodeEditor::Mark *CodeEditor::markAt(int line) const
{
    const auto found = std::find_if(
        m_marks.begin(), m_marks.end(), [line](const Mark &mark) { return mark.line == line; });
    return found == m_marks.end() ? nullptr : &*found;
}

void CodeEditor::paintArea(QPaintEvent *event)
{
    const Theme &theme = Theme::instance();
    QPainter painter(m_area);
    QColor ground = palette().color(QPalette::Text);
    ground.setAlphaF(0.05F);
    painter.fillRect(event->rect(), palette().color(QPalette::Base));
    painter.fillRect(event->rect(), ground);
    painter.setFont(font());
    const int current = textCursor().blockNumber();
    const int digit = fontMetrics().horizontalAdvance(QLatin1Char('9'));
    for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
        const QRectF area = blockBoundingGeometry(block).translated(contentOffset());
        if (area.top() > event->rect().bottom())
            break;
        const int line = block.blockNumber() + 1;
        const Mark *mark = markAt(line);
        painter.setPen(mark                  ? (mark->error ? theme.bad() : theme.warning())
                       : line - 1 == current ? palette().color(QPalette::Text)
                                             : theme.muted());
        const QRect at(
            0, static_cast<int>(area.top()), m_area->width() - digit / 2, fontMetrics().height());
        painter.drawText(at, Qt::AlignRight, QLocale::c().toString(line).remove(QLatin1Char(',')));
        if (mark) {
            // A shape beside the number: the colour alone would not do.
            const qreal size = fontMetrics().ascent() * 0.45;
            const QPointF centre(digit * 0.7, area.top() + fontMetrics().height() / 2.0);
            painter.setRenderHint(QPainter::Antialiasing);
            painter.setBrush(painter.pen().color());
            if (mark->error)
                painter.drawEllipse(centre, size / 1.6, size / 1.6);
            else
                painter.drawPolygon(QPolygonF{centre + QPointF(0, -size),
                                              centre + QPointF(size, size * 0.7),
                                              centre + QPointF(-size, size * 0.7)});
        }
    }
}

void CodeEditor::showMarks()
{
    const Theme &theme = Theme::instance();
    QList<QTextEdit::ExtraSelection> all;
    QTextEdit::ExtraSelection line;
    QColor wash = palette().color(QPalette::Text);
    wash.setAlphaF(0.05F);
    line.format.setBackground(wash);
    line.format.setProperty(QTextFormat::FullWidthSelection, true);
    line.cursor = textCursor();
    line.cursor.clearSelection();
    all.append(line);
    for (const QTextCursor &found : m_found) {
        QTextEdit::ExtraSelection selection;
        selection.cursor = found;
        QColor ground = theme.warning();
        ground.setAlphaF(0.35F);
        selection.format.setBackground(ground);
        all.append(selection);
    }
    for (const Mark &mark : m_marks) {
        const QTextBlock block = document()->findBlockByNumber(mark.line - 1);
        if (!block.isValid())
            continue;
        const QString text = block.text();
        qsizetype from = mark.key.isEmpty() ? -1 : text.indexOf(mark.key);
        if (from < 0)
            from = 0;
        while (from < text.size() && text[from].isSpace())
            ++from;
        qsizetype to = text.size();
        while (to > from && text[to - 1].isSpace())
            --to;
        QTextEdit::ExtraSelection selection;
        selection.cursor = QTextCursor(block);
        selection.cursor.setPosition(block.position() + static_cast<int>(from));
        selection.cursor.setPosition(block.position() + static_cast<int>(std::max(to, from)),
                                     QTextCursor::KeepAnchor);
        selection.format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
        selection.format.setUnderlineColor(mark.error ? theme.bad() : theme.warning());
        all.append(selection);
    }
    setExtraSelections(all);
}

bool CodeEditor::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        const QPoint inside = viewport()->mapFromGlobal(help->globalPos());
        const Mark *mark = markAt(cursorForPosition(inside).blockNumber() + 1);
        if (mark)
            QToolTip::showText(help->globalPos(), mark->text, this);
        else
            QToolTip::hideText();
        return true;
    }
    return QPlainTextEdit::event(event);
}

void CodeEditor::keyPressEvent(QKeyEvent *event)
{
    if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        && event->modifiers() == Qt::NoModifier)
        return indentLikeAbove();
    QPlainTextEdit::keyPressEvent(event);
}

void CodeEditor::indentLikeAbove()
{
    QTextCursor cursor = textCursor();
    const QString line = cursor.block().text().left(cursor.positionInBlock());
    qsizetype width = 0;
    while (width < line.size() && line[width].isSpace())
        ++width;
    cursor.insertText(QLatin1Char('\n') + line.left(width));
    setTextCursor(cursor);
    ensureCursorVisible();
}

} // namespace spillway::ui
