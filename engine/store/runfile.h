// SPDX-License-Identifier: MIT
#pragma once

#include "core/counter.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace spillway {

/// usage.run-<n>: what one process has counted about its nodes since it started, in a file that it maps and holds locked. The
/// kernel keeps the pages of a process that is killed, so whoever finds the file unlocked can tell what that process had not
/// brought into the history yet.
///
/// The file grows by blocks, each mapped on its own, so addresses stay valid. Its first place is the header, each other one an entry:
/// a checksummed head with the node's name, then a HistoryCounters for each thread. Entries are never used twice within a run (a
/// node that leaves the config leaves some hundred bytes behind until the next start). Not thread-safe; the counters are.
class RunFile
{
public:
    /// What is written in one entry.
    struct Entry
    {
        std::uint64_t number = 0; ///< place in the file, its name within the run
        std::string node;
        std::uint64_t requests = 0;
        std::uint64_t failures = 0;
        std::uint64_t credits = 0; ///< less refunds
        std::uint64_t served = 0;
        std::uint64_t servedLatencyUs = 0;
    };

    /// What an ended run left behind.
    struct Remains
    {
        std::uint64_t run = 0; ///< 0: none
        std::int64_t aliveMs = 0;
        std::vector<Entry> entries;
    };

    enum class Claim {
        Held,
        Busy,   ///< its process lives
        Absent, ///< there is none, and none was to be made
        Failed, ///< not ours, or not accessible
    };

    RunFile() = default;
    ~RunFile();
    RunFile(const RunFile &) = delete;
    RunFile &operator=(const RunFile &) = delete;

    /// Opens the file and locks it for as long as this object lives. `make`: creates it.
    Claim claim(const std::string &path, bool make);
    /// Which run a file belongs to, whoever holds it; 0: none.
    [[nodiscard]] static std::uint64_t runOf(const std::string &path);
    /// Of a claimed file, before begin().
    [[nodiscard]] Remains remains() const;
    /// Empties the claimed file for a new run. False: no space.
    bool begin(std::uint64_t run, std::size_t threads);

    [[nodiscard]] std::uint64_t run() const;
    /// The counters of a new entry, zero, one for each thread; `number` says which. Empty: no space.
    [[nodiscard]] std::vector<HistoryCounters *> add(std::string_view node, std::uint64_t *number);
    void rename(std::uint64_t number, std::string_view node);
    /// When the process was last seen alive; tells which minute its remains belong to.
    void setAlive(std::int64_t wallMs);

private:
    struct Header;
    struct Head;

    bool mapBlocks();
    bool grow();
    [[nodiscard]] std::byte *place(std::uint64_t number) const;
    [[nodiscard]] Header *header() const;
    [[nodiscard]] Head *head(std::uint64_t number) const;
    [[nodiscard]] HistoryCounters *counters(std::uint64_t number) const;
    [[nodiscard]] std::uint64_t placesPerBlock() const;
    [[nodiscard]] bool headerIsSound() const;
    void writeHead(std::uint64_t number, std::string_view node);
    void unmap();

    int m_fd = -1;
    std::size_t m_threads = 0;
    std::uint64_t m_next = 1;
    std::vector<std::byte *> m_blocks;
};

} // namespace spillway
