// SPDX-License-Identifier: MIT
#pragma once

#include "cache/backend.h"
#include "core/mailbox.h"
#include "spillway/secret.h"

#include <QThread>

#include <atomic>
#include <chrono>
#include <memory>
#include <string>

namespace spillway::cache {

/// Entries in a Redis server, each a text under PREFIX and its key: a JSON object (entry.h) that expires in Redis itself. One
/// connection in a thread of its own, commands in a pipeline.
///
/// A server that is not there, refuses, or leaves one question unanswered for longer than the time-out is out of reach at
/// once: look-ups are misses that cost nothing, what should be stored is dropped, until a new connection has answered a ping.
/// Attempts to connect become rarer, up to one in half a minute.
class RedisBackend final : public Backend
{
public:
    struct Options
    {
        Secret url; ///< redis://[user[:password]@]host[:port][/database], rediss:// for TLS
        std::string prefix = "spillway:";
        std::chrono::milliseconds timeout{50};
        std::chrono::milliseconds firstPause{250}; ///< before the second attempt to connect
        std::chrono::milliseconds longestPause{30000};
    };

    RedisBackend(const Clock &clock, const Options &options);
    ~RedisBackend() override;

    [[nodiscard]] EntryPtr find(std::string_view) override { return nullptr; }

    bool fetch(std::string_view key, Reply reply) override;
    void store(std::string_view key, const EntryPtr &entry) override;
    void erase(std::string_view key) override;
    [[nodiscard]] BackendFigures figures() const override;

private:
    friend class RedisLink;

    struct Job
    {
        std::string key;
        EntryPtr entry; ///< to store
        Reply reply;    ///< to fetch; neither: to erase
        std::size_t bytes = 0;
    };

    /// What both threads look at.
    struct Shared
    {
        Mailbox<Job> mailbox;
        std::atomic<bool> inReach{false};
        std::atomic<std::int64_t> jobs{0};
        std::atomic<std::int64_t> jobBytes{0};
        std::atomic<std::uint64_t> failures{0};
    };

    bool post(Job job);

    std::shared_ptr<Shared> m_shared;
    QThread m_thread;
};

} // namespace spillway::cache
