// SPDX-License-Identifier: MIT
#include "testmain.h"
#include "upstream/outcome.h"

#include <QDateTime>

using namespace spillway;

namespace {

constexpr qint64 kNone = -1;
/// Wed, 21 Oct 2026 07:27:00 GMT
const qint64 kNow = QDateTime(QDate(2026, 10, 21), QTime(7, 27), Qt::UTC).toMSecsSinceEpoch();

std::string_view view(const QByteArray &data)
{
    return {data.constData(), static_cast<std::size_t>(data.size())};
}

qint64 milliseconds(std::optional<SteadyNs> wait)
{
    return wait ? *wait / kNsPerMs : kNone;
}

} // namespace

class RetryAfterTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsHeader_data();
    void readsHeader();
    void readsText_data();
    void readsText();
    void readsSpanLimits_data();
    void readsSpanLimits();
};

void RetryAfterTest::readsHeader_data()
{
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<QByteArray>("date");
    QTest::addColumn<qint64>("expected");
    const auto row =
        [](const char *name, const char *value, qint64 expected, const char *date = "") {
            QTest::addRow("%s", name) << QByteArray(value) << QByteArray(date) << expected;
        };
    row("bug35 seconds", "120", 120000);
    row("bug35 fraction", "0.493", 493);
    row("bug35 fraction rounded up", "0.4931", 494);
    row("bug35 tiny", "0.0000001", 1);
    row("bug35 exact tenth", "0.1", 100);
    row("bug35 white space", " 7\t", 7000);
    row("bug35 date", "Wed, 21 Oct 2026 07:28:00 GMT", 60000);
    row("bug35 date against the reply's own",
        "Wed, 21 Oct 2026 07:28:00 GMT",
        30000,
        "Wed, 21 Oct 2026 07:27:30 GMT");
    row("bug35 own date is junk", "Wed, 21 Oct 2026 07:28:00 GMT", 60000, "yesterday");
    row("bug35 old form", "Wednesday, 21-Oct-26 07:28:00 GMT", 60000);
    row("bug35 C form", "Wed Oct 21 07:28:00 2026", 60000);
    row("bug35 C form, day below ten", "Sun Nov  1 07:27:00 2026", 11LL * 24 * 3600 * 1000);
    row("bug35 past date", "Tue, 20 Oct 2026 07:28:00 GMT", kNone);
    row("bug35 past old form", "Sunday, 06-Nov-94 08:49:37 GMT", kNone);
    row("bug35 now", "Wed, 21 Oct 2026 07:27:00 GMT", kNone);
    row("bug35 junk", "soon", kNone);
    row("bug35 negative", "-1", kNone);
    row("bug35 huge", "99999999999", 366LL * 24 * 3600 * 1000);
    row("bug35 beyond any number",
        "1"
        "000000000000000000000000000000000000000000000000000000000000000000",
        366LL * 24 * 3600 * 1000);
    row("bug35 far date", "Fri, 31 Dec 9999 23:59:59 GMT", 366LL * 24 * 3600 * 1000);
    row("zero", "0", kNone);
    row("zero fraction", "0.000", kNone);
    row("empty", "", kNone);
    row("point alone", "5.", kNone);
    row("point first", ".5", kNone);
    row("exponent", "1e3", kNone);
    row("plus", "+5", kNone);
    row("two numbers", "5 6", kNone);
    row("no such day", "Sat, 31 Feb 2026 07:28:00 GMT", kNone);
    row("no such month", "Wed, 21 Okt 2026 07:28:00 GMT", kNone);
    row("no such hour", "Wed, 21 Oct 2026 24:28:00 GMT", kNone);
    row("other zone", "Wed, 21 Oct 2026 07:28:00 CET", kNone);
    row("cut date", "Wed, 21 Oct 2026 07:28", kNone);
    row("text behind", "Wed, 21 Oct 2026 07:28:00 GMT+1", kNone);
    row("leap second", "Wed, 21 Oct 2026 07:27:60 GMT", 60000);
}

void RetryAfterTest::readsHeader()
{
    QFETCH(QByteArray, value);
    QFETCH(QByteArray, date);
    QFETCH(qint64, expected);
    QCOMPARE(milliseconds(parseRetryAfter(view(value), view(date), kNow)), expected);
}

