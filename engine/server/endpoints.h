// SPDX-License-Identifier: MIT
#pragma once

#include "server/snapshotmaker.h"

#include <cstddef>
#include <string>

namespace spillway {

/// The engine's own documents, worked out at the moment of the request from the live counters: they show everything a
/// request caused by the time its answer has arrived. Contract, sections 2 and 5.
class Endpoints
{
public:
    Endpoints(const Gateway &gateway, const RoutingTable &table);

    [[nodiscard]] std::string health() const;

    [[nodiscard]] bool anyUsable() const { return activeNodes() > 0; }

    [[nodiscard]] std::string status() const;
    [[nodiscard]] std::string metrics() const;
    [[nodiscard]] std::string page() const;

private:
    [[nodiscard]] std::size_t activeNodes() const;

    const Gateway &m_gateway;
    const RoutingTable &m_table;
    Snapshot m_snapshot;
};

} // namespace spillway
