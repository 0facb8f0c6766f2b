// SPDX-License-Identifier: MIT
#include "rpc/envelope.h"
#include "rpc/jsonscan.h"
#include "testmain.h"

#include <simdjson.h>

#include <QJsonDocument>

#include <random>

using namespace spillway::rpc;

namespace {

QByteArray bytes(std::string_view text)
{
    return {text.data(), static_cast<qsizetype>(text.size())};
}

std::string_view view(const QByteArray &data)
{
    return {data.constData(), static_cast<std::size_t>(data.size())};
}

/// Random JSON text with random faults; every choice comes from one seeded engine.
class JsonMaker
{
public:
    explicit JsonMaker(unsigned seed)
        : m_random(seed)
    {}

    std::string document()
    {
        std::string out;
        object(out, 0);
        const std::size_t faults = pick(3);
        for (std::size_t i = 0; i < faults; ++i)
            damage(out);
        return out;
    }

private:
    std::size_t pick(std::size_t below) { return m_random() % below; }

    void space(std::string &out)
    {
        constexpr std::string_view kSpaces[] = {"", "", "", " ", "\n", "\t\r"};
        out += kSpaces[pick(std::size(kSpaces))];
    }

    void string(std::string &out)
    {
        constexpr std::string_view kPieces[] = {"a",
                                                "method",
                                                "id",
                                                "\\n",
                                                "\\\"",
                                                "\\\\",
                                                "\\u0041",
                                                "\xC3\xA9",
                                                "params",
                                                "\\/",
                                                "\\ud83d\\ude00",
                                                "\xF0\x9F\x98\x80",
                                                "0x12345678",
                                                " ",
                                                "{",
                                                "]"};
        out += '"';
        for (std::size_t i = pick(5); i > 0; --i)
            out += kPieces[pick(std::size(kPieces))];
        out += '"';
    }

    void value(std::string &out, int depth)
    {
        constexpr std::string_view kScalars[] = {"0",
                                                 "-0",
                                                 "1",
                                                 "-17",
                                                 "1.5",
                                                 "1e3",
                                                 "1E-3",
                                                 "0.0e+1",
                                                 "true",
                                                 "false",
                                                 "null",
                                                 "123456789"};
        const std::size_t choice = pick(depth > 4 ? 2 : 4);
        if (choice == 0)
            out += kScalars[pick(std::size(kScalars))];
        else if (choice == 1)
            string(out);
        else if (choice == 2)
            object(out, depth + 1);
        else
            array(out, depth + 1);
    }

    void array(std::string &out, int depth)
    {
        out += '[';
        const std::size_t count = pick(4);
        for (std::size_t i = 0; i < count; ++i) {
            out += i > 0 ? "," : "";
            space(out);
            value(out, depth);
            space(out);
        }
        out += ']';
    }

    void object(std::string &out, int depth)
    {
        out += '{';
        const std::size_t count = pick(4);
        for (std::size_t i = 0; i < count; ++i) {
            out += i > 0 ? "," : "";
            space(out);
            string(out);
            space(out);
            out += ':';
            space(out);
            value(out, depth);
            space(out);
        }
        out += '}';
    }

    void damage(std::string &out)
    {
        constexpr std::string_view kBytes = "\"\\{}[],:0-.eE+ntf \x01\x1f\x7f\x80\xff\xc3/u";
        if (out.empty())
            return;
        const std::size_t at = pick(out.size());
        switch (pick(4)) {
        case 0:
            out.erase(at, 1);
            break;
        case 1:
            out.insert(at, 1, kBytes[pick(kBytes.size())]);
            break;
        case 2:
            out[at] = kBytes[pick(kBytes.size())];
            break;
        default:
            out.resize(at);
        }
    }

    std::mt19937 m_random;
};

} // namespace

class EnvelopeTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void echoesIdBytes_data();
    void echoesIdBytes();
    void judgesOneElement_data();
    void judgesOneElement();
    void refusesBodies_data();
    void refusesBodies();
    void acceptsBodies_data();
    void acceptsBodies();
    void locatesMembers();
    void decodesEscapedMethod();
    void survivesMove();
    void splitsBatch();
    void judgesBatchElementsAlone();
    void keepsDuplicateIds();
    void bug25_allNotifications();
    void bug31_leavesNumbersAlone();
    void boundsBatch();
    void boundsDepth_data();
    void boundsDepth();
    void isReusable();
    void buildsErrors_data();
    void buildsErrors();
    void splicesIds_data();
    void splicesIds();
    void agreesWithSimdjson();
    void agreesWithQtOnMembers();
    void survivesTruncation();
    void everyByteAtEveryPlaceOfAString();
};

void EnvelopeTest::echoesIdBytes_data()
{
    QTest::addColumn<QByteArray>("id");
    for (const char *id : {"7",
                           "\"2\"",
                           "\"a\\\"b\"",
                           "\"\\u0041\"",
                           "0",
                           "-1",
                           "1.0",
                           "1e3",
                           "1.5",
                           "9007199254740993",
                           "null",
                           "\"\"",
                           "18446744073709551616",
                           "-0",
                           "1E+400",
                           "\"\xC3\xA9\"",
                           "\"\\ud800\""})
        QTest::addRow("bug21 %s", id) << QByteArray(id);
}

void EnvelopeTest::echoesIdBytes()
{
    QFETCH(QByteArray, id);
    const QByteArray body =
        R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":"eth_blockNumber","params":[]})";
    Envelope envelope;
    parse(view(body), {}, envelope);
    QCOMPARE(envelope.errorCode, 0);
    QCOMPARE(envelope.elements.size(), std::size_t{1});
    const Element &element = envelope.elements.front();
    QCOMPARE(element.errorCode, 0);
    QCOMPARE(bytes(element.call.id), id);
    QVERIFY(!element.call.isNotification());
}

