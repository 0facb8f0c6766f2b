// SPDX-License-Identifier: MIT
#include "config/tomltext.h"
#include "testmain.h"
#include "upstream/outcomerule.h"

#include <toml/get.hpp>

#include <QDateTime>
#include <QFile>
#include <QTemporaryDir>

#include <algorithm>
#include <set>

using namespace spillway;

namespace {

/// Wed, 21 Oct 2026 07:27:00 GMT
const qint64 kNow = QDateTime(QDate(2026, 10, 21), QTime(7, 27), Qt::UTC).toMSecsSinceEpoch();

/// One answer and what is to be made of it. Texts that are empty and numbers below zero are not checked.
struct Vector
{
    std::string row;
    std::string rule;
    std::string treatment;
    std::string chain = "evm";
    std::string method = "eth_call";
    std::string host;
    std::string failure;
    std::string body;
    std::string retryAfter;
    std::string metric;
    std::string hint;
    int status = 200;
    int waitMs = -1;
    int maxNodes = -1;
    bool batch = false;
    bool notification = false;
    bool resent = false;
    bool note = false;
};

template <typename T>
void read(const toml::value &table, const char *key, T &out)
{
    if (table.contains(key))
        out = toml::get<T>(table.at(key));
}

std::vector<Vector> parseVectors()
{
    std::string problem;
    const auto text =
        config::readTextFile(SPILLWAY_SOURCE_DIR "/tests/data/outcome_vectors.toml", problem);
    std::vector<ConfigIssue> issues;
    const auto document = config::parseToml(text.value_or(""), "outcome_vectors.toml", issues);
    std::vector<Vector> vectors;
    if (!document || !document->contains("vector"))
        return vectors;
    for (const toml::value &table : document->at("vector").as_array()) {
        Vector v;
        read(table, "row", v.row);
        read(table, "rule", v.rule);
        read(table, "treatment", v.treatment);
        read(table, "chain", v.chain);
        read(table, "method", v.method);
        read(table, "host", v.host);
        read(table, "failure", v.failure);
        read(table, "body", v.body);
        read(table, "metric", v.metric);
        read(table, "hint", v.hint);
        read(table, "status", v.status);
        read(table, "wait_ms", v.waitMs);
        read(table, "max_nodes", v.maxNodes);
        read(table, "batch", v.batch);
        read(table, "notification", v.notification);
        read(table, "resent", v.resent);
        v.note = table.contains("kind");
        if (table.contains("headers"))
            read(table.at("headers"), "retry-after", v.retryAfter);
        vectors.push_back(std::move(v));
    }
    return vectors;
}

const std::vector<Vector> &readVectors()
{
    static const std::vector<Vector> vectors = parseVectors();
    return vectors;
}

std::string letterOf(Treatment treatment)
{
    switch (treatment) {
    case Treatment::Answer:
        return "A";
    case Treatment::ClientError:
        return "C";
    case Treatment::NextNode:
        return "N";
    case Treatment::RateLimited:
        return "L";
    case Treatment::QuotaExhausted:
        return "Q";
    case Treatment::MethodUnsupported:
        return "U";
    case Treatment::KeyRejected:
        return "K";
    case Treatment::BadNode:
        return "B";
    case Treatment::SplitRange:
        return "S";
    case Treatment::AlreadyKnown:
        return "D";
    case Treatment::NoBatch:
        return "NB";
    }
    return "?";
}

std::string hintName(Hint hint)
{
    constexpr const char *kNames[] = {"", "span", "addresses", "history", "tag", "verify"};
    return kNames[static_cast<std::size_t>(hint)];
}

TransportFailure failureOf(std::string_view name)
{
    for (int i = 0; i <= static_cast<int>(TransportFailure::TooLarge); ++i) {
        if (transportFailureName(static_cast<TransportFailure>(i)) == name)
            return static_cast<TransportFailure>(i);
    }
    return TransportFailure::None;
}

ChainKind chainOf(std::string_view name)
{
    if (name == "evm")
        return ChainKind::Evm;
    return name == "solana" ? ChainKind::Solana : ChainKind::Generic;
}

Outcome classify(const OutcomeRules &rules, const Vector &v)
{
    rpc::Answer answer;
    rpc::scanAnswer(v.body, answer);
    ReplyView reply;
    reply.httpStatus = v.status;
    reply.failure = failureOf(v.failure);
    reply.body = v.body;
    reply.answer = reply.failure == TransportFailure::None ? &answer : nullptr;
    reply.retryAfter = v.retryAfter;
    reply.notification = v.notification;
    reply.expectedBatch = v.batch;
    return rules.classify(reply, {chainOf(v.chain), v.method, v.host, v.resent}, kNow);
}

QByteArray describe(const Vector &v)
{
    return QByteArray::fromStdString("row " + v.row + " " + v.rule + " " + std::to_string(v.status)
                                     + " " + v.failure + v.chain + " " + v.method + " "
                                     + v.retryAfter + " " + v.body.substr(0, 90));
}

/// Loads a user's rules; the issues as lines.
struct Loaded
{
    std::shared_ptr<const OutcomeRules> rules;
    QStringList issues;
};

Loaded loadText(const QByteArray &text)
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("rules.toml"));
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
        return {};
    file.close();
    std::vector<ConfigIssue> issues;
    Loaded loaded{OutcomeRules::load(path.toStdString(), issues), {}};
    for (const ConfigIssue &issue : issues)
        loaded.issues.append(QString::fromStdString(std::to_string(issue.line) + ": " + issue.key
                                                    + ": " + issue.message));
    return loaded;
}

} // namespace

class OutcomeTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void shippedRulesAreValid();
    void followsVectors_data();
    void followsVectors();
    void everyRowIsCovered();
    void everyRuleHasAVector();
    void ranksErrors();
    void judgesBatchElements();
    void classifiesHugeTextsInBounds();
    void answersOverWebSocket();
    void userRulesComeFirst();
    void userRuleReplacesShippedOne();
    void plainResultsCannotBeChanged();
    void nothingMatches();
    void matchesConditions_data();
    void matchesConditions();
    void reportsBadRules_data();
    void reportsBadRules();
    void reportsMissingFile();
};

void OutcomeTest::shippedRulesAreValid()
{
    std::string problem;
    const auto text = config::readTextFile(SPILLWAY_SOURCE_DIR "/resources/outcomes.toml", problem);
    QVERIFY2(text.has_value(), problem.c_str());
    std::vector<ConfigIssue> issues;
    const outcome::RuleFile file = outcome::readRules(*text, "outcomes.toml", issues);
    for (const ConfigIssue &issue : issues)
        QFAIL(issue.toString().c_str());
    QCOMPARE(OutcomeRules::builtIn()->rules().size(), file.rules.size());
    for (const outcome::Rule &rule : file.rules)
        QVERIFY2(!rule.rows.empty(), rule.id.c_str());
}

void OutcomeTest::followsVectors_data()
{
    QTest::addColumn<int>("index");
    const std::vector<Vector> &vectors = readVectors();
    QVERIFY(vectors.size() > 150);
    for (std::size_t i = 0; i < vectors.size(); ++i) {
        if (!vectors[i].note)
            QTest::addRow("%d %s", static_cast<int>(i), describe(vectors[i]).constData())
                << static_cast<int>(i);
    }
}

void OutcomeTest::followsVectors()
{
    QFETCH(int, index);
    const Vector &v = readVectors()[static_cast<std::size_t>(index)];
    const Outcome outcome = classify(*OutcomeRules::builtIn(), v);
    QCOMPARE(std::string(outcome.rule), v.rule);
    QCOMPARE(letterOf(outcome.treatment), v.treatment);
    if (v.waitMs >= 0)
        QCOMPARE(outcome.wait, v.waitMs * kNsPerMs);
    if (v.maxNodes >= 0)
        QCOMPARE(outcome.maxNodes, v.maxNodes);
    if (!v.metric.empty())
        QCOMPARE(std::string(outcome.metricOutcome), v.metric);
    if (!v.hint.empty())
        QCOMPARE(hintName(outcome.hint), v.hint);
    QVERIFY(!outcome.metricOutcome.empty());
}

