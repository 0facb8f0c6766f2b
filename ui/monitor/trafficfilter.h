// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "spillway/traffic.h"

#include <QSet>
#include <QSortFilterProxyModel>
#include <QString>
#include <QStringList>

namespace spillway::ui {

/// What of the traffic is wanted. All parts that are set must fit.
struct TrafficFilter
{
    QString text;  ///< found in method, node, chain, client or error, any case
    QString chain; ///< empty: all
    QString node;  ///< empty: all; else asked or passed over
    bool answered = false, local = false, errors = false,
         refused = false; ///< none set: all of them
    bool spilledOnly = false;
    int slowerThanMs = 0;
    QStringList withoutMethods;

    [[nodiscard]] bool accepts(const RequestRecord &record) const;

    [[nodiscard]] bool isEmpty() const { return *this == TrafficFilter{}; }

    bool operator==(const TrafficFilter &) const = default;
};

/// The rows of a TrafficModel that fit, the one that began last at the top.
class TrafficProxy final : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    explicit TrafficProxy(QObject *parent = nullptr);

    void setFilter(const TrafficFilter &filter);

    [[nodiscard]] const TrafficFilter &filter() const { return m_filter; }

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex &parent) const override;
    [[nodiscard]] bool lessThan(const QModelIndex &left, const QModelIndex &right) const override;

private:
    TrafficFilter m_filter;
};

} // namespace spillway::ui
