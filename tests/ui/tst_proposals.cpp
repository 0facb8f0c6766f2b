// SPDX-License-Identifier: GPL-3.0-or-later
#include "configure/nodeedits.h"
#include "configure/proposals.h"
#include "session/configdraft.h"
#include "shell/starter.h"
#include "testmain.h"
#include "uidraft.h"

using namespace spillway;
using namespace spillway::ui;
using spillway::test::DraftBench;

namespace {

const QByteArray kChains = "[chains.ethereum]\nkind = \"evm\"\nchain_id = 1\n"
                           "[chains.sol]\nkind = \"solana\"\n";

QByteArray nodeOn(const char *chain, const QByteArray &url)
{
    return kChains + "[[nodes]]\nname = \"n\"\nchain = \"" + chain + "\"\nurl = \"" + url + "\"\n";
}

ProviderPlan plan()
{
    ProviderPlan made;
    made.name = "Growth";
    made.rps = 25;
    made.monthlyLimit = 30'000'000;
    return made;
}

chains::Choice choice(const QString &name, ChainKind kind, std::uint64_t id)
{
    return {name, name, kind, id, true};
}

} // namespace

/// The price list, name and limits that forms propose.
class TestProposals : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void theListFitsProviderAndChain_data()
    {
        QTest::addColumn<QByteArray>("url");
        QTest::addColumn<QString>("list");
        const auto row = [](const char *name, const char *url, const char *list) {
            QTest::newRow(name) << QByteArray(url) << QString::fromLatin1(list);
        };
        row("Alchemy, Ethereum", "https://eth-mainnet.g.alchemy.com/v2/$K", "builtin:alchemy-evm");
        row("Alchemy, Base", "https://base-mainnet.g.alchemy.com/v2/$K", "builtin:alchemy-evm");
        row("Alchemy, Solana", "https://solana-mainnet.g.alchemy.com/v2/$K", "builtin:alchemy");
        row("Alchemy, Solana devnet",
            "https://solana-devnet.g.alchemy.com/v2/$K",
            "builtin:alchemy");
        row("QuickNode, Ethereum", "https://a-b-c.quiknode.pro/$K", "builtin:quicknode-evm");
        row("QuickNode, Solana", "https://a-b-c.solana-mainnet.quiknode.pro/$K", "");
        row("Helius", "https://mainnet.helius-rpc.com/?api-key=$K", "builtin:helius");
        row("unknown", "https://rpc.example.org/", "");
    }

    /// All ways to a new node lead to the same price list.
    void theListFitsProviderAndChain()
    {
        QFETCH(QByteArray, url);
        QFETCH(QString, list);
        DraftBench starter("");
        const starter::Added added = starter::addAddress(
            starter.draft(), QString::fromLatin1(url), QStringLiteral("ethereum"));
        QCOMPARE(added.problem, QString());
        QCOMPARE(nodes::text(starter.draft().document(), 0, "provider_pricing_path"), list);

        DraftBench form("[[nodes]]\nname = \"n\"\nurl = \"" + url + "\"\n");
        const chains::Choice detected = chains::choiceFor(detectUrl(url.toStdString()));
        ConfigDocument document = form.draft().document();
        if (!detected.name.isEmpty())
            QCOMPARE(proposals::moveToChain(document, 0, detected), std::string());
        QCOMPARE(QString::fromStdString(proposals::priceList(document, 0)), list);
    }

    /// What the user says of the chain counts before what the address tells.
    void theChainInTheFileDecides()
    {
        const QByteArray quiet = "https://a-b-c.quiknode.pro/$K";
        QCOMPARE(proposals::priceList(ConfigDocument(nodeOn("ethereum", quiet).toStdString()), 0),
                 std::string("builtin:quicknode-evm"));
        QCOMPARE(proposals::priceList(ConfigDocument(nodeOn("sol", quiet).toStdString()), 0),
                 std::string());
    }

    void aProposedListFollowsTheChain()
    {
        ConfigDocument document(
            nodeOn("ethereum", "https://eth-mainnet.g.alchemy.com/v2/$K").toStdString());
        QCOMPARE(proposals::setPriceList(document, 0), std::string());
        QCOMPARE(nodes::text(document, 0, "provider_pricing_path"),
                 QStringLiteral("builtin:alchemy-evm"));
        QCOMPARE(proposals::moveToChain(
                     document, 0, choice(QStringLiteral("sol"), ChainKind::Solana, 0)),
                 std::string());
        QCOMPARE(nodes::text(document, 0, "provider_pricing_path"),
                 QStringLiteral("builtin:alchemy"));
        QCOMPARE(proposals::moveToChain(
                     document, 0, choice(QStringLiteral("ethereum"), ChainKind::Evm, 1)),
                 std::string());
        QCOMPARE(nodes::text(document, 0, "provider_pricing_path"),
                 QStringLiteral("builtin:alchemy-evm"));
    }

    void aListThatIsGoneWithTheChainGoesToo()
    {
        ConfigDocument document(nodeOn("ethereum", "https://a-b-c.quiknode.pro/$K").toStdString());
        QCOMPARE(proposals::setPriceList(document, 0), std::string());
        QCOMPARE(proposals::moveToChain(
                     document, 0, choice(QStringLiteral("sol"), ChainKind::Solana, 0)),
                 std::string());
        QVERIFY(!document.has("nodes[0].provider_pricing_path"));
    }

    void theUsersOwnListStays()
    {
        ConfigDocument document((nodeOn("ethereum", "https://eth-mainnet.g.alchemy.com/v2/$K")
                                 + "provider_pricing_path = \"pricing/mine.toml\"\n")
                                    .toStdString());
        QCOMPARE(proposals::setPriceList(document, 0), std::string());
        QCOMPARE(proposals::moveToChain(
                     document, 0, choice(QStringLiteral("sol"), ChainKind::Solana, 0)),
                 std::string());
        QCOMPARE(proposals::usePlan(document, 0, plan()), std::string());
        QCOMPARE(nodes::text(document, 0, "provider_pricing_path"),
                 QStringLiteral("pricing/mine.toml"));
    }

    void aPlanFillsLimitsAndList_data()
    {
        QTest::addColumn<QByteArray>("chain");
        QTest::addColumn<QString>("list");
        QTest::newRow("EVM") << QByteArray("ethereum") << QStringLiteral("builtin:alchemy-evm");
        QTest::newRow("Solana") << QByteArray("sol") << QStringLiteral("builtin:alchemy");
    }

    void aPlanFillsLimitsAndList()
    {
        QFETCH(QByteArray, chain);
        QFETCH(QString, list);
        const char *net = chain == "sol" ? "solana" : "eth";
        ConfigDocument document(
            (nodeOn(chain.constData(),
                    "https://" + QByteArray(net) + "-mainnet.g.alchemy.com/v2/$K")
             + "burst = 7\n")
                .toStdString());
        QCOMPARE(proposals::usePlan(document, 0, plan()), std::string());
        QCOMPARE(nodes::number(document, 0, "rps_limit"), std::optional(25.0));
        QCOMPARE(nodes::number(document, 0, "monthly_limit"), std::optional(3e7));
        QVERIFY(!document.has("nodes[0].burst"));
        QCOMPARE(nodes::text(document, 0, "provider_pricing_path"), list);
    }
};

SPILLWAY_TEST(TestProposals)
#include "tst_proposals.moc"
