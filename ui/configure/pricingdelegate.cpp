// SPDX-License-Identifier: GPL-3.0-or-later
#include "configure/pricingdelegate.h"

#include "configure/pricingmodel.h"
#include "spillway/methods.h"
#include "widgets/numberedit.h"
#include "widgets/paint.h"
#include "widgets/theme.h"

#include <QCompleter>
#include <QStringListModel>

namespace spillway::ui {

QCompleter *PricingDelegate::methodCompleter(QObject *parent)
{
    static const QStringList names = [] {
        QStringList out;
        for (const std::string_view name : methodNames(ChainKind::Generic))
            out.append(QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())));
        out.removeDuplicates();
        return out;
    }();
    auto *completer = new QCompleter(names, parent);
    completer->setFilterMode(Qt::MatchContains);
    completer->setCaseSensitivity(Qt::CaseInsensitive);
    completer->setMaxVisibleItems(12);
    return completer;
}

QWidget *PricingDelegate::createEditor(QWidget *parent,
                                       const QStyleOptionViewItem &option,
                                       const QModelIndex &index) const
{
    if (index.column() == PricingModel::Cost) {
        auto *edit = new NumberEdit(NumberEdit::Kind::Whole, parent);
        edit->setFrame(false);
        edit->setAlignment(Qt::AlignRight);
        edit->setAccessibleName(tr("Credits a call"));
        return edit;
    }
    QWidget *editor = QStyledItemDelegate::createEditor(parent, option, index);
    if (auto *line = qobject_cast<QLineEdit *>(editor)) {
        line->setCompleter(methodCompleter(line));
        line->setAccessibleName(tr("Method"));
    }
    return editor;
}

void PricingDelegate::initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    const Theme &theme = Theme::instance();
    const bool selected = option->state.testFlag(QStyle::State_Selected);
    const auto tone = static_cast<Tone>(index.data(PricingModel::ToneRole).toInt());
    if (const QString icon = index.data(PricingModel::IconNameRole).toString(); !icon.isEmpty()) {
        const int size = paint::iconSize(option->fontMetrics);
        option->features |= QStyleOptionViewItem::HasDecoration;
        option->decorationSize = {size, size};
        option->icon = theme.icon(icon, selected ? Tone::Neutral : tone);
    }
    if (!selected && (tone == Tone::Muted || tone == Tone::Bad))
        option->palette.setColor(QPalette::Text, theme.tone(tone));
}

} // namespace spillway::ui
