// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/seriesplaces.h"

#include <QHash>

#include <algorithm>

namespace spillway::ui {
namespace {

constexpr double kClearlyMore = 1.25;

} // namespace

const QStringList &SeriesPlaces::take(const QList<Candidate> &candidates)
{
    QHash<QString, double> weights;
    for (const Candidate &candidate : candidates)
        weights.insert(candidate.name, candidate.weight);
    for (QString &name : m_names) {
        if (!weights.contains(name))
            name.clear();
    }
    QList<Candidate> waiting;
    for (const Candidate &candidate : candidates) {
        if (!m_names.contains(candidate.name))
            waiting.append(candidate);
    }
    std::stable_sort(waiting.begin(), waiting.end(), [](const Candidate &a, const Candidate &b) {
        return a.weight > b.weight;
    });
    const qsizetype vacant = m_names.count(QString());
    // Those that fill what is vacant stand in the order of the list: so do all when nobody is left out.
    QStringList chosen;
    for (const Candidate &candidate : waiting.mid(0, vacant))
        chosen.append(candidate.name);
    waiting = waiting.mid(vacant);
    for (const Candidate &candidate : candidates) {
        if (chosen.contains(candidate.name))
            m_names[m_names.indexOf(QString())] = candidate.name;
    }
    for (const Candidate &candidate : std::as_const(waiting)) {
        const auto least =
            std::min_element(m_names.begin(), m_names.end(), [&](const auto &a, const auto &b) {
                return weights.value(a) < weights.value(b);
            });
        if (least == m_names.end() || candidate.weight <= kClearlyMore * weights.value(*least))
            break;
        *least = candidate.name;
    }
    return m_names;
}

void SeriesPlaces::clear()
{
    std::fill(m_names.begin(), m_names.end(), QString());
}

} // namespace spillway::ui
