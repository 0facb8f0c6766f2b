// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/format.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>

#include <array>
#include <cmath>

namespace spillway::ui::format {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(spillway::ui::format)
};

/// Three figures at most: 1.24, 12.4, 124; trailing zeros dropped.
QString threeFigures(double value)
{
    const double size = std::abs(value);
    const int places = size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2;
    QString text = QLocale().toString(value, 'f', places);
    if (places > 0) {
        const QString point = QLocale().decimalPoint();
        while (text.endsWith(QLocale().zeroDigit()))
            text.chop(1);
        if (text.endsWith(point))
            text.chop(point.size());
    }
    return text;
}

const QString &dash()
{
    static const QString text = QStringLiteral("–");
    return text;
}

} // namespace

QString shortNumber(double value)
{
    if (!std::isfinite(value))
        return dash();
    static constexpr std::array kUnits{"", "k", "M", "G", "T", "P", "E"};
    std::size_t unit = 0;
    double scaled = value;
    while (std::abs(scaled) >= 999.5 && unit + 1 < kUnits.size()) {
        scaled /= 1000;
        ++unit;
    }
    if (unit == 0)
        return threeFigures(scaled);
    return threeFigures(scaled) + QChar(QChar::Nbsp) + QLatin1String(kUnits[unit]);
}

QString number(std::uint64_t value)
{
    return QLocale().toString(static_cast<qulonglong>(value));
}

QString latency(std::optional<double> ms)
{
    if (!ms || !std::isfinite(*ms))
        return dash();
    if (*ms >= 999.5)
        return Words::tr("%1 s", "seconds").arg(threeFigures(*ms / 1000));
    if (*ms >= 9.5)
        return Words::tr("%1 ms").arg(QLocale().toString(*ms, 'f', 0));
    return Words::tr("%1 ms").arg(QLocale().toString(*ms, 'f', 1));
}

QString offset(double ms)
{
    if (ms >= 9999.5)
        return Words::tr("%1 s", "seconds").arg(QLocale().toString(ms / 1000, 'f', 1));
    return Words::tr("%1 ms").arg(QLocale().toString(ms, 'f', 1));
}

QString duration(std::int64_t ms)
{
    constexpr std::int64_t kSecond = 1000;
    constexpr std::int64_t kMinute = 60 * kSecond;
    constexpr std::int64_t kHour = 60 * kMinute;
    constexpr std::int64_t kDay = 24 * kHour;
    if (ms < kSecond)
        return Words::tr("%1 ms").arg(ms);
    if (ms < 2 * kMinute)
        return Words::tr("%1 s", "seconds").arg((ms + kSecond / 2) / kSecond);
    if (ms < 2 * kHour)
        return Words::tr("%1 min", "minutes").arg((ms + kMinute / 2) / kMinute);
    if (ms < 2 * kDay) {
        const std::int64_t minutes = ms % kHour / kMinute;
        const QString hours = Words::tr("%1 h", "hours").arg(ms / kHour);
        return minutes == 0 ? hours
                            : Words::tr("%1 %2 min", "hours, minutes").arg(hours).arg(minutes);
    }
    return Words::tr("%n days", nullptr, static_cast<int>(ms / kDay));
}

QString remaining(std::int64_t ms)
{
    if (ms <= 0)
        return Words::tr("now");
    // Rounded up: "in 0 s" would be wrong while anything is left.
    const std::int64_t whole = ms < 1000 ? 1000 : ms;
    return Words::tr("in %1").arg(duration(whole));
}

QString percent(double share)
{
    if (!std::isfinite(share))
        return dash();
    const double value = share * 100;
    const double fromEnd = std::min(std::abs(value), std::abs(100 - value));
    int places = 0;
    if (fromEnd > 0 && fromEnd < 0.1)
        places = 2;
    else if (fromEnd > 0 && fromEnd < 2)
        places = 1;
    // "100 %" is said only of the whole.
    double shown = value;
    if (value < 100 && value > 99.99)
        shown = 99.99;
    return Words::tr("%1 %", "percent").arg(QLocale().toString(shown, 'f', places));
}

