// SPDX-License-Identifier: MIT
#include "cache/policy.h"
#include "testmain.h"

#include <map>
#include <string>

using namespace spillway;
using namespace spillway::cache;

namespace {

using Depends = Plan::Depends;

const std::string kOther = "0x" + std::string(64, 'b');
const std::string kTx = "0x" + std::string(64, '1');
const std::string kAddress = "0x" + std::string(40, '2');

constexpr std::uint64_t kHead = 1000;
constexpr std::uint64_t kFinal = kHead - 64;

/// The hash of a canonical block: letters, and its number in decimal digits.
std::string hashOf(std::uint64_t number)
{
    const std::string digits = std::to_string(number);
    return "0x" + std::string(64 - digits.size(), 'a') + digits;
}

/// A chain at block 1000 whose window holds the last 128 blocks.
struct World
{
    ChainFacts facts{kHead, std::nullopt, 12 * kNsPerSecond};
    Lifetimes lifetimes;
    std::map<std::uint64_t, std::string> window;

    World()
    {
        for (std::uint64_t n = kHead - 127; n <= kHead; ++n)
            window[n] = hashOf(n);
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
        return lifetimeOf(plan(method, params), result, lifetimes, facts, canonical());
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
        row("eth_call", tx + "{\"blockHash\":\"" + kOther + "\",\"requireCanonical\":true}]");
        row("eth_call", tx + "{\"blockHash\":\"" + kOther + "\",\"blockNumber\":\"0x1\"}]");
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
        row("eth_getLogs", "[{\"fromBlock\":\"0x1\",\"blockHash\":\"" + kOther + "\"}]");
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

        // By hash: for good only what is known to be final, and else only while the window has that block.
        const std::string newest = "[" + quoted(hashOf(kHead)) + ",\"0x0\"]";
        const std::string oldest = "[" + quoted(hashOf(kFinal)) + ",\"0x0\"]";
        const std::string strange = "[" + quoted(kOther) + ",\"0x0\"]";
        for (const char *method : {"eth_getBlockTransactionCountByHash",
                                   "eth_getUncleByBlockHashAndIndex",
                                   "eth_getUncleCountByBlockHash"}) {
            row(method, newest, "\"0x5\"", "expires", kUnfinal, true);
            row(method, oldest, "\"0x5\"", "permanent");
            row(method, strange, "\"0x5\"", "expires", kMoving);
            row(method, strange, "null", "expires", kPending);
        }
        const auto named = [&](const char *method, auto &&result) {
            row(method, newest, result(kHead, hashOf(kHead)), "expires", kUnfinal, true);
            row(method, oldest, result(kFinal, hashOf(kFinal)), "permanent");
            row(method, strange, result(17, kOther), "permanent");
            row(method, strange, result(kHead, kOther), "never");
            row(method, strange, result(kHead + 1, kOther), "never");
            row(method, strange, result(17, hashOf(17)), "never");
            row(method, strange, "null", "expires", kPending);
        };
        const auto listed = [](std::uint64_t number, const std::string &hash) {
            return "[" + mined(number, hash) + "," + mined(number, hash) + "]";
        };
        named("eth_getBlockByHash", block);
        named("eth_getTransactionByBlockHashAndIndex", mined);
        named("eth_getBlockReceipts", listed);
        for (const char *method : {"eth_getTransactionByHash", "eth_getTransactionReceipt"}) {
            const std::string params = "[" + quoted(kTx) + "]";
            row(method, params, mined(kFinal, kOther), "permanent");
            row(method, params, mined(kFinal + 1, hashOf(kFinal + 1)), "expires", kUnfinal, true);
            row(method, params, mined(kFinal + 1, kOther), "never");
            row(method, params, mined(kHead + 1, hashOf(kHead + 1)), "never");
            row(method, params, "null", "expires", kPending);
            row(method, params, "{\"blockHash\":null,\"blockNumber\":null}", "expires", kPending);
            row(method, params, "\"text\"", "never");
        }
        row("eth_getBlockByNumber", "[" + final + ",false]", block(kFinal, kOther), "permanent");
        row("eth_getBlockByNumber",
            "[" + fresh + ",false]",
            block(kFinal + 1, hashOf(kFinal + 1)),
            "expires",
            kUnfinal,
            true);
        row("eth_getBlockByNumber",
            "[" + fresh + ",false]",
            block(kFinal + 1,
                  QByteArray::fromStdString(hashOf(kFinal + 1).substr(2))
                      .toUpper()
                      .prepend("0x")
                      .toStdString()),
            "expires",
            kUnfinal,
            true);
        row("eth_getBlockByNumber", "[" + fresh + ",true]", block(kFinal + 1, kOther), "never");
        row("eth_getBlockByNumber",
            "[" + fresh + ",true]",
            block(kFinal + 2, hashOf(kFinal + 2)),
            "never");
        row("eth_getBlockByNumber",
            "[" + final + ",true]",
            block(kFinal - 1, hashOf(kFinal - 1)),
            "never");
        row("eth_getBlockByNumber", "[" + fresh + ",true]", "null", "expires", kPending);
        row("eth_getBlockByNumber",
            "[\"latest\",true]",
            block(kHead, hashOf(kHead)),
            "expires",
            kMoving);
        row("eth_getBlockByNumber", "[\"safe\",true]", block(900, hashOf(900)), "expires", kMoving);
        // It moves, though the block it names is final.
        row("eth_getBlockByNumber",
            "[\"finalized\",true]",
            block(9, hashOf(9)),
            "expires",
            kMoving);
        row("eth_getBlockByNumber", "[\"earliest\",true]", block(0, hashOf(0)), "permanent");
        // Nothing in the answer says of which branch it is.
        for (const char *method : {"eth_getBlockTransactionCountByNumber",
                                   "eth_getUncleByBlockNumberAndIndex",
                                   "eth_getUncleCountByBlockNumber",
                                   "eth_getBlockReceipts"}) {
            row(method, "[" + final + ",\"0x0\"]", "\"0x5\"", "permanent");
            row(method, "[" + fresh + ",\"0x0\"]", "\"0x5\"", "expires", kMoving, true);
            row(method, "[" + final + ",\"0x0\"]", "null", "expires", kPending);
        }
        row("eth_getBlockReceipts",
            "[" + fresh + "]",
            listed(kFinal + 1, hashOf(kFinal + 1)),
            "expires",
            kUnfinal,
            true);
        row("eth_getBlockReceipts", "[" + fresh + "]", listed(kFinal + 1, kOther), "never");
        row("eth_getBlockReceipts", "[" + final + "]", "[]", "permanent");
        row("eth_getTransactionByBlockNumberAndIndex",
            "[" + fresh + ",\"0x0\"]",
            mined(kFinal + 1, hashOf(kFinal + 1)),
            "expires",
            kUnfinal,
            true);
        row("eth_getTransactionByBlockNumberAndIndex",
            "[" + fresh + ",\"0x0\"]",
            mined(kFinal + 1, kOther),
            "never");
        for (const char *method : {"eth_call",
                                   "eth_estimateGas",
                                   "eth_getBalance",
                                   "eth_getCode",
                                   "eth_getTransactionCount",
                                   "eth_feeHistory"}) {
            row(method, tx + final + "]", "\"0x\"", "permanent");
            row(method, tx + fresh + "]", "\"0x\"", "expires", kMoving, true);
            row(method, tx + "\"latest\"]", "\"0x\"", "expires", kMoving);
            row(method, tx + "\"finalized\"]", "\"0x\"", "expires", kMoving);
            row(method, tx + "\"earliest\"]", "\"0x\"", "permanent");
            row(method, tx + "{\"blockNumber\":" + final + "}]", "\"0x\"", "permanent");
            const auto by = [&](const std::string &hash) {
                return tx + "{\"blockHash\":\"" + hash + "\"}]";
            };
            row(method, by(hashOf(kFinal)), "\"0x\"", "permanent");
            row(method, by(hashOf(kHead)), "\"0x\"", "expires", kUnfinal, true);
            row(method, by(kOther), "\"0x\"", "expires", kMoving);
        }
        row("eth_call", tx.substr(0, tx.size() - 1) + "]", "\"0x\"", "expires", kMoving);
        for (const char *method : {"eth_getStorageAt", "eth_getProof"}) {
            row(method, "[\"0x1\",\"0x0\"," + final + "]", "\"0x\"", "permanent");
            row(method, "[\"0x1\",\"0x0\"," + fresh + "]", "\"0x\"", "expires", kMoving, true);
            row(method, "[\"0x1\",\"0x0\"]", "\"0x\"", "expires", kMoving);
        }
        row("eth_getLogs",
            "[{\"fromBlock\":\"0x1\",\"toBlock\":" + final + "}]",
            "[]",
            "permanent");
        row("eth_getLogs",
            "[{\"fromBlock\":\"0x1\",\"toBlock\":" + fresh + "}]",
            listed(3, kOther),
            "expires",
            kMoving,
            true);
        row("eth_getLogs", "[{\"fromBlock\":\"0x1\"}]", "[{}]", "expires", kMoving);
        row("eth_getLogs", "[{\"address\":\"0x1\"}]", "[{}]", "expires", kMoving);
        row("eth_getLogs", "[{\"toBlock\":\"finalized\"}]", "[{}]", "expires", kMoving);
        const auto logsBy = [](const std::string &hash) {
            return "[{\"blockHash\":\"" + hash + "\"}]";
        };
        row("eth_getLogs", logsBy(kOther), listed(17, kOther), "permanent");
        row("eth_getLogs", logsBy(kOther), listed(kHead, kOther), "never");
        row("eth_getLogs",
            logsBy(hashOf(kHead)),
            listed(kHead, hashOf(kHead)),
            "expires",
            kUnfinal,
            true);
        // A node may not have that block and say so by an empty list.
        row("eth_getLogs", logsBy(kOther), "[]", "never");
        row("eth_getLogs", logsBy(hashOf(kHead)), "[]", "expires", kPending, true);
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
            QCOMPARE(lifetime.stamp->hash, hashOf(lifetime.stamp->number));
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
            "eth_getTransactionReceipt", "[" + quoted(kTx) + "]", mined(kHead, hashOf(kHead)))));
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
        QCOMPARE(world.lifetime("eth_getBlockByNumber", "[\"0x5\",false]", block(5, hashOf(5))).ttl,
                 2 * kNsPerSecond);
        QVERIFY(
            !world.lifetime("eth_getBlockByNumber", "[\"0x5\",false]", block(5, hashOf(5))).stamp);
        QCOMPARE(
            world
                .lifetime("eth_getTransactionReceipt", "[" + quoted(kTx) + "]", mined(5, hashOf(5)))
                .ttl,
            2 * kNsPerSecond);
        QCOMPARE(
            world.lifetime("eth_getBlockByHash", "[" + quoted(kOther) + "]", block(5, kOther)).ttl,
            2 * kNsPerSecond);
    }

    /// What the window cannot vouch for is kept as shortly as what depends on the head.
    void gapInTheWindow()
    {
        World world;
        world.window.erase(kFinal + 1);
        const std::string fresh = "[" + quoted(hex(kFinal + 1)) + ",false]";
        const Lifetime lifetime =
            world.lifetime("eth_getBlockByNumber", fresh, block(kFinal + 1, hashOf(kFinal + 1)));
        QCOMPARE(lifetime.ttl, 2 * kNsPerSecond);
        QVERIFY(!lifetime.stamp);
        QCOMPARE(world.lifetime("eth_getBlockTransactionCountByNumber", fresh, "\"0x1\"").ttl,
                 2 * kNsPerSecond);
    }

    /// An answer without a hash in it may come from a branch that its node is on for a moment: it does not live for long, and ends
    /// with the block that stood there when the call went out.
    void whatNamesNoBlockIsNotKeptForLong()
    {
        for (const char *method : {"eth_getBlockTransactionCountByNumber",
                                   "eth_getUncleCountByBlockNumber",
                                   "eth_getBlockReceipts"}) {
            World world;
            const std::string fresh = "[" + quoted(hex(kHead)) + "]";
            const Plan plan = world.plan(method, fresh);
            QCOMPARE(plan.hashBefore, hashOf(kHead));
            const auto lifetime = [&](const Stamp *source) {
                return lifetimeOf(
                    plan, "\"0x1\"", world.lifetimes, world.facts, world.canonical(), source);
            };
            QCOMPARE(lifetime(nullptr).ttl, 2 * kNsPerSecond);
            QCOMPARE(lifetime(nullptr).stamp, Stamp({kHead, hashOf(kHead)}));
            const Stamp source{kHead, hashOf(kHead)};
            QCOMPARE(lifetime(&source).ttl, 900 * kNsPerSecond);
            QCOMPARE(lifetime(&source).stamp, source);
            world.window[kHead] = kOther;
            QVERIFY(lifetime(nullptr).kind == Lifetime::Kind::Never);
            QVERIFY(lifetime(&source).kind == Lifetime::Kind::Never);
        }
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
        const Lifetime lifetime =
            lifetimeOf(plan, result.toStdString(), world.lifetimes, world.facts, world.canonical());
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
                lifetimeOf(plan, result, world.lifetimes, world.facts, world.canonical());
            QVERIFY(lifetime.kind != Lifetime::Kind::Permanent);
        }
    }
};

SPILLWAY_TEST(CachePolicyTest)
#include "tst_cachepolicy.moc"
