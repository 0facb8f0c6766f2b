// SPDX-License-Identifier: MIT
#include "core/redact.h"
#include "server/endpoints.h"
#include "stats/prometheus.h"

#include <limits>

namespace spillway {
namespace {

using Buckets = std::array<std::uint64_t, Histogram::kBoundsUs.size() + 1>;

std::uint64_t addHistogram(Buckets &buckets, const Histogram &histogram)
{
    for (std::size_t i = 0; i < buckets.size(); ++i)
        buckets[i] += histogram.bucket(i);
    return histogram.sumUs();
}

} // namespace

std::string Endpoints::metrics() const
{
    const Shared &shared = m_gateway.shared();
    const std::vector<RouteNode> &nodes = m_table.nodes();
    PrometheusWriter out;

    out.family("rpc_requests_total", "counter", "Client calls by how they ended.");
    for (std::size_t outcome = 0; outcome < kRequestOutcomeNames.size(); ++outcome) {
        std::uint64_t sum = 0;
        for (std::size_t worker = 0; worker < shared.workerCount(); ++worker)
            sum += shared.stats(worker).requests[outcome].value();
        out.sample("rpc_requests_total", {{"outcome", kRequestOutcomeNames[outcome]}}, sum);
    }
    out.family("rpc_request_duration_seconds",
               "histogram",
               "Time from the complete request to its answer.");
    for (std::size_t outcome = 0; outcome < kRequestOutcomeNames.size(); ++outcome) {
        Buckets buckets{};
        std::uint64_t sumUs = 0;
        for (std::size_t worker = 0; worker < shared.workerCount(); ++worker)
            sumUs += addHistogram(buckets, shared.stats(worker).durations[outcome]);
        out.histogram("rpc_request_duration_seconds",
                      {{"outcome", kRequestOutcomeNames[outcome]}},
                      buckets,
                      sumUs);
    }
    out.family("rpc_upstream_attempts_total", "counter", "Attempts at nodes by outcome.");
    for (const RouteNode &node : nodes) {
        for (std::size_t outcome = 0; outcome < kAttemptOutcomeNames.size(); ++outcome) {
            std::uint64_t sum = 0;
            for (const NodeWorkerStats &stats : node.state->allStats())
                sum += stats.attempts[outcome].value();
            out.sample("rpc_upstream_attempts_total",
                       {{"node", node.config->name}, {"outcome", kAttemptOutcomeNames[outcome]}},
                       sum);
        }
    }
    out.family(
        "rpc_upstream_duration_seconds", "histogram", "Time of attempts that got an answer.");
    for (const RouteNode &node : nodes) {
        Buckets buckets{};
        std::uint64_t sumUs = 0;
        for (const NodeWorkerStats &stats : node.state->allStats())
            sumUs += addHistogram(buckets, stats.duration);
        out.histogram(
            "rpc_upstream_duration_seconds", {{"node", node.config->name}}, buckets, sumUs);
    }
    out.family("rpc_upstream_skips_total",
               "counter",
               "Nodes passed over, once for each walk over the candidates.");
    for (const RouteNode &node : nodes) {
        for (std::size_t reason = 0; reason < kSkipReasonNames.size(); ++reason) {
            std::uint64_t sum = 0;
            for (const NodeWorkerStats &stats : node.state->allStats())
                sum += stats.skips[reason].value();
            out.sample("rpc_upstream_skips_total",
                       {{"node", node.config->name}, {"reason", kSkipReasonNames[reason]}},
                       sum);
        }
    }
    out.family("rpc_node_quota_used", "gauge", "Credits spent in the running billing period.");
    for (const RouteNode &node : nodes)
        out.sample(
            "rpc_node_quota_used", {{"node", node.config->name}}, node.state->usage().used());
    out.family("rpc_node_quota_threshold",
               "gauge",
               "Credits at which the node leaves rotation; +Inf for an unmetered one.");
    for (const RouteNode &node : nodes) {
        if (node.metered())
            out.sample("rpc_node_quota_threshold", {{"node", node.config->name}}, node.threshold);
        else
            out.sample("rpc_node_quota_threshold",
                       {{"node", node.config->name}},
                       std::numeric_limits<double>::infinity());
    }
    std::uint64_t healthy = 0;
    out.family("rpc_node_healthy", "gauge", "1 while the node may be offered calls.");
    for (const RouteNode &node : nodes) {
        const bool active = isActive(conditionOf(node, m_now));
        healthy += active ? 1 : 0;
        out.sample("rpc_node_healthy",
                   {{"node", node.config->name}, {"tier", std::to_string(node.config->tier)}},
                   std::uint64_t{active ? 1U : 0U});
    }
    out.family("rpc_healthy_nodes", "gauge", "Nodes that may be offered calls.");
    out.sample("rpc_healthy_nodes", {}, healthy);
    out.family("rpc_node_latency_ema_seconds",
               "gauge",
               "Moving average of served answers; NaN until measured.");
    for (const RouteNode &node : nodes) {
        const auto us = node.state->latencyUs();
        out.sample("rpc_node_latency_ema_seconds",
                   {{"node", node.config->name}, {"tier", std::to_string(node.config->tier)}},
                   us ? static_cast<double>(*us) / 1e6 : std::numeric_limits<double>::quiet_NaN());
    }
    out.family("rpc_sleep_queue_size",
               "gauge",
               "Calls parked until a limit, a permit or a cooldown ends.");
    out.sample("rpc_sleep_queue_size", {}, shared.sleeping());

    const auto sumOf = [&](Counter WorkerStats::*member) {
        std::uint64_t sum = 0;
        for (std::size_t worker = 0; worker < shared.workerCount(); ++worker)
            sum += (shared.stats(worker).*member).value();
        return sum;
    };
    out.family(
        "spillway_in_flight", "gauge", "Calls held, from the complete request to the answer.");
    out.sample("spillway_in_flight", {}, shared.inFlight());
    out.family("spillway_connections", "gauge", "Open client connections.");
    out.sample("spillway_connections", {}, shared.connections());
    out.family("spillway_connections_refused_total",
               "counter",
               "Client connections refused over a limit.");
    out.sample("spillway_connections_refused_total", {}, sumOf(&WorkerStats::connectionsRefused));
    out.family("spillway_upstream_connects_total", "counter", "Connections opened to nodes.");
    out.sample("spillway_upstream_connects_total", {}, sumOf(&WorkerStats::upstreamConnects));
    out.family("spillway_batches_total", "counter", "Batches received.");
    out.sample("spillway_batches_total", {}, sumOf(&WorkerStats::batches));
    out.family("spillway_request_bytes_total", "counter", "Bytes of request bodies.");
    out.sample("spillway_request_bytes_total", {}, sumOf(&WorkerStats::requestBytes));
    out.family("spillway_response_bytes_total", "counter", "Bytes of answer bodies.");
    out.sample("spillway_response_bytes_total", {}, sumOf(&WorkerStats::responseBytes));
    const auto view = m_gateway.view();
    out.family("spillway_client_requests_total", "counter", "Calls by client token name.");
    for (const ClientIdentity &identity : view->identities)
        out.sample("spillway_client_requests_total",
                   {{"client", identity.state->name}},
                   identity.state->requests.load(std::memory_order_relaxed));
    out.family(
        "spillway_client_credits", "gauge", "Credits spent this month by client token name.");
    for (const ClientIdentity &identity : view->identities)
        out.sample("spillway_client_credits",
                   {{"client", identity.state->name}},
                   identity.state->usage != nullptr ? identity.state->usage->used()
                                                    : std::uint64_t{0});
    out.family("spillway_build_info", "gauge", "Always 1; the version is the label.");
    out.sample("spillway_build_info", {{"version", SPILLWAY_VERSION}}, std::uint64_t{1});
    return redact::apply(out.take());
}

} // namespace spillway
