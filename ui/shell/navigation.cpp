// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/navigation.h"

#include "shell/pagetable.h"
#include "widgets/paint.h"

#include <QEvent>
#include <QPainter>
#include <QStyledItemDelegate>

#include <utility>

namespace spillway::ui {
namespace {

enum Role { IdRole = Qt::UserRole + 1, IconRole, BadgeRole, ToneRole };

} // namespace

class NavigationList::Delegate final : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option,
                                 const QModelIndex &index) const override
    {
        const QFontMetrics &metrics = option.fontMetrics;
        // Bold, as the chosen one is, and with a badge: neither may cut the name.
        QFont bold = option.font;
        bold.setWeight(QFont::DemiBold);
        const int width = paint::iconSize(metrics)
                          + QFontMetrics(bold).horizontalAdvance(index.data().toString())
                          + metrics.horizontalAdvance(QStringLiteral("0000000"));
        return {width, metrics.height() * 2};
    }

    void paint(QPainter *painter,
               const QStyleOptionViewItem &option,
               const QModelIndex &index) const override
    {
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        const QFontMetrics &metrics = option.fontMetrics;
        const int gap = metrics.horizontalAdvance(QLatin1Char('0'));
        const bool selected = option.state.testFlag(QStyle::State_Selected);
        const bool hovered = option.state.testFlag(QStyle::State_MouseOver);
        const QRectF box = QRectF(option.rect).adjusted(gap * 0.5, 2, -gap * 0.5, -2);
        if (selected || hovered) {
            QColor fill =
                option.palette.color(selected ? QPalette::Highlight : QPalette::WindowText);
            fill.setAlphaF(selected ? 0.18F : 0.06F);
            painter->setPen(Qt::NoPen);
            painter->setBrush(fill);
            painter->drawRoundedRect(box, paint::radius(metrics), paint::radius(metrics));
        }
        if (option.state.testFlag(QStyle::State_HasFocus)
            && option.state.testFlag(QStyle::State_KeyboardFocusChange)) {
            painter->setPen(QPen(option.palette.color(QPalette::Highlight), 1.5));
            painter->setBrush(Qt::NoBrush);
            painter->drawRoundedRect(box.adjusted(0.75, 0.75, -0.75, -0.75),
                                     paint::radius(metrics),
                                     paint::radius(metrics));
        }

        const bool rtl = option.direction == Qt::RightToLeft;
        const int icon = paint::iconSize(metrics);
        QRect row = option.rect.adjusted(gap * 3 / 2, 0, -gap * 3 / 2, 0);
        const QRect iconRect = QStyle::alignedRect(
            option.direction, Qt::AlignLeft | Qt::AlignVCenter, {icon, icon}, row);
        const QColor color = option.palette.color(QPalette::WindowText);
        painter->drawPixmap(
            iconRect,
            Theme::instance().pixmap(index.data(IconRole).toString(),
                                     icon,
                                     painter->device()->devicePixelRatioF(),
                                     selected ? Theme::instance().tone(Tone::Accent) : color));
        if (rtl)
            row.setRight(iconRect.left() - gap);
        else
            row.setLeft(iconRect.right() + gap);
        row = drawBadge(*painter, row, index, option);
        painter->setPen(color);
        QFont font = option.font;
        if (selected)
            font.setWeight(QFont::DemiBold);
        painter->setFont(font);
        painter->drawText(
            row,
            static_cast<int>((rtl ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter),
            QFontMetrics(font).elidedText(index.data().toString(), Qt::ElideRight, row.width()));
        painter->restore();
    }

private:
    /// What is left of the row for the text.
    static QRect drawBadge(QPainter &painter,
                           QRect row,
                           const QModelIndex &index,
                           const QStyleOptionViewItem &option)
    {
        const int count = index.data(BadgeRole).toInt();
        if (count <= 0)
            return row;
        const QString text = count > 99 ? QStringLiteral("99+") : QString::number(count);
        const auto tone = static_cast<Tone>(index.data(ToneRole).toInt());
        const int height = option.fontMetrics.height() + 2;
        painter.setFont(option.font);
        const int width = static_cast<int>(
            paint::pill(painter, QRectF(row.left(), 0, row.width(), height), text, tone, false)
            + 1);
        const QRect box = QStyle::alignedRect(
            option.direction, Qt::AlignRight | Qt::AlignVCenter, {width, height}, row);
        paint::pill(painter, box, text, tone);
        if (option.direction == Qt::RightToLeft)
            row.setLeft(box.right() + 4);
        else
            row.setRight(box.left() - 4);
        return row;
    }
};

