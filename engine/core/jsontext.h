// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace spillway::json {

/// Appends a JSON string literal with its quotes. Invalid UTF-8 becomes U+FFFD, control characters are escaped.
void appendString(std::string &out, std::string_view text);

/// Appends a number; NaN and infinities become null, as JSON has no word for them.
void appendNumber(std::string &out, double value);

/// A small writer for the engine's own documents (status, logs): keeps track of commas, nothing else.
/// Misuse (a value without a key inside an object) gives invalid JSON; it is for code that knows its shape.
class Writer
{
public:
    Writer &beginObject();
    Writer &endObject();
    Writer &beginArray();
    Writer &endArray();
    Writer &key(std::string_view name);
    Writer &value(std::string_view text);

    Writer &value(const char *text) { return value(std::string_view(text)); }

    Writer &value(const std::string &text) { return value(std::string_view(text)); }

    Writer &value(std::int64_t number);
    Writer &value(std::uint64_t number);

    Writer &value(int number) { return value(static_cast<std::int64_t>(number)); }

    Writer &value(double number);
    Writer &value(bool flag);
    Writer &null();
    Writer &raw(std::string_view jsonText);

    template <typename T>
    Writer &field(std::string_view name, const T &v)
    {
        key(name);
        return value(v);
    }

    [[nodiscard]] const std::string &text() const { return m_out; }

    std::string take() { return std::move(m_out); }

private:
    void separate();

    std::string m_out;
    bool m_needComma = false;
};

} // namespace spillway::json
