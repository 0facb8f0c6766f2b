// SPDX-License-Identifier: GPL-3.0-or-later
// What the cells of the nodes table say.
#include "configure/nodesmodel.h"
#include "widgets/format.h"
#include "widgets/reasontext.h"
#include "widgets/theme.h"

#include <QLocale>

#include <algorithm>
#include <limits>

namespace spillway::ui {
namespace {

QString none()
{
    return QStringLiteral("–");
}

Tone toneOf(NodeCondition condition)
{
    switch (condition) {
    case NodeCondition::Up:
        return Tone::Good;
    case NodeCondition::Penalized:
    case NodeCondition::Parked:
    case NodeCondition::WrongChain:
        return Tone::Bad;
    case NodeCondition::Cooling:
    case NodeCondition::Saturated:
    case NodeCondition::QuotaExhausted:
    case NodeCondition::Lagging:
    case NodeCondition::Syncing:
        return Tone::Warning;
    case NodeCondition::Unknown:
    case NodeCondition::Disabled:
        break;
    }
    return Tone::Muted;
}

QString ended(QString sentence)
{
    if (!sentence.isEmpty() && !sentence.endsWith(QLatin1Char('.')))
        sentence += QLatin1Char('.');
    return sentence;
}

} // namespace

QVariant NodesModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(section == Tier || section == Latency || section == InFlight
                                       ? Qt::AlignRight | Qt::AlignVCenter
                                       : Qt::AlignLeft | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole && section == Tier)
        return tr("The lowest tier is filled first; the next one takes what it cannot.");
    if (role == Qt::ToolTipRole && section == Latency)
        return tr("Moving average over answers that clients got. A dash: nobody has asked this "
                  "node yet.");
    if (section == Test && (role == Qt::ToolTipRole || role == Qt::AccessibleTextRole))
        return tr("Connection test");
    if (role != Qt::DisplayRole && role != Qt::AccessibleTextRole)
        return {};
    switch (section) {
    case Enabled:
        return tr("On");
    case Name:
        return tr("Name");
    case Chain:
        return tr("Chain");
    case Tier:
        return tr("Tier");
    case State:
        return tr("State");
    case Rate:
        return tr("Requests/s");
    case Latency:
        return tr("Latency");
    case Quota:
        return tr("Quota used");
    case InFlight:
        return tr("In flight");
    case LastError:
        return tr("Last error");
    case Test:
        return tr("Tested", "result of the connection test");
    default:
        return {};
    }
}

QVariant NodesModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const Row &row = m_rows[static_cast<std::size_t>(index.row())];
    const int column = index.column();
    const NodeSnapshot *node = column == Quota ? usage(index.row()) : live(index.row());
    switch (role) {
    case Qt::DisplayRole:
    case Qt::EditRole:
        return column == Tier && role == Qt::EditRole ? QVariant(row.tier)
                                                      : display(row, index.row(), column);
    case Qt::CheckStateRole:
        return column == Enabled ? QVariant(row.enabled ? Qt::Checked : Qt::Unchecked) : QVariant();
    case Qt::TextAlignmentRole:
        return headerData(column, Qt::Horizontal, role);
    case Qt::ToolTipRole:
        return toolTip(row, index.row(), column);
    case Qt::AccessibleTextRole:
        if (column == Enabled)
            return row.enabled ? tr("%1 is on").arg(row.name) : tr("%1 is off").arg(row.name);
        return display(row, index.row(), column);
    case Qt::AccessibleDescriptionRole:
        return column == State  ? QVariant(stateDetails(index.row()))
               : column == Rate ? rateDetails(node)
                                : QVariant();
    case SortRole:
        return sortValue(row, index.row(), column);
    case SparkRole:
        return column == Rate ? QVariant::fromValue(row.rates) : QVariant();
    case ShareRole:
        if (column == Quota && node && node->limit && *node->limit > 0)
            return std::min(1.0,
                            static_cast<double>(node->used) / static_cast<double>(*node->limit));
        return {};
    case MarkRole:
        if (column == Quota && node && node->limit && node->threshold && *node->limit > 0)
            return std::min(
                1.0, static_cast<double>(*node->threshold) / static_cast<double>(*node->limit));
        return {};
    case IconNameRole:
        if (column == State)
            return stateIcon(row, node);
        if (column == Test && m_tests.contains(row.name)) {
            const TestOutcome test = m_tests.value(row.name);
            return test.running ? QStringLiteral("wait")
                   : test.good  ? QStringLiteral("ok")
                                : QStringLiteral("error");
        }
        return {};
    case ToneRole:
        if (column == State)
            return stateTone(row, node);
        if (column == Test && m_tests.contains(row.name)) {
            const TestOutcome test = m_tests.value(row.name);
            return static_cast<int>(test.running ? Tone::Muted
                                    : test.good  ? Tone::Good
                                                 : Tone::Bad);
        }
        return static_cast<int>(row.enabled ? Tone::Neutral : Tone::Muted);
    default:
        return {};
    }
}

