// SPDX-License-Identifier: MIT
#pragma once

#include "cache/cache.h"
#include "core/mailbox.h"
#include "pipeline/filters.h"
#include "pipeline/recorder.h"
#include "pipeline/senderpins.h"
#include "routing/routingtable.h"
#include "spillway/embedding.h"
#include "stats/counters.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace spillway {

/// Something a worker is told by another thread.
struct WorkerMessage
{
    enum class Kind {
        Connection, ///< an accepted descriptor
        PermitFreed, ///< another worker released a permit of node `node` and this one has sleepers for it
        ProbeEnded, ///< the call that tested a returning node is over: all sleepers may look again
        LookAgain,  ///< nodes were opened by a command or a new config: all sleepers may look again
        ChainMoved, ///< calls of this worker wait for news of `chain`
        Drain,      ///< finish what is running, close idle connections
        Task,       ///< run `task` in the worker's thread
    };

    Kind kind = Kind::Task;
    qintptr descriptor = -1;
    std::shared_ptr<NodeState> node;
    std::function<void()> task;
    std::shared_ptr<chain::ChainState> chain = nullptr;
};

/// What the workers and the control thread share: the published ranking, the counters, the recorder, the mailboxes.
/// Lives as long as the engine runs.
class Shared
{
public:
    Shared(const Clock &clock, std::size_t workers, std::shared_ptr<TrafficRecorder> recorder);

    /// What the embedding program brings along; before the first worker starts.
    void plugIn(std::shared_ptr<Transport> transport, std::shared_ptr<MetricsSink> sink)
    {
        m_transport = std::move(transport);
        m_sink = std::move(sink);
    }

    [[nodiscard]] const std::shared_ptr<Transport> &transport() const { return m_transport; }

    /// Whether anybody listens to tell().
    [[nodiscard]] bool hasSink() const { return m_sink != nullptr; }

    /// To the sink of the embedding program. What it throws is logged, the first time.
    void tell(const AttemptEvent &event) noexcept;
    void tell(const RequestEvent &event) noexcept;

    [[nodiscard]] const Clock &clock() const { return m_clock; }

    /// Control thread: publishes what every worker picks up before its next choice.
    void publish(std::shared_ptr<const Ranking> ranking);

    /// Changes with each publish(); one relaxed load per request.
    [[nodiscard]] std::uint64_t version() const
    {
        return m_version.load(std::memory_order_acquire);
    }

    [[nodiscard]] std::shared_ptr<const Ranking> ranking() const;

    [[nodiscard]] std::size_t workerCount() const { return m_stats->size(); }

    WorkerStats &stats(std::size_t worker) { return *(*m_stats)[worker]; }

    [[nodiscard]] const WorkerStats &stats(std::size_t worker) const { return *(*m_stats)[worker]; }

    cache::WorkerCounters &cacheCounters(std::size_t worker) { return *m_cacheCounters[worker]; }

    [[nodiscard]] const cache::WorkerCounters &cacheCounters(std::size_t worker) const
    {
        return *m_cacheCounters[worker];
    }

    SenderPins &pins() { return m_pins; }

    FilterRegistry &filters() { return m_filters; }

    [[nodiscard]] const FilterRegistry &filters() const { return m_filters; }

    TrafficRecorder &recorder() { return *m_recorder; }

    Mailbox<WorkerMessage> &mailbox(std::size_t worker) { return *m_mailboxes[worker]; }

    /// Moves the doorbell of a worker's mailbox into its thread.
    void adoptMailbox(std::size_t worker, QThread *thread)
    {
        m_mailboxes[worker]->doorbell().moveToThread(thread);
    }

    /// Calls held by all workers together.
    [[nodiscard]] std::int64_t inFlight() const;
    [[nodiscard]] std::int64_t sleeping() const;
    [[nodiscard]] std::int64_t connections() const;

private:
    template <typename Tell>
    void guarded(Tell &&tell) noexcept;

    const Clock &m_clock;
    std::shared_ptr<Transport> m_transport;
    std::shared_ptr<MetricsSink> m_sink;
    std::atomic<bool> m_sinkThrew{false};
    std::atomic<std::uint64_t> m_version{0};
    mutable std::mutex m_mutex;
    std::shared_ptr<const Ranking> m_ranking;
    std::shared_ptr<WorkerStatsList> m_stats;
    std::shared_ptr<TrafficRecorder> m_recorder;
    SenderPins m_pins;
    FilterRegistry m_filters;
    std::vector<std::unique_ptr<cache::WorkerCounters>> m_cacheCounters;
    std::vector<std::unique_ptr<Mailbox<WorkerMessage>>> m_mailboxes;
};

} // namespace spillway
