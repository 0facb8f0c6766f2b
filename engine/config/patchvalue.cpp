// SPDX-License-Identifier: MIT
#include "config/patchvalue.h"

#include "config/patchscan.h"
#include "config/tomltext.h"
#include "core/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace spillway::config {
namespace {

// Beyond this a double may not be the whole number that it looks like.
constexpr double kLargestWhole = 9007199254740992.0;

template <typename Number>
std::string digitsOf(Number number)
{
    std::array<char, 64> buffer{};
    const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number);
    return error == std::errc() ? std::string(buffer.data(), end) : std::string("0");
}

std::string inBase(std::uint64_t number, int base)
{
    std::array<char, 72> buffer{};
    const auto [end, error] =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), number, base);
    return error == std::errc() ? std::string(buffer.data(), end) : std::string("0");
}

std::string grouped(std::string digits)
{
    const std::size_t first = digits.starts_with('-') ? 1 : 0;
    for (std::size_t at = digits.size(); at > first + 3;) {
        at -= 3;
        digits.insert(at, 1, '_');
    }
    return digits;
}

std::string writtenInteger(std::int64_t number, std::string_view before)
{
    if (number >= 0 && before.size() > 2 && before.front() == '0') {
        const char mark = before[1];
        const int base = mark == 'x' ? 16 : mark == 'o' ? 8 : mark == 'b' ? 2 : 0;
        if (base != 0)
            return std::string(before.substr(0, 2))
                   + inBase(static_cast<std::uint64_t>(number), base);
    }
    const std::string digits = digitsOf(number);
    return before.find('_') == std::string_view::npos ? digits : grouped(digits);
}

bool isNumber(std::string_view text)
{
    return !text.empty()
           && (text.front() == '+' || text.front() == '-'
               || (text.front() >= '0' && text.front() <= '9'));
}

bool isFloat(std::string_view text)
{
    return isNumber(text) && !text.starts_with("0x")
           && text.find_first_of(".eE") != std::string_view::npos;
}

std::string writtenFloat(double number, std::string_view before)
{
    if (std::isnan(number))
        return "nan";
    if (std::isinf(number))
        return number > 0 ? "inf" : "-inf";
    const bool whole = std::trunc(number) == number && std::abs(number) < kLargestWhole;
    if (whole && !isFloat(before))
        return writtenInteger(static_cast<std::int64_t>(number), before);
    const std::string digits = digitsOf(number);
    return digits.find_first_of(".e") == std::string::npos ? digits + ".0" : digits;
}

bool isPlain(char c)
{
    return static_cast<unsigned char>(c) >= 0x20 && c != 0x7f;
}

std::string writtenString(const std::string &text, std::string_view before)
{
    const bool literal = before.starts_with('\'') && !before.starts_with("'''")
                         && text.find('\'') == std::string::npos
                         && std::all_of(text.begin(), text.end(), isPlain);
    return literal ? '\'' + text + '\'' : basicString(text);
}

/// Elements that were there before keep their look.
std::string writtenStrings(const std::vector<std::string> &texts, std::string_view before)
{
    const auto old = scanValue(before);
    std::map<std::string, std::string> looks;
    if (old && old->kind == ScannedValue::Kind::Array) {
        for (const ScannedItem &item : old->items) {
            const std::string look(before.substr(item.value.span.begin, item.value.span.size()));
            if (const auto text = stringIn(look))
                looks.emplace(*text, look);
        }
    }
    std::string out = "[";
    for (const std::string &text : texts) {
        const auto look = looks.find(text);
        out.append(out.size() > 1 ? ", " : "")
            .append(look == looks.end() ? basicString(text) : look->second);
    }
    return out + "]";
}

struct Writer
{
    std::string_view before;

    std::string operator()(bool value) const { return value ? "true" : "false"; }

    std::string operator()(std::int64_t value) const
    {
        return writtenInteger(value, isNumber(before) ? before : "");
    }

    std::string operator()(double value) const
    {
        return writtenFloat(value, isNumber(before) ? before : "");
    }

    std::string operator()(const std::string &value) const { return writtenString(value, before); }

    std::string operator()(const std::vector<std::string> &value) const
    {
        return writtenStrings(value, before);
    }

