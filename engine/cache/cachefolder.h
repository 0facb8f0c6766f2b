// SPDX-License-Identifier: MIT
#pragma once

#include "cache/entry.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

namespace spillway::cache {

/// Entries as files, one JSON object each (entry.h), named by the SHA-256 of their key:
///
///     t/END/NAME      entries that expire before END (milliseconds since 1970): a whole folder goes at once
///     p/XX/NAME       entries that do not, in 256 folders by the first two digits of the name
///     tmp/            files being written
///
/// A file appears complete or not at all; one that is damaged (the machine lost power) does not pass its checksum and is
/// removed. Every function may wait for the disk. One thread reads and writes, another may sweep at the same time; several
/// processes may share a folder.
class CacheFolder
{
public:
    struct Options
    {
        std::string path;
        std::int64_t bucketMs = 3600000;
        std::uint64_t maxBytes = 1073741824;
    };

    CacheFolder(const Clock &clock, Options options);

    [[nodiscard]] EntryPtr read(std::string_view key);
    /// False: it could not be written.
    bool write(std::string_view key, const Entry &entry);
    void remove(std::string_view key);

    /// Removes what has expired, without looking into it, and what the folder holds above maxBytes: first the buckets that end
    /// soonest, then the permanent files written longest ago. Looks at `stop` often.
    void sweep(const std::atomic<bool> &stop);

    /// What the files hold, after the first sweep; about right where others write to the folder too.
    [[nodiscard]] std::uint64_t bytes() const;

    [[nodiscard]] std::uint64_t evicted() const
    {
        return m_evicted.load(std::memory_order_relaxed);
    }

private:
    [[nodiscard]] std::string permanentPath(std::string_view name) const;
    [[nodiscard]] std::string bucketPath(std::int64_t end) const;
    [[nodiscard]] std::int64_t bucketOf(const Entry &entry) const;
    /// Calls visit(path, bucket end or 0) for each place where the file may be, until it says true.
    void forEachPlace(std::string_view name,
                      const std::function<bool(const std::string &, std::int64_t)> &visit);
    void account(std::int64_t bucket, std::int64_t bytes);
    void forgetFile(const std::string &path, std::int64_t bucket);
    void findBuckets();
    void count(const std::atomic<bool> &stop);
    void removeBucket(std::int64_t end, const std::atomic<bool> &stop);
    void evictPermanent(const std::atomic<bool> &stop);

    const Clock &m_clock;
    Options m_options;
    mutable std::mutex m_mutex;
    std::map<std::int64_t, std::int64_t> m_buckets; ///< end, bytes
    std::int64_t m_permanentBytes = 0;
    bool m_counted = false;
    std::uint64_t m_temporary = 0;
    std::atomic<std::uint64_t> m_evicted{0};
};

} // namespace spillway::cache
