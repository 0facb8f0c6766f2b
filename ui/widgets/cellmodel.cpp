// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/cellmodel.h"

#include "widgets/rowchange.h"

#include <QBrush>

namespace spillway::ui {
namespace {

const QString &identity(const CellModel::Row &row)
{
    return row.first().text;
}

} // namespace

void CellModel::setHeaders(const QStringList &headers)
{
    if (headers.size() == m_headers.size()) {
        m_headers = headers;
        Q_EMIT headerDataChanged(Qt::Horizontal, 0, static_cast<int>(headers.size()) - 1);
        return;
    }
    beginResetModel();
    m_headers = headers;
    m_rows.clear();
    endResetModel();
}

void CellModel::setRows(const QList<Row> &rows)
{
    const RowChange ids = rowChange(
        m_rows, rows, [](const Row &a, const Row &b) { return identity(a) == identity(b); });
    if (ids.removed > 0) {
        beginRemoveRows({}, ids.first, ids.first + ids.removed - 1);
        m_rows.remove(ids.first, ids.removed);
        endRemoveRows();
    }
    if (ids.inserted > 0) {
        beginInsertRows({}, ids.first, ids.first + ids.inserted - 1);
        m_rows.insert(ids.first, ids.inserted, Row(m_headers.size()));
        for (int i = ids.first; i < ids.first + ids.inserted; ++i)
            m_rows[i] = rows[i];
        endInsertRows();
    }
    const RowChange cells =
        rowChange(m_rows, rows, [](const Row &a, const Row &b) { return a == b; });
    if (cells.last < cells.first)
        return;
    m_rows = rows;
    Q_EMIT dataChanged(index(cells.first, 0), index(cells.last, columnCount() - 1));
}

int CellModel::rowOf(const QString &first) const
{
    for (qsizetype row = 0; row < m_rows.size(); ++row) {
        if (identity(m_rows[row]) == first)
            return static_cast<int>(row);
    }
    return -1;
}

int CellModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int CellModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_headers.size());
}

QVariant CellModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const Cell &cell = m_rows[index.row()][index.column()];
    switch (role) {
    case Qt::DisplayRole:
        return cell.text;
    case Qt::ToolTipRole:
        return cell.toolTip.isEmpty() ? QVariant() : cell.toolTip;
    case Qt::TextAlignmentRole:
        return static_cast<int>((cell.isNumber ? Qt::AlignRight : Qt::AlignLeft)
                                | Qt::AlignVCenter);
    case Qt::ForegroundRole:
        return cell.tone == Tone::Neutral ? QVariant() : QBrush(Theme::instance().tone(cell.tone));
    case kSortRole:
        return cell.sort.isValid() ? cell.sort : cell.text;
    default:
        return {};
    }
}

QVariant CellModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= m_headers.size())
        return {};
    if (role == Qt::DisplayRole)
        return m_headers[section];
    if (role == Qt::TextAlignmentRole && !m_rows.isEmpty())
        return data(index(0, section), role);
    return {};
}

} // namespace spillway::ui
