// SPDX-License-Identifier: MIT
#include "server/endpoints.h"

#include "core/jsontext.h"
#include "core/redact.h"

#include <limits>

namespace spillway {
namespace {

std::string_view chainKindName(ChainKind kind)
{
    switch (kind) {
    case ChainKind::Evm:
        return "evm";
    case ChainKind::Solana:
        return "solana";
    case ChainKind::Generic:
        return "generic";
    }
    return "generic";
}

/// Milliseconds of the average, only for a node that is up: a node that is not asked has no latency to show.
void writeLatency(json::Writer &writer, const RouteNode &node, NodeCondition condition)
{
    writer.key("latency_ms");
    const auto us = node.state->latencyUs();
    if (us && isActive(condition))
        writer.value(static_cast<double>(*us) / 1000.0);
    else
        writer.null();
}

std::string_view healthWord(NodeCondition condition)
{
    if (condition == NodeCondition::Unknown)
        return "unknown";
    return isActive(condition) ? "up" : "down";
}

std::string isoTime(std::int64_t wallMs)
{
    const UtcDay day = period::dayOf(wallMs);
    return period::toIso(day) + "T00:00:00Z";
}

constexpr std::int64_t kDayMs = 86'400'000;

std::string htmlEscaped(std::string_view text)
{
    std::string out;
    for (const char c : text) {
        switch (c) {
        case '&':
            out += "&amp;";
            break;
        case '<':
            out += "&lt;";
            break;
        case '>':
            out += "&gt;";
            break;
        case '"':
            out += "&quot;";
            break;
        default:
            out += c;
        }
    }
    return out;
}

std::string stateReason(const RouteNode &node, NodeCondition condition)
{
    switch (condition) {
    case NodeCondition::Penalized:
    case NodeCondition::Cooling:
    case NodeCondition::Parked:
        return node.state->reason();
    case NodeCondition::Disabled:
        return "switched off in the config";
    case NodeCondition::QuotaExhausted:
        return "the credits of this period are spent up to the threshold";
    case NodeCondition::Saturated:
        return "all max_concurrent calls are in use";
    case NodeCondition::Unknown:
        return "not asked yet";
    case NodeCondition::Up:
        return {};
    }
    return {};
}

} // namespace

NodeCondition conditionOf(const RouteNode &node, SteadyNs now)
{
    if (!node.config->enabled)
        return NodeCondition::Disabled;
    switch (node.state->closure(now)) {
    case Closure::Parked:
        return NodeCondition::Parked;
    case Closure::Cooling:
        return NodeCondition::Cooling;
    case Closure::Penalty:
        return NodeCondition::Penalized;
    case Closure::None:
        break;
    }
    if (node.metered() && node.state->usage().used() + node.cheapest > node.threshold)
        return NodeCondition::QuotaExhausted;
    if (node.config->maxConcurrent > 0 && node.state->inFlight() >= node.config->maxConcurrent)
        return NodeCondition::Saturated;
    return node.state->everServed() ? NodeCondition::Up : NodeCondition::Unknown;
}

Endpoints::Endpoints(Gateway &gateway, const RoutingTable &table)
    : m_gateway(gateway)
    , m_table(table)
    , m_now(gateway.shared().clock().steadyNs())
    , m_wallMs(gateway.shared().clock().wallMs())
{}

bool Endpoints::anyUsable() const
{
    for (const RouteNode &node : m_table.nodes()) {
        if (isActive(conditionOf(node, m_now)))
            return true;
    }
    return false;
}

std::string Endpoints::health() const
{
    std::size_t active = 0;
    for (const RouteNode &node : m_table.nodes())
        active += isActive(conditionOf(node, m_now)) ? 1U : 0U;
    const std::size_t total = m_table.nodes().size();
    json::Writer writer;
    writer.beginObject();
    writer.field("status", active == 0 ? "critical" : active < total ? "degraded" : "ok");
    writer.field("active_nodes", static_cast<std::uint64_t>(active));
    writer.field("total_nodes", static_cast<std::uint64_t>(total));
    writer.key("nodes").beginArray();
    for (const RouteNode &node : m_table.nodes()) {
        const NodeCondition condition = conditionOf(node, m_now);
        writer.beginObject();
        writer.field("name", node.config->name);
        writer.field("tier", node.config->tier);
        writer.field("chain", m_table.chains()[node.chain].config->name);
        writer.field("status", healthWord(condition));
        writeLatency(writer, node, condition);
        writer.endObject();
    }
    writer.endArray().endObject();
    return redact::apply(writer.text());
}

void Endpoints::statusNode(json::Writer &writer, const RouteNode &node) const
{
    const NodeCondition condition = conditionOf(node, m_now);
    SteadyNs until = 0;
    const Closure closure = node.state->closure(m_now, &until);
    const NodeConfig &config = *node.config;
    writer.beginObject();
    writer.field("name", config.name);
    writer.field("chain", m_table.chains()[node.chain].config->name);
    writer.field("tier", config.tier);
    writer.field("enabled", config.enabled);
    writer.field("endpoint", redact::url(config.url.reveal()));
    writer.field("state", conditionName(condition));
    writer.field("state_reason", stateReason(node, condition));
    writer.field("in_flight", node.state->inFlight());
    writeLatency(writer, node, condition);
    writer.field("penalty_remaining_ms",
                 closure == Closure::None ? std::int64_t{0}
                                          : (until - m_now + kNsPerMs - 1) / kNsPerMs);
    writer.field("on_probation", node.state->onProbation());
    writer.key("block_number").null();

    const UsageCounter &usage = node.state->usage();
    const UtcDay start = usage.periodStart();
    const std::int64_t resetsAt =
        static_cast<std::int64_t>(period::next(start, config.resetDay)) * kDayMs;
    writer.key("quota").beginObject();
    writer.field("used", usage.used());
    writer.key("limit");
    node.metered() ? writer.value(config.monthlyLimit) : writer.null();
    writer.key("threshold");
    node.metered() ? writer.value(node.threshold) : writer.null();
    writer.field("period_start", isoTime(static_cast<std::int64_t>(start) * kDayMs));
    writer.field("resets_at", isoTime(resetsAt));
    if (node.metered()) {
        const Forecast pace = forecast(
            usage.used(), node.threshold, start, period::next(start, config.resetDay), m_wallMs);
        writer.field("credits_per_day", pace.creditsPerDay);
        writer.key("reaches_threshold_at");
        pace.reachesThresholdAtMs ? writer.value(isoTime(*pace.reachesThresholdAtMs))
                                  : writer.null();
    }
    writer.endObject();

    std::uint64_t attempts = 0;
    std::uint64_t served = 0;
    std::uint64_t failures = 0;
    for (const NodeWorkerStats &stats : node.state->allStats()) {
        for (const Counter &counter : stats.attempts)
            attempts += counter.value();
        served += stats.served.value();
        failures += stats.failures.value();
    }
    writer.field("attempts", attempts).field("served", served).field("failures", failures);
    writer.endObject();
}

std::string Endpoints::status() const
{
    const Shared &shared = m_gateway.shared();
    json::Writer writer;
    writer.beginObject();
    writer.field("version", SPILLWAY_VERSION);
    writer.field("uptime_s", (m_wallMs - m_gateway.startedWallMs()) / 1000);
    writer.field("address", m_gateway.address());
    writer.field("workers", static_cast<std::uint64_t>(shared.workerCount()));
    writer.field("in_flight", shared.inFlight());
    writer.field("sleeping", shared.sleeping());
    writer.field("connections", shared.connections());
    writer.key("requests").beginObject();
    for (std::size_t outcome = 0; outcome < kRequestOutcomeNames.size(); ++outcome) {
        std::uint64_t sum = 0;
        for (std::size_t worker = 0; worker < shared.workerCount(); ++worker)
            sum += shared.stats(worker).requests[outcome].value();
        writer.field(kRequestOutcomeNames[outcome], sum);
    }
    writer.endObject();
    writer.key("chains").beginArray();
    for (const RouteChain &chain : m_table.chains()) {
        writer.beginObject();
        writer.field("name", chain.config->name);
        writer.field("kind", chainKindName(chain.config->kind));
        writer.key("chain_id");
        chain.config->chainId != 0 ? writer.value(chain.config->chainId) : writer.null();
        writer.field("path", chain.config->path);
        writer.key("head").null();
        writer.field("nodes", static_cast<std::uint64_t>(chain.nodes.size()));
        writer.endObject();
    }
    writer.endArray();
    writer.key("nodes").beginArray();
    for (const RouteNode &node : m_table.nodes())
        statusNode(writer, node);
    writer.endArray();
    const auto view = m_gateway.view();
    writer.key("clients").beginArray();
    for (const ClientIdentity &identity : view->identities) {
        writer.beginObject();
        writer.field("name", identity.state->name);
        writer.field("requests", identity.state->requests.load(std::memory_order_relaxed));
        writer.field("credits",
                     identity.state->usage != nullptr ? identity.state->usage->used()
                                                      : std::uint64_t{0});
        writer.endObject();
    }
    writer.endArray();
    writer.key("cache").beginObject().endObject();
    writer.key("local").beginObject().endObject();
    writer.endObject();
    return redact::apply(writer.text());
}

std::string Endpoints::page() const
{
    std::string html =
        "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta "
        "http-equiv=\"refresh\" content=\"5\">"
        "<meta name=\"viewport\" content=\"width=device-width, "
        "initial-scale=1\"><title>Spillway</title><style>"
        "body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 "
        "1rem;color:#1c2330;"
        "background:#f7f8fa}h1{font-size:1.4rem}table{border-collapse:collapse;width:100%;"
        "background:#fff}"
        "th,td{text-align:left;padding:.45rem .7rem;border-bottom:1px solid "
        "#e3e6eb}th{font-weight:600}"
        "td.n{text-align:right;font-variant-numeric:tabular-nums}.up{color:#176b3a}.bad{color:#"
        "a3271f}"
        "@media(prefers-color-scheme:dark){body{background:#14171c;color:#dfe3ea}table{background:#"
        "1c2027}"
        "th,td{border-color:#2c323b}.up{color:#6fce97}.bad{color:#ff8f86}}</style></head><body>";
    const Shared &shared = m_gateway.shared();
    std::size_t active = 0;
    for (const RouteNode &node : m_table.nodes())
        active += isActive(conditionOf(node, m_now)) ? 1U : 0U;
    html += "<h1>Spillway " SPILLWAY_VERSION "</h1><p>" + std::to_string(active) + " of "
            + std::to_string(m_table.nodes().size()) + " nodes are available. "
            + std::to_string(shared.inFlight()) + " calls are in flight, "
            + std::to_string(shared.connections()) + " connections are open.</p>";
    html += "<table><thead><tr><th>Node</th><th>Chain</th><th>Tier</th><th>State</th><th>Latency</"
            "th><th>Credits used</th>"
            "<th>Threshold</th></tr></thead><tbody>";
    for (const RouteNode &node : m_table.nodes()) {
        const NodeCondition condition = conditionOf(node, m_now);
        const auto us = node.state->latencyUs();
        const std::string reason = stateReason(node, condition);
        html += "<tr><td>" + htmlEscaped(node.config->name) + "</td><td>"
                + htmlEscaped(m_table.chains()[node.chain].config->name) + "</td><td class=\"n\">"
                + std::to_string(node.config->tier) + "</td><td class=\""
                + (isActive(condition) ? "up" : "bad") + "\" title=\"" + htmlEscaped(reason) + "\">"
                + std::string(conditionName(condition)) + "</td><td class=\"n\">"
                + (us && isActive(condition)
                       ? std::to_string(*us / 1000) + "." + std::to_string(*us / 100 % 10) + " ms"
                       : "–")
                + "</td><td class=\"n\">" + std::to_string(node.state->usage().used())
                + "</td><td class=\"n\">"
                + (node.metered() ? std::to_string(node.threshold) : std::string("unmetered"))
                + "</td></tr>";
    }
    html +=
        "</tbody></table><p>More: <a href=\"/health\">health</a>, <a href=\"/status\">status</a>";
    if (m_gateway.view()->config->server.enableMetrics)
        html += ", <a href=\"/metrics\">metrics</a>";
    html += "</p></body></html>";
    return redact::apply(html);
}

} // namespace spillway
