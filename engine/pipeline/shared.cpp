// SPDX-License-Identifier: MIT
#include "pipeline/shared.h"

#include "core/log.h"

#include <exception>
#include <string>

namespace spillway {

Shared::Shared(const Clock &clock, std::size_t workers, std::shared_ptr<TrafficRecorder> recorder)
    : m_clock(clock)
    , m_stats(std::make_shared<WorkerStatsList>())
    , m_recorder(std::move(recorder))
{
    for (std::size_t i = 0; i < workers; ++i) {
        m_stats->push_back(std::make_unique<WorkerStats>());
        m_cacheCounters.push_back(std::make_unique<cache::WorkerCounters>());
        m_mailboxes.push_back(std::make_unique<Mailbox<WorkerMessage>>());
    }
    m_recorder->watch(m_stats);
}

template <typename Tell>
void Shared::guarded(Tell &&tell) noexcept
{
    std::string words = "an exception of a type of its own";
    try {
        return tell();
    } catch (const std::exception &problem) {
        words = problem.what();
    } catch (...) {}
    if (!m_sinkThrew.exchange(true))
        log::warn("metrics",
                  "the metrics sink of the embedding program throws; calls go on",
                  {{"reason", words}});
}

void Shared::tell(const AttemptEvent &event) noexcept
{
    guarded([&] { m_sink->attempted(event); });
}

void Shared::tell(const RequestEvent &event) noexcept
{
    guarded([&] { m_sink->finished(event); });
}

void Shared::publish(std::shared_ptr<const Ranking> ranking)
{
    {
        const std::scoped_lock lock(m_mutex);
        m_ranking = std::move(ranking);
    }
    m_version.fetch_add(1, std::memory_order_release);
}

std::shared_ptr<const Ranking> Shared::ranking() const
{
    const std::scoped_lock lock(m_mutex);
    return m_ranking;
}

std::int64_t Shared::inFlight() const
{
    std::int64_t sum = 0;
    for (const auto &stats : *m_stats)
        sum += stats->inFlight.value();
    return sum;
}

std::int64_t Shared::sleeping() const
{
    std::int64_t sum = 0;
    for (const auto &stats : *m_stats)
        sum += stats->sleeping.value();
    return sum;
}

std::int64_t Shared::connections() const
{
    std::int64_t sum = 0;
    for (const auto &stats : *m_stats)
        sum += stats->connections.value();
    return sum;
}

} // namespace spillway
