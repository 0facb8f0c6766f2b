// SPDX-License-Identifier: MIT
#include "cache/policy.h"
#include "testmain.h"

#include <map>
#include <string>

using namespace spillway;
using namespace spillway::cache;

namespace {

using Depends = Plan::Depends;

const std::string kHash = "0x" + std::string(64, 'a');
const std::string kOther = "0x" + std::string(64, 'b');
const std::string kTx = "0x" + std::string(64, '1');
const std::string kAddress = "0x" + std::string(40, '2');

constexpr SteadyNs kNow = 1000 * kNsPerSecond;
constexpr std::uint64_t kHead = 1000;
constexpr std::uint64_t kFinal = kHead - 64;

/// A chain at block 1000 whose window holds the last 128 blocks, all with the hash aaa….
struct World
{
    ChainFacts facts{kHead, std::nullopt, 12 * kNsPerSecond, 0};
    Lifetimes lifetimes;
    std::map<std::uint64_t, std::string> window;

    World()
    {
        for (std::uint64_t n = kHead - 127; n <= kHead; ++n)
            window[n] = kHash;
    }

    [[nodiscard]] CanonicalHash canonical() const
    {
        return [this](std::uint64_t n) -> std::string_view {
            const auto found = window.find(n);
            return found == window.end() ? std::string_view() : found->second;
        };
    }

    [[nodiscard]] Plan
    plan(std::string_view method, std::string_view params, ChainKind kind = ChainKind::Evm) const
    {
        const Rule *rule = ruleOf(method, kind);
        if (rule == nullptr)
            return {};
        Plan plan = planFor(*rule, params, facts);
        plan.noteCanonical(canonical());
        return plan;
    }

    [[nodiscard]] Lifetime
    lifetime(std::string_view method, std::string_view params, std::string_view result) const
    {
        return lifetimeOf(plan(method, params), result, lifetimes, facts, canonical(), kNow);
    }
};

std::string hex(std::uint64_t value)
{
    return QByteArray::number(static_cast<qulonglong>(value), 16).prepend("0x").toStdString();
}

std::string quoted(const std::string &text)
{
    return '"' + text + '"';
}

std::string block(std::uint64_t number, const std::string &hash)
{
    return "{\"number\":\"" + hex(number) + "\",\"hash\":\"" + hash + "\",\"parentHash\":\""
           + kOther + "\"}";
}

std::string mined(std::uint64_t number, const std::string &hash)
{
    return "{\"blockNumber\":\"" + hex(number) + "\",\"blockHash\":\"" + hash
           + "\",\"status\":\"0x1\"}";
}

const char *nameOf(Lifetime::Kind kind)
{
    switch (kind) {
    case Lifetime::Kind::Never:
        return "never";
    case Lifetime::Kind::Expires:
        return "expires";
    case Lifetime::Kind::Permanent:
        return "permanent";
    }
    return "";
}

} // namespace

class CachePolicyTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void neverKept_data()
    {
        QTest::addColumn<QByteArray>("method");
        QTest::addColumn<QByteArray>("params");
        const auto row = [](const char *method, const std::string &params) {
            QTest::addRow("%s %s", method, params.c_str())
                << QByteArray(method) << QByteArray::fromStdString(params);
        };
        for (const char *method : {"eth_sendRawTransaction",
                                   "eth_sendTransaction",
                                   "eth_sign",
                                   "personal_sign",
                                   "debug_traceTransaction",
                                   "admin_peers",
                                   "eth_newFilter",
                                   "eth_getFilterChanges",
                                   "eth_subscribe",
                                   "eth_accounts",
                                   "eth_getWork",
                                   "txpool_content",
                                   "eth_somethingNew",
                                   "ETH_CALL",
                                   "eth_call ",
                                   ""})
            row(method, "[]");
        const std::string tx = "[{\"to\":\"" + kAddress + "\"},";
        row("eth_call", tx + "\"pending\"]");
        row("eth_call", tx + "\"newest\"]");
        row("eth_call", tx + "\"0x\"]");
        row("eth_call", tx + "\"0xffffffffffffffffff\"]");
        row("eth_call", tx + "\"la\\u0074est\"]");
        row("eth_call", tx + "17]");
        row("eth_call", tx + "null]");
        row("eth_call", tx + quoted(hex(kHead + 1)) + "]");
        row("eth_call", tx + "{\"blockHash\":\"" + kHash + "\",\"requireCanonical\":true}]");
        row("eth_call", tx + "{\"blockHash\":\"" + kHash + "\",\"blockNumber\":\"0x1\"}]");
        row("eth_call", tx + "{\"blockHash\":\"0x1\"}]");
        row("eth_call", tx + "{}]");
        row("eth_call", "{\"to\":\"x\"}");
        row("eth_getBlockByNumber", "[\"pending\",false]");
        row("eth_getBlockByNumber", "[]");
        row("eth_getBlockByNumber", quoted("x"));
        row("eth_getBlockByNumber", "[" + quoted(hex(kHead + 1)) + ",false]");
        row("eth_getBlockByHash", "[\"0x1234\",false]");
        row("eth_getTransactionReceipt", "[17]");
        row("eth_getLogs", "[{\"fromBlock\":\"pending\"}]");
        row("eth_getLogs", "[{\"fromBlock\":\"0x1\",\"toBlock\":\"pending\"}]");
        row("eth_getLogs", "[{\"fromBlock\":\"0x1\",\"toBlock\":\"" + hex(kHead + 1) + "\"}]");
        row("eth_getLogs", "[{\"fromBlock\":\"0x1\",\"blockHash\":\"" + kHash + "\"}]");
        row("eth_getLogs", "[{\"blockHash\":null}]");
        row("eth_getLogs", "[]");
    }

    void neverKept()
    {
        QFETCH(QByteArray, method);
        QFETCH(QByteArray, params);
        const Plan plan = World().plan(method.toStdString(), params.toStdString());
        QVERIFY(!plan.keeps());
        QVERIFY(World().lifetime(method.toStdString(), params.toStdString(), "\"0x1\"").kind
                == Lifetime::Kind::Never);
    }

    void table_data()
    {
        QTest::addColumn<QByteArray>("method");
        QTest::addColumn<QByteArray>("params");
        QTest::addColumn<QByteArray>("result");
        QTest::addColumn<QByteArray>("kind");
        QTest::addColumn<qlonglong>("ms");
        QTest::addColumn<bool>("stamped");
        const auto row = [](const char *method,
                            const std::string &params,
                            const std::string &result,
                            const char *kind,
                            qlonglong ms = 0,
                            bool stamped = false) {
            QTest::addRow("%s %s %s", method, params.c_str(), result.substr(0, 60).c_str())
                << QByteArray(method) << QByteArray::fromStdString(params)
                << QByteArray::fromStdString(result) << QByteArray(kind) << ms << stamped;
        };
        constexpr qlonglong kMoving = 2000;
        constexpr qlonglong kPending = 1000;
        constexpr qlonglong kUnfinal = 900000;
        const std::string tx = "[{\"to\":\"" + kAddress + "\"},";
        const std::string final = quoted(hex(kFinal));
        const std::string fresh = quoted(hex(kFinal + 1));

        for (const char *method :
             {"eth_chainId", "net_version", "web3_clientVersion", "eth_protocolVersion"})
            row(method, "[]", "\"0x1\"", "expires", 3600000);
        for (const char *method :
             {"eth_gasPrice", "eth_maxPriorityFeePerGas", "eth_blockNumber", "eth_syncing"})
            row(method, "", "\"0x1\"", "expires", kMoving);
        row("eth_syncing", "[]", "false", "expires", kMoving);
        row("eth_gasPrice", "[]", "null", "expires", kPending);

        for (const char *method : {"eth_getBlockByHash",
                                   "eth_getBlockTransactionCountByHash",
                                   "eth_getTransactionByBlockHashAndIndex",
                                   "eth_getUncleByBlockHashAndIndex",
                                   "eth_getUncleCountByBlockHash"}) {
            row(method, "[" + quoted(kHash) + ",\"0x0\"]", "{}", "permanent");
            row(method, "[" + quoted(kHash) + ",\"0x0\"]", "null", "expires", kPending);
        }
        for (const char *method : {"eth_getTransactionByHash", "eth_getTransactionReceipt"}) {
            const std::string params = "[" + quoted(kTx) + "]";
            row(method, params, mined(kFinal, kOther), "permanent");
            row(method, params, mined(kFinal + 1, kHash), "expires", kUnfinal, true);
            row(method, params, mined(kFinal + 1, kOther), "never");
            row(method, params, mined(kHead + 1, kHash), "never");
            row(method, params, "null", "expires", kPending);
            row(method, params, "{\"blockHash\":null,\"blockNumber\":null}", "expires", kPending);
            row(method, params, "\"text\"", "never");
        }
        row("eth_getBlockByNumber", "[" + final + ",false]", block(kFinal, kOther), "permanent");
        row("eth_getBlockByNumber",
            "[" + fresh + ",false]",
            block(kFinal + 1, kHash),
            "expires",
            kUnfinal,
            true);
        row("eth_getBlockByNumber",
            "[" + fresh + ",false]",
            block(kFinal + 1, "0x" + std::string(64, 'A')),
            "expires",
            kUnfinal,
            true);
        row("eth_getBlockByNumber", "[" + fresh + ",true]", block(kFinal + 1, kOther), "never");
        row("eth_getBlockByNumber", "[" + fresh + ",true]", block(kFinal + 2, kHash), "never");
        row("eth_getBlockByNumber", "[" + final + ",true]", block(kFinal - 1, kHash), "never");
        row("eth_getBlockByNumber", "[" + fresh + ",true]", "null", "expires", kPending);
        row("eth_getBlockByNumber", "[\"latest\",true]", block(kHead, kHash), "expires", kMoving);
        row("eth_getBlockByNumber", "[\"safe\",true]", block(900, kHash), "expires", kMoving);
        // It moves, though the block it names is final.
        row("eth_getBlockByNumber", "[\"finalized\",true]", block(9, kHash), "expires", kMoving);
        row("eth_getBlockByNumber", "[\"earliest\",true]", block(0, kHash), "permanent");
        for (const char *method : {"eth_getBlockTransactionCountByNumber",
                                   "eth_getUncleByBlockNumberAndIndex",
                                   "eth_getUncleCountByBlockNumber",
                                   "eth_getBlockReceipts"}) {
            row(method, "[" + final + ",\"0x0\"]", "\"0x5\"", "permanent");
            row(method, "[" + fresh + ",\"0x0\"]", "\"0x5\"", "expires", kUnfinal, true);
            row(method, "[" + final + ",\"0x0\"]", "null", "expires", kPending);
        }
        row("eth_getTransactionByBlockNumberAndIndex",
            "[" + fresh + ",\"0x0\"]",
            mined(kFinal + 1, kHash),
            "expires",
            kUnfinal,
            true);
        row("eth_getTransactionByBlockNumberAndIndex",
            "[" + fresh + ",\"0x0\"]",
            mined(kFinal + 1, kOther),
            "never");
        row("eth_getBlockReceipts", "[" + quoted(kHash) + "]", "[{}]", "permanent");

        for (const char *method : {"eth_call",
                                   "eth_estimateGas",
                                   "eth_getBalance",
                                   "eth_getCode",
                                   "eth_getTransactionCount",
                                   "eth_feeHistory"}) {
            row(method, tx + final + "]", "\"0x\"", "permanent");
            row(method, tx + fresh + "]", "\"0x\"", "expires", kMoving);
            row(method, tx + "\"latest\"]", "\"0x\"", "expires", kMoving);
            row(method, tx + "\"finalized\"]", "\"0x\"", "expires", kMoving);
            row(method, tx + "\"earliest\"]", "\"0x\"", "permanent");
            row(method, tx + "{\"blockNumber\":" + final + "}]", "\"0x\"", "permanent");
            row(method, tx + "{\"blockHash\":\"" + kHash + "\"}]", "\"0x\"", "permanent");
        }
        row("eth_call", tx.substr(0, tx.size() - 1) + "]", "\"0x\"", "expires", kMoving);
        for (const char *method : {"eth_getStorageAt", "eth_getProof"}) {
            row(method, "[\"0x1\",\"0x0\"," + final + "]", "\"0x\"", "permanent");
            row(method, "[\"0x1\",\"0x0\"," + fresh + "]", "\"0x\"", "expires", kMoving);
            row(method, "[\"0x1\",\"0x0\"]", "\"0x\"", "expires", kMoving);
        }
        row("eth_getLogs",
            "[{\"fromBlock\":\"0x1\",\"toBlock\":" + final + "}]",
            "[]",
            "permanent");
        row("eth_getLogs",
            "[{\"fromBlock\":\"0x1\",\"toBlock\":" + fresh + "}]",
            "[]",
            "expires",
            kMoving);
        row("eth_getLogs", "[{\"fromBlock\":\"0x1\"}]", "[{}]", "expires", kMoving);
        row("eth_getLogs", "[{\"address\":\"0x1\"}]", "[{}]", "expires", kMoving);
        row("eth_getLogs", "[{\"toBlock\":\"finalized\"}]", "[{}]", "expires", kMoving);
        row("eth_getLogs", "[{\"blockHash\":\"" + kHash + "\"}]", "[{}]", "permanent");
        // A node may not have that block and say so by an empty list.
        row("eth_getLogs", "[{\"blockHash\":\"" + kHash + "\"}]", "[]", "expires", kPending);
    }

    void table()
    {
        QFETCH(QByteArray, method);
        QFETCH(QByteArray, params);
        QFETCH(QByteArray, result);
        QFETCH(QByteArray, kind);
        QFETCH(qlonglong, ms);
        QFETCH(bool, stamped);
        const Lifetime lifetime =
            World().lifetime(method.toStdString(), params.toStdString(), result.toStdString());
        QCOMPARE(nameOf(lifetime.kind), kind.constData());
        QCOMPARE(lifetime.ttl / kNsPerMs, ms);
        QCOMPARE(lifetime.stamp.has_value(), stamped);
        if (stamped)
            QCOMPARE(lifetime.stamp->hash, kHash);
    }

    void dynamicLifetime_data()
    {
        QTest::addColumn<qlonglong>("intervalMs");
        QTest::addColumn<bool>("dynamic");
        QTest::addColumn<qlonglong>("ms");
        QTest::newRow("unknown") << 0LL << true << 2000LL;
        QTest::newRow("12 s") << 12000LL << true << 2000LL;
        QTest::newRow("8 s") << 8000LL << true << 2000LL;
        QTest::newRow("2 s") << 2000LL << true << 500LL;
        QTest::newRow("1 s") << 1000LL << true << 250LL;
        QTest::newRow("250 ms") << 250LL << true << 200LL;
        QTest::newRow("off") << 2000LL << false << 2000LL;
    }

    void dynamicLifetime()
    {
        QFETCH(qlonglong, intervalMs);
        QFETCH(bool, dynamic);
        QFETCH(qlonglong, ms);
        World world;
        world.lifetimes.dynamic = dynamic;
        world.facts.blockInterval = intervalMs * kNsPerMs;
        QCOMPARE(world.lifetime("eth_gasPrice", "[]", "\"0x1\"").ttl / kNsPerMs, ms);
    }

    void lifetimeZeroIsNever()
    {
        ChainConfig chain;
        chain.shortTtl = chain.minTtl = chain.pendingTtl = chain.unfinalizedTtl = Milliseconds(0);
        World world;
        world.lifetimes = Lifetimes(chain);
        const auto isNever = [](const Lifetime &l) { return l.kind == Lifetime::Kind::Never; };
        QVERIFY(isNever(world.lifetime("eth_gasPrice", "[]", "\"0x1\"")));
        QVERIFY(
            isNever(world.lifetime("eth_getTransactionReceipt", "[" + quoted(kTx) + "]", "null")));
        QVERIFY(isNever(world.lifetime(
            "eth_getTransactionReceipt", "[" + quoted(kTx) + "]", mined(kHead, kHash))));
        QCOMPARE(world.lifetime("eth_chainId", "[]", "\"0x1\"").ttl, 3600 * kNsPerSecond);
    }

    void finalByDepthOrByTheChainsOwnWord()
    {
        World world;
        QVERIFY(world.lifetimes.isFinal(kFinal, world.facts));
        QVERIFY(!world.lifetimes.isFinal(kFinal + 1, world.facts));
        world.facts.finalized = kHead - 10;
        QVERIFY(world.lifetimes.isFinal(kHead - 10, world.facts));
        QVERIFY(!world.lifetimes.isFinal(kHead - 9, world.facts));
        world.facts.head = 10;
        world.facts.finalized.reset();
        QVERIFY(!world.lifetimes.isFinal(0, world.facts));
        world.facts.head.reset();
        QVERIFY(!world.lifetimes.isFinal(0, world.facts));
    }

    /// Without a head nothing is final, but short lives are safe.
    void withoutAHead()
    {
        World world;
        world.facts = {};
        world.window.clear();
        QCOMPARE(world.lifetime("eth_getBlockByNumber", "[\"0x5\",false]", block(5, kHash)).ttl,
                 2 * kNsPerSecond);
        QVERIFY(!world.lifetime("eth_getBlockByNumber", "[\"0x5\",false]", block(5, kHash)).stamp);
        QCOMPARE(
            world.lifetime("eth_getTransactionReceipt", "[" + quoted(kTx) + "]", mined(5, kHash))
                .ttl,
            2 * kNsPerSecond);
        QVERIFY(world.lifetime("eth_getBlockByHash", "[" + quoted(kHash) + "]", "{}").kind
                == Lifetime::Kind::Permanent);
    }

    /// What the window cannot vouch for is kept as shortly as what depends on the head.
    void gapInTheWindow()
    {
        World world;
        world.window.erase(kFinal + 1);
        const std::string fresh = "[" + quoted(hex(kFinal + 1)) + ",false]";
        const Lifetime lifetime =
            world.lifetime("eth_getBlockByNumber", fresh, block(kFinal + 1, kHash));
        QCOMPARE(lifetime.ttl, 2 * kNsPerSecond);
        QVERIFY(!lifetime.stamp);
        QCOMPARE(world.lifetime("eth_getBlockTransactionCountByNumber", fresh, "\"0x1\"").ttl,
                 2 * kNsPerSecond);
    }

    /// An answer without a hash in it may come from the branch that was left while it was under way.
    void reorgDuringTheCall()
    {
        World world;
        const std::string fresh = "[" + quoted(hex(kHead)) + "]";
        const Plan plan = world.plan("eth_getBlockTransactionCountByNumber", fresh);
        QCOMPARE(plan.hashBefore, kHash);
        const auto lifetime = [&](SteadyNs now) {
            return lifetimeOf(
                plan, "\"0x1\"", world.lifetimes, world.facts, world.canonical(), now);
        };
        QCOMPARE(lifetime(kNow).ttl, 900 * kNsPerSecond);
        world.facts.calmSince = kNow - kNsPerSecond;
        QCOMPARE(lifetime(kNow).ttl, 2 * kNsPerSecond);
        QCOMPARE(lifetime(kNow + 60 * kNsPerSecond).ttl, 900 * kNsPerSecond);
        world.window[kHead] = kOther;
        QVERIFY(lifetime(kNow + 60 * kNsPerSecond).kind == Lifetime::Kind::Never);
    }

    void solana_data()
    {
        QTest::addColumn<QByteArray>("method");
        QTest::addColumn<QByteArray>("params");
        QTest::addColumn<QByteArray>("result");
        QTest::addColumn<QByteArray>("kind");
        const auto row = [](const char *name,
                            const char *method,
                            const char *params,
                            const char *result,
                            const char *kind) {
            QTest::newRow(name) << QByteArray(method) << QByteArray(params) << QByteArray(result)
                                << QByteArray(kind);
        };
        row("transaction", "getTransaction", "[\"sig\"]", "{}", "permanent");
        row("not there yet", "getTransaction", "[\"sig\"]", "null", "expires");
        row("encoding", "getTransaction", "[\"sig\",\"json\"]", "{}", "permanent");
        row("confirmed",
            "getTransaction",
            "[\"sig\",{\"commitment\":\"confirmed\"}]",
            "{}",
            "expires");
        row("finalized", "getBlock", "[5,{\"commitment\":\"finalized\"}]", "{}", "permanent");
        row("genesis", "getGenesisHash", "[]", "\"x\"", "expires");
        row("balance", "getBalance", "[\"k\"]", "{}", "never");
        row("latest", "getLatestBlockhash", "[]", "{}", "never");
        row("EVM's", "eth_getBalance", "[\"k\",\"0x1\"]", "{}", "never");
        row("write", "sendTransaction", "[\"x\"]", "\"x\"", "never");
    }

    void solana()
    {
        QFETCH(QByteArray, method);
        QFETCH(QByteArray, params);
        QFETCH(QByteArray, result);
        QFETCH(QByteArray, kind);
        const World world;
        const Plan plan = world.plan(method.toStdString(), params.toStdString(), ChainKind::Solana);
        const Lifetime lifetime = lifetimeOf(
            plan, result.toStdString(), world.lifetimes, world.facts, world.canonical(), kNow);
        QCOMPARE(nameOf(lifetime.kind), kind.constData());
    }

    void chainsWithoutAKindKeepNothing()
    {
        for (const char *method : {"eth_chainId", "eth_getBlockByHash", "getGenesisHash"})
            QVERIFY(ruleOf(method, ChainKind::Generic) == nullptr);
    }

    /// Whatever is in place of a parameter, the answer is a plan, and work stays bounded.
    void junk()
    {
        const World world;
        const std::string deep = std::string(3000, '[') + std::string(3000, ']');
        for (const char *method :
             {"eth_call", "eth_getLogs", "eth_getBlockByNumber", "eth_getBlockByHash"}) {
            for (const std::string &params : {std::string("[") + deep + "]",
                                              std::string("["),
                                              std::string("[{]"),
                                              std::string("{}"),
                                              std::string("null"),
                                              std::string("[{\"a\":1,\"a\":2},{\"b\":[]}]")}) {
                const Plan plan = world.plan(method, params);
                QVERIFY(plan.depends == Depends::Never || plan.depends == Depends::Head);
            }
        }
        const Plan plan = world.plan("eth_getTransactionByHash", "[" + quoted(kTx) + "]");
        for (const char *result :
             {"", "[]", "17", "{", "[{}", "{\"blockHash\":17,\"blockNumber\":\"x\"}"}) {
            const Lifetime lifetime =
                lifetimeOf(plan, result, world.lifetimes, world.facts, world.canonical(), kNow);
            QVERIFY(lifetime.kind != Lifetime::Kind::Permanent);
        }
    }
};

SPILLWAY_TEST(CachePolicyTest)
#include "tst_cachepolicy.moc"
