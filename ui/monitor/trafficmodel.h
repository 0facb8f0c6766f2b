// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "spillway/traffic.h"

#include <QAbstractTableModel>

#include <deque>
#include <memory>
#include <vector>

namespace spillway::ui {

using RecordPointer = std::shared_ptr<const RequestRecord>;

/// The newest requests in the order in which they ended, at most `capacity` of them.
class TrafficModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Time, Chain, Method, Result, Path, Duration, Credits, Size, Client, ColumnCount };

    explicit TrafficModel(int capacity, QObject *parent = nullptr);

    void append(const std::vector<RecordPointer> &records);
    void clear();
    void setCapacity(int capacity);

    [[nodiscard]] const RecordPointer &record(int row) const
    {
        return m_records.at(static_cast<std::size_t>(row));
    }

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant
    headerData(int section, Qt::Orientation orientation, int role) const override;

    [[nodiscard]] static QString text(const RequestRecord &record, int column);

private:
    std::deque<RecordPointer> m_records;
    int m_capacity;
};

} // namespace spillway::ui
