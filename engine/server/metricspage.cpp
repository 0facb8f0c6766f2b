// SPDX-License-Identifier: MIT
#include "core/redact.h"
#include "server/endpoints.h"
#include "stats/prometheus.h"

#include <limits>

namespace spillway {
namespace {

void writeCacheMetrics(PrometheusWriter &out, const CacheSnapshot &cache)
{
    out.family("spillway_cache_hits_total",
               "counter",
               "Calls answered with a kept answer, or with that of a call under way.");
    out.sample("spillway_cache_hits_total", {}, cache.total.hits);
    out.family("spillway_cache_joined_total",
               "counter",
               "Of the hits: calls that shared the answer of a call under way.");
    out.sample("spillway_cache_joined_total", {}, cache.total.joined);
    out.family("spillway_cache_misses_total",
               "counter",
               "Calls that went to a node though their answers may be kept.");
    out.sample("spillway_cache_misses_total", {}, cache.total.misses);
    out.family("spillway_cache_stores_total", "counter", "Answers kept.");
    out.sample("spillway_cache_stores_total", {}, cache.total.stores);
    out.family("spillway_cache_evictions_total", "counter", "Answers removed for want of room.");
    out.sample("spillway_cache_evictions_total", {}, cache.evicted);
    out.family(
        "spillway_cache_errors_total", "counter", "Failures of the place answers are kept in.");
    out.sample("spillway_cache_errors_total", {}, cache.failures);
    out.family(
        "spillway_cache_credits_saved_total", "counter", "Credits the hits would have cost.");
    out.sample("spillway_cache_credits_saved_total", {}, cache.total.credits);
    out.family("spillway_cache_bytes", "gauge", "Size of the kept answers; 0 with Redis.");
    out.sample("spillway_cache_bytes", {}, cache.bytes);
    out.family(
        "spillway_cache_in_reach", "gauge", "1 while the place answers are kept in responds.");
    out.sample("spillway_cache_in_reach", {}, std::uint64_t{cache.inReach ? 1U : 0U});
}

void writeChainMetrics(PrometheusWriter &out, const Snapshot &snapshot)
{
    out.family("spillway_chain_head", "gauge", "Newest block that clients see.");
    for (const ChainSnapshot &chain : snapshot.chains) {
        if (chain.head)
            out.sample("spillway_chain_head", {{"chain", chain.name}}, *chain.head);
    }
    out.family(
        "spillway_chain_head_age_seconds", "gauge", "Time since that block became the newest.");
    for (const ChainSnapshot &chain : snapshot.chains) {
        if (chain.head)
            out.sample("spillway_chain_head_age_seconds",
                       {{"chain", chain.name}},
                       static_cast<double>(chain.headAgeMs) / 1000.0);
    }
    out.family("spillway_filters", "gauge", "Filters that clients have installed.");
    for (const ChainSnapshot &chain : snapshot.chains)
        out.sample("spillway_filters", {{"chain", chain.name}}, chain.filters);
    out.family("spillway_reorgs_detected_total", "counter", "Confirmed reorganisations.");
    for (const ChainSnapshot &chain : snapshot.chains) {
        if (chain.followed)
            out.sample("spillway_reorgs_detected_total", {{"chain", chain.name}}, chain.reorgs);
    }
    out.family("spillway_reorg_last_depth", "gauge", "Blocks taken back by the latest one.");
    for (const ChainSnapshot &chain : snapshot.chains) {
        if (!chain.lastReorgs.empty())
            out.sample("spillway_reorg_last_depth",
                       {{"chain", chain.name}},
                       chain.lastReorgs.back().depth);
    }
    out.family(
        "spillway_warmed_heads_total", "counter", "New heads put into the cache, by outcome.");
    for (const ChainSnapshot &chain : snapshot.chains) {
        if (!chain.followed)
            continue;
        out.sample("spillway_warmed_heads_total",
                   {{"chain", chain.name}, {"outcome", "complete"}},
                   chain.warmedHeads);
        out.sample("spillway_warmed_heads_total",
                   {{"chain", chain.name}, {"outcome", "failed"}},
                   chain.warmingFailures);
    }
    out.family("spillway_warming_late_total",
               "counter",
               "Heads that were shown before all of them was in the cache.");
    for (const ChainSnapshot &chain : snapshot.chains) {
        if (chain.followed)
            out.sample("spillway_warming_late_total", {{"chain", chain.name}}, chain.warmingLate);
    }
    out.family("spillway_warmed_answers_total", "counter", "Answers kept in this way.");
    for (const ChainSnapshot &chain : snapshot.chains) {
        if (chain.followed)
            out.sample(
                "spillway_warmed_answers_total", {{"chain", chain.name}}, chain.warmedAnswers);
    }
    out.family("spillway_node_block_number", "gauge", "Newest block of a node, as it told.");
    for (const NodeSnapshot &node : snapshot.nodes) {
        if (node.blockNumber)
            out.sample("spillway_node_block_number", {{"node", node.name}}, *node.blockNumber);
    }
    out.family("spillway_probes_total", "counter", "Questions of the engine's own to a node.");
    for (const NodeSnapshot &node : snapshot.nodes)
        out.sample("spillway_probes_total", {{"node", node.name}}, node.probes);
    out.family("spillway_probe_failures_total", "counter", "Of these, without a usable answer.");
    for (const NodeSnapshot &node : snapshot.nodes)
        out.sample("spillway_probe_failures_total", {{"node", node.name}}, node.probeFailures);
}

} // namespace

std::string Endpoints::metrics() const
{
    const Shared &shared = m_gateway.shared();
    const std::vector<RouteNode> &nodes = m_table.nodes();
    PrometheusWriter out;

    out.family("rpc_requests_total", "counter", "Client calls by how they ended.");
    for (std::size_t outcome = 0; outcome < kRequestOutcomeNames.size(); ++outcome)
        out.sample("rpc_requests_total",
                   {{"outcome", kRequestOutcomeNames[outcome]}},
                   m_snapshot.requests[outcome]);
    out.family("rpc_request_duration_seconds",
               "histogram",
               "Time from the complete request to its answer.");
    for (std::size_t outcome = 0; outcome < kRequestOutcomeNames.size(); ++outcome) {
        LatencyBuckets<std::uint64_t> buckets{};
        std::uint64_t sumUs = 0;
        for (std::size_t worker = 0; worker < shared.workerCount(); ++worker) {
            const Histogram &durations = shared.stats(worker).durations[outcome];
            durations.addTo(buckets);
            sumUs += durations.sumUs();
        }
        out.histogram("rpc_request_duration_seconds",
                      {{"outcome", kRequestOutcomeNames[outcome]}},
                      buckets,
                      sumUs);
    }
    out.family("rpc_upstream_attempts_total", "counter", "Attempts at nodes by outcome.");
    for (const NodeSnapshot &node : m_snapshot.nodes) {
        for (std::size_t outcome = 0; outcome < kAttemptOutcomeNames.size(); ++outcome)
            out.sample("rpc_upstream_attempts_total",
                       {{"node", node.name}, {"outcome", kAttemptOutcomeNames[outcome]}},
                       node.attempts[outcome]);
    }
    out.family(
        "rpc_upstream_duration_seconds", "histogram", "Time of attempts that got an answer.");
    for (const RouteNode &node : nodes) {
        LatencyBuckets<std::uint64_t> buckets{};
        std::uint64_t sumUs = 0;
        for (const NodeWorkerStats &stats : node.state->allStats()) {
            stats.duration.addTo(buckets);
            sumUs += stats.duration.sumUs();
        }
        out.histogram(
            "rpc_upstream_duration_seconds", {{"node", node.config->name}}, buckets, sumUs);
    }
    out.family("rpc_upstream_skips_total",
               "counter",
               "Nodes passed over, once for each walk over the candidates.");
    for (const NodeSnapshot &node : m_snapshot.nodes) {
        for (std::size_t reason = 0; reason < kSkipReasonNames.size(); ++reason)
            out.sample("rpc_upstream_skips_total",
                       {{"node", node.name}, {"reason", kSkipReasonNames[reason]}},
                       node.skips[reason]);
    }
    out.family("rpc_node_quota_used", "gauge", "Credits spent in the running billing period.");
    for (const NodeSnapshot &node : m_snapshot.nodes)
        out.sample("rpc_node_quota_used", {{"node", node.name}}, node.used);
    out.family("rpc_node_quota_threshold",
               "gauge",
               "Credits at which the node leaves rotation; +Inf for an unmetered one.");
    for (const NodeSnapshot &node : m_snapshot.nodes) {
        if (node.threshold)
            out.sample("rpc_node_quota_threshold", {{"node", node.name}}, *node.threshold);
        else
            out.sample("rpc_node_quota_threshold",
                       {{"node", node.name}},
                       std::numeric_limits<double>::infinity());
    }
    out.family("spillway_node_learned_rps",
               "gauge",
               "Requests a second that a node with learn_rps was found to take; absent before its "
               "first refusal.");
    for (const NodeSnapshot &node : m_snapshot.nodes) {
        if (node.learnedRps)
            out.sample("spillway_node_learned_rps", {{"node", node.name}}, *node.learnedRps);
    }
    out.family("rpc_node_healthy", "gauge", "1 while the node may be offered calls.");
    for (const NodeSnapshot &node : m_snapshot.nodes)
        out.sample("rpc_node_healthy",
                   {{"node", node.name}, {"tier", std::to_string(node.tier)}},
                   std::uint64_t{isActive(node.condition) ? 1U : 0U});
    out.family(
        "spillway_node_enabled", "gauge", "0 while the configuration switches the node off.");
    for (const NodeSnapshot &node : m_snapshot.nodes)
        out.sample("spillway_node_enabled",
                   {{"node", node.name}},
                   std::uint64_t{node.condition == NodeCondition::Disabled ? 0U : 1U});
    out.family("rpc_healthy_nodes", "gauge", "Nodes that may be offered calls.");
    out.sample("rpc_healthy_nodes", {}, std::uint64_t{activeNodes()});
    out.family("rpc_node_latency_ema_seconds",
               "gauge",
               "Moving average of served answers; NaN until measured.");
    for (const NodeSnapshot &node : m_snapshot.nodes)
        out.sample("rpc_node_latency_ema_seconds",
                   {{"node", node.name}, {"tier", std::to_string(node.tier)}},
                   node.latencyMs ? *node.latencyMs / 1000.0
                                  : std::numeric_limits<double>::quiet_NaN());
    out.family("rpc_sleep_queue_size",
               "gauge",
               "Calls parked until a limit, a permit or a cooldown ends.");
    out.sample("rpc_sleep_queue_size", {}, m_snapshot.sleeping);

    out.family("spillway_local_responses_total",
               "counter",
               "Calls answered from what is known of the chain, and about filters.");
    for (std::size_t kind = 0; kind < kLocalKindNames.size(); ++kind)
        out.sample("spillway_local_responses_total",
                   {{"kind", kLocalKindNames[kind]}},
                   m_snapshot.local[kind]);
    out.family("spillway_hedges_total",
               "counter",
               "Calls that asked a second node as well, because the first was slow.");
    out.sample("spillway_hedges_total", {}, m_snapshot.hedges);
    out.family("spillway_hedges_won_total", "counter", "Of these, answered by the second one.");
    out.sample("spillway_hedges_won_total", {}, m_snapshot.hedgesWon);
    writeCacheMetrics(out, m_snapshot.cache);
    writeChainMetrics(out, m_snapshot);

    const auto sumOf = [&](Counter WorkerStats::*member) {
        std::uint64_t sum = 0;
        for (std::size_t worker = 0; worker < shared.workerCount(); ++worker)
            sum += (shared.stats(worker).*member).value();
        return sum;
    };
    out.family(
        "spillway_in_flight", "gauge", "Calls held, from the complete request to the answer.");
    out.sample("spillway_in_flight", {}, m_snapshot.inFlight);
    out.family("spillway_connections", "gauge", "Open client connections.");
    out.sample("spillway_connections", {}, m_snapshot.connections);
    out.family("spillway_connections_refused_total",
               "counter",
               "Client connections refused over a limit.");
    out.sample("spillway_connections_refused_total", {}, sumOf(&WorkerStats::connectionsRefused));
    out.family("spillway_upstream_connects_total", "counter", "Connections opened to nodes.");
    out.sample("spillway_upstream_connects_total", {}, sumOf(&WorkerStats::upstreamConnects));
    out.family("spillway_batches_total", "counter", "Batches received.");
    out.sample("spillway_batches_total", {}, sumOf(&WorkerStats::batches));
    out.family("spillway_divided_log_queries_total", "counter", "Log queries answered in parts.");
    out.sample("spillway_divided_log_queries_total", {}, sumOf(&WorkerStats::logJoins));
    out.family(
        "spillway_log_query_parts_total", "counter", "Parts of log queries that were asked.");
    out.sample("spillway_log_query_parts_total", {}, sumOf(&WorkerStats::logParts));
    out.family("spillway_request_bytes_total", "counter", "Bytes of request bodies.");
    out.sample("spillway_request_bytes_total", {}, sumOf(&WorkerStats::requestBytes));
    out.family("spillway_response_bytes_total", "counter", "Bytes of answer bodies.");
    out.sample("spillway_response_bytes_total", {}, sumOf(&WorkerStats::responseBytes));
    out.family("spillway_client_requests_total", "counter", "Calls by client token name.");
    for (const ClientSnapshot &client : m_snapshot.clients)
        out.sample("spillway_client_requests_total", {{"client", client.name}}, client.requests);
    out.family(
        "spillway_client_credits", "gauge", "Credits spent this month by client token name.");
    for (const ClientSnapshot &client : m_snapshot.clients)
        out.sample("spillway_client_credits", {{"client", client.name}}, client.credits);
    out.family("spillway_build_info", "gauge", "Always 1; the version is the label.");
    out.sample("spillway_build_info", {{"version", SPILLWAY_VERSION}}, std::uint64_t{1});
    return redact::apply(out.take());
}

} // namespace spillway
