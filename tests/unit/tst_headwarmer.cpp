// SPDX-License-Identifier: MIT
#include "cache/key.h"
#include "cachefixture.h"
#include "manualclock.h"
#include "memoryusage.h"
#include "pipeline/headwarmer.h"
#include "testmain.h"

#include <deque>
#include <map>

using namespace spillway;
using chain::NodeAnswer;
using test::lookUp;

namespace {

std::string hashOf(char digit)
{
    return "0x" + std::string(64, digit);
}

std::string transaction(char digit, const std::string &index)
{
    return R"({"blockHash":")" + hashOf('b') + R"(", "blockNumber":"0x65","hash":")" + hashOf(digit)
           + R"(","transactionIndex":")" + index + R"(","input":"0x"})";
}

std::string receipt(char digit, char block = 'b')
{
    return R"({"transactionHash":")" + hashOf(digit) + R"(","blockHash":")" + hashOf(block)
           + R"(","blockNumber":"0x65","logs":[{"blockHash":"0x1"}]})";
}

const std::string kBefore = R"({"number":"0x65","hash":")" + hashOf('b') + R"(","transactions":)";
const std::string kBehind = R"(, "uncles":[],"parentHash":")" + hashOf('a') + "\"}";
const std::string kFull =
    kBefore + "[" + transaction('1', "0x0") + " ,\n" + transaction('2', "0x1") + "]" + kBehind;
const std::string kBrief = kBefore + "[\"" + hashOf('1') + "\",\"" + hashOf('2') + "\"]" + kBehind;
const std::string kReceipts = "[" + receipt('1') + "," + receipt('2') + "]";
const chain::Block kHead{101, hashOf('b'), hashOf('a')};

/// Answers when told to.
class Caller final : public chain::NodeCaller
{
public:
    struct Question
    {
        std::size_t node;
        std::string method;
        std::string params;
        Done done;
    };

    void ask(std::size_t node, std::string_view method, std::string_view params, Done done) override
    {
        if (refuses) {
            done({.kind = NodeAnswer::Kind::NotAsked, .result = {}, .words = {}});
            return;
        }
        open.push_back({node, std::string(method), std::string(params), std::move(done)});
    }

    void answer(const std::string &result)
    {
        const Question next = std::move(open.front());
        open.pop_front();
        next.done({.kind = result.empty() ? NodeAnswer::Kind::Failed : NodeAnswer::Kind::Result,
                   .result = result,
                   .words = {}});
    }

    std::deque<Question> open;
    bool refuses = false;
};

class Rig
{
public:
    explicit Rig(bool receipts, int nodes = 2, bool blocks = true)
    {
        auto config = std::make_shared<Config>();
        ChainConfig &chain = config->chains.emplace_back();
        chain.name = "main";
        chain.path = "/";
        chain.kind = ChainKind::Evm;
        chain.warmBlocks = blocks;
        chain.warmReceipts = receipts;
        for (int i = 0; i < nodes; ++i) {
            NodeConfig &node = config->nodes.emplace_back();
            node.name = std::string(1, static_cast<char>('A' + i));
            node.url = Secret("http://127.0.0.1:1/" + node.name);
            node.chain = "main";
        }
        cache = cache::Cache::make(clock, config->cache);
        table = RoutingTable::build(
            config,
            nullptr,
            [this](const NodeConfig &node) {
                usages.emplace_back();
                auto made = std::make_shared<NodeState>(node.name, &usages.back(), 1);
                made->setBlocks(102);
                return made;
            },
            [this](const ChainConfig &) { return state; },
            cache);
        warmer = std::make_unique<HeadWarmer>(io, table, 0, caller);
        warmer->onReady = [this] { ++ready; };
        show(100, 'a');
    }

    /// What clients see as the head.
    void show(std::uint64_t number, char hash)
    {
        auto view = std::make_shared<chain::ChainView>();
        view->head = chain::Block{number, hashOf(hash), {}};
        view->windowFrom = number;
        view->hashes = {hashOf(hash)};
        state->publish(view);
    }

    /// The result kept for a call, with what is around it taken off.
    std::string kept(const std::string &method, const std::string &params)
    {
        std::string key;
        const cache::Rule *rule = cache::ruleOf(method, ChainKind::Evm);
        if (!cache::makeKey("main", ChainKind::Evm, method, *rule, params, key))
            return "no key";
        const cache::EntryPtr entry = lookUp(cache->backend(), key);
        if (!entry)
            return {};
        std::string answer;
        cache::composeAnswer(*entry, "\"me\"", answer);
        const std::string head = R"({"jsonrpc":"2.0","id":"me","result":)";
        return answer.starts_with(head)
                   ? answer.substr(head.size(), answer.size() - head.size() - 1)
                   : "not an answer: " + answer;
    }

    cache::EntryPtr entry(const std::string &method, const std::string &params)
    {
        std::string key;
        static_cast<void>(cache::makeKey(
            "main", ChainKind::Evm, method, *cache::ruleOf(method, ChainKind::Evm), params, key));
        return lookUp(cache->backend(), key);
    }

