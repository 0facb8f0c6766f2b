// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/charttable.h"

namespace spillway::ui {

void ChartTable::set(const ChartTwin &twin)
{
    if (twin.columns != m_twin.columns || twin.rows.size() != m_twin.rows.size()) {
        beginResetModel();
        m_twin = twin;
        endResetModel();
        return;
    }
    if (twin == m_twin)
        return;
    m_twin = twin;
    if (!m_twin.rows.isEmpty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

int ChartTable::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_twin.rows.size());
}

int ChartTable::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_twin.columns.size());
}

QVariant ChartTable::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    if (role == Qt::DisplayRole || role == Qt::ToolTipRole)
        return m_twin.rows.at(index.row()).value(index.column());
    if (role == Qt::TextAlignmentRole && index.column() > 0)
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    return {};
}

QVariant ChartTable::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Horizontal && role == Qt::DisplayRole)
        return m_twin.columns.value(section);
    if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole && section > 0)
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    return {};
}

} // namespace spillway::ui
