// SPDX-License-Identifier: GPL-3.0-or-later
#include "configure/pricingmodel.h"

#include "configure/pricelists.h"
#include "session/problemtext.h"
#include "spillway/configedit.h"
#include "spillway/methods.h"
#include "widgets/rowchange.h"
#include "widgets/theme.h"

#include <QLocale>

#include <algorithm>
#include <functional>

namespace spillway::ui {

int PricingModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int PricingModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

std::vector<PricingModel::Row> PricingModel::read(const QString &text,
                                                  const std::vector<ConfigIssue> &issues)
{
    const ConfigDocument document(text.toStdString());
    std::vector<Row> rows;
    for (const bool custom : {false, true}) {
        const QString table = custom ? QStringLiteral("custom") : QStringLiteral("routing");
        for (const std::string &key : document.keys(table.toStdString())) {
            Row row;
            row.method = QString::fromStdString(key);
            row.custom = custom;
            row.known = custom || isMethodKnown(key);
            const std::string path = prices::costPath(table, row.method);
            const auto cost = document.integer(path);
            if (cost && *cost >= 0)
                row.cost = static_cast<std::uint64_t>(*cost);
            row.written =
                QString::fromStdString(document.string(path).value_or(document.raw(path)));
            for (const ConfigIssue &issue : issues) {
                if (issue.key == path && row.issue.isEmpty())
                    row.issue = problemText(issue);
            }
            rows.push_back(std::move(row));
        }
    }
    return rows;
}

void PricingModel::setList(const QString &text,
                           bool readOnly,
                           const std::vector<ConfigIssue> &issues)
{
    std::vector<Row> rows = read(text, issues);
    const bool editable = m_readOnly != readOnly;
    m_readOnly = readOnly;
    const RowChange change = rowChange(m_rows, rows, std::equal_to<>());
    const int first = change.first;
    if (change.inserted > 0) {
        beginInsertRows({}, first, first + change.inserted - 1);
        m_rows = std::move(rows);
        endInsertRows();
    } else if (change.removed > 0) {
        beginRemoveRows({}, first, first + change.removed - 1);
        m_rows = std::move(rows);
        endRemoveRows();
    } else {
        m_rows = std::move(rows);
    }
    const int last = editable ? rowCount() - 1 : change.last;
    const int from = editable ? 0 : first;
    if (last >= from)
        Q_EMIT dataChanged(index(from, 0), index(last, ColumnCount - 1));
}

void PricingModel::setToday(const QHash<QString, MethodUse> &today)
{
    if (today == m_today)
        return;
    m_today = today;
    if (!m_rows.empty())
        Q_EMIT dataChanged(index(0, CallsToday), index(rowCount() - 1, CreditsToday));
}

/// Nothing in columns that are about something else.
std::optional<std::uint64_t> PricingModel::today(const Row &row, int column) const
{
    if (column != CallsToday && column != CreditsToday)
        return std::nullopt;
    const MethodUse use = m_today.value(row.method);
    return column == CallsToday ? use.calls : use.credits;
}

const PricingModel::Row *PricingModel::row(int at) const
{
    return at >= 0 && at < rowCount() ? &m_rows[static_cast<std::size_t>(at)] : nullptr;
}

int PricingModel::rowOf(const QString &method) const
{
    const auto found = std::find_if(
        m_rows.begin(), m_rows.end(), [&](const Row &row) { return row.method == method; });
    return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

Qt::ItemFlags PricingModel::flags(const QModelIndex &index) const
{
    if (!index.isValid())
        return {};
    Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren;
    if (!m_readOnly && index.column() < Kind)
        flags |= Qt::ItemIsEditable;
    return flags;
}

bool PricingModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    const Row *at = row(index.row());
    if (!at || role != Qt::EditRole || m_readOnly)
        return false;
    // The row may be gone once a receiver has changed the list.
    const Row old = *at;
    const QString text = value.toString().trimmed();
    if (index.column() == Cost)
        Q_EMIT costEdited(old.method, old.custom, text);
    else if (index.column() == Method && !text.isEmpty() && text != old.method)
        Q_EMIT methodEdited(old.method, old.custom, text);
    return true;
}

QVariant PricingModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(section == Cost || section > Kind
                                       ? Qt::AlignRight | Qt::AlignVCenter
                                       : Qt::AlignLeft | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole && section > Kind)
        return tr("At the nodes that use this list, since 00:00 UTC or since the program was "
                  "started.");
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Method:
        return tr("Method");
    case Cost:
        return tr("Credits a call");
    case Kind:
        return tr("Kind");
    case CallsToday:
        return tr("Calls today");
    case CreditsToday:
        return tr("Credits today");
    default:
        return {};
    }
}

QVariant PricingModel::data(const QModelIndex &index, int role) const
{
    const Row *at = row(index.row());
    if (!at)
        return {};
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        if (const auto count = today(*at, index.column()))
            return QLocale().toString(static_cast<qulonglong>(*count));
        if (index.column() == Method)
            return at->method;
        if (index.column() == Cost)
            return at->cost ? QLocale().toString(static_cast<qulonglong>(*at->cost)) : at->written;
        return at->custom ? tr("Custom") : at->known ? tr("Standard") : tr("Standard, not known");
    case Qt::EditRole:
        if (index.column() == Method)
            return at->method;
        return at->cost ? QString::number(*at->cost) : at->written;
    case Qt::TextAlignmentRole:
        return headerData(index.column(), Qt::Horizontal, role);
    case Qt::ToolTipRole:
        if (!at->issue.isEmpty())
            return at->issue;
        return at->known ? QVariant()
                         : tr("Spillway does not know this method. A method of one provider "
                              "belongs under custom.");
    case SortRole:
        if (const auto count = today(*at, index.column()))
            return static_cast<qulonglong>(*count);
        if (index.column() == Cost)
            return at->cost ? QVariant(static_cast<qulonglong>(*at->cost))
                            : QVariant(qulonglong(0));
        return data(index, Qt::DisplayRole);
    case IconNameRole:
        if (index.column() == Method && (!at->issue.isEmpty() || !at->known))
            return at->cost ? QStringLiteral("warning") : QStringLiteral("error");
        return {};
    case ToneRole:
        if (const auto count = today(*at, index.column()))
            return static_cast<int>(*count == 0 ? Tone::Muted : Tone::Neutral);
        return static_cast<int>(index.column() == Kind ? Tone::Muted
                                : !at->cost            ? Tone::Bad
                                : !at->known           ? Tone::Warning
                                                       : Tone::Neutral);
    default:
        return {};
    }
}

void PricingModel::retranslate()
{
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
    if (!m_rows.empty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

} // namespace spillway::ui
