// SPDX-License-Identifier: MIT
#pragma once

#include "chain/follower.h"
#include "core/mailbox.h"
#include "routing/routingtable.h"

#include <QObject>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace spillway {

/// Keeps the answers that were stored for good apart from a chain that they are not of. Beside them stands the hash of a block
/// as high as what was taken to be final; after a start the nodes are asked for that block before anything of the backend is
/// served, and when they have another one, or none, a new generation begins (cache::Generation). So does it when no such block
/// is found, and after a reorganisation that reached what was final. It is written again with every head. Lives in the thread that follows the chain.
class CacheAnchor
{
public:
    /// `table` and `chain`: whose answers. `caller` must outlive it.
    CacheAnchor(std::shared_ptr<const RoutingTable> table,
                std::size_t chain,
                chain::NodeCaller &caller,
                const Clock &clock);

    /// Does what is due, also when the chain has moved. Returns when to come again.
    SteadyNs turn();
    void reorganised(const chain::Reorg &reorg);

private:
    struct Anchor
    {
        std::uint64_t generation = 1;
        chain::Block block; ///< an empty hash: none was known
    };

    [[nodiscard]] std::string key() const;
    [[nodiscard]] std::optional<chain::Block> newest() const;
    void fetch();
    void read(const cache::EntryPtr &entry);
    [[nodiscard]] static Anchor parse(const cache::Entry &entry);
    void meet(const Anchor &other);
    void compare();
    void told(const chain::NodeAnswer &answer);
    void begin(std::uint64_t generation);
    [[nodiscard]] bool tellsHashes() const;
    void beginUnanchored();
    void write();

    std::shared_ptr<const RoutingTable> m_table;
    const RouteChain &m_chain;
    chain::NodeCaller &m_caller;
    const Clock &m_clock;
    std::shared_ptr<Mailbox<cache::EntryPtr>> m_found =
        std::make_shared<Mailbox<cache::EntryPtr>>();
    QObject m_receiver;
    bool m_fetching = false;
    bool m_asking = false;
    bool m_mayDeny = false;         ///< the head was known when the question was put
    std::optional<Anchor> m_stored; ///< to be compared
    std::size_t m_asked = 0;        ///< nodes that gave no usable answer
    int m_looks = 0;                ///< left, at the anchor of another one
    SteadyNs m_due = 0;
    std::uint64_t m_written =
        0; ///< blocks up to the one that was written; UINT64_MAX: none; 0: not written
    std::uint64_t m_writtenAt = 0; ///< blocks up to the head then
};

} // namespace spillway
