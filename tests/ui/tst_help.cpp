// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/helppage.h"
#include "shell/helptext.h"
#include "shell/pagetable.h"
#include "testmain.h"
#include "uidraft.h"

#include <QDir>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTextBlock>
#include <QTextBrowser>

using namespace spillway;
using namespace spillway::ui;

namespace {

QString page(const QString &language, const QString &file)
{
    QFile in(QStringLiteral(":/help/%1/%2").arg(language, file));
    return in.open(QIODevice::ReadOnly) ? QString::fromUtf8(in.readAll()) : QString();
}

QStringList allOf(const QString &text, const char *pattern, int group = 0)
{
    QStringList found;
    auto matches =
        QRegularExpression(QString::fromLatin1(pattern), QRegularExpression::MultilineOption)
            .globalMatch(text);
    while (matches.hasNext())
        found.append(matches.next().captured(group));
    return found;
}

/// Links, sorted: word order differs between languages.
QStringList links(const QString &text)
{
    QStringList found = allOf(text, R"(\]\(([^)]+)\))", 1);
    found.sort();
    return found;
}

QStringList code(const QString &text)
{
    QStringList found = allOf(text, R"(`[^`\n]+`)");
    found.removeDuplicates();
    found.sort();
    return found;
}

} // namespace

/// The help pages: complete, in both languages, with links that lead somewhere.
class TestHelp : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void initTestCase()
    {
        QVERIFY(!helpTopics().isEmpty());
        m_files = QDir(QStringLiteral(":/help/en")).entryList({QStringLiteral("*.md")});
        QVERIFY(m_files.size() > 10);
    }

    void everyTopicHasItsGermanTwin_data() { rows(); }

    void everyTopicHasItsGermanTwin()
    {
        QFETCH(QString, file);
        static const QRegularExpression elsewhere(QStringLiteral("^[^#]"));
        const QString english = page(QStringLiteral("en"), file);
        const QString german = page(QStringLiteral("de"), file);
        QVERIFY(!english.isEmpty());
        QVERIFY2(!german.isEmpty(), "no German page");
        QVERIFY(english != german);
        // Links into the page itself go by its own headings.
        QCOMPARE(links(german).filter(elsewhere), links(english).filter(elsewhere));
        QCOMPARE(links(german).size(), links(english).size());
        QCOMPARE(code(german), code(english));
        // The same build: headings, list items, table rows.
        QCOMPARE(allOf(german, "^#+ ").join(QString()), allOf(english, "^#+ ").join(QString()));
        QCOMPARE(allOf(german, "^(- |\\d+\\. )").size(), allOf(english, "^(- |\\d+\\. )").size());
        QCOMPARE(allOf(german, "^\\|").size(), allOf(english, "^\\|").size());
    }

    void noGermanPageIsLeftOver()
    {
        QCOMPARE(QDir(QStringLiteral(":/help/de")).entryList({QStringLiteral("*.md")}), m_files);
    }

    void everyLinkLeadsSomewhere_data() { rows(); }

    void everyLinkLeadsSomewhere()
    {
        QFETCH(QString, file);
        for (const QString &language : {QStringLiteral("en"), QStringLiteral("de")}) {
            for (const QString &link : links(page(language, file))) {
                if (link.startsWith(QLatin1String("page:")))
                    QVERIFY2(pageInfo(link.mid(5)) != nullptr, qPrintable(link));
                else if (link.startsWith(QLatin1Char('#')))
                    QVERIFY2(anchors(page(language, file)).contains(link.mid(1)), qPrintable(link));
                else
                    QVERIFY2(m_files.contains(link), qPrintable(link));
            }
        }
    }

    void linksIntoThePageScroll()
    {
        test::DraftBench bench("");
        HelpPage help(bench.session(), nullptr);
        help.resize(900, 500);
        help.show();
        help.showItem(QStringLiteral("reference"));
        auto *text = help.findChild<QTextBrowser *>();
        Q_EMIT text->anchorClicked(QUrl(QStringLiteral("#which-methods")));
        QCOMPARE(text->textCursor().block().text(), QStringLiteral("Which methods"));
        QVERIFY(text->viewport()->rect().contains(text->cursorRect().center()));
    }

    void linksToOtherTopicsOpenThem()
    {
        test::DraftBench bench("");
        HelpPage help(bench.session(), nullptr);
        help.showItem(QStringLiteral("nodes"));
        auto *text = help.findChild<QTextBrowser *>();
        Q_EMIT text->anchorClicked(QUrl(QStringLiteral("prices.md")));
        QVERIFY(text->toPlainText().startsWith(QStringLiteral("Prices")));
        QSignalSpy navigate(&help, &Page::navigate);
        Q_EMIT text->anchorClicked(QUrl(QStringLiteral("page:quotas")));
        QCOMPARE(navigate.first().first().toString(), QStringLiteral("quotas"));
    }

    void everyPageOfTheWindowHasATopic()
    {
        QStringList ids;
        for (const HelpTopic &topic : helpTopics()) {
            QVERIFY(!topic.title.isEmpty());
            ids.append(topic.id);
        }
        for (const PageInfo &info : pageTable()) {
            const QString id = QLatin1String(info.id);
            if (id != QLatin1String("help"))
                QVERIFY2(ids.contains(helpTopicFor(id)), info.id);
        }
    }

private:
    static QStringList anchors(const QString &text)
    {
        QStringList found;
        for (const QString &title : allOf(text, "^#+ (.*)$", 1))
            found.append(headingAnchor(title));
        return found;
    }

    void rows()
    {
        QTest::addColumn<QString>("file");
        for (const QString &file : std::as_const(m_files))
            QTest::newRow(qPrintable(file)) << file;
    }

    QStringList m_files;
};

SPILLWAY_TEST(TestHelp)
#include "tst_help.moc"
