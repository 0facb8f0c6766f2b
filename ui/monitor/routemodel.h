// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitor/trafficmodel.h"
#include "widgets/theme.h"

#include <QStyledItemDelegate>

namespace spillway::ui {

/// The route of one request: a row a step with its time, what happened, and where it lies in the whole.
class RouteModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { At, What, Bar, ColumnCount };

    /// FromRole, LengthRole: place in the whole, 0..1. ToneRole.
    enum Role { FromRole = Qt::UserRole, LengthRole, ToneRole };

    using QAbstractTableModel::QAbstractTableModel;

    void setRecord(RecordPointer record);

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant
    headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] QVariant textOf(int row, int column) const;
    [[nodiscard]] QString iconOf(int row) const;
    [[nodiscard]] Tone toneOf(int row) const;

    RecordPointer m_record;
};

/// Draws the waterfall: each step's bar at its time.
class WaterfallDelegate final : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter,
               const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;
};

} // namespace spillway::ui
