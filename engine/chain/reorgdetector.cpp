// SPDX-License-Identifier: MIT
#include "chain/reorgdetector.h"

#include <algorithm>
#include <utility>

namespace spillway::chain {
namespace {

constexpr std::size_t kMaxCandidates = 32;
constexpr SteadyNs kCandidateLife = 300 * kNsPerSecond;
constexpr std::size_t kSpareSeen =
    64; ///< blocks remembered beside twice the window: ancestors that were fetched
constexpr int kUnseen =
    8; ///< reports in a row that may go uncompared, by a node that was on the chain
constexpr int kUnanswered = 3; ///< until a node that gives no block by number is taken at its word

} // namespace

ReorgDetector::ReorgDetector(std::size_t window, std::size_t nodes)
    : m_window(window)
    , m_nodes(nodes)
{}

void ReorgDetector::reset()
{
    m_canonical.clear();
    m_seen.clear();
    m_seenOrder.clear();
    m_candidates.clear();
    m_wanted.reset();
    m_wantedFor.clear();
    for (Node &node : m_nodes)
        node = {};
}

std::string_view ReorgDetector::hashAt(std::uint64_t number) const
{
    const auto at = m_canonical.find(number);
    return at == m_canonical.end() ? std::string_view() : std::string_view(at->second);
}

std::optional<Block> ReorgDetector::blockAt(std::uint64_t number) const
{
    const auto seen = m_seen.find(std::string(hashAt(number)));
    if (seen == m_seen.end())
        return std::nullopt;
    return seen->second.block;
}

std::optional<std::uint64_t> ReorgDetector::contiguousFrom(std::uint64_t head) const
{
    auto at = m_canonical.find(head);
    if (at == m_canonical.end())
        return std::nullopt;
    while (at != m_canonical.begin() && std::prev(at)->first + 1 == at->first)
        --at;
    return at->first;
}

void ReorgDetector::remember(std::size_t node, const Block &block)
{
    Seen &seen = m_seen[block.hash];
    if (seen.block.hash.empty()) {
        seen.block = block;
        m_seenOrder.push_back(block.hash);
        if (m_seenOrder.size() > 2 * m_window + kSpareSeen) {
            m_seen.erase(m_seenOrder.front());
            m_seenOrder.erase(m_seenOrder.begin());
        }
    }
    if (node < m_nodes.size()
        && std::find(seen.nodes.begin(), seen.nodes.end(), node) == seen.nodes.end())
        seen.nodes.push_back(node);
}

void ReorgDetector::forgetOld(SteadyNs now)
{
    std::erase_if(m_candidates,
                  [&](const Candidate &entry) { return now - entry.since > kCandidateLife; });
    if (m_candidates.size() > kMaxCandidates)
        m_candidates.erase(m_candidates.begin());
}

bool ReorgDetector::contradicts(const Block &block) const
{
    const std::string_view here = hashAt(block.number);
    if (!here.empty())
        return here != block.hash;
    const std::string_view before =
        block.number > 0 ? hashAt(block.number - 1) : std::string_view();
    return !before.empty() && !block.parent.empty() && before != block.parent;
}

/// One of the followed branch, or the next one on it.
bool ReorgDetector::isOurs(const Block &block) const
{
    const bool linked =
        block.number > 0 && !block.parent.empty() && hashAt(block.number - 1) == block.parent;
    return !contradicts(block) && (linked || hashAt(block.number) == block.hash);
}

/// The highest block of the window that a node with this newest block must have.
std::optional<std::uint64_t> ReorgDetector::comparable(const Block &block) const
{
    const auto above = m_canonical.upper_bound(block.number);
    if (above == m_canonical.begin())
        return std::nullopt;
    return std::prev(above)->first;
}

void ReorgDetector::want(std::size_t node, std::uint64_t number)
{
    if (!m_wanted)
        m_wanted = Wanted{node, {}, number};
}

void ReorgDetector::settle(Node &node, Standing standing)
{
    node.standing = standing;
    node.branch.clear();
    node.unlinked = false;
    if (standing == Standing::Canonical)
        node.unseen = node.unanswered = 0;
}

void ReorgDetector::stray(Node &node, std::uint64_t number, SteadyNs now)
{
    if (node.standing != Standing::Elsewhere) {
        node.strayed = number;
        node.strayedSince = now;
    }
    node.standing = Standing::Elsewhere;
    node.unlinked = false;
}

ReorgDetector::Strayed ReorgDetector::strayedAt(std::size_t node) const
{
    const Node &who = m_nodes[node];
    // The blocks between may be unknown: what is known of its branch may begin at the candidate only.
    Strayed lowest{who.strayed};
    for (const std::string &hash : {who.newest.hash, who.branch}) {
        const Strayed found = lowestStrayed(hash);
        if (found.number < lowest.number || (found.number == lowest.number && found.forkSeen))
            lowest = found;
    }
    return lowest;
}

/// Of that block and its known ancestors.
ReorgDetector::Strayed ReorgDetector::lowestStrayed(const std::string &hash) const
{
    Strayed lowest;
    auto at = m_seen.find(hash);
    for (std::size_t steps = 0; at != m_seen.end() && steps < m_window; ++steps) {
        const Block &block = at->second.block;
        const std::string_view here = hashAt(block.number);
        if (!here.empty() && here != block.hash)
            lowest.number = std::min(lowest.number, block.number);
        const std::string_view before =
            block.number > 0 ? hashAt(block.number - 1) : std::string_view();
        if (!before.empty() && before == block.parent) {
            lowest.forkSeen = lowest.number == block.number;
            break;
        }
        if (!before.empty() && !block.parent.empty())
            lowest.number = std::min(lowest.number, block.number - 1);
        at = m_seen.find(block.parent);
    }
    return lowest;
}

/// The candidate whose branch the block is on: its own, its parent's, or that of the node, whose chain went on from there.
ReorgDetector::Candidate *ReorgDetector::candidateOf(std::size_t node, const Block &block)
{
    const auto named = [&](const std::string &hash) -> Candidate * {
        const auto at =
            std::find_if(m_candidates.begin(), m_candidates.end(), [&](const Candidate &entry) {
                return !hash.empty() && (entry.hash == hash || entry.tip == hash);
            });
        return at == m_candidates.end() ? nullptr : &*at;
    };
    if (Candidate *own = named(block.hash))
        return own;
    if (Candidate *parents = named(block.parent))
        return parents;
    Candidate *before = named(m_nodes[node].branch);
    return before != nullptr && block.number > before->number ? before : nullptr;
}

std::optional<Reorg>
ReorgDetector::report(std::size_t node, const Block &block, const Moment &moment)
{
    Node &who = m_nodes[node];
    remember(node, block);
    forgetOld(moment.now);
    who.newest = block;
    if (isOurs(block)) {
        settle(who, Standing::Canonical);
        return decideAll(moment);
    }
    if (!contradicts(block)) {
        incomparable(node, moment);
        return decideAll(moment);
    }
    Candidate *candidate = candidateOf(node, block);
    if (candidate == nullptr) {
        // Above the head: the divergent block is its parent, and it is built on that.
        m_candidates.push_back({.hash = block.hash,
                                .number = block.number,
                                .since = moment.now,
                                .built = block.number > moment.head,
                                .tip = block.hash,
                                .oldHead = {},
                                .ours = holds(node)});
        candidate = &m_candidates.back();
    } else if (candidate->hash != block.hash && block.number > candidate->number) {
        candidate->built = true;
        candidate->tip = block.hash;
    }
    const bool byParent = hashAt(block.number).empty();
    stray(who, byParent ? block.number - 1 : block.number, moment.now);
    who.branch = candidate->hash;
    if (auto reorg = decide(*candidate, node, moment))
        return reorg;
    return decideAll(moment);
}

/// Blocks were missed, and whether the node is still on the chain cannot be told from its newest one.
void ReorgDetector::incomparable(std::size_t node, const Moment &moment)
{
    Node &who = m_nodes[node];
    const auto number = comparable(who.newest);
    if (!number) {
        settle(who, holds(node) ? Standing::Assumed : Standing::Unproven);
        return;
    }
    if (!holds(node)) {
        if (who.standing == Standing::Unheard)
            settle(who, Standing::Unproven);
        want(node, *number);
        return;
    }
    const bool shown = std::any_of(m_nodes.begin(), m_nodes.end(), [&](const Node &other) {
        return &other != &who && other.standing == Standing::Canonical && related(other, who);
    });
    settle(who, shown ? Standing::Canonical : Standing::Assumed);
    const bool above = who.newest.number > moment.head && !hashAt(moment.head).empty();
    if (shown)
        return;
    if (above && who.unanswered < kUnanswered) {
        who.unlinked = true;
        want(node, moment.head);
    } else if (++who.unseen >= kUnseen) {
        who.unseen = 0;
        want(node, *number);
    }
}

/// Their newest blocks are on one branch, as far as the blocks between are known.
bool ReorgDetector::related(const Node &a, const Node &b) const
{
    return a.newest.hash == b.newest.hash || descends(a.newest.hash, b.newest.hash)
           || descends(b.newest.hash, a.newest.hash);
}

std::optional<Reorg> ReorgDetector::look(const Moment &moment)
{
    forgetOld(moment.now);
    return m_candidates.empty() ? std::nullopt : decideAll(moment);
}

std::optional<Reorg>
ReorgDetector::learn(const Wanted &wanted, const std::optional<Block> &block, const Moment &moment)
{
    if (m_wanted != wanted)
        return {};
    m_wanted.reset();
    if (wanted.hash.empty())
        return learnByNumber(wanted, block, moment);
    forgetOld(moment.now);
    const bool usableBlock = block && block->hash == wanted.hash;
    if (usableBlock)
        remember(m_nodes.size(), *block);
    else
        m_unavailable = wanted.hash;
    const auto candidate =
        std::find_if(m_candidates.begin(), m_candidates.end(), [&](const Candidate &entry) {
            return entry.hash == m_wantedFor;
        });
    if (candidate == m_candidates.end())
        return {};
    return decide(*candidate, wanted.node, moment);
}

/// Which block a node has at a height: one of ours or not, or the one that it claims.
std::optional<Reorg> ReorgDetector::learnByNumber(const Wanted &wanted,
                                                  const std::optional<Block> &block,
                                                  const Moment &moment)
{
    Node &who = m_nodes[wanted.node];
    const std::string_view known = hashAt(wanted.number);
    const bool claim = std::exchange(who.claims, false);
    if (!block || block->number != wanted.number || block->hash.empty()) {
        if (!claim && ++who.unanswered >= kUnanswered && !contradicts(who.newest))
            settle(who, Standing::Assumed);
        else
            who.unlinked = false; // not proven, but a head that stood still would be worse
        return {};
    }
    if (claim)
        who.proven = *block;
    if (known.empty())
        return {};
    if (block->hash == known) {
        if (!contradicts(who.newest))
            settle(who, Standing::Canonical);
        for (Node &node : m_nodes) {
            if (node.unlinked && related(node, who) && !contradicts(node.newest))
                settle(node, Standing::Canonical);
        }
        return decideAll(moment);
    }
    remember(m_nodes.size(), *block);
    Candidate *candidate = candidateOf(wanted.node, *block);
    if (candidate == nullptr) {
        m_candidates.push_back({.hash = block->hash,
                                .number = block->number,
                                .since = moment.now,
                                .built = true,
                                .tip = block->hash,
                                .oldHead = wanted.number,
                                .ours = holds(wanted.node)});
        candidate = &m_candidates.back();
    }
    if (candidate->hash != who.newest.hash && who.newest.number > candidate->number
        && m_seen.contains(who.newest.hash)) {
        candidate->built = true;
        if (!candidate->oldHead)
            candidate->tip = who.newest.hash;
    }
    stray(who, block->number, moment.now);
    who.branch = candidate->hash;
    for (Node &node : m_nodes) {
        if (!node.unlinked || !related(node, who))
            continue;
        stray(node, block->number, moment.now);
        node.branch = candidate->hash;
    }
    return decide(*candidate, wanted.node, moment);
}

bool ReorgDetector::proves(std::size_t node)
{
    Node &who = m_nodes[node];
    if (who.newest.hash.empty())
        return false;
    const bool settled = who.standing == Standing::Canonical || who.standing == Standing::Elsewhere;
    if (settled && !who.proven.hash.empty() && who.proven.hash == who.newest.hash)
        return true;
    if (m_wanted)
        return false;
    const auto number = comparable(who.newest);
    if (settled || !number) {
        want(node, who.newest.number);
        who.claims = true;
    } else {
        want(node, *number);
    }
    return false;
}

bool ReorgDetector::mayStray(std::size_t node) const
{
    const Node &who = m_nodes[node];
    return who.standing == Standing::Elsewhere || who.unlinked
           || (who.standing == Standing::Unproven && comparable(who.newest));
}

/// The window says more than before: who is on it, and who cannot be.
void ReorgDetector::sortAgain()
{
    for (Node &node : m_nodes) {
        if (node.newest.hash.empty() || node.standing == Standing::Unheard)
            continue;
        if (isOurs(node.newest))
            settle(node, Standing::Canonical);
        else if (contradicts(node.newest) && node.standing != Standing::Elsewhere)
            stray(node, node.newest.number, node.strayedSince);
    }
}

void ReorgDetector::windBack(const Block &tip)
{
    m_canonical.erase(m_canonical.upper_bound(tip.number), m_canonical.end());
    m_candidates.clear();
    m_wanted.reset();
    for (Node &node : m_nodes) {
        if (node.standing != Standing::Unheard)
            settle(node, Standing::Unproven);
    }
    sortAgain();
}

void ReorgDetector::advance(std::uint64_t number)
{
    const Seen *best = nullptr;
    const std::string_view before = number > 0 ? hashAt(number - 1) : std::string_view();
    const auto rank = [&](const Seen &seen) {
        const bool linked = !before.empty() && seen.block.parent == before;
        std::size_t friends = 0;
        for (const std::size_t node : seen.nodes)
            friends += m_nodes[node].standing != Standing::Elsewhere ? 1U : 0U;
        return (linked ? 2 * (m_nodes.size() + 1) : 0) + friends;
    };
    for (const auto &[hash, seen] : m_seen) {
        if (seen.block.number != number || (contradicts(seen.block) && rank(seen) == 0))
            continue;
        if (best == nullptr || rank(seen) > rank(*best)
            || (rank(seen) == rank(*best) && hash < best->block.hash))
            best = &seen;
    }
    if (best == nullptr || contradicts(best->block))
        return;
    if (!m_canonical.empty() && m_canonical.begin()->first > number)
        m_canonical.clear(); // of a height that the chain is not at
    m_canonical[number] = best->block.hash;
    // Blocks that nobody announced on the way are known by their children.
    const Block *at = &best->block;
    while (at->number > 0 && !at->parent.empty() && hashAt(at->number - 1).empty()
           && number - at->number < m_window) {
        m_canonical[at->number - 1] = at->parent;
        const auto parent = m_seen.find(at->parent);
        if (parent == m_seen.end())
            break;
        at = &parent->second.block;
    }
    trim();
    sortAgain();
}

void ReorgDetector::keepWindowOf(std::uint64_t head)
{
    while (m_canonical.size() > m_window && m_canonical.rbegin()->first > head)
        m_canonical.erase(std::prev(m_canonical.end()));
    trim();
}

void ReorgDetector::trim()
{
    while (m_canonical.size() > m_window)
        m_canonical.erase(m_canonical.begin());
}

} // namespace spillway::chain