NavigationList::NavigationList(QWidget *parent)
    : QListView(parent)
{
    for (const PageInfo &info : pageTable()) {
        auto *entry = new QStandardItem;
        entry->setEditable(false);
        entry->setData(QLatin1String(info.id), IdRole);
        entry->setData(QLatin1String(info.icon), IconRole);
        m_model.appendRow(entry);
    }
    setModel(&m_model);
    setItemDelegate(new Delegate(this));
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setUniformItemSizes(true);
    setMouseTracking(true);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    viewport()->setAutoFillBackground(false);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Expanding);
    retranslate();
    connect(&Theme::instance(), &Theme::changed, viewport(), qOverload<>(&QWidget::update));
}

QStandardItem *NavigationList::item(const QString &id) const
{
    for (int row = 0; row < m_model.rowCount(); ++row) {
        if (m_model.item(row)->data(IdRole).toString() == id)
            return m_model.item(row);
    }
    return nullptr;
}

void NavigationList::setCurrentPage(const QString &id)
{
    QStandardItem *entry = item(id);
    if (entry == nullptr)
        return;
    const bool before = std::exchange(m_quiet, true);
    setCurrentIndex(entry->index());
    m_quiet = before;
}

void NavigationList::setPageShown(const QString &id, bool shown)
{
    if (const QStandardItem *entry = item(id))
        setRowHidden(entry->row(), !shown);
}

void NavigationList::setBadge(const QString &id, int count, Tone tone, const QString &meaning)
{
    QStandardItem *entry = item(id);
    if (entry == nullptr
        || (entry->data(BadgeRole).toInt() == count && entry->toolTip() == meaning))
        return;
    entry->setData(count, BadgeRole);
    entry->setData(static_cast<int>(tone), ToneRole);
    entry->setToolTip(meaning);
    entry->setData(meaning.isEmpty() ? entry->text() : tr("%1, %2").arg(entry->text(), meaning),
                   Qt::AccessibleTextRole);
}

void NavigationList::retranslate()
{
    setAccessibleName(tr("Pages"));
    for (const PageInfo &info : pageTable()) {
        QStandardItem *entry = item(QLatin1String(info.id));
        entry->setText(pageTitle(info));
        entry->setData(pageTitle(info), Qt::AccessibleTextRole);
    }
    updateGeometry();
}

QStringList NavigationList::shownPages() const
{
    QStringList ids;
    for (int row = 0; row < m_model.rowCount(); ++row) {
        if (!isRowHidden(row))
            ids.append(m_model.item(row)->data(IdRole).toString());
    }
    return ids;
}

QSize NavigationList::sizeHint() const
{
    return {sizeHintForColumn(0) + fontMetrics().horizontalAdvance(QLatin1Char('0')),
            fontMetrics().height() * 2 * m_model.rowCount()};
}

QSize NavigationList::minimumSizeHint() const
{
    return {sizeHint().width(), fontMetrics().height() * 4};
}

void NavigationList::currentChanged(const QModelIndex &current, const QModelIndex &previous)
{
    QListView::currentChanged(current, previous);
    if (!m_quiet && current.isValid())
        Q_EMIT pageChosen(current.data(IdRole).toString());
}

/// Screen readers choose an entry without making it the current one.
void NavigationList::selectionChanged(const QItemSelection &selected,
                                      const QItemSelection &deselected)
{
    QListView::selectionChanged(selected, deselected);
    const QModelIndexList chosen = selected.indexes();
    if (chosen.size() == 1 && chosen.front() != currentIndex())
        setCurrentIndex(chosen.front());
}

void NavigationList::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QListView::changeEvent(event);
}

} // namespace spillway::ui
