// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitor/jsontools.h"
#include "monitor/recordtext.h"
#include "monitor/replay.h"
#include "monitor/routemodel.h"
#include "monitor/trafficexport.h"
#include "monitor/trafficfilter.h"
#include "monitor/trafficmodel.h"
#include "testmain.h"

#include <QAbstractItemModelTester>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocale>
#include <QProcess>
#include <QSignalSpy>
#include <QTest>

using namespace spillway;
using namespace spillway::ui;

namespace {

std::shared_ptr<RequestRecord> recordOf(const char *method, const char *node = "Helius-1")
{
    static std::uint64_t sequence = 0;
    auto record = std::make_shared<RequestRecord>();
    record->sequence = ++sequence;
    record->wallMs = 1'796'040'000'125;
    record->chain = "solana";
    record->method = method;
    record->client = "127.0.0.1";
    record->durationMs = 38.2;
    record->attempts = 1;
    record->credits = 26;
    record->requestBytes = 10;
    record->responseBytes = 2048;
    record->node = node;
    RouteStepInfo step;
    step.node = node;
    step.attempt = true;
    step.outcome = "success";
    step.httpStatus = 200;
    step.atMs = 0.1;
    step.durationMs = 38.1;
    step.credits = 26;
    record->steps.push_back(step);
    return record;
}

void skipFirst(RequestRecord *record, const char *node, SkipReason reason, const char *detail = "")
{
    RouteStepInfo step;
    step.node = node;
    step.skip = reason;
    step.detail = detail;
    record->steps.insert(record->steps.begin(), step);
}

} // namespace

class TestTraffic : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }

    void pathTellsTheWholeWay();
    void routeSpeaksInSentences();
    void aSecondTryIsSaidSo();
    void resultsAreTold_data();
    void resultsAreTold();
    void modelIsARing();
    void modelTakesMoreThanFits();
    void modelShrinks();
    void filtersFit_data();
    void filtersFit();
    void proxyFollowsTheModel();
    void theOneThatBeganLastIsAtTheTop();
    void routeModelHasOneRowMore();
    void prettyJsonKeepsTokens_data();
    void prettyJsonKeepsTokens();
    void membersAreFound_data();
    void membersAreFound();
    void curlSurvivesTheShell_data();
    void curlSurvivesTheShell();
    void curlNamesATokenButHasNone();
    void jsonLinesAreOneObjectEach();
    void harHasWhatTheFormatAsksFor();
    void sideEffectsAreKnown();
};

void TestTraffic::pathTellsTheWholeWay()
{
    auto record = recordOf("getSlot", "Alchemy-1");
    skipFirst(record.get(), "Helius-1", SkipReason::RateLimit);
    QCOMPARE(record::path(*record), QStringLiteral("Helius-1 limit → Alchemy-1 200"));
    record->steps[1].outcome = "timeout";
    record->steps[1].httpStatus = 0;
    QCOMPARE(record::path(*record), QStringLiteral("Helius-1 limit → Alchemy-1 timeout"));
    const RequestRecord nothing;
    QCOMPARE(record::path(nothing), QStringLiteral("–"));
}

void TestTraffic::routeSpeaksInSentences()
{
    auto record = recordOf("getSlot", "Alchemy-1");
    skipFirst(record.get(), "Helius-1", SkipReason::RateLimit, "refills in 12 ms");
    record->waitedMs = 3;
    const QStringList lines = record::route(*record);
    QCOMPARE(lines.size(), 3);
    QCOMPARE(lines.at(0), QStringLiteral("0.0 ms  Skipped Helius-1: rate limit, refills in 12 ms"));
    QCOMPARE(
        lines.at(1),
        QStringLiteral("0.1 ms  Sent to Alchemy-1: answered (HTTP 200) after 38.1 ms, 26 credits"));
    QCOMPARE(lines.at(2),
             QStringLiteral("38.2 ms  Answer of Alchemy-1 went to the client: OK. 3.0 ms of it "
                            "were spent waiting for a limit or a place"));
}

