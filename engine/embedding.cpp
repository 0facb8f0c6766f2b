// SPDX-License-Identifier: MIT
#include "spillway/embedding.h"

#include "config/configreader.h"
#include "config/presets.h"
#include "import/tomlwriter.h"

#include <QCryptographicHash>

#include <map>

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

constexpr std::size_t kMostRanks = 256; // one tier each

/// Host and port of a URL; without the port where it is the usual one of its scheme.
std::string addressOf(const std::string &url)
{
    const std::size_t scheme = url.find("://");
    const std::size_t from = scheme == std::string::npos ? 0 : scheme + 3;
    std::string authority = url.substr(from, url.find_first_of("/?#", from) - from);
    authority.erase(0, authority.rfind('@') + 1);
    const std::string host = import::hostOf(url);
    const std::size_t colon = authority.rfind(':');
    if (!authority.starts_with(host) || colon == std::string::npos || colon < host.size())
        return host;
    const std::string port = authority.substr(colon + 1);
    const bool usual = port == (url.starts_with("https:") ? "443" : "80");
    const bool number = !port.empty() && port.find_first_not_of("0123456789") == std::string::npos;
    return usual || !number ? host : host + ':' + port;
}

/// A node's books lie under its name, so it depends on the URL alone, not on its place in the list. Of a path, which may be a key, it has
/// but a hash.
std::string nodeName(const std::string &url, bool shared)
{
    std::string name = addressOf(url);
    if (shared) {
        const QByteArray hash =
            QCryptographicHash::hash(QByteArray::fromStdString(url), QCryptographicHash::Sha256);
        name += '-' + hash.toHex().left(6).toStdString();
    }
    return name;
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
    if (order == PoolOrder::Ranked && urls.size() > kMostRanks) {
        ConfigIssue issue;
        issue.message = "a ranked pool takes at most " + std::to_string(kMostRanks)
                        + " URLs, and these are " + std::to_string(urls.size())
                        + "; with PoolOrder::Peers there may be more";
        return {nullptr, {std::move(issue)}};
    }
    std::map<std::string, int> sharers;
    for (const std::string &url : urls)
        ++sharers[addressOf(url)];
    import::NodeNames names;
    std::string text;
    std::int64_t tier = 0;
    for (const std::string &url : urls) {
        import::TomlTable node("[[nodes]]");
        node.text("name", names.take(nodeName(url, sharers[addressOf(url)] > 1), url))
            .text("url", url)
            .integer("tier", tier);
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
