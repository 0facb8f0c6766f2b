// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace spillway::commands {

/// Each runs one subcommand of spillwayd and returns the exit code. `arguments` are those behind its name.
int run(const std::vector<std::string> &arguments);
int check(const std::vector<std::string> &arguments);
int presets(const std::vector<std::string> &arguments);
int init(const std::vector<std::string> &arguments);
int call(const std::vector<std::string> &arguments);
int importForeign(const std::vector<std::string> &arguments);
int usage(const std::vector<std::string> &arguments);

} // namespace spillway::commands
