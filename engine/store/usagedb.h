// SPDX-License-Identifier: MIT
#pragma once

#include "store/runfile.h"
#include "store/usagestore.h"

#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <thread>
#include <variant>

class QSqlDatabase;
class QSqlQuery;

namespace spillway {

class Statements;

/// usage.sqlite, owned by a thread of its own: nobody else waits for the disk, except who asks for it (flush(),
/// the reading functions). What is handed over is kept until a commit has succeeded; of minutes only the latest
/// kMostWaitingMinutes, so that a file that stays unwritable does not fill the memory.
class UsageDb
{
public:
    static constexpr std::size_t kMostWaitingMinutes = 100'000; ///< a day of 70 busy nodes

    /// State of one running counter.
    struct Running
    {
        std::string name;
        UtcDay start = 0;
        std::uint64_t used = 0;
        int resetDay = 0;
        friend bool operator==(const Running &, const Running &) = default;
    };

    struct History
    {
        std::string name;
        HistoryPart part;
        std::uint64_t run = 0; ///< that `part.entry` is an entry of
    };

    struct Calls
    {
        CallMinute minute;
    };

    struct Finished
    {
        std::string name;
        PeriodUsage period;
    };

    /// The running period now begins here: what was kept for this start or a later one is part of it.
    struct Restarted
    {
        std::string name;
        UtcDay start = 0;
    };

    struct Renamed
    {
        std::string from;
        std::string to;
    };

    using Change = std::variant<History, Calls, Finished, Restarted, Renamed>;

    struct Hooks
    {
        /// The counters as they are now; called once a second and before each flush, in the thread of the database.
        std::function<std::vector<Running>()> sample;
        /// May a damaged file be moved aside: is no other process using it?
        std::function<bool()> mayReplace;
    };

    struct OpenResult
    {
        std::string error; ///< the file must not be touched (newer version)
        std::vector<std::string> warnings;
        std::vector<Running> counters; ///< the last copies, in order of creation
    };

    UsageDb(std::string dir, const Clock &clock, Hooks hooks);
    /// Writes what is left.
    ~UsageDb();
    UsageDb(const UsageDb &) = delete;
    UsageDb &operator=(const UsageDb &) = delete;

    /// Starts the thread and waits until the file is open. Without it nothing below may be called.
    OpenResult open();
    /// From now on the counters are copied.
    void startSampling();

    void post(Change change);
    /// Waits until everything posted before is committed; false if that failed.
    bool flush();

    [[nodiscard]] std::vector<PeriodUsage> periods(const std::string &name);
    [[nodiscard]] std::vector<HistoryMinute>
    history(const std::string &name, std::int64_t from, std::int64_t to);
    [[nodiscard]] std::vector<NodeSecond>
    seconds(const std::string &name, std::int64_t from, std::int64_t to);
    [[nodiscard]] std::vector<NodeMethodSnapshot> methods(const std::string &name, UtcDay day);
    [[nodiscard]] std::vector<CallMinute> calls(std::int64_t from, std::int64_t to);
    /// Adds what an ended run had counted and not brought into the history; doing it twice adds nothing. False: not possible now.
    bool takeOver(const RunFile::Remains &remains);
    /// Forgets how far the histories of all runs but these have come.
    void forgetRuns(const std::vector<std::uint64_t> &kept);
    [[nodiscard]] std::string problem() const;

private:
    using Job = std::function<void()>;

    void run();
    void runJob(Job job);
    /// Runs something in a transaction of its own.
    bool inTransaction(const std::function<bool(Statements &)> &work);
    /// Reads after everything posted before is written.
    void read(const std::function<void(Statements &)> &query);
    bool commit();
    bool writeAll(const std::vector<Running> &changed,
                  std::string *problem,
                  std::vector<std::string> *warnings);
    enum class Trouble { None, Passing, Damaged, Fatal };
    bool ensureOpen(std::vector<std::string> *warnings, std::string *problem, Trouble *trouble);
    Trouble openFile(std::string *problem);
    Trouble prepareFile(QSqlQuery &query, std::string *problem);
    bool replaceDamaged(std::string_view why, std::vector<std::string> *warnings);
    void closeFile();
    void prune();
    bool mergeIntoPending(const Change &change);
    void noteWritten();
    void dropOldestMinutes();
    void report(const std::string &problem);
    [[nodiscard]] std::vector<Running> lastCopies();
    [[nodiscard]] std::string file() const;

    const std::string m_dir;
    const std::string m_connection;
    const Clock &m_clock;
    const Hooks m_hooks;

    mutable std::mutex m_mutex; ///< guards the four below
    std::condition_variable m_wake;
    std::vector<Change> m_posted;
    std::deque<Job> m_jobs;
    bool m_stop = false;
    std::string m_problem;

    // The thread's own.
    bool m_isOpen = false;
    bool m_sampling = false;
    std::vector<Change> m_pending; ///< minutes merged
    std::map<std::string, Running, std::less<>> m_written;
    /// By run and entry: what is written of it, for a file that has to be begun anew.
    std::map<std::pair<std::uint64_t, std::uint64_t>, HistoryMinute> m_ledger;
    bool m_isNew = false;   ///< the file knows nothing of runs before
    bool m_restate = false; ///< the ledger has to be written as a whole
    std::int64_t m_prunedAtMs = 0;
    SteadyNs m_reportedAtNs = 0;

    std::thread m_thread;
};

} // namespace spillway
