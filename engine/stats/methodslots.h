// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace spillway {

/// Numbers for the names of methods, so that counting one is an array look-up. For the whole process, any thread, bounded: names
/// come from clients.
class MethodSlots
{
public:
    static constexpr std::size_t kCount = 256;
    static constexpr std::uint16_t kOthers = 0; ///< methods that got no number of their own

    /// `known`: the program knows the method. Unknown ones get at most a quarter of the numbers, long ones none.
    [[nodiscard]] static std::uint16_t of(std::string_view method, bool known);

    /// By number; the first one, of all others together, has an empty name. Those that nobody has are absent.
    [[nodiscard]] static std::vector<std::string> names();
};

} // namespace spillway
