// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitor/trafficfilter.h"

#include "monitor/recordtext.h"
#include "monitor/trafficmodel.h"

#include <algorithm>

namespace spillway::ui {

namespace {

bool contains(const std::string &where, const QString &what)
{
    return QString::fromStdString(where).contains(what, Qt::CaseInsensitive);
}

bool fitsText(const RequestRecord &record, const QString &text)
{
    if (contains(record.method, text) || contains(record.chain, text)
        || contains(record.client, text) || contains(record.errorText, text)
        || contains(record.node, text))
        return true;
    return std::any_of(
        record.steps.begin(), record.steps.end(), [&text](const RouteStepInfo &step) {
            return contains(step.node, text) || contains(step.detail, text);
        });
}

} // namespace

bool TrafficFilter::accepts(const RequestRecord &record) const
{
    if (slowerThanMs > 0 && record.durationMs < slowerThanMs)
        return false;
    if (!chain.isEmpty() && QString::fromStdString(record.chain) != chain)
        return false;
    if (spilledOnly && !record::spilled(record))
        return false;
    if (answered || local || errors || refused) {
        const record::Result result = record::resultOf(record);
        const bool wanted = (answered && result == record::Result::Answered)
                            || (local && result == record::Result::Local)
                            || (errors && result == record::Result::Error)
                            || (refused && result == record::Result::Refused);
        if (!wanted)
            return false;
    }
    if (!node.isEmpty()) {
        const std::string name = node.toStdString();
        const bool touched =
            record.node == name
            || std::any_of(record.steps.begin(),
                           record.steps.end(),
                           [&name](const RouteStepInfo &step) { return step.node == name; });
        if (!touched)
            return false;
    }
    if (withoutMethods.contains(QString::fromStdString(record.method)))
        return false;
    return text.isEmpty() || fitsText(record, text);
}

TrafficProxy::TrafficProxy(QObject *parent)
    : QSortFilterProxyModel(parent)
{
    sort(0, Qt::DescendingOrder);
}

/// The engine tells of requests as they end. Those of the same millisecond stay in that order.
bool TrafficProxy::lessThan(const QModelIndex &left, const QModelIndex &right) const
{
    const auto *model = qobject_cast<const TrafficModel *>(sourceModel());
    const std::int64_t a = model->record(left.row())->wallMs;
    const std::int64_t b = model->record(right.row())->wallMs;
    return a != b ? a < b : left.row() < right.row();
}

void TrafficProxy::setFilter(const TrafficFilter &filter)
{
    if (filter == m_filter)
        return;
    m_filter = filter;
    invalidateFilter();
}

bool TrafficProxy::filterAcceptsRow(int row, const QModelIndex &) const
{
    const auto *model = qobject_cast<const TrafficModel *>(sourceModel());
    return model && m_filter.accepts(*model->record(row));
}

} // namespace spillway::ui
