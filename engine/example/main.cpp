// SPDX-License-Identifier: MIT
// Asks a pool for the height of a chain, from a coroutine and with a callback: ask URL...
#include <QCoroFuture>
#include <QCoroTask>

#include <QCoreApplication>

#include <iostream>
#include <spillway/engine.h>

using namespace spillway;

static QCoro::Task<> ask(Engine &engine)
{
    const CallAnswer height = co_await engine.call("eth_blockNumber");
    std::cout << "coroutine: " << (height.ok() ? height.result : height.error) << std::endl;
    engine.call({}, "eth_chainId", "[]", [&engine](int, const std::string &answer) {
        std::cout << "callback: " << answer << std::endl;
        for (const NodeSnapshot &node : engine.snapshot()->nodes)
            std::cout << node.name << " " << conditionName(node.condition) << std::endl;
        engine.stop();
    });
}

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    const ConfigLoadResult pool = urlPool({argv + 1, argv + argc}, PoolOrder::Peers);
    if (!pool.config) {
        for (const ConfigIssue &issue : pool.issues)
            std::cerr << issue.toString() << std::endl;
        return 2;
    }
    Engine engine;
    QObject::connect(&engine, &Engine::started, [&engine] { ask(engine); });
    QObject::connect(&engine, &Engine::startFailed, [](const QString &reason) {
        std::cerr << reason.toStdString() << std::endl;
        QCoreApplication::exit(1);
    });
    QObject::connect(&engine, &Engine::stopped, &application, &QCoreApplication::quit);
    engine.start(pool.config, {.listen = false});
    return QCoreApplication::exec();
}
