// SPDX-License-Identifier: GPL-3.0-or-later
#include "configure/chainnames.h"
#include "configure/nodeedits.h"
#include "configure/probetext.h"
#include "session/renames.h"
#include "testmain.h"
#include "widgets/diffview.h"
#include "widgets/numberedit.h"

using namespace spillway;
using namespace spillway::ui;

/// The small parts that the configuration pages stand on.
class TestConfigureValues : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void figures_data();
    void figures();
    void issuesFindTheirField_data();
    void issuesFindTheirField();
    void renamesFollowChains();
    void renamesThroughTheNameOfAnother();
    void firstChainLeavesNodesWhereTheyAre();
    void chainsAreFoundByTheirId();
    void verdictsInWords_data();
    void verdictsInWords();
    void wrongChainNamesBoth();
    void ownEndpoint_data();
    void ownEndpoint();
    void differencesAreShownWithSigns();
    void keysInDifferencesAreHidden();
};

void TestConfigureValues::figures_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("whole");
    QTest::addColumn<QString>("locale");
    QTest::addColumn<double>("value"); // below zero: no figure
    const auto row =
        [](const char *name, const char *text, bool whole, const char *locale, double value) {
            QTest::newRow(name) << QString::fromUtf8(text) << whole << QString::fromLatin1(locale)
                                << value;
        };
    row("plain", "50", true, "en_US", 50);
    row("grouped", "10,000,000", true, "en_US", 1e7);
    row("grouped with blanks", "10 000 000", true, "en_US", 1e7);
    row("grouped as in TOML", "10_000_000", true, "en_US", 1e7);
    row("grouped with marks", "10'000'000", true, "de_CH", 1e7);
    row("grouped, German", "10.000.000", true, "de_DE", 1e7);
    row("grouped, French", "10\u202f000", true, "fr_FR", 1e4);
    row("millions", "10M", true, "en_US", 1e7);
    row("millions with a fraction", "12.4 M", true, "en_US", 12.4e6);
    row("millions, German", "12,4M", true, "de_DE", 12.4e6);
    row("thousands", "2k", true, "en_US", 2000);
    row("fraction", "0.5", false, "en_US", 0.5);
    row("fraction, German", "0,5", false, "de_DE", 0.5);
    row("fraction of a whole", "0.5", true, "en_US", -1);
    row("words", "many", true, "en_US", -1);
    row("negative", "-1", true, "en_US", -1);
    row("too large", "99999999999999999999", true, "en_US", -1);
    row("only a unit", "k", true, "en_US", -1);
    row("empty", "", true, "en_US", -1);
}

void TestConfigureValues::figures()
{
    QFETCH(QString, text);
    QFETCH(bool, whole);
    QFETCH(QString, locale);
    QFETCH(double, value);
    const auto parsed = NumberEdit::parse(
        text, whole ? NumberEdit::Kind::Whole : NumberEdit::Kind::Decimal, QLocale(locale));
    QCOMPARE(parsed.value_or(-1), value);
}

void TestConfigureValues::issuesFindTheirField_data()
{
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("field");
    QTest::newRow("plain") << QStringLiteral("nodes[2].url") << QStringLiteral("url");
    QTest::newRow("alias") << QStringLiteral("nodes[12].max_rps") << QStringLiteral("rps_limit");
    QTest::newRow("priority") << QStringLiteral("nodes[0].priority") << QStringLiteral("tier");
    QTest::newRow("nested") << QStringLiteral("nodes[0].auth.token")
                            << QStringLiteral("auth.token");
    QTest::newRow("capabilities") << QStringLiteral("nodes[0].capabilities")
                                  << QStringLiteral("methods.allow");
    QTest::newRow("the node") << QStringLiteral("nodes[0]") << QString();
}

void TestConfigureValues::issuesFindTheirField()
{
    QFETCH(QString, key);
    QFETCH(QString, field);
    QCOMPARE(nodes::fieldOf(key), field);
}

