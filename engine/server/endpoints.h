// SPDX-License-Identifier: MIT
#pragma once

#include "core/jsontext.h"
#include "routing/routingtable.h"
#include "server/gateway.h"

#include <string>
#include <string_view>

namespace spillway {

/// A node's state in one word, as /status shows it.
enum class NodeCondition {
    Up,
    Unknown,
    Penalized,
    Cooling,
    Parked,
    Saturated,
    QuotaExhausted,
    Disabled,
};

[[nodiscard]] std::string_view conditionName(NodeCondition condition);
[[nodiscard]] NodeCondition conditionOf(const RouteNode &node, SteadyNs now);
/// Whether a request may be offered to it now or as soon as a permit is free; an unknown node counts.
[[nodiscard]] bool isActive(NodeCondition condition);

/// The engine's own documents, worked out at the moment of the request from the live counters: they show everything a
/// request caused by the time its answer has arrived. Contract, sections 2 and 5.
class Endpoints
{
public:
    Endpoints(Gateway &gateway, const RoutingTable &table);

    [[nodiscard]] std::string health() const;
    [[nodiscard]] bool anyUsable() const;
    [[nodiscard]] std::string status() const;
    [[nodiscard]] std::string metrics() const;
    [[nodiscard]] std::string page() const;

private:
    void statusNode(json::Writer &writer, const RouteNode &node) const;

    Gateway &m_gateway;
    const RoutingTable &m_table;
    SteadyNs m_now;
    std::int64_t m_wallMs;
};

} // namespace spillway
