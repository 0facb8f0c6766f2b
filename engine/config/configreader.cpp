// SPDX-License-Identifier: MIT
#include "config/configreader.h"

#include "config/configparts.h"
#include "config/tomltext.h"

#include <utility>

namespace spillway {
namespace config {
namespace {

/// Names under which other pools keep their upstreams.
void addHints(Section &root)
{
    for (const char *name : {"endpoints", "endpoint", "upstreams", "upstream", "node"})
        root.hint(
            name,
            {ConfigProblem::NodesSpelling,
             "nodes are written as [[nodes]]; `spillwayd import` converts configs of other pools"});
    root.hint(
        "listen",
        {ConfigProblem::ListenSpelling, "the address is written as host and port under [server]"});
    for (const char *name :
         {"host", "port", "request_timeout_ms", "attempt_timeout_ms", "enable_metrics"})
        root.hint(name, {ConfigProblem::BelongsUnder, "it belongs under [server]", {"server"}});
    root.hint("max_retries",
              {ConfigProblem::BelongsUnder, "it belongs under [routing]", {"routing"}});
}

/// Whether anything stands under `nodes`, be it right or wrong.
bool hasNodes(const toml::value &document)
{
    if (!document.contains("nodes"))
        return false;
    const toml::value &nodes = document.at("nodes");
    return !nodes.is_array() || !nodes.as_array(std::nothrow).empty();
}

/// The file's own order of sections decides nothing; the order here does: tokens and nodes name chains.
std::shared_ptr<Config> readDocument(Reading &reading,
                                     const toml::value &document,
                                     const std::string &path,
                                     const ReadOptions &options)
{
    const Paths paths{folderOf(path), options.defaultStateDir};
    auto out = std::make_shared<Config>();
    out->file = path;
    Section root(reading, &document, {}, 1);
    addHints(root);
    out->chains = readChains(root);
    out->server = readServer(root.table("server"), out->chains, paths);
    out->routing = readRouting(root.table("routing"), paths, out->outcomeRulesPath);
    out->health = readHealth(root.table("health"));
    out->security = readSecurity(root.table("security"));
    out->cors = readCors(root.table("cors"));
    out->log = readLog(root.table("log"));
    out->cache = readCache(root.table("cache"), out->server.stateDir, paths);
    PriceBook prices(path, options.texts);
    out->nodes = readNodes(root, out->chains, paths, prices, options.switchOffBrokenNodes);
    if (out->nodes.empty() && !options.allowNoNodes && !hasNodes(document))
        root.error(
            "nodes",
            {ConfigProblem::NoNode, "there is no node: add a [[nodes]] section with name and url"});
    root.finish();
    return out;
}

} // namespace
} // namespace config

ReadResult
readConfigText(const std::string &text, const std::string &path, const ReadOptions &options)
{
    ReadResult result;
    config::Reading reading(path, options.variables, options.registerSecrets);
    const auto document = config::parseToml(text, path, reading.issues());
    std::shared_ptr<const Config> read;
    if (document)
        read = config::readDocument(reading, *document, path, options);
    result.issues = reading.takeIssues();
    if (!hasErrors(result.issues))
        result.config = std::move(read);
    return result;
}

ReadResult readConfigFile(const std::string &path, const ReadOptions &options)
{
    std::string problem;
    if (const auto text = config::readTextFile(path, problem))
        return readConfigText(*text, path, options);
    ReadResult result;
    result.issues.push_back({ConfigIssue::Severity::Error, path, 0, {}, problem});
    return result;
}

} // namespace spillway
