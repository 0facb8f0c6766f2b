// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>

namespace spillway {

/// Nanoseconds of the monotonic clock. Only differences mean anything.
using SteadyNs = std::int64_t;

constexpr SteadyNs kNsPerMs = 1'000'000;
constexpr SteadyNs kNsPerSecond = 1'000'000'000;

constexpr SteadyNs toNs(std::chrono::milliseconds value)
{
    return value.count() * kNsPerMs;
}

/// Where every part of the engine takes its time from, so that tests can turn it by hand.
/// All functions may be called from any thread.
class Clock
{
public:
    Clock() = default;
    virtual ~Clock() = default;
    Clock(const Clock &) = delete;
    Clock &operator=(const Clock &) = delete;

    /// Monotonic (CLOCK_MONOTONIC): may stand still while the machine is suspended.
    [[nodiscard]] virtual SteadyNs steadyNs() const = 0;

    /// Wall clock, milliseconds since 1970-01-01 UTC. May jump.
    [[nodiscard]] virtual std::int64_t wallMs() const = 0;
};

/// The system's clocks.
class SystemClock final : public Clock
{
public:
    [[nodiscard]] SteadyNs steadyNs() const override;
    [[nodiscard]] std::int64_t wallMs() const override;

    static const SystemClock &instance();
};

} // namespace spillway
