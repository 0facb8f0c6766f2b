// SPDX-License-Identifier: MIT
#include "config/patchvalue.h"
#include "config/tomltext.h"
#include "spillway/configedit.h"
#include "testmain.h"

#include <QDir>
#include <QFile>
#include <QRandomGenerator>

#include <algorithm>

using spillway::ConfigDocument;
using spillway::TomlRaw;
using spillway::TomlValue;

namespace {

constexpr int kRounds = 8;
constexpr int kEditsInARound = 12;

/// Comment lines and comments behind values; what stands in quotes is none, and the texts here have no # in quotes.
QByteArrayList commentsOf(const std::string &text)
{
    QByteArrayList out;
    for (const QByteArray &line : QByteArray::fromStdString(text).split('\n')) {
        if (const auto at = line.indexOf('#'); at >= 0)
            out += line.mid(at).trimmed();
    }
    std::sort(out.begin(), out.end());
    return out;
}

struct Leaf
{
    std::string path;
    std::string raw;
};

std::string joined(const std::string &path, const std::string &name)
{
    const bool bare = !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
        return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')
               || c == '_' || c == '-';
    });
    return (path.empty() ? path : path + ".") + (bare ? name : spillway::config::basicString(name));
}

void collect(const ConfigDocument &document, const std::string &path, std::vector<Leaf> &out)
{
    for (const std::string &key : document.keys(path)) {
        const std::string below = joined(path, key);
        const std::string raw = document.raw(below);
        if (!raw.empty())
            out.push_back({below, raw});
        const std::size_t count = document.arraySize(below);
        for (std::size_t i = 0; i < count; ++i)
            collect(document, below + "[" + std::to_string(i) + "]", out);
        if (count == 0)
            collect(document, below, out);
    }
}

std::vector<Leaf> leavesOf(const ConfigDocument &document)
{
    std::vector<Leaf> out;
    collect(document, {}, out);
    return out;
}

/// The texts under test, each with a tricky one's line ends too.
std::vector<std::pair<QByteArray, QByteArray>> corpus()
{
    std::vector<std::pair<QByteArray, QByteArray>> out;
    for (const char *folder :
         {"tests/data/config", "resources/presets", "resources/pricing", "resources/demo"}) {
        const QDir dir(QStringLiteral(SPILLWAY_SOURCE_DIR) + QLatin1Char('/')
                       + QLatin1String(folder));
        for (const QFileInfo &info :
             dir.entryInfoList({QStringLiteral("*.toml")}, QDir::Files, QDir::Name)) {
            QFile file(info.filePath());
            if (file.open(QIODevice::ReadOnly))
                out.emplace_back(info.fileName().toUtf8(), file.readAll());
        }
    }
    return out;
}

/// Random edits of one document, each checked against what it was meant to do.
class Editing
{
public:
    Editing(const QByteArray &text, quint32 seed)
        : m_random(seed)
        , m_document(text.toStdString())
    {}

    void run(int edits)
    {
        for (int i = 0; i < edits && !QTest::currentTestFailed(); ++i)
            step();
    }

private:
    void step()
    {
        const std::vector<Leaf> leaves = leavesOf(m_document);
        if (leaves.empty())
            return;
        const Leaf &leaf = leaves[m_random.bounded(static_cast<quint32>(leaves.size()))];
        switch (m_random.bounded(7)) {
        case 0:
        case 1:
            return change(leaf);
        case 2:
            return add(leaf);
        case 3:
            return remove(leaf);
        case 4:
            return move();
        case 5:
            return duplicate();
        default:
            return append();
        }
    }

    TomlValue value()
    {
        switch (m_random.bounded(5)) {
        case 0:
            return static_cast<std::int64_t>(m_random.generate64());
        case 1:
            return m_random.generateDouble() * 1000;
        case 2:
            return m_random.bounded(2) == 0;
        case 3:
            return std::vector<std::string>{"one", "t\"w'o"};
        default:
            return std::string("te\\xt '\"\n") + std::to_string(m_random.bounded(1000));
        }
    }

    /// Comments and all leaves but those below `path` are what they were.
    void expectElsewhereSame(const ConfigDocument &before, const std::string &path)
    {
        QCOMPARE(commentsOf(m_document.text()), commentsOf(before.text()));
        for (const Leaf &leaf : leavesOf(before)) {
            const bool touched = leaf.path.starts_with(path) || path.starts_with(leaf.path);
            if (!touched)
                QVERIFY2(m_document.raw(leaf.path) == leaf.raw, leaf.path.c_str());
        }
    }

    void change(const Leaf &leaf)
    {
        // An array of several lines that becomes something else takes its comments along.
        if (leaf.raw.find('#') != std::string::npos)
            return;
        const ConfigDocument before = m_document;
        const std::string problem = m_document.set(leaf.path, value());
        QVERIFY2(problem.empty(), (leaf.path + ": " + problem).c_str());
        expectElsewhereSame(before, leaf.path);
        if (leaf.raw.find('\n') == std::string::npos)
            QCOMPARE(QByteArray::fromStdString(m_document.text()).count('\n'),
                     QByteArray::fromStdString(before.text()).count('\n'));
        TomlRaw old{leaf.raw};
        QCOMPARE(m_document.set(leaf.path, old), std::string());
        QCOMPARE(m_document.text(), before.text());
        QCOMPARE(m_document.set(leaf.path, value()), std::string());
    }