void TestConfigureValues::renamesFollowChains()
{
    Renames renames;
    const QStringList inForce{QStringLiteral("A"), QStringLiteral("B")};
    renames.note(QStringLiteral("A"), QStringLiteral("Ax"));
    renames.note(QStringLiteral("Ax"), QStringLiteral("Axy"));
    renames.note(QStringLiteral("Axy"), QStringLiteral("Ax")); // a letter taken back
    QCOMPARE(
        renames.newName(QStringLiteral("A"), inForce, {QStringLiteral("Ax"), QStringLiteral("B")}),
        QStringLiteral("Ax"));
    QVERIFY(renames.newName(QStringLiteral("A"), inForce, inForce).isEmpty());
    QVERIFY(renames.newName(QStringLiteral("A"), inForce, {QStringLiteral("B")}).isEmpty());
    QCOMPARE(renames.pending(inForce, {QStringLiteral("Ax"), QStringLiteral("B")}).size(),
             std::size_t{1});
    // Once applied, an undo leads back.
    QCOMPARE(renames.newName(
                 QStringLiteral("Axy"), {QStringLiteral("Axy"), QStringLiteral("B")}, inForce),
             QStringLiteral("A"));
    renames.setKeepUsage(QStringLiteral("A"), false);
    QVERIFY(renames.pending(inForce, {QStringLiteral("Ax"), QStringLiteral("B")}).empty());
}

void TestConfigureValues::renamesThroughTheNameOfAnother()
{
    // "Helius" is passed through letter by letter on the way to "Helius-2".
    Renames renames;
    const QStringList inForce{QStringLiteral("A"), QStringLiteral("Helius")};
    renames.note(QStringLiteral("A"), QStringLiteral("Helius"));
    renames.note(QStringLiteral("Helius"), QStringLiteral("Helius-2"));
    const QStringList inDraft{QStringLiteral("Helius-2"), QStringLiteral("Helius")};
    QCOMPARE(renames.newName(QStringLiteral("A"), inForce, inDraft), QStringLiteral("Helius-2"));
    QVERIFY(renames.newName(QStringLiteral("Helius"), inForce, inDraft).isEmpty());
}

void TestConfigureValues::firstChainLeavesNodesWhereTheyAre()
{
    ConfigDocument document("[[nodes]]\nname = \"a\"\nurl = \"http://127.0.0.1:1\"\n");
    chains::Choice base{
        QStringLiteral("base"), QStringLiteral("Base"), ChainKind::Evm, 8453, false};
    QString name;
    QCOMPARE(chains::ensure(document, base, &name), std::string());
    QCOMPARE(name, QStringLiteral("base"));
    QCOMPARE(document.keys("chains"), (std::vector<std::string>{"default", "base"}));
    // A document without nodes needs no "default".
    ConfigDocument empty;
    QCOMPARE(chains::ensure(empty, base, &name), std::string());
    QCOMPARE(empty.keys("chains"), std::vector<std::string>{"base"});
    QCOMPARE(empty.integer("chains.base.chain_id"), std::optional<std::int64_t>(8453));
}

void TestConfigureValues::chainsAreFoundByTheirId()
{
    ConfigDocument document("[chains.main]\nkind = \"evm\"\nchain_id = 1\n");
    QString name;
    const chains::Choice ethereum{
        QStringLiteral("ethereum"), QStringLiteral("Ethereum"), ChainKind::Evm, 1, false};
    QCOMPARE(chains::ensure(document, ethereum, &name), std::string());
    QCOMPARE(name, QStringLiteral("main"));
    QCOMPARE(document.keys("chains").size(), std::size_t{1});
    QCOMPARE(chains::inDocument(document).first().title, QStringLiteral("Ethereum"));
}

void TestConfigureValues::verdictsInWords_data()
{
    QTest::addColumn<int>("verdict");
    QTest::addColumn<QString>("expected");
    QTest::addColumn<bool>("usable");
    const auto row = [](const char *name, ProbeVerdict verdict, const char *text, bool usable) {
        QTest::newRow(name) << static_cast<int>(verdict) << QString::fromUtf8(text) << usable;
    };
    row("ok", ProbeVerdict::Ok, "Works. 38 ms, block 21,304,551.", true);
    row("key",
        ProbeVerdict::KeyRejected,
        "The provider rejected the key (HTTP 403). The provider says: “no”.",
        false);
    row("limited",
        ProbeVerdict::RateLimited,
        "The address is right, but the provider is limiting you now. The provider says: “no”. You "
        "can keep it.",
        true);
    row("spent",
        ProbeVerdict::QuotaSpent,
        "The address is right, but its plan is used up. The provider says: “no”.",
        true);
    row("host", ProbeVerdict::HostNotFound, "There is no host named h.example.", false);
    row("tls", ProbeVerdict::TlsFailed, "The certificate of h.example is not valid: no", false);
    row("refused",
        ProbeVerdict::Refused,
        "Nothing is listening at h.example. Is the node running?",
        false);
    row("timeout", ProbeVerdict::TimedOut, "h.example gave no answer within 5 s.", false);
    row("error page",
        ProbeVerdict::NotJsonRpc,
        "This address answers with an error (HTTP 403) instead of JSON-RPC.",
        false);
    row("html",
        ProbeVerdict::NotJsonRpc,
        "This address answers, but not with JSON-RPC (it sent text/html).",
        false);
    row("error",
        ProbeVerdict::RpcError,
        "The node answers, but with an error. The provider says: “no”.",
        false);
    row("other", ProbeVerdict::Failed, "The test failed: no", false);
}

