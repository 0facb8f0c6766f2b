// SPDX-License-Identifier: MIT
#include "chain/chainstate.h"

#include <algorithm>

namespace spillway::chain {
namespace {

constexpr SteadyNs kLongestPatience = 15 * kNsPerSecond;
constexpr SteadyNs kHeadWait = kNsPerSecond;
constexpr SteadyNs kAsleep = 2; ///< times the full pace
constexpr std::uint64_t kNear =
    2; ///< blocks above the head that are worth a wait, beside those of one poll

} // namespace

std::string_view ChainView::canonicalHash(std::uint64_t number) const
{
    if (number < windowFrom || number - windowFrom >= hashes.size())
        return {};
    return hashes[number - windowFrom];
}

std::uint64_t ChainView::lowestReplacedSince(std::uint64_t count) const
{
    if (reorgCount <= count)
        return UINT64_MAX;
    const std::uint64_t recent = reorgCount - count;
    if (recent > reorgs.size())
        return 0;
    std::uint64_t lowest = UINT64_MAX;
    for (std::size_t i = reorgs.size() - static_cast<std::size_t>(recent); i < reorgs.size(); ++i)
        lowest = std::min(lowest, reorgs[i].lowest);
    return lowest;
}

SteadyNs ChainState::blockPatience() const
{
    const SteadyNs interval = blockInterval();
    const SteadyNs pace = m_pollPace.load(std::memory_order_relaxed);
    return std::min(interval > 0 ? interval : pace, kLongestPatience);
}

bool ChainState::mayComeSoon(std::uint64_t count) const
{
    const std::uint64_t head = lastHeadBlocks();
    const SteadyNs interval = blockInterval();
    const SteadyNs pace = m_pollPace.load(std::memory_order_relaxed);
    const std::uint64_t unseen = interval > 0 ? static_cast<std::uint64_t>(pace / interval) : 0;
    return count > head && count - head <= kNear + unseen;
}

std::shared_ptr<const ChainView> ChainState::view() const
{
    const std::scoped_lock lock(m_mutex);
    return m_view;
}

void ChainState::publish(std::shared_ptr<const ChainView> view)
{
    const std::uint64_t count = view->head ? view->head->number + 1 : 0;
    {
        const std::scoped_lock lock(m_mutex);
        m_view = std::move(view);
    }
    m_version.fetch_add(1, std::memory_order_release);
    m_headBlocks.store(count, std::memory_order_seq_cst);
}

void ChainState::setHighestBlocks(std::uint64_t count)
{
    m_highestBlocks.store(count, std::memory_order_seq_cst);
}

void ChainState::setBlockInterval(SteadyNs interval)
{
    m_blockInterval.store(interval, std::memory_order_relaxed);
}

void ChainState::setFinality(std::uint64_t safeBlocks, std::uint64_t finalizedBlocks)
{
    m_safeBlocks.store(safeBlocks, std::memory_order_relaxed);
    m_finalizedBlocks.store(finalizedBlocks, std::memory_order_relaxed);
}

void ChainState::setChainId(std::optional<std::uint64_t> id)
{
    m_chainId.store(id ? *id + 1 : 0, std::memory_order_relaxed);
}

void ChainState::setNetVersion(std::uint64_t version)
{
    m_netVersion.store(version + 1, std::memory_order_relaxed);
}

SteadyNs ChainState::expectHead(SteadyNs now)
{
    const SteadyNs until = m_headExpectedUntil.load(std::memory_order_seq_cst);
    if (until > now)
        return until;
    const SteadyNs pace = m_pollPace.load(std::memory_order_relaxed);
    if (pace == 0 || now - m_turnBegan.load(std::memory_order_relaxed) <= kAsleep * pace)
        return until; // it asks at full pace, and the nodes do not tell
    const SteadyNs soon = now + kHeadWait;
    m_headExpectedUntil.store(soon, std::memory_order_seq_cst);
    poke();
    return soon;
}

} // namespace spillway::chain
