// SPDX-License-Identifier: MIT
#include "rpc/answertail.h"
#include "rpc/envelope.h"
#include "testmain.h"

#include <random>

using namespace spillway::rpc;

namespace {

using Kind = Answer::Kind;

QByteArray bytes(std::string_view text)
{
    return {text.data(), static_cast<qsizetype>(text.size())};
}

std::string_view view(const QByteArray &data)
{
    return {data.constData(), static_cast<std::size_t>(data.size())};
}

constexpr int kMegabyte = 1000000;

} // namespace

class AnswerTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tellsKinds_data();
    void tellsKinds();
    void readsErrors_data();
    void readsErrors();
    void survivesMove();
    void samplesLargeBodies_data();
    void samplesLargeBodies();
    void sampleEqualsFullScan();
    void doesNotReadTheMiddle();
    void readsTailBackwards_data();
    void readsTailBackwards();
    void splicesIds_data();
    void splicesIds();
    void splitsBatches();
    void refusesBatches_data();
    void refusesBatches();
    void survivesTruncation();
    void boundsDepth();
};

void AnswerTest::tellsKinds_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<int>("kind");
    QTest::addColumn<QByteArray>("id");
    QTest::addColumn<QByteArray>("result");
    const auto row = [](const char *name,
                        const QByteArray &body,
                        Kind kind,
                        const char *id = "",
                        const char *result = "") {
        QTest::addRow("%s", name) << body << static_cast<int>(kind) << QByteArray(id)
                                  << QByteArray(result);
    };
    row("result", R"({"jsonrpc":"2.0","id":1,"result":"0x1"})", Kind::Result, "1", "\"0x1\"");
    row("result first",
        R"({"result":{"a":1},"id":"x","jsonrpc":"2.0"})",
        Kind::Result,
        "\"x\"",
        "{\"a\":1}");
    row("null result", R"({"jsonrpc":"2.0","id":1,"result":null})", Kind::Result, "1", "null");
    row("false result", R"({"id":1,"result":false})", Kind::Result, "1", "false");
    row("result and null error", R"({"id":1,"result":1,"error":null})", Kind::Result, "1", "1");
    row("result and error",
        R"({"id":1,"result":null,"error":{"code":1}})",
        Kind::Error,
        "1",
        "null");
    row("error", R"({"id":1,"error":{"code":-32000,"message":"x"}})", Kind::Error, "1");
    row("null error alone", R"({"id":1,"error":null})", Kind::Neither, "1");
    row("no id", R"({"result":1})", Kind::Result, "", "1");
    row("null id", R"({"id":null,"error":{"code":1}})", Kind::Error, "null");
    row("escaped keys", R"({"\u0069d":1,"r\u0065sult":2})", Kind::Result, "1", "2");
    row("neither", R"({"message":"no nodes available"})", Kind::Neither);
    row("empty object", "{}", Kind::Neither);
    row("white space and byte-order mark",
        "\xEF\xBB\xBF\r\n {\"id\":1,\"result\":2} \n",
        Kind::Result,
        "1",
        "2");
    row("array", R"([{"id":1,"result":2}])", Kind::Array);
    row("empty array", "[]", Kind::Array);
    row("empty", "", Kind::NotJson);
    row("white space", " \n", Kind::NotJson);
    row("html", "<html><body>502</body></html>", Kind::NotJson);
    row("text", "invalid host specified", Kind::NotJson);
    row("scalar", "\"0x1\"", Kind::NotJson);
    row("null alone", "null", Kind::NotJson);
    row("stray quote", "\"{\"id\":1,\"result\":2}", Kind::NotJson);
    row("truncated", R"({"id":1,"result":"0x12)", Kind::NotJson);
    row("truncated array", R"([{"id":1,"result":2})", Kind::NotJson);
    row("two objects", R"({"id":1,"result":2}{"id":1,"result":2})", Kind::NotJson);
    row("trailing junk", R"({"id":1,"result":2}x)", Kind::NotJson);
    row("bad UTF-8", "{\"id\":1,\"result\":\"\xFF\"}", Kind::NotJson);
    row("members inside the result do not count",
        R"({"id":1,"result":{"error":{"code":1},"id":9}})",
        Kind::Result,
        "1",
        R"({"error":{"code":1},"id":9})");
    row("last of two", R"({"id":1,"id":2,"result":1,"result":3})", Kind::Result, "2", "3");
}

