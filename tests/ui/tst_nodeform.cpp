// SPDX-License-Identifier: GPL-3.0-or-later
#include "configure/formfield.h"
#include "configure/keykeeper.h"
#include "configure/nodeedits.h"
#include "configure/nodeform.h"
#include "configure/urlfield.h"
#include "spillway/providers.h"
#include "testmain.h"
#include "uidraft.h"

#include <QAbstractButton>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QRadioButton>
#include <QScrollArea>
#include <QSpinBox>
#include <QToolButton>

using namespace spillway;
using namespace spillway::ui;
using spillway::test::DraftBench;

namespace {

struct FormBench : DraftBench
{
    explicit FormBench(const QByteArray &config = test::twoNodes())
        : DraftBench(config)
        , tester(session())
        , form(session(), tester)
    {
        form.resize(600, 900);
        form.show();
        form.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&form));
    }

    template <typename T = QLineEdit>
    T *field(const QString &accessibleName)
    {
        for (T *widget : form.findChildren<T *>()) {
            if (widget->accessibleName() == accessibleName)
                return widget;
        }
        return nullptr;
    }

    QString issueOf(const QWidget *editor)
    {
        for (const auto *parent = editor->parentWidget(); parent; parent = parent->parentWidget()) {
            if (const auto *found = qobject_cast<const FormField *>(parent))
                return found->issueText();
        }
        return {};
    }

    QAbstractButton *button(const QString &text)
    {
        for (auto *widget : form.findChildren<QAbstractButton *>()) {
            if (widget->text() == text)
                return widget;
        }
        return nullptr;
    }

    /// A visible line says this, or begins with it.
    bool shows(const QString &words)
    {
        const auto lines = form.findChildren<MessageLine *>();
        return std::any_of(lines.begin(), lines.end(), [&](const MessageLine *line) {
            return line->isVisible() && line->text().startsWith(words);
        });
    }

    void type(QLineEdit *edit, const QString &text)
    {
        edit->setFocus();
        edit->selectAll();
        QTest::keyClicks(edit, text);
    }

    NodeTester tester;
    NodeForm form;
};

} // namespace

class TestNodeForm : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void showsTheNode();
    void typingIsOneStepAndUndoShowsInTheField();
    void ctrlZInAFieldUndoesTheDraft();
    void emptyFieldRemovesTheKey();
    void figuresKeepTheirStyle();
    void aWrongFigureIsSaidAtTheFieldAfterIt();
    void anIssueGoesAwayWhenAnotherFieldMendsIt();
    void pastedAddressFillsTheForm();
    void aKeyIsMaskedUntilItIsAskedFor();
    void aBareKeyIsNoAddress();
    void choosingAPlanFillsTheLimits();
    void choosingANewChainAddsItAndLeavesTheOthers();
    void renamingAsksAboutTheUsedCredits();
    void spacesAroundANameAreNoPartOfIt();
    void aLearnedRateIsProposedAndStoredAsOneStep();
    void aLearnedRateIsNotProposedWithoutNeed();
    void learningIsASwitch();
    void resetDayTellsTheNextDate_data();
    void resetDayTellsTheNextDate();
    void everyFieldHasAName();
    void namesMayHaveDollarSigns_data();
    void namesMayHaveDollarSigns();
    void textsThatMayHaveDollarSigns_data();
    void textsThatMayHaveDollarSigns();
    void variableNames_data();
    void variableNames();
    void references_data();
    void references();
};

void TestNodeForm::showsTheNode()
{
    FormBench bench;
    bench.form.setNode(0);
    QCOMPARE(bench.field(QStringLiteral("Name"))->text(), QStringLiteral("Alpha"));
    QCOMPARE(bench.field(QStringLiteral("Monthly limit"))->text(), QLocale().toString(50'000'000));
    QCOMPARE(bench.field<QSpinBox>(QStringLiteral("Resets on day"))->value(), 15);
    bench.form.setNode(1);
    QCOMPARE(bench.field<QSpinBox>(QStringLiteral("Tier"))->value(), 1);
    QVERIFY(bench.field(QStringLiteral("Monthly limit"))->text().isEmpty());
}

