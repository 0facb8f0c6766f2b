// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>

class QMenu;
class QTableView;

/// What all tables of the program share.
namespace spillway::ui::tables {

/// Whole-row selection, no grid, no row numbers, quiet headers, rows a little higher than the text; `name` for screen readers.
void prepare(QTableView *view, const QString &name);

/// Each column as wide as its content, with a gap; call it once there is content. Stretched sections keep their mode.
void fitColumns(QTableView *view);
/// Pixels that the heading of a column, and what its cells in view say now, take at the least.
[[nodiscard]] int neededWidth(const QTableView *view, int column);
/// Widens the column where its heading or what its cells say now is cut; `most`: no further than that. Never makes it narrower.
void growColumn(QTableView *view, int column, int most);

/// A menu entry for each column that shows or hides it; those of `fixed` have none.
void fillColumnMenu(QMenu *menu, QTableView *view, const QList<int> &fixed);

/// Text of the selected cells as tab-separated lines, for the clipboard.
[[nodiscard]] QString selectionText(const QTableView *view);

/// A field of a CSV file, quoted where it must be. Text that a spreadsheet would run as a formula is defused.
[[nodiscard]] QString csvField(const QString &text);

} // namespace spillway::ui::tables
