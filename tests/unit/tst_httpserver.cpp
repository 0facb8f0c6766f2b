// SPDX-License-Identifier: MIT
#include "fakestream.h"
#include "io/httpserver.h"
#include "manualclock.h"
#include "testmain.h"

#include <QTcpServer>
#include <QTcpSocket>

#include <functional>
#include <random>

using namespace spillway;
using namespace spillway::test;
using namespace std::chrono_literals;

namespace {

enum class Moment { Never, Head, Ready, Drained, Closed };

/// Notes every callback as one line and answers as told.
class Recorder final : public HttpRequestHandler
{
public:
    bool requestHead(HttpServerConnection &connection, const HttpRequest &request) override
    {
        m_log += "head " + describe(request) + "\n";
        bodyEmptyInHead = bodyEmptyInHead && request.body.empty();
        if (deleteAt(Moment::Head, connection))
            return true;
        if (refuseHeads) {
            connection.respond(401, "text/plain", "X-Why: token\r\n", "no");
            return false;
        }
        return true;
    }

    void requestReady(HttpServerConnection &connection, const HttpRequest &request) override
    {
        m_log += "ready " + describe(request) + " [" + std::string(request.body) + "]\n";
        if (deleteAt(Moment::Ready, connection))
            return;
        if (onReady)
            onReady(connection, request);
        else
            connection.respond(200, "application/json", {}, "re:" + std::string(request.body));
    }

    std::string protocolErrorBody(int status, std::string_view reason) override
    {
        return "{\"status\":" + std::to_string(status) + ",\"reason\":\"" + std::string(reason)
               + "\"}";
    }

    std::string_view commonHeaders(const HttpServerConnection &, const HttpRequest &) override
    {
        return common;
    }

    void responseDrained(HttpServerConnection &connection) override
    {
        m_log += "drained\n";
        if (deleteAt(Moment::Drained, connection))
            return;
        if (onDrained)
            onDrained(connection);
    }

    void connectionClosed(HttpServerConnection &connection) override
    {
        m_log += "closed\n";
        closed = true;
        deleteAt(Moment::Closed, connection);
    }

    std::string takeLog() { return std::exchange(m_log, {}); }

    Moment deletion = Moment::Never;
    bool refuseHeads = false;
    bool closed = false;
    bool bodyEmptyInHead = true;
    std::string common;
    std::function<void(HttpServerConnection &, const HttpRequest &)> onReady;
    std::function<void(HttpServerConnection &)> onDrained;

private:
    static std::string describe(const HttpRequest &request)
    {
        std::string text = std::string(request.methodName) + " " + std::string(request.target)
                           + " 1." + std::to_string(request.versionMinor)
                           + (request.upgrade ? " upgrade" : "");
        for (const auto &[name, value] : request.headers)
            text += " " + std::string(name) + "=" + std::string(value) + ";";
        return text;
    }

    bool deleteAt(Moment moment, HttpServerConnection &connection)
    {
        if (deletion != moment)
            return false;
        closed = true;
        delete &connection;
        return true;
    }

    std::string m_log;
};

struct Bench
{
    explicit Bench(const HttpServerLimits &limits = {})
        : wire(std::make_shared<FakeWire>())
    {
        connection =
            new HttpServerConnection(context, std::make_unique<FakeStream>(wire), recorder, limits);
    }

    ~Bench()
    {
        if (!recorder.closed)
            delete connection;
    }

    Bench(const Bench &) = delete;
    Bench &operator=(const Bench &) = delete;

    /// A turn of the event loop.
    void turn()
    {
        for (int i = 0; i < 4; ++i) {
            context.timers().fireDue();
            wire->flow();
        }
    }

    void advance(Milliseconds by)
    {
        clock.advance(by);
        turn();
    }

