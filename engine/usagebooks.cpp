// SPDX-License-Identifier: MIT
#include "core/clock.h"
#include "spillway/usage.h"
#include "store/publichistory.h"
#include "store/usagestore.h"

namespace spillway {

struct UsageBooks::Private
{
    std::unique_ptr<UsageStore> store;
    std::vector<NodeConfig> nodes;
};

UsageBooks::UsageBooks(std::unique_ptr<Private> priv)
    : d(std::move(priv))
{}

UsageBooks::~UsageBooks() = default;
UsageBooks::UsageBooks(UsageBooks &&) noexcept = default;
UsageBooks &UsageBooks::operator=(UsageBooks &&) noexcept = default;

std::optional<UsageBooks> UsageBooks::open(const Config &config, std::string *error)
{
    UsageStore::OpenResult opened =
        UsageStore::open(config.server.stateDir, SystemClock::instance());
    if (!opened.store) {
        *error = opened.error;
        return std::nullopt;
    }
    auto priv = std::make_unique<Private>();
    priv->store = std::move(opened.store);
    priv->nodes = config.nodes;
    // A node that no daemon has run yet has books as well, and an import is compared with its period.
    for (const NodeConfig &node : config.nodes) {
        if (priv->store->counter(node.name, node.resetDay, error) == nullptr)
            return std::nullopt;
    }
    return UsageBooks(std::move(priv));
}

bool UsageBooks::exist(const Config &config)
{
    return UsageStore::exists(config.server.stateDir);
}

History UsageBooks::history(std::int64_t fromMinute, std::int64_t toMinute) const
{
    History history;
    for (const NodeConfig &node : d->nodes)
        history.nodes.push_back(readHistory(*d->store, node.name, node.name, fromMinute, toMinute));
    history.calls = d->store->calls(fromMinute, toMinute);
    return history;
}

std::vector<NodeMethodSnapshot> UsageBooks::methodsToday(const std::string &node) const
{
    return d->store->methods(node, period::dayOf(SystemClock::instance().wallMs()));
}

std::vector<NodeUsage> UsageBooks::nodes()
{
    std::vector<NodeUsage> list;
    const std::int64_t nowMs = SystemClock::instance().wallMs();
    for (const NodeConfig &node : d->nodes) {
        const UsageCounter *counter = d->store->counter(node.name, node.resetDay);
        if (counter == nullptr)
            continue;
        NodeUsage usage;
        usage.name = node.name;
        usage.used = counter->used();
        const UtcDay start = counter->periodStart();
        const UtcDay next = period::next(start, node.resetDay);
        usage.periodStart = period::toIso(start);
        usage.resetsAt = period::toIso(next);
        if (const auto threshold = node.threshold()) {
            usage.limit = node.monthlyLimit;
            usage.threshold = threshold;
            const Forecast pace = forecast(usage.used, *threshold, start, next, nowMs);
            usage.creditsPerDay = pace.creditsPerDay;
            usage.forecastAtReset = pace.usedAtReset;
            if (pace.reachesThresholdAtMs)
                usage.reachesThresholdOn = period::toIso(period::dayOf(*pace.reachesThresholdAtMs));
        }
        list.push_back(std::move(usage));
    }
    return list;
}

std::string UsageBooks::setUsed(const std::string &node, std::uint64_t credits)
{
    std::string error;
    return d->store->setUsed(node, credits, &error) ? std::string() : error;
}

std::string UsageBooks::rename(const std::string &from, const std::string &to, bool force)
{
    std::string error;
    return d->store->rename(from, to, force, &error) ? std::string() : error;
}

std::string UsageBooks::importQuotas(const std::string &file, QuotaImport *import)
{
    std::string error;
    auto taken = d->store->importQuotasJson(file, &error);
    if (!taken)
        return error;
    *import = std::move(*taken);
    return {};
}

} // namespace spillway
