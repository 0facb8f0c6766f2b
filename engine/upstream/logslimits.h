// SPDX-License-Identifier: MIT
#pragma once

#include "core/clock.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <mutex>

namespace spillway {

/// What a log query asks of a node, as far as nodes refuse it.
struct LogsDemand
{
    std::uint64_t blocks = 0;  ///< 0: no log query, or one whose range is not known
    std::size_t addresses = 0; ///< in its list
    std::uint64_t shape = 0;   ///< hash of what else it asks for: addresses and topics
};

/// How wide log queries may be for one node, as its refusals taught: the narrowest lesson counts, for the answer to a wider query
/// may come later. Any thread; what is learned is forgotten after a time, because plans change.
class LogsLimits
{
public:
    static constexpr std::uint64_t kAnySpan = std::numeric_limits<std::uint64_t>::max();
    static constexpr std::size_t kAnyCount = std::numeric_limits<std::size_t>::max();

    /// A single block with a single address is allowed always: nothing narrower can be asked.
    [[nodiscard]] bool allows(const LogsDemand &demand, SteadyNs now) const;
    /// Most blocks of one query; kAnySpan: no limit is known.
    [[nodiscard]] std::uint64_t span(SteadyNs now) const;
    /// The same for one of that shape.
    [[nodiscard]] std::uint64_t span(std::uint64_t shape, SteadyNs now) const;
    /// Most addresses of one query; kAnyCount: no limit is known.
    [[nodiscard]] std::size_t addresses(SteadyNs now) const;

    /// The node takes at most `blocks` blocks, whatever is asked for.
    void learnSpan(std::uint64_t blocks, SteadyNs now);
    /// Queries of that shape find so many logs that only `blocks` blocks fit into an answer.
    void learnDense(std::uint64_t shape, std::uint64_t blocks, SteadyNs now);
    void learnAddresses(std::size_t count, SteadyNs now);
    void forget();

private:
    static constexpr std::size_t kMostShapes = 64;

    struct Dense
    {
        std::uint64_t blocks = 0;
        SteadyNs until = 0;
    };

    std::atomic<std::uint64_t> m_span{kAnySpan};
    std::atomic<SteadyNs> m_spanUntil{0};
    std::atomic<std::size_t> m_addresses{kAnyCount};
    std::atomic<SteadyNs> m_addressesUntil{0};
    std::atomic<std::size_t> m_denseCount{0};
    mutable std::mutex m_mutex;
    std::map<std::uint64_t, Dense> m_dense; ///< by shape
};

} // namespace spillway
