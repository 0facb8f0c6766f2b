// SPDX-License-Identifier: GPL-3.0-or-later
#include "configure/nodeedits.h"
#include "configure/nodespage.h"
#include "configure/pricelists.h"
#include "scriptednode.h"
#include "session/configdraft.h"
#include "shell/reviewdialog.h"
#include "testmain.h"
#include "widgets/bulletlist.h"
#include "widgets/messageline.h"
#include "windowbench.h"

#include <QMessageBox>
#include <QTimer>

using namespace spillway;
using namespace spillway::ui;
using test::ScriptedNode;
using test::SessionBench;
using test::WindowBench;

namespace {

/// Looks at the question that comes up next; `look` has to close it.
void atTheQuestion(WindowBench &bench, const std::function<void(QMessageBox &)> &look)
{
    QTimer::singleShot(0, &bench.window, [&bench, look] {
        auto *box = bench.window.findChild<QMessageBox *>();
        QVERIFY(box != nullptr);
        look(*box);
    });
}

} // namespace

/// Edits that wait, in the window: how they are given up, and what is said of their errors.
class TestEdits : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }

    /// What the window shows is what runs, also after the file of another program was passed over at first.
    void discardingMineTakesTheirFileIntoForce()
    {
        WindowBench bench;
        bench.start();
        const QByteArray theirs = bench.read(QStringLiteral("spillway.toml"))
                                  + SessionBench::node("B", "http://127.0.0.1:2/");
        bench.write(QStringLiteral("spillway.toml"), theirs);
        UI_SOON(bench.button(QStringLiteral("Keep mine")));
        bench.button(QStringLiteral("Keep mine"))->click();
        UI_SOON(bench.button(QStringLiteral("Discard")));
        QCOMPARE(bench.session().config()->nodes.size(), std::size_t{1});
        bool asked = false;
        atTheQuestion(bench, [&asked](QMessageBox &box) {
            asked = box.text().contains(QStringLiteral("applied at once"));
            for (QAbstractButton *each : box.buttons()) {
                if (box.buttonRole(each) == QMessageBox::DestructiveRole)
                    each->click();
            }
        });
        bench.button(QStringLiteral("Discard"))->click();
        QVERIFY(asked);
        QCOMPARE(bench.text().toUtf8(), theirs);
        UI_SOON(bench.session().config()->nodes.size() == 2);
        UI_SOON(bench.session().snapshot()->nodes.size() == 2);
        QVERIFY(!bench.draft().isDirty());
        QCOMPARE(bench.read(QStringLiteral("spillway.toml")), theirs);
        // One step back are the own ones again, and they can be applied.
        bench.draft().undoStack().undo();
        UI_SOON(bench.button(QStringLiteral("Apply")));
        bench.button(QStringLiteral("Apply"))->click();
        UI_SOON(bench.session().snapshot()->nodes.size() == 1);
        bench.stop();
    }

    /// Without another's file in between, a discard is an edit like any other and touches no proxy.
    void discardingAppliesNothingOtherwise()
    {
        WindowBench bench;
        bench.write(QStringLiteral("spillway.toml"),
                    bench.read(QStringLiteral("spillway.toml")) + "# theirs\n");
        UI_SOON(bench.button(QStringLiteral("Keep mine")));
        bench.button(QStringLiteral("Keep mine"))->click();
        QVERIFY(bench.draft().isKeptAgainstDisk());
        QCOMPARE(bench.draft().save(bench.path(QStringLiteral("state"))), QString());
        QVERIFY(!bench.draft().isKeptAgainstDisk());
        bench.set("nodes[0].tier", std::int64_t{4});
        QSignalSpy applied(&bench.session(), &Session::applied);
        bench.session().discardEdits();
        QVERIFY(!bench.draft().isDirty());
        QVERIFY(!bench.session().isApplying());
        QVERIFY(applied.isEmpty());
    }

    void leavingWithErrorsOffersNoApply_data()
    {
        QTest::addColumn<int>("tier");
        QTest::addColumn<bool>("mayApply");
        QTest::addColumn<QString>("proposed");
        QTest::newRow("fine") << 4 << true << QStringLiteral("Apply and go on");
        QTest::newRow("with an error") << 900 << false << QStringLiteral("Keep editing");
    }

    void leavingWithErrorsOffersNoApply()
    {
        QFETCH(int, tier);
        QFETCH(bool, mayApply);
        QFETCH(QString, proposed);
        WindowBench bench;
        bench.set("nodes[0].tier", std::int64_t{tier});
        bool enabled = !mayApply;
        QString byDefault;
        atTheQuestion(bench, [&](QMessageBox &box) {
            for (QAbstractButton *each : box.buttons()) {
                if (box.buttonRole(each) == QMessageBox::AcceptRole)
                    enabled = each->isEnabled();
            }
            byDefault = QString(box.defaultButton()->text()).remove(QLatin1Char('&'));
            box.button(QMessageBox::Cancel)->click();
        });
        bool left = false;
        bench.window.settleEdits([&left] { left = true; });
        QCOMPARE(enabled, mayApply);
        QCOMPARE(byDefault, proposed);
        QVERIFY(!left && bench.draft().isDirty());
    }

    void leavingOffersAReview_data()
    {
        QTest::addColumn<int>("tier");
        QTest::addColumn<bool>("apply");
        QTest::newRow("fine, applied from there") << 4 << true;
        QTest::newRow("fine, closed") << 4 << false;
        QTest::newRow("with an error") << 900 << false;
    }

    void leavingOffersAReview()
    {
        QFETCH(int, tier);
        QFETCH(bool, apply);
        WindowBench bench;
        bench.set("nodes[0].tier", std::int64_t{tier});
        int problems = 0;
        bool seen = false;
        atTheQuestion(bench, [&](QMessageBox &box) {
            // Its loop runs once the box is closed.
            QTimer::singleShot(0, &bench.window, [&] {
                auto *review = bench.window.findChild<ReviewDialog *>();
                seen = review != nullptr;
                if (!seen)
                    return;
                const QString said = review->findChild<BulletList *>()->plainText();
                problems = static_cast<int>(said.count(QStringLiteral("Problem:")));
                apply ? review->accept() : review->reject();
            });
            for (QAbstractButton *each : box.buttons()) {
                if (QString(each->text())
                        .remove(QLatin1Char('&'))
                        .startsWith(QStringLiteral("Review")))
                    each->click();
            }
        });
        bool left = false;
        bench.window.settleEdits([&left] { left = true; });
        QVERIFY(seen);
        QCOMPARE(problems > 0, tier == 900);
        if (apply)
            UI_SOON(left);
        QCOMPARE(left, apply);
        QCOMPARE(bench.draft().isDirty(), !apply);
    }

    /// Prices are changed in a copy of the shipped list, and that has to be told like any change of a price.
    void theReviewNamesThePricesOfACopy_data()
    {
        QTest::addColumn<bool>("renamed");
        QTest::addColumn<bool>("copied");
        QTest::newRow("a list of the own") << false << false;
        QTest::newRow("a copy") << false << true;
        QTest::newRow("a copy, its node renamed") << true << true;
    }

    void theReviewNamesThePricesOfACopy()
    {
        QFETCH(bool, renamed);
        QFETCH(bool, copied);
        SessionBench bench(SessionBench::node(
            "A", "http://127.0.0.1:1/", "provider_pricing_path = \"builtin:helius\"\n"));
        QString problem;
        const QString copy =
            prices::copyToFile(bench.draft(), QStringLiteral("builtin:helius"), &problem);
        QCOMPARE(problem, QString());
        bench.draft().checkNow();
        QVERIFY(bench.draft().config());
        // Nothing costs anything else so far.
        for (const QString &line : bench.draft().summary())
            QVERIFY2(!line.startsWith(QStringLiteral("Price list")), qPrintable(line));
        if (!copied) {
            QCOMPARE(bench.draft().save(bench.path(QStringLiteral("state"))), QString());
            bench.draft().checkNow();
        }
        if (renamed)
            QCOMPARE(nodes::rename(bench.draft(), 0, QStringLiteral("B"), {}), QString());
        QCOMPARE(bench.draft().edit(
                     QStringLiteral("a price"),
                     {},
                     [](ConfigDocument &document) {
                         return document.set("routing.getBalance", std::int64_t{77});
                     },
                     prices::fileOf(bench.draft(), copy)),
                 QString());
        bench.draft().checkNow();
        QVERIFY(bench.draft().config());
        const QString all = bench.draft().summary().join(QLatin1Char('\n'));
        QVERIFY2(all.contains(QStringLiteral("getBalance costs 1 → 77")), qPrintable(all));
        // Another provider's list is no changed price.
        bench.set("nodes[0].provider_pricing_path", std::string("builtin:alchemy"));
        bench.draft().checkNow();
        for (const QString &line : bench.draft().summary())
            QVERIFY2(!line.startsWith(QStringLiteral("Price list")), qPrintable(line));
    }

    /// A node that answers well, with a draft that would stop it.
    void anErrorInANodeThatIsUpIsNoGoodNews()
    {
        ScriptedNode node(ScriptedNode::result("1"));
        WindowBench bench(node.url());
        bench.start();
        QCOMPARE(bench.call(), 200);
        bench.window.showPage(QStringLiteral("nodes"));
        auto *page = bench.window.findChild<NodesPage *>();
        const auto line = [page](const QString &begin) -> const MessageLine * {
            for (const MessageLine *each : page->findChildren<MessageLine *>()) {
                if (each->isVisible() && each->text().startsWith(begin))
                    return each;
            }
            return nullptr;
        };
        UI_SOON(line(QStringLiteral("Works.")));
        QCOMPARE(line(QStringLiteral("Works."))->kind(), MessageLine::Kind::Good);
        bench.set("nodes[0].monthly_limit", std::int64_t{-5});
        UI_SOON(line(QStringLiteral("This node cannot be used as it is")));
        QCOMPARE(line(QStringLiteral("This node cannot be used as it is"))->kind(),
                 MessageLine::Kind::Warning);
        bench.stop();
    }
};

SPILLWAY_TEST(TestEdits)
#include "tst_edits.moc"
