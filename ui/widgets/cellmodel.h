// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme.h"

#include <QAbstractTableModel>
#include <QList>
#include <QString>
#include <QStringList>
#include <QVariant>

namespace spillway::ui {

/// A table of figures that somebody else works out: whole rows come in, what differs is told to the view. The first cell of a row is
/// its identity: a row that is still there keeps its selection.
class CellModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    struct Cell
    {
        QString text;
        QVariant sort; ///< what to sort by; not valid: the text
        Tone tone = Tone::Neutral;
        QString toolTip;
        bool isNumber = false; ///< stands at the right

        bool operator==(const Cell &) const = default;
    };

    using Row = QList<Cell>;

    static constexpr int kSortRole = Qt::UserRole;

    using QAbstractTableModel::QAbstractTableModel;

    /// The names of the columns, and how many there are.
    void setHeaders(const QStringList &headers);
    /// As many cells in each row as there are headers.
    void setRows(const QList<Row> &rows);

    [[nodiscard]] const QList<Row> &rows() const { return m_rows; }

    /// Row with this first cell; -1: none.
    [[nodiscard]] int rowOf(const QString &first) const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant
    headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QStringList m_headers;
    QList<Row> m_rows;
};

} // namespace spillway::ui
