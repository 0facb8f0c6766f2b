// SPDX-License-Identifier: MIT
#include "pipeline/largeanswer.h"

namespace spillway {
namespace {

void skipSpace(std::string_view &text)
{
    const auto at = text.find_first_not_of(" \t\r\n");
    text.remove_prefix(at == std::string_view::npos ? text.size() : at);
}

bool take(std::string_view &text, char c)
{
    skipSpace(text);
    if (text.empty() || text.front() != c)
        return false;
    text.remove_prefix(1);
    return true;
}

/// A string token without escapes, with its quotes.
std::string_view takeString(std::string_view &text)
{
    skipSpace(text);
    if (text.empty() || text.front() != '"')
        return {};
    const auto end = text.find_first_of("\"\\", 1);
    if (end == std::string_view::npos || text[end] == '\\')
        return {};
    const std::string_view token = text.substr(0, end + 1);
    text.remove_prefix(end + 1);
    return token;
}

std::string_view takeScalar(std::string_view &text)
{
    skipSpace(text);
    if (!text.empty() && text.front() == '"')
        return takeString(text);
    const std::string_view token = text.substr(0, text.find_first_of(",} \t\r\n"));
    text.remove_prefix(token.size());
    return token;
}

} // namespace

bool beginsWithResult(std::string_view prefix, std::string_view id)
{
    if (id.empty() || !take(prefix, '{'))
        return false;
    for (;;) {
        const std::string_view key = takeString(prefix);
        if (key.empty() || !take(prefix, ':'))
            return false;
        if (key == "\"result\"")
            return true;
        if (key != "\"id\"" && key != "\"jsonrpc\"")
            return false;
        const std::string_view value = takeScalar(prefix);
        if (key == "\"id\"" && value != id)
            return false;
        if (!take(prefix, ','))
            return false;
    }
}

} // namespace spillway