void TestTraffic::aSecondTryIsSaidSo()
{
    auto record = recordOf("getSlot", "B");
    record->steps.front().hedge = true;
    RouteStepInfo lost;
    lost.node = "A";
    lost.attempt = true;
    lost.outcome = "hedge_lost";
    lost.durationMs = 60;
    lost.credits = 3;
    record->steps.push_back(lost);
    const QStringList lines = record::route(*record);
    QCOMPARE(
        lines.at(0),
        QStringLiteral("0.1 ms  Sent to B: answered (HTTP 200) after 38.1 ms, 26 credits, as a "
                       "second try because the first was slow"));
    QCOMPARE(
        lines.at(1),
        QStringLiteral("0.0 ms  Sent to A: given up for a faster answer after 60.0 ms, 3 credits"));
}

void TestTraffic::resultsAreTold_data()
{
    QTest::addColumn<int>("outcome");
    QTest::addColumn<int>("errorCode");
    QTest::addColumn<int>("httpStatus");
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("result");
    const auto row = [](const char *name,
                        RequestOutcome outcome,
                        int error,
                        int status,
                        const QString &text,
                        record::Result result) {
        QTest::newRow(name) << static_cast<int>(outcome) << error << status << text
                            << static_cast<int>(result);
    };
    row("ok", RequestOutcome::Forwarded, 0, 200, QStringLiteral("OK"), record::Result::Answered);
    row("rpc error",
        RequestOutcome::Forwarded,
        -32'602,
        200,
        QStringLiteral("Error -32602"),
        record::Result::Error);
    row("http error",
        RequestOutcome::Forwarded,
        0,
        400,
        QStringLiteral("HTTP 400"),
        record::Result::Error);
    row("local",
        RequestOutcome::Local,
        0,
        200,
        QStringLiteral("OK, by Spillway"),
        record::Result::Local);
    row("timeout",
        RequestOutcome::Timeout,
        -32'012,
        504,
        QStringLiteral("Timed out"),
        record::Result::Error);
    row("blocked",
        RequestOutcome::Blocked,
        -32'601,
        200,
        QStringLiteral("Method blocked"),
        record::Result::Refused);
    row("limited",
        RequestOutcome::ClientLimited,
        -32'005,
        429,
        QStringLiteral("Client over its rate"),
        record::Result::Refused);
}

void TestTraffic::resultsAreTold()
{
    QFETCH(int, outcome);
    QFETCH(int, errorCode);
    QFETCH(int, httpStatus);
    QFETCH(QString, text);
    QFETCH(int, result);
    auto record = recordOf("getSlot");
    record->outcome = static_cast<RequestOutcome>(outcome);
    record->httpStatus = httpStatus;
    if (errorCode != 0)
        record->errorCode = errorCode;
    QCOMPARE(record::resultText(*record), text);
    QCOMPARE(static_cast<int>(record::resultOf(*record)), result);
    QVERIFY(!record::resultIcon(*record).isEmpty());
}

void TestTraffic::modelIsARing()
{
    TrafficModel model(5);
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.append({recordOf("m1"), recordOf("m2"), recordOf("m3")});
    model.append({recordOf("m4"), recordOf("m5"), recordOf("m6"), recordOf("m7")});
    QCOMPARE(model.rowCount(), 5);
    QCOMPARE(model.index(0, TrafficModel::Method).data().toString(), QStringLiteral("m3"));
    QCOMPARE(model.index(4, TrafficModel::Method).data().toString(), QStringLiteral("m7"));
    QCOMPARE(model.index(4, TrafficModel::Duration).data().toString(), QStringLiteral("38.2 ms"));
    model.append({});
    QCOMPARE(model.rowCount(), 5);
    model.clear();
    QCOMPARE(model.rowCount(), 0);
}

void TestTraffic::modelTakesMoreThanFits()
{
    TrafficModel model(2);
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.append({recordOf("m0")});
    model.append({recordOf("m1"), recordOf("m2"), recordOf("m3")});
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(model.record(0)->method, std::string("m2"));
}

void TestTraffic::modelShrinks()
{
    TrafficModel model(10);
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.append({recordOf("m1"), recordOf("m2"), recordOf("m3")});
    model.setCapacity(1);
    QCOMPARE(model.rowCount(), 1);
    QCOMPARE(model.record(0)->method, std::string("m3"));
}