void OutcomeTest::everyRowIsCovered()
{
    std::set<std::string> inRules;
    for (const OutcomeRules::RuleInfo &rule : OutcomeRules::builtIn()->rules())
        inRules.insert(rule.rows.begin(), rule.rows.end());
    std::set<std::string> elsewhere;
    for (const OutcomeRules::Elsewhere &entry : OutcomeRules::builtIn()->elsewhere()) {
        QVERIFY(!entry.by.empty());
        elsewhere.insert(entry.rows.begin(), entry.rows.end());
    }
    QVERIFY(elsewhere.size() <= 3);
    std::set<std::string> inVectors;
    std::set<std::string> inNotes;
    for (const Vector &v : readVectors())
        (v.note ? inNotes : inVectors).insert(v.row);

    std::vector<std::string> rows = {"7b"};
    for (int row = 1; row <= 54; ++row)
        rows.push_back(std::to_string(row));
    for (const std::string &row : rows) {
        if (elsewhere.contains(row)) {
            QVERIFY2(inNotes.contains(row), row.c_str());
            continue;
        }
        QVERIFY2(inRules.contains(row), ("no rule for row " + row).c_str());
        QVERIFY2(inVectors.contains(row), ("no vector for row " + row).c_str());
    }
}

void OutcomeTest::everyRuleHasAVector()
{
    std::set<std::string> used;
    for (const Vector &v : readVectors())
        used.insert(v.rule);
    for (const OutcomeRules::RuleInfo &rule : OutcomeRules::builtIn()->rules())
        QVERIFY2(used.contains(rule.id), rule.id.c_str());
}

void OutcomeTest::ranksErrors()
{
    const auto rankOf = [](const char *body, int status = 200) {
        Vector v;
        v.body = body;
        v.status = status;
        return classify(*OutcomeRules::builtIn(), v).errorRank;
    };
    const int missing = rankOf(R"({"id":1,"error":{"code":-32000,"message":"header not found"}})");
    const int method = rankOf(R"({"id":1,"error":{"code":-32601,"message":"x"}})");
    const int rate = rankOf(R"({"id":1,"error":{"code":-32005,"message":"x"}})");
    const int key = rankOf(R"({"id":1,"error":{"code":-32000,"message":"invalid api key"}})");
    const int bad = rankOf(R"({"id":1,"error":{"code":-32603,"message":"x"}})", 500);
    QVERIFY(missing > method && method > rate && rate > key && key > bad && bad > 0);
    QCOMPARE(rankOf("<html>"), 0);
    QCOMPARE(rankOf(""), 0);
    QCOMPARE(rankOf("{}"), 0);
}

void OutcomeTest::judgesBatchElements()
{
    std::vector<rpc::Answer> answers;
    const std::string body =
        R"([{"id":1,"result":"0x1"},{"id":2,"error":{"code":429,"message":"compute units per second"}}])";
    QVERIFY(rpc::splitAnswers(body, answers));
    ReplyView reply;
    reply.httpStatus = 200;
    const CallView call{ChainKind::Evm, "eth_call", {}, false};
    std::vector<std::string> letters;
    for (const rpc::Answer &answer : answers) {
        reply.answer = &answer;
        reply.body = answer.text;
        letters.push_back(letterOf(OutcomeRules::builtIn()->classify(reply, call, kNow).treatment));
    }
    QCOMPARE(letters, (std::vector<std::string>{"A", "L"}));
}

void OutcomeTest::classifiesHugeTextsInBounds()
{
    Vector v;
    v.body = R"({"id":1,"error":{"code":-32000,"message":")" + std::string(1000000, 'x')
             + R"( rate limit"}})";
    QCOMPARE(std::string(classify(*OutcomeRules::builtIn(), v).rule), std::string("unclassified"));
    v.body = R"({"id":1,"error":{"code":-32000,"message":"rate limit )" + std::string(1000000, 'x')
             + R"("}})";
    QCOMPARE(std::string(classify(*OutcomeRules::builtIn(), v).rule), std::string("rate"));
}

