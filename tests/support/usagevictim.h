// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>

#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

extern char **environ;

namespace spillway::test {

/// A child process and what it writes to its standard output. Not QProcess: after its kind of fork ThreadSanitizer
/// refuses to start threads.
class VictimProcess
{
public:
    explicit VictimProcess(std::vector<std::string> command)
    {
        int ends[2] = {-1, -1};
        if (::pipe2(ends, O_CLOEXEC) != 0)
            return;
        m_output = ends[0];
        posix_spawn_file_actions_t actions;
        ::posix_spawn_file_actions_init(&actions);
        ::posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
        std::vector<char *> arguments;
        for (std::string &word : command)
            arguments.push_back(word.data());
        arguments.push_back(nullptr);
        if (::posix_spawn(&m_pid, arguments[0], &actions, nullptr, arguments.data(), environ) != 0)
            m_pid = -1;
        ::posix_spawn_file_actions_destroy(&actions);
        ::close(ends[1]);
    }

    ~VictimProcess()
    {
        if (m_pid > 0)
            killAndWait();
        if (m_output >= 0)
            ::close(m_output);
    }

    VictimProcess(const VictimProcess &) = delete;
    VictimProcess &operator=(const VictimProcess &) = delete;

    /// Reads until there are `bytes` of output, or its end. False if nothing comes for a minute.
    bool readUntil(qsizetype bytes)
    {
        char buffer[4096];
        while (m_pid > 0 && m_read.size() < bytes) {
            pollfd wait = {m_output, POLLIN, 0};
            if (::poll(&wait, 1, 60'000) <= 0)
                return false;
            const ssize_t got = ::read(m_output, buffer, sizeof buffer);
            if (got <= 0)
                return got == 0;
            m_read.append(buffer, static_cast<qsizetype>(got));
        }
        return m_pid > 0;
    }

    /// SIGKILL; the status for WIFSIGNALED() and friends.
    int killAndWait()
    {
        ::kill(m_pid, SIGKILL);
        return wait();
    }

    int wait()
    {
        int status = -1;
        ::waitpid(m_pid, &status, 0);
        m_pid = -1;
        return status;
    }

    [[nodiscard]] const QByteArray &output() const { return m_read; }

    /// All that is left in the pipe of a process that has ended.
    const QByteArray &drain()
    {
        char buffer[4096];
        for (ssize_t got = 0; (got = ::read(m_output, buffer, sizeof buffer)) > 0;)
            m_read.append(buffer, static_cast<qsizetype>(got));
        return m_read;
    }

private:
    pid_t m_pid = -1;
    int m_output = -1;
    QByteArray m_read;
};

} // namespace spillway::test
