// SPDX-License-Identifier: MIT
#include "config/presets.h"
#include "core/text.h"
#include "import/dialects.h"
#include "import/tomlwriter.h"
#include "import/yamlmap.h"

#include <algorithm>
#include <optional>
#include <yaml-cpp/yaml.h>

namespace spillway::import {
namespace {

constexpr int kMaxDepth = 64;

/// yaml-cpp recurses once for each level: deep ones are refused before it sees them.
std::optional<int> tooDeepAt(std::string_view text)
{
    int line = 1;
    int depth = 0;
    int indent = 0;
    bool lineStart = true;
    for (const char c : text) {
        if (c == '\n') {
            ++line;
            indent = 0;
            lineStart = true;
            continue;
        }
        if (lineStart && (c == ' ' || c == '-')) {
            if (++indent > 4 * kMaxDepth)
                return line;
            continue;
        }
        lineStart = false;
        depth += c == '[' || c == '{' ? 1 : 0;
        depth -= (c == ']' || c == '}') && depth > 0 ? 1 : 0;
        if (depth > kMaxDepth)
            return line;
    }
    return std::nullopt;
}

/// A line "---" behind anything but comments begins another document.
bool hasSecondDocument(std::string_view text)
{
    bool content = false;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = trimmed(text.substr(0, end), kBlanksAndLineEnds);
        if (content && text.starts_with("---") && line == "---")
            return true;
        content = content || (!line.empty() && !line.starts_with('#') && line != "---");
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return false;
}

void copy(YamlMap &from, const char *key, TomlTable &to, std::string_view name)
{
    if (const auto value = from.integer(key))
        to.integer(name, *value);
}

void copySwitch(YamlMap &from, const char *key, TomlTable &to, std::string_view name)
{
    if (const auto value = from.boolean(key))
        to.boolean(name, *value);
}

class Converter
{
public:
    explicit Converter(const YAML::Node &root)
        : m_root(root, {}, m_result)
    {}

    ImportResult run()
    {
        m_result.dialect = "ethproxy";
        listener();
        timing();
        nodes();
        if (!m_result.error.empty())
            return m_result;
        cache();
        security();
        clients();
        m_root.noteRest();
        if (!m_result.error.empty())
            return m_result;
        m_routing.text("balance", "weighted_round_robin");
        m_result.text = m_server.toml() + m_rate.toml() + m_routing.toml() + m_security.toml()
                        + m_cors.toml() + m_cache.toml() + m_chain.toml() + m_nodes;
        return m_result;
    }

private:
    void listener()
    {
        std::string host = "0.0.0.0";
        int port = 8545;
        for (const char *section : {"listen", "server"}) {
            if (!m_root.has(section))
                continue;
            const YAML::Node node = m_root.node(section);
            if (node.IsScalar()) {
                std::tie(host, port) = splitListen(node.Scalar());
                continue;
            }
            YamlMap map = m_root.section(section);
            if (map.has("host"))
                host = map.text("host");
            port = static_cast<int>(map.integer("port").value_or(port));
            map.noteRest();
        }
        if (m_root.has("host"))
            host = m_root.text("host");
        port = static_cast<int>(m_root.integer("port").value_or(port));
        writeListener(m_server, host.empty() ? "0.0.0.0" : host, port, m_result.notes);
        if (m_root.has("statusPagePath")) {
            const std::string page = m_root.text("statusPagePath");
            if (page == "false")
                m_server.boolean("status_page", false);
            else
                m_server.text("status_page", page);
        }
    }

    void timing()
    {
        const auto chainId = m_root.integer("chainId").value_or(0);
        std::string name = "evm";
        for (const Preset &preset : presets()) {
            if (chainId > 0 && preset.chainId == static_cast<std::uint64_t>(chainId))
                name = preset.name;
        }
        m_chain = TomlTable("[chains." + name + "]");
        m_chain.text("kind", "evm");
        if (chainId > 0)
            m_chain.integer("chain_id", chainId);

        YamlMap health = m_root.section("health");
        copy(health, "pollIntervalMs", m_chain, "poll_interval_ms");
        copy(health, "maxBlockLag", m_chain, "max_block_lag");
        copy(health, "failureThreshold", m_chain, "failure_threshold");
        copy(health, "wsPingIntervalMs", m_chain, "ws_ping_interval_ms");
        m_wsHeads = health.boolean("wsHeads").value_or(true);
        if (!m_wsHeads)
            m_chain.text("heads", "poll");
        const auto tries = health.integer("maxRetries").value_or(2);
        if (tries <= 1)
            m_result.notes.push_back(oneNodeNote("health.maxRetries", tries));
        m_routing.comment("ethproxy counts the first node too");
        m_routing.integer("max_retries", std::max<std::int64_t>(1, tries - 1));
        m_routing.integer("retry_base_ms", health.integer("retryBaseDelayMs").value_or(100));
        m_routing.integer("retry_max_ms", health.integer("retryMaxDelayMs").value_or(1000));
        std::int64_t attempt = m_root.integer("requestTimeoutMs").value_or(10000);
        attempt = std::max<std::int64_t>(1, health.integer("requestTimeoutMs").value_or(attempt));
        m_server.comment("the time of one attempt was requestTimeoutMs");
        m_server.integer("request_timeout_ms", attempt * std::clamp<std::int64_t>(tries, 2, 4));
        m_server.integer("attempt_timeout_ms", attempt);
        health.noteRest();

        YamlMap reorg = m_root.section("reorg", "enabled");
        copySwitch(reorg, "enabled", m_chain, "reorg");
        copy(reorg, "windowSize", m_chain, "reorg_window");
        reorg.noteRest();
        YamlMap filters = m_root.section("filters");
        copy(filters, "stickyTtlMs", m_chain, "filter_ttl_ms");
        filters.noteRest();
        YamlMap txpool = m_root.section("txpool", "mirror");
        copySwitch(txpool, "mirror", m_chain, "pending_mirror");
        txpool.noteRest();
        YamlMap syncing = m_root.section("syncing", "mirror");
        copySwitch(syncing, "mirror", m_chain, "syncing_mirror");
        syncing.noteRest();
    }

