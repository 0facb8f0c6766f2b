// SPDX-License-Identifier: MIT
#include "spillway/logging.h"

#include "core/clock.h"
#include "core/log.h"
#include "core/redact.h"
#include "rpc/envelope.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <mutex>
#include <sys/stat.h>
#include <unistd.h>

namespace spillway {
namespace {

constexpr std::size_t kLongestLine = 4096;

/// The newest lines of the log.
class LineRing
{
public:
    void setCapacity(std::size_t capacity)
    {
        const std::scoped_lock lock(m_mutex);
        m_capacity = capacity;
        trim();
    }

    void add(int level, std::string_view category, std::string_view text)
    {
        const std::scoped_lock lock(m_mutex);
        m_lines.push_back({++m_sequence,
                           SystemClock::instance().wallMs(),
                           level,
                           std::string(category),
                           std::string(text.substr(0, kLongestLine))});
        trim();
    }

    [[nodiscard]] std::vector<LogLine> after(std::uint64_t sequence) const
    {
        const std::scoped_lock lock(m_mutex);
        const auto begin = std::upper_bound(
            m_lines.begin(), m_lines.end(), sequence, [](std::uint64_t value, const LogLine &line) {
                return value < line.sequence;
            });
        return {begin, m_lines.end()};
    }

private:
    void trim()
    {
        while (m_lines.size() > m_capacity)
            m_lines.pop_front();
    }

    mutable std::mutex m_mutex;
    std::size_t m_capacity = 0;
    std::uint64_t m_sequence = 0;
    std::deque<LogLine> m_lines;
};

LineRing &lineRing()
{
    static LineRing ring;
    return ring;
}

} // namespace

void keepLogLines(std::size_t capacity)
{
    lineRing().setCapacity(capacity);
    if (capacity == 0) {
        log::setTap({});
        return;
    }
    log::setTap([](log::Level level, std::string_view category, std::string_view text) {
        lineRing().add(static_cast<int>(level), category, text);
    });
}

std::vector<LogLine> logLines(std::uint64_t after)
{
    return lineRing().after(after);
}

bool setLogFormat(std::string_view name)
{
    if (name != "text" && name != "json")
        return false;
    log::setFormat(name == "json" ? log::Format::Json : log::Format::Text);
    return true;
}

bool setLogLevel(std::string_view name)
{
    const auto level = log::levelFromName(name);
    if (level)
        log::setLevel(*level);
    return level.has_value();
}

void useJournalIfThere()
{
    const char *const stream = std::getenv("JOURNAL_STREAM");
    const auto isIt = [stream](int descriptor) {
        struct stat info = {};
        return stream != nullptr && ::fstat(descriptor, &info) == 0
               && std::to_string(info.st_dev) + ":" + std::to_string(info.st_ino) == stream;
    };
    log::setJournalStreams({.text = isIt(STDERR_FILENO), .json = isIt(STDOUT_FILENO)});
}

void announce(std::string_view event, std::string_view text, std::string_view address)
{
    std::string line(text);
    if (log::format() == log::Format::Json) {
        line = log::jsonEvent(
            log::Level::Info, "server", event, {{"message", text}, {"address", address}});
    }
    std::fprintf(stdout, "%s\n", redact::apply(line).c_str());
    std::fflush(stdout);
}

AnswerParts splitAnswer(std::string_view answer)
{
    rpc::Answer parts;
    rpc::scanAnswer(answer, parts, answer.size() + 1);
    switch (parts.kind) {
    case rpc::Answer::Kind::Result:
        return {true, std::string(parts.result)};
    case rpc::Answer::Kind::Error:
        return {false, std::string(parts.error)};
    case rpc::Answer::Kind::Neither:
    case rpc::Answer::Kind::Array:
    case rpc::Answer::Kind::NotJson:
        return {false, std::string(answer)};
    }
    return {};
}

} // namespace spillway
