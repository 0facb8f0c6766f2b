// SPDX-License-Identifier: GPL-3.0-or-later
#include "configure/nodeedits.h"
#include "monitor/replayalldialog.h"
#include "monitor/replaydialog.h"
#include "shell/mainwindow.h"
#include "shell/pagetable.h"
#include "shell/translations.h"
#include "testmain.h"
#include "uisession.h"
#include "widgets/numberedit.h"
#include "widgets/reasontext.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QGroupBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QSpinBox>
#include <QTabBar>
#include <QTextEdit>
#include <QXmlStreamReader>

#include <algorithm>

using namespace spillway;
using namespace spillway::ui;
using test::ScriptedNode;
using test::SessionBench;

namespace {

struct Entry
{
    QString source;
    QRegularExpression english;
    QRegularExpression german;
    QString translation;
};

QString withoutMnemonics(QString text)
{
    static const QRegularExpression mark(QStringLiteral("&(.)"));
    return text.replace(mark, QStringLiteral("\\1"));
}

/// What the text looks like once its places are filled.
QRegularExpression patternOf(const QString &text)
{
    static const QRegularExpression place(QStringLiteral("(%L?[0-9n]+)"));
    QString pattern = QRegularExpression::escape(withoutMnemonics(text));
    static const QRegularExpression escapedPlace(QStringLiteral("\\\\%L?[0-9n]+"));
    pattern.replace(escapedPlace, QStringLiteral(".*"));
    return QRegularExpression(QRegularExpression::anchoredPattern(pattern),
                              QRegularExpression::DotMatchesEverythingOption);
}

/// Letters outside the places: a text of hardly any says nothing.
qsizetype letters(QString text)
{
    static const QRegularExpression place(QStringLiteral("%L?[0-9n]+|[^A-Za-z]"));
    return text.remove(place).size();
}

/// Texts of which the German differs from the English.
std::vector<Entry> entries()
{
    std::vector<Entry> list;
    QFile file(QStringLiteral(SPILLWAY_SOURCE_DIR "/translations/spillway_de.ts"));
    if (!file.open(QIODevice::ReadOnly))
        return list;
    QXmlStreamReader xml(&file);
    QString source;
    QStringList forms;
    while (!xml.atEnd()) {
        xml.readNext();
        if (xml.isStartElement() && xml.name() == QLatin1String("source"))
            source = xml.readElementText();
        else if (xml.isStartElement() && xml.name() == QLatin1String("translation"))
            forms = {xml.readElementText(QXmlStreamReader::IncludeChildElements).trimmed()};
        else if (xml.isEndElement() && xml.name() == QLatin1String("message") && !forms.isEmpty()
                 && withoutMnemonics(forms.first()) != withoutMnemonics(source)
                 && letters(source) >= 3)
            list.push_back({source,
                            patternOf(source),
                            patternOf(forms.first()),
                            withoutMnemonics(forms.first())});
    }
    return list;
}

void addItems(const QAbstractItemModel *model, QStringList *texts)
{
    constexpr int kMost = 60;
    for (int column = 0; column < model->columnCount(); ++column) {
        texts->append(model->headerData(column, Qt::Horizontal).toString());
        for (int row = 0; row < std::min(kMost, model->rowCount()); ++row)
            texts->append(model->index(row, column).data().toString());
    }
}

/// All that a user reads or hears of one widget.
QStringList textsOf(const QWidget *widget)
{
    QStringList texts;
    texts << widget->toolTip() << widget->accessibleName() << widget->accessibleDescription();
    if (const auto *label = qobject_cast<const QLabel *>(widget))
        texts << label->text();
    if (const auto *button = qobject_cast<const QAbstractButton *>(widget))
        texts << button->text();
    if (const auto *box = qobject_cast<const QGroupBox *>(widget))
        texts << box->title();
    if (const auto *edit = qobject_cast<const QLineEdit *>(widget))
        texts << edit->placeholderText();
    if (const auto *edit = qobject_cast<const QPlainTextEdit *>(widget))
        texts << edit->placeholderText();
    if (const auto *spin = qobject_cast<const QSpinBox *>(widget))
        texts << spin->specialValueText() << spin->suffix().trimmed();
    if (const auto *bar = qobject_cast<const QTabBar *>(widget)) {
        for (int tab = 0; tab < bar->count(); ++tab)
            texts << bar->tabText(tab);
    }
    if (const auto *combo = qobject_cast<const QComboBox *>(widget)) {
        for (int item = 0; item < combo->count(); ++item)
            texts << combo->itemText(item);
    }
    if (const auto *view = qobject_cast<const QAbstractItemView *>(widget);
        view != nullptr && view->model() != nullptr)
        addItems(view->model(), &texts);
    for (const QAction *action : widget->actions())
        texts << action->text() << action->toolTip();
    texts.removeAll(QString());
    return texts;
}

/// The same of all that is in a window, with the kind of widget it stands in.
QHash<QString, QString> textsIn(const QWidget *window)
{
    QHash<QString, QString> texts;
    for (const QWidget *widget : window->findChildren<QWidget *>()) {
        for (const QString &text : textsOf(widget))
            texts.insert(
                text,
                QString::fromLatin1(widget->metaObject()->className()) + QLatin1Char(' ')
                    + QString::fromLatin1(widget->parentWidget()->metaObject()->className()));
    }
    return texts;
}

} // namespace

