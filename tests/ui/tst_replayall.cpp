// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitor/answersmodel.h"
#include "monitor/replay.h"
#include "monitor/replayalldialog.h"
#include "monitor/replaydialog.h"
#include "testmain.h"
#include "uisession.h"
#include "widgets/diffview.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QPushButton>
#include <QTableView>

using namespace spillway;
using namespace spillway::ui;
using test::ScriptedNode;
using test::SessionBench;

namespace {

std::shared_ptr<RequestRecord> captured(const std::string &method, const std::string &answer)
{
    auto record = std::make_shared<RequestRecord>();
    record->chain = "default";
    record->method = method;
    record->node = "A";
    record->captured = true;
    record->requestBody =
        R"({"jsonrpc":"2.0","id":7,"method":")" + method + R"(","params":["0x1",{"deep":[1]}]})";
    record->requestBytes = record->requestBody.size();
    record->responseBody = answer;
    record->responseBytes = answer.size();
    return record;
}

QString cell(const AnswersModel &model, int row, int column)
{
    return model.data(model.index(row, column), Qt::DisplayRole).toString();
}

/// Answers with a result, after checking that the parameters came along.
ScriptedNode::Script resultWith(const QByteArray &result)
{
    return [result](const QByteArray &request) {
        return request.contains(R"("params":["0x1",{"deep":[1]}])")
                   ? ScriptedNode::result(result)(request)
                   : ScriptedNode::error(R"({"code":-32602,"message":"other parameters"})")(
                       request);
    };
}

} // namespace

