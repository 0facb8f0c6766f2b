// SPDX-License-Identifier: MIT
#include "config/configreader.h"
#include "importsamples.h"
#include "spillway/configedit.h"
#include "spillway/importing.h"
#include "testmain.h"

#include <algorithm>
#include <fstream>

using namespace spillway;
using test::kCascade;
using test::kEthproxy;
using test::kRpcPool;

namespace {

bool mentions(const ImportResult &result, std::string_view word)
{
    return std::any_of(result.notes.begin(), result.notes.end(), [&](const ImportNote &note) {
        return note.text.find(word) != std::string::npos;
    });
}

} // namespace

class ImportTest : public QObject
{
    Q_OBJECT

private:
    /// The imported text must be a configuration that `check` accepts.
    static std::shared_ptr<const Config> checked(const ImportResult &result)
    {
        qputenv("IMPORT_KEY", "abcdefgh12345678");
        const QTemporaryDir folder;
        const std::string path = folder.filePath(QStringLiteral("spillway.toml")).toStdString();
        std::ofstream(path) << result.text;
        const ConfigLoadResult loaded = loadConfig(path);
        for (const ConfigIssue &issue : loaded.issues)
            qWarning("%s", issue.toString().c_str());
        return loaded.config;
    }

private Q_SLOTS:

    void cascadeStaysAsItIs()
    {
        const ImportResult result = importConfigText(kCascade, "config.toml");
        QCOMPARE(result.error, std::string());
        QCOMPARE(result.dialect, std::string("CascadeRPC"));
        QVERIFY(result.text.find("# nodes of the trading bot\n") != std::string::npos);
        QVERIFY(result.text.find("50_000_000") != std::string::npos);
        QVERIFY(result.text.find("$IMPORT_KEY") != std::string::npos);
        QVERIFY(mentions(result, "0.0.0.0"));
        const auto config = checked(result);
        QVERIFY(config);
        QVERIFY(config->server.allowUnauthenticated);
        QCOMPARE(config->nodes.front().resetDay, 15);
        QCOMPARE(*config->nodes.front().threshold(), std::uint64_t{47500000});
    }

    void cascadeOnLoopbackNeedsNothing()
    {
        std::string text = kCascade;
        text.replace(text.find("0.0.0.0"), 7, "127.0.0.1");
        const ImportResult result = importConfigText(text, "config.toml");
        QVERIFY(result.text.find("allow_unauthenticated") == std::string::npos);
        QVERIFY(checked(result));
    }

    void cascadeForeignKeysAreNamed()
    {
        const ImportResult result = importConfigText(
            kCascade + "color = \"red\"\nlist = [\n  1,\n  2\n]\n\n[extra]\nkey = 1\n",
            "config.toml");
        QVERIFY(mentions(result, "nodes[0].color"));
        QVERIFY(mentions(result, "nodes[0].list"));
        QVERIFY(mentions(result, "extra"));
        QVERIFY(checked(result));
    }

    void rpcPool()
    {
        const ImportResult result = importConfigText(kRpcPool, "rpc-pool.toml");
        QCOMPARE(result.error, std::string());
        QCOMPARE(result.dialect, std::string("drm3 rpc-pool"));
        const auto config = checked(result);
        QVERIFY(config);
        QCOMPARE(config->server.port, std::uint16_t{8545});
        QCOMPARE(config->server.attemptTimeout, Milliseconds(8000));
        QVERIFY(config->server.requestTimeout >= Milliseconds(16000));
        QCOMPARE(config->routing.balance, Balance::LeastInFlight);
        QCOMPARE(config->health.penalty, PenaltyMode::Exponential);
        QCOMPARE(config->nodes.size(), std::size_t{3});
        QCOMPARE(config->nodes[0].name, std::string("paid"));
        QCOMPARE(config->nodes[0].maxInFlight, 50);
        QCOMPARE(config->nodes[0].auth.type, AuthType::UrlKey);
        QCOMPARE(config->nodes[1].name, std::string("mainnet.base.org"));
        QCOMPARE(config->nodes[1].tier, 1);
        QCOMPARE(config->nodes[1].methods.allow, std::vector<std::string>{"eth_call"});
        QCOMPARE(config->nodes[2].name, std::string("mainnet.base.org-2"));
        QCOMPARE(config->nodes[2].rpsLimit, 1.0);
        QCOMPARE(config->nodes[2].auth.value.reveal(), std::string("abcdefgh12345678"));
    }

