// SPDX-License-Identifier: MIT
#pragma once

#include "spillway/config.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace spillway {

/// Where `$NAME` and `${NAME}` are looked up. Later sources (the keychain) are added by the caller.
using VariableLookup = std::function<std::optional<std::string>(const std::string &name)>;

/// Environment of the process, then `.env` of the working folder, then `.env` beside `configFile`. Problems of these files go
/// to `issues`, or to the log.
[[nodiscard]] VariableLookup processVariables(const std::string &configFile = {},
                                              std::vector<ConfigIssue> *issues = nullptr);

/// Reads a `.env` text: NAME=value lines, `export`, quotes, comments. Malformed lines are reported.
[[nodiscard]] std::map<std::string, std::string>
parseDotEnv(const std::string &text, const std::string &file, std::vector<ConfigIssue> &issues);

struct ReadOptions
{
    VariableLookup variables;
    bool allowNoNodes = false; ///< the desktop app may start empty
    /// A node that lacks a variable or its price list is switched off, with warnings instead of errors.
    bool switchOffBrokenNodes = false;
    /// Price lists that are not in their files yet, by clean absolute path.
    std::map<std::string, std::string> texts;
    std::string defaultStateDir; ///< used when [server] state_dir is absent
    bool registerSecrets =
        true; ///< false for drafts that are checked while a user still types them
};

struct ReadResult
{
    std::shared_ptr<const Config> config; ///< null when there are errors
    std::vector<ConfigIssue>
        issues; ///< every problem of the config and of all price files, in file order
};

/// Reads and validates a config with the price files it names. Bounds the nesting depth before toml11 sees the
/// text. Registers every secret with redact. Never throws.
[[nodiscard]] ReadResult readConfigFile(const std::string &path, const ReadOptions &options);
[[nodiscard]] ReadResult
readConfigText(const std::string &text, const std::string &path, const ReadOptions &options);

/// Reads one price list: a file, or `builtin:NAME` for a shipped one. Null: it has errors.
[[nodiscard]] std::shared_ptr<const PriceList> readPriceFile(const std::string &path,
                                                             std::vector<ConfigIssue> &issues);

/// Names NAME of the shipped lists `builtin:NAME`, sorted.
[[nodiscard]] std::vector<std::string> builtinPriceLists();

} // namespace spillway
