// SPDX-License-Identifier: MIT
#include "spillway/configedit.h"

#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace spillway {
namespace {

namespace fs = std::filesystem;

constexpr mode_t kPrivate = 0600;
constexpr mode_t kGroup = 0070;

std::string reason(const std::string &what, int error)
{
    return what + ": " + std::generic_category().message(error);
}

class Descriptor
{
public:
    explicit Descriptor(int descriptor = -1)
        : m_descriptor(descriptor)
    {}

    ~Descriptor()
    {
        if (m_descriptor >= 0)
            ::close(m_descriptor);
    }

    Descriptor(const Descriptor &) = delete;
    Descriptor &operator=(const Descriptor &) = delete;

    Descriptor(Descriptor &&other) noexcept
        : m_descriptor(std::exchange(other.m_descriptor, -1))
    {}

    Descriptor &operator=(Descriptor &&other) noexcept
    {
        std::swap(m_descriptor, other.m_descriptor);
        return *this;
    }

    [[nodiscard]] int get() const { return m_descriptor; }

    [[nodiscard]] bool isOpen() const { return m_descriptor >= 0; }

private:
    int m_descriptor;
};

/// The file that a path means in the end, be it there or not.
fs::path realPath(const std::string &path, std::string &problem)
{
    constexpr int kMostLinks = 40;
    std::error_code error;
    fs::path out = fs::absolute(path, error);
    for (int i = 0; i < kMostLinks; ++i) {
        if (!fs::is_symlink(fs::symlink_status(out, error)))
            return out;
        const fs::path target = fs::read_symlink(out, error);
        out = target.is_absolute() ? target : out.parent_path() / target;
    }
    problem = "the links lead in a circle";
    return out;
}

/// One save of one file. What was begun and not finished leaves no trace.
class Saving
{
public:
    explicit Saving(fs::path target)
        : m_target(std::move(target))
        , m_temporary(m_target.parent_path()
                      / ("." + m_target.filename().string() + ".spillway-new"))
    {}

    ~Saving()
    {
        if (m_file.isOpen() && !m_isRenamed)
            ::unlink(m_temporary.c_str());
    }

    Saving(const Saving &) = delete;
    Saving &operator=(const Saving &) = delete;

    std::string run(const std::string &text)
    {
        std::string problem = lookAtTarget();
        if (problem.empty())
            problem = makeFolder();
        if (problem.empty())
            problem = openTemporary();
        if (problem.empty())
            problem = fill(text);
        if (problem.empty())
            problem = replace();
        return problem;
    }

private:
    std::string lookAtTarget()
    {
        m_exists = ::stat(m_target.c_str(), &m_old) == 0;
        if (!m_exists)
            return errno == ENOENT ? std::string() : reason("the file cannot be reached", errno);
        if (!S_ISREG(m_old.st_mode))
            return "this is not a file";
        return ::access(m_target.c_str(), W_OK) == 0 ? std::string()
                                                     : reason("the file cannot be written", errno);
    }

    std::string makeFolder()
    {
        const fs::path folder = m_target.parent_path();
        std::vector<fs::path> absent;
        std::error_code error;
        for (fs::path at = folder; !at.empty() && !fs::exists(at, error); at = at.parent_path())
            absent.push_back(at);
        for (auto at = absent.rbegin(); at != absent.rend(); ++at) {
            if (::mkdir(at->c_str(), 0700) != 0 && errno != EEXIST)
                return reason("the folder " + at->string() + " cannot be made", errno);
        }
        return {};
    }

    /// The name is always the same, so that a save that was killed leaves one file at most, and the next one uses it up.
    std::string openTemporary()
    {
        constexpr int kTries = 100;
        for (int i = 0; i < kTries; ++i) {
            Descriptor file(
                ::open(m_temporary.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, kPrivate));
            if (!file.isOpen()) {
                if (errno != ELOOP)
                    return reason("a file beside it cannot be written", errno);
                ::unlink(m_temporary.c_str());
                continue;
            }
            if (::flock(file.get(), LOCK_EX | LOCK_NB) != 0)
                return errno == EWOULDBLOCK ? "another program is saving this file just now"
                                            : reason("the file cannot be locked", errno);
            struct stat opened = {};
            struct stat named = {};
            // Another save may have renamed it meanwhile; then this is the target itself.
            const bool isSame = ::fstat(file.get(), &opened) == 0
                                && ::lstat(m_temporary.c_str(), &named) == 0
                                && opened.st_ino == named.st_ino && opened.st_dev == named.st_dev;
            if (!isSame)
                continue;
            if (opened.st_uid != ::geteuid() || opened.st_nlink != 1 || !S_ISREG(opened.st_mode)) {
                // Somebody else's file may be open there for writing.
                if (::unlink(m_temporary.c_str()) != 0)
                    return reason(m_temporary.string() + " is in the way", errno);
                continue;
            }
            m_file = std::move(file);
            return {};
        }
        return "another program is saving this file all the time";
    }

    std::string fill(const std::string &text)
    {
        if (::ftruncate(m_file.get(), 0) != 0)
            return reason("the file cannot be written", errno);
        for (std::size_t at = 0; at < text.size();) {
            const ssize_t written = ::write(m_file.get(), text.data() + at, text.size() - at);
            if (written < 0 && errno == EINTR)
                continue;
            if (written <= 0)
                return reason("the file cannot be written", written < 0 ? errno : ENOSPC);
            at += static_cast<std::size_t>(written);
        }
        return keepRights();
    }

    std::string keepRights()
    {
        mode_t mode = m_exists ? m_old.st_mode & 07777U : kPrivate;
        struct stat now = {};
        if (::fstat(m_file.get(), &now) != 0)
            return reason("the file cannot be written", errno);
        if (m_exists && m_old.st_uid != now.st_uid
            && ::fchown(m_file.get(), m_old.st_uid, static_cast<gid_t>(-1)) != 0)
            return "the file belongs to another user and would become yours: save it as that user, "
                   "or as a copy";
        // Rights of a group must not go to another one.
        if (m_exists && m_old.st_gid != now.st_gid
            && ::fchown(m_file.get(), static_cast<uid_t>(-1), m_old.st_gid) != 0)
            mode &= ~kGroup;
        return ::fchmod(m_file.get(), mode) == 0
                   ? std::string()
                   : reason("the rights of the file cannot be kept", errno);
    }

    std::string replace()
    {
        if (::fsync(m_file.get()) != 0)
            return reason("the file cannot be written", errno);
        if (::rename(m_temporary.c_str(), m_target.c_str()) != 0)
            return reason("the file cannot be replaced", errno);
        m_isRenamed = true;
        const Descriptor folder(
            ::open(m_target.parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
        // Some file systems cannot do this to a folder; the file itself is safe by then.
        if (folder.isOpen() && ::fsync(folder.get()) != 0 && errno == EIO)
            return reason("the disk reports an error after saving", errno);
        return {};
    }

    fs::path m_target;
    fs::path m_temporary;
    struct stat m_old = {};
    bool m_exists = false;
    bool m_isRenamed = false;
    Descriptor m_file;
};

} // namespace

std::string saveTextAtomically(const std::string &path, const std::string &text)
{
    std::string problem;
    fs::path target = realPath(path, problem);
    if (problem.empty())
        problem = Saving(std::move(target)).run(text);
    return problem.empty() ? std::string() : path + ": " + problem;
}

} // namespace spillway
