// SPDX-License-Identifier: MIT
#pragma once

#include "spillway/config.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#pragma GCC visibility push(default) // part of libspillway's interface

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

struct KeyringAnswer
{
    std::map<std::string, Secret> found; ///< names without an entry are absent
    std::string problem;                 ///< why the keyring could not be asked; goes to the log
};

/// Reads the entries of these names from a keyring: blocks, within bounds. Any thread.
using KeyringReader = std::function<KeyringAnswer(const std::vector<std::string> &names)>;

/// What loadConfig asks, once a load, for the variables that neither environment nor `.env` has, when its options name no
/// keychain. Reloads ask it too. Set before the first load.
void setKeyringReader(KeyringReader reader);

/// Reads and validates a config with the price lists it names. Variables come from the environment, then `.env` of the
/// working folder, then `.env` beside the file, then the keyring. Any thread. Never throws.
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

#pragma GCC visibility pop