/// One request to all nodes, and what their answers have in common.
class TestReplayAll : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }

    void answersAreCompared()
    {
        AnswersModel model;
        const QAbstractItemModelTester tester(
            &model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(model.reference(), -1);
        const int a = model.addWaiting(QStringLiteral("A"));
        const int b = model.addWaiting(QStringLiteral("B"));
        const int c = model.addWaiting(QStringLiteral("C"));
        const int d = model.addWaiting(QStringLiteral("D"));
        QVERIFY(model.isWaiting());
        QCOMPARE(cell(model, a, AnswersModel::Comparison), QStringLiteral("waiting…"));
        model.setAnswer(c, 200, R"({"jsonrpc":"2.0","id":1,"result":{"x":1}})", 12.5);
        QCOMPARE(model.reference(), c);
        // Ids and layout do not matter, digits beyond a double do.
        model.setAnswer(a, 200, R"({"id":9,"jsonrpc":"2.0","result": { "x" : 1 } })", 3);
        QCOMPARE(model.reference(), a);
        QCOMPARE(cell(model, a, AnswersModel::Comparison), QStringLiteral("compared with"));
        QCOMPARE(cell(model, c, AnswersModel::Comparison), QStringLiteral("equal"));
        model.setAnswer(b, 200, R"({"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"m"}})", 4);
        QVERIFY(model.differs(b));
        QCOMPARE(cell(model, b, AnswersModel::Comparison), QStringLiteral("different"));
        QVERIFY(cell(model, b, AnswersModel::Text).contains(QStringLiteral("\"m\"")));
        model.setAnswer(d, 504, {}, 1000);
        QVERIFY(!model.differs(d));
        QVERIFY(!model.isWaiting());
        QCOMPARE(cell(model, d, AnswersModel::Comparison), QStringLiteral("no answer"));
        QCOMPARE(cell(model, d, AnswersModel::Text), QStringLiteral("HTTP 504"));
        model.clear();
        QCOMPARE(model.rowCount(), 0);
    }

    void numbersKeepTheirDigits()
    {
        QVERIFY(replay::essence(R"({"id":1,"result":9007199254740993})")
                != replay::essence(R"({"id":1,"result":9007199254740992})"));
    }

    /// Half a request would be another request.
    void aCutRequestIsNotSentAgain()
    {
        auto record = captured("eth_call", "{}");
        QVERIFY(replay::isPossible(*record));
        record->requestBytes += 1;
        QVERIFY(!replay::isPossible(*record));
        record->responseBytes += 1;
        QVERIFY(!replay::answerBefore(*record));
    }

    void everyNodeAnswersForItself()
    {
        ScriptedNode one(resultWith(R"({"balance":1,"block":5})"));
        ScriptedNode two(resultWith(R"({"balance":2,"block":5})"));
        ScriptedNode off(resultWith("0"));
        ScriptedNode elsewhere(resultWith("0"));
        SessionBench bench(
            "[chains.default]\nkind = \"generic\"\n[chains.other]\nkind = \"generic\"\n"
            + SessionBench::node("A", one.url()) + SessionBench::node("B", two.url(), "tier = 3\n")
            + SessionBench::node("Off", off.url(), "enabled = false\n")
            + SessionBench::node("X", elsewhere.url(), "chain = \"other\"\n"));
        bench.start();
        ReplayAllDialog dialog(
            bench.session(),
            captured("eth_getBalance",
                     R"({"jsonrpc":"2.0","id":7,"result":{"balance":1,"block":5}})"));
        auto *model = dialog.findChild<AnswersModel *>();
        QCOMPARE(model->rowCount(), 3);
        // Being shown gives the table the focus, which must not change what is compared.
        dialog.show();
        dialog.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&dialog));
        UI_SOON(!model->isWaiting());
        QCOMPARE(cell(*model, 0, AnswersModel::Source), QStringLiteral("Before, A"));
        QCOMPARE(cell(*model, 1, AnswersModel::Comparison), QStringLiteral("equal"));
        QCOMPARE(cell(*model, 2, AnswersModel::Comparison), QStringLiteral("different"));
        QVERIFY(!cell(*model, 1, AnswersModel::Time).isEmpty());
        QCOMPARE(one.requests(), 1);
        QCOMPARE(two.requests(), 1);
        QCOMPARE(off.requests() + elsewhere.requests(), 0);
        // The first answer that differs is shown against the one from before.
        auto *diff = dialog.findChild<DiffView *>();
        QCOMPARE(diff->addedLines(), 1);
        QCOMPARE(diff->removedLines(), 1);
        const QList<QComboBox *> boxes = dialog.findChildren<QComboBox *>();
        QCOMPARE(boxes.size(), 2);
        QCOMPARE(boxes[0]->currentText(), QStringLiteral("Before, A"));
        QCOMPARE(boxes[1]->currentText(), QStringLiteral("B"));
        boxes[1]->setCurrentIndex(1);
        Q_EMIT boxes[1]->activated(1);
        QVERIFY(!diff->hasDifference());
        dialog.findChild<QTableView *>()->selectRow(2);
        QVERIFY(diff->hasDifference());
        bench.stop();
    }

    void whatChangesSomethingWaitsForTheUser()
    {
        ScriptedNode node(resultWith("1"));
        SessionBench bench(SessionBench::node("A", node.url()));
        bench.start();
        ReplayAllDialog dialog(bench.session(), captured("eth_sendRawTransaction", "{}"));
        auto *model = dialog.findChild<AnswersModel *>();
        QCOMPARE(model->rowCount(), 0);
        for (QPushButton *each : dialog.findChildren<QPushButton *>()) {
            if (each->text().contains(QStringLiteral("end to all")))
                each->click();
        }
        QVERIFY(model->rowCount() > 0);
        UI_SOON(!model->isWaiting());
        bench.stop();
    }

    void aClosedDialogIsNotAnswered()
    {
        ScriptedNode node([](const QByteArray &) {
            return ScriptedNode::Reply{200, {}, true, {}};
        });
        SessionBench bench(SessionBench::node("A", node.url()));
        bench.start();
        {
            const ReplayAllDialog dialog(bench.session(), captured("eth_call", "{}"));
            UI_SOON(node.requests() == 1);
        }
        node.release({200, R"({"jsonrpc":"2.0","id":1,"result":1})"});
        UI_SOON(bench.session().snapshot()->inFlight == 0);
        bench.stop();
    }
};

SPILLWAY_TEST(TestReplayAll)
#include "tst_replayall.moc"
