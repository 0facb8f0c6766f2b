// SPDX-License-Identifier: GPL-3.0-or-later
#include "configure/chainfigures.h"

#include "widgets/format.h"
#include "widgets/reasontext.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>

#include <algorithm>

namespace spillway::ui::chains {
namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(spillway::ui::ChainFigures)
};

const QString kNothing = QStringLiteral("–");

CellModel::Cell number(std::uint64_t value)
{
    return {format::number(value),
            static_cast<qulonglong>(value),
            value == 0 ? Tone::Muted : Tone::Neutral,
            {},
            true};
}

CellModel::Cell nothing(bool isNumber = true)
{
    return {kNothing, isNumber ? QVariant(-1) : QVariant(), Tone::Muted, {}, isNumber};
}

QString source(const ChainSnapshot &chain)
{
    if (chain.headSource.empty())
        return {};
    return chain.headSource == "websocket" ? Words::tr("WebSocket", "where blocks come from")
                                           : Words::tr("Polled", "where blocks come from");
}

struct Standing
{
    int nodes = 0;
    int behind = 0;       ///< by at least one block
    bool leftOut = false; ///< one of them gets no requests for it
};

/// A block or two behind is nothing: blocks arrive here and there at different moments.
bool isLeftOut(const NodeSnapshot &node)
{
    return node.condition == NodeCondition::Lagging || node.condition == NodeCondition::Syncing;
}

Standing standing(const Snapshot &snapshot, const ChainSnapshot &chain)
{
    Standing out;
    for (const NodeSnapshot &node : snapshot.nodes) {
        if (node.chain != chain.name || !node.enabled)
            continue;
        ++out.nodes;
        out.behind += node.blocksBehind.value_or(0) > 0 ? 1 : 0;
        out.leftOut = out.leftOut || isLeftOut(node);
    }
    return out;
}

/// Nodes that are found one after the other, each at its own block, look like a fast chain; so does a chain that stood since.
bool isPaceKnown(const Snapshot &snapshot, const ChainSnapshot &chain)
{
    constexpr std::int64_t kBeginningMs = 30'000;
    constexpr std::int64_t kPauseMs = 10'000;
    constexpr std::int64_t kBlocksMissed = 10;
    return chain.blockTimeMs > 0 && snapshot.uptimeMs >= kBeginningMs
           && chain.headAgeMs <= std::max(kPauseMs, kBlocksMissed * chain.blockTimeMs);
}

double hitRate(const CacheMethodSnapshot &method)
{
    const auto all = static_cast<double>(method.hits + method.misses);
    return all > 0 ? static_cast<double>(method.hits) / all : 0;
}

QString shortHash(const std::string &hash)
{
    constexpr std::size_t kShown = 10;
    return hash.empty() ? kNothing
           : hash.size() <= kShown + 1
               ? QString::fromStdString(hash)
               : QString::fromStdString(hash.substr(0, kShown)) + QChar(0x2026);
}

/// Why there is no figure for a chain; empty: there is one.
QString missing(const Look &look)
{
    if (!look.snapshot)
        return Words::tr("The proxy does not run, so the newest block is not known.");
    if (!look.chain)
        return Words::tr("This chain is not in the running configuration yet: apply the changes.");
    if (!look.chain->followed) {
        return look.chain->kind == ChainKind::Generic
                   ? Words::tr("The blocks of this chain are not followed, because its kind is not "
                               "known. Choose its kind on this page.")
                   : Words::tr("The blocks of this chain are not followed: that is switched off.");
    }
    if (!look.chain->head)
        return look.chain->nodes == 0
                   ? Words::tr("This chain has no nodes yet. Add one on the page Nodes.")
                   : Words::tr("No node has told its newest block yet.");
    return {};
}

} // namespace

const ChainSnapshot *find(const Snapshot *snapshot, const QString &chain)
{
    if (!snapshot)
        return nullptr;
    const std::string name = chain.toStdString();
    const auto found = std::find_if(snapshot->chains.begin(),
                                    snapshot->chains.end(),
                                    [&](const ChainSnapshot &c) { return c.name == name; });
    return found == snapshot->chains.end() ? nullptr : &*found;
}

