// SPDX-License-Identifier: MIT
#include "io/timers.h"

#include <QBasicTimer>
#include <QPointer>
#include <QTimerEvent>

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

namespace spillway {

namespace {

// Eight levels of 64 slots reach further than SteadyNs. A timer sits on the level of the highest 6-bit digit in
// which its tick differs from the present one, so every occupied slot of a level lies after the present digit, and
// the lowest occupied level holds the earliest deadline.
constexpr std::uint32_t kDigitBits = 6;
constexpr std::uint32_t kSlotsPerLevel = 1U << kDigitBits;
constexpr std::uint32_t kLevels = 8;
constexpr std::uint32_t kWheelSlots = kLevels * kSlotsPerLevel;
constexpr std::uint32_t kDueSlot = kWheelSlots;        // already past when started
constexpr std::uint32_t kFiringSlot = kWheelSlots + 1; // being fired by fireDue()
constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kLongestWaitMs = 3'600'000;

std::int64_t firstTickAtOrAfter(SteadyNs deadline)
{
    return deadline <= 0 ? 0 : (deadline - 1) / kNsPerMs + 1;
}

} // namespace

class Timers::Wheel
{
public:
    struct Slot
    {
        Timer *first = nullptr;
        Timer *last = nullptr;
    };

    void append(Timer &timer, std::uint32_t index);
    void unlink(Timer &timer);
    void place(Timer &timer);
    void advanceTo(std::int64_t tick);
    void moveAll(std::uint32_t from, std::uint32_t to);
    [[nodiscard]] std::int64_t nextEvent() const;

    [[nodiscard]] std::int64_t nextWake() const
    {
        return slots[kDueSlot].first ? present : nextEvent();
    }

    std::array<Slot, kWheelSlots + 2> slots{};
    std::array<std::uint64_t, kLevels> occupied{};
    std::int64_t present = 0;    // every tick up to this one has been fired
    std::int64_t armed = kNever; // tick at which the Qt timer wakes us
    QBasicTimer alarm;

private:
    [[nodiscard]] std::int64_t slotStart(std::uint32_t level, std::uint32_t digit) const
    {
        const std::uint32_t shift = level * kDigitBits;
        return ((present >> (shift + kDigitBits)) << (shift + kDigitBits))
               | (static_cast<std::int64_t>(digit) << shift);
    }

