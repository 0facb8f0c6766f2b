// SPDX-License-Identifier: MIT
#include "config/configparts.h"
#include "config/suggest.h"
#include "config/tomltext.h"

#include <QDir>
#include <QHostAddress>

#include <algorithm>
#include <optional>

namespace spillway::config {
namespace {

constexpr int kMaxInFlightLimit = 10000000;
constexpr double kMaxRate = 1e9;

/// Blanks cannot stand in an Authorization header's token, nor in a path.
bool isTokenText(std::string_view token)
{
    return std::all_of(token.begin(), token.end(), [](char c) { return c > 0x20 && c < 0x7f; });
}

class AuthReader
{
public:
    AuthReader(Section auth, ServerConfig &server, const std::vector<ChainConfig> &chains)
        : m_auth(std::move(auth))
        , m_server(server)
        , m_chains(chains)
    {}

    void read()
    {
        bool allow = false;
        if (m_auth.boolean("allow_unauthenticated", allow) && allow)
            m_server.allowUnauthenticated = true;
        const Section::Found found = m_auth.find("tokens");
        m_auth.finish();
        if (!found.value)
            return;
        if (!found.value->is_array())
            return m_auth.error("tokens", wrongType("an array of texts or tables", *found.value));
        const auto &tokens = found.value->as_array(std::nothrow);
        for (std::size_t i = 0; i < tokens.size(); ++i)
            readToken(tokens[i], indexed(m_auth.keyPath("tokens"), i), i);
        m_written = !tokens.empty();
    }

    /// Whether there are tokens in the file, be they valid or not.
    [[nodiscard]] bool hasTokens() const { return m_written; }

private:
    void readToken(const toml::value &value, const std::string &key, std::size_t index)
    {
        ClientToken token;
        token.name = "token-" + std::to_string(index + 1);
        const int line = lineOf(value);
        std::optional<Text> secret;
        if (value.is_table()) {
            Section section(m_auth.reading(), &value, key, line);
            secret = section.text("token");
            if (!secret && !section.has("token"))
                section.error(
                    "token",
                    {ConfigProblem::TokenMissing, "missing: the text that the client sends"});
            readDetails(section, token);
        } else if (value.is_string()) {
            secret = readText(m_auth.reading(), value, key);
        } else {
            m_auth.reading().error(line, key, wrongType("a text or a table", value));
        }
        if (!secret)
            return;
        m_auth.reading().secret(secret->value);
        if (secret->value.empty() || !isTokenText(secret->value))
            return m_auth.reading().error(
                *secret,
                {ConfigProblem::TokenInvalid,
                 "a token is not empty and has visible ASCII characters only, no blanks"});
        token.token = Secret(secret->value);
        add(std::move(token), key, line);
    }

    void readDetails(Section &section, ClientToken &token)
    {
        if (const auto name = section.text("name")) {
            if (Finding problem = nameProblem(name->value); !problem.empty())
                section.error("name", std::move(problem));
            token.name = name->value;
        }
        if (const auto chains = section.texts("chains")) {
            for (const Text &chain : *chains) {
                if (checkChain(section.reading(), chain, m_chains))
                    token.chains.push_back(chain.value);
            }
        }
        token.methods = readMethods(section, "methods");
        section.number("rps_limit", token.rpsLimit, 0, kMaxRate, "0 = no limit", "max_rps");
        section.finish();
    }

    void add(ClientToken token, const std::string &key, int line)
    {
        for (std::size_t i = 0; i < m_server.tokens.size(); ++i) {
            const ClientToken &other = m_server.tokens[i];
            const std::string where = "the token in line " + std::to_string(m_lines[i])
                                      + " (this one is in line " + std::to_string(line) + ")";
            if (other.token == token.token)
                m_auth.reading().error(line,
                                       key,
                                       {ConfigProblem::TokenSecretTwice,
                                        "the same secret as " + where,
                                        {std::to_string(m_lines[i])}});
            if (other.name == token.name)
                m_auth.reading().error(line,
                                       key,
                                       {ConfigProblem::TokenNameTwice,
                                        "the same name, " + inQuotes(token.name) + ", as " + where,
                                        {shortened(token.name), std::to_string(m_lines[i])}});
        }
        m_server.tokens.push_back(std::move(token));
        m_lines.push_back(line);
    }

