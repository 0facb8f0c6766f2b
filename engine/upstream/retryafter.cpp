// SPDX-License-Identifier: MIT
#include "core/text.h"
#include "rpc/jsonscan.h"
#include "upstream/outcome.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cmath>

namespace spillway {
namespace {

/// Nothing is waited for longer; keeps all sums far from overflow.
constexpr double kLongestSeconds = 366.0 * 24 * 3600;

/// What a text still has to say; every step takes something off its front or fails.
class Reader
{
public:
    explicit Reader(std::string_view text)
        : m_text(text)
    {}

    [[nodiscard]] bool atEnd() const { return m_text.empty(); }

    [[nodiscard]] char peek() const { return m_text.empty() ? '\0' : m_text.front(); }

    [[nodiscard]] std::string_view rest() const { return m_text; }

    bool skip(std::string_view expected)
    {
        if (!m_text.starts_with(expected))
            return false;
        m_text.remove_prefix(expected.size());
        return true;
    }

    std::string_view takeWhile(auto &&accepts)
    {
        std::size_t length = 0;
        while (length < m_text.size() && accepts(m_text[length]))
            ++length;
        const std::string_view taken = m_text.substr(0, length);
        m_text.remove_prefix(length);
        return taken;
    }

    std::string_view letters()
    {
        return takeWhile([](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); });
    }

    std::optional<int> number(std::size_t fewest, std::size_t most)
    {
        const std::string_view digits = takeWhile([](char c) { return c >= '0' && c <= '9'; });
        if (digits.size() < fewest || digits.size() > most)
            return std::nullopt;
        int value = 0;
        std::from_chars(digits.data(), digits.data() + digits.size(), value);
        return value;
    }

