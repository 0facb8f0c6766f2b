// SPDX-License-Identifier: MIT
#include "core/jsontext.h"

#include <array>
#include <charconv>
#include <cmath>

namespace spillway::json {
namespace {

/// Length of the valid UTF-8 sequence at the start of `text`, or 0.
std::size_t utf8Length(std::string_view text)
{
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const auto continuation = [&](std::size_t i) {
        return i < text.size() && (byte(i) & 0xC0U) == 0x80U;
    };
    const unsigned char lead = byte(0);
    if (lead < 0x80)
        return 1;
    if (lead >= 0xC2 && lead <= 0xDF)
        return continuation(1) ? 2 : 0;
    if (lead >= 0xE0 && lead <= 0xEF) {
        if (!continuation(1) || !continuation(2))
            return 0;
        if ((lead == 0xE0 && byte(1) < 0xA0) || (lead == 0xED && byte(1) > 0x9F))
            return 0;
        return 3;
    }
    if (lead >= 0xF0 && lead <= 0xF4) {
        if (!continuation(1) || !continuation(2) || !continuation(3))
            return 0;
        if ((lead == 0xF0 && byte(1) < 0x90) || (lead == 0xF4 && byte(1) > 0x8F))
            return 0;
        return 4;
    }
    return 0;
}

template <typename Integer>
void appendInteger(std::string &out, Integer value)
{
    std::array<char, 24> buffer{};
    const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    out.append(buffer.data(), result.ptr);
}

} // namespace

void appendString(std::string &out, std::string_view text)
{
    constexpr std::string_view kHex = "0123456789abcdef";
    out += '"';
    for (std::size_t i = 0; i < text.size();) {
        const char c = text[i];
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
            ++i;
        } else if (c == '\n') {
            out += "\\n";
            ++i;
        } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
            out += "\\u00";
            out += kHex[static_cast<unsigned char>(c) >> 4U];
            out += kHex[static_cast<unsigned char>(c) & 0xFU];
            ++i;
        } else if (const std::size_t length = utf8Length(text.substr(i)); length > 0) {
            out.append(text.substr(i, length));
            i += length;
        } else {
            out += "\xEF\xBF\xBD";
            ++i;
        }
    }
    out += '"';
}

void appendNumber(std::string &out, double value)
{
    if (!std::isfinite(value)) {
        out += "null";
        return;
    }
    std::array<char, 40> buffer{};
    const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    out.append(buffer.data(), result.ptr);
}

void Writer::separate()
{
    if (m_needComma)
        m_out += ',';
    m_needComma = true;
}

Writer &Writer::beginObject()
{
    separate();
    m_out += '{';
    m_needComma = false;
    return *this;
}

Writer &Writer::endObject()
{
    m_out += '}';
    m_needComma = true;
    return *this;
}

Writer &Writer::beginArray()
{
    separate();
    m_out += '[';
    m_needComma = false;
    return *this;
}

Writer &Writer::endArray()
{
    m_out += ']';
    m_needComma = true;
    return *this;
}

Writer &Writer::key(std::string_view name)
{
    separate();
    appendString(m_out, name);
    m_out += ':';
    m_needComma = false;
    return *this;
}

Writer &Writer::value(std::string_view text)
{
    separate();
    appendString(m_out, text);
    return *this;
}

Writer &Writer::value(std::int64_t number)
{
    separate();
    appendInteger(m_out, number);
    return *this;
}

Writer &Writer::value(std::uint64_t number)
{
    separate();
    appendInteger(m_out, number);
    return *this;
}

Writer &Writer::value(double number)
{
    separate();
    appendNumber(m_out, number);
    return *this;
}

Writer &Writer::value(bool flag)
{
    separate();
    m_out += flag ? "true" : "false";
    return *this;
}

Writer &Writer::null()
{
    separate();
    m_out += "null";
    return *this;
}

Writer &Writer::raw(std::string_view jsonText)
{
    separate();
    m_out.append(jsonText);
    return *this;
}

} // namespace spillway::json
