// SPDX-License-Identifier: MIT
#include "spillway/embedding.h"

#include "config/configreader.h"
#include "config/presets.h"
#include "import/tomlwriter.h"

namespace spillway {
namespace {

/// A pool without a file. Its books lie where those of a config of that name in the working folder would.
ConfigLoadResult read(const std::string &text)
{
    const std::string name = "pool.toml";
    ReadOptions options;
    options.variables = processVariables(name);
    options.defaultStateDir = defaultStateDir(name);
    ReadResult result = readConfigText(text, name, options);
    if (!result.config)
        return {nullptr, std::move(result.issues)};
    const auto config = std::make_shared<Config>(*result.config);
    config->file.clear(); // nothing to watch
    return {config, std::move(result.issues)};
}

} // namespace

ConfigLoadResult presetPool(const std::string &nameOrAlias, PoolOrder order)
{
    if (const Preset *preset = findPreset(nameOrAlias))
        return read(presetConfigText(*preset, order == PoolOrder::Ranked));
    std::string known;
    for (const Preset &preset : presets())
        known += (known.empty() ? "" : ", ") + preset.name;
    ConfigIssue issue;
    issue.message = "there is no preset \"" + nameOrAlias + "\"; known are " + known;
    return {nullptr, {std::move(issue)}};
}

ConfigLoadResult urlPool(const std::vector<std::string> &urls, PoolOrder order)
{
    import::NodeNames names;
    std::string text;
    std::int64_t tier = 0;
    for (const std::string &url : urls) {
        import::TomlTable node("[[nodes]]");
        node.text("name", names.take({}, url)).text("url", url).integer("tier", tier);
        text += node.toml();
        tier += order == PoolOrder::Ranked ? 1 : 0;
    }
    return read(text);
}

ConfigLoadResult textPool(const std::string &toml)
{
    return read(toml);
}

} // namespace spillway
