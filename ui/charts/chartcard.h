// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/charttable.h"
#include "charts/legendbar.h"
#include "charts/scale.h"
#include "widgets/card.h"

class QLabel;
class QStackedWidget;
class QTableView;
class QToolButton;
QT_BEGIN_NAMESPACE
class QCategoryAxis;
class QChart;
QT_END_NAMESPACE

namespace spillway::ui {

class PlotView;

/// A card with one chart: title, legend, plot, and the same as a table. Costs nothing while it is not seen: subclasses keep the
/// data and draw it in redraw(), which is called only when the chart is visible.
class ChartCard : public Card
{
    Q_OBJECT

public:
    explicit ChartCard(QWidget *parent = nullptr);

    void setTitle(const QString &title);
    /// Greys the chart and writes over it; empty: as usual.
    void setNotice(const QString &text);
    /// Shows the text twin in place of the picture.
    void setTableShown(bool shown);

    [[nodiscard]] bool isTableShown() const;

    /// What the chart shows now, in words; the summary is the accessible description.
    [[nodiscard]] virtual ChartTwin twin() const = 0;

    [[nodiscard]] LegendBar *legend() const { return m_legend; }

protected:
    /// Puts the data into the chart. Called once for any number of changes.
    virtual void redraw() = 0;

    /// The legend's words in the present language, where they are the chart's own.
    virtual void relabel() {}

    /// Colours again: series take theirs in redraw().
    virtual void recolor() {}

    /// What the tooltip says at x; empty: none. `snapped`: where the cross-hair stands.
    [[nodiscard]] virtual QString textAt(qreal x, qreal *snapped) const = 0;

    /// To be called when there is new data.
    void dataChanged();

    [[nodiscard]] QChart *chart() const;

    PlotView *view() { return m_view; }

    QCategoryAxis *axisX() { return m_axisX; }

    QCategoryAxis *axisY() { return m_axisY; }

    void showEvent(QShowEvent *event) override;
    void changeEvent(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void retranslate();
    void restyle();
    void refresh();
    void placeNotice();
    void makeRoomForLabels();

    LegendBar *m_legend;
    QStackedWidget *m_stack;
    PlotView *m_view;
    QTableView *m_tableView;
    ChartTable *m_table;
    QLabel *m_notice;
    QToolButton *m_tableButton;
    QCategoryAxis *m_axisX;
    QCategoryAxis *m_axisY;
    bool m_stale = false;
    bool m_recolor = true;
    QString m_summary;
};

} // namespace spillway::ui
