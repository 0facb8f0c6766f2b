// SPDX-License-Identifier: MIT
#include "pipeline/calllog.h"

#include "core/log.h"

namespace spillway::calllog {
namespace {

log::Level requestLevel()
{
    return log::format() == log::Format::Json ? log::Level::Info : log::Level::Debug;
}

double toMs(SteadyNs value)
{
    return static_cast<double>(value / 1000) / 1000.0;
}

} // namespace

bool wanted()
{
    return log::enabled(requestLevel(), "request");
}

std::string routeText(const RoutingTable &table, const CallRoute &route)
{
    std::string text;
    for (const RouteStep &step : route.steps) {
        if (!text.empty())
            text += "; ";
        text += table.nodes()[step.node].config->name;
        text += step.hedge ? ": second try, " : ": ";
        text += step.attempt ? step.outcome : kSkipReasonNames[static_cast<std::size_t>(step.skip)];
    }
    return text;
}

void request(const RoutingTable &table,
             const CallRequest &request,
             const CallRoute &route,
             const CallResult &result,
             SteadyNs elapsed)
{
    const std::string steps = routeText(table, route);
    log::event(
        requestLevel(),
        "request",
        "request",
        {{"chain", table.chains()[route.chain].config->name},
         {"method", request.method},
         {"node",
          result.node != nullptr ? std::string_view(result.node->config->name)
                                 : std::string_view()},
         {"outcome", kRequestOutcomeNames[static_cast<std::size_t>(result.outcome)]},
         {"status", result.httpStatus},
         {"latency_ms", toMs(elapsed)},
         {"attempts", result.attempts},
         {"credits", result.credits},
         {"request_bytes", request.body.size()},
         {"response_bytes",
          result.streamedBytes != 0 ? result.streamedBytes : std::uint64_t{result.body.size()}},
         {"route", steps}});
}

void attempt(const RouteNode &node,
             const CallRequest &request,
             std::string_view outcome,
             std::string_view rule,
             std::string_view detail,
             SteadyNs elapsed,
             int httpStatus,
             std::size_t answerBytes)
{
    const bool served = outcome == "success";
    log::event(served ? log::Level::Debug : requestLevel(),
               "request",
               served ? "attempt" : "failover",
               {{"node", node.config->name},
                {"endpoint", node.host},
                {"method", request.method},
                {"outcome", outcome},
                {"failure", rule},
                {"error", detail.substr(0, 300)},
                {"status", httpStatus},
                {"latency_ms", toMs(elapsed)},
                {"request_bytes", request.body.size()},
                {"response_bytes", answerBytes}});
}

void nodeClosed(const RouteNode &node,
                std::string_view state,
                std::string_view reason,
                SteadyNs duration)
{
    log::event(log::Level::Info,
               "node",
               "node taken out of rotation",
               {{"node", node.config->name},
                {"state", state},
                {"reason", reason.substr(0, 300)},
                {"for_ms", duration / kNsPerMs}});
}

void nodeParked(const RouteNode &node, bool keyRejected, std::string_view reason, SteadyNs duration)
{
    log::event(log::Level::Warn,
               "node",
               keyRejected
                   ? "the provider rejects this node's key; check it and apply the config again"
                   : "the provider says this node's plan is used up",
               {{"node", node.config->name},
                {"state", "parked"},
                {"reason", reason.substr(0, 300)},
                {"for_ms", duration / kNsPerMs}});
}

} // namespace spillway::calllog
