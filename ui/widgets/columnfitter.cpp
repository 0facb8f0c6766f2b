// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/columnfitter.h"

#include "widgets/tables.h"

#include <QEvent>
#include <QHeaderView>
#include <QScopedValueRollback>
#include <QTableView>

#include <algorithm>
#include <numeric>

namespace spillway::ui {

ColumnFitter::ColumnFitter(QTableView *view, std::vector<Column> columns)
    : QObject(view)
    , m_view(view)
    , m_columns(std::move(columns))
    , m_needed(m_columns.size(), 0)
{
    view->viewport()->installEventFilter(this);
    connect(view->horizontalHeader(),
            &QHeaderView::sectionResized,
            this,
            [this](int column, int before, int after) {
                // Hiding and showing is a resize as well.
                if (!m_fitting && before != 0 && after != 0)
                    m_own.insert(column);
            });
    connect(view->horizontalHeader(), &QHeaderView::sortIndicatorChanged, this, &ColumnFitter::fit);
}

bool ColumnFitter::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Resize)
        fit();
    return QObject::eventFilter(watched, event);
}

void ColumnFitter::fit()
{
    if (!m_view->isVisible())
        return;
    const QScopedValueRollback busy(m_fitting, true);
    const int letter = m_view->fontMetrics().averageCharWidth();
    int room = m_view->viewport()->width();
    std::vector<std::size_t> fitted;
    std::vector<int> needed;
    std::vector<int> widths;
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
        const Column &column = m_columns[i];
        if (m_view->isColumnHidden(column.index))
            continue;
        if (m_own.contains(column.index)) {
            room -= m_view->columnWidth(column.index);
            continue;
        }
        m_needed[i] = std::max(
            m_needed[i], std::min(tables::neededWidth(m_view, column.index), column.most * letter));
        fitted.push_back(i);
        needed.push_back(m_needed[i]);
        widths.push_back(std::max(m_needed[i], column.comfortable * letter));
    }
    const auto tooWide = [&room](const std::vector<int> &all) {
        return std::accumulate(all.begin(), all.end(), 0) - room;
    };
    if (tooWide(widths) > 0)
        widths = needed;
    for (std::size_t at = 0; at < fitted.size(); ++at) {
        const Column &column = m_columns[fitted[at]];
        const int over = tooWide(widths);
        if (over > 0 && column.least > 0)
            widths[at] = std::max(std::min(widths[at], column.least * letter), widths[at] - over);
    }
    // Where that is not enough, the table scrolls, and then nothing is won by cutting.
    if (tooWide(widths) > 0)
        widths = needed;
    // The last to be elided is the first to have what is left over.
    if (!fitted.empty() && fitted.back() + 1 == m_columns.size()) {
        const int most = m_columns[fitted.back()].most * letter;
        widths.back() = std::max(widths.back(), std::min(most, widths.back() - tooWide(widths)));
    }
    for (std::size_t at = 0; at < fitted.size(); ++at)
        m_view->setColumnWidth(m_columns[fitted[at]].index, widths[at]);
}

} // namespace spillway::ui
