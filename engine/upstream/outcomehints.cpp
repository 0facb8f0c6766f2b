// SPDX-License-Identifier: MIT
#include "upstream/outcome.h"

#include <algorithm>
#include <charconv>

namespace spillway {
namespace {

constexpr std::size_t kLongestText = 2048;
constexpr std::size_t kMostDigits = 15;

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

std::string_view withoutFiller(std::string_view text)
{
    constexpr std::string_view kFillers[] = {" ", ":", "=", "a ", "the ", "is "};
    for (bool skipped = true; skipped;) {
        skipped = false;
        for (const std::string_view filler : kFillers) {
            if (text.starts_with(filler)) {
                text.remove_prefix(filler.size());
                skipped = true;
            }
        }
    }
    return text;
}

/// The number at the front ("10000", "10,000", "10k"), unless it counts something else than blocks.
std::optional<std::uint64_t> spanAt(std::string_view text)
{
    std::uint64_t span = 0;
    std::size_t digits = 0;
    std::size_t at = 0;
    for (; at < text.size() && (isDigit(text[at]) || (digits > 0 && text[at] == ',')); ++at) {
        if (text[at] == ',')
            continue;
        if (++digits > kMostDigits)
            return std::nullopt;
        span = span * 10 + static_cast<std::uint64_t>(text[at] - '0');
    }
    text.remove_prefix(at);
    if (text.starts_with('k')) {
        span *= 1000;
        text.remove_prefix(1);
    }
    constexpr std::string_view kOthers[] = {
        " result", " log", " event", " item", " record", " address", " byte", " mb"};
    const bool foreign =
        std::ranges::any_of(kOthers, [&](std::string_view word) { return text.starts_with(word); });
    return span == 0 || foreign ? std::nullopt : std::optional(span);
}

std::string lowerCase(std::string_view message)
{
    std::string text(message.substr(0, kLongestText));
    std::ranges::transform(text, text.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
    });
    return text;
}

/// The quantity at the front, which is taken off.
std::optional<std::uint64_t> takeQuantity(std::string_view &text)
{
    text.remove_prefix(std::min(text.find_first_not_of(" \"'"), text.size()));
    if (!text.starts_with("0x"))
        return std::nullopt;
    std::uint64_t value = 0;
    const auto read = std::from_chars(text.data() + 2, text.data() + text.size(), value, 16);
    if (read.ec != std::errc())
        return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(read.ptr - text.data()));
    text.remove_prefix(std::min(text.find_first_not_of(" \"'"), text.size()));
    return value;
}

/// Blocks of a range that the text proposes: "[0x1, 0x5]".
std::optional<std::uint64_t> proposedSpan(std::string_view text)
{
    for (auto at = text.find('['); at != std::string_view::npos; at = text.find('[', at + 1)) {
        std::string_view rest = text.substr(at + 1);
        const auto from = takeQuantity(rest);
        if (!from || !rest.starts_with(','))
            continue;
        rest.remove_prefix(1);
        const auto to = takeQuantity(rest);
        if (to && *to >= *from && *to - *from < UINT64_MAX)
            return *to - *from + 1;
    }
    return std::nullopt;
}

} // namespace

std::optional<std::uint64_t> parseSpanLimit(std::string_view message)
{
    std::string text = lowerCase(message);
    // From the plainest to the vaguest: a text may name the refused span, too.
    constexpr std::string_view kLeads[] = {"limit of",
                                           "limited to",
                                           "up to",
                                           "maximum of",
                                           "max of",
                                           "at most",
                                           "maximum",
                                           "limit",
                                           "max",
                                           "larger than",
                                           "over",
                                           "exceeds",
                                           "block range"};
    for (const std::string_view lead : kLeads) {
        for (std::size_t at = text.find(lead); at != std::string::npos;
             at = text.find(lead, at + 1)) {
            if (const auto span =
                    spanAt(withoutFiller(std::string_view(text).substr(at + lead.size()))))
                return span;
        }
    }
    return std::nullopt;
}

LogsLesson readLogsLesson(std::string_view message, std::uint64_t asked)
{
    constexpr std::string_view kCounted[] = {"result",
                                             "response",
                                             "returned more than",
                                             "too many logs",
                                             "too many events",
                                             "log entries",
                                             "max logs",
                                             "logs over",
                                             "timeout",
                                             "timed out",
                                             "took too long"};
    constexpr std::string_view kRange[] = {"range", "block", "distance"};
    const std::string text = lowerCase(message);
    const auto names = [&](std::string_view word) { return text.find(word) != std::string::npos; };
    LogsLesson lesson;
    // What does not speak of blocks may be about anything: other queries must not suffer for it.
    lesson.dense = std::ranges::any_of(kCounted, names) || std::ranges::none_of(kRange, names);
    const auto useful = [asked](std::optional<std::uint64_t> span) {
        return span && *span < asked ? *span : 0;
    };
    lesson.blocks = std::max(useful(parseSpanLimit(message)), useful(proposedSpan(text)));
    if (lesson.blocks == 0)
        lesson.blocks = std::max<std::uint64_t>(asked / 2, 1);
    return lesson;
}

} // namespace spillway
