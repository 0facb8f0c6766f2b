// SPDX-License-Identifier: MIT
#include "chain/follower.h"
#include "manualclock.h"
#include "memoryusage.h"
#include "testmain.h"

#include <deque>

using namespace spillway;
using namespace spillway::chain;

namespace {

std::string hashOf(std::uint64_t number)
{
    std::string digits = toQuantity(number).substr(2);
    return "0x" + std::string(64 - digits.size(), '0') + digits;
}

/// Nodes that answer by what they are told to be. Answers come when deliver() is called.
class Nodes final : public NodeCaller
{
public:
    struct Node
    {
        std::uint64_t height = 100;
        std::uint64_t chainId = 1;
        std::uint64_t finalized = 60;
        bool syncing = false;
        bool dead = false;
        bool spent = false;       ///< there are no credits for questions
        bool numbersOnly = false; ///< no blocks, only heights
        std::string garbage;      ///< result of every question
        std::map<std::string, int> asked;
    };

    void ask(std::size_t node, std::string_view method, std::string_view params, Done done) override
    {
        ++at(node).asked[std::string(method)];
        m_waiting.push_back({node, std::string(method), std::string(params), std::move(done)});
    }

    Node &at(std::size_t index)
    {
        while (m_nodes.size() <= index)
            m_nodes.emplace_back();
        return m_nodes[index];
    }

    void deliver()
    {
        while (!m_waiting.empty()) {
            Waiting next = std::move(m_waiting.front());
            m_waiting.pop_front();
            const std::string result = resultOf(at(next.node), next.method, next.params);
            NodeAnswer answer;
            answer.kind = at(next.node).spent ? NodeAnswer::Kind::NotAsked
                          : result.empty()    ? NodeAnswer::Kind::Failed
                                              : NodeAnswer::Kind::Result;
            answer.result = result;
            answer.words = "timed out";
            next.done(answer);
        }
    }

    [[nodiscard]] int total()
    {
        int sum = 0;
        for (const Node &node : m_nodes) {
            for (const auto &[method, count] : node.asked)
                sum += count;
        }
        return sum;
    }

private:
    struct Waiting
    {
        std::size_t node;
        std::string method;
        std::string params;
        Done done;
    };

    static std::string
    resultOf(const Node &node, const std::string &method, const std::string &params)
    {
        if (node.dead)
            return {};
        if (!node.garbage.empty())
            return node.garbage;
        if (method == "eth_chainId")
            return '"' + toQuantity(node.chainId) + '"';
        if (method == "net_version")
            return '"' + std::to_string(node.chainId) + '"';
        if (method == "eth_syncing")
            return node.syncing ? R"({"currentBlock":"0x1","highestBlock":"0xff"})" : "false";
        if (method == "eth_blockNumber")
            return '"' + toQuantity(node.height) + '"';
        if (method == "getSlot")
            return std::to_string(node.height);
        if (method == "eth_getBlockByNumber" && !node.numbersOnly) {
            const std::uint64_t number =
                params.find("latest") != std::string::npos ? node.height : node.finalized;
            return R"({"number":")" + toQuantity(number) + R"(","hash":")" + hashOf(number)
                   + R"(","parentHash":")" + hashOf(number - 1) + "\"}";
        }
        return "null";
    }

    std::deque<Node> m_nodes;
    std::deque<Waiting> m_waiting;
};

class Pool
{
public:
    explicit Pool(std::size_t count, ChainKind kind = ChainKind::Evm, std::uint64_t chainId = 0)
    {
        config.name = "main";
        config.kind = kind;
        config.chainId = chainId;
        config.pollInterval = Milliseconds(1000);
        std::vector<FollowedNode> followed;
        for (std::size_t i = 0; i < count; ++i) {
            usages.emplace_back();
            const std::string name(1, static_cast<char>('A' + i));
            states.push_back(std::make_shared<NodeState>(name, &usages.back(), 1));
            followed.push_back({name, states.back(), true});
            static_cast<void>(nodes.at(i));
        }
        follower = std::make_unique<Follower>(
            config, HealthConfig{}, std::move(followed), state, nodes, clock);
        follower->onMove = [this] { ++moves; };
        follower->onReorg = [this](const Reorg &reorg) { reorgs.push_back(reorg); };
    }

    /// One turn at full pace, all answers in.
    void turn(int count = 1)
    {
        for (int i = 0; i < count; ++i) {
            clock.advance(Milliseconds(1000));
            static_cast<void>(follower->run());
            nodes.deliver();
        }
    }

    /// -1: not known, or not lately.
    [[nodiscard]] int head() const
    {
        return static_cast<int>(state->headBlocks(clock.steadyNs())) - 1;
    }

    test::ManualClock clock;
    ChainConfig config;
    Nodes nodes;
    std::deque<test::MemoryUsage> usages;
    std::vector<std::shared_ptr<NodeState>> states;
    std::shared_ptr<ChainState> state = std::make_shared<ChainState>("main");
    std::unique_ptr<Follower> follower;
    std::vector<Reorg> reorgs;
    int moves = 0;
};

} // namespace

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

    void S4_laggingNodesAreOutAndComeBack()
    {
        Pool pool(3);
        pool.turn();
        for (std::size_t node : {0U, 1U})
            pool.nodes.at(node).height = 110;
        pool.turn();
        QCOMPARE(pool.states[2]->chainStanding(), ChainStanding::Lagging);
        QCOMPARE(pool.states[2]->chainReason(),
                 std::string("10 blocks behind the head of its chain; max_block_lag allows 5"));
        pool.nodes.at(2).height = 106;
        pool.turn();
        QCOMPARE(pool.states[2]->chainStanding(), ChainStanding::Fit);
        QCOMPARE(pool.states[2]->chainReason(), std::string());
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
        QCOMPARE(pool.states[1]->chainReason(),
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
        QCOMPARE(pool.states[1]->chainReason(), std::string("reports chain id 5 instead of 1"));
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

        Pool tie(2);
        tie.nodes.at(0).chainId = 5;
        tie.turn(2);
        QVERIFY(!tie.state->chainId());
        QCOMPARE(tie.states[0]->chainStanding(), ChainStanding::Fit);
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