QStringList headers()
{
    return {Words::tr("Chain"),
            Words::tr("Newest block"),
            Words::tr("Age"),
            Words::tr("Source"),
            Words::tr("Behind"),
            Words::tr("Reorgs")};
}

Row row(const Look &look)
{
    CellModel::Row cells{{look.title, {}, Tone::Neutral, {}, false}};
    const QString why = missing(look);
    if (!why.isEmpty()) {
        cells << nothing() << nothing() << nothing(false) << nothing() << nothing();
        for (CellModel::Cell &cell : cells)
            cell.toolTip = why;
        return cells;
    }
    const ChainSnapshot &chain = *look.chain;
    const Standing nodes = standing(*look.snapshot, chain);
    const QString behind = Words::tr("%1 of %2", "nodes that are behind, all nodes")
                               .arg(nodes.behind)
                               .arg(nodes.nodes);
    cells.append(number(*chain.head));
    cells.append({format::duration(chain.headAgeMs),
                  static_cast<qlonglong>(chain.headAgeMs),
                  Tone::Neutral,
                  {},
                  true});
    cells.append({source(chain), {}, Tone::Neutral, {}, false});
    cells.append({behind, nodes.behind, nodes.behind == 0 ? Tone::Muted : Tone::Neutral, {}, true});
    cells.append(number(chain.reorgs));
    if (nodes.leftOut)
        cells[cells.size() - 2].tone = Tone::Warning;
    return cells;
}

QStringList nodeHeaders()
{
    return {Words::tr("Node"),
            Words::tr("Block"),
            Words::tr("Behind"),
            Words::tr("Source"),
            Words::tr("State")};
}

QList<CellModel::Row> nodeRows(const Snapshot &snapshot, const ChainSnapshot &chain)
{
    QList<CellModel::Row> rows;
    for (const NodeSnapshot &node : snapshot.nodes) {
        if (node.chain != chain.name)
            continue;
        CellModel::Row cells{{QString::fromStdString(node.name), {}, Tone::Neutral, {}, false}};
        cells.append(node.blockNumber ? number(*node.blockNumber) : nothing());
        cells.append(node.blocksBehind ? number(*node.blocksBehind) : nothing());
        if (isLeftOut(node))
            cells.last().tone = Tone::Warning;
        if (!node.blockNumber)
            cells.append(nothing(false));
        else
            cells.append({node.headFeed ? Words::tr("WebSocket", "where blocks come from")
                                        : Words::tr("Polled", "where blocks come from"),
                          {},
                          Tone::Neutral,
                          {},
                          false});
        cells.append({format::condition(node.enabled ? node.condition : NodeCondition::Disabled),
                      {},
                      Tone::Neutral,
                      format::nodeReason(node),
                      false});
        rows.append(cells);
    }
    return rows;
}

QStringList reorgHeaders()
{
    return {Words::tr("Time"),
            Words::tr("Blocks"),
            Words::tr("Depth"),
            Words::tr("Before"),
            Words::tr("Now")};
}

QList<CellModel::Row> reorgRows(const ChainSnapshot &chain)
{
    QList<CellModel::Row> rows;
    for (auto it = chain.lastReorgs.rbegin(); it != chain.lastReorgs.rend(); ++it) {
        const ReorgSnapshot &reorg = *it;
        const QString from = format::number(reorg.from);
        const QString range =
            reorg.from == reorg.to
                ? from
                : Words::tr("%1 to %2", "range of blocks").arg(from, format::number(reorg.to));
        rows.append(
            {{format::dateTime(reorg.wallMs),
              static_cast<qlonglong>(reorg.wallMs),
              Tone::Neutral,
              {},
              false},
             {range,
              static_cast<qulonglong>(reorg.from),
              Tone::Neutral,
              reorg.exact ? QString()
                          : Words::tr("Where the chain forked was not seen; more blocks may have "
                                      "been replaced."),
              false},
             {reorg.exact ? format::number(reorg.depth)
                          : Words::tr("at least %1").arg(format::number(reorg.depth)),
              static_cast<qulonglong>(reorg.depth),
              Tone::Neutral,
              {},
              true},
             {shortHash(reorg.oldHash),
              {},
              Tone::Neutral,
              QString::fromStdString(reorg.oldHash),
              false},
             {shortHash(reorg.newHash),
              {},
              Tone::Neutral,
              QString::fromStdString(reorg.newHash),
              false}});
    }
    return rows;
}

