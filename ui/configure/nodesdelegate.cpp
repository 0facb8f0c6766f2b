// SPDX-License-Identifier: GPL-3.0-or-later
#include "configure/nodesdelegate.h"

#include "configure/nodesmodel.h"
#include "widgets/paint.h"
#include "widgets/theme.h"

#include <QApplication>
#include <QPainter>
#include <QSpinBox>

namespace spillway::ui {
namespace {

constexpr int kSparkChars = 7;
constexpr int kBarChars = 6;
constexpr int kPad = 2; ///< at each side, beyond the margin of the style

int columnOf(const QModelIndex &index)
{
    return index.column();
}

} // namespace

void NodesDelegate::initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    const Theme &theme = Theme::instance();
    const bool selected = option->state.testFlag(QStyle::State_Selected);
    const auto tone = static_cast<Tone>(index.data(NodesModel::ToneRole).toInt());
    const QString icon = index.data(NodesModel::IconNameRole).toString();
    if (!icon.isEmpty()) {
        const int size = paint::iconSize(option->fontMetrics);
        option->features |= QStyleOptionViewItem::HasDecoration;
        option->decorationSize = {size, size};
        option->icon = theme.icon(icon, selected ? Tone::Neutral : tone);
    } else if (tone == Tone::Muted && !selected) {
        option->palette.setColor(QPalette::Text, theme.muted());
    }
    if (columnOf(index) == NodesModel::LastError && !selected)
        option->palette.setColor(QPalette::Text, theme.muted());
    option->textElideMode = Qt::ElideRight;
}

QSize NodesDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    QSize size = QStyledItemDelegate::sizeHint(option, index);
    const int letter = option.fontMetrics.averageCharWidth();
    if (columnOf(index) == NodesModel::Rate)
        size.rwidth() += letter * (kSparkChars + 1) + 2 * kPad;
    if (columnOf(index) == NodesModel::Quota && index.data(NodesModel::ShareRole).isValid())
        size.rwidth() += letter * (kBarChars + 1) + 2 * kPad;
    return size;
}

void NodesDelegate::paint(QPainter *painter,
                          const QStyleOptionViewItem &option,
                          const QModelIndex &index) const
{
    const bool spark = columnOf(index) == NodesModel::Rate;
    const QVariant share = index.data(NodesModel::ShareRole);
    if (!spark && !share.isValid())
        return QStyledItemDelegate::paint(painter, option, index);

    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    const QString text = cell.text;
    cell.text.clear();
    const QStyle *style = cell.widget ? cell.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &cell, painter, cell.widget);

    const bool selected = cell.state.testFlag(QStyle::State_Selected);
    const Theme &theme = Theme::instance();
    const int pad = style->pixelMetric(QStyle::PM_FocusFrameHMargin, nullptr, cell.widget) + kPad;
    const int letter = cell.fontMetrics.averageCharWidth();
    const QRect inside = cell.rect.adjusted(pad, 0, -pad, 0);
    const int width = letter * (spark ? kSparkChars : kBarChars);
    QRect drawing(inside.left(), inside.top(), std::min(width, inside.width()), inside.height());
    drawing = QStyle::visualRect(cell.direction, inside, drawing);
    const QColor plain = cell.palette.color(selected ? QPalette::HighlightedText : QPalette::Text);
    if (spark) {
        const auto values = index.data(NodesModel::SparkRole).value<QList<double>>();
        const int inset = inside.height() / 5;
        if (!values.isEmpty())
            paint::sparkline(*painter,
                             drawing.adjusted(0, inset, 0, -inset),
                             values,
                             selected ? plain : theme.series(0));
    } else {
        const double value = share.toDouble();
        const QVariant mark = index.data(NodesModel::MarkRole);
        const QColor colour = value >= 0.95  ? theme.bad()
                              : value >= 0.8 ? theme.warning()
                                             : theme.good();
        const qreal thickness = std::max(4.0, cell.fontMetrics.height() * 0.42);
        const QRectF bar(
            drawing.left(), drawing.center().y() - thickness / 2 + 0.5, drawing.width(), thickness);
        const std::optional<double> at =
            mark.isValid() ? std::optional(mark.toDouble()) : std::nullopt;
        if (selected)
            paint::barOnSelection(*painter, bar, value, plain, at);
        else
            paint::bar(*painter, bar, value, colour, at);
    }
    QRect words = inside.adjusted(width + letter, 0, 0, 0);
    words = QStyle::visualRect(cell.direction, inside, words);
    painter->save();
    painter->setPen(plain);
    painter->setFont(cell.font);
    painter->drawText(words,
                      Qt::AlignLeft | Qt::AlignVCenter,
                      cell.fontMetrics.elidedText(text, Qt::ElideRight, words.width()));
    painter->restore();
}

QWidget *NodesDelegate::createEditor(QWidget *parent,
                                     const QStyleOptionViewItem &option,
                                     const QModelIndex &index) const
{
    QWidget *editor = QStyledItemDelegate::createEditor(parent, option, index);
    if (auto *spin = qobject_cast<QSpinBox *>(editor)) {
        spin->setRange(0, 255);
        spin->setAccessibleName(tr("Tier"));
    }
    return editor;
}

} // namespace spillway::ui
