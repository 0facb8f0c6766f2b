// SPDX-License-Identifier: MIT
#include "server/endpoints.h"

#include "core/jsontext.h"
#include "core/redact.h"

#include <algorithm>

namespace spillway {
namespace {

/// Milliseconds of the average, only for a node that is up: a node that is not asked has no latency to show.
void writeLatency(json::Writer &writer, const NodeSnapshot &node)
{
    writer.key("latency_ms");
    if (node.latencyMs && isActive(node.condition))
        writer.value(*node.latencyMs);
    else
        writer.null();
}

std::string_view healthWord(NodeCondition condition)
{
    if (condition == NodeCondition::Unknown)
        return "unknown";
    return isActive(condition) ? "up" : "down";
}

std::string isoTime(const std::string &day)
{
    return day + "T00:00:00Z";
}

void writeCount(json::Writer &writer,
                std::string_view key,
                const std::optional<std::uint64_t> &value)
{
    writer.key(key);
    value ? writer.value(*value) : writer.null();
}

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

std::string tenths(double value)
{
    const auto count = static_cast<std::int64_t>(value * 10);
    return std::to_string(count / 10) + "." + std::to_string(count % 10);
}

void writeQuota(json::Writer &writer, const NodeSnapshot &node)
{
    writer.key("quota").beginObject();
    writer.field("used", node.used);
    writeCount(writer, "limit", node.limit);
    writeCount(writer, "threshold", node.threshold);
    writer.field("period_start", isoTime(node.periodStart));
    writer.field("resets_at", isoTime(node.resetsAt));
    if (node.threshold) {
        writer.field("credits_per_day", node.creditsPerDay);
        writer.key("reaches_threshold_at");
        node.reachesThresholdOn ? writer.value(isoTime(*node.reachesThresholdOn)) : writer.null();
    }
    writer.endObject();
}

void writeLastError(json::Writer &writer, const NodeSnapshot &node)
{
    writer.key("last_error");
    if (node.lastErrorWallMs == 0) {
        writer.null();
        return;
    }
    writer.beginObject();
    writer.field("outcome", node.lastErrorOutcome);
    writer.field("message", node.lastError);
    writer.field("wall_ms", node.lastErrorWallMs);
    writer.endObject();
}

void writeReorgs(json::Writer &writer, const ChainSnapshot &chain)
{
    writer.field("reorgs", chain.reorgs);
    writer.key("last_reorgs").beginArray();
    for (const ReorgSnapshot &reorg : chain.lastReorgs) {
        writer.beginObject();
        writer.field("wall_ms", reorg.wallMs);
        writer.field("from", reorg.from);
        writer.field("to", reorg.to);
        writer.field("depth", reorg.depth);
        writer.field("exact", reorg.exact);
        writer.field("old_hash", reorg.oldHash);
        writer.field("new_hash", reorg.newHash);
        writer.endObject();
    }
    writer.endArray();
}

void writeWarming(json::Writer &writer, const ChainSnapshot &chain)
{
    writer.key("warming").beginObject();
    writer.field("heads", chain.warmedHeads);
    writer.field("failures", chain.warmingFailures);
    writer.field("late", chain.warmingLate);
    writer.field("answers", chain.warmedAnswers);
    writer.endObject();
}

void writeChain(json::Writer &writer, const ChainSnapshot &chain, const Snapshot &snapshot)
{
    writer.beginObject();
    writer.field("name", chain.name);
    writer.field("kind", chainKindName(chain.kind));
    writer.key("chain_id");
    chain.chainId != 0 ? writer.value(chain.chainId) : writer.null();
    writer.field("path", chain.path);
    writer.field("nodes", static_cast<std::uint64_t>(chain.nodes));
    writer.field("followed", chain.followed);
    writeCount(writer, "head", chain.head);
    writer.key("head_hash");
    chain.headHash.empty() ? writer.null() : writer.value(chain.headHash);
    writer.key("head_age_ms");
    chain.head ? writer.value(chain.headAgeMs) : writer.null();
    writer.key("source");
    chain.head ? writer.value(chain.headSource) : writer.null();
    writer.key("block_time_ms");
    chain.blockTimeMs > 0 ? writer.value(chain.blockTimeMs) : writer.null();
    writeCount(writer, "safe", chain.safe);
    writeCount(writer, "finalized", chain.finalized);
    writer.field("filters", chain.filters);
    writer.key("behind").beginObject();
    for (const NodeSnapshot &node : snapshot.nodes) {
        if (node.chain == chain.name)
            writeCount(writer, node.name, node.blocksBehind);
    }
    writer.endObject();
    writeReorgs(writer, chain);
    writeWarming(writer, chain);
    writer.endObject();
}

void writeMethods(json::Writer &writer, const NodeSnapshot &node)
{
    writer.key("methods").beginObject();
    for (const NodeMethodSnapshot &method : node.methods) {
        writer.key(method.method.empty() ? "(others)" : method.method).beginObject();
        writer.field("calls", method.calls);
        writer.field("credits", method.credits);
        writer.endObject();
    }
    writer.endObject();
}

void writeNode(json::Writer &writer, const NodeSnapshot &node)
{
    writer.beginObject();
    writer.field("name", node.name);
    writer.field("chain", node.chain);
    writer.field("tier", node.tier);
    writer.field("enabled", node.enabled);
    writer.field("endpoint", node.endpoint);
    writer.field("state", conditionName(node.condition));
    writer.field("state_reason", node.reason);
    writer.field("in_flight", node.inFlight);
    writeLatency(writer, node);
    writer.field("penalty_remaining_ms", node.closedForMs);
    if (node.learnedRps)
        writer.field("learned_rps", *node.learnedRps);
    writer.field("on_probation", node.onProbation);
    writeCount(writer, "block_number", node.blockNumber);
    writeCount(writer, "blocks_behind", node.blocksBehind);
    writeCount(writer, "logs_span", node.logsSpan);
    writeQuota(writer, node);
    std::uint64_t attempts = 0;
    for (const std::uint64_t count : node.attempts)
        attempts += count;
    writer.field("attempts", attempts);
    writer.field("served", node.served);
    writer.field("failures", node.failures);
    writeMethods(writer, node);
    writeLastError(writer, node);
    writer.endObject();
}

} // namespace

Endpoints::Endpoints(const Gateway &gateway, const RoutingTable &table)
    : m_gateway(gateway)
    , m_table(table)
    , m_snapshot(makeSnapshot(gateway, table))
{}

std::size_t Endpoints::activeNodes() const
{
    return static_cast<std::size_t>(std::count_if(
        m_snapshot.nodes.begin(), m_snapshot.nodes.end(), [](const NodeSnapshot &node) {
            return isActive(node.condition);
        }));
}

std::string Endpoints::health() const
{
    const std::size_t active = activeNodes();
    const std::size_t total = m_snapshot.nodes.size();
    json::Writer writer;
    writer.beginObject();
    writer.field("status", active == 0 ? "critical" : active < total ? "degraded" : "ok");
    writer.field("active_nodes", static_cast<std::uint64_t>(active));
    writer.field("total_nodes", static_cast<std::uint64_t>(total));
    writer.key("nodes").beginArray();
    for (const NodeSnapshot &node : m_snapshot.nodes) {
        writer.beginObject();
        writer.field("name", node.name);
        writer.field("tier", node.tier);
        writer.field("chain", node.chain);
        writer.field("status", healthWord(node.condition));
        writeLatency(writer, node);
        writer.endObject();
    }
    writer.endArray().endObject();
    return redact::apply(writer.text());
}

namespace {

void writeCounts(json::Writer &writer, const CacheMethodSnapshot &counts)
{
    const std::uint64_t asked = counts.hits + counts.misses;
    writer.field("hits", counts.hits);
    writer.field("joined", counts.joined);
    writer.field("misses", counts.misses);
    writer.field("hit_rate",
                 asked > 0 ? static_cast<double>(counts.hits) / static_cast<double>(asked) : 0.0);
    writer.field("stores", counts.stores);
    writer.field("credits_saved", counts.credits);
}

void writeCache(json::Writer &writer, const CacheSnapshot &cache)
{
    writer.key("cache").beginObject();
    writer.field("enabled", cache.enabled);
    writer.field("backend", cacheKindName(cache.backend));
    writer.field("in_reach", cache.inReach);
    writer.field("entries", cache.entries);
    writer.field("bytes", cache.bytes);
    writer.field("evicted", cache.evicted);
    writer.field("failures", cache.failures);
    writeCounts(writer, cache.total);
    writer.key("methods").beginObject();
    for (const CacheMethodSnapshot &method : cache.methods) {
        writer.key(method.method).beginObject();
        writeCounts(writer, method);
        writer.endObject();
    }
    writer.endObject().endObject();
}

} // namespace

std::string Endpoints::status() const
{
    json::Writer writer;
    writer.beginObject();
    writer.field("version", SPILLWAY_VERSION);
    writer.field("uptime_s", m_snapshot.uptimeMs / 1000);
    writer.field("address", m_snapshot.address);
    writer.field("workers", m_snapshot.workers);
    writer.field("in_flight", m_snapshot.inFlight);
    writer.field("sleeping", m_snapshot.sleeping);
    writer.field("connections", m_snapshot.connections);
    writer.key("requests").beginObject();
    for (std::size_t outcome = 0; outcome < kRequestOutcomeNames.size(); ++outcome)
        writer.field(kRequestOutcomeNames[outcome], m_snapshot.requests[outcome]);
    writer.endObject();
    writer.key("chains").beginArray();
    for (const ChainSnapshot &chain : m_snapshot.chains)
        writeChain(writer, chain, m_snapshot);
    writer.endArray();
    writer.key("nodes").beginArray();
    for (const NodeSnapshot &node : m_snapshot.nodes)
        writeNode(writer, node);
    writer.endArray();
    writer.key("clients").beginArray();
    for (const ClientSnapshot &client : m_snapshot.clients) {
        writer.beginObject();
        writer.field("name", client.name);
        writer.field("requests", client.requests);
        writer.field("credits", client.credits);
        writer.endObject();
    }
    writer.endArray();
    writeCache(writer, m_snapshot.cache);
    writer.key("local").beginObject();
    for (std::size_t i = 0; i < kLocalKindNames.size(); ++i)
        writer.field(kLocalKindNames[i], m_snapshot.local[i]);
    writer.endObject();
    writer.key("hedges").beginObject();
    writer.field("sent", m_snapshot.hedges);
    writer.field("won", m_snapshot.hedgesWon);
    writer.endObject();
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
    html += "<h1>Spillway " SPILLWAY_VERSION "</h1><p>" + std::to_string(activeNodes()) + " of "
            + std::to_string(m_snapshot.nodes.size()) + " nodes are available. "
            + std::to_string(m_snapshot.inFlight) + " calls are in flight, "
            + std::to_string(m_snapshot.connections) + " connections are open.</p>";
    html += "<table><thead><tr><th>Node</th><th>Chain</th><th>Tier</th><th>State</th><th>Latency</"
            "th><th>Credits used</th>"
            "<th>Threshold</th></tr></thead><tbody>";
    for (const NodeSnapshot &node : m_snapshot.nodes) {
        const bool active = isActive(node.condition);
        html += "<tr><td>" + htmlEscaped(node.name) + "</td><td>" + htmlEscaped(node.chain)
                + "</td><td class=\"n\">" + std::to_string(node.tier) + "</td><td class=\""
                + (active ? "up" : "bad") + "\" title=\"" + htmlEscaped(node.reason) + "\">"
                + std::string(conditionName(node.condition)) + "</td><td class=\"n\">"
                + (node.latencyMs && active ? tenths(*node.latencyMs) + " ms" : "–")
                + "</td><td class=\"n\">" + std::to_string(node.used) + "</td><td class=\"n\">"
                + (node.threshold ? std::to_string(*node.threshold) : std::string("unmetered"))
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
