// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace spillway::cache {

/// The first elements of a parameter list, raw. An absent list is an empty one.
class Params
{
public:
    static constexpr std::size_t kMost = 4;

    /// `text` is valid JSON, or empty; it must outlive this object.
    explicit Params(std::string_view text);

    /// False: an object, or something broken.
    [[nodiscard]] bool isList() const { return m_list; }

    /// Raw JSON; empty: not there.
    [[nodiscard]] std::string_view at(std::size_t index) const { return m_elements.at(index); }

private:
    std::array<std::string_view, kMost> m_elements;
    bool m_list = false;
};

/// What stands between the quotes of a raw JSON string without escapes; nothing for anything else.
[[nodiscard]] std::optional<std::string_view> plainString(std::string_view token);
/// A to Z in small letters, every other byte as it is.
[[nodiscard]] std::string lowerCase(std::string_view text);

} // namespace spillway::cache
