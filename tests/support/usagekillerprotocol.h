// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace spillway::test {

/// What spillway_usage_killer writes to its standard output after each booking. Smaller than PIPE_BUF, so records
/// of two threads never mix.
struct BookingRecord
{
    std::uint32_t thread = 0;
    std::int32_t counter = 0; ///< kOpening: sent before the store is opened
    std::int64_t period = 0;  ///< start of the period, as the booking thread saw it
    std::uint64_t total = 0;  ///< what this thread has booked on this counter in this period so far
};

constexpr int kOpening = -1;
constexpr int kKillerThreads = 2;
constexpr int kKillerCounters = 3;
constexpr std::uint64_t kKillerMaxCost = 40;
constexpr const char *kKillerCounterNames[kKillerCounters] = {"alpha", "beta", "gamma"};

} // namespace spillway::test