void TestNodeForm::typingIsOneStepAndUndoShowsInTheField()
{
    FormBench bench;
    bench.form.setNode(0);
    auto *rps = bench.field(QStringLiteral("Requests/s"));
    bench.type(rps, QStringLiteral("125"));
    QCOMPARE(nodes::number(bench.draft().document(), 0, "rps_limit"), std::optional(125.0));
    QCOMPARE(bench.draft().undoStack().count(), 1);
    bench.draft().undoStack().undo();
    QCOMPARE(rps->text(), QStringLiteral("50"));
    QCOMPARE(bench.text().toUtf8(), test::twoNodes());
    bench.draft().undoStack().redo();
    QCOMPARE(rps->text(), QStringLiteral("125"));
}

void TestNodeForm::ctrlZInAFieldUndoesTheDraft()
{
    FormBench bench;
    bench.form.setNode(0);
    auto *rps = bench.field(QStringLiteral("Requests/s"));
    auto *burst = bench.field(QStringLiteral("Burst"));
    bench.type(rps, QStringLiteral("7"));
    bench.type(burst, QStringLiteral("9"));
    QTest::keySequence(burst, QKeySequence::Undo);
    QVERIFY(burst->text().isEmpty());
    QTest::keySequence(burst, QKeySequence::Undo);
    QCOMPARE(rps->text(), QStringLiteral("50"));
    QTest::keySequence(burst, QKeySequence::Redo);
    QCOMPARE(rps->text(), QStringLiteral("7"));
}

void TestNodeForm::emptyFieldRemovesTheKey()
{
    FormBench bench;
    bench.form.setNode(0);
    auto *rps = bench.field(QStringLiteral("Requests/s"));
    rps->setFocus();
    rps->selectAll();
    QTest::keyClick(rps, Qt::Key_Delete);
    QVERIFY(!bench.text().contains(QStringLiteral("rps_limit")));
}

void TestNodeForm::figuresKeepTheirStyle()
{
    FormBench bench;
    bench.form.setNode(0);
    bench.type(bench.field(QStringLiteral("Monthly limit")), QStringLiteral("10M"));
    QVERIFY2(bench.text().contains(QStringLiteral("monthly_limit = 10_000_000\n")),
             qPrintable(bench.text()));
    QVERIFY(bench.text().contains(QStringLiteral("# local")));
}

void TestNodeForm::aWrongFigureIsSaidAtTheFieldAfterIt()
{
    FormBench bench;
    bench.form.setNode(0);
    auto *rps = bench.field(QStringLiteral("Requests/s"));
    bench.type(rps, QStringLiteral("many"));
    bench.draft().checkNow();
    QVERIFY2(bench.issueOf(rps).isEmpty(), "nothing is said while it is being typed");
    QVERIFY(!bench.draft().config());
    bench.field(QStringLiteral("Name"))->setFocus();
    QTRY_VERIFY(!bench.issueOf(rps).isEmpty());
    QCOMPARE(rps->accessibleDescription(), bench.issueOf(rps));
    QCOMPARE(rps->text(), QStringLiteral("many"));
    // From then on each change is checked at once.
    bench.type(rps, QStringLiteral("5"));
    bench.draft().checkNow();
    QVERIFY(bench.issueOf(rps).isEmpty());
    QVERIFY(bench.draft().config());
}

void TestNodeForm::anIssueGoesAwayWhenAnotherFieldMendsIt()
{
    FormBench bench;
    QVERIFY(nodes::rename(bench.draft(), 1, QStringLiteral("Alpha")).isEmpty());
    bench.draft().checkNow();
    bench.form.setNode(1);
    auto *name = bench.field(QStringLiteral("Name"));
    QVERIFY(!bench.issueOf(name).isEmpty());
    QVERIFY(nodes::rename(bench.draft(), 0, QStringLiteral("Other")).isEmpty());
    bench.draft().checkNow();
    QVERIFY(bench.issueOf(name).isEmpty());
}

void TestNodeForm::pastedAddressFillsTheForm()
{
    FormBench bench;
    QString problem;
    const int row = nodes::add(bench.draft(), &problem);
    bench.form.setNode(row);
    auto *url = bench.form.findChild<UrlField *>();
    QApplication::clipboard()->setText(QStringLiteral(
        "  https://mainnet.helius-rpc.com/?api-key=0a1b2c3d-1111-2222-3333-444455556666 \n"));
    url->setFocus();
    QTest::keySequence(url, QKeySequence::Paste);
    const ConfigDocument &document = bench.draft().document();
    QCOMPARE(nodes::text(document, row, "url"),
             QStringLiteral(
                 "https://mainnet.helius-rpc.com/?api-key=0a1b2c3d-1111-2222-3333-444455556666"));
    QCOMPARE(nodes::name(document, row), QStringLiteral("Helius"));
    QCOMPARE(nodes::chain(document, row), QStringLiteral("solana"));
    QCOMPARE(document.string("chains.solana.kind"), std::optional<std::string>("solana"));
    QCOMPARE(nodes::chain(document, 0), QStringLiteral("ethereum"));
    QVERIFY(url->isMasked());
    bench.draft().undoStack().undo();
    QCOMPARE(nodes::text(bench.draft().document(), row, "url"), QString());
    QVERIFY(!bench.draft().document().has("chains.solana"));
}

