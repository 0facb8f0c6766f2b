// SPDX-License-Identifier: MIT
#include "httpbytes.h"
#include "httpclientbench.h"
#include "testmain.h"

using namespace spillway;
using namespace spillway::test;
using namespace spillway::test::client;

namespace {

/// Everything that can be seen after an answer came in the given pieces.
std::string outcome(std::string_view bytes, const Cuts &cuts, bool thenEnd)
{
    Bench bench(smallLimits());
    bench.send();
    for (const std::string_view piece : piecesOf(bytes, cuts))
        bench.wire->deliver(piece);
    if (thenEnd)
        bench.wire->end();
    std::string seen = bench.recorder.takeLog();
    const std::string streamed = bench.recorder.takeStreamed();
    if (!streamed.empty() && seen.find("failed") == std::string::npos)
        seen += "streamed [" + streamed + "]\n";
    return seen;
}

struct Answer
{
    const char *name;
    std::string bytes;
    bool thenEnd;
    const char *outcome;
};

std::vector<Answer> goodAnswers()
{
    const std::string text(60, 'x');
    const std::string large = "streamed [" + text + "]\n";
    static const std::string streamedCounted = "large 200 of 60\nended reusable\n" + large;
    static const std::string streamedOpen = "large 200\nended reusable\n" + large;
    static const std::string streamedToClose = "large 200\nended\n" + large;
    const std::string gzip = compressed("{\"error\":{\"code\":-32005}}", Wrapper::Gzip);
    const std::string gzipLarge = compressed(text, Wrapper::Gzip);
    const auto counted = [](std::string_view headers, const std::string &body) {
        return bytesOf("HTTP/1.1 200 OK|") + bytesOf(headers)
               + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
    };
    const auto toClose = [](std::string_view headers, const std::string &body) {
        return bytesOf("HTTP/1.1 200 OK|") + bytesOf(headers) + "\r\n" + body;
    };
    return {
        {"counted", counted({}, "{}"), false, "complete 200 of 2 [{}] reusable\n"},
        {"the headers we know",
         bytesOf("HTTP/1.1 503 Busy|content-type: a/b|RETRY-AFTER: 2|Date: now|Location:/x|"
                 "Content-Length: 1||!"),
         false,
         "complete 503 a/b 2 now /x of 1 [!] reusable\n"},
        {"no reason phrase",
         bytesOf("HTTP/1.1 200|Content-Length: 1||!"),
         false,
         "complete 200 of 1 [!] reusable\n"},
        {"length zero",
         bytesOf("HTTP/1.1 200 OK|Content-Length: 0||"),
         false,
         "complete 200 of 0 [] reusable\n"},
        {"chunked",
         bytesOf("HTTP/1.1 200 OK|Transfer-Encoding: chunked||2|{}|0||"),
         false,
         "complete 200 of 2 [{}] reusable\n"},
        {"chunks with extension and trailer",
         bytesOf("HTTP/1.1 200 OK|Transfer-Encoding: Chunked||1;a=b|{|1|}|0|Content-Length: 9||"),
         false,
         "complete 200 of 2 [{}] reusable\n"},
        {"#3 interim answers",
         bytesOf("HTTP/1.1 100 Continue||HTTP/1.1 103 Early Hints|Link: x||"
                 "HTTP/1.1 200 OK|Content-Length: 2||{}"),
         false,
         "complete 200 of 2 [{}] reusable\n"},
        {"204", bytesOf("HTTP/1.1 204 No Content||"), false, "complete 204 of 0 [] reusable\n"},
        {"304 with a length",
         bytesOf("HTTP/1.1 304 Not Modified|Content-Length: 9||"),
         false,
         "complete 304 of 0 [] reusable\n"},
        {"to the close", toClose({}, "{}"), true, "complete 200 of 2 [{}]\n"},
        {"to the close, empty", toClose({}, {}), true, "complete 200 of 0 []\n"},
        {"Connection: close",
         counted("Connection: close|", "{}"),
         false,
         "complete 200 of 2 [{}]\n"},
        {"HTTP/1.0",
         bytesOf("HTTP/1.0 200 OK|Content-Length: 2||{}"),
         false,
         "complete 200 of 2 [{}]\n"},
        {"HTTP/1.0 kept alive",
         bytesOf("HTTP/1.0 200 OK|Connection: keep-alive|Content-Length: 2||{}"),
         false,
         "complete 200 of 2 [{}] reusable\n"},
        {"#4 gzip",
         counted("Content-Encoding: gzip|", gzip),
         false,
         "complete 200 of 25 [{\"error\":{\"code\":-32005}}] reusable\n"},
        {"x-gzip in capitals",
         counted("Content-Encoding: X-GZIP|", gzip),
         false,
         "complete 200 of 25 [{\"error\":{\"code\":-32005}}] reusable\n"},
        {"deflate",
         counted("Content-Encoding: deflate|", compressed("{}", Wrapper::Zlib)),
         false,
         "complete 200 of 2 [{}] reusable\n"},
        {"bare deflate",
         counted("Content-Encoding: deflate|", compressed("{}", Wrapper::Bare)),
         false,
         "complete 200 of 2 [{}] reusable\n"},
        {"identity",
         counted("Content-Encoding: identity|", "{}"),
         false,
         "complete 200 of 2 [{}] reusable\n"},
        {"gzip of nothing",
         counted("Content-Encoding: gzip|", {}),
         false,
         "complete 200 of 0 [] reusable\n"},
        {"gzip to the close",
         toClose("Content-Encoding: gzip|", gzip),
         true,
         "complete 200 of 25 [{\"error\":{\"code\":-32005}}]\n"},
        {"large, counted", counted({}, text), false, streamedCounted.c_str()},
        {"large, chunked",
         bytesOf("HTTP/1.1 200 OK|Transfer-Encoding: chunked||1e|") + text.substr(0, 30)
             + bytesOf("|1e|") + text.substr(0, 30) + bytesOf("|0||"),
         false,
         streamedOpen.c_str()},
        {"large, to the close", toClose({}, text), true, streamedToClose.c_str()},
        {"large, gzip", counted("Content-Encoding: gzip|", gzipLarge), false, streamedOpen.c_str()},
    };
}

std::vector<Answer> badAnswers()
{
    const std::string gzip = compressed("{\"error\":{\"code\":-32005}}", Wrapper::Gzip);
    const std::string many(200, 'x');
    const auto failed = [](std::string_view name) {
        static std::vector<std::unique_ptr<std::string>> kept;
        kept.push_back(
            std::make_unique<std::string>("failed " + std::string(name) + " begun left\n"));
        return kept.back()->c_str();
    };
    const char *const framing = failed("bad_framing");
    const char *const early = failed("closed_early");
    const char *const tooLarge = failed("too_large");
    const auto zipped = [&](std::string_view coding, const std::string &body) {
        return "HTTP/1.1 200 OK\r\nContent-Encoding: " + std::string(coding)
               + "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
    };
    return {
        {"not HTTP", bytesOf("SSH-2.0-x|"), false, framing},
        {"HTML without a head", bytesOf("<html></html>|"), false, framing},
        {"HTTP/2", bytesOf("HTTP/2.0 200 OK|Content-Length: 0||"), false, framing},
        {"a status of one digit", bytesOf("HTTP/1.1 1 OK|Content-Length: 0||"), false, framing},
        {"HTTP/0.9", bytesOf("HTTP/0.9 200 OK|Content-Length: 0||"), false, framing},
        {"protocol switch",
         bytesOf("HTTP/1.1 101 Switching|Connection: upgrade|Upgrade: x||"),
         false,
         framing},
        {"length and chunked",
         bytesOf("HTTP/1.1 200 OK|Content-Length: 2|Transfer-Encoding: chunked||2|{}|0||"),
         false,
         framing},
        {"two lengths",
         bytesOf("HTTP/1.1 200 OK|Content-Length: 2|Content-Length: 3||{}"),
         false,
         framing},
        {"list of lengths", bytesOf("HTTP/1.1 200 OK|Content-Length: 2, 2||{}"), false, framing},
        {"signed length", bytesOf("HTTP/1.1 200 OK|Content-Length: +2||{}"), false, framing},
        {"other transfer coding",
         bytesOf("HTTP/1.1 200 OK|Transfer-Encoding: gzip, chunked||0||"),
         false,
         framing},
        {"transfer coding followed by blanks",
         bytesOf("HTTP/1.1 200 OK|Transfer-Encoding: chunked \t||2|{}|0||"),
         false,
         framing},
        {"folded line", bytesOf("HTTP/1.1 200 OK|X: a| b|Content-Length: 0||"), false, framing},
        {"space before colon", bytesOf("HTTP/1.1 200 OK|Content-Length : 0||"), false, framing},
        {"bare LF", bytesOf("HTTP/1.1 200 OK|X: a\nContent-Length: 0||"), false, framing},
        {"NUL in a value", bytesOf("HTTP/1.1 200 OK|X: a{0}|Content-Length: 0||"), false, framing},
        {"#5 bad chunk size",
         bytesOf("HTTP/1.1 200 OK|Transfer-Encoding: chunked||2|{}|xyz|"),
         false,
         framing},
        {"unknown content coding",
         bytesOf("HTTP/1.1 200 OK|Content-Encoding: br|Content-Length: 2||{}"),
         false,
         framing},
        {"two content codings",
         bytesOf("HTTP/1.1 200 OK|Content-Encoding: gzip, gzip|Content-Length: 2||{}"),
         false,
         framing},
        {"gzip that is none", zipped("gzip", "{\"a\":1}"), false, framing},
        {"gzip cut short", zipped("gzip", gzip.substr(0, gzip.size() - 3)), false, framing},
        {"gzip with a tail", zipped("gzip", gzip + "tail"), false, framing},
        {"gzip cut by the close",
         "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n" + gzip.substr(0, gzip.size() - 3),
         true,
         early},
        {"#6 end in the head", bytesOf("HTTP/1.1 200 OK|Conte"), true, early},
        {"#6 end after an interim answer", bytesOf("HTTP/1.1 100 Continue||"), true, early},
        {"#6 end before the body", bytesOf("HTTP/1.1 200 OK|Content-Length: 9||"), true, early},
        {"#6 end in a counted body",
         bytesOf("HTTP/1.1 200 OK|Content-Length: 9||[{}"),
         true,
         early},
        {"#6 end in a chunk",
         bytesOf("HTTP/1.1 200 OK|Transfer-Encoding: chunked||9|[{}"),
         true,
         early},
        {"#6 end before the last chunk",
         bytesOf("HTTP/1.1 200 OK|Transfer-Encoding: chunked||2|{}|"),
         true,
         early},
        {"#6 end in the trailer",
         bytesOf("HTTP/1.1 200 OK|Transfer-Encoding: chunked||2|{}|0|"),
         true,
         early},
        {"#7 longer than allowed, announced",
         bytesOf("HTTP/1.1 200 OK|Content-Length: 101||"),
         false,
         tooLarge},
        {"head too large",
         bytesOf("HTTP/1.1 200 OK|X: ") + many + many + bytesOf("|Content-Length: 0||"),
         false,
         tooLarge},
    };
}

} // namespace

class HttpAnswersTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void answers_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<bool>("thenEnd");
        QTest::addColumn<QByteArray>("expected");
        for (const auto &list : {goodAnswers(), badAnswers()}) {
            for (const Answer &a : list)
                QTest::newRow(a.name) << toQt(a.bytes) << a.thenEnd << QByteArray(a.outcome);
        }
    }

    void answers()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(bool, thenEnd);
        QFETCH(QByteArray, expected);
        QCOMPARE(toQt(outcome(toStd(bytes), {}, thenEnd)), expected);
        QCOMPARE(toQt(outcome(toStd(bytes), everyByte(bytes), thenEnd)), expected);
    }

    /// However the bytes are cut, the outcome is the same; also for damaged bytes.
    void randomSplits()
    {
        std::mt19937 random(20240612);
        for (int round = 0; round < 12; ++round) {
            for (const auto &list : {goodAnswers(), badAnswers()}) {
                for (const Answer &a : list) {
                    const std::string bytes = round % 2 == 1 ? damaged(a.bytes, random) : a.bytes;
                    const bool end = random() % 2 == 0;
                    const std::string single = outcome(bytes, everyByte(toQt(bytes)), end);
                    const std::string cut = outcome(bytes, randomCuts(bytes, random), end);
                    // Bytes after an answer close an idle connection: whether it was idle yet is a matter of cuts.
                    if (single.find("idle closed") != std::string::npos
                        || cut.find("idle closed") != std::string::npos)
                        continue;
                    if (cut != single)
                        qWarning("input: %s", toQt(bytes).toPercentEncoding(" /:").constData());
                    QCOMPARE(cut, single);
                }
            }
        }
    }
};

SPILLWAY_TEST(HttpAnswersTest)
#include "tst_httpanswers.moc"
