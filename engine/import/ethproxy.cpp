// SPDX-License-Identifier: MIT
#include "config/presets.h"
#include "core/text.h"
#include "import/dialects.h"
#include "import/tomlwriter.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <set>
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

std::vector<std::string> byCommas(std::string_view text)
{
    std::vector<std::string> list;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(','), text.size());
        if (const auto item = trimmed(text.substr(0, end), kBlanks); !item.empty())
            list.emplace_back(item);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return list;
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

/// One mapping of the file. Whatever is not asked for, or cannot be used as it is written, is named in the result.
class Map
{
public:
    Map(const YAML::Node &node, std::string path, ImportResult &result)
        : m_node(node)
        , m_path(std::move(path))
        , m_result(result)
    {}

    [[nodiscard]] bool has(const std::string &key)
    {
        m_asked.insert(key);
        const YAML::Node value = find(key);
        return value.IsDefined() && !value.IsNull();
    }

    [[nodiscard]] YAML::Node node(const std::string &key)
    {
        return has(key) ? find(key) : YAML::Node();
    }

    /// A mapping below this one. Just true or false stands for its key `onOff`, where there is one.
    [[nodiscard]] Map section(const std::string &key, const char *onOff = nullptr)
    {
        YAML::Node value = node(key);
        bool on = false;
        if (onOff != nullptr && value.IsScalar() && YAML::convert<bool>::decode(value, on)) {
            YAML::Node section;
            section[onOff] = on;
            value = section;
        } else if (!value.IsNull() && !value.IsMap()) {
            noteUnusable(key);
            value = YAML::Node();
        }
        return {value, m_path + key + '.', m_result};
    }

    [[nodiscard]] std::string text(const std::string &key)
    {
        if (!has(key))
            return {};
        if (!find(key).IsScalar()) {
            noteUnusable(key);
            return {};
        }
        noteVariable(key, find(key));
        return find(key).Scalar();
    }

    /// Not negative; hexadecimal with 0x.
    [[nodiscard]] std::optional<double> number(const std::string &key)
    {
        if (!has(key))
            return std::nullopt;
        const YAML::Node value = find(key);
        const auto number = value.IsScalar() ? parsed(value.Scalar()) : std::nullopt;
        if (!number)
            noteUnusable(key);
        return number;
    }

    /// The same, but above 0.
    [[nodiscard]] std::optional<double> positive(const std::string &key)
    {
        const auto value = number(key);
        if (!value || *value > 0)
            return value;
        noteUnusable(key);
        return std::nullopt;
    }

    [[nodiscard]] std::optional<std::int64_t> integer(const std::string &key)
    {
        const auto value = number(key);
        if (!value)
            return std::nullopt;
        if (*value > 1e15) {
            noteUnusable(key);
            return std::nullopt;
        }
        return static_cast<std::int64_t>(*value);
    }

    [[nodiscard]] std::optional<bool> boolean(const std::string &key)
    {
        bool value = false;
        if (!has(key))
            return std::nullopt;
        if (!YAML::convert<bool>::decode(find(key), value)) {
            noteUnusable(key);
            return std::nullopt;
        }
        return value;
    }

    /// A list of texts, or one text with commas. Nothing when it is neither.
    [[nodiscard]] std::optional<std::vector<std::string>> texts(const std::string &key)
    {
        if (!has(key))
            return std::nullopt;
        const YAML::Node value = find(key);
        if (value.IsScalar())
            return byCommas(value.Scalar());
        if (!value.IsSequence()) {
            noteUnusable(key);
            return std::nullopt;
        }
        std::vector<std::string> list;
        for (std::size_t i = 0; i < value.size(); ++i) {
            if (value[i].IsScalar())
                list.push_back(value[i].Scalar());
            else
                noteUnusable(key + '[' + std::to_string(i) + ']', value[i]);
        }
        return list;
    }

    /// A mapping of texts.
    [[nodiscard]] std::vector<std::pair<std::string, std::string>> pairs(const std::string &key)
    {
        std::vector<std::pair<std::string, std::string>> list;
        if (!has(key))
            return list;
        const YAML::Node value = find(key);
        if (!value.IsMap()) {
            noteUnusable(key);
            return list;
        }
        for (const auto &entry : value) {
            if (entry.first.IsScalar() && entry.second.IsScalar()) {
                noteVariable(key + '.' + entry.first.Scalar(), entry.second);
                list.emplace_back(entry.first.Scalar(), entry.second.Scalar());
            } else {
                noteUnusable(key + '.' + (entry.first.IsScalar() ? entry.first.Scalar() : "?"),
                             entry.first);
            }
        }
        return list;
    }

    /// Names what was not asked for. An error when a key stands there twice: ethproxy would not start with that either.
    void noteRest() const
    {
        if (!m_node.IsMap())
            return;
        std::set<std::string> seen;
        for (const auto &entry : m_node) {
            const std::string key =
                entry.first.IsScalar() ? entry.first.Scalar() : std::string("?");
            if (!seen.insert(key).second && m_result.error.empty())
                m_result.error = m_path + key + " (line " + std::to_string(lineOf(entry.first))
                                 + ") stands there twice";
            if (!m_asked.contains(key) && key != kMerged)
                noteLeftOut(key, entry.first);
        }
        const YAML::Node merged = m_node[kMerged];
        if (!merged.IsDefined())
            return;
        if (!merged.IsMap()) {
            noteUnusable(kMerged, merged);
            return;
        }
        for (const auto &entry : merged) {
            if (entry.first.IsScalar() && !m_asked.contains(entry.first.Scalar()))
                noteLeftOut(entry.first.Scalar(), entry.first);
        }
    }

