// SPDX-License-Identifier: MIT
#include "chain/reorgdetector.h"

#include <algorithm>

namespace spillway::chain {
namespace {

constexpr std::size_t kMaxCandidates = 32;
constexpr SteadyNs kCandidateLife = 300 * kNsPerSecond;
constexpr std::size_t kMaxAncestors = 64; ///< fetched for one reorganisation

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
    m_checkedHead.reset();
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
        if (m_seenOrder.size() > 2 * m_window + kMaxAncestors) {
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
    return named(m_nodes[node].branch);
}

bool ReorgDetector::oldBranchHolds(const std::vector<bool> &usable) const
{
    std::size_t count = 0;
    std::size_t holding = 0;
    for (std::size_t i = 0; i < m_nodes.size(); ++i) {
        count += usable[i] ? 1U : 0U;
        holding += usable[i] && m_nodes[i].standing == Standing::Canonical ? 1U : 0U;
    }
    return holding * 2 > count;
}

ReorgDetector::Verdict ReorgDetector::report(std::size_t node,
                                             const Block &block,
                                             const std::vector<bool> &usable,
                                             std::uint64_t head,
                                             SteadyNs now)
{
    Node &who = m_nodes[node];
    remember(node, block);
    forgetOld(now);
    Candidate *candidate = candidateOf(node, block);
    const bool onCanonical = hashAt(block.number) == block.hash;
    const bool linked =
        block.number > 0 && !block.parent.empty() && hashAt(block.number - 1) == block.parent;
    if (!contradicts(block) && (onCanonical || linked || candidate == nullptr)) {
        const bool followed = who.standing == Standing::Canonical;
        who.standing = onCanonical || linked ? Standing::Canonical : Standing::Assumed;
        // Blocks were missed. Whether the last one seen is still there cannot be told from here.
        if (followed && who.standing == Standing::Assumed && block.number > head && !m_wanted
            && m_checkedHead != head && !hashAt(head).empty()) {
            m_checkedHead = head;
            m_wanted = Wanted{node, {}, head};
        }
        who.branch.clear();
        return {};
    }
    if (candidate == nullptr) {
        if (who.standing != Standing::Canonical) {
            // It was never with us: it follows a fork of its own, and what it builds there proves nothing.
            who.standing = Standing::Elsewhere;
            return {.conflicts = true, .reorg = {}};
        }
        // Above the head: the divergent block is its parent, and it is built on that.
        m_candidates.push_back({.hash = block.hash,
                                .number = block.number,
                                .since = now,
                                .built = block.number > head,
                                .tip = block.hash,
                                .oldHead = {}});
        candidate = &m_candidates.back();
    } else if (candidate->hash != block.hash && block.number > candidate->number) {
        candidate->built = true;
        candidate->tip = block.hash;
    }
    who.standing = Standing::Elsewhere;
    who.branch = candidate->hash;
    return decide(*candidate, node, usable, head);
}

ReorgDetector::Verdict ReorgDetector::decide(Candidate &candidate,
                                             std::size_t node,
                                             const std::vector<bool> &usable,
                                             std::uint64_t head)
{
    const auto tip = m_seen.find(candidate.tip);
    const auto base = m_seen.find(candidate.hash);
    if (tip == m_seen.end() || base == m_seen.end())
        return {.conflicts = true, .reorg = {}};
    const bool second = base->second.nodes.size() >= 2 || tip->second.nodes.size() >= 2;
    const bool confirmed = second || (candidate.built && !oldBranchHolds(usable));
    // The way back to the fork is looked for as soon as there is a candidate: the event then names the whole range.
    const auto missing = unknownAncestor(tip->second.block);
    if (missing && *missing != m_unavailable) {
        m_wanted = Wanted{node, *missing, 0};
        m_wantedFor = candidate.hash;
        return {.conflicts = true, .reorg = {}};
    }
    if (!confirmed)
        return {.conflicts = true, .reorg = {}};
    return {.conflicts = false,
            .reorg = adopt(Block(tip->second.block), candidate.oldHead.value_or(head))};
}

ReorgDetector::Verdict ReorgDetector::learn(const Wanted &wanted,
                                            const std::optional<Block> &block,
                                            const std::vector<bool> &usable,
                                            std::uint64_t head,
                                            SteadyNs now)
{
    if (m_wanted != wanted)
        return {};
    m_wanted.reset();
    if (wanted.hash.empty())
        return learnOldHead(wanted, block, usable, head, now);
    forgetOld(now);
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
    return decide(*candidate, wanted.node, usable, head);
}

/// What stands where the head was, before blocks were missed.
ReorgDetector::Verdict ReorgDetector::learnOldHead(const Wanted &wanted,
                                                   const std::optional<Block> &block,
                                                   const std::vector<bool> &usable,
                                                   std::uint64_t head,
                                                   SteadyNs now)
{
    const std::string_view known = hashAt(wanted.number);
    if (!block || block->number != wanted.number || block->hash.empty() || known.empty()
        || block->hash == known)
        return {};
    remember(m_nodes.size(), *block);
    m_candidates.push_back({.hash = block->hash,
                            .number = block->number,
                            .since = now,
                            .built = true,
                            .tip = block->hash,
                            .oldHead = wanted.number});
    Node &who = m_nodes[wanted.node];
    who.standing = Standing::Elsewhere;
    who.branch = block->hash;
    return decide(m_candidates.back(), wanted.node, usable, head);
}

/// Hash of the first block below `tip` that has to be fetched to find the fork; nothing when the fork is known, or so far
/// down that it is outside of the window.
std::optional<std::string> ReorgDetector::unknownAncestor(const Block &tip) const
{
    const Block *at = &tip;
    for (std::size_t steps = 0; steps < std::min(m_window, kMaxAncestors); ++steps) {
        if (at->number == 0 || at->parent.empty() || hashAt(at->number - 1) == at->parent)
            return std::nullopt;
        if (m_canonical.empty() || at->number <= m_canonical.begin()->first)
            return std::nullopt;
        const auto parent = m_seen.find(at->parent);
        if (parent == m_seen.end())
            return at->parent;
        at = &parent->second.block;
    }
    return std::nullopt;
}

/// Makes the branch of `tip` the canonical one.
Reorg ReorgDetector::adopt(const Block &tip, std::uint64_t head)
{
    Reorg reorg;
    reorg.to = head;
    reorg.oldHash = hashAt(head);
    reorg.head = tip;
    std::vector<std::pair<std::uint64_t, std::string>> branch{{tip.number, tip.hash}};
    const Block *at = &tip;
    reorg.exact = false;
    reorg.from = tip.number;
    for (;;) {
        if (at->number == 0 || at->parent.empty())
            break;
        const std::string_view before = hashAt(at->number - 1);
        if (before == at->parent) {
            reorg.exact = true;
            reorg.from = at->number;
            break;
        }
        branch.emplace_back(at->number - 1, at->parent);
        if (before.empty())
            break; // never announced: whether it was replaced cannot be told
        reorg.from = at->number - 1;
        const auto parent = m_seen.find(at->parent);
        if (parent == m_seen.end())
            break;
        at = &parent->second.block;
    }
    if (at->number == 0)
        reorg.exact = true;
    reorg.from = std::min(reorg.from, head);
    reorg.depth = head - reorg.from + 1;
    m_canonical.erase(m_canonical.lower_bound(reorg.from), m_canonical.end());
    if (!reorg.exact)
        m_canonical.clear(); // what lies below the last block seen may have gone too
    for (const auto &[number, hash] : branch)
        m_canonical[number] = hash;
    trim();
    for (Node &node : m_nodes) {
        if (node.standing != Standing::Unheard)
            node.standing = Standing::Elsewhere;
        node.branch.clear();
    }
    for (const auto &[number, hash] : branch) {
        const auto seen = m_seen.find(hash);
        if (seen == m_seen.end())
            continue;
        for (const std::size_t node : seen->second.nodes)
            m_nodes[node].standing = Standing::Canonical;
    }
    m_candidates.clear();
    m_wanted.reset();
    m_wantedFor.clear();
    return reorg;
}

bool ReorgDetector::undecided(std::size_t node) const
{
    const std::string &branch = m_nodes[node].branch;
    return !branch.empty()
           && std::any_of(m_candidates.begin(), m_candidates.end(), [&](const Candidate &entry) {
                  return entry.hash == branch;
              });
}

void ReorgDetector::advance(std::uint64_t number)
{
    const Seen *best = nullptr;
    const std::string_view before = number > 0 ? hashAt(number - 1) : std::string_view();
    const auto rank = [&](const Seen &seen) {
        const bool linked = !before.empty() && seen.block.parent == before;
        std::size_t friends = 0;
        for (const std::size_t node : seen.nodes)
            friends += followsCanonical(node) ? 1U : 0U;
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
    m_canonical[number] = best->block.hash;
    for (const std::size_t node : best->nodes) {
        if (m_nodes[node].standing == Standing::Assumed)
            m_nodes[node].standing = Standing::Canonical;
    }
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
}

void ReorgDetector::trim()
{
    while (m_canonical.size() > m_window)
        m_canonical.erase(m_canonical.begin());
}

} // namespace spillway::chain
