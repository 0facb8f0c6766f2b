// SPDX-License-Identifier: MIT
#include "configtext.h"
#include "core/redact.h"
#include "testmain.h"

#include <QDir>
#include <QTemporaryDir>

using namespace spillway;
using namespace spillway::test;
using namespace std::chrono_literals;

namespace {

QByteArray dataFile(const char *name)
{
    QFile file(QStringLiteral(SPILLWAY_SOURCE_DIR "/tests/data/config/") + QLatin1String(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class ConfigTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void init() { redact::reset(); }

    void cleanupTestCase() { redact::reset(); }

    // --- good ones -----------------------------------------------------------------------------------

    void everyKeyOfTheContract()
    {
        const auto config = good(dataFile("every_key.toml"));
        ;
        QVERIFY(config);
        const ServerConfig &s = config->server;
        QCOMPARE(s.host, std::string("localhost"));
        QCOMPARE(s.port, std::uint16_t(0));
        QVERIFY(!s.enableMetrics);
        QCOMPARE(s.workerThreads, 4);
        QCOMPARE(s.requestTimeout, 20000ms);
        QCOMPARE(s.attemptTimeout, 10000ms);
        QCOMPARE(s.connectTimeout, 1500ms);
        QCOMPARE(s.heavyRequestTimeout, 90000ms);
        QCOMPARE(s.maxInFlight, 500);
        QCOMPARE(s.io, IoBackend::Epoll);
        QCOMPARE(s.stateDir, (QDir::currentPath() + QStringLiteral("/state")).toStdString());
        QCOMPARE(s.statusPagePath, std::string("/pool"));
        QVERIFY(!s.responseHeaders);
        QCOMPARE(s.rollupWindowS, 0);
        QCOMPARE(s.keepAliveTimeout, 5000ms);
        QCOMPARE(s.tokens.size(), std::size_t(2));
        QCOMPARE(s.tokens[0].name, std::string("token-1"));
        QCOMPARE(s.tokens[0].token.reveal(), variables().at("TOKEN"));
        QCOMPARE(s.tokens[1].name, std::string("bob"));
        QCOMPARE(s.tokens[1].token.reveal(), variables().at("SECOND"));
        QCOMPARE(s.tokens[1].chains, std::vector<std::string>{"solana"});
        QVERIFY(s.tokens[1].methods.allows("getSlot") && !s.tokens[1].methods.allows("getX")
                && !s.tokens[1].methods.allows("x"));
        QCOMPARE(s.tokens[1].rpsLimit, 2.5);
        QVERIFY(s.clientRateLimit.enabled);
        QCOMPARE(s.clientRateLimit.requestsPerSecond, 5.0);
        QCOMPARE(s.clientRateLimit.burst, 10.0);
        QCOMPARE(s.clientRateLimit.wsBurst, 14.0);
        QCOMPARE(s.clientRateLimit.maxSubscriptions, 3);
        QCOMPARE(s.clientRateLimit.trustedProxies.size(), std::size_t(2));
        QCOMPARE(config->routing,
                 (RoutingConfig{Balance::WeightedRoundRobin, 3, 100ms, 900ms, 95, 7}));
        QCOMPARE(config->health,
                 (HealthConfig{PenaltyMode::Exponential, 1000ms, 4, 500ms, 60000ms}));
        const SecurityConfig &sec = config->security;
        QCOMPARE(sec.maxBodyBytes, std::size_t(2048));
        QCOMPARE(sec.maxHeaderBytes, std::size_t(4096));
        QCOMPARE(sec.maxBatchSize, 7);
        QCOMPARE(sec.headerTimeout, 500ms);
        QCOMPARE(sec.bodyTimeout, 600ms);
        QCOMPARE(sec.maxConnections, 20);
        QCOMPARE(sec.maxConnectionsPerAddress, 5);
        QCOMPARE(sec.maxResponseBytes, std::size_t(1000));
        QCOMPARE(sec.maxLogsRange, std::uint64_t(50));
        QCOMPARE(sec.maxFilters, std::size_t(40));
        QCOMPARE(sec.maxFiltersPerClient, std::size_t(4));
        QCOMPARE(sec.blockedNamespaces, (std::vector<std::string>{"debug", "admin", "web4"}));
        QCOMPARE(sec.allowedHosts, std::vector<std::string>{"my.host"});
        QCOMPARE(sec.sideEffectMethods, std::vector<std::string>{"foo_send"});
        QCOMPARE(sec.heavyMethods, std::vector<std::string>{"foo_scan"});
        QCOMPARE(config->cors.origins, (std::vector<std::string>{"http://localhost:3000", "*"}));
        QCOMPARE(config->log.level, std::string("warn"));
        QCOMPARE(config->log.categories,
                 (std::map<std::string, std::string>{{"node", "warn"}, {"request", "debug"}}));
        QCOMPARE(config->cache.backend, CacheKind::Redis);
        QCOMPARE(config->cache.redisUrl.reveal(), std::string("redis://:pass@127.0.0.1:6379/2"));
        QCOMPARE(config->cache.redisKeyPrefix, std::string("x:"));
        QCOMPARE(config->chains.size(), std::size_t(2));
        QCOMPARE(config->chains[0].balance, std::optional(Balance::LeastInFlight));
        const ChainConfig &other = config->chains[1];
        QCOMPARE(other.path, std::string("/five"));
        QCOMPARE(other.heads, HeadsMode::Poll);
        QCOMPARE(other.pollInterval, 100ms);
        QCOMPARE(other.maxBlockLag, 2);
        QVERIFY(!other.cache && other.pendingMirror && other.syncingMirror);
        QCOMPARE(other.finalityDepth, 200);
        QCOMPARE(other.reorgWindow, 200); // the default grows with the depth
        QCOMPARE(other.wsConnections, 5);
        QCOMPARE(other.minTtl, 100ms); // and this one shrinks with its ceiling
        const NodeConfig &n = config->nodes[0];
        QCOMPARE(n.url.reveal(),
                 "https://h.example:8443/a%20b//c?x=" + variables().at("KEY") + "&y={z}");
        QCOMPARE(n.wsUrl.reveal(), std::string("wss://h.example/ws"));
        QCOMPARE(n.chain, std::string("other"));
        QCOMPARE(n.tier, 3);
        QCOMPARE(n.weight, 9);
        QCOMPARE(n.rpsLimit, 0.5);
        QCOMPARE(n.burst, 4.0);
        QVERIFY(n.learnRps);
        QCOMPARE(n.maxConcurrent, 16);
        QCOMPARE(n.maxInFlight, 8);
        QCOMPARE(n.maxBatchSize, 10);
        QCOMPARE(n.monthlyLimit, std::uint64_t(50000000));
        QCOMPARE(n.resetDay, 31);
        QCOMPARE(n.pricingPath, std::string("builtin:alchemy-evm"));
        QCOMPARE(n.prices->cost("eth_call"), std::optional<std::uint64_t>(26));
        QCOMPARE(n.auth, (NodeAuth{AuthType::Header, "X-Key", Secret(variables().at("KEY"))}));
        QCOMPARE(n.headers.size(), std::size_t(2));
        QCOMPARE(n.headers[0].first, std::string("X-B"));
        QVERIFY(n.methods.allows("eth_call") && !n.methods.allows("eth_getLogs")
                && !n.methods.allows("net_version"));
        QCOMPARE(n.cooldown, 9000ms);
        QCOMPARE(config->nodes[1].name, std::string("M"));
        QCOMPARE(config->nodes[1].chain, std::string("solana"));
        QCOMPARE(config->nodes[1].methods.allow, std::vector<std::string>{"getSlot"});
        QCOMPARE(config->nodes[1].auth,
                 (NodeAuth{AuthType::Bearer, {}, Secret(variables().at("TOKEN"))}));
    }

    void cascadeConfigLoadsUnchanged()
    {
        QTemporaryDir dir;
        const auto write = [&](const char *name, const QByteArray &text) {
            const QString path = dir.filePath(QString::fromLatin1(name));
            QDir().mkpath(QFileInfo(path).absolutePath());
            QFile file(path);
            QVERIFY(file.open(QIODevice::WriteOnly));
            QCOMPARE(file.write(text), text.size());
        };
        write("config/provider_config/helius.toml", dataFile("cascaderpc_helius.toml"));
        write("config/balancer_config/config.toml", dataFile("cascaderpc_config.toml"));
        const QString before = QDir::currentPath();
        QVERIFY(QDir::setCurrent(dir.path()));
        const ReadResult result =
            readConfigFile("config/balancer_config/config.toml", readOptions());
        QVERIFY(QDir::setCurrent(before));
        QCOMPARE(problems(result.issues), QByteArray());
        QVERIFY(result.config);
        const NodeConfig &node = result.config->nodes[0];
        QCOMPARE(node.url.reveal(),
                 std::string("https://mainnet.helius-rpc.com/?api-key=0f1e2d3c-4b5a-6978"));
        QCOMPARE(node.prices->cost("getProgramAccounts"), std::optional<std::uint64_t>(50));
        QCOMPARE(node.prices->cost("helius_getPriorityFeeEstimate"),
                 std::optional<std::uint64_t>(50));
        QCOMPARE(node.prices->cost("getSlot"), std::optional<std::uint64_t>(20));
        QCOMPARE(node.resetDay, 15);
        QVERIFY(!result.config->server.enableMetrics);
    }

    void goodOnes_data()
    {
        QTest::addColumn<QByteArray>("text");
        const auto row = [](const char *name, const QByteArray &text) {
            QTest::newRow(name) << text;
        };
        const QByteArray node = kNode;
        row("crlf", QByteArray(node).replace("\n", "\r\n"));
        row("byte order mark", "\xef\xbb\xbf" + node);
        row("no line end", node.trimmed());
        row("comments with brackets", "# [[[[ { \"\n" + node);
        row("umlauts", node + "[[nodes]]\nname = \"Größe ✓\"\nurl = \"http://h/\"\n");
        row("inline nodes", "nodes = [{ name = \"A\", url = \"http://h/\" }]\n");
        row("host in brackets", "[server]\nhost = \"[::1]\"\n" + node);
        row("other loopback", "[server]\nhost = \"127.9.9.9\"\n" + node);
        row("open on purpose",
            "[server]\nhost = \"0.0.0.0\"\nallow_unauthenticated = true\n" + node);
        row("open on purpose, under auth",
            "[server]\nhost = \"::\"\n[server.auth]\nallow_unauthenticated = true\n" + node);
        row("open with tokens",
            "[server]\nhost = \"0.0.0.0\"\n[server.auth]\ntokens = [\"$TOKEN\"]\n" + node);
        row("tokens as tables",
            "[[server.auth.tokens]]\nname = \"a\"\ntoken = \"$TOKEN\"\n" + node);
        row("host from a variable", "[server]\nhost = \"$HOST\"\n" + node);
        row("no status page", "[server]\nstatus_page = false\n" + node);
        row("other spelling of the status page", "[server]\nstatus_page_path = \"/page\"\n" + node);
        row("naming the default chain", node + "chain = \"default\"\n");
        row("empty lists", node + "methods = { allow = [], deny = [] }\nheaders = { }\n");
        row("methods as a list", node + "methods = [\"eth_call\"]\n");
        row("auth none", node + "auth = { type = \"none\" }\n");
        row("auth url_key", node + "auth = { type = \"url_key\" }\n");
        row("zero means no limit", node + "rps_limit = 0\nmonthly_limit = 0\nmax_concurrent = 0\n");
        row("highest values",
            node + "tier = 255\nreset_day = 31\nmonthly_limit = 9007199254740992\n");
        row("port of the node", "[[nodes]]\nname = \"A\"\nurl = \"HTTP://h:65535\"\n");
        row("first chain on /", "[chains.a]\npath = \"/\"\n" + node);
        row("chains in one table", "[chains]\na = { kind = \"evm\" }\n" + node);
        row("chains with dotted keys", "chains.a.kind = \"solana\"\n" + node);
        row("filesystem cache",
            "[cache]\nbackend = \"filesystem\"\npath = \"c\"\nmax_bytes = 1000\nsweep_interval_ms "
            "= 0\n"
                + node);
        row("cache with sub-tables",
            "[cache]\nbackend = \"redis\"\n[cache.redis]\nurl = \"rediss://r:1\"\nkey_prefix = "
            "\"p\"\n"
                + node);
        row("redis at a local socket",
            "[cache]\nbackend = \"redis\"\nurl = \"unix://:p@/run/redis/redis.sock?db=3\"\n"
                + node);
        row("deep enough brackets",
            node
                + "methods = { allow = [\"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[\"] "
                  "}\n");
    }

    void goodOnes()
    {
        QFETCH(QByteArray, text);
        const ReadResult result = readText(text);
        QCOMPARE(problems(result.issues), QByteArray());
        QVERIFY(result.config);
    }

    // --- single rules --------------------------------------------------------------------------------

    void chainsKeepTheOrderOfTheFile()
    {
        QByteArray text;
        std::vector<std::string> expected;
        for (const char *name : {"zeta", "alpha", "mid", "beta", "omega", "a1", "z9"}) {
            text += "[chains." + QByteArray(name) + "]\n";
            expected.emplace_back(name);
        }
        text += "[chains.inline]\nkind = \"evm\"\n";
        expected.emplace_back("inline");
        const ReadResult result = readText(text + kNode);
        QVERIFY(result.config);
        std::vector<std::string> found;
        for (const ChainConfig &chain : result.config->chains)
            found.push_back(chain.name);
        QCOMPARE(found, expected);
        QCOMPARE(result.config->nodes[0].chain, std::string("zeta"));
        QCOMPARE(static_cast<int>(result.config->chains[2].line), 3);
    }

    void timeoutDefaultsFollowTheRequestTimeout_data()
    {
        QTest::addColumn<int>("request");
        QTest::addColumn<int>("attempt");
        QTest::addColumn<int>("connect");
        QTest::addColumn<int>("heavy");
        QTest::newRow("short") << 1000 << 500 << 1000 << 60000;
        QTest::newRow("one") << 1 << 1 << 1 << 60000;
        QTest::newRow("middle") << 7999 << 3999 << 3000 << 60000;
        QTest::newRow("enough") << 8000 << 4000 << 3000 << 60000;
        QTest::newRow("long") << 120000 << 4000 << 3000 << 120000;
    }

    void timeoutDefaultsFollowTheRequestTimeout()
    {
        QFETCH(int, request);
        QFETCH(int, attempt);
        QFETCH(int, connect);
        QFETCH(int, heavy);
        const auto config =
            good("[server]\nrequest_timeout_ms = " + QByteArray::number(request) + "\n" + kNode);
        QVERIFY(config);
        QCOMPARE(config->server.attemptTimeout, Milliseconds(attempt));
        QCOMPARE(config->server.connectTimeout, Milliseconds(connect));
        QCOMPARE(config->server.heavyRequestTimeout, Milliseconds(heavy));
    }

    void loopbackDecidesMetricsAndClientLimit()
    {
        const auto open = good("[server]\nhost = \"0.0.0.0\"\nallow_unauthenticated = true\n"
                               + QByteArray(kNode));
        QVERIFY(open);
        QVERIFY(!open->server.enableMetrics);
        QVERIFY(open->server.clientRateLimit.enabled);
        QVERIFY(open->server.allowUnauthenticated);
        const auto chosen = good(
            "[server]\nhost = \"0.0.0.0\"\nallow_unauthenticated = true\nenable_metrics = true\n"
            "[server.client_rate_limit]\nenabled = false\n"
            + QByteArray(kNode));
        QVERIFY(chosen);
        QVERIFY(chosen->server.enableMetrics);
        QVERIFY(!chosen->server.clientRateLimit.enabled);
    }

    void loopbackAddresses()
    {
        ServerConfig server;
        for (const char *host : {"127.0.0.1", "localhost", "::1", "127.1.2.3"}) {
            server.host = host;
            QVERIFY2(server.isLoopback(), host);
        }
        for (const char *host : {"0.0.0.0", "::", "10.0.0.1", "example.org", ""}) {
            server.host = host;
            QVERIFY2(!server.isLoopback(), host);
        }
    }

    void credentialsInTheUrlBecomeAHeader()
    {
        const auto config =
            good("[[nodes]]\nname = \"A\"\nurl = \"https://user:p%40ss@h.example/rpc?x=1\"\n"
                 "ws_url = \"wss://user:p%40ss@h.example/ws\"\n");
        QVERIFY(config);
        const NodeConfig &node = config->nodes[0];
        QCOMPARE(node.url.reveal(), std::string("https://h.example/rpc?x=1"));
        QCOMPARE(node.wsUrl.reveal(), std::string("wss://h.example/ws"));
        QCOMPARE(node.headers.size(), std::size_t(1));
        QCOMPARE(node.headers[0].first, std::string("Authorization"));
        QCOMPARE(node.headers[0].second.reveal(), std::string("Basic dXNlcjpwQHNz"));
        QCOMPARE(redact::apply("user:p@ss p%40ss dXNlcjpwQHNz"),
                 std::string("*** *** dXNlcjpwQHNz"));
        QCOMPARE(redact::apply("Basic dXNlcjpwQHNz"), std::string("***"));
    }

    void urlsStayAsWritten_data()
    {
        QTest::addColumn<QByteArray>("url");
        for (const char *url : {"http://h",
                                "http://h/",
                                "http://h//a/../b/%2f%2F?a=b&&c=%20|{}\\\\",
                                "https://H.Example:443/?",
                                "http://[::1]:8545/x",
                                "http://1.2.3.4",
                                "http://h?x=1",
                                "http://h/a@b:c?d=e@f"})
            QTest::newRow(url) << QByteArray(url);
    }

    void urlsStayAsWritten()
    {
        QFETCH(QByteArray, url);
        const auto config = good("[[nodes]]\nname = \"A\"\nurl = '" + url + "'\n");
        QVERIFY(config);
        QCOMPARE(config->nodes[0].url.reveal(), url.toStdString());
    }

    void fragmentIsDropped()
    {
        const ReadResult result =
            readText("[[nodes]]\nname = \"A\"\nurl = \"http://h/x?y=1#frag?z\"\n");
        QVERIFY(result.config);
        QCOMPARE(result.config->nodes[0].url.reveal(), std::string("http://h/x?y=1"));
    }

    void dollarSigns()
    {
        const auto config = good("[[nodes]]\nname = \"5$\"\nurl = \"http://h/$$KEY/a$\"\n");
        QVERIFY(config);
        QCOMPARE(config->nodes[0].name, std::string("5$"));
        QCOMPARE(config->nodes[0].url.reveal(), std::string("http://h/$KEY/a$"));
    }

    void mayBeEmptyForTheDesktopApp()
    {
        ReadOptions empty = readOptions();
        empty.allowNoNodes = true;
        const ReadResult result = readConfigText("", "c.toml", empty);
        QVERIFY(result.issues.empty());
        QVERIFY(result.config);
        QVERIFY(result.config->nodes.empty());
        QCOMPARE(result.config->chains.size(), std::size_t(1));
    }

    void pathsAreRelativeToTheConfig()
    {
        QTemporaryDir dir;
        const std::string folder = QFileInfo(dir.path()).absoluteFilePath().toStdString();
        const auto stateDir = [&](const QByteArray &value) {
            const std::string text =
                ("[server]\nstate_dir = \"" + value + "\"\n" + kNode).toStdString();
            return readConfigText(text, folder + "/c.toml", readOptions()).config->server.stateDir;
        };
        QCOMPARE(stateDir("state"), folder + "/state");
        QCOMPARE(stateDir("./a/../b"), folder + "/b");
        QCOMPARE(stateDir("/abs"), std::string("/abs"));
        QCOMPARE(stateDir("~/x"), QDir::homePath().toStdString() + "/x");
        const std::string cache =
            ("[server]\nstate_dir = \"s\"\n[cache]\nbackend = \"filesystem\"\n" + QByteArray(kNode))
                .toStdString();
        const auto config = readConfigText(cache, folder + "/c.toml", readOptions()).config;
        QCOMPARE(config->cache.path, folder + "/s/cache");
        QCOMPARE(config->cache.maxBytes, std::uint64_t(1073741824));
    }

    void certificateFiles()
    {
        QTemporaryDir dir;
        const auto write = [&](const char *name, const QByteArray &text) {
            QFile file(dir.filePath(QString::fromLatin1(name)));
            QVERIFY(file.open(QIODevice::WriteOnly));
            QCOMPARE(file.write(text), text.size());
        };
        write("ca.pem", "-----BEGIN CERTIFICATE-----\n");
        write("no.pem", "hello\n");
        const auto readIt = [&](const QByteArray &name) {
            return readConfigText(
                (kNode + QByteArray("ca_file = \"") + name + "\"\n").toStdString(),
                dir.filePath(QStringLiteral("c.toml")).toStdString(),
                readOptions());
        };
        QCOMPARE(readIt("ca.pem").config->nodes[0].caFile,
                 dir.filePath(QStringLiteral("ca.pem")).toStdString());
        QVERIFY(problems(readIt("no.pem").issues).contains("holds no certificate"));
    }

    void aDatabaseOfRedisIsANumber_data()
    {
        QTest::addColumn<QByteArray>("url");
        QTest::addColumn<bool>("good");
        for (const char *url : {"redis://h",
                                "redis://h/",
                                "redis://h:1/0",
                                "rediss://u:p@h/15",
                                "unix:///r.sock",
                                "unix:///r.sock?db=3"})
            QTest::newRow(url) << QByteArray(url) << true;
        for (const char *url : {"redis://h/abc",
                                "redis://h/-1",
                                "redis://h/1/2",
                                "redis://h/1a",
                                "rediss://h/99999999",
                                "unix:///r.sock?db=",
                                "unix:///r.sock?db=x"})
            QTest::newRow(url) << QByteArray(url) << false;
    }

    void aDatabaseOfRedisIsANumber()
    {
        QFETCH(QByteArray, url);
        QFETCH(bool, good);
        const QByteArray text = "[cache]\nbackend = \"redis\"\nurl = \"" + url + "\"\n" + kNode;
        const QByteArray found = problems(readText(text).issues);
        QCOMPARE(found.isEmpty(), good);
        QVERIFY2(good || (found.contains("cache.url") && found.contains("is a number")),
                 found.constData());
    }

    void cacheKeysOfAnotherBackendAreWarnedOf_data()
    {
        QTest::addColumn<QByteArray>("keys");
        QTest::addColumn<QByteArray>("warned");
        const auto row = [](const char *keys, const char *warned) {
            QTest::newRow(keys) << QByteArray(keys) << QByteArray(warned);
        };
        row("url = \"redis://h\"", "cache.url");
        row("backend = \"memory\"\ntimeout_ms = 9", "cache.timeout_ms");
        row("path = \"x\"", "cache.path");
        row("backend = \"filesystem\"\nkey_prefix = \"x\"", "cache.key_prefix");
        row("backend = \"filesystem\"\nmax_entries = 5", "cache.max_entries");
        row("backend = \"redis\"\nurl = \"redis://h\"\nmax_bytes = 5", "cache.max_bytes");
        row("backend = \"redis\"\nurl = \"redis://h\"\ntimeout_ms = 5", "");
        row("backend = \"filesystem\"\ntimeout_ms = 5\nmax_bytes = 7\nbucket_ms = 1000", "");
        row("max_entries = 5\nmax_bytes = 7", "");
        row("enabled = false\nurl = \"redis://h\"", "");
    }

    void cacheKeysOfAnotherBackendAreWarnedOf()
    {
        QFETCH(QByteArray, keys);
        QFETCH(QByteArray, warned);
        const ReadResult result = readText("[cache]\n" + keys + "\n" + kNode);
        QVERIFY(result.config);
        const QByteArray found = problems(result.issues);
        QCOMPARE(found.isEmpty(), warned.isEmpty());
        QVERIFY2(warned.isEmpty() || (found.contains(warned) && found.contains("without effect")),
                 found.constData());
    }

    void cacheFolderThatCannotBeMade_data()
    {
        QTest::addColumn<QByteArray>("path");
        QTest::addColumn<QByteArray>("obstacle");
        QTest::newRow("of the kernel") << QByteArray("/proc/nope") << QByteArray("/proc");
        QTest::newRow("of the kernel, deeper") << QByteArray("/sys/a/b/c") << QByteArray("/sys");
        QTest::newRow("below a file") << QByteArray("/dev/null/cache") << QByteArray("/dev/null");
        QTest::newRow("a file") << QByteArray("/dev/null") << QByteArray("/dev/null");
        QTest::newRow("to be made") << QDir::tempPath().toUtf8() + "/not/there/yet" << QByteArray();
        QTest::newRow("there") << QDir::tempPath().toUtf8() << QByteArray();
    }

    void cacheFolderThatCannotBeMade()
    {
        QFETCH(QByteArray, path);
        QFETCH(QByteArray, obstacle);
        const auto found = [&](const QByteArray &lines) {
            const ReadResult result = readText("[cache]\n" + lines + "\n" + kNode);
            return result.config ? problems(result.issues) : QByteArray("no config");
        };
        const QByteArray key = "path = \"" + path + "\"";
        for (const QByteArray &lines :
             {QByteArray("backend = \"filesystem\"\n") + key,
              QByteArray("backend = \"filesystem\"\n[cache.filesystem]\n") + key}) {
            const QByteArray said = found(lines);
            QCOMPARE(said.isEmpty(), obstacle.isEmpty());
            QVERIFY2(obstacle.isEmpty()
                         || said.contains("warning: " + path
                                          + " cannot be made or written, because of " + obstacle
                                          + ":"),
                     said.constData());
        }
        QCOMPARE(found("enabled = false\nbackend = \"filesystem\"\n" + key), QByteArray());
    }

    /// What is for another backend than the one in use stays without effect.
    void aBackendsOwnTableIsForThatBackendAlone()
    {
        const ReadResult result = readText(
            "[cache]\nmax_bytes = 5\n[cache.filesystem]\nmax_bytes = 7\n" + QByteArray(kNode));
        QVERIFY(result.config);
        QCOMPARE(result.config->cache.maxBytes, std::uint64_t(5));
    }

    void issueText()
    {
        ConfigIssue issue{ConfigIssue::Severity::Error, "a.toml", 3, "server.port", "wrong"};
        QCOMPARE(issue.toString(), std::string("a.toml:3: server.port: wrong"));
        issue.severity = ConfigIssue::Severity::Warning;
        QCOMPARE(issue.toString(), std::string("a.toml:3: server.port: warning: wrong"));
        QVERIFY(!hasErrors({issue}));
        QCOMPARE((ConfigIssue{ConfigIssue::Severity::Error, "a.toml", 0, {}, "gone"}.toString()),
                 std::string("a.toml: gone"));
        QCOMPARE((ConfigIssue{ConfigIssue::Severity::Error, {}, 2, {}, "gone"}.toString()),
                 std::string("config:2: gone"));
        QVERIFY(hasErrors({issue, ConfigIssue{}}));
        QVERIFY(!hasErrors({}));
    }

    void methodFilter()
    {
        const MethodFilter all;
        QVERIFY(all.isEmpty() && all.allows("anything"));
        const MethodFilter filter{{"eth_*", "net_version"}, {"eth_get*", "eth_call"}};
        QVERIFY(filter.allows("eth_chainId"));
        QVERIFY(filter.allows("net_version"));
        QVERIFY(!filter.allows("net_versions"));
        QVERIFY(!filter.allows("eth_getLogs"));
        QVERIFY(!filter.allows("eth_call"));
        QVERIFY(!filter.allows("ETH_chainId"));
        QVERIFY(!filter.allows(""));
        QVERIFY((MethodFilter{{}, {"*"}}).allows("x") == false);
        QVERIFY((MethodFilter{{"*"}, {}}).allows("x"));
    }

    void equalityLooksAtContentNotAtPlaces()
    {
        const QByteArray text =
            "[chains.a]\n" + QByteArray(kNode) + "provider_pricing_path = \"builtin:solana\"\n";
        const auto first = good(text);
        const auto moved = good("# a comment\n\n" + text);
        QVERIFY(first && moved);
        QVERIFY(first->nodes[0].prices != moved->nodes[0].prices);
        QVERIFY(*first == *moved);
        QVERIFY(!(*first == *good(text + "tier = 1\n")));
    }

    void everyFieldOfANodeCounts()
    {
        const NodeConfig node;
        std::vector<NodeConfig> others(22, node);
        std::size_t i = 0;
        others[i++].name = "x";
        others[i++].url = Secret("x");
        others[i++].wsUrl = Secret("x");
        others[i++].chain = "x";
        others[i++].tier = 1;
        others[i++].enabled = false;
        others[i++].weight = 2;
        others[i++].rpsLimit = 1;
        others[i++].burst = 1;
        others[i++].learnRps = true;
        others[i++].maxConcurrent = 1;
        others[i++].maxInFlight = 1;
        others[i++].maxBatchSize = 1;
        others[i++].monthlyLimit = 1;
        others[i++].resetDay = 2;
        others[i++].pricingPath = "x";
        others[i++].prices = std::make_shared<PriceList>();
        others[i++].auth.type = AuthType::UrlKey;
        others[i++].headers.emplace_back("x", Secret("y"));
        others[i++].methods.deny.emplace_back("x");
        others[i++].cooldown = 1ms;
        others[i++].caFile = "x";
        QCOMPARE(i, others.size());
        for (const NodeConfig &other : others)
            QVERIFY(!(node == other));
        NodeConfig moved;
        moved.line = 7;
        QVERIFY(node == moved);
    }

    void thePasswordOfALocalSocketIsASecret()
    {
        const ReadResult result = readText(
            "[cache]\nbackend = \"redis\"\nurl = \"unix://me:socket%20pass@/run/redis.sock\"\n"
            "[[nodes]]\nname = \"A\"\nurl = \"http://h\"\n");
        QVERIFY2(result.config, problems(result.issues).constData());
        QCOMPARE(result.config->cache.redisUrl.reveal(),
                 std::string("unix://me:socket%20pass@/run/redis.sock"));
        for (const char *secret : {"socket%20pass", "socket pass"})
            QCOMPARE(redact::apply(secret), std::string("***"));
    }

    void secretsAreRegistered()
    {
        const ReadResult result =
            readText("[server]\n"
                     "host = \"$HOST\"\n"
                     "[server.auth]\n"
                     "tokens = [\"literal-token-1\"]\n"
                     "[cache]\n"
                     "backend = \"redis\"\n"
                     "url = \"redis://:redispass@h:1\"\n"
                     "[[nodes]]\n"
                     "name = \"A\"\n"
                     "url = \"$NODE_URL/v2/$KEY\"\n"
                     "headers = { X-Api = \"header-secret\" }\n"
                     "auth = { type = \"bearer\", token = \"bearer-secret\" }\n"
                     "[[nodes]]\n"
                     "name = \"B\"\n"
                     "url = \"https://literal.example/?api-key=literal-url-key\"\n");
        QVERIFY2(result.config, problems(result.issues).constData());
        for (const char *secret :
             {"literal-token-1", "redispass", "header-secret", "bearer-secret", "literal-url-key"})
            QCOMPARE(redact::apply(secret), std::string("***"));
        QCOMPARE(redact::apply(variables().at("KEY")), std::string("***"));
        // What is shown on purpose stays readable.
        QCOMPARE(redact::apply("http://127.0.0.1:7001 literal.example"),
                 std::string("http://127.0.0.1:7001 literal.example"));
    }

    void draftsRegisterNothing()
    {
        ReadOptions draft = readOptions();
        draft.registerSecrets = false;
        const auto result =
            readConfigText(std::string(kNode) + "auth = { type = \"bearer\", token = \"$KEY\" }\n",
                           "c.toml",
                           draft);
        QVERIFY(result.config);
        QCOMPARE(redact::apply(variables().at("KEY")), variables().at("KEY"));
    }
};

SPILLWAY_TEST(ConfigTest)

#include "tst_config.moc"