void EnvelopeTest::judgesOneElement_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<int>("code");
    QTest::addColumn<QByteArray>("id");
    QTest::addColumn<QByteArray>("method");
    const auto row =
        [](const char *name, const char *body, int code, const char *id, const char *method = "") {
            QTest::addRow("%s", name)
                << QByteArray(body) << code << QByteArray(id) << QByteArray(method);
        };
    row("bug21 id object", R"({"jsonrpc":"2.0","id":{},"method":"a"})", kInvalidRequest, "");
    row("bug21 id array", R"({"jsonrpc":"2.0","id":[1],"method":"a"})", kInvalidRequest, "");
    row("bug21 id true", R"({"jsonrpc":"2.0","id":true,"method":"a"})", kInvalidRequest, "");
    row("bug21 id false", R"({"jsonrpc":"2.0","id":false,"method":"a"})", kInvalidRequest, "");
    row("bug22 notification", R"({"jsonrpc":"2.0","method":"a","params":[]})", 0, "", "a");
    row("bug22 null id is a request",
        R"({"jsonrpc":"2.0","id":null,"method":"a"})",
        0,
        "null",
        "a");
    row("bug30 duplicate method",
        R"({"id":1,"method":"eth_call","method":"debug_x"})",
        kInvalidRequest,
        "1");
    row("bug30 escaped key", R"({"id":1,"m\u0065thod":"debug_x"})", 0, "1", "debug_x");
    row("bug30 escaped duplicate",
        R"({"id":1,"method":"eth_call","m\u0065thod":"debug_x"})",
        kInvalidRequest,
        "1");
    row("bug30 escaped duplicate first",
        R"({"id":1,"m\u0065thod":"debug_x","method":"eth_call"})",
        kInvalidRequest,
        "1");
    row("bug30 nested method first",
        R"({"params":[{"method":"debug_x"}],"method":"eth_call","id":1})",
        0,
        "1",
        "eth_call");
    row("bug30 upper-case only", R"({"id":1,"METHOD":"eth_call"})", kInvalidRequest, "1");
    row("bug30 letter-case variant",
        R"({"id":1,"method":"eth_call","Method":"debug_x"})",
        kInvalidRequest,
        "1");
    row("bug30 folded variant",
        "{\"id\":1,\"method\":\"a\",\"param\xC5\xBF\":[]}",
        kInvalidRequest,
        "1");
    row("bug30 Id variant", R"({"id":1,"method":"a","Id":2})", kInvalidRequest, "1");
    row("bug30 duplicate id", R"({"id":1,"method":"a","id":2})", kInvalidRequest, "");
    row("bug30 escaped duplicate id", R"({"id":1,"method":"a","\u0069d":2})", kInvalidRequest, "");
    row("bug30 duplicate params",
        R"({"id":1,"method":"a","params":[],"params":[1]})",
        kInvalidRequest,
        "1");
    row("bug30 escaped duplicate params",
        R"({"id":1,"method":"a","params":[],"param\u0073":[1]})",
        kInvalidRequest,
        "1");
    row("bug30 escaped method value", R"({"id":1,"method":"d\u0065bug_x"})", 0, "1", "debug_x");
    row("bug32 method is a number",
        R"({"jsonrpc":"2.0","id":7,"method":42})",
        kInvalidRequest,
        "7");
    row("method null", R"({"id":7,"method":null})", kInvalidRequest, "7");
    row("method missing", R"({"id":"x"})", kInvalidRequest, "\"x\"");
    row("method empty", R"({"id":7,"method":""})", kInvalidRequest, "7");
    row("method lone surrogate", R"({"id":7,"method":"a\ud800"})", kInvalidRequest, "7");
    row("method lone low surrogate", R"({"id":7,"method":"a\udc00"})", kInvalidRequest, "7");
    row("empty object", "{}", kInvalidRequest, "");
    row("params a string", R"({"id":7,"method":"a","params":"x"})", kInvalidRequest, "7");
    row("params a number", R"({"id":7,"method":"a","params":1})", kInvalidRequest, "7");
    row("params null", R"({"id":7,"method":"a","params":null})", kInvalidRequest, "7");
    row("params an object", R"({"id":7,"method":"a","params":{"a":1}})", 0, "7", "a");
    row("version absent", R"({"id":7,"method":"a"})", 0, "7", "a");
    row("version 1.0", R"({"jsonrpc":"1.0","id":7,"method":"a"})", kInvalidRequest, "7");
    row("version a number", R"({"jsonrpc":2.0,"id":7,"method":"a"})", kInvalidRequest, "7");
    row("version escaped", R"({"jsonrpc":"2\u002e0","id":7,"method":"a"})", 0, "7", "a");
    row("unknown members", R"({"id":7,"method":"a","x":{"id":9},"method2":"b"})", 0, "7", "a");
    row("unknown key with lone surrogate", R"({"id":7,"method":"a","\ud800":1})", 0, "7", "a");
}

void EnvelopeTest::judgesOneElement()
{
    QFETCH(QByteArray, body);
    QFETCH(int, code);
    QFETCH(QByteArray, id);
    QFETCH(QByteArray, method);
    for (const bool batch : {false, true}) {
        Envelope envelope;
        const QByteArray text = batch ? "[" + body + "]" : body;
        parse(view(text), {}, envelope);
        QCOMPARE(envelope.errorCode, 0);
        QCOMPARE(envelope.batch, batch);
        QCOMPARE(envelope.elements.size(), std::size_t{1});
        const Element &element = envelope.elements.front();
        QCOMPARE(element.errorCode, code);
        QCOMPARE(element.errorMessage.empty(), code == 0);
        QCOMPARE(bytes(element.call.id), id);
        QCOMPARE(bytes(element.call.text), body);
        if (code == 0)
            QCOMPARE(bytes(element.call.method), method);
    }
}

