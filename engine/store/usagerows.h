// SPDX-License-Identifier: MIT
#pragma once

#include "store/usagedb.h"

#include <QSqlDatabase>
#include <QSqlQuery>
#include <QString>
#include <QVariant>

#include <map>
#include <string_view>

namespace spillway {

[[nodiscard]] inline QString q(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
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

/// The rows of usage.sqlite: what is in them, and how changes get there. Everything returns false when a statement fails
/// (Statements::query() knows why), and belongs into a transaction of the caller's.
namespace usagerows {

/// Makes the tables that are missing.
bool makeTables(QSqlQuery &query);
bool write(Statements &s, const UsageDb::Change &change);
bool write(Statements &s, const UsageDb::Running &counter);
/// How far the history of an entry of a run has come, as a whole.
bool setLedger(Statements &s, std::uint64_t run, std::uint64_t entry, const HistoryMinute &counted);
/// Brings what an ended run had not brought into the history there, once.
bool takeOver(Statements &s, const RunFile::Remains &remains);
/// Forgets the ledgers of all runs but these.
bool forgetRuns(Statements &s, const std::vector<std::uint64_t> &kept);
bool prune(Statements &s, std::int64_t wallMs);

bool readMinutes(Statements &s,
                 const std::string &name,
                 std::int64_t from,
                 std::int64_t to,
                 std::vector<HistoryMinute> *out);
bool readSeconds(Statements &s,
                 const std::string &name,
                 std::int64_t from,
                 std::int64_t to,
                 std::vector<NodeSecond> *out);
bool readMethods(Statements &s,
                 const std::string &name,
                 UtcDay day,
                 std::vector<NodeMethodSnapshot> *out);
bool readCalls(Statements &s, std::int64_t from, std::int64_t to, std::vector<CallMinute> *out);

} // namespace usagerows

} // namespace spillway
