// SPDX-License-Identifier: MIT
#include "configtext.h"
#include "testmain.h"

#include <QDate>
#include <QDir>
#include <QTemporaryDir>

using namespace spillway;
using spillway::test::problems;

class PricingTest : public QObject
{
    Q_OBJECT

private:
    std::string write(const QString &name, const QByteArray &text)
    {
        const QString path = m_dir->filePath(name);
        QDir().mkpath(QFileInfo(path).absolutePath());
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
            qFatal("cannot write a test file");
        return path.toStdString();
    }

    std::unique_ptr<QTemporaryDir> m_dir;
    QString m_folder;

private Q_SLOTS:

    void init()
    {
        m_dir = std::make_unique<QTemporaryDir>();
        m_folder = QDir::currentPath();
    }

    void cleanup() { QVERIFY(QDir::setCurrent(m_folder)); }

    void shippedLists_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<int>("entries");
        QTest::addColumn<int>("unknownCost");
        QTest::newRow("helius") << QByteArray("helius") << 112 << -1;
        QTest::newRow("alchemy") << QByteArray("alchemy") << 98 << 20;
        QTest::newRow("solana") << QByteArray("solana") << 52 << 1;
        QTest::newRow("alchemy-evm") << QByteArray("alchemy-evm") << 22 << 20;
        QTest::newRow("drpc-evm") << QByteArray("drpc-evm") << 31 << 20;
        QTest::newRow("quicknode-evm") << QByteArray("quicknode-evm") << 22 << 20;
        QTest::newRow("free") << QByteArray("free") << 0 << 0;
    }

    void shippedLists()
    {
        QFETCH(QByteArray, name);
        QFETCH(int, entries);
        QFETCH(int, unknownCost);
        std::vector<ConfigIssue> issues;
        const auto list = readPriceFile("builtin:" + name.toStdString(), issues);
        QCOMPARE(problems(issues), QByteArray());
        QVERIFY(list);
        QCOMPARE(static_cast<int>(list->costs.size()), entries);
        QCOMPARE(list->spilloverPercent, 95);
        QCOMPARE(list->unknownCost ? static_cast<int>(*list->unknownCost) : -1, unknownCost);
        QCOMPARE(list->path, "builtin:" + name.toStdString());
        if (name.endsWith("-evm"))
            QVERIFY(
                QDate::fromString(QString::fromStdString(list->checked), Qt::ISODate).isValid());
        QVERIFY(list->cost("").has_value() == list->unknownCost.has_value());
    }

    void allListsAreNamed()
    {
        const std::vector<std::string> expected{
            "alchemy", "alchemy-evm", "drpc-evm", "free", "helius", "quicknode-evm", "solana"};
        QCOMPARE(builtinPriceLists(), expected);
    }

    void spotPrices_data()
    {
        QTest::addColumn<QByteArray>("list");
        QTest::addColumn<QByteArray>("method");
        QTest::addColumn<int>("credits");
        const auto row = [](const char *list, const char *method, int credits) {
            QTest::addRow("%s %s", list, method)
                << QByteArray(list) << QByteArray(method) << credits;
        };
        row("helius", "getBalance", 1);
        row("helius", "sendTransaction", 1);
        row("helius", "StakedConnections", 1);
        row("helius", "getProgramAccountsV2", 1);
        row("helius", "getProgramAccounts", 10);
        row("helius", "searchAssets", 10);
        row("helius", "getCompressionSignaturesForTokenOwner", 10);
        row("helius", "sendStakedTransaction", 20);
        row("helius", "getTipAccounts", 40);
        row("helius", "getValidityProofV2", 100);
        row("helius", "walletIdentity", 100);
        row("helius", "signMessage", 200);
        row("helius", "getStakeMinimumDelegation", -1);
        row("helius", "getbalance", -1);
        row("helius", "Unknown", -1);
        row("alchemy", "getBalance", 10);
        row("alchemy", "getPriorityFeeEstimate", 10);
        row("alchemy", "sendTransaction", 20);
        row("alchemy", "getProgramAccounts", 20);
        row("alchemy", "getBlock", 40);
        row("alchemy", "getTransactionsForAddress", 100);
        row("alchemy", "getIndexerSlot", 120);
        row("alchemy", "getSupply", 160);
        row("alchemy", "getAsset", 160);
        row("alchemy", "searchAssets", 480);
        row("alchemy", "getValidityProof", 1200);
        row("alchemy", "getLargestAccounts", 3000);
        row("alchemy", "notListed", 20);
        row("solana", "getStakeMinimumDelegation", 1);
        row("solana", "notListed", 1);
        row("alchemy-evm", "eth_chainId", 0);
        row("alchemy-evm", "eth_blockNumber", 10);
        row("alchemy-evm", "eth_feeHistory", 10);
        row("alchemy-evm", "eth_call", 26);
        row("alchemy-evm", "eth_getLogs", 60);
        row("alchemy-evm", "eth_sendRawTransaction", 40);
        row("alchemy-evm", "trace_replayTransaction", 20);
        row("alchemy-evm", "eth_notListed", 20);
        row("drpc-evm", "eth_call", 20);
        row("drpc-evm", "net_version", 0);
        row("drpc-evm", "web3_clientVersion", 0);
        row("quicknode-evm", "eth_chainId", 20);
        row("quicknode-evm", "debug_traceTransaction", 40);
        row("quicknode-evm", "trace_replayBlockTransactions", 80);
        row("free", "eth_call", 0);
    }

    void spotPrices()
    {
        QFETCH(QByteArray, list);
        QFETCH(QByteArray, method);
        QFETCH(int, credits);
        std::vector<ConfigIssue> issues;
        const auto prices = readPriceFile("builtin:" + list.toStdString(), issues);
        QVERIFY(prices);
        const auto cost = prices->cost(method.toStdString());
        QCOMPARE(cost ? static_cast<int>(*cost) : -1, credits);
    }

    void problemsOfAFile_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<bool>("usable");
        QTest::addColumn<QByteArray>("expected");
        const auto row = [](const char *name, const char *text, bool usable, const char *expected) {
            QTest::newRow(name) << QByteArray(text) << usable << QByteArray(expected);
        };
        row("percent 0",
            "[limits]\nspillover_percent = 0\n",
            false,
            "p.toml:2: limits.spillover_percent: 0 is out of range; allowed: 1 to 100");
        row("percent 101",
            "[limits]\nspillover_percent = 101\n",
            false,
            "p.toml:2: limits.spillover_percent: 101 is out of range");
        row("percent text",
            "[limits]\nspillover_percent = \"95\"\n",
            false,
            "p.toml:2: limits.spillover_percent: expected a whole number, found a text");
        row("unknown key",
            "[limits]\nspillover_percnt = 9\n",
            false,
            "did you mean \"spillover_percent\"?");
        row("unknown section",
            "[rooting]\nx = 1\n",
            false,
            "p.toml:1: rooting: unknown key; did you mean \"routing\"?");
        row("negative",
            "[custom]\nx = -1\n",
            false,
            "p.toml:2: custom.x: -1 is out of range; allowed: 0 to 9007199254740992");
        row("too much",
            "[custom]\nx = 9007199254740993\n",
            false,
            "p.toml:2: custom.x: 9007199254740993 is out of range");
        row("fraction",
            "[custom]\nx = 1.5\n",
            false,
            "p.toml:2: custom.x: expected a whole number, found a number with a fraction");
        row("both tables",
            "[routing]\neth_call = 1\n[custom]\neth_call = 2\n",
            false,
            "p.toml:4: custom.eth_call: priced twice");
        row("twice",
            "[routing]\neth_call = 1\neth_call = 2\n",
            false,
            "p.toml:3: syntax error: this name is defined twice");
        row("syntax", "[routing\n", false, "p.toml:1: syntax error");
        row("damaged (bug 70)", "[routing]\neth_call = 1\n", true, "");
        row("misspelt method",
            "[routing]\neth_cal = 1\n",
            true,
            "p.toml:2: routing.eth_cal: warning: not a method this program knows; did you mean "
            "\"eth_call\"?");
        row("strange method", "[routing]\nfooBarBazQuux = 1\n", true, "belong under [custom]");
        row("any custom name", "[custom]\n\"a b.c\" = 1\n", true, "");
        row("leftover",
            "[routing]\nUnknown = 1\n",
            true,
            "p.toml:2: routing.Unknown: warning: not a method, ignored");
        row("meta", "[meta]\nchecked = \"2026-07-10\"\nprovider = \"me\"\n", true, "");
        row("bad date",
            "[meta]\nchecked = \"July\"\n",
            false,
            "p.toml:2: meta.checked: not a date");
        row("not a table",
            "routing = 5\n",
            false,
            "p.toml:1: routing: expected a table, found a whole number");
    }

    void problemsOfAFile()
    {
        QFETCH(QByteArray, text);
        QFETCH(bool, usable);
        QFETCH(QByteArray, expected);
        const std::string path = write(QStringLiteral("p.toml"), text);
        std::vector<ConfigIssue> issues;
        const auto list = readPriceFile(path, issues);
        const QByteArray found = problems(issues);
        QCOMPARE(list != nullptr, usable);
        QCOMPARE(hasErrors(issues), !usable);
        QCOMPARE(static_cast<int>(issues.size()), expected.isEmpty() ? 0 : 1);
        QVERIFY2(found.contains(expected), found.constData());
    }

    void misspeltMethodIsStillPriced()
    {
        std::vector<ConfigIssue> issues;
        const auto list =
            readPriceFile(write(QStringLiteral("p.toml"), "[routing]\neth_cal = 7\n"), issues);
        QCOMPARE(list->cost("eth_cal"), std::optional<std::uint64_t>(7));
        QCOMPARE(list->cost("eth_call"), std::optional<std::uint64_t>());
    }

    void damagedFileIsAnError()
    {
        QByteArray text(4096, '\0');
        text += "[routing]\neth_call = 1\n";
        std::vector<ConfigIssue> issues;
        QVERIFY(!readPriceFile(write(QStringLiteral("p.toml"), text), issues));
        QVERIFY(problems(issues).contains("NUL byte"));
    }

    void unknownBuiltinNamesTheShippedOnes()
    {
        std::vector<ConfigIssue> issues;
        QVERIFY(!readPriceFile("builtin:heliu", issues));
        QVERIFY(problems(issues).contains("did you mean \"helius\"?"));
        issues.clear();
        QVERIFY(!readPriceFile("builtin:../presets/base", issues));
        QVERIFY(problems(issues).contains("alchemy, alchemy-evm"));
    }

    void oneFileIsReadOnceAndShared()
    {
        write(QStringLiteral("p.toml"), "[routing]\neth_cal = 1\n");
        const std::string text =
            "[[nodes]]\nname = \"A\"\nurl = \"http://h/\"\nprovider_pricing_path = \"p.toml\"\n"
            "[[nodes]]\nname = \"B\"\nurl = \"http://h/\"\nprovider_pricing_path = \"./p.toml\"\n"
            "[[nodes]]\nname = \"C\"\nurl = \"http://h/\"\n";
        const auto result =
            readConfigText(text, m_dir->filePath(QStringLiteral("c.toml")).toStdString(), {});
        QVERIFY(result.config);
        QCOMPARE(result.issues.size(), std::size_t(1));
        QVERIFY(result.config->nodes[0].prices);
        QCOMPARE(result.config->nodes[0].prices.get(), result.config->nodes[1].prices.get());
        QVERIFY(!result.config->nodes[2].prices);
    }

    void pathsAreTriedBesideTheConfigThenInTheWorkingFolder()
    {
        write(QStringLiteral("conf/both.toml"), "[custom]\nx = 1\n");
        write(QStringLiteral("work/both.toml"), "[custom]\nx = 2\n");
        write(QStringLiteral("work/only.toml"), "[custom]\nx = 3\n");
        QVERIFY(QDir::setCurrent(m_dir->filePath(QStringLiteral("work"))));
        const std::string config = m_dir->filePath(QStringLiteral("conf/c.toml")).toStdString();
        const auto read = [&](const std::string &path) {
            return readConfigText(
                "[[nodes]]\nname = \"A\"\nurl = \"http://h/\"\nprovider_pricing_path = \"" + path
                    + "\"\n",
                config,
                {});
        };
        QCOMPARE(read("both.toml").config->nodes[0].prices->cost("x"),
                 std::optional<std::uint64_t>(1));
        QCOMPARE(read("only.toml").config->nodes[0].prices->cost("x"),
                 std::optional<std::uint64_t>(3));
        QCOMPARE(read(m_dir->filePath(QStringLiteral("work/both.toml")).toStdString())
                     .config->nodes[0]
                     .prices->cost("x"),
                 std::optional<std::uint64_t>(2));
        QCOMPARE(read("builtin:solana").config->nodes[0].prices->cost("getSlot"),
                 std::optional<std::uint64_t>(1));
        const auto missing = read("helius.toml");
        QVERIFY(!missing.config);
        const QByteArray found = problems(missing.issues);
        QVERIFY2(found.contains(":4: nodes[0].provider_pricing_path: "), found.constData());
        QVERIFY2(found.contains("conf/helius.toml: the file does not exist"), found.constData());
        QVERIFY2(found.contains("work/helius.toml: the file does not exist"), found.constData());
        QVERIFY2(found.contains("builtin:helius"), found.constData());
        QVERIFY(problems(read("../conf").issues).contains("this is not a file"));
    }

    void problemsOfAPriceFileAreReportedWithThoseOfTheConfig()
    {
        write(QStringLiteral("p.toml"),
              "[limits]\nspillover_percent = 0\n[routing]\neth_call = -1\n");
        const std::string text =
            "[[nodes]]\nname = \"A\"\nurl = \"http://h/\"\nprovider_pricing_path = "
            "\"p.toml\"\ntier = 999\n"
            "[[nodes]]\nname = \"B\"\nurl = \"http://h/\"\nprovider_pricing_path = \"p.toml\"\n";
        const auto result =
            readConfigText(text, m_dir->filePath(QStringLiteral("c.toml")).toStdString(), {});
        QVERIFY(!result.config);
        const QByteArray found = problems(result.issues);
        QCOMPARE(result.issues.size(), std::size_t(3));
        QVERIFY2(found.indexOf("c.toml:5: nodes[0].tier")
                     < found.indexOf("p.toml:2: limits.spillover_percent"),
                 found.constData());
        QVERIFY2(found.indexOf("p.toml:2: ") < found.indexOf("p.toml:4: routing.eth_call"),
                 found.constData());
    }

    void costLooksAtTheListThenAtTheUnknownCost()
    {
        PriceList list;
        list.costs = {{"a", 3}, {"z", 0}};
        QCOMPARE(list.cost("a"), std::optional<std::uint64_t>(3));
        QCOMPARE(list.cost("z"), std::optional<std::uint64_t>(0));
        QCOMPARE(list.cost("A"), std::optional<std::uint64_t>());
        list.unknownCost = 9;
        QCOMPARE(list.cost("A"), std::optional<std::uint64_t>(9));
        QCOMPARE(list.cost("a"), std::optional<std::uint64_t>(3));
    }
};

SPILLWAY_TEST(PricingTest)

#include "tst_pricing.moc"
