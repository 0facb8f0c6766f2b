// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitor/episodetext.h"

#include "widgets/format.h"
#include "widgets/reasontext.h"

#include <QCoreApplication>

namespace spillway::ui {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(spillway::ui::Episodes)
};

QString elsewhere(const Episode &episode)
{
    if (episode.other.isEmpty() || episode.otherShare < 0.005)
        return {};
    const QString share = format::percent(episode.otherShare);
    return episode.isOver() ? Words::tr("%1 of the requests went to %2.").arg(share, episode.other)
                            : Words::tr("%1 of the requests go to %2.").arg(share, episode.other);
}

QString why(const Episode &episode)
{
    using Kind = Episode::Kind;
    // These headlines say it already.
    if (episode.kind == Kind::QuotaReached || episode.kind == Kind::QuotaHigh)
        return {};
    const QString reason =
        episode.condition == NodeCondition::Up
            ? format::failure(episode.reason)
            : format::nodeReason(
                episode.condition, episode.reason, episode.reasonFound, episode.reasonWanted);
    return reason.isEmpty() ? QString() : Words::tr("Reason: %1").arg(reason);
}

QString rest(const Episode &episode)
{
    return episode.untilMs > 0 && !episode.isOver()
               ? Words::tr("It rests until %1.").arg(format::clock(episode.untilMs))
               : QString();
}

QString history(const Episode &episode)
{
    QStringList parts;
    if (episode.times > 1)
        parts.append(Words::tr("%n times", nullptr, episode.times));
    if (episode.isOver() && episode.endedMs > episode.startedMs)
        parts.append(Words::tr("until %1").arg(format::clock(episode.endedMs)));
    return parts.isEmpty() ? QString()
                           : QStringLiteral("(%1)").arg(parts.join(QStringLiteral(", ")));
}

QString headline(const Episode &episode)
{
    using Kind = Episode::Kind;
    switch (episode.kind) {
    case Kind::Started:
        return Words::tr("The proxy started.");
    case Kind::RateLimited:
        return Words::tr("%1 reached its rate limit.").arg(episode.node);
    case Kind::Refused:
        return Words::tr("The provider of %1 answered “too many requests”.").arg(episode.node);
    case Kind::Penalised:
        return Words::tr("%1 failed and was passed over for a moment.").arg(episode.node);
    case Kind::KeyRejected:
        return Words::tr("The provider rejected the key of %1; the node is set aside.")
            .arg(episode.node);
    case Kind::SetAside:
        return Words::tr("%1 is set aside.").arg(episode.node);
    case Kind::QuotaReached: {
        const QString day = format::dayFromIso(episode.until.toStdString());
        return day.isEmpty() ? Words::tr("%1 reached its monthly stop.").arg(episode.node)
                             : Words::tr("%1 reached its monthly stop; it resets on %2.")
                                   .arg(episode.node, day);
    }
    case Kind::QuotaHigh:
        return Words::tr("%1 has used %2 of what it may spend this period.")
            .arg(episode.node, format::percent(episode.share));
    case Kind::Saturated:
        return Words::tr("All places of %1 were in use.").arg(episode.node);
    case Kind::Behind:
        return Words::tr("%1 is behind its chain and gets no requests until it has caught up.")
            .arg(episode.node);
    case Kind::Syncing:
        return Words::tr("%1 is still loading its chain and gets no requests until it is done.")
            .arg(episode.node);
    case Kind::WrongChain:
        if (episode.reasonFound == 0 && episode.reasonWanted == 0)
            return Words::tr("%1 does not answer as a node of its chain and gets no requests.")
                .arg(episode.node);
        return Words::tr("%1 is on another chain, or another branch of it, than the one followed "
                         "and gets no requests.")
            .arg(episode.node);
    case Kind::AllDown:
        return Words::tr("No node of %1 could answer.").arg(episode.chain);
    case Kind::Overloaded:
        return Words::tr("More calls came in than may be held at once; some were turned away.");
    }
    return {};
}

} // namespace

QString episodeSentence(const Episode &episode)
{
    QStringList parts{headline(episode)};
    if (episode.kind != Episode::Kind::QuotaHigh)
        parts.append(elsewhere(episode));
    parts.append(rest(episode));
    parts.append(why(episode));
    parts.append(history(episode));
    parts.removeAll(QString());
    return parts.join(QLatin1Char(' '));
}

QString episodeIcon(Episode::Kind kind)
{
    using Kind = Episode::Kind;
    switch (kind) {
    case Kind::Started:
        return QStringLiteral("start");
    case Kind::RateLimited:
        return QStringLiteral("spill");
    case Kind::Refused:
        return QStringLiteral("wait");
    case Kind::Penalised:
        return QStringLiteral("warning");
    case Kind::KeyRejected:
        return QStringLiteral("key");
    case Kind::SetAside:
        return QStringLiteral("error");
    case Kind::QuotaReached:
    case Kind::QuotaHigh:
        return QStringLiteral("quotas");
    case Kind::Saturated:
    case Kind::Overloaded:
        return QStringLiteral("full");
    case Kind::Behind:
        return QStringLiteral("wait");
    case Kind::Syncing:
        return QStringLiteral("reload");
    case Kind::WrongChain:
        return QStringLiteral("chain");
    case Kind::AllDown:
        return QStringLiteral("error");
    }
    return {};
}

Tone episodeTone(Episode::Kind kind)
{
    using Kind = Episode::Kind;
    switch (kind) {
    case Kind::Started:
        return Tone::Good;
    case Kind::RateLimited:
    case Kind::Saturated:
        return Tone::Accent;
    case Kind::Refused:
    case Kind::Penalised:
    case Kind::QuotaHigh:
    case Kind::Overloaded:
    case Kind::Behind:
    case Kind::Syncing:
        return Tone::Warning;
    case Kind::WrongChain:
    case Kind::KeyRejected:
    case Kind::SetAside:
    case Kind::QuotaReached:
    case Kind::AllDown:
        return Tone::Bad;
    }
    return Tone::Neutral;
}

} // namespace spillway::ui
