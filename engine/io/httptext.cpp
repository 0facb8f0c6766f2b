// SPDX-License-Identifier: MIT
#include "io/httptext.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <ctime>

namespace spillway::http {

namespace {

constexpr std::size_t kDateLength = 29;

constexpr char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
}

struct DateCache
{
    const Clock *clock = nullptr;
    SteadyNs from = 0;
    SteadyNs until = 0;
    std::array<char, kDateLength + 1> date{};
    std::string jsonHead;
};

void formatDate(std::array<char, kDateLength + 1> &out, std::int64_t wallMs)
{
    static constexpr std::array<const char *, 7> kDays{
        "Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    static constexpr std::array<const char *, 12> kMonths{
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    const auto seconds = static_cast<std::time_t>(wallMs / 1000);
    std::tm parts{};
    ::gmtime_r(&seconds, &parts);
    // The modulo changes nothing for real dates; it shows the compiler that the text fits.
    std::snprintf(out.data(),
                  out.size(),
                  "%s, %02u %s %04u %02u:%02u:%02u GMT",
                  kDays[static_cast<std::size_t>(parts.tm_wday)],
                  static_cast<unsigned>(parts.tm_mday) % 100U,
                  kMonths[static_cast<std::size_t>(parts.tm_mon)],
                  static_cast<unsigned>(parts.tm_year + 1900) % 10000U,
                  static_cast<unsigned>(parts.tm_hour) % 100U,
                  static_cast<unsigned>(parts.tm_min) % 100U,
                  static_cast<unsigned>(parts.tm_sec) % 100U);
}

/// The texts of this second.
const DateCache &dates(const Clock &clock, SteadyNs now)
{
    thread_local DateCache cache;
    if (cache.clock != &clock || now < cache.from || now >= cache.until) {
        const std::int64_t wallMs = std::max<std::int64_t>(clock.wallMs(), 0);
        formatDate(cache.date, wallMs);
        cache.jsonHead.assign("HTTP/1.1 200 OK\r\nDate: ")
            .append(cache.date.data(), kDateLength)
            .append("\r\nContent-Type: ")
            .append(kJsonType)
            .append("\r\nContent-Length: ");
        cache.clock = &clock;
        cache.from = now;
        cache.until = now + (1000 - wallMs % 1000) * kNsPerMs;
    }
    return cache;
}

} // namespace

bool equalsNoCaseSameSize(std::string_view a, std::string_view b)
{
    if (a == b)
        return true; // nearly everybody writes a name as the standard does
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (lower(a[i]) != lower(b[i]))
            return false;
    }
    return true;
}

std::optional<std::uint64_t> parseDecimal(std::string_view digits)
{
    std::uint64_t value = 0;
    const char *const end = digits.data() + digits.size();
    const auto [stop, error] = std::from_chars(digits.data(), end, value);
    if (error != std::errc() || stop != end)
        return std::nullopt;
    return value;
}

std::string_view listParameter(std::string_view list, std::string_view name)
{
    while (!list.empty()) {
        const std::size_t comma = list.find(',');
        const std::string_view item = trimmed(list.substr(0, comma));
        list = comma == std::string_view::npos ? std::string_view() : list.substr(comma + 1);
        const std::size_t equals = item.find('=');
        if (equals != std::string_view::npos && equalsNoCase(trimmed(item.substr(0, equals)), name))
            return trimmed(item.substr(equals + 1));
    }
    return {};
}

bool isTokenChar(char c)
{
    static constexpr auto kTable = characters("!#$%&'*+-.^_`|~");
    return kTable[static_cast<unsigned char>(c)];
}

std::string_view reasonPhrase(int status)
{
    switch (status) {
    case 200:
        return "OK";
    case 202:
        return "Accepted";
    case 204:
        return "No Content";
    case 304:
        return "Not Modified";
    case 400:
        return "Bad Request";
    case 401:
        return "Unauthorized";
    case 403:
        return "Forbidden";
    case 404:
        return "Not Found";
    case 405:
        return "Method Not Allowed";
    case 406:
        return "Not Acceptable";
    case 408:
        return "Request Timeout";
    case 409:
        return "Conflict";
    case 410:
        return "Gone";
    case 411:
        return "Length Required";
    case 413:
        return "Content Too Large";
    case 415:
        return "Unsupported Media Type";
    case 417:
        return "Expectation Failed";
    case 421:
        return "Misdirected Request";
    case 422:
        return "Unprocessable Content";
    case 426:
        return "Upgrade Required";
    case 429:
        return "Too Many Requests";
    case 431:
        return "Request Header Fields Too Large";
    case 500:
        return "Internal Server Error";
    case 501:
        return "Not Implemented";
    case 502:
        return "Bad Gateway";
    case 503:
        return "Service Unavailable";
    case 504:
        return "Gateway Timeout";
    case 505:
        return "HTTP Version Not Supported";
    default:
        return "Unknown";
    }
}

std::string_view dateText(const Clock &clock, SteadyNs now)
{
    return {dates(clock, now).date.data(), kDateLength};
}

std::string_view jsonAnswerHead(const Clock &clock, SteadyNs now)
{
    return dates(clock, now).jsonHead;
}

} // namespace spillway::http
