// SPDX-License-Identifier: MIT
#include "chain/signedtransaction.h"
#include "testmain.h"

#include <QByteArray>

using namespace spillway::chain;

namespace {

// The example key of EIP-155, 0x46 repeated; transactions signed with it by ethers 6 and viem 2.
constexpr const char *kSender = "0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f";

std::string paramsOf(const QByteArray &raw)
{
    return "[\"" + raw.toStdString() + "\"]";
}

} // namespace

class SignedTransactionTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void hashAndSender_data()
    {
        QTest::addColumn<QByteArray>("raw");
        QTest::addColumn<QByteArray>("hash");
        QTest::newRow("legacy with a chain id (EIP-155)")
            << QByteArray("0xf86c098504a817c800825208943535353535353535353535353535353535353535880d"
                          "e0b6b3a76400008025a028ef"
                          "61340bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa636276a067cbe9d899"
                          "7f761aecb703304b3800ccf5"
                          "55c9f3dc64214b297fb1966a3b6d83")
            << QByteArray("0x33469b22e9f636356c4160a87eb19df52b7412e8eac32a4a55ffe88ea8350788");
        QTest::newRow("legacy, chain id of several bytes, long")
            << QByteArray("0xf8d082012c8504a817c800830334509435353535353535353535353535353535353535"
                          "3501b864abababababababab"
                          "abababababababababababababababababababababababababababababababababababab"
                          "abababababababababababab"
                          "abababababababababababababababababababababababababababababababababababab"
                          "abababababababab8401546d"
                          "71a075d8f2ae8bea087e30f6f472196f7930e4733e5116cb6194b6d9560c9604819aa05e"
                          "0935c7b18e32e8ac3b89bd52"
                          "a04ddbac5bad0e1aa43127e10f4e7f54cecd2d")
            << QByteArray("0xf30830da86d972ffddbee55bbafa51d0edd105cf8a2e1a282986df8bd35ed941");
        QTest::newRow("legacy without a chain id")
            << QByteArray("0xf85f800182520894353535353535353535353535353535353535353580801ca081191c"
                          "c4600d063004fbd43197cabb"
                          "be0c505bd86ae75a4f56e68765a1d6ab49a05dc0da8cf05a65efea722a53d2e0c3a4eea4"
                          "f5b010eb7cf2a4d657c50d47"
                          "0d10")
            << QByteArray("0x1e872749221bccc814318b5c39588c2b59c827bd2ea4b3421e43e8cba6b8a09d");
        QTest::newRow("type 2 that makes a contract")
            << QByteArray(
                   "0x02f85101010103830186a08080826000c080a0c43f30963efa97807d302054a276eebf093dd5f"
                   "0f07d191a9b2ca177"
                   "d9f44a66a042dd1dd8013876441b7567a54aba74cf52cfe2549b31bcdec7342eb0b9b97c64")
            << QByteArray("0x2e2bbb59fb4df519add38179b9bda441f6e3ffb2d4d02ced63c1b8ab48f7b960");
        QTest::newRow("type 1, EIP-2930")
            << QByteArray("0x01f89a0109078252089435353535353535353535353535353535353535350180f838f7"
                          "943535353535353535353535"
                          "353535353535353535e1a001010101010101010101010101010101010101010101010101"
                          "0101010101010101a0a0ff9f"
                          "3f956b79733b9ba28f0cfa954e440cfa2d22c12fecc0f25196a2495292a0397c38ea573a"
                          "5e0fa24dc9fd4a16fe278c9a"
                          "262f510c4aae1c1d522d302a5f57")
            << QByteArray("0x8ed28d85d4e13899426ca5f1649bfa1e31e48a5083148676b57afe4a4c22a569");
        QTest::newRow("type 2, EIP-1559")
            << QByteArray("0x02f863818909011e8252089435353535353535353535353535353535353535350580c0"
                          "01a06d51b78dc996a00c9ec4"
                          "bdcca00a745911d2c8430019465a64a487e772e4164ca0106c2a67f8376a7371ad3b6820"
                          "71ca08ac650cd86593e1ba72"
                          "3c5c94b5af746b")
            << QByteArray("0xb5a2fd8c13c01de02c25ff67ce24b900f83afd8dab4bce1fc8a655f16860e3a9");
        QTest::newRow("type 3, EIP-4844")
            << QByteArray("0x03f8860103011e830186a09435353535353535353535353535353535353535358080c0"
                          "05e1a0012222222222222222"
                          "222222222222222222222222222222222222222222222201a08e385e17214395e3cc7be4"
                          "f7d07c5a11a05dd8fb805267"
                          "73add055956583198aa07930feac38bd9f3395d6d9352134b58eb59fae6d9b42720a1419"
                          "605b8a24e81f")
            << QByteArray("0xab1f3ed78a05a57be829d99888c1464a124501d54430a1d1f8682082fb3f29fd");
        QTest::newRow("type 3 with its blobs")
            << QByteArray("0x03f90130f8860103011e830186a0943535353535353535353535353535353535353535"
                          "8080c005e1a0012222222222"
                          "222222222222222222222222222222222222222222222222222201a08e385e17214395e3"
                          "cc7be4f7d07c5a11a05dd8fb"
                          "80526773add055956583198aa07930feac38bd9f3395d6d9352134b58eb59fae6d9b4272"
                          "0a1419605b8a24e81ff842b8"
                          "40aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
                          "aaaaaaaaaaaaaaaaaaaaaaaa"
                          "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaf1b0bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"
                          "bbbbbbbbbbbbbbbbbbbbbbbb"
                          "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbf1b0cccccccccccccccccccccccccccccc"
                          "cccccccccccccccccccccccc"
                          "cccccccccccccccccccccccccccccccccccccccccc")
            << QByteArray("0xab1f3ed78a05a57be829d99888c1464a124501d54430a1d1f8682082fb3f29fd");
        QTest::newRow("type 3 with its blobs and a version")
            << QByteArray("0x03f90131f8860103011e830186a0943535353535353535353535353535353535353535"
                          "8080c005e1a0012222222222"
                          "222222222222222222222222222222222222222222222222222201a08e385e17214395e3"
                          "cc7be4f7d07c5a11a05dd8fb"
                          "80526773add055956583198aa07930feac38bd9f3395d6d9352134b58eb59fae6d9b4272"
                          "0a1419605b8a24e81f01f842"
                          "b840aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
                          "aaaaaaaaaaaaaaaaaaaaaaaa"
                          "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaf1b0bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"
                          "bbbbbbbbbbbbbbbbbbbbbbbb"
                          "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbf1b0cccccccccccccccccccccccccccc"
                          "cccccccccccccccccccccccc"
                          "cccccccccccccccccccccccccccccccccccccccccccc")
            << QByteArray("0xab1f3ed78a05a57be829d99888c1464a124501d54430a1d1f8682082fb3f29fd");
        QTest::newRow("type 4, EIP-7702")
            << QByteArray("0x04f8c10103011e830186a09435353535353535353535353535353535353535358080c0"
                          "f85cf85a0194353535353535"
                          "35353535353535353535353535350101a0c5231cb868a8e2ae9f568f2cb1aabb1749872b"
                          "8a5f0393494aa828b1e43695"
                          "5aa018b5cac977d836e96ae96b66ab3bde8c8902b9d362ff0be5141d1358016013e180a0"
                          "a5eefa1e6a36bb5578f61ef3"
                          "08c9064473ef892d046733b8130c513dffa954c7a07c94e6d6c2afb1526613b2622ea97d"
                          "b6a52dc7d35512ca9b485b5f"
                          "c70fe22590")
            << QByteArray("0xa4e54494313a913b8067354527a87644b29b10d3908f7c15a8c49222ecc4b82d");
    }

    void hashAndSender()
    {
        QFETCH(QByteArray, raw);
        QFETCH(QByteArray, hash);
        const auto transaction = readSignedTransaction(paramsOf(raw));
        QVERIFY(transaction);
        QCOMPARE(transaction->hashText(), hash.toStdString());
        QVERIFY(transaction->sender);
        QCOMPARE(*transaction->sender, parseHex<20>(kSender).value());
    }

    /// Whatever a client sends: no sender rather than a wrong one, and never a read past the end.
    void damagedOnes_data() { hashAndSender_data(); }

    void damagedOnes()
    {
        QFETCH(QByteArray, raw);
        for (qsizetype length = 4; length < raw.size(); length += 2) {
            const auto cut = readSignedTransaction(paramsOf(raw.left(length)));
            QVERIFY(cut);
            QVERIFY(!cut->sender);
        }
        for (qsizetype at = 2; at < raw.size(); at += 2) {
            for (const char *byte : {"00", "7f", "80", "b7", "bf", "c0", "f7", "ff"})
                QVERIFY(readSignedTransaction(
                    paramsOf(QByteArray(raw).replace(at, 2, QByteArray(byte)))));
        }
    }

    void whatIsNotOneHasNoSender()
    {
        // The keccak-256 of one zero byte is well known.
        const auto zero = readSignedTransaction(R"(["0x00"])");
        QVERIFY(zero);
        QCOMPARE(zero->hashText(),
                 std::string("0xbc36789e7a1e281436464229828f817d6612f7b477d66591ff96a9e064bcc98a"));
        QVERIFY(!zero->sender);
        for (const char *params :
             {"[]", R"(["0x0"])", R"(["0x"])", R"(["0xzz"])", R"({"a":1})", ""})
            QVERIFY2(!readSignedTransaction(params), params);
        for (const char *raw : {"0x02", "0x02c0", "0xc0", "0x03c1c0", "0x7fc0", "0xff", "0xf8"})
            QVERIFY2(!readSignedTransaction(paramsOf(raw)).value().sender, raw);
    }

    void hexDigits()
    {
        QVERIFY(parseHex<20>(kSender));
        QVERIFY(!parseHex<32>(kSender));
        QVERIFY(!parseHex<20>(std::string(kSender) + "0"));
        QVERIFY(!parseHex<20>("0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4g"));
        QCOMPARE(parseHex<20>("0X9D8A62F656A8D1615C1294FD71E9CFB3E4855A4F"), parseHex<20>(kSender));
    }
};

SPILLWAY_TEST(SignedTransactionTest)
#include "tst_signedtransaction.moc"
