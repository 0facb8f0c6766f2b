// SPDX-License-Identifier: MIT
#include "testmain.h"
#include "upstream/gcra.h"

#include <thread>
#include <vector>

using namespace spillway;

class GcraTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void burstThenExactRate_data()
    {
        QTest::addColumn<double>("rate");
        QTest::addColumn<double>("burst");
        QTest::addColumn<int>("tokens");
        QTest::addColumn<qint64>("firstWaitNs");
        QTest::newRow("10 a second, default burst") << 10.0 << 0.0 << 10 << qint64(100'000'000);
        QTest::newRow("half a second one") << 0.5 << 0.0 << 1 << qint64(2'000'000'000);
        QTest::newRow("2.5 a second rounds the burst up") << 2.5 << 0.0 << 3 << qint64(400'000'000);
        QTest::newRow("burst of one") << 50.0 << 1.0 << 1 << qint64(20'000'000);
        QTest::newRow("burst above the rate") << 1.0 << 5.0 << 5 << qint64(1'000'000'000);
    }

    void burstThenExactRate()
    {
        QFETCH(double, rate);
        QFETCH(double, burst);
        QFETCH(int, tokens);
        QFETCH(qint64, firstWaitNs);
        const GcraRate gcra = GcraRate::perSecond(rate, burst);
        Gcra bucket;
        SteadyNs now = 1'000'000'000'000;
        for (int i = 0; i < tokens; ++i)
            QCOMPARE(bucket.tryTake(gcra, now), SteadyNs{0});
        QCOMPARE(bucket.tryTake(gcra, now), SteadyNs{firstWaitNs});
        now += firstWaitNs - 1;
        QCOMPARE(bucket.tryTake(gcra, now), SteadyNs{1});
        QCOMPARE(bucket.tryTake(gcra, now + 1), SteadyNs{0});
    }

    void unlimitedNeverWaits()
    {
        Gcra bucket;
        const GcraRate rate = GcraRate::perSecond(0);
        for (int i = 0; i < 1000; ++i)
            QCOMPARE(bucket.tryTake(rate, 5), SteadyNs{0});
    }

    void reservationsQueueUpInOrder()
    {
        const GcraRate rate = GcraRate::perSecond(10, 1);
        Gcra bucket;
        const SteadyNs now = 1'000'000'000'000;
        QCOMPARE(bucket.tryTake(rate, now), SteadyNs{0});
        const SteadyNs first = bucket.reserve(rate, now, now + kNsPerSecond);
        const SteadyNs second = bucket.reserve(rate, now, now + kNsPerSecond);
        QCOMPARE(first, now + 100'000'000);
        QCOMPARE(second, now + 200'000'000);
        // A newcomer sees the queue and does not overtake it.
        QCOMPARE(bucket.tryTake(rate, now + 150'000'000), SteadyNs{150'000'000});
    }

    void reservationBeyondTheDeadlineBooksNothing()
    {
        const GcraRate rate = GcraRate::perSecond(1, 1);
        Gcra bucket;
        const SteadyNs now = 1'000'000'000'000;
        QCOMPARE(bucket.tryTake(rate, now), SteadyNs{0});
        QCOMPARE(bucket.reserve(rate, now, now + kNsPerSecond / 2), SteadyNs{0});
        QCOMPARE(bucket.tryTake(rate, now + kNsPerSecond), SteadyNs{0});
    }

    void givenBackTokensCanBeTakenAgain()
    {
        const GcraRate rate = GcraRate::perSecond(1, 1);
        Gcra bucket;
        const SteadyNs now = 1'000'000'000'000;
        QCOMPARE(bucket.tryTake(rate, now), SteadyNs{0});
        bucket.giveBack(rate);
        QCOMPARE(bucket.tryTake(rate, now), SteadyNs{0});
        QVERIFY(bucket.tryTake(rate, now) > 0);
    }

    void tellsHowManyTokensAreThere()
    {
        const GcraRate rate = GcraRate::perSecond(10, 3);
        Gcra bucket;
        const SteadyNs now = 1'000'000'000'000;
        QCOMPARE(bucket.available({}, now), std::int64_t{0});
        for (const std::int64_t left : {3, 2, 1, 0}) {
            QCOMPARE(bucket.available(rate, now), left);
            QCOMPARE(bucket.tryTake(rate, now) == 0, left > 0);
        }
        QCOMPARE(bucket.available(rate, now + rate.interval), std::int64_t{1});
        static_cast<void>(bucket.reserve(rate, now, now + 10 * kNsPerSecond));
        QCOMPARE(bucket.available(rate, now), std::int64_t{0});
    }

    void exactUnderContention()
    {
        const GcraRate rate = GcraRate::perSecond(1, 1000);
        Gcra bucket;
        std::atomic<int> taken{0};
        std::vector<std::thread> threads;
        for (int t = 0; t < 4; ++t) {
            threads.emplace_back([&] {
                for (int i = 0; i < 1000; ++i)
                    taken += bucket.tryTake(rate, 1'000'000'000'000) == 0 ? 1 : 0;
            });
        }
        for (std::thread &thread : threads)
            thread.join();
        QCOMPARE(taken.load(), 1000);
    }
};

SPILLWAY_TEST(GcraTest)
#include "tst_gcra.moc"