void TestNodeForm::aKeyIsMaskedUntilItIsAskedFor()
{
    FormBench bench;
    QVERIFY(bench.draft()
                .edit(QStringLiteral("x"),
                      {},
                      [](ConfigDocument &document) {
                          return document.set(
                              "nodes[0].url",
                              std::string(
                                  "https://eth-mainnet.g.alchemy.com/v2/AbCdEfGhIjKlMnOpQrStUvWx"));
                      })
                .isEmpty());
    bench.form.setNode(0);
    auto *url = bench.form.findChild<UrlField *>();
    QVERIFY(url->isMasked());
    QVERIFY(!url->text().contains(QStringLiteral("AbCdEfGh")));
    url->revealButton()->setChecked(true);
    QVERIFY(url->text().contains(QStringLiteral("AbCdEfGh")));
    url->revealButton()->setChecked(false);
    QVERIFY(!url->text().contains(QStringLiteral("AbCdEfGh")));
    QVERIFY(bench.draft()
                .edit(QStringLiteral("x"),
                      {},
                      [](ConfigDocument &document) {
                          return document.set(
                              "nodes[0].url",
                              std::string("https://eth-mainnet.g.alchemy.com/v2/$KEY"));
                      })
                .isEmpty());
    QVERIFY(!url->isMasked());
    QVERIFY(url->text().endsWith(QStringLiteral("$KEY")));
}

void TestNodeForm::aBareKeyIsNoAddress()
{
    FormBench bench;
    QString problem;
    bench.form.setNode(nodes::add(bench.draft(), &problem));
    auto *url = bench.form.findChild<UrlField *>();
    QApplication::clipboard()->setText(QStringLiteral("0a1b2c3d-1111-2222-3333-444455556666"));
    url->setFocus();
    QTest::keySequence(url, QKeySequence::Paste);
    QVERIFY(bench.issueOf(url).contains(QStringLiteral("key")));
}

void TestNodeForm::choosingAPlanFillsTheLimits()
{
    FormBench bench;
    const ProviderInfo *helius = provider("helius");
    QVERIFY(helius && !helius->plans.empty());
    QVERIFY(bench.draft()
                .edit(QStringLiteral("x"),
                      {},
                      [](ConfigDocument &document) {
                          std::string problem =
                              document.set("chains.solana.kind", std::string("solana"));
                          if (problem.empty())
                              problem = document.set("nodes[0].chain", std::string("solana"));
                          if (!problem.empty())
                              return problem;
                          return document.set(
                              "nodes[0].url",
                              std::string("https://mainnet.helius-rpc.com/?api-key=$K"));
                      })
                .isEmpty());
    bench.form.setNode(0);
    auto *plan = bench.field<QComboBox>(QStringLiteral("Plan"));
    QVERIFY(plan->isVisible());
    QCOMPARE(plan->count(), static_cast<int>(helius->plans.size()) + 1);
    plan->setCurrentIndex(1);
    Q_EMIT plan->activated(1);
    const ProviderPlan &first = helius->plans.front();
    QCOMPARE(nodes::number(bench.draft().document(), 0, "rps_limit").value_or(0), first.rps);
    QCOMPARE(nodes::number(bench.draft().document(), 0, "monthly_limit").value_or(0),
             static_cast<double>(first.monthlyLimit));
    QCOMPARE(nodes::text(bench.draft().document(), 0, "provider_pricing_path"),
             QString::fromStdString("builtin:" + helius->pricing));
    QCOMPARE(plan->currentIndex(), 1);
    bench.draft().undoStack().undo();
    QCOMPARE(nodes::number(bench.draft().document(), 0, "rps_limit"), std::optional(50.0));
}

