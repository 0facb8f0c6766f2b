// SPDX-License-Identifier: MIT
#pragma once

#include "chain/block.h"
#include "chain/nodecaller.h"
#include "io/iocontext.h"
#include "routing/routingtable.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace spillway {

/// Fills the cache with a new head before clients hear of it: the block by number and by hash, with its transactions and with
/// their hashes alone, its transactions one by one, and its receipts. All of that comes from at most two questions, each to one
/// node, and to a second one if the first does not answer. Derived answers are the node's own bytes, cut and joined.
///
/// The head waits for this no longer than a quarter of the block time, a second at most; what comes later is kept all the
/// same. One thread.
class HeadWarmer
{
public:
    /// `caller` must take answers of kMostAnswer bytes; its nodes are those of the chain, in that order.
    HeadWarmer(IoContext &context,
               std::shared_ptr<const RoutingTable> table,
               std::size_t chain,
               chain::NodeCaller &caller);
    HeadWarmer(const HeadWarmer &) = delete;
    HeadWarmer &operator=(const HeadWarmer &) = delete;

    static constexpr std::size_t kMostAnswer = std::size_t{32} << 20U;

    /// The config asks for it, and there is a cache.
    [[nodiscard]] static bool isWanted(const RoutingTable &table, std::size_t chain);

    /// The head need not wait any more: all is there, cannot be had, or is late. Only after warm() said true.
    std::function<void()> onReady;

    /// Begins with this head; one that was begun before is finished on the side. True: onReady will tell, if `hold`.
    bool warm(const chain::Block &head, bool hold);

    /// Longest time a head is held back for it.
    [[nodiscard]] static SteadyNs patience(SteadyNs blockInterval);

private:
    enum class What : std::uint8_t { Block, Receipts };

    /// One answer that is to be fetched.
    struct Fetch
    {
        What what = What::Block;
        chain::Block head;
        std::uint64_t round = 0;
        std::vector<std::size_t> nodes; ///< still to be asked, by number in the chain
    };

    [[nodiscard]] std::vector<std::size_t> candidates(const chain::Block &head) const;
    void ask(const std::shared_ptr<Fetch> &fetch);
    void answered(const std::shared_ptr<Fetch> &fetch,
                  std::size_t node,
                  const chain::NodeAnswer &answer);
    void over(const Fetch &fetch, bool fetched);
    void release();
    void late();

    bool keepBlock(const Fetch &fetch, const RouteNode &node, std::string_view block);
    bool keepReceipts(const Fetch &fetch, const RouteNode &node, std::string_view receipts);
    void keep(const Fetch &fetch,
              const RouteNode &node,
              std::string_view method,
              std::string_view params,
              std::string_view result);

    IoContext &m_context;
    std::shared_ptr<const RoutingTable> m_table;
    const RouteChain &m_chain;
    chain::NodeCaller &m_caller;
    Timer m_patience;
    std::string m_latest;      ///< hash of the head that was begun last
    std::uint64_t m_round = 0; ///< counts the heads
    int m_open = 0;            ///< fetches of the present round
    bool m_failed = false;     ///< one of them brought nothing
    bool m_holds = false;
    bool m_begins = false; ///< in warm(), whose result tells
    std::string m_key;     ///< reused
};

} // namespace spillway