void OutcomeTest::answersOverWebSocket()
{
    Vector v;
    v.status = 0;
    v.body = R"({"id":1,"result":1})";
    QVERIFY(classify(*OutcomeRules::builtIn(), v).treatment == Treatment::Answer);
    v.body = R"({"id":1,"error":{"code":-32005,"message":"x"}})";
    QVERIFY(classify(*OutcomeRules::builtIn(), v).treatment == Treatment::RateLimited);
}

void OutcomeTest::userRulesComeFirst()
{
    const Loaded loaded =
        loadText("[[rule]]\nid = \"mine\"\ntext = \"rate limit\"\ntreatment = \"C\"\n");
    QVERIFY2(loaded.rules != nullptr, qPrintable(loaded.issues.join(QLatin1Char('\n'))));
    Vector v;
    v.body = R"({"id":1,"error":{"code":-32000,"message":"Rate LIMIT"}})";
    QCOMPARE(std::string(classify(*loaded.rules, v).rule), std::string("mine"));
    v.body = R"({"id":1,"error":{"code":-32601,"message":"x"}})";
    QCOMPARE(std::string(classify(*loaded.rules, v).rule), std::string("method-unsupported"));
    QCOMPARE(loaded.rules->rules().size(), OutcomeRules::builtIn()->rules().size() + 1);
}

void OutcomeTest::userRuleReplacesShippedOne()
{
    const Loaded loaded = loadText(
        "[[rule]]\nid = \"http-429\"\nstatus = 429\ntreatment = \"bad_node\"\nwait = \"none\"\n");
    QVERIFY(loaded.rules != nullptr);
    QCOMPARE(loaded.rules->rules().size(), OutcomeRules::builtIn()->rules().size());
    Vector v;
    v.status = 429;
    v.retryAfter = "7";
    const Outcome outcome = classify(*loaded.rules, v);
    QVERIFY(outcome.treatment == Treatment::BadNode);
    QCOMPARE(outcome.wait, SteadyNs{0});
}

void OutcomeTest::plainResultsCannotBeChanged()
{
    const Loaded loaded = loadText("[[rule]]\nid = \"all\"\ntreatment = \"bad_node\"\n");
    QVERIFY(loaded.rules != nullptr);
    Vector v;
    v.body = R"({"id":1,"result":1})";
    QVERIFY(classify(*loaded.rules, v).treatment == Treatment::Answer);
    v.body = "x";
    QCOMPARE(std::string(classify(*loaded.rules, v).rule), std::string("all"));
}

void OutcomeTest::nothingMatches()
{
    const Loaded loaded = loadText("[[rule]]\nid = \"text\"\nstatus = 999\ntreatment = \"N\"\n");
    QVERIFY(loaded.rules != nullptr);
    Vector v;
    v.body = "OK";
    const Outcome outcome = classify(*loaded.rules, v);
    QVERIFY(outcome.treatment == Treatment::BadNode);
    QCOMPARE(std::string(outcome.rule), std::string("no-rule"));
    QCOMPARE(std::string(outcome.metricOutcome), std::string("invalid_json"));
}

