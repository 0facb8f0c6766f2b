// SPDX-License-Identifier: MIT
#pragma once

#include "store/filelock.h"
#include "store/quotasfile.h"
#include "store/slotcounter.h"
#include "store/usagedb.h"

#include <map>

namespace spillway {

/// The one implementation of UsageStore: page file, lock file and database of a state directory, put together.
class SharedUsageStore final : public UsageStore
{
public:
    static std::string pagesIn(const std::string &dir) { return dir + "/usage.pages"; }

    SharedUsageStore(const std::string &dir, const Clock &clock);

    bool openFiles(OpenResult &result);

    UsageCounter *counter(std::string_view name, int resetDay, std::string *error) override;
    UsageCounter *find(std::string_view name) override;
    std::vector<std::string> rollOver() override;
    bool
    rename(std::string_view from, std::string_view to, bool force, std::string *error) override;
    bool setUsed(std::string_view name, std::uint64_t credits, std::string *error) override;
    std::optional<QuotaImport> importQuotasJson(const std::string &file,
                                                std::string *error) override;
    std::vector<std::string> names() const override;
    std::vector<PeriodUsage> periods(std::string_view name) const override;
    RunCounters runCounters(std::string_view name, std::size_t threads) override;
    void addHistory(std::string_view name, HistoryPart part) override;
    void addCalls(const CallMinute &minute) override;
    std::vector<HistoryMinute>
    history(std::string_view name, std::int64_t from, std::int64_t to) const override;
    std::vector<NodeSecond>
    seconds(std::string_view name, std::int64_t from, std::int64_t to) const override;
    std::vector<NodeMethodSnapshot> methods(std::string_view name, UtcDay day) const override;
    std::vector<CallMinute> calls(std::int64_t from, std::int64_t to) const override;
    void flush() override;

    std::string problem() const override { return m_db.problem(); }

private:
    bool openPages(OpenResult &result);
    bool replacePages(PageFile::OpenState state, const std::string &why, OpenResult &result);
    bool repairPages(OpenResult &result);
    bool mergeCopies(const std::vector<UsageDb::Running> &copies, OpenResult &result);
    void takeOverRuns();
    bool beginRun(std::size_t threads);
    [[nodiscard]] std::string runPath(int number) const;
    void warnOfFuture(OpenResult &result) const;
    bool refresh(std::string *error) const;
    void index() const;
    SlotCounter *lookUp(std::string_view name) const;
    SlotCounter *
    findOrCreate(std::string_view name, UtcDay start, int resetDay, std::string *error);
    void settle(const std::string &name, SlotCounter &counter, int resetDay);
    bool roll(const std::string &name, SlotCounter &counter, UtcDay start);
    void redefine(const std::string &name, SlotCounter &counter, int resetDay);
    void rollIfKnown(const std::string &name, SlotCounter &counter);
    bool renameSlot(std::string_view from, std::string_view to, bool force, std::string *error);
    void mergeSlots(std::size_t from, std::size_t to);
    bool
    takeEntries(const std::vector<QuotaEntry> &entries, QuotaImport *import, std::string *error);
    std::uint64_t creditsBetween(const std::string &name, UtcDay from, UtcDay before) const;
    std::vector<UsageDb::Running> sample() const;
    bool mayReplaceDatabase();

    UtcDay today() const { return period::dayOf(m_clock.wallMs()); }

    std::string pagesPath() const { return pagesIn(m_dir); }

    const std::string m_dir;
    const Clock &m_clock;
    mutable FileLock m_lock;
    std::atomic<bool> m_opening{true};
    bool m_alone = false;
    bool m_mayLackNames = false;

    /// Guards all below against the database's thread. Taken before the structure lock; never held while waiting
    /// for the database.
    mutable std::mutex m_mutex;
    mutable PageFile m_pages;
    mutable std::uint32_t m_generation = 0;
    mutable std::vector<std::unique_ptr<SlotCounter>> m_slots;
    mutable std::map<std::string, std::size_t, std::less<>> m_byName;

    std::unique_ptr<RunFile> m_run; ///< claimed, and begun with the first counters
    bool m_runBegun = false;
    std::vector<std::pair<std::string, std::uint64_t>> m_runEntries; ///< by name of the books

    mutable UsageDb m_db; ///< last: its thread reads the members above until it is gone
};

} // namespace spillway