/// The language changes while the window is open: nothing of the former one stays.
class TestLanguage : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void cleanup()
    {
        m_translations.use(QStringLiteral("en"));
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    }

    void noTextStays_data()
    {
        QTest::addColumn<bool>("runs");
        QTest::newRow("stopped") << false;
        QTest::newRow("running") << true;
    }

    void noTextStays()
    {
        QFETCH(bool, runs);
        const std::vector<Entry> known = entries();
        QVERIFY(known.size() > 500);
        ScriptedNode node(ScriptedNode::result("\"0x1\""));
        SessionBench bench(
            "[chains.ethereum]\nkind = \"evm\"\nheads = \"off\"\n\n"
            + SessionBench::node("Metered", node.url(), "monthly_limit = 1000\nrps_limit = 5\n")
            + SessionBench::node("Free", node.url(), "tier = 1\n"));
        QMenu bell;
        MainWindow window(bench.session(), &bell);
        window.show();
        if (runs) {
            bench.start();
            QCOMPARE(bench.call(), 200);
        }
        for (const PageInfo &info : pageTable()) {
            window.showPage(QString::fromLatin1(info.id));
            QCoreApplication::processEvents();
        }
        const QHash<QString, QString> before = textsIn(&window);
        m_translations.use(QStringLiteral("de"));
        QCoreApplication::processEvents();
        QStringList left;
        const QHash<QString, QString> after = textsIn(&window);
        for (auto at = after.cbegin(); at != after.cend(); ++at) {
            if (!before.contains(at.key()))
                continue;
            const QString plain = withoutMnemonics(at.key());
            const auto isEnglish = [&plain](const Entry &entry) {
                return entry.english.match(plain).hasMatch()
                       && !entry.german.match(plain).hasMatch();
            };
            // One language's word may be the other's word for something else ("Start").
            const auto isGerman = [&plain](const Entry &entry) {
                return entry.translation == plain;
            };
            if (std::any_of(known.begin(), known.end(), isEnglish)
                && std::none_of(known.begin(), known.end(), isGerman))
                left.append(QStringLiteral("“%1” in %2").arg(at.key(), at.value()));
        }
        QVERIFY2(left.isEmpty(), qPrintable(left.join(QLatin1Char('\n'))));
    }

    /// Qt's own translations are a package that may be missing.
    void whatQtSaysIsGermanToo()
    {
        m_translations.use(QStringLiteral("de"));
        const QMessageBox box(QMessageBox::Question,
                              QStringLiteral("t"),
                              QStringLiteral("t"),
                              QMessageBox::Cancel | QMessageBox::Close);
        QCOMPARE(withoutMnemonics(box.button(QMessageBox::Cancel)->text()),
                 QStringLiteral("Abbrechen"));
        QCOMPARE(withoutMnemonics(box.button(QMessageBox::Close)->text()),
                 QStringLiteral("Schließen"));
        QCOMPARE(
            QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Space).toString(QKeySequence::NativeText),
            QStringLiteral("Strg+Umschalt+Leertaste"));
        QCOMPARE(QKeySequence(Qt::Key_Delete).toString(QKeySequence::NativeText),
                 QStringLiteral("Entf"));
    }

    void keysInToolTipsAreThoseOfTheMenu()
    {
        SessionBench bench(SessionBench::node("A", "http://127.0.0.1:1/"));
        QMenu bell;
        MainWindow window(bench.session(), &bell);
        m_translations.use(QStringLiteral("de"));
        QCoreApplication::processEvents();
        for (const QWidget *widget : window.findChildren<QWidget *>())
            QVERIFY2(!widget->toolTip().contains(QStringLiteral("Ctrl")),
                     qPrintable(widget->toolTip()));
    }

    void numberFieldsFollow()
    {
        SessionBench bench(SessionBench::node("A", "http://127.0.0.1:1/"));
        QMenu bell;
        MainWindow window(bench.session(), &bell);
        auto *box = new QDoubleSpinBox(&window);
        box->setRange(0, 10);
        box->setValue(2.5);
        QCOMPARE(box->text(), QStringLiteral("2.50"));
        m_translations.use(QStringLiteral("de"));
        QCOMPARE(box->text(), QStringLiteral("2,50"));
    }

    /// What stands in a field of figures is the same number in each language, and goes on to be one as it is typed on.
    void typedFiguresFollow()
    {
        SessionBench bench(
            SessionBench::node("A", "http://127.0.0.1:1/", "monthly_limit = 5_000_000\n"));
        QMenu bell;
        MainWindow window(bench.session(), &bell);
        window.show();
        window.showPage(QStringLiteral("nodes"));
        const auto field = [&window](const QString &text) -> NumberEdit * {
            for (NumberEdit *edit : window.findChildren<NumberEdit *>()) {
                if (edit->text() == text)
                    return edit;
            }
            return nullptr;
        };
        UI_SOON(field(QStringLiteral("5,000,000")) != nullptr);
        NumberEdit *limit = field(QStringLiteral("5,000,000"));
        NumberEdit fraction(NumberEdit::Kind::Decimal);
        fraction.setValue(0.5);
        m_translations.use(QStringLiteral("de"));
        QCoreApplication::processEvents();
        QCOMPARE(limit->text(), QStringLiteral("5.000.000"));
        QCOMPARE(fraction.text(), QStringLiteral("0,5"));
        QTest::keyClicks(limit, QStringLiteral("1"));
        QCOMPARE(limit->value(), std::optional(50'000'001.0));
        QCOMPARE(nodes::number(bench.draft().document(), 0, "monthly_limit"),
                 std::optional(50'000'001.0));
    }

    void reasonsOfFailedConnectionsFollow()
    {
        m_translations.use(QStringLiteral("de"));
        QCOMPARE(format::failure(QStringLiteral("name lookup for n.example:443: Host not found")),
                 QStringLiteral("Namensauflösung für n.example:443: Rechner nicht gefunden"));
        QCOMPARE(format::failure(QStringLiteral("connect to n.example: no success within 1500 ms")),
                 QStringLiteral("Verbindung zu n.example: kein Erfolg innerhalb von 1.500 ms"));
        QCOMPARE(format::failure(QStringLiteral("TLS handshake with a: their own words")),
                 QStringLiteral("TLS-Handshake mit a: their own words"));
    }

    void anOpenReplayFollows()
    {
        ScriptedNode node(ScriptedNode::result("\"0x1\""));
        SessionBench bench(SessionBench::node("A", node.url()));
        bench.start();
        auto record = std::make_shared<RequestRecord>();
        record->method = "eth_call";
        record->chain = "default";
        record->captured = true;
        record->requestBody = R"({"jsonrpc":"2.0","id":1,"method":"eth_call","params":[]})";
        record->requestBytes = record->requestBody.size();
        record->responseBody = R"({"jsonrpc":"2.0","id":1,"result":"0x1"})";
        record->responseBytes = record->responseBody.size();
        ReplayDialog one(bench.session(), record);
        ReplayAllDialog all(bench.session(), record);
        m_translations.use(QStringLiteral("de"));
        QCoreApplication::processEvents();
        QVERIFY(one.windowTitle().contains(QStringLiteral("wiederholen")));
        QVERIFY(all.windowTitle().contains(QStringLiteral("wiederholen")));
        const std::vector<Entry> known = entries();
        for (const QDialog *dialog : {static_cast<QDialog *>(&one), static_cast<QDialog *>(&all)}) {
            for (const QString &text : textsIn(dialog).keys()) {
                const QString plain = withoutMnemonics(text);
                QVERIFY2(std::none_of(known.begin(),
                                      known.end(),
                                      [&](const Entry &entry) {
                                          return withoutMnemonics(entry.source) == plain
                                                 && entry.translation != plain;
                                      }),
                         qPrintable(text));
            }
        }
        bench.stop();
    }

private:
    Translations m_translations;
};

SPILLWAY_TEST(TestLanguage)

#include "tst_language.moc"
