// SPDX-License-Identifier: MIT
#include "config/configreader.h"
#include "config/presets.h"
#include "config/providerdata.h"
#include "spillway/providers.h"
#include "testmain.h"

#include <QDate>
#include <QRandomGenerator>

#include <algorithm>
#include <set>

using spillway::DetectedUrl;
using spillway::detectUrl;
using spillway::maskedUrl;

namespace {

const QByteArray kHex = "0123456789abcdef0123456789abcdef";
const QByteArray kUuid = "0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0";
const QByteArray kAlchemyKey = "aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1eF";
const QByteArray kQuickKey = "c0ffee0123456789abcdef0123456789abcdef01";
const QByteArray kDots = "\xe2\x80\xa2\xe2\x80\xa2\xe2\x80\xa2\xe2\x80\xa2";

QByteArray bytes(const std::string &text)
{
    return QByteArray::fromStdString(text);
}

} // namespace

class ProvidersTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void dataIsSound()
    {
        const auto &book = spillway::config::providerBook();
        for (const std::string &problem : book.problems)
            qWarning("%s", problem.c_str());
        QVERIFY(book.problems.empty());
        std::set<std::string> ids;
        const auto lists = spillway::builtinPriceLists();
        const auto isShipped = [&](const std::string &name) {
            return name.empty() || std::find(lists.begin(), lists.end(), name) != lists.end();
        };
        for (const auto &info : spillway::providers()) {
            QVERIFY2(ids.insert(info.id).second, info.id.c_str());
            QVERIFY(!info.name.empty());
            QVERIFY2(isShipped(info.pricing) && isShipped(info.pricingSolana), info.id.c_str());
            QCOMPARE(spillway::provider(info.id), &info);
            for (const auto &plan : info.plans) {
                QVERIFY(!plan.name.empty() && (plan.rps > 0 || plan.monthlyLimit > 0));
                QVERIFY(
                    QDate::fromString(QString::fromStdString(plan.checked), Qt::ISODate).isValid());
            }
        }
        for (const char *id :
             {"helius", "alchemy", "quicknode", "infura", "chainstack", "drpc", "ankr", "triton"})
            QVERIFY2(ids.count(id) == 1, id);
        QVERIFY(!spillway::provider("nobody"));
    }

    void networksAgreeWithPresets()
    {
        for (const auto &[name, network] : spillway::config::providerBook().networks) {
            const auto *preset = spillway::findPreset(network.chain);
            if (preset && network.name == "mainnet")
                QCOMPARE(network.chainId, preset->chainId);
        }
        for (const auto &preset : spillway::presets()) {
            const auto &networks = spillway::config::providerBook().networks;
            QVERIFY2(std::any_of(networks.begin(),
                                 networks.end(),
                                 [&](const auto &n) { return n.second.chain == preset.name; }),
                     preset.name.c_str());
        }
    }

    void choosesPriceLists()
    {
        QCOMPARE(
            detectUrl("https://eth-mainnet.g.alchemy.com/v2/" + kAlchemyKey.toStdString()).pricing,
            std::string("alchemy-evm"));
        QCOMPARE(detectUrl("https://solana-mainnet.g.alchemy.com/v2/" + kAlchemyKey.toStdString())
                     .pricing,
                 std::string("alchemy"));
        QCOMPARE(
            detectUrl("https://mainnet.helius-rpc.com/?api-key=" + kUuid.toStdString()).pricing,
            std::string("helius"));
        QCOMPARE(
            detectUrl("https://x.solana-mainnet.quiknode.pro/" + kQuickKey.toStdString()).pricing,
            std::string());
        QCOMPARE(detectUrl("https://mainnet.infura.io/v3/" + kHex.toStdString()).pricing,
                 std::string());
    }

    void detects_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("provider");
        QTest::addColumn<QByteArray>("chain");
        QTest::addColumn<quint64>("chainId");
        QTest::addColumn<QByteArray>("network");
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<QByteArray>("wsUrl");
        const auto row = [](const char *name,
                            const QByteArray &text,
                            const char *provider,
                            const char *chain,
                            quint64 id,
                            const char *network,
                            const QByteArray &key,
                            const QByteArray &ws) {
            QTest::newRow(name) << text << QByteArray(provider) << QByteArray(chain) << id
                                << QByteArray(network) << key << ws;
        };
        row("Helius",
            "https://mainnet.helius-rpc.com/?api-key=" + kUuid,
            "helius",
            "solana",
            0,
            "mainnet",
            kUuid,
            "wss://mainnet.helius-rpc.com/?api-key=" + kUuid);
        row("Helius devnet",
            "https://devnet.helius-rpc.com/?api-key=" + kUuid,
            "helius",
            "solana",
            0,
            "devnet",
            kUuid,
            "wss://devnet.helius-rpc.com/?api-key=" + kUuid);
        row("Helius without slash",
            "https://mainnet.helius-rpc.com?api-key=" + kUuid,
            "helius",
            "solana",
            0,
            "mainnet",
            kUuid,
            "wss://mainnet.helius-rpc.com?api-key=" + kUuid);
        row("Alchemy",
            "https://eth-mainnet.g.alchemy.com/v2/" + kAlchemyKey,
            "alchemy",
            "ethereum",
            1,
            "mainnet",
            kAlchemyKey,
            "wss://eth-mainnet.g.alchemy.com/v2/" + kAlchemyKey);
        row("Alchemy, testnet",
            "https://base-sepolia.g.alchemy.com/v2/" + kAlchemyKey,
            "alchemy",
            "base",
            84532,
            "sepolia",
            kAlchemyKey,
            "wss://base-sepolia.g.alchemy.com/v2/" + kAlchemyKey);
        row("Alchemy, unknown network",
            "https://new-mainnet.g.alchemy.com/v2/" + kAlchemyKey,
            "alchemy",
            "",
            0,
            "",
            kAlchemyKey,
            "wss://new-mainnet.g.alchemy.com/v2/" + kAlchemyKey);
        row("Alchemy, short key",
            "https://eth-mainnet.g.alchemy.com/v2/demo",
            "alchemy",
            "ethereum",
            1,
            "mainnet",
            "demo",
            "wss://eth-mainnet.g.alchemy.com/v2/demo");
        row("QuickNode",
            "https://quiet-fox.quiknode.pro/" + kQuickKey + "/",
            "quicknode",
            "ethereum",
            1,
            "mainnet",
            kQuickKey,
            "wss://quiet-fox.quiknode.pro/" + kQuickKey + "/");
        row("QuickNode, network",
            "https://quiet-fox.solana-mainnet.quiknode.pro/" + kQuickKey,
            "quicknode",
            "solana",
            0,
            "mainnet",
            kQuickKey,
            "wss://quiet-fox.solana-mainnet.quiknode.pro/" + kQuickKey);
        row("QuickNode, Avalanche",
            "https://quiet-fox.avalanche-mainnet.quiknode.pro/" + kQuickKey + "/ext/bc/C/rpc",
            "quicknode",
            "avalanche",
            43114,
            "mainnet",
            kQuickKey,
            "wss://quiet-fox.avalanche-mainnet.quiknode.pro/" + kQuickKey + "/ext/bc/C/rpc");
        row("Infura",
            "https://mainnet.infura.io/v3/" + kHex,
            "infura",
            "ethereum",
            1,
            "mainnet",
            kHex,
            "wss://mainnet.infura.io/ws/v3/" + kHex);
        row("Infura, Linea",
            "https://linea-mainnet.infura.io/v3/" + kHex,
            "infura",
            "linea",
            59144,
            "mainnet",
            kHex,
            "wss://linea-mainnet.infura.io/ws/v3/" + kHex);
        row("Infura, WebSocket",
            "wss://sepolia.infura.io/ws/v3/" + kHex,
            "infura",
            "ethereum",
            11155111,
            "sepolia",
            kHex,
            "wss://sepolia.infura.io/ws/v3/" + kHex);
        row("Chainstack",
            "https://ethereum-mainnet.core.chainstack.com/" + kHex,
            "chainstack",
            "ethereum",
            1,
            "mainnet",
            kHex,
            "wss://ethereum-mainnet.core.chainstack.com/" + kHex);
        row("Chainstack, Avalanche",
            "https://avalanche-mainnet.core.chainstack.com/ext/bc/C/rpc/" + kHex,
            "chainstack",
            "avalanche",
            43114,
            "mainnet",
            kHex,
            "wss://avalanche-mainnet.core.chainstack.com/ext/bc/C/ws/" + kHex);
        row("dRPC, query",
            "https://lb.drpc.org/ogrpc?network=arbitrum&dkey=" + kAlchemyKey,
            "drpc",
            "arbitrum",
            42161,
            "mainnet",
            kAlchemyKey,
            "wss://lb.drpc.org/ogws?network=arbitrum&dkey=" + kAlchemyKey);
        row("dRPC, path",
            "https://lb.drpc.org/base/" + kAlchemyKey,
            "drpc",
            "base",
            8453,
            "mainnet",
            kAlchemyKey,
            "");
        row("dRPC, public", "https://eth.drpc.org", "drpc", "ethereum", 1, "mainnet", "", "");
        row("Ankr",
            "https://rpc.ankr.com/bsc/" + kHex,
            "ankr",
            "bnb",
            56,
            "mainnet",
            kHex,
            "wss://rpc.ankr.com/bsc/ws/" + kHex);
        row("Ankr, WebSocket",
            "wss://rpc.ankr.com/bsc/ws/" + kHex,
            "ankr",
            "bnb",
            56,
            "mainnet",
            kHex,
            "wss://rpc.ankr.com/bsc/ws/" + kHex);
        row("Triton",
            "https://shop.mainnet.rpcpool.com/" + kUuid,
            "triton",
            "solana",
            0,
            "mainnet",
            kUuid,
            "wss://shop.mainnet.rpcpool.com/" + kUuid);
        row("Triton, devnet",
            "https://shop.devnet.rpcpool.com/" + kUuid,
            "triton",
            "solana",
            0,
            "devnet",
            kUuid,
            "wss://shop.devnet.rpcpool.com/" + kUuid);
        row("Triton, short",
            "https://shop.rpcpool.com/" + kUuid,
            "triton",
            "solana",
            0,
            "mainnet",
            kUuid,
            "wss://shop.rpcpool.com/" + kUuid);
        row("Solana",
            "https://api.mainnet-beta.solana.com",
            "solana",
            "solana",
            0,
            "mainnet",
            "",
            "wss://api.mainnet-beta.solana.com");
        row("Solana devnet",
            "https://api.devnet.solana.com/",
            "solana",
            "solana",
            0,
            "devnet",
            "",
            "wss://api.devnet.solana.com/");
        row("PublicNode",
            "https://ethereum-rpc.publicnode.com",
            "publicnode",
            "ethereum",
            1,
            "mainnet",
            "",
            "wss://ethereum-rpc.publicnode.com");
        row("LlamaRPC", "https://binance.llamarpc.com", "llamarpc", "bnb", 56, "mainnet", "", "");
        row("Cloudflare",
            "https://cloudflare-eth.com",
            "cloudflare",
            "ethereum",
            1,
            "mainnet",
            "",
            "");
        row("capitals",
            "HTTPS://ETH-Mainnet.G.Alchemy.com/v2/" + kAlchemyKey,
            "alchemy",
            "ethereum",
            1,
            "mainnet",
            kAlchemyKey,
            "wss://ETH-Mainnet.G.Alchemy.com/v2/" + kAlchemyKey);
        row("without scheme",
            "mainnet.helius-rpc.com/?api-key=" + kUuid,
            "helius",
            "solana",
            0,
            "mainnet",
            kUuid,
            "wss://mainnet.helius-rpc.com/?api-key=" + kUuid);
        row("in quotes",
            "  \"https://mainnet.infura.io/v3/" + kHex + "\",\n",
            "infura",
            "ethereum",
            1,
            "mainnet",
            kHex,
            "wss://mainnet.infura.io/ws/v3/" + kHex);
        row("in an assignment",
            "export RPC_URL=https://mainnet.infura.io/v3/" + kHex + " # mine",
            "infura",
            "ethereum",
            1,
            "mainnet",
            kHex,
            "wss://mainnet.infura.io/ws/v3/" + kHex);
        row("in a command",
            "curl -X POST 'https://mainnet.infura.io/v3/" + kHex + "' -d '{}'",
            "infura",
            "ethereum",
            1,
            "mainnet",
            kHex,
            "wss://mainnet.infura.io/ws/v3/" + kHex);
        row("variable",
            "https://mainnet.helius-rpc.com/?api-key=${HELIUS}",
            "helius",
            "solana",
            0,
            "mainnet",
            "${HELIUS}",
            "wss://mainnet.helius-rpc.com/?api-key=${HELIUS}");
        row("unknown host", "https://rpc.example.com/v1/" + kHex, "", "", 0, "", kHex, "");
        row("unknown host, query",
            "https://rpc.example.com/?a=b&token=short",
            "",
            "",
            0,
            "",
            "short",
            "");
        row("unknown host, user",
            "https://me:pass@rpc.example.com/eth",
            "",
            "",
            0,
            "",
            "me:pass",
            "");
        row("unknown host, words",
            "https://rpc.example.com/ethereum-mainnet-archive-node-2",
            "",
            "",
            0,
            "",
            "",
            "");
        row("unknown host, WebSocket",
            "wss://rpc.example.com/x",
            "",
            "",
            0,
            "",
            "",
            "wss://rpc.example.com/x");
        row("lookalike",
            "https://eth-mainnet.g.alchemy.com.example.org/v2/" + kAlchemyKey,
            "",
            "",
            0,
            "",
            kAlchemyKey,
            "");
        row("lookalike, user",
            "https://mainnet.infura.io@example.org/v3/x",
            "",
            "",
            0,
            "",
            "mainnet.infura.io",
            "");
        row("provider, other path",
            "https://eth-mainnet.g.alchemy.com/nft/v3/" + kAlchemyKey,
            "alchemy",
            "ethereum",
            1,
            "mainnet",
            kAlchemyKey,
            "");
    }

    void detects()
    {
        QFETCH(const QByteArray, text);
        QFETCH(const QByteArray, key);
        const DetectedUrl found = detectUrl(text.toStdString());
        QCOMPARE(bytes(found.problem), QByteArray());
        QVERIFY(found.isUrl && !found.looksLikeKey);
        QTEST(bytes(found.providerId), "provider");
        QTEST(bytes(found.chain), "chain");
        QTEST(quint64{found.chainId}, "chainId");
        QTEST(bytes(found.network), "network");
        QCOMPARE(found.testnet, !found.network.empty() && found.network != "mainnet");
        QCOMPARE(bytes(found.key), key);
        QCOMPARE(bytes(found.url.substr(found.keyStart, found.key.size())), key);
        QTEST(bytes(found.wsUrl), "wsUrl");
        QVERIFY(found.url.starts_with("http"));
        if (!key.isEmpty() && !key.startsWith('$')) {
            const QByteArray shown = bytes(maskedUrl(found.url));
            QVERIFY2(!shown.contains(key) && shown.contains(kDots), shown.constData());
            QVERIFY2(!bytes(maskedUrl(found.wsUrl)).contains(key), maskedUrl(found.wsUrl).c_str());
        }
    }

    void knowsLocalAddresses_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<bool>("local");
        QTest::addColumn<QByteArray>("url");
        const auto row = [](const char *text, bool local, const char *url) {
            QTest::newRow(text) << QByteArray(text) << local << QByteArray(url);
        };
        row("localhost:8545", true, "http://localhost:8545");
        row("127.0.0.1:8899", true, "http://127.0.0.1:8899");
        row("http://127.1.2.3/x", true, "http://127.1.2.3/x");
        row("[::1]:8545", true, "http://[::1]:8545");
        row("10.1.2.3:8545", true, "http://10.1.2.3:8545");
        row("172.31.0.1", true, "http://172.31.0.1");
        row("172.32.0.1", false, "https://172.32.0.1");
        row("192.168.1.20:8545/rpc", true, "http://192.168.1.20:8545/rpc");
        row("169.254.1.1", true, "http://169.254.1.1");
        row("[fd00::1]:1", true, "http://[fd00::1]:1");
        row("node.local:8545", true, "http://node.local:8545");
        row("geth:8545", false, "https://geth:8545");
        row("8.8.8.8", false, "https://8.8.8.8");
        row("https://localhost", true, "https://localhost");
        row("localhost.example.com", false, "https://localhost.example.com");
    }

    void knowsLocalAddresses()
    {
        QFETCH(const QByteArray, text);
        const DetectedUrl found = detectUrl(text.toStdString());
        QCOMPARE(bytes(found.problem), QByteArray());
        QTEST(found.isLocal, "local");
        QTEST(bytes(found.url), "url");
        QVERIFY(found.key.empty());
    }

    void knowsKeysAlone_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("32 hex") << kHex;
        QTest::newRow("32 hex, dull") << QByteArray("11111111222222223333333344444444");
        QTest::newRow("UUID") << kUuid;
        QTest::newRow("Alchemy's") << "  " + kAlchemyKey + "\n";
        QTest::newRow("40 hex") << kQuickKey;
        QTest::newRow("JSON web token") << QByteArray(
            "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N");
    }

    void knowsKeysAlone()
    {
        QFETCH(const QByteArray, text);
        const DetectedUrl found = detectUrl(text.toStdString());
        QVERIFY(found.looksLikeKey && !found.isUrl && !found.problem.empty());
        QCOMPARE(bytes(found.key), text.trimmed());
        QCOMPARE(bytes(maskedUrl(text.trimmed().toStdString())), kDots);
    }

    void refuses_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("word");
        const auto row = [](const char *name, const QByteArray &text, const char *word) {
            QTest::newRow(name) << text << QByteArray(word);
        };
        row("nothing", "", "missing");
        row("blanks", " \n\t ", "missing");
        row("a word", "helius", "no address");
        row("words", "my own node", "no address");
        row("a number", "8545", "no address");
        row("other scheme", "ftp://example.com", "http://");
        row("script", "javascript://example.com/%0aalert(1)", "http://");
        row("file", "file:///etc/passwd", "http://");
        row("no host", "https://", "");
        row("no host, path", "https:///v2/" + kHex, "host");
        row("port", "https://example.com:99999/", "port");
        row("port, letters", "http://localhost:port", "port");
        row("homograph", "https://mainnet.\xd1\x96nfura.io/v3/" + kHex, "ASCII");
        row("not UTF-8", "https://example.com/\xff\xfe", "ASCII");
        row("NUL", QByteArray("https://exa\0mple.com/", 21), "control");
        row("newline inside", "https://exam\nple.com:x/", "");
        row("too long", "https://example.com/" + QByteArray(100000, 'a'), "too long");
        row("placeholder", "https://eth-mainnet.g.alchemy.com/v2/YOUR_API_KEY", "placeholder");
        row("placeholder, brackets", "https://mainnet.infura.io/v3/<key>", "placeholder");
        row("placeholder, braces", "https://mainnet.infura.io/v3/{apiKey}", "placeholder");
        row("IPv6 without brackets", "http://::1:8545", "brackets");
        row("open bracket", "http://[::1", "");
    }

    void refuses()
    {
        QFETCH(const QByteArray, text);
        QFETCH(const QByteArray, word);
        const DetectedUrl found = detectUrl(text.toStdString());
        QVERIFY2(bytes(found.problem).contains(word), found.problem.c_str());
        QVERIFY(!found.problem.empty() || word.isEmpty());
        QVERIFY(found.key.empty());
        QVERIFY(!bytes(found.problem).contains(kHex));
    }

    void variablesAreAddresses()
    {
        QVERIFY(detectUrl("$NODE_URL").isUrl);
        QCOMPARE(detectUrl("$NODE_URL").url, std::string("$NODE_URL"));
        QVERIFY(detectUrl("https://${HOST}/v2/x").problem.empty());
        QCOMPARE(maskedUrl("https://mainnet.helius-rpc.com/?api-key=${HELIUS_API_KEY_2026}"),
                 std::string("https://mainnet.helius-rpc.com/?api-key=${HELIUS_API_KEY_2026}"));
    }

    void masks_data()
    {
        QTest::addColumn<QByteArray>("url");
        QTest::addColumn<QByteArray>("shown");
        const auto row = [](const char *name, const QByteArray &url, const QByteArray &shown) {
            QTest::newRow(name) << url << shown;
        };
        row("nothing secret",
            "https://rpc.example.com/ext/bc/C/rpc?network=ethereum",
            "https://rpc.example.com/ext/bc/C/rpc?network=ethereum");
        row("path",
            "https://rpc.example.com/v1/" + kHex + "/x",
            "https://rpc.example.com/v1/" + kDots + "/x");
        row("several",
            "https://u:p@h.example/" + kHex + "?apikey=1&b=" + kUuid + "#" + kHex,
            "https://" + kDots + "@h.example/" + kDots + "?apikey=" + kDots + "&b=" + kDots + "#"
                + kDots);
        row("short key of a provider",
            "https://eth-mainnet.g.alchemy.com/v2/demo",
            "https://eth-mainnet.g.alchemy.com/v2/" + kDots);
        row("bare query", "https://h.example/?" + kHex, "https://h.example/?" + kDots);
        row("user alone", "https://secret@h.example/", "https://" + kDots + "@h.example/");
        row("key for a variable", "https://h.example/?key=$KEY", "https://h.example/?key=$KEY");
        row("no scheme", "h.example/" + kHex, "h.example/" + kDots);
        row("no address", "hello", "hello");
        row("empty", "", "");
    }

    void masks()
    {
        QFETCH(const QByteArray, url);
        QTEST(bytes(maskedUrl(url.toStdString())), "shown");
    }

    void survivesAnything()
    {
        QRandomGenerator random(7);
        const QByteArray alphabet = "ahtps:/.@?#&=[]%$ {}<>\"'1\n\xff\0-_";
        for (int round = 0; round < 20000; ++round) {
            std::string text = random.bounded(2) ? "https://" : "";
            for (quint32 i = random.bounded(30U); i > 0; --i)
                text += alphabet[static_cast<qsizetype>(
                    random.bounded(static_cast<quint32>(alphabet.size())))];
            const DetectedUrl found = detectUrl(text);
            QVERIFY(found.isUrl || !found.problem.empty());
            QVERIFY(found.keyStart + (found.isUrl ? found.key.size() : 0)
                    <= std::max(found.url.size(), found.keyStart));
            QVERIFY(!maskedUrl(text).empty() || text.empty());
        }
    }
};

SPILLWAY_TEST(ProvidersTest)

#include "tst_providers.moc"
