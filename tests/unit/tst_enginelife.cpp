// SPDX-License-Identifier: MIT
// Starts and stops of an engine, and what becomes of those who wait for it.
#include "core/log.h"
#include "embedded.h"
#include "runningengine.h"
#include "scriptednode.h"
#include "spillway/logging.h"
#include "testmain.h"

#include <QSignalSpy>
#include <QTcpServer>

#include <mutex>

using namespace spillway;
using test::RunningEngine;
using test::ScriptedNode;

namespace {

/// What callbacks and futures were told.
struct Told
{
    int count = 0;
    int status = 0;
    std::string answer;
};

QString messageOf(const std::string &answer)
{
    return QJsonDocument::fromJson(QByteArray::fromStdString(answer))
        .object()[QStringLiteral("error")]
        .toObject()[QStringLiteral("message")]
        .toString();
}

/// The log as JSON, for as long as this lives.
class LogCatcher
{
public:
    LogCatcher()
    {
        log::setFormat(log::Format::Json);
        log::setSink([this](log::Level, std::string_view line) {
            const std::scoped_lock lock(m_mutex);
            m_events.push_back(QJsonDocument::fromJson(
                                   QByteArray(line.data(), static_cast<qsizetype>(line.size())))
                                   .object());
        });
    }

    ~LogCatcher()
    {
        log::setSink({});
        log::setFormat(log::Format::Text);
    }

    LogCatcher(const LogCatcher &) = delete;
    LogCatcher &operator=(const LogCatcher &) = delete;

    std::vector<QJsonObject> all(const QString &event)
    {
        const std::scoped_lock lock(m_mutex);
        std::vector<QJsonObject> found;
        for (const QJsonObject &object : m_events) {
            if (object[QStringLiteral("event")] == event)
                found.push_back(object);
        }
        return found;
    }

private:
    std::mutex m_mutex;
    std::vector<QJsonObject> m_events;
};

} // namespace

