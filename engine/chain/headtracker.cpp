// SPDX-License-Identifier: MIT
#include "chain/headtracker.h"

#include <algorithm>
#include <functional>

namespace spillway::chain {
namespace {

constexpr std::size_t kSteps = 16;
constexpr int kProofOfGrowth = 2;
constexpr std::uint64_t kAhead =
    5; ///< blocks that a single node of several may be ahead by its word alone
constexpr std::uint64_t kFirstAhead = 32;   ///< the same for the first head: the other node may lag
constexpr std::uint64_t kBelievable = 1024; ///< the same, when it proves it or goes on building
constexpr int kProofs = 2;                  ///< that it is on the chain, and that it has the block
constexpr SteadyNs kStood = 2; ///< times the patience that all nodes are below the head
constexpr SteadyNs kStill = 3; ///< times the patience without a new block
constexpr SteadyNs kStoodBlocks =
    3; ///< times the block interval that all nodes are a little below the head
constexpr SteadyNs kLongestStood = 30 * kNsPerSecond; ///< and no longer than that
constexpr SteadyNs kLead = 2; ///< times the block interval that another branch has to be ahead

/// Blocks that a chain may build in that time at most; 0 while its interval is not known.
std::uint64_t expectedIn(SteadyNs time, SteadyNs interval)
{
    return interval > 0 ? static_cast<std::uint64_t>(2 * (time / interval)) : 0;
}

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
    const bool grew = who.height && block.number > *who.height;
    if (grew) {
        ++who.growth;
        who.grewAt = now;
    }
    const bool far = m_head && block.number > reachable(now);
    if (!far)
        who.above = 0;
    else if (grew && who.far)
        ++who.above;
    who.far = far;
    who.height = block.number;
    who.newest = block;
    who.current = true;
    if (m_jumper && *m_jumper != node && m_head && block.number + kAhead >= m_head->number)
        m_jumper.reset();
    who.proofs = 0;
    who.reportedAt = now;

