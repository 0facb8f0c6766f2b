// SPDX-License-Identifier: MIT
#pragma once

#include "chain/reorgdetector.h"
#include "core/clock.h"
#include "core/mailbox.h"
#include "stats/counters.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace spillway::chain {

/// The canonical chain near its head at one moment. Immutable; swapped whole.
struct ChainView
{
    std::optional<Block> head; ///< hash and parent are empty where only numbers are known
    SteadyNs headSince = 0;    ///< when it became the head
    /// Canonical hashes of the blocks windowFrom, windowFrom + 1, … up to the head. Empty while hashes are not compared.
    std::uint64_t windowFrom = 0;
    std::vector<std::string> hashes;
    std::uint64_t reorgCount = 0;          ///< since the start
    std::vector<Reorg> reorgs;             ///< the latest, oldest first
    std::vector<std::int64_t> reorgWallMs; ///< when each of them was confirmed
    bool byFeed = false;                   ///< the head came over WebSocket

    /// Canonical hash of a block; empty: outside of the window, so nothing can be said about it.
    [[nodiscard]] std::string_view canonicalHash(std::uint64_t number) const;

    /// Lowest block that may have been replaced since `reorgCount` was `count`; UINT64_MAX: none was, 0: that is not remembered.
    [[nodiscard]] std::uint64_t lowestReplacedSince(std::uint64_t count) const;
};

/// How often new heads were put into the cache before clients heard of them. Written by the follower's thread.
struct Warming
{
    Counter complete; ///< all that was wanted came
    Counter failed;   ///< some of it could not be had
    Counter late;     ///< of both: came after the head had been shown
    Counter answers;  ///< kept in this way
};

/// What is known of one chain, shared by the thread that follows it and all workers. Outlives reloads by the chain's name.
/// Every function may be called from any thread; none waits but view().
///
/// Counts of blocks are a block's number + 1, so that 0 means "unknown".
class ChainState
{
public:
    explicit ChainState(std::string name)
        : m_name(std::move(name))
    {}

    [[nodiscard]] const std::string &name() const { return m_name; }

    // --- read per call ----------------------------------------------------------------------------------

    /// Blocks up to the head that clients see; 0: unknown, or not confirmed lately (the follower was asleep).
    [[nodiscard]] std::uint64_t headBlocks(SteadyNs now) const
    {
        if (now > m_freshUntil.load(std::memory_order_relaxed))
            return 0;
        return m_headBlocks.load(std::memory_order_acquire);
    }

    /// The head as it was last known, however old.
    [[nodiscard]] std::uint64_t lastHeadBlocks() const
    {
        return m_headBlocks.load(std::memory_order_acquire);
    }

    /// Blocks up to the highest one that any usable node has announced.
    [[nodiscard]] std::uint64_t highestBlocks() const
    {
        return m_highestBlocks.load(std::memory_order_relaxed);
    }

    [[nodiscard]] std::optional<std::uint64_t> safe() const { return numberIn(m_safeBlocks); }

    [[nodiscard]] std::optional<std::uint64_t> finalized() const
    {
        return numberIn(m_finalizedBlocks);
    }

    [[nodiscard]] std::optional<std::uint64_t> chainId() const { return numberIn(m_chainId); }

    [[nodiscard]] std::optional<std::uint64_t> netVersion() const { return numberIn(m_netVersion); }

    /// Average time between blocks; 0: not known.
    [[nodiscard]] SteadyNs blockInterval() const
    {
        return m_blockInterval.load(std::memory_order_relaxed);
    }

    /// Until when it is worth to wait for a head that is not known now; in the past: it is not. Wakes a follower that goes at
    /// its idle pace.
    [[nodiscard]] SteadyNs expectHead(SteadyNs now);

    /// Longest time a call waits for a block that is due: one block time, or what is known of it.
    [[nodiscard]] SteadyNs blockPatience() const;
    /// The first `count` blocks are so near to the head that the last of them may come within one block time.
    [[nodiscard]] bool mayComeSoon(std::uint64_t count) const;

    /// Clients use the chain: it is followed at full pace. One relaxed load in most cases.
    void touch(SteadyNs now)
    {
        if (now - m_lastUse.load(std::memory_order_relaxed) >= kNsPerSecond)
            m_lastUse.store(now, std::memory_order_relaxed);
    }

    [[nodiscard]] SteadyNs lastUse() const { return m_lastUse.load(std::memory_order_relaxed); }

    /// What clients ask for that costs questions of its own, and is followed only while they do.
    enum class Wish : std::uint8_t { Safe, Finalized };

