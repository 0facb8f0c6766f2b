// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "spillway/snapshot.h"

#include <QHash>
#include <QString>
#include <QStringList>

#include <cstdint>
#include <map>
#include <utility>

namespace spillway::ui {

struct MethodUse
{
    std::uint64_t calls = 0;
    std::uint64_t credits = 0;

    bool operator==(const MethodUse &) const = default;
};

/// What each method was used for at each node since 00:00 UTC, as far as this program was there to see it.
class MethodsToday
{
public:
    /// `newRun`: the engine counts from zero again.
    void add(const Snapshot &snapshot, bool newRun);

    /// Of some nodes together; methods of which nobody made use are absent.
    [[nodiscard]] QHash<QString, MethodUse> of(const QStringList &nodes) const;

private:
    struct Count
    {
        MethodUse last; ///< the engine's totals at the last look
        MethodUse today;
    };

    std::map<std::pair<std::string, std::string>, Count> m_counts; ///< by node and method
    std::int64_t m_day = 0;
};

} // namespace spillway::ui
