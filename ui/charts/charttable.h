// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QList>
#include <QStringList>

namespace spillway::ui {

/// What a chart shows, in words and figures.
struct ChartTwin
{
    QStringList columns;
    QList<QStringList> rows;
    QString summary; ///< a sentence or two: what a glance at the chart would tell

    bool operator==(const ChartTwin &) const = default;
};

/// The text twin of a chart as a table. Keeps selection and scroll position over updates of the same shape.
class ChartTable final : public QAbstractTableModel
{
    Q_OBJECT

public:
    using QAbstractTableModel::QAbstractTableModel;

    void set(const ChartTwin &twin);

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant
    headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    ChartTwin m_twin;
};

} // namespace spillway::ui
