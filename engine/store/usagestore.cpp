// SPDX-License-Identifier: MIT
#include "core/log.h"
#include "store/sharedusagestore.h"
#include "store/storetext.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <limits>

namespace spillway {

namespace {

constexpr std::uint64_t kAll = std::numeric_limits<std::uint64_t>::max();
constexpr int kLongGapDays = 62; ///< a jump over more than two resets is worth a line in the log

bool checkName(std::string_view name, std::string *error)
{
    if (!name.empty() && name.size() <= PageFile::kMaxName)
        return true;
    return refuse(error,
                  "the name " + quoted(name.substr(0, PageFile::kMaxName))
                      + " must have 1 to 128 bytes");
}

} // namespace

/// Rebuilds the index of names; counters that were handed out stay where they are.
void SharedUsageStore::index() const
{
    m_byName.clear();
    for (std::size_t slot = 0; slot < m_pages.slotCount(); ++slot) {
        if (slot == m_slots.size())
            m_slots.push_back(nullptr);
        if (m_pages.state(slot) != PageFile::State::Live)
            continue;
        if (!m_slots[slot])
            m_slots[slot] = std::make_unique<SlotCounter>(m_pages.words(slot));
        m_byName.emplace(m_pages.name(slot), slot);
    }
    m_generation = m_pages.generation();
}

/// Sees what other processes have changed. Call with m_mutex held.
bool SharedUsageStore::refresh(std::string *error) const
{
    if (m_generation == m_pages.generation())
        return true;
    const FileLock::Guard guard(m_lock, error);
    if (!guard.held() || !m_pages.mapAppended(error))
        return false;
    index();
    return true;
}

SlotCounter *SharedUsageStore::lookUp(std::string_view name) const
{
    const auto found = m_byName.find(name);
    return found == m_byName.end() ? nullptr : m_slots[found->second].get();
}

UsageCounter *SharedUsageStore::find(std::string_view name)
{
    const std::scoped_lock lock(m_mutex);
    refresh(nullptr);
    return lookUp(name);
}

UsageCounter *SharedUsageStore::counter(std::string_view name, int resetDay, std::string *error)
{
    SlotCounter *counter = findOrCreate(name, period::start(today(), resetDay), resetDay, error);
    if (counter)
        settle(std::string(name), *counter, resetDay);
    return counter;
}

SlotCounter *SharedUsageStore::findOrCreate(std::string_view name,
                                            UtcDay start,
                                            int resetDay,
                                            std::string *error)
{
    if (!checkName(name, error))
        return nullptr;
    const std::scoped_lock lock(m_mutex);
    if (!refresh(error))
        return nullptr;
    if (SlotCounter *known = lookUp(name))
        return known;
    const FileLock::Guard guard(m_lock, error);
    if (!guard.held() || !m_pages.mapAppended(error))
        return nullptr;
    index();
    if (SlotCounter *known = lookUp(name)) // another process was faster
        return known;
    for (std::size_t slot = 0; slot < m_pages.slotCount(); ++slot) {
        if (m_pages.state(slot) == PageFile::State::Retired && m_pages.name(slot) == name) {
            m_pages.write(slot, name, PageFile::State::Live);
            index();
            return lookUp(name);
        }
    }
    if (!m_pages.reserve(1, error))
        return nullptr;
    m_pages.take(name, creditword::make(start, 0), creditword::makeMeta(start, start, resetDay));
    index();
    return lookUp(name);
}

void SharedUsageStore::settle(const std::string &name, SlotCounter &counter, int resetDay)
{
    const int known = counter.resetDay();
    if (known != 0 && known != resetDay)
        redefine(name, counter, resetDay);
    else if (known == 0)
        counter.setCovered(counter.periodStart(), resetDay);
    roll(name, counter, period::start(today(), resetDay));
}

bool SharedUsageStore::roll(const std::string &name, SlotCounter &counter, UtcDay start)
{
    const std::optional<PeriodUsage> finished = counter.moveTo(start, kAll);
    if (!finished)
        return false;
    m_db.post(UsageDb::Finished{name, *finished});
    if (start - finished->start > kLongGapDays)
        log::warn("store",
                  "more than two months lie between two billing periods; is the clock right?",
                  {{"node", name},
                   {"from", period::toIso(finished->start)},
                   {"to", period::toIso(start)}});
    log::info("store",
              "a new billing period begins",
              {{"node", name}, {"start", period::toIso(start)}, {"used_before", finished->used}});
    return true;
}

void SharedUsageStore::rollIfKnown(const std::string &name, SlotCounter &counter)
{
    if (const int resetDay = counter.resetDay(); resetDay != 0)
        roll(name, counter, period::start(today(), resetDay));
}

/// Another reset day: no period has ended, the running one is drawn differently. Only credits that the
/// history places outside leave the count, so that the bill is never too low.
void SharedUsageStore::redefine(const std::string &name, SlotCounter &counter, int resetDay)
{
    rollIfKnown(name, counter); // what the old day had ended before the change stays ended
    const UtcDay before = counter.periodStart();
    const UtcDay start = period::start(today(), resetDay);
    if (start > before) {
        const std::uint64_t used = counter.used();
        const std::uint64_t inside = creditsBetween(name, start, today() + 1);
        const std::uint64_t outside = std::min(used, creditsBetween(name, before, start));
        const std::uint64_t leaving = used - std::min(used, std::max(used - outside, inside));
        if (!counter.moveTo(start, leaving))
            counter.refund(leaving);
        if (leaving > 0)
            m_db.post(UsageDb::Finished{name, {before, leaving}});
        else
            m_db.post(UsageDb::Restarted{name, before});
    } else if (start < before) {
        counter.book(creditsBetween(name, start, before));
        m_db.post(UsageDb::Restarted{name, start});
    }
    counter.setCovered(start, resetDay);
    log::info("store",
              "the reset day has changed",
              {{"node", name},
               {"reset_day", resetDay},
               {"period_start", period::toIso(counter.periodStart())},
               {"used", counter.used()}});
}

std::uint64_t
SharedUsageStore::creditsBetween(const std::string &name, UtcDay from, UtcDay before) const
{
    std::uint64_t sum = 0;
    for (const HistoryMinute &minute : m_db.history(name, from * 1440LL, before * 1440LL - 1))
        sum += minute.credits;
    return sum;
}

std::vector<std::string> SharedUsageStore::rollOver()
{
    std::vector<std::pair<std::string, SlotCounter *>> counters;
    {
        const std::scoped_lock lock(m_mutex);
        refresh(nullptr);
        for (const auto &[name, slot] : m_byName)
            counters.emplace_back(name, m_slots[slot].get());
    }
    std::vector<std::string> reset;
    for (const auto &[name, counter] : counters) {
        const int resetDay = counter->resetDay();
        if (resetDay != 0 && roll(name, *counter, period::start(today(), resetDay)))
            reset.push_back(name);
    }
    return reset;
}

bool SharedUsageStore::rename(std::string_view from,
                              std::string_view to,
                              bool force,
                              std::string *error)
{
    if (!checkName(from, error) || !checkName(to, error))
        return false;
    if (from == to)
        return true;
    if (!renameSlot(from, to, force, error))
        return false;
    m_db.post(UsageDb::Renamed{std::string(from), std::string(to)});
    m_db.flush();
    const std::scoped_lock lock(m_mutex);
    for (auto &[name, entry] : m_runEntries) {
        if (name == from) {
            name = to;
            m_run->rename(entry, to);
        }
    }
    return true;
}

bool SharedUsageStore::renameSlot(std::string_view from,
                                  std::string_view to,
                                  bool force,
                                  std::string *error)
{
    const std::scoped_lock lock(m_mutex);
    const FileLock::Guard guard(m_lock, error);
    if (!guard.held() || !m_pages.mapAppended(error))
        return false;
    index();
    const auto source = m_byName.find(from);
    if (source == m_byName.end())
        return refuse(error, "no usage is known for " + quoted(from));
    rollIfKnown(source->first, *m_slots[source->second]);

    if (const auto target = m_byName.find(to); target != m_byName.end()) {
        SlotCounter &counter = *m_slots[target->second];
        rollIfKnown(target->first, counter);
        if (counter.used() > 0 && !force)
            return refuse(error,
                          quoted(to) + " has used " + std::to_string(counter.used())
                              + " credits of its own in this period; force adds both up");
        mergeSlots(source->second, target->second);
    } else {
        // A retired namesake would be a second slot of this name.
        for (std::size_t slot = 0; slot < m_pages.slotCount(); ++slot) {
            if (m_pages.state(slot) == PageFile::State::Retired && m_pages.name(slot) == to)
                m_pages.write(slot, {}, PageFile::State::Free);
        }
        m_pages.write(source->second, to, PageFile::State::Live);
    }
    m_pages.sync();
    index();
    return true;
}

/// Adds before it takes away, so that a kill in between counts twice rather than not at all.
void SharedUsageStore::mergeSlots(std::size_t from, std::size_t to)
{
    SlotCounter &source = *m_slots[from];
    const std::uint64_t used = source.used();
    m_slots[to]->book(used);
    source.refund(used);
    m_pages.write(from, m_pages.name(from), PageFile::State::Retired);
}

bool SharedUsageStore::setUsed(std::string_view name, std::uint64_t credits, std::string *error)
{
    if (credits > UsageCounter::kMaxUsed)
        return refuse(error,
                      "used credits must be at most " + std::to_string(UsageCounter::kMaxUsed));
    SlotCounter *counter = nullptr;
    {
        const std::scoped_lock lock(m_mutex);
        if (!refresh(error))
            return false;
        counter = lookUp(name);
    }
    if (!counter)
        return refuse(error, "no usage is known for " + quoted(name));
    rollIfKnown(std::string(name), *counter);
    if (counter->epoch() > today()) {
        const int resetDay = counter->resetDay();
        const UtcDay start = resetDay != 0 ? period::start(today(), resetDay) : today();
        counter->restart(start, credits);
        m_db.post(UsageDb::Restarted{std::string(name), start});
    } else {
        counter->restart(counter->epoch(), credits);
    }
    // Otherwise a larger copy in the database would win on the next start.
    m_db.flush();
    return true;
}

std::optional<QuotaImport> SharedUsageStore::importQuotasJson(const std::string &file,
                                                              std::string *error)
{
    std::ifstream stream(file, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(stream),
                           std::istreambuf_iterator<char>()};
    if (!stream.is_open() || stream.bad()) {
        refuse(error, file + ": cannot be read: " + std::strerror(errno));
        return std::nullopt;
    }
    const std::optional<std::vector<QuotaEntry>> entries = parseQuotas(file, text, error);
    if (!entries)
        return std::nullopt;
    for (const QuotaEntry &entry : *entries) {
        if (entry.period.start > today()) {
            refuse(error,
                   file + ":" + std::to_string(entry.line) + ": node " + quoted(entry.name)
                       + ": period_start " + period::toIso(entry.period.start)
                       + " is in the future");
            return std::nullopt;
        }
    }
    QuotaImport import;
    if (!takeEntries(*entries, &import, error))
        return std::nullopt;
    m_db.flush();
    return import;
}

bool SharedUsageStore::takeEntries(const std::vector<QuotaEntry> &entries,
                                   QuotaImport *import,
                                   std::string *error)
{
    {
        // All the room first: nothing may be half taken because the file cannot grow.
        const std::scoped_lock lock(m_mutex);
        const FileLock::Guard guard(m_lock, error);
        if (!guard.held() || !m_pages.mapAppended(error) || !m_pages.reserve(entries.size(), error))
            return false;
        index();
    }
    for (const QuotaEntry &entry : entries) {
        SlotCounter *counter = findOrCreate(entry.name, entry.period.start, 0, error);
        if (!counter)
            return false;
        rollIfKnown(entry.name, *counter);
        if (entry.period.start < counter->periodStart()) {
            m_db.post(UsageDb::Finished{entry.name, entry.period});
            import->finished.push_back(entry.name);
            continue;
        }
        if (const std::uint64_t used = counter->used(); entry.period.used > used) {
            counter->book(entry.period.used - used);
            import->running.push_back(entry.name);
        } else {
            import->kept.push_back(entry.name);
        }
    }
    return true;
}

std::vector<std::string> SharedUsageStore::names() const
{
    const std::scoped_lock lock(m_mutex);
    refresh(nullptr);
    std::vector<std::string> result;
    for (std::size_t slot = 0; slot < m_pages.slotCount(); ++slot) {
        if (m_pages.state(slot) == PageFile::State::Live)
            result.push_back(m_pages.name(slot));
    }
    return result;
}

std::vector<PeriodUsage> SharedUsageStore::periods(std::string_view name) const
{
    return m_db.periods(std::string(name));
}

void SharedUsageStore::addHistory(std::string_view name, HistoryPart part)
{
    const std::uint64_t run = part.entry != 0 ? m_run->run() : 0;
    m_db.post(UsageDb::History{std::string(name), std::move(part), run});
}

void SharedUsageStore::addCalls(const CallMinute &minute)
{
    m_db.post(UsageDb::Calls{minute});
}

std::vector<NodeSecond>
SharedUsageStore::seconds(std::string_view name, std::int64_t from, std::int64_t to) const
{
    constexpr std::int64_t kLastMinute = std::numeric_limits<std::int64_t>::max() / 60 - 1;
    return m_db.seconds(std::string(name), from * 60, std::min(to, kLastMinute) * 60 + 59);
}

std::vector<NodeMethodSnapshot> SharedUsageStore::methods(std::string_view name, UtcDay day) const
{
    return m_db.methods(std::string(name), day);
}

std::vector<CallMinute> SharedUsageStore::calls(std::int64_t from, std::int64_t to) const
{
    return m_db.calls(from, to);
}

std::vector<HistoryMinute>
SharedUsageStore::history(std::string_view name, std::int64_t from, std::int64_t to) const
{
    return m_db.history(std::string(name), from, to);
}

void SharedUsageStore::flush()
{
    {
        const std::scoped_lock lock(m_mutex);
        m_pages.sync();
    }
    m_db.flush();
}

std::vector<UsageDb::Running> SharedUsageStore::sample() const
{
    const std::scoped_lock lock(m_mutex);
    refresh(nullptr);
    if (m_runBegun)
        m_run->setAlive(m_clock.wallMs());
    std::vector<UsageDb::Running> result;
    result.reserve(m_byName.size());
    for (std::size_t slot = 0; slot < m_slots.size(); ++slot) {
        if (!m_slots[slot] || m_pages.state(slot) != PageFile::State::Live)
            continue;
        const SlotCounter &counter = *m_slots[slot];
        result.push_back(
            {m_pages.name(slot), counter.periodStart(), counter.used(), counter.resetDay()});
    }
    return result;
}

bool SharedUsageStore::mayReplaceDatabase()
{
    if (m_opening)
        return m_alone;
    const FileLock::Guard guard(m_lock, nullptr);
    return guard.held() && m_lock.joinUsers();
}

} // namespace spillway
