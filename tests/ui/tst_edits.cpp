// SPDX-License-Identifier: GPL-3.0-or-later
#include "configure/nodespage.h"
#include "scriptednode.h"
#include "session/configdraft.h"
#include "testmain.h"
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
