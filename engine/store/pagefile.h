// SPDX-License-Identifier: MIT
#pragma once

#include "store/usagestore.h"

#include <array>
#include <cstddef>

namespace spillway {

/// A credit word: the period (its first day) in the upper 16 bits, the credits in the lower 48.
namespace creditword {

constexpr int kPeriodShift = 48;
constexpr UtcDay kLastDay = 0xffff; ///< in the year 2149

constexpr std::uint64_t epochOf(UtcDay day)
{
    return static_cast<std::uint64_t>(std::clamp(day, 0, kLastDay));
}

constexpr std::uint64_t make(UtcDay day, std::uint64_t used)
{
    return (epochOf(day) << kPeriodShift) | std::min(used, UsageCounter::kMaxUsed);
}

constexpr UtcDay periodOf(std::uint64_t word)
{
    return static_cast<UtcDay>(word >> kPeriodShift);
}

constexpr std::uint64_t usedOf(std::uint64_t word)
{
    return word & UsageCounter::kMaxUsed;
}

/// `start`: the first day covered while the credit word is in period `epoch`.
constexpr std::uint64_t makeMeta(UtcDay epoch, UtcDay start, int resetDay)
{
    return (epochOf(epoch) << kPeriodShift) | (epochOf(start) << 32)
           | static_cast<std::uint64_t>(resetDay & 0xff);
}

/// First day covered by a credit word.
constexpr UtcDay startOf(std::uint64_t word, std::uint64_t meta)
{
    return static_cast<UtcDay>(meta >> kPeriodShift == word >> kPeriodShift ? (meta >> 32) & 0xffff
                                                                            : word >> kPeriodShift);
}

constexpr int resetDayOf(std::uint64_t meta)
{
    return static_cast<int>(meta & 0xff);
}

} // namespace creditword

/// usage.pages: an array of named slots in a file mapped by every process that uses it.
///
/// The file is a row of blocks; a block is a segment of the first region followed by the same segment of the
/// second region. Blocks are only ever appended and each is mapped on its own, so addresses stay valid while the
/// file grows. A segment begins with a checksummed header; a slot has a checksummed fixed part (its name) and,
/// on a cache line of its own, the words that bookings change. Fixed part and words share a disk sector, so what a
/// power cut tears shows in the checksum.
///
/// Everything that changes headers, names or size needs the structure lock. Not thread-safe; the words are.
class PageFile
{
public:
    using Word = std::atomic<std::uint64_t>;
    static constexpr std::size_t kSlotSize = 256;
    static constexpr std::size_t kSegmentSize = 65536; ///< a multiple of every page size in use
    static constexpr std::size_t kBlockSize = 2 * kSegmentSize;
    static constexpr std::size_t kSlotsPerBlock = kSegmentSize / kSlotSize - 1;
    static constexpr std::size_t kMaxName = 128;
    static constexpr std::uint32_t kVersion = 1;

    enum class State : std::uint32_t { Free = 0, Live = 1, Retired = 2 };

    struct Words
    {
        Word *used = nullptr;
        Word *copy = nullptr;
        Word *meta = nullptr;
        Word *metaCopy = nullptr;
        Word *previous = nullptr; ///< the last finished period, a word like used
        Word *previousCopy = nullptr;
    };

    /// A period that has ended; it may not be recorded yet, if the process was killed.
    struct Ended
    {
        std::string name;
        PeriodUsage period;
    };

    struct Repair
    {
        std::vector<std::string> warnings;
        std::vector<Ended> ended;
    };

    enum class OpenState {
        Ready,
        Missing,
        Broken, ///< damaged as a whole, or not ours: `error` says what was found
        Failed, ///< must not be touched: newer version, no permission, no space
    };

    PageFile() = default;
    ~PageFile();
    PageFile(const PageFile &) = delete;
    PageFile &operator=(const PageFile &) = delete;

    OpenState open(const std::string &path, std::string *error);
    /// Makes an empty file, all or nothing.
    bool create(const std::string &path, std::string *error);

    /// True if a slot is damaged in both regions, so that repair() has to drop it.
    [[nodiscard]] bool losesSlots() const;
    /// Mends each region from the other. `alone`: no other process books at this moment, so the words of
    /// both regions may be compared and evened out.
    Repair repair(bool alone);

    /// Maps blocks that another process has appended.
    bool mapAppended(std::string *error);

    [[nodiscard]] std::size_t slotCount() const { return m_blocks.size() * kSlotsPerBlock; }

    [[nodiscard]] State state(std::size_t slot) const;
    [[nodiscard]] std::string name(std::size_t slot) const;
    [[nodiscard]] Words words(std::size_t slot) const;

    /// Makes sure that `count` free slots exist, appending a block if need be.
    bool reserve(std::size_t count, std::string *error);
    /// Takes a free slot (after reserve()). The words are in place before the name makes the slot count.
    std::size_t take(std::string_view name, std::uint64_t word, std::uint64_t meta);
    /// Writes a slot's name and state, first region first.
    void write(std::size_t slot, std::string_view name, State state);

    /// Changes with every take() and write() of any process.
    [[nodiscard]] std::uint32_t generation() const;
    bool sync() const;

private:
    struct Fixed;
    struct Slot;
    struct Header;

    bool mapBlock(std::size_t index, std::string *error);
    [[nodiscard]] std::byte *segment(std::size_t block, int region) const;
    [[nodiscard]] Header *header(std::size_t block, int region) const;
    [[nodiscard]] Slot *slotAt(std::size_t slot, int region) const;
    [[nodiscard]] bool isSound(std::size_t slot, int region) const;
    [[nodiscard]] bool headerIsSound(std::size_t block, int region) const;
    [[nodiscard]] bool isBlank(std::size_t block) const;
    void writeHeader(std::size_t block, int region);
    void writeFixed(std::size_t slot, int region, std::string_view name, State state);
    void repairHeaders(Repair &repair);
    void repairSlot(std::size_t slot, bool alone, Repair &repair, std::array<int, 2> &mended);
    void evenOut(std::size_t slot, Repair &repair);
    bool append(std::string *error);
    bool fail(std::string *error, std::string_view what, int code) const;
    void unmap();

    std::string m_path;
    int m_fd = -1;
    std::vector<std::byte *> m_blocks;
};

} // namespace spillway
