// SPDX-License-Identifier: MIT
#include "store/usagerows.h"

#include <algorithm>
#include <cmath>

namespace spillway {

namespace {

constexpr std::int64_t kMinutesPerDay = 1440;
constexpr std::int64_t kKeepMinutes = 400 * kMinutesPerDay;
constexpr std::int64_t kKeepCallMinutes = 35 * kMinutesPerDay; ///< the longest period and some days
constexpr std::int64_t kKeepSeconds = 600;
constexpr std::int64_t kKeepMethodDays = 2;
constexpr int kMostMethods = 256; ///< names of one node on one day

template <typename Integer>
QVariant number(Integer value)
{
    return QVariant::fromValue(static_cast<qlonglong>(value));
}

std::uint64_t unsignedAt(const QSqlQuery &query, int column)
{
    return static_cast<std::uint64_t>(query.value(column).toLongLong());
}

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
    // How the latest minutes went, second by second.
    "CREATE TABLE IF NOT EXISTS seconds(node INTEGER NOT NULL, second INTEGER NOT NULL, requests "
    "INTEGER NOT NULL,"
    " failures INTEGER NOT NULL, credits INTEGER NOT NULL, PRIMARY KEY(node, second)) WITHOUT "
    "ROWID",
    // What each method was used for on a UTC day; the empty name stands for all that have none of their own.
    "CREATE TABLE IF NOT EXISTS methods(node INTEGER NOT NULL, day INTEGER NOT NULL, method TEXT "
    "NOT NULL,"
    " calls INTEGER NOT NULL, credits INTEGER NOT NULL, PRIMARY KEY(node, day, method)) WITHOUT "
    "ROWID",
    // Clients' calls of the whole proxy: outcomes by name, and 'us N': the cell of latency.h that ends at N
    // microseconds. 'le N' is from times when only the bounds of kLatencyBoundsUs were told apart.
    "CREATE TABLE IF NOT EXISTS calls(minute INTEGER NOT NULL, figure TEXT NOT NULL, count INTEGER "
    "NOT NULL,"
    " PRIMARY KEY(minute, figure)) WITHOUT ROWID",
    // How much of what a process has counted (see RunFile) is in the tables above. Always written with them.
    "CREATE TABLE IF NOT EXISTS ledger(run INTEGER NOT NULL, entry INTEGER NOT NULL, requests "
    "INTEGER NOT NULL,"
    " failures INTEGER NOT NULL, credits INTEGER NOT NULL, latency_us INTEGER NOT NULL, served "
    "INTEGER NOT NULL,"
    " PRIMARY KEY(run, entry)) WITHOUT ROWID",
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

bool addSecond(Statements &s, const QString &name, const NodeSecond &second)
{
    return s.run("INSERT INTO seconds(node, second, requests, failures, credits)"
                 " SELECT id, ?, ?, ?, ? FROM nodes WHERE name = ?"
                 " ON CONFLICT(node, second) DO UPDATE SET requests = requests + excluded.requests,"
                 " failures = failures + excluded.failures, credits = credits + excluded.credits",
                 number(second.second),
                 number(second.requests),
                 number(second.failures),
                 number(second.credits),
                 name);
}

/// A name beyond the most that a node may have in a day is counted with the others: names come from clients.
bool addMethod(Statements &s, const QString &name, qint64 day, const NodeMethodSnapshot &method)
{
    const QString text = q(method.method);
    return s.run("INSERT INTO methods(node, day, method, calls, credits)"
                 " SELECT id, ?, CASE"
                 " WHEN EXISTS(SELECT 1 FROM methods WHERE node = id AND day = ? AND method = ?)"
                 " OR (SELECT count(*) FROM methods WHERE node = id AND day = ?) < ?"
                 " THEN ? ELSE '' END, ?, ? FROM nodes WHERE name = ?"
                 " ON CONFLICT(node, day, method) DO UPDATE SET calls = calls + excluded.calls,"
                 " credits = credits + excluded.credits",
                 day,
                 day,
                 text,
                 day,
                 kMostMethods,
                 text,
                 number(method.calls),
                 number(method.credits),
                 name);
}

bool writeRow(Statements &s, const UsageDb::History &change)
{
    const HistoryMinute &m = change.part.minute;
    const QString name = q(change.name);
    if (!addNode(s, change.name)
        || !s.run(kAddMinute,
                  number(m.minute),
                  number(m.requests),
                  number(m.failures),
                  number(m.credits),
                  number(m.latencySumUs),
                  number(m.served),
                  name))
        return false;
    if (change.run != 0 && change.part.entry != 0
        && !s.run("INSERT INTO ledger(run, entry, requests, failures, credits, latency_us, served)"
                  " VALUES(?, ?, ?, ?, ?, ?, ?) ON CONFLICT(run, entry) DO UPDATE SET"
                  " requests = requests + excluded.requests, failures = failures + "
                  "excluded.failures,"
                  " credits = credits + excluded.credits, latency_us = latency_us + "
                  "excluded.latency_us,"
                  " served = served + excluded.served",
                  number(change.run),
                  number(change.part.entry),
                  number(m.requests),
                  number(m.failures),
                  number(m.credits),
                  number(m.latencySumUs),
                  number(m.served)))
        return false;
    return std::all_of(change.part.seconds.begin(),
                       change.part.seconds.end(),
                       [&](const NodeSecond &second) { return addSecond(s, name, second); })
           && std::all_of(change.part.methods.begin(),
                          change.part.methods.end(),
                          [&](const NodeMethodSnapshot &method) {
                              return addMethod(s, name, m.minute / kMinutesPerDay, method);
                          });
}

std::string cellName(std::size_t cell)
{
    return cell + 1 < kLatencyCells ? "us " + std::to_string(kLatencyCellEndsUs[cell]) : "us inf";
}

std::string bucketName(std::size_t bucket)
{
    return bucket < kLatencyBoundsUs.size() ? "le " + std::to_string(kLatencyBoundsUs[bucket])
                                            : "le inf";
}

/// Where in the bucket the calls lay is not known: evenly.
void addBucket(LatencyCounts<std::uint64_t> &latency, std::size_t bucket, std::uint64_t count)
{
    const auto [first, end] =
        std::equal_range(kLatencyBucketOfCell.begin(), kLatencyBucketOfCell.end(), bucket);
    const auto begin = static_cast<std::size_t>(first - kLatencyBucketOfCell.begin());
    if (bucket == kLatencyBoundsUs.size()) {
        latency.add(begin, count);
        return;
    }
    const std::int64_t from = bucket == 0 ? 0 : kLatencyBoundsUs[bucket - 1];
    const auto width = static_cast<double>(kLatencyBoundsUs[bucket] - from);
    std::uint64_t done = 0;
    for (std::size_t cell = begin; cell < begin + static_cast<std::size_t>(end - first); ++cell) {
        const double share = static_cast<double>(kLatencyCellEndsUs[cell] - from) / width;
        const auto until =
            static_cast<std::uint64_t>(std::llround(share * static_cast<double>(count)));
        latency.add(cell, until - done);
        done = until;
    }
}

bool writeRow(Statements &s, const UsageDb::Calls &change)
{
    const auto add = [&](std::string_view figure, std::uint64_t count) {
        return count == 0
               || s.run("INSERT INTO calls(minute, figure, count) VALUES(?, ?, ?)"
                        " ON CONFLICT(minute, figure) DO UPDATE SET count = count + excluded.count",
                        number(change.minute.minute),
                        q(figure),
                        number(count));
    };
    bool good = true;
    for (std::size_t i = 0; good && i < change.minute.requests.size(); ++i)
        good = add(kRequestOutcomeNames[i], change.minute.requests[i]);
    for (const auto &entry : change.minute.latency.entries())
        good = good && add(cellName(entry.cell), entry.count);
    return good;
}

bool writeRow(Statements &s, const UsageDb::Finished &change)
{
    return addNode(s, change.name)
           && s.run(kSetFinished, change.period.start, number(change.period.used), q(change.name));
}

bool writeRow(Statements &s, const UsageDb::Restarted &change)
{
    return s.run("DELETE FROM periods WHERE start >= ?"
                 " AND node = (SELECT id FROM nodes WHERE name = ?)",
                 change.start,
                 q(change.name));
}

/// The new name may have a past of its own: minutes are added up, of the same period the larger use stays until the
/// next copy of the counter.
bool writeRow(Statements &s, const UsageDb::Renamed &change)
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
           && s.run("INSERT INTO seconds SELECT (SELECT id FROM nodes WHERE name = ?), second, "
                    "requests, failures, credits FROM seconds WHERE node = (SELECT id FROM nodes "
                    "WHERE name = ?)"
                    " ON CONFLICT(node, second) DO UPDATE SET requests = requests + "
                    "excluded.requests, failures = failures + excluded.failures,"
                    " credits = credits + excluded.credits",
                    to,
                    from)
           && s.run("INSERT INTO methods SELECT (SELECT id FROM nodes WHERE name = ?), day, "
                    "method, calls, credits FROM methods WHERE node = (SELECT id FROM nodes WHERE "
                    "name = ?)"
                    " ON CONFLICT(node, day, method) DO UPDATE SET calls = calls + excluded.calls,"
                    " credits = credits + excluded.credits",
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
           && s.run("DELETE FROM seconds WHERE node = (SELECT id FROM nodes WHERE name = ?)", from)
           && s.run("DELETE FROM methods WHERE node = (SELECT id FROM nodes WHERE name = ?)", from)
           && s.run("DELETE FROM periods WHERE node = (SELECT id FROM nodes WHERE name = ?)", from)
           && s.run("DELETE FROM nodes WHERE name = ?", from);
}

} // namespace

namespace usagerows {

bool makeTables(QSqlQuery &query)
{
    return std::all_of(std::begin(kTables), std::end(kTables), [&query](const char *sql) {
        return query.exec(QString::fromLatin1(sql));
    });
}

bool write(Statements &s, const UsageDb::Change &change)
{
    return std::visit([&s](const auto &value) { return writeRow(s, value); }, change);
}

bool write(Statements &s, const UsageDb::Running &change)
{
    return addNode(s, change.name) && s.run(kFinishOlder, change.start, q(change.name))
           && s.run(
               kSetRunning, change.start, number(change.used), change.resetDay, q(change.name));
}

bool setLedger(Statements &s, std::uint64_t run, std::uint64_t entry, const HistoryMinute &counted)
{
    return s.run("INSERT OR REPLACE INTO ledger(run, entry, requests, failures, credits, "
                 "latency_us, served) VALUES(?, ?, ?, ?, ?, ?, ?)",
                 number(run),
                 number(entry),
                 number(counted.requests),
                 number(counted.failures),
                 number(counted.credits),
                 number(counted.latencySumUs),
                 number(counted.served));
}

bool takeOver(Statements &s, const RunFile::Remains &remains)
{
    for (const RunFile::Entry &entry : remains.entries) {
        if (!s.run("SELECT requests, failures, credits, latency_us, served FROM ledger"
                   " WHERE run = ? AND entry = ?",
                   number(remains.run),
                   number(entry.number)))
            return false;
        const bool known = s.query().next();
        // After a power cut the file may be behind the history.
        const auto missing = [&](std::uint64_t counted, int column) {
            const std::uint64_t had = known ? unsignedAt(s.query(), column) : 0;
            return counted - std::min(counted, had);
        };
        HistoryMinute gap;
        gap.minute = remains.aliveMs / 60'000;
        gap.requests = missing(entry.requests, 0);
        gap.failures = missing(entry.failures, 1);
        gap.credits = missing(entry.credits, 2);
        gap.latencySumUs = missing(entry.servedLatencyUs, 3);
        gap.served = missing(entry.served, 4);
        s.query().finish();
        if (gap.requests == 0 && gap.credits == 0)
            continue;
        UsageDb::History change{entry.node, {}, remains.run};
        change.part.minute = gap;
        change.part.entry = entry.number;
        change.part.seconds = {{remains.aliveMs / 1000, gap.requests, gap.failures, gap.credits}};
        change.part.methods = {{{}, gap.requests, gap.credits}}; // nobody knows which they were
        if (!writeRow(s, change))
            return false;
    }
    return true;
}

bool forgetRuns(Statements &s, const std::vector<std::uint64_t> &kept)
{
    std::vector<qlonglong> gone;
    if (!s.run("SELECT DISTINCT run FROM ledger"))
        return false;
    while (s.query().next()) {
        const qlonglong run = s.query().value(0).toLongLong();
        if (std::find(kept.begin(), kept.end(), static_cast<std::uint64_t>(run)) == kept.end())
            gone.push_back(run);
    }
    return std::all_of(gone.begin(), gone.end(), [&s](qlonglong run) {
        return s.run("DELETE FROM ledger WHERE run = ?", run);
    });
}

bool prune(Statements &s, std::int64_t wallMs)
{
    const std::int64_t minute = wallMs / 60'000;
    return s.run("DELETE FROM minutes WHERE minute < ?", number(minute - kKeepMinutes))
           && s.run("DELETE FROM calls WHERE minute < ?", number(minute - kKeepCallMinutes))
           && s.run("DELETE FROM seconds WHERE second < ?", number(minute * 60 - kKeepSeconds))
           && s.run("DELETE FROM methods WHERE day < ?",
                    number(minute / kMinutesPerDay - kKeepMethodDays));
}

bool readMinutes(Statements &s,
                 const std::string &name,
                 std::int64_t from,
                 std::int64_t to,
                 std::vector<HistoryMinute> *out)
{
    if (!s.run("SELECT minute, requests, failures, credits, latency_us, served FROM minutes"
               " WHERE node = (SELECT id FROM nodes WHERE name = ?) AND minute BETWEEN ? AND ? "
               "ORDER BY minute",
               q(name),
               number(from),
               number(to)))
        return false;
    const QSqlQuery &row = s.query();
    while (s.query().next()) {
        out->push_back({row.value(0).toLongLong(),
                        unsignedAt(row, 1),
                        unsignedAt(row, 2),
                        unsignedAt(row, 3),
                        unsignedAt(row, 4),
                        unsignedAt(row, 5)});
    }
    return true;
}

bool readSeconds(Statements &s,
                 const std::string &name,
                 std::int64_t from,
                 std::int64_t to,
                 std::vector<NodeSecond> *out)
{
    if (!s.run("SELECT second, requests, failures, credits FROM seconds"
               " WHERE node = (SELECT id FROM nodes WHERE name = ?) AND second BETWEEN ? AND ? "
               "ORDER BY second",
               q(name),
               number(from),
               number(to)))
        return false;
    const QSqlQuery &row = s.query();
    while (s.query().next()) {
        out->push_back({row.value(0).toLongLong(),
                        unsignedAt(row, 1),
                        unsignedAt(row, 2),
                        unsignedAt(row, 3)});
    }
    return true;
}

bool readMethods(Statements &s,
                 const std::string &name,
                 UtcDay day,
                 std::vector<NodeMethodSnapshot> *out)
{
    if (!s.run("SELECT method, calls, credits FROM methods"
               " WHERE node = (SELECT id FROM nodes WHERE name = ?) AND day = ? ORDER BY method",
               q(name),
               number(day)))
        return false;
    const QSqlQuery &row = s.query();
    while (s.query().next())
        out->push_back(
            {row.value(0).toString().toStdString(), unsignedAt(row, 1), unsignedAt(row, 2)});
    return true;
}

bool readCalls(Statements &s, std::int64_t from, std::int64_t to, std::vector<CallMinute> *out)
{
    if (!s.run("SELECT minute, figure, count FROM calls WHERE minute BETWEEN ? AND ? "
               "ORDER BY minute",
               number(from),
               number(to)))
        return false;
    std::map<std::string, std::size_t, std::less<>> outcomes;
    std::map<std::string, std::size_t, std::less<>> cells;
    std::map<std::string, std::size_t, std::less<>> buckets;
    for (std::size_t i = 0; i < kRequestOutcomeNames.size(); ++i)
        outcomes.emplace(kRequestOutcomeNames[i], i);
    for (std::size_t i = 0; i <= kLatencyBoundsUs.size(); ++i)
        buckets.emplace(bucketName(i), i);
    for (std::size_t i = 0; i < kLatencyCells; ++i)
        cells.emplace(cellName(i), i);
    const QSqlQuery &row = s.query();
    while (s.query().next()) {
        const std::int64_t minute = row.value(0).toLongLong();
        if (out->empty() || out->back().minute != minute)
            out->push_back({.minute = minute});
        const std::string figure = row.value(1).toString().toStdString();
        if (const auto outcome = outcomes.find(figure); outcome != outcomes.end())
            out->back().requests[outcome->second] += unsignedAt(row, 2);
        else if (const auto cell = cells.find(figure); cell != cells.end())
            out->back().latency.add(cell->second, unsignedAt(row, 2));
        else if (const auto bucket = buckets.find(figure); bucket != buckets.end())
            addBucket(out->back().latency, bucket->second, unsignedAt(row, 2));
    }
    return true;
}

} // namespace usagerows

} // namespace spillway
