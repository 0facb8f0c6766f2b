// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace spillway::log {

enum class Level { Trace, Debug, Info, Warn, Error, Off };
enum class Format { Text, Json };

/// One `key=value` of an event. Strings are copied when the event is written, not before.
struct Field
{
    using Value = std::variant<std::string_view, std::int64_t, std::uint64_t, double, bool>;

    Field(std::string_view k, std::string_view v)
        : key(k)
        , value(v)
    {}

    Field(std::string_view k, const std::string &v)
        : key(k)
        , value(std::string_view(v))
    {}

    Field(std::string_view k, const char *v)
        : key(k)
        , value(std::string_view(v))
    {}

    Field(std::string_view k, bool v)
        : key(k)
        , value(v)
    {}

    Field(std::string_view k, double v)
        : key(k)
        , value(v)
    {}

    Field(std::string_view k, int v)
        : key(k)
        , value(static_cast<std::int64_t>(v))
    {}

    Field(std::string_view k, long v)
        : key(k)
        , value(static_cast<std::int64_t>(v))
    {}

    Field(std::string_view k, long long v)
        : key(k)
        , value(static_cast<std::int64_t>(v))
    {}

    Field(std::string_view k, unsigned v)
        : key(k)
        , value(static_cast<std::uint64_t>(v))
    {}

    Field(std::string_view k, unsigned long v)
        : key(k)
        , value(static_cast<std::uint64_t>(v))
    {}

    Field(std::string_view k, unsigned long long v)
        : key(k)
        , value(static_cast<std::uint64_t>(v))
    {}

    std::string_view key;
    Value value;
};

/// What the engine writes about; the categories whose level can be set apart.
inline constexpr std::array<std::string_view, 6> kCategories{
    "config", "io", "node", "request", "server", "store"};

/// Process-wide settings; any thread.
void setLevel(Level level);
[[nodiscard]] Level level();
void setFormat(Format format);
[[nodiscard]] Format format();
[[nodiscard]] std::optional<Level> levelFromName(std::string_view name);
[[nodiscard]] std::string_view levelName(Level level);

/// Receives each finished line, without the line end. Default: text to stderr, JSON to stdout.
/// An empty function restores the default. Called under a lock: keep it short.
using Sink = std::function<void(Level, std::string_view line)>;
void setSink(Sink sink);

/// Receives a copy of every event as text, "message key=value …", redacted, whatever the format and the sink are. An empty
/// function ends it. Called under a lock: keep it short.
using Tap = std::function<void(Level, std::string_view category, std::string_view text)>;
void setTap(Tap tap);

using CategoryLevels = std::map<std::string, Level, std::less<>>;
/// Categories that are more or less talkative than the level says. Replaces those set before; any thread.
void setCategoryLevels(CategoryLevels levels);

/// Begin each line with its priority for the journal ("<6>", sd-daemon(3)), and leave out time and level, which the journal keeps
/// itself. For text on stderr and for JSON on stdout.
struct JournalStreams
{
    bool text = false;
    bool json = false;
};

void setJournalStreams(JournalStreams streams);

/// Whether an event of this level may be written; without a category: of any category.
[[nodiscard]] bool enabled(Level level);
[[nodiscard]] bool enabled(Level level, std::string_view category);

/// Writes one event. `category` is the room (core, config, server, upstream …). Every line passes
/// redact::apply() before it reaches the sink. Cheap when the level is off.
void event(Level level,
           std::string_view category,
           std::string_view message,
           std::initializer_list<Field> fields = {});

/// The line that event() writes in the JSON format, before redaction.
[[nodiscard]] std::string jsonEvent(Level level,
                                    std::string_view category,
                                    std::string_view message,
                                    std::initializer_list<Field> fields);

inline void
debug(std::string_view category, std::string_view message, std::initializer_list<Field> fields = {})
{
    if (enabled(Level::Debug, category))
        event(Level::Debug, category, message, fields);
}

inline void
info(std::string_view category, std::string_view message, std::initializer_list<Field> fields = {})
{
    event(Level::Info, category, message, fields);
}

inline void
warn(std::string_view category, std::string_view message, std::initializer_list<Field> fields = {})
{
    event(Level::Warn, category, message, fields);
}

inline void
error(std::string_view category, std::string_view message, std::initializer_list<Field> fields = {})
{
    event(Level::Error, category, message, fields);
}

} // namespace spillway::log
