// SPDX-License-Identifier: MIT
#pragma once

#include "routing/routingtable.h"

#include <cstdint>
#include <map>
#include <string>

namespace spillway {

/// Looks once a second at what nodes with `learn_rps` have served and refused. Control thread.
class RateLearner
{
public:
    void second(const RoutingTable &table);

private:
    struct Mark
    {
        std::uint64_t served = 0;
        std::uint64_t refused = 0;
        std::uint64_t heldBack = 0;
    };

    std::map<std::string, Mark> m_marks; ///< counters at the last look
};

} // namespace spillway
