// SPDX-License-Identifier: MIT
#include "followerrig.h"
#include "testmain.h"

#include <algorithm>

using namespace spillway;
using namespace spillway::chain;
using Pool = test::FollowerRig;

class HeldHeadTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void S4_06_aHeadMayBeHeldBackUntilItIsKept()
    {
        Pool pool(2);
        std::vector<std::pair<std::uint64_t, bool>> asked;
        bool holds = true;
        pool.follower->onHead = [&](const Block &head, bool hold) {
            asked.emplace_back(head.number, hold);
            return holds;
        };
        pool.turn();
        QCOMPARE(pool.head(), 100); // the first one is waited for
        QCOMPARE(asked.front(), std::pair(std::uint64_t{100}, false));
        asked.clear();

        pool.nodes.at(0).height = pool.nodes.at(1).height = 101;
        const int moves = pool.moves;
        pool.turn();
        QCOMPARE(pool.head(), 100);
        QCOMPARE(asked.front(), std::pair(std::uint64_t{101}, true));
        QCOMPARE(pool.state->highestBlocks(), 102U); // who asks for it by number is served
        pool.nodes.at(0).height = pool.nodes.at(1).height = 102;
        pool.turn();
        QCOMPARE(pool.head(), 100);
        QCOMPARE(pool.moves, moves);
        pool.follower->showHead();
        QCOMPARE(pool.head(), 102);
        QCOMPARE(pool.moves, moves + 1);

        holds = false;
        pool.nodes.at(0).height = pool.nodes.at(1).height = 103;
        pool.turn();
        QCOMPARE(pool.head(), 103);
    }

    void anOldHeadDoesNotHoldTheNext()
    {
        Pool pool(2);
        pool.turn();
        std::vector<bool> asked;
        pool.follower->onHead = [&](const Block &, bool hold) {
            asked.push_back(hold);
            return true;
        };
        pool.nodes.at(0).dead = pool.nodes.at(1).dead = true;
        pool.turn(20);
        QCOMPARE(pool.head(), -1);
        pool.state->touch(pool.clock.steadyNs());
        pool.nodes.at(0).dead = pool.nodes.at(1).dead = false;
        pool.nodes.at(0).height = pool.nodes.at(1).height = 120;
        pool.turn(10);
        QCOMPARE(pool.head(), 120);
        QVERIFY(!asked.empty());
        QCOMPARE(std::count(asked.begin(), asked.end(), true), 0);
    }

    void nobodyWarmsForAnIdleChain()
    {
        Pool pool(1);
        pool.turn();
        pool.follower->onHead = [](const Block &, bool) -> bool { qFatal("asked"); };
        pool.clock.advance(std::chrono::minutes(6));
        pool.nodes.at(0).height = 130;
        pool.turn(20);
        QCOMPARE(static_cast<int>(pool.state->lastHeadBlocks()), 131);
    }
};

SPILLWAY_TEST(HeldHeadTest)
#include "tst_heldhead.moc"
