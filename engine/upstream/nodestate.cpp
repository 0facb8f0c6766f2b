// SPDX-License-Identifier: MIT
#include "upstream/nodestate.h"

#include <algorithm>

namespace spillway {
namespace {

constexpr std::size_t kMaxUnsupportedMethods = 1000;
constexpr SteadyNs kBetweenCloses = 10 * kNsPerSecond;
constexpr SteadyNs kClosesTogether = kNsPerSecond / 4;

/// Raises an atomic deadline; it never goes back.
void raise(std::atomic<SteadyNs> &deadline, SteadyNs value)
{
    SteadyNs current = deadline.load(std::memory_order_relaxed);
    while (current < value
           && !deadline.compare_exchange_weak(current, value, std::memory_order_relaxed)) {}
}

} // namespace

NodeState::NodeState(std::string name,
                     UsageCounter *usage,
                     std::size_t workers,
                     const RunCounters &counters)
    : m_usage(usage)
    , m_name(std::move(name))
    , m_stats(workers)
    , m_historyEntry(counters.entry)
{
    for (std::size_t i = 0; i < std::min(workers, counters.threads.size()); ++i)
        m_stats[i].history = counters.threads[i];
}

bool NodeState::tryEnter(int hardCap)
{
    if (hardCap <= 0) {
        enter();
        return true;
    }
    int current = m_inFlight.load(std::memory_order_relaxed);
    do {
        if (current >= hardCap)
            return false;
    } while (!m_inFlight.compare_exchange_weak(current, current + 1, std::memory_order_relaxed));
    return true;
}

void NodeState::sampleLatency(SteadyNs elapsed)
{
    const auto sample =
        static_cast<std::uint32_t>(std::clamp<SteadyNs>(elapsed / 1000, 0, kUnmeasured - 1));
    const std::uint32_t old = m_emaUs.load(std::memory_order_relaxed);
    const std::uint32_t next = old == kUnmeasured ? sample : old - (old >> 3U) + (sample >> 3U);
    m_emaUs.store(next, std::memory_order_relaxed);
}

std::optional<std::uint32_t> NodeState::latencyUs() const
{
    const std::uint32_t value = m_emaUs.load(std::memory_order_relaxed);
    if (value == kUnmeasured)
        return std::nullopt;
    return value;
}

Closure NodeState::closure(SteadyNs now, SteadyNs *until) const
{
    const auto test = [&](const std::atomic<SteadyNs> &deadline, Closure kind, Closure &found) {
        const SteadyNs end = deadline.load(std::memory_order_relaxed);
        if (end <= now)
            return false;
        found = kind;
        if (until != nullptr)
            *until = end;
        return true;
    };
    Closure found = Closure::None;
    static_cast<void>(test(m_parkedUntil, Closure::Parked, found)
                      || test(m_coolingUntil, Closure::Cooling, found)
                      || test(m_penaltyUntil, Closure::Penalty, found));
    return found;
}

SteadyNs NodeState::penalize(const HealthConfig &health,
                             SteadyNs now,
                             SteadyNs retryAfter,
                             std::string_view reason)
{
    m_everFailed.store(true, std::memory_order_relaxed);
    const int failures = m_failuresInRow.fetch_add(1, std::memory_order_relaxed) + 1;
    SteadyNs penalty = 0;
    if (health.penalty == PenaltyMode::Fixed) {
        penalty = toNs(health.penaltyTime);
    } else if (failures >= health.demotionThreshold) {
        const int doublings = std::min(failures - health.demotionThreshold, 30);
        penalty = std::min(toNs(health.penaltyBase) << doublings, toNs(health.penaltyCap));
    }
    penalty = std::max(penalty, std::min(retryAfter, toNs(health.penaltyCap)));
    setReason(reason);
    if (penalty > 0) {
        m_probation.store(1, std::memory_order_relaxed);
        raise(m_penaltyUntil, now + penalty);
    }
    return penalty;
}

void NodeState::holdPenalty(SteadyNs until)
{
    if (onProbation())
        raise(m_penaltyUntil, until);
}

bool NodeState::excuseClose(SteadyNs now)
{
    const SteadyNs before = m_closedEarlyAt.load(std::memory_order_relaxed);
    if (before != 0 && now - before < kBetweenCloses)
        return now - before < kClosesTogether;
    m_closedEarlyAt.store(now, std::memory_order_relaxed);
    return true;
}

void NodeState::cool(SteadyNs until, std::string_view reason)
{
    m_everFailed.store(true, std::memory_order_relaxed);
    setReason(reason);
    m_probation.store(1, std::memory_order_relaxed);
    raise(m_coolingUntil, until);
}

void NodeState::park(SteadyNs until, std::string_view reason)
{
    m_everFailed.store(true, std::memory_order_relaxed);
    setReason(reason);
    m_probation.store(1, std::memory_order_relaxed);
    raise(m_parkedUntil, until);
}

bool NodeState::tryProbe(bool *holdsSlot)
{
    if (m_probation.load(std::memory_order_relaxed) == 0)
        return true;
    *holdsSlot = m_probing.exchange(1, std::memory_order_acquire) == 0;
    return *holdsSlot;
}

void NodeState::served(SteadyNs now)
{
    // Each word is written only when it changes: in good times these lines stay shared between the cores.
    if (!m_everServed.load(std::memory_order_relaxed))
        m_everServed.store(true, std::memory_order_relaxed);
    if (m_failuresInRow.load(std::memory_order_relaxed) != 0)
        m_failuresInRow.store(0, std::memory_order_relaxed);
    if (m_penaltyUntil.load(std::memory_order_relaxed) != 0)
        m_penaltyUntil.store(0, std::memory_order_relaxed);
    if (m_probation.load(std::memory_order_relaxed) == 0
        && !m_everFailed.load(std::memory_order_relaxed))
        return;
    // A cooldown that still runs was named by the provider; an older call that comes home does not end it.
    if (m_coolingUntil.load(std::memory_order_relaxed) > now
        || m_parkedUntil.load(std::memory_order_relaxed) > now)
        return;
    m_probation.store(0, std::memory_order_relaxed);
    m_everFailed.store(false, std::memory_order_relaxed);
}

bool NodeState::beginsIncident(SteadyNs now, SteadyNs until)
{
    SteadyNs current = m_incidentUntil.load(std::memory_order_relaxed);
    do {
        if (current > now) {
            raise(m_incidentUntil, until);
            m_repeats.fetch_add(1, std::memory_order_relaxed);
            return false;
        }
    } while (!m_incidentUntil.compare_exchange_weak(current, until, std::memory_order_relaxed));
    return true;
}

void NodeState::forgive()
{
    m_incidentUntil.store(0, std::memory_order_relaxed);
    m_failuresInRow.store(0, std::memory_order_relaxed);
    m_penaltyUntil.store(0, std::memory_order_relaxed);
    m_coolingUntil.store(0, std::memory_order_relaxed);
    m_parkedUntil.store(0, std::memory_order_relaxed);
    m_probation.store(0, std::memory_order_relaxed);
    m_everFailed.store(false, std::memory_order_relaxed);
    m_closedEarlyAt.store(0, std::memory_order_relaxed);
    logs.forget();
    const std::scoped_lock lock(m_mutex);
    m_unsupported.clear();
    m_unsupportedCount.store(0, std::memory_order_release);
    m_reason.clear();
    m_lastError = {};
}

std::string NodeState::reason() const
{
    const std::scoped_lock lock(m_mutex);
    return m_reason;
}

void NodeState::noteError(LastError error)
{
    const std::scoped_lock lock(m_mutex);
    m_lastError = std::move(error);
}

NodeState::LastError NodeState::lastError() const
{
    const std::scoped_lock lock(m_mutex);
    return m_lastError;
}

void NodeState::setReason(std::string_view reason)
{
    const std::scoped_lock lock(m_mutex);
    m_reason = reason;
}

void NodeState::setChainStanding(ChainStanding standing, ChainReason reason)
{
    {
        const std::scoped_lock lock(m_mutex);
        m_chainReason = std::move(reason);
    }
    m_standing.store(standing, std::memory_order_relaxed);
}

NodeState::ChainReason NodeState::chainReason() const
{
    const std::scoped_lock lock(m_mutex);
    return m_chainReason;
}

void NodeState::unfollow()
{
    setBlocks(kEveryBlock);
    setFed(false);
    setChainStanding(ChainStanding::Fit, {});
}

void NodeState::rememberUnsupported(std::string_view method, Unsupported entry)
{
    const std::scoped_lock lock(m_mutex);
    // Method names come from clients: a stream of invented ones must not grow this for ever.
    if (m_unsupported.size() >= kMaxUnsupportedMethods)
        m_unsupported.clear();
    m_unsupported.insert_or_assign(std::string(method), std::move(entry));
    m_unsupportedCount.store(m_unsupported.size(), std::memory_order_release);
}

std::optional<NodeState::Unsupported> NodeState::unsupported(std::string_view method,
                                                             SteadyNs now) const
{
    const std::scoped_lock lock(m_mutex);
    const auto at = m_unsupported.find(method);
    if (at == m_unsupported.end() || at->second.until <= now)
        return std::nullopt;
    return at->second;
}

} // namespace spillway
