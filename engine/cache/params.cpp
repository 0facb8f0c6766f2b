// SPDX-License-Identifier: MIT
#include "cache/params.h"

#include "rpc/jsonscan.h"

#include <algorithm>

namespace spillway::cache {

Params::Params(std::string_view text)
{
    if (text.empty()) {
        m_list = true;
        return;
    }
    rpc::Scanner scanner(text);
    std::size_t index = 0;
    m_list = scanner.elements([&] {
        const char *const begin = scanner.position();
        if (!scanner.skipValue())
            return false;
        if (index < kMost)
            m_elements.at(index) = {begin, static_cast<std::size_t>(scanner.position() - begin)};
        ++index;
        return true;
    });
}

std::optional<std::string_view> plainString(std::string_view token)
{
    if (token.size() < 2 || token.front() != '"' || token.back() != '"')
        return std::nullopt;
    token = token.substr(1, token.size() - 2);
    if (token.find('\\') != std::string_view::npos)
        return std::nullopt;
    return token;
}

std::string lowerCase(std::string_view text)
{
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
    });
    return out;
}

} // namespace spillway::cache
