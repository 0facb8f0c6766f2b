// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace spillway {

/// A small option reader for subcommands: long options with a value (`--x V`, `--x=V`), flags, positionals. Unknown
/// options and missing values are errors, as the contract asks: one line, exit code 2.
class Arguments
{
public:
    struct Spec
    {
        std::vector<std::string_view> withValue;
        std::vector<std::string_view> flags;
        std::size_t minPositionals = 0;
        std::size_t maxPositionals = 0;
    };

    /// Nothing with `error` set when the arguments do not fit.
    static std::optional<Arguments>
    parse(const std::vector<std::string> &arguments, const Spec &spec, std::string *error);

    [[nodiscard]] std::optional<std::string> value(std::string_view name) const;
    [[nodiscard]] bool has(std::string_view flag) const;

    [[nodiscard]] const std::vector<std::string> &positionals() const { return m_positionals; }

private:
    std::vector<std::pair<std::string, std::string>> m_values;
    std::vector<std::string> m_flags;
    std::vector<std::string> m_positionals;
};

} // namespace spillway
