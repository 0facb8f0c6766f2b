// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/session.h"
#include "spillway/snapshot.h"
#include "stats/statsstore.h"

#include <QList>
#include <QString>

namespace spillway::ui {

/// State of the tray icon; each has a shape of its own, so that no colour is needed to tell them apart.
enum class TrayState { Stopped, Starting, Running, Degraded, Down, Attention };

/// What icon, tool tip and menu show. Plain texts: a menu of the desktop's own takes nothing else.
struct TrayView
{
    struct Row
    {
        QString text;
        QString item; ///< name of the node
        QString icon;
    };

    TrayState state = TrayState::Stopped;
    QString toolTip; ///< up to three lines; some desktops show the first only
    QString title;   ///< first line of the menu
    QString figures; ///< second line; empty while nothing runs
    QString toggle;  ///< "Stop proxy"
    bool canToggle = true;
    QList<Row> nodes;
    QList<Row> quotas;
};

/// What the view is made of.
struct TrayFacts
{
    ProxyState state = ProxyState::Stopped;
    QString address;
    bool hasProblem = false; ///< an error in the file, while an older configuration runs
    QString failure;
    const Snapshot *snapshot = nullptr;
    StatsStore::Headline headline;
};

[[nodiscard]] TrayView trayView(const TrayFacts &facts);
/// "running", "down" …: name of the icon without its prefix.
[[nodiscard]] QString trayIconName(TrayState state);

} // namespace spillway::ui