QString bytes(std::uint64_t value)
{
    return QLocale().formattedDataSize(static_cast<qint64>(value), value < 1024 ? 0 : 1);
}

QString perSecond(double value)
{
    if (!std::isfinite(value))
        return dash();
    if (value <= 0)
        return QLocale().toString(0);
    if (value < 0.1)
        return QStringLiteral("< ") + QLocale().toString(0.1, 'f', 1);
    if (value < 9.95)
        return QLocale().toString(value, 'f', 1);
    return QLocale().toString(qRound64(value));
}

QString rate(double value)
{
    return Words::tr("%1 req/s", "requests per second").arg(perSecond(value));
}

QString day(const QDate &date)
{
    return date.isValid()
               ? QLocale().toString(date, Words::tr("d MMM", "date format, day and month"))
               : QString();
}

QString date(const QDate &date)
{
    return date.isValid() ? QLocale().toString(
               date, Words::tr("d MMM yyyy", "date format, day, month and year"))
                          : QString();
}

QString dateTime(std::int64_t wallMs)
{
    const QDateTime when = QDateTime::fromMSecsSinceEpoch(wallMs);
    return Words::tr("%1, %2", "date, time").arg(date(when.date()), clock(wallMs));
}

QDate dateFromIso(const std::string &iso)
{
    return QDate::fromString(QString::fromStdString(iso).left(10), Qt::ISODate);
}

QString dayFromIso(const std::string &iso)
{
    return day(dateFromIso(iso));
}

QString clock(std::int64_t wallMs)
{
    return QDateTime::fromMSecsSinceEpoch(wallMs).toString(QStringLiteral("HH:mm:ss"));
}

QString clockMs(std::int64_t wallMs)
{
    return QDateTime::fromMSecsSinceEpoch(wallMs).toString(QStringLiteral("HH:mm:ss.zzz"));
}

QString condition(NodeCondition condition)
{
    switch (condition) {
    case NodeCondition::Up:
        return Words::tr("Up", "state of a node");
    case NodeCondition::Unknown:
        return Words::tr("Not used yet", "state of a node");
    case NodeCondition::Penalized:
        return Words::tr("Penalised", "state of a node");
    case NodeCondition::Cooling:
        return Words::tr("Rate limited", "state of a node");
    case NodeCondition::Parked:
        return Words::tr("Set aside", "state of a node");
    case NodeCondition::Saturated:
        return Words::tr("Saturated", "state of a node");
    case NodeCondition::QuotaExhausted:
        return Words::tr("Quota reached", "state of a node");
    case NodeCondition::Lagging:
        return Words::tr("Behind", "state of a node");
    case NodeCondition::Syncing:
        return Words::tr("Catching up", "state of a node");
    case NodeCondition::WrongChain:
        return Words::tr("Wrong chain", "state of a node");
    case NodeCondition::Disabled:
        return Words::tr("Off", "state of a node");
    }
    return {};
}

QString conditionIcon(NodeCondition condition)
{
    switch (condition) {
    case NodeCondition::Up:
        return QStringLiteral("ok");
    case NodeCondition::Unknown:
        return QStringLiteral("unknown");
    case NodeCondition::Penalized:
        return QStringLiteral("warning");
    case NodeCondition::Cooling:
        return QStringLiteral("wait");
    case NodeCondition::Parked:
        return QStringLiteral("error");
    case NodeCondition::Saturated:
        return QStringLiteral("full");
    case NodeCondition::QuotaExhausted:
        return QStringLiteral("limit");
    case NodeCondition::Lagging:
        return QStringLiteral("down");
    case NodeCondition::Syncing:
        return QStringLiteral("reload");
    case NodeCondition::WrongChain:
        return QStringLiteral("chain");
    case NodeCondition::Disabled:
        return QStringLiteral("off");
    }
    return {};
}

