// SPDX-License-Identifier: MIT
#pragma once

#include "spillway/providers.h"

#include <map>
#include <string>
#include <vector>

namespace spillway::config {

struct Network
{
    std::string chain;
    std::uint64_t chainId = 0;
    std::string name;
};

/// How an address of a provider looks; see the head of resources/providers.toml.
struct UrlShape
{
    std::string host;
    std::string path;
    std::string keyQuery;
    std::string networkQuery;
    std::string network;
    std::string ws;
};

struct ProviderData
{
    std::string id;
    std::vector<UrlShape> shapes;
    std::map<std::string, std::string, std::less<>> labels; ///< to names of networks
};

struct ProviderBook
{
    std::vector<ProviderInfo> infos;
    std::vector<ProviderData> providers; ///< in the same order
    std::map<std::string, Network, std::less<>> networks;
    std::vector<std::string> problems; ///< of the data file; a test wants none
};

[[nodiscard]] const ProviderBook &providerBook();

} // namespace spillway::config
