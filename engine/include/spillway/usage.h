// SPDX-License-Identifier: MIT
#pragma once

#include "spillway/config.h"
#include "spillway/snapshot.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#pragma GCC visibility push(default) // part of libspillway's interface

namespace spillway {

/// One node's credits in the running billing period.
struct NodeUsage
{
    std::string name;
    std::uint64_t used = 0;
    std::optional<std::uint64_t> limit;     ///< absent: unmetered
    std::optional<std::uint64_t> threshold; ///< credits at which the node leaves rotation
    std::string periodStart;                ///< ISO date, UTC
    std::string resetsAt;                   ///< ISO date, UTC
    double creditsPerDay = 0;
    std::optional<std::string> reachesThresholdOn; ///< ISO date; absent: not in this period
    std::optional<std::uint64_t> forecastAtReset;
};

/// What became of the entries of a CascadeRPC quotas.json, by node name.
struct QuotaImport
{
    std::vector<std::string> running;  ///< raised what counts in the running period
    std::vector<std::string> kept;     ///< no more than counted already: nothing changed
    std::vector<std::string> finished; ///< began before it: kept as finished periods
};

/// The books of a config, for the command line and tools. May be used while a daemon runs on the same state folder: the
/// counters are shared memory. Errors are returned as text, empty = success. Any one thread.
class UsageBooks
{
public:
    /// Opens (or creates) the store of `config`.
    static std::optional<UsageBooks> open(const Config &config, std::string *error);
    /// Whether a proxy has ever run on `config`'s state folder. open() would make the books, this only looks.
    [[nodiscard]] static bool exist(const Config &config);
    ~UsageBooks();
    UsageBooks(UsageBooks &&) noexcept;
    UsageBooks &operator=(UsageBooks &&) noexcept;

    [[nodiscard]] std::vector<NodeUsage> nodes();
    /// What a node was asked today (UTC), by method.
    [[nodiscard]] std::vector<NodeMethodSnapshot> methodsToday(const std::string &node) const;
    /// Per-minute history of all nodes and of clients' calls, both ends included (minutes since 1970-01-01 UTC).
    [[nodiscard]] History history(std::int64_t fromMinute, std::int64_t toMinute) const;
    /// Sets the used credits of the running period by hand.
    [[nodiscard]] std::string setUsed(const std::string &node, std::uint64_t credits);
    /// Carries the usage of a renamed node over to its new name.
    [[nodiscard]] std::string rename(const std::string &from, const std::string &to, bool force);
    /// Takes over a CascadeRPC quotas.json.
    [[nodiscard]] std::string importQuotas(const std::string &file, QuotaImport *import);

private:
    struct Private;
    explicit UsageBooks(std::unique_ptr<Private> d);
    std::unique_ptr<Private> d;
};

} // namespace spillway

#pragma GCC visibility pop
