// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/diffview.h"

#include "spillway/providers.h"
#include "widgets/theme.h"

#include <QFontDatabase>
#include <QPainter>
#include <QRegularExpression>
#include <QScrollBar>
#include <QTextBlock>

#include <algorithm>

namespace spillway::ui {
namespace {

QColor mixed(const QColor &back, const QColor &front, double share)
{
    const auto channel = [share](int b, int f) { return static_cast<int>(b + (f - b) * share); };
    return {channel(back.red(), front.red()),
            channel(back.green(), front.green()),
            channel(back.blue(), front.blue())};
}

} // namespace

class DiffView::Gutter final : public QWidget
{
public:
    explicit Gutter(DiffView *view)
        : QWidget(view)
        , m_view(view)
    {}

    [[nodiscard]] QSize sizeHint() const override { return {m_view->gutterWidth(), 0}; }

protected:
    void paintEvent(QPaintEvent *event) override { m_view->paintGutter(event); }

private:
    DiffView *m_view;
};

DiffView::DiffView(QWidget *parent)
    : QPlainTextEdit(parent)
    , m_gutter(new Gutter(this))
{
    setReadOnly(true);
    setUndoRedoEnabled(false);
    setLineWrapMode(QPlainTextEdit::NoWrap);
    setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setTabChangesFocus(true);
    setAccessibleName(tr("Differences"));
    connect(this, &QPlainTextEdit::updateRequest, this, [this](const QRect &rect, int dy) {
        if (dy != 0)
            m_gutter->scroll(0, dy);
        else
            m_gutter->update(0, rect.y(), m_gutter->width(), rect.height());
    });
    connect(&Theme::instance(), &Theme::changed, this, &DiffView::paintRows);
}

void DiffView::setTexts(const QString &before, const QString &after)
{
    setFiles({File{{}, before, after}});
}

void DiffView::setFiles(const QList<File> &files)
{
    m_files = files;
    rebuild();
}

void DiffView::setContext(int lines)
{
    m_context = std::max(0, lines);
    rebuild();
}

void DiffView::setKeysHidden(bool hidden)
{
    m_keysHidden = hidden;
    rebuild();
}

QString DiffView::shown(const QString &line) const
{
    static const QRegularExpression url(QStringLiteral("(?:https?|wss?)://[^\\s\"']+"));
    if (!m_keysHidden || !line.contains(QLatin1String("://")))
        return line;
    QString out;
    qsizetype at = 0;
    for (auto found = url.globalMatch(line); found.hasNext();) {
        const auto match = found.next();
        out += QStringView(line).mid(at, match.capturedStart() - at);
        out += QString::fromStdString(maskedUrl(match.captured().toStdString()));
        at = match.capturedEnd();
    }
    return out + line.mid(at);
}

void DiffView::addFile(const File &file, std::vector<Row> &rows)
{
    const std::vector<DiffLine> lines =
        diffLines(file.before.toStdString(), file.after.toStdString());
    const auto isChange = [&](std::size_t i) { return lines[i].kind != DiffLine::Kind::Same; };
    std::vector<bool> visible(lines.size(), false);
    const auto context = static_cast<std::size_t>(m_context);
    bool any = false;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (!isChange(i))
            continue;
        any = true;
        const std::size_t to = std::min(lines.size(), i + context + 1);
        for (std::size_t k = i > context ? i - context : 0; k < to; ++k)
            visible[k] = true;
    }
    if (!any)
        return;
    if (!file.title.isEmpty())
        rows.push_back({RowKind::Title, 0, 0, file.title});
    for (std::size_t i = 0; i < lines.size();) {
        if (!visible[i]) {
            std::size_t end = i;
            while (end < lines.size() && !visible[end])
                ++end;
            rows.push_back({RowKind::Gap,
                            0,
                            0,
                            tr("%n unchanged line(s)", nullptr, static_cast<int>(end - i))});
            i = end;
            continue;
        }
        const DiffLine &line = lines[i++];
        const RowKind kind = line.kind == DiffLine::Kind::Same      ? RowKind::Same
                             : line.kind == DiffLine::Kind::Removed ? RowKind::Removed
                                                                    : RowKind::Added;
        m_added += kind == RowKind::Added ? 1 : 0;
        m_removed += kind == RowKind::Removed ? 1 : 0;
        rows.push_back(
            {kind, line.oldLine, line.newLine, shown(QString::fromStdString(line.text))});
    }
}