    void rpcPoolTries_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<int>("maxRetries");
        QTest::addRow("every node") << QByteArray("max_retries = 0\n") << 0;
        QTest::addRow("one") << QByteArray("max_retries = 1\n") << 1;
        QTest::addRow("three") << QByteArray("max_retries = 3\n") << 2;
    }

    void rpcPoolTries()
    {
        QFETCH(const QByteArray, line);
        QFETCH(const int, maxRetries);
        const auto config =
            checked(importConfigText(line.toStdString() + kRpcPool, "rpc-pool.toml"));
        QVERIFY(config);
        QCOMPARE(config->routing.maxRetries, maxRetries);
    }

    void ethproxy()
    {
        const ImportResult result = importConfigText(kEthproxy, "config.yaml");
        QCOMPARE(result.error, std::string());
        QCOMPARE(result.dialect, std::string("ethproxy"));
        QVERIFY(mentions(result, "tracing"));
        const auto config = checked(result);
        QVERIFY(config);
        QCOMPARE(config->server.host, std::string("0.0.0.0"));
        QCOMPARE(config->server.statusPagePath, std::string());
        QVERIFY(config->server.clientRateLimit.enabled);
        QCOMPARE(config->server.clientRateLimit.requestsPerSecond, 10.0);
        QCOMPARE(config->chains.front().name, std::string("ethereum"));
        QCOMPARE(config->chains.front().chainId, std::uint64_t{1});
        QCOMPARE(config->chains.front().pollInterval, Milliseconds(3000));
        QCOMPARE(config->chains.front().reorgWindow, 256);
        QCOMPARE(config->chains.front().finalityDepth, 96);
        QCOMPARE(config->routing.balance, Balance::WeightedRoundRobin);
        QCOMPARE(config->routing.maxRetries, 2);
        QCOMPARE(config->cache.backend, CacheKind::Filesystem);
        QCOMPARE(config->security.blockedNamespaces, (std::vector<std::string>{"admin", "debug"}));
        QCOMPARE(config->cors.origins,
                 (std::vector<std::string>{"https://a.example", "https://b.example"}));
        const NodeConfig &node = config->nodes.front();
        QCOMPARE(node.name, std::string("eth.example.org"));
        QCOMPARE(node.weight, 2);
        QCOMPARE(node.rpsLimit, 20.0);
        QCOMPARE(node.burst, 40.0);
        QCOMPARE(node.cooldown, Milliseconds(5000));
        QCOMPARE(node.headers.front().first, std::string("X-Api-Key"));
        QCOMPARE(node.wsUrl.reveal(), std::string("wss://eth.example.org/v3/abcdefgh12345678"));
        QVERIFY(!node.methods.allows("debug_traceCall"));
        QCOMPARE(config->nodes[1].wsUrl.reveal(), std::string("ws://127.0.0.1:8547"));
    }

    void valuesThatCannotBeUsedAreNamed_data()
    {
        QTest::addColumn<QByteArray>("lines");
        QTest::addColumn<QByteArray>("key");
        for (const auto &[lines, key] :
             std::initializer_list<std::pair<const char *, const char *>>{
                 {"chainId: eth", "chainId (line 3)"},
                 {"chainId: 1_000", "chainId (line 3)"},
                 {"chainId: -1", "chainId (line 3)"},
                 {"cache:\n  shortTtlMs: .inf", "cache.shortTtlMs (line 4)"},
                 {"cache:\n  enabled: perhaps", "cache.enabled (line 4)"},
                 {"cache:\n  backend: redis\n  redis: yes please", "cache.redis (line 5)"},
                 {"cache:\n  backend: memory\n  redis:\n    keyPrefix: x",
                  "cache.redis.keyPrefix (line 6)"},
                 {"cache:\n  memory:\n    maxEntries: many", "cache.memory.maxEntries (line 5)"},
                 {"security: open", "security (line 3)"},
                 {"security:\n  maxBodyBytes: 1MB", "security.maxBodyBytes (line 4)"},
                 {"security:\n  blockedNamespaces: {admin: true}",
                  "security.blockedNamespaces (line 4)"},
                 {"health:\n  pollIntervalMs: 5s", "health.pollIntervalMs (line 4)"},
                 {"    weight: -1", "upstreams[0].weight (line 3)"},
                 {"    weight: [2]", "upstreams[0].weight (line 3)"},
                 {"    cooldownMs: -5", "upstreams[0].cooldownMs (line 3)"},
                 {"    methods: [eth_call]", "upstreams[0].methods (line 3)"},
                 {"    methods:\n      allow: {eth_call: true}",
                  "upstreams[0].methods.allow (line 4)"},
                 {"    headers: [a, b]", "upstreams[0].headers (line 3)"},
                 {"    headers: {X: {y: 1}}", "upstreams[0].headers.X (line 3)"},
                 {"    headers: {X: a$$b}", "upstreams[0].headers.X (line 3)"},
                 {"    methods:\n      deny: [eth_call, {x: 1}]",
                  "upstreams[0].methods.deny[1] (line 4)"},
                 {"    rateLimit: {burst: 0}", "upstreams[0].rateLimit.burst (line 3)"},
                 {"    rateLimit: fast", "upstreams[0].rateLimit (line 3)"},
                 {"    rateLimit:\n      requestsPerSecond: abc",
                  "upstreams[0].rateLimit.requestsPerSecond (line 4)"},
                 {"    <<: text", "upstreams[0].<< (line 3)"},
             })
            QTest::addRow("%s", lines) << QByteArray(lines) << QByteArray(key);
    }

    void valuesThatCannotBeUsedAreNamed()
    {
        QFETCH(const QByteArray, lines);
        QFETCH(const QByteArray, key);
        const ImportResult result = importConfigText(
            "upstreams:\n  - url: http://a.example/\n" + lines.toStdString() + "\n", "f.yaml");
        QCOMPARE(result.error, std::string());
        QVERIFY2(mentions(result, key.toStdString()), result.text.c_str());
        QVERIFY(checked(result));
    }

    void rpcPoolNamesWhatItCannotUse_data()
    {
        QTest::addColumn<QByteArray>("pool");
        QTest::addColumn<QByteArray>("endpoint");
        QTest::addColumn<QByteArray>("key");
        for (const char *line : {"listen = 8545",
                                 "max_retries = \"3\"",
                                 "max_retries = -1",
                                 "request_timeout_ms = \"15s\"",
                                 "demotion_threshold = \"x\"",
                                 "rollup_window_s = \"abc\""}) {
            const QByteArray key = QByteArray(line).split(' ').first();
            QTest::newRow(line) << QByteArray(line) << QByteArray() << key + " (line 1)";
        }
        for (const char *line : {"max_rps = \"5\"",
                                 "max_rps = true",
                                 "max_rps = -1",
                                 "max_rps = nan",
                                 "max_in_flight = \"x\"",
                                 "max_in_flight = -3",
                                 "priority = \"high\"",
                                 "label = 5",
                                 "capabilities = \"eth_call\"",
                                 "capabilities = [5]"}) {
            const QByteArray key = QByteArray(line).split(' ').first();
            QTest::newRow(line) << QByteArray() << QByteArray(line)
                                << "endpoints[0]." + key + " (line 4)";
        }
    }

    void rpcPoolNamesWhatItCannotUse()
    {
        QFETCH(const QByteArray, pool);
        QFETCH(const QByteArray, endpoint);
        QFETCH(const QByteArray, key);
        const ImportResult result =
            importConfigText(pool.toStdString() + "\n[[endpoints]]\nurl = \"https://a.example/\"\n"
                                 + endpoint.toStdString() + "\n",
                             "pool.toml");
        QCOMPARE(result.error, std::string());
        QVERIFY2(mentions(result, key.toStdString() + " cannot be used as it is written: left out"),
                 result.text.c_str());
        QVERIFY(checked(result));
    }

    /// Which dollars are variables differs from dialect to dialect; none becomes another address unsaid.
    void dollarsMeanWhatTheyMeant_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("url");
        QTest::addColumn<bool>("noted");
        const auto pool = [](const char *url) {
            return "[[endpoints]]\nurl = \"" + QByteArray(url) + "\"\n";
        };
        const auto cascade = [](const char *url) {
            return "[server]\nport = 8599\n[[nodes]]\nname = \"a\"\nrps_limit = 5\n"
                   "monthly_limit = 10\nurl = \""
                   + QByteArray(url) + "\"\n";
        };
        QTest::newRow("drm3, plain")
            << pool("https://a/$x$$y$") << QByteArray("https://a/$x$$y$") << false;
        QTest::newRow("drm3, variable")
            << pool("https://a/${IMPORT_KEY}") << QByteArray("https://a/abcdefgh12345678") << false;
        QTest::newRow("CascadeRPC, variable") << cascade("https://a/$IMPORT_KEY")
                                              << QByteArray("https://a/abcdefgh12345678") << false;
        QTest::newRow("CascadeRPC, two")
            << cascade("https://a/p$$w") << QByteArray("https://a/p$w") << true;
        QTest::newRow("list") << QByteArray("https://a/p$$w\n") << QByteArray("https://a/p$w")
                              << true;
        QTest::newRow("ethproxy, alone") << QByteArray("upstreams:\n  - https://a/p$$w\n")
                                         << QByteArray("https://a/p$w") << true;
    }

    void dollarsMeanWhatTheyMeant()
    {
        QFETCH(const QByteArray, text);
        QFETCH(const QByteArray, url);
        QFETCH(const bool, noted);
        const ImportResult result = importConfigText(text.toStdString(), "f");
        QCOMPARE(result.error, std::string());
        const auto config = checked(result);
        QVERIFY(config);
        QCOMPARE(config->nodes.at(0).url.reveal(), url.toStdString());
        QCOMPARE(std::any_of(result.notes.begin(),
                             result.notes.end(),
                             [](const ImportNote &note) {
                                 return note.kind == ImportNote::Kind::Variable;
                             }),
                 noted);
    }

    void rpcPoolAuthInASectionOfItsOwn()
    {
        const ImportResult result =
            importConfigText("[[endpoints]]\nurl = \"https://a.example/\"\n[endpoints.auth]\n"
                             "type = \"bearer\"\ntoken = \"${IMPORT_KEY}\"\n",
                             "pool.toml");
        const auto config = checked(result);
        QVERIFY2(config, result.text.c_str());
        QCOMPARE(config->nodes.at(0).auth.type, AuthType::Bearer);
    }

    /// What the check refuses afterwards is said beforehand; a variable or a price list that is elsewhere is not.
    void whatWillBeRefusedIsNamed()
    {
        const ImportResult result = importConfigText("[server]\nport = 99999\n"
                                                     "[[nodes]]\nname = \"A\"\n"
                                                     "url = \"http://a.example/$NOT_SET_HERE\"\n"
                                                     "tier = 300\nrps_limit = 5\n"
                                                     "monthly_limit = 10\n"
                                                     "provider_pricing_path = \"./prices.toml\"\n"
                                                     "[[nodes]]\nname = \"A\"\n"
                                                     "url = \"http://b.example/\"\n",
                                                     "config.toml");
        QCOMPARE(result.dialect, std::string("CascadeRPC"));
        std::vector<std::string> refused;
        for (const ImportNote &note : result.notes) {
            if (note.kind == ImportNote::Kind::Refused)
                refused.push_back(note.values.at(0));
        }
        QCOMPARE(refused,
                 (std::vector<std::string>{"server.port", "nodes[0].tier", "nodes[1].name"}));
        QVERIFY(mentions(result, "nodes[0].tier will be refused: 300 is out of range"));
        std::vector<ConfigIssue> issues = readConfigText(result.text, "x.toml", {}).issues;
        QVERIFY(std::any_of(issues.begin(), issues.end(), [&](const ConfigIssue &issue) {
            return issue.key == "nodes[1].name" && mentions(result, issue.message);
        }));
        QVERIFY(result.text.find("\ntier = 300\n") != std::string::npos);
    }

    void ethproxyWaysOfWriting()
    {
        const ImportResult result =
            importConfigText("common: &common\n"
                             "  weight: 3\n"
                             "  methods: {allow: \"eth_call, eth_chainId\"}\n"
                             "upstreams:\n"
                             "  - url: http://a.example/\n"
                             "    <<: *common\n"
                             "chainId: 0x89\n"
                             "rateLimit: false\n"
                             "cache: true\n"
                             "txpool: true\n"
                             "health: {maxRetries: 1}\n"
                             "security: {blockedNamespaces: admin}\n"
                             "---\n"
                             "second: 1\n",
                             "f.yaml");
        QCOMPARE(result.error, std::string());
        const auto config = checked(result);
        QVERIFY(config);
        QCOMPARE(config->nodes.front().weight, 3);
        QCOMPARE(config->nodes.front().methods.allow,
                 (std::vector<std::string>{"eth_call", "eth_chainId"}));
        QCOMPARE(config->chains.front().chainId, std::uint64_t{137});
        QVERIFY(config->chains.front().pendingMirror);
        QVERIFY(!config->server.clientRateLimit.enabled);
        QVERIFY(config->cache.enabled);
        QCOMPARE(config->security.blockedNamespaces, std::vector<std::string>{"admin"});
        QVERIFY(mentions(result, "health.maxRetries"));
        QVERIFY(mentions(result, "only the first is read"));
    }

    void rpcPoolPrioritiesKeepTheirOrder()
    {
        std::string text;
        for (const char *priority : {"400", "-2", "300", "1000"})
            text += "[[endpoints]]\nurl = \"http://127.0.0.1:1/\"\npriority = "
                    + std::string(priority) + "\n";
        const ImportResult result = importConfigText(text, "rpc-pool.toml");
        const auto config = checked(result);
        QVERIFY(config);
        std::vector<int> tiers;
        for (const NodeConfig &node : config->nodes)
            tiers.push_back(node.tier);
        QCOMPARE(tiers, (std::vector<int>{2, 0, 1, 3}));
        QVERIFY(mentions(result, "numbered anew"));
    }

    void urlListsAsPeopleWriteThem()
    {
        const ImportResult result =
            importConfigText("- https://a.example/rpc,\n"
                             "\"HTTPS://b.example/x#y\"   # the paid one\n"
                             "wss://c.example\n"
                             "https://c.example, https://d.example\tthe second\n"
                             "htps://d.example\n",
                             "urls.txt");
        QCOMPARE(result.error, std::string());
        const auto config = checked(result);
        QVERIFY(config);
        QCOMPARE(config->nodes.size(), std::size_t{4});
        QCOMPARE(config->nodes[0].url.reveal(), std::string("https://a.example/rpc"));
        QCOMPARE(config->nodes[3].url.reveal(), std::string("https://d.example"));
        QVERIFY(mentions(result, "line 3"));
        QVERIFY(mentions(result, "line 4"));
        QVERIFY(mentions(result, "line 5"));
    }

    void urlList()
    {
        const ImportResult result = importConfigText(
            "# mine\nhttps://a.example/rpc\r\n\n  http://127.0.0.1:8545\nhttps://a.example/two\n"
            "HTTPS://a.example/rpc\n",
            "urls.txt");
        QCOMPARE(result.dialect, std::string("URL list"));
        const auto config = checked(result);
        QVERIFY(config);
        QCOMPARE(config->nodes.size(), std::size_t{3});
        QCOMPARE(config->nodes[2].name, std::string("a.example-2"));
        QVERIFY(mentions(result, "line 6 repeats an address"));
    }

    void ownConfigStaysUntouched()
    {
        const std::string own =
            "[chains.base]\nkind = \"evm\"\n[[nodes]]\nname = \"a\"\nurl = \"https://a.example\"\n";
        const ImportResult result = importConfigText(own, "spillway.toml");
        QCOMPARE(result.dialect, std::string("Spillway"));
        QCOMPARE(result.text, own);
        const std::string flat = "[server]\nstate_dir = \"/tmp/x\"\n[[nodes]]\nname = \"a\"\nurl = "
                                 "\"https://a.example\"\n";
        QCOMPARE(importConfigText(flat, "spillway.toml").text, flat);
    }

    void refused_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("says");
        QTest::addRow("prose") << QByteArray("hello world, this is no config\n")
                               << QByteArray("f:1:");
        QTest::addRow("empty") << QByteArray() << QByteArray("neither [[nodes]]");
        QTest::addRow("other toml")
            << QByteArray("[package]\nname = \"x\"\n") << QByteArray("neither [[nodes]]");
        QTest::addRow("price list")
            << QByteArray("[routing]\neth_call = 10\n") << QByteArray("neither [[nodes]]");
        QTest::addRow("endpoint without url")
            << QByteArray("[[endpoints]]\nlabel = \"x\"\n") << QByteArray("has no url");
        QTest::addRow("yaml without url")
            << QByteArray("upstreams:\n  - weight: 1\n") << QByteArray("has no url");
        QTest::addRow("an address that is not UTF-8")
            << QByteArray("http://a/\nhttp://\xef\xbbm/\n") << QByteArray("f:2: not valid UTF-8");
        QTest::addRow("yaml with no list") << QByteArray("upstreams: 5\n") << QByteArray("no list");
        QTest::addRow("broken yaml")
            << QByteArray("upstreams:\n  - url: [1, 2\n") << QByteArray("f:");
        QTest::addRow("a yaml key that stands there twice")
            << QByteArray("upstreams:\n  - url: http://a/\n    url: http://b/\n")
            << QByteArray("f: upstreams[0].url (line 3) stands there twice");
        QTest::addRow("no http address")
            << QByteArray("wss://a.example\n") << QByteArray("f: there is no http");
        QTest::addRow("deep yaml")
            << QByteArray("upstreams: ") + QByteArray(100000, '[') << QByteArray("too deeply");
        QTest::addRow("deep by indentation") << deep() << QByteArray("too deeply");
        QTest::addRow("deep toml")
            << QByteArray("nodes = ") + QByteArray(100000, '[') << QByteArray("f:1:");
    }

    void refused()
    {
        QFETCH(const QByteArray, text);
        QFETCH(const QByteArray, says);
        const ImportResult result = importConfigText(text.toStdString(), "f");
        QVERIFY(result.text.empty());
        QVERIFY2(QByteArray::fromStdString(result.error).contains(says), result.error.c_str());
        QVERIFY(result.error.find('\n') == std::string::npos);
    }

    void missingFile()
    {
        const ImportResult result = importConfig("/nonexistent/config.toml");
        QVERIFY(result.error.find("/nonexistent/config.toml") != std::string::npos);
    }

private:
    static QByteArray deep()
    {
        QByteArray text("upstreams:\n");
        for (int i = 1; i < 2000; ++i)
            text += QByteArray(i, ' ') + "a:\n";
        return text;
    }
};

SPILLWAY_TEST(ImportTest)
#include "tst_import.moc"
