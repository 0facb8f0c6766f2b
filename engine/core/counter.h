// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>

namespace spillway {

/// A counter with one writing thread and any number of readers. An increment is a plain add: no lock prefix.
class Counter
{
public:
    void add(std::uint64_t amount = 1)
    {
        m_value.store(m_value.load(std::memory_order_relaxed) + amount, std::memory_order_relaxed);
    }

    [[nodiscard]] std::uint64_t value() const { return m_value.load(std::memory_order_relaxed); }

private:
    std::atomic<std::uint64_t> m_value{0};
};

/// A level with one writing thread (requests in flight, sleepers).
class Gauge
{
public:
    void add(std::int64_t amount)
    {
        m_value.store(m_value.load(std::memory_order_relaxed) + amount, std::memory_order_relaxed);
    }

    [[nodiscard]] std::int64_t value() const { return m_value.load(std::memory_order_relaxed); }

private:
    std::atomic<std::int64_t> m_value{0};
};

/// What one thread counts about one node for its history. Plain words, so that they may lie in a mapped file.
struct alignas(64) HistoryCounters
{
    Counter attempts; ///< that have ended, client calls only
    Counter failures; ///< of these, without an answer
    Counter credits;  ///< booked, the engine's own questions included
    Counter refunded; ///< given back, because not one byte of the attempt left
    Counter served;
    Counter servedLatencyUs;
};

} // namespace spillway
