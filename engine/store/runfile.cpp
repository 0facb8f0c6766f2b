// SPDX-License-Identifier: MIT
#include "store/runfile.h"

#include "store/filelock.h"
#include "store/mappedfile.h"
#include "store/pagefile.h"

#include <array>
#include <cstring>
#include <fcntl.h>
#include <new>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace spillway {

namespace {

constexpr std::array<char, 8> kMagic = {'S', 'P', 'W', 'R', 'U', 'N', '0', '1'};
constexpr std::size_t kBlock = PageFile::kSegmentSize;
constexpr std::size_t kHeadSize = 192;
constexpr std::size_t kMostThreads = (kBlock - kHeadSize) / sizeof(HistoryCounters);

} // namespace

struct RunFile::Header
{
    std::array<char, 8> magic;
    std::atomic<std::uint64_t> run; ///< written last, taken away first
    std::uint64_t threads;
    std::atomic<std::int64_t> aliveMs;
};

struct RunFile::Head
{
    std::uint32_t crc;
    std::uint32_t length;
    std::uint64_t number;
    std::array<char, PageFile::kMaxName> node;
};

RunFile::~RunFile()
{
    unmap();
    if (m_fd >= 0)
        ::close(m_fd);
}

void RunFile::unmap()
{
    for (std::byte *block : m_blocks)
        ::munmap(block, kBlock);
    m_blocks.clear();
}

RunFile::Claim RunFile::claim(const std::string &path, bool make)
{
    m_fd = ::open(path.c_str(), O_RDWR | O_CLOEXEC | (make ? O_CREAT : 0), 0600);
    if (m_fd < 0)
        return errno == ENOENT ? Claim::Absent : Claim::Failed;
    struct stat status = {};
    if (::fstat(m_fd, &status) != 0 || !S_ISREG(status.st_mode))
        return Claim::Failed;
    if (!lockByte(m_fd, F_WRLCK, 0))
        return Claim::Busy;
    return mapBlocks() ? Claim::Held : Claim::Failed;
}

bool RunFile::mapBlocks()
{
    struct stat status = {};
    if (::fstat(m_fd, &status) != 0)
        return false;
    const std::size_t blocks = static_cast<std::size_t>(status.st_size) / kBlock;
    while (m_blocks.size() < blocks) {
        std::byte *block = mapShared(m_fd, m_blocks.size() * kBlock, kBlock);
        if (block == nullptr)
            return false;
        m_blocks.push_back(block);
    }
    if (headerIsSound())
        m_threads = header()->threads;
    return true;
}

std::uint64_t RunFile::runOf(const std::string &path)
{
    alignas(Header) std::array<char, sizeof(Header)> bytes = {};
    const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return 0;
    const bool whole =
        ::pread(fd, bytes.data(), bytes.size(), 0) == static_cast<ssize_t>(bytes.size());
    ::close(fd);
    std::uint64_t run = 0;
    if (whole && std::memcmp(bytes.data(), kMagic.data(), kMagic.size()) == 0)
        std::memcpy(&run, bytes.data() + offsetof(Header, run), sizeof run);
    return run;
}

std::uint64_t RunFile::placesPerBlock() const
{
    return kBlock / (kHeadSize + m_threads * sizeof(HistoryCounters));
}

std::byte *RunFile::place(std::uint64_t number) const
{
    const std::size_t size = kHeadSize + m_threads * sizeof(HistoryCounters);
    return m_blocks[number / placesPerBlock()] + (number % placesPerBlock()) * size;
}

RunFile::Header *RunFile::header() const
{
    return reinterpret_cast<Header *>(m_blocks.front());
}

RunFile::Head *RunFile::head(std::uint64_t number) const
{
    return reinterpret_cast<Head *>(place(number));
}

HistoryCounters *RunFile::counters(std::uint64_t number) const
{
    return reinterpret_cast<HistoryCounters *>(place(number) + kHeadSize);
}

bool RunFile::headerIsSound() const
{
    return !m_blocks.empty() && header()->magic == kMagic && header()->threads > 0
           && header()->threads <= kMostThreads;
}

RunFile::Remains RunFile::remains() const
{
    Remains remains;
    if (!headerIsSound() || header()->run.load() == 0)
        return remains;
    remains.run = header()->run.load();
    remains.aliveMs = header()->aliveMs.load();
    for (std::uint64_t number = 1; number < placesPerBlock() * m_blocks.size(); ++number) {
        const Head *entry = head(number);
        // A head that a power cut has torn says nothing that could be relied on.
        if (entry->length == 0 || entry->length > entry->node.size() || entry->number != number
            || entry->crc != checksum(0, &entry->length, sizeof *entry - sizeof entry->crc))
            continue;
        Entry found{.number = number, .node = {entry->node.data(), entry->length}};
        std::uint64_t refunded = 0;
        for (std::size_t thread = 0; thread < m_threads; ++thread) {
            const HistoryCounters &counted = counters(number)[thread];
            found.requests += counted.attempts.value();
            found.failures += counted.failures.value();
            found.credits += counted.credits.value();
            found.served += counted.served.value();
            found.servedLatencyUs += counted.servedLatencyUs.value();
            refunded += counted.refunded.value();
        }
        found.credits -= std::min(found.credits, refunded);
        remains.entries.push_back(std::move(found));
    }
    return remains;
}

bool RunFile::begin(std::uint64_t run, std::size_t threads)
{
    if (threads == 0 || threads > kMostThreads)
        return false;
    // Whoever is killed in here leaves a file of no run.
    if (!m_blocks.empty())
        header()->run.store(0);
    unmap();
    if (::ftruncate(m_fd, 0) != 0)
        return false;
    m_threads = threads;
    m_next = 1;
    if (!grow())
        return false;
    header()->magic = kMagic;
    header()->threads = threads;
    header()->run.store(run);
    return true;
}

bool RunFile::grow()
{
    const std::size_t size = m_blocks.size() * kBlock;
    if (allocateOnDisk(m_fd, size, kBlock) != 0) {
        // What was allocated in part goes back; if not even that works the rest is unused.
        return ::ftruncate(m_fd, static_cast<off_t>(size)) != 0 && false;
    }
    std::byte *block = mapShared(m_fd, size, kBlock);
    if (block == nullptr)
        return false;
    m_blocks.push_back(block);
    return true;
}

std::uint64_t RunFile::run() const
{
    return m_blocks.empty() ? 0 : header()->run.load();
}

std::vector<HistoryCounters *> RunFile::add(std::string_view node, std::uint64_t *number)
{
    if (m_blocks.empty() || (m_next >= placesPerBlock() * m_blocks.size() && !grow()))
        return {};
    *number = m_next++;
    std::vector<HistoryCounters *> threads;
    for (std::size_t thread = 0; thread < m_threads; ++thread)
        threads.push_back(new (counters(*number) + thread) HistoryCounters);
    writeHead(*number, node);
    return threads;
}

void RunFile::rename(std::uint64_t number, std::string_view node)
{
    writeHead(number, node);
}

void RunFile::writeHead(std::uint64_t number, std::string_view node)
{
    static_assert(sizeof(Head) <= kHeadSize && sizeof(Header) <= kHeadSize);
    Head next = {};
    next.length = static_cast<std::uint32_t>(std::min(node.size(), next.node.size()));
    next.number = number;
    std::memcpy(next.node.data(), node.data(), next.length);
    next.crc = checksum(0, &next.length, sizeof next - sizeof next.crc);
    *head(number) = next;
}

void RunFile::setAlive(std::int64_t wallMs)
{
    if (!m_blocks.empty())
        header()->aliveMs.store(wallMs);
}

} // namespace spillway