    Section m_auth;
    ServerConfig &m_server;
    const std::vector<ChainConfig> &m_chains;
    std::vector<int> m_lines;
    bool m_written = false;
};

class ServerReader
{
public:
    ServerReader(Section section, const std::vector<ChainConfig> &chains, const Paths &paths)
        : m_section(std::move(section))
        , m_chains(chains)
        , m_paths(paths)
    {}

    ServerConfig read()
    {
        readHost();
        m_section.integer("port", m_server.port, {0, 65535, "0 = any free port"});
        readTimeouts();
        readLimits();
        readStateDir();
        readStatusPage();
        m_section.boolean("response_headers", m_server.responseHeaders);
        m_section.choice(
            "io",
            m_server.io,
            {{"auto", IoBackend::Auto}, {"epoll", IoBackend::Epoll}, {"qt", IoBackend::Qt}});
        m_section.boolean("allow_unauthenticated", m_server.allowUnauthenticated);
        AuthReader auth(m_section.table("auth"), m_server, m_chains);
        auth.read();
        const bool loopback = m_server.isLoopback();
        m_server.enableMetrics = loopback;
        m_section.boolean("enable_metrics", m_server.enableMetrics);
        readClientLimit(m_section.table("client_rate_limit"), loopback);
        m_section.finish();
        if (m_hostIsValid && !loopback && !m_server.allowUnauthenticated && !auth.hasTokens())
            m_section.error("host",
                            {ConfigProblem::HostOpen,
                             inQuotes(m_shownHost)
                                 + " lets other machines spend your credits: ask clients for a "
                                   "token with [server.auth] "
                                   "tokens = [\"$TOKEN\"], or write allow_unauthenticated = true "
                                   "under [server]",
                             {shortened(m_shownHost)}});
        return std::move(m_server);
    }

private:
    void readHost()
    {
        const auto host = m_section.text("host");
        if (!host)
            return;
        std::string value = host->value;
        if (value.starts_with('[') && value.ends_with(']'))
            value = value.substr(1, value.size() - 2);
        m_shownHost = host->written;
        m_hostIsValid =
            value == "localhost" || !QHostAddress(QString::fromStdString(value)).isNull();
        if (m_hostIsValid)
            m_server.host = value;
        else
            m_section.error(
                "host",
                {ConfigProblem::HostInvalid,
                 inQuotes(host->written)
                     + " is not an address; allowed: an IP address such as 127.0.0.1, ::1, "
                       "0.0.0.0 or ::, or localhost (the port has a key of its own)",
                 {shortened(host->written)}});
    }

    void readTimeouts()
    {
        ServerConfig &s = m_server;
        m_section.milliseconds("request_timeout_ms", s.requestTimeout, {1, kDayMs});
        const auto half = std::max(s.requestTimeout / 2, Milliseconds(1));
        if (!m_section.milliseconds("attempt_timeout_ms", s.attemptTimeout, {1, kDayMs}))
            s.attemptTimeout = std::min(s.attemptTimeout, half);
        else if (s.attemptTimeout > half)
            m_section.error(
                "attempt_timeout_ms",
                {ConfigProblem::AttemptTimeout,
                 "must be at most half of request_timeout_ms ("
                     + std::to_string(s.requestTimeout.count()) + "), so "
                     + std::to_string(half.count()) + ": a second node needs time to answer",
                 {std::to_string(s.requestTimeout.count()), std::to_string(half.count())}});
        if (!m_section.milliseconds("connect_timeout_ms", s.connectTimeout, {1, kDayMs}))
            s.connectTimeout = std::min(s.connectTimeout, s.requestTimeout);
        if (!m_section.milliseconds("heavy_request_timeout_ms", s.heavyRequestTimeout, {1, kDayMs}))
            s.heavyRequestTimeout = std::max(s.heavyRequestTimeout, s.requestTimeout);
        m_section.milliseconds("keep_alive_timeout_ms", s.keepAliveTimeout, {1, kDayMs});
    }

