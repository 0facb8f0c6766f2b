// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "stats/burndown.h"

#include <QAbstractTableModel>
#include <QDate>
#include <QList>
#include <QString>

#include <cstdint>
#include <optional>

namespace spillway::ui {

/// One node on the Quotas page.
struct QuotaRow
{
    QString node;
    std::uint64_t used = 0;
    std::optional<std::uint64_t> limit;
    std::optional<std::uint64_t> threshold;
    std::uint64_t today = 0;
    BurnDown burn;
    QString outlook;  ///< quotaOutlook()
    QString sentence; ///< quotaSentence()
    QDate periodStart;
    QDate resetsAt;
    std::optional<double> pricePerMillion; ///< set by the user, in dollars

    /// What the used credits are worth at that price.
    [[nodiscard]] std::optional<double> worth() const;
};

/// Quotas as a table. Updates of the same nodes keep rows, selection and scroll position.
class QuotaModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Node, Used, Limit, Left, Today, Pace, Forecast, Resets, Worth, ColumnCount };

    /// SortRole: values to sort by. ShareRole: left / limit, 0..1, of the Left column. MarkRole: where the stop is, counted as left.
    enum Role { SortRole = Qt::UserRole, ShareRole, MarkRole, ToneRole };

    using QAbstractTableModel::QAbstractTableModel;

    void setRows(const QList<QuotaRow> &rows);

    [[nodiscard]] const QList<QuotaRow> &rows() const { return m_rows; }

    [[nodiscard]] int rowOf(const QString &node) const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant
    headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] static QString text(const QuotaRow &row, int column);
    [[nodiscard]] static QVariant sortValue(const QuotaRow &row, int column);

    QList<QuotaRow> m_rows;
};

/// The table as CSV with a header line; numbers without separators, dates in ISO form.
[[nodiscard]] QString quotaCsv(const QList<QuotaRow> &rows);

} // namespace spillway::ui
