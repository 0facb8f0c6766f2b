// SPDX-License-Identifier: MIT
#include "memoryusage.h"
#include "pipeline/senderpins.h"
#include "testmain.h"

#include <thread>

using namespace spillway;

namespace {

constexpr SteadyNs kNow = 1000 * kNsPerSecond;

chain::SignedTransaction transactionOf(std::uint8_t sender, std::uint8_t hash)
{
    chain::SignedTransaction transaction;
    transaction.hash.fill(hash);
    transaction.sender.emplace().fill(sender);
    return transaction;
}

chain::Address address(std::uint8_t byte)
{
    return transactionOf(byte, 0).sender.value();
}

} // namespace

class SenderPinsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void senderAndTransactionFindTheNode()
    {
        SenderPins pins;
        QVERIFY(pins.isEmpty());
        const auto sent = transactionOf(1, 2);
        pins.pin("main", sent, m_a, {100, kNow, 0});
        QVERIFY(!pins.isEmpty());
        QCOMPARE(pins.nodeOf("main", address(1), {100, kNow, 0}), m_a);
        QCOMPARE(pins.nodeOf("main", sent.hash, {100, kNow, 0}), m_a);
        QCOMPARE(pins.nodeOf("main", address(2), {100, kNow, 0}), nullptr);
        QCOMPARE(pins.nodeOf("other", address(1), {100, kNow, 0}), nullptr);
    }

    void theLatestNodeCounts()
    {
        SenderPins pins;
        pins.pin("main", transactionOf(1, 2), m_a, {100, kNow, 0});
        pins.pin("main", transactionOf(1, 3), m_b, {100, kNow, 0});
        QCOMPARE(pins.nodeOf("main", address(1), {100, kNow, 0}), m_b);
        QCOMPARE(pins.nodeOf("main", transactionOf(1, 2).hash, {100, kNow, 0}), m_a);
    }

    void unknownSendersLeaveTheHash()
    {
        SenderPins pins;
        auto sent = transactionOf(1, 2);
        sent.sender.reset();
        pins.pin("main", sent, m_a, {100, kNow, 0});
        QCOMPARE(pins.nodeOf("main", sent.hash, {100, kNow, 0}), m_a);
        QCOMPARE(pins.nodeOf("main", address(1), {100, kNow, 0}), nullptr);
    }

    /// A transaction sent a moment before a block is in the one after.
    void lastsForAWholeBlock()
    {
        SenderPins pins;
        pins.pin("main", transactionOf(1, 2), m_a, {100, kNow, 0});
        QCOMPARE(pins.nodeOf("main", address(1), {101, kNow + 1, 0}), m_a);
        QCOMPARE(pins.nodeOf("main", address(1), {102, kNow + 2, 0}), nullptr);
        QCOMPARE(pins.nodeOf("main", transactionOf(1, 2).hash, {102, kNow + 2, 0}), nullptr);
        QVERIFY(pins.isEmpty());
    }

    void withoutAHeadForOneBlockTime()
    {
        SenderPins pins;
        pins.pin("main", transactionOf(1, 2), m_a, {0, kNow, 2 * kNsPerSecond});
        QCOMPARE(pins.nodeOf("main", address(1), {0, kNow + 2 * kNsPerSecond - 1, 0}), m_a);
        QCOMPARE(pins.nodeOf("main", address(1), {0, kNow + 2 * kNsPerSecond, 0}), nullptr);
        pins.pin("main", transactionOf(1, 2), m_a, {0, kNow, 0});
        QCOMPARE(pins.nodeOf("main", address(1), {0, kNow + 12 * kNsPerSecond - 1, 0}), m_a);
        QCOMPARE(pins.nodeOf("main", address(1), {0, kNow + 12 * kNsPerSecond, 0}), nullptr);
    }

    void aChainThatStandsStillDoesNotPinForEver()
    {
        SenderPins pins;
        pins.pin("main", transactionOf(1, 2), m_a, {100, kNow, 0});
        QCOMPARE(pins.nodeOf("main", address(1), {100, kNow + 120 * kNsPerSecond, 0}), nullptr);
    }

    void boundedAndTheOldestGo()
    {
        SenderPins pins;
        auto sent = transactionOf(1, 2);
        sent.sender.reset();
        for (std::size_t i = 0; i <= SenderPins::kMost; ++i) {
            sent.hash[0] = static_cast<std::uint8_t>(i % 256);
            sent.hash[1] = static_cast<std::uint8_t>(i / 256);
            pins.pin("main", sent, m_a, {100, kNow, 0});
        }
        QCOMPARE(pins.nodeOf("main", sent.hash, {100, kNow, 0}), m_a);
        sent.hash[0] = sent.hash[1] = 0;
        QCOMPARE(pins.nodeOf("main", sent.hash, {100, kNow, 0}), nullptr);
        sent.hash[0] = 1;
        QCOMPARE(pins.nodeOf("main", sent.hash, {100, kNow, 0}), m_a);
    }

    void sharedByThreads()
    {
        SenderPins pins;
        std::vector<std::thread> threads;
        for (std::uint8_t t = 1; t <= 4; ++t) {
            threads.emplace_back([&pins, t, node = t % 2 == 0 ? m_a : m_b] {
                const SenderPins::Moment at{100, kNow, 0};
                for (int i = 0; i < 2000; ++i) {
                    pins.pin("main", transactionOf(t, t), node, at);
                    if (pins.nodeOf("main", address(t), at) != node)
                        qFatal("a pin of this thread's own was not found");
                    static_cast<void>(pins.nodeOf("main", address(t ^ 3U), at));
                }
            });
        }
        for (std::thread &thread : threads)
            thread.join();
        QVERIFY(!pins.isEmpty());
    }

private:
    test::MemoryUsage m_usage;
    std::shared_ptr<NodeState> m_a = std::make_shared<NodeState>("A", &m_usage, 1);
    std::shared_ptr<NodeState> m_b = std::make_shared<NodeState>("B", &m_usage, 1);
};

SPILLWAY_TEST(SenderPinsTest)
#include "tst_senderpins.moc"
