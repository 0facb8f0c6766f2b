// SPDX-License-Identifier: MIT
#include "rpc/methodnames.h"
#include "rpc/methodtable.h"
#include "testmain.h"

#include <algorithm>

using namespace spillway;
using namespace spillway::rpc;

class MethodTableTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tellsTraits_data();
    void tellsTraits();
    void listsAreSortedAndUnique();
    void knowsNames_data();
    void knowsNames();
    void suggestsNames_data();
    void suggestsNames();
    void tellsNamespaces();
    void tellsKinds();
};

void MethodTableTest::tellsTraits_data()
{
    QTest::addColumn<QByteArray>("method");
    QTest::addColumn<int>("kind");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char *method, ChainKind kind, const char *expected) {
        QTest::addRow("%s on kind %d", method, static_cast<int>(kind))
            << QByteArray(method) << static_cast<int>(kind) << QByteArray(expected);
    };
    for (const ChainKind kind : {ChainKind::Evm, ChainKind::Generic}) {
        for (const char *method : {"eth_sendTransaction",
                                   "eth_sign",
                                   "eth_signTransaction",
                                   "eth_signTypedData_v4",
                                   "personal_sign",
                                   "personal_unknown",
                                   "miner_start",
                                   "admin_addPeer",
                                   "admin_peers",
                                   "eth_submitWork",
                                   "eth_submitHashrate",
                                   "anvil_setBalance",
                                   "anvil_mine",
                                   "hardhat_reset",
                                   "evm_mine",
                                   "evm_revert",
                                   "evm_snapshot",
                                   "wallet_sendCalls",
                                   "eth_sendUserOperation",
                                   "eth_sendRawTransactionSync"})
            row(method, kind, "side");
        for (const char *method : {"eth_sendRawTransaction", "eth_sendRawTransactionConditional"})
            row(method, kind, "send");
        for (const char *method : {"eth_getLogs",
                                   "eth_getFilterLogs",
                                   "trace_block",
                                   "trace_unknown",
                                   "debug_traceTransaction",
                                   "debug_unknown",
                                   "eth_simulateV1",
                                   "eth_getBlockReceipts",
                                   "arbtrace_call",
                                   "txpool_content"})
            row(method, kind, "heavy");
        for (const char *method : {"eth_call",
                                   "eth_blockNumber",
                                   "eth_getBalance",
                                   "anvil_nodeInfo",
                                   "hardhat_metadata",
                                   "ETH_SIGN",
                                   "eth_"})
            row(method, kind, "");
    }
    for (const ChainKind kind : {ChainKind::Solana, ChainKind::Generic}) {
        row("sendTransaction", kind, "send");
        row("requestAirdrop", kind, "side");
        for (const char *method : {"getProgramAccounts",
                                   "getProgramAccountsV2",
                                   "getLargestAccounts",
                                   "getBlock",
                                   "getSupply"})
            row(method, kind, "heavy");
        for (const char *method : {"getBalance",
                                   "getTokenAccountsByOwner",
                                   "getSignaturesForAddress",
                                   "unknownMethod",
                                   ""})
            row(method, kind, "");
    }
    row("sendTransaction", ChainKind::Evm, "");
    row("getProgramAccounts", ChainKind::Evm, "");
    row("eth_getLogs", ChainKind::Solana, "");
    row("personal_sign", ChainKind::Solana, "");
    row("personal_unknown", ChainKind::Solana, "");
    row("debug_setHead", ChainKind::Evm, "side heavy");
}

void MethodTableTest::tellsTraits()
{
    QFETCH(QByteArray, method);
    QFETCH(int, kind);
    QFETCH(QByteArray, expected);
    const MethodTraits found = traits({method.constData(), static_cast<std::size_t>(method.size())},
                                      static_cast<ChainKind>(kind));
    QByteArrayList words;
    if (found.sideEffects)
        words << "side";
    if (found.idempotentSend)
        words << "send";
    if (found.heavy)
        words << "heavy";
    QCOMPARE(words.join(' '), expected);
}

void MethodTableTest::listsAreSortedAndUnique()
{
    for (const auto names : {evmMethodNames(), solanaMethodNames()}) {
        QVERIFY(std::ranges::is_sorted(names));
        QVERIFY(std::ranges::adjacent_find(names) == names.end());
    }
    QCOMPARE(knownMethods(ChainKind::Generic).size(),
             evmMethodNames().size() + solanaMethodNames().size());
    QCOMPARE(knownMethods(ChainKind::Evm).size(), evmMethodNames().size());
    QCOMPARE(knownMethods(ChainKind::Solana).size(), solanaMethodNames().size());
}

void MethodTableTest::knowsNames_data()
{
    QTest::addColumn<QByteArray>("method");
    QTest::addColumn<bool>("known");
    for (const char *method : {"eth_call",
                               "eth_chainId",
                               "net_version",
                               "web3_clientVersion",
                               "debug_traceTransaction",
                               "trace_filter",
                               "txpool_status",
                               "getHealth",
                               "getStakeMinimumDelegation",
                               "getAsset",
                               "searchAssets",
                               "getCompressedAccount",
                               "getValidityProofV2",
                               "getTransactionsForAddress",
                               "walletIdentity",
                               "StakedConnections",
                               "simulateBundle",
                               "accountSubscribe"})
        QTest::addRow("%s", method) << QByteArray(method) << true;
    for (const char *method : {"", "Unknown", "eth_cal", "GETHEALTH", "eth_call "})
        QTest::addRow("not '%s'", method) << QByteArray(method) << false;
}

void MethodTableTest::knowsNames()
{
    QFETCH(QByteArray, method);
    QFETCH(bool, known);
    QCOMPARE(isKnownMethod({method.constData(), static_cast<std::size_t>(method.size())}), known);
}

void MethodTableTest::suggestsNames_data()
{
    QTest::addColumn<QByteArray>("typed");
    QTest::addColumn<QByteArray>("meant");
    QTest::newRow("letter missing")
        << QByteArray("eth_blockNumbr") << QByteArray("eth_blockNumber");
    QTest::newRow("letter case") << QByteArray("getprogramaccounts")
                                 << QByteArray("getProgramAccounts");
    QTest::newRow("nothing close") << QByteArray("completelyDifferentThing") << QByteArray();
    QTest::newRow("empty") << QByteArray() << QByteArray();
    QTest::newRow("very long") << QByteArray(5000, 'x') << QByteArray();
}

void MethodTableTest::suggestsNames()
{
    QFETCH(QByteArray, typed);
    QFETCH(QByteArray, meant);
    const std::string_view found =
        closestMethod({typed.constData(), static_cast<std::size_t>(typed.size())});
    QCOMPARE(QByteArray(found.data(), static_cast<qsizetype>(found.size())), meant);
}

void MethodTableTest::tellsNamespaces()
{
    QVERIFY(namespaceOf("eth_call") == "eth");
    QVERIFY(namespaceOf("eth_signTypedData_v4") == "eth");
    QVERIFY(namespaceOf("getHealth").empty());
    QVERIFY(namespaceOf("_x").empty());
    QVERIFY(namespaceOf("").empty());
}

void MethodTableTest::tellsKinds()
{
    QVERIFY(kindOf("eth_call") == ChainKind::Evm);
    QVERIFY(kindOf("foo_bar") == ChainKind::Evm);
    QVERIFY(kindOf("getSlot") == ChainKind::Solana);
    QVERIFY(kindOf("whatever") == ChainKind::Generic);
}

SPILLWAY_TEST(MethodTableTest)
#include "tst_methodtable.moc"
