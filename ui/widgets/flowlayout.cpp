// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/flowlayout.h"

#include <QStyle>
#include <QWidget>

namespace spillway::ui {

FlowLayout::FlowLayout(QWidget *parent)
    : QLayout(parent)
{
    setContentsMargins(0, 0, 0, 0);
}

FlowLayout::~FlowLayout()
{
    qDeleteAll(m_items);
}

void FlowLayout::addItem(QLayoutItem *item)
{
    m_items.append(item);
    invalidate();
}

int FlowLayout::count() const
{
    return static_cast<int>(m_items.size());
}

QLayoutItem *FlowLayout::itemAt(int index) const
{
    return m_items.value(index, nullptr);
}

QLayoutItem *FlowLayout::takeAt(int index)
{
    return index >= 0 && index < m_items.size() ? m_items.takeAt(index) : nullptr;
}

int FlowLayout::heightForWidth(int width) const
{
    return arrange(QRect(0, 0, width, 0), false);
}

QSize FlowLayout::minimumSize() const
{
    QSize size;
    for (const QLayoutItem *item : m_items) {
        if (!item->isEmpty())
            size = size.expandedTo(item->minimumSize());
    }
    const QMargins margins = contentsMargins();
    return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom());
}

QSize FlowLayout::sizeHint() const
{
    // All in one row, if there is room.
    int width = 0;
    for (const QLayoutItem *item : m_items) {
        if (!item->isEmpty())
            width += item->sizeHint().width() + std::max(0, spacing());
    }
    const QMargins margins = contentsMargins();
    return {std::max(minimumSize().width(), width + margins.left() + margins.right()),
            minimumSize().height()};
}

void FlowLayout::setGeometry(const QRect &rect)
{
    QLayout::setGeometry(rect);
    arrange(rect, true);
}

int FlowLayout::arrange(const QRect &rect, bool move) const
{
    const QRect area = rect.marginsRemoved(contentsMargins());
    const int gap = std::max(0, spacing());
    int y = area.top();
    QList<QLayoutItem *> row;
    int rowWidth = 0;
    int rowHeight = 0;
    const auto endRow = [&] {
        if (move)
            placeRow(row, QRect(area.left(), y, area.width(), rowHeight));
        y += rowHeight + gap;
        row.clear();
        rowWidth = rowHeight = 0;
    };
    for (QLayoutItem *item : m_items) {
        if (item->isEmpty())
            continue;
        const QSize size = item->sizeHint();
        if (!row.isEmpty() && rowWidth + size.width() > area.width())
            endRow();
        row.append(item);
        rowWidth += size.width() + gap;
        rowHeight = std::max(rowHeight, size.height());
    }
    if (!row.isEmpty())
        endRow();
    return std::max(0, y - gap - area.top()) + contentsMargins().top() + contentsMargins().bottom();
}

void FlowLayout::placeRow(const QList<QLayoutItem *> &row, const QRect &area) const
{
    const Qt::LayoutDirection direction =
        parentWidget() ? parentWidget()->layoutDirection() : Qt::LeftToRight;
    int x = area.left();
    for (QLayoutItem *item : row) {
        const QSize size = item->sizeHint().boundedTo(area.size());
        // Labels, fields and buttons differ in height and share a middle line.
        const QRect place(QPoint(x, area.top() + (area.height() - size.height()) / 2), size);
        item->setGeometry(QStyle::visualRect(direction, area, place));
        x += size.width() + std::max(0, spacing());
    }
}

} // namespace spillway::ui