    std::string operator()(const TomlRaw &value) const
    {
        return std::string(trimmed(value.text, kBlanksAndLineEnds));
    }
};

/// Whether a parsed value is the one that was to be written.
struct Holds
{
    const toml::value &parsed;

    bool operator()(bool value) const
    {
        return parsed.is_boolean() && parsed.as_boolean(std::nothrow) == value;
    }

    bool operator()(std::int64_t value) const
    {
        return parsed.is_integer() && parsed.as_integer(std::nothrow) == value;
    }

    bool operator()(double value) const
    {
        if (parsed.is_integer())
            return static_cast<double>(parsed.as_integer(std::nothrow)) == value;
        return parsed.is_floating() && sameValue(parsed, toml::value(value));
    }

    bool operator()(const std::string &value) const
    {
        return parsed.is_string() && parsed.as_string(std::nothrow).str == value;
    }

    bool operator()(const std::vector<std::string> &value) const
    {
        if (!parsed.is_array() || parsed.size() != value.size())
            return false;
        const auto &items = parsed.as_array(std::nothrow);
        return std::equal(
            items.begin(),
            items.end(),
            value.begin(),
            [](const toml::value &item, const auto &text) { return Holds{item}(text); });
    }

    bool operator()(const TomlRaw &) const { return true; }
};

bool sameArray(const toml::array &a, const toml::array &b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), sameValue);
}

bool sameTable(const toml::table &a, const toml::table &b)
{
    return a.size() == b.size() && std::all_of(a.begin(), a.end(), [&](const auto &entry) {
               const auto other = b.find(entry.first);
               return other != b.end() && sameValue(entry.second, other->second);
           });
}

} // namespace

std::optional<std::string> stringIn(const std::string &written)
{
    std::vector<ConfigIssue> issues;
    const auto document = parseToml("x = " + written, {}, issues);
    if (!document || !document->contains("x") || !document->at("x").is_string())
        return std::nullopt;
    return document->at("x").as_string(std::nothrow).str;
}

std::string basicString(std::string_view text)
{
    std::string out = "\"";
    for (const char c : text) {
        constexpr std::string_view kSpecial = "\b\t\n\f\r\"\\";
        constexpr std::string_view kEscapes = "btnfr\"\\";
        if (const auto at = kSpecial.find(c); at != std::string_view::npos) {
            out += '\\';
            out += kEscapes[at];
        } else if (isPlain(c)) {
            out += c;
        } else {
            std::array<char, 8> buffer{};
            std::snprintf(buffer.data(),
                          buffer.size(),
                          "\\u%04X",
                          static_cast<unsigned>(static_cast<unsigned char>(c)));
            out += buffer.data();
        }
    }
    return out + '"';
}

std::string writtenValue(const TomlValue &value, std::string_view before)
{
    return std::visit(Writer{before}, value);
}

std::string
valueProblem(const TomlValue &value, const std::string &written, std::optional<toml::value> &parsed)
{
    std::vector<ConfigIssue> issues;
    const auto document = parseToml("x = " + written, {}, issues);
    if (!document)
        return issues.empty() ? "this value cannot be written" : issues.front().message;
    const auto &table = document->as_table(std::nothrow);
    const auto found = table.find("x");
    if (table.size() != 1 || found == table.end() || !scanValue(written))
        return "this is not one TOML value";
    if (!std::visit(Holds{found->second}, value))
        return "this value cannot be written as TOML";
    parsed = found->second;
    return {};
}

bool sameValue(const toml::value &a, const toml::value &b)
{
    if (a.type() != b.type())
        return false;
    switch (a.type()) {
    case toml::value_t::floating: {
        const double x = a.as_floating(std::nothrow);
        const double y = b.as_floating(std::nothrow);
        return x == y || (std::isnan(x) && std::isnan(y));
    }
    case toml::value_t::string:
        return a.as_string(std::nothrow).str == b.as_string(std::nothrow).str;
    case toml::value_t::array:
        return sameArray(a.as_array(std::nothrow), b.as_array(std::nothrow));
    case toml::value_t::table:
        return sameTable(a.as_table(std::nothrow), b.as_table(std::nothrow));
    default:
        return a == b;
    }
}

} // namespace spillway::config
