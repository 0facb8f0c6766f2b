// SPDX-License-Identifier: MIT
// What follows from the nodes' answers: head, standing, chain id and finality, and who is told.
#include "chain/follower.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace spillway::chain {
namespace {

constexpr std::size_t kKeptReorgs = 50;
constexpr std::size_t kKeptReplaced = 1000;
constexpr std::uint64_t kLongestBranch = 10000; ///< no window is longer
constexpr int kUnaskedTurns = 3; ///< until a node that could not be asked does not count

} // namespace

void Follower::absorb(const HeadTracker::Update &update)
{
    fetchWanted();
    if (update.reorg)
        noteReplaced(*update.reorg, *m_state->view());
    const bool shown = update.moved && !holdsHead(update.reorg.has_value());
    // At once: who sees that there was a reorganisation must not see the hashes from before it.
    if (shown || update.reorg) {
        auto view = std::make_shared<ChainView>(*m_state->view());
        if (update.reorg)
            noteReorg(*update.reorg, *view);
        if (shown)
            publishHead(std::move(view));
        else
            m_state->publish(std::move(view));
    }
    if (update.reorg && onReorg)
        onReorg(*update.reorg);
    if (shown && onMove)
        onMove();
}

void Follower::noteReorg(const Reorg &reorg, ChainView &view)
{
    ++view.reorgCount;
    view.reorgs.push_back(reorg);
    view.reorgWallMs.push_back(m_clock.wallMs());
    if (view.reorgs.size() > kKeptReorgs) {
        view.reorgs.erase(view.reorgs.begin());
        view.reorgWallMs.erase(view.reorgWallMs.begin());
    }
}

/// A branch that was left is not shown a moment longer than needed; nor does the first head wait, for which calls do.
bool Follower::holdsHead(bool reorganised)
{
    const auto &head = m_tracker.head();
    const auto shown = m_state->view();
    if (!onHead || !head || pace() > toNs(m_config.pollInterval)
        || (shown->head && shown->head->number == head->number && shown->head->hash == head->hash))
        return false;
    const bool continues =
        !reorganised && !m_outOfDate && shown->head && head->number > shown->head->number;
    return onHead(*head, continues) && continues;
}

void Follower::showHead()
{
    publishHead(std::make_shared<ChainView>(*m_state->view()));
    if (onMove)
        onMove();
}

/// The nodes that are left on the old branch have nothing above the fork that clients may see.
void Follower::noteReplaced(const Reorg &reorg, const ChainView &before)
{
    if (m_replaced.size() > kKeptReplaced)
        m_replaced.clear();
    for (std::uint64_t number = std::max(reorg.lowest, before.windowFrom);
         !before.canonicalHash(number).empty();
         ++number) {
        const std::string_view hash = before.canonicalHash(number);
        if (m_tracker.canonicalHash(number) != hash)
            m_replaced.insert_or_assign(std::string(hash), reorg.lowest);
    }
    if (!reorg.oldHash.empty() && m_tracker.canonicalHash(reorg.to) != reorg.oldHash)
        m_replaced.insert_or_assign(reorg.oldHash, reorg.lowest);
    const auto &head = m_tracker.head();
    const std::uint64_t tip = std::max(reorg.head.number, head ? head->number : 0);
    for (std::uint64_t number = std::max(reorg.lowest, tip - std::min(tip, kLongestBranch));
         number <= tip;
         ++number)
        m_replaced.erase(std::string(m_tracker.canonicalHash(number)));
    m_replaced.erase(reorg.head.hash);
    noteReach();
}

void Follower::noteReach()
{
    for (Node &node : m_nodes) {
        if (node.height && !node.mute)
            node.followed.state->setBlocks(reachOf(node.newest));
    }
}

