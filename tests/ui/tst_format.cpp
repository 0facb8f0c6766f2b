// SPDX-License-Identifier: GPL-3.0-or-later
#include "testmain.h"
#include "widgets/format.h"
#include "widgets/tables.h"

#include <QLocale>
#include <QTest>

#include <limits>

using namespace spillway;
using namespace spillway::ui;

namespace {

/// Unbreakable blanks are blanks to the eye.
QString plain(QString text)
{
    return text.replace(QChar(QChar::Nbsp), QLatin1Char(' '));
}

} // namespace

class TestFormat : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }

    void shortNumbers_data();
    void shortNumbers();
    void latencies_data();
    void latencies();
    void durations_data();
    void durations();
    void percents_data();
    void percents();
    void rates();
    void dates();
    void everyValueHasAWord();
    void csvFields_data();
    void csvFields();
};

void TestFormat::shortNumbers_data()
{
    QTest::addColumn<double>("value");
    QTest::addColumn<QString>("text");
    QTest::newRow("0") << 0.0 << QStringLiteral("0");
    QTest::newRow("840") << 840.0 << QStringLiteral("840");
    QTest::newRow("999") << 999.0 << QStringLiteral("999");
    QTest::newRow("999.7 rounds up a unit") << 999.7 << QStringLiteral("1 k");
    QTest::newRow("1240") << 1240.0 << QStringLiteral("1.24 k");
    QTest::newRow("12 k") << 12'000.0 << QStringLiteral("12 k");
    QTest::newRow("1.2 M") << 1'200'000.0 << QStringLiteral("1.2 M");
    QTest::newRow("G") << 3.45e9 << QStringLiteral("3.45 G");
    QTest::newRow("small") << 2.5 << QStringLiteral("2.5");
    QTest::newRow("negative") << -1500.0 << QStringLiteral("-1.5 k");
    QTest::newRow("largest") << 1.8446744073709552e19 << QStringLiteral("18.4 E");
    QTest::newRow("not a number") << std::numeric_limits<double>::quiet_NaN()
                                  << QStringLiteral("–");
    QTest::newRow("infinite") << std::numeric_limits<double>::infinity() << QStringLiteral("–");
}

void TestFormat::shortNumbers()
{
    QFETCH(double, value);
    QFETCH(QString, text);
    QCOMPARE(plain(format::shortNumber(value)), text);
}

void TestFormat::latencies_data()
{
    QTest::addColumn<double>("ms");
    QTest::addColumn<QString>("text");
    QTest::newRow("tenths") << 0.42 << QStringLiteral("0.4 ms");
    QTest::newRow("ms") << 38.2 << QStringLiteral("38 ms");
    QTest::newRow("nearly a second") << 999.6 << QStringLiteral("1 s");
    QTest::newRow("seconds") << 1234.0 << QStringLiteral("1.23 s");
    QTest::newRow("unknown is not a number")
        << std::numeric_limits<double>::quiet_NaN() << QStringLiteral("–");
}

void TestFormat::latencies()
{
    QFETCH(double, ms);
    QFETCH(QString, text);
    QCOMPARE(plain(format::latency(ms)), text);
    QCOMPARE(format::latency(std::nullopt), QStringLiteral("–"));
}

