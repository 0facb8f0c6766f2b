// SPDX-License-Identifier: GPL-3.0-or-later
#include "configure/chainnames.h"
#include "configure/nodeedits.h"
#include "shell/firstrequest.h"
#include "shell/getstartedpage.h"
#include "shell/problembanners.h"
#include "shell/starter.h"
#include "testmain.h"
#include "uisession.h"
#include "widgets/messageline.h"

#include <QCheckBox>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTcpServer>

#include <algorithm>

using namespace spillway;
using namespace spillway::ui;
using test::ScriptedNode;
using test::SessionBench;

namespace {

/// A node that tells its chain and answers everything else with a number; with `chainId` empty it does not know the question.
ScriptedNode::Script nodeOf(const QByteArray &chainId)
{
    return [chainId](const QByteArray &request) {
        if (!request.contains("eth_chainId"))
            return ScriptedNode::result("\"0x10\"")(request);
        return chainId.isEmpty() ? ScriptedNode::error(
                   "{\"code\":-32601,\"message\":\"no such method\"}")(request)
                                 : ScriptedNode::result('"' + chainId + '"')(request);
    };
}

/// A configuration with this node alone.
QByteArray onEthereum(const ScriptedNode &node)
{
    return "[chains.ethereum]\nkind = \"evm\"\nchain_id = 1\n\n"
           + SessionBench::node("A", node.url(), "chain = \"ethereum\"\n");
}

struct Bench : SessionBench
{
    Bench()
        : SessionBench(QByteArray())
        , page(session(), nullptr)
    {
        page.resize(900, 900);
        page.show();
        page.activate();
    }

    QCheckBox *box(const QString &preset)
    {
        for (QCheckBox *each : page.findChildren<QCheckBox *>()) {
            if (each->property("preset") == preset)
                return each;
        }
        return nullptr;
    }

    void tick(const QString &preset) { box(preset)->setChecked(true); }

    void add(const QByteArray &url)
    {
        page.findChild<QPlainTextEdit *>()->setPlainText(QString::fromUtf8(url));
        button(QStringLiteral("Add"))->click();
    }

    QPushButton *button(const QString &text)
    {
        for (QPushButton *each : page.findChildren<QPushButton *>()) {
            if (QString(each->text()).remove(QLatin1Char('&')) == text)
                return each;
        }
        return nullptr;
    }

    [[nodiscard]] QString chain() { return nodes::chain(draft().document(), 0); }

    [[nodiscard]] std::int64_t chainId()
    {
        return draft().document().integer(chains::path(chain()) + ".chain_id").value_or(0);
    }

    [[nodiscard]] bool says(const QString &text) const
    {
        for (const QLabel *label : page.findChildren<QLabel *>()) {
            if (label->isVisible() && label->text().contains(text))
                return true;
        }
        return false;
    }

    GetStartedPage page;
};

} // namespace

