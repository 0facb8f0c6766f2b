// SPDX-License-Identifier: MIT
#include "configtext.h"
#include "core/redact.h"
#include "spillway/configedit.h"
#include "testmain.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

using spillway::checkConfigTexts;
using spillway::ConfigDocument;
using spillway::ConfigIssue;
using spillway::ConfigLoadOptions;
using spillway::ConfigLoadResult;
using spillway::test::problems;

namespace {

const QByteArray kTwoNodes =
    "[[nodes]]\nname = \"A\"\nurl = \"http://127.0.0.1:1/$SPILLWAY_TEST_UNSET\"\n"
    "[[nodes]]\nname = \"B\"\nurl = \"http://127.0.0.1:2/\"\n";

ConfigLoadOptions lenient()
{
    ConfigLoadOptions options;
    options.switchOffBrokenNodes = true;
    return options;
}

/// A path, or as much of it as the document has.
bool leadsSomewhere(const ConfigDocument &document, std::string path)
{
    if (path.empty() || document.has(path))
        return true;
    const auto dot = path.rfind('.');
    return document.has(dot == std::string::npos ? std::string() : path.substr(0, dot));
}

} // namespace

class ConfigCheckTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void init()
    {
        m_dir = std::make_unique<QTemporaryDir>();
        QVERIFY(m_dir->isValid());
        m_file = m_dir->filePath(QStringLiteral("c.toml")).toStdString();
    }

    void checksTextsThatAreNotSaved()
    {
        write("c.toml", "[[nodes]]\nname = \"A\"\nurl = \"nonsense\"\n");
        QVERIFY(!checkConfigTexts(m_file, {}).config);
        const auto result = checkConfigTexts(
            m_file, {{m_file, kTwoNodes.mid(kTwoNodes.lastIndexOf("[[")).toStdString()}});
        QVERIFY2(result.config, problems(result.issues).constData());
        QCOMPARE(result.config->nodes.front().name, std::string("B"));
        QCOMPARE(result.config->file, m_file);
        QVERIFY(!checkConfigTexts(m_file + "x", {}).config);
        // By another name of the same file.
        QVERIFY(QFile::link(QString::fromStdString(m_file),
                            m_dir->filePath(QStringLiteral("link.toml"))));
        const std::string link = m_dir->filePath(QStringLiteral("link.toml")).toStdString();
        QVERIFY(checkConfigTexts(
                    link, {{m_file, kTwoNodes.mid(kTwoNodes.lastIndexOf("[[")).toStdString()}})
                    .config);
    }

    void checksPriceListsThatAreNotSaved()
    {
        const std::string config = "[[nodes]]\nname = \"A\"\nurl = "
                                   "\"http://127.0.0.1:1/\"\nprovider_pricing_path = \"p.toml\"\n";
        const std::string prices = m_dir->filePath(QStringLiteral("p.toml")).toStdString();
        QVERIFY(!checkConfigTexts(m_file, {{m_file, config}}).config);
        const auto good =
            checkConfigTexts(m_file, {{m_file, config}, {prices, "[routing]\ngetSlot = 3\n"}});
        QVERIFY2(good.config, problems(good.issues).constData());
        QCOMPARE(good.config->nodes.front().prices->cost("getSlot").value_or(0), std::uint64_t{3});
        // The draft counts, not what the file has.
        write("p.toml", "[routing]\ngetSlot = 3\n");
        const auto bad =
            checkConfigTexts(m_file, {{m_file, config}, {prices, "[routing]\ngetSlot = \"x\"\n"}});
        QVERIFY(!bad.config);
        QCOMPARE(bad.issues.front().file, prices);
        QCOMPARE(bad.issues.front().line, 2);
        QCOMPARE(bad.issues.front().key, std::string("routing.getSlot"));
    }

    void draftsTeachNoSecrets()
    {
        qputenv("SPILLWAY_TEST_DRAFT", "draft-secret-0123456789");
        const std::string text =
            "[[nodes]]\nname = \"A\"\nurl = \"http://127.0.0.1:1/$SPILLWAY_TEST_DRAFT\"\n";
        QVERIFY(checkConfigTexts(m_file, {{m_file, text}}).config);
        QCOMPARE(spillway::redact::apply("draft-secret-0123456789"),
                 std::string("draft-secret-0123456789"));
        qunsetenv("SPILLWAY_TEST_DRAFT");
    }

    void switchesOffBrokenNodes_data()
    {
        QTest::addColumn<QByteArray>("keys");
        QTest::addColumn<QByteArray>("word");
        QTest::newRow("variable in the address")
            << QByteArray("url = \"http://h/$SPILLWAY_TEST_UNSET\"\n")
            << QByteArray("SPILLWAY_TEST_UNSET is not set");
        QTest::newRow("variable in auth") << QByteArray(
            "url = \"http://h/\"\nauth = { type = \"bearer\", token = \"$SPILLWAY_TEST_UNSET\" }\n")
                                          << QByteArray("SPILLWAY_TEST_UNSET is not set");
        QTest::newRow("variable in a header")
            << QByteArray("url = \"http://h/\"\nheaders = { x-key = \"${SPILLWAY_TEST_UNSET}\" }\n")
            << QByteArray("SPILLWAY_TEST_UNSET is not set");
        QTest::newRow("price list absent")
            << QByteArray("url = \"http://h/\"\nprovider_pricing_path = \"nowhere.toml\"\n")
            << QByteArray("cannot be read");
        QTest::newRow("shipped price list unknown")
            << QByteArray("url = \"http://h/\"\nprovider_pricing_path = \"builtin:nowhere\"\n")
            << QByteArray("no shipped price list");
        QTest::newRow("price list with errors")
            << QByteArray("url = \"http://h/\"\nprovider_pricing_path = \"broken.toml\"\n")
            << QByteArray("whole number");
        QTest::newRow("price list that is no TOML")
            << QByteArray("url = \"http://h/\"\nprovider_pricing_path = \"worse.toml\"\n")
            << QByteArray("syntax error");
    }

    void switchesOffBrokenNodes()
    {
        QFETCH(const QByteArray, keys);
        QFETCH(const QByteArray, word);
        write("broken.toml", "[routing]\ngetSlot = \"x\"\n");
        write("worse.toml", "[routing\n");
        const std::string text =
            ("[[nodes]]\nname = \"A\"\n" + keys + "[[nodes]]\nname = \"B\"\nurl = \"http://h/\"\n")
                .toStdString();
        const ConfigLoadResult strict = checkConfigTexts(m_file, {{m_file, text}});
        QVERIFY(!strict.config);
        QVERIFY2(problems(strict.issues).contains(word), problems(strict.issues).constData());
        const ConfigLoadResult result = checkConfigTexts(m_file, {{m_file, text}}, lenient());
        QVERIFY2(result.config, problems(result.issues).constData());
        QVERIFY2(problems(result.issues).contains(word), problems(result.issues).constData());
        QVERIFY(!hasErrors(result.issues));
        QVERIFY(!result.config->nodes[0].enabled);
        QVERIFY(!result.config->nodes[0].url.isEmpty());
        QVERIFY(result.config->nodes[1].enabled);
    }

    void keepsOtherErrors_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("fault in the same node")
            << QByteArray(kTwoNodes).replace("name = \"A\"", "name = \"A\"\nrps_limit = -1");
        QTest::newRow("fault in another node")
            << QByteArray(kTwoNodes).replace("name = \"B\"", "name = \"B\"\nrps_limit = -1");
        QTest::newRow("malformed variable")
            << QByteArray(kTwoNodes).replace("$SPILLWAY_TEST_UNSET", "${SPILL");
        QTest::newRow("name unset")
            << QByteArray(kTwoNodes).replace("\"A\"", "\"$SPILLWAY_TEST_UNSET\"");
        QTest::newRow("token unset")
            << kTwoNodes + "[server]\nauth = { tokens = [\"$SPILLWAY_TEST_UNSET\"] }\n";
    }

    void keepsOtherErrors()
    {
        QFETCH(const QByteArray, text);
        const auto result = checkConfigTexts(m_file, {{m_file, text.toStdString()}}, lenient());
        QVERIFY(!result.config);
        QVERIFY(hasErrors(result.issues));
    }

    void sharedPriceListSwitchesOffAll()
    {
        const std::string prices = m_dir->filePath(QStringLiteral("p.toml")).toStdString();
        const std::string node = "url = \"http://h/\"\nprovider_pricing_path = \"p.toml\"\n";
        const auto result =
            checkConfigTexts(m_file,
                             {{m_file,
                               "[[nodes]]\nname = \"A\"\n" + node + "[[nodes]]\nname = \"B\"\n"
                                   + node + "[[nodes]]\nname = \"C\"\nurl = \"http://h/\"\n"},
                              {prices, "[routing]\ngetSlot = \"x\"\n"}},
                             lenient());
        QVERIFY2(result.config, problems(result.issues).constData());
        QVERIFY(!result.config->nodes[0].enabled && !result.config->nodes[1].enabled
                && result.config->nodes[2].enabled);
        QVERIFY(problems(result.issues).contains("nodes[1].provider_pricing_path"));
    }

    void asksTheKeychainLast()
    {
        std::vector<std::string> asked;
        ConfigLoadOptions options;
        options.keychain = [&](const std::string &name) -> std::optional<std::string> {
            asked.push_back(name);
            return name == "SPILLWAY_TEST_UNSET" ? std::optional<std::string>("from-the-keyring-1")
                                                 : std::nullopt;
        };
        write("c.toml", kTwoNodes);
        qputenv("SPILLWAY_TEST_SET", "x");
        const auto found = loadConfig(m_file, options);
        QVERIFY2(found.config, problems(found.issues).constData());
        QCOMPARE(found.config->nodes[0].url.reveal(),
                 std::string("http://127.0.0.1:1/from-the-keyring-1"));
        QCOMPARE(asked, std::vector<std::string>{"SPILLWAY_TEST_UNSET"});
        write("c.toml", QByteArray(kTwoNodes).replace("_UNSET", "_SET"));
        QVERIFY(loadConfig(m_file, options).config);
        QCOMPARE(asked.size(), std::size_t{1});
        write("c.toml", QByteArray(kTwoNodes).replace("_UNSET", "_NOWHERE"));
        const auto absent = loadConfig(m_file, options);
        QVERIFY(problems(absent.issues).contains("SPILLWAY_TEST_NOWHERE is not set"));
        qunsetenv("SPILLWAY_TEST_SET");
    }

    void mayBeEmpty()
    {
        QVERIFY(!checkConfigTexts(m_file, {{m_file, ""}}).config);
        ConfigLoadOptions options;
        options.allowNoNodes = true;
        QVERIFY(checkConfigTexts(m_file, {{m_file, ""}}, options).config);
    }

    void keysOfIssuesArePaths_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("key");
        const auto row = [](const char *name, const QByteArray &text, const char *key) {
            QTest::newRow(name) << text << QByteArray(key);
        };
        const QByteArray node = "[[nodes]]\nname = \"A\"\nurl = \"http://h/\"\n";
        row("number",
            "[[nodes]]\nname = \"0\"\nurl = \"http://h/\"\n" + node + "rps_limit = -1\n",
            "nodes[1].rps_limit");
        row("alias", node + "max_rps = -1\n", "nodes[0].max_rps");
        row("missing", "[[nodes]]\nname = \"A\"\n", "nodes[0].url");
        row("header", node + "headers = { \"a b\" = \"x\" }\n", "nodes[0].headers.\"a b\"");
        row("auth", node + "[nodes.auth]\ntype = \"x\"\n", "nodes[0].auth.type");
        row("methods", node + "methods = { allow = [\"a*b\"] }\n", "nodes[0].methods.allow[0]");
        row("capabilities", node + "capabilities = [\"a\", \"a*b\"]\n", "nodes[0].capabilities[1]");
        row("name taken", node + node, "nodes[1].name");
        row("unknown chain", node + "chain = \"x\"\n", "nodes[0].chain");
        row("unknown key", node + "rps = 1\n", "nodes[0].rps");
        row("server", node + "[server]\nport = 70000\n", "server.port");
        row("token", node + "[server]\nauth.tokens = [\"a\", 3]\n", "server.auth.tokens[1]");
        row("token of a table",
            node + "[server]\nauth.tokens = [{ token = \"a\", rps_limit = -1 }]\n",
            "server.auth.tokens[0].rps_limit");
        row("limit",
            node + "[server.client_rate_limit]\nrequests_per_second = -1\n",
            "server.client_rate_limit.requests_per_second");
        row("chain", node + "[chains.eth]\nkind = \"x\"\n", "chains.eth.kind");
        row("chain's name", node + "[chains.\"a/b\"]\n", "chains.\"a/b\"");
        row("chain's path", node + "[chains.eth]\npath = \"/metrics\"\n", "chains.eth.path");
        row("routing", node + "[routing]\nbalance = \"x\"\n", "routing.balance");
        row("health", node + "[health]\npenalty_ms = -1\n", "health.penalty_ms");
        row("security", node + "[security]\nmax_batch_size = 0\n", "security.max_batch_size");
        row("cors", node + "[cors]\norigins = [\"x\"]\n", "cors.origins[0]");
        row("cache", node + "[cache]\nmax_entries = 0\n", "cache.max_entries");
        row("cache, nested", node + "[cache.redis]\ntimeout_ms = 0\n", "cache.redis.timeout_ms");
    }

    void keysOfIssuesArePaths()
    {
        QFETCH(const QByteArray, text);
        QFETCH(const QByteArray, key);
        const auto result = checkConfigTexts(m_file, {{m_file, text.toStdString()}});
        bool found = false;
        const ConfigDocument document(text.toStdString());
        for (const ConfigIssue &issue : result.issues) {
            found = found || issue.key == key.toStdString();
            QVERIFY2(leadsSomewhere(document, issue.key), issue.toString().c_str());
            const std::string owner = issue.key.substr(0, issue.key.rfind('.'));
            if (document.has(issue.key) && issue.severity == ConfigIssue::Severity::Error)
                QVERIFY(issue.line == document.line(issue.key)
                        || issue.line == document.line(owner));
        }
        QVERIFY2(found, problems(result.issues).constData());
    }

private:
    void write(const char *name, const QByteArray &text)
    {
        QFile file(m_dir->filePath(QString::fromLatin1(name)));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(text), text.size());
    }

    std::unique_ptr<QTemporaryDir> m_dir;
    std::string m_file;
};

SPILLWAY_TEST(ConfigCheckTest)

#include "tst_configcheck.moc"