    void noteUnusable(const std::string &key) const { noteUnusable(key, find(key)); }

private:
    static constexpr const char *kMerged = "<<";

    /// Constant nodes, because looking up a key in another one adds it.
    [[nodiscard]] YAML::Node find(const std::string &key) const
    {
        if (!m_node.IsMap())
            return YAML::Node(YAML::NodeType::Undefined);
        const YAML::Node &node = m_node;
        if (const YAML::Node value = node[key]; value.IsDefined())
            return value;
        const YAML::Node merged = node[kMerged];
        if (merged.IsDefined() && merged.IsMap()) {
            const YAML::Node &constant = merged;
            if (const YAML::Node value = constant[key]; value.IsDefined())
                return value;
        }
        return YAML::Node(YAML::NodeType::Undefined);
    }

    [[nodiscard]] static std::optional<double> parsed(std::string_view text)
    {
        if (text.starts_with("0x") || text.starts_with("0X")) {
            std::uint64_t whole = 0;
            const auto end = std::from_chars(text.data() + 2, text.data() + text.size(), whole, 16);
            if (end.ec != std::errc() || end.ptr != text.data() + text.size())
                return std::nullopt;
            return static_cast<double>(whole);
        }
        double number = 0;
        const auto end = std::from_chars(text.data(), text.data() + text.size(), number);
        if (text.empty() || end.ec != std::errc() || end.ptr != text.data() + text.size()
            || !std::isfinite(number) || number < 0)
            return std::nullopt;
        return number;
    }

    /// From 1; 0: unknown.
    [[nodiscard]] static int lineOf(const YAML::Node &node)
    {
        return (node.IsDefined() ? node.Mark().line : -1) + 1;
    }

    void noteVariable(const std::string &key, const YAML::Node &value) const
    {
        if (value.Scalar().find('$') != std::string::npos)
            m_result.notes.push_back(variableNote(m_path + key, lineOf(value)));
    }

    void noteUnusable(const std::string &key, const YAML::Node &at) const
    {
        m_result.notes.push_back(unusableNote(m_path + key, lineOf(at)));
    }

    void noteLeftOut(const std::string &key, const YAML::Node &at) const
    {
        m_result.notes.push_back(leftOutNote(m_path + key, lineOf(at)));
    }

    const YAML::Node m_node;
    std::string m_path;
    ImportResult &m_result;
    std::set<std::string, std::less<>> m_asked;
};

void copy(Map &from, const char *key, TomlTable &to, std::string_view name)
{
    if (const auto value = from.integer(key))
        to.integer(name, *value);
}

void copySwitch(Map &from, const char *key, TomlTable &to, std::string_view name)
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
            Map map = m_root.section(section);
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

        Map health = m_root.section("health");
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

        Map reorg = m_root.section("reorg", "enabled");
        copySwitch(reorg, "enabled", m_chain, "reorg");
        copy(reorg, "windowSize", m_chain, "reorg_window");
        reorg.noteRest();
        Map filters = m_root.section("filters");
        copy(filters, "stickyTtlMs", m_chain, "filter_ttl_ms");
        filters.noteRest();
        Map txpool = m_root.section("txpool", "mirror");
        copySwitch(txpool, "mirror", m_chain, "pending_mirror");
        txpool.noteRest();
        Map syncing = m_root.section("syncing", "mirror");
        copySwitch(syncing, "mirror", m_chain, "syncing_mirror");
        syncing.noteRest();
    }

    void nodes()
    {
        Map cooldown = m_root.section("upstreamCooldown");
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
        Map map(upstream.IsMap() ? upstream : YAML::Node(), at + '.', m_result);
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
        Map methods = map.section("methods");
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

    static void rateLimit(Map &map, TomlTable &table)
    {
        if (map.node("rateLimit").IsScalar()) {
            if (const auto plain = map.positive("rateLimit"))
                table.number("rps_limit", *plain);
            return;
        }
        Map limit = map.section("rateLimit");
        if (const auto rate = limit.positive("requestsPerSecond"))
            table.number("rps_limit", *rate);
        if (const auto burst = limit.positive("burst"))
            table.number("burst", *burst);
        limit.noteRest();
    }

    void cache()
    {
        Map cache = m_root.section("cache", "enabled");
        copySwitch(cache, "enabled", m_cache, "enabled");
        const std::string backend = cache.text("backend");
        if (!backend.empty())
            m_cache.text("backend", backend);
        Map memory = cache.section("memory");
        copy(memory, "maxEntries", m_cache, "max_entries");
        memory.noteRest();
        Map files = cache.section("filesystem");
        Map redis = cache.section("redis");
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
        Map security = m_root.section("security");
        if (const auto blocked = security.texts("blockedNamespaces"))
            m_security.texts("blocked_namespaces", *blocked);
        copy(security, "maxBatchSize", m_security, "max_batch_size");
        copy(security, "maxBodyBytes", m_security, "max_body_bytes");
        copy(security, "maxLogsRange", m_security, "max_logs_range");
        security.noteRest();
        Map cors = m_root.section("cors", "enabled");
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
        Map limit = m_root.section("rateLimit", "enabled");
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
    Map m_root;
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
