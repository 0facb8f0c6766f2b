// SPDX-License-Identifier: MIT
#pragma once

#include "spillway/engine.h"

#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <functional>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

namespace spillway::test {

/// Answers from a thread of its own, as scripted by node.
class TestTransport final : public Transport
{
public:
    std::function<TransportReply(const TransportRequest &)> reply;

    ~TestTransport() override
    {
        for (std::thread &thread : m_threads)
            thread.join();
    }

    void send(TransportRequest request, Done done) override
    {
        const std::scoped_lock lock(m_mutex);
        m_requests.push_back(request);
        m_threads.emplace_back(
            [this, request = std::move(request), done = std::move(done)] { done(reply(request)); });
    }

    std::vector<TransportRequest> requests()
    {
        const std::scoped_lock lock(m_mutex);
        return m_requests;
    }

private:
    std::mutex m_mutex;
    std::vector<TransportRequest> m_requests;
    std::vector<std::thread> m_threads;
};

/// Replies at once from inside send().
class InstantTransport final : public Transport
{
public:
    int failEvery = 5; ///< 0: never
    bool twice = false;

    void send(TransportRequest, Done done) override
    {
        const int number = ++m_sends;
        if (failEvery > 0 && number % failEvery == 0) {
            done({.status = 0, .body = {}, .retryAfter = {}, .problem = "made up"});
            return;
        }
        done({200, R"({"jsonrpc":"2.0","id":1,"result":"0x1"})", {}, {}});
        if (twice)
            done({200, R"({"jsonrpc":"2.0","id":1,"result":"stale"})", {}, {}});
    }

    [[nodiscard]] int sends() const { return m_sends; }

private:
    std::atomic<int> m_sends{0};
};

/// Never replies while it holds what it was asked.
class SilentTransport final : public Transport
{
public:
    void send(TransportRequest, Done done) override
    {
        const std::scoped_lock lock(m_mutex);
        m_held.push_back(std::move(done));
    }

    std::size_t held()
    {
        const std::scoped_lock lock(m_mutex);
        return m_held.size();
    }

    void answerAll()
    {
        const std::scoped_lock lock(m_mutex);
        for (const Done &done : std::exchange(m_held, {}))
            done({200, R"({"jsonrpc":"2.0","id":1,"result":"0x1"})", {}, {}});
    }

private:
    std::mutex m_mutex;
    std::vector<Done> m_held;
};

class TestSink final : public MetricsSink
{
public:
    void attempted(const AttemptEvent &event) override
    {
        note("try " + std::string(event.node) + " " + std::string(event.method) + " "
             + std::string(event.outcome) + " " + std::to_string(event.httpStatus) + " "
             + std::to_string(event.credits));
    }

    void finished(const RequestEvent &event) override
    {
        note("done " + std::string(event.node) + " " + std::string(event.method) + " "
             + std::string(kRequestOutcomeNames.at(static_cast<std::size_t>(event.outcome))) + " "
             + std::to_string(event.attempts) + " " + std::to_string(event.credits));
    }

    QStringList lines()
    {
        const std::scoped_lock lock(m_mutex);
        return m_lines;
    }

    std::atomic<bool> throws = false; ///< after it has noted what it was told

private:
    void note(const std::string &line)
    {
        const std::scoped_lock lock(m_mutex);
        m_lines << QString::fromStdString(line);
        if (throws)
            throw std::runtime_error("the sink is broken");
    }

    std::mutex m_mutex;
    QStringList m_lines;
};

/// An engine on a pool without a listener.
struct Embedded
{
    Embedded(const ConfigLoadResult &pool, EngineOptions options)
    {
        options.listen = false;
        if (!pool.config) {
            for (const ConfigIssue &issue : pool.issues)
                qWarning("%s", issue.toString().c_str());
            return;
        }
        auto config = std::make_shared<Config>(*pool.config);
        config->server.stateDir = dir.path().toStdString();
        QObject::connect(&engine, &Engine::started, &engine, [this] { running = true; });
        engine.start(config, options);
        static_cast<void>(QTest::qWaitFor([this] { return running; }, 30'000));
    }

    CallAnswer ask(const std::string &method)
    {
        const QFuture<CallAnswer> future = engine.call(method);
        static_cast<void>(QTest::qWaitFor([&] { return future.isFinished(); }, 30'000));
        return future.isFinished() ? future.result() : CallAnswer{};
    }

    /// A snapshot made after this call.
    std::shared_ptr<const Snapshot> freshSnapshot()
    {
        engine.setSnapshotInterval(Milliseconds(50));
        const auto old = engine.snapshot();
        static_cast<void>(QTest::qWaitFor([&] { return engine.snapshot() != old; }, 30'000));
        return engine.snapshot();
    }

    QTemporaryDir dir;
    bool running = false;
    Engine engine;
};

} // namespace spillway::test