void EnvelopeTest::refusesBodies_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<int>("code");
    const auto row = [](const char *name, const QByteArray &body, int code = kParseError) {
        QTest::addRow("%s", name) << body << code;
    };
    row("empty", "");
    row("white space", " \r\n\t");
    row("byte-order mark alone", "\xEF\xBB\xBF");
    row("text", "hello");
    row("cut object", R"({"id":1,"method":"a")");
    row("cut string", R"({"id":1,"method":"a)");
    row("cut escape", R"({"id":1,"method":"a\u00)");
    row("bug24 text behind object", R"({"id":1,"method":"a"} x)");
    row("bug24 second object", R"({"id":1,"method":"a"}{"id":2,"method":"b"})");
    row("bug24 text behind batch", R"([{"id":1,"method":"a"}],)");
    row("form feed is no space", "\f{\"id\":1,\"method\":\"a\"}");
    row("trailing comma", R"({"id":1,"method":"a",})");
    row("trailing comma in batch", R"([{"id":1,"method":"a"},])");
    row("missing comma", R"({"id":1 "method":"a"})");
    row("missing colon", R"({"id" 1,"method":"a"})");
    row("key without quotes", R"({id:1,"method":"a"})");
    row("single quotes", R"({'id':1,'method':'a'})");
    row("comment", R"({"id":1,/**/"method":"a"})");
    row("leading zero", R"({"id":01,"method":"a"})");
    row("plus sign", R"({"id":+1,"method":"a"})");
    row("bare point", R"({"id":1.,"method":"a"})");
    row("point first", R"({"id":.5,"method":"a"})");
    row("empty exponent", R"({"id":1e,"method":"a"})");
    row("hex number", R"({"id":0x1,"method":"a"})");
    row("minus alone", R"({"id":-,"method":"a"})");
    row("NaN", R"({"id":NaN,"method":"a"})");
    row("upper-case literal", R"({"id":NULL,"method":"a"})");
    row("long literal", R"({"id":nulll,"method":"a"})");
    row("bad escape", R"({"id":1,"method":"\x61"})");
    row("bad unicode escape", R"({"id":1,"method":"\u00g1"})");
    row("control character", QByteArray("{\"id\":1,\"method\":\"a\nb\"}"));
    row("NUL in string", QByteArray("{\"id\":1,\"method\":\"a\0b\"}", 22));
    row("NUL behind", QByteArray("{\"id\":1,\"method\":\"a\"}\0", 22));
    row("bad UTF-8", "{\"id\":1,\"method\":\"a\xFF\"}");
    row("overlong UTF-8", "{\"id\":1,\"method\":\"a\xC0\xAF\"}");
    row("surrogate in UTF-8", "{\"id\":1,\"method\":\"a\xED\xA0\x80\"}");
    row("bad UTF-8 in params", "{\"id\":1,\"method\":\"a\",\"params\":[\"0123456789\xC3\"]}");
    row("wrong bracket", R"({"id":1,"method":"a","params":[1}})");
    row("wrong brace", R"({"id":1,"method":"a","params":[1]])");
    row("one broken element spoils the batch", R"([{"id":1,"method":"a"},{"id":2,"method":}])");
    row("bug25 empty batch", "[]", kInvalidRequest);
    row("bug25 empty batch with space", " [ ] ", kInvalidRequest);
    row("scalar number", "1", kInvalidRequest);
    row("scalar string", "\"x\"", kInvalidRequest);
    row("scalar null", "null", kInvalidRequest);
}

void EnvelopeTest::refusesBodies()
{
    QFETCH(QByteArray, body);
    QFETCH(int, code);
    Envelope envelope;
    parse(view(body), {}, envelope);
    QCOMPARE(envelope.errorCode, code);
    QVERIFY(!envelope.errorMessage.empty());
    if (code == kParseError && !envelope.body.empty())
        QVERIFY(!envelope.errorMessage.empty());
}

