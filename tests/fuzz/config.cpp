// SPDX-License-Identifier: MIT
// Configuration as it is read and as it is edited in place.
#include "config/configreader.h"
#include "fuzz.h"
#include "spillway/configedit.h"

using namespace spillway;
using fuzz::require;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::string text(reinterpret_cast<const char *>(data), size);
    ReadOptions options;
    options.variables = [](const std::string &) { return std::optional<std::string>("value"); };
    options.registerSecrets = false;
    const ReadResult read = readConfigText(text, "/nowhere/spillway.toml", options);
    require((read.config == nullptr) == hasErrors(read.issues),
            "a config is refused with a reason, or it is there");

    ConfigDocument document(text);
    require(document.text() == text, "a text is kept as it is");
    if (!document.error().empty())
        return 0;
    const bool hadNodes = document.arraySize("nodes") > 0;
    if (document.set("server.port", std::int64_t{18599}).empty()) {
        require(document.error().empty(), "an edit leaves a text that parses");
        require(document.integer("server.port") == 18599, "an edit says what was asked for");
        require((document.arraySize("nodes") > 0) == hadNodes, "an edit leaves the rest alone");
        require(document.remove("server.port").empty() && !document.has("server.port"),
                "a key that was set can be removed");
        require(document.error().empty(), "a removal leaves a text that parses");
    }
    return 0;
}
