// SPDX-License-Identifier: MIT
#include "certificates.h"
#include "scriptednode.h"
#include "spillway/connectiontest.h"
#include "testmain.h"

#include <QSslCertificate>
#include <QSslKey>
#include <QSslSocket>

using namespace spillway;
using test::ScriptedNode;

namespace {

/// A node that answers by method.
ScriptedNode::Script node(const QMap<QByteArray, QByteArray> &results)
{
    return [results](const QByteArray &request) {
        for (auto it = results.begin(); it != results.end(); ++it) {
            if (request.contains('"' + it.key() + '"'))
                return ScriptedNode::result(it.value())(request);
        }
        return ScriptedNode::error("{\"code\":-32601,\"message\":\"the method does not exist\"}")(
            request);
    };
}

const QMap<QByteArray, QByteArray> kEthereum{{"eth_chainId", "\"0x1\""},
                                             {"eth_blockNumber", "\"0x14563c7\""}};

class TlsServer : public QTcpServer
{
public:
    TlsServer(const QString &certificate, const QString &key)
        : m_certificate(certificate)
        , m_key(key)
    {
        listen(QHostAddress::LocalHost);
    }

protected:
    void incomingConnection(qintptr descriptor) override
    {
        auto *socket = new QSslSocket(this);
        socket->setSocketDescriptor(descriptor);
        socket->setLocalCertificate(m_certificate);
        socket->setPrivateKey(m_key, QSsl::Ec);
        socket->startServerEncryption();
    }

private:
    QString m_certificate;
    QString m_key;
};

} // namespace

class ConnectionTestTest : public QObject
{
    Q_OBJECT

private:
    static ProbeResult cancelled()
    {
        ProbeResult result;
        result.verdict = ProbeVerdict::Cancelled;
        return result;
    }

    static NodeConfig at(const QByteArray &url)
    {
        NodeConfig config;
        config.name = "n";
        config.url = Secret(url.toStdString());
        return config;
    }

    /// The result of one test; Cancelled when it did not end.
    static ProbeResult run(const NodeConfig &config,
                           ChainKind kind = ChainKind::Evm,
                           std::uint64_t chainId = 1,
                           Milliseconds timeout = Milliseconds(5000))
    {
        ConnectionTest test;
        std::vector<ProbeResult> results;
        QObject::connect(&test, &ConnectionTest::finished, &test, [&](const ProbeResult &result) {
            results.push_back(result);
        });
        test.start(config, kind, chainId, timeout);
        if (!QTest::qWaitFor([&] { return !results.empty(); }, 20000) || test.isRunning())
            return cancelled();
        return results.front();
    }

private Q_SLOTS:

    void evm()
    {
        ScriptedNode server(node(kEthereum));
        const ProbeResult result = run(at(server.url()));
        QCOMPARE(result.verdict, ProbeVerdict::Ok);
        QCOMPARE(*result.chainId, std::uint64_t{1});
        QCOMPARE(*result.height, std::uint64_t{0x14563c7});
        QVERIFY(result.latencyMs && *result.latencyMs > 0);
        QCOMPARE(result.asked.size(), std::size_t{4});
        QCOMPARE(server.requests(), 4);
    }

    void solana()
    {
        ScriptedNode server(node({{"getGenesisHash", "\"5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp\""},
                                  {"getSlot", "312004551"}}));
        const ProbeResult result = run(at(server.url()), ChainKind::Solana, 0);
        QCOMPARE(result.verdict, ProbeVerdict::Ok);
        QCOMPARE(result.genesisHash, std::string("5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"));
        QCOMPARE(*result.height, std::uint64_t{312004551});
    }

