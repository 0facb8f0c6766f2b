// SPDX-License-Identifier: MIT
// The runs of the processes that share a state folder: what a killed one had counted comes into the history when the next one starts.
#include "core/log.h"
#include "store/sharedusagestore.h"

#include <random>

namespace spillway {

namespace {

constexpr int kMostRuns = 64; ///< processes at the same time

std::uint64_t newRun()
{
    std::random_device random;
    // The database has signed numbers, and 0 is no run.
    return (((std::uint64_t{random()} << 32U) | random()) >> 1U) | 1U;
}

} // namespace

std::string SharedUsageStore::runPath(int number) const
{
    return m_dir + "/usage.run-" + std::to_string(number);
}

/// Under the structure lock. The first free file becomes the one of this process.
void SharedUsageStore::takeOverRuns()
{
    std::vector<std::uint64_t> runs;
    for (int number = 1; number <= kMostRuns; ++number) {
        auto file = std::make_unique<RunFile>();
        const RunFile::Claim claim = file->claim(runPath(number), false);
        if (claim == RunFile::Claim::Absent)
            break;
        if (const std::uint64_t run = RunFile::runOf(runPath(number)); run != 0)
            runs.push_back(run);
        if (claim != RunFile::Claim::Held)
            continue;
        const RunFile::Remains remains = file->remains();
        // While the database cannot be written the file stays as it is, for the next start.
        if (remains.run != 0 && !m_db.takeOver(remains))
            continue;
        if (!m_run)
            m_run = std::move(file);
    }
    m_db.forgetRuns(runs);
}

bool SharedUsageStore::beginRun(std::size_t threads)
{
    const FileLock::Guard guard(m_lock, nullptr);
    for (int number = 1; guard.held() && !m_run && number <= kMostRuns; ++number) {
        auto file = std::make_unique<RunFile>();
        if (file->claim(runPath(number), false) == RunFile::Claim::Absent
            && file->claim(runPath(number), true) == RunFile::Claim::Held)
            m_run = std::move(file);
    }
    if (!guard.held() || !m_run || !m_run->begin(newRun(), threads))
        return false;
    m_run->setAlive(m_clock.wallMs());
    return true;
}

RunCounters SharedUsageStore::runCounters(std::string_view name, std::size_t threads)
{
    const std::scoped_lock lock(m_mutex);
    RunCounters counters;
    if (!m_runBegun)
        m_runBegun = beginRun(threads);
    if (m_runBegun)
        counters.threads = m_run->add(name, &counters.entry);
    if (counters.threads.size() < threads) {
        log::warn("store",
                  "there is no room for counters that a kill does not take; a kill may cost the "
                  "history its last second",
                  {{"node", std::string(name)}, {"dir", m_dir}});
        return {};
    }
    m_runEntries.emplace_back(std::string(name), counters.entry);
    return counters;
}

} // namespace spillway
