// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitor/quotamodel.h"

#include "monitor/quotatext.h"
#include "widgets/format.h"
#include "widgets/tables.h"
#include "widgets/theme.h"

#include <QLocale>

#include <algorithm>

namespace spillway::ui {

namespace {

constexpr double kMillion = 1'000'000;

double leftShare(const QuotaRow &row)
{
    return row.limit && *row.limit > 0
               ? static_cast<double>(row.burn.left) / static_cast<double>(*row.limit)
               : 0;
}

QString dash()
{
    return QStringLiteral("–");
}

} // namespace

std::optional<double> QuotaRow::worth() const
{
    if (!pricePerMillion)
        return std::nullopt;
    return static_cast<double>(used) / kMillion * *pricePerMillion;
}

void QuotaModel::setRows(const QList<QuotaRow> &rows)
{
    const bool sameNodes =
        std::equal(rows.begin(),
                   rows.end(),
                   m_rows.begin(),
                   m_rows.end(),
                   [](const QuotaRow &a, const QuotaRow &b) { return a.node == b.node; });
    if (!sameNodes) {
        beginResetModel();
        m_rows = rows;
        endResetModel();
        return;
    }
    m_rows = rows;
    if (!m_rows.isEmpty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

int QuotaModel::rowOf(const QString &node) const
{
    const auto found = std::find_if(
        m_rows.begin(), m_rows.end(), [&node](const QuotaRow &row) { return row.node == node; });
    return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

int QuotaModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int QuotaModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(ColumnCount);
}

QString QuotaModel::text(const QuotaRow &row, int column)
{
    switch (column) {
    case Node:
        return row.node;
    case Used:
        return format::number(row.used);
    case Limit:
        return row.limit ? format::number(*row.limit) : tr("no limit");
    case Left:
        return row.limit ? tr("%1 (%2)", "credits left, share")
                               .arg(format::shortNumber(static_cast<double>(row.burn.left)),
                                    format::percent(leftShare(row)))
                         : dash();
    case Today:
        return format::number(row.today);
    case Pace:
        return row.burn.perDay > 0 ? tr("%1 a day").arg(format::shortNumber(row.burn.perDay))
                                   : dash();
    case Forecast:
        return row.outlook;
    case Resets:
        return row.limit ? format::day(row.resetsAt) : dash();
    case Worth:
        return row.worth() ? QLocale().toCurrencyString(*row.worth(), QStringLiteral("$")) : dash();
    default:
        return {};
    }
}

QVariant QuotaModel::sortValue(const QuotaRow &row, int column)
{
    switch (column) {
    case Used:
        return static_cast<qulonglong>(row.used);
    case Limit:
        return static_cast<qulonglong>(row.limit.value_or(0));
    case Left:
        return row.limit ? leftShare(row) : 2.0;
    case Today:
        return static_cast<qulonglong>(row.today);
    case Pace:
        return row.burn.perDay;
    case Forecast:
        return row.burn.reachesOn.isValid() ? row.burn.reachesOn : row.resetsAt.addYears(1);
    case Resets:
        return row.resetsAt;
    case Worth:
        return row.worth().value_or(-1);
    default:
        return text(row, column);
    }
}

QVariant QuotaModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const QuotaRow &row = m_rows.at(index.row());
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole:
        return text(row, column);
    case Qt::ToolTipRole:
        return row.sentence;
    case Qt::TextAlignmentRole:
        if (column == Used || column == Limit || column == Today || column == Pace
            || column == Worth)
            return QVariant(Qt::AlignRight | Qt::AlignVCenter);
        return {};
    case Qt::ForegroundRole:
        return column == Forecast && quotaTone(row.burn.outlook) != Tone::Neutral
                   ? QVariant(Theme::instance().tone(quotaTone(row.burn.outlook)))
                   : QVariant();
    case Qt::DecorationRole:
        if (column == Forecast && quotaTone(row.burn.outlook) != Tone::Neutral)
            return Theme::instance().icon(QStringLiteral("warning"), quotaTone(row.burn.outlook));
        return {};
    case SortRole:
        return sortValue(row, column);
    case ShareRole:
        return column == Left && row.limit ? QVariant(leftShare(row)) : QVariant();
    case MarkRole:
        return column == Left && row.limit ? QVariant(1 - row.burn.stopShare) : QVariant();
    case ToneRole:
        return static_cast<int>(quotaTone(row.burn.outlook));
    default:
        return {};
    }
}

QVariant QuotaModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return data(index(0, section), role);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Node:
        return tr("Node");
    case Used:
        return tr("Used");
    case Limit:
        return tr("Limit");
    case Left:
        return tr("Left");
    case Today:
        return tr("Today");
    case Pace:
        return tr("Pace");
    case Forecast:
        return tr("Forecast");
    case Resets:
        return tr("Resets");
    case Worth:
        return tr("Worth");
    default:
        return {};
    }
}

QString quotaCsv(const QList<QuotaRow> &rows)
{
    QStringList lines{QStringLiteral("node,used,limit,threshold,left,today,credits_per_day,reaches_"
                                     "stop_on,period_start,resets_at,worth_usd")};
    const auto number = [](std::optional<std::uint64_t> value) {
        return value ? QString::number(*value) : QString();
    };
    for (const QuotaRow &row : rows) {
        const bool known = row.burn.outlook != BurnDown::Outlook::NotEnoughData
                           && row.burn.outlook != BurnDown::Outlook::Unmetered;
        lines.append(QStringList{tables::csvField(row.node),
                                 number(row.used),
                                 number(row.limit),
                                 number(row.threshold),
                                 row.limit ? number(row.burn.left) : QString(),
                                 number(row.today),
                                 known ? QString::number(row.burn.perDay, 'f', 0) : QString(),
                                 row.burn.reachesOn.toString(Qt::ISODate),
                                 row.periodStart.toString(Qt::ISODate),
                                 row.resetsAt.toString(Qt::ISODate),
                                 row.worth() ? QString::number(*row.worth(), 'f', 2) : QString()}
                         .join(QLatin1Char(',')));
    }
    return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

} // namespace spillway::ui
