// SPDX-License-Identifier: MIT
#include "spillway/configedit.h"
#include "testmain.h"

#include <QRandomGenerator>

#include <algorithm>

using spillway::DiffLine;
using spillway::diffLines;

namespace {

/// One line a line, with its sign.
QByteArray shown(const std::vector<DiffLine> &lines)
{
    QByteArray out;
    for (const DiffLine &line : lines) {
        const char sign = line.kind == DiffLine::Kind::Same      ? ' '
                          : line.kind == DiffLine::Kind::Removed ? '-'
                                                                 : '+';
        out += sign + QByteArray::fromStdString(line.text) + '\n';
    }
    return out;
}

std::size_t changes(const std::vector<DiffLine> &lines)
{
    return static_cast<std::size_t>(
        std::count_if(lines.begin(), lines.end(), [](const DiffLine &line) {
            return line.kind != DiffLine::Kind::Same;
        }));
}

/// Lines that a shortest edit changes, from the textbook table.
std::size_t fewestChanges(const QByteArrayList &a, const QByteArrayList &b)
{
    std::vector<std::vector<std::size_t>> common(
        static_cast<std::size_t>(a.size()) + 1,
        std::vector<std::size_t>(static_cast<std::size_t>(b.size()) + 1));
    for (qsizetype i = a.size(); i-- > 0;) {
        for (qsizetype j = b.size(); j-- > 0;) {
            auto &cell = common[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
            const auto x = static_cast<std::size_t>(i);
            const auto y = static_cast<std::size_t>(j);
            cell = a[i] == b[j] ? common[x + 1][y + 1] + 1
                                : std::max(common[x + 1][y], common[x][y + 1]);
        }
    }
    return static_cast<std::size_t>(a.size() + b.size()) - 2 * common[0][0];
}

QByteArray rebuilt(const std::vector<DiffLine> &lines, DiffLine::Kind without)
{
    QByteArray out;
    for (const DiffLine &line : lines) {
        if (line.kind != without)
            out += QByteArray::fromStdString(line.text) + '\n';
    }
    return out;
}

} // namespace

class DiffLinesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void compares_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("after");
        QTest::addColumn<QByteArray>("lines");
        const auto row =
            [](const char *name, const char *before, const char *after, const char *lines) {
                QTest::newRow(name) << QByteArray(before) << QByteArray(after) << QByteArray(lines);
            };
        row("both empty", "", "", "");
        row("same", "a\nb\n", "a\nb\n", " a\n b\n");
        row("from nothing", "", "a\n", "+a\n");
        row("to nothing", "a\n", "", "-a\n");
        row("changed", "a\nb\nc\n", "a\nx\nc\n", " a\n-b\n+x\n c\n");
        row("inserted", "a\nc\n", "a\nb\nc\n", " a\n+b\n c\n");
        row("removed", "a\nb\nc\n", "a\nc\n", " a\n-b\n c\n");
        row("repeated line", "a\na\na\n", "a\na\n", " a\n a\n-a\n");
        row("no last line end", "a\nb", "a\nc", " a\n-b\n+c\n");
        row("line ends", "a\r\nb\r\n", "a\r\nc\r\n", " a\n-b\n+c\n");
        row("other line ends", "a\r\n", "a\n", "-a\n+a\n");
        row("empty lines", "\n\n", "\n", " \n-\n");
    }

    void compares()
    {
        QFETCH(const QByteArray, before);
        QFETCH(const QByteArray, after);
        QTEST(shown(diffLines(before.toStdString(), after.toStdString())), "lines");
    }

    void numbersLines()
    {
        const auto lines = diffLines("a\nb\nc\n", "a\nx\ny\nc\n");
        QCOMPARE(lines.size(), std::size_t{5});
        QCOMPARE(lines[1].oldLine, 2);
        QCOMPARE(lines[1].newLine, 0);
        QCOMPARE(lines[3].oldLine, 0);
        QCOMPARE(lines[3].newLine, 3);
        QCOMPARE(lines[4].oldLine, 3);
        QCOMPARE(lines[4].newLine, 4);
    }

    void findsShortestEdits()
    {
        QRandomGenerator random(20260101);
        for (int round = 0; round < 3000; ++round) {
            const int letters = 1 + static_cast<int>(random.bounded(5));
            const auto text = [&] {
                QByteArrayList out;
                for (quint32 i = random.bounded(14U); i > 0; --i)
                    out += QByteArray(1, static_cast<char>('a' + random.bounded(letters)));
                return out;
            };
            const QByteArrayList a = text();
            const QByteArrayList b = text();
            const QByteArray before = a.isEmpty() ? QByteArray() : a.join('\n') + '\n';
            const QByteArray after = b.isEmpty() ? QByteArray() : b.join('\n') + '\n';
            const auto lines = diffLines(before.toStdString(), after.toStdString());
            QCOMPARE(rebuilt(lines, DiffLine::Kind::Added), before);
            QCOMPARE(rebuilt(lines, DiffLine::Kind::Removed), after);
            QCOMPARE(changes(lines), fewestChanges(a, b));
        }
    }

    void boundsItsWork()
    {
        // Nothing alike, the same few lines in another order, and more lines than are compared.
        std::string before;
        std::string after;
        std::string many;
        for (int i = 0; i < 15000; ++i) {
            before += "a" + std::to_string(i % 7) + "\n";
            after += "a" + std::to_string((i * i + 3) % 7) + "\n";
        }
        for (int i = 0; i < 20001; ++i)
            many += "x\n";
        const auto lines = diffLines(before, after);
        QCOMPARE(rebuilt(lines, DiffLine::Kind::Added).toStdString(), before);
        QCOMPARE(rebuilt(lines, DiffLine::Kind::Removed).toStdString(), after);
        QCOMPARE(changes(diffLines(many, many + "y\n")), std::size_t{40003});
    }
};

SPILLWAY_TEST(DiffLinesTest)

#include "tst_difflines.moc"
