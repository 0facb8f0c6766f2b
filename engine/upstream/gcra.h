// SPDX-License-Identifier: MIT
#pragma once

#include "core/clock.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>

namespace spillway {

/// What a token bucket allows, as the generic cell rate algorithm (GCRA) sees it.
struct GcraRate
{
    SteadyNs interval = 0;  ///< time that one token costs; 0 = unlimited
    SteadyNs tolerance = 0; ///< (burst - 1) intervals

    /// `burst` 0 means ceil(perSecond), as the providers' limits do.
    static GcraRate perSecond(double perSecond, double burst = 0)
    {
        if (!(perSecond > 0))
            return {};
        const double tokens = std::max(1.0, burst > 0 ? burst : std::ceil(perSecond));
        const double interval = static_cast<double>(kNsPerSecond) / perSecond;
        return {std::max<SteadyNs>(1, std::llround(interval)),
                std::llround(interval * (tokens - 1))};
    }

    [[nodiscard]] bool unlimited() const { return interval == 0; }
};

/// A token bucket in one 64-bit word (the "theoretical arrival time"), shared by all workers without a lock.
/// Any thread. The rate is given with each call, so that a reload changes it without losing the bucket.
class Gcra
{
public:
    /// Takes a token and returns 0, or returns the exact time until one is there.
    SteadyNs tryTake(const GcraRate &rate, SteadyNs now)
    {
        if (rate.unlimited())
            return 0;
        SteadyNs arrival = m_arrival.load(std::memory_order_relaxed);
        for (;;) {
            const SteadyNs base = std::max(arrival, now);
            const SteadyNs wait = base - rate.tolerance - now;
            if (wait > 0)
                return wait;
            if (m_arrival.compare_exchange_weak(
                    arrival, base + rate.interval, std::memory_order_relaxed))
                return 0;
        }
    }

    /// Books the next free token, however far ahead, and returns the moment from which it may be used; 0 when that
    /// is later than `latest`: nothing is booked then. Sleepers that reserve are served in the order they came.
    SteadyNs reserve(const GcraRate &rate, SteadyNs now, SteadyNs latest)
    {
        if (rate.unlimited())
            return now;
        SteadyNs arrival = m_arrival.load(std::memory_order_relaxed);
        for (;;) {
            const SteadyNs base = std::max(arrival, now);
            const SteadyNs at = std::max(now, base - rate.tolerance);
            if (at > latest)
                return 0;
            if (m_arrival.compare_exchange_weak(
                    arrival, base + rate.interval, std::memory_order_relaxed))
                return at;
        }
    }

    /// Time until a token is there, 0 = now. Takes nothing.
    [[nodiscard]] SteadyNs waitTime(const GcraRate &rate, SteadyNs now) const
    {
        if (rate.unlimited())
            return 0;
        const SteadyNs arrival = m_arrival.load(std::memory_order_relaxed);
        return std::max<SteadyNs>(0, std::max(arrival, now) - rate.tolerance - now);
    }

    /// Whole tokens that are there now; 0 also for an unlimited rate, which has none to count.
    [[nodiscard]] std::int64_t available(const GcraRate &rate, SteadyNs now) const
    {
        if (rate.unlimited())
            return 0;
        const SteadyNs base = std::max(m_arrival.load(std::memory_order_relaxed), now);
        const SteadyNs room = now + rate.tolerance - base;
        return room < 0 ? 0 : room / rate.interval + 1;
    }

    /// Returns a token that was taken or reserved and not used.
    void giveBack(const GcraRate &rate)
    {
        m_arrival.fetch_sub(rate.interval, std::memory_order_relaxed);
    }

    /// Nothing is left and the next token comes at `next`, or later where that is booked already.
    void drain(const GcraRate &rate, SteadyNs next)
    {
        if (rate.unlimited())
            return;
        SteadyNs arrival = m_arrival.load(std::memory_order_relaxed);
        while (arrival < next + rate.tolerance
               && !m_arrival.compare_exchange_weak(
                   arrival, next + rate.tolerance, std::memory_order_relaxed)) {}
    }

private:
    std::atomic<SteadyNs> m_arrival{0};
};

} // namespace spillway