    void wish(Wish what, SteadyNs now)
    {
        std::atomic<SteadyNs> &at = what == Wish::Safe ? m_safeWished : m_finalizedWished;
        if (now - at.load(std::memory_order_relaxed) > kNsPerSecond)
            at.store(now, std::memory_order_relaxed);
    }

    [[nodiscard]] SteadyNs wishedAt(Wish what) const
    {
        return (what == Wish::Safe ? m_safeWished : m_finalizedWished)
            .load(std::memory_order_relaxed);
    }

    /// Somebody waits for a newer block: ask now rather than at the next turn.
    void poke()
    {
        if (!m_poked.exchange(true, std::memory_order_acq_rel))
            m_bell.ring();
    }

    /// Bit per worker that has calls waiting for this chain to move. Sequentially consistent against the words above: a
    /// waiter sets its bit, then looks again; the follower writes, then takes the bits.
    std::atomic<std::uint32_t> waitingWorkers{0};

    /// Changes with each published view; a reader that keeps a view compares this first.
    [[nodiscard]] std::uint64_t version() const
    {
        return m_version.load(std::memory_order_acquire);
    }

    [[nodiscard]] std::shared_ptr<const ChainView> view() const; ///< never null; takes a lock

    // --- written by the follower --------------------------------------------------------------------------

    void publish(std::shared_ptr<const ChainView> view);
    void setHighestBlocks(std::uint64_t count);
    void setBlockInterval(SteadyNs interval);
    void setFinality(std::uint64_t safeBlocks, std::uint64_t finalizedBlocks);
    void setChainId(std::optional<std::uint64_t> id);
    void setNetVersion(std::uint64_t version);

    /// The nodes are being asked.
    void turnBegan(SteadyNs now) { m_turnBegan.store(now, std::memory_order_relaxed); }

    /// A head may be known before `until`: calls wait for it.
    void expectHeadUntil(SteadyNs until)
    {
        m_headExpectedUntil.store(until, std::memory_order_seq_cst);
    }

    /// A call may wait for the head.
    [[nodiscard]] bool isHeadExpected(SteadyNs now) const
    {
        return m_headExpectedUntil.load(std::memory_order_seq_cst) > now;
    }

    /// Usable nodes said where they are, and that holds until then.
    void confirmUntil(SteadyNs until)
    {
        if (until > m_freshUntil.load(std::memory_order_relaxed))
            m_freshUntil.store(until, std::memory_order_relaxed);
    }

    Warming &warming() { return m_warming; }

    [[nodiscard]] const Warming &warming() const { return m_warming; }

    void setPollPace(SteadyNs pace) { m_pollPace.store(pace, std::memory_order_relaxed); }

    /// Rings when somebody poked. Lives in the follower's thread; clearPoke() before acting on it.
    Doorbell &bell() { return m_bell; }

    void clearPoke() { m_poked.store(false, std::memory_order_release); }

private:
    static std::optional<std::uint64_t> numberIn(const std::atomic<std::uint64_t> &word)
    {
        const std::uint64_t count = word.load(std::memory_order_relaxed);
        if (count == 0)
            return std::nullopt;
        return count - 1;
    }

    alignas(64) std::atomic<std::uint64_t> m_headBlocks{0};
    std::atomic<std::uint64_t> m_highestBlocks{0};
    std::atomic<std::uint64_t> m_safeBlocks{0};
    std::atomic<std::uint64_t> m_finalizedBlocks{0};
    std::atomic<std::uint64_t> m_chainId{0};    ///< + 1
    std::atomic<std::uint64_t> m_netVersion{0}; ///< + 1
    std::atomic<SteadyNs> m_freshUntil{0};
    std::atomic<SteadyNs> m_blockInterval{0};
    std::atomic<SteadyNs> m_pollPace{0};
    std::atomic<SteadyNs> m_turnBegan{0};
    std::atomic<SteadyNs> m_headExpectedUntil{0};

    alignas(64) std::atomic<SteadyNs> m_lastUse{0};
    std::atomic<SteadyNs> m_safeWished{0};
    std::atomic<SteadyNs> m_finalizedWished{0};
    std::atomic<bool> m_poked{false};

    alignas(64) std::string m_name;
    Warming m_warming;
    Doorbell m_bell;
    std::atomic<std::uint64_t> m_version{0};
    mutable std::mutex m_mutex;
    std::shared_ptr<const ChainView> m_view = std::make_shared<const ChainView>();
};

} // namespace spillway::chain