void AnswerTest::tellsKinds()
{
    QFETCH(QByteArray, body);
    QFETCH(int, kind);
    QFETCH(QByteArray, id);
    QFETCH(QByteArray, result);
    Answer answer;
    scanAnswer(view(body), answer);
    QCOMPARE(static_cast<int>(answer.kind), kind);
    QCOMPARE(bytes(answer.id), id);
    QCOMPARE(bytes(answer.result), result);
    QVERIFY(answer.complete);
}

void AnswerTest::readsErrors_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<bool>("hasCode");
    QTest::addColumn<qlonglong>("code");
    QTest::addColumn<QByteArray>("message");
    QTest::addColumn<QByteArray>("data");
    const auto row = [](const char *name,
                        const QByteArray &body,
                        bool hasCode,
                        qlonglong code,
                        const char *message,
                        const char *data = "") {
        QTest::addRow("%s", name) << body << hasCode << code << QByteArray(message)
                                  << QByteArray(data);
    };
    row("plain", R"({"id":1,"error":{"code":-32005,"message":"limit"}})", true, -32005, "limit");
    row("escapes",
        R"({"id":1,"error":{"code":3,"message":"say \"no\"","data":"a\nb"}})",
        true,
        3,
        "say \"no\"",
        "a\nb");
    row("data object",
        R"({"error":{"code":1,"message":"m","data":{"rate":{"a":1}}}})",
        true,
        1,
        "m",
        R"({"rate":{"a":1}})");
    row("data null", R"({"error":{"code":1,"message":"m","data":null}})", true, 1, "m");
    row("bug34 code 429",
        R"({"error":{"code":429,"message":"compute units per second"}})",
        true,
        429,
        "compute units per second");
    row("code with fraction", R"({"error":{"code":-32005.0,"message":"m"}})", true, -32005, "m");
    row("code as text", R"({"error":{"code":"-32005","message":"m"}})", false, -32603, "m");
    row("huge code", R"({"error":{"code":1e300,"message":"m"}})", false, -32603, "m");
    row("no code", R"({"error":{"message":"m"}})", false, -32603, "m");
    row("error is text", R"({"error":"Unauthorized"})", false, -32603, "Unauthorized");
    row("error is text beside a message",
        R"({"error":"Unauthorized","message":"bad key"})",
        false,
        -32603,
        "Unauthorized",
        "bad key");
    row("error is escaped text", R"({"error":"a\tb"})", false, -32603, "a\tb");
    row("error is a number", R"({"error":5})", false, -32603, "5");
    row("empty error", R"({"error":{}})", false, -32603, "");
    row("message is an object", R"({"error":{"code":1,"message":{"a":1}}})", true, 1, R"({"a":1})");
    row("message with lone surrogate",
        R"({"error":{"code":1,"message":"a\ud800"}})",
        true,
        1,
        "a\\ud800");
    row("root message", R"({"message":"no nodes","code":7})", true, 7, "no nodes");
    row("root message beside null error",
        R"({"message":"no nodes","error":null})",
        false,
        -32603,
        "no nodes");
}

void AnswerTest::readsErrors()
{
    QFETCH(QByteArray, body);
    QFETCH(bool, hasCode);
    QFETCH(qlonglong, code);
    QFETCH(QByteArray, message);
    QFETCH(QByteArray, data);
    Answer answer;
    scanAnswer(view(body), answer);
    QCOMPARE(answer.hasCode, hasCode);
    QCOMPARE(answer.code, code);
    QCOMPARE(bytes(answer.message), message);
    QCOMPARE(bytes(answer.dataText), data);
}

void AnswerTest::survivesMove()
{
    Answer answer;
    scanAnswer(R"({"error":{"code":1,"message":"a\nb","data":"c\nd"}})", answer);
    const Answer moved = std::move(answer);
    QCOMPARE(bytes(moved.message), QByteArray("a\nb"));
    QCOMPARE(bytes(moved.dataText), QByteArray("c\nd"));
}

