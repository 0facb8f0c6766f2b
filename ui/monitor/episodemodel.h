// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "stats/episodes.h"

#include <QAbstractListModel>
#include <QList>

namespace spillway::ui {

/// The episodes of a detector as sentences, newest first. Rows keep their place while only their words change.
class EpisodeModel final : public QAbstractListModel
{
    Q_OBJECT

public:
    explicit EpisodeModel(const EpisodeDetector &detector, QObject *parent = nullptr);

    enum Role { NodeRole = Qt::UserRole, KindRole };

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;

    /// The sentences again, also in another language.
    void refresh();

private:
    struct Row
    {
        std::uint64_t id = 0;
        Episode::Kind kind = Episode::Kind::Started;
        QString node;
        QString text;
    };

    const EpisodeDetector &m_detector;
    QList<Row> m_rows;
};

} // namespace spillway::ui