    void openSlotsAt(std::int64_t tick);
};

void Timers::Wheel::append(Timer &timer, std::uint32_t index)
{
    Slot &slot = slots[index];
    timer.m_slot = index;
    timer.m_next = nullptr;
    timer.m_previous = slot.last;
    (slot.last ? slot.last->m_next : slot.first) = &timer;
    slot.last = &timer;
    if (index < kWheelSlots)
        occupied[index / kSlotsPerLevel] |= std::uint64_t{1} << (index % kSlotsPerLevel);
}

void Timers::Wheel::unlink(Timer &timer)
{
    const std::uint32_t index = timer.m_slot;
    Slot &slot = slots[index];
    (timer.m_previous ? timer.m_previous->m_next : slot.first) = timer.m_next;
    (timer.m_next ? timer.m_next->m_previous : slot.last) = timer.m_previous;
    if (!slot.first && index < kWheelSlots)
        occupied[index / kSlotsPerLevel] &= ~(std::uint64_t{1} << (index % kSlotsPerLevel));
}

void Timers::Wheel::place(Timer &timer)
{
    const std::int64_t tick = firstTickAtOrAfter(timer.m_deadline);
    if (tick <= present) {
        append(timer, kDueSlot);
        return;
    }
    const auto difference = static_cast<std::uint64_t>(tick ^ present);
    const std::uint32_t level =
        (static_cast<std::uint32_t>(std::bit_width(difference)) - 1) / kDigitBits;
    const auto digit = static_cast<std::uint32_t>(tick >> (level * kDigitBits)) % kSlotsPerLevel;
    append(timer, level * kSlotsPerLevel + digit);
}

std::int64_t Timers::Wheel::nextEvent() const
{
    for (std::uint32_t level = 0; level < kLevels; ++level) {
        if (occupied[level] == 0)
            continue;
        return slotStart(level, static_cast<std::uint32_t>(std::countr_zero(occupied[level])));
    }
    return kNever;
}

void Timers::Wheel::moveAll(std::uint32_t from, std::uint32_t to)
{
    while (Timer *const timer = slots[from].first) {
        unlink(*timer);
        append(*timer, to);
    }
}

/// Distributes the upper slots that begin at `tick` and takes its own slot as due.
void Timers::Wheel::openSlotsAt(std::int64_t tick)
{
    present = tick;
    for (std::uint32_t level = kLevels - 1; level > 0; --level) {
        const std::uint32_t shift = level * kDigitBits;
        if ((tick & ((std::int64_t{1} << shift) - 1)) != 0)
            continue;
        const std::uint32_t index =
            level * kSlotsPerLevel + static_cast<std::uint32_t>(tick >> shift) % kSlotsPerLevel;
        while (Timer *const timer = slots[index].first) {
            unlink(*timer);
            place(*timer);
        }
    }
    moveAll(static_cast<std::uint32_t>(tick) % kSlotsPerLevel, kDueSlot);
}

void Timers::Wheel::advanceTo(std::int64_t tick)
{
    for (std::int64_t next = nextEvent(); next <= tick; next = nextEvent())
        openSlotsAt(next);
    present = std::max(present, tick);
}

void Timer::cancel()
{
    if (!m_owner)
        return;
    m_owner->m_wheel->unlink(*this);
    --m_owner->m_active;
    m_owner = nullptr;
}

void LazyTimer::woken()
{
    if (!m_active)
        return;
    if (m_timers.clock().steadyNs() < m_deadline) {
        m_timers.startAt(m_timer, m_deadline);
        return;
    }
    m_active = false;
    m_callback(m_context);
}

Timers::Timers(const Clock &clock, QObject *parent)
    : QObject(parent)
    , m_clock(clock)
    , m_wheel(std::make_unique<Wheel>())
{
    m_wheel->present = m_clock.steadyNs() / kNsPerMs;
}

Timers::~Timers()
{
    for (auto &slot : m_wheel->slots) {
        while (slot.first)
            slot.first->cancel();
    }
}

void Timers::startAt(Timer &timer, SteadyNs deadline)
{
    timer.cancel();
    if (m_active == 0)
        m_wheel->present = std::max(m_wheel->present, m_clock.steadyNs() / kNsPerMs);
    timer.m_owner = this;
    timer.m_deadline = deadline;
    ++m_active;
    m_wheel->place(timer);
    const std::int64_t tick =
        timer.m_slot == kDueSlot ? m_wheel->present : firstTickAtOrAfter(deadline);
    if (tick < m_wheel->armed)
        arm(tick);
}

void Timers::fireDue()
{
    m_wheel->advanceTo(m_clock.steadyNs() / kNsPerMs);
    m_wheel->moveAll(kDueSlot, kFiringSlot);
    const QPointer<Timers> alive(this);
    while (Timer *const timer = m_wheel->slots[kFiringSlot].first) {
        timer->cancel();
        // The callback may destroy the timer, so nothing of it is read afterwards.
        timer->m_callback(timer->m_context);
        if (!alive)
            return;
    }
    const std::int64_t next = m_wheel->nextWake();
    if (next == kNever)
        disarm();
    else if (next != m_wheel->armed)
        arm(next);
}

void Timers::arm(std::int64_t tick)
{
    const SteadyNs wait = tick * kNsPerMs - m_clock.steadyNs();
    const std::int64_t ms =
        std::clamp((wait + kNsPerMs - 1) / kNsPerMs, std::int64_t{0}, kLongestWaitMs);
    m_wheel->armed = tick;
    m_wheel->alarm.start(static_cast<int>(ms), Qt::PreciseTimer, this);
}

void Timers::disarm()
{
    m_wheel->armed = kNever;
    m_wheel->alarm.stop();
}

void Timers::timerEvent(QTimerEvent *event)
{
    if (event->timerId() != m_wheel->alarm.timerId())
        return;
    // A one-shot alarm: whatever fireDue() finds next is armed anew.
    disarm();
    fireDue();
}

} // namespace spillway
