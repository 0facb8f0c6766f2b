// SPDX-License-Identifier: MIT
#include "configtext.h"
#include "core/redact.h"
#include "spillway/configproblems.h"
#include "testmain.h"

#include <QRandomGenerator>
#include <QTemporaryDir>

#include <algorithm>
#include <array>

using namespace spillway;
using namespace spillway::test;

namespace {

QByteArray nested(int depth, const char *open, const char *close)
{
    return "x = " + QByteArray(open).repeated(depth) + QByteArray(close).repeated(depth) + "\n";
}

/// A window words these in its own language: each problem that people cause has a kind, and values of it that are known.
QByteArray unworded(const std::vector<ConfigIssue> &issues)
{
    constexpr std::array kRare{"more than ",
                               " nodes; allowed",
                               "nested deeper",
                               "4 MiB",
                               "NUL byte",
                               "carriage return",
                               "control character that TOML"};
    const auto among = [](const auto &words, const std::string &word) {
        return std::any_of(
            std::begin(words), std::end(words), [&](const char *one) { return word == one; });
    };
    for (const ConfigIssue &issue : issues) {
        const bool rare = std::any_of(kRare.begin(), kRare.end(), [&](const char *mark) {
            return issue.message.find(mark) != std::string::npos;
        });
        const bool worded =
            issue.problem == ConfigProblem::WrongType
                ? issue.details.size() == 2 && among(kConfigTypeWords, issue.details[0])
                      && among(kConfigTypeWords, issue.details[1])
            : issue.problem == ConfigProblem::OutOfRange
                ? issue.details.size() == 4
                      && (issue.details[3].empty() || among(kConfigRangeNotes, issue.details[3]))
                : issue.problem != ConfigProblem::Other || rare;
        if (!worded)
            return QByteArray::fromStdString(issue.toString());
    }
    return {};
}

} // namespace

