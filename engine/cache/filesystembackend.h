// SPDX-License-Identifier: MIT
#pragma once

#include "cache/backend.h"
#include "cache/cachefolder.h"
#include "cache/memorybackend.h"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>

namespace spillway::cache {

/// Entries in files (cachefolder.h); those that live shortly stay in memory. A thread of its own reads and writes, another one
/// sweeps. A disk that does not answer, or not as fast as it is asked, is out of reach until it has caught up: everything is a
/// miss meanwhile, and what should be written is dropped.
class FilesystemBackend final : public Backend
{
public:
    struct Options
    {
        CacheFolder::Options folder;
        std::chrono::milliseconds sweepInterval{60000}; ///< 0: never
        std::chrono::milliseconds inlineTtl{60000}; ///< entries up to this stay in memory; 0: none
        std::uint64_t inlineMaxEntries = 10000;
        std::chrono::milliseconds patience{250}; ///< a read that takes longer is out of reach
    };

    FilesystemBackend(const Clock &clock, const Options &options);
    /// Writes what is waiting, for at most a second.
    ~FilesystemBackend() override;

    [[nodiscard]] EntryPtr find(std::string_view key) override;
    bool fetch(std::string_view key, Reply reply) override;
    void store(std::string_view key, const EntryPtr &entry) override;
    void erase(std::string_view key) override;
    [[nodiscard]] BackendFigures figures() const override;

    /// Sweeps now, in the calling thread.
    void sweep();

private:
    struct Job
    {
        std::string key;
        EntryPtr entry; ///< to write
        Reply reply;    ///< to read; neither: to remove
    };

    bool post(Job job, std::size_t bytes);
    void run();
    void runSweeps(std::chrono::milliseconds interval);
    void serve(Job &job);

    const Clock &m_clock;
    SteadyNs m_inlineTtl;
    SteadyNs m_patience;
    MemoryBackend m_inline;
    CacheFolder m_folder;
    std::atomic<bool> m_stop{false};
    std::atomic<SteadyNs> m_busySince{0}; ///< when the running job began; 0: none runs
    std::atomic<std::uint64_t> m_failures{0};
    std::mutex m_sweepMutex;
    mutable std::mutex m_mutex;
    std::condition_variable m_bell;
    std::deque<Job> m_jobs;
    std::size_t m_jobBytes = 0;
    std::thread m_thread;
    std::thread m_sweeper;
};

} // namespace spillway::cache
