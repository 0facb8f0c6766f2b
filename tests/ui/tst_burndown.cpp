// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitor/quotatext.h"
#include "stats/burndown.h"
#include "testmain.h"

#include <QDateTime>
#include <QTest>

using namespace spillway;
using namespace spillway::ui;

namespace {

constexpr qint64 kHourMs = 3'600'000;
constexpr qint64 kDayMs = 24 * kHourMs;

const QDate kStart(2026, 11, 15);
const QDate kReset(2026, 12, 15);

qint64 at(const QDate &day, int hour)
{
    return utcMs(day) + hour * kHourMs;
}

/// Credits by hour, `recent` in each of the last 24 and `earlier` before, as far back as `hours`.
std::vector<std::pair<qint64, std::uint64_t>>
hoursUntil(qint64 nowMs, int hours, std::uint64_t recent, std::uint64_t earlier)
{
    std::vector<std::pair<qint64, std::uint64_t>> list;
    for (int i = hours; i > 0; --i)
        list.emplace_back(nowMs - i * kHourMs, i <= 24 ? recent : earlier);
    return list;
}

QuotaFacts factsAt(qint64 nowMs)
{
    QuotaFacts facts;
    facts.nowMs = nowMs;
    facts.periodStartMs = utcMs(kStart);
    facts.resetMs = utcMs(kReset);
    facts.limit = 10'000'000;
    facts.threshold = 9'500'000;
    return facts;
}

NodeSnapshot nodeOf(const QuotaFacts &facts)
{
    NodeSnapshot node;
    node.name = "Helius";
    node.used = facts.used;
    node.limit = facts.limit;
    node.threshold = facts.threshold;
    node.periodStart = kStart.toString(Qt::ISODate).toStdString();
    node.resetsAt = kReset.toString(Qt::ISODate).toStdString();
    return node;
}

using Outlook = BurnDown::Outlook;

} // namespace

Q_DECLARE_METATYPE(spillway::ui::BurnDown::Outlook)

class TestBurnDown : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }

    void paceWeighsTheLastDayMore();
    void stopDateIsComputed_data();
    void stopDateIsComputed();
    void needsSixHours_data();
    void needsSixHours();
    void unmeteredHasNoEnd();
    void reachedStopIsSaid();
    void resetInThePastGivesNoForecast();
    void linesOfTheChart();
    void manyHoursAreThinned();
    void usedBeyondTheLimitLeavesNothing();
    void sentences_data();
    void sentences();
};