class TestGetStarted : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }

    void aNodeComesToItsChain_data()
    {
        QTest::addColumn<QByteArray>("told");
        QTest::addColumn<QStringList>("before");
        QTest::addColumn<QStringList>("after");
        QTest::addColumn<QString>("chain");
        QTest::addColumn<int>("id");
        const auto none = QStringList();
        const QStringList ethereum{QStringLiteral("ethereum")};
        const QStringList both{QStringLiteral("ethereum"), QStringLiteral("base")};
        QTest::newRow("no tick, the node tells")
            << QByteArray("0x2105") << none << none << QStringLiteral("base") << 8453;
        QTest::newRow("known by its id alone")
            << QByteArray("0xe708") << none << none << QStringLiteral("linea") << 59144;
        QTest::newRow("known to nobody")
            << QByteArray("0x12d687") << none << none << QStringLiteral("chain-1234567") << 1234567;
        QTest::newRow("ticked before")
            << QByteArray("0x1") << ethereum << none << QStringLiteral("ethereum") << 1;
        QTest::newRow("ticked after, the node does not tell")
            << QByteArray() << none << ethereum << QStringLiteral("ethereum") << 1;
        QTest::newRow("two ticks before")
            << QByteArray("0x2105") << both << none << QStringLiteral("base") << 8453;
        QTest::newRow("a tick that is wrong")
            << QByteArray("0x2105") << ethereum << none << QStringLiteral("base") << 8453;
    }

    void aNodeComesToItsChain()
    {
        QFETCH(QByteArray, told);
        QFETCH(QStringList, before);
        QFETCH(QStringList, after);
        QFETCH(QString, chain);
        QFETCH(int, id);
        ScriptedNode node(nodeOf(told));
        Bench bench;
        for (const QString &preset : before)
            bench.tick(preset);
        bench.add(node.url());
        if (told.isEmpty())
            UI_SOON(node.requests() > 3); // all it was asked is answered
        for (const QString &preset : after)
            bench.tick(preset);
        UI_SOON(bench.chain() == chain);
        QCOMPARE(bench.chainId(), id);
        bench.draft().checkNow();
        QVERIFY(bench.draft().config());
        // Nothing is left of the chain that stood for "not known yet".
        QVERIFY(!bench.draft().document().has("chains.default"));
    }

    void aSolanaNodeComesToSolanaWhateverIsTicked_data()
    {
        QTest::addColumn<bool>("chainsAreThere");
        QTest::newRow("ticks alone") << false;
        QTest::newRow("the file has chains") << true;
    }

    void aSolanaNodeComesToSolanaWhateverIsTicked()
    {
        QFETCH(bool, chainsAreThere);
        ScriptedNode node([](const QByteArray &request) {
            if (request.contains("getGenesisHash"))
                return ScriptedNode::result("\"5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d\"")(
                    request);
            if (request.contains("getSlot"))
                return ScriptedNode::result("312004551")(request);
            return ScriptedNode::error("{\"code\":-32601,\"message\":\"Method not found\"}")(
                request);
        });
        Bench bench;
        bench.tick(QStringLiteral("ethereum"));
        bench.tick(QStringLiteral("base"));
        if (chainsAreThere)
            bench.button(QStringLiteral("Use free public endpoints"))->click();
        bench.add(node.url());
        const int last = nodes::count(bench.draft().document()) - 1;
        UI_SOON(nodes::chain(bench.draft().document(), last) == QStringLiteral("solana"));
        QCOMPARE(bench.draft().document().string("chains.solana.kind").value_or(""),
                 std::string("solana"));
    }

    void addressesWithoutALineBetweenThemAreToldApart()
    {
        Bench bench;
        bench.add(
            "http://127.0.0.1:1/?key=onehttp://127.0.0.1:2/twoHTTPS://proxy.example/?to=http://"
            "inner.example/");
        const auto names = nodes::names(bench.draft().document());
        QCOMPARE(names.size(), decltype(names.size()){3});
        QVERIFY(QString::fromStdString(bench.draft().document().text())
                    .contains(QStringLiteral("?to=http://inner.example/")));
    }

    void aRemarkGoesWithTheTextThatItWasAbout()
    {
        Bench bench;
        const auto warns = [&bench] {
            const auto lines = bench.page.findChildren<MessageLine *>();
            return std::any_of(lines.begin(), lines.end(), [](const MessageLine *line) {
                return line->isVisible() && line->kind() == MessageLine::Kind::Warning;
            });
        };
        bench.add("no address at all");
        QVERIFY(warns());
        bench.page.findChild<QPlainTextEdit *>()->clear();
        QVERIFY(!warns());
    }

    void ticksAndAddressesAreHeldAgainstEachOther()
    {
        const auto ticked = QStringLiteral("Ticked, but without an address: ");
        const auto unticked = QStringLiteral("Not ticked, but used");
        ScriptedNode node(nodeOf("0x2105"));
        Bench bench;
        QVERIFY(!bench.says(ticked));
        bench.tick(QStringLiteral("polygon"));
        QVERIFY(bench.says(ticked + QStringLiteral("Polygon.")));
        bench.add(node.url());
        // What the node turns out to be is ticked as well, and nothing is wanting there.
        UI_SOON(bench.chain() == QStringLiteral("base"));
        QVERIFY(bench.box(QStringLiteral("base"))->isChecked());
        QVERIFY(bench.says(ticked + QStringLiteral("Polygon.")));
        bench.box(QStringLiteral("polygon"))->setChecked(false);
        QVERIFY(!bench.says(ticked));
        bench.box(QStringLiteral("base"))->setChecked(false);
        QVERIFY(bench.says(unticked));
        bench.tick(QStringLiteral("base"));
        QVERIFY(!bench.says(unticked));
    }

    void aTickThatAnAddressMadeGoesWithIt()
    {
        ScriptedNode node(nodeOf("0x2105"));
        Bench bench;
        bench.add(node.url());
        UI_SOON(bench.chain() == QStringLiteral("base"));
        QVERIFY(bench.box(QStringLiteral("base"))->isChecked());
        QVERIFY(nodes::remove(bench.draft(), {0}).isEmpty());
        QVERIFY(!bench.box(QStringLiteral("base"))->isChecked());
        QVERIFY(!bench.says(QStringLiteral("Ticked, but")));
    }

    void untickingTakesBackWhatTheTickDid()
    {
        ScriptedNode node(nodeOf({}));
        Bench bench;
        const auto of = [&bench](const QString &chain) {
            int count = 0;
            for (int i = 0; i < nodes::count(bench.draft().document()); ++i)
                count += nodes::chain(bench.draft().document(), i) == chain ? 1 : 0;
            return count;
        };
        const auto base = QStringLiteral("base");
        const auto polygon = QStringLiteral("polygon");
        bench.tick(base);
        bench.add(node.url());
        UI_SOON(bench.chain() == base);
        bench.tick(polygon);
        bench.button(QStringLiteral("Use free public endpoints"))->click();
        QVERIFY(of(base) > 1);
        QVERIFY(of(polygon) > 0);
        const QString all = bench.text();

        bench.box(polygon)->setChecked(false);
        QCOMPARE(of(polygon), 0);
        QVERIFY(!bench.draft().document().has("chains.polygon"));
        QVERIFY(of(base) > 1);
        // The user's own address is not thrown away with the tick.
        bench.box(base)->setChecked(false);
        QCOMPARE(nodes::count(bench.draft().document()), 1);
        QVERIFY(starter::isUnplaced(bench.draft().document(),
                                    nodes::name(bench.draft().document(), 0)));
        QVERIFY(!bench.draft().document().has("chains.base"));
        // And the next tick answers for it.
        bench.tick(polygon);
        UI_SOON(bench.chain() == polygon);

        while (bench.text() != all && bench.draft().undoStack().canUndo())
            bench.draft().undoStack().undo();
        QCOMPARE(bench.text(), all);
        QVERIFY(bench.box(base)->isChecked());
    }

    void untickingLeavesWhatWasThereBefore()
    {
        SessionBench own("[chains.polygon]\nkind = \"evm\"\nchain_id = 137\n\n"
                         + SessionBench::node("A", "http://127.0.0.1:1/", "chain = \"polygon\"\n"));
        const QString before = own.text();
        GetStartedPage page(own.session(), nullptr);
        for (QCheckBox *box : page.findChildren<QCheckBox *>()) {
            if (box->property("preset") == QStringLiteral("polygon")) {
                QVERIFY(box->isChecked());
                box->setChecked(false);
            }
        }
        QCOMPARE(own.text(), before);
    }

    /// Whenever the proxy is stopped, the request that was asked for is over.
    void theFirstRequestEndsWithTheProxy_data()
    {
        QTest::addColumn<bool>("sent");
        QTest::newRow("while it starts") << false;
        QTest::newRow("while a node answers") << true;
    }

    void theFirstRequestEndsWithTheProxy()
    {
        QFETCH(bool, sent);
        ScriptedNode node([](const QByteArray &) {
            ScriptedNode::Reply reply;
            reply.hold = true;
            return reply;
        });
        SessionBench bench(onEthereum(node));
        if (sent)
            bench.start();
        FirstRequest first(bench.session());
        QSignalSpy failed(&first, &FirstRequest::failed);
        QSignalSpy told(&first, &FirstRequest::succeeded);
        first.run();
        QVERIFY(first.isRunning());
        bench.session().stopProxy();
        UI_SOON(bench.session().state() == ProxyState::Stopped);
        UI_SOON(!first.isRunning());
        QCOMPARE(failed.count(), 1);
        QVERIFY(told.isEmpty());
    }

    void aNodeThatWasThereStaysOnItsChain()
    {
        ScriptedNode node(nodeOf("0x2105"));
        SessionBench own("[chains.mine]\nkind = \"generic\"\n\n"
                         + SessionBench::node("A", node.url(), "chain = \"mine\"\n"));
        GetStartedPage page(own.session(), nullptr);
        page.show();
        for (QPushButton *each : page.findChildren<QPushButton *>()) {
            if (each->text() == QStringLiteral("Test"))
                each->click();
        }
        UI_SOON(node.requests() >= 4);
        QCOMPARE(nodes::chain(own.draft().document(), 0), QStringLiteral("mine"));
    }

    /// The request that was asked for is sent once the proxy runs, whoever gave it another port.
    void theFirstRequestWaitsForAPortThatIsFree()
    {
        QTcpServer taken;
        QVERIFY(taken.listen(QHostAddress::LocalHost));
        ScriptedNode node(nodeOf("0x1"));
        SessionBench bench(onEthereum(node));
        bench.set("server.port", std::int64_t{taken.serverPort()});
        GetStartedPage page(bench.session(), nullptr);
        page.show();
        page.activate();
        ProblemBanners banners(bench.session());
        const auto says = [&page](const QString &text) {
            const auto lines = page.findChildren<MessageLine *>();
            return std::any_of(lines.begin(), lines.end(), [&text](const MessageLine *line) {
                return line->isVisible() && line->text().contains(text);
            });
        };
        const auto button = [](QWidget &in, const QString &text) -> QPushButton * {
            for (QPushButton *each : in.findChildren<QPushButton *>()) {
                if (QString(each->text()).remove(QLatin1Char('&')).startsWith(text))
                    return each;
            }
            return nullptr;
        };
        UI_SOON(button(page, QStringLiteral("Start and send"))
                && button(page, QStringLiteral("Start and send"))->isEnabled());
        button(page, QStringLiteral("Start and send"))->click();
        UI_SOON(bench.session().failureKind() == FailureKind::PortBusy);
        UI_SOON(says(QStringLiteral("cannot listen")));
        QVERIFY(button(page, QStringLiteral("Start and send"))->isEnabled());
        UI_SOON(button(banners, QStringLiteral("Use ")));
        button(banners, QStringLiteral("Use "))->click();
        UI_SOON(says(QStringLiteral("→ A,")));
        QVERIFY(!says(QStringLiteral("cannot listen")));
        bench.stop();
    }

    /// The route is what it is sent for, so it must not be answered by what the proxy has at hand.
    void theFirstRequestGoesToANode()
    {
        ScriptedNode node(nodeOf("0x1"));
        SessionBench bench(onEthereum(node));
        bench.start();
        FirstRequest first(bench.session());
        QSignalSpy told(&first, &FirstRequest::succeeded);
        QSignalSpy failed(&first, &FirstRequest::failed);
        for (int sent = 1; sent <= 3; ++sent) {
            first.run();
            UI_SOON(told.count() + failed.count() == sent);
            QVERIFY2(failed.isEmpty(), qPrintable(failed.value(0).value(0).toString()));
            QVERIFY2(told.last().first().toString().contains(QStringLiteral("→ A,")),
                     qPrintable(told.last().first().toString()));
        }
        bench.stop();
    }

    /// A tool may ask at any moment: while an own request is under way, between two of them, after a restart.
    void aToolIsSeenWheneverItAsks_data()
    {
        QTest::addColumn<bool>("again");
        QTest::addColumn<bool>("restarted");
        QTest::newRow("after the own request") << false << false;
        QTest::newRow("before another own request") << true << false;
        QTest::newRow("after a restart") << false << true;
    }

    void aToolIsSeenWheneverItAsks()
    {
        QFETCH(bool, again);
        QFETCH(bool, restarted);
        ScriptedNode node(nodeOf("0x1"));
        SessionBench bench(onEthereum(node));
        bench.start();
        FirstRequest first(bench.session());
        QSignalSpy told(&first, &FirstRequest::succeeded);
        QSignalSpy received(&first, &FirstRequest::received);
        const auto ask = [&] {
            bool answered = false;
            bench.session().engine()->call({"ethereum", {}},
                                           "eth_gasPrice",
                                           "[]",
                                           [&](int, const std::string &) { answered = true; });
            QVERIFY(QTest::qWaitFor([&] { return answered; }, 10000));
        };
        ask(); // nobody waits for a tool yet
        if (restarted) {
            bench.stop();
            bench.start();
        }
        first.run();
        UI_SOON(told.count() == 1);
        QVERIFY(received.isEmpty());
        ask();
        if (again) {
            first.run();
            UI_SOON(told.count() == 2);
        }
        UI_SOON(received.count() == 1);
        QVERIFY(received.first().first().toString().contains(QStringLiteral("eth_gasPrice")));
        bench.stop();
    }

    void aBrokenFileIsNoNewBeginning()
    {
        const QByteArray broken = "[server]\nport = 8599\n[[nodes]\nname = \"A\"\n";
        Bench bench;
        bench.write(QStringLiteral("spillway.toml"), broken);
        bench.draft().load();
        UI_SOON(bench.says(QStringLiteral("it must be mended first")));
        QVERIFY(bench.says(QStringLiteral("line 3")));
        bench.page.findChild<QPlainTextEdit *>()->setPlainText(
            QStringLiteral("http://127.0.0.1:1/"));
        bench.tick(QStringLiteral("ethereum"));
        QVERIFY(!bench.button(QStringLiteral("Add"))->isEnabled());
        QVERIFY(!bench.button(QStringLiteral("Use free public endpoints"))->isEnabled());
        QString problem;
        QCOMPARE(nodes::add(bench.draft(), &problem), -1);
        QVERIFY2(problem.contains(QStringLiteral("line 3")), qPrintable(problem));
        QVERIFY(!bench.draft().isDirty());
        QCOMPARE(bench.read(QStringLiteral("spillway.toml")), broken);
    }
};

SPILLWAY_TEST(TestGetStarted)
#include "tst_getstarted.moc"
