// SPDX-License-Identifier: MIT
#include "store/slotcounter.h"

namespace spillway {

namespace {

/// Takes `cost` off a word that is still in period `epoch`.
void takeOff(std::atomic<std::uint64_t> &word, UtcDay epoch, std::uint64_t cost)
{
    std::uint64_t now = word.load(std::memory_order_relaxed);
    do {
        if (creditword::periodOf(now) != epoch)
            return;
    } while (!word.compare_exchange_weak(
        now, now - std::min(cost, creditword::usedOf(now)), std::memory_order_relaxed));
}

} // namespace

void UsageCounter::refund(std::uint64_t cost)
{
    const UtcDay epoch = creditword::periodOf(m_used->load(std::memory_order_relaxed));
    takeOff(*m_copy, epoch, cost);
    takeOff(*m_used, epoch, cost);
}

void UsageCounter::refund(std::uint64_t cost, UtcDay bookedIn)
{
    const std::uint64_t word = m_used->load(std::memory_order_relaxed);
    if (creditword::startOf(word, m_meta->load(std::memory_order_relaxed)) != bookedIn)
        return;
    takeOff(*m_copy, creditword::periodOf(word), cost);
    takeOff(*m_used, creditword::periodOf(word), cost);
}

SlotCounter::SlotCounter(const PageFile::Words &words)
    : m_metaCopy(words.metaCopy)
    , m_previous(words.previous)
    , m_previousCopy(words.previousCopy)
{
    m_used = words.used;
    m_copy = words.copy;
    m_meta = words.meta;
}

UtcDay SlotCounter::epoch() const
{
    return creditword::periodOf(m_used->load(std::memory_order_relaxed));
}

std::optional<PeriodUsage> SlotCounter::moveTo(UtcDay start, std::uint64_t leaving)
{
    start = std::min(start, creditword::kLastDay);
    std::uint64_t word = m_used->load(std::memory_order_relaxed);
    const std::uint64_t meta = m_meta->load(std::memory_order_relaxed);
    std::uint64_t next = 0;
    std::uint64_t left = 0;
    do {
        if (creditword::periodOf(word) >= start)
            return std::nullopt;
        left = std::min(leaving, creditword::usedOf(word));
        next = creditword::make(start, creditword::usedOf(word) - left);
    } while (!m_used->compare_exchange_weak(word, next, std::memory_order_relaxed));

    const PeriodUsage finished{creditword::startOf(word, meta), left};
    const std::uint64_t previous = creditword::make(finished.start, finished.used);
    m_previous->store(previous);
    m_previousCopy->store(previous);

    std::uint64_t copy = m_copy->load(std::memory_order_relaxed);
    while (creditword::periodOf(copy) < start
           && !m_copy->compare_exchange_weak(copy, next, std::memory_order_relaxed)) {}
    return finished;
}

void SlotCounter::restart(UtcDay start, std::uint64_t used)
{
    const std::uint64_t next = creditword::make(start, used);
    const std::uint64_t before = m_used->load(std::memory_order_relaxed);
    // Where the count goes down the copy goes first, so that a kill in between leaves the higher value.
    Word *first = next < before ? m_copy : m_used;
    Word *second = next < before ? m_used : m_copy;
    first->store(next);
    second->store(next);
}

void SlotCounter::setCovered(UtcDay start, int resetDay)
{
    const std::uint64_t meta = creditword::makeMeta(epoch(), start, resetDay);
    m_meta->store(meta);
    m_metaCopy->store(meta);
}

} // namespace spillway
