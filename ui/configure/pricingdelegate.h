// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

class QCompleter;

namespace spillway::ui {

/// Cells of a price list: a figure is edited in a number field, a method's name with completion.
class PricingDelegate final : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    [[nodiscard]] QWidget *createEditor(QWidget *parent,
                                        const QStyleOptionViewItem &option,
                                        const QModelIndex &index) const override;

    /// Completes the names of all known methods anywhere in the name.
    [[nodiscard]] static QCompleter *methodCompleter(QObject *parent);

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override;
};

} // namespace spillway::ui
