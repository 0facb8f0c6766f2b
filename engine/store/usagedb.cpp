// SPDX-License-Identifier: MIT
#include "store/usagedb.h"

#include "core/log.h"
#include "store/brokenfile.h"
#include "store/usagerows.h"

#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QVariant>

#include <algorithm>
#include <filesystem>
#include <future>

namespace spillway {

namespace {

constexpr int kFormat = 1; ///< PRAGMA user_version
constexpr std::int64_t kPruneEveryMs = 3'600'000;
constexpr SteadyNs kReportEvery = 300 * kNsPerSecond;
constexpr auto kTick = std::chrono::seconds(1);
constexpr std::uintmax_t kFullCheckUpTo = 64u << 20; ///< checking more would hold up the start

/// SQLITE_CORRUPT and SQLITE_NOTADB: the file itself is bad; everything else may pass.
bool isDamage(const QSqlError &error)
{
    const QString code = error.nativeErrorCode();
    return code == QLatin1String("11") || code == QLatin1String("26")
           || code == QLatin1String("267");
}

std::string connectionName()
{
    static std::atomic<int> next{0};
    return "spillway-usage-" + std::to_string(next.fetch_add(1));
}

} // namespace

UsageDb::UsageDb(std::string dir, const Clock &clock, Hooks hooks)
    : m_dir(std::move(dir))
    , m_connection(connectionName())
    , m_clock(clock)
    , m_hooks(std::move(hooks))
{}

UsageDb::~UsageDb()
{
    if (!m_thread.joinable())
        return;
    {
        const std::scoped_lock lock(m_mutex);
        m_stop = true;
    }
    m_wake.notify_one();
    m_thread.join();
}

std::string UsageDb::file() const
{
    return m_dir + "/usage.sqlite";
}

UsageDb::OpenResult UsageDb::open()
{
    OpenResult result;
    m_thread = std::thread([this] { run(); });
    runJob([this, &result] {
        std::string problem;
        Trouble trouble = Trouble::None;
        if (ensureOpen(&result.warnings, &problem, &trouble))
            result.counters = lastCopies();
        else if (trouble == Trouble::Fatal)
            result.error = problem;
        else
            result.warnings.push_back(problem);
    });
    return result;
}

void UsageDb::startSampling()
{
    runJob([this] { m_sampling = true; });
}

void UsageDb::post(Change change)
{
    const std::scoped_lock lock(m_mutex);
    m_posted.push_back(std::move(change));
}

/// Runs something in the thread of the database and waits for it.
void UsageDb::runJob(Job job)
{
    std::promise<void> done;
    std::future<void> finished = done.get_future();
    {
        const std::scoped_lock lock(m_mutex);
        m_jobs.push_back([&job, &done] {
            job();
            done.set_value();
        });
    }
    m_wake.notify_one();
    finished.wait();
}

bool UsageDb::flush()
{
    bool written = false;
    runJob([this, &written] { written = commit(); });
    return written;
}

std::string UsageDb::problem() const
{
    const std::scoped_lock lock(m_mutex);
    return m_problem;
}

void UsageDb::read(const std::function<void(Statements &)> &query)
{
    runJob([this, &query] {
        if (!commit() && !m_isOpen)
            return;
        Statements s(QSqlDatabase::database(q(m_connection), false));
        query(s);
    });
}

std::vector<PeriodUsage> UsageDb::periods(const std::string &name)
{
    std::vector<PeriodUsage> result;
    read([&](Statements &s) {
        if (!s.run("SELECT start, used FROM periods WHERE node = (SELECT id FROM nodes WHERE name "
                   "= ?) ORDER BY start",
                   q(name)))
            return;
        while (s.query().next())
            result.push_back({s.query().value(0).toInt(),
                              static_cast<std::uint64_t>(s.query().value(1).toLongLong())});
    });
    return result;
}

std::vector<HistoryMinute>
UsageDb::history(const std::string &name, std::int64_t from, std::int64_t to)
{
    std::vector<HistoryMinute> result;
    read([&](Statements &s) { usagerows::readMinutes(s, name, from, to, &result); });
    return result;
}

std::vector<NodeSecond>
UsageDb::seconds(const std::string &name, std::int64_t from, std::int64_t to)
{
    std::vector<NodeSecond> result;
    read([&](Statements &s) { usagerows::readSeconds(s, name, from, to, &result); });
    return result;
}

std::vector<NodeMethodSnapshot> UsageDb::methods(const std::string &name, UtcDay day)
{
    std::vector<NodeMethodSnapshot> result;
    read([&](Statements &s) { usagerows::readMethods(s, name, day, &result); });
    return result;
}

std::vector<CallMinute> UsageDb::calls(std::int64_t from, std::int64_t to)
{
    std::vector<CallMinute> result;
    read([&](Statements &s) { usagerows::readCalls(s, from, to, &result); });
    return result;
}

bool UsageDb::inTransaction(const std::function<bool(Statements &)> &work)
{
    Statements s(QSqlDatabase::database(q(m_connection), false));
    if (s.run("BEGIN IMMEDIATE") && work(s) && s.run("COMMIT"))
        return true;
    s.run("ROLLBACK");
    return false;
}

bool UsageDb::takeOver(const RunFile::Remains &remains)
{
    bool done = false;
    runJob([&] {
        if (!m_isOpen)
            return;
        // What was counted beside a history that is gone is gone with it: as a whole it would look like a burst.
        done = m_isNew
               || inTransaction([&](Statements &s) { return usagerows::takeOver(s, remains); });
    });
    return done;
}

void UsageDb::forgetRuns(const std::vector<std::uint64_t> &kept)
{
    runJob([&] {
        if (m_isOpen)
            inTransaction([&](Statements &s) { return usagerows::forgetRuns(s, kept); });
    });
}

void UsageDb::run()
{
    for (;;) {
        std::deque<Job> jobs;
        bool stop = false;
        {
            std::unique_lock lock(m_mutex);
            m_wake.wait_for(lock, kTick, [this] { return m_stop || !m_jobs.empty(); });
            jobs.swap(m_jobs);
            stop = m_stop;
        }
        for (const Job &job : jobs)
            job();
        if (jobs.empty())
            commit();
        if (stop)
            break;
        prune();
    }
    closeFile();
}

/// Everything handed over and every counter that has changed, in one transaction.
bool UsageDb::commit()
{
    {
        const std::scoped_lock lock(m_mutex);
        for (Change &change : m_posted) {
            if (!mergeIntoPending(change))
                m_pending.push_back(std::move(change));
        }
        m_posted.clear();
    }
    std::vector<Running> changed;
    if (m_sampling) {
        changed = m_hooks.sample();
        std::erase_if(changed, [this](const Running &counter) {
            const auto known = m_written.find(counter.name);
            return known != m_written.end() && known->second == counter;
        });
    }
    if (changed.empty() && m_pending.empty())
        return true;

    std::vector<std::string> warnings;
    std::string problem;
    Trouble trouble = Trouble::None;
    bool written =
        ensureOpen(&warnings, &problem, &trouble) && writeAll(changed, &problem, &warnings);
    // A damaged file has been replaced by an empty one meanwhile.
    if (!written && !m_isOpen && trouble == Trouble::None)
        written =
            ensureOpen(&warnings, &problem, &trouble) && writeAll(changed, &problem, &warnings);
    for (const std::string &warning : warnings)
        log::warn("store", "trouble with the books", {{"error", warning}});
    if (!written) {
        dropOldestMinutes();
        report(problem);
        return false;
    }
    noteWritten();
    for (Running &counter : changed)
        m_written.insert_or_assign(counter.name, counter);
    report({});
    return true;
}

namespace {

void add(HistoryMinute &sum, const HistoryMinute &part)
{
    sum.requests += part.requests;
    sum.failures += part.failures;
    sum.credits += part.credits;
    sum.latencySumUs += part.latencySumUs;
    sum.served += part.served;
}

} // namespace

/// What was pending is in the file.
void UsageDb::noteWritten()
{
    for (const Change &change : m_pending) {
        const auto *history = std::get_if<History>(&change);
        if (history != nullptr && history->part.entry != 0)
            add(m_ledger[{history->run, history->part.entry}], history->part.minute);
    }
    m_pending.clear();
    m_restate = false;
    m_isNew = false;
}

/// A part of a minute that waits already is added to it, so that a file that cannot be written costs one entry a minute. Only as far
/// back as nothing else was changed: minutes before a renaming belong to the old name.
bool UsageDb::mergeIntoPending(const Change &change)
{
    const auto *added = std::get_if<History>(&change);
    if (added == nullptr)
        return false;
    const HistoryPart &part = added->part;
    for (auto waiting = m_pending.rbegin(); waiting != m_pending.rend(); ++waiting) {
        if (std::holds_alternative<Calls>(*waiting))
            continue;
        auto *history = std::get_if<History>(&*waiting);
        if (history == nullptr || history->part.minute.minute < part.minute.minute)
            return false;
        HistoryPart &sum = history->part;
        if (history->name != added->name || sum.minute.minute != part.minute.minute
            || sum.entry != part.entry)
            continue;
        add(sum.minute, part.minute);
        sum.seconds.insert(sum.seconds.end(), part.seconds.begin(), part.seconds.end());
        for (const NodeMethodSnapshot &method : part.methods) {
            const auto known = std::find_if(
                sum.methods.begin(), sum.methods.end(), [&method](const NodeMethodSnapshot &other) {
                    return other.method == method.method;
                });
            if (known == sum.methods.end()) {
                sum.methods.push_back(method);
                continue;
            }
            known->calls += method.calls;
            known->credits += method.credits;
        }
        return true;
    }
    return false;
}

void UsageDb::dropOldestMinutes()
{
    const auto isMinute = [](const Change &change) {
        return std::holds_alternative<History>(change) || std::holds_alternative<Calls>(change);
    };
    const auto minutes =
        static_cast<std::size_t>(std::count_if(m_pending.begin(), m_pending.end(), isMinute));
    if (minutes <= kMostWaitingMinutes)
        return;
    std::size_t surplus = minutes - kMostWaitingMinutes;
    std::erase_if(m_pending, [&](const Change &change) {
        return surplus > 0 && isMinute(change) && surplus-- > 0;
    });
}

bool UsageDb::writeAll(const std::vector<Running> &changed,
                       std::string *problem,
                       std::vector<std::string> *warnings)
{
    QSqlError error;
    {
        Statements s(QSqlDatabase::database(q(m_connection), false));
        bool good = s.run("BEGIN IMMEDIATE");
        if (m_restate) {
            for (auto known = m_ledger.cbegin(); good && known != m_ledger.cend(); ++known)
                good =
                    usagerows::setLedger(s, known->first.first, known->first.second, known->second);
        }
        for (auto change = m_pending.cbegin(); good && change != m_pending.cend(); ++change)
            good = usagerows::write(s, *change);
        for (auto counter = changed.cbegin(); good && counter != changed.cend(); ++counter)
            good = usagerows::write(s, *counter);
        if (good && s.run("COMMIT"))
            return true;
        error = s.query().lastError();
        s.run("ROLLBACK");
    }
    *problem = file() + ": cannot be written: " + error.text().toStdString()
               + "; the latest history is kept in memory and tried again, the counters are safe in "
                 "usage.pages";
    if (isDamage(error) && m_hooks.mayReplace())
        replaceDamaged(error.text().toStdString(), warnings);
    return false;
}

/// One line when a problem begins, one every five minutes while it lasts, one when it is over.
void UsageDb::report(const std::string &problem)
{
    std::string before;
    {
        const std::scoped_lock lock(m_mutex);
        before = std::exchange(m_problem, problem);
    }
    if (problem.empty()) {
        if (!before.empty())
            log::info("store", "the usage history is being written again", {{"file", file()}});
        return;
    }
    const SteadyNs now = m_clock.steadyNs();
    if (before.empty() || now - m_reportedAtNs >= kReportEvery) {
        m_reportedAtNs = now;
        log::warn("store", "trouble with the books", {{"error", problem}});
    }
}

bool UsageDb::ensureOpen(std::vector<std::string> *warnings, std::string *problem, Trouble *trouble)
{
    if (m_isOpen)
        return true;
    *trouble = openFile(problem);
    if (*trouble == Trouble::Damaged && m_hooks.mayReplace() && replaceDamaged(*problem, warnings))
        *trouble = openFile(problem);
    m_isOpen = *trouble == Trouble::None;
    if (m_isOpen)
        return true;
    closeFile();
    if (*trouble != Trouble::Fatal)
        *problem =
            file() + ": cannot be opened: " + *problem
            + "; the history is kept in memory until it can, the counters are safe in usage.pages";
    return false;
}

UsageDb::Trouble UsageDb::openFile(std::string *problem)
{
    std::error_code noFile;
    const std::uintmax_t size = std::filesystem::file_size(file(), noFile);
    QSqlDatabase db = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), q(m_connection));
    if (!db.isValid()) {
        *problem = "the SQLite driver of Qt is missing; install libqt6sql6-sqlite";
        return Trouble::Fatal;
    }
    db.setDatabaseName(q(file()));
    db.setConnectOptions(QStringLiteral("QSQLITE_BUSY_TIMEOUT=3000"));
    if (!db.open()) {
        *problem = db.lastError().text().toStdString();
        return isDamage(db.lastError()) ? Trouble::Damaged : Trouble::Passing;
    }
    QSqlQuery query(db);
    const Trouble trouble = prepareFile(query, problem);
    m_isNew = noFile || size == 0;
    if (trouble != Trouble::None || noFile || size == 0 || size > kFullCheckUpTo)
        return trouble;
    if (query.exec(QStringLiteral("PRAGMA quick_check(1)")) && query.next()) {
        *problem = query.value(0).toString().toStdString();
        return *problem == "ok" ? Trouble::None : Trouble::Damaged;
    }
    *problem = query.lastError().text().toStdString();
    return isDamage(query.lastError()) ? Trouble::Damaged : Trouble::Passing;
}