/// Number of blocks of the canonical chain that a node has, as far as its newest block tells.
std::uint64_t Follower::reachOf(const Block &newest)
{
    if (m_replaced.empty())
        return newest.number + 1;
    // What was taken back may come again: a node that was restored builds the same blocks once more.
    const std::string_view canonical = m_tracker.canonicalHash(newest.number);
    const bool continues = canonical.empty() && newest.number > 0 && !newest.parent.empty()
                           && m_tracker.canonicalHash(newest.number - 1) == newest.parent;
    if (continues || (!newest.hash.empty() && canonical == newest.hash)) {
        m_replaced.erase(newest.hash);
        return newest.number + 1;
    }
    auto found = m_replaced.find(newest.hash);
    if (found == m_replaced.end() && !newest.parent.empty()
        && m_tracker.canonicalHash(newest.number) != newest.hash) {
        const auto parent = m_replaced.find(newest.parent);
        if (parent != m_replaced.end()) // the old branch goes on
            found = m_replaced.emplace(newest.hash, parent->second).first;
    }
    return found == m_replaced.end() ? newest.number + 1 : found->second;
}

void Follower::fetchWanted()
{
    if (!m_tracker.blockWanted() || m_fetching)
        return;
    m_fetching = true;
    const ReorgDetector::Wanted wanted = *m_tracker.blockWanted();
    const bool byHash = !wanted.hash.empty();
    m_caller.ask(wanted.node,
                 byHash ? "eth_getBlockByHash" : "eth_getBlockByNumber",
                 "[\"" + (byHash ? wanted.hash : toQuantity(wanted.number)) + "\",false]",
                 [this, wanted](const NodeAnswer &answer) {
                     m_fetching = false;
                     const auto block = answer.kind == NodeAnswer::Kind::Result
                                            ? parseBlock(answer.result)
                                            : std::nullopt;
                     const auto update = m_tracker.learn(wanted, block, m_clock.steadyNs());
                     judge();
                     absorb(update);
                 });
}

/// `view`: what is known but for the head and the window.
void Follower::publishHead(std::shared_ptr<ChainView> view)
{
    const auto &head = m_tracker.head();
    m_outOfDate = false;
    if (head
        && (!view->head || view->head->number != head->number || view->head->hash != head->hash))
        m_headSince = m_clock.steadyNs();
    view->head = head;
    view->headSince = m_headSince;
    view->byFeed = m_byFeed;
    view->hashes.clear();
    const auto from = head ? m_tracker.window().contiguousFrom(head->number) : std::nullopt;
    if (from) {
        view->windowFrom = *from;
        for (std::uint64_t number = *from; number <= head->number; ++number)
            view->hashes.emplace_back(m_tracker.canonicalHash(number));
    }
    m_state->setBlockInterval(m_tracker.blockInterval());
    m_state->confirmUntil(m_clock.steadyNs() + pollFreshness());
    m_state->publish(std::move(view));
}

/// Whoever is not asked any more and has told none will not decide it.
void Follower::settleChainId()
{
    const auto hadItsSay = [](const Node &node) {
        return !node.followed.enabled || node.chainId || !node.busy;
    };
    m_idSettled =
        m_idSettled || (m_reference && std::all_of(m_nodes.begin(), m_nodes.end(), hadItsSay));
}

/// The id that most nodes tell. Among as many: the one that counts already, once each node had its say; before, and if it is
/// not among them, that of the first node of the lowest tier. So two nodes of two chains never serve by turns, and only more
/// nodes than tell the present id replace it.
void Follower::agreeOnChainId()
{
    if (m_config.chainId != 0)
        return;
    std::vector<const Node *> told;
    for (const Node &node : m_nodes) {
        if (node.followed.enabled && node.chainId)
            told.push_back(&node);
    }
    std::stable_sort(told.begin(), told.end(), [](const Node *left, const Node *right) {
        return left->followed.tier < right->followed.tier;
    });
    const auto votesFor = [&told](std::uint64_t id) {
        return std::count_if(
            told.begin(), told.end(), [id](const Node *node) { return *node->chainId == id; });
    };
    std::optional<std::uint64_t> agreed = m_idSettled ? m_reference : std::nullopt;
    auto most = agreed ? votesFor(*agreed) : 0;
    for (const Node *node : told) {
        if (const auto votes = votesFor(*node->chainId); votes > most) {
            most = votes;
            agreed = node->chainId;
        }
    }
    m_reference = agreed;
    settleChainId();
    m_state->setChainId(m_reference);
}

