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
        result.notes.push_back(leftOutNote(path, document.line(path)));
    }
}

/// One table of the file. A value of another kind than the dialect's is named in the result, and as good as absent.
class Table
{
public:
    Table(const ConfigDocument &document, std::string prefix, ImportResult &result)
        : m_document(document)
        , m_prefix(std::move(prefix))
        , m_result(result)
    {}

    [[nodiscard]] std::string text(const char *key) const
    {
        return used(key, m_document.string(m_prefix + key)).value_or("");
    }

    /// Not negative.
    [[nodiscard]] std::optional<std::int64_t> integer(const char *key) const
    {
        auto value = m_document.integer(m_prefix + key);
        if (value && *value < 0)
            value.reset();
        return used(key, value);
    }

    /// Not negative.
    [[nodiscard]] std::optional<double> number(const char *key) const
    {
        auto value = m_document.number(m_prefix + key);
        if (value && !(*value >= 0))
            value.reset();
        return used(key, value);
    }

    [[nodiscard]] std::vector<std::string> texts(const char *key) const
    {
        std::vector<std::string> list = m_document.strings(m_prefix + key);
        if (list.empty() && m_document.raw(m_prefix + key) != "[]")
            static_cast<void>(used(key, std::optional<bool>()));
        return list;
    }

private:
    template <typename Value>
    std::optional<Value> used(const char *key, std::optional<Value> value) const
    {
        if (!value && m_document.has(m_prefix + key))
            m_result.notes.push_back(unusableNote(m_prefix + key, m_document.line(m_prefix + key)));
        return value;
    }

    const ConfigDocument &m_document;
    std::string m_prefix;
    ImportResult &m_result;
};

/// Source text of a table, wherever it stands: behind the key, or below in a section of its own. Empty: there is none.
std::string inlineTable(const ConfigDocument &document, const std::string &path)
{
    if (std::string raw = document.raw(path); !raw.empty())
        return raw;
    std::string text;
    for (const std::string &key : document.keys(path))
        text += (text.empty() ? "{ " : ", ") + key + " = " + document.raw(path + '.' + key);
    return text.empty() ? text : text + " }";
}

/// The dialect knows ${NAME} only: any other $ stands for itself.
std::string withPlainDollars(std::string_view text)
{
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        out += text[i];
        if (text[i] == '$' && (i + 1 == text.size() || text[i + 1] != '{'))
            out += '$';
    }
    return out;
}

/// The tiers of priorities. As they are where they fit, else numbered anew in their order.
class Tiers
{
public:
    explicit Tiers(const ConfigDocument &document)
    {
        for (std::size_t i = 0; i < document.arraySize("endpoints"); ++i)
            m_priorities.insert(of(document, "endpoints[" + std::to_string(i) + "]"));
        m_fit = m_priorities.empty()
                || (*m_priorities.begin() >= 0 && *m_priorities.rbegin() <= kHighestTier);
    }

    [[nodiscard]] bool fit() const { return m_fit; }

    [[nodiscard]] std::int64_t operator()(const ConfigDocument &document,
                                          const std::string &at) const
    {
        const std::int64_t priority = of(document, at);
        if (m_fit)
            return priority;
        const auto place = std::distance(m_priorities.begin(), m_priorities.find(priority));
        return std::min<std::int64_t>(place, kHighestTier);
    }

private:
    static constexpr std::int64_t kHighestTier = 255;

    [[nodiscard]] static std::int64_t of(const ConfigDocument &document, const std::string &at)
    {
        return document.integer(at + ".priority").value_or(0);
    }

    std::set<std::int64_t> m_priorities;
    bool m_fit = true;
};

std::string node(const ConfigDocument &document,
                 const std::string &at,
                 const Tiers &tiers,
                 NodeNames &names,
                 ImportResult &result)
{
    TomlTable table("[[nodes]]");
    const Table endpoint(document, at + '.', result);
    const std::string url = withPlainDollars(endpoint.text("url"));
    if (url.empty()) {
        result.error = at + " (line " + std::to_string(document.line(at)) + ") has no url";
        return {};
    }
    table.text("name", names.take(endpoint.text("label"), url));
    table.text("url", url);
    table.integer("tier", tiers(document, at));
    if (const auto cap = endpoint.integer("max_in_flight"); cap && *cap > 0)
        table.integer("max_in_flight", *cap);
    if (const auto rps = endpoint.number("max_rps"))
        table.number("rps_limit", std::max(1.0, *rps)); // the dialect takes 0 for 1
    if (const auto methods = endpoint.texts("capabilities"); !methods.empty())
        table.texts("capabilities", methods);
    if (document.has(at + ".priority") && !document.integer(at + ".priority"))
        result.notes.push_back(unusableNote(at + ".priority", document.line(at + ".priority")));
    if (const std::string auth = inlineTable(document, at + ".auth"); !auth.empty()) {
        table.raw("auth", auth);
        if (withPlainDollars(auth) != auth)
            result.notes.push_back(variableNote(at + ".auth", document.line(at + ".auth")));
    }
    noteOthers(document, at, kEndpointKeys, result);
    return table.toml();
}

} // namespace

ImportResult fromRpcPool(const ConfigDocument &document)
{
    ImportResult result{.text = {}, .dialect = "drm3 rpc-pool", .notes = {}, .error = {}};
    noteOthers(document, {}, kPoolKeys, result);

    const auto count = static_cast<std::int64_t>(document.arraySize("endpoints"));
    const Table pool(document, {}, result);
    const std::int64_t tries = pool.integer("max_retries").value_or(0);
    const std::int64_t attempt =
        std::max<std::int64_t>(1, pool.integer("request_timeout_ms").value_or(kAttemptMs));

    TomlTable server("[server]");
    const std::string told = pool.text("listen");
    const std::string listen = told.empty() ? "127.0.0.1:8545" : told;
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
    if (const auto window = pool.integer("rollup_window_s"))
        server.integer("rollup_window_s", *window);

    TomlTable routing("[routing]");
    routing.text("balance", "least_in_flight");
    if (tries > 1)
        routing.integer("max_retries", tries - 1);
    if (tries == 1)
        result.notes.push_back(oneNodeNote("max_retries", tries));
    if (tries == 1)
        routing.integer("max_retries", 1);

    TomlTable health("[health]");
    health.text("penalty", "exponential");
    if (const auto threshold = pool.integer("demotion_threshold"))
        health.integer("demotion_threshold", *threshold);

    result.text = server.toml() + routing.toml() + health.toml();
    const Tiers tiers(document);
    if (!tiers.fit())
        result.notes.push_back(
            {ImportNote::Kind::Renumbered,
             {},
             "a tier is a number from 0 to 255: the priorities are numbered anew in their order"});
    NodeNames names;
    for (std::int64_t i = 0; i < count && result.error.empty(); ++i)
        result.text += node(document, "endpoints[" + std::to_string(i) + "]", tiers, names, result);
    result.notes.push_back(
        {ImportNote::Kind::Waits,
         {},
         "a node that is at its max_rps is waited for when no other is free; drm3 fails at once"});
    return result;
}

} // namespace spillway::import