    NodeState &node(std::size_t index) { return *table->nodes()[index].state; }

    test::ManualClock clock;
    IoContext io{clock};
    std::deque<test::MemoryUsage> usages;
    std::shared_ptr<chain::ChainState> state = std::make_shared<chain::ChainState>("main");
    std::shared_ptr<cache::Cache> cache;
    std::shared_ptr<const RoutingTable> table;
    Caller caller;
    std::unique_ptr<HeadWarmer> warmer;
    int ready = 0;
};

std::string list(std::initializer_list<std::string> items)
{
    std::string out = "[";
    for (const std::string &item : items)
        out += (out.size() > 1 ? "," : "") + item;
    return out + "]";
}

std::string text(const std::string &value)
{
    return "\"" + value + "\"";
}

} // namespace

class HeadWarmerTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void oneAnswerFillsTheCacheByteForByte()
    {
        Rig rig(false);
        QVERIFY(rig.warmer->warm(kHead, true));
        QCOMPARE(rig.caller.open.size(), std::size_t{1});
        QCOMPARE(rig.caller.open[0].method, std::string("eth_getBlockByHash"));
        QCOMPARE(rig.caller.open[0].params, list({text(hashOf('b')), "true"}));
        QCOMPARE(rig.ready, 0);
        rig.caller.answer(kFull);
        QCOMPARE(rig.ready, 1);

        const std::string hash = text(hashOf('b'));
        const std::string number = text("0x65");
        for (const auto &[name, block] : {std::pair(std::string("eth_getBlockByHash"), hash),
                                          std::pair(std::string("eth_getBlockByNumber"), number)}) {
            QCOMPARE(rig.kept(name, list({block, "true"})), kFull);
            QCOMPARE(rig.kept(name, list({block, "false"})), kBrief);
        }
        QCOMPARE(rig.kept("eth_getBlockTransactionCountByHash", list({hash})), text("0x2"));
        QCOMPARE(rig.kept("eth_getBlockTransactionCountByNumber", list({number})), text("0x2"));
        for (const auto &[digit, index] : {std::pair('1', "0x0"), std::pair('2', "0x1")}) {
            const std::string expected = transaction(digit, index);
            QCOMPARE(rig.kept("eth_getTransactionByHash", list({text(hashOf(digit))})), expected);
            QCOMPARE(rig.kept("eth_getTransactionByBlockHashAndIndex", list({hash, text(index)})),
                     expected);
            QCOMPARE(
                rig.kept("eth_getTransactionByBlockNumberAndIndex", list({number, text(index)})),
                expected);
        }
        QCOMPARE(rig.state->warming().complete.value(), 1U);
        QCOMPARE(rig.state->warming().answers.value(), 12U);
        QCOMPARE(rig.entry("eth_getBlockByNumber", list({number, "true"}))->credits, 1U);
    }

    void whatMayBeReplacedCarriesTheBlocksStamp()
    {
        Rig rig(true);
        rig.warmer->warm(kHead, true);
        rig.caller.answer(kFull);
        rig.caller.answer(kReceipts);
        const cache::Stamp stamp{101, hashOf('b')};
        for (const auto &[method, params] :
             {std::pair(std::string("eth_getBlockByNumber"), list({text("0x65"), "false"})),
              std::pair(std::string("eth_getTransactionByHash"), list({text(hashOf('1'))})),
              std::pair(std::string("eth_getBlockTransactionCountByNumber"), list({text("0x65")})),
              std::pair(std::string("eth_getTransactionReceipt"), list({text(hashOf('2'))})),
              std::pair(std::string("eth_getBlockReceipts"), list({text("0x65")}))}) {
            const auto entry = rig.entry(method, params);
            QVERIFY2(entry != nullptr, method.c_str());
            QVERIFY2(entry->stamp == stamp, method.c_str());
        }
    }

    void receiptsOneByOneAndTogether()
    {
        Rig rig(true, 2, false);
        QVERIFY(rig.warmer->warm(kHead, true));
        QCOMPARE(rig.caller.open.size(), std::size_t{1});
        QCOMPARE(rig.caller.open[0].method, std::string("eth_getBlockReceipts"));
        QCOMPARE(rig.caller.open[0].params, list({text("0x65")}));
        rig.caller.answer(kReceipts);
        QCOMPARE(rig.ready, 1);
        QCOMPARE(rig.kept("eth_getTransactionReceipt", list({text(hashOf('1'))})), receipt('1'));
        QCOMPARE(rig.kept("eth_getTransactionReceipt", list({text(hashOf('2'))})), receipt('2'));
        QCOMPARE(rig.kept("eth_getBlockReceipts", list({text("0x65")})), kReceipts);
        QCOMPARE(rig.kept("eth_getBlockReceipts", list({text(hashOf('b'))})), kReceipts);
    }

    void theHeadWaitsForBoth()
    {
        Rig rig(true);
        rig.warmer->warm(kHead, true);
        QCOMPARE(rig.caller.open.size(), std::size_t{2});
        QCOMPARE(rig.caller.open[0].node, rig.caller.open[1].node);
        rig.caller.answer(kFull);
        QCOMPARE(rig.ready, 0);
        rig.caller.answer(kReceipts);
        QCOMPARE(rig.ready, 1);
    }

    void anotherBranchIsNotKept_data()
    {
        QTest::addColumn<bool>("receipts");
        QTest::addColumn<QByteArray>("answer");
        const auto bytes = [](const std::string &s) { return QByteArray::fromStdString(s); };
        std::string other = kFull;
        other.replace(other.find("bbbb"), 4, "cccc");
        QTest::newRow("another block") << false << bytes(other);
        QTest::newRow("null") << false << bytes("null");
        QTest::newRow("hashes instead of transactions") << false << bytes(kBrief);
        QTest::newRow("junk") << false << bytes("7");
        QTest::newRow("receipt of another block")
            << true << bytes("[" + receipt('1') + "," + receipt('2', 'c') + "]");
        QTest::newRow("no receipts") << true << bytes("null");
    }

    /// And the second node is asked.
    void anotherBranchIsNotKept()
    {
        QFETCH(bool, receipts);
        QFETCH(QByteArray, answer);
        Rig rig(receipts, 3, !receipts);
        rig.warmer->warm(kHead, true);
        const std::size_t first = rig.caller.open[0].node;
        rig.caller.answer(answer.toStdString());
        QCOMPARE(rig.state->warming().answers.value(), 0U);
        QCOMPARE(rig.ready, 0);
        QCOMPARE(rig.caller.open.size(), std::size_t{1});
        QVERIFY(rig.caller.open[0].node != first);
        rig.caller.answer({});
        QCOMPARE(rig.ready, 1); // no third one
        QVERIFY(rig.caller.open.empty());
        QCOMPARE(rig.state->warming().failed.value(), 1U);
        QCOMPARE(rig.state->warming().complete.value(), 0U);
    }

    void lateIsKeptButNotWaitedFor()
    {
        Rig rig(false);
        rig.state->setBlockInterval(2 * kNsPerSecond);
        QVERIFY(rig.warmer->warm(kHead, true));
        rig.clock.advance(Milliseconds(499));
        rig.io.timers().fireDue();
        QCOMPARE(rig.ready, 0);
        // The next head does not begin the wait anew.
        const chain::Block next{102, hashOf('c'), hashOf('b')};
        rig.node(0).setBlocks(103);
        QVERIFY(rig.warmer->warm(next, true));
        rig.clock.advance(Milliseconds(1));
        rig.io.timers().fireDue();
        QCOMPARE(rig.ready, 1);
        QCOMPARE(rig.state->warming().late.value(), 1U);
        rig.caller.answer(kFull);
        QCOMPARE(rig.ready, 1);
        QCOMPARE(rig.kept("eth_getBlockByNumber", list({text("0x65"), "false"})), kBrief);
    }

    void patienceIsAPartOfTheBlockTime()
    {
        QCOMPARE(HeadWarmer::patience(0), 250 * kNsPerMs);
        QCOMPARE(HeadWarmer::patience(kNsPerSecond), 250 * kNsPerMs);
        QCOMPARE(HeadWarmer::patience(12 * kNsPerSecond), kNsPerSecond);
        QCOMPARE(HeadWarmer::patience(100 * kNsPerMs), 25 * kNsPerMs);
    }

    void nothingToAskNothingToWaitFor()
    {
        Rig rig(true);
        QVERIFY(!rig.warmer->warm({101, {}, {}}, true)); // only its number is known
        rig.caller.refuses = true;
        QVERIFY(!rig.warmer->warm(kHead, true));
        QCOMPARE(rig.ready, 0);
        rig.caller.refuses = false;
        QVERIFY(!rig.warmer->warm(kHead, true)); // not again
        rig.node(0).setBlocks(102);
        rig.node(1).setBlocks(102);
        QVERIFY(!rig.warmer->warm({102, hashOf('c'), hashOf('b')}, true)); // nobody has it
        QVERIFY(rig.caller.open.empty());
    }

    void withoutAHoldNobodyWaits()
    {
        Rig rig(false);
        QVERIFY(!rig.warmer->warm(kHead, false));
        rig.caller.answer(kFull);
        QCOMPARE(rig.ready, 0);
        QCOMPARE(rig.kept("eth_getBlockByNumber", list({text("0x65"), "false"})), kBrief);
    }

    void closedNodesAreNotAsked()
    {
        Rig rig(false);
        static_cast<void>(rig.node(0).penalize({}, rig.clock.steadyNs(), 0, {}));
        rig.warmer->warm(kHead, true);
        QCOMPARE(rig.caller.open[0].node, std::size_t{1});
        rig.caller.answer({});
        QVERIFY(rig.caller.open.empty());
        QCOMPARE(rig.ready, 1);
    }

    void onlyWhereItIsWanted()
    {
        QVERIFY(HeadWarmer::isWanted(*Rig(false).table, 0));
        QVERIFY(!HeadWarmer::isWanted(*Rig(false, 1, false).table, 0));
    }
};

SPILLWAY_TEST(HeadWarmerTest)
#include "tst_headwarmer.moc"
