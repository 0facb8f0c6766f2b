// SPDX-License-Identifier: GPL-3.0-or-later
#include "configure/backupsdialog.h"
#include "configure/codeeditor.h"
#include "configure/findbar.h"
#include "configure/nodeedits.h"
#include "configure/rawpage.h"
#include "configure/tomlhighlighter.h"
#include "testmain.h"
#include "uidraft.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTableView>
#include <QTextBlock>
#include <QTextLayout>

using namespace spillway;
using namespace spillway::ui;
using spillway::test::DraftBench;

namespace {

struct RawBench : DraftBench
{
    RawBench()
        : DraftBench(test::twoNodes())
        , page(session(), nullptr)
    {
        page.resize(800, 600);
        page.show();
        page.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&page));
        page.activate();
        editor = page.findChild<CodeEditor *>();
        issues = page.findChild<QTableView *>();
    }

    RawPage page;
    CodeEditor *editor = nullptr;
    QTableView *issues = nullptr;
};

} // namespace

class TestRawPage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void typingEditsTheDraftInOneStep();
    void formsAndTextShareOneDocument();
    void theCursorStaysWhenAFormChangesTheText();
    void errorsAreMarkedAndListed();
    void aFileWithoutNodesIsToldSo();
    void anIssueLeadsToItsLine();
    void priceListsCanBeEditedToo();
    void findsText();
    void restoringABackupIsAStep();
    void highlightsToml_data();
    void highlightsToml();
    void stringsOverSeveralLines();
    void newLinesKeepTheIndent();
};

void TestRawPage::aFileWithoutNodesIsToldSo()
{
    RawBench bench;
    const auto says = [&bench](const QString &text) {
        const auto labels = bench.page.findChildren<QLabel *>();
        return std::any_of(labels.begin(), labels.end(), [&](const QLabel *label) {
            return label->text() == text;
        });
    };
    QTRY_VERIFY(says(QStringLiteral("Valid.")));
    bench.editor->clear();
    QTRY_VERIFY(says(QStringLiteral("Valid. There is no node in it yet.")));
}

void TestRawPage::typingEditsTheDraftInOneStep()
{
    RawBench bench;
    bench.editor->moveCursor(QTextCursor::End);
    QTest::keyClicks(bench.editor, QStringLiteral("weight = 2"));
    QCOMPARE(bench.draft().document().integer("nodes[1].weight"), std::optional<std::int64_t>(2));
    QCOMPARE(bench.draft().undoStack().count(), 1);
    QTest::keySequence(bench.editor, QKeySequence::Undo);
    QCOMPARE(bench.editor->toPlainText().toUtf8(), test::twoNodes());
    QTest::keySequence(bench.editor, QKeySequence::Redo);
    QVERIFY(bench.editor->toPlainText().endsWith(QStringLiteral("weight = 2")));
}

void TestRawPage::formsAndTextShareOneDocument()
{
    RawBench bench;
    QVERIFY(nodes::setTier(bench.draft(), 0, 9).isEmpty());
    QCOMPARE(bench.editor->toPlainText(), bench.text());
    QVERIFY(bench.editor->toPlainText().contains(QStringLiteral("tier = 9")));
}

void TestRawPage::theCursorStaysWhenAFormChangesTheText()
{
    RawBench bench;
    bench.editor->goToLine(13);
    const QString line = bench.editor->textCursor().block().text();
    QVERIFY(nodes::rename(bench.draft(), 0, QStringLiteral("A much longer name")).isEmpty());
    QCOMPARE(bench.editor->textCursor().block().text(), line);
}

void TestRawPage::errorsAreMarkedAndListed()
{
    RawBench bench;
    QVERIFY(!bench.issues->isVisible());
    QVERIFY(bench.draft()
                .edit(QStringLiteral("x"),
                      {},
                      [](ConfigDocument &document) {
                          return document.set("nodes[0].reset_day", std::int64_t{32});
                      })
                .isEmpty());
    bench.draft().checkNow();
    QVERIFY(bench.issues->isVisible());
    QCOMPARE(bench.issues->model()->rowCount(), 1);
    QCOMPARE(bench.issues->model()->index(0, 1).data().toString(),
             QStringLiteral("nodes[0].reset_day"));
    bool underlined = false;
    for (const QTextEdit::ExtraSelection &selection : bench.editor->extraSelections()) {
        if (selection.format.underlineStyle() == QTextCharFormat::WaveUnderline)
            underlined = selection.cursor.selectedText() == QStringLiteral("reset_day = 32");
    }
    QVERIFY(underlined);
    bench.draft().undoStack().undo();
    bench.draft().checkNow();
    QVERIFY(!bench.issues->isVisible());
}

void TestRawPage::anIssueLeadsToItsLine()
{
    RawBench bench;
    bench.draft().setText(
        QStringLiteral("x"), {}, bench.text() + QStringLiteral("\nbroken = = 1\n"));
    bench.draft().checkNow();
    QVERIFY(bench.issues->model()->rowCount() > 0);
    bench.editor->goToLine(1);
    Q_EMIT bench.issues->activated(bench.issues->model()->index(0, 0));
    QCOMPARE(bench.editor->textCursor().block().text(), QStringLiteral("broken = = 1"));
}

