// SPDX-License-Identifier: MIT
// The smaller sections: routing, health, security, cors, log, cache.
#include "config/configparts.h"
#include "config/suggest.h"
#include "config/upstreamurl.h"
#include "core/log.h"

#include <QByteArray>
#include <QFile>
#include <QFileInfo>
#include <QUrl>

#include <algorithm>
#include <array>
#include <linux/magic.h>
#include <sys/vfs.h>
#include <unistd.h>

namespace spillway::config {
namespace {

constexpr std::int64_t kMaxBytes = std::int64_t{1} << 53;
constexpr std::int64_t kGiB = std::int64_t{1} << 30;
constexpr std::int64_t kMaxEntries = 1000000000;

/// `debug`, `debug_` and `debug_*` mean the same.
std::string namespaceName(std::string text)
{
    if (text.ends_with('*'))
        text.pop_back();
    if (text.ends_with('_'))
        text.pop_back();
    return text;
}

bool isOrigin(const std::string &text)
{
    const auto schemeEnd = text.find("://");
    return schemeEnd != std::string::npos && schemeEnd > 0 && schemeEnd + 3 < text.size()
           && text.find_first_of("/?#@ ", schemeEnd + 3) == std::string::npos;
}

constexpr std::string_view kUnixScheme = "unix://";
constexpr std::string_view kNoDatabase =
    "the database of a Redis is a number, as in redis://127.0.0.1:6379/0 or "
    "unix:///run/redis/redis.sock?db=0";

bool isDatabase(std::string_view text)
{
    return !text.empty() && text.size() <= 6
           && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// Keys that the backend in use does not look at: most likely it is not the one that was meant.
void warnOfOtherBackends(const Section &cache, const CacheConfig &config)
{
    struct Keys
    {
        std::string_view who;
        std::vector<CacheKind> users;
        std::vector<std::string_view> names;
    };

    using enum CacheKind;
    const std::vector<Keys> all{
        {"memory", {Memory}, {"max_entries"}},
        {"memory and filesystem", {Memory, Filesystem}, {"max_bytes"}},
        {"filesystem",
         {Filesystem},
         {"path",
          "dir",
          "sweep_interval_ms",
          "inline_ttl_ms",
          "inline_max_entries",
          "bucket_ms",
          "filesystem"}},
        {"redis", {Redis}, {"url", "redis_url", "key_prefix", "redis_key_prefix", "redis"}},
        {"filesystem and redis", {Filesystem, Redis}, {"timeout_ms", "redis_timeout_ms"}}};
    for (const Keys &keys : all) {
        if (std::find(keys.users.begin(), keys.users.end(), config.backend) != keys.users.end())
            continue;
        for (const std::string_view name : keys.names) {
            if (cache.has(name))
                cache.warning(
                    name,
                    {ConfigProblem::OtherBackend,
                     "without effect: this is for backend = " + std::string(keys.who)
                         + ", and the backend here is "
                         + std::string(cacheKindName(config.backend)),
                     {std::string(keys.who), std::string(cacheKindName(config.backend))}});
        }
    }
}

/// What is there already of a folder and keeps it from being made or written; empty: nothing. Looks, and makes nothing.
QString obstacleOf(const std::string &folder)
{
    QFileInfo at(QString::fromStdString(folder));
    while (!at.exists() && !at.isRoot())
        at = QFileInfo(at.absolutePath());
    const QByteArray path = QFile::encodeName(at.absoluteFilePath());
    struct statfs system = {};
    // To root these say that everything may be written.
    const bool ofTheKernel = ::statfs(path.constData(), &system) == 0
                             && (system.f_type == PROC_SUPER_MAGIC || system.f_type == SYSFS_MAGIC);
    const bool free = at.isDir() && !ofTheKernel && ::access(path.constData(), W_OK | X_OK) == 0;
    return free ? QString() : at.absoluteFilePath();
}

void readFolder(Section &section, const Text &path, CacheConfig &cache, const Paths &paths)
{
    cache.path = resolvedPath(path.value, paths.configFolder);
    if (!cache.enabled || cache.backend != CacheKind::Filesystem)
        return;
    const std::string obstacle = obstacleOf(cache.path).toStdString();
    if (!obstacle.empty())
        section.reading().warning(
            path,
            {ConfigProblem::CacheFolder,
             cache.path + " cannot be made or written, because of " + obstacle
                 + ": nothing would be kept; name a folder that this user may write, or leave the "
                   "key out",
             {cache.path, obstacle}});
}

void readFilesystemKeys(Section &section, CacheConfig &cache, const Paths &paths)
{
    if (const auto path = section.text("path", "dir")) {
        if (path->value.empty())
            section.error("path",
                          {ConfigProblem::EmptyPath,
                           "an empty path; leave the key out for the default folder"});
        else
            readFolder(section, *path, cache, paths);
    }
    section.milliseconds("sweep_interval_ms", cache.sweepInterval, {0, kDayMs, "0 = no sweeps"});
    section.milliseconds("inline_ttl_ms", cache.inlineTtl, {0, kDayMs, "0 = none"});
    section.integer("inline_max_entries", cache.inlineMaxEntries, {0, kMaxEntries});
    section.milliseconds("bucket_ms", cache.bucketWidth, {1000, kDayMs});
}

/// unix://USER:PASSWORD@/PATH?db=NUMBER
void readRedisSocket(Section &section, const Text &url, CacheConfig &cache)
{
    Reading &reading = section.reading();
    const std::string_view value = url.value;
    const auto path = value.find('/', kUnixScheme.size());
    std::string_view user = value.substr(kUnixScheme.size(), path - kUnixScheme.size());
    const bool hasUser = user.ends_with('@');
    if (hasUser) {
        user.remove_suffix(1);
        const std::string_view password = user.substr(user.find(':') + 1); // all of it without one
        reading.secret(password);
        reading.secret(
            QByteArray::fromPercentEncoding(QByteArray::fromStdString(std::string(password)))
                .toStdString());
    }
    if (path == std::string_view::npos || path + 1 == value.size() || (!hasUser && !user.empty()))
        return reading.error(url,
                             {ConfigProblem::SocketPath,
                              "a unix:// address needs the full path of a socket, as in "
                              "unix:///run/redis/redis.sock"});
    const auto database = value.find("?db=", path);
    if (database != std::string_view::npos && !isDatabase(value.substr(database + 4)))
        return reading.error(url, {ConfigProblem::RedisDatabase, std::string(kNoDatabase)});
    cache.redisUrl = Secret(url.value);
}

void readRedisKeys(Section &section, CacheConfig &cache)
{
    const auto url = section.text("url", "redis_url");
    if (url && url->value.starts_with(kUnixScheme)) {
        readRedisSocket(section, *url, cache);
    } else if (url) {
        if (const auto checked = readUrl(section.reading(), *url, {"redis", "rediss"})) {
            section.reading().secret(checked->userInfo);
            const QUrl parts(QString::fromStdString(url->value));
            const std::string database = parts.path().mid(1).toStdString();
            if (!database.empty() && !isDatabase(database))
                section.reading().error(*url,
                                        {ConfigProblem::RedisDatabase, std::string(kNoDatabase)});
            else
                cache.redisUrl = Secret(url->value);
        }
    }
    if (const auto prefix = section.text("key_prefix", "redis_key_prefix"))
        cache.redisKeyPrefix = prefix->value;
    section.milliseconds("timeout_ms", cache.timeout, {1, kDayMs}, "redis_timeout_ms");
}

/// The keys of a backend may stand in [cache] or in a table of their own, but only one of the two can count.
void refuseTwice(const Section &cache, const Section &own)
{
    struct Key
    {
        std::string_view name;
        std::string_view alias{};
    };

    constexpr std::array<Key, 9> kKeys{{{"path", "dir"},
                                        {"sweep_interval_ms"},
                                        {"inline_ttl_ms"},
                                        {"inline_max_entries"},
                                        {"bucket_ms"},
                                        {"max_bytes"},
                                        {"url", "redis_url"},
                                        {"key_prefix", "redis_key_prefix"},
                                        {"timeout_ms", "redis_timeout_ms"}}};
    const auto nameIn = [](const Section &section, const Key &key) {
        const bool aliased = !key.alias.empty() && section.has(key.alias);
        return section.has(key.name) ? key.name : aliased ? key.alias : std::string_view();
    };
    for (const Key &key : kKeys) {
        const std::string_view here = nameIn(own, key);
        const std::string_view above = nameIn(cache, key);
        if (here.empty() || above.empty())
            continue;
        const std::string other = cache.keyPath(above);
        own.error(here,
                  {ConfigProblem::GivenTwice,
                   "the same as " + other + ", which is given too: keep one of them",
                   {other}});
    }
}

} // namespace

RoutingConfig readRouting(Section routing, const Paths &paths, std::string &outcomeRulesPath)
{
    RoutingConfig out;
    readBalance(routing, out.balance);
    routing.integer("max_retries", out.maxRetries, {0, 1000, "0 = every candidate"});
    routing.milliseconds("retry_base_ms", out.retryBase, {0, kDayMs, "0 = no pause"});
    if (!routing.milliseconds("retry_max_ms", out.retryMax, {0, kDayMs}))
        out.retryMax = std::max(out.retryMax, out.retryBase);
    if (out.retryMax < out.retryBase)
        routing.error(
            "retry_max_ms",
            {ConfigProblem::AtLeast,
             "must be at least retry_base_ms (" + std::to_string(out.retryBase.count()) + ")",
             {"retry_base_ms", std::to_string(out.retryBase.count())}});
    routing.integer("hedge_percentile", out.hedgePercentile, {0, 99, "0 = off"});
    routing.integer("hedge_budget_percent", out.hedgeBudgetPercent, {1, 100});
    if (const auto rules = routing.text("outcome_rules")) {
        outcomeRulesPath = resolvedPath(rules->value, paths.configFolder);
        if (rules->value.empty() || !QFileInfo(QString::fromStdString(outcomeRulesPath)).isFile())
            routing.error(
                "outcome_rules",
                {ConfigProblem::OutcomeRulesMissing,
                 "there is no such file: " + resolvedPath(rules->written, paths.configFolder),
                 {resolvedPath(rules->written, paths.configFolder)}});
    }
    routing.finish();
    return out;
}

HealthConfig readHealth(Section health)
{
    HealthConfig out;
    health.choice("penalty",
                  out.penalty,
                  {{"fixed", PenaltyMode::Fixed}, {"exponential", PenaltyMode::Exponential}});
    health.milliseconds("penalty_ms", out.penaltyTime, {0, kDayMs});
    health.integer("demotion_threshold", out.demotionThreshold, {1, 1000});
    health.milliseconds("penalty_base_ms", out.penaltyBase, {1, kDayMs}, "base_ms");
    if (!health.milliseconds("penalty_cap_ms", out.penaltyCap, {1, kDayMs}, "cap_ms"))
        out.penaltyCap = std::max(out.penaltyCap, out.penaltyBase);
    if (out.penaltyCap < out.penaltyBase)
        health.error(
            health.has("cap_ms") ? "cap_ms" : "penalty_cap_ms",
            {ConfigProblem::AtLeast,
             "must be at least penalty_base_ms (" + std::to_string(out.penaltyBase.count()) + ")",
             {"penalty_base_ms", std::to_string(out.penaltyBase.count())}});
    health.finish();
    return out;
}

SecurityConfig readSecurity(Section security)
{
    SecurityConfig out;
    security.integer("max_body_bytes", out.maxBodyBytes, {1, kGiB});
    security.integer("max_header_bytes", out.maxHeaderBytes, {256, kGiB});
    security.integer("max_batch_size", out.maxBatchSize, {1, 1000000});
    security.milliseconds("header_timeout_ms", out.headerTimeout, {1, kDayMs});
    security.milliseconds("body_timeout_ms", out.bodyTimeout, {1, kDayMs});
    security.integer("max_connections", out.maxConnections, {1, 1000000});
    security.integer(
        "max_connections_per_address", out.maxConnectionsPerAddress, {0, 1000000, "0 = no limit"});
    security.integer("max_response_bytes", out.maxResponseBytes, {0, kMaxBytes, "0 = no limit"});
    security.integer("max_logs_range", out.maxLogsRange, {1, kMaxBytes});
    security.integer("max_filters", out.maxFilters, {0, 1000000, "0 = none"});
    security.integer("max_filters_per_client", out.maxFiltersPerClient, {0, 1000000, "0 = none"});
    if (auto names = security.strings("blocked_namespaces")) {
        std::transform(names->begin(), names->end(), names->begin(), namespaceName);
        out.blockedNamespaces = std::move(*names);
    }
    out.allowedHosts = security.strings("allowed_hosts").value_or(std::vector<std::string>{});
    out.sideEffectMethods =
        security.strings("side_effect_methods").value_or(std::vector<std::string>{});
    out.heavyMethods = security.strings("heavy_methods").value_or(std::vector<std::string>{});
    security.finish();
    return out;
}

CorsConfig readCors(Section cors)
{
    CorsConfig out;
    for (const Text &origin : cors.texts("origins").value_or(std::vector<Text>{})) {
        if (origin.value == "*" || origin.value == "null" || isOrigin(origin.value))
            out.origins.push_back(origin.value);
        else
            cors.reading().error(origin,
                                 {ConfigProblem::Origin,
                                  inQuotes(origin.written)
                                      + " is not an origin; allowed: scheme://host or "
                                        "scheme://host:port with nothing behind, or \"*\"",
                                  {shortened(origin.written)}});
    }
    cors.finish();
    return out;
}

LogConfig readLog(Section section)
{
    LogConfig out;
    // "warning" is what other programs call it.
    const auto readLevel = [](Section &from, std::string_view key, std::string &level) {
        from.choice<std::string>(key,
                                 level,
                                 {{"trace", "trace"},
                                  {"debug", "debug"},
                                  {"info", "info"},
                                  {"warn", "warn"},
                                  {"warning", "warn"},
                                  {"error", "error"},
                                  {"off", "off"}});
    };
    readLevel(section, "level", out.level);
    Section categories = section.table("categories");
    for (const std::string_view category : log::kCategories) {
        std::string level;
        readLevel(categories, category, level);
        if (!level.empty())
            out.categories.emplace(category, level);
    }
    categories.finish();
    section.finish();
    return out;
}

CacheConfig readCache(Section cache, const std::string &stateDir, const Paths &paths)
{
    CacheConfig out;
    cache.boolean("enabled", out.enabled);
    cache.choice("backend",
                 out.backend,
                 {{"memory", CacheKind::Memory},
                  {"filesystem", CacheKind::Filesystem},
                  {"redis", CacheKind::Redis}});
    if (out.backend == CacheKind::Filesystem)
        out.maxBytes = static_cast<std::uint64_t>(kGiB);
    out.path = stateDir.empty() ? std::string() : stateDir + "/cache";
    cache.integer("max_entries", out.maxEntries, {1, kMaxEntries});
    cache.integer("max_bytes", out.maxBytes, {1, kMaxBytes});
    readFilesystemKeys(cache, out, paths);
    readRedisKeys(cache, out);
    Section filesystem = cache.table("filesystem");
    if (filesystem.isPresent()) {
        readFilesystemKeys(filesystem, out, paths);
        const bool inUse = out.backend == CacheKind::Filesystem;
        std::uint64_t without = 0;
        filesystem.integer("max_bytes", inUse ? out.maxBytes : without, {1, kMaxBytes});
    }
    if (out.backend == CacheKind::Filesystem)
        refuseTwice(cache, filesystem);
    filesystem.finish();
    Section redis = cache.table("redis");
    if (redis.isPresent())
        readRedisKeys(redis, out);
    if (out.backend == CacheKind::Redis)
        refuseTwice(cache, redis);
    redis.finish();
    const bool urlGiven =
        cache.has("url") || cache.has("redis_url") || redis.has("url") || redis.has("redis_url");
    if (out.enabled && out.backend == CacheKind::Redis && !urlGiven)
        cache.error(
            "backend",
            {ConfigProblem::RedisUrlMissing, "redis needs url = \"redis://host:port\" beside it"});
    if (out.enabled)
        warnOfOtherBackends(cache, out);
    cache.finish();
    return out;
}

} // namespace spillway::config