void TestBurnDown::paceWeighsTheLastDayMore()
{
    QuotaFacts facts = factsAt(at(QDate(2026, 11, 30), 0));
    facts.hours = hoursUntil(facts.nowMs, 168, 10'000, 1000);
    const double day = 24 * 10'000.0;
    const double week = (24 * 10'000.0 + 144 * 1000.0) / 7;
    QVERIFY(std::abs(burnDown(facts).perDay - (0.6 * day + 0.4 * week)) < 0.5);
}

void TestBurnDown::stopDateIsComputed_data()
{
    QTest::addColumn<qint64>("nowMs");
    QTest::addColumn<qulonglong>("used");
    QTest::addColumn<qulonglong>("perHour");
    QTest::addColumn<Outlook>("outlook");
    QTest::addColumn<QDate>("date");
    QTest::addColumn<int>("daysBefore");
    const qint64 now = at(QDate(2026, 11, 30), 12);
    // 9.5 M is the stop: 1.3 M left to it at 4514 an hour are 288 hours = 12 days.
    QTest::newRow("twelve days") << now << 8'200'000ULL << 4513ULL << Outlook::ReachesStop
                                 << QDate(2026, 12, 12) << 3;
    QTest::newRow("today") << now << 9'499'000ULL << 1000ULL << Outlook::ReachesStop
                           << QDate(2026, 11, 30) << 15;
    QTest::newRow("after midnight")
        << now << 9'487'000ULL << 1000ULL << Outlook::ReachesStop << QDate(2026, 12, 1) << 14;
    // 14.5 days to the reset are 348 hours.
    QTest::newRow("an hour before the reset")
        << now << 9'153'000ULL << 1000ULL << Outlook::ReachesStop << QDate(2026, 12, 14) << 1;
    QTest::newRow("an hour after it")
        << now << 9'151'000ULL << 1000ULL << Outlook::LastsToReset << QDate() << 0;
    QTest::newRow("nothing spent") << now << 5ULL << 0ULL << Outlook::NotUsed << QDate() << 0;
}

void TestBurnDown::stopDateIsComputed()
{
    QFETCH(qint64, nowMs);
    QFETCH(qulonglong, used);
    QFETCH(qulonglong, perHour);
    QFETCH(Outlook, outlook);
    QFETCH(QDate, date);
    QFETCH(int, daysBefore);
    QuotaFacts facts = factsAt(nowMs);
    facts.used = used;
    facts.hours = hoursUntil(nowMs, 200, perHour, perHour);
    const BurnDown burn = burnDown(facts);
    QCOMPARE(burn.outlook, outlook);
    QCOMPARE(burn.reachesOn, date);
    QCOMPARE(burn.daysBeforeReset, daysBefore);
}

void TestBurnDown::needsSixHours_data()
{
    QTest::addColumn<int>("hours");
    QTest::addColumn<Outlook>("outlook");
    QTest::newRow("none") << 0 << Outlook::NotEnoughData;
    QTest::newRow("five") << 5 << Outlook::NotEnoughData;
    QTest::newRow("six") << 6 << Outlook::ReachesStop;
}

void TestBurnDown::needsSixHours()
{
    QFETCH(int, hours);
    QFETCH(Outlook, outlook);
    QuotaFacts facts = factsAt(at(QDate(2026, 11, 30), 12));
    facts.used = 9'000'000;
    facts.hours = hoursUntil(facts.nowMs, hours, 5000, 5000);
    const BurnDown burn = burnDown(facts);
    QCOMPARE(burn.outlook, outlook);
    if (hours == 6)
        QCOMPARE(std::round(burn.perDay), 120'000.0);
    else
        QVERIFY(burn.forecast.isEmpty());
}

void TestBurnDown::unmeteredHasNoEnd()
{
    QuotaFacts facts = factsAt(at(QDate(2026, 11, 30), 12));
    facts.limit.reset();
    facts.threshold.reset();
    facts.used = 1'000'000;
    facts.hours = hoursUntil(facts.nowMs, 48, 1000, 1000);
    const BurnDown burn = burnDown(facts);
    QCOMPARE(burn.outlook, Outlook::Unmetered);
    QCOMPARE(std::round(burn.perDay), 24'000.0);
    QVERIFY(burn.actual.isEmpty());
}

void TestBurnDown::reachedStopIsSaid()
{
    QuotaFacts facts = factsAt(at(QDate(2026, 11, 30), 12));
    facts.used = 9'500'000;
    const BurnDown burn = burnDown(facts);
    QCOMPARE(burn.outlook, Outlook::Reached);
    QCOMPARE(burn.left, std::uint64_t{500'000});
    QCOMPARE(burn.reachesOn, QDate(2026, 11, 30));
}

void TestBurnDown::resetInThePastGivesNoForecast()
{
    QuotaFacts facts = factsAt(at(kReset, 5));
    facts.used = 9'000'000;
    facts.hours = hoursUntil(facts.nowMs, 48, 1000, 1000);
    const BurnDown burn = burnDown(facts);
    QCOMPARE(burn.outlook, Outlook::NotEnoughData);
    QVERIFY(burn.forecast.isEmpty());
}

void TestBurnDown::linesOfTheChart()
{
    QuotaFacts facts = factsAt(at(QDate(2026, 11, 25), 0));
    facts.used = 1'000'000;
    facts.hours = hoursUntil(facts.nowMs, 48, 1000, 2000);
    const BurnDown burn = burnDown(facts);
    QCOMPARE(burn.periodDays, 30.0);
    QCOMPARE(burn.today, 10.0);
    QCOMPARE(burn.reserve, 500'000.0);
    QCOMPARE(burn.stopShare, 0.95);
    QCOMPARE(burn.evenPace, (QList<QPointF>{{0, 10'000'000}, {30, 0}}));
    QCOMPARE(burn.actual.last(), QPointF(10, 9'000'000));
    QCOMPARE(burn.actual.first(), QPointF(8, 9'000'000 + 24 * 1000 + 24 * 2000));
    QCOMPARE(burn.actual.size(), 49);
    QCOMPARE(burn.forecast.first(), burn.actual.last());
    QCOMPARE(burn.forecast.last().x(), 30.0);
    QCOMPARE(*burn.usedAtReset, facts.used + static_cast<std::uint64_t>(burn.perDay * 20));
}

void TestBurnDown::manyHoursAreThinned()
{
    QuotaFacts facts = factsAt(at(QDate(2026, 12, 14), 0));
    facts.used = 1'000'000;
    facts.hours = hoursUntil(facts.nowMs, 29 * 24, 100, 100);
    const BurnDown burn = burnDown(facts);
    QCOMPARE(burn.actual.size(), 300);
    QCOMPARE(burn.actual.last().x(), 29.0);
    QCOMPARE(burn.actual.first().x(), 0.0);
}

void TestBurnDown::usedBeyondTheLimitLeavesNothing()
{
    QuotaFacts facts = factsAt(at(QDate(2026, 11, 30), 12));
    facts.used = 12'000'000;
    facts.hours = hoursUntil(facts.nowMs, 48, 1'000'000, 1'000'000);
    const BurnDown burn = burnDown(facts);
    QCOMPARE(burn.left, std::uint64_t{0});
    for (const QPointF &point : burn.actual)
        QVERIFY(point.y() >= 0 && point.y() <= 10'000'000);
}

void TestBurnDown::sentences_data()
{
    QTest::addColumn<qulonglong>("limit");
    QTest::addColumn<qulonglong>("used");
    QTest::addColumn<int>("hours");
    QTest::addColumn<qulonglong>("perHour");
    QTest::addColumn<QString>("sentence");
    QTest::addColumn<QString>("outlook");
    const QString space(QChar(QChar::Nbsp));
    QTest::newRow("reaches the stop")
        << 10'000'000ULL << 8'200'000ULL << 200 << 4513ULL
        << QStringLiteral("Helius has 1.8 M of 10 M credits left (18 %). At this week’s pace it "
                          "reaches the 95 % stop on "
                          "12 Dec, 3 days before it resets.")
        << QStringLiteral("stop on 12 Dec");
    QTest::newRow("lasts") << 10'000'000ULL << 1'000'000ULL << 200 << 1000ULL
                           << QStringLiteral("Helius has 9 M of 10 M credits left (90 %). At this "
                                             "week’s pace it lasts until it resets on 15 Dec, "
                                             "with 1.35 M used by then.")
                           << QStringLiteral("lasts until 15 Dec");
    QTest::newRow("reached") << 10'000'000ULL << 9'600'000ULL << 200 << 1000ULL
                             << QStringLiteral("Helius has 400 k of 10 M credits left (4 %). It "
                                               "has reached the 95 % stop and rests until 15 Dec.")
                             << QStringLiteral("stop reached, until 15 Dec");
    QTest::newRow("too early") << 10'000'000ULL << 10ULL << 3 << 1ULL
                               << QStringLiteral("Helius has 10 M of 10 M credits left (99.99 %). "
                                                 "Not enough data for a forecast yet.")
                               << QStringLiteral("not enough data yet");
    QTest::newRow("unmetered")
        << 0ULL << 12'400ULL << 200 << 1ULL
        << QStringLiteral(
               "Helius has no limit set (unmetered). It has used 12.4 k credits this period.")
        << QStringLiteral("no limit set");
}

void TestBurnDown::sentences()
{
    QFETCH(qulonglong, limit);
    QFETCH(qulonglong, used);
    QFETCH(int, hours);
    QFETCH(qulonglong, perHour);
    QFETCH(QString, sentence);
    QFETCH(QString, outlook);
    QuotaFacts facts = factsAt(at(QDate(2026, 11, 30), 12));
    facts.used = used;
    if (limit == 0) {
        facts.limit.reset();
        facts.threshold.reset();
    }
    facts.hours = hoursUntil(facts.nowMs, hours, perHour, perHour);
    const BurnDown burn = burnDown(facts);
    const NodeSnapshot node = nodeOf(facts);
    const QString plain = quotaSentence(node, burn).replace(QChar(QChar::Nbsp), QLatin1Char(' '));
    QCOMPARE(plain, sentence);
    QCOMPARE(quotaOutlook(node, burn), outlook);
}

SPILLWAY_TEST(TestBurnDown)

#include "tst_burndown.moc"