void EnvelopeTest::acceptsBodies_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QByteArray>("trimmed");
    const QByteArray request = R"({"id":1,"method":"a"})";
    QTest::newRow("plain") << request << request;
    QTest::newRow("byte-order mark") << "\xEF\xBB\xBF" + request << request;
    QTest::newRow("byte-order mark and space") << "\xEF\xBB\xBF \n" + request << request;
    QTest::newRow("bug24 white space around") << "\n \t" + request + "\r\n  " << request;
    QTest::newRow("bug24 white space around a batch") << "\n \t[" + request + "]\r\n"
                                                      << "[" + request + "]";
    const QByteArray spaced =
        "{ \"id\" :\t1 ,\r\n\"method\" : \"a\" , \"params\" : [ 1 , { } , [ ] ] }";
    QTest::newRow("white space inside") << spaced << spaced;
    const QByteArray rich = "{\"id\":1,\"method\":\"a\",\"params\":["
                            "\"\\u00e9\\ud83d\\ude00\xC3\xA9\",-0.5e-7,true,false,null]}";
    QTest::newRow("every kind of value") << rich << rich;
}

void EnvelopeTest::acceptsBodies()
{
    QFETCH(QByteArray, body);
    QFETCH(QByteArray, trimmed);
    Envelope envelope;
    parse(view(body), {}, envelope);
    QCOMPARE(envelope.errorCode, 0);
    QCOMPARE(bytes(envelope.body), trimmed);
    QCOMPARE(envelope.elements.size(), std::size_t{1});
    QCOMPARE(envelope.elements.front().errorCode, 0);
    QCOMPARE(bytes(envelope.elements.front().call.method), QByteArray("a"));
}

void EnvelopeTest::locatesMembers()
{
    const QByteArray body = R"({"params": [{"a":[1,2]}] ,"method":"eth_call", "id" : "x"})";
    Envelope envelope;
    parse(view(body), {}, envelope);
    const Call &call = envelope.elements.front().call;
    QCOMPARE(bytes(call.params), QByteArray(R"([{"a":[1,2]}])"));
    QCOMPARE(bytes(call.method), QByteArray("eth_call"));
    QCOMPARE(bytes(call.id), QByteArray("\"x\""));
    QCOMPARE(bytes(call.text), body);
    QVERIFY(call.text.data() == body.constData());
}

void EnvelopeTest::decodesEscapedMethod()
{
    QByteArray body = "[";
    for (int i = 0; i < 50; ++i)
        body += (i > 0 ? "," : "") + QByteArray(R"({"id":1,"m\u0065thod":"eth_\u0063all)")
                + QByteArray::number(i) + "\"}";
    body += "]";
    Envelope envelope;
    parse(view(body), {}, envelope);
    QCOMPARE(envelope.elements.size(), std::size_t{50});
    for (std::size_t i = 0; i < 50; ++i)
        QCOMPARE(bytes(envelope.elements[i].call.method), "eth_call" + QByteArray::number(i));
}

void EnvelopeTest::survivesMove()
{
    const QByteArray body = R"({"id":1,"method":"\u0061"})";
    Envelope envelope;
    parse(view(body), {}, envelope);
    const Envelope moved = std::move(envelope);
    QCOMPARE(bytes(moved.elements.front().call.method), QByteArray("a"));
}

void EnvelopeTest::splitsBatch()
{
    const QByteArray first = R"({"id":1,"method":"eth_chainId"})";
    const QByteArray second = R"({"id":2,"method":"eth_blockNumber","params":[]})";
    const QByteArray body = "[ " + first + " ,\n" + second + " ]";
    Envelope envelope;
    parse(view(body), {}, envelope);
    QVERIFY(envelope.batch);
    QCOMPARE(envelope.elements.size(), std::size_t{2});
    QCOMPARE(bytes(envelope.elements[0].call.text), first);
    QCOMPARE(bytes(envelope.elements[1].call.text), second);
}

void EnvelopeTest::judgesBatchElementsAlone()
{
    Envelope envelope;
    parse("[1,{},{\"id\":5,\"method\":\"a\"},[],{\"id\":6}]", {}, envelope);
    QCOMPARE(envelope.errorCode, 0);
    QCOMPARE(envelope.elements.size(), std::size_t{5});
    std::vector<int> codes;
    for (const Element &element : envelope.elements)
        codes.push_back(element.errorCode);
    QCOMPARE(
        codes,
        (std::vector<int>{kInvalidRequest, kInvalidRequest, 0, kInvalidRequest, kInvalidRequest}));
    QCOMPARE(bytes(envelope.elements[4].call.id), QByteArray("6"));
    parse("[1]", {}, envelope);
    QCOMPARE(envelope.errorCode, 0);
    QCOMPARE(envelope.elements.size(), std::size_t{1});
    QCOMPARE(envelope.elements[0].errorCode, static_cast<int>(kInvalidRequest));
}

