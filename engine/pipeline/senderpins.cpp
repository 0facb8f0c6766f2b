// SPDX-License-Identifier: MIT
#include "pipeline/senderpins.h"

#include <algorithm>
#include <array>
#include <utility>

namespace spillway {
namespace {

constexpr std::uint64_t kHeads = 2;
/// Of a chain that has not shown its own: Ethereum's.
constexpr SteadyNs kUsualInterval = 12 * kNsPerSecond;
/// A chain that stands still for so long will not mine what it was sent.
constexpr SteadyNs kLongest = 120 * kNsPerSecond;

template <std::size_t N>
std::string keyOf(std::string_view chain, const std::array<std::uint8_t, N> &what)
{
    std::string key(chain);
    key.push_back('\0'); // a name has none; addresses and hashes differ in length
    key.append(what.begin(), what.end());
    return key;
}

} // namespace

void SenderPins::pin(std::string_view chain,
                     const chain::SignedTransaction &transaction,
                     const std::shared_ptr<NodeState> &node,
                     const Moment &at)
{
    const SteadyNs interval = at.blockInterval > 0 ? at.blockInterval : kUsualInterval;
    const SteadyNs most = at.headBlocks != 0 ? kLongest : std::min(interval, kLongest);
    const std::scoped_lock lock(m_mutex);
    put({keyOf(chain, transaction.hash), node, at.headBlocks, at.now + most});
    if (transaction.sender)
        put({keyOf(chain, *transaction.sender), node, at.headBlocks, at.now + most});
    while (!m_pins.empty() && (m_pins.size() > kMost || isOver(m_pins.front(), {0, at.now, 0})))
        drop(m_pins.begin());
}

void SenderPins::put(Pin pin)
{
    if (const auto old = m_byKey.find(pin.key); old != m_byKey.end())
        drop(old->second);
    m_pins.push_back(std::move(pin));
    m_byKey.emplace(m_pins.back().key, std::prev(m_pins.end()));
    m_count.store(m_pins.size(), std::memory_order_relaxed);
}

void SenderPins::drop(std::list<Pin>::iterator pin)
{
    m_byKey.erase(pin->key);
    m_pins.erase(pin);
    m_count.store(m_pins.size(), std::memory_order_relaxed);
}

std::shared_ptr<NodeState>
SenderPins::nodeOf(std::string_view chain, const chain::Address &sender, const Moment &at)
{
    return isEmpty() ? nullptr : find(keyOf(chain, sender), at);
}

std::shared_ptr<NodeState>
SenderPins::nodeOf(std::string_view chain, const chain::Hash &transaction, const Moment &at)
{
    return isEmpty() ? nullptr : find(keyOf(chain, transaction), at);
}

std::shared_ptr<NodeState> SenderPins::find(const std::string &key, const Moment &at)
{
    const std::scoped_lock lock(m_mutex);
    const auto found = m_byKey.find(key);
    if (found == m_byKey.end())
        return nullptr;
    if (!isOver(*found->second, at))
        return found->second->node;
    drop(found->second);
    return nullptr;
}

bool SenderPins::isOver(const Pin &pin, const Moment &at)
{
    return at.now >= pin.until
           || (pin.headBlocks != 0 && at.headBlocks != 0
               && at.headBlocks >= pin.headBlocks + kHeads);
}

} // namespace spillway
