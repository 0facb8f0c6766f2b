// SPDX-License-Identifier: MIT
#include "chain/headtracker.h"

#include <algorithm>
#include <functional>

namespace spillway::chain {
namespace {

constexpr std::size_t kSteps = 16;
constexpr int kProofOfGrowth = 2;
constexpr std::uint64_t kBelievable = 1024; ///< blocks that one of two nodes may be ahead
constexpr SteadyNs kStood = 2; ///< times the patience that all nodes are below the head
constexpr SteadyNs kStill = 3; ///< times the patience without a new block

} // namespace

HeadTracker::HeadTracker(const TrackerOptions &options, std::size_t nodes)
    : m_options(options)
    , m_nodes(nodes)
    , m_detector(options.reorgWindow, nodes)
{}

HeadTracker::Update HeadTracker::report(std::size_t node, const Block &block, SteadyNs now)
{
    Node &who = m_nodes[node];
    if (m_firstReport == 0)
        m_firstReport = now;
    if (who.height && block.number < *who.height)
        who.growth = 0;
    if (who.height && block.number > *who.height) {
        ++who.growth;
        who.grewAt = now;
    }
    who.height = block.number;
    who.current = true;
    who.reportedAt = now;

    Update update;
    if (m_options.reorgWindow > 0 && !block.hash.empty()) {
        std::vector<bool> usable;
        for (const Node &each : m_nodes)
            usable.push_back(each.usable);
        update.reorg =
            m_detector.report(node, block, usable, m_head ? m_head->number : 0, now).reorg;
    }
    if (update.reorg)
        follow(*update.reorg, now);
    else
        update.reorg = beganAnew(now);
    update.moved = advance(now).moved || update.reorg;
    who.laggedAtReport = behind(who);
    return update;
}

HeadTracker::Update HeadTracker::learn(const ReorgDetector::Wanted &wanted,
                                       const std::optional<Block> &block,
                                       SteadyNs now)
{
    std::vector<bool> usable;
    for (const Node &each : m_nodes)
        usable.push_back(each.usable);
    Update update;
    update.reorg = m_detector.learn(wanted, block, usable, m_head ? m_head->number : 0, now).reorg;
    if (!update.reorg)
        return update;
    follow(*update.reorg, now);
    static_cast<void>(advance(now));
    update.moved = true;
    return update;
}

HeadTracker::Update HeadTracker::setUsable(std::size_t node, bool usable, SteadyNs now)
{
    if (m_nodes[node].usable == usable)
        return {};
    m_nodes[node].usable = usable;
    m_nodes[node].current = false; // what it said before it was out is old news
    return advance(now);
}

std::uint64_t HeadTracker::highest() const
{
    std::uint64_t most = m_head ? m_head->number : 0;
    for (const Node &node : m_nodes) {
        if (counts(node))
            most = std::max(most, *node.height);
    }
    return most;
}

bool HeadTracker::behind(const Node &node) const
{
    return m_head && node.height && m_head->number > *node.height + m_options.maxLag;
}

bool HeadTracker::lags(std::size_t node, SteadyNs now) const
{
    const Node &who = m_nodes[node];
    if (!behind(who))
        return false;
    return who.laggedAtReport || now - who.reportedAt > m_options.patience;
}

SteadyNs HeadTracker::blockInterval() const
{
    if (m_steps.size() < 2 || m_steps.back().first <= m_steps.front().first)
        return 0;
    const auto blocks = static_cast<SteadyNs>(m_steps.back().first - m_steps.front().first);
    return (m_steps.back().second - m_steps.front().second) / blocks;
}

HeadTracker::Update HeadTracker::advance(SteadyNs now)
{
    const auto number = attained(now);
    if (!number || (m_head && *number <= m_head->number)) {
        // The hash of the head may have become known.
        if (m_head && m_head->hash.empty() && m_options.reorgWindow > 0) {
            m_detector.advance(m_head->number);
            if (const auto block = m_detector.blockAt(m_head->number)) {
                m_head = block;
                return {.moved = true, .reorg = {}};
            }
        }
        return {};
    }
    m_detector.advance(*number);
    moveTo(*number, now);
    return {.moved = true, .reorg = {}};
}

/// The new branch, as far up as enough nodes are.
void HeadTracker::follow(const Reorg &reorg, SteadyNs now)
{
    const std::uint64_t tip = reorg.head.number;
    const std::uint64_t reached = std::min(tip, attained(now).value_or(tip));
    moveTo(std::max(reached, std::min(reorg.from, tip)), now);
}

void HeadTracker::moveTo(std::uint64_t number, SteadyNs now)
{
    if (m_head && number <= m_head->number)
        m_steps.clear();
    m_steps.emplace_back(number, now);
    if (m_steps.size() > kSteps + 1)
        m_steps.pop_front();
    const bool first = !m_head;
    m_head = m_detector.blockAt(number).value_or(Block{number, {}, {}});
    if (m_head->hash.empty())
        m_head->hash = m_detector.hashAt(number);
    m_headAt = now;
    if (!first)
        return;
    for (Node &node : m_nodes)
        node.laggedAtReport = behind(node);
}

/// The highest block that enough nodes have, by the rules of the class.
std::optional<std::uint64_t> HeadTracker::attained(SteadyNs now) const
{
    std::vector<std::uint64_t> heights;
    std::size_t usable = 0;
    for (std::size_t i = 0; i < m_nodes.size(); ++i) {
        const Node &node = m_nodes[i];
        if (!node.usable)
            continue;
        ++usable;
        // What stands on a branch that may be none carries nobody further up.
        if (node.current)
            heights.push_back(m_head && m_detector.undecided(i)
                                  ? std::min(*node.height, m_head->number)
                                  : *node.height);
    }
    const std::size_t half = (usable + 1) / 2;
    if (heights.empty() || heights.size() < half)
        return std::nullopt;
    // The first answers decide what clients see for good: those that are on their way are heard, too.
    if (!m_head && heights.size() < usable && now - m_firstReport < m_options.grace)
        return std::nullopt;
    std::sort(heights.begin(), heights.end(), std::greater<>());
    for (std::size_t holders = std::max<std::size_t>(half, 1); holders <= heights.size();
         ++holders) {
        const std::uint64_t height = heights[holders - 1];
        if (plausible(height, holders, now))
            return height;
    }
    return std::nullopt;
}

bool HeadTracker::plausible(std::uint64_t height, std::size_t holders, SteadyNs now) const
{
    if (holders >= 2 || m_nodes.size() == 1)
        return true;
    if (m_head) {
        const SteadyNs interval = blockInterval();
        const auto expected =
            interval > 0 ? static_cast<std::uint64_t>(2 * ((now - m_headAt) / interval)) : 0;
        if (height <= m_head->number + std::max(m_options.maxLag, kBelievable) + expected)
            return true;
    }
    std::size_t heard = 0;
    for (const Node &node : m_nodes) {
        if (!counts(node))
            continue;
        ++heard;
        if (*node.height < height && *node.height + kBelievable >= height)
            return true;
    }
    return (!m_head && heard == 1) || onlyOneBuilds(height, now);
}

/// The node above goes on building while all others stand still.
bool HeadTracker::onlyOneBuilds(std::uint64_t height, SteadyNs now) const
{
    bool builds = false;
    for (const Node &node : m_nodes) {
        if (!counts(node))
            continue;
        if (*node.height >= height)
            builds = builds || node.growth >= kProofOfGrowth;
        else if (node.growth > 0 && now - node.grewAt <= kStill * m_options.patience)
            return false;
    }
    return builds;
}

/// Every node that ever answered is far below the head, and they build there, or have stood there for long: a development
/// chain was started again or wound back, all of them were restored from a backup, or the head was one node's mistake. No
/// hashes are left to compare.
std::optional<Reorg> HeadTracker::beganAnew(SteadyNs now)
{
    if (!m_head)
        return std::nullopt;
    std::uint64_t most = 0;
    bool builds = false;
    for (const Node &node : m_nodes) {
        if (!node.height)
            continue;
        most = std::max(most, *node.height);
        builds = builds || (node.usable && node.growth >= kProofOfGrowth);
    }
    if (most + std::max<std::uint64_t>(m_options.maxLag, 1) >= m_head->number) {
        m_allBelowSince = 0;
        return std::nullopt;
    }
    if (m_allBelowSince == 0)
        m_allBelowSince = now;
    // Nodes that wait for a call to build, as development nodes do, would never get one: all of them lag.
    if (!builds && now - m_allBelowSince < kStood * m_options.patience)
        return std::nullopt;
    m_allBelowSince = 0;
    Reorg reorg;
    reorg.from = most + 1;
    reorg.to = m_head->number;
    reorg.depth = reorg.to - reorg.from + 1;
    reorg.exact = false;
    reorg.oldHash = m_head->hash;
    m_detector.reset();
    m_head.reset();
    m_steps.clear();
    reorg.head.number = most;
    return reorg;
}

} // namespace spillway::chain
