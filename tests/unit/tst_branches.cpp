// SPDX-License-Identifier: MIT
// Nodes on different branches: which one is followed, who is out meanwhile, and how they come back.
#include "chainrig.h"
#include "followerrig.h"
#include "testmain.h"

using namespace spillway;
using namespace spillway::test;

namespace {

/// Times for a branch to be ahead before it is followed: well beyond them.
constexpr SteadyNs kLong = 60 * kNsPerSecond;

/// All nodes agree up to block 100.
Chain agreeing(std::size_t nodes)
{
    Chain chain(nodes);
    for (std::uint64_t number = 95; number <= 100; ++number) {
        for (std::size_t node = 0; node < nodes; ++node)
            chain.say(node, a(number));
    }
    return chain;
}

} // namespace

class BranchesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void aNodeOnAnotherBranchIsOutAndComesBack_data()
    {
        QTest::addColumn<int>("height");
        QTest::addColumn<bool>("wasWithUs");
        QTest::addRow("at the same height") << 101 << true;
        QTest::addRow("below") << 100 << true;
        QTest::addRow("above") << 103 << true;
        QTest::addRow("from the start") << 101 << false;
        QTest::addRow("from the start, above") << 104 << false;
    }

    void aNodeOnAnotherBranchIsOutAndComesBack()
    {
        QFETCH(int, height);
        QFETCH(bool, wasWithUs);
        Chain chain(3);
        for (std::uint64_t number = 95; number <= 101; ++number) {
            chain.say(0, a(number));
            chain.say(1, a(number));
            if (wasWithUs)
                chain.say(2, a(number));
        }
        const auto other = static_cast<std::uint64_t>(height);
        for (int i = 0; i < 3; ++i) {
            chain.say(2, onFork('b', other, 98));
            chain.fetch('b', 98);
        }
        QVERIFY(chain.tracker.strays(2));
        QVERIFY(!chain.tracker.strays(0) && !chain.tracker.strays(1));
        const auto since = chain.tracker.window().strayedAt(2);
        QVERIFY(since.number >= 99 && since.number <= 101);
        QVERIFY(since.number == 99 || !since.forkSeen);
        QVERIFY(since.forkSeen || !wasWithUs);
        QCOMPARE(chain.head(), 101);
        QCOMPARE(chain.tracker.highest(), 101U);
        chain.now += kLong;
        static_cast<void>(chain.tracker.look(chain.now));
        QVERIFY(chain.reorgs.empty());
        for (std::size_t node = 0; node < 3; ++node)
            chain.say(node, a(102));
        QVERIFY(!chain.tracker.strays(2));
        QCOMPARE(chain.head(), 102);
        QVERIFY(chain.reorgs.empty());
    }

    void blocksThatAreMissedKeepNobodyOut()
    {
        Chain chain = agreeing(3);
        chain.say(2, onFork('b', 101, 99));
        chain.fetch('b', 99);
        QVERIFY(chain.tracker.strays(2));
        for (std::uint64_t number = 110; number < 150; number += 10) {
            for (std::size_t node = 0; node < 2; ++node) {
                chain.say(node, a(number));
                chain.fetch('a', 0);
            }
        }
        chain.say(2, a(145)); // no block to compare: it is asked for one
        QVERIFY(chain.tracker.strays(2));
        chain.fetch('a', 0);
        QVERIFY(!chain.tracker.strays(2));
    }

    /// With blocks missed between, its newest one does not lead to the fork, but the one that it was asked for does.
    void whereABranchBeganIsKnownFromWhatWasFetched_data()
    {
        QTest::addColumn<int>("forkedAfter");
        QTest::addColumn<int>("height");
        for (const int forkedAfter : {96, 98, 99}) {
            for (const int height : {100, 101, 105, 110})
                QTest::addRow("fork after %d, at %d", forkedAfter, height) << forkedAfter << height;
        }
    }

    void whereABranchBeganIsKnownFromWhatWasFetched()
    {
        QFETCH(int, forkedAfter);
        QFETCH(int, height);
        Chain chain = agreeing(3);
        const auto fork = static_cast<std::uint64_t>(forkedAfter);
        for (int i = 0; i < 3; ++i) {
            chain.say(2, onFork('b', static_cast<std::uint64_t>(height + i), fork));
            chain.fetch('b', fork);
        }
        QVERIFY(chain.tracker.strays(2));
        QCOMPARE(chain.tracker.window().strayedAt(2).number, fork + 1);
        QVERIFY(chain.tracker.window().strayedAt(2).forkSeen);
    }

    void moreVotesDecide()
    {
        Chain chain = agreeing(4);
        for (std::size_t node : {0U, 1U}) {
            chain.say(node, a(101));
            chain.say(node + 2, onFork('b', 101, 99));
            chain.fetch('b', 99);
        }
        QVERIFY2(chain.reorgs.empty(), "two against two");
        QVERIFY(chain.tracker.strays(2) && chain.tracker.strays(3));
        chain.say(1, onFork('b', 101, 99));
        chain.fetch('b', 99);
        QCOMPARE(chain.reorgs.size(), std::size_t{1});
        QVERIFY(chain.tracker.strays(0) && !chain.tracker.strays(1) && !chain.tracker.strays(2));
        QCOMPARE(chain.tracker.head()->hash, forkHash('b', 101));
        chain.say(0, a(102));
        chain.now += kLong;
        chain.say(0, a(103));
        QCOMPARE(chain.reorgs.size(), std::size_t{1});
    }

    void whoDiedBelowTheForkHasNoSay()
    {
        Chain chain = agreeing(4);
        for (std::uint64_t number = 101; number <= 110; ++number) {
            chain.say(0, a(number)); // the others hang, and nobody has noticed yet
            chain.say(1, a(number));
        }
        QCOMPARE(chain.head(), 110);
        chain.say(0, onFork('b', 110, 108));
        chain.fetch('b', 108);
        QVERIFY(chain.reorgs.empty());
        chain.say(1, onFork('b', 110, 108));
        chain.fetch('b', 108);
        QCOMPARE(chain.reorgs.size(), std::size_t{1});
        QCOMPARE(chain.reorgs[0].from, 109U);
        QVERIFY(!chain.tracker.strays(0) && !chain.tracker.strays(1));
    }

    void theMajorityIsFollowedAlthoughItsNodesWereNeverWithUs()
    {
        Chain chain(3);
        chain.say(0, onFork('z', 100, 0));
        chain.now += 2 * kNsPerSecond;
        chain.say(1, a(99));
        QCOMPARE(chain.tracker.head().has_value(), true);
        for (std::uint64_t number = 100; number < 104; ++number) {
            chain.say(0, onFork('z', number, 0));
            chain.say(1, a(number));
            chain.fetch('a', 0);
            chain.say(2, a(number));
            chain.fetch('a', 0);
        }
        QCOMPARE(chain.tracker.head()->hash, forkHash('a', 103));
        QVERIFY(chain.tracker.strays(0) && !chain.tracker.strays(1) && !chain.tracker.strays(2));
    }

    void ofTwoLiveBranchesOneIsFollowed_data()
    {
        QTest::addColumn<int>("late");
        QTest::addColumn<int>("step");
        for (const int late : {0, 4, 11}) {
            for (const int step : {1, 7})
                QTest::addRow("%d seconds late, %d blocks a report", late, step) << late << step;
        }
    }

    void ofTwoLiveBranchesOneIsFollowed()
    {
        QFETCH(int, late);
        QFETCH(int, step);
        Chain chain = agreeing(2);
        const auto fetchAny = [&] {
            while (chain.tracker.blockWanted()) {
                const auto wanted = *chain.tracker.blockWanted();
                chain.fetch(wanted.node == 0 ? 'a' : 'b', wanted.node == 0 ? 0 : 100);
            }
        };
        std::uint64_t number = 100;
        for (int round = 0; round < 12; ++round) {
            number += static_cast<std::uint64_t>(step);
            chain.say(0, a(number));
            fetchAny();
            chain.now += late * kNsPerSecond;
            chain.say(1, onFork('b', number, 100));
            fetchAny();
            chain.now += (12 - late) * kNsPerSecond;
            static_cast<void>(chain.tracker.look(chain.now));
            QVERIFY(!chain.tracker.head()->hash.empty());
            QVERIFY(!chain.tracker.strays(0) && chain.tracker.strays(1));
        }
        QCOMPARE(chain.head(), static_cast<int>(number));
        QVERIFY(chain.reorgs.empty());
    }

    void aBranchThatStaysAheadIsFollowedOnce()
    {
        Chain chain = agreeing(2);
        chain.say(0, a(101));
        chain.say(1, onFork('b', 101, 100));
        for (std::uint64_t number = 102; number < 106; ++number) {
            chain.now += 12 * kNsPerSecond;
            chain.say(1, onFork('b', number, 100));
            chain.say(0, a(101)); // stands
        }
        QCOMPARE(chain.reorgs.size(), std::size_t{1});
        QCOMPARE(chain.reorgs[0].from, 101U);
        QVERIFY(chain.tracker.strays(0) && !chain.tracker.strays(1));
        chain.say(0, a(102));
        chain.say(0, a(103));
        chain.now += kLong;
        static_cast<void>(chain.tracker.look(chain.now));
        QCOMPARE(chain.reorgs.size(), std::size_t{1});
        QCOMPARE(chain.head(), 105);
    }

    void theOnlyNodeLeftIsFollowed()
    {
        Chain chain = agreeing(2);
        chain.say(0, a(101));
        chain.say(1, onFork('b', 101, 99));
        chain.fetch('b', 99);
        QVERIFY(chain.tracker.strays(1));
        static_cast<void>(chain.tracker.setUsable(0, false, chain.now));
        QVERIFY2(!chain.tracker.strays(1), "it serves at once");
        chain.now += kLong;
        const auto update = chain.tracker.look(chain.now);
        QVERIFY(update.reorg && update.moved);
        QCOMPARE(update.reorg->from, 100U);
        QCOMPARE(chain.tracker.head()->hash, forkHash('b', 101));
        // And it stays so when the other one is back.
        static_cast<void>(chain.tracker.setUsable(0, true, chain.now));
        chain.say(0, a(102));
        chain.say(1, onFork('b', 102, 99));
        QVERIFY(chain.tracker.strays(0) && !chain.tracker.strays(1));
        QVERIFY(chain.reorgs.empty());
    }

    void aLoneNodeThatStandsOnAnotherBlockIsBelieved()
    {
        Chain chain = agreeing(1);
        chain.say(0, onFork('b', 100, 98)); // nobody builds
        chain.fetch('b', 98);
        QVERIFY(chain.reorgs.empty());
        QVERIFY(!chain.tracker.strays(0));
        chain.now += kLong;
        chain.say(0, onFork('b', 100, 98));
        QCOMPARE(chain.reorgs.size(), std::size_t{1});
        QCOMPARE(chain.reorgs[0].depth, 2U);
        QCOMPARE(chain.tracker.head()->hash, forkHash('b', 100));
    }

    void aJumpOnAnotherBranchIsFollowedOrNothingOfItIs_data()
    {
        QTest::addColumn<int>("height");
        QTest::addColumn<bool>("proves");
        QTest::addColumn<bool>("blockByBlock");
        for (const bool proves : {true, false}) {
            for (const int height : {120, 131, 133, 170, 199}) {
                for (const bool each : {true, false})
                    QTest::addRow("to %d, %s, %s",
                                  height,
                                  proves ? "proven" : "not proven",
                                  each ? "each block" : "the last block")
                        << height << proves << each;
            }
        }
        QTest::addRow("further than is believed") << 5000 << true << false;
    }

    /// One decision: a node that is left out for its claim has no vote for its branch.
    void aJumpOnAnotherBranchIsFollowedOrNothingOfItIs()
    {
        QFETCH(int, height);
        QFETCH(bool, proves);
        QFETCH(bool, blockByBlock);
        const auto most = static_cast<std::uint64_t>(height);
        Chain chain = agreeing(2);
        std::uint64_t number = 100;
        const auto fetchAny = [&] {
            for (int i = 0; i < 100 && chain.tracker.blockWanted(); ++i) {
                const auto wanted = *chain.tracker.blockWanted();
                const bool other = wanted.node == 1;
                std::optional<Block> block;
                for (std::uint64_t at = 1; at <= (other ? most : number) && !block; ++at) {
                    const Block here = other && at > 98 ? onFork('b', at, 98) : a(at);
                    if (wanted.hash.empty() ? at == wanted.number : here.hash == wanted.hash)
                        block = here;
                }
                if (other && !proves && wanted.number > number)
                    block.reset();
                const auto update = chain.tracker.learn(wanted, block, chain.now);
                if (update.reorg)
                    chain.reorgs.push_back(*update.reorg);
            }
        };
        for (std::uint64_t at = 101; at <= 103; ++at, ++number) {
            chain.now += kNsPerSecond;
            chain.say(0, a(at));
            chain.say(1, onFork('b', at, 98));
            fetchAny();
        }
        QVERIFY(chain.tracker.strays(1));
        for (std::uint64_t at = blockByBlock ? 104 : most; at <= most; ++at) {
            chain.say(1, onFork('b', at, 98));
            if (at % 10 == 0)
                fetchAny();
        }
        for (int second = 0; second < 30; ++second) {
            chain.now += kNsPerSecond;
            if (second % 2 == 0)
                chain.say(0, a(++number));
            fetchAny();
            const auto update = chain.tracker.look(chain.now);
            if (update.reorg)
                chain.reorgs.push_back(*update.reorg);
            fetchAny();
            QVERIFY(!chain.tracker.head()->hash.empty());
            const bool followed = !chain.reorgs.empty();
            QVERIFY(!followed || !chain.tracker.outlies(1, chain.now));
            QCOMPARE(chain.head(), followed ? height : static_cast<int>(number));
            QCOMPARE(chain.tracker.head()->hash,
                     forkHash(followed ? 'b' : 'a', static_cast<std::uint64_t>(chain.head())));
            if (!followed)
                QVERIFY(chain.tracker.outlies(1, chain.now) || chain.tracker.strays(1));
        }
        QCOMPARE(chain.reorgs.size(), std::size_t{proves && height < 1000 ? 1U : 0U});
        if (chain.reorgs.empty())
            return;
        QCOMPARE(chain.reorgs[0].from, 99U);
        QVERIFY(chain.tracker.lags(0, chain.now) || chain.tracker.strays(0));
    }

    void theFollowerSaysSoInWords()
    {
        FollowerRig pool(3);
        pool.turn();
        std::string strange = test::hashOf(100);
        strange[2] = 'b';
        pool.follower->announced(2, {100, strange, test::hashOf(99)});
        pool.nodes.deliver();
        QCOMPARE(pool.states[2]->chainStanding(), ChainStanding::OtherBranch);
        QCOMPARE(pool.states[2]->chainReason().words,
                 std::string("on another branch since block 100"));
        QCOMPARE(pool.states[0]->chainStanding(), ChainStanding::Fit);
        pool.nodes.at(0).height = pool.nodes.at(1).height = 101;
        pool.nodes.at(2).height = 101;
        pool.turn();
        QCOMPARE(pool.states[2]->chainStanding(), ChainStanding::Fit);
        QCOMPARE(pool.states[2]->chainReason().words, std::string());
        QVERIFY(pool.reorgs.empty());

        pool.follower->announced(2, {300, strange, {}});
        pool.nodes.deliver();
        QCOMPARE(pool.states[2]->chainStanding(), ChainStanding::Outlier);
        QCOMPARE(pool.states[2]->chainReason().words,
                 std::string("claims block 300, 199 above the head of its chain, and no other node "
                             "confirms it"));
        QCOMPARE(pool.head(), 101);
    }
};

SPILLWAY_TEST(BranchesTest)
#include "tst_branches.moc"