void Follower::agreeOnFinality()
{
    const std::uint64_t finalized = agreed(&Node::finalized, m_state->finalized());
    const std::uint64_t safe = agreed(&Node::safe, m_state->safe());
    m_state->setFinality(safe == 0 ? 0 : std::max(safe, finalized), finalized);
}

/// Block count up to the highest block that at least half of the nodes which told one have under that tag; never less than
/// before while clients ask for it, and 0 when they do not.
std::uint64_t Follower::agreed(std::optional<std::uint64_t> Node::*tag,
                               std::optional<std::uint64_t> before) const
{
    if (!wished(tag == &Node::safe ? ChainState::Wish::Safe : ChainState::Wish::Finalized))
        return 0;
    std::vector<std::uint64_t> numbers;
    for (const Node &node : m_nodes) {
        if (node.standing == ChainStanding::Fit && node.*tag)
            numbers.push_back(*(node.*tag));
    }
    if (numbers.empty())
        return before ? *before + 1 : 0;
    std::sort(numbers.begin(), numbers.end(), std::greater<>());
    return std::max(numbers[(numbers.size() + 1) / 2 - 1], before.value_or(0)) + 1;
}

ChainStanding Follower::standingOf(std::size_t index) const
{
    const Node &node = m_nodes[index];
    if (node.alien)
        return ChainStanding::WrongChain;
    if (node.chainId && m_reference && *node.chainId != *m_reference)
        return ChainStanding::WrongChain;
    if (node.syncing)
        return ChainStanding::Syncing;
    if (m_tracker.strays(index) && !node.idAwaited)
        return ChainStanding::OtherBranch;
    if (m_tracker.outlies(index, m_clock.steadyNs()))
        return ChainStanding::Outlier;
    if (m_tracker.lags(index, m_clock.steadyNs()))
        return ChainStanding::Lagging;
    return ChainStanding::Fit;
}

NodeState::ChainReason Follower::reasonFor(std::size_t index) const
{
    const Node &node = m_nodes[index];
    switch (node.standing) {
    case ChainStanding::WrongChain:
        if (node.alien)
            return {std::string("refuses what every node of a")
                        + (m_config.kind == ChainKind::Solana
                               ? " Solana chain answers (getSlot, getGenesisHash): "
                               : "n EVM chain answers (eth_blockNumber, eth_chainId): ")
                        + (node.refusal.empty() ? "the method is not known" : node.refusal),
                    0,
                    0};
        return {"reports chain id " + std::to_string(*node.chainId) + " instead of "
                    + std::to_string(*m_reference)
                    + (m_config.chainId != 0 ? ""
                                             : ", which its chain's nodes agreed on; chain_id in "
                                               "the configuration settles which is right"),
                *node.chainId,
                *m_reference};
    case ChainStanding::Syncing: {
        std::string words = "is catching up with its chain";
        if (node.syncTarget != 0 && node.height)
            words += ": at block " + std::to_string(*node.height) + " of "
                     + std::to_string(node.syncTarget);
        return {std::move(words), node.height.value_or(0), node.syncTarget};
    }
    case ChainStanding::Lagging: {
        const std::uint64_t behind = m_tracker.head()->number - node.height.value_or(0);
        return {std::to_string(behind)
                    + " blocks behind the head of its chain; max_block_lag allows "
                    + std::to_string(m_config.maxBlockLag),
                behind,
                static_cast<std::uint64_t>(m_config.maxBlockLag)};
    }
    case ChainStanding::OtherBranch: {
        const auto since = m_tracker.window().strayedAt(index);
        return {"on another branch since block " + std::to_string(since.number)
                    + (since.forkSeen ? "" : ", or before"),
                since.number,
                0};
    }
    case ChainStanding::Outlier: {
        const std::uint64_t height = node.height.value_or(0);
        const std::uint64_t above = height - m_tracker.head()->number;
        return {"claims block " + std::to_string(height) + ", " + std::to_string(above)
                    + " above the head of its chain, and no other node confirms it",
                0,
                above};
    }
    case ChainStanding::Fit:
        break;
    }
    return {};
}