    void aNodeOfTheOtherKindIsFoundOut()
    {
        ScriptedNode solana(
            node({{"getGenesisHash", "\"5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d\""}}));
        const ProbeResult onEvm = run(at(solana.url()), ChainKind::Evm, 1);
        QCOMPARE(onEvm.verdict, ProbeVerdict::WrongChain);
        QCOMPARE(onEvm.genesisHash, std::string("5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d"));
        QCOMPARE(onEvm.asked, (std::vector<std::string>{"eth_chainId", "getGenesisHash"}));
        ScriptedNode evm(node(kEthereum));
        const ProbeResult onSolana = run(at(evm.url()), ChainKind::Solana, 0);
        QCOMPARE(onSolana.verdict, ProbeVerdict::WrongChain);
        QCOMPARE(onSolana.chainId.value_or(0), std::uint64_t{1});
        // One that refuses both keeps its first words.
        ScriptedNode neither(node({}));
        const ProbeResult refused = run(at(neither.url()), ChainKind::Evm, 1);
        QCOMPARE(refused.verdict, ProbeVerdict::RpcError);
        QVERIFY(refused.detail.find("does not exist") != std::string::npos);
        QCOMPARE(refused.asked.size(), std::size_t{2});
    }

    void genericNeedsOnlyAnAnswer()
    {
        ScriptedNode server(
            ScriptedNode::error("{\"code\":-32601,\"message\":\"no such method\"}"));
        const ProbeResult result = run(at(server.url()), ChainKind::Generic, 0);
        QCOMPARE(result.verdict, ProbeVerdict::Ok);
        QVERIFY(result.latencyMs);
    }

    void genericMayTellItsChain_data()
    {
        QTest::addColumn<QByteArray>("answer");
        QTest::addColumn<qulonglong>("chainId");
        QTest::newRow("an EVM node") << QByteArray("\"0x2105\"") << 8453ULL;
        QTest::newRow("a number") << QByteArray("1") << 0ULL;
        QTest::newRow("words") << QByteArray("\"main\"") << 0ULL;
        QTest::newRow("nothing") << QByteArray("null") << 0ULL;
    }

    void genericMayTellItsChain()
    {
        QFETCH(QByteArray, answer);
        QFETCH(qulonglong, chainId);
        ScriptedNode server(ScriptedNode::result(answer));
        const ProbeResult result = run(at(server.url()), ChainKind::Generic, 0);
        QCOMPARE(result.verdict, ProbeVerdict::Ok);
        QCOMPARE(result.chainId.value_or(0), std::uint64_t{chainId});
    }

    void verdicts_data()
    {
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<QByteArray>("type");
        QTest::addColumn<ProbeVerdict>("verdict");
        const QByteArray json("application/json");
        const auto error = [](const QByteArray &code, const QByteArray &message) -> QByteArray {
            return "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":" + code + ",\"message\":\""
                   + message + "\"}}";
        };
        QTest::addRow("401") << 401 << error("-32600", "Must be authenticated") << json
                             << ProbeVerdict::KeyRejected;
        QTest::addRow("403 text") << 403 << QByteArray("Forbidden") << QByteArray("text/plain")
                                  << ProbeVerdict::KeyRejected;
        QTest::addRow("429") << 429 << error("429", "Too Many Requests") << json
                             << ProbeVerdict::RateLimited;
        QTest::addRow("429 page") << 429 << QByteArray("<html>slow down</html>")
                                  << QByteArray("text/html") << ProbeVerdict::RateLimited;
        QTest::addRow("200 with -32005")
            << 200 << error("-32005", "rate limit exceeded") << json << ProbeVerdict::RateLimited;
        QTest::addRow("html") << 200 << QByteArray("<html><body>Welcome</body></html>")
                              << QByteArray("text/html") << ProbeVerdict::NotJsonRpc;
        QTest::addRow("json, no rpc")
            << 200 << QByteArray("{\"hello\":1}") << json << ProbeVerdict::NotJsonRpc;
        QTest::addRow("empty") << 200 << QByteArray() << json << ProbeVerdict::NotJsonRpc;
        QTest::addRow("not found page") << 404 << QByteArray("404 page not found")
                                        << QByteArray("text/plain") << ProbeVerdict::NotJsonRpc;
        QTest::addRow("internal error")
            << 200 << error("-32603", "Internal error") << json << ProbeVerdict::RpcError;
        QTest::addRow("another chain")
            << 200 << QByteArray("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"0x2105\"}") << json
            << ProbeVerdict::WrongChain;
        QTest::addRow("no number")
            << 200 << QByteArray("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"one\"}") << json
            << ProbeVerdict::NotJsonRpc;
    }

