// SPDX-License-Identifier: MIT
#include "historywriter.h"
#include "memoryusage.h"
#include "testmain.h"
#include "usageclock.h"
#include "usagefixture.h"

using namespace spillway;
using namespace spillway::test;

class HistoryWriterTest : public QObject
{
    Q_OBJECT

private:
    /// Credits of today, as a snapshot of the node shows them now.
    static std::uint64_t today(const HistoryWriter &history, const NodeState &state)
    {
        Snapshot snapshot;
        NodeSnapshot &node = snapshot.nodes.emplace_back();
        node.name = "A";
        const auto slot = MethodSlots::of("eth_call", true);
        if (const MethodCount *counted = state.allStats().front().methods.find(slot))
            node.methods.push_back({"eth_call",
                                    static_cast<std::uint64_t>(counted->calls.value()),
                                    static_cast<std::uint64_t>(counted->credits.value())});
        history.fillToday(snapshot);
        std::uint64_t credits = 0;
        for (const NodeMethodSnapshot &method : snapshot.nodes.front().methodsToday)
            credits += method.credits;
        return credits;
    }

private Q_SLOTS:

    /// Billing periods are turned just before write(): what is counted until then belongs to the day before, and what is counted from
    /// then on to the new one, at once.
    void theDayBeginsWhenThePeriodDoes()
    {
        constexpr std::int64_t kDayMs = 86'400'000;
        const UsageDir dir;
        UsageClock clock("2026-11-14"); // the store's thread reads it as well
        const auto advance = [&clock](std::int64_t ms) { clock.setWallMs(clock.wallMs() + ms); };
        const OpenedUsage store(dir, clock);
        QVERIFY(store.isOpen());
        MemoryUsage usage;
        const auto state = std::make_shared<NodeState>("A", &usage, 1);
        const HistoryWriter::Nodes nodes{{"A", state}};
        HistoryWriter history(*store.result.store, clock);
        history.add("A", "A");
        const auto spend = [&] {
            state->stats(0).noteQuestion(MethodSlots::of("eth_call", true), 5);
        };
        QCOMPARE(today(history, *state), std::uint64_t{0});
        spend();
        QCOMPARE(today(history, *state), std::uint64_t{5});
        advance(kDayMs - clock.wallMs() % kDayMs - 300);
        history.write(nodes, {});
        QCOMPARE(today(history, *state), std::uint64_t{5});
        advance(700); // past midnight, and the second is not over
        spend();
        QCOMPARE(today(history, *state), std::uint64_t{10});
        advance(300);
        history.write(nodes, {});
        QCOMPARE(today(history, *state), std::uint64_t{0});
        spend();
        QCOMPARE(today(history, *state), std::uint64_t{5});
        history.write(nodes, {});
        QCOMPARE(today(history, *state), std::uint64_t{5});
    }
};

SPILLWAY_TEST(HistoryWriterTest)
#include "tst_historywriter.moc"