void EnvelopeTest::keepsDuplicateIds()
{
    Envelope envelope;
    parse(
        R"([{"id":1,"method":"a"},{"id":1,"method":"b"},{"id":null,"method":"c"},{"id":null,"method":"d"}])",
        {},
        envelope);
    QCOMPARE(envelope.elements.size(), std::size_t{4});
    const char *const methods[] = {"a", "b", "c", "d"};
    for (std::size_t i = 0; i < 4; ++i) {
        QCOMPARE(envelope.elements[i].errorCode, 0);
        QCOMPARE(bytes(envelope.elements[i].call.method), QByteArray(methods[i]));
        QCOMPARE(bytes(envelope.elements[i].call.id), QByteArray(i < 2 ? "1" : "null"));
    }
}

void EnvelopeTest::bug25_allNotifications()
{
    Envelope envelope;
    parse(R"([{"method":"a"},{"method":"b"}])", {}, envelope);
    QCOMPARE(envelope.elements.size(), std::size_t{2});
    for (const Element &element : envelope.elements) {
        QCOMPARE(element.errorCode, 0);
        QVERIFY(element.call.isNotification());
    }
}

void EnvelopeTest::bug31_leavesNumbersAlone()
{
    const QByteArray params =
        R"([18446744073709551615,1.0,1e3,-0.0,"\u0041",123456789012345678901234567890,1e999])";
    const QByteArray body = R"({"id":1,"method":"a","params":)" + params + "}";
    Envelope envelope;
    parse(view(body), {}, envelope);
    QCOMPARE(envelope.errorCode, 0);
    QCOMPARE(bytes(envelope.elements.front().call.params), params);
}

void EnvelopeTest::boundsBatch()
{
    const auto batch = [](int count) {
        QByteArray body = "[";
        for (int i = 0; i < count; ++i)
            body += QByteArray(i > 0 ? "," : "") + R"({"id":1,"method":"a"})";
        return QByteArray(body + "]");
    };
    Envelope envelope;
    const QByteArray full = batch(100);
    parse(view(full), {}, envelope);
    QCOMPARE(envelope.errorCode, 0);
    QCOMPARE(envelope.elements.size(), std::size_t{100});
    const QByteArray over = batch(101);
    parse(view(over), {}, envelope);
    QCOMPARE(envelope.errorCode, static_cast<int>(kInvalidRequest));
    QVERIFY(envelope.elements.empty());
    const QByteArray junk =
        QByteArray("[").append(QByteArray(2000000, ' ').replace(' ', "0,")).append("0]");
    parse(view(junk), {}, envelope);
    QCOMPARE(envelope.errorCode, static_cast<int>(kInvalidRequest));
    const QByteArray large = batch(45000);
    QVERIFY(large.size() > 900000);
    parse(view(large), {.maxBatchSize = 45000, .maxDepth = 512}, envelope);
    QCOMPARE(envelope.elements.size(), std::size_t{45000});
    QCOMPARE(envelope.elements.back().errorCode, 0);
}

void EnvelopeTest::boundsDepth_data()
{
    QTest::addColumn<int>("depth");
    QTest::addColumn<char>("bracket");
    QTest::addColumn<bool>("accepted");
    QTest::newRow("arrays to the limit") << 511 << '[' << true;
    QTest::newRow("arrays beyond") << 512 << '[' << false;
    QTest::newRow("objects to the limit") << 511 << '{' << true;
    QTest::newRow("objects beyond") << 512 << '{' << false;
    QTest::newRow("a million arrays") << 1000000 << '[' << false;
}