QStringList cacheHeaders()
{
    return {Words::tr("Method"),
            Words::tr("From the cache"),
            Words::tr("Shared", "calls that shared the answer of another one"),
            Words::tr("From nodes"),
            Words::tr("Hit rate"),
            Words::tr("Credits saved")};
}

QList<CellModel::Row> cacheRows(const CacheSnapshot &cache)
{
    QList<CellModel::Row> rows;
    for (const CacheMethodSnapshot &method : cache.methods) {
        const double rate = hitRate(method);
        rows.append({{QString::fromStdString(method.method), {}, Tone::Neutral, {}, false},
                     number(method.hits),
                     number(method.joined),
                     number(method.misses),
                     {format::percent(rate), rate, Tone::Neutral, {}, true},
                     number(method.credits)});
    }
    return rows;
}

QString sentence(const Look &look)
{
    if (const QString why = missing(look); !why.isEmpty())
        return why;
    const ChainSnapshot &chain = *look.chain;
    QStringList parts;
    const QString head = format::number(*chain.head);
    const QString age = format::duration(chain.headAgeMs);
    parts << (chain.headSource == "websocket"
                  ? Words::tr("%1 is at block %2, told over WebSocket %3 ago.")
                  : Words::tr("%1 is at block %2, found by polling %3 ago."))
                 .arg(look.title, head, age);
    if (isPaceKnown(*look.snapshot, chain))
        parts << Words::tr("A block comes every %1.").arg(format::duration(chain.blockTimeMs));
    const Standing nodes = standing(*look.snapshot, chain);
    if (nodes.behind == 0)
        parts << Words::tr("None of its %n node(s) is behind.", nullptr, nodes.nodes);
    else
        parts << Words::tr("%1 of its %n node(s) are behind.", nullptr, nodes.nodes)
                     .arg(nodes.behind);
    if (chain.finalized)
        parts << Words::tr("Block %1 is final.").arg(format::number(*chain.finalized));
    if (chain.kind == ChainKind::Evm)
        parts << (chain.reorgs == 0 ? Words::tr("No block was replaced since the start.")
                                    : Words::tr("Blocks were replaced %n time(s) since the start.",
                                                nullptr,
                                                static_cast<int>(std::min<std::uint64_t>(
                                                    chain.reorgs, 1'000'000'000))));
    return parts.join(QLatin1Char(' '));
}

QString cacheSentence(const Snapshot *snapshot)
{
    if (!snapshot)
        return Words::tr("The proxy does not run, so the cache has no figures now.");
    const CacheSnapshot &cache = snapshot->cache;
    if (!cache.enabled)
        return Words::tr("The cache is switched off: each request goes to a node.");
    QStringList parts;
    if (!cache.inReach)
        parts << Words::tr("The place where answers are kept does not answer: each request goes to "
                           "a node for now.");
    const std::uint64_t calls = cache.total.hits + cache.total.misses;
    if (calls == 0)
        parts << Words::tr("No request that could be kept came in yet.");
    else
        parts << Words::tr("The cache answered %1 of %2 requests that can be kept and saved %3 "
                           "credits since the start, on all chains together.")
                     .arg(format::percent(hitRate(cache.total)),
                          format::number(calls),
                          format::number(cache.total.credits));
    switch (cache.backend) {
    case CacheKind::Memory:
        parts << Words::tr("It holds %1 answers in %2 of memory.")
                     .arg(format::number(cache.entries), format::bytes(cache.bytes));
        break;
    case CacheKind::Filesystem:
        parts << Words::tr("It holds %1 in files.").arg(format::bytes(cache.bytes));
        break;
    case CacheKind::Redis:
        parts << Words::tr("Answers are kept in Redis.");
        break;
    }
    return parts.join(QLatin1Char(' '));
}

} // namespace spillway::ui::chains
