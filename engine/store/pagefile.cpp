// SPDX-License-Identifier: MIT
#include "store/pagefile.h"

#include "store/mappedfile.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace spillway {

namespace {

constexpr std::array<char, 8> kMagic = {'S', 'P', 'W', 'U', 'S', 'A', 'G', 'E'};

bool allZero(const void *data, std::size_t size)
{
    const auto *bytes = static_cast<const unsigned char *>(data);
    return std::all_of(bytes, bytes + size, [](unsigned char byte) { return byte == 0; });
}

} // namespace

struct PageFile::Fixed
{
    std::uint32_t state;
    std::uint32_t nameLength;
    std::uint64_t reserved;
    char name[kMaxName];
};

struct alignas(64) PageFile::Slot
{
    std::uint32_t crc;
    std::uint32_t reserved;
    Fixed fixed;
    alignas(64) Word used;
    Word meta;
    Word previous;
};

struct alignas(64) PageFile::Header
{
    std::array<char, 8> magic;
    std::uint32_t version;
    std::uint32_t segmentSize;
    std::uint32_t slotSize;
    std::uint32_t block;
    std::uint32_t region;
    std::uint32_t crc;
    alignas(64) std::atomic<std::uint32_t> generation; ///< used in the first header only
};

PageFile::~PageFile()
{
    unmap();
}

void PageFile::unmap()
{
    for (std::byte *block : m_blocks)
        ::munmap(block, kBlockSize);
    m_blocks.clear();
    if (m_fd >= 0)
        ::close(m_fd);
    m_fd = -1;
}

bool PageFile::fail(std::string *error, std::string_view what, int code) const
{
    if (error)
        *error = m_path + ": " + std::string(what) + ": " + std::strerror(code)
                 + (code == ENOSPC || code == EDQUOT ? "; free some space" : "");
    return false;
}

PageFile::OpenState PageFile::open(const std::string &path, std::string *error)
{
    m_path = path;
    m_fd = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
    if (m_fd < 0) {
        if (errno == ENOENT)
            return OpenState::Missing;
        fail(error, "cannot be opened", errno);
        return OpenState::Failed;
    }
    struct stat status = {};
    if (::fstat(m_fd, &status) != 0 || !S_ISREG(status.st_mode)) {
        *error = path + ": is not a regular file; move it away";
        return OpenState::Failed;
    }
    const auto size = static_cast<std::size_t>(status.st_size);
    if (size == 0) {
        *error = "the file is empty";
        return OpenState::Broken;
    }
    // A foreign file must stay as it is, so look before anything is written. The version is read without
    // its checksum being asked: a newer layout may sum differently.
    const auto readMagic = [this, size](std::size_t offset, std::uint32_t &version) {
        std::array<char, 12> head = {};
        if (offset + head.size() > size
            || ::pread(m_fd, head.data(), head.size(), static_cast<off_t>(offset)) != 12)
            return false;
        std::memcpy(&version, head.data() + kMagic.size(), sizeof version);
        return std::memcmp(head.data(), kMagic.data(), kMagic.size()) == 0;
    };
    std::uint32_t first = 0;
    std::uint32_t second = 0;
    const bool hasFirst = readMagic(0, first);
    const bool hasSecond = readMagic(kSegmentSize, second);
    // Headers that contradict each other are damage, and one of them is ours.
    const bool known = (hasFirst && first <= kVersion) || (hasSecond && second <= kVersion);
    if ((hasFirst || hasSecond) && !known) {
        *error = path + ": was written by a newer version of Spillway (format "
                 + std::to_string(hasFirst ? first : second) + ", this one reads up to "
                 + std::to_string(kVersion) + "); use that version or another state_dir";
        return OpenState::Failed;
    }

    const std::size_t blocks = (size + kBlockSize - 1) / kBlockSize;
    if (const int code = allocateOnDisk(m_fd, 0, blocks * kBlockSize); code != 0) {
        fail(error, "cannot get its space on the disk", code);
        return OpenState::Failed;
    }
    for (std::size_t i = 0; i < blocks; ++i) {
        if (!mapBlock(i, error))
            return OpenState::Failed;
    }
    if (headerIsSound(0, 0) || headerIsSound(0, 1))
        return OpenState::Ready;
    for (std::size_t slot = 0; slot < slotCount(); ++slot) {
        for (const int region : {0, 1}) {
            if (isSound(slot, region) && slotAt(slot, region)->fixed.state != 0)
                return OpenState::Ready;
        }
    }
    // Only the size was rounded up; give that back before the file is moved aside.
    unmap();
    if (::truncate(path.c_str(), status.st_size) != 0) {
        fail(error, "cannot be restored to its size", errno);
        return OpenState::Failed;
    }
    *error = hasFirst || hasSecond ? "every part of it is damaged"
                                   : "it is damaged as a whole or not a usage file";
    return OpenState::Broken;
}

