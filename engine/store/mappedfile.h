// SPDX-License-Identifier: MIT
#pragma once

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <fcntl.h>
#include <sys/mman.h>
#include <zlib.h>

/// What the mapped files of the store have in common.
namespace spillway {

[[nodiscard]] inline std::uint32_t checksum(std::uint32_t seed, const void *data, std::size_t size)
{
    return static_cast<std::uint32_t>(
        ::crc32(seed, static_cast<const Bytef *>(data), static_cast<uInt>(size)));
}

/// Room on the disk for the whole range, so that a store into the mapping can never meet a full disk (SIGBUS). An errno, 0: done.
[[nodiscard]] inline int allocateOnDisk(int fd, std::size_t offset, std::size_t size)
{
    int code = 0;
    do {
        code = ::posix_fallocate(fd, static_cast<off_t>(offset), static_cast<off_t>(size));
    } while (code == EINTR);
    return code;
}

/// Null: errno says why.
[[nodiscard]] inline std::byte *mapShared(int fd, std::size_t offset, std::size_t size)
{
    void *address =
        ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, static_cast<off_t>(offset));
    return address == MAP_FAILED ? nullptr : static_cast<std::byte *>(address);
}

} // namespace spillway
