// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitor/trafficexport.h"

#include "monitor/recordtext.h"

#include <QDateTime>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace spillway::ui::trafficexport {

namespace {

QString text(const std::string &value)
{
    return QString::fromStdString(value);
}

QString quoted(QString value)
{
    // Inside single quotes a shell takes all but the single quote itself.
    value.replace(QLatin1Char('\''), QStringLiteral("'\\''"));
    return QLatin1Char('\'') + value + QLatin1Char('\'');
}

QString isoTime(std::int64_t wallMs)
{
    return QDateTime::fromMSecsSinceEpoch(wallMs, Qt::UTC).toString(Qt::ISODateWithMs);
}

QString outcomeName(RequestOutcome outcome)
{
    const std::string_view name = kRequestOutcomeNames[static_cast<std::size_t>(outcome)];
    return QString::fromLatin1(name.data(), static_cast<qsizetype>(name.size()));
}

QJsonObject stepObject(const RouteStepInfo &step)
{
    QJsonObject object{{QStringLiteral("at_ms"), step.atMs},
                       {QStringLiteral("node"), text(step.node)}};
    if (step.attempt) {
        object.insert(QStringLiteral("outcome"), text(step.outcome));
        object.insert(QStringLiteral("http_status"), step.httpStatus);
        object.insert(QStringLiteral("duration_ms"), step.durationMs);
        object.insert(QStringLiteral("credits"), static_cast<qint64>(step.credits));
        if (step.hedge)
            object.insert(QStringLiteral("second_try"), true);
    } else {
        const std::string_view reason = kSkipReasonNames[static_cast<std::size_t>(step.skip)];
        object.insert(QStringLiteral("skipped"),
                      QString::fromLatin1(reason.data(), static_cast<qsizetype>(reason.size())));
    }
    if (!step.detail.empty())
        object.insert(QStringLiteral("detail"), text(step.detail));
    return object;
}

QJsonObject recordObject(const RequestRecord &record)
{
    QJsonArray steps;
    for (const RouteStepInfo &step : record.steps)
        steps.append(stepObject(step));
    QJsonObject object{
        {QStringLiteral("time"), isoTime(record.wallMs)},
        {QStringLiteral("chain"), text(record.chain)},
        {QStringLiteral("method"), text(record.method)},
        {QStringLiteral("client"), text(record.client)},
        {QStringLiteral("outcome"), outcomeName(record.outcome)},
        {QStringLiteral("http_status"), record.httpStatus},
        {QStringLiteral("duration_ms"), record.durationMs},
        {QStringLiteral("waited_ms"), record.waitedMs},
        {QStringLiteral("attempts"), record.attempts},
        {QStringLiteral("credits"), static_cast<qint64>(record.credits)},
        {QStringLiteral("request_bytes"), static_cast<qint64>(record.requestBytes)},
        {QStringLiteral("response_bytes"), static_cast<qint64>(record.responseBytes)},
        {QStringLiteral("node"), text(record.node)},
        {QStringLiteral("route"), steps}};
    if (record.errorCode)
        object.insert(QStringLiteral("error_code"), *record.errorCode);
    if (!record.errorText.empty())
        object.insert(QStringLiteral("error"), text(record.errorText));
    if (record.captured) {
        object.insert(QStringLiteral("request_body"), text(record.requestBody));
        object.insert(QStringLiteral("response_body"), text(record.responseBody));
    }
    return object;
}

QJsonObject harEntry(const RequestRecord &record, const QString &url)
{
    const QJsonArray jsonHeader{
        QJsonObject{{QStringLiteral("name"), QStringLiteral("content-type")},
                    {QStringLiteral("value"), QStringLiteral("application/json")}}};
    QJsonObject request{{QStringLiteral("method"), QStringLiteral("POST")},
                        {QStringLiteral("url"), url},
                        {QStringLiteral("httpVersion"), QStringLiteral("HTTP/1.1")},
                        {QStringLiteral("cookies"), QJsonArray{}},
                        {QStringLiteral("headers"), jsonHeader},
                        {QStringLiteral("queryString"), QJsonArray{}},
                        {QStringLiteral("headersSize"), -1},
                        {QStringLiteral("bodySize"), static_cast<qint64>(record.requestBytes)}};
    QJsonObject content{{QStringLiteral("size"), static_cast<qint64>(record.responseBytes)},
                        {QStringLiteral("mimeType"), QStringLiteral("application/json")}};
    if (record.captured) {
        request.insert(QStringLiteral("postData"),
                       QJsonObject{{QStringLiteral("mimeType"), QStringLiteral("application/json")},
                                   {QStringLiteral("text"), text(record.requestBody)}});
        content.insert(QStringLiteral("text"), text(record.responseBody));
    }
    const QJsonObject response{
        {QStringLiteral("status"), record.httpStatus},
        {QStringLiteral("statusText"), QString()},
        {QStringLiteral("httpVersion"), QStringLiteral("HTTP/1.1")},
        {QStringLiteral("cookies"), QJsonArray{}},
        {QStringLiteral("headers"), jsonHeader},
        {QStringLiteral("content"), content},
        {QStringLiteral("redirectURL"), QString()},
        {QStringLiteral("headersSize"), -1},
        {QStringLiteral("bodySize"), static_cast<qint64>(record.responseBytes)}};
    return {{QStringLiteral("startedDateTime"), isoTime(record.wallMs)},
            {QStringLiteral("time"), record.durationMs},
            {QStringLiteral("request"), request},
            {QStringLiteral("response"), response},
            {QStringLiteral("cache"), QJsonObject{}},
            {QStringLiteral("timings"),
             QJsonObject{{QStringLiteral("send"), 0},
                         {QStringLiteral("wait"), record.durationMs},
                         {QStringLiteral("receive"), 0}}},
            {QStringLiteral("comment"), record::route(record).join(QLatin1Char('\n'))}};
}

} // namespace

