// SPDX-License-Identifier: MIT
#pragma once

#include "core/clock.h"
#include "spillway/config.h"
#include "stats/counters.h"
#include "store/usagestore.h"
#include "upstream/gcra.h"
#include "upstream/hedgedelay.h"
#include "upstream/learnedrate.h"
#include "upstream/logslimits.h"

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace spillway {

/// What closes a node for a time.
enum class Closure : std::uint8_t { None, Penalty, Cooling, Parked };

/// What keeps a node out because of its chain.
enum class ChainStanding : std::uint8_t {
    Fit,
    WrongChain,
    Syncing,
    OtherBranch, ///< not the one that is followed
    Outlier,     ///< claims a height that nobody confirms
    Lagging,
};

/// The part of a node that outlives a reload: health, limiter, credits, latency, counters, keyed by its name. Shared by
/// all workers; every function may be called from any thread and none waits, but for the rare ones that say so.
///
/// Words are grouped by how often they are written: at every admission, at every answer, only on trouble.
class NodeState
{
public:
    /// `workers`: number of threads that count. `counters`: where they count what the history is made of; without any that is not kept.
    NodeState(std::string name,
              UsageCounter *usage,
              std::size_t workers,
              const RunCounters &counters = {});

    [[nodiscard]] const std::string &name() const { return m_name; }

    // --- written at every admission -------------------------------------------------------------------

    Gcra bucket;
    LearnedRate learnedRate; ///< written once a second, for nodes that learn
    HedgeDelay hedgeDelay;   ///< the same, while calls are hedged

    /// Takes a concurrency permit unless `hardCap` (0 = none) are out already.
    [[nodiscard]] bool tryEnter(int hardCap);

    /// Takes one permit without looking at a cap.
    void enter() { m_inFlight.fetch_add(1, std::memory_order_relaxed); }

    /// Sequentially consistent against waitingWorkers: either the leaver sees the sleeper or the sleeper the free permit.
    void leave() { m_inFlight.fetch_sub(1, std::memory_order_seq_cst); }

    [[nodiscard]] int inFlight() const { return m_inFlight.load(std::memory_order_seq_cst); }

    UsageCounter &usage() { return *m_usage; }

    [[nodiscard]] const UsageCounter &usage() const { return *m_usage; }

    /// Bit per worker that has calls parked on this node's permits.
    std::atomic<std::uint32_t> waitingWorkers{0};

    // --- written at every answer ----------------------------------------------------------------------

    /// Folds a served answer's time into the EMA: new = old - old/8 + sample/8 (seed S1). The first sample is
    /// taken as it is. Two workers may overwrite each other; the average does not mind.
    void sampleLatency(SteadyNs elapsed);
    /// Microseconds; nothing until measured.
    [[nodiscard]] std::optional<std::uint32_t> latencyUs() const;

    /// What the ranking sorts by. A node that nobody has asked yet comes first, or it would never be measured; one that
    /// has only failed comes last.
    [[nodiscard]] std::uint32_t rankingLatencyUs() const
    {
        const std::uint32_t value = m_emaUs.load(std::memory_order_relaxed);
        return value == kUnmeasured && !everFailed() ? 0 : value;
    }

    // --- written on trouble only ----------------------------------------------------------------------

    /// What closes the node at `now`, and until when (parked wins over cooling over penalty).
    [[nodiscard]] Closure closure(SteadyNs now, SteadyNs *until = nullptr) const;

    /// A failure: fixed penalty, or exponential after `demotionThreshold` failures in a row. `retryAfter` of a 503
    /// can lengthen it. Returns how long the node is closed, 0 = not yet.
    SteadyNs penalize(const HealthConfig &health,
                      SteadyNs now,
                      SteadyNs retryAfter,
                      std::string_view reason);
    /// Nobody has heard of the node since its penalty began: that lasts until `until` at least. No failure, and without effect
    /// on a node that is not on probation.
    void holdPenalty(SteadyNs until);
    /// A kept-alive connection broke under a request, without an answer byte. True: the close and the request have met on the way, and
    /// the node is not to blame (a node that closes all its connections at once counts as one such case). False: that happened in the
    /// ten seconds before too; the node has failed as with any other trouble.
    [[nodiscard]] bool excuseClose(SteadyNs now);
    /// A rate limit: closed until `until` at least. A wait only ever lengthens.
    void cool(SteadyNs until, std::string_view reason);
    /// Plan exhausted or key rejected: closed, and never part of a fail-open.
    void park(SteadyNs until, std::string_view reason);

    /// Coming back: after any closure one call at a time until one is served. True when the caller may go (it
    /// then holds the slot, `*holdsSlot`); false while another one is out.
    [[nodiscard]] bool tryProbe(bool *holdsSlot);

    void releaseProbe() { m_probing.store(0, std::memory_order_seq_cst); }

    [[nodiscard]] bool probeOut() const
    {
        return onProbation() && m_probing.load(std::memory_order_seq_cst) != 0;
    }

    [[nodiscard]] bool onProbation() const
    {
        return m_probation.load(std::memory_order_relaxed) != 0;
    }

    /// A served answer: ends probation and penalties (not a cooldown that still runs).
    void served(SteadyNs now);
    /// Everything known about failures is void: its address or key was changed by a reload, a person said so, or it refused
    /// whatever it was asked, which says nothing of a method.
    void forgive();

    /// Whether a closing that lasts until `until` is worth a line in the log: calls that were on their way when the node was closed
    /// meet the same trouble, and are only counted.
    [[nodiscard]] bool beginsIncident(SteadyNs now, SteadyNs until);

    /// How many were only counted since the last look.
    [[nodiscard]] std::uint32_t takeRepeats()
    {
        return m_repeats.load(std::memory_order_relaxed) == 0
                   ? 0
                   : m_repeats.exchange(0, std::memory_order_relaxed);
    }

    [[nodiscard]] bool everServed() const { return m_everServed.load(std::memory_order_relaxed); }

    [[nodiscard]] bool everFailed() const { return m_everFailed.load(std::memory_order_relaxed); }

    [[nodiscard]] std::string
    reason() const; ///< why it was last closed, in words for logs; takes a lock

    /// The latest attempt that this node did not serve.
    struct LastError
    {
        std::string outcome; ///< one of kAttemptOutcomeNames; empty: there was none
        std::string words;   ///< the provider's or the transport's, without secrets
        std::int64_t wallMs = 0;
    };

    void noteError(LastError error); ///< takes a lock
    [[nodiscard]] LastError lastError() const;

    // --- written when its chain moves, by the thread that follows the chain -------------------------------

    [[nodiscard]] ChainStanding chainStanding() const
    {
        return m_standing.load(std::memory_order_relaxed);
    }

    /// Why a node is not fit for its chain; empty for Fit.
    struct ChainReason
    {
        std::string words;       ///< for logs
        std::uint64_t found = 0; ///< figures as of NodeSnapshot::reasonFound and …Wanted
        std::uint64_t wanted = 0;
        bool operator==(const ChainReason &) const = default;
    };

    void setChainStanding(ChainStanding standing, ChainReason reason); ///< takes a lock
    [[nodiscard]] ChainReason chainReason() const;                     ///< takes a lock

    /// A live WebSocket of the node tells its blocks.
    void setFed(bool fed) { m_fed.store(fed, std::memory_order_relaxed); }

    [[nodiscard]] bool isFed() const { return m_fed.load(std::memory_order_relaxed); }

    /// Nobody follows its chain: everything above is void.
    void unfollow();

    /// The node has the first `count` blocks of its chain (a block's number + 1). True for any count while nobody follows
    /// the chain, or the node cannot be asked for its height.
    [[nodiscard]] bool hasBlocks(std::uint64_t count) const
    {
        return m_blocks.load(std::memory_order_relaxed) >= count;
    }

    /// Whether it has told its newest block, or nobody expects it to.
    [[nodiscard]] bool heightIsKnown() const
    {
        return m_blocks.load(std::memory_order_relaxed) != 0;
    }

    /// 0: not known yet, which counts as none; kEveryBlock: taken to have all.
    void setBlocks(std::uint64_t count) { m_blocks.store(count, std::memory_order_relaxed); }

    static constexpr std::uint64_t kEveryBlock = UINT64_MAX;

    /// Its newest block; nothing when that is not known.
    [[nodiscard]] std::optional<std::uint64_t> blockNumber() const
    {
        const std::uint64_t count = m_blocks.load(std::memory_order_relaxed);
        if (count == 0 || count == kEveryBlock)
            return std::nullopt;
        return count - 1;
    }

    // --- methods the node was found not to support (takes a lock only when there are any) -----------------

    struct Unsupported
    {
        SteadyNs until = 0;
        std::string error; ///< raw JSON of the error object
        int httpStatus = 200;
    };

    void rememberUnsupported(std::string_view method, Unsupported entry);

    [[nodiscard]] bool mayLackMethods() const
    {
        return m_unsupportedCount.load(std::memory_order_acquire) != 0;
    }

    [[nodiscard]] std::optional<Unsupported> unsupported(std::string_view method,
                                                         SteadyNs now) const;

    // --- log queries (written when one is refused) -----------------------------------------------------------

    LogsLimits logs;

    // --- counters ----------------------------------------------------------------------------------------

    NodeWorkerStats &stats(std::size_t worker) { return m_stats[worker]; }

    [[nodiscard]] const std::vector<NodeWorkerStats> &allStats() const { return m_stats; }

    /// RunCounters::entry, for the history.
    [[nodiscard]] std::uint64_t historyEntry() const { return m_historyEntry; }

private:
    void setReason(std::string_view reason);

    alignas(64) std::atomic<int> m_inFlight{0};
    UsageCounter *m_usage;

    static constexpr std::uint32_t kUnmeasured = UINT32_MAX;
    alignas(64) std::atomic<std::uint32_t> m_emaUs{kUnmeasured};

    alignas(64) std::atomic<SteadyNs> m_penaltyUntil{0};
    std::atomic<SteadyNs> m_coolingUntil{0};
    std::atomic<SteadyNs> m_parkedUntil{0};
    std::atomic<SteadyNs> m_closedEarlyAt{0};
    std::atomic<int> m_failuresInRow{0};
    std::atomic<SteadyNs> m_incidentUntil{0};
    std::atomic<std::uint32_t> m_repeats{0};
    std::atomic<std::uint8_t> m_probation{0};
    std::atomic<std::uint8_t> m_probing{0};
    std::atomic<bool> m_everServed{false};
    std::atomic<bool> m_everFailed{false};

    alignas(64) std::atomic<std::uint64_t> m_blocks{kEveryBlock};
    std::atomic<ChainStanding> m_standing{ChainStanding::Fit};
    std::atomic<bool> m_fed{false};

    alignas(64) std::string m_name;
    std::vector<NodeWorkerStats> m_stats;
    std::uint64_t m_historyEntry;
    mutable std::mutex m_mutex;
    std::string m_reason;
    ChainReason m_chainReason;
    LastError m_lastError;
    std::map<std::string, Unsupported, std::less<>> m_unsupported;
    std::atomic<std::size_t> m_unsupportedCount{0};
};

} // namespace spillway