void RetryAfterTest::readsText_data()
{
    QTest::addColumn<QByteArray>("message");
    QTest::addColumn<QByteArray>("data");
    QTest::addColumn<qint64>("expected");
    const auto row = [](const char *name, const char *message, const char *data, qint64 expected) {
        QTest::addRow("%s", name) << QByteArray(message) << QByteArray(data) << expected;
    };
    row("bug35 milliseconds", "Too many requests. Retry after 1606ms", "", 1606);
    row("bug35 fraction of a millisecond", "retry after 1606.2 ms", "", 1607);
    row("try again", "Rate limited, try again in 2 seconds.", "", 2000);
    row("try again, letter case", "TRY AGAIN IN 2 SECONDS", "", 2000);
    row("one second", "retry in 1s", "", 1000);
    row("fraction", "Please retry in 1.5s.", "", 1500);
    row("minutes", "try again in 5 minutes", "", 300000);
    row("hour", "Please wait 1 hour", "", 3600000);
    row("sum of units", "retry in 1m30s", "", 90000);
    row("no unit", "retry after 3", "", 3000);
    row("colon", "retry-after: 4", "", 4000);
    row("assignment", "retry_after=\"5\"", "", 5000);
    row("filler", "try again in about 6 seconds", "", 6000);
    row("longest", "retry after 2s, or try again in 9 seconds", "", 9000);
    row("at the end", "retry after", "", kNone);
    row("later", "try again later", "", kNone);
    row("zero", "retry after 0s", "", kNone);
    row("date", "retry after 2026-10-21T07:28:00Z", "", kNone);
    row("negative", "retry after -5", "", kNone);
    row("number elsewhere", "limit of 50 requests per second", "", kNone);
    row("nothing", "", "", kNone);
    row("bug37 nested", "", R"({"rate":{"backoff_seconds":1.25,"allowed_rps":50}})", 1250);
    row("bug37 nested zero", "", R"({"rate":{"backoff_seconds":0,"allowed_rps":50}})", kNone);
    row("bug37 flat", "", R"({"backoff_seconds":30.0})", 30000);
    row("bug37 retry_after", "", R"({"retry_after":2})", 2000);
    row("bug37 milliseconds", "", R"({"retryAfterMs":1500})", 1500);
    row("bug37 text value", "", R"({"try_again_in":"598.5ms"})", 599);
    row("bug37 text data", "", "retry after 3 seconds", 3000);
    row("bug37 longest of message and data", "retry after 7s", R"({"retry_after":2})", 7000);
    row("bug37 not a number", "", R"({"retry_after":"soon","backoff_seconds":null})", kNone);
    row("bug37 negative", "", R"({"retry_after":-3})", kNone);
    row("bug37 huge", "", R"({"retry_after":1e300})", kNone);
    row("deeper members do not count", "", R"({"a":{"b":{"c":{"retry_after":2}}}})", kNone);
    row("broken data", "", R"({"retry_after":)", kNone);
    row("array", "", R"([{"retry_after":2}])", kNone);
}

void RetryAfterTest::readsText()
{
    QFETCH(QByteArray, message);
    QFETCH(QByteArray, data);
    QFETCH(qint64, expected);
    QCOMPARE(milliseconds(parseWaitText(view(message), view(data))), expected);
}

void RetryAfterTest::readsSpanLimits_data()
{
    QTest::addColumn<QByteArray>("message");
    QTest::addColumn<qint64>("expected");
    const auto row = [](const char *message, qint64 expected) {
        QTest::addRow("%s", message) << QByteArray(message) << expected;
    };
    row("range 3000 exceeds limit of 1000", 1000);
    row("eth_getLogs is limited to a 10,000 range", 10000);
    row("You can make eth_getLogs requests with up to a 10 block range", 10);
    row("block range is too wide, maximum is 2000", 2000);
    row("Exceed maximum block range: 5000", 5000);
    row("exceeds max block range 50000", 50000);
    row("range is too large, max is 1k blocks", 1000);
    row("ranges over 10000 blocks are not supported", 10000);
    row("block range 20000 exceeds 10000", 10000);
    row("query returned more than 10000 results", kNone);
    row("Log response size exceeded, limited to 10000 logs", kNone);
    row("range too large", kNone);
    row("limit of 99999999999999999999", kNone);
    row("", kNone);
}

void RetryAfterTest::readsSpanLimits()
{
    QFETCH(QByteArray, message);
    QFETCH(qint64, expected);
    const auto limit = parseSpanLimit(view(message));
    QCOMPARE(limit ? static_cast<qint64>(*limit) : kNone, expected);
}

SPILLWAY_TEST(RetryAfterTest)
#include "tst_retryafter.moc"