void AnswerTest::samplesLargeBodies_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<int>("kind");
    QTest::addColumn<QByteArray>("id");
    QTest::addColumn<bool>("complete");
    const QByteArray big = '"' + QByteArray(kMegabyte, 'a') + '"';
    const QByteArray tricky =
        "["
        + QByteArray(R"({"id":9,"error":{"code":1},"s":"},\"id\":8,\"result\":\\"},)")
              .repeated(20000)
        + "1]";
    const auto row = [](const QByteArray &name,
                        const QByteArray &body,
                        Kind kind,
                        const char *id,
                        bool complete) {
        QTest::addRow("%s", name.constData())
            << body << static_cast<int>(kind) << QByteArray(id) << complete;
    };
    for (const bool plain : {true, false}) {
        const QByteArray value = plain ? big : tricky;
        const QByteArray tag = plain ? "" : " with look-alikes";
        row("id, result" + tag,
            R"({"jsonrpc":"2.0","id":1,"result":)" + value + "}",
            Kind::Result,
            "1",
            false);
        row("result, id" + tag,
            R"({"jsonrpc":"2.0","result":)" + value + R"(,"id":"x\"y"})",
            Kind::Result,
            "\"x\\\"y\"",
            false);
        row("result, id, version" + tag,
            R"({"result":)" + value + " , \"id\" : 1.5e3 , \"jsonrpc\" : \"2.0\" }\n",
            Kind::Result,
            "1.5e3",
            false);
        row("result, null error, id" + tag,
            R"({"result":)" + value + R"(,"error":null,"id":null})",
            Kind::Result,
            "null",
            false);
        row("error behind the result" + tag,
            R"({"result":)" + value + R"(,"error":{"code":1,"message":"m"},"id":4})",
            Kind::Error,
            "4",
            true);
        row("error with much data" + tag,
            R"({"id":4,"error":{"code":3,"message":"m","data":)" + value + "}}",
            Kind::Error,
            "4",
            true);
        row("something else first" + tag,
            R"({"debug":)" + value + R"(,"result":1,"id":4})",
            Kind::Result,
            "4",
            false);
        row("neither" + tag, R"({"debug":)" + value + R"(,"id":4})", Kind::Neither, "4", true);
        row("id between" + tag,
            R"({"a":)" + value + R"(,"id":5,"result":)" + value + "}",
            Kind::Result,
            "5",
            true);
        row("no id" + tag, R"({"result":)" + value + "}", Kind::Result, "", true);
        row("no closing brace" + tag, R"({"id":1,"result":)" + value, Kind::NotJson, "", false);
        row("batch" + tag, R"([{"id":1,"result":)" + value + "}]", Kind::Array, "", false);
        row("cut batch" + tag, R"([{"id":1,"result":)" + value + "}", Kind::NotJson, "", false);
    }
    row("malformed head",
        R"({"id":1,"result":[1,,2,")" + QByteArray(kMegabyte, 'a') + "\"]}",
        Kind::NotJson,
        "",
        false);
    row("closed in the head",
        R"({"id":1,"result":1} )" + QByteArray(kMegabyte, 'a') + "}",
        Kind::NotJson,
        "",
        false);
    row("html", "<html>" + QByteArray(kMegabyte, 'a') + "}", Kind::NotJson, "", true);
    row("id cut by the head",
        R"({"pad":")" + QByteArray(4080, 'p') + R"(","id":123456789,"result":)" + big + "}",
        Kind::Result,
        "123456789",
        true);
}

void AnswerTest::samplesLargeBodies()
{
    QFETCH(QByteArray, body);
    QFETCH(int, kind);
    QFETCH(QByteArray, id);
    QFETCH(bool, complete);
    Answer answer;
    scanAnswer(view(body), answer);
    QCOMPARE(static_cast<int>(answer.kind), kind);
    QCOMPARE(bytes(answer.id), id);
    QCOMPARE(answer.complete, complete);
}