    /// Digits with an optional fraction.
    std::optional<double> decimal()
    {
        const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
        const std::string_view before = m_text;
        const std::size_t whole = takeWhile(isDigit).size();
        std::size_t length = whole;
        if (whole > 0 && m_text.size() > 1 && m_text[0] == '.' && isDigit(m_text[1])) {
            m_text.remove_prefix(1);
            length += 1 + takeWhile(isDigit).size();
        }
        if (whole == 0)
            return std::nullopt;
        double value = 0;
        const auto parsed = std::from_chars(before.data(), before.data() + length, value);
        return parsed.ec == std::errc::result_out_of_range ? kLongestSeconds : value;
    }

private:
    std::string_view m_text;
};

/// Whole milliseconds, rounded up; nothing for zero and below.
std::optional<SteadyNs> waitOf(double seconds)
{
    if (!(seconds > 0))
        return std::nullopt;
    // A hair below, so that 0.1 s, which is a little more as a double, stays 100 ms.
    const double milliseconds = std::ceil(std::min(seconds, kLongestSeconds) * 1000 - 1e-6);
    return static_cast<SteadyNs>(std::max(milliseconds, 1.0)) * kNsPerMs;
}

struct DateParts
{
    int year = 0;
    int month = 0;
    int day = 0;
    int hour = 0;
    int minute = 0;
    int second = 0;
};

bool readMonth(Reader &reader, DateParts &parts)
{
    constexpr std::array<std::string_view, 12> kMonths = {
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    const auto found = std::ranges::find(kMonths, reader.letters());
    parts.month = static_cast<int>(found - kMonths.begin()) + 1;
    return found != kMonths.end();
}

bool readNumber(Reader &reader, std::size_t fewest, std::size_t most, int &out)
{
    const auto number = reader.number(fewest, most);
    out = number.value_or(0);
    return number.has_value();
}

bool readTime(Reader &reader, DateParts &parts)
{
    return readNumber(reader, 2, 2, parts.hour) && reader.skip(":")
           && readNumber(reader, 2, 2, parts.minute) && reader.skip(":")
           && readNumber(reader, 2, 2, parts.second);
}

/// "21 Oct 2026 07:28:00 GMT" or "21-Oct-26 07:28:00 GMT"
bool readDayFirst(Reader &reader, DateParts &parts, int currentYear)
{
    const std::string_view separator =
        reader.rest().find('-') == std::string_view::npos ? " " : "-";
    if (!readNumber(reader, 2, 2, parts.day) || !reader.skip(separator) || !readMonth(reader, parts)
        || !reader.skip(separator))
        return false;
    const std::size_t digits = separator == "-" ? 2 : 4;
    if (!readNumber(reader, digits, digits, parts.year))
        return false;
    if (digits == 2) {
        parts.year += currentYear / 100 * 100;
        if (parts.year > currentYear + 50)
            parts.year -= 100;
    }
    return reader.skip(" ") && readTime(reader, parts) && reader.skip(" GMT");
}

/// "Oct 21 07:28:00 2026", a day below ten after two spaces
bool readMonthFirst(Reader &reader, DateParts &parts)
{
    if (!readMonth(reader, parts) || !reader.skip(" "))
        return false;
    const std::size_t digits = reader.skip(" ") ? 1 : 2;
    return readNumber(reader, digits, digits, parts.day) && reader.skip(" ")
           && readTime(reader, parts) && reader.skip(" ") && readNumber(reader, 4, 4, parts.year);
}

int yearOf(std::int64_t wallMs)
{
    const auto day = std::chrono::floor<std::chrono::days>(
        std::chrono::sys_time<std::chrono::milliseconds>(std::chrono::milliseconds(wallMs)));
    return static_cast<int>(std::chrono::year_month_day(day).year());
}

/// The three forms of HTTP dates; milliseconds since 1970.
std::optional<std::int64_t> parseHttpDate(std::string_view text, std::int64_t nowWallMs)
{
    Reader reader(trimmed(text, kBlanks));
    DateParts parts;
    if (reader.letters().size() < 3)
        return std::nullopt;
    const bool read = reader.skip(", ") ? readDayFirst(reader, parts, yearOf(nowWallMs))
                                        : reader.skip(" ") && readMonthFirst(reader, parts);
    if (!read || !reader.atEnd())
        return std::nullopt;
    const std::chrono::year_month_day date(std::chrono::year(parts.year),
                                           std::chrono::month(static_cast<unsigned>(parts.month)),
                                           std::chrono::day(static_cast<unsigned>(parts.day)));
    if (!date.ok() || parts.hour > 23 || parts.minute > 59 || parts.second > 60)
        return std::nullopt;
    const auto moment = std::chrono::sys_days(date) + std::chrono::hours(parts.hour)
                        + std::chrono::minutes(parts.minute) + std::chrono::seconds(parts.second);
    return std::chrono::duration_cast<std::chrono::milliseconds>(moment.time_since_epoch()).count();
}

char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

std::string lowered(std::string_view text)
{
    std::string out(text);
    std::ranges::transform(out, out.begin(), lower);
    return out;
}

/// Seconds in a unit, by its lower-case word; nothing for another word.
std::optional<double> unitOf(std::string_view word)
{
    struct Unit
    {
        std::string_view word;
        double seconds;
    };

    constexpr Unit kUnits[] = {
        {"ms", 0.001},
        {"msec", 0.001},
        {"msecs", 0.001},
        {"millis", 0.001},
        {"millisecond", 0.001},
        {"milliseconds", 0.001},
        {"s", 1},
        {"sec", 1},
        {"secs", 1},
        {"second", 1},
        {"seconds", 1},
        {"m", 60},
        {"min", 60},
        {"mins", 60},
        {"minute", 60},
        {"minutes", 60},
        {"h", 3600},
        {"hour", 3600},
        {"hours", 3600},
    };
    const auto *const found = std::ranges::find(kUnits, word, &Unit::word);
    return found == std::end(kUnits) ? std::nullopt : std::optional(found->seconds);
}

/// A duration at the front: "2", "1606ms", "1.5 seconds", "1m30s". `text` is lower case.
std::optional<double> readDuration(std::string_view text, double defaultUnit)
{
    Reader reader(text);
    double total = 0;
    for (bool first = true; first || (reader.peek() >= '0' && reader.peek() <= '9');
         first = false) {
        const auto number = reader.decimal();
        if (!number)
            return std::nullopt;
        if (first && (reader.peek() == '-' || reader.peek() == ':' || reader.peek() == '/'))
            return std::nullopt; // a date or a time of day
        Reader ahead(reader.rest());
        const bool spaced = ahead.skip(" ");
        const std::string_view word = ahead.letters();
        const auto unit = unitOf(word);
        if (!unit && !spaced && !word.empty())
            return std::nullopt;
        total += *number * unit.value_or(defaultUnit);
        if (!unit)
            break;
        reader = ahead;
    }
    return total;
}

void lengthen(std::optional<SteadyNs> &wait, std::optional<SteadyNs> other)
{
    if (other && (!wait || *other > *wait))
        wait = other;
}

/// Takes what may stand between "retry after" and its number.
std::string_view skipFiller(std::string_view text)
{
    constexpr std::string_view kFillers[] = {
        "about", "at least", "approximately", "another", "for", "in", "after"};
    for (bool skipped = true; skipped;) {
        const std::size_t next = text.find_first_not_of(" :=\"'~(\t");
        text = next == std::string_view::npos ? std::string_view() : text.substr(next);
        skipped = false;
        for (const std::string_view filler : kFillers) {
            if (text.starts_with(filler) && text.size() > filler.size()
                && text[filler.size()] == ' ') {
                text.remove_prefix(filler.size());
                skipped = true;
                break;
            }
        }
    }
    return text;
}

std::optional<SteadyNs> waitInProse(std::string_view prose)
{
    struct Lead
    {
        std::string_view words;
        double unit;
    };

    constexpr Lead kLeads[] = {
        {"retry after", 1},      {"retry-after-ms", 0.001}, {"retry_after_ms", 0.001},
        {"retryafterms", 0.001}, {"retry-after", 1},        {"retry_after", 1},
        {"retryafter", 1},       {"retry in", 1},           {"try again in", 1},
        {"try again after", 1},  {"again in", 1},           {"available in", 1},
        {"resets in", 1},        {"reset in", 1},           {"reset after", 1},
        {"please wait", 1},      {"wait for", 1},           {"backoff_seconds", 1},
        {"try_again_in", 1},
    };
    const std::string text = lowered(prose);
    std::optional<SteadyNs> wait;
    for (const Lead &lead : kLeads) {
        for (std::size_t at = text.find(lead.words); at != std::string::npos;
             at = text.find(lead.words, at + 1)) {
            const std::string_view behind =
                skipFiller(std::string_view(text).substr(at + lead.words.size()));
            if (const auto seconds = readDuration(behind, lead.unit))
                lengthen(wait, waitOf(*seconds));
        }
    }
    return wait;
}

/// The unit of a member that names a wait, or nothing for any other member.
std::optional<double> waitMember(std::string_view name)
{
    struct Member
    {
        std::string_view name;
        double unit;
    };

    constexpr Member kMembers[] = {
        {"backoff_seconds", 1},
        {"backoffSeconds", 1},
        {"retry_after", 1},
        {"retryAfter", 1},
        {"retry-after", 1},
        {"Retry-After", 1},
        {"retry_after_seconds", 1},
        {"retryAfterSeconds", 1},
        {"retry_after_ms", 0.001},
        {"retryAfterMs", 0.001},
        {"retry_in", 1},
        {"try_again_in", 1},
        {"wait_seconds", 1},
        {"wait_ms", 0.001},
        {"backoff_ms", 0.001},
    };
    const auto *const found = std::ranges::find(kMembers, name, &Member::name);
    return found == std::end(kMembers) ? std::nullopt : std::optional(found->unit);
}

std::optional<SteadyNs> waitInObject(std::string_view object, int depth)
{
    std::optional<SteadyNs> wait;
    rpc::Scanner(object).members([&](const rpc::Scanner::Key &key, std::string_view value) {
        const auto unit = waitMember(key.raw);
        if (value.front() == '{' && depth < 2) {
            lengthen(wait, waitInObject(value, depth + 1));
        } else if (unit && value.front() != '{' && value.front() != '[') {
            const std::string text =
                lowered(value.front() == '"' ? value.substr(1, value.size() - 2) : value);
            if (const auto seconds = readDuration(text, *unit))
                lengthen(wait, waitOf(*seconds));
        }
        return true;
    });
    return wait;
}

} // namespace

std::optional<SteadyNs>
parseRetryAfter(std::string_view value, std::string_view date, std::int64_t nowWallMs)
{
    const std::string_view text = trimmed(value, kBlanks);
    Reader reader(text);
    if (const auto seconds = reader.decimal())
        return reader.atEnd() ? waitOf(*seconds) : std::nullopt;
    const auto until = parseHttpDate(text, nowWallMs);
    if (!until)
        return std::nullopt;
    const std::int64_t now = parseHttpDate(date, nowWallMs).value_or(nowWallMs);
    return waitOf(static_cast<double>(*until - now) / 1000);
}

std::optional<SteadyNs> parseWaitText(std::string_view message, std::string_view data)
{
    std::optional<SteadyNs> wait = waitInProse(message);
    if (data.starts_with('{'))
        lengthen(wait, waitInObject(data, 0));
    else if (!data.starts_with('['))
        lengthen(wait, waitInProse(data));
    return wait;
}

} // namespace spillway
