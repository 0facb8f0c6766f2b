// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

namespace spillway::fuzz {

/// What must hold for every input. A breach ends the run, and the input is kept.
inline void require(bool holds, const char *what)
{
    if (holds)
        return;
    std::fprintf(stderr, "broken: %s\n", what);
    std::abort();
}

/// Takes an input apart: numbers from its front, texts that end with a zero byte.
class Input
{
public:
    Input(const std::uint8_t *data, std::size_t size)
        : m_rest(reinterpret_cast<const char *>(data), size)
    {}

    std::uint8_t byte()
    {
        if (m_rest.empty())
            return 0;
        const auto value = static_cast<std::uint8_t>(m_rest.front());
        m_rest.remove_prefix(1);
        return value;
    }

    std::string_view text()
    {
        const std::size_t end = m_rest.find('\0');
        const std::string_view found = m_rest.substr(0, end);
        m_rest.remove_prefix(end == std::string_view::npos ? m_rest.size() : end + 1);
        return found;
    }

    [[nodiscard]] std::string_view rest() const { return m_rest; }

private:
    std::string_view m_rest;
};

/// An empty view may point anywhere; any other must lie inside one of the owners.
inline bool liesIn(std::string_view view, std::string_view owner)
{
    const auto begin = reinterpret_cast<std::uintptr_t>(view.data());
    const auto from = reinterpret_cast<std::uintptr_t>(owner.data());
    return view.empty() || (begin >= from && begin + view.size() <= from + owner.size());
}

} // namespace spillway::fuzz