/// Random members in random order around a long one: the sample must find what a full scan finds.
void AnswerTest::sampleEqualsFullScan()
{
    std::mt19937 random(4711);
    const QByteArray smallValues[] = {"null",
                                      "1",
                                      "-2.5E-3",
                                      "\"a\\\\\"",
                                      "\"\\\"}{\"",
                                      "{\"code\":1,\"message\":\"\\u0041\"}",
                                      "[]",
                                      "[{\"id\":[1]}]"};
    for (int round = 0; round < 3000; ++round) {
        QByteArrayList names = {"jsonrpc", "id", "result", "error", "x"};
        std::shuffle(names.begin(), names.end(), random);
        names.resize(static_cast<qsizetype>(1 + random() % 5));
        const auto longOne = static_cast<qsizetype>(random() % static_cast<unsigned>(names.size()));
        QByteArray body = "{";
        for (qsizetype i = 0; i < names.size(); ++i) {
            QByteArray value = smallValues[random() % std::size(smallValues)];
            if (names[i] == "error" && random() % 2 == 0)
                value = "null";
            if (i == longOne)
                value = "["
                        + (value + ",")
                              .repeated(6000 / value.size() + static_cast<qsizetype>(random() % 9))
                        + value + "]";
            body += QByteArray(i > 0 ? (random() % 2 ? " ," : ",\n") : "") + '"' + names[i]
                    + "\" : " + value;
        }
        body += random() % 2 ? "}" : " }";
        Answer sampled;
        Answer full;
        scanAnswer(view(body), sampled, 0);
        scanAnswer(view(body), full, 1U << 30U);
        QVERIFY(full.complete);
        QVERIFY2(sampled.kind == full.kind, body.constData());
        QVERIFY2(sampled.id == full.id, body.constData());
        QVERIFY2(sampled.message == full.message && sampled.code == full.code, body.constData());
    }
}

void AnswerTest::doesNotReadTheMiddle()
{
    QByteArray body = R"({"jsonrpc":"2.0","id":1,"result":")" + QByteArray(kMegabyte, 'a') + "\"}";
    body[kMegabyte / 2] = '\x01';
    Answer answer;
    scanAnswer(view(body), answer);
    QVERIFY(answer.kind == Kind::Result);
    QVERIFY(!answer.complete);
    scanAnswer(view(body), answer, 2 * kMegabyte);
    QVERIFY(answer.kind == Kind::NotJson);
}

void AnswerTest::readsTailBackwards_data()
{
    QTest::addColumn<QByteArray>("tail");
    QTest::addColumn<QByteArray>("members");
    QTest::newRow("two members") << QByteArray(R"(aaa","id":1,"x":"y"})")
                                 << QByteArray("x=\"y\";id=1;");
    QTest::newRow("white space") << QByteArray("], \"id\" : 1 , \"x\" : [ 2 ] }")
                                 << QByteArray("x=[ 2 ];id=1;");
    QTest::newRow("cut string") << QByteArray(R"(aaaa"})") << QByteArray();
    QTest::newRow("cut container") << QByteArray(R"(,1]})") << QByteArray();
    QTest::newRow("undecided quote") << QByteArray(R"("id":1})") << QByteArray();
    QTest::newRow("undecided slashes") << QByteArray(R"(\\"id":1})") << QByteArray();
    QTest::newRow("escaped quotes")
        << QByteArray(R"(x,"id":"a\"\\"})") << QByteArray(R"(id="a\"\\";)");
    QTest::newRow("escaped name") << QByteArray(R"(x,"\u0069d":1,"y":2})") << QByteArray("y=2;");
    QTest::newRow("no value") << QByteArray("}") << QByteArray();
    QTest::newRow("not closed") << QByteArray(R"("id":1)") << QByteArray();
    QTest::newRow("bad scalar") << QByteArray(R"(x,"id":01})") << QByteArray();
    QTest::newRow("empty") << QByteArray() << QByteArray();
}

void AnswerTest::readsTailBackwards()
{
    QFETCH(QByteArray, tail);
    QFETCH(QByteArray, members);
    QByteArray found;
    readTail(view(tail), [&](std::string_view name, std::string_view value) {
        found += bytes(name) + "=" + bytes(value) + ";";
    });
    QCOMPARE(found, members);
}

