// SPDX-License-Identifier: MIT
#pragma once

#include "routing/routingtable.h"
#include "server/gateway.h"
#include "spillway/snapshot.h"

namespace spillway {

/// The public words for a reorganisation.
[[nodiscard]] ReorgSnapshot toSnapshot(const chain::Reorg &reorg, std::int64_t wallMs);

[[nodiscard]] NodeCondition conditionOf(const RouteNode &node, SteadyNs now);

/// Everything there is to show, worked out from the live counters: it holds what every answered request caused. The one
/// source of /health, /status, the page and Engine::snapshot(). Any thread.
[[nodiscard]] Snapshot makeSnapshot(const Gateway &gateway, const RoutingTable &table);

} // namespace spillway
