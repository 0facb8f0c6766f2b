// SPDX-License-Identifier: MIT
#include "cache/cachefolder.h"

#include "cache/key.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <fcntl.h>
#include <filesystem>
#include <optional>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace spillway::cache {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kPermanent = 0; // in place of a bucket's end
constexpr std::int64_t kBucketsOfALifetime = 16;
constexpr std::size_t kMostFileBytes = kMaxAnswerBytes + 64U * 1024;
constexpr auto kAbandoned =
    std::chrono::hours(1); // age of a temporary file nobody finishes any more

std::string nameOf(std::string_view key)
{
    std::string name;
    appendSha256(key, {}, name);
    return name;
}

std::optional<std::int64_t> endOf(const std::string &folder)
{
    std::int64_t end = 0;
    const auto result = std::from_chars(folder.data(), folder.data() + folder.size(), end);
    if (result.ec != std::errc() || result.ptr != folder.data() + folder.size() || end <= 0)
        return std::nullopt;
    return end;
}

std::int64_t sizeOf(const std::string &path)
{
    struct stat info = {};
    return ::stat(path.c_str(), &info) == 0 ? info.st_size : 0;
}

bool makeFolder(const std::string &path)
{
    std::error_code error;
    fs::create_directories(path, error);
    if (error)
        return false;
    fs::permissions(path, fs::perms::owner_all, error);
    return true;
}

/// Nothing: no such file, or not readable. An empty text for one that is too large to be ours.
std::optional<std::string> contentsOf(const std::string &path)
{
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return std::nullopt;
    std::string text;
    struct stat info = {};
    if (::fstat(file, &info) == 0 && info.st_size <= static_cast<off_t>(kMostFileBytes)) {
        text.resize(static_cast<std::size_t>(info.st_size));
        std::size_t done = 0;
        while (done < text.size()) {
            const ssize_t got = ::read(file, text.data() + done, text.size() - done);
            if (got < 0 && errno == EINTR)
                continue;
            if (got <= 0)
                break;
            done += static_cast<std::size_t>(got);
        }
        text.resize(done);
    }
    ::close(file);
    return text;
}

bool writeFile(const std::string &path, std::string_view text)
{
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0)
        return false;
    bool good = true;
    while (good && !text.empty()) {
        const ssize_t put = ::write(file, text.data(), text.size());
        if (put > 0)
            text.remove_prefix(static_cast<std::size_t>(put));
        else
            good = put < 0 && errno == EINTR;
    }
    // Some file systems tell a full disk only here.
    good = ::close(file) == 0 && good;
    if (!good)
        ::unlink(path.c_str());
    return good;
}

template <typename Visit>
void forEachEntry(const std::string &folder, const std::atomic<bool> &stop, Visit &&visit)
{
    std::error_code error;
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
        if (stop.load(std::memory_order_relaxed))
            return;
        visit(at->path());
    }
}

} // namespace

CacheFolder::CacheFolder(const Clock &clock, Options options)
    : m_clock(clock)
    , m_options(std::move(options))
{
    makeFolder(m_options.path);
    makeFolder(m_options.path + "/tmp");
    findBuckets();
}

std::string CacheFolder::permanentPath(std::string_view name) const
{
    return m_options.path + "/p/" + std::string(name.substr(0, 2));
}

std::string CacheFolder::bucketPath(std::int64_t end) const
{
    return m_options.path + "/t/" + std::to_string(end);
}

/// Long lifetimes get wider buckets, so that there are never many places to look in.
std::int64_t CacheFolder::bucketOf(const Entry &entry) const
{
    const std::int64_t ttl = (entry.expires - m_clock.steadyNs()) / kNsPerMs;
    const std::int64_t width = std::max(m_options.bucketMs, ttl / kBucketsOfALifetime);
    return ((m_clock.wallMs() + ttl) / width + 1) * width;
}

void CacheFolder::forEachPlace(std::string_view name,
                               const std::function<bool(const std::string &, std::int64_t)> &visit)
{
    if (visit(permanentPath(name), kPermanent))
        return;
    std::vector<std::int64_t> ends;
    {
        const std::scoped_lock lock(m_mutex);
        const std::int64_t now = m_clock.wallMs();
        for (auto bucket = m_buckets.upper_bound(now); bucket != m_buckets.end(); ++bucket)
            ends.push_back(bucket->first);
    }
    for (const std::int64_t end : ends) {
        if (visit(bucketPath(end), end))
            return;
    }
}

EntryPtr CacheFolder::read(std::string_view key)
{
    const std::string name = nameOf(key);
    EntryPtr found;
    forEachPlace(name, [&](const std::string &folder, std::int64_t bucket) {
        const std::string path = folder + '/' + name;
        const std::optional<std::string> text = contentsOf(path);
        if (!text)
            return false;
        found = decode(key, *text, m_clock);
        if (!found)
            forgetFile(path, bucket);
        return found != nullptr;
    });
    return found;
}

bool CacheFolder::write(std::string_view key, const Entry &entry)
{
    const std::string name = nameOf(key);
    const std::int64_t bucket = entry.expires == kForever ? kPermanent : bucketOf(entry);
    const std::string folder = bucket == kPermanent ? permanentPath(name) : bucketPath(bucket);
    const std::string path = folder + '/' + name;
    const std::string text = encode(key, entry, m_clock);
    const std::string temporary =
        m_options.path + "/tmp/" + std::to_string(::getpid()) + '-' + std::to_string(m_temporary++);
    if (!writeFile(temporary, text)
        && !(makeFolder(m_options.path + "/tmp") && writeFile(temporary, text)))
        return false;
    const std::int64_t before = sizeOf(path);
    // The folder is made when it is missed; a sweep may take it away in between.
    bool done = false;
    for (int attempt = 0; attempt < 3 && !done; ++attempt) {
        done = ::rename(temporary.c_str(), path.c_str()) == 0;
        if (!done && !makeFolder(folder))
            break;
    }
    if (!done) {
        ::unlink(temporary.c_str());
        return false;
    }
    account(bucket, static_cast<std::int64_t>(text.size()) - before);
    // An older version may be elsewhere, with another lifetime.
    forEachPlace(name, [&](const std::string &other, std::int64_t otherBucket) {
        if (otherBucket != bucket)
            forgetFile(other + '/' + name, otherBucket);
        return false;
    });
    return true;
}