    void readLimits()
    {
        m_section.integer(
            "worker_threads", m_server.workerThreads, {0, 256, "0 = chosen from the cores"});
        m_section.integer("max_in_flight", m_server.maxInFlight, {1, kMaxInFlightLimit});
        m_section.integer("rollup_window_s", m_server.rollupWindowS, {0, 86400, "0 = off"});
    }

    void readStateDir()
    {
        const auto dir = m_section.text("state_dir");
        if (dir && dir->value.empty())
            m_section.error("state_dir",
                            {ConfigProblem::EmptyPath,
                             "an empty path; leave the key out for the default folder"});
        m_server.stateDir = m_paths.defaultStateDir;
        if (dir && !dir->value.empty())
            m_server.stateDir = resolvedPath(dir->value, m_paths.configFolder);
    }

    void readStatusPage()
    {
        const Section::Found found = m_section.find("status_page", "status_page_path");
        if (!found.value)
            return;
        if (found.value->is_boolean()) {
            m_server.statusPagePath = found.value->as_boolean(std::nothrow) ? "/" : "";
            return;
        }
        if (!found.value->is_string())
            return m_section.error(found.name, wrongType("a path or false", *found.value));
        const auto path =
            readText(m_section.reading(), *found.value, m_section.keyPath(found.name));
        if (!path)
            return;
        const bool fits = path->value.starts_with('/') && isTokenText(path->value)
                          && path->value.find_first_of("?#%") == std::string::npos;
        if (!fits)
            return m_section.error(found.name,
                                   {ConfigProblem::StatusPath,
                                    inQuotes(path->written)
                                        + " is not a path; allowed: a path such as \"/\" or "
                                          "\"/pool\", or false for none",
                                    {shortened(path->written)}});
        if (isReservedPath(path->value))
            return m_section.error(
                found.name,
                {ConfigProblem::StatusPathReserved,
                 inQuotes(path->written)
                     + " is taken by another page of the program; choose another path",
                 {shortened(path->written)}});
        m_server.statusPagePath = path->value;
    }

    void readClientLimit(Section limit, bool loopback)
    {
        ClientRateLimit &l = m_server.clientRateLimit;
        l.enabled = limit.isPresent() || !loopback;
        limit.boolean("enabled", l.enabled);
        const bool rateGiven =
            limit.number("requests_per_second", l.requestsPerSecond, 0.001, kMaxRate);
        if (!limit.number("burst", l.burst, 1, kMaxRate) && rateGiven)
            l.burst = std::max(1.0, 2 * l.requestsPerSecond);
        const bool wsRateGiven =
            limit.number("ws_messages_per_second", l.wsMessagesPerSecond, 0.001, kMaxRate);
        if (!limit.number("ws_burst", l.wsBurst, 1, kMaxRate) && wsRateGiven)
            l.wsBurst = std::max(1.0, 2 * l.wsMessagesPerSecond);
        limit.integer("max_subscriptions", l.maxSubscriptions, {0, 1000000});
        for (const Text &proxy : limit.texts("trusted_proxies").value_or(std::vector<Text>{})) {
            const QString text = QString::fromStdString(proxy.value);
            const bool isNetwork = proxy.value.find('/') != std::string::npos
                                   && QHostAddress::parseSubnet(text).second >= 0;
            if (isNetwork || !QHostAddress(text).isNull())
                l.trustedProxies.push_back(proxy.value);
            else
                limit.reading().error(
                    proxy,
                    {ConfigProblem::ProxyAddress,
                     inQuotes(proxy.written)
                         + " is no address; allowed: an IP address, or a block such as 10.0.0.0/8",
                     {shortened(proxy.written)}});
        }
        limit.finish();
    }

    Section m_section;
    const std::vector<ChainConfig> &m_chains;
    const Paths &m_paths;
    ServerConfig m_server;
    std::string m_shownHost;
    bool m_hostIsValid = true;
};

} // namespace

ServerConfig readServer(Section server, const std::vector<ChainConfig> &chains, const Paths &paths)
{
    return ServerReader(std::move(server), chains, paths).read();
}

} // namespace spillway::config