void TestTraffic::filtersFit_data()
{
    QTest::addColumn<TrafficFilter>("filter");
    QTest::addColumn<bool>("fits");
    // The record: getSlot on solana, Helius-1 skipped for its limit, answered by Alchemy-1 in 38.2 ms.
    const auto row =
        [](const char *name, bool fits, const std::function<void(TrafficFilter &)> &change) {
            TrafficFilter filter;
            change(filter);
            QTest::newRow(name) << filter << fits;
        };
    row("empty", true, [](TrafficFilter &) {});
    row("method", true, [](TrafficFilter &f) { f.text = QStringLiteral("GETSL"); });
    row("skipped node as text", true, [](TrafficFilter &f) { f.text = QStringLiteral("helius"); });
    row("client", true, [](TrafficFilter &f) { f.text = QStringLiteral("127.0"); });
    row("other text", false, [](TrafficFilter &f) { f.text = QStringLiteral("eth_"); });
    row("chain", true, [](TrafficFilter &f) { f.chain = QStringLiteral("solana"); });
    row("other chain", false, [](TrafficFilter &f) { f.chain = QStringLiteral("ethereum"); });
    row("answering node", true, [](TrafficFilter &f) { f.node = QStringLiteral("Alchemy-1"); });
    row("skipped node", true, [](TrafficFilter &f) { f.node = QStringLiteral("Helius-1"); });
    row("node not on the way", false, [](TrafficFilter &f) { f.node = QStringLiteral("Helius"); });
    row("answered", true, [](TrafficFilter &f) { f.answered = true; });
    row("errors", false, [](TrafficFilter &f) { f.errors = true; });
    row("errors or answered", true, [](TrafficFilter &f) { f.errors = f.answered = true; });
    row("spilled", true, [](TrafficFilter &f) { f.spilledOnly = true; });
    row("slower", true, [](TrafficFilter &f) { f.slowerThanMs = 38; });
    row("not that slow", false, [](TrafficFilter &f) { f.slowerThanMs = 39; });
    row("left out", false, [](TrafficFilter &f) {
        f.withoutMethods = {QStringLiteral("getSlot")};
    });
    row("all must fit", false, [](TrafficFilter &f) {
        f.text = QStringLiteral("getSlot");
        f.errors = true;
    });
}

void TestTraffic::filtersFit()
{
    QFETCH(TrafficFilter, filter);
    QFETCH(bool, fits);
    auto record = recordOf("getSlot", "Alchemy-1");
    skipFirst(record.get(), "Helius-1", SkipReason::RateLimit);
    QCOMPARE(filter.accepts(*record), fits);
}

