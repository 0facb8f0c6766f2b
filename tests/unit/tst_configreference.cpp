// SPDX-License-Identifier: MIT
#include "configtext.h"
#include "testmain.h"

#include <QFile>

using namespace spillway;
using namespace spillway::test;
using namespace std::chrono_literals;

/// Defaults, and that resources/docs/configuration.md tells users about every key.
class ConfigReferenceTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void defaultsAreThoseOfTheContract()
    {
        const auto config = good(kNode);
        QVERIFY(config);
        const ServerConfig &s = config->server;
        QCOMPARE(s.host, std::string("127.0.0.1"));
        QCOMPARE(s.port, std::uint16_t(8599));
        QVERIFY(s.enableMetrics);
        QCOMPARE(s.workerThreads, 0);
        QCOMPARE(s.requestTimeout, 10000ms);
        QCOMPARE(s.attemptTimeout, 4000ms);
        QCOMPARE(s.connectTimeout, 3000ms);
        QCOMPARE(s.heavyRequestTimeout, 60000ms);
        QCOMPARE(s.maxInFlight, 10000);
        QCOMPARE(s.io, IoBackend::Auto);
        QCOMPARE(s.stateDir, std::string("/var/lib/spillway-test"));
        QCOMPARE(s.statusPagePath, std::string("/"));
        QVERIFY(s.responseHeaders);
        QVERIFY(!s.allowUnauthenticated);
        QCOMPARE(s.rollupWindowS, 60);
        QVERIFY(s.tokens.empty());
        QVERIFY(!s.clientRateLimit.enabled);
        QCOMPARE(s.clientRateLimit.requestsPerSecond, 50.0);
        QCOMPARE(s.clientRateLimit.burst, 100.0);
        QCOMPARE(s.clientRateLimit.wsMessagesPerSecond, 20.0);
        QCOMPARE(s.clientRateLimit.wsBurst, 40.0);
        QCOMPARE(s.clientRateLimit.maxSubscriptions, 20);
        QCOMPARE(config->routing, RoutingConfig{});
        QCOMPARE(config->routing.balance, Balance::Latency);
        QCOMPARE(config->routing.maxRetries, 0);
        QCOMPARE(config->routing.retryBase, 0ms);
        QCOMPARE(config->routing.hedgePercentile, 0);
        QCOMPARE(config->routing.hedgeBudgetPercent, 5);
        QCOMPARE(config->health.penalty, PenaltyMode::Fixed);
        QCOMPARE(config->health.penaltyTime, 5000ms);
        QCOMPARE(config->health.demotionThreshold, 2);
        QCOMPARE(config->health.penaltyBase, 2000ms);
        QCOMPARE(config->health.penaltyCap, 300000ms);
        QCOMPARE(config->security.maxBodyBytes, std::size_t(1048576));
        QCOMPARE(config->security.maxBatchSize, 100);
        QCOMPARE(config->security.headerTimeout, 10000ms);
        QCOMPARE(config->security.maxLogsRange, std::uint64_t(10000));
        QCOMPARE(config->security.maxFilters, std::size_t(10000));
        QCOMPARE(config->security.maxFiltersPerClient, std::size_t(1000));
        const std::vector<std::string> blocked{
            "admin", "debug", "miner", "personal", "trace", "txpool"};
        QCOMPARE(config->security.blockedNamespaces, blocked);
        QVERIFY(config->cors.origins.empty());
        QCOMPARE(config->log, LogConfig{});
        QCOMPARE(config->cache.backend, CacheKind::Memory);
        QVERIFY(config->cache.enabled);
        QCOMPARE(config->cache.path, std::string("/var/lib/spillway-test/cache"));
        QCOMPARE(config->chains.size(), std::size_t(1));
        QCOMPARE(config->chains[0].name, std::string("default"));
        QCOMPARE(config->chains[0].kind, ChainKind::Generic);
        QCOMPARE(config->chains[0].path, std::string("/"));
        QCOMPARE(config->file, std::string("c.toml"));
    }

    void nodeDefaults()
    {
        const auto config = good(kNode);
        QVERIFY(config);
        NodeConfig expected;
        expected.name = "A";
        expected.url = Secret("http://127.0.0.1:1/");
        expected.chain = "default";
        QCOMPARE(config->nodes.size(), std::size_t(1));
        QVERIFY(config->nodes[0] == expected);
        QCOMPARE(config->nodes[0].resetDay, 1);
        QCOMPARE(config->nodes[0].weight, 1);
        QCOMPARE(config->nodes[0].cooldown, 15000ms);
        QVERIFY(config->nodes[0].enabled);
        QCOMPARE(static_cast<int>(config->nodes[0].line), 1);
    }

    void chainDefaults()
    {
        const auto config =
            good("[chains.ethereum]\nkind = \"evm\"\nchain_id = 1\n" + QByteArray(kNode));
        QVERIFY(config);
        const ChainConfig *chain = config->chain("ethereum");
        QVERIFY(chain);
        QCOMPARE(chain->kind, ChainKind::Evm);
        QCOMPARE(chain->chainId, std::uint64_t(1));
        QCOMPARE(chain->path, std::string("/ethereum"));
        QCOMPARE(chain->heads, HeadsMode::Auto);
        QCOMPARE(chain->pollInterval, 5000ms);
        QCOMPARE(chain->maxBlockLag, 5);
        QVERIFY(chain->cache);
        QCOMPARE(chain->finalityDepth, 64);
        QCOMPARE(chain->wsConnections, 1);
        QVERIFY(!chain->balance);
        QVERIFY(!chain->pendingMirror);
        QVERIFY(!chain->syncingMirror);
        QVERIFY(chain->reorg);
        QCOMPARE(chain->reorgWindow, 128);
        QCOMPARE(chain->shortTtl, 2000ms);
        QCOMPARE(chain->minTtl, 200ms);
        QVERIFY(chain->dynamicTtl);
        QCOMPARE(chain->pendingTtl, 1000ms);
        QCOMPARE(chain->unfinalizedTtl, 900000ms);
        QCOMPARE(chain->filterTtl, 300000ms);
        QCOMPARE(chain->failureThreshold, 3);
        QCOMPARE(chain->wsPingInterval, 30000ms);
        QCOMPARE(config->nodes[0].chain, std::string("ethereum"));
        QVERIFY(!config->chain("default"));
        QVERIFY(!config->chain(""));
    }

    void everyKeyIsInTheReference_data()
    {
        QTest::addColumn<QByteArray>("section");
        for (const char *section : {"",
                                    "[server]",
                                    "[server.auth]",
                                    "[server.client_rate_limit]",
                                    "[routing]",
                                    "[health]",
                                    "[security]",
                                    "[cors]",
                                    "[log]",
                                    "[log.categories]",
                                    "[cache]",
                                    "[chains.a]",
                                    "[[nodes]]",
                                    "[[server.auth.tokens]]"})
            QTest::newRow(section) << QByteArray(section);
    }

    void everyKeyIsInTheReference()
    {
        QFETCH(QByteArray, section);
        const QByteArray reference = userReference();
        QVERIFY(!reference.isEmpty());
        const QByteArray found = problems(readText(section + "\nqqqqqqqqqqqqqq = 1\n").issues);
        const QByteArray mark = "unknown key; allowed here: ";
        const auto at = found.indexOf(mark);
        QVERIFY2(at >= 0, found.constData());
        const QByteArray keys =
            found.mid(at + mark.size(), found.indexOf('\n', at) - at - mark.size());
        for (const QByteArray &part : keys.split(',')) {
            const QByteArray key = part.trimmed();
            const bool named = reference.contains("`" + key + "`");
            const bool isSection =
                reference.contains(key + "]") || reference.contains("[" + key + ".");
            QVERIFY2(named || isSection, key.constData());
        }
    }

    void examplesOfTheReferencePass()
    {
        const QByteArray reference = userReference();
        ReadOptions any = readOptions();
        any.variables = [](const std::string &name) {
            return std::optional<std::string>("value-of-" + name);
        };
        any.allowNoNodes = true;
        int examples = 0;
        for (auto at = reference.indexOf("```toml\n"); at >= 0;
             at = reference.indexOf("```toml\n", at + 1)) {
            QByteArray text = reference.mid(at + 8, reference.indexOf("\n```", at) - at - 7);
            if (text.contains("spillover_percent"))
                continue;
            if (text.startsWith("url") || text.startsWith("methods"))
                text.prepend(text.startsWith("url") ? "[[nodes]]\nname = \"A\"\n" : kNode);
            if (text.contains("\"solana\"") && !text.contains("[chains"))
                text += "[chains.solana]\nkind = \"solana\"\n";
            const ReadResult result = readConfigText(text.toStdString(), "example", any);
            QVERIFY2(!hasErrors(result.issues), (text + problems(result.issues)).constData());
            ++examples;
        }
        QVERIFY(examples >= 12);
    }

private:
    static QByteArray userReference()
    {
        QFile file(QStringLiteral(SPILLWAY_SOURCE_DIR "/resources/docs/configuration.md"));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
};

SPILLWAY_TEST(ConfigReferenceTest)

#include "tst_configreference.moc"