    ManualClock clock;
    IoContext context{clock, IoBackend::Qt};
    Recorder recorder;
    std::shared_ptr<FakeWire> wire;
    HttpServerConnection *connection = nullptr;
};

std::string withoutDate(std::string text)
{
    for (;;) {
        const std::size_t at = text.find("Date: ");
        if (at == std::string::npos)
            return text;
        text.erase(at, text.find("\r\n", at) + 2 - at);
    }
}

/// In tables `|` stands for CR LF, `\0` is written as {0}.
std::string bytesOf(std::string_view table)
{
    std::string bytes;
    for (std::size_t i = 0; i < table.size(); ++i) {
        if (table[i] == '|')
            bytes += "\r\n";
        else if (table.substr(i, 3) == "{0}")
            bytes.push_back('\0'), i += 2;
        else
            bytes.push_back(table[i]);
    }
    return bytes;
}

QByteArray row(std::string_view bytes)
{
    return {bytes.data(), static_cast<qsizetype>(bytes.size())};
}

std::string view(const QByteArray &bytes)
{
    return {bytes.data(), static_cast<std::size_t>(bytes.size())};
}

/// Everything that can be seen from outside, after the bytes came in the given pieces.
std::string
outcome(std::string_view bytes, const std::vector<std::size_t> &pieces, bool thenEnd = false)
{
    HttpServerLimits limits;
    limits.maxHeaderBytes = 512;
    limits.maxBodyBytes = 64;
    Bench bench(limits);
    std::size_t at = 0;
    for (const std::size_t size : pieces) {
        bench.wire->deliver(bytes.substr(at, size));
        bench.turn();
        at += std::min(size, bytes.size() - at);
    }
    bench.wire->deliver(bytes.substr(at));
    bench.turn();
    if (thenEnd) {
        bench.wire->end();
        bench.turn();
    }
    return bench.recorder.takeLog() + withoutDate(bench.wire->sent)
           + (bench.wire->finished ? "<finished>" : "") + (bench.wire->aborted ? "<aborted>" : "");
}

std::string outcomeBytewise(std::string_view bytes, bool thenEnd = false)
{
    return outcome(bytes, std::vector<std::size_t>(bytes.size(), 1), thenEnd);
}

struct Rejection
{
    const char *name;
    const char *bytes;
    int status;
};

constexpr Rejection kRejections[] = {
    // bugs.md #12 and its kind: two readers must not see two requests
    {"#12 length and chunked",
     "POST / HTTP/1.1|Host: a|Content-Length: 5|Transfer-Encoding: chunked||0||",
     400},
    {"#12 chunked and length",
     "POST / HTTP/1.1|Host: a|Transfer-Encoding: chunked|Content-Length: 5||0||",
     400},
    {"#12 two different lengths",
     "POST / HTTP/1.1|Host: a|Content-Length: 5|Content-Length: 6||hello!",
     400},
    {"#12 two equal lengths",
     "POST / HTTP/1.1|Host: a|Content-Length: 5|Content-Length: 5||hello",
     400},
    {"#12 list of lengths", "POST / HTTP/1.1|Host: a|Content-Length: 5, 5||hello", 400},
    {"#12 chunked with tab", "POST / HTTP/1.1|Host: a|Transfer-Encoding: chunked\t||0||", 400},
    {"#12 tab before chunked", "POST / HTTP/1.1|Host: a|Transfer-Encoding:\tchunked||0||", 400},
    {"#12 xchunked", "POST / HTTP/1.1|Host: a|Transfer-Encoding: xchunked||0||", 400},
    {"#12 chunkedx", "POST / HTTP/1.1|Host: a|Transfer-Encoding: chunkedx||0||", 400},
    {"#12 chunked, identity",
     "POST / HTTP/1.1|Host: a|Transfer-Encoding: chunked, identity||0||",
     400},
    {"#12 identity, chunked",
     "POST / HTTP/1.1|Host: a|Transfer-Encoding: identity, chunked||0||",
     400},
    {"#12 chunked twice",
     "POST / HTTP/1.1|Host: a|Transfer-Encoding: chunked|Transfer-Encoding: chunked||0||",
     400},
    {"#12 chunked, then another",
     "POST / HTTP/1.1|Host: a|Transfer-Encoding: chunked|Transfer-Encoding: x||0||",
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
    {"#11 head too large",
     "GET / HTTP/1.1|Host: a|X: "
     "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
     "xxxxxxxxxxx"
     "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
     "xxxxxxxxxxx"
     "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
     "xxxxxxxxxxx"
     "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
     "xxxxxxxxxxx"
     "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
     "xxxxxxxxxxx"
     "||",
     431},
    {"body larger than allowed", "POST / HTTP/1.1|Host: a|Content-Length: 65||", 413},
};

/// The body is refused after the handler has seen the head.
constexpr Rejection kBodyRejections[] = {
    {"chunked body outgrows the limit",
     "POST / HTTP/1.1|Host: a|Transfer-Encoding: chunked||"
     "20|01234567890123456789012345678901|20|01234567890123456789012345678901|1|x|0||",
     413},
    {"bad chunk size", "POST / HTTP/1.1|Host: a|Transfer-Encoding: chunked||5|hello|zz|x|0||", 400},
    {"signed chunk size", "POST / HTTP/1.1|Host: a|Transfer-Encoding: chunked||+5|hello|0||", 400},
    {"hex prefix in chunk size",
     "POST / HTTP/1.1|Host: a|Transfer-Encoding: chunked||0x5|hello|0||",
     400},
    {"empty chunk size", "POST / HTTP/1.1|Host: a|Transfer-Encoding: chunked|||hello|0||", 400},
    {"bare LF after a chunk size",
     "POST / HTTP/1.1|Host: a|Transfer-Encoding: chunked||5\nhello|0||",
     400},
    {"bare LF after a chunk",
     "POST / HTTP/1.1|Host: a|Transfer-Encoding: chunked||5|hello\n0||",
     400},
    {"chunk longer than said",
     "POST / HTTP/1.1|Host: a|Transfer-Encoding: chunked||5|hello!|0||",
     400},
    {"chunk size overflow",
     "POST / HTTP/1.1|Host: a|Transfer-Encoding: chunked||fffffffffffffffff|x|0||",
     400},
};

struct Acceptance
{
    const char *name;
    const char *bytes;
    const char *log;
    int answers;
    bool closes;
};

constexpr Acceptance kAcceptances[] = {
    {"GET", "GET /a?b HTTP/1.1|Host: a||", "ready GET /a?b 1.1 Host=a; []\n", 1, false},
    {"counted body",
     "POST / HTTP/1.1|Host: a|Content-Length: 5||hello",
     "head POST / 1.1 Host=a; Content-Length=5;\nready POST / 1.1 Host=a; Content-Length=5; "
     "[hello]\n",
     1,
     false},
    {"chunked body",
     "POST / HTTP/1.1|Host: a|Transfer-Encoding: chunked||5|hello|1;ext=\"1\"|!|0|Trailer: x||",
     "head POST / 1.1 Host=a; Transfer-Encoding=chunked;\n"
     "ready POST / 1.1 Host=a; Transfer-Encoding=chunked; [hello!]\n",
     1,
     false},
    {"chunked in capitals",
     "POST / HTTP/1.1|Host: a|transfer-encoding: CHUNKED||1|x|0||",
     "head POST / 1.1 Host=a; transfer-encoding=CHUNKED;\n"
     "ready POST / 1.1 Host=a; transfer-encoding=CHUNKED; [x]\n",
     1,
     false},
    {"empty chunked body",
     "POST / HTTP/1.1|Host: a|Transfer-Encoding: chunked||0||",
     "head POST / 1.1 Host=a; Transfer-Encoding=chunked;\nready POST / 1.1 Host=a; "
     "Transfer-Encoding=chunked; []\n",
     1,
     false},
    {"length zero",
     "POST / HTTP/1.1|Host: a|Content-Length: 0||",
     "ready POST / 1.1 Host=a; Content-Length=0; []\n",
     1,
     false},
    {"POST without a length",
     "POST / HTTP/1.1|Host: a||",
     "ready POST / 1.1 Host=a; []\n",
     1,
     false},
    {"body as large as allowed",
     "POST / HTTP/1.1|Host: a|Content-Length: "
     "64||0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
     "head POST / 1.1 Host=a; Content-Length=64;\nready POST / 1.1 Host=a; Content-Length=64; "
     "[0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef]\n",
     1,
     false},
    {"blanks around a value, empty values",
     "GET / HTTP/1.1|Host:a|X: \t y \t |Y:|Z: ||",
     "ready GET / 1.1 Host=a; X=y; Y=; Z=; []\n",
     1,
     false},
    {"UTF-8 in a value",
     "GET / HTTP/1.1|Host: a|X: \xc3\xa4||",
     "ready GET / 1.1 Host=a; X=\xc3\xa4; []\n",
     1,
     false},
    {"empty Host", "GET / HTTP/1.1|Host:||", "ready GET / 1.1 Host=; []\n", 1, false},
    {"IPv6 Host",
     "GET / HTTP/1.1|Host: [::1]:8599||",
     "ready GET / 1.1 Host=[::1]:8599; []\n",
     1,
     false},
    {"line ends before a request",
     "||GET / HTTP/1.1|Host: a|||",
     "ready GET / 1.1 Host=a; []\n",
     1,
     false},
    {"#13 two pipelined",
     "POST /1 HTTP/1.1|Host: a|Content-Length: 1||xPOST /2 HTTP/1.1|Host: a|Content-Length: 1||y",
     "head POST /1 1.1 Host=a; Content-Length=1;\nready POST /1 1.1 Host=a; Content-Length=1; [x]\n"
     "head POST /2 1.1 Host=a; Content-Length=1;\nready POST /2 1.1 Host=a; Content-Length=1; "
     "[y]\n",
     2,
     false},
    {"chunked, then another",
     "POST /1 HTTP/1.1|Host: a|Transfer-Encoding: chunked||1|x|0||GET /2 HTTP/1.1|Host: a||",
     "head POST /1 1.1 Host=a; Transfer-Encoding=chunked;\nready POST /1 1.1 Host=a; "
     "Transfer-Encoding=chunked; [x]\n"
     "ready GET /2 1.1 Host=a; []\n",
     2,
     false},
    {"nothing after close",
     "GET /1 HTTP/1.1|Host: a|Connection: close||GET /2 HTTP/1.1|Host: a||",
     "ready GET /1 1.1 Host=a; Connection=close; []\n",
     1,
     true},
    {"close in a list",
     "GET / HTTP/1.1|Host: a|Connection: TE, Close||",
     "ready GET / 1.1 Host=a; Connection=TE, Close; []\n",
     1,
     true},
    {"#10 HTTP/1.0", "GET / HTTP/1.0||", "ready GET / 1.0 []\n", 1, true},
    {"#10 HTTP/1.0 POST",
     "POST / HTTP/1.0|Content-Length: 2||{}",
     "head POST / 1.0 Content-Length=2;\nready POST / 1.0 Content-Length=2; [{}]\n",
     1,
     true},
    {"#10 HTTP/1.0 kept alive",
     "GET /1 HTTP/1.0|Connection: keep-alive||GET /2 HTTP/1.0|Connection: Keep-Alive||",
     "ready GET /1 1.0 Connection=keep-alive; []\nready GET /2 1.0 Connection=Keep-Alive; []\n",
     2,
     false},
    {"#10 HEAD", "HEAD / HTTP/1.1|Host: a||", "ready HEAD / 1.1 Host=a; []\n", 1, false},
    {"absolute target",
     "GET http://node.example:80/p/q?x=1 HTTP/1.1|Host: other||",
     "ready GET /p/q?x=1 1.1 Host=node.example:80; []\n",
     1,
     false},
    {"absolute target without a path",
     "GET http://node.example HTTP/1.1|Host: node.example||",
     "ready GET / 1.1 Host=node.example; []\n",
     1,
     false},
    {"absolute target, only a query",
     "GET http://node.example?x=1 HTTP/1.1|Host: node.example||",
     "ready GET /?x=1 1.1 Host=node.example; []\n",
     1,
     false},
    {"URL inside a query",
     "GET /?u=http://x/ HTTP/1.1|Host: a||",
     "ready GET /?u=http://x/ 1.1 Host=a; []\n",
     1,
     false},
    {"asterisk", "OPTIONS * HTTP/1.1|Host: a||", "ready OPTIONS * 1.1 Host=a; []\n", 1, false},
    {"other known methods",
     "DELETE / HTTP/1.1|Host: a||PATCH / HTTP/1.1|Host: a||",
     "ready DELETE / 1.1 Host=a; []\nready PATCH / 1.1 Host=a; []\n",
     2,
     false},
    {"CONNECT ends it",
     "CONNECT a:1 HTTP/1.1|Host: a||xxxx",
     "ready CONNECT a:1 1.1 Host=a; []\n",
     1,
     true},
    {"upgrade",
     "GET / HTTP/1.1|Host: a|Connection: Upgrade|Upgrade: websocket||",
     "ready GET / 1.1 upgrade Host=a; Connection=Upgrade; Upgrade=websocket; []\n",
     1,
     false},
    {"upgrade with a body goes on as HTTP",
     "POST /1 HTTP/1.1|Host: a|Connection: Upgrade|Upgrade: h2c|Content-Length: 1||xGET /2 "
     "HTTP/1.1|Host: a||",
     "head POST /1 1.1 upgrade Host=a; Connection=Upgrade; Upgrade=h2c; Content-Length=1;\n"
     "ready POST /1 1.1 upgrade Host=a; Connection=Upgrade; Upgrade=h2c; Content-Length=1; [x]\n"
     "ready GET /2 1.1 Host=a; []\n",
     2,
     false},
    {"Upgrade without Connection",
     "GET / HTTP/1.1|Host: a|Upgrade: websocket||",
     "ready GET / 1.1 Host=a; Upgrade=websocket; []\n",
     1,
     false},
    {"Expect in HTTP/1.0",
     "POST / HTTP/1.0|Expect: 100-continue|Content-Length: 1||x",
     "head POST / 1.0 Expect=100-continue; Content-Length=1;\n"
     "ready POST / 1.0 Expect=100-continue; Content-Length=1; [x]\n",
     1,
     true},
};

std::size_t count(std::string_view text, std::string_view part)
{
    std::size_t n = 0;
    for (std::size_t at = text.find(part); at != std::string_view::npos;
         at = text.find(part, at + part.size()))
        ++n;
    return n;
}

std::string post(std::string_view target, std::string_view body, std::string_view headers = {})
{
    return "POST " + std::string(target) + " HTTP/1.1\r\nHost: a\r\n" + std::string(headers)
           + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + std::string(body);
}

constexpr std::string_view kGet = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

} // namespace

class HttpServerTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void rejects_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<int>("status");
        QTest::addColumn<bool>("headSeen");
        for (const Rejection &r : kRejections)
            QTest::newRow(r.name) << row(bytesOf(r.bytes)) << r.status << false;
        for (const Rejection &r : kBodyRejections)
            QTest::newRow(r.name) << row(bytesOf(r.bytes)) << r.status << true;
    }

    /// One answer, then a close, however the bytes come, and no request reaches the handler.
    void rejects()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(int, status);
        QFETCH(bool, headSeen);
        const std::string whole = outcome(view(bytes), {});
        QVERIFY2(whole.find("ready") == std::string::npos, whole.c_str());
        QCOMPARE(whole.starts_with("head "), headSeen);
        const std::string line = "HTTP/1.1 " + std::to_string(status) + " ";
        QVERIFY2(whole.find(line) != std::string::npos, whole.c_str());
        QCOMPARE(count(whole, "\r\nConnection: "), std::size_t(1));
        QVERIFY2(whole.find("\r\nConnection: close\r\n") != std::string::npos, whole.c_str());
        QVERIFY2(whole.ends_with("<finished>"), whole.c_str());
        QVERIFY2(whole.find("{\"status\":" + std::to_string(status)) != std::string::npos,
                 whole.c_str());
        QCOMPARE(outcomeBytewise(view(bytes)), whole);
    }

    void accepts_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QByteArray>("log");
        QTest::addColumn<int>("answers");
        QTest::addColumn<bool>("closes");
        for (const Acceptance &a : kAcceptances)
            QTest::newRow(a.name) << row(bytesOf(a.bytes)) << QByteArray(a.log) << a.answers
                                  << a.closes;
    }

    void accepts()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QByteArray, log);
        QFETCH(int, answers);
        QFETCH(bool, closes);
        const std::string whole = outcome(view(bytes), {});
        QVERIFY2(whole.starts_with(view(log)), whole.c_str());
        const std::string answer = whole.substr(static_cast<std::size_t>(log.size()));
        QCOMPARE(count(answer, "HTTP/1.1 200 OK\r\n"), static_cast<std::size_t>(answers));
        QCOMPARE(answer.ends_with("<finished>"), closes);
        QCOMPARE(answer.find("Connection: close") != std::string::npos, closes);
        QCOMPARE(outcomeBytewise(view(bytes)), whole);
    }

    /// However the bytes are cut, the outcome is the same; also for damaged bytes.
    void randomSplits()
    {
        std::mt19937 random(20240611); // NOLINT: the same cuts every time
        std::vector<std::string> corpus;
        for (const Rejection &r : kRejections)
            corpus.push_back(bytesOf(r.bytes));
        for (const Rejection &r : kBodyRejections)
            corpus.push_back(bytesOf(r.bytes));
        for (const Acceptance &a : kAcceptances)
            corpus.push_back(bytesOf(a.bytes));
        for (int round = 0; round < 12; ++round) {
            for (std::string bytes : corpus) {
                if (round % 2 == 1) {
                    const std::size_t at = random() % bytes.size();
                    if (random() % 2 == 0)
                        bytes[at] = static_cast<char>(random() % 256);
                    else
                        bytes.insert(at, bytes.substr(random() % bytes.size(), random() % 16));
                }
                if (bytes.find("xpect") != std::string::npos)
                    continue; // "100 Continue" depends on whether the body is there already
                std::vector<std::size_t> pieces;
                for (std::size_t sum = 0; sum < bytes.size(); sum += pieces.back())
                    pieces.push_back(1 + random() % 24);
                const bool end = random() % 2 == 0;
                const std::string whole = outcome(bytes, {}, end);
                const std::string cut = outcome(bytes, pieces, end);
                if (cut != whole)
                    qWarning("input: %s", row(bytes).toPercentEncoding(" /:").constData());
                QCOMPARE(cut, whole);
                QCOMPARE(outcomeBytewise(bytes, end), whole);
            }
        }
    }

    void responseHead()
    {
        Bench bench;
        bench.recorder.common = "Vary: Origin\r\n";
        bench.recorder.onReady = [](HttpServerConnection &c, const HttpRequest &) {
            c.respond(429, "application/json", "Retry-After: 2\r\n", "{}");
        };
        bench.wire->deliver(kGet);
        QCOMPARE(
            bench.wire->takeSent(),
            std::string("HTTP/1.1 429 Too Many Requests\r\nDate: Tue, 14 Nov 2023 22:13:21 GMT\r\n"
                        "Content-Type: application/json\r\nContent-Length: 2\r\nVary: Origin\r\n"
                        "Retry-After: 2\r\n\r\n{}"));
        QCOMPARE(bench.wire->writes, 1);
        bench.clock.advance(60s);
        bench.wire->deliver(kGet);
        QVERIFY(bench.wire->sent.find("Date: Tue, 14 Nov 2023 22:14:21 GMT\r\n")
                != std::string::npos);
    }

    void headHasLengthButNoBody()
    {
        Bench bench;
        bench.wire->deliver("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n");
        QCOMPARE(
            withoutDate(bench.wire->takeSent()),
            std::string(
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 3\r\n\r\n"));
        bench.recorder.onReady = [](HttpServerConnection &c, const HttpRequest &) {
            c.beginResponse(200, "text/plain", {}, std::nullopt);
            c.writeBody("abc");
            c.endResponse();
        };
        bench.wire->deliver("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n");
        QCOMPARE(withoutDate(bench.wire->takeSent()),
                 std::string("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nTransfer-Encoding: "
                             "chunked\r\n\r\n"));
        QVERIFY(!bench.wire->finished);
    }

    void noContentHasNoLength()
    {
        Bench bench;
        bench.recorder.onReady = [](HttpServerConnection &c, const HttpRequest &) {
            c.respond(204, {}, {}, "x");
        };
        bench.wire->deliver(kGet);
        QCOMPARE(withoutDate(bench.wire->takeSent()),
                 std::string("HTTP/1.1 204 No Content\r\n\r\n"));
        bench.wire->deliver(kGet);
        QCOMPARE(bench.wire->writes, 2);
    }

    void http10KeepAliveIsConfirmed()
    {
        Bench bench;
        bench.wire->deliver("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
        QVERIFY(bench.wire->sent.find("\r\nConnection: keep-alive\r\n") != std::string::npos);
        QVERIFY(!bench.wire->finished);
    }

    void largeBodyIsNotCopied()
    {
        Bench bench;
        const std::string body(100000, 'x');
        bench.recorder.onReady = [&](HttpServerConnection &c, const HttpRequest &) {
            c.respond(200, "a/b", {}, body);
        };
        bench.wire->deliver(kGet);
        QCOMPARE(bench.wire->writes, 1);
        QVERIFY(bench.wire->sent.ends_with("\r\n\r\n" + body));
    }

    void answersLater()
    {
        Bench bench;
        bench.recorder.onReady = [](HttpServerConnection &, const HttpRequest &) {};
        bench.wire->deliver(post("/1", "one"));
        bench.wire->deliver(post("/2", "two"));
        bench.wire->deliver(post("/3", "three"));
        QVERIFY(bench.wire->paused);
        QVERIFY(bench.connection->isBusy());
        QCOMPARE(count(bench.recorder.takeLog(), "ready"), 1U);
        QCOMPARE(bench.connection->request().body, std::string_view("one"));
        for (const char *answer : {"eins", "zwei", "drei"}) {
            bench.connection->respond(200, "text/plain", {}, answer);
            const std::string sent = bench.wire->takeSent();
            QVERIFY(sent.ends_with(answer));
            QCOMPARE(bench.recorder.takeLog(), std::string()); // nothing from inside respond()
            bench.turn();
            QCOMPARE(count(bench.recorder.takeLog(), "ready"),
                     answer == std::string("drei") ? 0U : 1U);
        }
        QVERIFY(!bench.wire->paused);
        QVERIFY(!bench.connection->isBusy());
        bench.connection->respond(200, "text/plain", {}, "nobody asked");
        QVERIFY(bench.wire->sent.empty());
    }

    /// Thousands of requests in one read, each answered at once, must not nest.
    void deepPipeline()
    {
        Bench bench;
        std::string bytes;
        for (int i = 0; i < 8000; ++i)
            bytes += kGet;
        bench.wire->deliver(bytes);
        bench.turn();
        QCOMPARE(count(bench.wire->sent, "HTTP/1.1 200"), 8000U);
    }

    void pipelineWaitsForAClientThatDoesNotRead()
    {
        Bench bench;
        bench.wire->room = 10;
        bench.wire->deliver(std::string(kGet) + std::string(kGet));
        bench.turn();
        QCOMPARE(count(bench.recorder.takeLog(), "ready"), 1U);
        bench.wire->drain();
        QCOMPARE(count(bench.recorder.takeLog(), "ready"), 1U);
        QCOMPARE(count(bench.wire->sent, "HTTP/1.1 200"), 2U);
    }

    void continueIsSentOnceTheHeadPasses()
    {
        Bench bench;
        const std::string request = post("/", "hello", "Expect: 100-Continue\r\n");
        const std::size_t headSize = request.size() - 5;
        bench.wire->deliver(request.substr(0, headSize));
        QVERIFY(bench.recorder.takeLog().starts_with("head"));
        QCOMPARE(bench.wire->takeSent(), std::string("HTTP/1.1 100 Continue\r\n\r\n"));
        bench.wire->deliver("hello");
        QVERIFY(bench.wire->sent.starts_with("HTTP/1.1 200 OK"));
        QVERIFY(bench.recorder.bodyEmptyInHead);
    }

    void noContinueWhenTheBodyIsComing()
    {
        Bench bench;
        const std::string request = post("/", "hello", "Expect: 100-continue\r\n");
        bench.wire->deliver(request.substr(0, request.size() - 4));
        QVERIFY(bench.wire->sent.empty());
        bench.wire->deliver("ello");
        QVERIFY(bench.wire->sent.starts_with("HTTP/1.1 200 OK"));
        QVERIFY(bench.recorder.bodyEmptyInHead);
    }

    void refusedHeadGetsNoContinue()
    {
        Bench bench;
        bench.recorder.refuseHeads = true;
        bench.wire->deliver(
            post("/", std::string(), "Expect: 100-continue\r\nTransfer-Encoding: chunked\r\n"));
        bench.recorder.takeLog();
        Bench second;
        second.recorder.refuseHeads = true;
        const std::string request = post("/", "hello", "Expect: 100-continue\r\n");
        second.wire->deliver(request.substr(0, request.size() - 5));
        QVERIFY(second.wire->sent.starts_with("HTTP/1.1 401 Unauthorized\r\n"));
        QVERIFY(second.wire->sent.find("\r\nConnection: close\r\n") != std::string::npos);
        QVERIFY(second.wire->finished);
        second.wire->deliver("hello");
        second.wire->end();
        QVERIFY(second.recorder.closed);
        QCOMPARE(count(second.recorder.takeLog(), "ready"), 0U);
    }

    void tooLargeIsToldBeforeTheBody()
    {
        Bench bench;
        bench.wire->deliver("POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: "
                            "9999999\r\n\r\n");
        QVERIFY(bench.wire->sent.starts_with("HTTP/1.1 413 "));
        QVERIFY(bench.wire->finished);
    }

    void chunksThatAreAllFraming()
    {
        Bench bench;
        bench.wire->deliver("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1;");
        for (int i = 0; i < 40 && bench.wire->sent.empty(); ++i)
            bench.wire->deliver(std::string(1000, 'x'));
        QVERIFY(bench.wire->sent.starts_with("HTTP/1.1 400 "));
    }

    void streamsInChunks()
    {
        Bench bench;
        bench.recorder.onReady = [](HttpServerConnection &c, const HttpRequest &) {
            c.beginResponse(200, "text/plain", "X: y\r\n", std::nullopt);
        };
        bench.wire->deliver(kGet);
        QVERIFY(bench.connection->writeBody("hello"));
        QVERIFY(bench.connection->writeBody({}));
        QVERIFY(bench.connection->writeBody(std::string(17, 'x')));
        bench.connection->endResponse();
        QCOMPARE(withoutDate(bench.wire->takeSent()),
                 std::string("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nTransfer-Encoding: "
                             "chunked\r\nX: y\r\n\r\n"
                             "5\r\nhello\r\n11\r\nxxxxxxxxxxxxxxxxx\r\n0\r\n\r\n"));
        QVERIFY(!bench.connection->isBusy());
        bench.wire->deliver(kGet);
        bench.connection->endResponse();
        QVERIFY(bench.wire->sent.ends_with("\r\n\r\n0\r\n\r\n"));
    }

    void streamsCounted()
    {
        Bench bench;
        bench.recorder.onReady = [](HttpServerConnection &c, const HttpRequest &) {
            c.beginResponse(200, {}, {}, 7);
        };
        bench.wire->deliver(kGet);
        bench.connection->writeBody("hello");
        bench.connection->writeBody("there");
        bench.connection->endResponse();
        QVERIFY(bench.wire->sent.ends_with("Content-Length: 7\r\n\r\nhelloth"));
        QVERIFY(!bench.wire->finished);

        bench.wire->deliver(kGet);
        bench.connection->writeBody("short");
        bench.connection->endResponse();
        QVERIFY(bench.wire->finished); // the client must see that it is not all
    }

    void streamsToTheCloseForHttp10()
    {
        Bench bench;
        bench.recorder.onReady = [](HttpServerConnection &c, const HttpRequest &) {
            c.beginResponse(200, {}, {}, std::nullopt);
            c.writeBody("hello");
            c.endResponse();
        };
        bench.wire->deliver("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
        QCOMPARE(withoutDate(bench.wire->sent),
                 std::string("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nhello"));
        QVERIFY(bench.wire->finished);
    }

    void backpressure()
    {
        Bench bench;
        bench.recorder.onReady = [](HttpServerConnection &c, const HttpRequest &) {
            c.beginResponse(200, {}, {}, std::nullopt);
        };
        bench.wire->deliver(kGet);
        bench.wire->room = 3;
        QVERIFY(!bench.connection->writeBody("hello"));
        QVERIFY(!bench.connection->writeBody({}));
        bench.recorder.takeLog();
        bench.wire->drain(2);
        QCOMPARE(bench.recorder.takeLog(), std::string());
        bench.recorder.onDrained = [](HttpServerConnection &c) { c.endResponse(); };
        bench.wire->drain();
        QCOMPARE(bench.recorder.takeLog(), std::string("drained\n"));
        QVERIFY(bench.wire->sent.ends_with("\r\n\r\n5\r\nhello\r\n0\r\n\r\n"));
        QVERIFY(!bench.connection->isBusy());
    }

    void abortShowsTheTruncation_data()
    {
        QTest::addColumn<QByteArray>("version");
        QTest::addColumn<bool>("reset");
        QTest::newRow("#5 chunked: no last chunk") << QByteArray("1.1") << false;
        QTest::newRow("to the close: reset") << QByteArray("1.0") << true;
    }

    void abortShowsTheTruncation()
    {
        QFETCH(QByteArray, version);
        QFETCH(bool, reset);
        Bench bench;
        bench.recorder.onReady = [](HttpServerConnection &c, const HttpRequest &) {
            c.beginResponse(200, {}, {}, std::nullopt);
        };
        bench.wire->deliver("GET / HTTP/" + view(version) + "\r\nHost: a\r\n\r\n");
        bench.connection->writeBody("half");
        bench.connection->abortResponse();
        QVERIFY(bench.wire->sent.ends_with("half"));
        QCOMPARE(bench.wire->aborted, reset);
        QCOMPARE(bench.wire->finished, !reset);
        bench.wire->end();
        bench.turn();
        QVERIFY(bench.recorder.closed);
    }

    void halfClosedClientIsAnswered()
    {
        Bench bench;
        bench.recorder.onReady = [](HttpServerConnection &, const HttpRequest &) {};
        bench.wire->deliver(post("/1", "x") + post("/2", "y"));
        bench.wire->end();
        bench.turn();
        QVERIFY(!bench.recorder.closed);
        bench.connection->respond(200, {}, {}, "first");
        bench.turn();
        bench.connection->respond(200, {}, {}, "second");
        QVERIFY(bench.wire->sent.ends_with("second"));
        QVERIFY(bench.wire->finished);
        QVERIFY(!bench.recorder.closed); // never from inside respond()
        bench.turn();
        QVERIFY(bench.recorder.closed);
    }

    void endInARequest_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<bool>("answered");
        QTest::newRow("nothing came") << QByteArray() << false;
        QTest::newRow("only line ends") << QByteArray("\r\n\r\n") << false;
        QTest::newRow("in the head") << QByteArray("GET / HT") << true;
        QTest::newRow("in an unknown method") << QByteArray("BRE") << true;
        QTest::newRow("in the body")
            << QByteArray("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhel") << true;
        QTest::newRow("before the body")
            << QByteArray("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n") << true;
    }

    void endInARequest()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(bool, answered);
        Bench bench;
        bench.wire->deliver(view(bytes));
        bench.wire->end();
        QCOMPARE(bench.wire->sent.starts_with("HTTP/1.1 400 "), answered);
        QCOMPARE(bench.wire->sent.empty(), !answered);
        QVERIFY(bench.recorder.closed);
        QVERIFY(bench.wire->finished);
    }

    void resetTellsTheHandler()
    {
        Bench bench;
        bench.recorder.onReady = [](HttpServerConnection &, const HttpRequest &) {};
        bench.wire->deliver(kGet);
        bench.recorder.takeLog();
        bench.wire->fail();
        QCOMPARE(bench.recorder.takeLog(), std::string("closed\n"));
        QVERIFY(!bench.wire->isOpen());
    }

    void failureInsideWrite()
    {
        for (const bool inReady : {true, false}) {
            Bench bench;
            bench.wire->failNextWrite = true;
            if (inReady) {
                bench.recorder.onReady = [&](HttpServerConnection &c, const HttpRequest &) {
                    c.respond(200, {}, {}, "x");
                    QVERIFY(!bench.recorder.closed);
                };
                bench.wire->deliver(kGet);
            } else {
                bench.recorder.onReady = [](HttpServerConnection &, const HttpRequest &) {};
                bench.wire->deliver(kGet);
                bench.connection->respond(200, {}, {}, "x");
                QVERIFY(!bench.recorder.closed);
                bench.turn();
            }
            QVERIFY(bench.recorder.closed);
        }
    }

    void headerTimeout()
    {
        HttpServerLimits limits;
        limits.headerTimeout = 10s;
        Bench bench(limits);
        const std::string_view request = "GET / HTTP/1.1\r\nHost: a\r\nX: slowslowslow";
        for (int second = 1; second < 10; ++second) { // a byte now and then does not buy more time
            bench.wire->deliver(request.substr(static_cast<std::size_t>(second - 1), 1));
            bench.advance(1s);
        }
        QVERIFY(!bench.recorder.closed);
        bench.advance(1001ms);
        QVERIFY(bench.wire->finished);
    }

    void slowHeadGets408()
    {
        HttpServerLimits limits;
        limits.headerTimeout = 10s;
        limits.keepAliveTimeout = 75s;
        Bench bench(limits);
        bench.wire->deliver(kGet);
        bench.wire->takeSent();
        bench.advance(60s); // idle time is no head time
        bench.wire->deliver(kGet.substr(0, 3));
        for (std::size_t i = 3; i < 13; ++i) {
            bench.advance(1s - 10ms);
            bench.wire->deliver(kGet.substr(i, 1));
        }
        QVERIFY(bench.wire->sent.empty());
        bench.advance(200ms);
        QVERIFY(bench.wire->sent.starts_with("HTTP/1.1 408 "));
        QVERIFY(bench.wire->finished);
        bench.advance(3s);
        QVERIFY(bench.recorder.closed); // also when the client never closes
    }

    void silentConnectionIsClosedWithoutAWord()
    {
        Bench bench;
        bench.advance(10001ms);
        QVERIFY(bench.recorder.closed);
        QVERIFY(bench.wire->sent.empty());
    }

    void slowBodyGets408()
    {
        HttpServerLimits limits;
        limits.bodyTimeout = 5s;
        Bench bench(limits);
        bench.wire->deliver("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 50\r\n\r\n");
        for (int i = 0; i < 5; ++i) {
            bench.wire->deliver("x");
            bench.advance(990ms);
        }
        QVERIFY(bench.wire->sent.empty());
        bench.advance(100ms);
        QVERIFY(bench.wire->sent.starts_with("HTTP/1.1 408 "));
    }

    void idleConnectionIsClosed()
    {
        HttpServerLimits limits;
        limits.keepAliveTimeout = 20s;
        Bench bench(limits);
        for (int i = 0; i < 5; ++i) {
            bench.wire->deliver(kGet);
            bench.advance(15s);
            QVERIFY(!bench.recorder.closed);
        }
        bench.advance(6s);
        QVERIFY(bench.recorder.closed);
    }

    void servingHasNoTimeout()
    {
        Bench bench;
        bench.recorder.onReady = [](HttpServerConnection &, const HttpRequest &) {};
        bench.wire->deliver(kGet);
        bench.advance(1h);
        QVERIFY(!bench.recorder.closed);
    }

    void clientThatReadsNothingIsDropped()
    {
        HttpServerLimits limits;
        limits.writeTimeout = 8s;
        Bench bench(limits);
        bench.wire->room = 5;
        bench.wire->deliver(kGet);
        for (int i = 0; i < 10; ++i) { // one that reads a little is not
            bench.advance(5s);
            bench.wire->drain(1);
        }
        QVERIFY(!bench.recorder.closed);
        for (int i = 0; i < 6; ++i)
            bench.advance(2s);
        QVERIFY(bench.recorder.closed);
    }

    void closeWhenIdle()
    {
        Bench idle;
        idle.wire->deliver(kGet);
        idle.connection->closeWhenIdle();
        QVERIFY(idle.wire->finished);
        QVERIFY(!idle.recorder.closed);
        idle.turn();
        QVERIFY(idle.recorder.closed);

        Bench busy;
        busy.recorder.onReady = [](HttpServerConnection &, const HttpRequest &) {};
        busy.wire->deliver(kGet);
        busy.connection->closeWhenIdle();
        busy.turn();
        QVERIFY(!busy.wire->finished);
        busy.connection->respond(200, {}, {}, "bye");
        QVERIFY(busy.wire->sent.find("\r\nConnection: close\r\n") != std::string::npos);
        QVERIFY(busy.wire->finished);
        busy.wire->end();
        QVERIFY(busy.recorder.closed);
    }

    void upgradeHandsOverTheStream()
    {
        Bench bench;
        std::unique_ptr<Stream> stream;
        std::string unread;
        bench.recorder.onReady = [&](HttpServerConnection &c, const HttpRequest &request) {
            QVERIFY(request.upgrade);
            stream = c.takeStream(unread);
            QVERIFY(!c.takeStream(unread));
        };
        bench.wire->deliver(
            "GET / HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\nframe");
        QVERIFY(stream);
        QVERIFY(bench.recorder.closed);
        QCOMPARE(bench.connection == nullptr, false);
        QVERIFY(bench.wire->isOpen());
        QVERIFY(bench.wire->sent.empty());
    }

    void deletionInsideCallbacks_data()
    {
        QTest::addColumn<int>("moment");
        QTest::newRow("requestHead") << static_cast<int>(Moment::Head);
        QTest::newRow("requestReady") << static_cast<int>(Moment::Ready);
        QTest::newRow("responseDrained") << static_cast<int>(Moment::Drained);
        QTest::newRow("connectionClosed") << static_cast<int>(Moment::Closed);
    }

    void deletionInsideCallbacks()
    {
        QFETCH(int, moment);
        for (const bool bytewise : {false, true}) {
            Bench bench;
            bench.recorder.deletion = static_cast<Moment>(moment);
            bench.recorder.onReady = [&](HttpServerConnection &c, const HttpRequest &) {
                bench.wire->room = 0;
                c.beginResponse(200, {}, {}, std::nullopt);
            };
            const std::string bytes = post("/", "hello") + std::string(kGet);
            bench.wire->deliverEach(bytes, bytewise ? 1 : bytes.size());
            bench.wire->drain();
            bench.wire->fail();
            QVERIFY(bench.recorder.closed);
            QVERIFY(!bench.wire->isOpen());
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

    void overRealSockets()
    {
        IoContext context(SystemClock::instance(), IoBackend::Qt);
        Recorder recorder;
        Acceptor acceptor;
        QVERIFY(acceptor.listen(QHostAddress::LocalHost));
        HttpServerConnection *connection = nullptr;
        acceptor.onDescriptor = [&](qintptr descriptor) {
            connection = new HttpServerConnection(
                context, context.streams().adopt(descriptor), recorder, {});
        };
        QTcpSocket client;
        client.connectToHost(acceptor.serverAddress(), acceptor.serverPort());
        QTRY_VERIFY(connection);
        QCOMPARE(connection->peerAddress(), std::string_view("127.0.0.1"));

        const std::string large(300000, 'b');
        client.write(row(post("/1", "small")));
        QTRY_VERIFY(client.bytesAvailable() > 0);
        QVERIFY(client.readAll().endsWith("re:small"));
        client.write(row(post("/2", large) + post("/3", "last", "Connection: close\r\n")));
        QByteArray answer;
        QTRY_VERIFY((answer += client.readAll()).endsWith("re:last"));
        QVERIFY(answer.contains(row("\r\n\r\nre:" + large + "HTTP/1.1 200 OK\r\n")));
        QTRY_VERIFY(recorder.closed);
    }

private:
    class Acceptor : public QTcpServer
    {
    public:
        std::function<void(qintptr)> onDescriptor;

    protected:
        void incomingConnection(qintptr descriptor) override { onDescriptor(descriptor); }
    };
};

SPILLWAY_TEST(HttpServerTest)
#include "tst_httpserver.moc"
