// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QObject>
#include <QSet>

#include <vector>

class QTableView;

namespace spillway::ui {

/// Gives the columns of a table their widths, so that all of them are in view where they can be: as wide as is comfortable, else as
/// what they say, else some are elided; a table that has to scroll elides none. What the user has set stays. Live figures never make a column narrower. GUI thread.
class ColumnFitter final : public QObject
{
    Q_OBJECT

public:
    /// Widths of a column in letters of the table's font.
    struct Column
    {
        int index = 0;
        int comfortable = 0; ///< where there is room
        int most = 0;        ///< what is longer is elided
        int least = 0;       ///< may be elided down to this where there is no room; 0: never
    };

    /// Columns come in the order in which they are elided, first to last.
    ColumnFitter(QTableView *view, std::vector<Column> columns);

    void fit();

    /// Columns whose width the user has set; to be kept with the header's state.
    [[nodiscard]] QList<int> ownColumns() const { return {m_own.begin(), m_own.end()}; }

    void setOwnColumns(const QList<int> &columns) { m_own = {columns.begin(), columns.end()}; }

private:
    bool eventFilter(QObject *watched, QEvent *event) override;

    QTableView *m_view;
    std::vector<Column> m_columns;
    std::vector<int> m_needed; ///< pixels that each has needed so far
    QSet<int> m_own;
    bool m_fitting = false;
};

} // namespace spillway::ui
