// SPDX-License-Identifier: MIT
// Configurations of other programs: TOML of two kinds, YAML, lists of addresses.
#include "fuzz.h"
#include "spillway/configedit.h"
#include "spillway/importing.h"

using namespace spillway;
using fuzz::require;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    fuzz::Input input(data, size);
    static constexpr const char *kNames[] = {"config.toml", "config.yaml", "urls.txt"};
    const ImportResult result = importConfigText(input.rest().size() > 0 ? input.rest() : "",
                                                 kNames[input.byte() % std::size(kNames)]);
    require(result.error.empty() != result.text.empty(), "there is a text or a reason");
    if (result.error.empty())
        require(ConfigDocument(result.text).error().empty(), "what was imported parses");
    return 0;
}
