// SPDX-License-Identifier: MIT
#pragma once

#include "store/pagefile.h"

namespace spillway {

/// A counter in a slot of the page file, with what only the store may do to it.
class SlotCounter final : public UsageCounter
{
public:
    explicit SlotCounter(const PageFile::Words &words);

    /// The period of the credit word. Moves forward only; periodStart() may lie before it.
    [[nodiscard]] UtcDay epoch() const;

    /// Begins a new period if `start` is later than the running one, in one step: all credits but `leaving` (at most)
    /// come along. Returns the period left behind, or nothing if it was not due or somebody else was faster.
    ///
    /// The first region goes first. A kill right after it leaves the new period there and the old one in the
    /// copy: the later period counts on load, with all that was booked in it, and the copy tells how the old one
    /// ended. Then that end is noted in the slot itself, because the database learns of it up to a second
    /// later, and the copy moves on last.
    std::optional<PeriodUsage> moveTo(UtcDay start, std::uint64_t leaving);

    /// Sets period and credits by hand, backwards too.
    void restart(UtcDay start, std::uint64_t used);

    /// Remembers the first day covered and the reset day.
    void setCovered(UtcDay start, int resetDay);

private:
    Word *m_metaCopy;
    Word *m_previous;
    Word *m_previousCopy;
};

} // namespace spillway
