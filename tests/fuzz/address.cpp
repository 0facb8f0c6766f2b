// SPDX-License-Identifier: MIT
// Addresses that people paste: a key that was found is never shown.
#include "fuzz.h"
#include "spillway/providers.h"

using namespace spillway;
using fuzz::require;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char *>(data), size);
    const DetectedUrl found = detectUrl(text);
    require(!found.isUrl || !found.url.empty() || !found.problem.empty(),
            "an address is there, or a reason");
    require(found.keyStart <= found.url.size(), "the key stands in the address");
    const std::string masked = maskedUrl(found.isUrl ? std::string_view(found.url) : text);
    // The same text may also stand where everybody sees it, as a host.
    const bool once = found.url.find(found.key) == found.url.rfind(found.key);
    if (found.isUrl && found.key.size() >= 12 && found.key.front() != '$' && once)
        require(masked.find(found.key) == std::string::npos, "a masked address has no key");
    return 0;
}
