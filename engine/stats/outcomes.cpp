// SPDX-License-Identifier: MIT
#include "spillway/outcomes.h"

namespace spillway {

std::string_view conditionName(NodeCondition condition)
{
    switch (condition) {
    case NodeCondition::Up:
        return "up";
    case NodeCondition::Unknown:
        return "unknown";
    case NodeCondition::Penalized:
        return "penalized";
    case NodeCondition::Cooling:
        return "cooling";
    case NodeCondition::Parked:
        return "parked";
    case NodeCondition::Saturated:
        return "saturated";
    case NodeCondition::QuotaExhausted:
        return "quota_exhausted";
    case NodeCondition::Lagging:
        return "lagging";
    case NodeCondition::Syncing:
        return "syncing";
    case NodeCondition::WrongChain:
        return "wrong_chain";
    case NodeCondition::Disabled:
        return "disabled";
    }
    return "unknown";
}

bool isActive(NodeCondition condition)
{
    return condition == NodeCondition::Up || condition == NodeCondition::Unknown
           || condition == NodeCondition::Saturated;
}

} // namespace spillway
