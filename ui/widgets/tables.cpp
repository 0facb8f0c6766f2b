// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tables.h"

#include <QAction>
#include <QApplication>
#include <QHeaderView>
#include <QMenu>
#include <QProxyStyle>
#include <QTableView>

#include <algorithm>

namespace spillway::ui::tables {

namespace {

/// Gives cells and headings room at their sides: figures at the right of one column must not touch words at the left of the next.
class RoomyStyle final : public QProxyStyle
{
public:
    explicit RoomyStyle(QTableView *view)
        : QProxyStyle(QApplication::style()->objectName())
    {
        setParent(view);
    }

    int pixelMetric(PixelMetric metric,
                    const QStyleOption *option,
                    const QWidget *widget) const override
    {
        const int size = QProxyStyle::pixelMetric(metric, option, widget);
        if (metric != PM_FocusFrameHMargin && metric != PM_HeaderMargin)
            return size;
        return std::max(size, widget != nullptr ? widget->fontMetrics().averageCharWidth() : size);
    }
};

} // namespace

void prepare(QTableView *view, const QString &name)
{
    view->setAccessibleName(name);
    if (qobject_cast<QProxyStyle *>(view->style()) == nullptr) {
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

void growColumn(QTableView *view, int column, int most)
{
    if (view->isColumnHidden(column))
        return;
    const QAbstractItemView *cells = view;
    const int wanted = std::max(cells->sizeHintForColumn(column),
                                view->horizontalHeader()->sectionSizeHint(column));
    if (view->columnWidth(column) < std::min(wanted, most))
        view->setColumnWidth(column, std::min(wanted, most));
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
