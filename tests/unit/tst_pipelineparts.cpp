// SPDX-License-Identifier: MIT
#include "pipeline/largeanswer.h"
#include "stats/counters.h"
#include "stats/prometheus.h"
#include "testmain.h"

#include <algorithm>
#include <limits>

using namespace spillway;

class PipelinePartsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void largeAnswers_data()
    {
        QTest::addColumn<QByteArray>("prefix");
        QTest::addColumn<bool>("streamable");
        QTest::newRow("usual order")
            << QByteArray("{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":[{\"a\":") << true;
        QTest::newRow("result first") << QByteArray("{\"result\":\"0x") << true;
        QTest::newRow("white space") << QByteArray(" { \"id\" : 7 , \"result\" : [") << true;
        QTest::newRow("error") << QByteArray(
            "{\"jsonrpc\":\"2.0\",\"id\":7,\"error\":{\"code\":-32005")
                               << false;
        QTest::newRow("another id")
            << QByteArray("{\"jsonrpc\":\"2.0\",\"id\":8,\"result\":[") << false;
        QTest::newRow("unknown member first") << QByteArray("{\"meta\":{},\"result\":[") << false;
        QTest::newRow("array") << QByteArray("[{\"id\":7,\"result\":1}]") << false;
        QTest::newRow("html") << QByteArray("<html>") << false;
        QTest::newRow("escaped key") << QByteArray("{\"\\u0072esult\":[") << false;
        QTest::newRow("empty") << QByteArray() << false;
    }

    void largeAnswers()
    {
        QFETCH(QByteArray, prefix);
        QFETCH(bool, streamable);
        QCOMPARE(beginsWithResult(prefix.toStdString(), "7"), streamable);
    }

    void prometheusText()
    {
        PrometheusWriter writer;
        writer.family("x_total", "counter", "Help.");
        writer.sample("x_total", {{"node", "a\"b\\c\n"}}, std::uint64_t{3});
        writer.sample("y", {}, std::numeric_limits<double>::infinity());
        writer.sample("z", {}, std::numeric_limits<double>::quiet_NaN());
        const std::string text = writer.take();
        QCOMPARE(text,
                 std::string("# HELP x_total Help.\n# TYPE x_total "
                             "counter\nx_total{node=\"a\\\"b\\\\c\\n\"} 3\ny +Inf\nz NaN\n"));
    }

    void histogramBucketsAreCumulated()
    {
        Histogram histogram;
        histogram.observe(400 * 1000);
        histogram.observe(3 * kNsPerMs);
        histogram.observe(200 * kNsPerSecond);
        LatencyBuckets<std::uint64_t> buckets{};
        histogram.addTo(buckets);
        PrometheusWriter writer;
        writer.histogram("h", {}, buckets, histogram.sumUs());
        const std::string text = writer.take();
        QVERIFY(text.find("h_bucket{le=\"0.0005\"} 1\n") != std::string::npos);
        QVERIFY(text.find("h_bucket{le=\"0.005\"} 2\n") != std::string::npos);
        QVERIFY(text.find("h_bucket{le=\"60\"} 2\n") != std::string::npos);
        QVERIFY(text.find("h_bucket{le=\"+Inf\"} 3\n") != std::string::npos);
        QVERIFY(text.find("h_count 3\n") != std::string::npos);
    }

    /// The fine cells change no count by the bounds of /metrics, and each holds what lies within its ends.
    void cellsAndBucketsAreExact()
    {
        std::vector<std::int64_t> times = {-5, 0, 1, 2};
        for (const std::int64_t bound : kLatencyBoundsUs)
            times.insert(times.end(), {bound - 1, bound, bound + 1});
        for (std::int64_t us = 3; us < 400'000'000; us += 1 + us / 37)
            times.push_back(us);
        for (std::size_t cell = 0; cell + 1 < kLatencyCells; ++cell)
            times.insert(times.end(), {kLatencyCellEndsUs[cell], kLatencyCellEndsUs[cell] + 1});
        for (const std::int64_t us : times) {
            const std::size_t cell = latencyCell(us);
            QVERIFY(cell < kLatencyCells);
            QVERIFY(us <= kLatencyCellEndsUs[cell]);
            QVERIFY(cell == 0 || us > kLatencyCellEndsUs[cell - 1]);
            const auto bound =
                std::lower_bound(kLatencyBoundsUs.begin(), kLatencyBoundsUs.end(), us);
            QCOMPARE(std::ptrdiff_t{kLatencyBucketOfCell[cell]}, bound - kLatencyBoundsUs.begin());
            Histogram histogram;
            histogram.observe(us * 1000);
            LatencyBuckets<std::uint64_t> buckets{};
            LatencyCells<std::uint64_t> cells{};
            histogram.addTo(buckets);
            histogram.addTo(cells);
            QCOMPARE(buckets[kLatencyBucketOfCell[cell]], std::uint64_t{1});
            QCOMPARE(cells[cell], std::uint64_t{1});
        }
    }
};

SPILLWAY_TEST(PipelinePartsTest)
#include "tst_pipelineparts.moc"
