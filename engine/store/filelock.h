// SPDX-License-Identifier: MIT
#pragma once

#include <mutex>
#include <string>
#include <sys/types.h>

namespace spillway {

/// Locks one byte of an open file (F_RDLCK, F_WRLCK, F_UNLCK), or tells at once that somebody else has it. Locks of the open file, not of
/// the process: two stores in one process exclude each other too.
bool lockByte(int fd, short type, off_t byte);

/// The lock file of a state directory that several processes share. Byte 0 is held by whoever changes the
/// structure of the page file, byte 1 is shared by everybody who has the store open. The kernel drops both
/// when a process dies.
class FileLock
{
public:
    FileLock() = default;
    ~FileLock();
    FileLock(const FileLock &) = delete;
    FileLock &operator=(const FileLock &) = delete;

    /// Opens (or makes) the lock file. False: `error` says why.
    bool open(const std::string &path, std::string *error);

    /// Holds the structure lock for the life of the guard, against other processes and other threads.
    class Guard
    {
    public:
        Guard(FileLock &lock, std::string *error);
        ~Guard();
        Guard(const Guard &) = delete;
        Guard &operator=(const Guard &) = delete;

        [[nodiscard]] bool held() const { return m_held; }

    private:
        FileLock &m_lock;
        std::unique_lock<std::mutex> m_threads;
        bool m_held = false;
    };

    /// Joins the users of the store. Call with the guard held; true if there is no other user.
    bool joinUsers();

private:
    int m_fd = -1;
    std::string m_path;
    std::mutex m_threads;
};

} // namespace spillway
