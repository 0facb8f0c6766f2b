// SPDX-License-Identifier: MIT
#include "core/jsontext.h"
#include "core/log.h"
#include "core/redact.h"
#include "testmain.h"

#include <QJsonDocument>
#include <QJsonObject>

using namespace spillway;

class RedactTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void init() { redact::reset(); }

    void cleanup()
    {
        redact::reset();
        log::setSink({});
        log::setFormat(log::Format::Text);
        log::setLevel(log::Level::Info);
    }

    /// 20,000 took minutes while each one copied all that came before.
    void takesCrowds()
    {
        constexpr int kCount = 20000;
        for (int i = 0; i < kCount; ++i)
            redact::registerSecret("secret-number-" + std::to_string(i));
        QCOMPARE(redact::apply("a secret-number-19999 b secret-number-1 c"),
                 std::string("a *** b *** c"));
        redact::registerSecret("late-one-5f2c");
        QCOMPARE(redact::apply("late-one-5f2c"), std::string("***"));
    }

    void longestFirst()
    {
        redact::registerSecret("inner");
        redact::registerSecret("an-inner-text");
        QCOMPARE(redact::apply("an-inner-text inner"), std::string("*** ***"));
    }

    void urlKeys_data()
    {
        QTest::addColumn<QByteArray>("url");
        QTest::addColumn<QByteArray>("secret");
        QTest::newRow("query") << QByteArray("https://h.example/?api-key=abcd1234efgh")
                               << QByteArray("abcd1234efgh");
        QTest::newRow("path") << QByteArray("https://h.example/v2/Zm9vYmFyQmF6MTIz")
                              << QByteArray("Zm9vYmFyQmF6MTIz");
        QTest::newRow("user info")
            << QByteArray("https://joe:hunter22@h.example/") << QByteArray("hunter22");
        QTest::newRow("encoded") << QByteArray("https://h.example/?k=abc%2Fdef1234")
                                 << QByteArray("abc/def1234");
    }

    void urlKeys()
    {
        QFETCH(QByteArray, url);
        QFETCH(QByteArray, secret);
        redact::registerUrl(url.toStdString());
        const std::string text =
            redact::apply("failed: " + url.toStdString() + " said " + secret.toStdString());
        QVERIFY2(text.find(secret.toStdString()) == std::string::npos, text.c_str());
        QVERIFY(redact::url(url.toStdString()).find(secret.toStdString()) == std::string::npos);
    }

    void hostsStayReadable()
    {
        redact::registerUrl("https://mainnet.helius-rpc.com/?api-key=abcd1234efgh");
        QCOMPARE(redact::url("https://mainnet.helius-rpc.com:8443/v2/x?api-key=k"),
                 std::string("https://mainnet.helius-rpc.com:8443/***"));
        QCOMPARE(redact::apply("mainnet.helius-rpc.com answered"),
                 std::string("mainnet.helius-rpc.com answered"));
    }

    void aSecretInsideAnotherLeavesNothingBehind()
    {
        redact::registerSecret("token");
        redact::registerSecret("token-and-more");
        QCOMPARE(redact::apply("x token-and-more y token z"), std::string("x *** y *** z"));
    }

    void everyLogLineIsRedacted_data()
    {
        QTest::addColumn<bool>("asJson");
        QTest::newRow("text") << false;
        QTest::newRow("json") << true;
    }

    void everyLogLineIsRedacted()
    {
        QFETCH(bool, asJson);
        redact::registerSecret("s3cr3t-value");
        std::string written;
        log::setSink([&](log::Level, std::string_view line) { written = line; });
        log::setFormat(asJson ? log::Format::Json : log::Format::Text);
        log::info("test", "message with s3cr3t-value", {{"field", "s3cr3t-value"}, {"n", 1}});
        QVERIFY(!written.empty());
        QVERIFY2(written.find("s3cr3t") == std::string::npos, written.c_str());
    }

    void cutsWithoutShowingHalfASecret()
    {
        redact::registerSecret("s3cr3t-value");
        QCOMPARE(redact::cut("abc", 10), std::string("abc"));
        QCOMPARE(redact::cut("abcdef", 3), std::string("abc"));
        QCOMPARE(redact::cut("say s3cr3t-value", 8), std::string("say ***"));
        QCOMPARE(redact::cut("a\xc3\xa4", 2), std::string("a"));
        // The end of a long text may hold the beginning of a secret whose rest was not looked at.
        for (std::size_t lead = 4080; lead < 4110; ++lead) {
            const std::string text =
                std::string(lead, 'x') + "s3cr3t-value" + std::string(9000, 'y');
            QVERIFY(redact::cut(text, lead + 4).find("s3") == std::string::npos);
            QVERIFY(redact::cut(std::string(9, '-') + text, 10).size() <= 10);
        }
        std::string masked;
        for (int i = 0; i < 2000; ++i)
            masked += "s3cr3t-value";
        QVERIFY(redact::cut(masked, 3000).find("s3c") == std::string::npos);
    }

    void excerptsAreOneMarkedLine()
    {
        redact::registerSecret("s3cr3t-value");
        QCOMPARE(redact::excerpt("a\nb\tc", 10), std::string("a b c"));
        QCOMPARE(redact::excerpt("abcdef", 3), std::string("abc…"));
        QCOMPARE(redact::excerpt("abc", 3), std::string("abc"));
        QCOMPARE(redact::excerpt("s3cr3t-value", 3), std::string("***"));
    }

    void levelsFilter()
    {
        int lines = 0;
        log::setSink([&](log::Level, std::string_view) { ++lines; });
        log::setLevel(log::Level::Warn);
        log::info("test", "quiet");
        log::error("test", "loud");
        QCOMPARE(lines, 1);
        QCOMPARE(log::levelFromName("debug"), std::optional(log::Level::Debug));
        QVERIFY(!log::levelFromName("noisy"));
    }

    void categoriesHaveLevelsOfTheirOwn()
    {
        std::string seen;
        log::setSink(
            [&](log::Level, std::string_view line) { seen += line.substr(line.rfind(' ')); });
        log::setLevel(log::Level::Warn);
        log::setCategoryLevels({{"request", log::Level::Debug}, {"io", log::Level::Off}});
        QVERIFY(log::enabled(log::Level::Debug, "request"));
        QVERIFY(!log::enabled(log::Level::Info, "node"));
        log::debug("request", "a");
        log::debug("node", "b");
        log::info("node", "c");
        log::warn("node", "d");
        log::error("io", "e");
        log::setCategoryLevels({});
        log::debug("request", "f");
        log::error("io", "g");
        QCOMPARE(seen, std::string(" a d g"));
        QVERIFY(!log::enabled(log::Level::Info));
    }

    void jsonTextIsAlwaysValid()
    {
        json::Writer writer;
        writer.beginObject()
            .field("a\"b", "x\n\x01\xff\xc3\xa4")
            .key("n")
            .value(1.5)
            .key("list")
            .beginArray();
        writer.value(std::int64_t{-3}).null().endArray().endObject();
        const QByteArray text = QByteArray::fromStdString(writer.text());
        QJsonParseError error;
        const QJsonDocument document = QJsonDocument::fromJson(text, &error);
        QVERIFY2(error.error == QJsonParseError::NoError, text.constData());
        QCOMPARE(document.object().value(QStringLiteral("n")).toDouble(), 1.5);
    }
};

SPILLWAY_TEST(RedactTest)
#include "tst_redact.moc"
