// SPDX-License-Identifier: MIT
#include "manualclock.h"
#include "pipeline/recorder.h"
#include "rawsocket.h"
#include "runningengine.h"
#include "scriptednode.h"
#include "testmain.h"

using namespace spillway;
using test::RunningEngine;
using test::ScriptedNode;

namespace {

using Record = std::shared_ptr<const RequestRecord>;

RequestRecord record(const char *method, RequestOutcome outcome = RequestOutcome::Forwarded)
{
    RequestRecord out;
    out.method = method;
    out.outcome = outcome;
    return out;
}

QByteArray methodsOf(const TrafficSlice &slice)
{
    QByteArray out;
    for (const Record &entry : slice.records)
        out += QByteArray::fromStdString(entry->method) + ' ';
    return out.trimmed();
}

/// The only record of a run.
Record only(const Engine &engine)
{
    const TrafficSlice slice = engine.traffic(0);
    return slice.records.size() == 1 ? slice.records.front() : nullptr;
}

/// "A: skip reason, B: outcome".
QByteArray routeOf(const RequestRecord &record)
{
    QByteArray out;
    for (const RouteStepInfo &step : record.steps) {
        out += out.isEmpty() ? "" : ", ";
        out += QByteArray::fromStdString(step.node) + ": ";
        const std::string_view what = step.attempt
                                          ? std::string_view(step.outcome)
                                          : kSkipReasonNames[static_cast<std::size_t>(step.skip)];
        out += QByteArray(what.data(), static_cast<qsizetype>(what.size()));
    }
    return out;
}

} // namespace

class TrafficTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    // --- the recorder --------------------------------------------------------------------------------------

    void slicesFollowEachOther()
    {
        test::ManualClock clock;
        TrafficRecorder recorder(clock);
        recorder.setRecording(true, 10);
        recorder.add(record("a"));
        recorder.add(record("b", RequestOutcome::Timeout));
        recorder.add(record("c"));
        TrafficSlice slice = recorder.slice(0, 2);
        QCOMPARE(methodsOf(slice), QByteArray("a b"));
        slice = recorder.slice(slice.next, 2);
        QCOMPARE(methodsOf(slice), QByteArray("c"));
        slice = recorder.slice(slice.next, 2);
        QCOMPARE(methodsOf(slice), QByteArray());
        recorder.add(record("d"));
        QCOMPARE(methodsOf(recorder.slice(slice.next, 2)), QByteArray("d"));
    }

    void notableOnesStayLonger()
    {
        test::ManualClock clock;
        TrafficRecorder recorder(clock);
        recorder.setRecording(true, 4);
        recorder.add(record("error1", RequestOutcome::BadGateway));
        recorder.add(record("error2", RequestOutcome::BadGateway));
        for (const char *name : {"a", "b", "c", "d"})
            recorder.add(record(name));
        QCOMPARE(methodsOf(recorder.slice(0, 99)), QByteArray("error1 error2 c d"));
        for (const char *name : {"error3", "error4", "error5"})
            recorder.add(record(name, RequestOutcome::BadGateway));
        QCOMPARE(methodsOf(recorder.slice(0, 99)), QByteArray("c d error4 error5"));
        recorder.setRecording(true, 1);
        QCOMPARE(recorder.slice(0, 99).records.size(), std::size_t{1});
    }

    void uneventfulOnesAreSampled()
    {
        test::ManualClock clock;
        TrafficRecorder recorder(clock);
        const auto admitted = [&](bool notable) {
            int count = 0;
            for (int i = 0; i < 1000; ++i)
                count += recorder.admit(notable) ? 1 : 0;
            return count;
        };
        QCOMPARE(admitted(false), 300);
        QCOMPARE(admitted(true), 1000);
        clock.advance(Milliseconds(500));
        QCOMPARE(admitted(false), 150);
    }

    void bodiesAreBoundedForAsLongAsTheyAreHeld()
    {
        test::ManualClock clock;
        TrafficRecorder recorder(clock);
        recorder.setRecording(true, 5000);
        const std::string large(200'000, 'x');
        const auto fill = [&] {
            int captured = 0;
            for (int i = 0; i < 400; ++i) {
                RequestRecord one = record("m");
                recorder.capture(one, large, large);
                captured += one.captured ? 1 : 0;
                if (one.captured && one.requestBody.size() != TrafficRecorder::kMaxBody)
                    captured = -10'000;
                recorder.add(std::move(one));
            }
            return captured;
        };
        QCOMPARE(fill(), 256);
        QCOMPARE(fill(), 0);
        TrafficSlice held = recorder.slice(0, 5000);
        recorder.setRecording(true, 1);
        QCOMPARE(fill(), 0); // somebody else holds them still
        held = {};
        recorder.setRecording(true, 5000);
        QCOMPARE(fill(), 256);
    }

    void captureEndsByItself()
    {
        test::ManualClock clock;
        TrafficRecorder recorder(clock);
        QVERIFY(!recorder.capturing());
        recorder.captureFor(Milliseconds(1000));
        QVERIFY(recorder.capturing());
        clock.advance(Milliseconds(1000));
        QVERIFY(!recorder.capturing());
        recorder.captureFor(Milliseconds(1000));
        recorder.captureFor(Milliseconds(0));
        QVERIFY(!recorder.capturing());
    }

    // --- the engine ----------------------------------------------------------------------------------------

    void offAtFirstButCounted()
    {
        ScriptedNode good(ScriptedNode::result("1"));
        RunningEngine run(RunningEngine::node("A", good.url()));
        QVERIFY(run.isRunning());
        QCOMPARE(run.call("eth_call").status, 200);
        QCOMPARE(run.engine.traffic(0).records.size(), std::size_t{0});
        QCOMPARE(run.engine.traffic(0).seen, std::uint64_t{1});
        run.engine.setRecording(true);
        QCOMPARE(run.call("eth_call").status, 200);
        QCOMPARE(run.engine.traffic(0).records.size(), std::size_t{1});
        QCOMPARE(run.engine.traffic(0).seen, std::uint64_t{2});
        run.engine.setRecording(false);
        QCOMPARE(run.call("eth_call").status, 200);
        QCOMPARE(run.engine.traffic(0).records.size(), std::size_t{1});
    }

    void aServedCall()
    {
        ScriptedNode good(ScriptedNode::result("\"0x10\""));
        RunningEngine run("[chains.main]\nkind = \"evm\"\n" + RunningEngine::node("A", good.url()));
        QVERIFY(run.isRunning());
        run.engine.setRecording(true);
        QCOMPARE(run.call("eth_gasPrice").status, 200);
        const Record got = only(run.engine);
        QVERIFY(got);
        QVERIFY(!got->notable());
        QVERIFY(got->wallMs > 1'600'000'000'000);
        QCOMPARE(got->chain, std::string("main"));
        QCOMPARE(got->method, std::string("eth_gasPrice"));
        QCOMPARE(got->client, std::string("127.0.0.1"));
        QCOMPARE(got->outcome, RequestOutcome::Forwarded);
        QCOMPARE(got->httpStatus, 200);
        QVERIFY(!got->errorCode);
        QCOMPARE(got->attempts, 1);
        QCOMPARE(got->credits, std::uint64_t{1});
        QCOMPARE(got->requestBytes, std::uint64_t{60});
        QCOMPARE(got->responseBytes, std::uint64_t{40});
        QCOMPARE(got->node, std::string("A"));
        QVERIFY(!got->captured);
        QCOMPARE(got->steps.size(), std::size_t{1});
        const RouteStepInfo &step = got->steps[0];
        QVERIFY(step.attempt);
        QCOMPARE(step.outcome, std::string("success"));
        QCOMPARE(step.httpStatus, 200);
        QCOMPARE(step.credits, std::uint64_t{1});
        QVERIFY(step.durationMs > 0);
        QVERIFY(step.atMs + step.durationMs <= got->durationMs + 0.01);
        QVERIFY(step.detail.empty());
    }

    void aFailover()
    {
        ScriptedNode bad(ScriptedNode::status(503, "try s3cr3t-key-0123456789 later"));
        ScriptedNode good(ScriptedNode::result("1"));
        RunningEngine run(RunningEngine::node("A", bad.url() + "$KEY")
                          + RunningEngine::node("Dead", "http://127.0.0.1:1/", "tier = 1\n")
                          + RunningEngine::node("B", good.url(), "tier = 2\n"));
        QVERIFY(run.isRunning());
        run.engine.setRecording(true);
        QCOMPARE(run.call("eth_call").status, 200);
        const Record got = only(run.engine);
        QVERIFY(got);
        QVERIFY(got->notable());
        QCOMPARE(got->attempts, 3);
        QCOMPARE(got->credits, std::uint64_t{2}); // nothing left for the dead one
        QCOMPARE(got->node, std::string("B"));
        QCOMPARE(routeOf(*got), QByteArray("A: http_error, Dead: transport_error, B: success"));
        QCOMPARE(got->steps[0].httpStatus, 503);
        QCOMPARE(got->steps[0].detail, std::string("HTTP 503: try *** later"));
        QCOMPARE(got->steps[1].httpStatus, 0);
        QCOMPARE(got->steps[1].credits, std::uint64_t{0});
        QCOMPARE(got->steps[1].detail, std::string("connection refused"));
        // The next call finds both closed.
        QCOMPARE(run.call("eth_call").status, 200);
        QCOMPARE(routeOf(*run.engine.traffic(got->sequence).records.at(0)),
                 QByteArray("A: penalized, Dead: penalized, B: success"));
        QVERIFY(run.engine.traffic(got->sequence).records.at(0)->notable());
    }

    void aLogQueryInPartsIsOneRecord()
    {
        ScriptedNode node([](const QByteArray &request) {
            const bool wide = request.contains("\"0x63\"");
            return wide && request.contains("\"0x0\"")
                       ? ScriptedNode::error(
                           R"({"code":-32602,"message":"limited to a 50 range"})")(request)
                       : ScriptedNode::result(wide ? "[2]" : "[ 1 ]")(request);
        });
        RunningEngine run("[chains.main]\nkind = \"evm\"\nheads = \"off\"\n"
                          + RunningEngine::node("A", node.url()));
        QVERIFY(run.isRunning());
        run.engine.setRecording(true);
        const auto answer = run.call("eth_getLogs", R"([{"fromBlock":"0x0","toBlock":"0x63"}])");
        QCOMPARE(answer.body, QByteArray(R"({"jsonrpc":"2.0","id":1,"result":[1,2]})"));
        const Record got = only(run.engine);
        QVERIFY(got);
        QCOMPARE(got->method, std::string("eth_getLogs"));
        QCOMPARE(got->attempts, 3);
        QCOMPARE(got->credits, std::uint64_t{3});
        QCOMPARE(routeOf(*got), QByteArray("A: retryable_rpc_error, A: success, A: success"));
        run.engine.setSnapshotInterval(Milliseconds(20));
        const auto requests = [&] {
            std::uint64_t sum = 0;
            for (const std::uint64_t count : run.engine.snapshot()->requests)
                sum += count;
            return sum;
        };
        QTRY_COMPARE(requests(), std::uint64_t{1}); // parts are no calls of a client
    }

    void anErrorFromTheNode()
    {
        ScriptedNode picky(ScriptedNode::error(R"({"code":-32602,"message":"invalid argument"})"));
        RunningEngine run(RunningEngine::node("A", picky.url()));
        QVERIFY(run.isRunning());
        run.engine.setRecording(true);
        QCOMPARE(run.call("eth_call").status, 200);
        const Record got = only(run.engine);
        QVERIFY(got);
        QVERIFY(got->notable());
        QCOMPARE(got->outcome, RequestOutcome::Forwarded);
        QCOMPARE(got->errorCode, std::optional<int>(-32602));
        QCOMPARE(got->errorText, std::string("invalid argument"));
        QCOMPARE(got->steps[0].outcome, std::string("forwarded_rpc_error"));
        QCOMPARE(got->steps[0].detail, std::string("invalid argument"));
    }

    void theBestErrorOfSeveral()
    {
        ScriptedNode first(
            ScriptedNode::error(R"({"code":-32000,"message":"missing trie node abc"})"));
        ScriptedNode second(ScriptedNode::status(500));
        RunningEngine run(RunningEngine::node("A", first.url())
                          + RunningEngine::node("B", second.url(), "tier = 1\n"));
        QVERIFY(run.isRunning());
        run.engine.setRecording(true);
        static_cast<void>(run.call("eth_call"));
        const Record got = only(run.engine);
        QVERIFY(got);
        QCOMPARE(got->errorCode, std::optional<int>(-32000));
        QCOMPARE(got->errorText, std::string("missing trie node abc"));
        QCOMPARE(got->node, std::string("A"));
    }

    void nobodyAnswers()
    {
        RunningEngine run(RunningEngine::node("A", "http://127.0.0.1:1/"));
        QVERIFY(run.isRunning());
        run.engine.setRecording(true);
        QCOMPARE(run.call("eth_call").status, 502);
        const Record got = only(run.engine);
        QVERIFY(got);
        QCOMPARE(got->outcome, RequestOutcome::BadGateway);
        QCOMPARE(got->httpStatus, 502);
        QCOMPARE(got->errorCode, std::optional<int>(-32010));
        QVERIFY(got->errorText.find("connection refused") != std::string::npos);
        QVERIFY(got->node.empty());
    }

    void aSpill()
    {
        ScriptedNode good(ScriptedNode::result("1"));
        RunningEngine run(RunningEngine::node("A", good.url(), "monthly_limit = 1\n")
                          + RunningEngine::node("Off", good.url(), "enabled = false\n")
                          + RunningEngine::node("B", good.url(), "tier = 1\n"));
        QVERIFY(run.isRunning());
        run.engine.setRecording(true);
        QCOMPARE(run.call("eth_call").status, 200);
        const Record got = only(run.engine);
        QVERIFY(got);
        QCOMPARE(routeOf(*got), QByteArray("A: quota_exhausted, Off: disabled, B: success"));
        QVERIFY(got->notable());
    }

    void aSwitchedOffNodeIsNothingToNote()
    {
        ScriptedNode good(ScriptedNode::result("1"));
        RunningEngine run(RunningEngine::node("Off", good.url(), "enabled = false\n")
                          + RunningEngine::node("B", good.url()));
        QVERIFY(run.isRunning());
        run.engine.setRecording(true);
        QCOMPARE(run.call("eth_call").status, 200);
        const Record got = only(run.engine);
        QVERIFY(got);
        QVERIFY(!got->notable());
    }

    void aWaitIsMeasured()
    {
        ScriptedNode good(ScriptedNode::result("1"));
        RunningEngine run(RunningEngine::node("A", good.url(), "rps_limit = 5\nburst = 1\n"));
        QVERIFY(run.isRunning());
        run.engine.setRecording(true);
        QCOMPARE(run.call("eth_call").status, 200);
        QCOMPARE(run.call("eth_call").status, 200);
        const TrafficSlice slice = run.engine.traffic(0);
        QCOMPARE(slice.records.size(), std::size_t{2});
        QCOMPARE(slice.records[0]->waitedMs, 0.0);
        QVERIFY(slice.records[1]->waitedMs > 0);
        QVERIFY(slice.records[1]->waitedMs <= slice.records[1]->durationMs);
    }

    void callsTheEngineAnswers_data()
    {
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<int>("outcome");
        QTest::addColumn<int>("status");
        QTest::addColumn<int>("code");
        QTest::addColumn<QByteArray>("method");
        const auto number = [](RequestOutcome outcome) { return static_cast<int>(outcome); };
        QTest::newRow("not JSON") << QByteArray("{nonsense") << number(RequestOutcome::BadRequest)
                                  << 400 << -32700 << QByteArray();
        QTest::newRow("no request")
            << QByteArray(R"({"id":1})") << number(RequestOutcome::BadRequest) << 400 << -32600
            << QByteArray();
        QTest::newRow("blocked") << QByteArray(R"({"jsonrpc":"2.0","id":1,"method":"admin_peers"})")
                                 << number(RequestOutcome::Blocked) << 200 << -32601
                                 << QByteArray("admin_peers");
        QTest::newRow("no node serves it")
            << QByteArray(R"({"jsonrpc":"2.0","id":1,"method":"eth_denied"})")
            << number(RequestOutcome::Unavailable) << 503 << -32011 << QByteArray("eth_denied");
    }

    void callsTheEngineAnswers()
    {
        QFETCH(QByteArray, body);
        QFETCH(int, outcome);
        QFETCH(int, status);
        QFETCH(int, code);
        QFETCH(QByteArray, method);
        RunningEngine run("[chains.main]\nkind = \"evm\"\n"
                          + RunningEngine::node("A",
                                                "http://127.0.0.1:1/",
                                                "methods = { deny = [\"eth_denied\"] }\n"));
        QVERIFY(run.isRunning());
        run.engine.setRecording(true);
        QCOMPARE(run.exchange("POST", "/", body).status, status);
        const Record got = only(run.engine);
        QVERIFY(got);
        QVERIFY(got->notable());
        QCOMPARE(static_cast<int>(got->outcome), outcome);
        QCOMPARE(got->httpStatus, status);
        QCOMPARE(got->errorCode, std::optional<int>(code));
        QVERIFY(!got->errorText.empty());
        QCOMPARE(QByteArray::fromStdString(got->method), method);
        QCOMPARE(got->client, std::string("127.0.0.1"));
        QCOMPARE(got->requestBytes, static_cast<std::uint64_t>(body.size()));
        QVERIFY(got->responseBytes > 0);
    }

    void aChainWithoutANodeIsNamed_data()
    {
        QTest::addColumn<QByteArray>("node");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("none at all") << QByteArray() << QByteArray("the chain empty has no node\"");
        QTest::newRow("one that is off") << RunningEngine::node(
            "B", "http://127.0.0.1:1/", "chain = \"empty\"\nenabled = false\n")
                                         << QByteArray("the chain empty has no node that is on\"");
    }

    void aChainWithoutANodeIsNamed()
    {
        QFETCH(QByteArray, node);
        QFETCH(QByteArray, says);
        RunningEngine run("[chains.main]\nkind = \"evm\"\n[chains.empty]\nkind = \"evm\"\n"
                          + RunningEngine::node("A", "http://127.0.0.1:1/", "chain = \"main\"\n")
                          + node);
        QVERIFY(run.isRunning());
        const auto answer = run.exchange(
            "POST", "/empty", R"({"jsonrpc":"2.0","id":1,"method":"eth_getBalance","params":[]})");
        QCOMPARE(answer.status, 503);
        QVERIFY2(answer.body.contains(says), answer.body.constData());
    }

    void requestsThatNeverBecomeCalls()
    {
        RunningEngine run(RunningEngine::node("A", "http://127.0.0.1:1/"), "");
        QVERIFY(run.isRunning());
        run.engine.setRecording(true);
        QCOMPARE(run.exchange("POST", "/nowhere", "{}").status, 404);
        QCOMPARE(run.exchange("POST", "/", QByteArray(2'000'000, ' ')).status, 413);
        QCOMPARE(run.exchange("POST", "/", "{}", "Origin: http://evil.example\r\n").status, 403);
        const TrafficSlice slice = run.engine.traffic(0);
        QCOMPARE(slice.records.size(), std::size_t{3});
        QCOMPARE(slice.records[0]->httpStatus, 404);
        QCOMPARE(slice.records[1]->httpStatus, 413);
        QCOMPARE(slice.records[2]->outcome, RequestOutcome::Forbidden);
        QCOMPARE(slice.seen, std::uint64_t{3});
    }

    void clientsAreNamedByTheirTokens()
    {
        ScriptedNode good(ScriptedNode::result("1"));
        RunningEngine run(
            RunningEngine::node("A", good.url()),
            "[server.auth]\ntokens = [{ name = \"app\", token = \"$TOKEN\", methods = { "
            "deny = [\"eth_no\"] } }]\n");
        QVERIFY(run.isRunning());
        run.engine.setRecording(true);
        const QByteArray token = "Authorization: Bearer t0ken-of-a-client-77\r\n";
        QCOMPARE(run.call("eth_call", "[]", token).status, 200);
        QCOMPARE(run.call("eth_no", "[]", token).status, 200);
        QCOMPARE(run.call("eth_call").status, 401);
        const TrafficSlice slice = run.engine.traffic(0);
        QCOMPARE(slice.records.size(), std::size_t{3});
        QCOMPARE(slice.records[0]->client, std::string("app"));
        QCOMPARE(slice.records[1]->client, std::string("app"));
        QCOMPARE(slice.records[1]->outcome, RequestOutcome::Blocked);
        QCOMPARE(slice.records[2]->client, std::string("127.0.0.1"));
        QCOMPARE(slice.records[2]->outcome, RequestOutcome::Unauthorized);
    }

    void eachElementOfABatch()
    {
        ScriptedNode good(ScriptedNode::result("1"));
        RunningEngine run(RunningEngine::node("A", good.url()));
        QVERIFY(run.isRunning());
        run.engine.setRecording(true);
        QCOMPARE(run.exchange("POST",
                              "/",
                              R"([{"jsonrpc":"2.0","id":1,"method":"a"},{"id":2},)"
                              R"({"jsonrpc":"2.0","id":3,"method":"b"}])")
                     .status,
                 200);
        QStringList methods;
        for (const Record &record : run.engine.traffic(0).records)
            methods.append(QString::fromStdString(record->method));
        methods.sort();
        QCOMPARE(methods, (QStringList{QString(), QStringLiteral("a"), QStringLiteral("b")}));
    }

    void anAbandonedCall()
    {
        ScriptedNode silent([](const QByteArray &) { return ScriptedNode::Reply{200, {}, true}; });
        RunningEngine run(RunningEngine::node("A", silent.url()));
        QVERIFY(run.isRunning());
        run.engine.setRecording(true);
        test::RawSocket socket = test::RawSocket::connecting(
            static_cast<std::uint16_t>(run.address.section(QLatin1Char(':'), -1).toInt()));
        const std::string request("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 40\r\n\r\n"
                                  R"({"jsonrpc":"2.0","id":1,"method":"slow"})");
        std::size_t sent = 0;
        SOON_VERIFY((sent += socket.send(request.substr(sent))) == request.size());
        SOON_COMPARE(silent.held(), std::size_t{1});
        socket.reset(); // an end alone is no farewell: a client may still read
        SOON_COMPARE(run.engine.traffic(0).records.size(), std::size_t{1});
        const Record got = only(run.engine);
        QCOMPARE(got->outcome, RequestOutcome::Abandoned);
        QCOMPARE(got->method, std::string("slow"));
        QCOMPARE(routeOf(*got), QByteArray("A: abandoned"));
    }

    void bodiesWhileCapturing()
    {
        ScriptedNode echo([](const QByteArray &request) {
            return ScriptedNode::Reply{200,
                                       "{\"jsonrpc\":\"2.0\",\"id\":" + ScriptedNode::idOf(request)
                                           + ",\"result\":\"key s3cr3t-key-0123456789\"}",
                                       false};
        });
        RunningEngine run(RunningEngine::node("A", echo.url() + "$KEY"));
        QVERIFY(run.isRunning());
        run.engine.setRecording(true);
        run.engine.captureBodies(Milliseconds(60'000));
        QCOMPARE(run.call("eth_call", "[\"s3cr3t-key-0123456789\"]").status, 200);
        const Record got = only(run.engine);
        QVERIFY(got && got->captured);
        QCOMPARE(got->requestBody,
                 std::string(R"({"jsonrpc":"2.0","id":1,"method":"eth_call","params":["***"]})"));
        QCOMPARE(got->responseBody, std::string(R"({"jsonrpc":"2.0","id":1,"result":"key ***"})"));
        run.engine.captureBodies(Milliseconds(0));
        QCOMPARE(run.call("eth_call").status, 200);
        const Record later = run.engine.traffic(got->sequence).records.at(0);
        QVERIFY(!later->captured);
        QVERIFY(later->requestBody.empty());
    }

    void aStreamedAnswer()
    {
        const QByteArray large(3'000'000, 'f');
        ScriptedNode good(ScriptedNode::result("\"" + large + "\""));
        RunningEngine run(RunningEngine::node("A", good.url()));
        QVERIFY(run.isRunning());
        run.engine.setRecording(true);
        run.engine.captureBodies(Milliseconds(60'000));
        const RunningEngine::Answer answer = run.call("eth_getLogs");
        QCOMPARE(answer.status, 200);
        const Record got = only(run.engine);
        QVERIFY(got);
        QCOMPARE(got->outcome, RequestOutcome::Forwarded);
        QCOMPARE(got->responseBytes, static_cast<std::uint64_t>(answer.body.size()));
        QCOMPARE(got->responseBody.size(), TrafficRecorder::kMaxBody);
        QCOMPARE(got->node, std::string("A"));
        QCOMPARE(routeOf(*got), QByteArray("A: success"));
    }

    void callsOfThisProgram()
    {
        ScriptedNode good(ScriptedNode::result("1"));
        RunningEngine run(RunningEngine::node("A", good.url()));
        QVERIFY(run.isRunning());
        run.engine.setRecording(true);
        int status = 0;
        run.engine.call({}, "eth_call", "[]", [&](int got, const std::string &) { status = got; });
        SOON_COMPARE(status, 200);
        const Record got = only(run.engine);
        QVERIFY(got);
        QCOMPARE(got->client, std::string("this program"));
    }
};

SPILLWAY_TEST(TrafficTest)
#include "tst_traffic.moc"
