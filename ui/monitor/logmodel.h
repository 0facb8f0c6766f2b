// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "spillway/traffic.h"

#include <QAbstractListModel>
#include <QRegularExpression>
#include <QSortFilterProxyModel>

#include <deque>
#include <vector>

namespace spillway::ui {

/// The newest lines of the log, oldest on top.
class LogModel final : public QAbstractListModel
{
    Q_OBJECT

public:
    enum Role { LevelRole = Qt::UserRole, TextRole };

    explicit LogModel(int capacity, QObject *parent = nullptr);

    void append(const std::vector<LogLine> &lines);
    void clear();

    [[nodiscard]] const LogLine &line(int row) const
    {
        return m_lines.at(static_cast<std::size_t>(row));
    }

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;

    /// "14:02:07.125  warning  routing: text".
    [[nodiscard]] static QString text(const LogLine &line);
    [[nodiscard]] static QString levelName(int level);

private:
    std::deque<LogLine> m_lines;
    int m_capacity;
};

/// Lines of a level and above that hold a text or fit a pattern.
class LogProxy final : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

    /// Returns what is wrong with the pattern (the filter stays as it was then); empty: taken.
    QString setFilter(int leastLevel, const QString &text, bool isPattern);

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex &parent) const override;

private:
    int m_leastLevel = 0;
    QString m_text;
    QRegularExpression m_pattern;
    bool m_isPattern = false;
};

} // namespace spillway::ui