class EngineLifeTest : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_dir;

    std::shared_ptr<const Config> config(const QByteArray &nodes)
    {
        const ConfigLoadResult pool =
            textPool("[server]\nport = 0\nworker_threads = 2\nstate_dir = \""
                     + m_dir.path().toStdString() + "\"\n" + nodes.toStdString());
        for (const ConfigIssue &issue : pool.issues)
            qWarning("%s", issue.toString().c_str());
        return pool.config;
    }

    static CallAnswer ask(Engine &engine, const std::string &params = "[]")
    {
        const QFuture<CallAnswer> future = engine.call("eth_call", params);
        static_cast<void>(QTest::qWaitFor([&] { return future.isFinished(); }, 30'000));
        return future.isFinished() ? future.result() : CallAnswer{};
    }

private Q_SLOTS:

    void everyCallEndsOnce_data()
    {
        QTest::addColumn<bool>("underWay");
        QTest::addColumn<bool>("deleted");
        // One is at the node, the others wait for it.
        QTest::addRow("under way, stopped") << true << false;
        QTest::addRow("under way, deleted") << true << true;
        QTest::addRow("not begun, stopped") << false << false;
        QTest::addRow("not begun, deleted") << false << true;
    }

    void everyCallEndsOnce()
    {
        QFETCH(const bool, underWay);
        QFETCH(const bool, deleted);
        constexpr int kCalls = 20;
        const auto transport = std::make_shared<test::SilentTransport>();
        auto engine = std::make_unique<Engine>();
        QSignalSpy started(engine.get(), &Engine::started);
        QSignalSpy stopped(engine.get(), &Engine::stopped);
        engine->start(
            config("[[nodes]]\nname = \"a\"\nurl = \"http://a.example\"\nmax_concurrent = 1\n"),
            {.listen = false, .transport = transport});
        QTRY_COMPARE_WITH_TIMEOUT(started.size(), qsizetype{1}, 30'000);

        std::vector<Told> told(kCalls);
        std::vector<QFuture<CallAnswer>> futures;
        for (Told &one : told) {
            engine->call({}, "eth_call", "[]", [&one](int status, std::string answer) {
                ++one.count;
                one.status = status;
                one.answer = std::move(answer);
            });
            futures.push_back(engine->call("eth_call"));
        }
        int commands = 0;
        engine->setUsed("a", 1, [&](const std::string &) { ++commands; });
        if (underWay) {
            QTRY_COMPARE_WITH_TIMEOUT(transport->held(), std::size_t{1}, 30'000);
            engine->setSnapshotInterval(Milliseconds(50));
            QTRY_VERIFY_WITH_TIMEOUT(engine->snapshot()->inFlight == 2 * kCalls, 30'000);
        }
        if (deleted) {
            engine.reset();
        } else {
            engine->stop(Milliseconds(0));
            QTRY_COMPARE_WITH_TIMEOUT(stopped.size(), qsizetype{1}, 30'000);
        }
        transport->answerAll(); // too late
        QCoreApplication::processEvents();
        QCOMPARE(commands, 1);
        for (const Told &one : told) {
            QCOMPARE(one.count, 1);
            QCOMPARE(one.status, 503);
            QCOMPARE(messageOf(one.answer), QStringLiteral("the engine was stopped"));
        }
        for (const QFuture<CallAnswer> &future : futures) {
            QVERIFY(future.isFinished());
            QCOMPARE(future.resultCount(), 1);
            QCOMPARE(future.result().status, 503);
            QVERIFY(!future.result().error.empty());
        }
    }

    void whoIsToldMayDeleteTheEngine()
    {
        ScriptedNode node(ScriptedNode::result("1"));
        auto *engine = new Engine;
        const auto pool = config(RunningEngine::node("a", node.url()));
        engine->start(pool, {.listen = false});
        int told = 0;
        bool deleted = false;
        for (int i = 0; i < 50; ++i) {
            engine->call({}, "eth_call", "[]", [&](int, const std::string &) {
                ++told;
                if (std::exchange(deleted, true))
                    return;
                engine->call({}, "eth_call", "[]", [&](int, const std::string &) { ++told; });
                delete engine;
            });
        }
        QTRY_VERIFY_WITH_TIMEOUT(deleted, 30'000);
        QCOMPARE(told, 51);
    }

    void callsWhileItDoesNotRun()
    {
        ScriptedNode node(ScriptedNode::result("1"));
        Engine engine;
        const auto refused = [](const CallAnswer &answer, const char *why) {
            return answer.status == 503 && messageOf(answer.answer) == QLatin1String(why)
                   && !answer.error.empty();
        };
        QVERIFY(refused(ask(engine), "the engine is not running"));
        QSignalSpy stopped(&engine, &Engine::stopped);
        engine.start(config(RunningEngine::node("a", node.url())), {.listen = false});
        QCOMPARE(ask(engine).result, std::string("1"));
        node.setScript([](const QByteArray &) { return ScriptedNode::Reply{.hold = true}; });
        const QFuture<CallAnswer> open = engine.call("eth_call");
        QTRY_COMPARE(node.held(), std::size_t{1});
        engine.stop(Milliseconds(60'000));
        QVERIFY(refused(ask(engine), "the engine is being stopped"));
        QVERIFY(!open.isFinished());
        node.release({200, R"({"jsonrpc":"2.0","id":1,"result":7})"});
        QTRY_COMPARE_WITH_TIMEOUT(stopped.size(), qsizetype{1}, 30'000);
        QCOMPARE(open.result().result, std::string("7")); // it had its time
        QVERIFY(refused(ask(engine), "the engine is not running"));
    }

    void startsAgain_data()
    {
        QTest::addColumn<bool>("awaited");
        QTest::addRow("after stopped()") << true;
        QTest::addRow("at once") << false;
    }

    void startsAgain()
    {
        QFETCH(const bool, awaited);
        ScriptedNode node(ScriptedNode::result("1"));
        const auto pool = config(RunningEngine::node("a", node.url()));
        Engine engine;
        QSignalSpy started(&engine, &Engine::started);
        QSignalSpy stopped(&engine, &Engine::stopped);
        QSignalSpy failed(&engine, &Engine::startFailed);
        std::uint64_t used = 0;
        for (int run = 1; run <= 3; ++run) {
            engine.start(pool, {.listen = true, .watchFiles = false});
            QCOMPARE(ask(engine).result, std::string("1")); // waits for the start
            QCOMPARE(started.size(), qsizetype{run});
            engine.setSnapshotInterval(Milliseconds(50));
            QTRY_VERIFY_WITH_TIMEOUT(engine.snapshot()->nodes.front().used > used, 30'000);
            used = engine.snapshot()->nodes.front().used; // the books go on
            engine.stop();
            if (awaited)
                QTRY_COMPARE_WITH_TIMEOUT(stopped.size(), qsizetype{run}, 30'000);
        }
        QTRY_COMPARE_WITH_TIMEOUT(stopped.size(), qsizetype{3}, 30'000);
        QCOMPARE(failed.size(), qsizetype{0});
    }

    void aSecondStartLeavesTheRunningOneAlone()
    {
        ScriptedNode node(ScriptedNode::result("1"));
        const auto pool = config(RunningEngine::node("a", node.url()));
        Engine engine;
        QSignalSpy started(&engine, &Engine::started);
        QSignalSpy failed(&engine, &Engine::startFailed);
        engine.start(pool, {.listen = false});
        engine.start(pool, {.listen = false});
        engine.start(nullptr, {.listen = false});
        QTRY_COMPARE_WITH_TIMEOUT(failed.size(), qsizetype{2}, 30'000);
        QVERIFY(failed.front().front().toString().contains(QStringLiteral("running already")));
        QCOMPARE(started.size(), qsizetype{1});
        QCOMPARE(ask(engine).result, std::string("1"));
    }

    void startsThatCannotBe()
    {
        Engine engine;
        QSignalSpy started(&engine, &Engine::started);
        QSignalSpy failed(&engine, &Engine::startFailed);
        QSignalSpy rejected(&engine, &Engine::configRejected);
        engine.start(nullptr, {.listen = false});
        QTRY_COMPARE_WITH_TIMEOUT(failed.size(), qsizetype{1}, 30'000);
        QVERIFY(failed.back().front().toString().contains(QStringLiteral("issues")));
        engine.start(urlPool({"ftp://a"}, PoolOrder::Peers), {.listen = false});
        QTRY_COMPARE_WITH_TIMEOUT(failed.size(), qsizetype{2}, 30'000);
        QVERIFY(failed.back().front().toString().contains(QStringLiteral("url")));
        engine.applyConfig(nullptr);
        QTRY_COMPARE_WITH_TIMEOUT(rejected.size(), qsizetype{1}, 30'000);
        engine.reload();
        QTRY_COMPARE_WITH_TIMEOUT(rejected.size(), qsizetype{2}, 30'000);
        // And then one that can.
        ScriptedNode node(ScriptedNode::result("1"));
        engine.start(config(RunningEngine::node("a", node.url())), {.listen = false});
        QCOMPARE(ask(engine).result, std::string("1"));
        engine.applyConfig(nullptr);
        QTRY_COMPARE_WITH_TIMEOUT(rejected.size(), qsizetype{3}, 30'000);
        QCOMPARE(ask(engine).result, std::string("1"));
    }

    void whatIsNoRequestIsNotSent_data()
    {
        QTest::addColumn<std::string>("method");
        QTest::addColumn<std::string>("params");
        QTest::addColumn<int>("code");
        const auto row = [](const char *name, const char *method, const char *params, int code) {
            QTest::addRow("%s", name) << std::string(method) << std::string(params) << code;
        };
        row("no method", "", "[]", -32600);
        row("method that is not UTF-8", "eth_\xff", "[]", -32600);
        row("another member", "eth_call", "[1],\"method\":\"evil\"", -32602);
        row("a second object", "eth_call", "[]}{", -32602);
        row("no JSON", "eth_call", "{not json", -32602);
        row("cut off", "eth_call", "[1, [2]", -32602);
        row("a number", "eth_call", "7", -32602);
        row("null", "eth_call", "null", -32602);
        row("blank", "eth_call", " ", -32602);
        row("not UTF-8", "eth_call", "[\"\xff\"]", -32602);
        row("array", "eth_call", " [1, {\"a\": \"\xc3\xa4\"}] ", 0);
        row("object", "eth_call", "{\"a\": [1]}", 0);
        row("nothing", "eth_call", "", 0);
        row("method with a quote", "m\",\"params\":[9],\"x\":\"", "[]", 0);
    }

    void whatIsNoRequestIsNotSent()
    {
        QFETCH(const std::string, method);
        QFETCH(const std::string, params);
        QFETCH(const int, code);
        QByteArray seen;
        ScriptedNode node([&](const QByteArray &request) {
            seen = request;
            return ScriptedNode::result("1")(request);
        });
        Engine engine;
        engine.start(config(RunningEngine::node("a", node.url())), {.listen = false});
        const QFuture<CallAnswer> future = engine.call(method, params);
        QTRY_VERIFY_WITH_TIMEOUT(future.isFinished(), 30'000);
        const CallAnswer answer = future.result();
        QCOMPARE(node.requests(), code == 0 ? 1 : 0);
        if (code == 0) {
            QCOMPARE(answer.result, std::string("1"));
            QCOMPARE(QJsonDocument::fromJson(seen).object().size(), 4);
            return;
        }
        QCOMPARE(answer.status, 400);
        QCOMPARE(QJsonDocument::fromJson(QByteArray::fromStdString(answer.error))
                     .object()[QStringLiteral("code")]
                     .toInt(),
                 code);
    }

    /// Events have fixed names, what varies is in their fields.
    void reloadsAreLogged()
    {
        LogCatcher log;
        ScriptedNode node(ScriptedNode::result("1"));
        RunningEngine run(RunningEngine::node("a", node.url()));
        QVERIFY(run.isRunning());
        QVERIFY(run.apply(RunningEngine::node("a", node.url())));
        QCOMPARE(log.all(QStringLiteral("config is unchanged")).size(), std::size_t{1});
        QCOMPARE(log.all(QStringLiteral("config applied")).size(), std::size_t{0});

        QTcpServer taken;
        QVERIFY(taken.listen(QHostAddress::LocalHost));
        auto moved = std::make_shared<Config>(*run.parse(RunningEngine::node("a", node.url())));
        moved->server.port = taken.serverPort();
        QSignalSpy rejected(&run.engine, &Engine::configRejected);
        run.engine.applyConfig(moved);
        QTRY_COMPARE_WITH_TIMEOUT(rejected.size(), qsizetype{1}, 30'000);
        const auto failed = log.all(QStringLiteral("reload failed"));
        QCOMPARE(failed.size(), std::size_t{1});
        QVERIFY(failed.front()[QStringLiteral("error")].toString().contains(
            QString::number(taken.serverPort())));
    }

    void theLastRollupComesWithTheStop()
    {
        LogCatcher log;
        ScriptedNode node(ScriptedNode::result("1"));
        RunningEngine run(RunningEngine::node("a", node.url()));
        for (int i = 0; i < 3; ++i)
            QCOMPARE(run.call("eth_call").status, 200);
        QSignalSpy stopped(&run.engine, &Engine::stopped);
        run.engine.stop();
        QTRY_COMPARE_WITH_TIMEOUT(stopped.size(), qsizetype{1}, 30'000);
        const auto lines = log.all(QStringLiteral("rollup"));
        QCOMPARE(lines.size(), std::size_t{1});
        QCOMPARE(lines.front()[QStringLiteral("requests")].toInt(), 3);
    }
};

SPILLWAY_TEST(EngineLifeTest)
#include "tst_enginelife.moc"
