// SPDX-License-Identifier: MIT
#include "upstream/logslimits.h"

#include <algorithm>

namespace spillway {
namespace {

constexpr SteadyNs kMemory = 1800 * kNsPerSecond;
/// How many logs there are changes from day to day; the limit of a plan does not.
constexpr SteadyNs kDenseMemory = 300 * kNsPerSecond;

} // namespace

bool LogsLimits::allows(const LogsDemand &demand, SteadyNs now) const
{
    if (demand.blocks > 1 && demand.blocks > span(demand.shape, now))
        return false;
    return demand.addresses <= 1 || demand.addresses <= addresses(now);
}

std::uint64_t LogsLimits::span(SteadyNs now) const
{
    return now < m_spanUntil.load(std::memory_order_acquire)
               ? m_span.load(std::memory_order_relaxed)
               : kAnySpan;
}

std::uint64_t LogsLimits::span(std::uint64_t shape, SteadyNs now) const
{
    std::uint64_t most = span(now);
    if (m_denseCount.load(std::memory_order_acquire) == 0)
        return most;
    const std::scoped_lock lock(m_mutex);
    const auto found = m_dense.find(shape);
    if (found != m_dense.end() && now < found->second.until)
        most = std::min(most, found->second.blocks);
    return most;
}

std::size_t LogsLimits::addresses(SteadyNs now) const
{
    return now < m_addressesUntil.load(std::memory_order_acquire)
               ? m_addresses.load(std::memory_order_relaxed)
               : kAnyCount;
}

void LogsLimits::learnSpan(std::uint64_t blocks, SteadyNs now)
{
    const std::scoped_lock lock(m_mutex);
    if (blocks >= span(now))
        return;
    m_span.store(std::max<std::uint64_t>(blocks, 1), std::memory_order_relaxed);
    m_spanUntil.store(now + kMemory, std::memory_order_release);
}

void LogsLimits::learnDense(std::uint64_t shape, std::uint64_t blocks, SteadyNs now)
{
    const std::scoped_lock lock(m_mutex);
    if (const auto known = m_dense.find(shape);
        known != m_dense.end() && now < known->second.until && blocks >= known->second.blocks)
        return;
    // Shapes come from clients: a stream of invented ones must not grow this for ever.
    if (m_dense.size() >= kMostShapes)
        std::erase_if(m_dense, [now](const auto &entry) { return entry.second.until <= now; });
    if (m_dense.size() >= kMostShapes)
        m_dense.clear();
    m_dense.insert_or_assign(shape, Dense{std::max<std::uint64_t>(blocks, 1), now + kDenseMemory});
    m_denseCount.store(m_dense.size(), std::memory_order_release);
}

void LogsLimits::learnAddresses(std::size_t count, SteadyNs now)
{
    const std::scoped_lock lock(m_mutex);
    if (count >= addresses(now))
        return;
    m_addresses.store(std::max<std::size_t>(count, 1), std::memory_order_relaxed);
    m_addressesUntil.store(now + kMemory, std::memory_order_release);
}

void LogsLimits::forget()
{
    const std::scoped_lock lock(m_mutex);
    m_spanUntil.store(0, std::memory_order_release);
    m_addressesUntil.store(0, std::memory_order_release);
    m_dense.clear();
    m_denseCount.store(0, std::memory_order_release);
}

} // namespace spillway