UsageDb::Trouble UsageDb::prepareFile(QSqlQuery &query, std::string *problem)
{
    const auto trouble = [&query, problem] {
        *problem = query.lastError().text().toStdString();
        return isDamage(query.lastError()) ? Trouble::Damaged : Trouble::Passing;
    };
    if (!query.exec(QStringLiteral("PRAGMA user_version")) || !query.next())
        return trouble();
    const int format = query.value(0).toInt();
    if (format > kFormat) {
        *problem = file() + ": was written by a newer version of Spillway (format "
                   + std::to_string(format) + ", this one reads up to " + std::to_string(kFormat)
                   + "); use that version or another state_dir";
        return Trouble::Fatal;
    }
    if (!query.exec(QStringLiteral("PRAGMA journal_mode=WAL"))
        || !query.exec(QStringLiteral("PRAGMA synchronous=NORMAL")))
        return trouble();
    if (!usagerows::makeTables(query))
        return trouble();
    if (format != kFormat && !query.exec(QStringLiteral("PRAGMA user_version=%1").arg(kFormat)))
        return trouble();
    return Trouble::None;
}

void UsageDb::closeFile()
{
    m_isOpen = false;
    QSqlDatabase::removeDatabase(q(m_connection));
}

bool UsageDb::replaceDamaged(std::string_view why, std::vector<std::string> *warnings)
{
    closeFile();
    m_written.clear();
    m_restate = true;
    std::string error;
    const std::string aside = moveAside(file(), m_clock.wallMs(), &error);
    if (aside.empty()) {
        warnings->push_back(error);
        return false;
    }
    // The log belongs to the damaged file and would be replayed into the new one.
    std::error_code ignored;
    for (const char *suffix : {"-wal", "-shm"})
        std::filesystem::rename(file() + suffix, aside + suffix, ignored);
    warnings->push_back(file() + ": is damaged (" + std::string(why) + "); kept as " + aside
                        + ", a new history begins");
    return true;
}

std::vector<UsageDb::Running> UsageDb::lastCopies()
{
    std::vector<Running> result;
    Statements s(QSqlDatabase::database(q(m_connection), false));
    if (!s.run("SELECT name, max(start), used, reset_day FROM nodes JOIN periods ON node = id"
               " GROUP BY id HAVING finished = 0 ORDER BY id"))
        return result;
    while (s.query().next()) {
        result.push_back({s.query().value(0).toString().toStdString(),
                          s.query().value(1).toInt(),
                          static_cast<std::uint64_t>(s.query().value(2).toLongLong()),
                          s.query().value(3).toInt()});
    }
    return result;
}

void UsageDb::prune()
{
    const std::int64_t now = m_clock.wallMs();
    if (!m_isOpen || (now - m_prunedAtMs < kPruneEveryMs && now >= m_prunedAtMs))
        return;
    m_prunedAtMs = now;
    inTransaction([now](Statements &s) { return usagerows::prune(s, now); });
}

} // namespace spillway
