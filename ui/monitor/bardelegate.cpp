// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitor/bardelegate.h"

#include "widgets/paint.h"

#include <QApplication>
#include <QPainter>

namespace spillway::ui {

namespace {

int barWidth(const QFontMetrics &metrics)
{
    return metrics.averageCharWidth() * 12;
}

} // namespace

BarDelegate::BarDelegate(int shareRole, int markRole, int toneRole, QObject *parent)
    : QStyledItemDelegate(parent)
    , m_shareRole(shareRole)
    , m_markRole(markRole)
    , m_toneRole(toneRole)
{}

void BarDelegate::paint(QPainter *painter,
                        const QStyleOptionViewItem &option,
                        const QModelIndex &index) const
{
    const QVariant share = index.data(m_shareRole);
    if (!share.isValid()) {
        QStyledItemDelegate::paint(painter, option, index);
        return;
    }
    QStyleOptionViewItem whole = option;
    initStyleOption(&whole, index);
    const QString text = whole.text;
    whole.text.clear();
    const QStyle *style = whole.widget ? whole.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &whole, painter, whole.widget);

    const int pad = whole.fontMetrics.averageCharWidth();
    const QRect area = whole.rect.adjusted(pad, 0, -pad, 0);
    const int width = std::min(barWidth(whole.fontMetrics), area.width() / 2);
    const qreal height = whole.fontMetrics.height() * 0.5;
    const auto tone = static_cast<Tone>(index.data(m_toneRole).toInt());
    const QRectF bar = QStyle::alignedRect(
        option.direction, Qt::AlignLeft | Qt::AlignVCenter, QSize(width, qRound(height)), area);
    const QVariant mark = index.data(m_markRole);
    const std::optional<double> at = mark.isValid() ? std::optional(mark.toDouble()) : std::nullopt;
    const bool selected = whole.state.testFlag(QStyle::State_Selected);
    const QColor words = whole.palette.color(selected ? QPalette::HighlightedText : QPalette::Text);
    if (selected)
        paint::barOnSelection(*painter, bar, share.toDouble(), words, at);
    else
        paint::bar(*painter,
                   bar,
                   share.toDouble(),
                   tone == Tone::Neutral ? Theme::instance().series(0)
                                         : Theme::instance().tone(tone),
                   at);
    painter->setPen(words);
    QRect place = area;
    if (option.direction == Qt::RightToLeft)
        place.setRight(static_cast<int>(bar.left()) - pad * 2);
    else
        place.setLeft(static_cast<int>(bar.right()) + pad * 2);
    painter->drawText(place,
                      static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter),
                      whole.fontMetrics.elidedText(text, Qt::ElideRight, place.width()));
}

QSize BarDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    QSize size = QStyledItemDelegate::sizeHint(option, index);
    if (index.data(m_shareRole).isValid())
        size.rwidth() += barWidth(option.fontMetrics) + option.fontMetrics.averageCharWidth() * 2;
    return size;
}

} // namespace spillway::ui
