// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/problemtext.h"
#include "shell/translations.h"
#include "spillway/configedit.h"
#include "spillway/configio.h"
#include "testmain.h"
#include "uidraft.h"
#include "widgets/enginetext.h"
#include "widgets/reasontext.h"

#include <QFile>
#include <QRegularExpression>

using namespace spillway;
using namespace spillway::ui;

namespace {

const std::string kUnworded = "the engine's words";

QString textOf(int kind, const std::vector<std::string> &details)
{
    return problemText(static_cast<ConfigProblem>(kind), details, kUnworded);
}

bool hasEmptyPlaces(const QString &text)
{
    static const QRegularExpression place(QStringLiteral("%\\d"));
    return text.contains(place);
}

} // namespace

/// What is wrong with a configuration, and why a node is out, is said in the language of the window.
class TestProblemText : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void init() { m_translations.use(QStringLiteral("en")); }

    void cleanupTestCase()
    {
        m_translations.use(QStringLiteral("en"));
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    }

    void everyKindHasASentenceInEachLanguage()
    {
        const std::vector<std::vector<std::string>> cases{
            {"alpha", "beta", "gamma", "delta"}, {"alpha", "", "gamma", ""}, {"", "", "", ""}, {}};
        const int kinds = static_cast<int>(ConfigProblem::Count);
        QCOMPARE(textOf(0, {}), QStringLiteral("The engine's words"));
        for (int kind = 1; kind < kinds; ++kind) {
            for (const auto &details : cases) {
                m_translations.use(QStringLiteral("en"));
                const QString english = textOf(kind, details);
                m_translations.use(QStringLiteral("de"));
                const QString german = textOf(kind, details);
                const QByteArray which = "kind " + QByteArray::number(kind);
                QVERIFY2(!english.contains(QStringLiteral("engine's words")), which.constData());
                QVERIFY2(english.size() > 10 && german.size() > 10, which.constData());
                QVERIFY2(english != german, qPrintable(english));
                QVERIFY2(!hasEmptyPlaces(english) && !hasEmptyPlaces(german), qPrintable(english));
                QVERIFY2(german.endsWith(QLatin1Char('.')) || german.endsWith(QLatin1Char('?')),
                         qPrintable(german));
            }
        }
    }

    void wordsInsideSentencesAreTranslated()
    {
        m_translations.use(QStringLiteral("de"));
        for (const char *word : kConfigTypeWords) {
            const QString text = textOf(static_cast<int>(ConfigProblem::WrongType), {word, word});
            if (!QString::fromLatin1(word).contains(QStringLiteral("true"))
                && QLatin1String(word) != QLatin1String("false"))
                QVERIFY2(!text.contains(QLatin1String(word) + QLatin1Char('.')), qPrintable(text));
        }
        for (const char *note : kConfigRangeNotes) {
            const QString text =
                textOf(static_cast<int>(ConfigProblem::OutOfRange), {"9", "1", "2", note});
            QVERIFY2(!text.contains(QLatin1String(note)), qPrintable(text));
        }
    }

    void theEnginesProblemsComeOutInGerman_data()
    {
        QTest::addColumn<QByteArray>("lines");
        QTest::addColumn<QString>("german");
        const auto row = [](const char *name, const QByteArray &lines, const char *german) {
            QTest::newRow(name) << lines << QString::fromUtf8(german);
        };
        row("misspelt",
            "tiers = 1",
            "Die Einstellung „tiers“ ist nicht bekannt. Ist „tier“ gemeint?");
        row("type", "tier = \"a\"", "Erwartet: eine ganze Zahl. Gefunden: ein Text.");
        row("range", "tier = 999", "999 liegt außerhalb des Bereichs. Erlaubt: 0 bis 255.");
        row("range with a note",
            "max_concurrent = -1",
            "-1 liegt außerhalb des Bereichs. Erlaubt: 0 bis 1000000 (0 = ohne Grenze).");
        row("word",
            "auth = { type = \"heder\" }",
            "„heder“ ist nicht bekannt. Ist „header“ gemeint?");
        row("variable",
            "ws_url = \"ws://h/$SPILLWAY_NOT_THERE\"",
            "Die Variable SPILLWAY_NOT_THERE");
        row("address",
            "ws_url = \"ftp://h/\"",
            "Die Adresse muss mit einem davon beginnen: ws://, wss://.");
        row("chain", "chain = \"moon\"", "Eine Chain „moon“ gibt es nicht.");
        row("same name", "[[nodes]]\nname = \"A\"\nurl = \"http://h/\"", "Den Namen „A“ hat schon");
        row("no name", "[[nodes]]\nurl = \"http://h/\"", "Der Name fehlt.");
        row("no address", "[[nodes]]\nname = \"B\"", "Die Adresse des Knotens fehlt");
        row("syntax", "weight =", "Nach dem Gleichheitszeichen fehlt ein Wert.");
        row("defined twice", "name = \"B\"", "Dieser Name ist doppelt vergeben");
    }

    void theEnginesProblemsComeOutInGerman()
    {
        QFETCH(QByteArray, lines);
        QFETCH(QString, german);
        m_translations.use(QStringLiteral("de"));
        const std::string path = "/nowhere/spillway.toml";
        const QByteArray text =
            "[[nodes]]\nname = \"A\"\nurl = \"http://127.0.0.1:1/\"\n" + lines + "\n";
        const ConfigLoadResult result =
            checkConfigTexts(path, {{path, text.toStdString()}}, ConfigLoadOptions{});
        QStringList found;
        for (const ConfigIssue &issue : result.issues)
            found.append(problemText(issue));
        QVERIFY2(found.join(QLatin1Char('\n')).contains(german),
                 qPrintable(found.join(QLatin1Char('\n'))));
    }

    void aPlaceStandsInFront()
    {
        ConfigIssue issue;
        issue.line = 12;
        issue.key = "nodes[0].tier";
        issue.message = "wrong";
        QCOMPARE(problemWithPlace(issue), QStringLiteral("Line 12, nodes[0].tier: Wrong"));
        issue.key.clear();
        QCOMPARE(problemWithPlace(issue), QStringLiteral("Line 12: Wrong"));
        issue.line = 0;
        QCOMPARE(problemWithPlace(issue), QStringLiteral("Wrong"));
    }

    void nodesSayWhyTheyAreOut()
    {
        m_translations.use(QStringLiteral("de"));
        NodeSnapshot node;
        node.reason = "10 blocks behind the head of its chain; max_block_lag allows 5";
        node.condition = NodeCondition::Lagging;
        node.reasonFound = 10;
        node.reasonWanted = 5;
        QCOMPARE(format::nodeReason(node), QStringLiteral("10 Blöcke zurück; erlaubt: 5"));
        node.reason = "reports chain id 5 instead of 1";
        node.condition = NodeCondition::WrongChain;
        node.reasonFound = 5;
        node.reasonWanted = 1;
        QCOMPARE(format::nodeReason(node), QStringLiteral("Er meldet die Chain-ID 5 statt 1"));
        node.reasonFound = 120;
        node.reasonWanted = 0;
        QCOMPARE(format::nodeReason(node),
                 QStringLiteral("Er ist seit Block 120 auf einem anderen Zweig"));
        node.reasonFound = 0;
        node.reason =
            "refuses what every node of an EVM chain answers (eth_blockNumber, eth_chainId): x";
        QCOMPARE(format::nodeReason(node),
                 QStringLiteral("Er lehnt ab, was jeder Knoten einer solchen Chain beantwortet "
                                "(eth_blockNumber, eth_chainId): x"));
        node.reasonFound = 0;
        node.reasonWanted = 300;
        QCOMPARE(
            format::nodeReason(node),
            QStringLiteral("Er behauptet, 300 Blöcke über der Spitze zu sein, und kein anderer "
                           "Node bestätigt es"));
        node.condition = NodeCondition::Penalized;
        node.reason = "connection refused";
        QCOMPARE(format::nodeReason(node), QStringLiteral("Verbindung abgelehnt"));
        node.reason = "timed out after 1500 ms";
        QCOMPARE(format::nodeReason(node), QStringLiteral("keine Antwort binnen 1.500 ms"));
        node.reason = "HTTP 502 with an empty body";
        QCOMPARE(format::nodeReason(node), QStringLiteral("HTTP 502 mit leerem Inhalt"));
        node.reason = "Your plan is used up"; // the provider's own words
        QCOMPARE(format::nodeReason(node), QStringLiteral("Your plan is used up"));
        node.condition = NodeCondition::Up;
        QCOMPARE(format::nodeReason(node), QString());
    }

    /// Every literal of the engine that tells why an edit, a save or an Apply was refused.
    void refusalsAreWorded_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("before");
        QTest::addColumn<QString>("after");
        QTest::newRow("edits of lists") << "config/patchelements.cpp"
                                        << "refused\\("
                                        << "";
        QTest::newRow("edits of keys") << "config/patchkeys.cpp"
                                       << "refused\\("
                                       << "";
        QTest::newRow("edits of values") << "config/patchvalue.cpp"
                                         << "return (?=\"this)"
                                         << "";
        QTest::newRow("saves, with the system's reason") << "config/savefile.cpp"
                                                         << "reason\\("
                                                         << ": Permission denied";
        QTest::newRow("notes of an Apply") << "controlconfig.cpp"
                                           << "notes\\.emplace_back\\("
                                           << "";
        QTest::newRow("edits of a text") << "config/patchdocument.cpp"
                                         << "return (?=\"th)"
                                         << "";
    }

    void refusalsAreWorded()
    {
        QFETCH(QString, file);
        QFETCH(QString, before);
        QFETCH(QString, after);
        QFile source(QStringLiteral(SPILLWAY_SOURCE_DIR "/engine/") + file);
        QVERIFY(source.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(source.readAll());
        // Parts of a literal stand one below the other.
        const QRegularExpression literal(before
                                         + QStringLiteral("\"((?:[^\"\\\\]|\\\\.|\"\\s*\")*)\""));
        const QRegularExpression seam(QStringLiteral("\"\\s*\""));
        m_translations.use(QStringLiteral("de"));
        int found = 0;
        auto all = literal.globalMatch(text);
        while (all.hasNext()) {
            QString words = all.next().captured(1).remove(seam);
            if (words.endsWith(QLatin1Char(' ')))
                words += after.isEmpty() ? QStringLiteral("“x”")
                                         : QStringLiteral("/tmp/x cannot be made");
            words += after;
            const QString german = format::engineText(words);
            QVERIFY2(german != words, qPrintable(words));
            QVERIFY2(!hasEmptyPlaces(german), qPrintable(german));
            ++found;
        }
        QVERIFY(found > 0);
    }

    void refusalsKeepTheirDetails()
    {
        m_translations.use(QStringLiteral("de"));
        QCOMPARE(format::engineText(QStringLiteral("/home/me/a.toml: the file cannot be written: "
                                                   "No space left on device")),
                 QString::fromUtf8("/home/me/a.toml: die Datei kann nicht geschrieben werden: Auf "
                                   "dem Datenträger ist kein Platz mehr"));
        QCOMPARE(format::engineText(QStringLiteral(
                     "cannot listen on [::1]:8599: port 8599 is in use by another program; stop it "
                     "or choose another [server] port")),
                 QString::fromUtf8("auf [::1]:8599 kann nicht gelauscht werden: Port 8599 wird von "
                                   "einem anderen Programm benutzt; beenden Sie es, oder wählen "
                                   "Sie einen anderen Port unter [server]"));
        // What is not known comes as it is.
        QCOMPARE(format::engineText(QStringLiteral("something new")),
                 QStringLiteral("something new"));
        m_translations.use(QStringLiteral("en"));
        QCOMPARE(format::engineText(QStringLiteral("there is already a key “x %2”")),
                 QStringLiteral("there is already a key “x %2”"));
    }

    void refusedEditsAreSaidInGerman()
    {
        m_translations.use(QStringLiteral("de"));
        test::DraftBench bench(test::twoNodes());
        const QString problem =
            bench.draft().edit(QStringLiteral("x"), {}, [](ConfigDocument &document) {
                return document.move("nodes", 7, 0);
            });
        QVERIFY(!problem.isEmpty());
        QVERIFY2(!problem.contains(QStringLiteral("there is")), qPrintable(problem));
        bench.write(QStringLiteral("spillway.toml"), "[server]\nport = \n");
        bench.draft().load();
        bench.draft().checkNow();
        QVERIFY2(bench.draft().unreadable().contains(QStringLiteral("ein Wert")),
                 qPrintable(bench.draft().unreadable()));
    }

private:
    Translations m_translations;
};

SPILLWAY_TEST(TestProblemText)

#include "tst_problemtext.moc"
