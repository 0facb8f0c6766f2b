// SPDX-License-Identifier: MIT
#include "pipeline/filterparams.h"
#include "pipeline/logquery.h"
#include "pipeline/logtext.h"
#include "testmain.h"
#include "upstream/logslimits.h"
#include "upstream/outcome.h"

using namespace spillway;

namespace {

const std::string kAddress = "\"0x" + std::string(40, 'a') + "\"";
const std::string kTopic = "\"0x" + std::string(64, 'b') + "\"";

} // namespace

class LogQueryTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void ranges_data()
    {
        QTest::addColumn<QByteArray>("params");
        QTest::addColumn<qint64>("head"); // -1: not known
        QTest::addColumn<qint64>("from"); // -1: the node judges
        QTest::addColumn<qint64>("to");
        QTest::addColumn<bool>("divisible");
        const auto row = [](const char *name,
                            const char *params,
                            qint64 head,
                            qint64 from,
                            qint64 to,
                            bool divisible) {
            QTest::newRow(name) << QByteArray(params) << head << from << to << divisible;
        };
        row("one block", R"([{"fromBlock":"0x10","toBlock":"0x10"}])", 100, 16, 16, true);
        row("a range", R"([{"toBlock":"0x2710","fromBlock":"0x1"}])", -1, 1, 10000, true);
        row("latest", R"([{"fromBlock":"0x1","toBlock":"latest"}])", 100, 1, 100, true);
        row("latest without a head",
            R"([{"fromBlock":"0x1","toBlock":"latest"}])",
            -1,
            -1,
            0,
            false);
        row("open end", R"([{"fromBlock":"0x1"}])", 100, 1, 100, true);
        row("open ends", R"([{}])", 100, 100, 100, true);
        row("nulls", R"([{"fromBlock":null,"toBlock":null}])", 100, 100, 100, true);
        row("earliest", R"([{"fromBlock":"earliest","toBlock":"0x5"}])", 100, 0, 5, true);
        row("pending", R"([{"fromBlock":"0x1","toBlock":"pending"}])", 100, 1, 100, false);
        row("an end far above the head",
            R"([{"fromBlock":"0x1","toBlock":"0xffffffff"}])",
            100,
            1,
            100,
            true);
        row("all above the head",
            R"([{"fromBlock":"0x70","toBlock":"0x80"}])",
            100,
            112,
            112,
            true);
        row("backwards", R"([{"fromBlock":"0x5","toBlock":"0x1"}])", 100, -1, 0, false);
        row("block hash", R"([{"blockHash":"0xab"}])", 100, 0, 0, true);
        row("block hash without a head", R"([{"blockHash":"0xab"}])", -1, 0, 0, true);
        row("no block hash", R"([{"blockHash":null}])", 100, -1, 0, false);
        row("two block hashes", R"([{"blockHash":"0xab","blockHash":"0xac"}])", 100, 0, 0, false);
        row("block hash and range",
            R"([{"blockHash":"0xab","fromBlock":"0x1"}])",
            100,
            -1,
            0,
            false);
        row("an escaped name", R"([{"from\u0042lock":"0x1"}])", 100, 1, 100, false);
        row("a name twice", R"([{"fromBlock":"0x5","fromBlock":"0x1"}])", 100, 1, 100, false);
        row("further parameters", R"([{"fromBlock":"0x1"},1])", 100, 1, 100, false);
        row("junk", R"([{"fromBlock":"0x1z","toBlock":"0x"}])", 100, -1, 0, false);
        row("safe, not known", R"([{"fromBlock":"0x0","toBlock":"safe"}])", 100, 0, 100, false);
        row("finalized, not known", R"([{"fromBlock":"finalized"}])", 100, 100, 100, false);
        row("no params", "", 100, -1, 0, false);
        row("not an object", "[1]", 100, -1, 0, false);
        row("cut off", R"([{"fromBlock":"0x1")", 100, -1, 0, false);
    }

    void ranges()
    {
        QFETCH(QByteArray, params);
        QFETCH(qint64, head);
        QFETCH(qint64, from);
        QFETCH(qint64, to);
        QFETCH(bool, divisible);
        const std::string text = params.toStdString();
        const auto query = readLogQuery(
            text, head < 0 ? std::nullopt : std::optional(static_cast<std::uint64_t>(head)));
        QCOMPARE(query.has_value(), from >= 0);
        if (!query)
            return;
        QCOMPARE(static_cast<qint64>(query->from), from);
        QCOMPARE(static_cast<qint64>(query->to), to);
        QCOMPARE(query->divisible, divisible);
    }

    void partsKeepEveryOtherByte()
    {
        const std::string params =
            R"([ {"topics":[null, ["0x1"]] , "toBlock":"latest","x": {"y":1},)"
            R"("address":["0xa", "0xb","0xc"],"fromBlock":"0x1"} ])";
        const auto query = readLogQuery(params, 100);
        QVERIFY(query && query->divisible);
        QCOMPARE(query->addresses.size(), std::size_t(3));
        std::string out;
        appendLogPart(*query, 16, 31, 1, 3, out);
        QCOMPARE(out,
                 std::string(R"([{"fromBlock":"0x10","toBlock":"0x1f","address":["0xb","0xc"],)"
                             R"("topics":[null, ["0x1"]],"x": {"y":1}}])"));
        out.clear();
        appendLogQuery(*query, "0xabc", out);
        QCOMPARE(out,
                 std::string(R"([{"blockHash":"0xabc","address":["0xa","0xb","0xc"],)"
                             R"("topics":[null, ["0x1"]],"x": {"y":1}}])"));
        const std::string single = R"([{"address":"0xa","fromBlock":"0x1","toBlock":"0x2"}])";
        out.clear();
        const auto other = readLogQuery(single, 100);
        appendLogPart(*other, 1, 1, 0, 0, out);
        QCOMPARE(out, std::string(R"([{"fromBlock":"0x1","toBlock":"0x1","address":"0xa"}])"));
        const std::string hashed = R"([{"address":["0xa","0xb"], "blockHash": "0xabc"}])";
        out.clear();
        const auto byHash = readLogQuery(hashed, 100);
        appendLogPart(*byHash, 0, 0, 1, 2, out);
        QCOMPARE(out, std::string(R"([{"address":["0xb"],"blockHash": "0xabc"}])"));
    }

    void anAddressNamedTwiceIsAskedOnce()
    {
        const std::string other = "\"0x" + std::string(40, 'c') + "\"";
        const std::string params = "[{\"fromBlock\":\"0x1\",\"toBlock\":\"0x9\",\"address\":["
                                   + kAddress + "," + other + "," + kAddress + "," + kAddress
                                   + "]}]";
        const auto query = readLogQuery(params, 100);
        QVERIFY(query);
        QCOMPARE(query->addresses.size(), std::size_t(2));
        QVERIFY(query->addresses[0] == kAddress && query->addresses[1] == other);
    }

    void theShapeIsAllButTheRange()
    {
        const auto shape = [](const char *params) { return readLogQuery(params, 100)->shape; };
        QCOMPARE(shape(R"([{"fromBlock":"0x1","address":"0xa"}])"),
                 shape(R"([{"address":"0xa","toBlock":"0x5","fromBlock":"0x2"}])"));
        QVERIFY(shape(R"([{"address":"0xa"}])") != shape(R"([{"address":"0xb"}])"));
    }

    void logs()
    {
        const std::string result =
            R"( [ {"blockNumber":"0x5","logIndex":"0x2","blockHash":"0xaa","removed":false} ,)"
            R"({"blockHash":"0xbb","blockNumber":"0x6"}] )";
        const auto found = readLogs(result);
        QVERIFY(found);
        QCOMPARE(found->size(), std::size_t(2));
        QCOMPARE(found->front().block, std::uint64_t(5));
        QCOMPARE(found->front().index, std::uint64_t(2));
        QCOMPARE(found->back().blockHash, std::string_view("0xbb"));
        std::string out;
        appendRemoved(found->front(), out);
        appendRemoved(found->back(), out);
        QCOMPARE(out,
                 std::string(
                     R"({"blockNumber":"0x5","logIndex":"0x2","blockHash":"0xaa","removed":true})"
                     R"({"blockHash":"0xbb","blockNumber":"0x6","removed":true})"));
        QVERIFY(!readLogs("null"));
        QVERIFY(!readLogs("[1]"));
        QVERIFY(!readLogs(R"([{"blockNumber":null}])")); // a pending one
        QVERIFY(readLogs("[]") && readLogs("[]")->empty());
        QCOMPARE(arrayContent(" [ 1 , 2 ] ").value(), std::string_view("1 , 2"));
        QCOMPARE(arrayContent("[]").value(), std::string_view());
        QVERIFY(!arrayContent("{}"));
        QVERIFY(!arrayContent("[1"));
    }

    void lessons_data()
    {
        QTest::addColumn<QByteArray>("words");
        QTest::addColumn<quint64>("blocks"); // of 5000
        QTest::addColumn<bool>("dense");
        const auto row = [](const char *words, quint64 blocks, bool dense) {
            QTest::newRow(words) << QByteArray(words) << blocks << dense;
        };
        row("eth_getLogs is limited to a 1,000 range", 1000, false);
        row("range 5000 exceeds limit of 2000", 2000, false);
        row("block range is too wide", 2500, false);
        row("exceed maximum block range: 10000", 2500, false); // of no use: less was asked for
        row("query returned more than 10000 results", 2500, true);
        row("query returned more than 10000 results. Try with this block range [0x64, 0x3e7].",
            900,
            true);
        row("Log response size exceeded. You can make eth_getLogs requests with up to a 2K block "
            "range and no limit "
            "on the response size, or this block range should work: [0x0, 0x63]",
            2000,
            true);
        row("Under the Free tier plan, you can make eth_getLogs requests with up to a 10 block "
            "range. Based on your "
            "parameters, this block range should work: [0x1, 0xa].",
            10,
            false);
        row("try with this block range [0x5, 0x1]", 2500, false);
        row("query returned more than 10000 logs", 2500, true);
        row("query returned more than 20000 events in this block range", 2500, true);
        row("logs over more than 10000 entries", 2500, true);
        row("response is too big", 2500, true);
        row("query timeout exceeded. Consider reducing your block range", 2500, true);
        row("request is too large", 2500, true); // it does not say of what
        row("", 2500, true);
    }

    void lessons()
    {
        QFETCH(QByteArray, words);
        QFETCH(quint64, blocks);
        QFETCH(bool, dense);
        const LogsLesson lesson = readLogsLesson(words.toStdString(), 5000);
        QCOMPARE(quint64(lesson.blocks), blocks);
        QCOMPARE(lesson.dense, dense);
    }

    /// The answers to wider queries that were under way may come later.
    void theNarrowestLessonCounts()
    {
        constexpr SteadyNs kNow = 1000 * kNsPerSecond;
        LogsLimits limits;
        for (const std::uint64_t blocks : {100U, 50U, 80U}) {
            limits.learnSpan(blocks, kNow);
            limits.learnDense(7, blocks / 10, kNow);
            limits.learnAddresses(blocks, kNow);
        }
        QCOMPARE(limits.span(kNow), std::uint64_t(50));
        QCOMPARE(limits.span(7, kNow), std::uint64_t(5));
        QCOMPARE(limits.addresses(kNow), std::size_t(50));
        // A plan that became wider is seen when the lesson is forgotten.
        const SteadyNs later = kNow + 2000 * kNsPerSecond;
        limits.learnSpan(80, later);
        limits.learnDense(7, 8, later);
        limits.learnAddresses(80, later);
        QCOMPARE(limits.span(later), std::uint64_t(80));
        QCOMPARE(limits.span(7, later), std::uint64_t(8));
        QCOMPARE(limits.addresses(later), std::size_t(80));
    }

    void limitsAreForgottenInTime()
    {
        constexpr SteadyNs kNow = 1000 * kNsPerSecond;
        LogsLimits limits;
        QVERIFY(limits.allows({1000000, 1000, 1}, kNow));
        limits.learnSpan(100, kNow);
        QVERIFY(limits.allows({100, 1, 1}, kNow));
        QVERIFY(!limits.allows({101, 1, 1}, kNow));
        limits.learnDense(7, 10, kNow);
        QVERIFY(!limits.allows({11, 0, 7}, kNow));
        QVERIFY(limits.allows({11, 0, 8}, kNow));
        QCOMPARE(limits.span(7, kNow), std::uint64_t(10));
        limits.learnAddresses(2, kNow);
        QVERIFY(!limits.allows({1, 3, 1}, kNow));
        QVERIFY(limits.allows({1, 1, 1}, kNow));
        QVERIFY(limits.allows({0, 0, 7}, kNow));
        QCOMPARE(limits.span(7, kNow + 400 * kNsPerSecond), std::uint64_t(100));
        QVERIFY(limits.allows({1000, 50, 7}, kNow + 2000 * kNsPerSecond));
        // No stream of queries makes it grow for ever, and nothing narrower than one block can be asked for.
        for (std::uint64_t shape = 0; shape < 1000; ++shape)
            limits.learnDense(shape, 0, kNow);
        QVERIFY(limits.allows({1, 1, 999}, kNow));
        limits.forget();
        QVERIFY(limits.allows({1000000, 1000, 999}, kNow));
    }

    void filterParams_data()
    {
        QTest::addColumn<QByteArray>("params");
        QTest::addColumn<QByteArray>("fault"); // a part of it; empty: none
        const auto row = [](const std::string &params, const char *fault) {
            QTest::newRow(params.c_str()) << QByteArray::fromStdString(params) << QByteArray(fault);
        };
        row("[{}]", "");
        row(R"([{"fromBlock":"latest","toBlock":"0x10","address":null,"topics":null}])", "");
        row("[{\"address\":" + kAddress + ",\"topics\":[" + kTopic + ",null,[" + kTopic
                + ",null]]}]",
            "");
        row("[{\"address\":[" + kAddress + "]}]", "");
        row("[]", "one object");
        row("", "one object");
        row("[1]", "one object");
        row("[{},{}]", "one object");
        row(R"([{"blockHash":"0x1"}])", "blockHash");
        row(R"([{"fromBlock":"new"}])", "fromBlock and toBlock");
        row(R"([{"fromBlock":5}])", "fromBlock and toBlock");
        row(R"([{"fromBlock":"0x5","toBlock":"0x4"}])", "invalid block range");
        row(R"([{"address":"0x12"}])", "address");
        row(R"([{"address":["0x12"]}])", "address");
        row("[{\"topics\":" + kTopic + "}]", "topics");
        row("[{\"topics\":[null,null,null,null,null]}]", "topics");
        row("[{\"topics\":[" + kAddress + "]}]", "topics");
    }

    void filterParams()
    {
        QFETCH(QByteArray, params);
        QFETCH(QByteArray, fault);
        const QByteArray found = QByteArray::fromStdString(faultOfLogFilter(params.toStdString()));
        QCOMPARE(found.isEmpty(), fault.isEmpty());
        QVERIFY2(found.contains(fault), found.constData());
    }

    void filterIds()
    {
        QCOMPARE(filterIdIn(R"( ["0x1f"] )").value(), std::string_view("0x1f"));
        for (const char *params : {"", "[]", "[1]", "[\"\"]", "{\"a\":1}", "[\"0x1\""})
            QVERIFY2(!filterIdIn(params), params);
        const LogFilterRange range =
            rangeOfLogFilter(R"([{"fromBlock":"0x5","toBlock":"latest"}])");
        QCOMPARE(range.from, std::uint64_t(5));
        QCOMPARE(range.to, UINT64_MAX);
    }
};

SPILLWAY_TEST(LogQueryTest)
#include "tst_logquery.moc"