void AnswerTest::splicesIds_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QByteArray>("expected");
    QTest::newRow("replaced")
        << QByteArray(R"({"jsonrpc":"2.0","id":1,"result":18446744073709551615})")
        << QByteArray(R"({"jsonrpc":"2.0","id":"c","result":18446744073709551615})");
    QTest::newRow("outer white space dropped") << QByteArray(" {\"result\":1.0,\"id\":null}\n")
                                               << QByteArray("{\"result\":1.0,\"id\":\"c\"}");
    QTest::newRow("inserted") << QByteArray(R"({"result":1e3})")
                              << QByteArray(R"({"id":"c","result":1e3})");
    QTest::newRow("inserted into nothing") << QByteArray("{ }") << QByteArray("{\"id\":\"c\" }");
    QTest::newRow("inner id stays") << QByteArray(R"({"result":{"id":1},"id":2})")
                                    << QByteArray(R"({"result":{"id":1},"id":"c"})");
}

void AnswerTest::splicesIds()
{
    QFETCH(QByteArray, body);
    QFETCH(QByteArray, expected);
    Answer answer;
    scanAnswer(view(body), answer);
    QCOMPARE(QByteArray::fromStdString(withId(answer, "\"c\"")), expected);
}

void AnswerTest::splitsBatches()
{
    std::vector<Answer> answers;
    const QByteArray body =
        R"( [ {"id":2,"result":null} , {"id":1,"error":{"code":429,"message":"a\tb"}} ,{}] )";
    QVERIFY(splitAnswers(view(body), answers));
    QCOMPARE(answers.size(), std::size_t{3});
    QCOMPARE(bytes(answers[0].text), QByteArray(R"({"id":2,"result":null})"));
    QVERIFY(answers[0].kind == Kind::Result);
    QVERIFY(answers[1].kind == Kind::Error);
    QCOMPARE(answers[1].code, 429LL);
    QCOMPARE(bytes(answers[1].message), QByteArray("a\tb"));
    QVERIFY(answers[2].kind == Kind::Neither);
    QVERIFY(splitAnswers("[]", answers));
    QVERIFY(answers.empty());
    QVERIFY(splitAnswers("[{},{}]", answers, 2));
    QVERIFY(!splitAnswers("[{},{},{}]", answers, 2));
    QVERIFY(answers.empty());
}

void AnswerTest::refusesBatches_data()
{
    QTest::addColumn<QByteArray>("body");
    for (const char *body :
         {"", "{}", "[1]", "[{},1]", "[{}", "[{}]x", "[{},]", "[{\"a\":\"\xFF\"}]", "[[]]", "null"})
        QTest::addRow("%s", body) << QByteArray(body);
}

void AnswerTest::refusesBatches()
{
    QFETCH(QByteArray, body);
    std::vector<Answer> answers;
    QVERIFY(!splitAnswers(view(body), answers));
    QVERIFY(answers.empty());
}

void AnswerTest::survivesTruncation()
{
    const std::string text = "{\"id\":1,\"error\":{\"code\":-3.2e4,\"message\":"
                             "\"a\\u0041\xC3\xA9\",\"data\":[true,{}]}}";
    for (std::size_t length = 0; length < text.size(); ++length) {
        const std::vector<char> cut(text.begin(),
                                    text.begin() + static_cast<std::ptrdiff_t>(length));
        Answer answer;
        scanAnswer(std::string_view(cut.data(), cut.size()), answer);
        QVERIFY(answer.kind == Kind::NotJson);
    }
}

void AnswerTest::boundsDepth()
{
    const auto nested = [](int depth) {
        return "{\"id\":1,\"result\":" + QByteArray(depth, '[') + QByteArray(depth, ']') + "}";
    };
    Answer answer;
    QByteArray body = nested(4000);
    scanAnswer(view(body), answer);
    QVERIFY(answer.kind == Kind::Result);
    body = nested(5000);
    scanAnswer(view(body), answer);
    QVERIFY(answer.kind == Kind::NotJson);
}

SPILLWAY_TEST(AnswerTest)
#include "tst_answer.moc"
