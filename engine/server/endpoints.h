// SPDX-License-Identifier: MIT
#pragma once

#include "core/jsontext.h"
#include "routing/routingtable.h"
#include "server/gateway.h"
#include "spillway/outcomes.h"

#include <string>
#include <string_view>

namespace spillway {

[[nodiscard]] NodeCondition conditionOf(const RouteNode &node, SteadyNs now);

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