/// What the reader says about configs that are wrong, and that no text can bring it down.
class ConfigProblemsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void init() { redact::reset(); }

    void cleanupTestCase() { redact::reset(); }

    // --- bad ones ------------------------------------------------------------------------------------

    // clang-format off
    void badOnes_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("expected");
        const auto row = [](const char *name, const QByteArray &text, const char *expected) {
            QTest::newRow(name) << text << QByteArray(expected);
        };
        const auto server = [&](const char *name, const char *lines, const char *expected) {
            row(name, "[server]\n" + QByteArray(lines) + "\n" + kNode, expected);
        };
        const auto section = [&](const char *name, const char *lines, const char *expected) {
            row(name, QByteArray(lines) + "\n" + kNode, expected);
        };
        const auto node = [&](const char *name, const char *lines, const char *expected) {
            row(name, kNode + QByteArray(lines) + "\n", expected);
        };
        const auto url = [&](const char *name, const char *value, const char *expected) {
            row(name, "[[nodes]]\nname = \"A\"\nurl = \"" + QByteArray(value) + "\"\n", expected);
        };

        server("port too high", "port = 65536",
            "2: server.port: 65536 is out of range; allowed: 0 to 65535 (0 = any free port)");
        server("port negative", "port = -1", "2: server.port: -1 is out of range");
        server("port beyond 64 bit", "port = 99999999999999999999",
            "2: server.port: 9223372036854775807 is out of range");
        server("port in quotes", "port = \"8599\"",
            "2: server.port: expected a whole number, found a text (write it without quotes)");
        server("port with fraction", "port = 1.5",
            "2: server.port: expected a whole number, found a number with a fraction");
        server("port true", "port = true", "2: server.port: expected a whole number, found true");
        server("port date", "port = 2026-01-01", "2: server.port: expected a whole number, found a date or time");
        server("port list", "port = [1]", "2: server.port: expected a whole number, found an array");
        server("host number", "host = 1",
            "2: server.host: expected a text, found a whole number (write it in quotes)");
        server("host name", "host = \"myhost\"",
            "2: server.host: \"myhost\" is not an address; allowed: an IP address");
        server("host with port", "host = \"127.0.0.1:80\"", "2: server.host: \"127.0.0.1:80\" is not an address");
        server("host empty", "host = \"\"", "2: server.host: \"\" is not an address");
        server("open to all", "host = \"0.0.0.0\"",
            "2: server.host: \"0.0.0.0\" lets other machines spend your credits: ask clients for a token with [server.auth] tokens = [\"$TOKEN\"], or write allow_unauthenticated = true");
        server("open to all, v6", "host = \"::\"", "2: server.host: \"::\" lets other machines");
        server("open with an empty list", "host = \"0.0.0.0\"\nauth = { tokens = [] }", "2: server.host: ");
        server("open, but said no", "host = \"10.1.1.1\"\nallow_unauthenticated = false", "2: server.host: ");
        server("bool in quotes", "enable_metrics = \"yes\"",
            "2: server.enable_metrics: expected true or false, found a text (write it without quotes)");
        server("request timeout 0", "request_timeout_ms = 0",
            "2: server.request_timeout_ms: 0 is out of range; allowed: 1 to 86400000");
        server("attempt over half", "request_timeout_ms = 1000\nattempt_timeout_ms = 501",
            "3: server.attempt_timeout_ms: must be at most half of request_timeout_ms (1000), so 500");
        server("attempt over half of the default", "attempt_timeout_ms = 5001",
            "2: server.attempt_timeout_ms: must be at most half of request_timeout_ms (10000), so 5000");
        server("in flight 0", "max_in_flight = 0", "2: server.max_in_flight: 0 is out of range; allowed: 1 to ");
        server("threads", "worker_threads = 1000",
            "2: server.worker_threads: 1000 is out of range; allowed: 0 to 256");
        server("io", "io = \"epol\"",
            "2: server.io: \"epol\" is not known; did you mean \"epoll\"? allowed: auto, epoll, qt");
        server("unknown key", "portt = 1", "2: server.portt: unknown key; did you mean \"port\"?");
        server("unknown key, dashes", "max-in-flight = 1",
            "2: server.max-in-flight: unknown key; did you mean \"max_in_flight\"?");
        server("unknown key, nothing near", "xyzzy = 1",
            "2: server.xyzzy: unknown key; allowed here: allow_unauthenticated, attempt_timeout_ms");
        server("unknown key in quotes", "\"a b\" = 1", "2: server.\"a b\": unknown key");
        server("status page", "status_page = \"x\"", "2: server.status_page: \"x\" is not a path");
        server("status page taken", "status_page = \"/health\"",
            "2: server.status_page: \"/health\" is taken by another page");
        server("status page type", "status_page = 1",
            "2: server.status_page: expected a path or false, found a whole number");
        server("status page twice", "status_page = \"/a\"\nstatus_page_path = \"/b\"",
            "3: server.status_page_path: another name for status_page, which is given too");
        server("state dir empty", "state_dir = \"\"", "2: server.state_dir: an empty path");
        server("rollup", "rollup_window_s = -1", "2: server.rollup_window_s: -1 is out of range");
        server("tokens text", "auth = { tokens = \"$TOKEN\" }",
            "2: server.auth.tokens: expected an array of texts or tables, found a text (write it in brackets)");
        server("token number", "auth = { tokens = [1] }",
            "2: server.auth.tokens[0]: expected a text or a table, found a whole number");
        server("token empty", "auth = { tokens = [\"\"] }", "2: server.auth.tokens[0]: a token is not empty");
        server("token with blank", "auth = { tokens = [\"a b\"] }",
            "2: server.auth.tokens[0]: a token is not empty");
        server("token unset", "auth = { tokens = [\"$NOPE\"] }",
            "2: server.auth.tokens[0]: the variable NOPE is not set");
        server("token missing", "auth = { tokens = [{ name = \"x\" }] }",
            "2: server.auth.tokens[0].token: missing");
        server("token twice", "[server.auth]\ntokens = [\"$TOKEN\",\n \"$TOKEN\"]",
            "4: server.auth.tokens[1]: the same secret as the token in line 3 (this one is in line 4)");
        server("token name twice", "auth = { tokens = [{ name = \"x\", token = \"a\" }, { name = \"x\", token = \"b\" }] }",
            "2: server.auth.tokens[1]: the same name, \"x\"");
        server("token chain", "auth = { tokens = [{ name = \"x\", token = \"a\", chains = [\"y\"] }] }",
            "2: server.auth.tokens[0].chains[0]: there is no chain \"y\"");
        server("token key", "auth = { tokens = [{ token = \"a\", rps = 1 }] }",
            "2: server.auth.tokens[0].rps: unknown key; ");
        server("auth type", "auth = true", "2: server.auth: expected a table, found true");
        server("auth key", "auth = { token = [] }", "2: server.auth.token: unknown key; did you mean \"tokens\"?");
        server("client limit", "client_rate_limit = { requests_per_second = 0 }",
            "2: server.client_rate_limit.requests_per_second: 0 is out of range");
        server("client burst", "client_rate_limit = { burst = 0.5 }",
            "2: server.client_rate_limit.burst: 0.5 is out of range");
        server("proxy", "client_rate_limit = { trusted_proxies = [\"10.0.0.0/33\"] }",
            "2: server.client_rate_limit.trusted_proxies[0]: \"10.0.0.0/33\" is no address");

        section("server not a table", "server = 1", "1: server: expected a table, found a whole number");
        section("root key", "[sevrer]", "1: sevrer: unknown key; did you mean \"server\"?");
        section("keys of other pools", "listen = \"x\"",
            "1: listen: unknown key; the address is written as host and port");
        section("a key outside its section", "port = 1", "1: port: unknown key; it belongs under [server]");
        row("endpoints", QByteArray(kNode) + "[[endpoints]]\nurl = \"x\"\n",
            "4: endpoints: unknown key; nodes are written as [[nodes]]");
        section("balance", "[routing]\nbalance = \"latenzy\"",
            "2: routing.balance: \"latenzy\" is not known; did you mean \"latency\"? allowed: latency, least_in_flight, weighted_round_robin");
        section("retries", "[routing]\nmax_retries = -1", "2: routing.max_retries: -1 is out of range");
        section("retry max", "[routing]\nretry_base_ms = 50\nretry_max_ms = 49",
            "3: routing.retry_max_ms: must be at least retry_base_ms (50)");
        section("hedge percentile", "[routing]\nhedge_percentile = 100", "2: routing.hedge_percentile: 100 is out of range");
        section("hedge budget", "[routing]\nhedge_budget_percent = 0", "2: routing.hedge_budget_percent: 0 is out of range");
        section("rules missing", "[routing]\noutcome_rules = \"nowhere.toml\"",
            "2: routing.outcome_rules: there is no such file: ");
        section("penalty", "[health]\npenalty = \"none\"",
            "2: health.penalty: \"none\" is not known; allowed: fixed, exponential");
        section("threshold", "[health]\ndemotion_threshold = 0", "2: health.demotion_threshold: 0 is out of range");
        section("cap", "[health]\nbase_ms = 10\ncap_ms = 9",
            "3: health.cap_ms: must be at least penalty_base_ms (10)");
        section("body", "[security]\nmax_body_bytes = 0", "2: security.max_body_bytes: 0 is out of range");
        section("batch", "[security]\nmax_batch_size = 0", "2: security.max_batch_size: 0 is out of range");
        section("batch text", "[security]\nmax_batch_size = \"many\"",
            "2: security.max_batch_size: expected a whole number");
        section("namespaces", "[security]\nblocked_namespaces = \"debug\"",
            "2: security.blocked_namespaces: expected an array of texts, found a text (write it in brackets)");
        section("namespaces element", "[security]\nblocked_namespaces = [\"a\", 1]",
            "2: security.blocked_namespaces[1]: expected a text, found a whole number");
        section("namespaces empty element", "[security]\nblocked_namespaces = [\"\"]",
            "2: security.blocked_namespaces[0]: an empty text");
        section("origin with a path", "[cors]\norigins = [\"http://a/\"]",
            "2: cors.origins[0]: \"http://a/\" is not an origin");
        section("origin without scheme", "[cors]\norigins = [\"localhost:3000\"]",
            "2: cors.origins[0]: \"localhost:3000\" is not an origin");
        section("log level", "[log]\nlevel = \"noisy\"",
            "2: log.level: \"noisy\" is not known; allowed: trace, debug, info, warn, warning, error, off");
        section("log category", "[log]\ncategories = { requests = \"debug\" }",
            "2: log.categories.requests: unknown key; did you mean \"request\"?");
        section("cors key", "[cors]\norigin = \"*\"", "2: cors.origin: unknown key; did you mean \"origins\"?");
        section("cache backend", "[cache]\nbackend = \"disk\"",
            "2: cache.backend: \"disk\" is not known; allowed: memory, filesystem, redis");
        section("redis without url", "[cache]\nbackend = \"redis\"", "2: cache.backend: redis needs url");
        section("redis url", "[cache]\nbackend = \"redis\"\nurl = \"http://h\"",
            "3: cache.url: the address must begin with redis:// or rediss://");
        section("redis socket", "[cache]\nbackend = \"redis\"\nurl = \"unix://h\"",
            "3: cache.url: a unix:// address needs the full path of a socket, as in unix:///run/redis/redis.sock");
        section("redis socket with a host", "[cache]\nbackend = \"redis\"\nurl = \"unix://h/run/x\"",
            "3: cache.url: a unix:// address needs the full path of a socket");
        section("cache url twice", "[cache]\nbackend = \"redis\"\nurl = \"redis://h\"\n[cache.redis]\nurl = \"redis://i\"",
            "5: cache.redis.url: the same as cache.url, which is given too: keep one of them");
        section("cache url twice by another name",
            "[cache]\nbackend = \"redis\"\nredis_url = \"redis://h\"\n[cache.redis]\nurl = \"redis://i\"",
            "5: cache.redis.url: the same as cache.redis_url");
        section("cache prefix twice",
            "[cache]\nbackend = \"redis\"\nurl = \"redis://h\"\nkey_prefix = \"a\"\n[cache.redis]\nredis_key_prefix = \"b\"",
            "6: cache.redis.redis_key_prefix: the same as cache.key_prefix");
        section("cache path twice", "[cache]\nbackend = \"filesystem\"\ndir = \"a\"\n[cache.filesystem]\npath = \"b\"",
            "5: cache.filesystem.path: the same as cache.dir");
        section("cache bytes twice",
            "[cache]\nbackend = \"filesystem\"\nmax_bytes = 5\n[cache.filesystem]\nmax_bytes = 6",
            "5: cache.filesystem.max_bytes: the same as cache.max_bytes");
        section("cache bytes", "[cache]\nmax_bytes = 0", "2: cache.max_bytes: 0 is out of range");
        section("cache sub-table", "[cache.redis]\nurll = \"x\"",
            "2: cache.redis.urll: unknown key; did you mean \"url\"?");

        section("chains type", "chains = 1",
            "1: chains: expected a table, found a whole number: each chain is a section [chains.NAME]");
        section("chain type", "[chains]\nx = 1", "2: chains.x: expected a table, found a whole number");
        section("chain name", "[chains.\"a b\"]\npath = \"/x\"", "1: chains.\"a b\": a chain name has");
        section("chain kind", "[chains.a]\nkind = \"evn\"",
            "2: chains.a.kind: \"evn\" is not known; did you mean \"evm\"?");
        section("chain id", "[chains.a]\nkind = \"evm\"\nchain_id = 0", "3: chains.a.chain_id: 0 is out of range");
        section("chain id text", "[chains.a]\nkind = \"evm\"\nchain_id = \"0x1\"",
            "3: chains.a.chain_id: expected a whole number");
        section("chain path", "[chains.a]\npath = \"a\"", "2: chains.a.path: \"a\" is not a path; allowed: /");
        section("chain path query", "[chains.a]\npath = \"/a?b\"", "2: chains.a.path: \"/a?b\" is not a path");
        section("chain path taken", "[chains.a]\npath = \"/metrics\"",
            "1: chains.a.path: \"/metrics\" belongs to the program itself");
        section("chain name taken", "[chains.health]",
            "1: chains.health.path: \"/health\" belongs to the program itself");
        section("chain path twice", "[chains.a]\npath = \"/x\"\n[chains.b]\npath = \"/x\"",
            "3: chains.b.path: \"/x\" is already the path of chain \"a\" in line 1");
        section("second chain on /", "[chains.a]\n[chains.b]\npath = \"/\"",
            "2: chains.b.path: \"/\" is the path of the first chain, \"a\"");
        section("poll interval", "[chains.a]\npoll_interval_ms = 99",
            "2: chains.a.poll_interval_ms: 99 is out of range; allowed: 100 to ");
        section("heads", "[chains.a]\nheads = \"websocket\"",
            "2: chains.a.heads: \"websocket\" is not known; allowed: auto, ws, poll, off");
        section("connections", "[chains.a]\nws_connections = 0", "2: chains.a.ws_connections: 0 is out of range");
        section("copies", "[chains.a]\nkind = \"evm\"\nbroadcast_transactions = 0", "3: chains.a.broadcast_transactions: 0 is out of range");
        section("lag", "[chains.a]\nmax_block_lag = -1", "2: chains.a.max_block_lag: -1 is out of range");
        section("reorg window", "[chains.a]\nfinality_depth = 64\nreorg_window = 32",
            "3: chains.a.reorg_window: must be at least finality_depth (64) while reorg = true");
        section("reorg window small", "[chains.a]\nreorg_window = 15",
            "2: chains.a.reorg_window: 15 is out of range; allowed: 16 to ");
        section("ttl", "[chains.a]\nshort_ttl_ms = 100\nmin_ttl_ms = 101",
            "3: chains.a.min_ttl_ms: must be at most short_ttl_ms (100)");
        section("chain key", "[chains.a]\nchainid = 1",
            "2: chains.a.chainid: unknown key; did you mean \"chain_id\"?");
        section("chain balance", "[chains.a]\nbalance = 1", "2: chains.a.balance: expected a text");

        node("tier", "tier = 256", "4: nodes[0].tier: 256 is out of range; allowed: 0 to 255");
        node("priority", "priority = -1", "4: nodes[0].priority: -1 is out of range; allowed: 0 to 255");
        node("tier and priority", "tier = 1\npriority = 1",
            "5: nodes[0].priority: another name for tier, which is given too: keep one of them");
        node("weight", "weight = 0", "4: nodes[0].weight: 0 is out of range; allowed: 1 to ");
        node("rps negative", "rps_limit = -0.5",
            "4: nodes[0].rps_limit: -0.5 is out of range; allowed: 0 to 1000000000 (0 = no limit)");
        node("rps nan", "rps_limit = nan", "4: nodes[0].rps_limit: nan is out of range");
        node("rps infinite", "rps_limit = inf", "4: nodes[0].rps_limit: inf is out of range");
        node("rps text", "max_rps = \"5\"",
            "4: nodes[0].max_rps: expected a number, found a text (write it without quotes)");
        node("rps tiny", "rps_limit = 0.0001", "4: nodes[0].rps_limit: the smallest rate is 0.001");
        node("burst", "burst = 0.5", "4: nodes[0].burst: a burst below 1");
        node("concurrent", "max_concurrent = -1", "4: nodes[0].max_concurrent: -1 is out of range");
        node("monthly", "monthly_limit = -1",
            "4: nodes[0].monthly_limit: -1 is out of range; allowed: 0 to 9007199254740992 (0 = unmetered)");
        node("reset day 0 (bug 40)", "reset_day = 0", "4: nodes[0].reset_day: 0 is out of range; allowed: 1 to 31");
        node("reset day 32 (bug 40)", "reset_day = 32",
            "4: nodes[0].reset_day: 32 is out of range; allowed: 1 to 31");
        node("cooldown", "cooldown_ms = 300001",
            "4: nodes[0].cooldown_ms: 300001 is out of range; allowed: 0 to 300000");
        node("price list", "provider_pricing_path = \"nowhere.toml\"",
            "4: nodes[0].provider_pricing_path: the price list cannot be read: ");
        node("price list empty", "provider_pricing_path = \"\"",
            "4: nodes[0].provider_pricing_path: an empty path");
        node("builtin", "provider_pricing_path = \"builtin:helios\"",
            "4: nodes[0].provider_pricing_path: there is no shipped price list \"helios\"; did you mean \"helius\"?");
        node("chain without chains", "chain = \"base\"",
            "4: nodes[0].chain: there is no chain \"base\"; this file has no [chains.*], so there is only \"default\"");
        node("unknown key", "max_concurent = 1",
            "4: nodes[0].max_concurent: unknown key; did you mean \"max_concurrent\"?");
        node("auth type", "auth = { type = \"baerer\" }",
            "4: nodes[0].auth.type: \"baerer\" is not known; did you mean \"bearer\"? allowed: none, url_key, header, bearer");
        node("auth without type", "auth = { token = \"x\" }",
            "4: nodes[0].auth.type: missing; allowed: none, url_key, header, bearer");
        node("auth without token", "auth = { type = \"bearer\" }", "4: nodes[0].auth.token: missing");
        node("auth without value", "auth = { type = \"header\", name = \"X\" }", "4: nodes[0].auth.value: missing");
        node("auth without name", "auth = { type = \"header\", value = \"X\" }", "4: nodes[0].auth.name: missing");
        node("auth own header", "auth = { type = \"header\", name = \"Host\", value = \"X\" }",
            "4: nodes[0].auth.name: this header is set by the program itself");
        node("auth value with line end", "auth = { type = \"bearer\", token = \"a\\nb\" }",
            "4: nodes[0].auth.token: not empty, and no line ends");
        node("auth key", "auth = { type = \"bearer\", token = \"a\", name = \"b\" }",
            "4: nodes[0].auth.name: unknown key; allowed here: token, type");
        node("auth text", "auth = \"bearer\"", "4: nodes[0].auth: expected a table, found a text");
        node("header name", "headers = { \"X Y\" = \"1\" }", "4: nodes[0].headers.\"X Y\": not a header name");
        node("header value", "headers = { X = \"a\\r\\nEvil: 1\" }",
            "4: nodes[0].headers.X: a header value is not empty and has no line ends");
        node("header number", "headers = { X = 1 }",
            "4: nodes[0].headers.X: expected a text, found a whole number (write it in quotes)");
        node("header twice", "headers = { x-a = \"1\", X-A = \"2\" }",
            "4: nodes[0].headers.X-A: this header is given twice");
        node("header framing", "headers = { Content-Length = \"1\" }",
            "4: nodes[0].headers.Content-Length: this header is set by the program itself");
        node("header type", "headers = []", "4: nodes[0].headers: expected a table, found an array");
        node("header and auth", "headers = { authorization = \"1\" }\nauth = { type = \"bearer\", token = \"a\" }",
            "5: nodes[0].auth.type: the header Authorization is also given under headers");
        node("methods star", "methods = { deny = [\"*_foo\"] }",
            "4: nodes[0].methods.deny[0]: \"*_foo\": the * may only stand at the end");
        node("methods key", "methods = { alow = [] }",
            "4: nodes[0].methods.alow: unknown key; did you mean \"allow\"?");
        node("methods empty", "methods = { allow = [\"\"] }",
            "4: nodes[0].methods.allow[0]: an empty text is no method");
        node("capabilities twice", "methods = { allow = [\"a\"] }\ncapabilities = [\"b\"]",
            "5: nodes[0].capabilities: another name for methods.allow, which is given too");
        node("ca file", "ca_file = \"nowhere.pem\"", "4: nodes[0].ca_file: ");
        node("ws url", "ws_url = \"http://h\"", "4: nodes[0].ws_url: the address must begin with ws:// or wss://");
        node("enabled", "enabled = 1", "4: nodes[0].enabled: expected true or false, found a whole number");
        node("same name twice (bug 43)", "[[nodes]]\nurl = \"http://h/\"\nname = \"A\"",
            "6: nodes[1].name: the name \"A\" is taken by nodes[0] in line 2 (this one is in line 6)");
        node("name and label", "label = \"B\"", "4: nodes[0].label: another name for name, which is given too");

        row("no name (bug 43)", "[[nodes]]\nurl = \"http://h/\"\n", "1: nodes[0].name: missing");
        row("empty name (bug 43)", "[[nodes]]\nname = \"\"\nurl = \"http://h/\"\n",
            "2: nodes[0].name: the name is empty");
        row("blank name", "[[nodes]]\nname = \"  \"\nurl = \"http://h/\"\n", "2: nodes[0].name: the name is empty");
        row("blank around a name", "[[nodes]]\nname = \" a\"\nurl = \"http://h/\"\n",
            "2: nodes[0].name: the name begins or ends with a blank");
        row("long name", "[[nodes]]\nname = \"" + QByteArray(129, 'x') + "\"\nurl = \"http://h/\"\n",
            "2: nodes[0].name: the name has 129 bytes; allowed: 1 to 128");
        row("control character in a name", "[[nodes]]\nname = \"a\\nb\"\nurl = \"http://h/\"\n",
            "2: nodes[0].name: the name holds a control character");
        row("no url", "[[nodes]]\nname = \"A\"\n", "1: nodes[0].url: missing");
        row("single brackets", "[nodes]\nname = \"A\"\n",
            "1: nodes: expected an array of tables, found a table: each node begins with [[nodes]]");
        row("no nodes", "[server]\nport = 1\n", "1: nodes: there is no node: add a [[nodes]] section");
        row("empty file", "", "1: nodes: there is no node");
        row("empty list", "nodes = []", "1: nodes: there is no node");
        row("unknown chain", "[chains.base]\n[[nodes]]\nname = \"A\"\nurl = \"http://h/\"\n[[nodes]]\nname = \"B\"\nurl = \"http://h/\"\nchain = \"bsae\"\n",
            "8: nodes[1].chain: there is no chain \"bsae\"; did you mean \"base\"?");
        row("unknown chain, nothing near", "[chains.base]\n[[nodes]]\nname = \"A\"\nurl = \"http://h/\"\n[[nodes]]\nname = \"B\"\nurl = \"http://h/\"\nchain = \"solana\"\n",
            "8: nodes[1].chain: there is no chain \"solana\"; there are: base");

        url("url empty", "", "3: nodes[0].url: an address is missing");
        url("url word", "nonsense", "3: nodes[0].url: the address must begin with http:// or https://");
        url("url scheme", "ftp://h/", "3: nodes[0].url: the address must begin with http:// or https://");
        url("url ws", "wss://h/", "3: nodes[0].url: the address must begin with http:// or https://");
        url("url without host", "http://", "3: nodes[0].url: the host is missing");
        url("url without host, path", "https:///x", "3: nodes[0].url: the host is missing");
        url("url port 0", "http://h:0/", "3: nodes[0].url: the port must be a number from 1 to 65535");
        url("url port high", "http://h:65536", "3: nodes[0].url: the port must be a number from 1 to 65535");
        url("url port text", "http://h:abc/", "3: nodes[0].url: the port must be a number from 1 to 65535");
        url("url port empty", "http://h:/", "3: nodes[0].url: the port must be a number from 1 to 65535");
        url("url v6 bare", "http://::1/", "3: nodes[0].url: an IPv6 address is written in brackets");
        url("url v6 open", "http://[::1/", "3: nodes[0].url: the IPv6 address has no closing ]");
        url("url v6 bad", "http://[zz]/", "3: nodes[0].url: the host is not valid");
        url("url v6 tail", "http://[::1]x/", "3: nodes[0].url: only a port may follow the IPv6 address");
        url("url blank", "http://h/a b", "3: nodes[0].url: the address holds a space or control character");
        url("url blank host", "http://h h/", "3: nodes[0].url: the address holds a space or control character");
        url("url umlaut host", "http://b\xc3\xbc.example/",
            "3: nodes[0].url: the host has characters outside ASCII: write it as xn--b-eha.example");
        url("url umlaut path", "http://h/\xc3\xbc", "3: nodes[0].url: path and query must be ASCII");
        url("variable unset", "http://h/$NOPE",
            "3: nodes[0].url: the variable NOPE is not set: set it in the environment, in .env or in the keyring");
        url("variable unset, braces", "http://h/${NOPE}", "3: nodes[0].url: the variable NOPE is not set");
        url("variable empty", "http://h/$EMPTY", "3: nodes[0].url: the variable EMPTY is set but empty");
        url("variable open", "http://h/${KEY", "3: nodes[0].url: ${ without a closing }");
        node("user twice", "[[nodes]]\nname = \"B\"\nurl = \"http://u:p@h/\"\nauth = { type = \"bearer\", token = \"t\" }",
            "6: nodes[1].url: holds user and password");
        node("user of ws_url", "ws_url = \"ws://u:p@h/\"",
            "4: nodes[0].ws_url: user and password must be the same");

        row("syntax: value", "[server]\nport = = 1\n", "2: syntax error: ");
        row("syntax: no quotes", "[[nodes]]\nurl = https://h/?key=hidden\n",
            "2: syntax error: this is not a value: texts need quotes");
        row("syntax: twice", "[server]\nport = 1\nport = 2\n",
            "3: syntax error: this name is defined twice (value (\"port\") already exists); compare line 2");
        row("syntax: section twice", "[server]\nport = 1\n[server]\n",
            "3: syntax error: this name is defined twice");
        row("syntax: open text", "a = \"x\n", "1: syntax error: a text is not closed on its line");
        row("syntax: open header", "\n[server\n", "2: syntax error: ");
        row("syntax: open array", "a = [1,\n", "2: syntax error: an array");
        row("syntax: inline table over lines", "a = { b = 1,\n c = 2 }\n", "1: syntax error: ");
        row("syntax: no value", "a\n", "1: syntax error: a setting is written name = value");
        row("NUL byte (bug 70)", QByteArray("a = 1\nb\0 = 2\n", 13), "2: syntax error: the file holds a NUL byte");
        row("zeroed file (bug 70)", QByteArray(4096, '\0') + kNode, "1: syntax error: the file holds a NUL byte");
        row("not UTF-8", "# fine\nname = \"\xff\"\n", "2: syntax error: not valid UTF-8");
        row("half a character", "name = \"\xc3\"\n", "1: syntax error: not valid UTF-8");
        row("UTF-16", QByteArray("\xff\xfe[\0", 4), "1: syntax error: the file is UTF-16");
        row("control character", "a = 1\nb = \"\x01\"\n", "2: syntax error: a control character");
        row("lone carriage return", "a = 1\rb = 2\n", "1: syntax error: a carriage return without a line feed");
        row("deep array", "a = 1\n" + nested(50000, "[", "]"),
            "2: syntax error: brackets are nested deeper than 32 levels");
        row("deep table", nested(33, "{a=", "}"), "1: syntax error: brackets are nested deeper than 32 levels");
        row("deep header", QByteArray("[").repeated(50000), "1: syntax error: brackets are nested deeper");
        row("long dotted key", QByteArray("a.").repeated(50000) + "b = 1\n",
            "1: syntax error: a dotted key has more than 32 parts");
        row("long dotted header", "[" + QByteArray("a.").repeated(50000) + "b]\n",
            "1: syntax error: a dotted key has more than 32 parts");
        row("deep behind four quotes", "a = [\"\"\"x\"\"\"\", " + QByteArray("[").repeated(50000) + "\n",
            "1: syntax error: brackets are nested deeper");
        row("too large", "# " + QByteArray(5 * 1024 * 1024, 'x'), "1: syntax error: the file is larger than 4 MiB");
        row("too many values", "a = [" + QByteArray("1,").repeated(200000) + "]\n",
            "1: syntax error: more than 100000 values");
    }

    // clang-format on

    void badOnes()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, expected);
        const ReadResult result = readText(text);
        const QByteArray found = problems(result.issues);
        QVERIFY(!result.config);
        std::vector<ConfigIssue> errors;
        std::copy_if(result.issues.begin(),
                     result.issues.end(),
                     std::back_inserter(errors),
                     [](const ConfigIssue &issue) {
                         return issue.severity == ConfigIssue::Severity::Error;
                     });
        QVERIFY2(errors.size() == 1, found.constData());
        QVERIFY2(found.contains("c.toml:" + expected), found.constData());
        QCOMPARE(unworded(result.issues), QByteArray());
    }

    void allProblemsAtOnceInOrder()
    {
        const ReadResult result = readText("[server]\n"
                                           "port = 70000\n"
                                           "bogus = 1\n"
                                           "[security]\n"
                                           "max_batch_size = \"many\"\n"
                                           "[chains.a]\n"
                                           "poll_interval_ms = 1\n"
                                           "[[nodes]]\n"
                                           "name = \"A\"\n"
                                           "url = \"ftp://h/\"\n"
                                           "tier = 999\n"
                                           "reset_day = 32\n"
                                           "[[nodes]]\n"
                                           "name = \"A\"\n"
                                           "url = \"http://h/$NOPE\"\n"
                                           "chain = \"b\"\n"
                                           "weight = 0\n"
                                           "[typo]\n");
        QVERIFY(!result.config);
        QStringList places;
        for (const ConfigIssue &issue : result.issues)
            places << QString::number(issue.line) + QLatin1Char(' ')
                          + QString::fromStdString(issue.key);
        const QStringList expected{QStringLiteral("2 server.port"),
                                   QStringLiteral("3 server.bogus"),
                                   QStringLiteral("5 security.max_batch_size"),
                                   QStringLiteral("7 chains.a.poll_interval_ms"),
                                   QStringLiteral("10 nodes[0].url"),
                                   QStringLiteral("11 nodes[0].tier"),
                                   QStringLiteral("12 nodes[0].reset_day"),
                                   QStringLiteral("14 nodes[1].name"),
                                   QStringLiteral("15 nodes[1].url"),
                                   QStringLiteral("16 nodes[1].chain"),
                                   QStringLiteral("17 nodes[1].weight"),
                                   QStringLiteral("18 typo")};
        QCOMPARE(places, expected);
    }

    void warnings_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("expected");
        const QByteArray node = kNode;
        QTest::newRow("fragment")
            << QByteArray("[[nodes]]\nname = \"A\"\nurl = \"http://h/x#frag\"\n")
            << QByteArray("c.toml:3: nodes[0].url: warning: the part after # is never sent");
        QTest::newRow("chain without nodes")
            << "[chains.a]\n[chains.b]\n" + node
            << QByteArray("c.toml:2: chains.b: warning: no enabled node serves the chain \"b\"");
        QTest::newRow("all disabled")
            << node + "enabled = false\n"
            << QByteArray("c.toml:1: nodes: warning: no enabled node serves the chain \"default\"");
        QTest::newRow("heads over WebSocket without one")
            << "[chains.a]\nkind = \"evm\"\nheads = \"ws\"\n" + node
            << QByteArray("c.toml:1: chains.a.heads: warning: heads = \"ws\", but no node of the "
                          "chain has a ws_url");
        QTest::newRow("chain id of a chain that has none")
            << "[chains.a]\nchain_id = 1\n" + node
            << QByteArray("c.toml:2: chains.a.chain_id: warning: only chains of kind");
    }

    void warnings()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, expected);
        const ReadResult result = readText(text);
        QVERIFY2(result.config, problems(result.issues).constData());
        QCOMPARE(result.issues.size(), std::size_t(1));
        QVERIFY2(problems(result.issues).startsWith(expected), problems(result.issues).constData());
        QVERIFY(!hasErrors(result.issues));
        QCOMPARE(unworded(result.issues), QByteArray());
    }

    void noSecretInAnyMessage_data()
    {
        QTest::addColumn<QByteArray>("text");
        const auto row = [](const char *name, const QByteArray &text) {
            QTest::newRow(name) << text;
        };
        const QByteArray node = kNode;
        for (const char *url : {"ftp://h/hunter2hunter2",
                                "hunter2hunter2",
                                "http://u:hunter2hunter2@h:0/",
                                "http://h h/hunter2hunter2",
                                "http://hunter2hunter2@/",
                                "http://u:hunter2/hunter2@h:99999/",
                                "$SECRET",
                                "ftp://h/$SECRET",
                                "http:// $SECRET"})
            row(url, "[[nodes]]\nname = \"A\"\nurl = \"" + QByteArray(url) + "\"\n");
        row("syntax", "url = https://h/?key=hunter2hunter2\n");
        row("syntax, open text", "url = \"https://h/?key=hunter2hunter2\n");
        row("syntax, twice", "url = \"hunter2hunter2\"\nurl = \"hunter2hunter2\"\n");
        row("syntax, behind a value", "url = \"x\" hunter2hunter2\n");
        row("token with blank", "[server.auth]\ntokens = [\"hunter2hunter2 x\"]\n" + node);
        row("token twice",
            "[server.auth]\ntokens = [\"hunter2hunter2\", \"hunter2hunter2\"]\n" + node);
        row("bearer with line end",
            node + "auth = { type = \"bearer\", token = \"hunter2hunter2\\n\" }\n");
        row("header value", node + "headers = { X = \"hunter2hunter2\\n\" }\n");
        row("header name", node + "headers = { \"X Y\" = \"hunter2hunter2\" }\n");
        row("variable as a name", node + "chain = \"$SECRET\"\n");
        row("variable as a choice", "[server]\nio = \"$SECRET\"\n" + node);
        row("variable as a host", "[server]\nhost = \"$SECRET\"\n" + node);
        row("variable as a path", node + "provider_pricing_path = \"$SECRET.toml\"\n");
        row("variable as an origin", "[cors]\norigins = [\"$SECRET\"]\n" + node);
        row("variable as two names",
            "[[nodes]]\nname = \"$SECRET\"\nurl = \"http://h/\"\n[[nodes]]\nname = "
            "\"$SECRET\"\nurl = \"http://h/\"\n");
        row("redis url",
            "[cache]\nbackend = \"redis\"\nurl = \"http://:hunter2hunter2@h\"\n" + node);
    }

    void noSecretInAnyMessage()
    {
        QFETCH(QByteArray, text);
        const ReadResult result = readText(text);
        QVERIFY(hasErrors(result.issues));
        QVERIFY2(!problems(result.issues).contains("hunter2"), problems(result.issues).constData());
    }

    // --- garbage -------------------------------------------------------------------------------------

    void randomBytesNeverCrash()
    {
        QRandomGenerator random(20260101);
        for (int round = 0; round < 300; ++round) {
            QByteArray text(random.bounded(200), Qt::Uninitialized);
            for (char &c : text)
                c = static_cast<char>(random.bounded(256));
            const ReadResult result = readText(text);
            QVERIFY(hasErrors(result.issues) != static_cast<bool>(result.config));
        }
    }

    void randomTokensNeverCrash()
    {
        const QByteArrayList tokens{
            "[",   "]",      "[[",     "]]",     "{",    "}",     "=",    ",",          ".", "\"",
            "'",   "\"\"\"", "'''",    "\n",     "\n",   "#",     " ",    "nodes",      "a", "name",
            "url", "1",      "-",      "1e9",    "true", "nan",   "0x",   "2026-01-01", "$", "${",
            "\\",  "\\u",    "chains", "server", "\r\n", "\"x\"", "= 1\n"};
        QRandomGenerator random(7);
        for (int round = 0; round < 2000; ++round) {
            QByteArray text;
            for (int i = random.bounded(30); i >= 0; --i)
                text += tokens[random.bounded(static_cast<int>(tokens.size()))];
            const ReadResult result = readText(text);
            QVERIFY(hasErrors(result.issues) != static_cast<bool>(result.config));
        }
    }

    void damagedConfigsNeverCrash()
    {
        const QByteArray whole =
            "[server]\nport = 1\n[server.auth]\ntokens = [\"$TOKEN\", { name = \"b\", token = "
            "\"x\" }]\n[chains.a]\n"
            "kind = \"evm\"\n[cache]\nbackend = \"memory\"\n"
            + QByteArray(kNode)
            + "headers = { X = \"1\" }\nmethods = { allow = [\"a*\"] }\nrps_limit = 1.5\n";
        QVERIFY(readText(whole).config);
        QRandomGenerator random(99);
        for (int round = 0; round < 1000; ++round) {
            QByteArray text = whole;
            for (int i = random.bounded(4); i >= 0; --i) {
                const auto at = random.bounded(static_cast<int>(text.size()));
                if (random.bounded(2) == 0)
                    text.remove(at, random.bounded(8) + 1);
                else
                    text[at] = static_cast<char>(random.bounded(256));
                text += ' ';
            }
            const ReadResult result = readText(text);
            QVERIFY(hasErrors(result.issues) != static_cast<bool>(result.config));
            for (const ConfigIssue &issue : result.issues)
                QVERIFY(issue.line >= 1 && !issue.message.empty());
        }
    }

    void aFloodOfProblemsIsCut()
    {
        QByteArray text = kNode;
        for (int i = 0; i < 20000; ++i)
            text += "k" + QByteArray::number(i) + " = 1\n";
        const ReadResult result = readText(text);
        QVERIFY(!result.config);
        QCOMPARE(result.issues.size(), std::size_t(1001));
        QVERIFY(problems(result.issues)
                    .endsWith("there are more problems than these, they are not shown\n"));
    }

    void unreadableFiles()
    {
        QTemporaryDir dir;
        const ReadResult missing =
            readConfigFile(dir.filePath(QStringLiteral("no.toml")).toStdString(), readOptions());
        QVERIFY(!missing.config);
        QVERIFY(problems(missing.issues).contains("no.toml: the file does not exist"));
        const ReadResult folder = readConfigFile(dir.path().toStdString(), readOptions());
        QVERIFY(!folder.config);
        QVERIFY(problems(folder.issues).contains("this is not a file"));
    }
};

SPILLWAY_TEST(ConfigProblemsTest)

#include "tst_configproblems.moc"