void EnvelopeTest::boundsDepth()
{
    QFETCH(int, depth);
    QFETCH(char, bracket);
    QFETCH(bool, accepted);
    QByteArray body = R"({"id":1,"method":"a","params":)";
    for (int i = 0; i < depth; ++i)
        body += bracket == '[' || i == 0 ? QByteArray(1, bracket) : QByteArray("\"a\":{");
    body += QByteArray(depth, bracket == '[' ? ']' : '}') + "}";
    Envelope envelope;
    parse(view(body), {}, envelope);
    QCOMPARE(envelope.errorCode, accepted ? 0 : static_cast<int>(kInvalidRequest));
    if (accepted)
        QCOMPARE(envelope.elements.front().errorCode, 0);
}

void EnvelopeTest::isReusable()
{
    Envelope envelope;
    parse("[", {}, envelope);
    QCOMPARE(envelope.errorCode, static_cast<int>(kParseError));
    parse(R"({"id":1,"method":"a"})", {}, envelope);
    QCOMPARE(envelope.errorCode, 0);
    QVERIFY(envelope.errorMessage.empty());
    QVERIFY(!envelope.batch);
    QCOMPARE(envelope.elements.size(), std::size_t{1});
}

void EnvelopeTest::buildsErrors_data()
{
    QTest::addColumn<QByteArray>("id");
    QTest::addColumn<QByteArray>("message");
    QTest::addColumn<QByteArray>("data");
    QTest::addColumn<QByteArray>("expected");
    QTest::newRow("no id")
        << QByteArray() << QByteArray("Parse error") << QByteArray()
        << QByteArray(
               R"({"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}})");
    QTest::newRow("raw id")
        << QByteArray("1.0") << QByteArray("x") << QByteArray()
        << QByteArray(R"({"jsonrpc":"2.0","id":1.0,"error":{"code":-32700,"message":"x"}})");
    QTest::newRow("escaped message and data")
        << QByteArray("\"a\"") << QByteArray("say \"hi\"\n") << QByteArray("[1]")
        << QByteArray(
               R"({"jsonrpc":"2.0","id":"a","error":{"code":-32700,"message":"say \"hi\"\n","data":[1]}})");
}

void EnvelopeTest::buildsErrors()
{
    QFETCH(QByteArray, id);
    QFETCH(QByteArray, message);
    QFETCH(QByteArray, data);
    QFETCH(QByteArray, expected);
    QCOMPARE(
        QByteArray::fromStdString(errorObject(view(id), kParseError, view(message), view(data))),
        expected);
}

void EnvelopeTest::splicesIds_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QByteArray>("expected");
    QTest::newRow("first") << QByteArray(R"({"id":1,"method":"a"})")
                           << QByteArray(R"({"id":"z9","method":"a"})");
    QTest::newRow("last") << QByteArray(R"({"method":"a", "id" : null })")
                          << QByteArray(R"({"method":"a", "id" : "z9" })");
    QTest::newRow("escaped key") << QByteArray(R"({"\u0069d":1,"method":"a"})")
                                 << QByteArray(R"({"\u0069d":"z9","method":"a"})");
    QTest::newRow("nested id") << QByteArray(R"({"params":[{"id":1}],"method":"a","id":2})")
                               << QByteArray(R"({"params":[{"id":1}],"method":"a","id":"z9"})");
    QTest::newRow("notification") << QByteArray(R"({"method":"a"})")
                                  << QByteArray(R"({"id":"z9","method":"a"})");
}

void EnvelopeTest::splicesIds()
{
    QFETCH(QByteArray, body);
    QFETCH(QByteArray, expected);
    Envelope envelope;
    parse(view(body), {}, envelope);
    QCOMPARE(QByteArray::fromStdString(withId(envelope.elements.front().call, "\"z9\"")), expected);
}

