// SPDX-License-Identifier: MIT
#include "core/log.h"

#include "core/clock.h"
#include "core/jsontext.h"
#include "core/redact.h"

#include <array>
#include <atomic>
#include <cstdio>
#include <ctime>
#include <mutex>

namespace spillway::log {
namespace {

std::atomic<Level> g_level{Level::Info};
std::atomic<Format> g_format{Format::Text};
std::atomic<bool> g_tapped{false};

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
    g_level.store(newLevel, std::memory_order_relaxed);
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
    return value >= level() && value != Level::Off;
}

void event(Level value,
           std::string_view category,
           std::string_view message,
           std::initializer_list<Field> fields)
{
    if (!enabled(value))
        return;
    const bool asJson = format() == Format::Json;
    const bool asText = !asJson || g_tapped.load(std::memory_order_relaxed);
    const std::string text = asText ? redact::apply(eventText(message, fields)) : std::string();
    std::string line = asJson ? redact::apply(jsonEvent(value, category, message, fields))
                              : linePrefix(value, category) + text;
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