void TestRawPage::priceListsCanBeEditedToo()
{
    RawBench bench;
    bench.write(QStringLiteral("mine.toml"), "[routing]\neth_call = 1\n");
    QVERIFY(bench.draft()
                .edit(QStringLiteral("x"),
                      {},
                      [](ConfigDocument &document) {
                          return document.set("nodes[0].provider_pricing_path",
                                              std::string("mine.toml"));
                      })
                .isEmpty());
    bench.page.showItem(bench.path(QStringLiteral("mine.toml")) + QStringLiteral(":2"));
    QCOMPARE(bench.editor->toPlainText(), QStringLiteral("[routing]\neth_call = 1\n"));
    QCOMPARE(bench.editor->textCursor().blockNumber(), 1);
    QTest::keyClicks(bench.editor, QStringLiteral("5"));
    QCOMPARE(bench.draft().text(bench.path(QStringLiteral("mine.toml"))),
             QStringLiteral("[routing]\neth_call = 15\n"));
    bench.page.showItem(QString());
    QCOMPARE(bench.editor->toPlainText(), bench.text());
}

void TestRawPage::findsText()
{
    RawBench bench;
    bench.page.focusFilter();
    auto *bar = bench.page.findChild<FindBar *>();
    QVERIFY(bar->isVisible());
    auto *edit = bar->findChild<QLineEdit *>();
    edit->setText(QStringLiteral("name ="));
    QCOMPARE(bar->matches(), 2);
    QCOMPARE(bench.editor->textCursor().selectedText(), QStringLiteral("name ="));
    const int first = bench.editor->textCursor().blockNumber();
    QTest::keyClick(edit, Qt::Key_Return);
    QVERIFY(bench.editor->textCursor().blockNumber() != first);
    QTest::keyClick(edit, Qt::Key_Escape);
    QVERIFY(!bar->isVisible());
}

void TestRawPage::restoringABackupIsAStep()
{
    RawBench bench;
    QVERIFY(backUp(bench.file().toStdString(),
                   bench.session().stateDir().toStdString(),
                   1'760'000'000'000)
                .empty());
    QVERIFY(nodes::setTier(bench.draft(), 0, 9).isEmpty());
    BackupsDialog dialog(bench.file(), bench.text(), bench.session().stateDir());
    QSignalSpy restored(&dialog, &BackupsDialog::restored);
    dialog.accept();
    QCOMPARE(restored.count(), 1);
    QCOMPARE(restored.first().first().toString().toUtf8(), test::twoNodes());
}

void TestRawPage::highlightsToml_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QStringList>("coloured"); // stretches that differ from plain text, in order
    QTest::newRow("comment") << QStringLiteral("# all of it")
                             << QStringList{QStringLiteral("# all of it")};
    QTest::newRow("header") << QStringLiteral("[[nodes]] # x")
                            << QStringList{QStringLiteral("[[nodes]] "), QStringLiteral("# x")};
    QTest::newRow("number") << QStringLiteral("a = 50_000 # n")
                            << QStringList{QStringLiteral("50_000"), QStringLiteral("# n")};
    QTest::newRow("boolean") << QStringLiteral("a = true") << QStringList{QStringLiteral("true")};
    QTest::newRow("date") << QStringLiteral("a = 2026-11-30")
                          << QStringList{QStringLiteral("2026-11-30")};
    QTest::newRow("hash in a string")
        << QStringLiteral("a = \"x # y\"") << QStringList{QStringLiteral("\"x # y\"")};
    QTest::newRow("quote in a string")
        << QStringLiteral("a = \"x \\\" y\" # c")
        << QStringList{QStringLiteral("\"x \\\" y\""), QStringLiteral("# c")};
    QTest::newRow("variable") << QStringLiteral("a = \"k=$KEY\"")
                              << QStringList{QStringLiteral("\"k="),
                                             QStringLiteral("$KEY"),
                                             QStringLiteral("\"")};
    QTest::newRow("inline table") << QStringLiteral("a = { b = 1, c = 'd' }")
                                  << QStringList{QStringLiteral("1"), QStringLiteral("'d'")};
    QTest::newRow("digits in a key")
        << QStringLiteral("h2c = \"x\"") << QStringList{QStringLiteral("\"x\"")};
}

void TestRawPage::highlightsToml()
{
    QFETCH(QString, line);
    QFETCH(QStringList, coloured);
    QTextDocument document;
    TomlHighlighter highlighter(&document);
    document.setPlainText(line);
    highlighter.rehighlight();
    QStringList found;
    for (const QTextLayout::FormatRange &range : document.firstBlock().layout()->formats()) {
        if (range.format.hasProperty(QTextFormat::ForegroundBrush))
            found.append(line.mid(range.start, range.length));
    }
    QCOMPARE(found, coloured);
}

void TestRawPage::stringsOverSeveralLines()
{
    QTextDocument document;
    TomlHighlighter highlighter(&document);
    document.setPlainText(QStringLiteral("a = \"\"\"\n# no comment\n\"\"\" # comment\n"));
    highlighter.rehighlight();
    const QTextBlock second = document.findBlockByNumber(1);
    QCOMPARE(second.layout()->formats().size(), 1);
    QVERIFY(!second.layout()->formats().first().format.fontItalic());
    QVERIFY(document.findBlockByNumber(2).layout()->formats().last().format.fontItalic());
}

void TestRawPage::newLinesKeepTheIndent()
{
    CodeEditor editor;
    editor.setPlainText(QStringLiteral("    a = 1"));
    editor.moveCursor(QTextCursor::End);
    QTest::keyClick(&editor, Qt::Key_Return);
    QCOMPARE(editor.toPlainText(), QStringLiteral("    a = 1\n    "));
}

SPILLWAY_TEST(TestRawPage)

#include "tst_rawpage.moc"