void TestTraffic::proxyFollowsTheModel()
{
    TrafficModel model(100);
    TrafficProxy proxy;
    const QAbstractItemModelTester tester(&proxy,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    proxy.setSourceModel(&model);
    TrafficFilter filter;
    filter.text = QStringLiteral("slot");
    proxy.setFilter(filter);
    for (int i = 0; i < 60; ++i)
        model.append({recordOf("getSlot"), recordOf("getBalance")});
    QCOMPARE(proxy.rowCount(), 50);
    proxy.setFilter({});
    QCOMPARE(proxy.rowCount(), 100);
}

/// Records come as requests end: a slow one must not appear above those that began after it.
void TestTraffic::theOneThatBeganLastIsAtTheTop()
{
    TrafficModel model(10);
    TrafficProxy proxy;
    proxy.setSourceModel(&model);
    const auto methods = [&proxy] {
        QStringList out;
        for (int row = 0; row < proxy.rowCount(); ++row)
            out.append(proxy.index(row, TrafficModel::Method).data().toString());
        return out.join(QLatin1Char(' '));
    };
    auto slow = recordOf("slow");
    auto early = recordOf("early");
    auto late = recordOf("late");
    auto twin = recordOf("twin");
    early->wallMs += 100;
    late->wallMs += 200;
    twin->wallMs += 200;
    model.append({early, late});
    QCOMPARE(methods(), QStringLiteral("late early"));
    model.append({slow, twin});
    QCOMPARE(methods(), QStringLiteral("twin late early slow"));
    // What the ring drops is what ended first.
    model.setCapacity(3);
    QCOMPARE(methods(), QStringLiteral("twin late slow"));
}

void TestTraffic::routeModelHasOneRowMore()
{
    RouteModel model;
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(model.rowCount(), 0);
    model.setRecord(recordOf("getSlot"));
    QCOMPARE(model.rowCount(), 2);
    QVERIFY(std::abs(model.index(0, RouteModel::Bar).data(RouteModel::LengthRole).toDouble()
                     - 38.1 / 38.2)
            < 0.001);
    QCOMPARE(model.index(1, RouteModel::At).data().toString(), QStringLiteral("38.2 ms"));
    model.setRecord(nullptr);
    QCOMPARE(model.rowCount(), 0);
}

void TestTraffic::prettyJsonKeepsTokens_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("pretty");
    QTest::newRow("object") << QByteArray(R"({"b":1,"a":[true,null]})")
                            << QByteArray(
                                   "{\n  \"b\": 1,\n  \"a\": [\n    true,\n    null\n  ]\n}");
    QTest::newRow("digits stay") << QByteArray("[18446744073709551615,1.10]")
                                 << QByteArray("[\n  18446744073709551615,\n  1.10\n]");
    QTest::newRow("brackets in strings")
        << QByteArray(R"(["{\"[,:"])") << QByteArray("[\n  \"{\\\"[,:\"\n]");
    QTest::newRow("empty ones") << QByteArray("{ \"a\" : [ ] , \"b\":{}}")
                                << QByteArray("{\n  \"a\": [],\n  \"b\": {}\n}");
    QTest::newRow("already pretty")
        << QByteArray("{\n  \"a\": 1\n}") << QByteArray("{\n  \"a\": 1\n}");
    QTest::newRow("cut off") << QByteArray(R"({"a":"bc)") << QByteArray(R"({"a":"bc)");
    QTest::newRow("not closed") << QByteArray("{\"a\":[1") << QByteArray("{\"a\":[1");
    QTest::newRow("closed too often") << QByteArray("[1]]") << QByteArray("[1]]");
    QTest::newRow("empty") << QByteArray() << QByteArray();
    const QByteArray deep = QByteArray(100'000, '[');
    QTest::newRow("deep and not closed") << deep << deep;
}

void TestTraffic::prettyJsonKeepsTokens()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, pretty);
    QCOMPARE(prettyJson(text), pretty);
}

void TestTraffic::membersAreFound_data()
{
    QTest::addColumn<QByteArray>("object");
    QTest::addColumn<QByteArray>("value");
    QTest::newRow("array") << QByteArray(R"({"jsonrpc":"2.0","params":[1,{"params":2}],"id":1})")
                           << QByteArray(R"([1,{"params":2}])");
    QTest::newRow("digits stay") << QByteArray(R"({"params":[18446744073709551615]})")
                                 << QByteArray("[18446744073709551615]");
    QTest::newRow("last") << QByteArray(R"({ "a" : {"params":[]} , "params" : { "x" : "}" } } )")
                          << QByteArray(R"({ "x" : "}" })");
    QTest::newRow("word") << QByteArray(R"({"params":null,"id":1})") << QByteArray("null");
    QTest::newRow("absent") << QByteArray(R"({"id":1})") << QByteArray();
    QTest::newRow("not an object") << QByteArray("[1]") << QByteArray();
    QTest::newRow("cut off") << QByteArray(R"({"params":[1,)") << QByteArray();
    QTest::newRow("empty") << QByteArray() << QByteArray();
}

void TestTraffic::membersAreFound()
{
    QFETCH(QByteArray, object);
    QFETCH(QByteArray, value);
    QCOMPARE(memberText(object, "params"), value);
}

void TestTraffic::curlSurvivesTheShell_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::newRow("plain") << QByteArray(R"({"id":1,"method":"getSlot","params":[]})");
    QTest::newRow("single quote") << QByteArray(R"({"id":1,"params":["it's"]})");
    QTest::newRow("shell words") << QByteArray(
        R"({"params":["$(touch x) `id` $HOME \\ ! ; & |"]})");
    QTest::newRow("lines") << QByteArray("{\"params\":\n[1]}");
}

void TestTraffic::curlSurvivesTheShell()
{
    QFETCH(QByteArray, body);
    auto record = recordOf("getSlot");
    record->captured = true;
    record->requestBody = body.toStdString();
    QString command =
        trafficexport::curl(*record, QStringLiteral("http://127.0.0.1:8599/solana"), false);
    QVERIFY(command.startsWith(QStringLiteral("curl -s 'http://127.0.0.1:8599/solana'")));
    // The last word is the body; a shell says what it makes of it.
    command.replace(QStringLiteral("curl -s"), QStringLiteral("for last in"));
    QProcess shell;
    shell.start(
        QStringLiteral("sh"),
        {QStringLiteral("-c"), command + QStringLiteral("; do :; done; printf %s \"$last\"")});
    QVERIFY(shell.waitForFinished());
    QCOMPARE(shell.readAllStandardOutput(), body);
}

