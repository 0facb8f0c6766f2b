// SPDX-License-Identifier: MIT
#include "cache/filesystembackend.h"

#include <chrono>
#include <utility>

namespace spillway::cache {
namespace {

constexpr std::uint64_t kInlineBytes = 64U * 1024 * 1024;
constexpr std::size_t kMostJobs = 4096;
constexpr std::size_t kMostJobBytes = 64U * 1024 * 1024;
constexpr auto kFarewell = std::chrono::seconds(1);

} // namespace

FilesystemBackend::FilesystemBackend(const Clock &clock, const Options &options)
    : m_clock(clock)
    , m_inlineTtl(toNs(options.inlineTtl))
    , m_patience(toNs(options.patience))
    , m_inline(clock, kInlineBytes, options.inlineMaxEntries)
    , m_folder(clock, options.folder)
    , m_thread([this] { run(); })
{
    if (options.sweepInterval.count() > 0)
        m_sweeper = std::thread([this, interval = options.sweepInterval] { runSweeps(interval); });
}

FilesystemBackend::~FilesystemBackend()
{
    {
        const std::scoped_lock lock(m_mutex);
        m_stop = true;
    }
    m_bell.notify_all();
    m_thread.join();
    if (m_sweeper.joinable())
        m_sweeper.join();
}

EntryPtr FilesystemBackend::find(std::string_view key)
{
    return m_inline.find(key);
}

bool FilesystemBackend::fetch(std::string_view key, Reply reply)
{
    const SteadyNs busySince = m_busySince.load(std::memory_order_relaxed);
    if (busySince != 0 && m_clock.steadyNs() - busySince > m_patience)
        return false;
    return post({std::string(key), nullptr, std::move(reply)}, 0);
}

void FilesystemBackend::store(std::string_view key, const EntryPtr &entry)
{
    if (entry->expires != kForever && entry->expires - m_clock.steadyNs() <= m_inlineTtl) {
        m_inline.store(key, entry);
        // A file of the same key would come back when this one is over.
        erase(key);
        m_inline.store(key, entry);
        return;
    }
    m_inline.erase(key);
    post({std::string(key), entry, {}}, entry->cost());
}

void FilesystemBackend::erase(std::string_view key)
{
    m_inline.erase(key);
    post({std::string(key), nullptr, {}}, 0);
}

bool FilesystemBackend::post(Job job, std::size_t bytes)
{
    bool ring = false;
    {
        const std::scoped_lock lock(m_mutex);
        if (m_stop || m_jobs.size() >= kMostJobs || m_jobBytes + bytes > kMostJobBytes)
            return false;
        ring = m_jobs.empty();
        m_jobBytes += bytes;
        m_jobs.push_back(std::move(job));
    }
    if (ring)
        m_bell.notify_all();
    return true;
}

void FilesystemBackend::serve(Job &job)
{
    if (job.reply) {
        job.reply(m_stop ? nullptr : m_folder.read(job.key));
    } else if (job.entry == nullptr) {
        m_folder.remove(job.key);
    } else if (!m_folder.write(job.key, *job.entry)) {
        m_failures.fetch_add(1, std::memory_order_relaxed);
        // An older version must not outlive the newer one that could not be written.
        m_folder.remove(job.key);
    }
}

void FilesystemBackend::run()
{
    std::chrono::steady_clock::time_point until;
    std::unique_lock lock(m_mutex);
    for (;;) {
        m_bell.wait(lock, [this] { return m_stop || !m_jobs.empty(); });
        if (m_stop && until == std::chrono::steady_clock::time_point())
            until = std::chrono::steady_clock::now() + kFarewell;
        if (m_jobs.empty())
            return;
        Job job = std::move(m_jobs.front());
        m_jobs.pop_front();
        if (job.entry != nullptr)
            m_jobBytes -= job.entry->cost();
        lock.unlock();
        if (!m_stop || job.reply || std::chrono::steady_clock::now() < until) {
            m_busySince = m_clock.steadyNs();
            serve(job);
            m_busySince = 0;
        }
        job = {};
        lock.lock();
    }
}

void FilesystemBackend::sweep()
{
    const std::scoped_lock lock(m_sweepMutex);
    m_folder.sweep(m_stop);
}

void FilesystemBackend::runSweeps(std::chrono::milliseconds interval)
{
    for (;;) {
        sweep();
        std::unique_lock lock(m_mutex);
        if (m_bell.wait_for(lock, interval, [this] { return m_stop.load(); }))
            return;
    }
}

BackendFigures FilesystemBackend::figures() const
{
    BackendFigures out = m_inline.figures();
    out.entries = 0; // files are not counted
    out.bytes += m_folder.bytes();
    out.evicted += m_folder.evicted();
    out.failures = m_failures.load(std::memory_order_relaxed);
    const SteadyNs busySince = m_busySince.load(std::memory_order_relaxed);
    out.inReach = busySince == 0 || m_clock.steadyNs() - busySince <= m_patience;
    return out;
}

} // namespace spillway::cache
