// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace spillway::ui {

/// Draws a bar before the text of a cell: `shareRole` says how full (0..1), `markRole` where the tick is, `toneRole` the colour.
class BarDelegate final : public QStyledItemDelegate
{
    Q_OBJECT

public:
    BarDelegate(int shareRole, int markRole, int toneRole, QObject *parent = nullptr);

    void paint(QPainter *painter,
               const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option,
                                 const QModelIndex &index) const override;

private:
    int m_shareRole;
    int m_markRole;
    int m_toneRole;
};

} // namespace spillway::ui