/// Works out which nodes count and which are out, and says so where it changed.
void Follower::judge()
{
    const SteadyNs now = m_clock.steadyNs();
    HeadTracker::Update update;
    for (std::size_t i = 0; i < m_nodes.size(); ++i) {
        Node &node = m_nodes[i];
        NodeState &state = *node.followed.state;
        const ChainStanding standing = standingOf(i);
        // One that cannot be asked must not hold the head where it last was.
        const bool usable = node.followed.enabled && !node.mute && node.unasked < kUnaskedTurns
                            && standing != ChainStanding::WrongChain
                            && standing != ChainStanding::Syncing
                            && state.closure(now) == Closure::None;
        if (m_tracker.setUsable(i, usable, now).moved)
            update.moved = true;
        const bool changed = standing != node.standing;
        node.standing = standing;
        NodeState::ChainReason reason = reasonFor(i);
        if (changed || reason != node.reason) {
            node.reason = std::move(reason);
            state.setChainStanding(standing, node.reason);
        }
        if (changed && onStanding)
            onStanding(node.followed.name, standing, node.reason.words);
    }
    if (update.moved)
        absorb(update);
}

/// A node that changes to another branch may have changed to another chain altogether: behind its address stands another one.
void Follower::doubtChainId(std::size_t index)
{
    Node &node = m_nodes[index];
    const bool before = std::exchange(node.strayed, m_tracker.strays(index));
    if (!node.strayed || before || m_config.kind != ChainKind::Evm)
        return;
    node.due.push_front(Question::Identity);
    node.idAwaited = true;
    if (mayAsk(node, m_clock.steadyNs()))
        beginFor(index);
    else
        node.idAwaited = node.busy;
}

void Follower::endTurn(std::size_t index)
{
    Node &node = m_nodes[index];
    if (!node.busy)
        return;
    node.busy = false;
    settleChainId();
    node.failures = node.failedThisTurn ? node.failures + 1 : 0;
    if (node.unaskedThisTurn)
        ++node.unasked;
    // The WebSocket that went is a failure as well: what it told last must not count until as many polls have failed.
    if (node.failures >= m_config.failureThreshold || (node.cut && node.failedThisTurn)) {
        NodeState &state = *node.followed.state;
        const SteadyNs now = m_clock.steadyNs();
        // Until the turn after the next at least: it comes back when it answers again.
        if (state.closure(now) == Closure::None)
            static_cast<void>(state.penalize(
                m_health, now, 2 * pace(), "does not tell where its chain is: " + node.failure));
        judge();
    }
    settleFirstHead();
}

/// When all who were asked have told, or failed to, nobody else is worth a wait: neither for the head that the others carry, nor for calls
/// when it comes to none.
void Follower::settleFirstHead()
{
    const SteadyNs now = m_clock.steadyNs();
    if (m_askingAll || m_state->headBlocks(now) != 0 || !m_state->isHeadExpected(now)
        || std::any_of(m_nodes.begin(), m_nodes.end(), [](const Node &node) { return node.busy; }))
        return;
    const auto update = m_tracker.endGrace(now);
    if (update.moved)
        judge();
    absorb(update);
    if (m_state->headBlocks(now) != 0)
        return;
    m_state->expectHeadUntil(now);
    if (onMove)
        onMove();
}

} // namespace spillway::chain
