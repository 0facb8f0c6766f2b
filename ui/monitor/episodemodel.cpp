// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitor/episodemodel.h"

#include "monitor/episodetext.h"
#include "widgets/format.h"

namespace spillway::ui {

EpisodeModel::EpisodeModel(const EpisodeDetector &detector, QObject *parent)
    : QAbstractListModel(parent)
    , m_detector(detector)
{
    connect(&detector, &EpisodeDetector::changed, this, &EpisodeModel::refresh);
    refresh();
}

int EpisodeModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

QVariant EpisodeModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const Row &row = m_rows.at(index.row());
    switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole:
        return row.text;
    case Qt::DecorationRole:
        return Theme::instance().icon(episodeIcon(row.kind), episodeTone(row.kind));
    case NodeRole:
        return row.node;
    case KindRole:
        return static_cast<int>(row.kind);
    default:
        return {};
    }
}

void EpisodeModel::refresh()
{
    QList<Row> rows;
    for (const Episode &episode : m_detector.episodes()) {
        const QString time = format::clock(episode.startedMs);
        rows.append({episode.id,
                     episode.kind,
                     episode.node,
                     QStringLiteral("%1  %2").arg(time, episodeSentence(episode))});
    }
    // New ones come at the front, old ones leave at the end; in between only words change.
    qsizetype fresh = 0;
    const std::uint64_t newest = m_rows.isEmpty() ? 0 : m_rows.first().id;
    while (fresh < rows.size() && rows.at(fresh).id > newest)
        ++fresh;
    const qsizetype kept = rows.size() - fresh;
    if (kept < m_rows.size()) {
        beginRemoveRows({}, static_cast<int>(kept), static_cast<int>(m_rows.size()) - 1);
        m_rows.resize(kept);
        endRemoveRows();
    }
    if (fresh > 0) {
        beginInsertRows({}, 0, static_cast<int>(fresh) - 1);
        m_rows = rows.first(fresh) + m_rows;
        endInsertRows();
    }
    int first = -1;
    int last = -1;
    for (qsizetype i = 0; i < rows.size(); ++i) {
        if (rows.at(i).text == m_rows.at(i).text && i >= fresh)
            continue;
        first = first < 0 ? static_cast<int>(i) : first;
        last = static_cast<int>(i);
    }
    m_rows = rows;
    if (first >= 0)
        Q_EMIT dataChanged(index(first), index(last), {Qt::DisplayRole, Qt::ToolTipRole});
}

} // namespace spillway::ui
