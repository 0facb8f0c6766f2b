// SPDX-License-Identifier: MIT
#include "httpbytes.h"
#include "httpserverbench.h"
#include "testmain.h"

using namespace spillway;
using namespace spillway::test;
using namespace spillway::test::server;

namespace {

struct Rejection
{
    const char *name;
    const char *bytes;
    int status;
};

// clang-format off
constexpr Rejection kRejections[] = {
    // Smuggling and its kind: two readers must not see two requests.
    {"#12 length and chunked", "POST / HTTP/1.1|Host: a|Content-Length: 5|Transfer-Encoding: chunked||0||", 400},
    {"#12 chunked and length", "POST / HTTP/1.1|Host: a|Transfer-Encoding: chunked|Content-Length: 5||0||", 400},
    {"#12 two different lengths", "POST / HTTP/1.1|Host: a|Content-Length: 5|Content-Length: 6||hello!", 400},
    {"#12 two equal lengths", "POST / HTTP/1.1|Host: a|Content-Length: 5|Content-Length: 5||hello", 400},
    {"#12 list of lengths", "POST / HTTP/1.1|Host: a|Content-Length: 5, 5||hello", 400},
    {"#12 chunked with tab", "POST / HTTP/1.1|Host: a|Transfer-Encoding: chunked\t||0||", 400},
    {"#12 tab before chunked", "POST / HTTP/1.1|Host: a|Transfer-Encoding:\tchunked||0||", 400},
    {"#12 xchunked", "POST / HTTP/1.1|Host: a|Transfer-Encoding: xchunked||0||", 400},
    {"#12 chunkedx", "POST / HTTP/1.1|Host: a|Transfer-Encoding: chunkedx||0||", 400},
    {"#12 chunked, identity", "POST / HTTP/1.1|Host: a|Transfer-Encoding: chunked, identity||0||", 400},
    {"#12 identity, chunked", "POST / HTTP/1.1|Host: a|Transfer-Encoding: identity, chunked||0||", 400},
    {"#12 chunked twice", "POST / HTTP/1.1|Host: a|Transfer-Encoding: chunked|Transfer-Encoding: chunked||0||", 400},
    {"#12 chunked, then another", "POST / HTTP/1.1|Host: a|Transfer-Encoding: chunked|Transfer-Encoding: x||0||",
     400},
    {"#12 empty transfer coding", "POST / HTTP/1.1|Host: a|Transfer-Encoding:||", 400},
    {"#12 plus in length", "POST / HTTP/1.1|Host: a|Content-Length: +62||", 400},
    {"#12 minus in length", "POST / HTTP/1.1|Host: a|Content-Length: -1||", 400},
    {"#12 hex length", "POST / HTTP/1.1|Host: a|Content-Length: 0x5||hello", 400},
    {"#12 space in length", "POST / HTTP/1.1|Host: a|Content-Length: 1 0||hello", 400},
    {"#12 empty length", "POST / HTTP/1.1|Host: a|Content-Length:||", 400},
    {"#12 length overflow", "POST / HTTP/1.1|Host: a|Content-Length: 99999999999999999999||", 400},
    {"#12 space before colon", "POST / HTTP/1.1|Host: a|Transfer-Encoding : chunked||0||", 400},
    {"#12 tab before colon", "POST / HTTP/1.1|Host: a|Content-Length\t: 5||hello", 400},
    {"#12 space in a name", "POST / HTTP/1.1|Host: a|Content Length: 5||", 400},
    {"#12 space before a name", "POST / HTTP/1.1|Host: a| Content-Length: 5||hello", 400},
    {"#12 space before the first name", "POST / HTTP/1.1| Host: a||", 400},
    {"#12 chunked in HTTP/1.0", "POST / HTTP/1.0|Host: a|Transfer-Encoding: chunked||0||", 400},
    {"bare LF everywhere", "GET / HTTP/1.1\nHost: a\n\n", 400},
    {"bare LF after a header", "GET / HTTP/1.1|Host: a\nX: y||", 400},
    {"bare LF after an empty header", "GET / HTTP/1.1|Host: a|X:\nY: y||", 400},
    {"bare LF after the last header", "GET / HTTP/1.1|Host: a|X: y\n\r\n", 400},
    {"bare LF ends the head", "GET / HTTP/1.1|Host: a|X: y|\nGET /2 HTTP/1.1|Host: a||", 400},
    {"bare CR in a value", "GET / HTTP/1.1|Host: a|X: y\rContent-Length: 5||", 400},
    {"CR CR LF", "GET / HTTP/1.1|Host: a\r||", 400},
    {"folded line", "GET / HTTP/1.1|Host: a|X: y|  z||", 400},
    {"folded with tab", "GET / HTTP/1.1|Host: a|X: y|\tz||", 400},
    {"folded from nothing", "GET / HTTP/1.1|Host: a|X:| y||", 400},
    {"NUL in a value", "GET / HTTP/1.1|Host: a|X: y{0}z||", 400},
    {"NUL in a name", "GET / HTTP/1.1|Host: a|X{0}: y||", 400},
    {"NUL in the target", "GET /{0} HTTP/1.1|Host: a||", 400},
    {"control character in a value", "GET / HTTP/1.1|Host: a|X: y\x01||", 400},
    {"no colon", "GET / HTTP/1.1|Host: a|novalue||", 400},
    {"empty name", "GET / HTTP/1.1|Host: a|: value||", 400},
    {"no Host", "GET / HTTP/1.1|X: y||", 400},
    {"no header at all", "GET / HTTP/1.1||", 400},
    {"two Hosts", "GET / HTTP/1.1|Host: a|Host: b||", 400},
    {"two Hosts in HTTP/1.0", "GET / HTTP/1.0|Host: a|Host: a||", 400},
    {"list of hosts", "GET / HTTP/1.1|Host: a, b||", 400},
    {"path in Host", "GET / HTTP/1.1|Host: a/b||", 400},
    {"user in an absolute target", "GET http://u@a/ HTTP/1.1|Host: a||", 400},
    {"user in Host", "GET / HTTP/1.1|Host: u@a||", 400},
    {"not HTTP", "\x16\x03\x01\x02||", 400},
    {"one word", "hello||", 400},
    {"unknown method", "BREW /pot HTTP/1.1|Host: a||", 501},
    {"longer than a known method", "GETS / HTTP/1.1|Host: a||", 501},
    {"method without a target", "GET|Host: a||", 400},
    {"no target", "GET  HTTP/1.1|Host: a||", 400},
    {"HTTP/0.9", "GET /||", 505},
    {"HTTP/0.9 by name", "GET / HTTP/0.9|Host: a||", 505},
    {"HTTP/1.2", "GET / HTTP/1.2|Host: a||", 505},
    {"HTTP/2.0", "GET / HTTP/2.0|Host: a||", 505},
    {"HTTP/3.0", "GET / HTTP/3.0|Host: a||", 505},
    {"HTTP/11.1", "GET / HTTP/11.1|Host: a||", 400},
    {"no version number", "GET / HTTP/x.1|Host: a||", 400},
    {"HTTP/2 preface", "PRI * HTTP/2.0||SM||", 505},
    {"lower-case protocol", "GET / http/1.1|Host: a||", 400},
    {"unknown expectation", "POST / HTTP/1.1|Host: a|Expect: 200-maybe|Content-Length: 2||{}", 417},
    {"body larger than allowed", "POST / HTTP/1.1|Host: a|Content-Length: 65||", 413},
};
// clang-format on

/// The body is refused after the handler has seen the head.
// clang-format off
constexpr Rejection kBodyRejections[] = {
    {"chunked body outgrows the limit", "POST / HTTP/1.1|Host: a|Transfer-Encoding: chunked||"
     "20|01234567890123456789012345678901|20|01234567890123456789012345678901|1|x|0||", 413},
    {"bad chunk size", "POST / HTTP/1.1|Host: a|Transfer-Encoding: chunked||5|hello|zz|x|0||", 400},
    {"signed chunk size", "POST / HTTP/1.1|Host: a|Transfer-Encoding: chunked||+5|hello|0||", 400},
    {"hex prefix in chunk size", "POST / HTTP/1.1|Host: a|Transfer-Encoding: chunked||0x5|hello|0||", 400},
    {"empty chunk size", "POST / HTTP/1.1|Host: a|Transfer-Encoding: chunked|||hello|0||", 400},
    {"bare LF after a chunk size", "POST / HTTP/1.1|Host: a|Transfer-Encoding: chunked||5\nhello|0||", 400},
    {"bare LF after a chunk", "POST / HTTP/1.1|Host: a|Transfer-Encoding: chunked||5|hello\n0||", 400},
    {"chunk longer than said", "POST / HTTP/1.1|Host: a|Transfer-Encoding: chunked||5|hello!|0||", 400},
    {"chunk size overflow", "POST / HTTP/1.1|Host: a|Transfer-Encoding: chunked||fffffffffffffffff|x|0||", 400},
};

// clang-format on

struct Acceptance
{
    const char *name;
    const char *bytes;
    const char *log;
    int answers;
    bool closes;
};

// clang-format off
constexpr Acceptance kAcceptances[] = {
    {"GET", "GET /a?b HTTP/1.1|Host: a||", "ready GET /a?b 1.1 Host=a; []\n", 1, false},
    {"counted body", "POST / HTTP/1.1|Host: a|Content-Length: 5||hello",
     "head POST / 1.1 Host=a; Content-Length=5;\nready POST / 1.1 Host=a; Content-Length=5; [hello]\n", 1,
     false},
    {"chunked body", "POST / HTTP/1.1|Host: a|Transfer-Encoding: chunked||5|hello|1;ext=\"1\"|!|0|Trailer: x||",
     "head POST / 1.1 Host=a; Transfer-Encoding=chunked;\n"
     "ready POST / 1.1 Host=a; Transfer-Encoding=chunked; [hello!]\n", 1, false},
    {"chunked in capitals", "POST / HTTP/1.1|Host: a|transfer-encoding: CHUNKED||1|x|0||",
     "head POST / 1.1 Host=a; transfer-encoding=CHUNKED;\n"
     "ready POST / 1.1 Host=a; transfer-encoding=CHUNKED; [x]\n", 1, false},
    {"empty chunked body", "POST / HTTP/1.1|Host: a|Transfer-Encoding: chunked||0||",
     "head POST / 1.1 Host=a; Transfer-Encoding=chunked;\nready POST / 1.1 Host=a; "
     "Transfer-Encoding=chunked; []\n", 1, false},
    {"length zero", "POST / HTTP/1.1|Host: a|Content-Length: 0||",
     "ready POST / 1.1 Host=a; Content-Length=0; []\n", 1, false},
    {"POST without a length", "POST / HTTP/1.1|Host: a||", "ready POST / 1.1 Host=a; []\n", 1, false},
    {"body as large as allowed", "POST / HTTP/1.1|Host: a|Content-Length: "
     "64||0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
     "head POST / 1.1 Host=a; Content-Length=64;\nready POST / 1.1 Host=a; Content-Length=64; "
     "[0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef]\n", 1, false},
    {"blanks around a value, empty values", "GET / HTTP/1.1|Host:a|X: \t y \t |Y:|Z: ||",
     "ready GET / 1.1 Host=a; X=y; Y=; Z=; []\n", 1, false},
    {"UTF-8 in a value", "GET / HTTP/1.1|Host: a|X: \xc3\xa4||", "ready GET / 1.1 Host=a; X=\xc3\xa4; []\n", 1,
     false},
    {"empty Host", "GET / HTTP/1.1|Host:||", "ready GET / 1.1 Host=; []\n", 1, false},
    {"IPv6 Host", "GET / HTTP/1.1|Host: [::1]:8599||", "ready GET / 1.1 Host=[::1]:8599; []\n", 1, false},
    {"line ends before a request", "||GET / HTTP/1.1|Host: a|||", "ready GET / 1.1 Host=a; []\n", 1, false},
    {"#13 two pipelined",
     "POST /1 HTTP/1.1|Host: a|Content-Length: 1||xPOST /2 HTTP/1.1|Host: a|Content-Length: 1||y",
     "head POST /1 1.1 Host=a; Content-Length=1;\nready POST /1 1.1 Host=a; Content-Length=1; [x]\n"
     "head POST /2 1.1 Host=a; Content-Length=1;\nready POST /2 1.1 Host=a; Content-Length=1; [y]\n", 2, false},
    {"chunked, then another",
     "POST /1 HTTP/1.1|Host: a|Transfer-Encoding: chunked||1|x|0||GET /2 HTTP/1.1|Host: a||",
     "head POST /1 1.1 Host=a; Transfer-Encoding=chunked;\nready POST /1 1.1 Host=a; "
     "Transfer-Encoding=chunked; [x]\n"
     "ready GET /2 1.1 Host=a; []\n", 2, false},
    {"nothing after close", "GET /1 HTTP/1.1|Host: a|Connection: close||GET /2 HTTP/1.1|Host: a||",
     "ready GET /1 1.1 Host=a; Connection=close; []\n", 1, true},
    {"close in a list", "GET / HTTP/1.1|Host: a|Connection: TE, Close||",
     "ready GET / 1.1 Host=a; Connection=TE, Close; []\n", 1, true},
    {"#10 HTTP/1.0", "GET / HTTP/1.0||", "ready GET / 1.0 []\n", 1, true},
    {"#10 HTTP/1.0 POST", "POST / HTTP/1.0|Content-Length: 2||{}",
     "head POST / 1.0 Content-Length=2;\nready POST / 1.0 Content-Length=2; [{}]\n", 1, true},
    {"#10 HTTP/1.0 kept alive", "GET /1 HTTP/1.0|Connection: keep-alive||GET /2 HTTP/1.0|Connection: Keep-Alive||",
     "ready GET /1 1.0 Connection=keep-alive; []\nready GET /2 1.0 Connection=Keep-Alive; []\n", 2, false},
    {"#10 HEAD", "HEAD / HTTP/1.1|Host: a||", "ready HEAD / 1.1 Host=a; []\n", 1, false},
    {"absolute target", "GET http://node.example:80/p/q?x=1 HTTP/1.1|Host: other||",
     "ready GET /p/q?x=1 1.1 Host=node.example:80; []\n", 1, false},
    {"absolute target without a path", "GET http://node.example HTTP/1.1|Host: node.example||",
     "ready GET / 1.1 Host=node.example; []\n", 1, false},
    {"absolute target, only a query", "GET http://node.example?x=1 HTTP/1.1|Host: node.example||",
     "ready GET /?x=1 1.1 Host=node.example; []\n", 1, false},
    {"URL inside a query", "GET /?u=http://x/ HTTP/1.1|Host: a||", "ready GET /?u=http://x/ 1.1 Host=a; []\n", 1,
     false},
    {"asterisk", "OPTIONS * HTTP/1.1|Host: a||", "ready OPTIONS * 1.1 Host=a; []\n", 1, false},
    {"other known methods", "DELETE / HTTP/1.1|Host: a||PATCH / HTTP/1.1|Host: a||",
     "ready DELETE / 1.1 Host=a; []\nready PATCH / 1.1 Host=a; []\n", 2, false},
    {"CONNECT ends it", "CONNECT a:1 HTTP/1.1|Host: a||xxxx", "ready CONNECT a:1 1.1 Host=a; []\n", 1, true},
    {"upgrade", "GET / HTTP/1.1|Host: a|Connection: Upgrade|Upgrade: websocket||",
     "ready GET / 1.1 upgrade Host=a; Connection=Upgrade; Upgrade=websocket; []\n", 1, false},
    {"upgrade with a body goes on as HTTP",
     "POST /1 HTTP/1.1|Host: a|Connection: Upgrade|Upgrade: h2c|Content-Length: 1||xGET /2 HTTP/1.1|Host: a||",
     "head POST /1 1.1 upgrade Host=a; Connection=Upgrade; Upgrade=h2c; Content-Length=1;\n"
     "ready POST /1 1.1 upgrade Host=a; Connection=Upgrade; Upgrade=h2c; Content-Length=1; [x]\n"
     "ready GET /2 1.1 Host=a; []\n",
     2, false},
    {"Upgrade without Connection", "GET / HTTP/1.1|Host: a|Upgrade: websocket||",
     "ready GET / 1.1 Host=a; Upgrade=websocket; []\n", 1, false},
    {"Expect in HTTP/1.0", "POST / HTTP/1.0|Expect: 100-continue|Content-Length: 1||x",
     "head POST / 1.0 Expect=100-continue; Content-Length=1;\n"
     "ready POST / 1.0 Expect=100-continue; Content-Length=1; [x]\n", 1, true},
};
// clang-format on

} // namespace

class HttpRequestsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void rejects_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<int>("status");
        QTest::addColumn<bool>("headSeen");
        for (const Rejection &r : kRejections)
            QTest::newRow(r.name) << toQt(bytesOf(r.bytes)) << r.status << false;
        for (const Rejection &r : kBodyRejections)
            QTest::newRow(r.name) << toQt(bytesOf(r.bytes)) << r.status << true;
        const std::string large(600, 'x');
        QTest::newRow("#11 head too large")
            << toQt(bytesOf("GET / HTTP/1.1|Host: a|X: ") + large + bytesOf("||")) << 431 << false;
    }

    /// One answer, then a close, however the bytes come, and no request reaches the handler.
    void rejects()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(int, status);
        QFETCH(bool, headSeen);
        const std::string whole = outcome(toStd(bytes), {});
        QVERIFY2(whole.find("ready") == std::string::npos, whole.c_str());
        QCOMPARE(whole.starts_with("head "), headSeen);
        const std::string line = "HTTP/1.1 " + std::to_string(status) + " ";
        QVERIFY2(whole.find(line) != std::string::npos, whole.c_str());
        QCOMPARE(count(whole, "\r\nConnection: "), std::size_t(1));
        QVERIFY2(whole.find("\r\nConnection: close\r\n") != std::string::npos, whole.c_str());
        QVERIFY2(whole.ends_with("<finished>"), whole.c_str());
        QVERIFY2(whole.find("{\"status\":" + std::to_string(status)) != std::string::npos,
                 whole.c_str());
        QCOMPARE(outcome(toStd(bytes), everyByte(bytes)), whole);
    }

    void accepts_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QByteArray>("log");
        QTest::addColumn<int>("answers");
        QTest::addColumn<bool>("closes");
        for (const Acceptance &a : kAcceptances)
            QTest::newRow(a.name) << toQt(bytesOf(a.bytes)) << QByteArray(a.log) << a.answers
                                  << a.closes;
    }

    void accepts()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QByteArray, log);
        QFETCH(int, answers);
        QFETCH(bool, closes);
        const std::string whole = outcome(toStd(bytes), {});
        QVERIFY2(whole.starts_with(toStd(log)), whole.c_str());
        const std::string answer = whole.substr(static_cast<std::size_t>(log.size()));
        QCOMPARE(count(answer, "HTTP/1.1 200 OK\r\n"), static_cast<std::size_t>(answers));
        QCOMPARE(answer.ends_with("<finished>"), closes);
        QCOMPARE(answer.find("Connection: close") != std::string::npos, closes);
        QCOMPARE(outcome(toStd(bytes), everyByte(bytes)), whole);
    }

    /// However the bytes are cut, the outcome is the same; also for damaged bytes.
    void randomSplits()
    {
        std::mt19937 random(20240611);
        std::vector<std::string> corpus;
        for (const Rejection &r : kRejections)
            corpus.push_back(bytesOf(r.bytes));
        for (const Rejection &r : kBodyRejections)
            corpus.push_back(bytesOf(r.bytes));
        for (const Acceptance &a : kAcceptances)
            corpus.push_back(bytesOf(a.bytes));
        // "100 Continue" depends on whether the body is there already.
        std::erase_if(corpus, [](const std::string &bytes) {
            return bytes.find("Expect") != std::string::npos;
        });
        for (int round = 0; round < 12; ++round) {
            for (const std::string &good : corpus) {
                const std::string bytes = round % 2 == 1 ? damaged(good, random) : good;
                const bool end = random() % 2 == 0;
                const std::string whole = outcome(bytes, {}, end);
                const std::string cut = outcome(bytes, randomCuts(bytes, random), end);
                if (cut != whole)
                    qWarning("input: %s", toQt(bytes).toPercentEncoding(" /:").constData());
                QCOMPARE(cut, whole);
                QCOMPARE(outcome(bytes, everyByte(toQt(bytes)), end), whole);
            }
        }
    }

    void requestQuestions()
    {
        HttpRequest request;
        request.target = "/a/b?c=d";
        request.headers = {{"Content-Type", "x"}, {"Empty", ""}, {"content-type", "y"}};
        QCOMPARE(request.path(), std::string_view("/a/b"));
        QCOMPARE(request.header("CONTENT-TYPE"), std::string_view("x"));
        QVERIFY(request.hasHeader("empty"));
        QVERIFY(!request.hasHeader("empt"));
    }
};

SPILLWAY_TEST(HttpRequestsTest)
#include "tst_httprequests.moc"
