// SPDX-License-Identifier: MIT
#pragma once

#include "chain/nodecaller.h"
#include "io/iocontext.h"
#include "routing/routingtable.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <unordered_map>
#include <vector>

namespace spillway {

class UpstreamPool;

/// The engine's own questions to the nodes of one chain, on connections of their own. Each takes a permit, credits and a token
/// as a client's call does, is booked, and is dropped rather than waited for when one of them is missing. What an answer says
/// about a rate limit, a plan or a key closes the node for everybody; other failures are the asker's to judge. One thread.
class NodeQuestions final : public chain::NodeCaller
{
public:
    /// `slot`: index of the counters in NodeState::stats that belong to this thread. `mostAnswer`: bytes of the largest answer
    /// that is taken; a block's header has a few kilobytes.
    NodeQuestions(IoContext &context,
                  std::shared_ptr<const RoutingTable> table,
                  std::size_t chain,
                  std::size_t slot,
                  std::size_t mostAnswer = std::size_t{1} << 20U);
    /// Told after each question: a permit of that node is free, for which a call may sleep.
    std::function<void(const std::shared_ptr<NodeState> &)> onReleased;

    /// Running questions end without an answer.
    ~NodeQuestions() override;

    void
    ask(std::size_t node, std::string_view method, std::string_view params, Done done) override;

private:
    class Exchange;

    [[nodiscard]] bool book(const RouteNode &node,
                            std::string_view method,
                            std::uint64_t cost,
                            UtcDay &bookedIn) const;
    void finish(Exchange &exchange, const chain::NodeAnswer &answer);

    IoContext &m_context;
    std::shared_ptr<const RoutingTable> m_table;
    std::size_t m_chain;
    std::size_t m_slot;
    std::size_t m_mostAnswer;
    std::vector<std::unique_ptr<UpstreamPool>> m_pools; ///< by number in the chain
    std::unordered_map<Exchange *, std::unique_ptr<Exchange>> m_running;
};

} // namespace spillway
