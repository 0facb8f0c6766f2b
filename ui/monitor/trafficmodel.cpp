// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitor/trafficmodel.h"

#include "monitor/recordtext.h"
#include "widgets/format.h"

#include <algorithm>

namespace spillway::ui {

TrafficModel::TrafficModel(int capacity, QObject *parent)
    : QAbstractTableModel(parent)
    , m_capacity(std::max(1, capacity))
{}

void TrafficModel::append(const std::vector<RecordPointer> &records)
{
    // Of more than fit only the newest are taken.
    const std::size_t taken = std::min(records.size(), static_cast<std::size_t>(m_capacity));
    if (taken == 0)
        return;
    const int surplus = rowCount() + static_cast<int>(taken) - m_capacity;
    if (surplus > 0) {
        beginRemoveRows({}, 0, surplus - 1);
        m_records.erase(m_records.begin(), m_records.begin() + surplus);
        endRemoveRows();
    }
    beginInsertRows({}, rowCount(), rowCount() + static_cast<int>(taken) - 1);
    m_records.insert(
        m_records.end(), records.end() - static_cast<std::ptrdiff_t>(taken), records.end());
    endInsertRows();
}

void TrafficModel::clear()
{
    beginResetModel();
    m_records.clear();
    endResetModel();
}

void TrafficModel::setCapacity(int capacity)
{
    m_capacity = std::max(1, capacity);
    const int surplus = rowCount() - m_capacity;
    if (surplus <= 0)
        return;
    beginRemoveRows({}, 0, surplus - 1);
    m_records.erase(m_records.begin(), m_records.begin() + surplus);
    endRemoveRows();
}

int TrafficModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_records.size());
}

int TrafficModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(ColumnCount);
}

QString TrafficModel::text(const RequestRecord &record, int column)
{
    switch (column) {
    case Time:
        return format::clockMs(record.wallMs);
    case Chain:
        return QString::fromStdString(record.chain);
    case Method:
        return record.method.empty() ? QStringLiteral("–") : QString::fromStdString(record.method);
    case Result:
        return record::resultText(record);
    case Path:
        return record::path(record);
    case Duration:
        return format::offset(record.durationMs);
    case Credits:
        return format::number(record.credits);
    case Size:
        return format::bytes(record.responseBytes);
    case Client:
        return QString::fromStdString(record.client);
    default:
        return {};
    }
}

QVariant TrafficModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const RequestRecord &record = *m_records.at(static_cast<std::size_t>(index.row()));
    switch (role) {
    case Qt::DisplayRole:
        return text(record, index.column());
    case Qt::ToolTipRole:
        if (index.column() == Path)
            return record::route(record).join(QLatin1Char('\n'));
        return text(record, index.column());
    case Qt::TextAlignmentRole:
        if (index.column() == Duration || index.column() == Credits || index.column() == Size)
            return QVariant(Qt::AlignRight | Qt::AlignVCenter);
        return {};
    case Qt::DecorationRole:
        if (index.column() == Result)
            return Theme::instance().icon(record::resultIcon(record), record::resultTone(record));
        return {};
    case Qt::ForegroundRole:
        if (index.column() == Result && record::resultTone(record) == Tone::Bad)
            return Theme::instance().bad();
        return {};
    default:
        return {};
    }
}

QVariant TrafficModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole
        && (section == Duration || section == Credits || section == Size))
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Time:
        return tr("Time");
    case Chain:
        return tr("Chain");
    case Method:
        return tr("Method");
    case Result:
        return tr("Result");
    case Path:
        return tr("Path");
    case Duration:
        return tr("Took");
    case Credits:
        return tr("Credits");
    case Size:
        return tr("Size");
    case Client:
        return tr("Client");
    default:
        return {};
    }
}

} // namespace spillway::ui
