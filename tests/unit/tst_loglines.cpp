// SPDX-License-Identifier: MIT
#include "core/log.h"
#include "core/redact.h"
#include "spillway/logging.h"
#include "testmain.h"

using namespace spillway;

namespace {

QByteArray textsAfter(std::uint64_t sequence)
{
    QByteArray out;
    for (const LogLine &line : logLines(sequence))
        out += QByteArray::fromStdString(line.text) + '\n';
    return out;
}

} // namespace

class LogLinesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void init()
    {
        redact::reset();
        log::setSink([](log::Level, std::string_view) {});
        keepLogLines(0);
    }

    void cleanup()
    {
        redact::reset();
        keepLogLines(0);
        log::setSink({});
        log::setFormat(log::Format::Text);
        log::setLevel(log::Level::Info);
    }

    void nothingIsKeptUnlessAsked()
    {
        log::info("test", "lost");
        QVERIFY(logLines(0).empty());
    }

    void linesAreTextInEitherFormat_data()
    {
        QTest::addColumn<bool>("asJson");
        QTest::newRow("text") << false;
        QTest::newRow("json") << true;
    }

    void linesAreTextInEitherFormat()
    {
        QFETCH(bool, asJson);
        log::setFormat(asJson ? log::Format::Json : log::Format::Text);
        redact::registerSecret("s3cr3t-value");
        keepLogLines(10);
        log::warn("upstream", "no luck", {{"node", "A"}, {"error", "bad s3cr3t-value"}, {"n", 3}});
        const std::vector<LogLine> lines = logLines(0);
        QCOMPARE(lines.size(), std::size_t{1});
        QCOMPARE(lines[0].level, 3);
        QCOMPARE(lines[0].category, std::string("upstream"));
        QCOMPARE(lines[0].text, std::string("no luck node=A error=\"bad ***\" n=3"));
        QVERIFY(lines[0].wallMs > 1'600'000'000'000);
    }

    void theSinkGetsItsLinesAsBefore()
    {
        std::string written;
        log::setSink([&](log::Level, std::string_view line) { written = line; });
        keepLogLines(10);
        log::info("test", "both", {{"n", 1}});
        QVERIFY2(written.ends_with("Z info test: both n=1"), written.c_str());
        QCOMPARE(textsAfter(0), QByteArray("both n=1\n"));
    }

    void theOldestGoFirstAndNothingComesTwice()
    {
        keepLogLines(3);
        for (const char *text : {"a", "b", "c", "d"})
            log::info("test", text);
        QCOMPARE(textsAfter(0), QByteArray("b\nc\nd\n"));
        const std::uint64_t last = logLines(0).back().sequence;
        QVERIFY(logLines(last).empty());
        log::info("test", "e");
        QCOMPARE(textsAfter(last), QByteArray("e\n"));
        keepLogLines(1);
        QCOMPARE(textsAfter(0), QByteArray("e\n"));
    }

    void levelsThatAreOffAreNotKept()
    {
        keepLogLines(3);
        log::setLevel(log::Level::Warn);
        log::info("test", "quiet");
        log::error("test", "loud");
        QCOMPARE(textsAfter(0), QByteArray("loud\n"));
    }
};

SPILLWAY_TEST(LogLinesTest)
#include "tst_loglines.moc"
