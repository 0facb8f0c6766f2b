// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "spillway/snapshot.h"
#include "widgets/cellmodel.h"

#include <QList>
#include <QString>
#include <QStringList>

/// What the page Chains says of a running engine: rows of tables, and the same in sentences. Any values, no state.
namespace spillway::ui::chains {

using Row = CellModel::Row;

/// What is known of one chain of the file. No snapshot: the proxy does not run.
struct Look
{
    QString title;                        ///< as it is called on the page
    const Snapshot *snapshot = nullptr;   ///< null: the proxy does not run
    const ChainSnapshot *chain = nullptr; ///< null: not in the running configuration
};

[[nodiscard]] const ChainSnapshot *find(const Snapshot *snapshot, const QString &chain);

[[nodiscard]] QStringList headers();
[[nodiscard]] Row row(const Look &look);

[[nodiscard]] QStringList nodeHeaders();
[[nodiscard]] QList<CellModel::Row> nodeRows(const Snapshot &snapshot, const ChainSnapshot &chain);

[[nodiscard]] QStringList reorgHeaders();
[[nodiscard]] QList<CellModel::Row> reorgRows(const ChainSnapshot &chain); ///< newest first

[[nodiscard]] QStringList cacheHeaders();
[[nodiscard]] QList<CellModel::Row> cacheRows(const CacheSnapshot &cache);

/// The head of a chain, who is behind, and how often it was rolled back, in sentences.
[[nodiscard]] QString sentence(const Look &look);
/// What the cache did, in sentences.
[[nodiscard]] QString cacheSentence(const Snapshot *snapshot);

} // namespace spillway::ui::chains