void EnvelopeTest::agreesWithSimdjson()
{
    simdjson::dom::parser parser;
    JsonMaker maker(20240229);
    int accepted = 0;
    constexpr int kRounds = 40000;
    for (int round = 0; round < kRounds; ++round) {
        const std::string text = maker.document();
        const std::string_view trimmed = trimDocument(text);
        const auto error = parser.parse(simdjson::padded_string(trimmed)).error();
        Envelope envelope;
        parse(text, {}, envelope);
        const bool ours = envelope.errorCode != kParseError;
        accepted += ours ? 1 : 0;
        // Two things are JSON by its grammar and refused by simdjson: numbers out of its range, and lone surrogates.
        if (error == simdjson::NUMBER_ERROR
            || (error == simdjson::STRING_ERROR && text.find("\\ud") != std::string::npos))
            continue;
        QVERIFY2(ours == (error == simdjson::SUCCESS), text.c_str());
    }
    QVERIFY(accepted > kRounds / 4 && accepted < kRounds * 3 / 4);
}

void EnvelopeTest::agreesWithQtOnMembers()
{
    JsonMaker maker(777);
    int compared = 0;
    for (int round = 0; round < 20000; ++round) {
        const std::string text = maker.document();
        Envelope envelope;
        parse(text, {}, envelope);
        const QJsonDocument document = QJsonDocument::fromJson(QByteArray::fromStdString(text));
        if (envelope.errorCode != 0 || document.isNull())
            continue;
        const Element &element = envelope.elements.front();
        if (element.errorCode != 0)
            continue;
        ++compared;
        QCOMPARE(QString::fromUtf8(element.call.method.data(),
                                   static_cast<qsizetype>(element.call.method.size())),
                 document[QStringLiteral("method")].toString());
        QCOMPARE(element.call.id.empty(), document[QStringLiteral("id")].isUndefined());
        QCOMPARE(element.call.params.empty(), document[QStringLiteral("params")].isUndefined());
    }
    QVERIFY(compared > 5);
}

void EnvelopeTest::survivesTruncation()
{
    const std::string text = "[{\"jsonrpc\":\"2.0\",\"id\":1.5e3,\"method\":\"\\u0061\\n\xC3\xA9\","
                             "\"params\":[true,null,{\"a\":[-1]}]},1]";
    for (std::size_t length = 0; length < text.size(); ++length) {
        // A buffer of exactly this length, so that a sanitizer sees any byte read too far.
        const std::vector<char> cut(text.begin(),
                                    text.begin() + static_cast<std::ptrdiff_t>(length));
        Envelope envelope;
        parse(std::string_view(cut.data(), cut.size()), {}, envelope);
        QCOMPARE(envelope.errorCode, static_cast<int>(kParseError));
        QVERIFY(envelope.elements.empty() || envelope.errorCode == 0);
    }
}

/// Strings are read in blocks and words: each byte value at each place of strings of each length, with and without text behind.
void EnvelopeTest::everyByteAtEveryPlaceOfAString()
{
    for (const std::string_view behind :
         {std::string_view(), std::string_view(",\"0123456789abcdef\"")}) {
        for (std::size_t length = 1; length <= 40; ++length) {
            for (std::size_t place = 0; place < length; ++place) {
                for (int byte = 0; byte < 256; ++byte) {
                    std::string text(length, 'x');
                    text[place] = static_cast<char>(byte);
                    const bool closes = byte == '"';
                    const bool escapes =
                        byte == '\\'; // and an x behind it is no escape, a quote is
                    if (escapes && place + 1 == length)
                        continue;
                    text = '"' + text + '"' + std::string(behind);
                    Scanner scanner(text);
                    const bool read = scanner.skipValue();
                    QCOMPARE(read, byte >= 0x20 && !escapes);
                    if (!read)
                        continue;
                    QCOMPARE(scanner.position() - text.data(),
                             static_cast<std::ptrdiff_t>(closes ? place + 2 : length + 2));
                    // May be seen too often, never too seldom.
                    QVERIFY(byte < 0x80 || scanner.sawNonAscii());
                    QVERIFY(byte >= 0x80 || !scanner.sawNonAscii());
                }
            }
        }
    }
}

SPILLWAY_TEST(EnvelopeTest)
#include "tst_envelope.moc"
