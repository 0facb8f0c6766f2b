// SPDX-License-Identifier: MIT
#include "memoryusage.h"
#include "testmain.h"
#include "upstream/nodestate.h"

#include <thread>

using namespace spillway;

namespace {

constexpr SteadyNs kNow = 1000 * kNsPerSecond;

HealthConfig exponential()
{
    HealthConfig health;
    health.penalty = PenaltyMode::Exponential;
    return health;
}

} // namespace

class NodeStateTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void firstSampleIsTakenAsItIsThenAnEighthEach()
    {
        test::MemoryUsage usage;
        NodeState node("A", &usage, 1);
        QVERIFY(!node.latencyUs());
        node.sampleLatency(8000 * 1000);
        QCOMPARE(node.latencyUs().value(), 8000U);
        node.sampleLatency(16000 * 1000);
        QCOMPARE(node.latencyUs().value(), 8000U - 1000U + 2000U);
    }

    void fixedPenaltyFromTheFirstFailure()
    {
        test::MemoryUsage usage;
        NodeState node("A", &usage, 1);
        QCOMPARE(node.penalize({}, kNow, 0, "refused"), 5 * kNsPerSecond);
        SteadyNs until = 0;
        QCOMPARE(node.closure(kNow, &until), Closure::Penalty);
        QCOMPARE(until, kNow + 5 * kNsPerSecond);
        QCOMPARE(node.closure(kNow + 5 * kNsPerSecond), Closure::None);
        QCOMPARE(node.reason(), std::string("refused"));
    }

    /// Many calls on their way meet what one of them met first: one incident, and a count.
    void anIncidentBeginsOnce()
    {
        test::MemoryUsage usage;
        NodeState node("A", &usage, 1);
        QVERIFY(node.beginsIncident(kNow, kNow + 5 * kNsPerSecond));
        for (int call = 0; call < 19; ++call)
            QVERIFY(!node.beginsIncident(kNow + call, kNow + call + 5 * kNsPerSecond));
        QCOMPARE(node.takeRepeats(), 19U);
        QCOMPARE(node.takeRepeats(), 0U);
        // An answer that still comes home does not make a new one of what goes on.
        node.served(kNow + kNsPerSecond);
        QVERIFY(!node.beginsIncident(kNow + kNsPerSecond, kNow + 6 * kNsPerSecond));
        // When it is over, or somebody put it right, the next one is one of its own.
        QVERIFY(node.beginsIncident(kNow + 6 * kNsPerSecond, kNow + 7 * kNsPerSecond));
        node.forgive();
        QVERIFY(node.beginsIncident(kNow + 6 * kNsPerSecond, kNow + 7 * kNsPerSecond));
    }

    void anIncidentBeginsOnceForAllThreads()
    {
        test::MemoryUsage usage;
        NodeState node("A", &usage, 1);
        std::atomic<int> begun{0};
        std::vector<std::thread> threads;
        for (int i = 0; i < 4; ++i) {
            threads.emplace_back([&] {
                for (int call = 0; call < 1000; ++call)
                    begun += node.beginsIncident(kNow, kNow + kNsPerSecond) ? 1 : 0;
            });
        }
        for (std::thread &thread : threads)
            thread.join();
        QCOMPARE(begun.load(), 1);
        QCOMPARE(node.takeRepeats(), 3999U);
    }

    void exponentialPenaltyDoublesFromTheSecondFailure()
    {
        test::MemoryUsage usage;
        NodeState node("A", &usage, 1);
        const HealthConfig health = exponential();
        QCOMPARE(node.penalize(health, kNow, 0, {}), SteadyNs{0});
        SteadyNs now = kNow;
        for (const int seconds : {2, 4, 8, 16, 32, 64, 128, 256, 300, 300}) {
            const SteadyNs penalty = node.penalize(health, now, 0, {});
            QCOMPARE(penalty, seconds * kNsPerSecond);
            now += penalty;
        }
        node.served(now);
        QCOMPARE(node.penalize(health, now, 0, {}), SteadyNs{0}); // one success starts over
    }

    void retryAfterLengthensAndNeverShortens()
    {
        test::MemoryUsage usage;
        NodeState node("A", &usage, 1);
        QCOMPARE(node.penalize({}, kNow, kNsPerSecond, {}), 5 * kNsPerSecond);
        QCOMPARE(node.penalize({}, kNow, 9 * kNsPerSecond, {}), 9 * kNsPerSecond);
        QCOMPARE(node.penalize({}, kNow, 9999 * kNsPerSecond, {}), 300 * kNsPerSecond);
    }

    void aCooldownOnlyLengthens()
    {
        test::MemoryUsage usage;
        NodeState node("A", &usage, 1);
        node.cool(kNow + 10, {});
        node.cool(kNow + 5, {});
        SteadyNs until = 0;
        QCOMPARE(node.closure(kNow, &until), Closure::Cooling);
        QCOMPARE(until, kNow + 10);
        // An older call that comes home served does not end what the provider named.
        node.served(kNow + 1);
        QCOMPARE(node.closure(kNow + 1), Closure::Cooling);
        QVERIFY(node.onProbation());
    }

    void aServedAnswerEndsAPenaltyAtOnce()
    {
        test::MemoryUsage usage;
        NodeState node("A", &usage, 1);
        static_cast<void>(node.penalize({}, kNow, 0, {}));
        node.served(kNow + 1);
        QCOMPARE(node.closure(kNow + 1), Closure::None);
        QVERIFY(!node.onProbation());
    }

    void parkedWinsOverCoolingOverPenalty()
    {
        test::MemoryUsage usage;
        NodeState node("A", &usage, 1);
        static_cast<void>(node.penalize({}, kNow, 0, {}));
        node.cool(kNow + 1000, {});
        QCOMPARE(node.closure(kNow), Closure::Cooling);
        node.park(kNow + 10, {});
        QCOMPARE(node.closure(kNow), Closure::Parked);
        node.forgive();
        QCOMPARE(node.closure(kNow), Closure::None);
    }

    void oneProbeAtATimeUntilServed()
    {
        test::MemoryUsage usage;
        NodeState node("A", &usage, 1);
        bool first = false;
        QVERIFY(node.tryProbe(&first));
        QVERIFY(!first); // no probation, no slot
        static_cast<void>(node.penalize({}, kNow, 0, {}));
        QVERIFY(node.tryProbe(&first));
        QVERIFY(first);
        bool second = false;
        QVERIFY(!node.tryProbe(&second));
        node.releaseProbe();
        QVERIFY(node.tryProbe(&second));
        node.served(kNow);
        node.releaseProbe();
        bool third = false;
        QVERIFY(node.tryProbe(&third));
        QVERIFY(!third);
    }

    void hardCapIsExactUnderContention()
    {
        test::MemoryUsage usage;
        NodeState node("A", &usage, 1);
        std::atomic<int> inside{0};
        std::atomic<int> most{0};
        std::vector<std::thread> threads;
        for (int t = 0; t < 4; ++t) {
            threads.emplace_back([&] {
                for (int i = 0; i < 20000; ++i) {
                    if (!node.tryEnter(3))
                        continue;
                    const int now = ++inside;
                    int seen = most.load();
                    while (seen < now && !most.compare_exchange_weak(seen, now)) {}
                    --inside;
                    node.leave();
                }
            });
        }
        for (std::thread &thread : threads)
            thread.join();
        QVERIFY(most.load() <= 3);
        QCOMPARE(node.inFlight(), 0);
    }

    void unsupportedMethodsAreForgottenInTimeAndBounded()
    {
        test::MemoryUsage usage;
        NodeState node("A", &usage, 1);
        QVERIFY(!node.mayLackMethods());
        node.rememberUnsupported("trace_block", {kNow + 10, "{}", 200});
        QVERIFY(node.mayLackMethods());
        QVERIFY(node.unsupported("trace_block", kNow));
        QVERIFY(!node.unsupported("trace_block", kNow + 10));
        QVERIFY(!node.unsupported("eth_call", kNow));
        for (int i = 0; i < 5000; ++i)
            node.rememberUnsupported("made_up_" + std::to_string(i), {kNow + 10, "{}", 200});
        QVERIFY(node.unsupported("made_up_4999", kNow));
    }

    void aCloseIsExcusedAfterARestAndNotTooOften()
    {
        test::MemoryUsage usage;
        NodeState node("A", &usage, 1);
        QVERIFY(node.excuseClose(kNow));
        QVERIFY(node.excuseClose(kNow + kNsPerSecond / 10)); // all its connections at once
        QVERIFY(!node.excuseClose(kNow + kNsPerSecond));
        QVERIFY(!node.excuseClose(kNow + 9 * kNsPerSecond));
        QVERIFY(node.excuseClose(kNow + 10 * kNsPerSecond));
        QVERIFY(!node.excuseClose(kNow + 15 * kNsPerSecond));
        node.forgive();
        QVERIFY(node.excuseClose(kNow + 16 * kNsPerSecond));
    }
};

SPILLWAY_TEST(NodeStateTest)
#include "tst_nodestate.moc"