bool PageFile::create(const std::string &path, std::string *error)
{
    unmap();
    m_path = path;
    // Under another name first: a kill or a full disk in between must not leave half a file.
    const std::string fresh = path + ".new";
    m_fd = ::open(fresh.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (m_fd < 0)
        return fail(error, "cannot be created", errno);
    const int code = allocateOnDisk(m_fd, 0, kBlockSize);
    const auto giveUp = [&](std::string_view what, int why) {
        unmap();
        ::unlink(fresh.c_str());
        return fail(error, what, why);
    };
    if (code != 0)
        return giveUp("cannot be created", code);
    if (!mapBlock(0, error)) {
        unmap();
        ::unlink(fresh.c_str());
        return false;
    }
    writeHeader(0, 0);
    writeHeader(0, 1);
    if (!sync() || ::fsync(m_fd) != 0 || ::rename(fresh.c_str(), path.c_str()) != 0)
        return giveUp("cannot be created", errno);
    return true;
}

bool PageFile::mapBlock(std::size_t index, std::string *error)
{
    std::byte *address = mapShared(m_fd, index * kBlockSize, kBlockSize);
    if (address == nullptr)
        return fail(error, "cannot be mapped", errno);
    m_blocks.push_back(address);
    return true;
}

bool PageFile::mapAppended(std::string *error)
{
    struct stat status = {};
    if (::fstat(m_fd, &status) != 0)
        return fail(error, "cannot be looked at", errno);
    const std::size_t blocks = static_cast<std::size_t>(status.st_size) / kBlockSize;
    while (m_blocks.size() < blocks) {
        if (!mapBlock(m_blocks.size(), error))
            return false;
    }
    return true;
}

bool PageFile::append(std::string *error)
{
    const std::size_t index = m_blocks.size();
    const std::size_t oldSize = index * kBlockSize;
    if (const int code = allocateOnDisk(m_fd, oldSize, kBlockSize); code != 0) {
        if (::ftruncate(m_fd, static_cast<off_t>(oldSize)) != 0)
            return fail(error, "cannot grow, nor shrink back", errno);
        return fail(error, "cannot grow", code);
    }
    if (!mapBlock(index, error))
        return false;
    writeHeader(index, 0);
    writeHeader(index, 1);
    return true;
}

std::byte *PageFile::segment(std::size_t block, int region) const
{
    return m_blocks[block] + static_cast<std::size_t>(region) * kSegmentSize;
}

PageFile::Header *PageFile::header(std::size_t block, int region) const
{
    return reinterpret_cast<Header *>(segment(block, region));
}

PageFile::Slot *PageFile::slotAt(std::size_t slot, int region) const
{
    const std::size_t place = 1 + slot % kSlotsPerBlock;
    return reinterpret_cast<Slot *>(segment(slot / kSlotsPerBlock, region) + place * kSlotSize);
}

bool PageFile::headerIsSound(std::size_t block, int region) const
{
    const Header *h = header(block, region);
    return h->magic == kMagic && h->version == kVersion && h->block == block
           && h->region == static_cast<std::uint32_t>(region) && h->slotSize == kSlotSize
           && h->segmentSize == kSegmentSize && h->crc == checksum(0, h, offsetof(Header, crc));
}

void PageFile::writeHeader(std::size_t block, int region)
{
    static_assert(sizeof(Header) <= kSlotSize && sizeof(Slot) == kSlotSize);
    Header *h = header(block, region);
    h->magic = kMagic;
    h->version = kVersion;
    h->segmentSize = kSegmentSize;
    h->slotSize = kSlotSize;
    h->block = static_cast<std::uint32_t>(block);
    h->region = static_cast<std::uint32_t>(region);
    h->crc = checksum(0, h, offsetof(Header, crc));
}

bool PageFile::isBlank(std::size_t block) const
{
    return allZero(m_blocks[block], kBlockSize);
}

/// A slot is sound when it is either free and blank, or carries its checksum. The number of the slot is part of the
/// sum, so that a page written to the wrong place is not taken for good.
bool PageFile::isSound(std::size_t slot, int region) const
{
    const Slot *s = slotAt(slot, region);
    if (allZero(&s->crc, sizeof s->crc) && allZero(&s->fixed, sizeof s->fixed))
        return true;
    const bool plausible = s->fixed.nameLength > 0 && s->fixed.nameLength <= kMaxName
                           && (s->fixed.state == static_cast<std::uint32_t>(State::Live)
                               || s->fixed.state == static_cast<std::uint32_t>(State::Retired));
    return plausible
           && s->crc == checksum(static_cast<std::uint32_t>(slot + 1), &s->fixed, sizeof s->fixed);
}

void PageFile::writeFixed(std::size_t slot, int region, std::string_view name, State state)
{
    Slot *s = slotAt(slot, region);
    Fixed fixed = {};
    std::uint32_t crc = 0;
    if (state != State::Free) {
        fixed.state = static_cast<std::uint32_t>(state);
        fixed.nameLength = static_cast<std::uint32_t>(name.size());
        std::memcpy(fixed.name, name.data(), name.size());
        crc = checksum(static_cast<std::uint32_t>(slot + 1), &fixed, sizeof fixed);
    }
    s->fixed = fixed;
    s->crc = crc;
}

PageFile::State PageFile::state(std::size_t slot) const
{
    return static_cast<State>(slotAt(slot, 0)->fixed.state);
}

std::string PageFile::name(std::size_t slot) const
{
    const Fixed &fixed = slotAt(slot, 0)->fixed;
    return {fixed.name, std::min<std::size_t>(fixed.nameLength, kMaxName)};
}

PageFile::Words PageFile::words(std::size_t slot) const
{
    Slot *first = slotAt(slot, 0);
    Slot *second = slotAt(slot, 1);
    return {&first->used,
            &second->used,
            &first->meta,
            &second->meta,
            &first->previous,
            &second->previous};
}

bool PageFile::reserve(std::size_t count, std::string *error)
{
    std::size_t free = 0;
    for (std::size_t slot = 0; slot < slotCount() && free < count; ++slot)
        free += state(slot) == State::Free ? 1u : 0u;
    for (; free < count; free += kSlotsPerBlock) {
        if (!append(error))
            return false;
    }
    return true;
}

std::size_t PageFile::take(std::string_view name, std::uint64_t word, std::uint64_t meta)
{
    std::size_t slot = 0;
    while (state(slot) != State::Free)
        ++slot;
    const Words w = words(slot);
    w.used->store(word);
    w.copy->store(word);
    w.meta->store(meta);
    w.metaCopy->store(meta);
    w.previous->store(0);
    w.previousCopy->store(0);
    write(slot, name, State::Live);
    return slot;
}

void PageFile::write(std::size_t slot, std::string_view name, State state)
{
    writeFixed(slot, 0, name, state);
    writeFixed(slot, 1, name, state);
    header(0, 0)->generation.fetch_add(1);
}

std::uint32_t PageFile::generation() const
{
    return header(0, 0)->generation.load();
}

bool PageFile::sync() const
{
    return std::all_of(m_blocks.begin(), m_blocks.end(), [](std::byte *block) {
        return ::msync(block, kBlockSize, MS_SYNC) == 0;
    });
}

bool PageFile::losesSlots() const
{
    for (std::size_t slot = 0; slot < slotCount(); ++slot) {
        if (!isSound(slot, 0) && !isSound(slot, 1))
            return true;
    }
    return false;
}

void PageFile::repairHeaders(Repair &repair)
{
    for (std::size_t block = 0; block < m_blocks.size(); ++block) {
        const bool blank =
            isBlank(block); // the process was killed while it appended: nothing was in there yet
        for (const int region : {0, 1}) {
            if (headerIsSound(block, region))
                continue;
            writeHeader(block, region);
            if (!blank)
                repair.warnings.push_back(
                    m_path + ": the header of region " + std::to_string(region + 1) + ", block "
                    + std::to_string(block) + " was damaged and has been rewritten");
        }
    }
}

PageFile::Repair PageFile::repair(bool alone)
{
    Repair repair;
    repairHeaders(repair);
    std::array<int, 2> mended = {};
    for (std::size_t slot = 0; slot < slotCount(); ++slot)
        repairSlot(slot, alone, repair, mended);
    for (const std::size_t region : {std::size_t{0}, std::size_t{1}}) {
        if (mended[region] > 0)
            repair.warnings.push_back(m_path + ": region " + std::to_string(region + 1)
                                      + " was damaged; " + std::to_string(mended[region])
                                      + " counters repaired from the other region");
    }
    header(0, 0)->generation.fetch_add(1);
    return repair;
}

void PageFile::repairSlot(std::size_t slot, bool alone, Repair &repair, std::array<int, 2> &mended)
{
    const auto holds = [this, slot](int region) {
        return isSound(slot, region) && slotAt(slot, region)->fixed.state != 0;
    };
    const bool first = holds(0);
    const bool second = holds(1);
    const Words w = words(slot);
    if (!first && !second) {
        if (!isSound(slot, 0) || !isSound(slot, 1))
            repair.warnings.push_back(m_path + ": both copies of counter " + std::to_string(slot)
                                      + " are damaged");
        for (const int region : {0, 1})
            writeFixed(slot, region, {}, State::Free);
        return;
    }
    if (first != second) {
        // Words next to a damaged name are as doubtful as the name: all of the slot comes from the other region.
        const int good = first ? 0 : 1;
        const Fixed fixed = slotAt(slot, good)->fixed;
        Slot *bad = slotAt(slot, 1 - good);
        bad->used.store(slotAt(slot, good)->used.load());
        bad->meta.store(slotAt(slot, good)->meta.load());
        bad->previous.store(slotAt(slot, good)->previous.load());
        writeFixed(slot, 1 - good, {fixed.name, fixed.nameLength}, static_cast<State>(fixed.state));
        ++mended[static_cast<std::size_t>(1 - good)];
        return;
    }
    // Names that differ are a rename cut short after its first half: the first region is written first.
    if (name(slot)
            != std::string_view(slotAt(slot, 1)->fixed.name, slotAt(slot, 1)->fixed.nameLength)
        || slotAt(slot, 0)->fixed.state != slotAt(slot, 1)->fixed.state)
        writeFixed(slot, 1, name(slot), state(slot));
    if (alone) {
        w.metaCopy->store(w.meta->load());
        evenOut(slot, repair);
    }
}

void PageFile::evenOut(std::size_t slot, Repair &repair)
{
    const Words w = words(slot);
    const std::uint64_t used = w.used->load();
    const std::uint64_t copy = w.copy->load();
    // The period leads the word, so the larger word is the later period, and of one period the larger count.
    const std::uint64_t larger = std::max(used, copy);
    if (copy != 0 && creditword::periodOf(copy) < creditword::periodOf(used)) {
        repair.ended.push_back(
            {name(slot), {creditword::startOf(copy, w.meta->load()), creditword::usedOf(copy)}});
    }
    w.used->store(larger);
    w.copy->store(larger);
    w.previousCopy->store(w.previous->load());
    if (const std::uint64_t previous = w.previous->load(); previous != 0)
        repair.ended.push_back(
            {name(slot), {creditword::periodOf(previous), creditword::usedOf(previous)}});
}

} // namespace spillway
