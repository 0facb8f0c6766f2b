// SPDX-License-Identifier: MIT
#pragma once

#include "store/usagestore.h"

namespace spillway::test {

/// A credit counter without a file, for tests of what is built on top.
class MemoryUsage final : public UsageCounter
{
public:
    MemoryUsage()
    {
        m_used = &m_usedWord;
        m_copy = &m_copyWord;
        m_meta = &m_metaWord;
    }

private:
    static constexpr std::uint64_t kToday = std::uint64_t{20000} << kPeriodShift;

    Word m_usedWord{kToday};
    Word m_copyWord{kToday};
    Word m_metaWord{kToday};
};

} // namespace spillway::test
