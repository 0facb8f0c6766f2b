// SPDX-License-Identifier: MIT
#include "io/httpparser.h"
#include "testmain.h"

#include <random>
#include <string>
#include <vector>

using namespace spillway;

namespace {

class Reader final : public HttpParser
{
public:
    using HttpParser::HttpParser;

    std::string body;

private:
    void bodyBytes(std::string_view bytes) override { body += bytes; }
};

const char *nameOf(HttpParser::Result result)
{
    switch (result) {
    case HttpParser::Result::NeedMore:
        return "need more";
    case HttpParser::Result::Head:
        return "head";
    case HttpParser::Result::End:
        return "end";
    case HttpParser::Result::TooLong:
        return "too long";
    case HttpParser::Result::Broken:
        return "broken";
    }
    return "?";
}

/// Everything that a reader tells of one message. With `first` bytes apart, llhttp reads the head; as a whole, the reader of
/// usual heads has its try.
std::string told(HttpParser::Side side, const std::string &bytes, std::size_t first)
{
    constexpr std::size_t kMost = 400;
    Reader reader(side);
    std::string_view input = std::string_view(bytes).substr(0, first);
    HttpParser::Result result = HttpParser::Result::NeedMore;
    if (first > 0)
        result = reader.readHead(input, kMost, true);
    if (result == HttpParser::Result::NeedMore) {
        input = std::string_view(bytes).substr(first);
        result = reader.readHead(input, kMost, true);
    }
    std::string out = nameOf(result);
    if (result != HttpParser::Result::Head)
        return out;
    const std::string_view fault = reader.headFault();
    out.append(" fault:").append(fault);
    if (!fault.empty())
        return out;
    for (std::size_t i = 0; i < reader.headerCount(); ++i)
        out.append("\n<").append(reader.headerName(i)).append("|").append(reader.headerValue(i));
    for (std::size_t i = 0; i < kKnownHeaders; ++i)
        out.append(" ").append(std::to_string(reader.headerIndex(static_cast<HttpHeader>(i))));
    if (side == HttpParser::Side::Server)
        out.append("\n")
            .append(reader.methodName())
            .append(" ")
            .append(reader.target())
            .append(" " + std::to_string(reader.method())
                    + (reader.announcesUpgrade() ? " upgrade" : ""));
    else
        out.append("\n" + std::to_string(reader.status()));
    out.append(" HTTP/" + std::to_string(reader.versionMajor()) + "."
               + std::to_string(reader.versionMinor()));
    out.append(reader.wantsKeepAlive() ? " keep" : " close");
    out.append(reader.isChunked() ? " chunked" : "");
    if (reader.hasLength())
        out.append(" length " + std::to_string(reader.length()));
    if (!reader.isChunked() && reader.hasLength() && reader.length() > 0) {
        const HttpParser::Result end = reader.readBody(input);
        out.append(" body ").append(nameOf(end)).append(" ").append(reader.body);
    }
    out.append(" rest ").append(input);
    return out;
}

std::vector<std::string> requests()
{
    return {
        "POST / HTTP/1.1\r\nHost: 127.0.0.1:8545\r\nContent-Type: application/json\r\n"
        "Content-Length: 4\r\n\r\n{\"a\"GET",
        "POST /ethereum?x=1&y=%20 HTTP/1.1\r\nhost: a\r\nUSER-AGENT: wrk\r\nAccept: */*\r\n"
        "accept-encoding: gzip\r\ncontent-length:2\r\nConnection: Keep-Alive\r\n\r\n[]",
        "GET /status HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer abc\r\nOrigin: http://x\r\n"
        "X-Forwarded-For: 10.0.0.1\r\nConnection: close\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\nabc",
        "GET / HTTP/1.1\r\nHost:x\r\nEmpty:\r\nBlank:   \r\nTail: x  \r\nTab:\tx\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
        "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 999999999999999999999\r\n\r\n",
        "POST / HTTP/1.1\r\nHost : x\r\nContent-Length: 1\r\n\r\na",
        "POST / HTTP/1.1\r\nHost: x\r\n folded\r\nContent-Length: 1\r\n\r\na",
        "HEAD / HTTP/1.1\r\nHost: x\r\n\r\n",
        "OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET http://a/b HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET / HTTP/1.0\r\nHost: x\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: x\r\nProxy-Connection: close\r\n\r\n",
        "GET / HTTP/1.1\nHost: x\n\n",
    };
}

std::vector<std::string> answers()
{
    return {
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}x",
        "HTTP/1.1 429 Too Many Requests\r\nDate: Mon, 30 Nov 2026 10:00:00 GMT\r\nServer: x\r\n"
        "Retry-After: 3\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
        "HTTP/1.1 200 OK\r\nKeep-Alive: timeout=5\r\nConnection: keep-alive\r\n"
        "Content-Encoding: gzip\r\nLocation: /x\r\nContent-Length: 3\r\n\r\nabc",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n\r\n",
        "HTTP/1.1 200 OK\r\n\r\nto the close",
        "HTTP/1.1 204 No Content\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 100 Continue\r\n\r\n",
        "HTTP/1.1 200\r\nContent-Length: 1\r\n\r\na",
        "HTTP/1.1 20 OK\r\nContent-Length: 1\r\n\r\na",
        "HTTP/1.0 200 OK\r\nContent-Length: 1\r\n\r\na",
        "HTTP/1.1 200 \xC3\xA4\r\nContent-Length: 1\r\n\r\na",
    };
}

} // namespace

class HttpHeadsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void bothReadersAgree_data();
    void bothReadersAgree();
    void bothReadersAgreeOnAnythingNear();
    void knowsHeadersInAnyCase();
    void headOfTheGreatestLength();
};

void HttpHeadsTest::bothReadersAgree_data()
{
    QTest::addColumn<int>("side");
    QTest::addColumn<QByteArray>("bytes");
    int row = 0;
    for (const std::string &bytes : requests())
        QTest::addRow("request %d", ++row) << 0 << QByteArray::fromStdString(bytes);
    row = 0;
    for (const std::string &bytes : answers())
        QTest::addRow("answer %d", ++row) << 1 << QByteArray::fromStdString(bytes);
}

void HttpHeadsTest::bothReadersAgree()
{
    QFETCH(int, side);
    QFETCH(QByteArray, bytes);
    const auto which = side == 0 ? HttpParser::Side::Server : HttpParser::Side::Client;
    const std::string whole = told(which, bytes.toStdString(), 0);
    QCOMPARE(whole, told(which, bytes.toStdString(), 1));
}

/// One reader that is laxer than the other is how requests are smuggled.
void HttpHeadsTest::bothReadersAgreeOnAnythingNear()
{
    std::mt19937 random(20261130);
    const std::string_view odd("\r\n\t :;,\0\x7F\x80\xFFzZ09-_?#%", 20);
    const auto below = [&](std::size_t bound) {
        return std::uniform_int_distribution<std::size_t>(0, bound - 1)(random);
    };
    int heads = 0;
    for (int round = 0; round < 40'000; ++round) {
        const bool server = round % 2 == 0;
        const std::vector<std::string> all = server ? requests() : answers();
        std::string bytes = all[below(all.size())];
        for (std::size_t changes = 1 + below(3); changes > 0; --changes) {
            const std::size_t at = below(bytes.size());
            switch (below(4)) {
            case 0:
                bytes[at] = odd[below(odd.size())];
                break;
            case 1:
                bytes.insert(at, 1, odd[below(odd.size())]);
                break;
            case 2:
                bytes.erase(at, 1 + below(3));
                break;
            default: // a line again, or in another place
                if (const auto line = bytes.find("\r\n", at); line != std::string::npos) {
                    const auto end = bytes.find("\r\n", line + 2);
                    bytes.insert(line, bytes.substr(line, end - line));
                }
                break;
            }
            if (bytes.size() < 2)
                bytes += "GE";
        }
        const auto side = server ? HttpParser::Side::Server : HttpParser::Side::Client;
        const std::string whole = told(side, bytes, 0);
        const std::string pieces = told(side, bytes, 1);
        heads += whole.starts_with("head") ? 1 : 0;
        QVERIFY2(whole == pieces,
                 qPrintable(QStringLiteral("%1\n-- at once\n%2\n-- in pieces\n%3")
                                .arg(QString::fromLatin1(bytes),
                                     QString::fromLatin1(whole),
                                     QString::fromLatin1(pieces))));
    }
    QVERIFY(heads > 4'000); // the changes leave enough that is a head
}

void HttpHeadsTest::knowsHeadersInAnyCase()
{
    QCOMPARE(http::headerOf("Content-LENGTH"), HttpHeader::ContentLength);
    QCOMPARE(http::headerOf("host"), HttpHeader::Host);
    QCOMPARE(http::headerOf("x-forwarded-for"), HttpHeader::XForwardedFor);
    QCOMPARE(http::headerOf("Content-Lengt"), HttpHeader::Other);
    QCOMPARE(http::headerOf(""), HttpHeader::Other);
}

void HttpHeadsTest::headOfTheGreatestLength()
{
    for (const std::size_t spare : {0U, 1U}) {
        std::string bytes = "GET / HTTP/1.1\r\nHost: x\r\nPad: ";
        bytes.append(400 - bytes.size() - 4 + spare, 'x').append("\r\n\r\n");
        const std::string whole = told(HttpParser::Side::Server, bytes, 0);
        QCOMPARE(whole.substr(0, 8), std::string(spare == 0 ? "head fau" : "too long"));
        QCOMPARE(whole, told(HttpParser::Side::Server, bytes, 1));
    }
}

SPILLWAY_TEST(HttpHeadsTest)
#include "tst_httpheads.moc"