void TestTraffic::curlNamesATokenButHasNone()
{
    const QString command =
        trafficexport::curl(*recordOf("getSlot"), QStringLiteral("http://127.0.0.1:8599/"), true);
    QVERIFY(command.contains(QStringLiteral("Bearer $TOKEN")));
    QVERIFY(command.contains(QStringLiteral("\"method\":\"getSlot\"")));
}

void TestTraffic::jsonLinesAreOneObjectEach()
{
    auto record = recordOf("getSlot", "Alchemy-1");
    skipFirst(record.get(), "Helius-1", SkipReason::RateLimit);
    const QByteArray text = trafficexport::jsonLines({record, recordOf("getBalance")});
    const QList<QByteArray> lines = text.split('\n');
    QCOMPARE(lines.size(), 3);
    QVERIFY(lines.last().isEmpty());
    const QJsonObject object = QJsonDocument::fromJson(lines.first()).object();
    QCOMPARE(object.value(QStringLiteral("method")).toString(), QStringLiteral("getSlot"));
    QCOMPARE(object.value(QStringLiteral("time")).toString(),
             QStringLiteral("2026-11-30T12:00:00.125Z"));
    const QJsonArray route = object.value(QStringLiteral("route")).toArray();
    QCOMPARE(route.at(0).toObject().value(QStringLiteral("skipped")).toString(),
             QStringLiteral("rate_limit"));
    QCOMPARE(route.at(1).toObject().value(QStringLiteral("outcome")).toString(),
             QStringLiteral("success"));
    QVERIFY(!object.contains(QStringLiteral("request_body")));
    QVERIFY(trafficexport::jsonLines({}).isEmpty());
}

void TestTraffic::harHasWhatTheFormatAsksFor()
{
    auto record = recordOf("getSlot");
    record->captured = true;
    record->requestBody = "{}";
    record->responseBody = "{\"result\":1}";
    const QByteArray text = trafficexport::har(
        {record}, [](const QString &chain) { return QStringLiteral("http://h/") + chain; });
    const QJsonObject log =
        QJsonDocument::fromJson(text).object().value(QStringLiteral("log")).toObject();
    QCOMPARE(log.value(QStringLiteral("version")).toString(), QStringLiteral("1.2"));
    QVERIFY(log.contains(QStringLiteral("creator")));
    const QJsonObject entry = log.value(QStringLiteral("entries")).toArray().at(0).toObject();
    for (const char *key : {"startedDateTime", "time", "request", "response", "cache", "timings"})
        QVERIFY2(entry.contains(QLatin1String(key)), key);
    const QJsonObject request = entry.value(QStringLiteral("request")).toObject();
    for (const char *key : {"method",
                            "url",
                            "httpVersion",
                            "cookies",
                            "headers",
                            "queryString",
                            "headersSize",
                            "bodySize"})
        QVERIFY2(request.contains(QLatin1String(key)), key);
    QCOMPARE(request.value(QStringLiteral("url")).toString(), QStringLiteral("http://h/solana"));
    const QJsonObject response = entry.value(QStringLiteral("response")).toObject();
    for (const char *key : {"status",
                            "statusText",
                            "httpVersion",
                            "cookies",
                            "headers",
                            "content",
                            "redirectURL",
                            "headersSize",
                            "bodySize"})
        QVERIFY2(response.contains(QLatin1String(key)), key);
    QCOMPARE(response.value(QStringLiteral("content"))
                 .toObject()
                 .value(QStringLiteral("text"))
                 .toString(),
             QStringLiteral("{\"result\":1}"));
}

void TestTraffic::sideEffectsAreKnown()
{
    for (const char *method : {"eth_sendRawTransaction",
                               "sendTransaction",
                               "personal_sign",
                               "requestAirdrop",
                               "eth_submitWork"})
        QVERIFY2(replay::hasSideEffects(method), method);
    for (const char *method : {"eth_call", "getSlot", "eth_getLogs"})
        QVERIFY2(!replay::hasSideEffects(method), method);
}

SPILLWAY_TEST(TestTraffic)

#include "tst_traffic.moc"