    void nodes()
    {
        YamlMap cooldown = m_root.section("upstreamCooldown");
        m_cooldown = cooldown.integer("defaultMs");
        if (const auto cap = cooldown.integer("maxMs"); cap && *cap != 300000)
            m_result.notes.push_back(
                {ImportNote::Kind::CooldownCut,
                 {},
                 "upstreamCooldown.maxMs: a wait asked for by a node is always cut at 300 s"});
        cooldown.noteRest();

        const YAML::Node upstreams = m_root.node("upstreams");
        if (!upstreams.IsSequence() || upstreams.size() == 0) {
            m_result.error = "upstreams: is no list with at least one entry";
            return;
        }
        NodeNames names;
        int index = 0;
        for (const YAML::Node &upstream : upstreams)
            node(upstream, index++, names);
    }

    void node(const YAML::Node &upstream, int index, NodeNames &names)
    {
        const std::string at = "upstreams[" + std::to_string(index) + "]";
        YamlMap map(upstream.IsMap() ? upstream : YAML::Node(), at + '.', m_result);
        const std::string url = upstream.IsScalar() ? upstream.Scalar() : map.text("url");
        if (upstream.IsScalar() && url.find('$') != std::string::npos)
            m_result.notes.push_back(variableNote(at, upstream.Mark().line + 1));
        if (url.empty()) {
            m_result.error =
                at + " (line " + std::to_string(upstream.Mark().line + 1) + ") has no url";
            return;
        }
        TomlTable table("[[nodes]]");
        table.text("name", names.take(map.text("name"), url)).text("url", url);
        if (map.has("wsUrl")) {
            table.text("ws_url", map.text("wsUrl"));
        } else if (m_wsHeads && url.starts_with("http")) {
            table.comment("derived from url, as ethproxy does; take it out if the node has no "
                          "WebSocket there");
            table.text("ws_url", "ws" + url.substr(4));
        }
        copy(map, "weight", table, "weight");
        rateLimit(map, table);
        if (const auto cooldown = map.integer("cooldownMs"); cooldown || m_cooldown)
            table.integer("cooldown_ms", cooldown ? *cooldown : *m_cooldown);
        if (const auto headers = map.pairs("headers"); !headers.empty())
            table.pairs("headers", headers);
        YamlMap methods = map.section("methods");
        const auto allow = methods.texts("allow").value_or(std::vector<std::string>());
        const auto deny = methods.texts("deny").value_or(std::vector<std::string>());
        methods.noteRest();
        if (!allow.empty() || !deny.empty()) {
            std::string filter = "{";
            for (const auto &[key, list] : {std::pair{"allow", allow}, std::pair{"deny", deny}}) {
                filter += filter.size() > 1 ? ", " : " ";
                filter += key + std::string(" = [");
                for (std::size_t i = 0; i < list.size(); ++i)
                    filter += (i > 0 ? ", " : "") + quoted(list[i]);
                filter += "]";
            }
            table.raw("methods", filter + " }");
        }
        map.noteRest();
        m_nodes += table.toml();
    }

    static void rateLimit(YamlMap &map, TomlTable &table)
    {
        if (map.node("rateLimit").IsScalar()) {
            if (const auto plain = map.positive("rateLimit"))
                table.number("rps_limit", *plain);
            return;
        }
        YamlMap limit = map.section("rateLimit");
        if (const auto rate = limit.positive("requestsPerSecond"))
            table.number("rps_limit", *rate);
        if (const auto burst = limit.positive("burst"))
            table.number("burst", *burst);
        limit.noteRest();
    }

