// SPDX-License-Identifier: MIT
#include "nodepool.h"
#include "testmain.h"

#include <algorithm>
#include <map>
#include <random>

using namespace spillway;
using test::makeNode;
using test::Pool;

namespace {

using Order = std::vector<std::size_t>;

Order walk(Candidates &candidates, const Pool &pool, const NodeState *preferred = nullptr)
{
    Order order;
    candidates.start(*pool.ranking, 0, preferred, nullptr);
    for (std::size_t at = candidates.next(); at != Candidates::kNone; at = candidates.next())
        order.push_back(at);
    candidates.finish(Candidates::kNone);
    return order;
}

/// Takes the first one that `out` does not hold.
std::size_t take(Candidates &candidates, const Pool &pool, const Order &out = {})
{
    candidates.start(*pool.ranking, 0, nullptr, nullptr);
    std::size_t at = candidates.next();
    while (at != Candidates::kNone && std::find(out.begin(), out.end(), at) != out.end())
        at = candidates.next();
    candidates.finish(at);
    return at;
}

NodeConfig weighing(const std::string &name, int tier, int weight)
{
    NodeConfig node = makeNode(name, tier);
    node.weight = weight;
    return node;
}

} // namespace

class CandidatesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void everyNodeComesOnceAndLowTiersFirst_data()
    {
        QTest::addColumn<int>("balance");
        QTest::newRow("latency") << static_cast<int>(Balance::Latency);
        QTest::newRow("least_in_flight") << static_cast<int>(Balance::LeastInFlight);
        QTest::newRow("weighted_round_robin") << static_cast<int>(Balance::WeightedRoundRobin);
    }

    void everyNodeComesOnceAndLowTiersFirst()
    {
        QFETCH(int, balance);
        std::mt19937 random(7);
        std::vector<NodeConfig> nodes;
        for (int i = 0; i < 40; ++i)
            nodes.push_back(weighing("n" + std::to_string(i),
                                     static_cast<int>(random() % 3),
                                     static_cast<int>(random() % 5) + 1));
        Pool pool(nodes, static_cast<Balance>(balance));
        Candidates candidates;
        for (int round = 0; round < 200; ++round) {
            for (std::size_t i = 0; i < 40; ++i) {
                if (random() % 3 == 0)
                    pool.state(i).enter();
                else if (pool.state(i).inFlight() > 0)
                    pool.state(i).leave();
            }
            const NodeState *preferred = round % 4 == 0 ? &pool.state(random() % 40) : nullptr;
            Order order = walk(candidates, pool, preferred);
            QCOMPARE(candidates.all(), order);
            if (preferred != nullptr) {
                QCOMPARE(&pool.state(order.front()), preferred);
                order.erase(order.begin());
            }
            QVERIFY(std::is_sorted(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
                return nodes[a].tier < nodes[b].tier;
            }));
            std::sort(order.begin(), order.end());
            QCOMPARE(std::adjacent_find(order.begin(), order.end()), order.end());
            QCOMPARE(order.size(), preferred != nullptr ? 39U : 40U);
            take(candidates, pool);
        }
    }

    /// The lazy order against one that is sorted whole.
    void leastInFlightIsAStableOrderByCalls()
    {
        std::mt19937 random(11);
        std::vector<NodeConfig> nodes;
        for (int i = 0; i < 24; ++i)
            nodes.push_back(makeNode("n" + std::to_string(i), i / 8));
        Pool pool(nodes, Balance::LeastInFlight);
        Candidates candidates;
        for (int round = 0; round < 300; ++round) {
            for (std::size_t i = 0; i < 24; ++i) {
                while (pool.state(i).inFlight() > 0)
                    pool.state(i).leave();
                for (unsigned calls = random() % 4; calls > 0; --calls)
                    pool.state(i).enter();
            }
            Order expected = pool.ranking->byChain[0];
            std::stable_sort(expected.begin(), expected.end(), [&](std::size_t a, std::size_t b) {
                return std::pair(nodes[a].tier, pool.state(a).inFlight())
                       < std::pair(nodes[b].tier, pool.state(b).inFlight());
            });
            QCOMPARE(walk(candidates, pool), expected);
        }
    }

    void turnsAreSharedByWeightAndSpread()
    {
        Pool pool({weighing("a", 0, 5), weighing("b", 0, 1), weighing("c", 0, 1)},
                  Balance::WeightedRoundRobin);
        Candidates candidates;
        std::map<std::size_t, int> taken;
        std::size_t longest = 0;
        std::size_t run = 0;
        for (int call = 0; call < 7000; ++call) {
            const std::size_t at = take(candidates, pool);
            ++taken[at];
            run = at == 0 ? run + 1 : 0;
            longest = std::max(longest, run);
        }
        QCOMPARE(taken, (std::map<std::size_t, int>{{0, 5000}, {1, 1000}, {2, 1000}}));
        QVERIFY2(longest <= 5, qPrintable(QString::number(longest)));
    }

    void aRefusedCallCostsNobodyItsTurn()
    {
        Pool pool({makeNode("a", 0), makeNode("b", 0)}, Balance::WeightedRoundRobin);
        Candidates candidates;
        const std::size_t next = walk(candidates, pool).front();
        for (int i = 0; i < 5; ++i)
            QCOMPARE(walk(candidates, pool).front(), next);
    }

    void whoWasOutIsNotFloodedWhenItReturns()
    {
        Pool pool({makeNode("a", 0), makeNode("b", 0), makeNode("c", 0)},
                  Balance::WeightedRoundRobin);
        Candidates candidates;
        for (int call = 0; call < 1000; ++call)
            QVERIFY(take(candidates, pool, {1}) != 1);
        int returned = 0;
        for (int call = 0; call < 30; ++call)
            returned += take(candidates, pool) == 1 ? 1 : 0;
        QVERIFY2(returned == 10 || returned == 11, qPrintable(QString::number(returned)));
    }

    /// The passes are set back many times within this many calls.
    void sharesHoldForEver()
    {
        Pool pool({weighing("a", 0, 2), weighing("b", 0, 1)}, Balance::WeightedRoundRobin);
        Candidates candidates;
        std::map<std::size_t, int> taken;
        for (int call = 0; call < 900'000; ++call)
            ++taken[take(candidates, pool)];
        QCOMPARE(taken, (std::map<std::size_t, int>{{0, 600'000}, {1, 300'000}}));
    }

    void aCallOutOfTurnCounts()
    {
        Pool pool({makeNode("a", 0), makeNode("b", 0)}, Balance::WeightedRoundRobin);
        Candidates candidates;
        candidates.start(*pool.ranking, 0, nullptr, &pool.state(1));
        QCOMPARE(candidates.next(), 1U);
        QCOMPARE(candidates.next(), Candidates::kNone);
        QCOMPARE(candidates.all(), Order{1});
        candidates.finish(1);
        QCOMPARE(take(candidates, pool), 0U);
        QCOMPARE(take(candidates, pool), 0U);
        QCOMPARE(take(candidates, pool), 1U);
    }

    /// Nothing of an old table is used with a new one, wherever that lies in memory.
    void aNewTableBeginsAnew()
    {
        Candidates candidates;
        for (std::size_t count = 1; count < 40; ++count) {
            std::vector<NodeConfig> nodes;
            for (std::size_t i = 0; i < count; ++i)
                nodes.push_back(makeNode("n" + std::to_string(i), 0));
            const Pool pool(nodes, Balance::WeightedRoundRobin);
            QCOMPARE(walk(candidates, pool).size(), count);
        }
    }
};

SPILLWAY_TEST(CandidatesTest)

#include "tst_candidates.moc"