    void add(const Leaf &leaf)
    {
        const auto dot = leaf.path.rfind('.');
        if (leaf.path.ends_with('"') || dot == std::string::npos)
            return;
        const std::string path =
            leaf.path.substr(0, dot) + ".new_" + std::to_string(m_random.bounded(100));
        const ConfigDocument before = m_document;
        if (before.has(path))
            return;
        const std::string problem = m_document.set(path, value());
        QVERIFY2(problem.empty(), (path + ": " + problem).c_str());
        QVERIFY(m_document.has(path));
        expectElsewhereSame(before, path);
        QCOMPARE(m_document.remove(path), std::string());
        QCOMPARE(m_document.text(), before.text());
    }

    void remove(const Leaf &leaf)
    {
        const ConfigDocument before = m_document;
        const std::string problem = m_document.remove(leaf.path);
        QVERIFY2(problem.empty(), (leaf.path + ": " + problem).c_str());
        QVERIFY(!m_document.has(leaf.path));
        const QByteArrayList now = commentsOf(m_document.text());
        const qsizetype trailing = commentsOf(before.text()).size() - now.size();
        QVERIFY(trailing <= 1 || leaf.raw.find('#') != std::string::npos);
        for (const Leaf &other : leavesOf(before)) {
            const bool touched =
                other.path.starts_with(leaf.path) || leaf.path.starts_with(other.path);
            if (!touched)
                QVERIFY2(m_document.raw(other.path) == other.raw, other.path.c_str());
        }
    }

    void move()
    {
        const auto count = static_cast<quint32>(m_document.arraySize("nodes"));
        if (count < 2)
            return;
        const std::size_t from = m_random.bounded(count);
        const std::size_t to = m_random.bounded(count);
        const ConfigDocument before = m_document;
        QCOMPARE(m_document.move("nodes", from, to), std::string());
        QCOMPARE(commentsOf(m_document.text()), commentsOf(before.text()));
        QCOMPARE(m_document.string("nodes[" + std::to_string(to) + "].url"),
                 before.string("nodes[" + std::to_string(from) + "].url"));
        ConfigDocument back = m_document;
        QCOMPARE(back.move("nodes", to, from), std::string());
        QCOMPARE(back.text(), before.text());
    }

    void duplicate()
    {
        const auto count = static_cast<quint32>(m_document.arraySize("nodes"));
        if (count == 0 || count > 20)
            return;
        const std::size_t index = m_random.bounded(count);
        const ConfigDocument before = m_document;
        const std::string problem = m_document.duplicate("nodes", index, "copy");
        QVERIFY2(problem.empty(), (problem + "\n" + before.text()).c_str());
        const std::string copy = "nodes[" + std::to_string(index + 1) + "]";
        QCOMPARE(m_document.string(copy + ".name")
                     .value_or(m_document.string(copy + ".label").value_or("")),
                 std::string("copy"));
        if (m_random.bounded(2) == 0) {
            QCOMPARE(m_document.remove(copy), std::string());
            QCOMPARE(QByteArray::fromStdString(m_document.text()).simplified(),
                     QByteArray::fromStdString(before.text()).simplified());
            m_document = before;
        }
    }

    void append()
    {
        const ConfigDocument before = m_document;
        const std::size_t count = before.arraySize("nodes");
        if (before.has("nodes") && count == 0)
            return;
        QCOMPARE(
            m_document.append("nodes", {{"name", std::string("N")}, {"tier", std::int64_t{3}}}),
            std::string());
        QCOMPARE(m_document.arraySize("nodes"), count + 1);
        QCOMPARE(m_document.integer("nodes[" + std::to_string(count) + "].tier").value_or(0), 3);
        expectElsewhereSame(before, "nodes[" + std::to_string(count) + "]");
        if (count > 8)
            m_document = before;
    }

    QRandomGenerator m_random;
    ConfigDocument m_document;
};

} // namespace

class ConfigEditsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void randomEditsKeepTheRest_data()
    {
        QTest::addColumn<QByteArray>("text");
        const auto texts = corpus();
        QVERIFY(texts.size() >= 15);
        for (const auto &[name, text] : texts) {
            QTest::newRow(name.constData()) << text;
            QTest::newRow((name + ", CRLF").constData()) << QByteArray(text).replace("\n", "\r\n");
            QTest::newRow((name + ", no last line end").constData()) << text.trimmed();
        }
    }

    void randomEditsKeepTheRest()
    {
        QFETCH(const QByteArray, text);
        QVERIFY(ConfigDocument(text.toStdString()).error().empty());
        // Long price lists are much of the same.
        const int rounds = text.size() > 2000 ? 1 : kRounds;
        for (int round = 0; round < rounds && !QTest::currentTestFailed(); ++round)
            Editing(text, static_cast<quint32>(round)).run(kEditsInARound);
    }

    void anyPrefixIsHandled_data() { randomEditsKeepTheRest_data(); }

    /// A text that is cut anywhere either has an error or can be edited.
    void anyPrefixIsHandled()
    {
        QFETCH(const QByteArray, text);
        const qsizetype step = std::max<qsizetype>(1, text.size() / 40);
        for (qsizetype length = 0; length <= text.size(); length += step) {
            ConfigDocument document(text.left(length).toStdString());
            const bool isSound = document.error().empty();
            const std::string problem = document.set("some.new.key", std::int64_t{1});
            QCOMPARE(problem.empty(), isSound);
            QCOMPARE(document.errorLine() > 0, !isSound);
        }
    }
};

SPILLWAY_TEST(ConfigEditsTest)

#include "tst_configedits.moc"
