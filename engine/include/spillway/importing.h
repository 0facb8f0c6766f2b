// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#pragma GCC visibility push(default) // part of libspillway's interface

namespace spillway {

/// A foreign configuration as Spillway's TOML. `$VAR`s stay as they were written; nothing is looked up in the environment.
struct ImportResult
{
    std::string text;    ///< TOML, ends with a line end; empty when `error` says why
    std::string dialect; ///< "CascadeRPC", "drm3 rpc-pool", "ethproxy", "URL list", "Spillway"
    /// What could not be kept or behaves differently, one sentence each. The same stands in the text as comments.
    std::vector<std::string> notes;
    std::string error; ///< one line; names the place where there is one
};

/// Reads a CascadeRPC TOML, a drm3 rpc-pool TOML, an ethproxy YAML (seeds S1, S3, S5) or a plain list of URLs, told apart by
/// content. Any thread. Never throws.
[[nodiscard]] ImportResult importConfig(const std::string &path);
/// The same for a text. `name` is what messages call the file.
[[nodiscard]] ImportResult importConfigText(std::string_view text, const std::string &name);

} // namespace spillway

#pragma GCC visibility pop
