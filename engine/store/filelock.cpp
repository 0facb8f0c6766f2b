// SPDX-License-Identifier: MIT
#include "store/filelock.h"

#include <cerrno>
#include <chrono>
#include <cstring>
#include <fcntl.h>
#include <thread>
#include <unistd.h>

namespace spillway {

namespace {

constexpr off_t kStructureByte = 0;
constexpr off_t kUsersByte = 1;
constexpr auto kPatience = std::chrono::seconds(5);

} // namespace

bool lockByte(int fd, short type, off_t byte)
{
    struct flock range = {};
    range.l_type = type;
    range.l_whence = SEEK_SET;
    range.l_start = byte;
    range.l_len = 1;
    return ::fcntl(fd, F_OFD_SETLK, &range) == 0;
}

FileLock::~FileLock()
{
    if (m_fd >= 0)
        ::close(m_fd);
}

bool FileLock::open(const std::string &path, std::string *error)
{
    m_path = path;
    m_fd = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (m_fd < 0 && error)
        *error = path + ": cannot be opened: " + std::strerror(errno);
    return m_fd >= 0;
}

bool FileLock::joinUsers()
{
    const bool alone = lockByte(m_fd, F_WRLCK, kUsersByte);
    lockByte(m_fd, F_RDLCK, kUsersByte);
    return alone;
}

FileLock::Guard::Guard(FileLock &lock, std::string *error)
    : m_lock(lock)
    , m_threads(lock.m_threads)
{
    // Structural changes take microseconds; whoever holds the lock for seconds is stopped or broken, and
    // waiting for it without end would stop this program too.
    const auto giveUp = std::chrono::steady_clock::now() + kPatience;
    for (;;) {
        if (lockByte(lock.m_fd, F_WRLCK, kStructureByte)) {
            m_held = true;
            return;
        }
        const bool busy = errno == EAGAIN || errno == EACCES || errno == EINTR;
        if (!busy || std::chrono::steady_clock::now() >= giveUp) {
            if (error)
                *error = lock.m_path + ": "
                         + (busy ? std::string(
                                "held by another process for more than 5 s; end that process")
                                 : "cannot be locked: " + std::string(std::strerror(errno)));
            return;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
}

FileLock::Guard::~Guard()
{
    if (m_held)
        lockByte(m_lock.m_fd, F_UNLCK, kStructureByte);
}

} // namespace spillway
