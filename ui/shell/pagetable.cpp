// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/pagetable.h"

#include "configure/chainspage.h"
#include "configure/nodespage.h"
#include "configure/pricingpage.h"
#include "configure/rawpage.h"
#include "monitor/dashboardpage.h"
#include "monitor/logpage.h"
#include "monitor/quotaspage.h"
#include "monitor/trafficpage.h"
#include "session/page.h"
#include "shell/getstartedpage.h"
#include "shell/helppage.h"
#include "shell/settingspage.h"

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
    static const std::vector<PageInfo> table{
        {"start",
         "rocket",
         QT_TRANSLATE_NOOP("spillway::ui::Pages", "Get started"),
         make<GetStartedPage>},
        {"dashboard",
         "dashboard",
         QT_TRANSLATE_NOOP("spillway::ui::Pages", "Dashboard"),
         make<DashboardPage>},
        {"nodes", "nodes", QT_TRANSLATE_NOOP("spillway::ui::Pages", "Nodes"), make<NodesPage>},
        {"pricing",
         "pricing",
         QT_TRANSLATE_NOOP("spillway::ui::Pages", "Pricing"),
         make<PricingPage>},
        {"quotas", "quotas", QT_TRANSLATE_NOOP("spillway::ui::Pages", "Quotas"), make<QuotasPage>},
        {"chains", "chain", QT_TRANSLATE_NOOP("spillway::ui::Pages", "Chains"), make<ChainsPage>},
        {"traffic",
         "traffic",
         QT_TRANSLATE_NOOP("spillway::ui::Pages", "Traffic"),
         make<TrafficPage>},
        {"log", "log", QT_TRANSLATE_NOOP("spillway::ui::Pages", "Log"), make<LogPage>},
        {"raw", "code", QT_TRANSLATE_NOOP("spillway::ui::Pages", "Config file"), make<RawPage>},
        {"settings",
         "settings",
         QT_TRANSLATE_NOOP("spillway::ui::Pages", "Settings"),
         make<SettingsPage>},
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
