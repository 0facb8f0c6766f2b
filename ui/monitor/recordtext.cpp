// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitor/recordtext.h"

#include "widgets/format.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>

namespace spillway::ui::record {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(spillway::ui::Traffic)
};

/// One word for the path column.
QString shortSkip(SkipReason reason)
{
    switch (reason) {
    case SkipReason::Disabled:
        return Words::tr("off", "why a node was skipped, one word");
    case SkipReason::WrongChain:
        return Words::tr("other chain", "why a node was skipped, one word");
    case SkipReason::Lagging:
        return Words::tr("behind", "why a node was skipped, one word");
    case SkipReason::Penalized:
        return Words::tr("resting", "why a node was skipped, one word");
    case SkipReason::MethodUnsupported:
        return Words::tr("no method", "why a node was skipped, one word");
    case SkipReason::LogsLimit:
        return Words::tr("too wide", "why a node was skipped, one word");
    case SkipReason::Saturated:
        return Words::tr("full", "why a node was skipped, one word");
    case SkipReason::QuotaExhausted:
        return Words::tr("quota", "why a node was skipped, one word");
    case SkipReason::RateLimit:
        return Words::tr("limit", "why a node was skipped, one word");
    case SkipReason::Count:
        break;
    }
    return {};
}

bool succeeded(const RouteStepInfo &step)
{
    return step.outcome == "success" || step.outcome == "forwarded_rpc_error"
           || step.outcome == "forwarded_http_error";
}

QString attemptSentence(const RouteStepInfo &step)
{
    const QString node = QString::fromStdString(step.node);
    if (step.outcome.empty())
        return Words::tr("Sent to %1; it has not answered yet").arg(node);
    const QString took = format::offset(step.durationMs);
    const QString outcome = format::attemptOutcome(step.outcome);
    QString text =
        step.httpStatus > 0
            ? Words::tr("Sent to %1: %2 (HTTP %3) after %4", "node, outcome, status, time")
                  .arg(node, outcome)
                  .arg(step.httpStatus)
                  .arg(took)
            : Words::tr("Sent to %1: %2 after %3", "node, outcome, time").arg(node, outcome, took);
    if (step.credits > 0)
        text += QStringLiteral(", ")
                + Words::tr("%n credits",
                            nullptr,
                            static_cast<int>(std::min<std::uint64_t>(step.credits, 1'000'000'000)));
    if (step.hedge)
        text += QStringLiteral(", ") + Words::tr("as a second try because the first was slow");
    if (!step.detail.empty())
        text += QStringLiteral(": “%1”").arg(QString::fromStdString(step.detail));
    return text;
}

} // namespace

Result resultOf(const RequestRecord &record)
{
    switch (record.outcome) {
    case RequestOutcome::Forwarded:
        return record.errorCode || record.httpStatus >= 400 ? Result::Error : Result::Answered;
    case RequestOutcome::Local:
        return record.errorCode ? Result::Error : Result::Local;
    case RequestOutcome::BadGateway:
    case RequestOutcome::Unavailable:
    case RequestOutcome::Timeout:
    case RequestOutcome::Abandoned:
        return Result::Error;
    case RequestOutcome::BadRequest:
    case RequestOutcome::Blocked:
    case RequestOutcome::Overloaded:
    case RequestOutcome::Unauthorized:
    case RequestOutcome::Forbidden:
    case RequestOutcome::ClientLimited:
    case RequestOutcome::Count:
        break;
    }
    return Result::Refused;
}

bool spilled(const RequestRecord &record)
{
    return record.steps.size() > 1 || record.attempts > 1;
}

QString resultText(const RequestRecord &record)
{
    const bool answered =
        record.outcome == RequestOutcome::Forwarded || record.outcome == RequestOutcome::Local;
    if (!answered)
        return format::requestOutcome(record.outcome);
    if (record.errorCode)
        return Words::tr("Error %1")
            .arg(QLocale().toString(*record.errorCode).remove(QLocale().groupSeparator()));
    if (record.httpStatus >= 400)
        return Words::tr("HTTP %1").arg(record.httpStatus);
    return record.outcome == RequestOutcome::Local ? Words::tr("OK, by Spillway") : Words::tr("OK");
}

QString resultIcon(const RequestRecord &record)
{
    switch (resultOf(record)) {
    case Result::Answered:
        return spilled(record) ? QStringLiteral("spill") : QStringLiteral("ok");
    case Result::Local:
        return QStringLiteral("cache");
    case Result::Error:
        return QStringLiteral("error");
    case Result::Refused:
        return QStringLiteral("off");
    }
    return {};
}

Tone resultTone(const RequestRecord &record)
{
    switch (resultOf(record)) {
    case Result::Answered:
        return spilled(record) ? Tone::Accent : Tone::Good;
    case Result::Local:
        return Tone::Good;
    case Result::Error:
        return Tone::Bad;
    case Result::Refused:
        return Tone::Warning;
    }
    return Tone::Neutral;
}

QString path(const RequestRecord &record)
{
    if (record.steps.empty())
        return record.outcome == RequestOutcome::Local ? QStringLiteral("Spillway")
                                                       : QStringLiteral("–");
    QStringList parts;
    for (const RouteStepInfo &step : record.steps) {
        const QString node = QString::fromStdString(step.node);
        QString what;
        if (!step.attempt)
            what = shortSkip(step.skip);
        else if (step.httpStatus > 0 && (succeeded(step) || step.httpStatus >= 400))
            what = QString::number(step.httpStatus);
        else
            what = format::attemptOutcome(step.outcome);
        parts.append(node + QLatin1Char(' ') + what);
    }
    return parts.join(QStringLiteral(" → "));
}

QString step(const RouteStepInfo &step)
{
    if (step.attempt)
        return attemptSentence(step);
    QString text = Words::tr("Skipped %1: %2", "node, reason")
                       .arg(QString::fromStdString(step.node), format::skipReason(step.skip));
    if (!step.detail.empty())
        text += QStringLiteral(", ") + QString::fromStdString(step.detail);
    return text;
}

QString ending(const RequestRecord &record)
{
    QString text;
    if (!record.node.empty())
        text = Words::tr("Answer of %1 went to the client: %2")
                   .arg(QString::fromStdString(record.node), resultText(record));
    else
        text = Words::tr("Spillway answered the client: %1").arg(resultText(record));
    if (record.outcome == RequestOutcome::Abandoned)
        text = Words::tr("The client went away before there was an answer");
    if (!record.errorText.empty())
        text += QStringLiteral(" “%1”").arg(QString::fromStdString(record.errorText));
    if (record.waitedMs >= 0.05)
        text += QStringLiteral(". ")
                + Words::tr("%1 of it were spent waiting for a limit or a place")
                      .arg(format::offset(record.waitedMs));
    return text;
}

QStringList route(const RequestRecord &record)
{
    QStringList lines;
    for (const RouteStepInfo &each : record.steps)
        lines.append(QStringLiteral("%1  %2").arg(format::offset(each.atMs), step(each)));
    lines.append(QStringLiteral("%1  %2").arg(format::offset(record.durationMs), ending(record)));
    return lines;
}

} // namespace spillway::ui::record
