// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/pagetable.h"

#if __has_include("monitor/dashboardpage.cpp")
#include "monitor/dashboardpage.h"
#endif
#if __has_include("monitor/quotaspage.cpp")
#include "monitor/quotaspage.h"
#endif
#if __has_include("monitor/trafficpage.cpp")
#include "monitor/trafficpage.h"
#endif
#if __has_include("monitor/logpage.cpp")
#include "monitor/logpage.h"
#endif
#if __has_include("configure/nodespage.cpp")
#include "configure/nodespage.h"
#endif
#if __has_include("configure/pricingpage.cpp")
#include "configure/pricingpage.h"
#endif
#if __has_include("configure/rawpage.cpp")
#include "configure/rawpage.h"
#endif
#include "session/page.h"
#if __has_include("shell/getstartedpage.cpp")
#include "shell/getstartedpage.h"
#endif
#include "shell/helppage.h"
#if __has_include("shell/settingspage.cpp")
#include "shell/settingspage.h"
#endif

#include <QCoreApplication>

#include <algorithm>

namespace spillway::ui {
namespace {

template <typename Kind>
Page *make(Session &session, QWidget *parent)
{
    return new Kind(session, parent);
}

} // namespace

const std::vector<PageInfo> &pageTable()
{
    static const std::vector<PageInfo> table
    {
#if __has_include("shell/getstartedpage.cpp")
        {"start",
         "rocket",
         QT_TRANSLATE_NOOP("spillway::ui::Pages", "Get started"),
         make<GetStartedPage>},
#endif
#if __has_include("monitor/dashboardpage.cpp")
            {"dashboard",
             "dashboard",
             QT_TRANSLATE_NOOP("spillway::ui::Pages", "Dashboard"),
             make<DashboardPage>},
#endif
#if __has_include("configure/nodespage.cpp")
            {"nodes", "nodes", QT_TRANSLATE_NOOP("spillway::ui::Pages", "Nodes"), make<NodesPage>},
#endif
#if __has_include("configure/pricingpage.cpp")
            {"pricing",
             "pricing",
             QT_TRANSLATE_NOOP("spillway::ui::Pages", "Pricing"),
             make<PricingPage>},
#endif
#if __has_include("monitor/quotaspage.cpp")
            {"quotas",
             "quotas",
             QT_TRANSLATE_NOOP("spillway::ui::Pages", "Quotas"),
             make<QuotasPage>},
#endif
#if __has_include("monitor/trafficpage.cpp")
            {"traffic",
             "traffic",
             QT_TRANSLATE_NOOP("spillway::ui::Pages", "Traffic"),
             make<TrafficPage>},
#endif
#if __has_include("monitor/logpage.cpp")
            {"log", "log", QT_TRANSLATE_NOOP("spillway::ui::Pages", "Log"), make<LogPage>},
#endif
#if __has_include("configure/rawpage.cpp")
            {"raw", "code", QT_TRANSLATE_NOOP("spillway::ui::Pages", "Config file"), make<RawPage>},
#endif
#if __has_include("shell/settingspage.cpp")
            {"settings",
             "settings",
             QT_TRANSLATE_NOOP("spillway::ui::Pages", "Settings"),
             make<SettingsPage>},
#endif
            {"help", "help", QT_TRANSLATE_NOOP("spillway::ui::Pages", "Help"), make<HelpPage>},
    };
    return table;
}

const PageInfo *pageInfo(const QString &id)
{
    const auto &table = pageTable();
    const auto found = std::find_if(table.begin(), table.end(), [&](const PageInfo &info) {
        return id == QLatin1String(info.id);
    });
    return found == table.end() ? nullptr : &*found;
}

QString pageTitle(const PageInfo &info)
{
    return QCoreApplication::translate("spillway::ui::Pages", info.title);
}

} // namespace spillway::ui
