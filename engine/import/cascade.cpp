// SPDX-License-Identifier: MIT
#include "import/dialects.h"
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
            result.notes.push_back(path + " (line " + std::to_string(line)
                                   + ") is not a key of CascadeRPC: left out");
    }
}

} // namespace

ImportResult fromCascade(ConfigDocument document)
{
    ImportResult result{.text = {}, .dialect = "CascadeRPC", .notes = {}, .error = {}};
    keepOnly(document, {}, kTables, result);
    keepOnly(document, "server", kServerKeys, result);
    for (std::size_t i = 0; i < document.arraySize("nodes"); ++i)
        keepOnly(document, "nodes[" + std::to_string(i) + "]", kNodeKeys, result);

    ServerConfig probe;
    probe.host = document.string("server.host").value_or(probe.host);
    if (probe.host.find('$') == std::string::npos && !probe.isLoopback()) {
        result.error = document.set("server.allow_unauthenticated", true);
        result.notes.push_back(
            "it listens to other machines without asking for a token, as the original did: anybody "
            "who "
            "reaches "
            + probe.host
            + " can spend the keys below; put tokens into [server.auth], or host = "
              "\"127.0.0.1\"");
    }
    if (document.has("nodes[0].provider_pricing_path")) {
        result.notes.emplace_back("price lists are read as they are, from the folder of this file "
                                  "or the working folder: keep them "
                                  "where they were, or move them along");
    }
    result.notes.emplace_back(
        "take the usage over with: spillwayd usage import quotas.json --config THIS-FILE");
    result.text = document.text();
    return result;
}

} // namespace spillway::import