void TestNodeForm::choosingANewChainAddsItAndLeavesTheOthers()
{
    FormBench bench("[[nodes]]\nname = \"a\"\nurl = \"http://127.0.0.1:1\"\n[[nodes]]\nname = "
                    "\"b\"\nurl = \"http://127.0.0.1:2\"\n");
    bench.form.setNode(1);
    auto *chain = bench.field<QComboBox>(QStringLiteral("Chain"));
    QCOMPARE(chain->currentText(), QStringLiteral("Default"));
    const int base = chain->findText(QStringLiteral("Base"), Qt::MatchStartsWith);
    QVERIFY(base > 0);
    chain->setCurrentIndex(base);
    Q_EMIT chain->activated(base);
    bench.draft().checkNow();
    QVERIFY2(bench.draft().config() != nullptr, qPrintable(bench.text()));
    QCOMPARE(bench.draft().config()->nodes[0].chain, std::string("default"));
    QCOMPARE(bench.draft().config()->nodes[1].chain, std::string("base"));
    QCOMPARE(bench.draft().config()->chain("base")->chainId, std::uint64_t{8453});
    QCOMPARE(bench.draft().undoStack().count(), 1);
}

void TestNodeForm::renamingAsksAboutTheUsedCredits()
{
    FormBench bench;
    bench.form.setNode(0);
    NodeSnapshot live;
    live.name = "Alpha";
    live.used = 12'400'000;
    bench.form.setLive(&live, QStringLiteral("Alpha"), QString());
    auto *fromZero = bench.form.findChildren<QRadioButton *>().value(1);
    QVERIFY(!fromZero->isVisible());
    bench.type(bench.field(QStringLiteral("Name")), QStringLiteral("Gamma"));
    QVERIFY(fromZero->isVisible());
    const QStringList inForce{QStringLiteral("Alpha"), QStringLiteral("Beta")};
    const auto pending = [&] {
        return bench.draft().renames().pending(inForce, nodes::names(bench.draft().document()));
    };
    QCOMPARE(pending().size(), std::size_t{1});
    QCOMPARE(pending().front().second, QStringLiteral("Gamma"));
    fromZero->click();
    QVERIFY(pending().empty());
    QCOMPARE(bench.draft().undoStack().count(), 1);
    bench.draft().undoStack().undo();
    QVERIFY(!fromZero->isVisible());
}

void TestNodeForm::spacesAroundANameAreNoPartOfIt()
{
    FormBench bench;
    bench.form.setNode(0);
    auto *name = bench.field(QStringLiteral("Name"));
    const auto written = [&] { return nodes::name(bench.draft().document(), 0); };
    bench.type(name, QStringLiteral(" Gamma "));
    QCOMPARE(written(), QStringLiteral("Gamma"));
    QTest::keyClicks(name, QStringLiteral("ray "));
    QCOMPARE(written(), QStringLiteral("Gamma ray"));
    QTest::keyClick(name, Qt::Key_Return);
    QCOMPARE(name->text(), QStringLiteral("Gamma ray"));
}

void TestNodeForm::aLearnedRateIsProposedAndStoredAsOneStep()
{
    FormBench bench;
    bench.form.setNode(0);
    NodeSnapshot live;
    live.name = "Alpha";
    live.learnedRps = 35.6;
    bench.form.setLive(&live, QStringLiteral("Alpha"), QString());
    auto *store = bench.button(QStringLiteral("St&ore 35"));
    QVERIFY(store && store->isVisible());
    QVERIFY(bench.shows(QStringLiteral(
        "This node was found to take about 35 requests per second; you have set 50.")));
    store->setFocus();
    QTest::keyClick(store, Qt::Key_Space);
    QCOMPARE(bench.field(QStringLiteral("Requests/s"))->text(), QStringLiteral("35"));
    QVERIFY(bench.text().contains(QStringLiteral("rps_limit = 35\n")));
    QVERIFY(!store->isVisible());
    QCOMPARE(bench.draft().undoStack().count(), 1);
    bench.draft().undoStack().undo();
    QVERIFY(bench.text().contains(QStringLiteral("rps_limit = 50\n")));
    QVERIFY(store->isVisible());

    // The other node has no limit, and was found to take little.
    bench.form.setNode(1);
    QVERIFY(!store->isVisible());
    live.name = "Beta";
    live.learnedRps = 0.57;
    bench.form.setLive(&live, QStringLiteral("Beta"), QString());
    QVERIFY(bench.shows(QStringLiteral("This node was found to take about %1 requests per second.")
                            .arg(QLocale().toString(0.5))));
    store->click();
    QVERIFY(bench.text().contains(QStringLiteral("rps_limit = 0.5\n")));
}

