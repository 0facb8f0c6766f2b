// SPDX-License-Identifier: MIT
#pragma once

#include "config/pricebook.h"
#include "config/section.h"

#include <string>
#include <vector>

namespace spillway::config {

inline constexpr std::int64_t kDayMs = 86400000;

/// What the readers of the parts share.
struct Paths
{
    std::string configFolder;
    std::string defaultStateDir;
};

/// Also checks that a listener others can reach asks for tokens. Needs the chains, which tokens may name.
[[nodiscard]] ServerConfig
readServer(Section server, const std::vector<ChainConfig> &chains, const Paths &paths);
[[nodiscard]] RoutingConfig
readRouting(Section routing, const Paths &paths, std::string &outcomeRulesPath);
[[nodiscard]] HealthConfig readHealth(Section health);
[[nodiscard]] SecurityConfig readSecurity(Section security);
[[nodiscard]] CorsConfig readCors(Section cors);
[[nodiscard]] LogConfig readLog(Section section);
[[nodiscard]] CacheConfig readCache(Section cache, const std::string &stateDir, const Paths &paths);
/// In file order; one generic chain "default" when the file names none.
[[nodiscard]] std::vector<ChainConfig> readChains(Section &root);
[[nodiscard]] std::vector<NodeConfig> readNodes(Section &root,
                                                const std::vector<ChainConfig> &chains,
                                                const Paths &paths,
                                                PriceBook &prices,
                                                bool switchOffBroken);

/// `{ allow, deny }`, or an array that stands for allow.
[[nodiscard]] MethodFilter readMethods(Section &owner, std::string_view name);
/// Reports a chain that does not exist. True: it does.
bool checkChain(Reading &reading, const Text &name, const std::vector<ChainConfig> &chains);
/// A name for people and metrics: not empty, at most 128 bytes, no control characters, no blanks around it.
[[nodiscard]] Finding nameProblem(std::string_view name);
/// The choices of `balance`, which stand in two sections.
bool readBalance(Section &section, Balance &out);
/// Whether a path belongs to an endpoint of the engine itself.
[[nodiscard]] bool isReservedPath(std::string_view path);

} // namespace spillway::config
