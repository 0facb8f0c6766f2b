// SPDX-License-Identifier: MIT
#include "upstream/outcome.h"

#include <algorithm>

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

} // namespace

std::optional<std::uint64_t> parseSpanLimit(std::string_view message)
{
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
    std::string text(message.substr(0, kLongestText));
    std::ranges::transform(text, text.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
    });
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

} // namespace spillway