void OutcomeTest::matchesConditions_data()
{
    QTest::addColumn<QByteArray>("conditions");
    QTest::addColumn<bool>("matches");
    const auto row = [](const char *conditions, bool matches) {
        QTest::addRow("%s", conditions) << QByteArray(conditions) << matches;
    };
    // The answer: status 400, code -32050, "Quota of 50 CUs for tenant is gone: 42", eth_getLogs, host eth.example.org
    row("status = 400", true);
    row("status = \"400..404\"", true);
    row("status = [401, \"399..400\"]", true);
    row("status = 401", false);
    row("not_status = 400", false);
    row("not_status = [200, 500]", true);
    row("code = -32050", true);
    row("code = \"-32099..-32000\"", true);
    row("code = -32051", false);
    row("text = \"TENANT\"", true);
    row("text = [\"nothing\", \"quota*gone\"]", true);
    row("text = \"gone*quota\"", false);
    row("text = \"*cus*\"", true);
    row("words = \"cus\"", true);
    row("words = \"cu\"", false);
    row("words = \"42\"", true);
    row("words = \"4\"", false);
    row("text = \"nothing\"\nwords = \"quota\"", true);
    row("text = \"quota\"\nnot_text = \"gone\"", false);
    row("text = \"quota\"\nnot_text = \"elsewhere\"", true);
    row("chain = \"evm\"", true);
    row("chain = [\"solana\", \"generic\"]", false);
    row("method = \"eth_getLogs\"", true);
    row("method = \"eth_*\"", true);
    row("method = \"eth_get\"", false);
    row("host = \"example.org\"", true);
    row("host = \"EXAMPLE.org\"", true);
    row("host = \"eth.example.org\"", true);
    row("host = \"ample.org\"", false);
    row("host = \"x.eth.example.org\"", false);
    row("reply = \"error\"", true);
    row("reply = [\"neither\", \"html\"]", false);
    row("batch = false", true);
    row("batch = true", false);
    row("resent = true", false);
    row("notification = false", true);
    row("failure = \"any\"", false);
    row("status = 400\ncode = -32050\nmethod = \"eth_*\"\ntext = \"quota\"", true);
    row("status = 400\ncode = -32050\nmethod = \"eth_*\"\ntext = \"other\"", false);
}

void OutcomeTest::matchesConditions()
{
    QFETCH(QByteArray, conditions);
    QFETCH(bool, matches);
    const Loaded loaded =
        loadText("[[rule]]\nid = \"mine\"\ntreatment = \"N\"\n" + conditions + "\n");
    QVERIFY2(loaded.rules != nullptr, qPrintable(loaded.issues.join(QLatin1Char('\n'))));
    Vector v;
    v.status = 400;
    v.method = "eth_getLogs";
    v.host = "eth.Example.org";
    v.body =
        R"({"id":1,"error":{"code":-32050,"message":"Quota of 50 CUs","data":"for tenant is gone: 42"}})";
    QCOMPARE(classify(*loaded.rules, v).rule == "mine", matches);
}

