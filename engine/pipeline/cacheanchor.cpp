// SPDX-License-Identifier: MIT
#include "pipeline/cacheanchor.h"

#include "core/log.h"
#include "rpc/jsonscan.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace spillway {
namespace {

constexpr SteadyNs kPace = kNsPerSecond;
constexpr SteadyNs kHurry = 100 * kNsPerMs; ///< while nothing is kept
constexpr int kLooks = 10;                  ///< for another one that began at the same time
constexpr std::size_t kTries =
    3; ///< questions per node without a usable answer until the stored block counts as another one

} // namespace

CacheAnchor::CacheAnchor(std::shared_ptr<const RoutingTable> table,
                         std::size_t chain,
                         chain::NodeCaller &caller,
                         const Clock &clock)
    : m_table(std::move(table))
    , m_chain(m_table->chains()[chain])
    , m_caller(caller)
    , m_clock(clock)
{
    QObject::connect(
        &m_found->doorbell(),
        &Doorbell::rang,
        &m_receiver,
        [this] { turn(); },
        Qt::QueuedConnection);
}

std::string CacheAnchor::key() const
{
    return m_chain.cacheName + ":anchor:";
}

SteadyNs CacheAnchor::turn()
{
    const SteadyNs now = m_clock.steadyNs();
    if (!m_chain.generation || !m_table->cache() || !m_chain.state)
        return now + kPace;
    for (const cache::EntryPtr &entry : m_found->takeAll()) {
        if (!std::exchange(m_fetching, false))
            continue;
        if (m_chain.generation->value() == 0)
            read(entry);
        else if (entry)
            meet(parse(*entry));
    }
    if (now < m_due)
        return m_due;
    const bool settled = m_chain.generation->value() != 0;
    if (settled) {
        write();
        if (m_looks > 0) {
            --m_looks;
            fetch();
        }
    }
    const bool hurries = !settled || (tellsHashes() && m_written == UINT64_MAX);
    m_due = now + (hurries ? kHurry : kPace);
    if (settled)
        return m_due;
    if (m_stored)
        compare();
    else
        fetch();
    return m_due;
}

void CacheAnchor::fetch()
{
    if (m_fetching)
        return;
    m_fetching = m_table->cache()->backend().fetch(
        key(), [box = m_found](const cache::EntryPtr &entry) { box->post(entry); });
}

CacheAnchor::Anchor CacheAnchor::parse(const cache::Entry &entry)
{
    Anchor anchor;
    rpc::Scanner scanner(entry.text);
    static_cast<void>(scanner.members([&](const rpc::Scanner::Key &name, std::string_view value) {
        if (name.raw == "result")
            anchor.block = chain::parseBlock(value).value_or(chain::Block{});
        else if (name.raw == "generation")
            static_cast<void>(
                std::from_chars(value.data(), value.data() + value.size(), anchor.generation));
        return true;
    }));
    return anchor;
}

/// Two that start at the same time on an empty store each begin a generation. The higher one is for both, if its block is of the
/// chain that is followed here.
void CacheAnchor::meet(const Anchor &other)
{
    const std::uint64_t own = m_chain.generation->value();
    if (other.generation < own) {
        m_written = 0;
        write();
    } else if (other.generation > own && !other.block.hash.empty()
               && m_chain.state->view()->canonicalHash(other.block.number) == other.block.hash) {
        m_chain.generation->set(other.generation);
        m_written = 0;
    }
}

void CacheAnchor::read(const cache::EntryPtr &entry)
{
    const auto &backend = m_table->cache()->backend();
    if (!entry) {
        // Nothing is there; or it could not be told, and is asked again.
        if (backend.figures().inReach)
            beginUnanchored();
        return;
    }
    const Anchor anchor = parse(*entry);
    m_stored = anchor;
    if (anchor.block.hash.empty())
        begin(anchor.generation + 1);
    else
        compare();
}

void CacheAnchor::compare()
{
    const std::uint64_t head = m_chain.state->headBlocks(m_clock.steadyNs());
    if (m_asking)
        return;
    if (head != 0 && head <= m_stored->block.number) {
        begin(m_stored->generation + 1); // the chain is not that long any more
        return;
    }
    // Another one each time. Before the head is known any of them may confirm the block, but none deny it.
    const std::size_t count = m_chain.nodes.size();
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t number = (m_asked + i) % count;
        const RouteNode &node = m_table->nodes()[m_chain.nodes[number]];
        if (!node.config->enabled || node.state->chainStanding() != ChainStanding::Fit
            || (head != 0 && !node.state->hasBlocks(m_stored->block.number + 1)))
            continue;
        m_asking = true;
        m_mayDeny = head != 0;
        m_caller.ask(number,
                     "eth_getBlockByNumber",
                     "[\"" + chain::toQuantity(m_stored->block.number) + "\",false]",
                     [this](const chain::NodeAnswer &answer) { told(answer); });
        return;
    }
}

