// SPDX-License-Identifier: MIT
#pragma once

#include "spillway/config.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace spillway {

/// How a config file is to be read.
struct ConfigLoadOptions
{
    bool allowNoNodes = false; ///< the desktop app may start without a node; the daemon may not
    /// A node whose variable is unset or whose price list cannot be read is switched off, and the issue becomes a warning: a
    /// window can show it, a daemon must not start half.
    bool switchOffBrokenNodes = false;
    /// Asked for a `$VAR` that neither the environment nor a `.env` has: the keychain, read beforehand. Any thread.
    std::function<std::optional<std::string>(const std::string &name)> keychain;
};

struct ConfigLoadResult
{
    std::shared_ptr<const Config> config; ///< null when there are errors
    std::vector<ConfigIssue> issues;      ///< every problem, in file order; warnings too
};

/// Reads and validates a config with the price lists it names. Variables come from the environment, then `.env` of the
/// working folder, then `.env` beside the file. Any thread. Never throws.
[[nodiscard]] ConfigLoadResult loadConfig(const std::string &path,
                                          const ConfigLoadOptions &options = {});

/// `--config`'s fallbacks: CONFIG_PATH (environment or `.env` of the working folder), else
/// `$XDG_CONFIG_HOME/spillway/spillway.toml`.
[[nodiscard]] std::string defaultConfigPath();

/// Where the usage of a config lives unless it names a state_dir: `$STATE_DIRECTORY` of a service, else a folder of its
/// own for each config file below `$XDG_STATE_HOME/spillway`, so that two configs never share books by accident.
[[nodiscard]] std::string defaultStateDir(const std::string &configPath);

/// A preset's runnable config for `spillwayd init`. Empty when the name is unknown.
[[nodiscard]] std::string presetConfig(const std::string &nameOrAlias, bool ranked);

struct PresetInfo
{
    std::string name;
    std::vector<std::string> aliases;
    std::uint64_t chainId = 0; ///< 0 for chains without one
    std::size_t endpoints = 0;
};

[[nodiscard]] std::vector<PresetInfo> listPresets();

} // namespace spillway
