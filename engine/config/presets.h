// SPDX-License-Identifier: MIT
#pragma once

#include "spillway/config.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace spillway {

/// Public endpoints of one chain, from resources/presets.
struct Preset
{
    std::string name;
    std::string title; ///< as people write it
    std::vector<std::string> aliases;
    ChainKind kind = ChainKind::Evm;
    std::uint64_t chainId = 0;
    std::vector<std::string> urls;
    std::string checked; ///< date on which the addresses were last checked, may be empty
};

[[nodiscard]] const std::vector<Preset> &presets();
/// By name or alias, case-insensitive. Null: unknown.
[[nodiscard]] const Preset *findPreset(std::string_view nameOrAlias);
/// A runnable, commented config. Peers at tier 1 (0 is left for keyed providers), or ranked by list order.
[[nodiscard]] std::string presetConfigText(const Preset &preset, bool ranked);

} // namespace spillway
