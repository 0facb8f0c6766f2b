// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/methodstoday.h"

namespace spillway::ui {
namespace {

constexpr std::int64_t kDayMs = 86'400'000;

std::uint64_t risen(std::uint64_t before, std::uint64_t now)
{
    return now > before ? now - before : 0;
}

} // namespace

void MethodsToday::add(const Snapshot &snapshot, bool newRun)
{
    const std::int64_t day = snapshot.wallMs / kDayMs;
    for (auto &[key, count] : m_counts) {
        if (day != m_day)
            count.today = {};
        if (newRun)
            count.last = {};
    }
    m_day = day;
    for (const NodeSnapshot &node : snapshot.nodes) {
        for (const NodeMethodSnapshot &method : node.methods) {
            Count &count = m_counts[{node.name, method.method}];
            count.today.calls += risen(count.last.calls, method.calls);
            count.today.credits += risen(count.last.credits, method.credits);
            count.last = {method.calls, method.credits};
        }
    }
}

QHash<QString, MethodUse> MethodsToday::of(const QStringList &nodes) const
{
    QHash<QString, MethodUse> out;
    for (const auto &[key, count] : m_counts) {
        if (count.today.calls == 0 || !nodes.contains(QString::fromStdString(key.first)))
            continue;
        MethodUse &use = out[QString::fromStdString(key.second)];
        use.calls += count.today.calls;
        use.credits += count.today.credits;
    }
    return out;
}

} // namespace spillway::ui
