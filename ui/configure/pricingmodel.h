// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "spillway/config.h"
#include "stats/methoduse.h"

#include <QAbstractTableModel>
#include <QString>

#include <cstdint>
#include <optional>
#include <vector>

namespace spillway::ui {

/// The methods of one price list and what each costs. It shows a text and changes nothing itself: an edit in a cell is handed on as
/// a signal, and the new text comes back through setList().
class PricingModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Method, Cost, Kind, CallsToday, CreditsToday, ColumnCount };

    enum Role { SortRole = Qt::UserRole, IconNameRole, ToneRole };

    struct Row
    {
        QString method;
        std::optional<std::uint64_t> cost; ///< nothing: what stands there is no price
        QString written;                   ///< what stands there
        bool custom = false;
        bool known = true; ///< a method that the program knows, or one that may be custom
        QString issue;

        bool operator==(const Row &) const = default;
    };

    using QAbstractTableModel::QAbstractTableModel;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant
    headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex &index) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role) override;

    /// Shows a list's text. Rows that stay keep their selection.
    void setList(const QString &text, bool readOnly, const std::vector<ConfigIssue> &issues = {});
    /// What the methods were used for today, by the nodes that use the list.
    void setToday(const QHash<QString, MethodUse> &today);
    [[nodiscard]] const Row *row(int at) const;
    [[nodiscard]] int rowOf(const QString &method) const;
    void retranslate();

    [[nodiscard]] static std::vector<Row> read(const QString &text,
                                               const std::vector<ConfigIssue> &issues = {});

Q_SIGNALS:
    void costEdited(const QString &method, bool custom, const QString &text);
    void methodEdited(const QString &method, bool custom, const QString &newName);

private:
    [[nodiscard]] std::optional<std::uint64_t> today(const Row &row, int column) const;

    std::vector<Row> m_rows;
    QHash<QString, MethodUse> m_today;
    bool m_readOnly = true;
};

} // namespace spillway::ui
