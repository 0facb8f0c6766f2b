// SPDX-License-Identifier: MIT
#include "chain/block.h"
#include "runningengine.h"
#include "scriptednode.h"
#include "testmain.h"

#include <vector>

using namespace spillway;
using test::RunningEngine;
using test::ScriptedNode;

namespace {

QByteArray hashOf(char fork, int number)
{
    const QByteArray digits = QByteArray::number(number, 16);
    return "0x" + QByteArray(1, fork) + QByteArray(63 - digits.size(), '0') + digits;
}

/// A node whose newest block is `number` on `fork`, which left chain 'a' behind block `forkedAfter`.
struct Tip
{
    int number = 10;
    char fork = 'a';
    int forkedAfter = 0;

    [[nodiscard]] QByteArray block(int which) const
    {
        const auto on = [&](int n) { return n <= forkedAfter ? 'a' : fork; };
        return "{\"number\":\"0x" + QByteArray::number(which, 16) + "\",\"hash\":\""
               + hashOf(on(which), which) + "\",\"parentHash\":\""
               + hashOf(on(which - 1), which - 1) + "\"}";
    }

    [[nodiscard]] QByteArray answer(const QByteArray &request) const
    {
        if (request.contains("eth_chainId"))
            return "\"0x7\"";
        if (request.contains("net_version"))
            return "\"7\"";
        if (request.contains("eth_syncing"))
            return "false";
        if (request.contains("eth_getBlockByNumber"))
            return block(number);
        for (int which = number; which > 0; --which) {
            if (request.contains(hashOf(which <= forkedAfter ? 'a' : fork, which)))
                return block(which);
        }
        return "null";
    }
};

} // namespace

class ChainEngineTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void L9_reorganisationsAreTold()
    {
        Tip tip;
        ScriptedNode node([&](const QByteArray &request) {
            return ScriptedNode::result(tip.answer(request))(request);
        });
        RunningEngine run("[chains.main]\nkind = \"evm\"\npoll_interval_ms = 100\n"
                          + RunningEngine::node("A", node.url()));
        QVERIFY(run.isRunning());
        run.engine.setSnapshotInterval(Milliseconds(50));
        std::vector<std::pair<QString, ReorgSnapshot>> told;
        connect(&run.engine,
                &Engine::chainReorganised,
                this,
                [&](const QString &chain, const ReorgSnapshot &reorg) {
                    told.emplace_back(chain, reorg);
                });
        const auto head = [&] { return run.engine.snapshot()->chains[0].head.value_or(0); };
        for (tip.number = 10; tip.number < 13; ++tip.number)
            QTRY_COMPARE_WITH_TIMEOUT(head(), static_cast<std::uint64_t>(tip.number), 30000);
        tip = {12, 'b', 10};
        const int asked = node.requests();
        QTRY_VERIFY_WITH_TIMEOUT(node.requests() > asked + 2, 30000);
        QVERIFY(told.empty());
        tip = {13, 'b', 10};
        QTRY_COMPARE_WITH_TIMEOUT(told.size(), std::size_t{1}, 30000);
        QCOMPARE(told[0].first, QStringLiteral("main"));
        QCOMPARE(told[0].second.from, 11U);
        QCOMPARE(told[0].second.to, 12U);
        QCOMPARE(told[0].second.depth, 2U);
        QVERIFY(told[0].second.exact);
        const ChainSnapshot &chain = run.engine.snapshot()->chains[0];
        QVERIFY(chain.followed);
        QCOMPARE(chain.chainId, 7U);
        QCOMPARE(chain.reorgs, 1U);
        QCOMPARE(chain.lastReorgs.size(), std::size_t{1});
        QCOMPARE(QByteArray::fromStdString(chain.headHash), hashOf('b', 13));
        QCOMPARE(run.engine.snapshot()->node("A")->blockNumber.value_or(0), 13U);
    }

    void whatIsKnownLivesThroughAReload()
    {
        Tip tip;
        bool answers = true;
        ScriptedNode node([&](const QByteArray &request) {
            if (!answers)
                return ScriptedNode::status(500)(request);
            return ScriptedNode::result(tip.answer(request))(request);
        });
        const QByteArray chain = "[chains.main]\nkind = \"evm\"\npoll_interval_ms = 100\n";
        RunningEngine run(chain + RunningEngine::node("A", node.url()));
        QVERIFY(run.isRunning());
        QCOMPARE(run.call("eth_blockNumber").json()[QStringLiteral("result")].toString(),
                 QStringLiteral("0xa"));
        answers = false;
        QVERIFY(run.apply(chain + RunningEngine::node("A", node.url(), "tier = 1\n")));
        QCOMPARE(run.call("eth_blockNumber").json()[QStringLiteral("result")].toString(),
                 QStringLiteral("0xa"));
        // Another chain under the same name is another chain.
        answers = true;
        tip.number = 3;
        QVERIFY(run.apply(chain + "chain_id = 7\n" + RunningEngine::node("A", node.url())));
        QCOMPARE(run.call("eth_blockNumber").json()[QStringLiteral("result")].toString(),
                 QStringLiteral("0x3"));
    }
};

SPILLWAY_TEST(ChainEngineTest)
#include "tst_chainengine.moc"
