// SPDX-License-Identifier: MIT
#pragma once

#include "pipeline/call.h"

#include <string_view>

namespace spillway::calllog {

/// Whether each request is logged: at debug level, and at info level in the JSON format, which is made for
/// machines (seed S3-24).
[[nodiscard]] bool wanted();

/// One event a request: chain, method, node, outcome, status, latency, attempts, credits, bytes, route.
void request(const RoutingTable &table,
             const CallRequest &request,
             const CallRoute &route,
             const CallResult &result,
             SteadyNs elapsed);

/// One event an attempt that did not serve, with its typed failure; served ones at debug level.
void attempt(const RouteNode &node,
             const CallRequest &request,
             std::string_view outcome,
             std::string_view rule,
             std::string_view detail,
             SteadyNs elapsed,
             int httpStatus,
             std::size_t answerBytes);

void nodeClosed(const RouteNode &node,
                std::string_view state,
                std::string_view reason,
                SteadyNs duration);
void nodeParked(const RouteNode &node,
                bool keyRejected,
                std::string_view reason,
                SteadyNs duration);

/// "Helius: rate_limit; Alchemy: success": who was skipped and why, who was asked and what came of it.
[[nodiscard]] std::string routeText(const RoutingTable &table, const CallRoute &route);

} // namespace spillway::calllog