void CacheAnchor::told(const chain::NodeAnswer &answer)
{
    m_asking = false;
    if (!m_stored || m_chain.generation->value() != 0)
        return;
    const auto block = answer.kind == chain::NodeAnswer::Kind::Result
                           ? chain::parseBlock(answer.result)
                           : std::nullopt;
    const bool told = block && block->number == m_stored->block.number && !block->hash.empty();
    if (told && (m_mayDeny || block->hash == m_stored->block.hash)) {
        begin(m_stored->generation + (block->hash == m_stored->block.hash ? 0 : 1));
        return;
    }
    if (m_mayDeny && answer.kind != chain::NodeAnswer::Kind::NotAsked
        && ++m_asked >= kTries * m_chain.nodes.size())
        begin(m_stored->generation + 1);
}

bool CacheAnchor::tellsHashes() const
{
    return m_chain.config->reorg && m_table->cache()->isLasting();
}

/// Entries may be there although the anchor is not: it was deleted or evicted. Whose they are cannot be told any more, and the
/// time is a number that no generation before can have had. Where no hashes are followed there never is one.
void CacheAnchor::beginUnanchored()
{
    const std::int64_t time = tellsHashes() ? m_clock.wallMs() : 1;
    m_looks = tellsHashes() ? kLooks : 0;
    begin(static_cast<std::uint64_t>(std::max<std::int64_t>(time, 1)));
}

void CacheAnchor::begin(std::uint64_t generation)
{
    const bool anew = m_stored && m_stored->generation != generation;
    if (anew)
        log::warn("cache",
                  "kept answers are of another chain and count no longer",
                  {{"chain", m_chain.state->name()}, {"generation", generation}});
    m_stored.reset();
    m_chain.generation->set(generation);
    m_written = 0;
    if (anew)
        write();
}

void CacheAnchor::reorganised(const chain::Reorg &reorg)
{
    if (!m_chain.generation || !m_table->cache())
        return;
    const std::uint64_t generation = m_chain.generation->value();
    const auto finalized = m_chain.state->finalized();
    const bool shallow = reorg.forkSeen && reorg.to - reorg.lowest < m_chain.lifetimes.finalityDepth
                         && (!finalized || reorg.lowest > *finalized);
    if (generation == 0 || shallow)
        return;
    log::warn("cache",
              "the reorganisation reached answers that were kept for good: none of the chain "
              "counts any longer",
              {{"chain", m_chain.state->name()}, {"generation", generation + 1}});
    m_chain.generation->set(generation + 1);
    m_written = 0;
    m_due = 0;
    write();
}

/// As high as what is kept for good, or as near to that as the window goes.
std::optional<chain::Block> CacheAnchor::newest() const
{
    const std::shared_ptr<const chain::ChainView> view = m_chain.state->view();
    if (!view->head || view->hashes.empty())
        return std::nullopt;
    const std::uint64_t head = view->head->number;
    const std::uint64_t depth = m_chain.lifetimes.finalityDepth;
    std::uint64_t final = head >= depth ? head - depth : 0;
    final = std::max(final, m_chain.state->finalized().value_or(0));
    const std::uint64_t number = std::max(final, view->windowFrom);
    const std::string_view hash = view->canonicalHash(number);
    if (hash.empty())
        return std::nullopt;
    return chain::Block{number, std::string(hash), {}};
}

void CacheAnchor::write()
{
    if (!m_table->cache()->isLasting())
        return;
    const std::uint64_t generation = m_chain.generation->value();
    const auto block = newest();
    const std::uint64_t head = m_chain.state->lastHeadBlocks();
    if (!block && generation == 1)
        return; // says nothing; a later generation must not be forgotten
    // Once for every head, also when the block is the same: it may have been deleted.
    if (m_written == (block ? block->number + 1 : UINT64_MAX) && m_writtenAt == head)
        return;
    auto entry = std::make_shared<cache::Entry>();
    entry->text = R"({"jsonrpc":"2.0","id":1,"generation":)" + std::to_string(generation);
    if (block)
        entry->text += R"(,"result":{"number":")" + chain::toQuantity(block->number)
                       + R"(","hash":")" + block->hash + "\"}";
    entry->text += "}";
    entry->idOffset = entry->text.find("1,\"generation");
    entry->idLength = 1;
    entry->written = m_clock.steadyNs();
    m_table->cache()->backend().store(key(), entry);
    m_written = block ? block->number + 1 : UINT64_MAX;
    m_writtenAt = head;
}

} // namespace spillway
