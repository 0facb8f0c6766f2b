// SPDX-License-Identifier: MIT
#pragma once

#include "cache/redisbackend.h"

#include <QIODevice>
#include <QObject>
#include <QTimer>

#include <deque>
#include <memory>
#include <string>
#include <vector>

struct redisReader;
struct redisReply;

namespace spillway::cache {

/// The connection of a RedisBackend. Lives in that backend's thread.
class RedisLink : public QObject
{
    Q_OBJECT

public:
    RedisLink(const Clock &clock,
              RedisBackend::Options options,
              std::shared_ptr<RedisBackend::Shared> shared);
    ~RedisLink() override;

    void start();

private:
    enum class Phase { Apart, Connecting, Greeting, Ready };

    /// A command that was sent.
    struct Pending
    {
        RedisBackend::Reply reply; ///< of a fetch
        std::string key;
        bool greeting = false;
        SteadyNs sent = 0;
    };

    void readUrl();
    void connectNow();
    void connectLocally();
    void connectOverTcp();
    void onConnected();
    void onReadable();
    void onTimer();
    void takeJobs();
    void perform(RedisBackend::Job &job);
    void send(std::initializer_list<std::string_view> words, Pending pending);
    void handle(const redisReply *reply);
    void greeted(const redisReply *reply);
    void lose(std::string_view why);
    void armTimer();
    [[nodiscard]] std::string place() const;

    const Clock &m_clock;
    RedisBackend::Options m_options;
    std::shared_ptr<RedisBackend::Shared> m_shared;
    QString m_socketPath; ///< of a local socket; empty: host and port count
    QString m_host;
    quint16 m_port = 6379;
    bool m_tls = false;
    std::string m_user;
    std::string m_password;
    std::string m_database;
    Phase m_phase = Phase::Apart;
    bool m_told = false; ///< that it is out of reach
    std::chrono::milliseconds m_pause;
    std::unique_ptr<QIODevice> m_socket;
    std::unique_ptr<redisReader, void (*)(redisReader *)> m_reader;
    std::deque<Pending> m_pending;
    std::string m_out;
    QTimer m_timer;
};

} // namespace spillway::cache
