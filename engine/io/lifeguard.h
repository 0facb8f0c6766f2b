// SPDX-License-Identifier: MIT
#pragma once

namespace spillway {

class LifeGuard;

/// Member of an object that calls out to code which may delete it.
class LifeMark
{
public:
    LifeMark() = default;
    ~LifeMark();
    LifeMark(const LifeMark &) = delete;
    LifeMark &operator=(const LifeMark &) = delete;

private:
    friend class LifeGuard;
    LifeGuard *m_innermost = nullptr;
};

/// Stands on the stack around a call-out; gone() tells afterwards whether the object was deleted inside it.
class LifeGuard
{
public:
#if defined(__GNUC__) && !defined(__clang__)
// GCC does not see that the destructor takes the address out again.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdangling-pointer"
#endif
    explicit LifeGuard(LifeMark &mark)
        : m_mark(&mark)
        , m_outer(mark.m_innermost)
    {
        mark.m_innermost = this;
    }
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif
    ~LifeGuard()
    {
        if (m_mark)
            m_mark->m_innermost = m_outer;
    }

    LifeGuard(const LifeGuard &) = delete;
    LifeGuard &operator=(const LifeGuard &) = delete;

    [[nodiscard]] bool gone() const
    {
        return m_mark == nullptr;
    }

private:
    friend class LifeMark;
    LifeMark *m_mark;
    LifeGuard *m_outer;
};

inline LifeMark::~LifeMark()
{
    for (LifeGuard *guard = m_innermost; guard; guard = guard->m_outer)
        guard->m_mark = nullptr;
}

} // namespace spillway