void TestConfigureValues::verdictsInWords()
{
    QFETCH(int, verdict);
    QFETCH(QString, expected);
    QFETCH(bool, usable);
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    ProbeResult result;
    result.verdict = static_cast<ProbeVerdict>(verdict);
    result.latencyMs = 38;
    result.height = 21'304'551;
    result.httpStatus = qstrcmp(QTest::currentDataTag(), "html") == 0 ? 200 : 403;
    result.contentType = "text/html";
    result.detail = "no";
    result.host = "h.example";
    ChainConfig chain;
    chain.kind = ChainKind::Evm;
    const probe::Words words = probe::describe(result, chain);
    QCOMPARE(words.plain, expected);
    QCOMPARE(words.usable, usable);
    QVERIFY(!words.brief.isEmpty());
}

void TestConfigureValues::wrongChainNamesBoth()
{
    ProbeResult result;
    result.verdict = ProbeVerdict::WrongChain;
    result.chainId = 8453;
    ChainConfig chain;
    chain.kind = ChainKind::Evm;
    chain.chainId = 1;
    QCOMPARE(probe::describe(result, chain).plain,
             QStringLiteral("This address is Base (8453), the node is set to Ethereum (1)."));
    result.chainId.reset();
    result.genesisHash = "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d";
    QCOMPARE(probe::describe(result, chain).plain,
             QStringLiteral("This address is Solana mainnet, the node is set to Ethereum (1)."));
}

void TestConfigureValues::ownEndpoint_data()
{
    QTest::addColumn<QString>("url");
    QTest::addColumn<bool>("own");
    QTest::newRow("loopback") << QStringLiteral("http://127.0.0.1:8599/") << true;
    QTest::newRow("by name") << QStringLiteral("http://localhost:8599/ethereum") << true;
    QTest::newRow("v6") << QStringLiteral("http://[::1]:8599") << true;
    QTest::newRow("the port it really has") << QStringLiteral("http://127.0.0.1:9000") << true;
    QTest::newRow("another port") << QStringLiteral("http://127.0.0.1:8545") << false;
    QTest::newRow("another host") << QStringLiteral("http://h.example:8599") << false;
}

void TestConfigureValues::ownEndpoint()
{
    QFETCH(QString, url);
    QFETCH(bool, own);
    QCOMPARE(probe::isOwnEndpoint(url.toStdString(), ServerConfig(), 9000), own);
}

void TestConfigureValues::differencesAreShownWithSigns()
{
    DiffView view;
    view.setTexts(QStringLiteral("a\nb\nc\nd\ne\nf\ng\nh\n"),
                  QStringLiteral("a\nb\nc\nd\ne\nF\ng\nh\n"));
    QCOMPARE(view.addedLines(), 1);
    QCOMPARE(view.removedLines(), 1);
    const QString text = view.toPlainText();
    QVERIFY2(text.contains(QStringLiteral("- f\n+ F")), qPrintable(text));
    QVERIFY2(!text.contains(QStringLiteral("  a")), qPrintable(text));
    view.setTexts(QStringLiteral("a"), QStringLiteral("a"));
    QVERIFY(!view.hasDifference());
}

void TestConfigureValues::keysInDifferencesAreHidden()
{
    DiffView view;
    const QString url = QStringLiteral(
        "url = \"https://eth-mainnet.g.alchemy.com/v2/AbCdEfGhIjKlMnOpQrStUvWx\"  # mine");
    view.setTexts(QString(), url);
    QVERIFY(!view.toPlainText().contains(QStringLiteral("AbCdEfGh")));
    QVERIFY(view.toPlainText().contains(QStringLiteral("# mine")));
    view.setKeysHidden(false);
    QVERIFY(view.toPlainText().contains(QStringLiteral("AbCdEfGh")));
}

SPILLWAY_TEST(TestConfigureValues)

#include "tst_configurevalues.moc"
