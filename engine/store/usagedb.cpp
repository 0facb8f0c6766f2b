// SPDX-License-Identifier: MIT
#include "store/usagedb.h"

#include "core/log.h"
#include "store/brokenfile.h"

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
constexpr std::int64_t kKeepMinutes = 400 * 24 * 60;
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

QString q(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

QVariant number(std::uint64_t value)
{
    return QVariant::fromValue(static_cast<qlonglong>(value));
}

std::uint64_t unsignedAt(const QSqlQuery &query, int column)
{
    return static_cast<std::uint64_t>(query.value(column).toLongLong());
}

/// Runs statements with their values; each text is prepared once.
class Statements
{
public:
    explicit Statements(const QSqlDatabase &db)
        : m_db(db)
    {}

    template <typename... Values>
    bool run(const char *sql, const Values &...values)
    {
        const auto [entry, isNew] = m_prepared.try_emplace(sql, m_db);
        m_last = &entry->second;
        if (isNew && !m_last->prepare(QString::fromLatin1(sql)))
            return false;
        int place = 0;
        (m_last->bindValue(place++, values), ...);
        return m_last->exec();
    }

    /// The last one that ran.
    QSqlQuery &query() { return *m_last; }

private:
    QSqlDatabase m_db;
    std::map<std::string_view, QSqlQuery> m_prepared;
    QSqlQuery *m_last = nullptr;
};

constexpr const char *kTables[] = {
    "CREATE TABLE IF NOT EXISTS nodes(id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL "
    "UNIQUE)",
    "CREATE TABLE IF NOT EXISTS periods(node INTEGER NOT NULL, start INTEGER NOT NULL, used "
    "INTEGER NOT NULL,"
    " finished INTEGER NOT NULL DEFAULT 0, reset_day INTEGER NOT NULL DEFAULT 0,"
    " PRIMARY KEY(node, start)) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS minutes(node INTEGER NOT NULL, minute INTEGER NOT NULL, requests "
    "INTEGER NOT NULL,"
    " failures INTEGER NOT NULL, credits INTEGER NOT NULL, latency_us INTEGER NOT NULL, served "
    "INTEGER NOT NULL,"
    " PRIMARY KEY(node, minute)) WITHOUT ROWID",
};

constexpr const char *kAddMinute =
    "INSERT INTO minutes(node, minute, requests, failures, credits, latency_us, served)"
    " SELECT id, ?, ?, ?, ?, ?, ? FROM nodes WHERE name = ?"
    " ON CONFLICT(node, minute) DO UPDATE SET requests = requests + excluded.requests,"
    " failures = failures + excluded.failures, credits = credits + excluded.credits,"
    " latency_us = latency_us + excluded.latency_us, served = served + excluded.served";

// A finished period stands: a late copy of another process must not take it back.
constexpr const char *kSetRunning =
    "INSERT INTO periods(node, start, used, finished, reset_day) SELECT id, ?, ?, 0, ? FROM nodes "
    "WHERE name = ?"
    " ON CONFLICT(node, start) DO UPDATE SET used = excluded.used, reset_day = excluded.reset_day"
    " WHERE finished = 0";

constexpr const char *kFinishOlder =
    "UPDATE periods SET finished = 1 WHERE finished = 0 AND start < ?"
    " AND node = (SELECT id FROM nodes WHERE name = ?)";

constexpr const char *kSetFinished =
    "INSERT INTO periods(node, start, used, finished) SELECT id, ?, ?, 1 FROM nodes WHERE name = ?"
    " ON CONFLICT(node, start) DO UPDATE SET finished = 1,"
    " used = CASE WHEN finished = 1 THEN max(used, excluded.used) ELSE excluded.used END";

bool addNode(Statements &s, const std::string &name)
{
    return s.run("INSERT OR IGNORE INTO nodes(name) VALUES(?)", q(name));
}

bool write(Statements &s, const UsageDb::History &change)
{
    const HistoryMinute &m = change.minute;
    return addNode(s, change.name)
           && s.run(kAddMinute,
                    QVariant::fromValue(static_cast<qlonglong>(m.minute)),
                    number(m.requests),
                    number(m.failures),
                    number(m.credits),
                    number(m.latencySumUs),
                    number(m.served),
                    q(change.name));
}

bool write(Statements &s, const UsageDb::Finished &change)
{
    return addNode(s, change.name)
           && s.run(kSetFinished, change.period.start, number(change.period.used), q(change.name));
}

bool write(Statements &s, const UsageDb::Restarted &change)
{
    return s.run("DELETE FROM periods WHERE start >= ?"
                 " AND node = (SELECT id FROM nodes WHERE name = ?)",
                 change.start,
                 q(change.name));
}

bool write(Statements &s, const UsageDb::Running &change)
{
    return addNode(s, change.name) && s.run(kFinishOlder, change.start, q(change.name))
           && s.run(
               kSetRunning, change.start, number(change.used), change.resetDay, q(change.name));
}

/// The new name may have a past of its own: minutes are added up, of the same period the larger use stays until the
/// next copy of the counter.
bool write(Statements &s, const UsageDb::Renamed &change)
{
    const QString from = q(change.from);
    const QString to = q(change.to);
    return addNode(s, change.to)
           && s.run(
               "INSERT INTO minutes SELECT (SELECT id FROM nodes WHERE name = ?), minute, "
               "requests, failures,"
               " credits, latency_us, served FROM minutes WHERE node = (SELECT id FROM nodes WHERE "
               "name = ?)"
               " ON CONFLICT(node, minute) DO UPDATE SET requests = requests + excluded.requests,"
               " failures = failures + excluded.failures, credits = credits + excluded.credits,"
               " latency_us = latency_us + excluded.latency_us, served = served + excluded.served",
               to,
               from)
           && s.run("INSERT INTO periods SELECT (SELECT id FROM nodes WHERE name = ?), start, "
                    "used, finished,"
                    " reset_day FROM periods WHERE node = (SELECT id FROM nodes WHERE name = ?)"
                    " ON CONFLICT(node, start) DO UPDATE SET used = CASE WHEN finished = 1 THEN "
                    "used + excluded.used"
                    " ELSE max(used, excluded.used) END",
                    to,
                    from)
           && s.run("DELETE FROM minutes WHERE node = (SELECT id FROM nodes WHERE name = ?)", from)
           && s.run("DELETE FROM periods WHERE node = (SELECT id FROM nodes WHERE name = ?)", from)
           && s.run("DELETE FROM nodes WHERE name = ?", from);
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

std::vector<PeriodUsage> UsageDb::periods(const std::string &name)
{
    std::vector<PeriodUsage> result;
    runJob([this, &name, &result] {
        if (!commit() && !m_isOpen)
            return;
        Statements s(QSqlDatabase::database(q(m_connection), false));
        if (!s.run("SELECT start, used FROM periods WHERE node = (SELECT id FROM nodes WHERE name "
                   "= ?) ORDER BY start",
                   q(name)))
            return;
        while (s.query().next())
            result.push_back({s.query().value(0).toInt(), unsignedAt(s.query(), 1)});
    });
    return result;
}

std::vector<HistoryMinute>
UsageDb::history(const std::string &name, std::int64_t from, std::int64_t to)
{
    std::vector<HistoryMinute> result;
    runJob([this, &name, from, to, &result] {
        if (!commit() && !m_isOpen)
            return;
        Statements s(QSqlDatabase::database(q(m_connection), false));
        if (!s.run("SELECT minute, requests, failures, credits, latency_us, served FROM minutes"
                   " WHERE node = (SELECT id FROM nodes WHERE name = ?) AND minute BETWEEN ? AND ? "
                   "ORDER BY minute",
                   q(name),
                   QVariant::fromValue(static_cast<qlonglong>(from)),
                   QVariant::fromValue(static_cast<qlonglong>(to))))
            return;
        const QSqlQuery &row = s.query();
        while (s.query().next()) {
            result.push_back({row.value(0).toLongLong(),
                              unsignedAt(row, 1),
                              unsignedAt(row, 2),
                              unsignedAt(row, 3),
                              unsignedAt(row, 4),
                              unsignedAt(row, 5)});
        }
    });
    return result;
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
        log::warn("store", warning);
    if (!written) {
        dropOldestMinutes();
        report(problem);
        return false;
    }
    m_pending.clear();
    for (Running &counter : changed)
        m_written.insert_or_assign(counter.name, counter);
    report({});
    return true;
}

/// A part of a minute that waits already is added to it, so that a file that cannot be written costs one entry a minute. Only as far
/// back as nothing else was changed: minutes before a renaming belong to the old name.
bool UsageDb::mergeIntoPending(const Change &change)
{
    const auto *part = std::get_if<History>(&change);
    if (part == nullptr)
        return false;
    for (auto waiting = m_pending.rbegin(); waiting != m_pending.rend(); ++waiting) {
        auto *history = std::get_if<History>(&*waiting);
        if (history == nullptr || history->minute.minute < part->minute.minute)
            return false;
        if (history->name != part->name || history->minute.minute != part->minute.minute)
            continue;
        history->minute.requests += part->minute.requests;
        history->minute.failures += part->minute.failures;
        history->minute.credits += part->minute.credits;
        history->minute.latencySumUs += part->minute.latencySumUs;
        history->minute.served += part->minute.served;
        return true;
    }
    return false;
}

void UsageDb::dropOldestMinutes()
{
    const auto isMinute = [](const Change &change) {
        return std::holds_alternative<History>(change);
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
        for (auto change = m_pending.cbegin(); good && change != m_pending.cend(); ++change)
            good = std::visit([&s](const auto &value) { return write(s, value); }, *change);
        for (auto counter = changed.cbegin(); good && counter != changed.cend(); ++counter)
            good = write(s, *counter);
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
        log::warn("store", problem);
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
    for (const char *sql : kTables) {
        if (!query.exec(QString::fromLatin1(sql)))
            return trouble();
    }
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
                          unsignedAt(s.query(), 2),
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
    Statements s(QSqlDatabase::database(q(m_connection), false));
    s.run("DELETE FROM minutes WHERE minute < ?",
          QVariant::fromValue(static_cast<qlonglong>(now / 60'000 - kKeepMinutes)));
}

} // namespace spillway