    void cache()
    {
        YamlMap cache = m_root.section("cache", "enabled");
        copySwitch(cache, "enabled", m_cache, "enabled");
        const std::string backend = cache.text("backend");
        if (!backend.empty())
            m_cache.text("backend", backend);
        YamlMap memory = cache.section("memory");
        copy(memory, "maxEntries", m_cache, "max_entries");
        memory.noteRest();
        YamlMap files = cache.section("filesystem");
        YamlMap redis = cache.section("redis");
        if (backend == "filesystem") {
            if (files.has("dir"))
                m_cache.text("path", files.text("dir"));
            copy(files, "sweepIntervalMs", m_cache, "sweep_interval_ms");
            copy(files, "maxBytes", m_cache, "max_bytes");
            copy(files, "inlineTtlMs", m_cache, "inline_ttl_ms");
            copy(files, "inlineMaxEntries", m_cache, "inline_max_entries");
            copy(files, "bucketMs", m_cache, "bucket_ms");
        }
        if (backend == "redis") {
            m_cache.text("url", redis.has("url") ? redis.text("url") : "redis://127.0.0.1:6379");
            m_cache.text("key_prefix",
                         redis.has("keyPrefix") ? redis.text("keyPrefix") : "ethproxy:");
        }
        files.noteRest();
        redis.noteRest();
        copy(cache, "shortTtlMs", m_chain, "short_ttl_ms");
        copy(cache, "minTtlMs", m_chain, "min_ttl_ms");
        copy(cache, "pendingTtlMs", m_chain, "pending_ttl_ms");
        copy(cache, "unfinalizedTtlMs", m_chain, "unfinalized_ttl_ms");
        copySwitch(cache, "dynamicTtl", m_chain, "dynamic_ttl");
        copy(cache, "finalityDepth", m_chain, "finality_depth");
        cache.noteRest();
    }

    void security()
    {
        YamlMap security = m_root.section("security");
        if (const auto blocked = security.texts("blockedNamespaces"))
            m_security.texts("blocked_namespaces", *blocked);
        copy(security, "maxBatchSize", m_security, "max_batch_size");
        copy(security, "maxBodyBytes", m_security, "max_body_bytes");
        copy(security, "maxLogsRange", m_security, "max_logs_range");
        security.noteRest();
        YamlMap cors = m_root.section("cors", "enabled");
        const bool on = cors.boolean("enabled").value_or(true);
        if (const auto origins = cors.texts("origin"); on && origins) {
            m_cors.texts("origins", *origins);
        } else if (on) {
            m_result.notes.push_back({ImportNote::Kind::Origins,
                                      {},
                                      "ethproxy lets pages of every origin read answers; here "
                                      "[cors] origins lists those that may"});
        }
        cors.noteRest();
    }

    void clients()
    {
        YamlMap limit = m_root.section("rateLimit", "enabled");
        const bool on = limit.boolean("enabled").value_or(true);
        m_rate.boolean("enabled", on);
        if (!on)
            return; // what else it says has no effect there either
        m_rate.number("requests_per_second", limit.number("requestsPerSecond").value_or(50));
        m_rate.number("burst", limit.number("burst").value_or(100));
        copy(limit, "wsMessagesPerSecond", m_rate, "ws_messages_per_second");
        copy(limit, "wsBurst", m_rate, "ws_burst");
        copy(limit, "maxSubscriptionsPerIp", m_rate, "max_subscriptions");
        limit.noteRest();
        m_result.notes.push_back(
            {ImportNote::Kind::ForwardedFor,
             {},
             "X-Forwarded-For is believed only from addresses in trusted_proxies of "
             "[server.client_rate_limit]; ethproxy believes everybody"});
    }

    ImportResult m_result;
    YamlMap m_root;
    TomlTable m_server{"[server]"};
    TomlTable m_rate{"[server.client_rate_limit]"};
    TomlTable m_routing{"[routing]"};
    TomlTable m_security{"[security]"};
    TomlTable m_cors{"[cors]"};
    TomlTable m_cache{"[cache]"};
    TomlTable m_chain{"[chains.evm]"};
    std::string m_nodes;
    bool m_wsHeads = true;
    std::optional<std::int64_t> m_cooldown;
};

} // namespace

ImportResult fromEthproxy(std::string_view text, const std::string &name)
{
    ImportResult result;
    if (const auto line = tooDeepAt(text)) {
        result.error = name + ":" + std::to_string(*line) + ": nested too deeply";
        return result;
    }
    try {
        // Not LoadAll(): some broken texts give it documents without end.
        const YAML::Node root = YAML::Load(std::string(text));
        if (!root.IsMap()) {
            result.error = name + ": the YAML is no mapping at its top level";
            return result;
        }
        result = Converter(root).run();
        if (hasSecondDocument(text))
            result.notes.push_back(
                {ImportNote::Kind::OneDocument,
                 {},
                 "the file has more than one YAML document: only the first is read"});
    } catch (const YAML::Exception &problem) {
        result.error = name + ":" + std::to_string(problem.mark.line + 1) + ": " + problem.msg;
        return result;
    }
    if (!result.error.empty())
        result.error = name + ": " + result.error;
    return result;
}

} // namespace spillway::import
