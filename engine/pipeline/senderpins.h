// SPDX-License-Identifier: MIT
#pragma once

#include "chain/signedtransaction.h"
#include "upstream/nodestate.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

namespace spillway {

/// Which node took whose latest transaction. Until others have heard of it, what is asked about the sender and the transaction
/// is best asked there: the next nonce, a pending transaction, an estimate on top of it.
///
/// A pin lasts until the chain has moved on by two heads, which is one block's time at least and two at most: a transaction
/// that is sent just before a block is in the one after. Where the head is not known it lasts for the time of one block.
/// Bounded; when it is full, the oldest go. Any thread; time is handed in.
class SenderPins
{
public:
    static constexpr std::size_t kMost = 10000;

    /// Where the chain is at one moment.
    struct Moment
    {
        std::uint64_t headBlocks = 0; ///< 0: not known
        SteadyNs now = 0;
        SteadyNs blockInterval = 0; ///< 0: not known
    };

    void pin(std::string_view chain,
             const chain::SignedTransaction &transaction,
             const std::shared_ptr<NodeState> &node,
             const Moment &at);

    /// Nobody is pinned, so far as this thread knows. One relaxed load.
    [[nodiscard]] bool isEmpty() const { return m_count.load(std::memory_order_relaxed) == 0; }

    /// Null: not pinned, or not any more.
    [[nodiscard]] std::shared_ptr<NodeState>
    nodeOf(std::string_view chain, const chain::Address &sender, const Moment &at);
    [[nodiscard]] std::shared_ptr<NodeState>
    nodeOf(std::string_view chain, const chain::Hash &transaction, const Moment &at);

private:
    struct Pin
    {
        std::string key;
        std::shared_ptr<NodeState> node;
        std::uint64_t headBlocks = 0;
        SteadyNs until = 0;
    };

    void put(Pin pin);
    void drop(std::list<Pin>::iterator pin);
    std::shared_ptr<NodeState> find(const std::string &key, const Moment &at);
    [[nodiscard]] static bool isOver(const Pin &pin, const Moment &at);

    std::atomic<std::size_t> m_count{0};
    std::mutex m_mutex;
    std::list<Pin> m_pins; ///< oldest first
    std::unordered_map<std::string, std::list<Pin>::iterator> m_byKey;
};

} // namespace spillway
