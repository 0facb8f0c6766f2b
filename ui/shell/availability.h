// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "spillway/snapshot.h"

#include <QString>
#include <QStringList>

namespace spillway::ui {

/// How the nodes are, at a glance: what status bar, tray and banners say in their own ways.
struct Availability
{
    int usable = 0;
    int total = 0;          ///< enabled nodes
    int needLook = 0;       ///< enabled nodes that cannot serve now
    QStringList chainsDown; ///< chains that have nodes, none of which can serve
    QString lastError;      ///< newest one of the nodes that are down
    QString
        fullestNode; ///< the metered node with the greatest share of its limit used; empty: none is metered
    double fullestShare = 0;
    QString fullestUntil; ///< ISO date at which its period ends

    [[nodiscard]] bool allDown() const { return total > 0 && usable == 0; }
};

[[nodiscard]] Availability availability(const Snapshot &snapshot);

} // namespace spillway::ui
