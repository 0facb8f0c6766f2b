// SPDX-License-Identifier: MIT
#include "import/dialects.h"
#include "import/tomlwriter.h"

#include <algorithm>
#include <set>

namespace spillway::import {
namespace {

constexpr std::int64_t kAttemptMs = 15000; // the dialect's default
constexpr std::int64_t kMaxTries = 4;      // attempts that one request has time for
const std::set<std::string, std::less<>> kPoolKeys{"listen",
                                                   "request_timeout_ms",
                                                   "max_retries",
                                                   "demotion_threshold",
                                                   "rollup_window_s",
                                                   "endpoints"};
const std::set<std::string, std::less<>> kEndpointKeys{
    "url", "label", "priority", "max_in_flight", "max_rps", "capabilities", "auth"};

void noteOthers(const ConfigDocument &document,
                const std::string &table,
                const std::set<std::string, std::less<>> &known,
                ImportResult &result)
{
    for (const std::string &key : document.keys(table)) {
        if (known.contains(key))
            continue;
        const std::string path = table.empty() ? key : table + '.' + key;
        result.notes.push_back({ImportNote::Kind::LeftOut,
                                {path, std::string()},
                                path + " is not known to Spillway: left out"});
    }
}

std::string
node(const ConfigDocument &document, const std::string &at, NodeNames &names, ImportResult &result)
{
    TomlTable table("[[nodes]]");
    const std::string url = document.string(at + ".url").value_or("");
    if (url.empty()) {
        result.error = at + " (line " + std::to_string(document.line(at)) + ") has no url";
        return {};
    }
    table.text("name", names.take(document.string(at + ".label").value_or(""), url));
    table.text("url", url);
    table.integer("tier",
                  std::clamp<std::int64_t>(document.integer(at + ".priority").value_or(0), 0, 255));
    if (const auto cap = document.integer(at + ".max_in_flight"); cap && *cap > 0)
        table.integer("max_in_flight", *cap);
    if (const auto rps = document.number(at + ".max_rps"))
        table.number("rps_limit", std::max(1.0, *rps)); // the dialect takes 0 for 1
    if (const auto methods = document.strings(at + ".capabilities"); !methods.empty())
        table.texts("capabilities", methods);
    if (document.has(at + ".auth"))
        table.raw("auth", document.raw(at + ".auth"));
    noteOthers(document, at, kEndpointKeys, result);
    return table.toml();
}

} // namespace

ImportResult fromRpcPool(const ConfigDocument &document)
{
    ImportResult result{.text = {}, .dialect = "drm3 rpc-pool", .notes = {}, .error = {}};
    noteOthers(document, {}, kPoolKeys, result);

    const auto count = static_cast<std::int64_t>(document.arraySize("endpoints"));
    const std::int64_t tries = document.integer("max_retries").value_or(0);
    const std::int64_t attempt =
        std::max<std::int64_t>(1, document.integer("request_timeout_ms").value_or(kAttemptMs));

    TomlTable server("[server]");
    const std::string listen = document.string("listen").value_or("127.0.0.1:8545");
    const auto [host, port] = splitListen(listen);
    if (port == 0)
        result.notes.push_back(
            {ImportNote::Kind::ListenUnread,
             {listen},
             "listen = " + quoted(listen)
                 + " has no port that can be read: the default address is used"});
    writeListener(server, port == 0 ? std::string() : host, port, result.notes);
    server.comment(
        "request_timeout_ms was the time of one attempt; here it is the time of the whole request");
    server.integer("request_timeout_ms",
                   attempt * std::clamp<std::int64_t>(tries > 0 ? tries : count, 2, kMaxTries));
    server.integer("attempt_timeout_ms", attempt);
    if (const auto window = document.integer("rollup_window_s"))
        server.integer("rollup_window_s", *window);

    TomlTable routing("[routing]");
    routing.text("balance", "least_in_flight");
    if (tries > 1)
        routing.integer("max_retries", tries - 1);
    if (tries == 1)
        result.notes.push_back(
            {ImportNote::Kind::OneNode,
             {},
             "max_retries = 1 asked for one node only; Spillway tries at least one other node"});
    if (tries == 1)
        routing.integer("max_retries", 1);

    TomlTable health("[health]");
    health.text("penalty", "exponential");
    if (const auto threshold = document.integer("demotion_threshold"))
        health.integer("demotion_threshold", *threshold);

    result.text = server.toml() + routing.toml() + health.toml();
    NodeNames names;
    for (std::int64_t i = 0; i < count && result.error.empty(); ++i)
        result.text += node(document, "endpoints[" + std::to_string(i) + "]", names, result);
    result.notes.push_back(
        {ImportNote::Kind::Waits,
         {},
         "a node that is at its max_rps is waited for when no other is free; drm3 fails at once"});
    return result;
}

} // namespace spillway::import
