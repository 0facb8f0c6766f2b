// SPDX-License-Identifier: MIT
#include "chainrig.h"
#include "testmain.h"

using namespace spillway;
using namespace spillway::chain;

using namespace spillway::test;

class HeadTrackerTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void oneNodeIsTheChain()
    {
        Chain chain(1);
        QCOMPARE(chain.head(), -1);
        chain.say(0, 100);
        QCOMPARE(chain.head(), 100);
        chain.say(0, 5000); // back from a long sleep: there is nobody else to ask
        QCOMPARE(chain.head(), 5000);
        chain.say(0, 4999);
        QCOMPARE(chain.head(), 5000);
    }

    void unknownUntilHalfHaveAnswered()
    {
        Chain chain(4);
        chain.say(0, 100);
        chain.now += 60 * kNsPerSecond;
        static_cast<void>(chain.tracker.look(chain.now));
        QCOMPARE(chain.head(), -1);
        chain.say(1, 99);
        QCOMPARE(chain.head(), 99);
    }

    void theFirstHeadWaitsALittleForTheOthers()
    {
        Chain chain(2);
        chain.say(0, 1000000);
        QCOMPARE(chain.head(), -1);
        chain.say(1, 100); // it would have been too late: the head never goes back
        QCOMPARE(chain.head(), 100);

        Chain silent(2);
        silent.say(0, 100);
        silent.now += 2 * kNsPerSecond;
        QVERIFY(silent.tracker.look(silent.now).moved);
        QCOMPARE(silent.head(), 100);
    }

    void L5_highestBlockOfHalfTheNodes()
    {
        Chain chain(3);
        chain.say(0, a(100));
        chain.say(1, a(100));
        chain.say(2, a(99));
        QCOMPARE(chain.head(), 100);
        chain.say(0, a(101));
        QCOMPARE(chain.head(), 100);
        chain.say(2, a(101));
        QCOMPARE(chain.head(), 101);
        QCOMPARE(chain.tracker.head()->hash, forkHash('a', 101));
        QCOMPARE(chain.tracker.head()->parent, forkHash('a', 100));
    }

    void halfOfTwoIsOne()
    {
        Chain chain(2);
        chain.say(0, a(100));
        chain.say(1, a(100));
        chain.say(0, a(101));
        QCOMPARE(chain.head(), 101);
    }

    void anOutlierMovesNothing_data()
    {
        QTest::addColumn<int>("nodes");
        for (const int nodes : {2, 3, 4, 5})
            QTest::addRow("%d nodes", nodes) << nodes;
    }

    void anOutlierMovesNothing()
    {
        QFETCH(int, nodes);
        Chain chain(static_cast<std::size_t>(nodes));
        for (std::size_t node = 0; node < static_cast<std::size_t>(nodes); ++node)
            chain.say(node, 100);
        for (std::uint64_t round = 1; round < 20; ++round) {
            chain.now += kNsPerSecond;
            chain.say(0, 1000000 + round); // it even builds on its lie
            for (std::size_t node = 1; node < static_cast<std::size_t>(nodes); ++node)
                chain.say(node, 100 + round);
            QVERIFY(chain.head() <= 100 + static_cast<int>(round));
        }
        QCOMPARE(chain.head(), 119);
        QVERIFY(!chain.tracker.lags(1, chain.now));
    }

    void aNodeThatBuildsAloneIsBelievedInTheEnd()
    {
        Chain chain(2);
        chain.say(0, a(100));
        chain.say(1, a(100));
        chain.now += 3600 * kNsPerSecond;
        for (std::uint64_t number = 400; number < 404; ++number) {
            chain.now += 12 * kNsPerSecond;
            chain.say(0, a(number));
            chain.fetch('a', 0);
            chain.say(1, a(100)); // stuck
        }
        QCOMPARE(chain.head(), 403);
        QVERIFY(chain.tracker.lags(1, chain.now));
    }

    void neverBack()
    {
        Chain chain(3);
        for (std::size_t node = 0; node < 3; ++node)
            chain.say(node, 100);
        chain.say(0, 90);
        chain.say(1, 90);
        chain.say(2, 90);
        QCOMPARE(chain.head(), 100);
        static_cast<void>(chain.tracker.setUsable(0, false, chain.now));
        static_cast<void>(chain.tracker.setUsable(1, false, chain.now));
        QCOMPARE(chain.head(), 100);
    }

    void unusableNodesDoNotCount()
    {
        Chain chain(4);
        chain.say(0, 100);
        QCOMPARE(chain.head(), -1);
        chain.now += 2 * kNsPerSecond;
        static_cast<void>(chain.tracker.setUsable(1, false, chain.now));
        QCOMPARE(chain.head(), -1);
        static_cast<void>(chain.tracker.setUsable(2, false, chain.now));
        QCOMPARE(chain.head(), 100); // one of two
    }

    void lagIsJudgedByANodesOwnWord()
    {
        Chain chain(3, 2);
        for (std::size_t node = 0; node < 3; ++node)
            chain.say(node, 100);
        chain.say(0, 110);
        chain.say(1, 110);
        QCOMPARE(chain.head(), 110);
        QVERIFY2(!chain.tracker.lags(2, chain.now), "it has not been asked since");
        chain.say(2, 107);
        QVERIFY(chain.tracker.lags(2, chain.now));
        chain.say(2, 108);
        QVERIFY(!chain.tracker.lags(2, chain.now));
        chain.say(0, 120);
        chain.say(1, 120);
        chain.now += 11 * kNsPerSecond;
        QVERIFY2(chain.tracker.lags(2, chain.now), "silent for too long");
    }

    void measuresTheBlockInterval()
    {
        Chain chain(1);
        QCOMPARE(chain.tracker.blockInterval(), 0);
        for (std::uint64_t number = 100; number < 140; number += 2) {
            chain.say(0, number);
            chain.now += 24 * kNsPerSecond - kNsPerMs;
        }
        QCOMPARE(chain.tracker.blockInterval(), 12 * kNsPerSecond);
    }

    void resumesWhereClientsWere()
    {
        Chain chain(1);
        chain.tracker.resume({100, {}, {}}, chain.now);
        chain.say(0, 98);
        QCOMPARE(chain.head(), 100);
        chain.say(0, 101);
        QCOMPARE(chain.head(), 101);
    }

    // --- reorganisations ------------------------------------------------------------------------------

    void L8_aChildConfirms()
    {
        Chain chain(1);
        for (std::uint64_t number = 95; number <= 100; ++number)
            chain.say(0, a(number));
        const auto update = chain.say(0, onFork('b', 100, 97));
        QVERIFY(!update.reorg);
        chain.fetch('b', 97);
        QVERIFY2(chain.reorgs.empty(), "one head alone proves nothing");
        QCOMPARE(chain.head(), 100);
        chain.say(0, onFork('b', 101, 97));
        QCOMPARE(chain.reorgs.size(), std::size_t{1});
        QCOMPARE(chain.reorgs[0].from, 98U);
        QCOMPARE(chain.reorgs[0].to, 100U);
        QCOMPARE(chain.reorgs[0].depth, 3U);
        QVERIFY(chain.reorgs[0].exact);
        QCOMPARE(chain.reorgs[0].oldHash, forkHash('a', 100));
        QCOMPARE(chain.head(), 101);
        QCOMPARE(chain.tracker.head()->hash, forkHash('b', 101));
        QCOMPARE(std::string(chain.tracker.canonicalHash(99)), forkHash('b', 99));
        QCOMPARE(std::string(chain.tracker.canonicalHash(97)), forkHash('a', 97));
    }

    void L8_aSecondNodeConfirms()
    {
        Chain chain(3);
        for (std::uint64_t number = 95; number <= 100; ++number) {
            for (std::size_t node = 0; node < 3; ++node)
                chain.say(node, a(number));
        }
        chain.say(0, onFork('b', 100, 98));
        chain.fetch('b', 98);
        QVERIFY(chain.reorgs.empty());
        chain.say(2, onFork('b', 100, 98));
        QCOMPARE(chain.reorgs.size(), std::size_t{1});
        QCOMPARE(chain.reorgs[0].depth, 2U);
        QVERIFY(chain.reorgs[0].exact);
        QCOMPARE(chain.head(), 100);
        QCOMPARE(chain.tracker.head()->hash, forkHash('b', 100));
        chain.say(1, onFork('b', 100, 98));
        chain.say(1, onFork('b', 101, 98));
        chain.say(0, onFork('b', 101, 98));
        QCOMPARE(chain.reorgs.size(), std::size_t{1});
        QCOMPARE(chain.head(), 101);
    }

    void aNodeThatBrieflyDisagreesIsNoReorg()
    {
        Chain chain(3);
        for (std::size_t node = 0; node < 3; ++node) {
            chain.say(node, a(99));
            chain.say(node, a(100));
        }
        chain.say(0, onFork('b', 100, 99));
        chain.fetch('b', 99);
        chain.say(0, onFork('b', 101, 99)); // it even builds, but the others stay
        chain.say(1, a(101));
        chain.say(2, a(101));
        chain.say(0, a(101));
        for (std::size_t node = 0; node < 3; ++node)
            chain.say(node, a(102));
        QVERIFY(chain.reorgs.empty());
        QCOMPARE(chain.head(), 102);
        QCOMPARE(chain.tracker.head()->hash, forkHash('a', 102));
    }

    void aNodeOnAForkOfItsOwnRaisesNothing()
    {
        Chain chain(3);
        for (std::uint64_t number = 100; number < 120; ++number) {
            chain.say(0, a(number));
            chain.say(1, a(number));
            chain.say(2, onFork('z', number, 0));
        }
        QVERIFY(chain.reorgs.empty());
        QCOMPARE(chain.head(), 119);
        QCOMPARE(chain.tracker.head()->hash, forkHash('a', 119));
    }

    void aBlockAboveADivergentParentIsBuiltOnIt()
    {
        Chain chain(1);
        for (std::uint64_t number = 95; number <= 100; ++number)
            chain.say(0, a(number));
        chain.say(0, onFork('b', 101, 98)); // block 100 of the new branch was never announced
        chain.fetch('b', 98);
        QCOMPARE(chain.reorgs.size(), std::size_t{1});
        QCOMPARE(chain.reorgs[0].from, 99U);
        QCOMPARE(chain.reorgs[0].depth, 2U);
        QCOMPARE(chain.head(), 101);
    }

    void blocksThatWereMissedHideNoReorg()
    {
        Chain chain(1);
        for (std::uint64_t number = 95; number <= 100; ++number)
            chain.say(0, a(number));
        chain.say(0, onFork('b', 105, 97));
        QCOMPARE(chain.head(), 100); // nobody has shown yet that 100 is below it
        chain.fetch('b', 97);
        QCOMPARE(chain.reorgs.size(), std::size_t{1});
        QCOMPARE(chain.reorgs[0].from, 98U);
        QCOMPARE(chain.reorgs[0].to, 100U);
        QCOMPARE(chain.reorgs[0].depth, 3U);
        QVERIFY(chain.reorgs[0].exact);
        QCOMPARE(chain.head(), 105);
        QCOMPARE(chain.tracker.head()->hash, forkHash('b', 105));
        QCOMPARE(std::string(chain.tracker.canonicalHash(100)), forkHash('b', 100));
    }

    void blocksThatWereMissedHideNoReorgOfSeveral_data()
    {
        QTest::addColumn<int>("nodes");
        QTest::addColumn<int>("above");
        for (const int nodes : {2, 3, 4}) {
            for (const int above : {1, 2, 4, 20})
                QTest::addRow("%d nodes, %d above", nodes, above) << nodes << above;
        }
    }

    /// All nodes have changed to the other branch, and are further up, before anybody asked again.
    void blocksThatWereMissedHideNoReorgOfSeveral()
    {
        QFETCH(int, nodes);
        QFETCH(int, above);
        Chain chain(static_cast<std::size_t>(nodes));
        for (std::uint64_t number = 90; number <= 100; ++number) {
            for (std::size_t node = 0; node < static_cast<std::size_t>(nodes); ++node)
                chain.say(node, a(number));
        }
        const std::uint64_t top = 100 + static_cast<std::uint64_t>(above);
        for (std::size_t node = 0; node < static_cast<std::size_t>(nodes); ++node) {
            chain.say(node, onFork('b', top, 97));
            if (chain.reorgs.empty())
                QVERIFY(chain.head() == 100); // no block of the new branch over old ones
            chain.fetch('b', 97);
        }
        chain.now += kNsPerSecond;
        for (std::size_t node = 0; node < static_cast<std::size_t>(nodes); ++node) {
            chain.say(node, onFork('b', top + 1, 97));
            chain.fetch('b', 97);
        }
        QCOMPARE(chain.reorgs.size(), std::size_t{1});
        QCOMPARE(chain.reorgs[0].from, 98U);
        QCOMPARE(chain.reorgs[0].to, 100U);
        QVERIFY(chain.reorgs[0].exact);
        QCOMPARE(chain.head(), static_cast<int>(top + 1));
        for (const std::uint64_t number : {98U, 99U, 100U})
            QCOMPARE(std::string(chain.tracker.canonicalHash(number)), forkHash('b', number));
    }

    /// A branch that was there all the time takes over: what it replaces begins at the fork.
    void aBranchThatTakesOverReplacesFromItsFork()
    {
        Chain chain(2);
        for (std::uint64_t number = 90; number <= 97; ++number) {
            chain.say(0, a(number));
            chain.say(1, a(number));
        }
        for (std::uint64_t number = 98; number <= 105; ++number) {
            chain.now += kNsPerSecond;
            chain.say(0, a(number));
            chain.say(1, onFork('b', number, 97));
            chain.fetch('b', 97);
        }
        QVERIFY(chain.reorgs.empty());
        for (std::uint64_t number = 106; number <= 140 && chain.reorgs.empty(); ++number) {
            chain.now += kNsPerSecond;
            chain.say(0, a(105));
            chain.say(1, onFork('b', number, 97));
            chain.fetch('b', 97);
        }
        QCOMPARE(chain.reorgs.size(), std::size_t{1});
        QCOMPARE(chain.reorgs[0].from, 98U);
        QCOMPARE(chain.reorgs[0].to, 105U);
        QVERIFY(chain.reorgs[0].exact);
    }

    void blocksThatWereMissedAreNoReorg()
    {
        Chain chain(2);
        for (std::uint64_t number = 100; number <= 300; number += 20) {
            for (std::size_t node = 0; node < 2; ++node) {
                chain.say(node, a(number + node));
                chain.fetch('a', 0);
            }
        }
        QVERIFY(chain.reorgs.empty());
        QCOMPARE(chain.head(), 301);
    }

    void oneOfTwoMayBeAFewBlocksAhead()
    {
        Chain chain(2);
        chain.say(0, 100);
        chain.say(1, 96);
        QCOMPARE(chain.head(), 100);
        chain.say(0, 104);
        QCOMPARE(chain.head(), 104);
        chain.say(1, 96);
        QVERIFY(chain.tracker.lags(1, chain.now));
        QVERIFY(!chain.tracker.outlies(0, chain.now));
    }

    void oneOfTwoThatIsFarAheadHasToProveIt()
    {
        Chain chain(2);
        for (std::uint64_t number = 95; number <= 100; ++number) {
            chain.say(0, a(number));
            chain.say(1, a(number));
        }
        chain.say(0, a(150));
        chain.fetch('a', 0, false); // it does not give the block that it claims
        QCOMPARE(chain.head(), 100);
        QVERIFY(chain.tracker.outlies(0, chain.now));
        QVERIFY(!chain.tracker.outlies(1, chain.now));
        for (std::uint64_t number = 151; number < 155; ++number) {
            chain.say(0, a(number)); // nor does it help to build on it
            chain.fetch('a', 0, false);
        }
        QCOMPARE(chain.head(), 100);
        chain.say(0, a(156));
        chain.fetch('z', 0); // of another chain than the one that is followed
        QCOMPARE(chain.head(), 100);
        QVERIFY(chain.tracker.strays(0));
        chain.say(0, a(101));
        QVERIFY(!chain.tracker.strays(0) && !chain.tracker.outlies(0, chain.now));
        QCOMPARE(chain.head(), 101);
        chain.say(0, a(150));
        chain.fetch('a', 0);
        QCOMPARE(chain.head(), 150);
        QVERIFY(!chain.tracker.outlies(0, chain.now));
        QVERIFY(chain.tracker.lags(1, chain.now) || chain.tracker.heightOf(1) < 150U);
        QVERIFY(chain.reorgs.empty());
    }

    void aSecondNodeConfirmsTheOneThatIsFarAhead()
    {
        Chain chain(3);
        for (std::size_t node = 0; node < 3; ++node)
            chain.say(node, 100);
        chain.say(0, 180);
        QCOMPARE(chain.head(), 100);
        QVERIFY(chain.tracker.outlies(0, chain.now));
        chain.say(1, 181);
        QCOMPARE(chain.head(), 180);
        QVERIFY(!chain.tracker.outlies(0, chain.now));
        QVERIFY(chain.tracker.lags(2, chain.now) || chain.head() == 180);
    }

    void whereOnlyNumbersAreToldTheOneThatBuildsIsBelieved()
    {
        Chain chain(2);
        chain.say(0, 100);
        chain.say(1, 60);
        QCOMPARE(chain.head(), 60);
        QVERIFY(chain.tracker.outlies(0, chain.now));
        chain.say(0, 101);
        chain.say(1, 60);
        QCOMPARE(chain.head(), 60);
        chain.say(0, 102);
        QCOMPARE(chain.head(), 102);
        QVERIFY(!chain.tracker.outlies(0, chain.now));
    }

    void aNodeThatIsAloneIsNoOutlier()
    {
        Chain chain(2);
        chain.say(0, a(100));
        chain.say(1, a(100));
        static_cast<void>(chain.tracker.setUsable(1, false, chain.now));
        chain.say(0, a(300));
        chain.fetch('a', 0);
        QCOMPARE(chain.head(), 300);
        QVERIFY(!chain.tracker.outlies(0, chain.now));
    }

    void theHeadMayGoBackWithAConfirmedReorg()
    {
        Chain chain(1);
        for (std::uint64_t number = 90; number <= 100; ++number)
            chain.say(0, a(number));
        chain.say(0, onFork('b', 96, 95));
        QCOMPARE(chain.head(), 100);
        chain.say(0, onFork('b', 97, 95));
        QCOMPARE(chain.reorgs.size(), std::size_t{1});
        QCOMPARE(chain.reorgs[0].from, 96U);
        QCOMPARE(chain.reorgs[0].depth, 5U);
        QCOMPARE(chain.head(), 97);
    }

    /// Blocks that nobody announced may have been replaced or not: they are not counted, and the depth does not claim to be exact.
    void blocksThatNobodyAnnouncedAreNotCounted_data()
    {
        QTest::addColumn<int>("forkedAfter");
        for (const int forkedAfter : {96, 97, 98})
            QTest::addRow("fork after block %d", forkedAfter) << forkedAfter;
    }

    void blocksThatNobodyAnnouncedAreNotCounted()
    {
        QFETCH(int, forkedAfter);
        const auto fork = static_cast<std::uint64_t>(forkedAfter);
        Chain chain(1);
        chain.say(0, a(95));
        chain.say(0, a(100)); // 99 is known as its parent, 96 to 98 are not
        chain.fetch('a', 0);
        QCOMPARE(chain.head(), 100);
        chain.say(0, onFork('b', 103, fork));
        chain.fetch('b', fork);
        QCOMPARE(chain.reorgs.size(), std::size_t{1});
        QCOMPARE(chain.reorgs[0].from, 99U);
        QCOMPARE(chain.reorgs[0].to, 100U);
        QCOMPARE(chain.reorgs[0].depth, 2U);
        QVERIFY(!chain.reorgs[0].exact);
        QCOMPARE(chain.reorgs[0].lowest, 96U);
        QVERIFY(chain.reorgs[0].forkSeen);
        QCOMPARE(std::string(chain.tracker.canonicalHash(99)), forkHash('b', 99));
        QCOMPARE(std::string(chain.tracker.canonicalHash(95)), forkHash('a', 95));
    }

    void unknownAncestorsMakeTheRangeInexact()
    {
        Chain chain(1);
        for (std::uint64_t number = 95; number <= 100; ++number)
            chain.say(0, a(number));
        chain.say(0, onFork('b', 100, 96));
        chain.fetch('b', 96, false);
        chain.say(0, onFork('b', 101, 96));
        chain.fetch('b', 96, false);
        QCOMPARE(chain.reorgs.size(), std::size_t{1});
        QVERIFY(!chain.reorgs[0].exact);
        QCOMPARE(chain.reorgs[0].from, 99U); // its parent, 99, is known to be another one
    }

    void aChainStartedAgainIsFollowed()
    {
        Chain chain(2);
        for (std::uint64_t number = 900; number < 905; ++number) {
            chain.say(0, a(number));
            chain.say(1, a(number));
        }
        chain.say(0, onFork('n', 3, 0));
        chain.say(0, onFork('n', 4, 0));
        chain.say(0, onFork('n', 5, 0));
        QVERIFY2(chain.reorgs.empty(), "the other node has the old chain still");
        chain.say(1, onFork('n', 5, 0));
        QCOMPARE(chain.reorgs.size(), std::size_t{1});
        QVERIFY(!chain.reorgs[0].exact);
        QCOMPARE(chain.head(), 5);
        chain.say(1, onFork('n', 6, 0));
        QCOMPARE(chain.head(), 6);
    }

    /// What the one node has just told is the head, with its hash; nobody has to ask again.
    void aSingleNodeThatBeganAnewHasAHeadWithAHash()
    {
        Chain chain(1);
        for (std::uint64_t number = 900; number < 905; ++number)
            chain.say(0, a(number));
        for (std::uint64_t number = 3; chain.reorgs.empty() && number < 10; ++number)
            chain.say(0, onFork('n', number, 0));
        QCOMPARE(chain.reorgs.size(), std::size_t{1});
        const auto height = static_cast<std::uint64_t>(chain.head());
        QCOMPARE(height, chain.tracker.heightOf(0).value_or(0));
        QCOMPARE(chain.tracker.head()->hash, forkHash('n', height));
        QCOMPARE(chain.reorgs[0].head, onFork('n', height, 0));
    }

    /// One of two nodes is far ahead and has proven it.
    static Chain jumped()
    {
        Chain chain(2);
        for (std::uint64_t number = 95; number <= 100; ++number) {
            chain.say(0, a(number));
            chain.say(1, a(number));
        }
        chain.say(0, a(190));
        chain.fetch('a', 0);
        return chain;
    }

    void aJumpEndsWithTheNodeThatAloneMadeIt_data()
    {
        QTest::addColumn<bool>("builds");
        QTest::newRow("the other one builds") << true;
        QTest::newRow("the other one stands") << false;
    }

    void aJumpEndsWithTheNodeThatAloneMadeIt()
    {
        QFETCH(bool, builds);
        Chain chain = jumped();
        QCOMPARE(chain.head(), 190);
        std::uint64_t height = 100;
        const auto others = [&](SteadyNs time) {
            for (const SteadyNs end = chain.now + time; chain.now < end;
                 chain.now += kNsPerSecond) {
                height += builds ? 1 : 0;
                chain.say(1, a(height));
                chain.fetch('a', 0);
            }
        };
        others(30 * kNsPerSecond);
        QVERIFY(chain.tracker.lags(1, chain.now));
        QVERIFY2(chain.reorgs.empty(), "it stands by its word");
        static_cast<void>(chain.tracker.setUsable(0, false, chain.now));
        others(15 * kNsPerSecond);
        QVERIFY2(chain.reorgs.empty(), "it may come back");
        QCOMPARE(chain.head(), 190);
        others(10 * kNsPerSecond);
        QCOMPARE(chain.reorgs.size(), std::size_t{1});
        QCOMPARE(chain.head(), static_cast<int>(height));
        QVERIFY(!chain.tracker.lags(1, chain.now));
        QCOMPARE(chain.tracker.head()->hash, forkHash('a', height));
        static_cast<void>(chain.tracker.setUsable(0, true, chain.now));
        chain.say(0, a(191));
        chain.fetch('a', 0);
        QCOMPARE(chain.head(), 191);
        QCOMPARE(chain.reorgs.size(), std::size_t{1});
    }

    /// A feed tells the blocks of a jump one by one.
    void aJumpThatIsToldBlockByBlockEndsWithItsNodeToo_data()
    {
        QTest::addColumn<bool>("faster");
        QTest::newRow("faster than the chain builds") << true;
        QTest::newRow("as the chain builds, the other one lags") << false;
    }

    void aJumpThatIsToldBlockByBlockEndsWithItsNodeToo()
    {
        QFETCH(bool, faster);
        Chain chain(2);
        for (std::uint64_t number = 80; number <= 100; ++number) {
            chain.now += kNsPerSecond;
            chain.say(0, a(number));
            chain.say(1, a(number));
        }
        for (std::uint64_t number = 101; number <= 190; ++number) {
            chain.now += faster ? kNsPerMs : kNsPerSecond;
            chain.say(0, a(number));
        }
        QCOMPARE(chain.head(), 190);
        static_cast<void>(chain.tracker.setUsable(0, false, chain.now));
        std::uint64_t height = 100;
        for (int second = 0; second < 25; ++second, chain.now += kNsPerSecond)
            chain.say(1, a(++height));
        QCOMPARE(chain.reorgs.size(), std::size_t{faster ? 1U : 0U});
        if (!faster) {
            QCOMPARE(chain.head(), 190);
            return;
        }
        QCOMPARE(chain.head(), static_cast<int>(height));
        QVERIFY(!chain.tracker.lags(1, chain.now));
        chain.say(1, a(height + 1));
        QCOMPARE(chain.tracker.head()->hash, forkHash('a', height + 1));
    }

    /// Who has come near it has confirmed it: from then on it is a head like any other, and never goes back.
    void aJumpThatIsConfirmedStays()
    {
        Chain chain = jumped();
        QVERIFY(chain.tracker.lags(1, chain.now) || chain.tracker.heightOf(1) == 100U);
        chain.say(1, a(186));
        chain.fetch('a', 0);
        QVERIFY(!chain.tracker.lags(1, chain.now));
        static_cast<void>(chain.tracker.setUsable(0, false, chain.now));
        for (int i = 0; i < 20; ++i, chain.now += kNsPerSecond)
            chain.say(1, a(187));
        QCOMPARE(chain.head(), 190);
        QVERIFY(chain.reorgs.empty());
    }

    void aChainThatStandsFarBelowIsFollowedInTheEnd()
    {
        Chain chain(2);
        for (std::uint64_t number = 40; number < 60; ++number) {
            chain.say(0, a(number));
            chain.say(1, a(number));
        }
        // Wound back by a snapshot, and nobody builds: a call would, but all nodes lag.
        const auto standFor = [&](SteadyNs time) {
            for (const SteadyNs end = chain.now + time; chain.now < end;
                 chain.now += kNsPerSecond) {
                chain.say(0, a(45));
                chain.say(1, a(45));
            }
        };
        standFor(10 * kNsPerSecond);
        QVERIFY(chain.reorgs.empty());
        chain.say(1, a(58)); // one of them was late: the others have to catch up
        standFor(15 * kNsPerSecond);
        QVERIFY(chain.reorgs.empty());
        standFor(10 * kNsPerSecond);
        QCOMPARE(chain.reorgs.size(), std::size_t{1});
        QCOMPARE(chain.reorgs[0].from, 46U);
        QCOMPARE(chain.head(), 45);
        QVERIFY(!chain.tracker.lags(0, chain.now));
    }

    void aChainThatStandsALittleBelowIsFollowedToo_data()
    {
        QTest::addColumn<int>("nodes");
        QTest::addColumn<bool>("hashes");
        QTest::addRow("one node") << 1 << true;
        QTest::addRow("three nodes") << 3 << true;
        QTest::addRow("heights alone") << 1 << false;
    }

    void aChainThatStandsALittleBelowIsFollowedToo()
    {
        QFETCH(int, nodes);
        QFETCH(bool, hashes);
        Chain chain(static_cast<std::size_t>(nodes));
        const auto all = [&](std::uint64_t number) {
            for (std::size_t node = 0; node < static_cast<std::size_t>(nodes); ++node)
                chain.say(node, hashes ? a(number) : Block{number, {}, {}});
        };
        for (std::uint64_t number = 90; number <= 100; ++number)
            all(number);
        for (int second = 0; second < 45 && chain.reorgs.empty(); ++second) {
            QCOMPARE(chain.head(), 100);
            chain.now += kNsPerSecond;
            all(97); // wound back, and nobody builds
        }
        QCOMPARE(chain.reorgs.size(), std::size_t{1});
        QCOMPARE(chain.reorgs[0].from, 98U);
        QCOMPARE(chain.reorgs[0].depth, 3U);
        QCOMPARE(chain.reorgs[0].exact, hashes);
        QCOMPARE(chain.head(), 97);
        all(98);
        QCOMPARE(chain.head(), 98);
        QCOMPARE(chain.reorgs.size(), std::size_t{1});
        QVERIFY(!hashes || std::string(chain.tracker.canonicalHash(96)) == forkHash('a', 96));
    }

    void aBalancedProviderThatStepsBackIsNoReorg()
    {
        Chain chain(1);
        chain.say(0, a(100));
        for (std::uint64_t number = 100; number < 130; ++number) {
            chain.say(0, a(number));
            chain.say(0, a(number - 2));
            chain.say(0, a(number - 1));
        }
        QVERIFY(chain.reorgs.empty());
        QCOMPARE(chain.head(), 129);
    }

    void thousandsOfForksStayBounded()
    {
        Chain chain(2);
        for (std::uint64_t number = 1; number < 60; ++number) {
            chain.say(0, a(number));
            chain.say(1, a(number));
            for (char fork = 'b'; fork < 'z'; ++fork)
                chain.say(1, onFork(fork, number, number - 1));
        }
        QCOMPARE(chain.head(), 59);
    }
};

SPILLWAY_TEST(HeadTrackerTest)
#include "tst_headtracker.moc"
