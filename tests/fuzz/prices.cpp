// SPDX-License-Identifier: MIT
// Price lists, as a node of a config names them.
#include "config/configreader.h"
#include "fuzz.h"

using namespace spillway;
using fuzz::require;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    static const std::string config = "[[nodes]]\nname = \"a\"\nurl = \"http://127.0.0.1:1/\"\n"
                                      "provider_pricing_path = \"prices.toml\"\n";
    ReadOptions options;
    options.registerSecrets = false;
    options.texts["/nowhere/prices.toml"].assign(reinterpret_cast<const char *>(data), size);
    const ReadResult read = readConfigText(config, "/nowhere/spillway.toml", options);
    require((read.config == nullptr) == hasErrors(read.issues),
            "a list is refused with a reason, or it is there");
    if (!read.config)
        return 0;
    const auto prices = read.config->nodes.front().prices;
    require(prices && prices->spilloverPercent >= 1 && prices->spilloverPercent <= 100,
            "the threshold is a share of the limit");
    return 0;
}