    void verdicts()
    {
        QFETCH(const int, status);
        QFETCH(const QByteArray, body);
        QFETCH(const QByteArray, type);
        QFETCH(const ProbeVerdict, verdict);
        ScriptedNode server([&](const QByteArray &) {
            ScriptedNode::Reply reply{status, body};
            reply.headers = "Content-Type: " + type + "; charset=utf-8\r\n";
            return reply;
        });
        const ProbeResult result = run(at(server.url()));
        QCOMPARE(result.verdict, verdict);
        QCOMPARE(result.httpStatus, status);
        QCOMPARE(QByteArray::fromStdString(result.contentType), type);
    }

    void redirectIsNotFollowed()
    {
        ScriptedNode other(node(kEthereum));
        ScriptedNode server([&](const QByteArray &) {
            ScriptedNode::Reply reply{302, {}};
            reply.headers = "Location: " + other.url() + "\r\n";
            return reply;
        });
        QCOMPARE(run(at(server.url())).verdict, ProbeVerdict::NotJsonRpc);
        QCOMPARE(other.requests(), 0);
    }

    void transport()
    {
        QByteArray closed;
        {
            ScriptedNode gone(node(kEthereum));
            closed = gone.url();
        }
        const ProbeResult result = run(at(closed));
        QCOMPARE(result.verdict, ProbeVerdict::Refused);
        QVERIFY(result.asked.empty()); // nothing reached it, so nothing is booked
        QCOMPARE(run(at("http://no-such-host.invalid/")).verdict, ProbeVerdict::HostNotFound);
        QCOMPARE(run(at("not an address")).verdict, ProbeVerdict::Failed);
        ScriptedNode silent([](const QByteArray &) {
            ScriptedNode::Reply reply;
            reply.hold = true;
            return reply;
        });
        const ProbeResult late = run(at(silent.url()), ChainKind::Evm, 1, Milliseconds(200));
        QCOMPARE(late.verdict, ProbeVerdict::TimedOut);
        QCOMPARE(late.asked, std::vector<std::string>{"eth_chainId"}); // it may have counted it
    }

    void untrustedCertificate()
    {
        test::Certificates certificates;
        certificates.add(QStringLiteral("server"), QStringLiteral("DNS:localhost"));
        TlsServer server(certificates.path(QStringLiteral("server.pem")),
                         certificates.path(QStringLiteral("server.key")));
        const ProbeResult result =
            run(at("https://localhost:" + QByteArray::number(server.serverPort()) + "/"));
        QCOMPARE(result.verdict, ProbeVerdict::TlsFailed);
        QVERIFY(!result.detail.empty());
    }

    void headersAndKeyAreSentAndNeverTold()
    {
        const std::string key = "verysecretkey0123456789";
        ScriptedNode server([&](const QByteArray &) {
            return ScriptedNode::Reply{500, QByteArray::fromStdString("bad key " + key + " given")};
        });
        NodeConfig config = at(server.url());
        config.auth.type = AuthType::Bearer;
        config.auth.value = Secret(key);
        const ProbeResult result = run(config);
        QVERIFY(result.detail.find(key) == std::string::npos);
        QVERIFY(result.detail.size() <= 300);
    }

    void cancelAndStartAgain()
    {
        ScriptedNode server([](const QByteArray &) {
            ScriptedNode::Reply reply;
            reply.hold = true;
            return reply;
        });
        ConnectionTest test;
        std::vector<ProbeVerdict> verdicts;
        connect(&test, &ConnectionTest::finished, &test, [&](const ProbeResult &result) {
            verdicts.push_back(result.verdict);
        });
        test.start(at(server.url()), ChainKind::Evm, 1);
        QTRY_COMPARE(server.held(), std::size_t{1});
        test.cancel();
        QCOMPARE(verdicts, std::vector<ProbeVerdict>{ProbeVerdict::Cancelled});
        QVERIFY(!test.isRunning());
        server.setScript(node(kEthereum));
        test.start(at(server.url()), ChainKind::Evm, 1);
        QTRY_COMPARE(verdicts.size(), std::size_t{2});
        QCOMPARE(verdicts.back(), ProbeVerdict::Ok);
    }
};

SPILLWAY_TEST(ConnectionTestTest)
#include "tst_connectiontest.moc"