void CacheFolder::remove(std::string_view key)
{
    const std::string name = nameOf(key);
    forEachPlace(name, [&](const std::string &folder, std::int64_t bucket) {
        forgetFile(folder + '/' + name, bucket);
        return false;
    });
}

void CacheFolder::account(std::int64_t bucket, std::int64_t bytes)
{
    const std::scoped_lock lock(m_mutex);
    (bucket == kPermanent ? m_permanentBytes : m_buckets[bucket]) += bytes;
}

void CacheFolder::forgetFile(const std::string &path, std::int64_t bucket)
{
    const std::int64_t size = sizeOf(path);
    if (::unlink(path.c_str()) == 0)
        account(bucket, -size);
}

std::uint64_t CacheFolder::bytes() const
{
    const std::scoped_lock lock(m_mutex);
    std::int64_t sum = m_permanentBytes;
    for (const auto &[end, bytes] : m_buckets)
        sum += bytes;
    return static_cast<std::uint64_t>(std::max<std::int64_t>(sum, 0));
}

void CacheFolder::findBuckets()
{
    const std::atomic<bool> never{false};
    forEachEntry(m_options.path + "/t", never, [&](const fs::path &path) {
        if (const auto end = endOf(path.filename().string())) {
            const std::scoped_lock lock(m_mutex);
            m_buckets.emplace(*end, 0);
        }
    });
}

/// The sizes of what was there before this process.
void CacheFolder::count(const std::atomic<bool> &stop)
{
    std::map<std::int64_t, std::int64_t> buckets;
    forEachEntry(m_options.path + "/t", stop, [&](const fs::path &bucket) {
        const auto end = endOf(bucket.filename().string());
        if (!end)
            return;
        std::int64_t &sum = buckets[*end];
        forEachEntry(
            bucket.string(), stop, [&](const fs::path &file) { sum += sizeOf(file.string()); });
    });
    std::int64_t permanent = 0;
    forEachEntry(m_options.path + "/p", stop, [&](const fs::path &shard) {
        forEachEntry(shard.string(), stop, [&](const fs::path &file) {
            permanent += sizeOf(file.string());
        });
    });
    if (stop.load(std::memory_order_relaxed))
        return;
    const std::scoped_lock lock(m_mutex);
    for (const auto &[end, bytes] : buckets)
        m_buckets[end] = bytes;
    m_permanentBytes = permanent;
}

void CacheFolder::removeBucket(std::int64_t end, const std::atomic<bool> &stop)
{
    const std::string folder = bucketPath(end);
    forEachEntry(folder, stop, [&](const fs::path &file) { ::unlink(file.c_str()); });
    if (::rmdir(folder.c_str()) == 0 || errno == ENOENT) {
        const std::scoped_lock lock(m_mutex);
        m_buckets.erase(end);
    }
}

void CacheFolder::evictPermanent(const std::atomic<bool> &stop)
{
    struct File
    {
        std::int64_t changed = 0;
        std::int64_t size = 0;
        std::string path;
    };

    std::vector<File> files;
    forEachEntry(m_options.path + "/p", stop, [&](const fs::path &shard) {
        forEachEntry(shard.string(), stop, [&](const fs::path &path) {
            struct stat info = {};
            if (::stat(path.c_str(), &info) == 0)
                files.push_back({info.st_mtim.tv_sec * kNsPerSecond + info.st_mtim.tv_nsec,
                                 info.st_size,
                                 path.string()});
        });
    });
    std::sort(files.begin(), files.end(), [](const File &a, const File &b) {
        return a.changed < b.changed;
    });
    for (const File &file : files) {
        if (bytes() <= m_options.maxBytes || stop.load(std::memory_order_relaxed))
            return;
        if (::unlink(file.path.c_str()) == 0) {
            m_evicted.fetch_add(1, std::memory_order_relaxed);
            account(kPermanent, -file.size);
        }
    }
}

void CacheFolder::sweep(const std::atomic<bool> &stop)
{
    findBuckets();
    const std::int64_t now = m_clock.wallMs();
    std::vector<std::int64_t> ends;
    {
        const std::scoped_lock lock(m_mutex);
        for (const auto &[end, bytes] : m_buckets)
            ends.push_back(end);
    }
    const auto firstLiving = std::upper_bound(ends.begin(), ends.end(), now);
    std::for_each(ends.begin(), firstLiving, [&](std::int64_t end) { removeBucket(end, stop); });
    // What others have removed or added shows when everything is counted again.
    if (!m_counted || bytes() > m_options.maxBytes)
        count(stop);
    m_counted = true;
    for (auto end = firstLiving; end != ends.end() && bytes() > m_options.maxBytes; ++end) {
        removeBucket(*end, stop);
        m_evicted.fetch_add(1, std::memory_order_relaxed);
    }
    if (bytes() > m_options.maxBytes)
        evictPermanent(stop);

    const auto oldest = fs::file_time_type::clock::now() - kAbandoned;
    forEachEntry(m_options.path + "/tmp", stop, [&](const fs::path &path) {
        std::error_code error;
        if (fs::last_write_time(path, error) < oldest && !error)
            fs::remove(path, error);
    });
}

} // namespace spillway::cache
