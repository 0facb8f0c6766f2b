// SPDX-License-Identifier: MIT
#include "store/brokenfile.h"
#include "store/sharedusagestore.h"
#include "store/storetext.h"

#include <cerrno>
#include <cstring>
#include <iterator>
#include <sys/stat.h>

namespace spillway {

namespace {

/// Makes the folder and its missing parents, for this user only.
bool makeFolder(const std::string &dir, std::string *error)
{
    for (std::size_t end = dir.find('/', 1);; end = dir.find('/', end + 1)) {
        const std::string part = dir.substr(0, end);
        if (::mkdir(part.c_str(), 0700) != 0 && errno != EEXIST && errno != EISDIR)
            return refuse(error, part + ": cannot be created: " + std::strerror(errno));
        if (end == std::string::npos)
            return true;
    }
}

} // namespace

SharedUsageStore::SharedUsageStore(const std::string &dir, const Clock &clock)
    : m_dir(dir)
    , m_clock(clock)
    , m_db(dir, clock, {[this] { return sample(); }, [this] { return mayReplaceDatabase(); }})
{}

bool SharedUsageStore::openFiles(OpenResult &result)
{
    if (!makeFolder(m_dir, &result.error) || !m_lock.open(m_dir + "/usage.lock", &result.error))
        return false;
    {
        const FileLock::Guard guard(m_lock, &result.error);
        if (!guard.held())
            return false;
        m_alone = m_lock.joinUsers();
        UsageDb::OpenResult db = m_db.open();
        result.error = db.error;
        result.warnings = std::move(db.warnings);
        if (!result.error.empty() || !openPages(result) || !mergeCopies(db.counters, result))
            return false;
        takeOverRuns();
        index();
    }
    warnOfFuture(result);
    m_opening = false;
    m_db.startSampling();
    return true;
}

bool SharedUsageStore::openPages(OpenResult &result)
{
    std::string why;
    const PageFile::OpenState state = m_pages.open(pagesPath(), &why);
    if (state == PageFile::OpenState::Failed)
        return refuse(&result.error, why);
    if (state == PageFile::OpenState::Ready)
        return repairPages(result);
    return replacePages(state, why, result);
}

bool SharedUsageStore::replacePages(PageFile::OpenState state,
                                    const std::string &why,
                                    OpenResult &result)
{
    m_mayLackNames = true;
    if (state == PageFile::OpenState::Broken) {
        if (!m_alone)
            return refuse(&result.error,
                          pagesPath() + ": " + why
                              + ", and another process is using it; end that process first");
        const std::string aside = moveAside(pagesPath(), m_clock.wallMs(), &result.error);
        if (aside.empty())
            return false;
        result.warnings.push_back(pagesPath() + ": " + why + "; kept as " + aside);
    }
    return m_pages.create(pagesPath(), &result.error);
}

bool SharedUsageStore::repairPages(OpenResult &result)
{
    if (m_pages.losesSlots()) {
        const std::string aside = copyAside(pagesPath(), m_clock.wallMs(), &result.error);
        if (aside.empty())
            return false;
        result.warnings.push_back(pagesPath() + ": is damaged in both regions; kept as " + aside);
    }
    PageFile::Repair repair = m_pages.repair(m_alone);
    m_mayLackNames = !repair.warnings.empty();
    for (const PageFile::Ended &ended : repair.ended)
        m_db.post(UsageDb::Finished{ended.name, ended.period});
    std::move(repair.warnings.begin(), repair.warnings.end(), std::back_inserter(result.warnings));
    return true;
}

/// The third copy: what the database knows counts where it is ahead of the pages (a power cut took pages that
/// the kernel had not written yet) and where the pages have lost a name.
bool SharedUsageStore::mergeCopies(const std::vector<UsageDb::Running> &copies, OpenResult &result)
{
    index();
    std::string raised;
    std::string restored;
    for (const UsageDb::Running &copy : copies) {
        if (SlotCounter *counter = lookUp(copy.name)) {
            const bool later = copy.start > counter->epoch();
            const bool more = copy.start == counter->periodStart() && copy.used > counter->used();
            if (!m_alone || (!later && !more))
                continue;
            counter->restart(later ? copy.start : counter->epoch(), copy.used);
            raised += (raised.empty() ? "" : ", ") + quoted(copy.name);
        } else if (m_mayLackNames) {
            if (!m_pages.reserve(1, &result.error))
                return false;
            m_pages.take(copy.name,
                         creditword::make(copy.start, copy.used),
                         creditword::makeMeta(copy.start, copy.start, copy.resetDay));
            restored += (restored.empty() ? "" : ", ") + quoted(copy.name);
        }
    }
    if (!raised.empty())
        result.warnings.push_back(pagesPath() + ": was behind usage.sqlite for " + raised
                                  + "; the larger value counts");
    if (!restored.empty())
        result.warnings.push_back(
            pagesPath() + ": usage of " + restored
            + " was restored from the copy in usage.sqlite; the last second before the damage"
              " may be missing, compare it with the provider's own figure");
    return true;
}

void SharedUsageStore::warnOfFuture(OpenResult &result) const
{
    for (const auto &[name, slot] : m_byName) {
        if (m_slots[slot]->epoch() > today())
            result.warnings.push_back(
                "the period of " + quoted(name) + " begins on "
                + period::toIso(m_slots[slot]->epoch())
                + ", which is in the future: the clock is or was wrong. It is kept; set the used"
                  " credits by hand to return to the present");
    }
}

UsageStore::OpenResult UsageStore::open(const std::string &dir, const Clock &clock)
{
    OpenResult result;
    auto store = std::make_unique<SharedUsageStore>(dir, clock);
    if (store->openFiles(result))
        result.store = std::move(store);
    return result;
}

bool UsageStore::exists(const std::string &dir)
{
    struct stat info = {};
    return ::stat(SharedUsageStore::pagesIn(dir).c_str(), &info) == 0;
}

} // namespace spillway
