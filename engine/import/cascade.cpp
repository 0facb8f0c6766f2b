// SPDX-License-Identifier: MIT
#include "import/dialects.h"
#include "import/tomlwriter.h"
#include "spillway/config.h"

#include <set>
#include <string_view>

namespace spillway::import {
namespace {

const std::set<std::string_view> kTables{"server", "nodes"};
const std::set<std::string_view> kServerKeys{"host", "port", "enable_metrics"};
const std::set<std::string_view> kNodeKeys{"name",
                                           "url",
                                           "tier",
                                           "rps_limit",
                                           "max_concurrent",
                                           "monthly_limit",
                                           "reset_day",
                                           "provider_pricing_path"};

/// CascadeRPC knows $NAME alone, and takes these as they are.
bool readsDollarsOtherwise(std::string_view url)
{
    return url.find("${") != url.npos || url.find("$$") != url.npos || url.ends_with('$');
}

/// Takes the keys out that Spillway's reader would refuse.
void keepOnly(ConfigDocument &document,
              const std::string &table,
              const std::set<std::string_view> &known,
              ImportResult &result)
{
    for (const std::string &key : document.keys(table)) {
        if (known.contains(key))
            continue;
        const std::string path = table.empty() ? key : table + '.' + key;
        const int line = document.line(path);
        if (document.remove(path).empty())
            result.notes.push_back(leftOutNote(path, line));
    }
}

} // namespace

ImportResult fromCascade(ConfigDocument document)
{
    ImportResult result{.text = {}, .dialect = "CascadeRPC", .notes = {}, .error = {}};
    keepOnly(document, {}, kTables, result);
    keepOnly(document, "server", kServerKeys, result);
    for (std::size_t i = 0; i < document.arraySize("nodes"); ++i) {
        const std::string node = "nodes[" + std::to_string(i) + "]";
        keepOnly(document, node, kNodeKeys, result);
        if (readsDollarsOtherwise(document.string(node + ".url").value_or("")))
            result.notes.push_back(variableNote(node + ".url", document.line(node + ".url")));
    }

    ServerConfig probe;
    probe.host = document.string("server.host").value_or(probe.host);
    if (probe.host.find('$') == std::string::npos && !probe.isLoopback()) {
        result.error = document.set("server.allow_unauthenticated", true);
        result.notes.push_back(exposedNote(probe.host));
    }
    if (document.has("nodes[0].provider_pricing_path")) {
        result.notes.push_back({ImportNote::Kind::PriceLists,
                                {},
                                "price lists are read as they are, from the folder of this file "
                                "or the working folder: keep them where they were, or move them "
                                "along"});
    }
    result.notes.push_back(
        {ImportNote::Kind::TakeUsage,
         {},
         "take the usage over with: spillwayd usage import quotas.json --config THIS-FILE"});
    result.text = document.text();
    return result;
}

} // namespace spillway::import
