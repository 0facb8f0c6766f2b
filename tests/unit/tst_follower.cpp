// SPDX-License-Identifier: MIT
#include "followerrig.h"
#include "testmain.h"

using namespace spillway;
using namespace spillway::chain;

using Pool = test::FollowerRig;
using test::hashOf;

class FollowerTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void learnsEverythingInOneTurn()
    {
        Pool pool(2);
        pool.nodes.at(1).height = 99;
        QCOMPARE(pool.head(), -1);
        pool.turn();
        QCOMPARE(pool.head(), 100);
        QCOMPARE(pool.state->chainId().value_or(0), 1U);
        QCOMPARE(pool.state->netVersion().value_or(0), 1U);
        QCOMPARE(pool.state->view()->head->hash, hashOf(100));
        QCOMPARE(std::string(pool.state->view()->canonicalHash(99)), hashOf(99));
        QCOMPARE(std::string(pool.state->view()->canonicalHash(97)), std::string());
        QVERIFY(pool.states[0]->hasBlocks(101));
        QVERIFY(!pool.states[1]->hasBlocks(101));
        QVERIFY(pool.states[1]->hasBlocks(100));
    }

    /// Calls wait for the first head no longer than for the answers that could tell it.
    void theWaitForTheFirstHeadEndsWithTheFirstTurn()
    {
        Pool pool(2);
        for (std::size_t i = 0; i < 2; ++i)
            pool.nodes.at(i).garbage = "\"ok\"";
        const SteadyNs now = pool.clock.steadyNs();
        static_cast<void>(pool.follower->run());
        QVERIFY(pool.state->expectHead(now) > now);
        pool.nodes.deliver();
        QCOMPARE(pool.head(), -1);
        QVERIFY(pool.state->expectHead(now) <= now);
        QVERIFY2(pool.moves > 0, "those who wait are to look again");
        const int moves = pool.moves;
        pool.turn(3);
        QCOMPARE(pool.moves, moves);
    }

    void aNodeThatFailsDoesNotHoldTheFirstHeadUp()
    {
        Pool pool(3);
        pool.nodes.at(2).dead = true;
        static_cast<void>(pool.follower->run());
        pool.nodes.deliver();
        QCOMPARE(pool.head(), 100);
        QVERIFY(pool.moves > 0);
    }

    void theTurnsAreCheap()
    {
        Pool pool(1);
        pool.turn(120);
        auto &asked = pool.nodes.at(0).asked;
        QCOMPARE(asked["eth_getBlockByNumber"], 120);
        QCOMPARE(asked["eth_syncing"], 30);
        QCOMPARE(asked["eth_chainId"], 10);
        QCOMPARE(asked["net_version"], 1);
        QCOMPARE(pool.nodes.total(), 161);
    }

    void anIdleChainIsAskedTwelveTimesMoreRarely()
    {
        Pool pool(1);
        pool.turn(299);
        const int busy = pool.nodes.at(0).asked["eth_getBlockByNumber"];
        QCOMPARE(busy, 299);
        pool.turn(1200);
        const int idle = pool.nodes.at(0).asked["eth_getBlockByNumber"] - busy;
        QVERIFY2(idle >= 98 && idle <= 102, qPrintable(QString::number(idle)));
        // A client comes: what is known is old news, and the nodes are asked at once.
        pool.clock.advance(Milliseconds(16000));
        const SteadyNs now = pool.clock.steadyNs();
        pool.state->touch(now);
        pool.state->setPollPace(toNs(pool.config.pollInterval));
        QVERIFY(pool.state->expectHead(now) > now || pool.head() == 100);
        static_cast<void>(pool.follower->hurry());
        pool.nodes.deliver();
        QCOMPARE(pool.head(), 100);
        const int before = pool.nodes.at(0).asked["eth_getBlockByNumber"];
        pool.turn(10);
        QCOMPARE(pool.nodes.at(0).asked["eth_getBlockByNumber"], before + 10);
    }

    void hurryHasItsOwnPace()
    {
        Pool pool(1);
        pool.turn();
        const int before = pool.nodes.total();
        for (int i = 0; i < 1000; ++i) {
            pool.clock.advance(Milliseconds(1));
            static_cast<void>(pool.follower->hurry());
            pool.nodes.deliver();
        }
        QVERIFY2(pool.nodes.total() - before <= 8, "four turns a second at most");
    }

    void anOldHeadIsNoHead()
    {
        Pool pool(1);
        pool.turn();
        pool.nodes.at(0).dead = true;
        pool.turn(10);
        QCOMPARE(pool.head(), 100);
        pool.turn(10);
        QCOMPARE(pool.head(), -1);
        QCOMPARE(pool.state->lastHeadBlocks(), 101U);
        pool.nodes.at(0).dead = false;
        const int before = pool.moves;
        pool.turn();
        QCOMPARE(pool.head(), 100);
        QVERIFY2(pool.moves > before, "calls may wait for it, although it is the same head");
        const int after = pool.moves;
        pool.turn(3);
        QCOMPARE(pool.moves, after);
    }

    void callsAreWokenWhenTheyCanSeeTheNews()
    {
        Pool pool(3);
        pool.turn();
        std::uint64_t seen = 0;
        pool.follower->onMove = [&] { seen = pool.state->highestBlocks(); };
        pool.nodes.at(0).height = 101; // one node alone: the head stays
        pool.turn();
        QCOMPARE(seen, 102U);
        QCOMPARE(pool.head(), 100);
    }

    void aNodeLeftOnTheOldBranchHasTheChainUpToTheFork()
    {
        Pool pool(3);
        pool.turn();
        const auto on = [](char branch, std::uint64_t number) {
            std::string hash = hashOf(number);
            if (number > 100)
                hash[2] = branch;
            return hash;
        };
        // Branch b leaves branch a above block 101.
        const auto announce = [&](std::size_t node, char branch, std::uint64_t number) {
            const auto hash = [&](std::uint64_t of) { return on(of <= 101 ? 'a' : branch, of); };
            pool.follower->announced(node, {number, hash(number), hash(number - 1)});
            pool.nodes.deliver();
        };
        for (std::uint64_t number = 101; number <= 103; ++number) {
            for (std::size_t node = 0; node < 3; ++node)
                announce(node, 'a', number);
        }
        QVERIFY(pool.states[2]->hasBlocks(104));
        for (std::uint64_t number = 102; number <= 104; ++number) {
            announce(0, 'b', number);
            announce(1, 'b', number);
        }
        QCOMPARE(pool.reorgs.size(), std::size_t(1));
        QCOMPARE(pool.reorgs.front().from, std::uint64_t(102));
        QVERIFY(pool.states[0]->hasBlocks(105));
        QVERIFY(pool.states[2]->hasBlocks(102));
        QVERIFY(!pool.states[2]->hasBlocks(103));
        announce(2, 'a', 104); // the old branch goes on
        QVERIFY(!pool.states[2]->hasBlocks(103));
        announce(2, 'b', 104);
        QVERIFY(pool.states[2]->hasBlocks(105));
    }

    void blocksThatComeAgainCountAgain()
    {
        Pool pool(2);
        pool.turn();
        const auto announce = [&](std::uint64_t number) {
            for (std::size_t node = 0; node < 2; ++node) {
                pool.follower->announced(node, {number, hashOf(number), hashOf(number - 1)});
                pool.nodes.deliver();
            }
        };
        for (std::uint64_t number = 101; number <= 130; ++number)
            announce(number);
        // Both were restored from a backup, and build the same blocks once more.
        for (std::uint64_t number = 110; number <= 113; ++number)
            announce(number);
        QCOMPARE(pool.reorgs.size(), std::size_t(1));
        announce(114);
        QVERIFY(pool.states[0]->hasBlocks(115));
        announce(120); // some were missed
        announce(121);
        announce(131);
        announce(132);
        for (std::size_t node = 0; node < 2; ++node)
            QVERIFY(pool.states[node]->hasBlocks(133));
    }

    void S4_laggingNodesAreOutAndComeBack()
    {
        Pool pool(3);
        pool.turn();
        for (std::size_t node : {0U, 1U})
            pool.nodes.at(node).height = 110;
        pool.turn();
        pool.turn(); // the first one shows that the old head is below the new one
        QCOMPARE(pool.states[2]->chainStanding(), ChainStanding::Lagging);
        QCOMPARE(pool.states[2]->chainReason().words,
                 std::string("10 blocks behind the head of its chain; max_block_lag allows 5"));
        pool.nodes.at(2).height = 106;
        pool.turn();
        QCOMPARE(pool.states[2]->chainStanding(), ChainStanding::Fit);
        QCOMPARE(pool.states[2]->chainReason().words, std::string());
    }

    /// One of two nodes is far ahead and proves it: the other one is out until it has caught up, or the first one is gone.
    void aNodeThatIsLeftBehindComesBackByItself_data()
    {
        QTest::addColumn<bool>("catchesUp");
        QTest::newRow("it catches up") << true;
        QTest::newRow("the other one is gone") << false;
    }

    void aNodeThatIsLeftBehindComesBackByItself()
    {
        QFETCH(bool, catchesUp);
        Pool pool(2);
        pool.turn(2);
        pool.nodes.at(0).height = 400;
        pool.turn(3);
        QCOMPARE(pool.head(), 400);
        QCOMPARE(pool.states[0]->chainStanding(), ChainStanding::Fit);
        QCOMPARE(pool.states[1]->chainStanding(), ChainStanding::Lagging);
        QVERIFY(pool.states[1]->hasBlocks(101));
        if (catchesUp) {
            pool.nodes.at(1).height = 398;
            pool.turn(2);
            QCOMPARE(pool.states[1]->chainStanding(), ChainStanding::Fit);
            QVERIFY(pool.reorgs.empty());
            return;
        }
        pool.nodes.at(0).dead = true;
        for (int i = 0; i < 30; ++i) {
            ++pool.nodes.at(1).height;
            pool.turn();
        }
        QCOMPARE(pool.states[1]->chainStanding(), ChainStanding::Fit);
        QCOMPARE(pool.head(), static_cast<int>(pool.nodes.at(1).height));
        QCOMPARE(pool.reorgs.size(), std::size_t{1});
    }

    void S4_syncingNodesAreOutAndComeBack()
    {
        Pool pool(2);
        pool.nodes.at(1).syncing = true;
        pool.nodes.at(1).height = 1000; // and what it says of its height counts for nothing
        pool.turn();
        QCOMPARE(pool.states[1]->chainStanding(), ChainStanding::Syncing);
        QCOMPARE(pool.head(), 100);
        pool.turn();
        QCOMPARE(pool.states[1]->chainReason().words,
                 std::string("is catching up with its chain: at block 1000 of 255"));
        pool.nodes.at(1).syncing = false;
        pool.nodes.at(1).height = 100;
        pool.turn();
        QCOMPARE(pool.states[1]->chainStanding(), ChainStanding::Fit);
    }

    void S4_aNodeOnAnotherChainIsOutAndComesBack()
    {
        Pool pool(2, ChainKind::Evm, 1);
        pool.nodes.at(1).chainId = 5;
        pool.turn();
        QCOMPARE(pool.states[1]->chainStanding(), ChainStanding::WrongChain);
        QCOMPARE(pool.states[1]->chainReason().words,
                 std::string("reports chain id 5 instead of 1"));
        QCOMPARE(pool.nodes.at(1).asked["eth_getBlockByNumber"], 0);
        pool.nodes.at(1).chainId = 1;
        pool.turn();
        QCOMPARE(pool.states[1]->chainStanding(), ChainStanding::Fit);
        QVERIFY(pool.states[1]->hasBlocks(101));
    }

    void S4_withoutAnIdTheMajorityDecides()
    {
        Pool pool(3);
        pool.nodes.at(0).chainId = 5; // the first to answer
        pool.turn(2);
        QCOMPARE(pool.states[0]->chainStanding(), ChainStanding::WrongChain);
        QCOMPARE(pool.states[1]->chainStanding(), ChainStanding::Fit);
        QCOMPARE(pool.state->chainId().value_or(0), 1U);
    }

    void S4_ofAsManyNodesTheFirstOneDecidesAndItStays()
    {
        Pool tie(2);
        tie.nodes.at(0).chainId = 5;
        tie.turn(2);
        QCOMPARE(tie.state->chainId().value_or(0), std::uint64_t{5});
        QCOMPARE(tie.states[0]->chainStanding(), ChainStanding::Fit);
        QCOMPARE(tie.states[1]->chainStanding(), ChainStanding::WrongChain);
        const std::string words = tie.states[1]->chainReason().words;
        QVERIFY2(words.starts_with("reports chain id 1 instead of 5"), words.c_str());
        QVERIFY2(words.find("chain_id") != std::string::npos, words.c_str());
        tie.turn(60);
        QCOMPARE(tie.state->chainId().value_or(0), std::uint64_t{5});
        // One that comes late does not change what counts, though it is the first of the list.
        Pool late(2);
        late.nodes.at(0).chainId = 5;
        late.nodes.at(0).dead = true;
        late.turn(2);
        QCOMPARE(late.state->chainId().value_or(0), std::uint64_t{1});
        late.nodes.at(0).dead = false;
        late.turn(30);
        QCOMPARE(late.states[0]->chainStanding(), ChainStanding::WrongChain);
        QCOMPARE(late.state->chainId().value_or(0), std::uint64_t{1});
    }

    void aNodeThatRefusesEverythingIsOutAndComesBack_data()
    {
        QTest::addColumn<ChainKind>("kind");
        QTest::addColumn<NodeAnswer::Kind>("how");
        QTest::addColumn<int>("turns");
        QTest::newRow("evm, unknown methods")
            << ChainKind::Evm << NodeAnswer::Kind::Unsupported << 1;
        QTest::newRow("evm, other errors") << ChainKind::Evm << NodeAnswer::Kind::Error << 3;
        QTest::newRow("solana, unknown methods")
            << ChainKind::Solana << NodeAnswer::Kind::Unsupported << 1;
        QTest::newRow("solana, other errors") << ChainKind::Solana << NodeAnswer::Kind::Error << 3;
    }

    void aNodeThatRefusesEverythingIsOutAndComesBack()
    {
        QFETCH(const ChainKind, kind);
        QFETCH(const NodeAnswer::Kind, how);
        QFETCH(const int, turns);
        Pool pool(2, kind);
        int said = 0;
        pool.follower->onStanding = [&](const std::string &, ChainStanding, const std::string &) {
            ++said;
        };
        pool.turn(2);
        NodeState &state = *pool.states[1];
        pool.nodes.at(1).refuses = how;
        state.rememberUnsupported("eth_call", {pool.clock.steadyNs() + 1000 * kNsPerSecond, {}});
        pool.turn(turns - 1);
        QCOMPARE(state.chainStanding(), ChainStanding::Fit);
        pool.turn();
        QCOMPARE(state.chainStanding(), ChainStanding::WrongChain);
        QVERIFY2(state.chainReason().words.ends_with("): no such method"),
                 state.chainReason().words.c_str());
        QVERIFY(!state.mayLackMethods());
        const auto asked = pool.nodes.at(1).asked;
        pool.turn(5);
        QCOMPARE(said, 1);
        int more = 0;
        for (const auto &[method, count] : pool.nodes.at(1).asked)
            more += count - (asked.contains(method) ? asked.at(method) : 0);
        QCOMPARE(more, 5); // one question a turn
        pool.nodes.at(1).refuses.reset();
        pool.turn();
        QCOMPARE(state.chainStanding(), ChainStanding::Fit);
        QVERIFY(state.hasBlocks(101));
        QCOMPARE(said, 2);
    }

    /// What the configuration keeps from a node says nothing of the node.
    void aNodeThatMustNotBeAskedIsNotOut()
    {
        Pool pool(2);
        pool.nodes.at(1).refuses = NodeAnswer::Kind::Withheld;
        pool.turn(20);
        QCOMPARE(pool.states[1]->chainStanding(), ChainStanding::Fit);
        QVERIFY(pool.states[1]->hasBlocks(1000));
    }

    void S4_failedPollsCloseANodeAfterTheThreshold()
    {
        Pool pool(2);
        pool.turn();
        pool.nodes.at(1).dead = true;
        pool.turn(2);
        QCOMPARE(pool.states[1]->closure(pool.clock.steadyNs()), Closure::None);
        pool.turn();
        QCOMPARE(pool.states[1]->closure(pool.clock.steadyNs()), Closure::Penalty);
        QCOMPARE(pool.states[1]->reason(),
                 std::string("does not tell where its chain is: timed out"));
        pool.nodes.at(1).dead = false;
        pool.turn(6);
        QCOMPARE(pool.states[1]->closure(pool.clock.steadyNs()), Closure::None);
    }

    void aFeedThatGoesAndAPollThatFailsCloseANodeAtOnce_data()
    {
        QTest::addColumn<bool>("dead");
        QTest::newRow("the node is gone") << true;
        QTest::newRow("only its WebSocket is") << false;
    }

    void aFeedThatGoesAndAPollThatFailsCloseANodeAtOnce()
    {
        QFETCH(bool, dead);
        Pool pool(2);
        pool.turn();
        pool.follower->feedAlive(0, true);
        pool.nodes.at(0).dead = dead;
        pool.follower->feedAlive(0, false);
        pool.nodes.deliver();
        const auto closure = [&] { return pool.states[0]->closure(pool.clock.steadyNs()); };
        QCOMPARE(closure(), dead ? Closure::Penalty : Closure::None);
        if (dead)
            return;
        pool.nodes.at(0).dead = true; // it has answered since: the usual threshold
        pool.turn();
        QCOMPARE(closure(), Closure::None);
        pool.turn(2);
        QCOMPARE(closure(), Closure::Penalty);
    }

    void aNodeThatTellsNoHeightIsTakenToHaveAll()
    {
        Pool pool(3);
        pool.nodes.at(2).garbage = "\"ok\"";
        pool.turn();
        QCOMPARE(pool.head(), 100);
        QVERIFY(pool.states[2]->hasBlocks(1000000));
        QCOMPARE(pool.states[2]->chainStanding(), ChainStanding::Fit);
        QCOMPARE(pool.states[2]->closure(pool.clock.steadyNs()), Closure::None);
        pool.turn(20);
        QVERIFY2(pool.nodes.at(2).asked["eth_blockNumber"] <= 3, "it is not asked all the time");
        pool.nodes.at(2).garbage.clear();
        pool.turn(13);
        QVERIFY(!pool.states[2]->hasBlocks(1000000));
    }

    void aNodeWithoutBlocksTellsItsHeight()
    {
        Pool pool(1);
        pool.nodes.at(0).numbersOnly = true;
        pool.turn();
        QCOMPARE(pool.head(), 100);
        pool.turn(5);
        QCOMPARE(pool.nodes.at(0).asked["eth_getBlockByNumber"], 1);
    }

    void nodesThatCannotBeAskedDoNotHoldTheHead()
    {
        Pool pool(3);
        pool.turn();
        for (const std::size_t node : {0U, 1U})
            pool.nodes.at(node).spent = true;
        for (int i = 0; i < 5; ++i) {
            ++pool.nodes.at(2).height;
            pool.turn();
        }
        QCOMPARE(pool.head(), 105);
        for (const std::size_t node : {0U, 1U}) {
            pool.nodes.at(node).spent = false;
            pool.nodes.at(node).height = 106;
        }
        pool.turn();
        QCOMPARE(pool.head(), 106);
    }

    void aNodeThatHangsIsHeldUntilItAnswers()
    {
        Pool pool(2);
        pool.turn();
        HealthConfig health;
        health.penalty = PenaltyMode::Fixed;
        health.penaltyTime = Milliseconds(2500);
        pool.nodes.at(0).dead = true;
        static_cast<void>(pool.states[0]->penalize(health, pool.clock.steadyNs(), 0, "timed out"));
        for (int i = 0; i < 20; ++i) {
            pool.turn();
            QCOMPARE(pool.states[0]->closure(pool.clock.steadyNs()), Closure::Penalty);
        }
        pool.nodes.at(0).dead = false;
        pool.turn(4);
        QCOMPARE(pool.states[0]->closure(pool.clock.steadyNs()), Closure::None);
        // One that goes on answering questions has its penalty and no more.
        static_cast<void>(pool.states[1]->penalize(health, pool.clock.steadyNs(), 0, "HTTP 500"));
        pool.turn(3);
        QCOMPARE(pool.states[1]->closure(pool.clock.steadyNs()), Closure::None);
        // Nor is one held that cannot be asked.
        pool.nodes.at(0).spent = true;
        static_cast<void>(pool.states[0]->penalize(health, pool.clock.steadyNs(), 0, "HTTP 500"));
        pool.turn(4);
        QCOMPARE(pool.states[0]->closure(pool.clock.steadyNs()), Closure::None);
    }

    void aHeldNodeIsAskedBetweenTheTurns()
    {
        Pool pool(2, ChainKind::Evm, 0, Milliseconds(20000));
        pool.turn(21);
        HealthConfig health;
        health.penalty = PenaltyMode::Fixed;
        health.penaltyTime = Milliseconds(2500);
        static_cast<void>(pool.states[0]->penalize(health, pool.clock.steadyNs(), 0, "timed out"));
        const int before = pool.nodes.at(0).asked["eth_getBlockByNumber"];
        pool.turn(4);
        QCOMPARE(pool.nodes.at(0).asked["eth_getBlockByNumber"], before + 1);
        QCOMPARE(pool.states[0]->closure(pool.clock.steadyNs()), Closure::None);
    }

    void coolingNodesAreLeftAlone()
    {
        Pool pool(1);
        pool.turn();
        const int before = pool.nodes.total();
        pool.states[0]->cool(pool.clock.steadyNs() + 10 * kNsPerSecond, "slow down");
        pool.turn(9);
        QCOMPARE(pool.nodes.total(), before);
        pool.turn(2);
        QVERIFY(pool.nodes.total() > before);
    }

    void L6_finalityIsFollowedWhileClientsAskForIt()
    {
        Pool pool(3);
        pool.nodes.at(2).finalized = 64;
        pool.turn(8);
        QVERIFY(!pool.state->finalized());
        const int without = pool.nodes.at(0).asked["eth_getBlockByNumber"];
        QCOMPARE(without, 8);
        pool.state->wish(ChainState::Wish::Finalized, pool.clock.steadyNs());
        pool.turn();
        QCOMPARE(pool.state->finalized().value_or(0), 60U); // half of the nodes have it
        pool.nodes.at(1).finalized = 64;
        pool.turn(4);
        QCOMPARE(pool.state->finalized().value_or(0), 64U);
        for (std::size_t node : {0U, 1U, 2U})
            pool.nodes.at(node).finalized = 60;
        pool.turn(4);
        QCOMPARE(pool.state->finalized().value_or(0), 64U); // never back
        pool.clock.advance(Milliseconds(301000));
        pool.state->touch(pool.clock.steadyNs());
        pool.turn(8);
        QVERIFY2(!pool.state->finalized(), "nobody asks for it: it would be frozen");
    }

    void solanaTellsSlots()
    {
        Pool pool(3, ChainKind::Solana);
        pool.nodes.at(0).height = 90;
        pool.turn();
        QCOMPARE(pool.head(), 100);
        QCOMPARE(pool.states[0]->chainStanding(), ChainStanding::Lagging);
        QVERIFY(!pool.states[0]->hasBlocks(101));
        QCOMPARE(pool.nodes.total(), 3);
    }

    void aDisabledNodeIsNeverAsked()
    {
        Pool pool(1);
        std::vector<FollowedNode> followed{{"A", pool.states[0], false}};
        pool.follower = std::make_unique<Follower>(
            pool.config, HealthConfig{}, std::move(followed), pool.state, pool.nodes, pool.clock);
        pool.turn(5);
        QCOMPARE(pool.nodes.total(), 0);
    }

    void aNewFollowerGoesOnWhereClientsWere()
    {
        Pool pool(1);
        pool.turn();
        pool.nodes.at(0).height = 98;
        std::vector<FollowedNode> followed{{"A", pool.states[0], true}};
        pool.follower = std::make_unique<Follower>(
            pool.config, HealthConfig{}, std::move(followed), pool.state, pool.nodes, pool.clock);
        pool.turn();
        QCOMPARE(pool.head(), 100);
    }
};

SPILLWAY_TEST(FollowerTest)
#include "tst_follower.moc"
