// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tables.h"

#include "widgets/fieldstyle.h"

#include <QAction>
#include <QApplication>
#include <QHeaderView>
#include <QMenu>
#include <QStyleOptionHeader>
#include <QTableView>

#include <algorithm>

namespace spillway::ui::tables {

namespace {

/// Gives cells and headings room at their sides: figures at the right of one column must not touch words at the left of the next.
class RoomyStyle final : public FieldStyle
{
public:
    explicit RoomyStyle(QTableView *view)
        : FieldStyle(QApplication::style()->objectName())
    {
        setParent(view);
    }

    int pixelMetric(PixelMetric metric,
                    const QStyleOption *option,
                    const QWidget *widget) const override
    {
        const int size = FieldStyle::pixelMetric(metric, option, widget);
        if (metric != PM_FocusFrameHMargin && metric != PM_HeaderMargin)
            return size;
        return std::max(size, widget != nullptr ? widget->fontMetrics().averageCharWidth() : size);
    }
};

} // namespace

void prepare(QTableView *view, const QString &name)
{
    view->setAccessibleName(name);
    if (dynamic_cast<RoomyStyle *>(view->style()) == nullptr) {
        auto *style = new RoomyStyle(view);
        view->setStyle(style);
        view->horizontalHeader()->setStyle(style);
    }
    view->setSelectionBehavior(QAbstractItemView::SelectRows);
    view->setShowGrid(false);
    view->setAlternatingRowColors(true);
    view->setWordWrap(false);
    view->setTabKeyNavigation(false);
    view->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    view->setFrameShape(QFrame::StyledPanel);
    view->verticalHeader()->hide();
    const int row = view->fontMetrics().height() * 8 / 5;
    view->verticalHeader()->setMinimumSectionSize(row);
    view->verticalHeader()->setDefaultSectionSize(row);
    // A fixed height spares a measure of each row, which is what makes live tables dear.
    view->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    QHeaderView *header = view->horizontalHeader();
    header->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    header->setHighlightSections(false);
    header->setSectionsMovable(true);
    header->setMinimumSectionSize(view->fontMetrics().averageCharWidth() * 4);
}

void fitColumns(QTableView *view)
{
    const int gap = view->fontMetrics().averageCharWidth() * 2;
    const QHeaderView *header = view->horizontalHeader();
    for (int column = 0; column < header->count(); ++column) {
        if (header->isSectionHidden(column)
            || header->sectionResizeMode(column) == QHeaderView::Stretch)
            continue;
        view->resizeColumnToContents(column);
        view->setColumnWidth(column, view->columnWidth(column) + gap);
    }
}

int neededWidth(const QTableView *view, int column)
{
    const QHeaderView *header = view->horizontalHeader();
    QStyleOptionHeader heading;
    heading.initFrom(header);
    heading.section = column;
    heading.text = view->model()->headerData(column, Qt::Horizontal).toString();
    // The header's own measure has room for the arrow in all of its sections.
    if (header->isSortIndicatorShown() && header->sortIndicatorSection() == column)
        heading.sortIndicator = QStyleOptionHeader::SortDown;
    const int width = header->style()
                          ->sizeFromContents(QStyle::CT_HeaderSection, &heading, QSize(), header)
                          .width();
    const QAbstractItemView *cells = view;
    return std::max(cells->sizeHintForColumn(column), width);
}

void growColumn(QTableView *view, int column, int most)
{
    if (view->isColumnHidden(column))
        return;
    const int wanted = std::min(neededWidth(view, column), most);
    if (view->columnWidth(column) < wanted)
        view->setColumnWidth(column, wanted);
}

void fillColumnMenu(QMenu *menu, QTableView *view, const QList<int> &fixed)
{
    const QHeaderView *header = view->horizontalHeader();
    for (int place = 0; place < header->count(); ++place) {
        const int column = header->logicalIndex(place);
        if (fixed.contains(column))
            continue;
        QAction *entry =
            menu->addAction(view->model()->headerData(column, Qt::Horizontal).toString());
        entry->setCheckable(true);
        entry->setChecked(!view->isColumnHidden(column));
        QObject::connect(entry, &QAction::toggled, view, [view, column](bool shown) {
            view->setColumnHidden(column, !shown);
        });
    }
}

QString selectionText(const QTableView *view)
{
    const QAbstractItemModel *model = view->model();
    if (!model || !view->selectionModel())
        return {};
    QModelIndexList rows = view->selectionModel()->selectedRows();
    std::sort(rows.begin(), rows.end());
    QStringList lines;
    for (const QModelIndex &row : std::as_const(rows)) {
        QStringList cells;
        for (int column = 0; column < model->columnCount(); ++column) {
            if (!view->isColumnHidden(column))
                cells.append(row.siblingAtColumn(column).data().toString());
        }
        lines.append(cells.join(QLatin1Char('\t')));
    }
    return lines.join(QLatin1Char('\n'));
}

QString csvField(const QString &text)
{
    QString field = text;
    static const QString kFormula = QStringLiteral("=+-@\t\r");
    if (!field.isEmpty() && kFormula.contains(field.front())) {
        bool isNumber = false;
        field.toDouble(&isNumber);
        if (!isNumber)
            field.prepend(QLatin1Char('\''));
    }
    const bool quote = field.contains(QLatin1Char(',')) || field.contains(QLatin1Char('"'))
                       || field.contains(QLatin1Char('\n')) || field.contains(QLatin1Char('\r'));
    if (!quote)
        return field;
    field.replace(QLatin1Char('"'), QLatin1String("\"\""));
    return QLatin1Char('"') + field + QLatin1Char('"');
}

} // namespace spillway::ui::tables