    Update update;
    if (m_options.reorgWindow > 0 && !block.hash.empty())
        update.reorg = m_detector.report(node, block, moment(now));
    if (update.reorg)
        follow(*update.reorg, now);
    else
        update.reorg = beganAnew(now);
    askForProof(node, now);
    update.moved = advance(now).moved || update.reorg;
    who.laggedAtReport = behind(who);
    return update;
}

HeadTracker::Update HeadTracker::learn(const ReorgDetector::Wanted &wanted,
                                       const std::optional<Block> &block,
                                       SteadyNs now)
{
    Update update;
    update.reorg = m_detector.learn(wanted, block, moment(now));
    if (update.reorg)
        follow(*update.reorg, now);
    if (block) // else with its next report
        askForProof(wanted.node, now);
    update.moved = advance(now).moved || update.reorg;
    return update;
}

HeadTracker::Update HeadTracker::look(SteadyNs now)
{
    Update update;
    for (std::size_t i = 0; i < m_nodes.size(); ++i)
        askForProof(i, now); // there was more to ask before, or nobody else claims it any more
    if (m_options.reorgWindow > 0)
        update.reorg = m_detector.look(moment(now));
    if (update.reorg)
        follow(*update.reorg, now);
    update.moved = advance(now).moved || update.reorg;
    return update;
}

HeadTracker::Update HeadTracker::endGrace(SteadyNs now)
{
    m_graceOver = true;
    return look(now);
}

ReorgDetector::Moment HeadTracker::moment(SteadyNs now) const
{
    ReorgDetector::Moment out;
    // Who is left out for what it claims does not decide which branch is followed.
    for (std::size_t i = 0; i < m_nodes.size(); ++i)
        out.usable.push_back(m_nodes[i].usable && !outlies(i, now));
    out.head = m_head ? m_head->number : 0;
    out.now = now;
    out.patience = std::max(m_options.patience, kLead * blockInterval());
    return out;
}

/// A usable node is on the followed branch; where hashes are not told, all are.
bool HeadTracker::anyHolds() const
{
    for (std::size_t i = 0; i < m_nodes.size(); ++i) {
        if (counts(m_nodes[i]) && m_detector.standing(i) != ReorgDetector::Standing::Elsewhere)
            return true;
    }
    return false;
}

bool HeadTracker::strays(std::size_t node) const
{
    return m_detector.standing(node) == ReorgDetector::Standing::Elsewhere && anyHolds();
}

/// The highest block that the chain may have come to by itself.
std::uint64_t HeadTracker::reachable(SteadyNs now) const
{
    return m_head->number + kAhead + expectedIn(now - m_headAt, blockInterval());
}

/// Its word alone could carry the head to its height.
bool HeadTracker::credible(std::size_t node, SteadyNs now) const
{
    const std::uint64_t height = *m_nodes[node].height;
    return height <= reachable(now) || plausible(height, 1, now);
}

bool HeadTracker::outlies(std::size_t node, SteadyNs now) const
{
    const Node &who = m_nodes[node];
    if (!m_head || !counts(who) || credible(node, now))
        return false;
    for (std::size_t i = 0; i < m_nodes.size(); ++i) {
        const Node &other = m_nodes[i];
        // Who is with it confirms it; who is where the head is can stand in for it.
        if (i != node && counts(other) && *other.height + kAhead >= *who.height)
            return false;
    }
    for (std::size_t i = 0; i < m_nodes.size(); ++i) {
        if (i != node && counts(m_nodes[i]) && !behind(m_nodes[i]) && !strays(i))
            return true;
    }
    return false;
}

void HeadTracker::askForProof(std::size_t node, SteadyNs now)
{
    Node &who = m_nodes[node];
    if (m_nodes.size() < 2 || !m_head || !counts(who) || *who.height <= reachable(now)
        || who.proven == *who.height || who.proofs > kProofs || m_detector.wanted())
        return;
    if (m_detector.proves(node))
        who.proven = *who.height;
    else
        ++who.proofs;
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
    const bool any = anyHolds();
    for (std::size_t i = 0; i < m_nodes.size(); ++i) {
        const bool elsewhere = m_detector.standing(i) == ReorgDetector::Standing::Elsewhere;
        if (counts(m_nodes[i]) && !(any && elsewhere))
            most = std::max(most, *m_nodes[i].height);
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
    noteTogether(now);
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
    noteJump(*number, now);
    m_detector.advance(*number);
    moveTo(*number, now);
    return {.moved = true, .reorg = {}};
}

std::ptrdiff_t HeadTracker::nodesNear(std::uint64_t number) const
{
    return std::count_if(m_nodes.begin(), m_nodes.end(), [&](const Node &node) {
        return counts(node) && *node.height + kAhead >= number;
    });
}

void HeadTracker::noteTogether(SteadyNs now)
{
    if (m_head && nodesNear(m_head->number) >= 2)
        m_together = {m_head->number, now, blockInterval()};
}

void HeadTracker::noteJump(std::uint64_t number, SteadyNs now)
{
    if (!m_head)
        return;
    // A feed tells a jump block by block, and each one looks near enough to the one before.
    const bool crept = m_together
                       && number > m_together->number + kAhead
                                       + expectedIn(now - m_together->at, m_together->interval);
    if (!crept && number <= reachable(now))
        return; // whoever jumped before is still the one that came so far
    m_jumper.reset();
    if (m_nodes.size() < 2 || nodesNear(number) != 1)
        return;
    for (std::size_t i = 0; i < m_nodes.size(); ++i) {
        if (counts(m_nodes[i]) && *m_nodes[i].height + kAhead >= number)
            m_jumper = i;
    }
}

/// The head depends on its word alone, and that does not count now.
bool HeadTracker::isLostJumper(std::size_t node) const
{
    return m_jumper == node
           && (!m_nodes[node].usable
               || m_detector.standing(node) == ReorgDetector::Standing::Elsewhere);
}

/// The new branch, as far up as enough nodes are.
void HeadTracker::follow(const Reorg &reorg, SteadyNs now)
{
    m_jumper.reset();
    const std::uint64_t tip = reorg.head.number;
    const std::uint64_t reached = std::min(tip, attained(now).value_or(tip));
    const std::uint64_t number = std::max(reached, std::min(reorg.lowest, tip));
    noteJump(number, now);
    m_together.reset();
    m_detector.keepWindowOf(number);
    moveTo(number, now);
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
    const bool any = anyHolds();
    for (std::size_t i = 0; i < m_nodes.size(); ++i) {
        const Node &node = m_nodes[i];
        const bool elsewhere = m_detector.standing(i) == ReorgDetector::Standing::Elsewhere;
        if (!node.usable || (elsewhere && any))
            continue;
        ++usable;
        // What may be on another branch carries nobody further up.
        if (node.current)
            heights.push_back(m_head && m_detector.mayStray(i)
                                  ? std::min(*node.height, m_head->number)
                                  : *node.height);
    }
    const std::size_t half = (usable + 1) / 2;
    if (heights.empty() || heights.size() < half)
        return std::nullopt;
    // The first answers decide what clients see for good: those that are on their way are heard, too.
    if (!m_head && !m_graceOver && heights.size() < usable && now - m_firstReport < m_options.grace)
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
    std::uint64_t near = m_head ? reachable(now) : 0;
    std::size_t heard = 0;
    std::size_t usable = 0;
    bool believed = false;
    for (std::size_t i = 0; i < m_nodes.size(); ++i) {
        const Node &node = m_nodes[i];
        usable += node.usable ? 1U : 0U;
        if (!counts(node))
            continue;
        ++heard;
        // What can be proven has to be.
        const bool numbers = m_detector.standing(i) == ReorgDetector::Standing::Unheard;
        if (*node.height < height)
            near = std::max(near, *node.height + (m_head ? kAhead : kFirstAhead));
        else
            believed = believed || node.proven == *node.height
                       || (numbers && node.above >= kProofOfGrowth);
    }
    believed = believed || usable == 1;
    if (height <= near || (believed && height <= near + kBelievable))
        return true;
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

/// Every node that ever answered is below the head, and they build there, or have stood there for long: a development chain
/// was started again or wound back, all of them were restored from a backup, or the head was one node's mistake. A node that
/// jumped and is gone counts no more than those that never answered; but it may come back.
std::optional<Reorg> HeadTracker::beganAnew(SteadyNs now)
{
    if (!m_head)
        return std::nullopt;
    std::uint64_t most = 0;
    bool builds = false;
    bool lost = false;
    for (std::size_t i = 0; i < m_nodes.size(); ++i) {
        const Node &node = m_nodes[i];
        lost = lost || isLostJumper(i);
        if (!node.height || isLostJumper(i))
            continue;
        most = std::max(most, *node.height);
        builds = builds || (node.usable && node.growth >= kProofOfGrowth);
    }
    if (most >= m_head->number) {
        m_allBelowSince = 0;
        return std::nullopt;
    }
    const bool far = most + std::max<std::uint64_t>(m_options.maxLag, 1) < m_head->number;
    if (m_allBelowSince == 0 || far != m_farBelow)
        m_allBelowSince = now;
    m_farBelow = far;
    // Nodes that wait for a call to build, as development nodes do, would never get one while all of them lag. A little below,
    // a balanced provider may only be asked at a machine that is late: that one builds soon.
    SteadyNs patience = kStood * m_options.patience;
    if (!far) {
        const SteadyNs blocks = kStoodBlocks * blockInterval();
        patience = std::max(patience, blocks > 0 ? std::min(blocks, kLongestStood) : kLongestStood);
    }
    if (!(far && builds && !lost) && now - m_allBelowSince < patience)
        return std::nullopt;
    m_allBelowSince = 0;
    return woundBack(most, now);
}

Reorg HeadTracker::woundBack(std::uint64_t most, SteadyNs now)
{
    Reorg reorg;
    reorg.from = reorg.lowest = most + 1;
    reorg.to = m_head->number;
    reorg.depth = reorg.to - reorg.from + 1;
    reorg.oldHash = m_head->hash;
    const auto stays = m_detector.blockAt(most);
    bool announced = false;
    for (std::size_t i = 0; i < m_nodes.size(); ++i)
        announced = announced || (m_nodes[i].height == most && m_detector.holds(i));
    m_steps.clear();
    m_jumper.reset();
    m_together.reset();
    if (stays && announced) {
        // The same chain, shorter: what is below is as it was.
        m_detector.windBack(*stays);
        m_head.reset();
        reorg.head = *stays;
        moveTo(most, now);
        return reorg;
    }
    reorg.exact = reorg.forkSeen = false; // no hashes are left to compare
    m_detector.reset();
    m_head.reset();
    reorg.head.number = most;
    // What the nodes have just told is of the new chain.
    const ReorgDetector::Moment then = moment(now);
    for (std::size_t i = 0; i < m_nodes.size(); ++i) {
        const Node &node = m_nodes[i];
        if (!counts(node) || node.newest.number != most || node.newest.hash.empty()
            || m_options.reorgWindow == 0)
            continue;
        static_cast<void>(m_detector.report(i, node.newest, then));
        reorg.head = node.newest;
    }
    return reorg;
}

} // namespace spillway::chain
