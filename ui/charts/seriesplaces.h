// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>
#include <QStringList>

namespace spillway::ui {

/// Hands the few places of a chart to the series with most weight. Who has a place keeps it, and with it its colour, until one
/// without a place has clearly more: a chart whose lines change all the time cannot be read.
class SeriesPlaces
{
public:
    struct Candidate
    {
        QString name;
        double weight = 0; ///< 0 and more
    };

    explicit SeriesPlaces(qsizetype count)
        : m_names(count)
    {}

    /// Names by place, empty where nobody stands. Among equals the one that comes first in the list goes first.
    const QStringList &take(const QList<Candidate> &candidates);

    /// What is shown next has nothing to do with what was shown before.
    void clear();

private:
    QStringList m_names;
};

} // namespace spillway::ui
