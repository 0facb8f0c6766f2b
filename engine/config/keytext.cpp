// SPDX-License-Identifier: MIT
#include "config/keytext.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace spillway::config {
namespace {

constexpr std::size_t kShortestKey = 20;
// Words and names stay below this many bits in a character of 20 or more; random hexadecimal digits do not.
constexpr double kLeastEntropy = 2.8;

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isUpper(char c)
{
    return c >= 'A' && c <= 'Z';
}

bool isLower(char c)
{
    return c >= 'a' && c <= 'z';
}

char lowered(char c)
{
    return isUpper(c) ? static_cast<char>(c - 'A' + 'a') : c;
}

std::string lowered(std::string_view text)
{
    std::string out;
    for (const char c : text)
        out += lowered(c);
    return out;
}

double entropy(std::string_view text)
{
    std::array<int, 256> counts{};
    for (const char c : text)
        ++counts[static_cast<unsigned char>(c)];
    double bits = 0;
    for (const int count : counts) {
        if (count > 0) {
            const double share = static_cast<double>(count) / static_cast<double>(text.size());
            bits -= share * std::log2(share);
        }
    }
    return bits;
}

/// Digits within letters, or capitals within small letters: words have neither.
bool isMixed(std::string_view piece)
{
    int changes = 0;
    for (std::size_t i = 1; i < piece.size(); ++i) {
        const bool digits = isDigit(piece[i]) != isDigit(piece[i - 1]);
        const bool capital = isUpper(piece[i]) && isLower(piece[i - 1]);
        changes += digits || capital ? 1 : 0;
    }
    return changes >= 2;
}

std::size_t mixedCharacters(std::string_view text)
{
    std::size_t mixed = 0;
    while (!text.empty()) {
        const auto end = std::min(text.find_first_of("-_.~"), text.size());
        const std::string_view piece = text.substr(0, end);
        if (isMixed(piece) || std::count_if(piece.begin(), piece.end(), isDigit) >= 8)
            mixed += piece.size();
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return mixed;
}

bool isHex(std::string_view text)
{
    return std::all_of(text.begin(), text.end(), [](char c) {
        return isDigit(c) || (lowered(c) >= 'a' && lowered(c) <= 'f');
    });
}

bool isUuid(std::string_view text)
{
    return text.size() == 36 && text[8] == '-' && text[13] == '-' && text[18] == '-'
           && text[23] == '-' && isHex(text.substr(0, 8)) && isHex(text.substr(9, 4))
           && isHex(text.substr(14, 4)) && isHex(text.substr(19, 4)) && isHex(text.substr(24));
}

} // namespace

bool looksRandom(std::string_view text)
{
    if (isUuid(text) || (text.size() == 32 && isHex(text)))
        return true;
    const bool characters = std::all_of(text.begin(), text.end(), [](char c) {
        return isDigit(c) || isUpper(c) || isLower(c)
               || std::string_view("-_.~+/=%").find(c) != std::string_view::npos;
    });
    return characters && text.size() >= kShortestKey && entropy(text) >= kLeastEntropy
           && mixedCharacters(text) * 2 >= text.size();
}

bool isKeyName(std::string_view name)
{
    constexpr std::array<std::string_view, 14> kNames{"key",
                                                      "apikey",
                                                      "api-key",
                                                      "api_key",
                                                      "dkey",
                                                      "token",
                                                      "access_token",
                                                      "access-token",
                                                      "auth",
                                                      "secret",
                                                      "password",
                                                      "pass",
                                                      "app_key",
                                                      "projectid"};
    return std::find(kNames.begin(), kNames.end(), lowered(name)) != kNames.end();
}

bool isVariable(std::string_view text)
{
    if (!text.starts_with('$') || text.size() < 2)
        return false;
    text.remove_prefix(1);
    if (text.starts_with('{')) {
        if (!text.ends_with('}'))
            return false;
        text = text.substr(1, text.size() - 2);
    }
    return !text.empty() && !isDigit(text.front())
           && std::all_of(text.begin(), text.end(), [](char c) {
                  return isDigit(c) || isUpper(c) || isLower(c) || c == '_';
              });
}

bool isPlaceholder(std::string_view text)
{
    const std::string low = lowered(text);
    const bool brackets = low.starts_with('<') || low.starts_with("%3c") || low.starts_with('{')
                          || low.starts_with("%7b");
    const bool words =
        low.find("your") != std::string::npos
        && (low.find("key") != std::string::npos || low.find("token") != std::string::npos);
    return brackets || words || low == "api_key" || low == "api-key" || low == "apikey"
           || low == "xxx";
}

} // namespace spillway::config
