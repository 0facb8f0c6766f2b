// SPDX-License-Identifier: MIT
#include "cache/key.h"
#include "testmain.h"

#include <QCryptographicHash>

#include <string>

using namespace spillway;
using namespace spillway::cache;

namespace {

std::string keyOf(std::string_view method, std::string_view params, ChainKind kind = ChainKind::Evm)
{
    std::string key = "what was here before";
    const Rule *rule = ruleOf(method, kind);
    return rule != nullptr && makeKey("main", kind, method, *rule, params, key) ? key
                                                                                : std::string();
}

} // namespace

class CacheKeyTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void readable_data()
    {
        QTest::addColumn<QByteArray>("method");
        QTest::addColumn<QByteArray>("params");
        QTest::addColumn<QByteArray>("key");
        const auto row = [](const char *method, const char *params, const char *key) {
            QTest::addRow("%s %s", method, params)
                << QByteArray(method) << QByteArray(params) << QByteArray(key);
        };
        row("eth_getBlockByNumber",
            R"(["0x1B4", false])",
            R"(main:eth_getBlockByNumber:["0x1b4",false])");
        row("eth_getBlockByNumber",
            R"([ "0x01b4" , true ])",
            R"(main:eth_getBlockByNumber:["0x1b4",true])");
        row("eth_getBlockByNumber", R"(["0x1b4"])", R"(main:eth_getBlockByNumber:["0x1b4"])");
        row("eth_getBlockByNumber",
            R"(["0x000",false])",
            R"(main:eth_getBlockByNumber:["0x0",false])");
        row("eth_getBlockByNumber",
            R"(["latest",false])",
            R"(main:eth_getBlockByNumber:["latest",false])");
        row("eth_getTransactionByHash",
            R"(["0xABCDEF0123456789abcdef0123456789abcdef0123456789abcdef0123456789"])",
            R"(main:eth_getTransactionByHash:["0xabcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789"])");
        row("eth_getTransactionReceipt",
            R"(["0x00000f0123456789abcdef0123456789abcdef0123456789abcdef0123456789"])",
            R"(main:eth_getTransactionReceipt:["0x00000f0123456789abcdef0123456789abcdef0123456789abcdef0123456789"])");
        row("eth_getBlockTransactionCountByNumber",
            R"(["0xA"])",
            R"(main:eth_getBlockTransactionCountByNumber:["0xa"])");
        row("eth_getTransactionByBlockNumberAndIndex",
            R"(["0xA","0x00"])",
            R"(main:eth_getTransactionByBlockNumberAndIndex:["0xa","0x0"])");
        row("eth_getUncleByBlockNumberAndIndex",
            R"(["0xA","0x1"])",
            R"(main:eth_getUncleByBlockNumberAndIndex:["0xa","0x1"])");
        row("eth_getUncleCountByBlockNumber",
            R"(["0xA"])",
            R"(main:eth_getUncleCountByBlockNumber:["0xa"])");
    }

    void readable()
    {
        QFETCH(QByteArray, method);
        QFETCH(QByteArray, params);
        QFETCH(QByteArray, key);
        QCOMPARE(QByteArray::fromStdString(keyOf(method.toStdString(), params.toStdString())), key);
    }

    void hashed()
    {
        const QByteArray canonical =
            "eth_call\n[{\"data\":\"0x0aff\",\"to\":\"0xab\",\"value\":\"0x1\"},\"0x10\"]";
        const QByteArray expected =
            "main:eth_call:"
            + QCryptographicHash::hash(canonical, QCryptographicHash::Sha256).toHex();
        for (const char *params :
             {R"([{"data":"0x0aff","to":"0xab","value":"0x1"},"0x10"])",
              R"([{"to":"0xAB","value":"0x01","data":"0x0aFF"},"0x010"])",
              " [ { \"to\" : \"0XAB\" ,\n\"value\":\"0x1\",\"data\":\"0x0aff\"}\t,\"0x10\" ] "})
            QCOMPARE(QByteArray::fromStdString(keyOf("eth_call", params)), expected);
        QVERIFY(keyOf("eth_chainId", "") == keyOf("eth_chainId", "[]"));
    }

    /// What may mean something else has another key.
    void different_data()
    {
        QTest::addColumn<QByteArray>("one");
        QTest::addColumn<QByteArray>("other");
        const auto row = [](const char *name, const char *one, const char *other) {
            QTest::newRow(name) << QByteArray(one) << QByteArray(other);
        };
        row("zeros of bytes", R"([{"data":"0x00"},"0x1"])", R"([{"data":"0x0"},"0x1"])");
        row("address with zeros",
            R"(["0x0000000000000000000000000000000000000001","0x1"])",
            R"(["0x1","0x1"])");
        row("nested list", R"([["0x01"],"0x1"])", R"([["0x1"],"0x1"])");
        row("order of a list", R"([[1,2]])", R"([[2,1]])");
        row("number and text", "[1]", R"(["1"])");
        row("null and nothing", "[null]", "[]");
        row("inside a text", R"(["a b"])", R"(["ab"])");
        row("letters of a text", R"(["Latest"])", R"(["latest"])");
        row("not all hexadecimal", R"(["0xAG"])", R"(["0xag"])");
        row("1 and 1.0", "[1]", "[1.0]");
        row("a name", R"([{"a":1}])", R"([{"b":1}])");
        row("nesting", R"([{"a":{"b":1}}])", R"([{"a":{},"b":1}])");
    }

    void different()
    {
        QFETCH(QByteArray, one);
        QFETCH(QByteArray, other);
        const std::string first = keyOf("eth_call", one.toStdString());
        const std::string second = keyOf("eth_call", other.toStdString());
        QVERIFY(!first.empty() && !second.empty());
        QVERIFY(first != second);
    }

    void methodsAndChainsDoNotMeet()
    {
        QVERIFY(keyOf("eth_getBalance", R"(["0x1","0x1"])")
                != keyOf("eth_getCode", R"(["0x1","0x1"])"));
        std::string one;
        std::string other;
        const Rule &rule = *ruleOf("eth_chainId", ChainKind::Evm);
        QVERIFY(makeKey("a", ChainKind::Evm, "eth_chainId", rule, "[]", one));
        QVERIFY(makeKey("b", ChainKind::Evm, "eth_chainId", rule, "[]", other));
        QVERIFY(one != other);
    }

    /// Base58 is no hexadecimal, even if it looks like it.
    void solanaTextsStay()
    {
        QVERIFY(keyOf("getTransaction", R"(["0xAB"])", ChainKind::Solana)
                != keyOf("getTransaction", R"(["0xab"])", ChainKind::Solana));
    }

    void noKey_data()
    {
        QTest::addColumn<QByteArray>("params");
        QTest::newRow("escape in a text") << QByteArray(R"(["\u0061"])");
        QTest::newRow("escape in a name") << QByteArray(R"([{"\u0061":1}])");
        QTest::newRow("a name twice") << QByteArray(R"([{"a":1,"a":2}])");
        QTest::newRow("too deep") << QByteArray(20, '[') + QByteArray(20, ']');
        QByteArray members = "[{\"m\":0";
        for (int i = 0; i < 64; ++i)
            members += ",\"m" + QByteArray::number(i) + "\":0";
        QTest::newRow("too many members") << members + "}]";
        QTest::newRow("too long") << "[\"" + QByteArray(kMaxParamsBytes, 'a') + "\"]";
        QTest::newRow("cut off") << QByteArray(R"([{"a":)");
    }

    void noKey()
    {
        QFETCH(QByteArray, params);
        QVERIFY(keyOf("eth_call", params.toStdString()).empty());
    }

    void readableKeysStayShort()
    {
        const std::string longer = "[\"0x" + std::string(600, 'a') + "\"]";
        QVERIFY(keyOf("eth_getTransactionReceipt", longer).empty());
        QVERIFY(!keyOf("eth_call", longer).empty());
    }
};

SPILLWAY_TEST(CacheKeyTest)
#include "tst_cachekey.moc"
