// SPDX-License-Identifier: MIT
// Which of two branches is followed: who stands on them, what confirms one, and the change to it.
#include "chain/reorgdetector.h"

#include <algorithm>

namespace spillway::chain {
namespace {

constexpr std::size_t kMaxAncestors = 64; ///< fetched for one reorganisation

} // namespace

/// By what is known of the blocks between.
bool ReorgDetector::descends(const std::string &hash, const std::string &ancestor) const
{
    auto at = m_seen.find(hash);
    for (std::size_t steps = 0; at != m_seen.end() && steps < m_window; ++steps) {
        if (at->first == ancestor || at->second.block.parent == ancestor)
            return true;
        at = m_seen.find(at->second.block.parent);
    }
    return false;
}

bool ReorgDetector::standsOn(const Node &node, const Candidate &candidate) const
{
    if (node.standing != Standing::Elsewhere)
        return false;
    return node.branch == candidate.hash || node.newest.hash == candidate.hash
           || descends(node.newest.hash, candidate.hash)
           || descends(candidate.tip, node.newest.hash);
}

/// The newest block known on it, as far up as those who have a vote are; null: it is forgotten.
const Block *ReorgDetector::tipOf(const Candidate &candidate, const Moment &moment) const
{
    const auto seen = [&](const std::string &hash) {
        const auto at = m_seen.find(hash);
        return at == m_seen.end() ? nullptr : &at->second.block;
    };
    const Block *tip = seen(candidate.tip);
    const Block *reached = nullptr;
    for (std::size_t i = 0; i < m_nodes.size(); ++i) {
        if (!moment.usable[i] || !standsOn(m_nodes[i], candidate))
            continue;
        const Block *newest = seen(m_nodes[i].newest.hash);
        if (newest != nullptr && (reached == nullptr || newest->number > reached->number))
            reached = newest;
    }
    const bool beyond = tip != nullptr && reached != nullptr && tip->number > reached->number;
    return beyond ? reached : tip;
}

/// By the rules of the class.
bool ReorgDetector::confirmed(Candidate &candidate, const Moment &moment) const
{
    std::size_t with = 0;
    SteadyNs since = 0;
    std::uint64_t fork = UINT64_MAX;
    for (std::size_t i = 0; i < m_nodes.size(); ++i) {
        if (!moment.usable[i] || !standsOn(m_nodes[i], candidate))
            continue;
        ++with;
        since = m_nodes[i].strayedSince;
        fork = std::min(fork, strayedAt(i).number);
    }
    // Who has not come to the fork has no say: it may have died before.
    std::size_t against = 0;
    std::uint64_t highest = moment.head;
    for (std::size_t i = 0; i < m_nodes.size(); ++i) {
        if (!moment.usable[i] || !holds(i) || m_nodes[i].newest.number < fork)
            continue;
        ++against;
        highest = std::max(highest, m_nodes[i].newest.number);
    }
    const Block *tip = tipOf(candidate, moment);
    const bool leads = with > 0 && candidate.built && tip != nullptr && tip->number > highest;
    if (!leads)
        candidate.leadsSince = 0;
    else if (candidate.leadsSince == 0)
        candidate.leadsSince = moment.now;
    if (with == 0)
        return false;
    if (with > against)
        return with >= 2 || candidate.built || moment.now - since >= moment.patience;
    return with == against && leads && moment.now - candidate.leadsSince > moment.patience;
}

std::optional<Reorg>
ReorgDetector::decide(Candidate &candidate, std::size_t node, const Moment &moment)
{
    const Block *tip = tipOf(candidate, moment);
    const auto base = m_seen.find(candidate.hash);
    const bool isConfirmed = confirmed(candidate, moment);
    if (tip == nullptr || base == m_seen.end())
        return std::nullopt;
    // The way back to the fork is looked for as soon as there is a candidate: the event then names the whole range.
    const auto missing = candidate.ours || isConfirmed ? unknownAncestor(*tip) : std::nullopt;
    if (missing && *missing != m_unavailable) {
        m_wanted = Wanted{node, *missing, 0};
        m_wantedFor = candidate.hash;
        return std::nullopt;
    }
    if (!isConfirmed)
        return std::nullopt;
    return adopt(candidate, Block(*tip), candidate.oldHead.value_or(moment.head));
}

/// The others, whose case may have become a better one.
std::optional<Reorg> ReorgDetector::decideAll(const Moment &moment)
{
    for (std::size_t i = 0; i < m_candidates.size(); ++i) {
        Candidate &candidate = m_candidates[i];
        if (!confirmed(candidate, moment))
            continue;
        const auto at = std::find_if(m_nodes.begin(), m_nodes.end(), [&](const Node &node) {
            return standsOn(node, candidate);
        });
        const auto node = static_cast<std::size_t>(at - m_nodes.begin());
        if (auto reorg = decide(candidate, node, moment))
            return reorg;
    }
    return std::nullopt;
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

/// The blocks between may be unknown, but not where its nodes left the chain.
void ReorgDetector::lowerToStrayed(Reorg &reorg, const std::vector<bool> &with) const
{
    for (std::size_t i = 0; i < m_nodes.size(); ++i) {
        if (!with[i])
            continue;
        const Strayed strayed = strayedAt(i);
        if (strayed.number >= reorg.lowest)
            continue;
        reorg.lowest = strayed.number;
        reorg.from = std::min(reorg.from, strayed.number);
        reorg.forkSeen = strayed.forkSeen;
    }
}

/// Makes the branch of `tip` the canonical one; HeadTracker says how much of it is kept.
Reorg ReorgDetector::adopt(const Candidate &candidate, const Block &tip, std::uint64_t head)
{
    std::vector<bool> with;
    for (const Node &node : m_nodes)
        with.push_back(standsOn(node, candidate));
    Reorg reorg;
    reorg.to = head;
    reorg.oldHash = hashAt(head);
    reorg.head = tip;
    std::vector<std::pair<std::uint64_t, std::string>> branch{{tip.number, tip.hash}};
    const Block *at = &tip;
    reorg.forkSeen = false;
    reorg.lowest = tip.number;
    for (;;) {
        if (at->number == 0 || at->parent.empty())
            break;
        const std::string_view before = hashAt(at->number - 1);
        if (before == at->parent) {
            reorg.forkSeen = true;
            reorg.lowest = at->number;
            break;
        }
        branch.emplace_back(at->number - 1, at->parent);
        reorg.lowest = at->number - 1;
        const auto parent = m_seen.find(at->parent);
        if (parent == m_seen.end())
            break;
        at = &parent->second.block;
    }
    if (at->number == 0)
        reorg.forkSeen = true;
    reorg.lowest = std::min(reorg.lowest, head);
    // Where nobody announced what was there before, the new block may be the old one.
    reorg.from = head;
    for (const auto &[number, hash] : branch) {
        const std::string_view before = hashAt(number);
        if (number < reorg.from && !before.empty() && before != hash)
            reorg.from = number;
    }
    lowerToStrayed(reorg, with);
    reorg.exact = reorg.forkSeen && reorg.from == reorg.lowest;
    reorg.depth = head - reorg.from + 1;
    m_canonical.erase(m_canonical.lower_bound(reorg.lowest), m_canonical.end());
    if (!reorg.forkSeen)
        m_canonical.clear(); // what lies below the last block seen may have gone too
    for (const auto &[number, hash] : branch)
        m_canonical[number] = hash;
    for (std::size_t i = 0; i < m_nodes.size(); ++i) {
        if (m_nodes[i].standing != Standing::Unheard)
            settle(m_nodes[i], with[i] ? Standing::Canonical : Standing::Unproven);
    }
    m_candidates.clear();
    m_wanted.reset();
    m_wantedFor.clear();
    sortAgain();
    return reorg;
}

} // namespace spillway::chain
