// SPDX-License-Identifier: MIT
#include "pipeline/largeanswer.h"
#include "stats/prometheus.h"
#include "testmain.h"

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
        std::array<std::uint64_t, Histogram::kBoundsUs.size() + 1> buckets{};
        for (std::size_t i = 0; i < buckets.size(); ++i)
            buckets[i] = histogram.bucket(i);
        PrometheusWriter writer;
        writer.histogram("h", {}, buckets, histogram.sumUs());
        const std::string text = writer.take();
        QVERIFY(text.find("h_bucket{le=\"0.0005\"} 1\n") != std::string::npos);
        QVERIFY(text.find("h_bucket{le=\"0.005\"} 2\n") != std::string::npos);
        QVERIFY(text.find("h_bucket{le=\"60\"} 2\n") != std::string::npos);
        QVERIFY(text.find("h_bucket{le=\"+Inf\"} 3\n") != std::string::npos);
        QVERIFY(text.find("h_count 3\n") != std::string::npos);
    }
};

SPILLWAY_TEST(PipelinePartsTest)
#include "tst_pipelineparts.moc"