QVariant NodesModel::display(const Row &row, int rowNumber, int column) const
{
    const NodeSnapshot *node = column == Quota ? usage(rowNumber) : live(rowNumber);
    switch (column) {
    case Name:
        return row.name;
    case Chain:
        return row.chainTitle;
    case Tier:
        return QLocale().toString(row.tier);
    case State:
        return stateWord(row, node);
    case Rate:
        return rateOf(row) ? format::perSecond(*rateOf(row)) : none();
    case Latency:
        return node ? format::latency(node->latencyMs) : none();
    case Quota:
        return quotaText(node);
    case InFlight:
        if (!node)
            return none();
        return node->maxConcurrent > 0 ? tr("%1/%2", "requests in flight, the most there may be")
                                             .arg(node->inFlight)
                                             .arg(node->maxConcurrent)
                                       : QLocale().toString(node->inFlight);
    case LastError:
        return node ? format::failure(QString::fromStdString(node->lastError)) : QString();
    case Test:
        return m_tests.value(row.name).text;
    default:
        return {};
    }
}

QVariant NodesModel::sortValue(const Row &row, int rowNumber, int column) const
{
    const NodeSnapshot *node = column == Quota ? usage(rowNumber) : live(rowNumber);
    switch (column) {
    case Enabled:
        return row.enabled ? 0 : 1;
    case Tier:
        return row.tier;
    case State:
        return row.enabled && node ? static_cast<int>(node->condition) : 100;
    case Rate:
        return rateOf(row).value_or(-1);
    case Latency:
        return node && node->latencyMs ? *node->latencyMs : std::numeric_limits<double>::max();
    case Quota:
        return node && node->limit && *node->limit > 0
                   ? static_cast<double>(node->used) / static_cast<double>(*node->limit)
                   : -1.0;
    case InFlight:
        return node ? node->inFlight : -1;
    default:
        return display(row, rowNumber, column);
    }
}

QString NodesModel::stateWord(const Row &row, const NodeSnapshot *node) const
{
    if (!row.error.isEmpty())
        return tr("Needs attention");
    if (!row.enabled)
        return tr("Off");
    if (!node)
        return m_snapshot ? tr("Not applied yet") : tr("Stopped");
    switch (node->condition) {
    case NodeCondition::Penalized:
    case NodeCondition::Cooling:
    case NodeCondition::Parked:
        return node->closedForMs > 0 ? tr("%1, %2", "state, remaining time")
                                           .arg(format::condition(node->condition),
                                                format::duration(node->closedForMs))
                                     : format::condition(node->condition);
    case NodeCondition::Saturated:
        return tr("%1, %2 of %3")
            .arg(format::condition(node->condition))
            .arg(node->inFlight)
            .arg(node->maxConcurrent);
    case NodeCondition::Disabled:
        return tr("On after Apply");
    default:
        return format::condition(node->condition);
    }
}

QString NodesModel::stateIcon(const Row &row, const NodeSnapshot *node) const
{
    if (!row.error.isEmpty())
        return QStringLiteral("error");
    if (!row.enabled)
        return QStringLiteral("off");
    if (!node)
        return m_snapshot ? QStringLiteral("edit") : QStringLiteral("unknown");
    return format::conditionIcon(node->condition);
}

int NodesModel::stateTone(const Row &row, const NodeSnapshot *node) const
{
    if (!row.error.isEmpty())
        return static_cast<int>(Tone::Bad);
    return static_cast<int>(row.enabled && node ? toneOf(node->condition) : Tone::Muted);
}

QString NodesModel::quotaText(const NodeSnapshot *node) const
{
    if (!node)
        return none();
    if (!node->limit)
        return tr("%1 · no limit").arg(format::shortNumber(static_cast<double>(node->used)));
    const double share = *node->limit == 0
                             ? 1.0
                             : static_cast<double>(node->used) / static_cast<double>(*node->limit);
    const QString day = format::dayFromIso(node->resetsAt);
    return day.isEmpty() ? format::percent(share)
                         : tr("%1 · %2", "share of the quota, day of the reset")
                               .arg(format::percent(share), day);
}

