// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitor/quotatext.h"

#include "stats/statsstore.h"
#include "widgets/format.h"

#include <QCoreApplication>

#include <algorithm>

namespace spillway::ui {

namespace {

constexpr std::int64_t kWeekMs = 7LL * 86'400'000;

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(spillway::ui::Quotas)
};

double leftShare(const NodeSnapshot &node, const BurnDown &burn)
{
    return node.limit && *node.limit > 0
               ? static_cast<double>(burn.left) / static_cast<double>(*node.limit)
               : 0;
}

QString before(const BurnDown &burn)
{
    return burn.daysBeforeReset > 0
               ? Words::tr("%n days before it resets", nullptr, burn.daysBeforeReset)
               : Words::tr("on the day it resets");
}

QString outlookSentence(const NodeSnapshot &node, const BurnDown &burn)
{
    const QString stop = format::percent(burn.stopShare);
    const QString reset = format::dayFromIso(node.resetsAt);
    using Outlook = BurnDown::Outlook;
    switch (burn.outlook) {
    case Outlook::Unmetered:
        return {};
    case Outlook::NotEnoughData:
        return Words::tr("Not enough data for a forecast yet.");
    case Outlook::Reached:
        return Words::tr("It has reached the %1 stop and rests until %2.").arg(stop, reset);
    case Outlook::ReachesStop:
        return Words::tr("At this week’s pace it reaches the %1 stop on %2, %3.")
            .arg(stop, format::day(burn.reachesOn), before(burn));
    case Outlook::LastsToReset:
        return Words::tr(
                   "At this week’s pace it lasts until it resets on %1, with %2 used by then.")
            .arg(reset, format::shortNumber(static_cast<double>(burn.usedAtReset.value_or(0))));
    case Outlook::NotUsed:
        return Words::tr(
                   "It was not used in the last seven days, so it lasts until it resets on %1.")
            .arg(reset);
    }
    return {};
}

} // namespace

QuotaFacts quotaFacts(const NodeSnapshot &node, const StatsStore &stats, std::int64_t nowMs)
{
    QuotaFacts facts;
    facts.nowMs = nowMs;
    facts.used = node.used;
    facts.limit = node.limit;
    facts.threshold = node.threshold;
    const QDate start = format::dateFromIso(node.periodStart);
    const QDate reset = format::dateFromIso(node.resetsAt);
    facts.periodStartMs = start.isValid() ? utcMs(start) : nowMs;
    facts.resetMs = reset.isValid() ? utcMs(reset) : nowMs;
    const std::int64_t fromMs = std::min(facts.periodStartMs, nowMs - kWeekMs);
    facts.hours = stats.creditsByHour(QString::fromStdString(node.name), fromMs, nowMs);
    return facts;
}

QString quotaSentence(const NodeSnapshot &node, const BurnDown &burn)
{
    const QString name = QString::fromStdString(node.name);
    if (!node.limit || *node.limit == 0) {
        return Words::tr("%1 has no limit set (unmetered). It has used %2 credits this period.")
            .arg(name, format::shortNumber(static_cast<double>(node.used)));
    }
    const QString left = Words::tr("%1 has %2 of %3 credits left (%4).")
                             .arg(name,
                                  format::shortNumber(static_cast<double>(burn.left)),
                                  format::shortNumber(static_cast<double>(*node.limit)),
                                  format::percent(leftShare(node, burn)));
    return left + QLatin1Char(' ') + outlookSentence(node, burn);
}

QString quotaOutlook(const NodeSnapshot &node, const BurnDown &burn)
{
    const QString reset = format::dayFromIso(node.resetsAt);
    using Outlook = BurnDown::Outlook;
    switch (burn.outlook) {
    case Outlook::Unmetered:
        return Words::tr("no limit set");
    case Outlook::NotEnoughData:
        return Words::tr("not enough data yet");
    case Outlook::Reached:
        return Words::tr("stop reached, until %1").arg(reset);
    case Outlook::ReachesStop:
        return Words::tr("stop on %1").arg(format::day(burn.reachesOn));
    case Outlook::LastsToReset:
    case Outlook::NotUsed:
        return Words::tr("lasts until %1").arg(reset);
    }
    return {};
}

std::optional<std::string> spentUntil(const Snapshot &snapshot, const QString &chain)
{
    bool any = false;
    std::string first; // ISO dates are in order as texts
    for (const NodeSnapshot &node : snapshot.nodes) {
        if (!node.enabled || node.chain != chain.toStdString())
            continue;
        if (node.condition != NodeCondition::QuotaExhausted)
            return std::nullopt;
        any = true;
        if (!node.resetsAt.empty() && (first.empty() || node.resetsAt < first))
            first = node.resetsAt;
    }
    return any ? std::optional(first) : std::nullopt;
}

QString spentSentence(const QString &chain, const std::string &until)
{
    const QString day = format::dayFromIso(until);
    return day.isEmpty()
               ? Words::tr("All credits of %1 that may be spent are used up.").arg(chain)
               : Words::tr("All credits of %1 that may be spent are used up. It answers again from "
                           "%2 on, when the first of its nodes gets new ones.")
                     .arg(chain, day);
}

QString spentSentence(const Snapshot &snapshot, const QString &chain)
{
    const std::optional<std::string> until = spentUntil(snapshot, chain);
    return until ? spentSentence(chain, *until) : QString();
}

Tone quotaTone(BurnDown::Outlook outlook)
{
    switch (outlook) {
    case BurnDown::Outlook::Reached:
        return Tone::Bad;
    case BurnDown::Outlook::ReachesStop:
        return Tone::Warning;
    default:
        return Tone::Neutral;
    }
}

} // namespace spillway::ui
