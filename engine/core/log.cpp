// SPDX-License-Identifier: MIT
#include "core/log.h"

#include "core/clock.h"
#include "core/jsontext.h"
#include "core/redact.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <ctime>
#include <mutex>
#include <utility>

namespace spillway::log {
namespace {

std::atomic<Level> g_level{Level::Info};
std::atomic<Format> g_format{Format::Text};
std::atomic<bool> g_tapped{false};
std::atomic<bool> g_textToJournal{false};
std::atomic<bool> g_jsonToJournal{false};
/// The most talkative of all categories: what is below it is dropped without a look at the category.
std::atomic<Level> g_floor{Level::Info};
std::atomic<bool> g_byCategory{false};

struct CategoryTable
{
    std::mutex mutex;
    CategoryLevels levels;
};

CategoryTable &categoryTable()
{
    static CategoryTable table;
    return table;
}

/// Under the table's lock.
void findFloor(const CategoryTable &table)
{
    Level floor = g_level.load(std::memory_order_relaxed);
    for (const auto &[category, level] : table.levels)
        floor = std::min(floor, level);
    g_floor.store(floor, std::memory_order_relaxed);
    g_byCategory.store(!table.levels.empty(), std::memory_order_relaxed);
}

std::mutex &sinkMutex()
{
    static std::mutex mutex;
    return mutex;
}

Sink &sink()
{
    static Sink function;
    return function;
}

Tap &tap()
{
    static Tap function;
    return function;
}

constexpr std::array<std::string_view, 6> kLevelNames{
    "trace", "debug", "info", "warn", "error", "off"};

void appendTime(std::string &out)
{
    const std::int64_t ms = SystemClock::instance().wallMs();
    const auto seconds = static_cast<std::time_t>(ms / 1000);
    std::tm utc{};
    ::gmtime_r(&seconds, &utc);
    std::array<char, 40> buffer{};
    const std::size_t length =
        std::strftime(buffer.data(), buffer.size(), "%Y-%m-%dT%H:%M:%S", &utc);
    out.append(buffer.data(), length);
    const int rest = static_cast<int>(ms % 1000);
    out += '.';
    out += static_cast<char>('0' + rest / 100);
    out += static_cast<char>('0' + rest / 10 % 10);
    out += static_cast<char>('0' + rest % 10);
    out += 'Z';
}

void appendJson(json::Writer &writer, const Field::Value &value)
{
    std::visit([&](const auto &v) { writer.value(v); }, value);
}

void appendText(std::string &out, const Field::Value &value)
{
    if (const auto *text = std::get_if<std::string_view>(&value)) {
        const bool plain =
            !text->empty() && text->find_first_of(" \"=\n\r\t") == std::string_view::npos;
        if (plain)
            out.append(*text);
        else
            json::appendString(out, *text);
        return;
    }
    json::Writer writer;
    appendJson(writer, value);
    out.append(writer.text());
}

/// "message key=value …"
std::string eventText(std::string_view message, std::initializer_list<Field> fields)
{
    std::string out(message);
    for (const Field &field : fields) {
        out.append(" ").append(field.key).append("=");
        appendText(out, field.value);
    }
    return out;
}

/// syslog's number of the level, as sd-daemon(3) wants it.
std::string journalPriority(Level level)
{
    switch (level) {
    case Level::Error:
    case Level::Off:
        return "<3>";
    case Level::Warn:
        return "<4>";
    case Level::Info:
        return "<6>";
    case Level::Debug:
    case Level::Trace:
        return "<7>";
    }
    return {};
}

std::string linePrefix(Level level, std::string_view category)
{
    std::string out;
    appendTime(out);
    out.append(" ").append(levelName(level)).append(" ").append(category).append(": ");
    return out;
}

} // namespace

std::string jsonEvent(Level level,
                      std::string_view category,
                      std::string_view message,
                      std::initializer_list<Field> fields)
{
    std::string time;
    appendTime(time);
    json::Writer writer;
    writer.beginObject();
    writer.field("time", time)
        .field("level", levelName(level))
        .field("category", category)
        .field("event", message);
    for (const Field &field : fields) {
        writer.key(field.key);
        appendJson(writer, field.value);
    }
    writer.endObject();
    return writer.take();
}

void setLevel(Level newLevel)
{
    const std::scoped_lock lock(categoryTable().mutex);
    g_level.store(newLevel, std::memory_order_relaxed);
    findFloor(categoryTable());
}

void setCategoryLevels(CategoryLevels levels)
{
    const std::scoped_lock lock(categoryTable().mutex);
    categoryTable().levels = std::move(levels);
    findFloor(categoryTable());
}

void setJournalStreams(JournalStreams streams)
{
    g_textToJournal.store(streams.text, std::memory_order_relaxed);
    g_jsonToJournal.store(streams.json, std::memory_order_relaxed);
}

Level level()
{
    return g_level.load(std::memory_order_relaxed);
}

void setFormat(Format newFormat)
{
    g_format.store(newFormat, std::memory_order_relaxed);
}

Format format()
{
    return g_format.load(std::memory_order_relaxed);
}

std::optional<Level> levelFromName(std::string_view name)
{
    if (name == "warning")
        return Level::Warn;
    for (std::size_t i = 0; i < kLevelNames.size(); ++i) {
        if (kLevelNames[i] == name)
            return static_cast<Level>(i);
    }
    return std::nullopt;
}

std::string_view levelName(Level value)
{
    return kLevelNames[static_cast<std::size_t>(value)];
}

void setSink(Sink newSink)
{
    const std::scoped_lock lock(sinkMutex());
    sink() = std::move(newSink);
}

void setTap(Tap newTap)
{
    const std::scoped_lock lock(sinkMutex());
    tap() = std::move(newTap);
    g_tapped.store(static_cast<bool>(tap()), std::memory_order_relaxed);
}

bool enabled(Level value)
{
    return value >= g_floor.load(std::memory_order_relaxed) && value != Level::Off;
}

bool enabled(Level value, std::string_view category)
{
    if (!enabled(value))
        return false;
    if (!g_byCategory.load(std::memory_order_relaxed))
        return true;
    CategoryTable &table = categoryTable();
    const std::scoped_lock lock(table.mutex);
    const auto own = table.levels.find(category);
    return value >= (own != table.levels.end() ? own->second : level());
}

void event(Level value,
           std::string_view category,
           std::string_view message,
           std::initializer_list<Field> fields)
{
    if (!enabled(value, category))
        return;
    const bool asJson = format() == Format::Json;
    const bool asText = !asJson || g_tapped.load(std::memory_order_relaxed);
    const std::string text = asText ? redact::apply(eventText(message, fields)) : std::string();
    const bool toJournal =
        (asJson ? g_jsonToJournal : g_textToJournal).load(std::memory_order_relaxed);
    std::string line = toJournal ? journalPriority(value) : std::string();
    if (asJson)
        line += redact::apply(jsonEvent(value, category, message, fields));
    else
        line += (toJournal ? std::string(category) + ": " : linePrefix(value, category)) + text;
    const std::scoped_lock lock(sinkMutex());
    if (asText && tap())
        tap()(value, category, text);
    if (sink()) {
        sink()(value, line);
        return;
    }
    line += '\n';
    std::FILE *stream = asJson ? stdout : stderr;
    std::fwrite(line.data(), 1, line.size(), stream);
    std::fflush(stream);
}

} // namespace spillway::log
