// SPDX-License-Identifier: MIT
#include "chain/block.h"
#include "chain/blockreference.h"
#include "testmain.h"

using namespace spillway;
using namespace spillway::chain;

namespace {

constexpr TagHeights kHeights{.latest = 0x1a4, .safe = 0x190, .finalized = 0x180};

/// The params as they would be sent.
QByteArray translated(const QByteArray &method,
                      const QByteArray &params,
                      const TagHeights &heights = kHeights,
                      BlockReference *reference = nullptr)
{
    const BlockUse *use = blockUse(method.toStdString(), ChainKind::Evm);
    if (use == nullptr)
        return "no use";
    const std::string head = R"({ "id":7,"params": )";
    const std::string tail = R"( ,"method":"x"})";
    const std::string body = head + params.toStdString() + tail;
    const std::string_view view =
        std::string_view(body).substr(head.size(), static_cast<std::size_t>(params.size()));
    const BlockReference found = findBlocks(*use, view, heights);
    if (reference != nullptr)
        *reference = found;
    std::string out;
    appendTranslated(body, view, found, out);
    if (!out.starts_with(head) || !out.ends_with(tail))
        return "outside of the params: " + QByteArray::fromStdString(out);
    return QByteArray::fromStdString(
        out.substr(head.size(), out.size() - head.size() - tail.size()));
}

} // namespace

class BlockReferenceTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void L3_translatesOnBytes_data()
    {
        QTest::addColumn<QByteArray>("method");
        QTest::addColumn<QByteArray>("params");
        QTest::addColumn<QByteArray>("sent");
        QTest::addColumn<QByteArray>("needed");
        const auto row = [](const char *name,
                            const char *method,
                            const char *params,
                            const char *sent,
                            const char *needed) {
            QTest::newRow(name) << QByteArray(method) << QByteArray(params) << QByteArray(sent)
                                << QByteArray(needed);
        };
        const auto same =
            [&](const char *name, const char *method, const char *params, const char *needed) {
                row(name, method, params, params, needed);
            };
        row("latest", "eth_call", R"([{"to":"0x1"},"latest"])", R"([{"to":"0x1"},"0x1a4"])", "1a4");
        row("omitted", "eth_call", R"([{"to":"0x1"}])", R"([{"to":"0x1"},"0x1a4"])", "1a4");
        row("omitted with space", "eth_call", "[ {} ]", "[ {},\"0x1a4\" ]", "1a4");
        row("null", "eth_call", "[{},null]", R"([{},"0x1a4"])", "1a4");
        row("overrides stay",
            "eth_call",
            R"([{}, "latest" ,{"a":"latest"}])",
            R"([{}, "0x1a4" ,{"a":"latest"}])",
            "1a4");
        row("third", "eth_getStorageAt", R"(["0xa","0x0"])", R"(["0xa","0x0","0x1a4"])", "1a4");
        row("third named",
            "eth_getProof",
            R"(["0xa",["latest"],"latest"])",
            R"(["0xa",["latest"],"0x1a4"])",
            "1a4");
        same("storage slot missing", "eth_getStorageAt", R"(["0xa"])", "");
        same("nothing at all", "eth_getBalance", "[]", "");
        row("EIP-1898",
            "eth_getBalance",
            R"(["0xa",{"blockNumber":"latest"}])",
            R"(["0xa",{"blockNumber":"0x1a4"}])",
            "1a4");
        same("EIP-1898 number", "eth_getBalance", R"(["0xa",{"blockNumber":"0x10"}])", "10");
        same("EIP-1898 hash",
             "eth_getBalance",
             R"(["0xa",{"blockHash":"0xff","requireCanonical":true}])",
             "");
        same("pending", "eth_getTransactionCount", R"(["0xa","pending"])", "");
        same("earliest", "eth_getBalance", R"(["0xa","earliest"])", "");
        same("empty tag", "eth_getBalance", R"(["0xa",""])", "");
        same("other case", "eth_getBalance", R"(["0xa","Latest"])", "");
        same("escaped", "eth_getBalance", R"(["0xa","la\u0074est"])", "");
        same("number", "eth_getBalance", R"(["0xa","0x00b"])", "b");
        same("too big", "eth_getBalance", R"(["0xa","0x11111111111111111"])", "");
        row("block by number",
            "eth_getBlockByNumber",
            R"(["latest",true])",
            R"(["0x1a4",true])",
            "1a4");
        same("block by number, left out", "eth_getBlockByNumber", "[]", "");
        same("block by number, null", "eth_getBlockByNumber", "[null,true]", "");
        row("safe", "eth_getBlockByNumber", R"(["safe",false])", R"(["0x190",false])", "190");
        row("finalized", "eth_call", R"([{},"finalized"])", R"([{},"0x180"])", "180");
        row("fee history",
            "eth_feeHistory",
            R"(["0x5","latest",[]])",
            R"(["0x5","0x1a4",[]])",
            "1a4");
        row("simulate", "eth_simulateV1", R"([{},"latest"])", R"([{},"0x1a4"])", "1a4");
        row("logs",
            "eth_getLogs",
            R"([{"fromBlock":"0x10","toBlock":"latest"}])",
            R"([{"fromBlock":"0x10","toBlock":"0x1a4"}])",
            "1a4");
        row("logs, both",
            "eth_getLogs",
            R"([{"toBlock":"latest","topics":["latest"],"fromBlock":"latest"}])",
            R"([{"toBlock":"0x1a4","topics":["latest"],"fromBlock":"0x1a4"}])",
            "1a4");
        row("logs, end left out",
            "eth_getLogs",
            R"([{"fromBlock":"0x10"}])",
            R"([{"toBlock":"0x1a4","fromBlock":"0x10"}])",
            "1a4");
        row("logs, both left out",
            "eth_getLogs",
            R"([{"address":"0xa"}])",
            R"([{"fromBlock":"0x1a4","toBlock":"0x1a4","address":"0xa"}])",
            "1a4");
        row("logs, empty filter",
            "eth_getLogs",
            "[{}]",
            R"([{"fromBlock":"0x1a4","toBlock":"0x1a4"}])",
            "1a4");
        row("logs, empty filter with space",
            "eth_getLogs",
            "[{ }]",
            R"([{"fromBlock":"0x1a4","toBlock":"0x1a4" }])",
            "1a4");
        same("logs of a block", "eth_getLogs", R"([{"blockHash":"0xff"}])", "");
        same("logs, twice", "eth_getLogs", R"([{"toBlock":"latest","toBlock":"latest"}])", "");
        same("logs in numbers", "eth_getLogs", R"([{"fromBlock":"0x5","toBlock":"0x9"}])", "9");
        row("logs, pending end",
            "eth_getLogs",
            R"([{"fromBlock":"latest","toBlock":"pending"}])",
            R"([{"fromBlock":"0x1a4","toBlock":"pending"}])",
            "1a4");
        row("filter begins at the head and has no end",
            "eth_newFilter",
            R"([{"fromBlock":"latest","toBlock":"latest"}])",
            R"([{"fromBlock":"0x1a4","toBlock":"latest"}])",
            "1a4");
        row("empty new filter", "eth_newFilter", "[{}]", R"([{"fromBlock":"0x1a4"}])", "1a4");
        same("params as an object", "eth_getBalance", R"({"address":"0xa"})", "");
        same("broken", "eth_getBalance", R"(["0xa","latest")", "");
    }

    void L3_translatesOnBytes()
    {
        QFETCH(QByteArray, method);
        QFETCH(QByteArray, params);
        QFETCH(QByteArray, sent);
        QFETCH(QByteArray, needed);
        BlockReference reference;
        QCOMPARE(translated(method, params, kHeights, &reference), sent);
        QCOMPARE(reference.translated(), params != sent);
        QCOMPARE(reference.needed ? QByteArray::number(qulonglong(*reference.needed), 16)
                                  : QByteArray(),
                 needed);
    }

    void L6_unknownFinalityLeavesTheTagAndIsNoted()
    {
        BlockReference reference;
        const QByteArray params = R"([{},"finalized"])";
        QCOMPARE(
            translated("eth_call", params, {.latest = 5, .safe = {}, .finalized = {}}, &reference),
            params);
        QVERIFY(reference.asksFinalized);
        QVERIFY(!reference.asksSafe);
        QVERIFY(!reference.needed);
    }

    void absentParamsNameNothing()
    {
        for (const char *method : {"eth_call", "eth_getLogs", "eth_getBlockByNumber"})
            QVERIFY(!findBlocks(*blockUse(method, ChainKind::Evm), {}, kHeights).needed);
    }

    void solanaNamesItsSlotInTheConfig()
    {
        const BlockUse *use = blockUse("getBalance", ChainKind::Solana);
        QVERIFY(use != nullptr);
        const std::string_view params =
            R"(["4Nd1",{"commitment":"confirmed","minContextSlot":1234}])";
        const BlockReference found = findBlocks(*use, params, kHeights);
        QCOMPARE(found.needed.value_or(0), 1234U);
        QVERIFY(!found.translated());
        QVERIFY(!findBlocks(*use, R"(["4Nd1",{"minContextSlot":"x"}])", kHeights).needed);
        QVERIFY(blockUse("eth_call", ChainKind::Solana) == nullptr);
        QVERIFY(blockUse("eth_call", ChainKind::Generic) == nullptr);
    }

    void readsBlocks()
    {
        const std::string hash = "0x" + std::string(62, 'A') + "0f";
        const std::string parent = "0x" + std::string(64, '1');
        const auto block = parseBlock(R"({"number":"0x1B4","hash":")" + hash + R"(","parentHash":")"
                                      + parent + R"(","transactions":[{"hash":"0x1"}]})");
        QVERIFY(block);
        QCOMPARE(block->number, 0x1b4U);
        QCOMPARE(block->hash, "0x" + std::string(62, 'a') + "0f");
        QCOMPARE(block->parent, parent);
        QCOMPARE(parseBlock(R"({"number":"0x1","hash":"0x12","parentHash":"zz"})")->hash,
                 std::string());
        QVERIFY(!parseBlock("null"));
        QVERIFY(!parseBlock(R"("ok")"));
        QVERIFY(!parseBlock(R"({"number":null,"hash":"0x1"})")); // a pending block
        QCOMPARE(toQuantity(0), std::string("0x0"));
        QCOMPARE(toQuantity(0x1b4), std::string("0x1b4"));
        QVERIFY(!parseQuantity("0x"));
        QVERIFY(!parseQuantity("12"));
        QVERIFY(!parseQuantity("0x1g"));
    }
};

SPILLWAY_TEST(BlockReferenceTest)
#include "tst_blockreference.moc"
