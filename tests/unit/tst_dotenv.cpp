// SPDX-License-Identifier: MIT
#include "config/configreader.h"
#include "config/variables.h"
#include "core/log.h"
#include "testmain.h"

#include <QDir>
#include <QTemporaryDir>

using namespace spillway;

class DotEnvTest : public QObject
{
    Q_OBJECT

private:
    static void write(const QString &path, const QByteArray &bytes)
    {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(bytes), bytes.size());
    }

    QString m_folder;

private Q_SLOTS:

    void init() { m_folder = QDir::currentPath(); }

    void cleanup()
    {
        QVERIFY(QDir::setCurrent(m_folder));
        qunsetenv("SPILLWAY_TEST_VARIABLE");
        log::setSink({});
    }

    void readsValues_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("value");
        const auto row = [](const char *name, const char *text, const char *value) {
            QTest::newRow(name) << QByteArray(text) << QByteArray(value);
        };
        row("plain", "K=abc", "abc");
        row("blanks around", "  K =  a b c  ", "a b c");
        row("export", "export K=abc", "abc");
        row("export with a tab", "export\tK=abc", "abc");
        row("crlf", "A=1\r\nK=abc\r\n", "abc");
        row("byte order mark", "\xef\xbb\xbfK=abc", "abc");
        row("comment line", "# K=no\nK=abc", "abc");
        row("comment behind", "K=abc # note", "abc");
        row("number sign inside", "K=a#b", "a#b");
        row("only a comment", "K= # note", "");
        row("empty", "K=", "");
        row("equals inside", "K=a=b==", "a=b==");
        row("double quotes", "K=\"a b # c\"", "a b # c");
        row("escapes", "K=\"a\\n\\\"b\\\"\\\\\\$x\\q\"", "a\n\"b\"\\$x\\q");
        row("single quotes are literal", "K='a\\n$b \"c\"'", "a\\n$b \"c\"");
        row("quotes over lines", "K=\"a\nb\"\nX=1", "a\nb");
        row("comment after quotes", "K='a' # b", "a");
        row("the last one counts", "K=1\nK=2", "2");
        row("no variables inside", "K=$HOME", "$HOME");
    }

    void readsValues()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, value);
        std::vector<ConfigIssue> issues;
        const auto values = parseDotEnv(text.toStdString(), ".env", issues);
        QVERIFY2(issues.empty(), issues.empty() ? "" : issues.front().toString().c_str());
        QVERIFY(values.contains("K"));
        QCOMPARE(values.at("K"), value.toStdString());
    }

    void reportsMalformedLines()
    {
        std::vector<ConfigIssue> issues;
        const std::string text =
            "A=1\nsecretvalue\n1B=2\nB C=3\nD='x' secretvalue\n=5\nE='secretvalue\nF=6\n";
        const auto values = parseDotEnv(text, "my.env", issues);
        QStringList places;
        for (const ConfigIssue &issue : issues) {
            places << QString::number(issue.line);
            QCOMPARE(issue.file, std::string("my.env"));
            QVERIFY(issue.toString().find("secretvalue") == std::string::npos);
        }
        QCOMPARE(places.join(QLatin1Char(' ')), QStringLiteral("2 3 4 5 6 7"));
        QCOMPARE(values.size(), std::size_t(2));
        QCOMPARE(values.at("A"), std::string("1"));
        QCOMPARE(values.at("F"), std::string("6"));
    }

    void lookupOrder()
    {
        QTemporaryDir work;
        QTemporaryDir beside;
        write(work.filePath(QStringLiteral(".env")), "SPILLWAY_TEST_VARIABLE=work\nONLY_WORK=1\n");
        write(beside.filePath(QStringLiteral(".env")),
              "SPILLWAY_TEST_VARIABLE=beside\nONLY_WORK=2\nONLY_BESIDE=3\n");
        QVERIFY(QDir::setCurrent(work.path()));
        const std::string config = beside.filePath(QStringLiteral("c.toml")).toStdString();
        const auto lookup = processVariables(config);
        QCOMPARE(lookup("SPILLWAY_TEST_VARIABLE"), std::optional<std::string>("work"));
        QCOMPARE(lookup("ONLY_WORK"), std::optional<std::string>("1"));
        QCOMPARE(lookup("ONLY_BESIDE"), std::optional<std::string>("3"));
        QCOMPARE(lookup("SPILLWAY_TEST_NOWHERE"), std::optional<std::string>());
        qputenv("SPILLWAY_TEST_VARIABLE", "environment");
        QCOMPARE(processVariables(config)("SPILLWAY_TEST_VARIABLE"),
                 std::optional<std::string>("environment"));
        QCOMPARE(processVariables()("ONLY_BESIDE"), std::optional<std::string>());
    }

    void malformedFileIsLoggedWithoutItsText()
    {
        QTemporaryDir work;
        write(work.filePath(QStringLiteral(".env")), "GOOD=1\nsecretvalue\n");
        QVERIFY(QDir::setCurrent(work.path()));
        std::string logged;
        log::setSink([&](log::Level, std::string_view line) { logged += line; });
        QCOMPARE(processVariables()("GOOD"), std::optional<std::string>("1"));
        QVERIFY(logged.find(".env:2") != std::string::npos);
        QVERIFY(logged.find("secretvalue") == std::string::npos);
    }

    void expands_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("expanded");
        QTest::addColumn<QByteArray>("problem");
        const auto row = [](const char *text, const char *expanded, const char *problem = "") {
            QTest::newRow(text) << QByteArray(text) << QByteArray(expanded) << QByteArray(problem);
        };
        row("none", "none");
        row("$A", "one");
        row("${A}", "one");
        row("x$A.y", "xone.y");
        row("${A}${_B2}", "onetwo");
        row("$A$_B2", "onetwo");
        row("$$A", "$A");
        row("$$", "$");
        row("$", "$");
        row("price 5$", "price 5$");
        row("a$1b", "a$1b");
        row("a$/b", "a$/b");
        row("$$$A", "$one");
        row("$NO", "", "NO is not set");
        row("${NO}", "", "NO is not set");
        row("$EMPTY", "", "EMPTY is set but empty");
        row("${A", "", "without a closing }");
        row("${", "", "without a closing }");
        row("${}", "", "no variable");
        row("${a-b}", "", "no variable");
        row("${1A}", "", "no variable");
        row("$DOLLAR", "$A");
    }

    void expands()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, expanded);
        QFETCH(QByteArray, problem);
        const std::map<std::string, std::string> values{
            {"A", "one"}, {"_B2", "two"}, {"EMPTY", ""}, {"DOLLAR", "$A"}};
        const auto result =
            config::expandVariables(text.toStdString(), [&](const std::string &name) {
                const auto at = values.find(name);
                return at == values.end() ? std::nullopt : std::optional<std::string>(at->second);
            });
        if (problem.isEmpty()) {
            QVERIFY(result.problems.empty());
            QCOMPARE(result.text, expanded.toStdString());
        } else {
            QCOMPARE(result.problems.size(), std::size_t(1));
            QVERIFY2(QByteArray::fromStdString(result.problems.front().message).contains(problem),
                     result.problems.front().message.c_str());
        }
    }
};

SPILLWAY_TEST(DotEnvTest)

#include "tst_dotenv.moc"