bool NodesModel::hasError(int row) const
{
    return row >= 0 && row < rowCount() && !m_rows[static_cast<std::size_t>(row)].error.isEmpty();
}

QString NodesModel::stateDetails(int rowNumber) const
{
    if (rowNumber < 0 || rowNumber >= rowCount())
        return {};
    const Row &row = m_rows[static_cast<std::size_t>(rowNumber)];
    const NodeSnapshot *node = live(rowNumber);
    if (!row.error.isEmpty())
        return tr("This node cannot be used as it is: %1").arg(ended(row.error));
    if (!row.enabled)
        return tr("Switched off. It gets no requests; its counters are kept.");
    if (!node)
        return m_snapshot ? tr(
                   "The running proxy does not have this node yet. Apply the changes to use it.")
                          : tr("The proxy does not run.");
    const QString why = ended(format::nodeReason(*node));
    const QString until =
        m_snapshot ? format::clock(m_snapshot->wallMs + node->closedForMs) : QString();
    switch (node->condition) {
    case NodeCondition::Up:
        return node->onProbation
                   ? tr("Works. It gets one request at a time until it has answered one.")
               : node->latencyMs
                   ? tr("Works. It answers in %1 on average.").arg(format::latency(node->latencyMs))
                   : tr("Works.");
    case NodeCondition::Unknown:
        return tr("Nobody has asked this node yet. It gets requests like the others of its tier.");
    case NodeCondition::Penalized:
        return tr("Penalised until %1. %2 Its first good answer clears this.").arg(until, why);
    case NodeCondition::Cooling:
        return tr("The provider limits it until %1. %2 Requests go to the other nodes meanwhile.")
            .arg(until, why);
    case NodeCondition::Parked:
        return tr("Left alone until %1. %2 Check its key and plan, then clear the penalty.")
            .arg(until, why);
    case NodeCondition::Saturated:
        return tr(
            "All %n of its requests at a time are taken. It goes on as soon as one is answered.",
            nullptr,
            node->maxConcurrent);
    case NodeCondition::QuotaExhausted:
        return tr("It has used the credits that may be spent. It comes back on %1.")
            .arg(format::dayFromIso(node->resetsAt));
    case NodeCondition::Lagging:
        return tr("Left out: it is behind its chain. %1 It comes back by itself.").arg(why);
    case NodeCondition::Syncing:
        return tr("Left out: it catches up with its chain. %1 It comes back by itself.").arg(why);
    case NodeCondition::WrongChain:
        return tr("Left out: it is not on the same chain as the others. %1 If it stays out, check "
                  "its URL and its chain.")
            .arg(why);
    case NodeCondition::Disabled:
        return tr("Off in the running proxy; on after Apply.");
    }
    return {};
}

QVariant NodesModel::rateDetails(const NodeSnapshot *node)
{
    if (!node || !node->learnedRps)
        return {};
    const QString found = format::perSecond(*node->learnedRps);
    return node->rpsLimit > 0
               ? tr("Found to take about %1 requests per second; its limit is %2.")
                     .arg(found, format::perSecond(node->rpsLimit))
               : tr("Found to take about %1 requests per second; it has no limit.").arg(found);
}

QVariant NodesModel::toolTip(const Row &row, int rowNumber, int column) const
{
    const NodeSnapshot *node = column == Quota ? usage(rowNumber) : live(rowNumber);
    switch (column) {
    case State:
        return stateDetails(rowNumber);
    case LastError:
        if (!node || node->lastError.empty())
            return {};
        return tr("%1, at %2")
            .arg(format::failure(QString::fromStdString(node->lastError)),
                 format::clock(node->lastErrorWallMs));
    case Rate:
        return rateDetails(node);
    case Test:
        return m_tests.value(row.name).details;
    case Quota:
        if (!node)
            return {};
        if (!node->limit)
            return tr("%1 credits used in this period; the node has no limit.")
                .arg(format::number(node->used));
        return tr("%1 of %2 credits used. The node stops at %3. The period ends on %4.")
            .arg(format::number(node->used),
                 format::number(*node->limit),
                 format::number(node->threshold.value_or(*node->limit)),
                 format::dayFromIso(node->resetsAt));
    case Name:
    case Chain:
    case Latency:
    case InFlight:
        return display(row, rowNumber, column);
    default:
        return {};
    }
}

} // namespace spillway::ui
