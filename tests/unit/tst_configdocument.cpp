// SPDX-License-Identifier: MIT
#include "spillway/configedit.h"
#include "testmain.h"

using spillway::ConfigDocument;
using spillway::TomlRaw;
using spillway::TomlValue;

namespace {

ConfigDocument documentOf(const QByteArray &text)
{
    return ConfigDocument(text.toStdString());
}

QByteArray textOf(const ConfigDocument &document)
{
    return QByteArray::fromStdString(document.text());
}

/// A value as a test row writes it: i: integer, f: float, b: boolean, s: text, a: texts parted by |, r: raw.
TomlValue valueOf(const QByteArray &coded)
{
    const QByteArray rest = coded.mid(2);
    switch (coded.at(0)) {
    case 'i':
        return std::int64_t{rest.toLongLong()};
    case 'f':
        return rest.toDouble();
    case 'b':
        return rest == "true";
    case 'a': {
        std::vector<std::string> texts;
        for (const QByteArray &text : rest.isEmpty() ? QList<QByteArray>() : rest.split('|'))
            texts.push_back(text.toStdString());
        return texts;
    }
    case 'r':
        return TomlRaw{rest.toStdString()};
    default:
        return rest.toStdString();
    }
}

const QByteArray kThree = "# top\n"
                          "\n"
                          "[server]\n"
                          "port = 1\n"
                          "\n"
                          "# first\n"
                          "[[nodes]]\n"
                          "name = \"A\"   # a\n"
                          "url = \"http://a/\"\n"
                          "# cooldown_ms = 5\n"
                          "\n"
                          "# floating\n"
                          "\n"
                          "# second\n"
                          "# of three\n"
                          "[[nodes]]\n"
                          "name = 'B'\n"
                          "\n"
                          "[nodes.auth]\n"
                          "type = \"bearer\"\n"
                          "\n"
                          "[[nodes]]\n"
                          "name = \"C\"\n";

} // namespace

class ConfigDocumentTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void reads()
    {
        const ConfigDocument document =
            documentOf("[server]\nport = 8_599\nhost = '$HOST'\nratio = 0.5\non = true\n"
                       "auth.tokens = [\"a\", 'b'] # c\n[[nodes]]\nname = \"A\"\nheaders = { "
                       "\"X-Y\" = \"1\" }\n"
                       "[[nodes]]\nname = \"B\"\n[custom]\n\"a.b\" = 3\n");
        QCOMPARE(document.error(), std::string());
        QCOMPARE(document.errorLine(), 0);
        QCOMPARE(document.integer("server.port").value_or(0), 8599);
        QCOMPARE(document.raw("server.port"), std::string("8_599"));
        QCOMPARE(document.string("server.host").value_or(""), std::string("$HOST"));
        QCOMPARE(document.number("server.ratio").value_or(0), 0.5);
        QCOMPARE(document.number("server.port").value_or(0), 8599.0);
        QCOMPARE(document.boolean("server.on").value_or(false), true);
        QCOMPARE(document.strings("server.auth.tokens"), (std::vector<std::string>{"a", "b"}));
        QCOMPARE(document.raw("server.auth.tokens"), std::string("[\"a\", 'b']"));
        QCOMPARE(document.string("server.auth.tokens[1]").value_or(""), std::string("b"));
        QCOMPARE(document.string("nodes[0].headers.\"X-Y\"").value_or(""), std::string("1"));
        QCOMPARE(document.integer("custom.\"a.b\"").value_or(0), 3);
        QCOMPARE(document.arraySize("nodes"), std::size_t{2});
        QCOMPARE(document.arraySize("server"), std::size_t{0});
        QCOMPARE(document.keys("server"),
                 (std::vector<std::string>{"port", "host", "ratio", "on", "auth"}));
        QCOMPARE(document.keys(""), (std::vector<std::string>{"server", "nodes", "custom"}));
        QCOMPARE(document.keys("nodes[0]"), (std::vector<std::string>{"name", "headers"}));
        QCOMPARE(document.line("server"), 1);
        QCOMPARE(document.line("server.host"), 3);
        QCOMPARE(document.line("server.auth.tokens"), 6);
        QCOMPARE(document.line("nodes[1]"), 10);
        QCOMPARE(document.line("nodes[1].name"), 11);
        QCOMPARE(document.line("nodes[7].name"), 0);
        QVERIFY(document.has("nodes[1]") && document.has("server.auth")
                && !document.has("nodes[2]"));
        QVERIFY(!document.has("a..b") && !document.has("nodes[x]")
                && !document.has("nodes[99999999999999999999]"));
        QVERIFY(!document.integer("server.host") && !document.string("server.port"));
    }

    void tellsWhereItIsBroken()
    {
        ConfigDocument document = documentOf("[server]\nport = \n");
        QCOMPARE(document.errorLine(), 2);
        QVERIFY2(document.error().starts_with("line 2: "), document.error().c_str());
        QVERIFY(!document.set("server.port", std::int64_t{1}).empty());
        QVERIFY(!document.remove("server").empty());
        QVERIFY(!document.append("nodes", {}).empty());
        QVERIFY(!document.has("server"));
        QCOMPARE(textOf(document), QByteArray("[server]\nport = \n"));
        QVERIFY(documentOf(QByteArray(5000, '[')).errorLine() == 1);
        QCOMPARE(documentOf("").error(), std::string());
    }

    void sets_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("path");
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<QByteArray>("after");
        const auto row = [](const char *name,
                            const char *before,
                            const char *path,
                            const char *value,
                            const char *after) {
            QTest::newRow(name) << QByteArray(before) << QByteArray(path) << QByteArray(value)
                                << QByteArray(after);
        };
        row("comment stays", "a = 1  # one\n", "a", "i:22", "a = 22  # one\n");
        row("grouping stays", "a = 50_000_000 # c\n", "a", "i:4000000", "a = 4_000_000 # c\n");
        row("grouped small", "a = 50_000\n", "a", "i:500", "a = 500\n");
        row("grouped negative", "a = 50_000\n", "a", "i:-123456", "a = -123_456\n");
        row("plain stays plain", "a = 500\n", "a", "i:50000000", "a = 50000000\n");
        row("hex", "a = 0xff\n", "a", "i:256", "a = 0x100\n");
        row("octal", "a = 0o7\n", "a", "i:8", "a = 0o10\n");
        row("hex, negative", "a = 0xff\n", "a", "i:-1", "a = -1\n");
        row("underscore in a text", "a = \"5_0\"\n", "a", "i:5000", "a = 5000\n");
        row("float into integer", "a = 50\n", "a", "f:40", "a = 40\n");
        row("float into grouped", "a = 50_000\n", "a", "f:40000", "a = 40_000\n");
        row("float stays float", "a = 1.5\n", "a", "f:2", "a = 2.0\n");
        row("fraction", "a = 50\n", "a", "f:0.25", "a = 0.25\n");
        row("large float", "a = 5\n", "a", "f:1e300", "a = 1e+300\n");
        row("small float", "a = 5\n", "a", "f:0.000001", "a = 1e-06\n");
        row("infinity", "a = 5\n", "a", "f:-inf", "a = -inf\n");
        row("boolean", "a = true#x\n", "a", "b:false", "a = false#x\n");
        row("literal stays literal", "a = 'x'\n", "a", "s:$KEY", "a = '$KEY'\n");
        row("literal with a quote", "a = 'x'\n", "a", "s:it's", "a = \"it's\"\n");
        row("escapes", "a = \"x\"\n", "a", "s:q\"b\\n\nt\t", "a = \"q\\\"b\\\\n\\nt\\t\"\n");
        row("control characters", "a = \"x\"\n", "a", "s:\x01\x7f", "a = \"\\u0001\\u007F\"\n");
        row("utf-8", "a = \"x\"\n", "a", "s:sch\xc3\xb6n", "a = \"sch\xc3\xb6n\"\n");
        row("three quotes",
            "a = \"\"\"\nx\n\"\"\" # c\nb = 1\n",
            "a",
            "s:y",
            "a = \"y\" # c\nb = 1\n");
        row("other type", "a = 1 # c\n", "a", "s:x", "a = \"x\" # c\n");
        row("date replaced", "a = 2026-01-01 10:00:00Z # c\n", "a", "i:1", "a = 1 # c\n");
        row("CRLF", "[s]\r\na = 1\r\nb = 2\r\n", "s.a", "i:3", "[s]\r\na = 3\r\nb = 2\r\n");
        row("CRLF, new key", "[s]\r\na = 1\r\n", "s.b", "i:3", "[s]\r\na = 1\r\nb = 3\r\n");
        row("no last line end", "[s]\na = 1", "s.a", "i:3", "[s]\na = 3");
        row("no last line end, new key", "[s]\na = 1", "s.b", "i:3", "[s]\na = 1\nb = 3");
        row("byte order mark",
            "\xef\xbb\xbf"
            "a = 1\n",
            "a",
            "i:3",
            "\xef\xbb\xbf"
            "a = 3\n");
        row("new key after the last",
            "[s]\na = 1 # x\n\n# next\n[t]\n",
            "s.b",
            "b:true",
            "[s]\na = 1 # x\nb = true\n\n# next\n[t]\n");
        row("new key, indented", "[s]\n  a = 1\n", "s.b", "i:2", "[s]\n  a = 1\n  b = 2\n");
        row("new key, after several lines",
            "[s]\na = [\n 1,\n]\n[t]\n",
            "s.b",
            "i:2",
            "[s]\na = [\n 1,\n]\nb = 2\n[t]\n");
        row("new key in an empty section",
            "[s] # c\n\n[t]\n",
            "s.b",
            "i:2",
            "[s] # c\nb = 2\n\n[t]\n");
        row("new section", "[s]\na = 1\n", "t.b", "i:2", "[s]\na = 1\n\n[t]\nb = 2\n");
        row("new section, empty file", "", "t.b", "i:2", "[t]\nb = 2\n");
        row("new section, comments only", "# hello\n", "t.b", "i:2", "# hello\n\n[t]\nb = 2\n");
        row("new section before the nodes",
            "[s]\na = 1\n\n# N\n[[nodes]]\nname = \"A\"\n",
            "t.b",
            "i:2",
            "[s]\na = 1\n\n[t]\nb = 2\n\n# N\n[[nodes]]\nname = \"A\"\n");
        row("new section below its parent",
            "[s]\na = 1\n\n[t]\nb = 1\n",
            "s.auth.x",
            "i:2",
            "[s]\na = 1\n\n[s.auth]\nx = 2\n\n[t]\nb = 1\n");
        row("parent has no header",
            "[chains.a]\nx = 1\n",
            "chains.b.x",
            "i:2",
            "[chains.a]\nx = 1\n\n[chains.b]\nx = 2\n");
        row("key of a parent without header",
            "# c\n[s.auth]\nx = 1\n",
            "s.port",
            "i:2",
            "[s]\nport = 2\n\n# c\n[s.auth]\nx = 1\n");
        row("root key", "[s]\na = 1\n", "r", "i:2", "r = 2\n\n[s]\na = 1\n");
        row("root key behind another",
            "q = 1\n\n[s]\na = 1\n",
            "r",
            "i:2",
            "q = 1\nr = 2\n\n[s]\na = 1\n");
        row("quoted key", "[custom]\n", "custom.\"a.b\"", "i:2", "[custom]\n\"a.b\" = 2\n");
        row("empty key", "[custom]\n", "custom.\"\"", "i:2", "[custom]\n\"\" = 2\n");
        row("quoted key found",
            "[custom]\n'a.b' = 2\n",
            "custom.\"a.b\"",
            "i:3",
            "[custom]\n'a.b' = 3\n");
        row("escaped key found",
            "\"a\\u0041\\t\" = 2\n",
            "\"aA\\t\"",
            "i:3",
            "\"a\\u0041\\t\" = 3\n");
        row("spaced dots", "a . b = 1\n", "a.b", "i:3", "a . b = 3\n");
        row("spaced header", "[ a . b ]\nc = 1\n", "a.b.c", "i:3", "[ a . b ]\nc = 3\n");
        row("dotted keys", "s.a = 1\nt = 2\n", "s.b", "i:3", "s.a = 1\ns.b = 3\nt = 2\n");
        row("dotted keys, deeper", "'s'.x.a = 1\n", "s.x.b", "i:3", "'s'.x.a = 1\n's'.x.b = 3\n");
        row("dotted keys, new part", "s.a = 1\n", "s.x.b", "i:3", "s.a = 1\ns.x.b = 3\n");
        row("inline table",
            "a = { x = 1, y = 2 } # c\n",
            "a.x",
            "i:3",
            "a = { x = 3, y = 2 } # c\n");
        row("inline table, new key",
            "a = { x = 1 } # c\n",
            "a.y",
            "s:z",
            "a = { x = 1, y = \"z\" } # c\n");
        row("inline table, tight", "a = {x=1}\n", "a.y", "i:2", "a = {x=1, y = 2}\n");
        row("inline table, empty", "a = {}\n", "a.y", "i:2", "a = { y = 2 }\n");
        row("inline table, nested",
            "a = { x = 1 }\n",
            "a.y.z",
            "i:2",
            "a = { x = 1, y = { z = 2 } }\n");
        row("inline table, dotted",
            "a = { x.y = 1 }\n",
            "a.x.z",
            "i:2",
            "a = { x.y = 1, x.z = 2 }\n");
        row("inline table, raw", "a = 1\n", "a", "r: { x = [1, 2] } ", "a = { x = [1, 2] }\n");
        row("texts", "a = [\"x\", 'y']\n", "a", "a:z|y", "a = [\"z\", 'y']\n");
        row("texts, none", "a = [\"x\"]\n", "a", "a:", "a = []\n");
        row("texts, new", "[s]\n", "s.a", "a:x|$Y", "[s]\na = [\"x\", \"$Y\"]\n");
        row("texts over lines, one more",
            "a = [\n  \"x\", # first\n  # two\n  'y'\n]\n",
            "a",
            "a:x|y|z|w",
            "a = [\n  \"x\", # first\n  # two\n  'y',\n  \"z\",\n  \"w\"\n]\n");
        row("texts over lines, comma",
            "a = [\n  \"x\",\n  \"y\", # why\n]\n",
            "a",
            "a:x|y|z",
            "a = [\n  \"x\",\n  \"y\", # why\n  \"z\",\n]\n");
        row("texts over lines, one less",
            "a = [\n  \"x\",\n  # two\n  \"y\",\n  \"z\"\n]\n",
            "a",
            "a:x|z",
            "a = [\n  \"x\",\n  # two\n  \"z\"\n]\n");
        row("texts over lines, last gone",
            "a = [\n  \"x\",\n  \"z\"\n]\n",
            "a",
            "a:x",
            "a = [\n  \"x\",\n]\n");
        row("texts over lines, one changed",
            "a = [\n  \"x\", # c\n  'y'\n]\n",
            "a",
            "a:x|w",
            "a = [\n  \"x\", # c\n  'w'\n]\n");
        row("texts over lines, in front",
            "a = [\n  # c\n  \"x\",\n]\n",
            "a",
            "a:w|x",
            "a = [\n  \"w\",\n  # c\n  \"x\",\n]\n");
        row("texts over lines, shared line",
            "a = [ \"x\", \"y\", # c\n \"z\" ]\n",
            "a",
            "a:x|z|q",
            "a = [ \"x\",  # c\n \"z\", \"q\" ]\n");
        row("texts over lines, was empty",
            "a = [\n # none\n]\n",
            "a",
            "a:x",
            "a = [\"x\"\n # none\n]\n");
        row("element's key",
            "[[nodes]]\nname = \"A\"\n[[nodes]]\nname = \"B\" # b\n",
            "nodes[1].name",
            "s:C",
            "[[nodes]]\nname = \"A\"\n[[nodes]]\nname = \"C\" # b\n");
        row("element's new key",
            "[[nodes]]\nname = \"A\"\n\n[[nodes]]\nname = \"B\"\n",
            "nodes[0].tier",
            "i:2",
            "[[nodes]]\nname = \"A\"\ntier = 2\n\n[[nodes]]\nname = \"B\"\n");
        row("element's new table",
            "[[nodes]]\nname = \"A\"\n\n[[nodes]]\nname = \"B\"\n",
            "nodes[0].auth.type",
            "s:none",
            "[[nodes]]\nname = \"A\"\nauth = { type = \"none\" }\n\n[[nodes]]\nname = \"B\"\n");
        row("element's section",
            "[[nodes]]\nname = \"A\"\n[nodes.auth]\ntype = \"none\"\n[[nodes]]\nname = \"B\"\n",
            "nodes[0].auth.x",
            "i:1",
            "[[nodes]]\nname = \"A\"\n[nodes.auth]\ntype = \"none\"\nx = 1\n[[nodes]]\nname = "
            "\"B\"\n");
        row("element of an inline list",
            "nodes = [ { name = \"A\" }, { name = \"B\" } ]\n",
            "nodes[1].name",
            "s:C",
            "nodes = [ { name = \"A\" }, { name = \"C\" } ]\n");
        row("value in an array", "a = [1, 2_000, 3]\n", "a[1]", "i:4000", "a = [1, 4_000, 3]\n");
        row("interleaved",
            "[[nodes]]\nname = \"A\"\n[s]\nx = 1\n[nodes.auth]\nt = 1\n[[nodes]]\nname = \"B\"\n",
            "nodes[0].auth.t",
            "i:2",
            "[[nodes]]\nname = \"A\"\n[s]\nx = 1\n[nodes.auth]\nt = 2\n[[nodes]]\nname = \"B\"\n");
        row("hash in a text", "a = \"# no comment\" # c\n", "a", "s:#", "a = \"#\" # c\n");
        row("comment that looks like a key", "# a = 5\na = 6\n", "a", "i:7", "# a = 5\na = 7\n");
        row("bracket in a comment",
            "a = [ # ]\n 1 ]\nb = 1\n",
            "b",
            "i:7",
            "a = [ # ]\n 1 ]\nb = 7\n");
    }

    void sets()
    {
        QFETCH(const QByteArray, before);
        QFETCH(const QByteArray, path);
        QFETCH(const QByteArray, value);
        ConfigDocument document = documentOf(before);
        QCOMPARE(document.error(), std::string());
        QCOMPARE(document.set(path.toStdString(), valueOf(value)), std::string());
        QTEST(textOf(document), "after");
    }

    void refuses_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("path");
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<QByteArray>("word");
        const auto row = [](const char *name,
                            const QByteArray &text,
                            const char *path,
                            const QByteArray &value,
                            const char *word) {
            QTest::newRow(name) << text << QByteArray(path) << value << QByteArray(word);
        };
        row("section", "[s]\na = 1\n", "s", "i:1", "section");
        row("dotted table", "s.a = 1\n", "s", "i:1", "section");
        row("list", "[[s]]\na = 1\n", "s", "i:1", "section");
        row("below a value", "a = 1\n", "a.b", "i:1", "cannot hold keys");
        row("no such element", "[[s]]\na = 1\n", "s[1].a", "i:1", "1 elements");
        row("index of nothing", "a = 1\n", "b[0]", "i:1", "no such element");
        row("index of a table", "[a]\n", "a[0]", "i:1", "no such element");
        row("no path", "a = 1\n", "", "i:1", "missing");
        row("bad path", "a = 1\n", "a..b", "i:1", "not a path");
        row("open quote", "a = 1\n", "\"a", "i:1", "not a path");
        row("raw nonsense", "a = 1\n", "a", "r:[", "syntax error");
        row("raw, two lines", "a = 1\n", "a", "r:1\nb = 2", "not one");
        row("raw with a comment", "a = 1\n", "a", "r:1 # x", "not one");
        row("raw, empty", "a = 1\n", "a", "r:", "syntax error");
        row("not UTF-8", "a = 1\n", "a", "s:\xff\xfe", "UTF-8");
        row("NUL", "a = 1\n", "a", QByteArray("s:x\0y", 5), "");
        row("too long", "a = 1\n", "a", "s:" + QByteArray(5 << 20, 'x'), "4 MiB");
        row("raw too deep",
            "a = 1\n",
            "a",
            "r:" + QByteArray(40, '[') + QByteArray(40, ']'),
            "nested");
    }

    void refuses()
    {
        QFETCH(const QByteArray, text);
        QFETCH(const QByteArray, path);
        QFETCH(const QByteArray, value);
        QFETCH(const QByteArray, word);
        ConfigDocument document = documentOf(text);
        const std::string problem = document.set(path.toStdString(), valueOf(value));
        if (problem.empty()) {
            // What a parser takes for a character may be written; then it reads the same.
            QVERIFY(word.isEmpty());
            QCOMPARE(document.string(path.toStdString()).value_or(""), value.mid(2).toStdString());
            return;
        }
        QVERIFY2(QByteArray::fromStdString(problem).contains(word), problem.c_str());
        QCOMPARE(textOf(document), text);
    }

    void removes_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("path");
        QTest::addColumn<QByteArray>("after");
        const auto row =
            [](const char *name, const char *before, const char *path, const char *after) {
                QTest::newRow(name) << QByteArray(before) << QByteArray(path) << QByteArray(after);
            };
        row("key", "a = 1\n# c\nb = 2 # x\nc = 3\n", "b", "a = 1\n# c\nc = 3\n");
        row("absent", "a = 1\n", "b.c", "a = 1\n");
        row("absent element", "a = 1\n", "n[3]", "a = 1\n");
        row("last key, no line end", "a = 1\nb = 2", "b", "a = 1");
        row("last key, CRLF, no line end", "a = 1\r\nb = 2", "b", "a = 1");
        row("only key", "a = 1", "a", "");
        row("key over lines", "a = [\n1,\n]\nb = 2\n", "a", "b = 2\n");
        row("only key of a section", "[s]\na = 1\n", "s.a", "[s]\n");
        row("dotted", "s.a = 1\ns.b = 2\n", "s.a", "s.b = 2\n");
        row("dotted, last", "s.a = 1\nt = 2\n", "s.a", "t = 2\n");
        row("dotted table", "s.a = 1\n# c\ns.b = 2\nt = 2\n", "s", "# c\nt = 2\n");
        row("inline first", "a = { x = 1, y = 2 }\n", "a.x", "a = { y = 2 }\n");
        row("inline last", "a = { x = 1, y = 2 }\n", "a.y", "a = { x = 1 }\n");
        row("inline only", "a = { x = 1 } # c\n", "a.x", "a = {} # c\n");
        row("inline dotted table", "a = { x.p = 1, y = 2, x.q = 3 }\n", "a.x", "a = { y = 2 }\n");
        row("array item", "a = [1, 2, 3]\n", "a[1]", "a = [1, 3]\n");
        row("array first", "a = [1, 2, 3]\n", "a[0]", "a = [2, 3]\n");
        row("array last", "a = [1, 2, 3]\n", "a[2]", "a = [1, 2]\n");
        row("array only", "a = [ 1 ]\n", "a[0]", "a = []\n");
        row("array over lines",
            "a = [\n  1, # one\n  # two\n  2,\n]\n",
            "a[1]",
            "a = [\n  1, # one\n  # two\n]\n");
        row("section",
            "# f\n\n# s\n[s]\na = 1\n# b = 2\n\n# t\n[t]\nx = 1\n",
            "s",
            "# f\n\n# t\n[t]\nx = 1\n");
        row("section with sections",
            "[s]\na = 1\n\n[t]\nx = 1\n\n[s.u]\ny = 1\n",
            "s",
            "[t]\nx = 1\n");
        row("last section", "[s]\na = 1\n\n[t]\nx = 1\n", "t", "[s]\na = 1\n");
        row("last section, no line end", "[s]\na = 1\n\n[t]\nx = 1", "t", "[s]\na = 1");
        row("section of the element",
            "[[n]]\na = 1\n[n.s]\nb = 1\n[[n]]\na = 2\n",
            "n[0].s",
            "[[n]]\na = 1\n[[n]]\na = 2\n");
        row("list", "[[n]]\na = 1\n\n[s]\nx = 1\n\n[[n]]\na = 2\n", "n", "[s]\nx = 1\n");
        row("only element", "[s]\nx = 1\n\n[[n]]\na = 1\n", "n[0]", "[s]\nx = 1\n");
        row("element of an inline list",
            "n = [ { a = 1 }, { a = 2 } ]\n",
            "n[0]",
            "n = [ { a = 2 } ]\n");
    }

    void removes()
    {
        QFETCH(const QByteArray, before);
        QFETCH(const QByteArray, path);
        ConfigDocument document = documentOf(before);
        QCOMPARE(document.remove(path.toStdString()), std::string());
        QTEST(textOf(document), "after");
        QVERIFY(path.endsWith(']') || !document.has(path.toStdString()));
    }

    void removesElements_data()
    {
        QTest::addColumn<int>("index");
        QTest::addColumn<QByteArray>("gone");
        QTest::newRow("first") << 0
                               << kThree.mid(kThree.indexOf("# first"),
                                             kThree.indexOf("# floating")
                                                 - kThree.indexOf("# first"));
        QTest::newRow("middle") << 1
                                << kThree.mid(kThree.indexOf("# second"),
                                              kThree.lastIndexOf("[[")
                                                  - kThree.indexOf("# second"));
        QTest::newRow("last") << 2 << kThree.mid(kThree.lastIndexOf("[[") - 1);
    }

    void removesElements()
    {
        QFETCH(const int, index);
        QFETCH(const QByteArray, gone);
        ConfigDocument document = documentOf(kThree);
        QCOMPARE(document.remove("nodes[" + std::to_string(index) + "]"), std::string());
        QCOMPARE(textOf(document), QByteArray(kThree).replace(gone, ""));
    }

    void appends_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("after");
        const auto row = [](const char *name, const char *before, const char *after) {
            QTest::newRow(name) << QByteArray(before) << QByteArray(after);
        };
        const char *const node = "[[nodes]]\nname = \"N\"\nrps_limit = 50\nauth.type = \"none\"\n";
        row("empty file", "", node);
        row("no list yet", "[s]\na = 1\n", (QByteArray("[s]\na = 1\n\n") + node).constData());
        row("last",
            "[[nodes]]\nname = \"A\"\n",
            (QByteArray("[[nodes]]\nname = \"A\"\n\n") + node).constData());
        row("before another section",
            "[[nodes]]\nname = \"A\"\n# tier = 1\n\n# s\n[s]\na = 1\n",
            (QByteArray("[[nodes]]\nname = \"A\"\n# tier = 1\n\n") + node + "\n# s\n[s]\na = 1\n")
                .constData());
        row("tight",
            "[[nodes]]\nname = \"A\"\n[s]\na = 1\n",
            (QByteArray("[[nodes]]\nname = \"A\"\n\n") + node + "\n[s]\na = 1\n").constData());
        row("no last line end",
            "[[nodes]]\nname = \"A\"",
            (QByteArray("[[nodes]]\nname = \"A\"\n\n") + QByteArray(node).chopped(1)).constData());
        row("section of the last one",
            "[[nodes]]\nname = \"A\"\n[nodes.auth]\ntype = \"none\"\n",
            (QByteArray("[[nodes]]\nname = \"A\"\n[nodes.auth]\ntype = \"none\"\n\n") + node)
                .constData());
        row("CRLF",
            "[[nodes]]\r\nname = \"A\"\r\n",
            (QByteArray("[[nodes]]\r\nname = \"A\"\r\n\r\n")
             + QByteArray(node).replace("\n", "\r\n"))
                .constData());
        row("indented",
            "  [[nodes]]\n    name = \"A\"\n",
            "  [[nodes]]\n    name = \"A\"\n\n  [[nodes]]\n    name = \"N\"\n    rps_limit = 50\n  "
            "  auth.type = \"none\"\n");
        row("inline list",
            "nodes = [ { name = \"A\" } ] # c\n",
            "nodes = [ { name = \"A\" }, { name = \"N\", rps_limit = 50, auth.type = \"none\" } ] "
            "# c\n");
        row("empty inline list",
            "nodes = []\n",
            "nodes = [{ name = \"N\", rps_limit = 50, auth.type = \"none\" }]\n");
        row("inline list over lines",
            "nodes = [\n  { name = \"A\" }, # a\n]\n",
            "nodes = [\n  { name = \"A\" }, # a\n  { name = \"N\", rps_limit = 50, auth.type = "
            "\"none\" },\n]\n");
    }

    void appends()
    {
        QFETCH(const QByteArray, before);
        ConfigDocument document = documentOf(before);
        QCOMPARE(document.append("nodes",
                                 {{"name", std::string("N")},
                                  {"rps_limit", 50.0},
                                  {"auth.type", std::string("none")}}),
                 std::string());
        QTEST(textOf(document), "after");
    }

    void appendsBelowOthers()
    {
        ConfigDocument document = documentOf("[server]\nport = 1\n\n[cache]\nenabled = true\n");
        QCOMPARE(document.append("server.auth.tokens", {{"name", std::string("x")}}),
                 std::string("there is no section that could hold the list \"tokens\""));
        QCOMPARE(document.append("server.things", {{"name", std::string("x")}}), std::string());
        QCOMPARE(textOf(document),
                 QByteArray("[server]\nport = 1\n\n[[server.things]]\nname = "
                            "\"x\"\n\n[cache]\nenabled = true\n"));
        QVERIFY(!document.append("server.port", {}).empty());
        QVERIFY(!document.append("cache", {}).empty());
        QVERIFY(!document.append("", {}).empty());
    }

    void duplicates_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<int>("index");
        QTest::addColumn<QByteArray>("after");
        const auto row =
            [](const char *name, const QByteArray &before, int index, const QByteArray &after) {
                QTest::newRow(name) << before << index << after;
            };
        const auto at = [](const char *text) { return kThree.indexOf(text); };
        row("comments come along",
            kThree,
            0,
            kThree.left(at("\n# floating"))
                + "\n# first\n[[nodes]]\nname = \"X\"   # a\nurl = \"http://a/\"\n# cooldown_ms = "
                  "5\n"
                + kThree.mid(at("\n# floating")));
        row("sections come along",
            kThree,
            1,
            kThree.left(at("\n[[nodes]]\nname = \"C\""))
                + "\n# second\n# of three\n[[nodes]]\nname = 'X'\n\n[nodes.auth]\ntype = "
                  "\"bearer\"\n"
                + kThree.mid(at("\n[[nodes]]\nname = \"C\"")));
        row("last", kThree, 2, kThree + "\n[[nodes]]\nname = \"X\"\n");
        row("last, no line end", kThree.chopped(1), 2, kThree + "\n[[nodes]]\nname = \"X\"");
        row("label",
            "[[nodes]]\nlabel = \"A\"\n",
            0,
            "[[nodes]]\nlabel = \"A\"\n\n[[nodes]]\nlabel = \"X\"\n");
        row("no name",
            "[[nodes]] # c\ntier = 1\n",
            0,
            "[[nodes]] # c\ntier = 1\n\n[[nodes]]\nname = \"X\" # c\ntier = 1\n");
        row("inline",
            "nodes = [ { name = 'A', t = 1 } ]\n",
            0,
            "nodes = [ { name = 'A', t = 1 }, { name = 'X', t = 1 } ]\n");
        row("inline over lines",
            "nodes = [\n  # a\n  { name = 'A', t = 1 }\n]\n",
            0,
            "nodes = [\n  # a\n  { name = 'A', t = 1 },\n  # a\n  { name = 'X', t = 1 }\n]\n");
        row("interleaved",
            "[[nodes]]\nname = \"A\"\n[s]\nx = 1\n[nodes.auth]\nt = 1\n",
            0,
            "[[nodes]]\nname = \"A\"\n[s]\nx = 1\n[nodes.auth]\nt = 1\n\n[[nodes]]\nname = "
            "\"X\"\n\n[nodes.auth]\nt = 1\n");
    }

    void duplicates()
    {
        QFETCH(const QByteArray, before);
        QFETCH(const int, index);
        ConfigDocument document = documentOf(before);
        QCOMPARE(document.duplicate("nodes", static_cast<std::size_t>(index), "X"), std::string());
        QTEST(textOf(document), "after");
    }

    void moves_data()
    {
        QTest::addColumn<int>("from");
        QTest::addColumn<int>("to");
        QTest::addColumn<QByteArray>("order");
        QTest::newRow("down") << 0 << 2 << QByteArray("BCA");
        QTest::newRow("up") << 2 << 0 << QByteArray("CAB");
        QTest::newRow("next") << 0 << 1 << QByteArray("BAC");
        QTest::newRow("nowhere") << 1 << 1 << QByteArray("ABC");
    }

    void moves()
    {
        QFETCH(const int, from);
        QFETCH(const int, to);
        const auto a = static_cast<std::size_t>(from);
        const auto b = static_cast<std::size_t>(to);
        ConfigDocument document = documentOf(kThree);
        QCOMPARE(document.move("nodes", a, b), std::string());
        QByteArray order;
        for (int i = 0; i < 3; ++i)
            order += QByteArray::fromStdString(
                document.string("nodes[" + std::to_string(i) + "].name").value_or(""));
        QTEST(order, "order");
        QVERIFY(textOf(document).contains(
            "# second\n# of three\n[[nodes]]\nname = 'B'\n\n[nodes.auth]\ntype = \"bearer\"\n"));
        QVERIFY(textOf(document).contains(
            "# first\n[[nodes]]\nname = \"A\"   # a\nurl = \"http://a/\"\n# cooldown_ms = 5\n"));
        QCOMPARE(document.move("nodes", b, a), std::string());
        QCOMPARE(textOf(document), kThree);
    }

    void movesInLists()
    {
        const QByteArray text = "nodes = [\n  # a\n  { name = 'A' }, # x\n  { name = 'B' }\n]\n";
        ConfigDocument document = documentOf(text);
        QCOMPARE(document.move("nodes", 0, 1), std::string());
        QCOMPARE(textOf(document),
                 QByteArray("nodes = [\n  { name = 'B' },\n  # a\n  { name = 'A' } # x\n]\n"));
        QCOMPARE(document.move("nodes", 1, 0), std::string());
        QCOMPARE(textOf(document), text);
        document = documentOf("a = [1, 2, 3]\n");
        QCOMPARE(document.move("a", 2, 0), std::string());
        QCOMPARE(textOf(document), QByteArray("a = [3, 1, 2]\n"));
        QVERIFY(!document.move("a", 3, 0).empty());
        QVERIFY(!document.move("b", 0, 0).empty());
        QVERIFY(!document.duplicate("a", 0, "x").empty());
        QVERIFY(!document.duplicate("b", 0, "x").empty());
    }

    void movesWhatIsInterleaved()
    {
        ConfigDocument document = documentOf(
            "[[n]]\nname = \"A\"\n\n[s]\nx = 1\n\n[n.auth]\nt = 1\n\n[[n]]\nname = \"B\"\n");
        QCOMPARE(document.move("n", 0, 1), std::string());
        QCOMPARE(
            textOf(document),
            QByteArray(
                "[[n]]\nname = \"B\"\n\n[s]\nx = 1\n\n[[n]]\nname = \"A\"\n\n[n.auth]\nt = 1\n"));
    }

    void renames_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("path");
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("after");
        const auto row = [](const char *name,
                            const char *before,
                            const char *path,
                            const char *to,
                            const char *after) {
            QTest::newRow(name) << QByteArray(before) << QByteArray(path) << QByteArray(to)
                                << QByteArray(after);
        };
        row("key", "[r]\na = 1 # c\n", "r.a", "b", "[r]\nb = 1 # c\n");
        row("quotes needed", "[r]\na = 1\n", "r.a", "x.y", "[r]\n\"x.y\" = 1\n");
        row("quotes gone", "[r]\n'a.b' = 1\n", "r.\"a.b\"", "ab", "[r]\nab = 1\n");
        row("section with sections",
            "[c.eth]\nk = 1\n[c.eth.x]\ny = 1\n[c.base]\n",
            "c.eth",
            "main",
            "[c.main]\nk = 1\n[c.main.x]\ny = 1\n[c.base]\n");
        row("dotted",
            "c.eth.k = 1\nc.eth.l = 2\n",
            "c.eth",
            "main",
            "c.main.k = 1\nc.main.l = 2\n");
        row("list",
            "[[n]]\na = 1\n[n.s]\nb = 1\n[[n]]\n",
            "n",
            "m",
            "[[m]]\na = 1\n[m.s]\nb = 1\n[[m]]\n");
        row("inline", "a = { x = 1 }\n", "a.x", "y", "a = { y = 1 }\n");
        row("same", "a = 1\n", "a", "a", "a = 1\n");
    }

    void renames()
    {
        QFETCH(const QByteArray, before);
        QFETCH(const QByteArray, path);
        QFETCH(const QByteArray, name);
        ConfigDocument document = documentOf(before);
        QCOMPARE(document.renameKey(path.toStdString(), name.toStdString()), std::string());
        QTEST(textOf(document), "after");
    }

    void refusesRenames()
    {
        ConfigDocument document = documentOf("a = 1\nb = 2\n[[n]]\n");
        QVERIFY(!document.renameKey("a", "b").empty());
        QVERIFY(!document.renameKey("x", "y").empty());
        QVERIFY(!document.renameKey("n[0]", "y").empty());
        QVERIFY(!document.renameKey("", "y").empty());
        QVERIFY(!document.renameKey("a", "\xff").empty());
        QCOMPARE(textOf(document), QByteArray("a = 1\nb = 2\n[[n]]\n"));
    }

    void copiesAreIndependent()
    {
        ConfigDocument first = documentOf("a = 1\n");
        const ConfigDocument second = first;
        QCOMPARE(first.set("a", std::int64_t{2}), std::string());
        QCOMPARE(textOf(second), QByteArray("a = 1\n"));
        QCOMPARE(second.integer("a").value_or(0), 1);
    }
};

SPILLWAY_TEST(ConfigDocumentTest)

#include "tst_configdocument.moc"