void TestNodeForm::aLearnedRateIsNotProposedWithoutNeed()
{
    FormBench bench;
    bench.form.setNode(0);
    NodeSnapshot live;
    live.name = "Alpha";
    for (const std::optional<double> learned :
         {std::optional<double>(), std::optional<double>(50.0), std::optional<double>(50.9)}) {
        live.learnedRps = learned;
        bench.form.setLive(&live, QStringLiteral("Alpha"), QString());
        QVERIFY(!bench.shows(QStringLiteral("This node was found")));
    }
    live.learnedRps = 49.9;
    bench.form.setLive(&live, QStringLiteral("Alpha"), QString());
    QVERIFY(bench.shows(QStringLiteral("This node was found to take about 49")));
    bench.form.setLive(nullptr, QString(), QString());
    QVERIFY(!bench.shows(QStringLiteral("This node was found")));
}

void TestNodeForm::learningIsASwitch()
{
    FormBench bench;
    bench.form.setNode(0);
    auto *learn = bench.form.findChild<QCheckBox *>();
    QVERIFY(learn && !learn->isChecked());
    learn->setFocus();
    QTest::keyClick(learn, Qt::Key_Space);
    QVERIFY(bench.text().contains(QStringLiteral("learn_rps = true\n")));
    bench.draft().undoStack().undo();
    QVERIFY(!learn->isChecked());
    QVERIFY(!bench.text().contains(QStringLiteral("learn_rps")));
}

void TestNodeForm::resetDayTellsTheNextDate_data()
{
    QTest::addColumn<QDate>("today");
    QTest::addColumn<int>("day");
    QTest::addColumn<QDate>("next");
    QTest::newRow("later this month") << QDate(2026, 12, 1) << 15 << QDate(2026, 12, 15);
    QTest::newRow("today has begun") << QDate(2026, 12, 15) << 15 << QDate(2027, 1, 15);
    QTest::newRow("next month") << QDate(2026, 11, 30) << 15 << QDate(2026, 12, 15);
    QTest::newRow("31 in a short month") << QDate(2026, 11, 1) << 31 << QDate(2026, 11, 30);
    QTest::newRow("31 in February") << QDate(2027, 1, 31) << 31 << QDate(2027, 2, 28);
    QTest::newRow("leap year") << QDate(2028, 2, 1) << 30 << QDate(2028, 2, 29);
}

void TestNodeForm::resetDayTellsTheNextDate()
{
    QFETCH(QDate, today);
    QFETCH(int, day);
    QFETCH(QDate, next);
    QCOMPARE(NodeForm::nextReset(today, day), next);
}

void TestNodeForm::everyFieldHasAName()
{
    FormBench bench;
    bench.form.setNode(0);
    for (const QWidget *widget : bench.form.findChildren<QWidget *>()) {
        if (widget->window() != &bench.form || widget->focusPolicy() == Qt::NoFocus
            || widget->focusProxy() || qobject_cast<const QScrollArea *>(widget)
            || widget->objectName().startsWith(QLatin1String("qt_")))
            continue;
        const auto *button = qobject_cast<const QAbstractButton *>(widget);
        QVERIFY2(!widget->accessibleName().isEmpty() || (button && !button->text().isEmpty()),
                 qPrintable(QString::fromLatin1(widget->metaObject()->className())));
    }
}

/// A dollar sign in a name is no variable: the engine knows the node by what was typed.
void TestNodeForm::namesMayHaveDollarSigns_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("a set variable") << QStringLiteral("pay $HOME");
    QTest::newRow("an unknown one") << QStringLiteral("$NOT_SET_ANYWHERE");
    QTest::newRow("braces") << QStringLiteral("${HOME}");
    QTest::newRow("malformed") << QStringLiteral("${");
    QTest::newRow("at the end") << QStringLiteral("cheap$");
    QTest::newRow("several") << QStringLiteral("$$ and $$$");
}