void TestFormat::durations_data()
{
    QTest::addColumn<qint64>("ms");
    QTest::addColumn<QString>("text");
    QTest::newRow("ms") << qint64{850} << QStringLiteral("850 ms");
    QTest::newRow("s") << qint64{12'400} << QStringLiteral("12 s");
    QTest::newRow("min") << qint64{240'000} << QStringLiteral("4 min");
    QTest::newRow("hours and minutes")
        << qint64{3 * 3'600'000 + 1'200'000} << QStringLiteral("3 h 20 min");
    QTest::newRow("whole hours") << qint64{3 * 3'600'000} << QStringLiteral("3 h");
}

void TestFormat::durations()
{
    QFETCH(qint64, ms);
    QFETCH(QString, text);
    QCOMPARE(plain(format::duration(ms)), text);
    QCOMPARE(plain(format::remaining(ms)),
             QStringLiteral("in ") + (ms < 1000 ? QStringLiteral("1 s") : text));
    QCOMPARE(format::remaining(0), QStringLiteral("now"));
}

void TestFormat::percents_data()
{
    QTest::addColumn<double>("share");
    QTest::addColumn<QString>("text");
    QTest::newRow("0") << 0.0 << QStringLiteral("0 %");
    QTest::newRow("middle") << 0.824 << QStringLiteral("82 %");
    QTest::newRow("near the end") << 0.9876 << QStringLiteral("98.8 %");
    QTest::newRow("very near the end") << 0.99982 << QStringLiteral("99.98 %");
    QTest::newRow("not all is never 100") << 0.999999 << QStringLiteral("99.99 %");
    QTest::newRow("all") << 1.0 << QStringLiteral("100 %");
    QTest::newRow("a trace") << 0.0005 << QStringLiteral("0.05 %");
    QTest::newRow("more than all") << 1.25 << QStringLiteral("125 %");
}

void TestFormat::percents()
{
    QFETCH(double, share);
    QFETCH(QString, text);
    QCOMPARE(plain(format::percent(share)), text);
}

void TestFormat::rates()
{
    QCOMPARE(plain(format::rate(0)), QStringLiteral("0 req/s"));
    QCOMPARE(plain(format::rate(0.04)), QStringLiteral("< 0.1 req/s"));
    QCOMPARE(plain(format::rate(2.25)), QStringLiteral("2.3 req/s"));
    QCOMPARE(plain(format::rate(1240.4)), QStringLiteral("1,240 req/s"));
}

void TestFormat::dates()
{
    QCOMPARE(format::dayFromIso("2026-12-12"), QStringLiteral("12 Dec"));
    QCOMPARE(format::dayFromIso("2026-12-12T00:00:00Z"), QStringLiteral("12 Dec"));
    QCOMPARE(format::dayFromIso("soon"), QString());
    QCOMPARE(format::day(QDate()), QString());
}

void TestFormat::everyValueHasAWord()
{
    for (std::size_t i = 0; i < static_cast<std::size_t>(RequestOutcome::Count); ++i)
        QVERIFY(!format::requestOutcome(static_cast<RequestOutcome>(i)).isEmpty());
    for (std::size_t i = 0; i < static_cast<std::size_t>(SkipReason::Count); ++i)
        QVERIFY(!format::skipReason(static_cast<SkipReason>(i)).isEmpty());
    for (const std::string_view name : kAttemptOutcomeNames) {
        const QString word = format::attemptOutcome(std::string(name));
        QVERIFY2(!word.isEmpty() && !word.contains(QLatin1Char('_')), qPrintable(word));
    }
    QCOMPARE(format::attemptOutcome("something_new"), QStringLiteral("something_new"));
    QStringList icons;
    for (int i = 0; i <= static_cast<int>(NodeCondition::Disabled); ++i) {
        const auto condition = static_cast<NodeCondition>(i);
        QVERIFY(!format::condition(condition).isEmpty());
        QVERIFY2(!icons.contains(format::conditionIcon(condition)), "two states look the same");
        icons.append(format::conditionIcon(condition));
    }
}

void TestFormat::csvFields_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("field");
    QTest::newRow("plain") << QStringLiteral("Helius") << QStringLiteral("Helius");
    QTest::newRow("comma") << QStringLiteral("a,b") << QStringLiteral("\"a,b\"");
    QTest::newRow("quote") << QStringLiteral("a\"b") << QStringLiteral("\"a\"\"b\"");
    QTest::newRow("line") << QStringLiteral("a\nb") << QStringLiteral("\"a\nb\"");
    QTest::newRow("formula") << QStringLiteral("=1+1") << QStringLiteral("'=1+1");
    QTest::newRow("negative number") << QStringLiteral("-5") << QStringLiteral("-5");
}

void TestFormat::csvFields()
{
    QFETCH(QString, text);
    QFETCH(QString, field);
    QCOMPARE(tables::csvField(text), field);
}

SPILLWAY_TEST(TestFormat)

#include "tst_format.moc"