void DiffView::rebuild()
{
    m_added = 0;
    m_removed = 0;
    m_rows.clear();
    for (const File &file : m_files)
        addFile(file, m_rows);
    if (m_rows.empty())
        m_rows.push_back({RowKind::Gap, 0, 0, tr("No differences")});
    QStringList text;
    for (const Row &row : m_rows) {
        const QLatin1String sign(row.kind == RowKind::Added     ? "+ "
                                 : row.kind == RowKind::Removed ? "- "
                                                                : "  ");
        text.append(row.kind == RowKind::Title ? row.text
                    : row.kind == RowKind::Gap ? QStringLiteral("\u22ef ") + row.text
                                               : sign + row.text);
    }
    setPlainText(text.join(QLatin1Char('\n')));
    placeGutter();
    paintRows();
    moveCursor(QTextCursor::Start);
}

void DiffView::paintRows()
{
    const Theme &theme = Theme::instance();
    const QColor base = palette().color(QPalette::Base);
    const QColor text = palette().color(QPalette::Text);
    QList<QTextEdit::ExtraSelection> marks;
    QTextBlock block = document()->firstBlock();
    for (const Row &row : m_rows) {
        QTextEdit::ExtraSelection mark;
        mark.format.setProperty(QTextFormat::FullWidthSelection, true);
        mark.cursor = QTextCursor(block);
        switch (row.kind) {
        case RowKind::Added:
            mark.format.setBackground(mixed(base, theme.good(), theme.isDark() ? 0.28 : 0.16));
            break;
        case RowKind::Removed:
            mark.format.setBackground(mixed(base, theme.bad(), theme.isDark() ? 0.30 : 0.15));
            break;
        case RowKind::Title:
            mark.format.setBackground(mixed(base, text, 0.10));
            break;
        case RowKind::Gap:
            mark.cursor.movePosition(QTextCursor::EndOfBlock, QTextCursor::KeepAnchor);
            mark.format.setForeground(theme.muted());
            break;
        case RowKind::Same:
            break;
        }
        if (row.kind == RowKind::Title) {
            QTextEdit::ExtraSelection bold;
            bold.cursor = QTextCursor(block);
            bold.cursor.movePosition(QTextCursor::EndOfBlock, QTextCursor::KeepAnchor);
            bold.format.setFontWeight(QFont::DemiBold);
            marks.append(mark);
            marks.append(bold);
        } else if (row.kind != RowKind::Same) {
            marks.append(mark);
        }
        block = block.next();
    }
    setExtraSelections(marks);
    m_gutter->update();
}

int DiffView::gutterWidth() const
{
    int largest = 1;
    for (const Row &row : m_rows)
        largest = std::max({largest, row.oldLine, row.newLine});
    const auto digits = QString::number(largest).size();
    return fontMetrics().horizontalAdvance(QLatin1Char('0')) * (2 * static_cast<int>(digits) + 3);
}

void DiffView::placeGutter()
{
    const int width = gutterWidth();
    setViewportMargins(isRightToLeft() ? 0 : width, 0, isRightToLeft() ? width : 0, 0);
    const QRect inside = contentsRect();
    m_gutter->setGeometry(isRightToLeft() ? inside.right() - width + 1 : inside.left(),
                          inside.top(),
                          width,
                          inside.height());
}

void DiffView::resizeEvent(QResizeEvent *event)
{
    QPlainTextEdit::resizeEvent(event);
    placeGutter();
}

void DiffView::changeEvent(QEvent *event)
{
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        placeGutter();
        paintRows();
    }
    if (event->type() == QEvent::LanguageChange) {
        setAccessibleName(tr("Differences"));
        rebuild();
    }
}

void DiffView::paintGutter(QPaintEvent *event)
{
    QPainter painter(m_gutter);
    painter.fillRect(event->rect(),
                     mixed(palette().color(QPalette::Base), palette().color(QPalette::Text), 0.04));
    painter.setFont(font());
    painter.setPen(Theme::instance().muted());
    const int half = m_gutter->width() / 2;
    const int pad = fontMetrics().horizontalAdvance(QLatin1Char('0')) / 2;
    QTextBlock block = firstVisibleBlock();
    while (block.isValid()) {
        const QRectF area = blockBoundingGeometry(block).translated(contentOffset());
        if (area.top() > event->rect().bottom())
            break;
        const auto at = static_cast<std::size_t>(block.blockNumber());
        if (at < m_rows.size()) {
            const Row &row = m_rows[at];
            const int top = static_cast<int>(area.top());
            const int height = fontMetrics().height();
            if (row.oldLine > 0)
                painter.drawText(
                    0, top, half - pad, height, Qt::AlignRight, QString::number(row.oldLine));
            if (row.newLine > 0)
                painter.drawText(
                    half, top, half - pad, height, Qt::AlignRight, QString::number(row.newLine));
        }
        block = block.next();
    }
}

} // namespace spillway::ui
