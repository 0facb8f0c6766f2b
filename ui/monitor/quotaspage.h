// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitor/quotamodel.h"
#include "session/page.h"

class QDoubleSpinBox;
class QLabel;
class QPushButton;
class QSortFilterProxyModel;
class QStackedWidget;
class QTableView;

namespace spillway {
struct NodeSnapshot;
}

namespace spillway::ui {

class BurnDownChart;
class EmptyState;

/// Credits of all nodes, and how those of the selected one run down.
class QuotasPage final : public Page
{
    Q_OBJECT

public:
    explicit QuotasPage(Session &session, QWidget *parent = nullptr);

    void activate() override;
    void deactivate() override;
    void showItem(const QString &node) override;
    void retranslate() override;

private:
    QWidget *makeActions();
    QWidget *makeDetails();
    void refresh();
    void fitTable();
    void showSelected();
    [[nodiscard]] QList<QuotaRow> rowsNow();
    [[nodiscard]] QuotaRow rowOf(const NodeSnapshot &node, qint64 nowMs);
    [[nodiscard]] const QuotaRow *selected() const;
    void askUsed();
    void askReset();
    void exportCsv();
    void setPrice(double price);

    QuotaModel *m_model;
    QSortFilterProxyModel *m_sorted;
    QStackedWidget *m_stack;
    EmptyState *m_empty;
    QTableView *m_table;
    QLabel *m_sentence;
    QStackedWidget *m_picture; ///< the chart, or why there is none
    BurnDownChart *m_chart;
    EmptyState *m_unlimited;
    QPushButton *m_setLimit;
    QDoubleSpinBox *m_price;
    QLabel *m_priceLabel;
    QLabel *m_worth;
    QPushButton *m_setUsed;
    QPushButton *m_reset;
    QPushButton *m_export;
    QPushButton *m_emptyButton;
    bool m_active = false;
    QString m_shown; ///< node in the chart
    qint64 m_drawnMinute = -1;
    QuotaRow m_drawn; ///< what the chart shows
};

} // namespace spillway::ui