QString requestOutcome(RequestOutcome outcome)
{
    switch (outcome) {
    case RequestOutcome::Forwarded:
        return Words::tr("Answered by a node");
    case RequestOutcome::Local:
        return Words::tr("Answered by Spillway");
    case RequestOutcome::BadRequest:
        return Words::tr("Not a valid request");
    case RequestOutcome::Blocked:
        return Words::tr("Method blocked");
    case RequestOutcome::BadGateway:
        return Words::tr("Every node failed");
    case RequestOutcome::Unavailable:
        return Words::tr("No node may serve it");
    case RequestOutcome::Timeout:
        return Words::tr("Timed out");
    case RequestOutcome::Overloaded:
        return Words::tr("Too much at once");
    case RequestOutcome::Unauthorized:
        return Words::tr("Token missing or wrong");
    case RequestOutcome::Forbidden:
        return Words::tr("Origin not allowed");
    case RequestOutcome::ClientLimited:
        return Words::tr("Client over its rate");
    case RequestOutcome::Abandoned:
        return Words::tr("Client went away");
    case RequestOutcome::Count:
        break;
    }
    return {};
}

QString skipReason(SkipReason reason)
{
    switch (reason) {
    case SkipReason::Disabled:
        return Words::tr("switched off", "why a node was skipped");
    case SkipReason::WrongChain:
        return Words::tr("wrong chain", "why a node was skipped");
    case SkipReason::Lagging:
        return Words::tr("behind the chain", "why a node was skipped");
    case SkipReason::Penalized:
        return Words::tr("resting after an error", "why a node was skipped");
    case SkipReason::MethodUnsupported:
        return Words::tr("method not supported or not priced", "why a node was skipped");
    case SkipReason::LogsLimit:
        return Words::tr("log query too wide for it", "why a node was skipped");
    case SkipReason::Saturated:
        return Words::tr("all its places in use", "why a node was skipped");
    case SkipReason::QuotaExhausted:
        return Words::tr("quota reached", "why a node was skipped");
    case SkipReason::RateLimit:
        return Words::tr("rate limit", "why a node was skipped");
    case SkipReason::Count:
        break;
    }
    return {};
}

QString attemptOutcome(const std::string &name)
{
    if (name.empty())
        return Words::tr("running", "outcome of an attempt");
    if (name == "success")
        return Words::tr("answered", "outcome of an attempt");
    if (name == "forwarded_http_error")
        return Words::tr("HTTP error passed on", "outcome of an attempt");
    if (name == "forwarded_rpc_error")
        return Words::tr("error passed on", "outcome of an attempt");
    if (name == "retryable_rpc_error")
        return Words::tr("error, tried elsewhere", "outcome of an attempt");
    if (name == "rate_limit")
        return Words::tr("rate limited", "outcome of an attempt");
    if (name == "quota_exhausted")
        return Words::tr("plan used up", "outcome of an attempt");
    if (name == "key_rejected")
        return Words::tr("key rejected", "outcome of an attempt");
    if (name == "method_unsupported")
        return Words::tr("method not supported", "outcome of an attempt");
    if (name == "invalid_json")
        return Words::tr("answer was not JSON", "outcome of an attempt");
    if (name == "body_error")
        return Words::tr("answer broke off", "outcome of an attempt");
    if (name == "http_error")
        return Words::tr("HTTP error", "outcome of an attempt");
    if (name == "timeout")
        return Words::tr("timeout", "outcome of an attempt");
    if (name == "transport_error")
        return Words::tr("connection failed", "outcome of an attempt");
    if (name == "abandoned")
        return Words::tr("given up", "outcome of an attempt");
    if (name == "hedge_lost")
        return Words::tr("given up for a faster answer", "outcome of an attempt");
    return QString::fromStdString(name);
}

} // namespace spillway::ui::format
