// SPDX-License-Identifier: MIT
#pragma once

#include "chain/follower.h"
#include "io/iocontext.h"
#include "pipeline/cacheanchor.h"
#include "pipeline/headwarmer.h"
#include "pipeline/nodequestions.h"
#include "pipeline/shared.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace spillway {

/// Follows all chains of a routing table in the control thread: owns their followers, asks their nodes on time, and wakes the
/// workers whose calls wait for a chain to move.
class HeadWatch
{
public:
    HeadWatch(Shared &shared, const Clock &clock);
    ~HeadWatch();
    HeadWatch(const HeadWatch &) = delete;
    HeadWatch &operator=(const HeadWatch &) = delete;

    /// Told of each confirmed reorganisation.
    std::function<void(const std::string &chain, const chain::Reorg &)> onReorg;

    /// Follows the chains of this table from now on, those of the one before no longer. Null: none.
    void follow(const std::shared_ptr<const RoutingTable> &table);

private:
    class Following;

    void wakeWaiters(const std::shared_ptr<chain::ChainState> &chain);

    Shared &m_shared;
    IoContext m_io;
    std::vector<std::unique_ptr<Following>> m_following;
};

} // namespace spillway