QByteArray requestBody(const RequestRecord &record)
{
    if (record.captured && !record.requestBody.empty())
        return QByteArray::fromStdString(record.requestBody);
    const QJsonObject body{{QStringLiteral("jsonrpc"), QStringLiteral("2.0")},
                           {QStringLiteral("id"), 1},
                           {QStringLiteral("method"), text(record.method)},
                           {QStringLiteral("params"), QJsonArray{}}};
    return QJsonDocument(body).toJson(QJsonDocument::Compact);
}

QString curl(const RequestRecord &record, const QString &endpoint, bool needsToken)
{
    QStringList words{QStringLiteral("curl -s"),
                      quoted(endpoint),
                      QStringLiteral("-H 'content-type: application/json'")};
    if (needsToken)
        words.append(QStringLiteral("-H \"authorization: Bearer $TOKEN\""));
    words.append(QStringLiteral("--data-binary ") + quoted(QString::fromUtf8(requestBody(record))));
    return words.join(QLatin1Char(' '));
}

QByteArray jsonLines(const std::vector<RecordPointer> &records)
{
    QByteArray out;
    for (const RecordPointer &record : records)
        out.append(QJsonDocument(recordObject(*record)).toJson(QJsonDocument::Compact))
            .append('\n');
    return out;
}

QByteArray har(const std::vector<RecordPointer> &records, const EndpointOf &endpointOf)
{
    QJsonArray entries;
    for (const RecordPointer &record : records)
        entries.append(harEntry(*record, endpointOf(text(record->chain))));
    const QJsonObject log{
        {QStringLiteral("version"), QStringLiteral("1.2")},
        {QStringLiteral("creator"),
         QJsonObject{{QStringLiteral("name"), QStringLiteral("Spillway")},
                     {QStringLiteral("version"), QStringLiteral(SPILLWAY_VERSION)}}},
        {QStringLiteral("entries"), entries}};
    return QJsonDocument(QJsonObject{{QStringLiteral("log"), log}}).toJson(QJsonDocument::Indented);
}

} // namespace spillway::ui::trafficexport
