// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitor/answersmodel.h"

#include "monitor/replay.h"
#include "widgets/format.h"
#include "widgets/theme.h"

#include <algorithm>

namespace spillway::ui {
namespace {

constexpr qsizetype kShownText = 120;

} // namespace

void AnswersModel::clear()
{
    beginResetModel();
    m_rows.clear();
    endResetModel();
}

void AnswersModel::addKnown(const QString &node, const std::string &answer)
{
    const int row = addWaiting(node);
    m_rows[row].waiting = false;
    m_rows[row].known = true;
    m_rows[row].essence = replay::essence(answer);
    Q_EMIT dataChanged(index(0, 0), index(row, ColumnCount - 1));
}

QString AnswersModel::source(int row) const
{
    const Row &entry = m_rows[row];
    if (!entry.known)
        return entry.node;
    return entry.node.isEmpty() ? tr("Before") : tr("Before, %1").arg(entry.node);
}

void AnswersModel::retranslate()
{
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
    if (!m_rows.isEmpty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

int AnswersModel::addWaiting(const QString &source)
{
    const auto row = static_cast<int>(m_rows.size());
    beginInsertRows({}, row, row);
    m_rows.append({source, true, false, 0, {}, {}});
    endInsertRows();
    return row;
}

void AnswersModel::setAnswer(int row, int status, const std::string &answer, double tookMs)
{
    m_rows[row].waiting = false;
    m_rows[row].status = status;
    m_rows[row].tookMs = tookMs;
    m_rows[row].essence = answer.empty() ? QByteArray() : replay::essence(answer);
    // It may be the one that all others are compared with.
    Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

bool AnswersModel::isWaiting() const
{
    return std::any_of(m_rows.cbegin(), m_rows.cend(), [](const Row &row) { return row.waiting; });
}

int AnswersModel::reference() const
{
    for (int row = 0; row < rowCount(); ++row) {
        if (!m_rows[row].essence.isEmpty())
            return row;
    }
    return -1;
}

bool AnswersModel::differs(int row) const
{
    const int first = reference();
    return first >= 0 && !m_rows[row].essence.isEmpty()
           && m_rows[row].essence != m_rows[first].essence;
}

int AnswersModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int AnswersModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(ColumnCount);
}

QString AnswersModel::comparison(int row) const
{
    const Row &entry = m_rows[row];
    if (entry.waiting)
        return tr("waiting…");
    if (entry.essence.isEmpty())
        return tr("no answer");
    const int first = reference();
    if (row == first)
        return tr("compared with");
    return differs(row) ? tr("different") : tr("equal");
}

QString AnswersModel::iconOf(int row) const
{
    const Row &entry = m_rows[row];
    if (entry.waiting)
        return QStringLiteral("wait");
    if (entry.essence.isEmpty())
        return QStringLiteral("error");
    return differs(row) ? QStringLiteral("warning") : QStringLiteral("ok");
}

QString AnswersModel::textOf(int row, int column) const
{
    const Row &entry = m_rows[row];
    switch (column) {
    case Source:
        return source(row);
    case Time:
        return entry.tookMs ? format::latency(entry.tookMs) : QString();
    case Comparison:
        return comparison(row);
    case Text:
        if (!entry.waiting && entry.essence.isEmpty())
            return tr("HTTP %1").arg(entry.status);
        return QString::fromUtf8(entry.essence).simplified().left(kShownText);
    default:
        return {};
    }
}

QVariant AnswersModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    switch (role) {
    case Qt::DisplayRole:
        return textOf(index.row(), index.column());
    case Qt::DecorationRole:
        return index.column() == Comparison ? QVariant(Theme::instance().icon(iconOf(index.row())))
                                            : QVariant();
    case Qt::TextAlignmentRole:
        return index.column() == Time ? QVariant(Qt::AlignRight | Qt::AlignVCenter) : QVariant();
    default:
        return {};
    }
}

QVariant AnswersModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Source:
        return tr("Answer of");
    case Time:
        return tr("Time");
    case Comparison:
        return tr("Result");
    case Text:
        return tr("Text");
    default:
        return {};
    }
}

} // namespace spillway::ui
