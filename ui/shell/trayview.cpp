// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/trayview.h"

#include "shell/availability.h"
#include "widgets/format.h"

#include <QCoreApplication>
#include <QUrl>

namespace spillway::ui {
namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(spillway::ui::Tray)
};

TrayState stateOf(const TrayFacts &facts, const Availability &now)
{
    switch (facts.state) {
    case ProxyState::Stopped:
        return TrayState::Stopped;
    case ProxyState::Starting:
    case ProxyState::Stopping:
        return TrayState::Starting;
    case ProxyState::Failed:
        return TrayState::Down;
    case ProxyState::Running:
        break;
    }
    if (now.allDown())
        return TrayState::Down;
    if (facts.hasProblem)
        return TrayState::Attention;
    return now.needLook > 0 ? TrayState::Degraded : TrayState::Running;
}

QString firstLine(const TrayFacts &facts, const Availability &now)
{
    switch (facts.state) {
    case ProxyState::Stopped:
        return Words::tr("Spillway: stopped");
    case ProxyState::Starting:
        return Words::tr("Spillway: starting");
    case ProxyState::Stopping:
        return Words::tr("Spillway: stopping");
    case ProxyState::Failed:
        return Words::tr("Spillway: not running");
    case ProxyState::Running:
        break;
    }
    if (now.total == 0)
        return Words::tr("Spillway: running, no nodes yet");
    if (now.allDown())
        return Words::tr("Spillway: running, no node answers");
    return Words::tr("Spillway: running, %1 of %2 nodes").arg(now.usable).arg(now.total);
}

TrayView::Row nodeRow(const NodeSnapshot &node)
{
    const QString name = QString::fromStdString(node.name);
    QStringList parts{name};
    if (isActive(node.condition)) {
        if (node.latencyMs)
            parts.append(format::latency(node.latencyMs));
        if (node.limit && *node.limit > 0)
            parts.append(
                format::percent(static_cast<double>(node.used) / static_cast<double>(*node.limit)));
    } else {
        parts.append(node.closedForMs > 0 ? Words::tr("%1, ends %2")
                                                .arg(format::condition(node.condition),
                                                     format::remaining(node.closedForMs))
                                          : format::condition(node.condition));
    }
    return {parts.join(QStringLiteral("   ")), name, format::conditionIcon(node.condition)};
}

} // namespace

TrayView trayView(const TrayFacts &facts)
{
    const Availability now =
        facts.snapshot != nullptr ? availability(*facts.snapshot) : Availability();
    TrayView view;
    view.state = stateOf(facts, now);
    const bool on = facts.state == ProxyState::Running || facts.state == ProxyState::Starting;
    view.toggle = on ? Words::tr("&Stop proxy") : Words::tr("&Start proxy");
    view.canToggle = facts.state != ProxyState::Stopping;

    QStringList lines{firstLine(facts, now)};
    view.title = facts.state == ProxyState::Running && !facts.address.isEmpty()
                     ? Words::tr("Spillway: running on %1").arg(QUrl(facts.address).authority())
                     : lines.front();
    if (facts.state == ProxyState::Failed && !facts.failure.isEmpty())
        lines.append(facts.failure);
    if (facts.state == ProxyState::Running) {
        QStringList figures{format::rate(facts.headline.requestsPerSecond)};
        if (facts.headline.p95Ms)
            figures.append(Words::tr("p95 %1").arg(format::latency(facts.headline.p95Ms)));
        lines.append(figures.join(Words::tr(", ")));
        if (facts.headline.successShare)
            figures.append(format::percent(*facts.headline.successShare));
        view.figures = figures.join(QStringLiteral("  ·  "));
        if (!now.fullestNode.isEmpty())
            lines.append(Words::tr("%1 %2 used, until %3")
                             .arg(now.fullestNode,
                                  format::percent(now.fullestShare),
                                  format::dayFromIso(now.fullestUntil.toStdString())));
    }
    view.toolTip = lines.join(QLatin1Char('\n'));
    if (facts.snapshot == nullptr)
        return view;
    for (const NodeSnapshot &node : facts.snapshot->nodes) {
        view.nodes.append(nodeRow(node));
        if (node.limit && *node.limit > 0 && node.enabled) {
            const std::uint64_t left = *node.limit - std::min(node.used, *node.limit);
            view.quotas.append({Words::tr("%1   %2 left, until %3")
                                    .arg(QString::fromStdString(node.name),
                                         format::percent(static_cast<double>(left)
                                                         / static_cast<double>(*node.limit)),
                                         format::dayFromIso(node.resetsAt)),
                                QString::fromStdString(node.name),
                                {}});
        }
    }
    return view;
}

QString trayIconName(TrayState state)
{
    switch (state) {
    case TrayState::Stopped:
        return QStringLiteral("stopped");
    case TrayState::Starting:
        return QStringLiteral("starting");
    case TrayState::Running:
        return QStringLiteral("running");
    case TrayState::Degraded:
        return QStringLiteral("degraded");
    case TrayState::Down:
        return QStringLiteral("down");
    case TrayState::Attention:
        return QStringLiteral("attention");
    }
    return {};
}

} // namespace spillway::ui
