// SPDX-License-Identifier: MIT
#include "config/presets.h"
#include "configtext.h"
#include "testmain.h"

#include <set>

using namespace spillway;
using spillway::test::problems;

class PresetsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void listsTheChainsInOrder()
    {
        QStringList names;
        for (const Preset &preset : presets())
            names << QString::fromStdString(preset.name);
        const QStringList expected{QStringLiteral("base"),
                                   QStringLiteral("ethereum"),
                                   QStringLiteral("arbitrum"),
                                   QStringLiteral("optimism"),
                                   QStringLiteral("polygon"),
                                   QStringLiteral("bnb"),
                                   QStringLiteral("solana")};
        QCOMPARE(names, expected);
    }

    void findsByNameAndAlias_data()
    {
        QTest::addColumn<QByteArray>("word");
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<quint64>("chainId");
        QTest::addColumn<int>("endpoints");
        const auto row = [](const char *word, const char *name, quint64 id, int endpoints) {
            QTest::newRow(word) << QByteArray(word) << QByteArray(name) << id << endpoints;
        };
        row("base", "base", 8453, 5);
        row("ethereum", "ethereum", 1, 5);
        row("eth", "ethereum", 1, 5);
        row("mainnet", "ethereum", 1, 5);
        row("ETH", "ethereum", 1, 5);
        row("arbitrum", "arbitrum", 42161, 4);
        row("arb", "arbitrum", 42161, 4);
        row("optimism", "optimism", 10, 4);
        row("op", "optimism", 10, 4);
        row("polygon", "polygon", 137, 4);
        row("Matic", "polygon", 137, 4);
        row("bnb", "bnb", 56, 4);
        row("bsc", "bnb", 56, 4);
        row("solana", "solana", 0, 3);
    }

    void findsByNameAndAlias()
    {
        QFETCH(QByteArray, word);
        QFETCH(QByteArray, name);
        QFETCH(quint64, chainId);
        QFETCH(int, endpoints);
        const Preset *preset = findPreset(word.toStdString());
        QVERIFY(preset);
        QCOMPARE(preset->name, name.toStdString());
        QCOMPARE(preset->chainId, chainId);
        QCOMPARE(static_cast<int>(preset->urls.size()), endpoints);
        QVERIFY(!preset->title.empty());
        QCOMPARE(preset->kind, chainId == 0 ? ChainKind::Solana : ChainKind::Evm);
    }

    void unknownNamesAreNotFound()
    {
        QVERIFY(!findPreset("doge"));
        QVERIFY(!findPreset(""));
        QVERIFY(!findPreset("bas"));
    }

    void configTextPassesTheCheck_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<bool>("ranked");
        for (const Preset &preset : presets()) {
            const QByteArray name = QByteArray::fromStdString(preset.name);
            QTest::addRow("%s peers", name.constData()) << name << false;
            QTest::addRow("%s ranked", name.constData()) << name << true;
        }
    }

    void configTextPassesTheCheck()
    {
        QFETCH(QByteArray, name);
        QFETCH(bool, ranked);
        const Preset &preset = *findPreset(name.toStdString());
        const ReadResult result =
            readConfigText(presetConfigText(preset, ranked), "preset.toml", {});
        QCOMPARE(problems(result.issues), QByteArray());
        QVERIFY(result.config);
        QCOMPARE(result.config->chains.size(), std::size_t(1));
        QCOMPARE(result.config->chains.front().name, preset.name);
        QCOMPARE(result.config->chains.front().kind, preset.kind);
        QCOMPARE(result.config->chains.front().chainId, preset.chainId);
        QCOMPARE(result.config->nodes.size(), preset.urls.size());
        std::set<int> tiers;
        for (std::size_t i = 0; i < preset.urls.size(); ++i) {
            QCOMPARE(result.config->nodes[i].url.reveal(), preset.urls[i]);
            tiers.insert(result.config->nodes[i].tier);
        }
        // Tier 0 stays free for a provider with a key.
        QCOMPARE(*tiers.begin(), 1);
        QCOMPARE(tiers.size(), ranked ? preset.urls.size() : std::size_t(1));
    }

    void commentedProviderCanBeSwitchedOn()
    {
        std::string text = presetConfigText(*findPreset("base"), false);
        std::size_t at = text.find("# [[nodes]]");
        QVERIFY(at != std::string::npos);
        while (text.compare(at, 2, "# ") == 0) {
            text.erase(at, 2);
            at = text.find('\n', at) + 1;
        }
        ReadOptions options;
        options.variables = [](const std::string &name) {
            return name == "BASE_KEY" ? std::optional<std::string>("k3y-of-the-user")
                                      : std::nullopt;
        };
        const ReadResult result = readConfigText(text, "preset.toml", options);
        QCOMPARE(problems(result.issues), QByteArray());
        QCOMPARE(result.config->nodes.front().url.reveal(),
                 std::string("https://provider.example/v2/k3y-of-the-user"));
        QCOMPARE(result.config->nodes.front().tier, 0);
    }
};

SPILLWAY_TEST(PresetsTest)

#include "tst_presets.moc"