void TestNodeForm::namesMayHaveDollarSigns()
{
    QFETCH(QString, name);
    FormBench bench;
    const auto inForce = [&bench](std::size_t index) {
        bench.draft().checkNow();
        const auto config = bench.draft().config();
        return config ? QString::fromStdString(config->nodes.at(index).name) : QString();
    };
    bench.form.setNode(0);
    auto *edit = bench.field(QStringLiteral("Name"));
    bench.type(edit, name);
    QCOMPARE(edit->text(), name);
    QCOMPARE(nodes::name(bench.draft().document(), 0), name);
    QCOMPARE(inForce(0), name);
    QString problem;
    QCOMPARE(nodes::duplicate(bench.draft(), 0, &problem), 1);
    QCOMPARE(inForce(1), name + QStringLiteral("-2"));
}

void TestNodeForm::textsThatMayHaveDollarSigns_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("a set variable") << QStringLiteral("eth_$HOME");
    QTest::newRow("an unknown one") << QStringLiteral("$NOT_SET_ANYWHERE");
    QTest::newRow("braces") << QStringLiteral("x${HOME}");
    QTest::newRow("at the end") << QStringLiteral("cheap$");
    QTest::newRow("several") << QStringLiteral("$$a$$$");
}

/// Nor is it one in a method or in the place of a file.
void TestNodeForm::textsThatMayHaveDollarSigns()
{
    QFETCH(QString, name);
    FormBench bench;
    bench.form.setNode(0);
    for (const QString &field :
         {QStringLiteral("Allowed methods"), QStringLiteral("Denied methods")}) {
        auto *edit = bench.field(field);
        QVERIFY2(edit, qPrintable(field));
        edit->setText(QString());
        for (const QChar letter : name) { // as it is typed, letter by letter
            edit->setText(edit->text() + letter);
            Q_EMIT edit->textEdited(edit->text());
        }
        QCOMPARE(edit->text(), name);
    }
    bench.draft().checkNow();
    const auto config = bench.draft().config();
    QVERIFY(config);
    const std::vector<std::string> wanted{name.toStdString()};
    QCOMPARE(config->nodes[0].methods.allow, wanted);
    QCOMPARE(config->nodes[0].methods.deny, wanted);
    QCOMPARE(nodes::readText(QString::fromStdString(nodes::writtenText(name))), name);
}

void TestNodeForm::variableNames_data()
{
    QTest::addColumn<QString>("node");
    QTest::addColumn<QStringList>("taken");
    QTest::addColumn<QString>("expected");
    QTest::newRow("plain") << QStringLiteral("Helius") << QStringList()
                           << QStringLiteral("HELIUS_API_KEY");
    QTest::newRow("blanks and marks")
        << QStringLiteral("My node #2") << QStringList() << QStringLiteral("MY_NODE_2_API_KEY");
    QTest::newRow("taken") << QStringLiteral("Helius")
                           << QStringList({QStringLiteral("HELIUS_API_KEY")})
                           << QStringLiteral("HELIUS_2_API_KEY");
    QTest::newRow("digit first") << QStringLiteral("1rpc") << QStringList()
                                 << QStringLiteral("NODE_1RPC_API_KEY");
    QTest::newRow("no letters") << QStringLiteral("\u8282\u70b9") << QStringList()
                                << QStringLiteral("NODE_API_KEY");
}

void TestNodeForm::variableNames()
{
    QFETCH(QString, node);
    QFETCH(QStringList, taken);
    QFETCH(QString, expected);
    QCOMPARE(KeyKeeper::variableName(node, taken), expected);
}

void TestNodeForm::references_data()
{
    QTest::addColumn<QString>("url");
    QTest::addColumn<QString>("expected");
    QTest::newRow("at the end") << QStringLiteral("https://h/?k=SECRETSECRET")
                                << QStringLiteral("https://h/?k=$N");
    QTest::newRow("before a slash")
        << QStringLiteral("https://h/SECRETSECRET/rpc") << QStringLiteral("https://h/$N/rpc");
    QTest::newRow("before a letter")
        << QStringLiteral("https://h/SECRETSECRETx") << QStringLiteral("https://h/${N}x");
    QTest::newRow("not there") << QStringLiteral("https://h/") << QStringLiteral("https://h/");
}

void TestNodeForm::references()
{
    QFETCH(QString, url);
    QFETCH(QString, expected);
    QCOMPARE(KeyKeeper::withVariable(url, QStringLiteral("SECRETSECRET"), QStringLiteral("N")),
             expected);
}

SPILLWAY_TEST(TestNodeForm)

#include "tst_nodeform.moc"
