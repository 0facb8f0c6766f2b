// SPDX-License-Identifier: MIT
#include "cache/redisbackend.h"

#include "cache/redislink.h"

namespace spillway::cache {
namespace {

constexpr std::int64_t kMostJobs = 10000;
constexpr std::int64_t kMostJobBytes = 32 * 1024 * 1024;

} // namespace

RedisBackend::RedisBackend(const Clock &clock, const Options &options)
    : m_shared(std::make_shared<Shared>())
{
    auto *const link = new RedisLink(clock, options, m_shared);
    link->moveToThread(&m_thread);
    m_shared->mailbox.doorbell().moveToThread(&m_thread);
    QObject::connect(&m_thread, &QThread::started, link, &RedisLink::start);
    QObject::connect(&m_thread, &QThread::finished, link, &QObject::deleteLater);
    m_thread.start();
}

RedisBackend::~RedisBackend()
{
    m_thread.quit();
    m_thread.wait();
    // What was posted after the link had gone.
    for (const Job &job : m_shared->mailbox.takeAll()) {
        if (job.reply)
            job.reply(nullptr);
    }
}

bool RedisBackend::post(Job job)
{
    if (!m_shared->inReach.load(std::memory_order_relaxed))
        return false;
    const auto bytes = static_cast<std::int64_t>(job.bytes);
    if (m_shared->jobs.load() >= kMostJobs || m_shared->jobBytes.load() + bytes > kMostJobBytes)
        return false;
    m_shared->jobs.fetch_add(1);
    m_shared->jobBytes.fetch_add(bytes);
    m_shared->mailbox.post(std::move(job));
    return true;
}

bool RedisBackend::fetch(std::string_view key, Reply reply)
{
    return post({std::string(key), nullptr, std::move(reply), 0});
}

void RedisBackend::store(std::string_view key, const EntryPtr &entry)
{
    post({std::string(key), entry, {}, entry->cost()});
}

void RedisBackend::erase(std::string_view key)
{
    post({std::string(key), nullptr, {}, 0});
}

BackendFigures RedisBackend::figures() const
{
    BackendFigures out;
    out.failures = m_shared->failures.load();
    out.inReach = m_shared->inReach.load();
    return out;
}

} // namespace spillway::cache
