// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/reasontext.h"

#include "widgets/format.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <iterator>
#include <limits>

namespace spillway::ui::format {
namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(spillway::ui::Reasons)
};

constexpr const char *kFailures[] = {
    QT_TRANSLATE_NOOP("spillway::ui::Reasons", "connection refused"),
    QT_TRANSLATE_NOOP("spillway::ui::Reasons", "the node closed the connection"),
    QT_TRANSLATE_NOOP("spillway::ui::Reasons",
                      "this machine has no free descriptor or port for the connection"),
    QT_TRANSLATE_NOOP("spillway::ui::Reasons", "an empty body"),
    QT_TRANSLATE_NOOP("spillway::ui::Reasons", "a body that is not JSON"),
    QT_TRANSLATE_NOOP("spillway::ui::Reasons", "a body with neither result nor error"),
    QT_TRANSLATE_NOOP("spillway::ui::Reasons", "an array instead of one answer"),
    QT_TRANSLATE_NOOP("spillway::ui::Reasons", "an error without words"),
    QT_TRANSLATE_NOOP("spillway::ui::Reasons", "a result that cannot be used"),
    // Of the system and its resolver, behind the step that failed.
    QT_TRANSLATE_NOOP("spillway::ui::Reasons", "Host not found"),
    QT_TRANSLATE_NOOP("spillway::ui::Reasons", "Connection timed out"),
    QT_TRANSLATE_NOOP("spillway::ui::Reasons", "Connection reset by peer"),
    QT_TRANSLATE_NOOP("spillway::ui::Reasons", "No route to host"),
    QT_TRANSLATE_NOOP("spillway::ui::Reasons", "Network is unreachable"),
};

/// "connect to host:443: No route to host": which step to whom, and what went wrong. Empty: other words.
QString connecting(const QString &words)
{
    static const QRegularExpression kStep(
        QStringLiteral("^(name lookup for|connect to|TLS handshake with) (\\S+): (.+)$"));
    const auto match = kStep.match(words);
    if (!match.hasMatch())
        return {};
    const QString step = match.captured(1);
    const QString text = step.startsWith(QLatin1Char('n')) ? Words::tr("name lookup for %1: %2")
                         : step.startsWith(QLatin1Char('c'))
                             ? Words::tr("connect to %1: %2")
                             : Words::tr("TLS handshake with %1: %2");
    return text.arg(match.captured(2), failure(match.captured(3)));
}

QString blocksBehind(std::uint64_t behind, std::uint64_t allowed)
{
    if (behind == 0)
        return {};
    const auto shown = std::min<std::uint64_t>(
        behind, static_cast<std::uint64_t>(std::numeric_limits<int>::max()));
    return Words::tr("%n block(s) behind; allowed: %1", nullptr, static_cast<int>(shown))
        .arg(number(allowed));
}

} // namespace

QString failure(const QString &words)
{
    const auto *const known =
        std::find_if(std::begin(kFailures), std::end(kFailures), [&words](const char *one) {
            return words == QLatin1String(one);
        });
    if (known != std::end(kFailures))
        return Words::tr(*known);
    static const QRegularExpression kTimeout(QStringLiteral("^timed out after (\\d+) ms$"));
    if (const auto match = kTimeout.match(words); match.hasMatch())
        return Words::tr("no answer within %1 ms").arg(number(match.captured(1).toULongLong()));
    static const QRegularExpression kNoSuccess(QStringLiteral("^no success within (\\d+) ms$"));
    if (const auto match = kNoSuccess.match(words); match.hasMatch())
        return Words::tr("no success within %1 ms").arg(number(match.captured(1).toULongLong()));
    if (const QString step = connecting(words); !step.isEmpty())
        return step;
    static const QRegularExpression kShape(QStringLiteral("^(HTTP \\d+) with (.+)$"));
    if (const auto match = kShape.match(words); match.hasMatch())
        return Words::tr("%1 with %2", "HTTP status, what came with it")
            .arg(match.captured(1), failure(match.captured(2)));
    static const QRegularExpression kAlien(
        QStringLiteral("^refuses what every node of an? \\S+ chain answers \\(([^)]+)\\): (.+)$"));
    if (const auto match = kAlien.match(words); match.hasMatch())
        return Words::tr("It refuses what every node of such a chain answers (%1): %2")
            .arg(match.captured(1), failure(match.captured(2)));
    static const QString kMute = QStringLiteral("does not tell where its chain is: ");
    if (words.startsWith(kMute))
        return Words::tr("does not tell where its chain is: %1")
            .arg(failure(words.mid(kMute.size())));
    return words;
}

QString
nodeReason(NodeCondition condition, const QString &words, std::uint64_t found, std::uint64_t wanted)
{
    switch (condition) {
    case NodeCondition::Up:
        return {};
    case NodeCondition::Lagging:
        return blocksBehind(found, wanted);
    case NodeCondition::Syncing:
        return found > 0 && wanted > 0
                   ? Words::tr("At block %1 of %2").arg(number(found), number(wanted))
                   : QString();
    case NodeCondition::WrongChain:
        if (found > 0 && wanted > 0)
            return (words.contains(QLatin1String("chain_id"))
                        ? Words::tr("It reports the chain ID %1 instead of %2, which counts "
                                    "because the chain has none in the configuration. Enter the "
                                    "right one there")
                        : Words::tr("It reports the chain ID %1 instead of %2"))
                .arg(QString::number(found), QString::number(wanted));
        if (found > 0)
            return Words::tr("It is on another branch since block %1").arg(number(found));
        return wanted > 0
                   ? Words::tr(
                         "It claims to be %1 blocks above the head, and no other node confirms it")
                         .arg(number(wanted))
                   : failure(words);
    case NodeCondition::Disabled:
        return Words::tr("Switched off in the configuration");
    case NodeCondition::QuotaExhausted:
        return Words::tr("The credits that may be spent in this period are used up");
    case NodeCondition::Saturated:
        return Words::tr("All of its requests at a time are taken");
    case NodeCondition::Unknown:
        return Words::tr("It has not served a request yet");
    case NodeCondition::Penalized:
    case NodeCondition::Cooling:
    case NodeCondition::Parked:
        break;
    }
    return failure(words);
}

QString nodeReason(const NodeSnapshot &node)
{
    return nodeReason(
        node.condition, QString::fromStdString(node.reason), node.reasonFound, node.reasonWanted);
}

} // namespace spillway::ui::format
