// SPDX-License-Identifier: MIT
#include "spillway/config.h"

#include <QHostAddress>
#include <QString>

#include <algorithm>
#include <tuple>

namespace spillway {
namespace {

bool matches(const std::vector<std::string> &patterns, std::string_view method)
{
    return std::any_of(patterns.begin(), patterns.end(), [&](std::string_view pattern) {
        if (!pattern.ends_with('*'))
            return pattern == method;
        pattern.remove_suffix(1);
        return method.starts_with(pattern);
    });
}

} // namespace

std::string_view cacheKindName(CacheKind kind)
{
    switch (kind) {
    case CacheKind::Memory:
        break;
    case CacheKind::Filesystem:
        return "filesystem";
    case CacheKind::Redis:
        return "redis";
    }
    return "memory";
}

std::string_view chainKindName(ChainKind kind)
{
    switch (kind) {
    case ChainKind::Evm:
        return "evm";
    case ChainKind::Solana:
        return "solana";
    case ChainKind::Generic:
        break;
    }
    return "generic";
}

std::optional<std::uint64_t> PriceList::cost(std::string_view method) const
{
    if (const auto at = costs.find(method); at != costs.end())
        return at->second;
    return unknownCost;
}

bool MethodFilter::allows(std::string_view method) const
{
    return !matches(deny, method) && (allow.empty() || matches(allow, method));
}

std::optional<std::uint64_t> NodeConfig::threshold() const
{
    if (monthlyLimit == 0)
        return std::nullopt;
    const auto percent = static_cast<std::uint64_t>(prices ? prices->spilloverPercent : 95);
    // floor(limit * percent / 100) without leaving 64 bits.
    return monthlyLimit / 100 * percent + monthlyLimit % 100 * percent / 100;
}

bool NodeConfig::operator==(const NodeConfig &other) const
{
    const auto parts = [](const NodeConfig &n) {
        return std::tie(n.name,
                        n.url,
                        n.wsUrl,
                        n.chain,
                        n.tier,
                        n.enabled,
                        n.weight,
                        n.rpsLimit,
                        n.burst,
                        n.learnRps,
                        n.maxConcurrent,
                        n.maxInFlight,
                        n.maxBatchSize,
                        n.monthlyLimit,
                        n.resetDay,
                        n.pricingPath,
                        n.auth,
                        n.headers,
                        n.methods,
                        n.cooldown,
                        n.caFile);
    };
    const bool samePrices =
        prices == other.prices || (prices && other.prices && *prices == *other.prices);
    return samePrices && parts(*this) == parts(other);
}

bool ServerConfig::isLoopback() const
{
    return host == "localhost" || QHostAddress(QString::fromStdString(host)).isLoopback();
}

const ChainConfig *Config::chain(std::string_view name) const
{
    const auto at = std::find_if(
        chains.begin(), chains.end(), [&](const ChainConfig &c) { return c.name == name; });
    return at == chains.end() ? nullptr : &*at;
}

std::string ConfigIssue::toString() const
{
    std::string out = file.empty() ? std::string("config") : file;
    if (line > 0)
        out.append(":").append(std::to_string(line));
    if (!key.empty())
        out.append(": ").append(key);
    out.append(severity == Severity::Warning ? ": warning: " : ": ").append(message);
    return out;
}

bool hasErrors(const std::vector<ConfigIssue> &issues)
{
    return std::any_of(issues.begin(), issues.end(), [](const ConfigIssue &issue) {
        return issue.severity == ConfigIssue::Severity::Error;
    });
}

} // namespace spillway
