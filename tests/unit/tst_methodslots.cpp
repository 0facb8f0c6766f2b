// SPDX-License-Identifier: MIT
#include "stats/counters.h"
#include "testmain.h"

#include <set>
#include <string>

using namespace spillway;

/// Numbers of methods: the same for the same name, and never more than there are.
class TestMethodSlots : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void theSameNameHasTheSameNumber()
    {
        const auto number = MethodSlots::of("slots_first", true);
        QVERIFY(number != MethodSlots::kOthers);
        QCOMPARE(MethodSlots::of("slots_first", true), number);
        QVERIFY(MethodSlots::of("slots_second", true) != number);
        QCOMPARE(MethodSlots::names().at(number), std::string("slots_first"));
        QVERIFY(MethodSlots::names().front().empty());
    }

    void madeUpNamesLeaveRoomForKnownOnes()
    {
        std::set<std::uint16_t> numbers;
        for (std::size_t i = 0; i < 4 * MethodSlots::kCount; ++i)
            numbers.insert(MethodSlots::of("slots_made_up_" + std::to_string(i), false));
        QVERIFY(numbers.contains(MethodSlots::kOthers));
        QVERIFY(numbers.size() <= MethodSlots::kCount / 4 + 1);
        QVERIFY(MethodSlots::of("slots_late_but_known", true) != MethodSlots::kOthers);
        QCOMPARE(MethodSlots::of(std::string(1000, 'x'), true), MethodSlots::kOthers);
        QVERIFY(MethodSlots::names().size() <= MethodSlots::kCount);
    }

    void countersAreMadeWhenTheyAreUsed()
    {
        MethodCounters counters;
        for (std::size_t slot = 0; slot < MethodSlots::kCount; ++slot)
            QVERIFY(counters.find(slot) == nullptr);
        const std::size_t last = MethodSlots::kCount - 1;
        counters.at(last).calls.add(2);
        counters.at(last).credits.add(20);
        QVERIFY(counters.find(last) != nullptr);
        QCOMPARE(counters.find(last)->calls.value(), std::int64_t{2});
        QCOMPARE(counters.find(last)->credits.value(), std::int64_t{20});
        QCOMPARE(counters.find(last - 1)->calls.value(), std::int64_t{0});
        QVERIFY(counters.find(0) == nullptr);
    }
};

SPILLWAY_TEST(TestMethodSlots)

#include "tst_methodslots.moc"
