// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitor/logmodel.h"

#include "widgets/format.h"
#include "widgets/theme.h"

#include <algorithm>

namespace spillway::ui {

namespace {

constexpr int kWarning = 3;
constexpr int kError = 4;

} // namespace

LogModel::LogModel(int capacity, QObject *parent)
    : QAbstractListModel(parent)
    , m_capacity(std::max(1, capacity))
{}

void LogModel::append(const std::vector<LogLine> &lines)
{
    const std::size_t taken = std::min(lines.size(), static_cast<std::size_t>(m_capacity));
    if (taken == 0)
        return;
    const int surplus = rowCount() + static_cast<int>(taken) - m_capacity;
    if (surplus > 0) {
        beginRemoveRows({}, 0, surplus - 1);
        m_lines.erase(m_lines.begin(), m_lines.begin() + surplus);
        endRemoveRows();
    }
    beginInsertRows({}, rowCount(), rowCount() + static_cast<int>(taken) - 1);
    m_lines.insert(m_lines.end(), lines.end() - static_cast<std::ptrdiff_t>(taken), lines.end());
    endInsertRows();
}

void LogModel::clear()
{
    beginResetModel();
    m_lines.clear();
    endResetModel();
}

int LogModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_lines.size());
}

QString LogModel::levelName(int level)
{
    switch (level) {
    case 0:
        return tr("trace", "level of a log line");
    case 1:
        return tr("debug", "level of a log line");
    case 2:
        return tr("info", "level of a log line");
    case kWarning:
        return tr("warning", "level of a log line");
    case kError:
        return tr("error", "level of a log line");
    default:
        return {};
    }
}

QString LogModel::text(const LogLine &line)
{
    QString text = QString::fromStdString(line.text);
    // A line is a line: what breaks it would break the list and what is copied from it.
    text.replace(QLatin1Char('\n'), QLatin1Char(' '));
    return QStringLiteral("%1  %2  %3: %4")
        .arg(format::clockMs(line.wallMs),
             levelName(line.level).leftJustified(7),
             QString::fromStdString(line.category),
             text);
}

QVariant LogModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const LogLine &line = m_lines.at(static_cast<std::size_t>(index.row()));
    switch (role) {
    case Qt::DisplayRole:
    case TextRole:
        return text(line);
    case Qt::ToolTipRole:
        return QString::fromStdString(line.text);
    case LevelRole:
        return line.level;
    case Qt::ForegroundRole:
        if (line.level >= kError)
            return Theme::instance().bad();
        if (line.level == kWarning)
            return Theme::instance().warning();
        if (line.level < 2)
            return Theme::instance().muted();
        return {};
    default:
        return {};
    }
}

QString LogProxy::setFilter(int leastLevel, const QString &text, bool isPattern)
{
    QRegularExpression pattern;
    if (isPattern && !text.isEmpty()) {
        pattern = QRegularExpression(text, QRegularExpression::CaseInsensitiveOption);
        if (!pattern.isValid())
            return tr("%1, at character %2")
                .arg(pattern.errorString())
                .arg(pattern.patternErrorOffset() + 1);
    }
    m_leastLevel = leastLevel;
    m_text = text;
    m_pattern = pattern;
    m_isPattern = isPattern && !text.isEmpty();
    invalidateFilter();
    return {};
}

bool LogProxy::filterAcceptsRow(int row, const QModelIndex &) const
{
    const QModelIndex index = sourceModel()->index(row, 0);
    if (index.data(LogModel::LevelRole).toInt() < m_leastLevel)
        return false;
    if (m_text.isEmpty())
        return true;
    const QString line = index.data(LogModel::TextRole).toString();
    return m_isPattern ? m_pattern.match(line).hasMatch()
                       : line.contains(m_text, Qt::CaseInsensitive);
}

} // namespace spillway::ui