void OutcomeTest::reportsBadRules_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char *name, const char *text, const char *expected) {
        QTest::addRow("%s", name) << QByteArray(text) << QString::fromLatin1(expected);
    };
    row("no TOML", "[[rule]\n", "1: ");
    row("no id", "[[rule]]\ntreatment = \"N\"\n", "1: rule[0].id: a rule needs one id");
    row("no treatment",
        "[[rule]]\nid = \"a\"\n",
        "1: rule[0].treatment: a rule needs one treatment");
    row("unknown treatment",
        "[[rule]]\nid = \"a\"\n\ntreatment = \"rate_limitd\"\n",
        "4: rule[0].treatment: a rule needs one treatment; did you mean \"rate_limited\"?");
    row("second rule",
        "[[rule]]\nid = \"a\"\ntreatment = \"N\"\n[[rule]]\nid = \"b\"\ntreatment = \"N\"\nstatus "
        "= \"x\"\n",
        "7: rule[1].status: must be a whole number");
    row("reversed range",
        "[[rule]]\nid = \"a\"\ntreatment = \"N\"\nstatus = \"5..4\"\n",
        "4: rule[0].status: must be a whole number");
    row("unknown key",
        "[[rule]]\nid = \"a\"\ntreatment = \"N\"\nstats = 4\n",
        "4: rule[0].stats: ");
    row("wrong type",
        "[[rule]]\nid = \"a\"\ntreatment = \"N\"\ntext = 4\n",
        "4: rule[0].text: expected a text");
    row("empty text",
        "[[rule]]\nid = \"a\"\ntreatment = \"N\"\ntext = \"\"\n",
        "4: rule[0].text: a text must have 1 to 200 bytes");
    row("text matches all",
        "[[rule]]\nid = \"a\"\ntreatment = \"N\"\ntext = \"**\"\n",
        "4: rule[0].text: \"**\" would match any text");
    row("empty list",
        "[[rule]]\nid = \"a\"\ntreatment = \"N\"\nstatus = []\n",
        "4: rule[0].status: is empty");
    row("unknown reply",
        "[[rule]]\nid = \"a\"\ntreatment = \"N\"\nreply = \"eror\"\n",
        "4: rule[0].reply: unknown \"eror\"; did you mean \"error\"?");
    row("text of a result",
        "[[rule]]\nid = \"a\"\ntreatment = \"N\"\nreply = \"result\"\ntext = \"x\"\n",
        "4: rule[0].reply: has no text");
    row("code of a page",
        "[[rule]]\nid = \"a\"\ntreatment = \"N\"\nreply = \"html\"\ncode = 1\n",
        "4: rule[0].reply: has no code");
    row("unknown chain",
        "[[rule]]\nid = \"a\"\ntreatment = \"N\"\nchain = \"btc\"\n",
        "4: rule[0].chain: unknown \"btc\"");
    row("unknown failure",
        "[[rule]]\nid = \"a\"\ntreatment = \"N\"\nfailure = \"crash\"\n",
        "4: rule[0].failure: unknown \"crash\"");
    row("host with a path",
        "[[rule]]\nid = \"a\"\ntreatment = \"N\"\nhost = \"https://a.b/c\"\n",
        "4: rule[0].host: \"https://a.b/c\" must be a bare host");
    row("unknown wait",
        "[[rule]]\nid = \"a\"\ntreatment = \"N\"\nwait = \"5s\"\n",
        "4: rule[0].wait: must be one word");
    row("unknown hint",
        "[[rule]]\nid = \"a\"\ntreatment = \"N\"\nhint = \"spam\"\n",
        "4: rule[0].hint: must be one word; did you mean \"span\"?");
    row("unknown metric",
        "[[rule]]\nid = \"a\"\ntreatment = \"N\"\nmetric = \"bad\"\n",
        "4: rule[0].metric: must be one word");
    row("max_nodes",
        "[[rule]]\nid = \"a\"\ntreatment = \"N\"\nmax_nodes = -1\n",
        "4: rule[0].max_nodes: ");
    row("flag", "[[rule]]\nid = \"a\"\ntreatment = \"N\"\nbatch = \"yes\"\n", "4: rule[0].batch: ");
    row("same id twice",
        "[[rule]]\nid = \"a\"\ntreatment = \"N\"\n[[rule]]\nid = \"a\"\ntreatment = \"N\"\n",
        "4: rule[1].id: \"a\" is the id of an earlier rule");
    row("not a table", "rule = 4\n", "1: rule: must be written as [[rule]]");
    row("version", "version = 2\n", "1: version: ");
    row("unknown table", "[rules]\nid = \"a\"\n", "1: rules: ");
}

void OutcomeTest::reportsBadRules()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, expected);
    const Loaded loaded = loadText(text);
    QVERIFY(loaded.rules == nullptr);
    const bool found =
        std::any_of(loaded.issues.begin(), loaded.issues.end(), [&](const QString &issue) {
            return issue.startsWith(expected);
        });
    QVERIFY2(found, qPrintable(loaded.issues.join(QLatin1Char('\n'))));
}

void OutcomeTest::reportsMissingFile()
{
    std::vector<ConfigIssue> issues;
    QVERIFY(OutcomeRules::load("/nonexistent/rules.toml", issues) == nullptr);
    QCOMPARE(issues.size(), std::size_t{1});
    QCOMPARE(issues.front().file, std::string("/nonexistent/rules.toml"));
    QVERIFY(!issues.front().message.empty());
}

SPILLWAY_TEST(OutcomeTest)
#include "tst_outcome.moc"
