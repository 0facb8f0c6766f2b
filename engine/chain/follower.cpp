// SPDX-License-Identifier: MIT
#include "chain/follower.h"

#include <algorithm>
#include <charconv>
#include <functional>
#include <utility>

namespace spillway::chain {
namespace {

constexpr SteadyNs kIdleAfter = 300 * kNsPerSecond;
constexpr SteadyNs kWishLife = 300 * kNsPerSecond;
constexpr SteadyNs kIdleFactor = 12;
constexpr SteadyNs kIdlePace = 60 * kNsPerSecond;
constexpr SteadyNs kFirstHeadWait = kNsPerSecond;
constexpr SteadyNs kShortestHurry = 250 * kNsPerMs;
constexpr SteadyNs kLeastFreshness = 15 * kNsPerSecond;
constexpr int kChainIdEvery = 12; ///< turns
constexpr int kSyncingEvery = 4;
constexpr int kTagsEvery = 4;
constexpr int kFedEvery = 12; ///< turns between questions to a node whose feed lives
constexpr SteadyNs kFeedPatience = 60 * kNsPerSecond; ///< without pings
constexpr int kMuteTurns = 12; ///< until a node that told no height is tried again
constexpr std::size_t kKeptReorgs = 50;

std::string_view unquoted(std::string_view token)
{
    if (token.size() < 2 || token.front() != '"' || token.back() != '"')
        return {};
    return token.substr(1, token.size() - 2);
}

std::optional<std::uint64_t> decimal(std::string_view text)
{
    std::uint64_t value = 0;
    const char *end = text.data() + text.size();
    const auto result = std::from_chars(text.data(), end, value);
    if (text.empty() || result.ec != std::errc() || result.ptr != end)
        return std::nullopt;
    return value;
}

TrackerOptions trackerOptions(const ChainConfig &config)
{
    TrackerOptions options;
    options.maxLag = static_cast<std::uint64_t>(config.maxBlockLag);
    options.reorgWindow = config.kind == ChainKind::Evm && config.reorg
                              ? static_cast<std::size_t>(config.reorgWindow)
                              : 0;
    options.grace = std::min(toNs(config.pollInterval), kFirstHeadWait);
    options.patience = 2 * toNs(config.pollInterval) + kNsPerSecond;
    return options;
}

} // namespace

Follower::Follower(const ChainConfig &config,
                   const HealthConfig &health,
                   std::vector<FollowedNode> nodes,
                   std::shared_ptr<ChainState> state,
                   NodeCaller &caller,
                   const Clock &clock)
    : m_config(config)
    , m_health(health)
    , m_state(std::move(state))
    , m_caller(caller)
    , m_clock(clock)
    , m_tracker(trackerOptions(config), nodes.size())
{
    const SteadyNs now = m_clock.steadyNs();
    for (FollowedNode &followed : nodes) {
        Node &node = m_nodes.emplace_back();
        node.followed = std::move(followed);
        node.standing = node.followed.state->chainStanding();
        node.reason = node.followed.state->chainReason();
        if (!node.followed.state->blockNumber())
            node.followed.state->setBlocks(0);
    }
    if (const auto view = m_state->view(); view->head) {
        m_tracker.resume(*view->head, view->headSince);
        m_headSince = view->headSince;
    }
    if (config.kind == ChainKind::Evm && config.chainId != 0)
        m_reference = config.chainId;
    m_state->setChainId(m_reference);
    m_state->setPollPace(toNs(m_config.pollInterval));
    m_state->touch(now); // at full pace to begin with
    // Only the first turn is waited for: if that brings no head, the next will hardly do.
    if (m_state->lastHeadBlocks() == 0)
        m_state->expectHeadUntil(now + kFirstHeadWait);
}

bool Follower::followsHashes() const
{
    return m_config.kind == ChainKind::Evm && m_config.reorg;
}

SteadyNs Follower::pace() const
{
    const SteadyNs full = toNs(m_config.pollInterval);
    if (m_clock.steadyNs() - m_state->lastUse() < kIdleAfter)
        return full;
    return std::max(full, std::min(kIdleFactor * full, kIdlePace));
}

/// How long a feed counts as alive after its last sign of life.
SteadyNs Follower::feedPatience() const
{
    const SteadyNs pings = 2 * toNs(m_config.wsPingInterval);
    return pings > 0 ? pings + kNsPerSecond : kFeedPatience;
}

/// How long it holds what a node said of its head when it was asked.
SteadyNs Follower::pollFreshness() const
{
    return std::max(3 * toNs(m_config.pollInterval), kLeastFreshness);
}

/// The same for what this node says.
SteadyNs Follower::freshness(const Node &node) const
{
    return node.feed ? std::max(pollFreshness(), feedPatience()) : pollFreshness();
}

bool Follower::wished(ChainState::Wish what) const
{
    const SteadyNs at = m_state->wishedAt(what);
    return at != 0 && m_clock.steadyNs() - at < kWishLife;
}

SteadyNs Follower::run()
{
    const SteadyNs now = m_clock.steadyNs();
    judge(); // closures end by themselves
    absorb(m_tracker.look(now));
    const SteadyNs interval = m_state->blockInterval();
    const SteadyNs hurried = std::min(pace(), std::max(kShortestHurry, interval / 4));
    const SteadyNs due = m_lastTurn == 0 ? now : m_lastTurn + (m_hurried ? hurried : pace());
    if (now < due)
        return due;
    beginTurn();
    return m_lastTurn + pace();
}

SteadyNs Follower::hurry()
{
    m_hurried = true;
    return run();
}

void Follower::beginTurn()
{
    const SteadyNs now = m_clock.steadyNs();
    m_hurried = false;
    m_lastTurn = now;
    m_state->turnBegan(now);
    agreeOnFinality(); // nobody may wish for it any more
    for (std::size_t i = 0; i < m_nodes.size(); ++i) {
        Node &node = m_nodes[i];
        const Closure closure = node.followed.state->closure(now);
        if (!node.followed.enabled || node.busy || closure == Closure::Cooling
            || closure == Closure::Parked)
            continue;
        plan(node);
        if (node.due.empty())
            continue;
        node.busy = true;
        node.failedThisTurn = false;
        next(i);
    }
}

void Follower::plan(Node &node)
{
    const SteadyNs now = m_clock.steadyNs();
    node.due.clear();
    if (m_config.kind == ChainKind::Evm)
        evmQuestions(node);
    // A subscription may die without a word: now and then, and when it falls behind, a fed node is asked as well.
    const bool fed = node.feed && now - node.feedAt <= feedPatience()
                     && node.standing != ChainStanding::Lagging && node.turns % kFedEvery != 0;
    if (node.mute && node.turns % kMuteTurns == 0) {
        node.mute = false;
        node.numberOnly = false;
    }
    if (!fed && !node.mute)
        node.due.push_back(Question::Block);
    if (m_config.kind == ChainKind::Evm) {
        const bool turn = node.turns % kTagsEvery == 0;
        if (wished(ChainState::Wish::Safe) && (turn || !node.safe))
            node.due.push_back(Question::Safe);
        if (wished(ChainState::Wish::Finalized) && (turn || !node.finalized))
            node.due.push_back(Question::Finalized);
    }
    ++node.turns;
}

void Follower::evmQuestions(Node &node)
{
    const bool doubtful = node.failures > 0;
    if (node.turns == 0 || doubtful || node.standing == ChainStanding::WrongChain
        || node.turns % kChainIdEvery == 0)
        node.due.push_back(Question::ChainId);
    if (!m_state->netVersion() && !m_askingNetVersion && node.turns < kMuteTurns) {
        m_askingNetVersion = true;
        node.due.push_back(Question::NetVersion);
    }
    if (node.turns == 0 || node.syncing || doubtful || node.standing == ChainStanding::Lagging
        || node.turns % kSyncingEvery == 0)
        node.due.push_back(Question::Syncing);
}

void Follower::next(std::size_t index)
{
    Node &node = m_nodes[index];
    if (node.due.empty()) {
        endTurn(index);
        return;
    }
    const Question question = node.due.front();
    node.due.pop_front();
    std::string_view method;
    std::string_view params = "[]";
    switch (question) {
    case Question::ChainId:
        method = "eth_chainId";
        break;
    case Question::NetVersion:
        method = "net_version";
        break;
    case Question::Syncing:
        method = "eth_syncing";
        break;
    case Question::Block:
        if (m_config.kind == ChainKind::Solana) {
            method = "getSlot";
            params = R"([{"commitment":"confirmed"}])";
        } else if (followsHashes() && !node.numberOnly) {
            method = "eth_getBlockByNumber";
            params = R"(["latest",false])";
        } else {
            method = "eth_blockNumber";
        }
        break;
    case Question::Safe:
        method = "eth_getBlockByNumber";
        params = R"(["safe",false])";
        break;
    case Question::Finalized:
        method = "eth_getBlockByNumber";
        params = R"(["finalized",false])";
        break;
    }
    m_caller.ask(index, method, params, [this, index, question](const NodeAnswer &answer) {
        answered(index, question, answer);
    });
}

void Follower::answered(std::size_t index, Question question, const NodeAnswer &answer)
{
    Node &node = m_nodes[index];
    if (question == Question::NetVersion)
        m_askingNetVersion = false;
    switch (answer.kind) {
    case NodeAnswer::Kind::Result:
        takeResult(index, question, answer.result);
        break;
    case NodeAnswer::Kind::Error:
    case NodeAnswer::Kind::Unsupported:
        refused(index, question, answer);
        break;
    case NodeAnswer::Kind::Failed:
        node.failedThisTurn = true;
        node.failure = answer.words;
        node.due.clear();
        break;
    case NodeAnswer::Kind::NotAsked:
        node.due.clear(); // the next turn will do
        break;
    }
    next(index);
}

void Follower::refused(std::size_t index, Question question, const NodeAnswer &)
{
    Node &node = m_nodes[index];
    switch (question) {
    case Question::Syncing:
        node.syncing = false; // it cannot say: taken to be in step
        judge();
        break;
    case Question::Block:
        unusableHeight(index);
        break;
    case Question::ChainId:
    case Question::NetVersion:
    case Question::Safe:
    case Question::Finalized:
        break;
    }
}

void Follower::takeResult(std::size_t index, Question question, std::string_view result)
{
    Node &node = m_nodes[index];
    switch (question) {
    case Question::ChainId:
        if (const auto id = parseQuantity(unquoted(result)))
            node.chainId = id;
        agreeOnChainId();
        judge();
        if (node.standing == ChainStanding::WrongChain)
            node.due.clear();
        return;
    case Question::NetVersion:
        if (const auto version = decimal(unquoted(result));
            version && node.standing != ChainStanding::WrongChain)
            m_state->setNetVersion(*version);
        return;
    case Question::Syncing:
        takeSyncing(node, result);
        judge();
        return;
    case Question::Block:
        takeBlock(index, result);
        return;
    case Question::Safe:
        if (const auto block = parseBlock(result))
            node.safe = block->number;
        agreeOnFinality();
        return;
    case Question::Finalized:
        if (const auto block = parseBlock(result))
            node.finalized = block->number;
        agreeOnFinality();
        return;
    }
}

void Follower::takeSyncing(Node &node, std::string_view result)
{
    node.syncing = result.starts_with('{') || result == "true";
    node.syncTarget = 0;
    const auto at = result.find(R"("highestBlock")");
    if (at == std::string_view::npos)
        return;
    const auto open = result.find('"', at + 14);
    const auto close = open == std::string_view::npos ? open : result.find('"', open + 1);
    if (close != std::string_view::npos)
        node.syncTarget = parseQuantity(result.substr(open + 1, close - open - 1)).value_or(0);
}

void Follower::takeBlock(std::size_t index, std::string_view result)
{
    std::optional<Block> block;
    if (m_config.kind == ChainKind::Solana) {
        if (const auto slot = decimal(result))
            block = Block{*slot, {}, {}};
    } else if (result.starts_with('{')) {
        block = parseBlock(result);
    } else if (const auto number = parseQuantity(unquoted(result))) {
        block = Block{*number, {}, {}};
    }
    if (!block) {
        unusableHeight(index);
        return;
    }
    m_byFeed = false;
    takeHeight(index, *block);
}

/// The node answered, but told no height: asks in the plainest way, and if that does not help, never mind.
void Follower::unusableHeight(std::size_t index)
{
    Node &node = m_nodes[index];
    if (followsHashes() && !node.numberOnly) {
        node.numberOnly = true;
        node.due.push_front(Question::Block);
        return;
    }
    node.mute = true;
    node.followed.state->setBlocks(NodeState::kEveryBlock);
    judge();
}

void Follower::takeHeight(std::size_t index, const Block &block)
{
    const SteadyNs now = m_clock.steadyNs();
    Node &node = m_nodes[index];
    const std::uint64_t highest = m_tracker.highest();
    node.mute = false;
    node.height = block.number;
    node.followed.state->setBlocks(block.number + 1);
    const auto update = m_tracker.report(index, block, now);
    judge();
    const auto &head = m_tracker.head();
    if (head && node.standing == ChainStanding::Fit
        && block.number + static_cast<std::uint64_t>(m_config.maxBlockLag) >= head->number)
        m_state->confirmUntil(now + freshness(node));
    absorb(update);
    m_state->setHighestBlocks(m_tracker.highest() + 1);
    if (!update.moved && m_tracker.highest() > highest && onMove)
        onMove();
}

void Follower::announced(std::size_t index, const Block &block)
{
    if (m_nodes[index].standing == ChainStanding::WrongChain)
        return;
    m_nodes[index].feedAt = m_clock.steadyNs();
    m_byFeed = true;
    takeHeight(index, block);
}

void Follower::feedAlive(std::size_t index, bool alive)
{
    Node &node = m_nodes[index];
    const SteadyNs now = m_clock.steadyNs();
    node.feed = alive;
    node.feedAt = now;
    node.followed.state->setFed(alive);
    if (alive && node.standing == ChainStanding::Fit && m_tracker.head()
        && node.height.value_or(0) >= m_tracker.head()->number)
        m_state->confirmUntil(now + freshness(node));
}

void Follower::endTurn(std::size_t index)
{
    Node &node = m_nodes[index];
    if (!node.busy)
        return;
    node.busy = false;
    node.failures = node.failedThisTurn ? node.failures + 1 : 0;
    if (node.failures < m_config.failureThreshold)
        return;
    NodeState &state = *node.followed.state;
    const SteadyNs now = m_clock.steadyNs();
    // Until the turn after the next at least: it comes back when it answers again.
    if (state.closure(now) == Closure::None)
        static_cast<void>(state.penalize(
            m_health, now, 2 * pace(), "does not tell where its chain is: " + node.failure));
    judge();
}

void Follower::absorb(const HeadTracker::Update &update)
{
    fetchWanted();
    if (update.reorg) {
        const auto old = m_state->view();
        auto view = std::make_shared<ChainView>(*old);
        ++view->reorgCount;
        view->reorgs.push_back(*update.reorg);
        view->reorgWallMs.push_back(m_clock.wallMs());
        if (view->reorgs.size() > kKeptReorgs) {
            view->reorgs.erase(view->reorgs.begin());
            view->reorgWallMs.erase(view->reorgWallMs.begin());
        }
        m_state->publish(std::move(view));
    }
    if (update.moved)
        publishHead();
    if (update.reorg && onReorg)
        onReorg(*update.reorg);
    if (update.moved && onMove)
        onMove();
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
                     absorb(m_tracker.learn(wanted, block, m_clock.steadyNs()));
                 });
}

void Follower::publishHead()
{
    const auto &head = m_tracker.head();
    auto view = std::make_shared<ChainView>(*m_state->view());
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

void Follower::agreeOnChainId()
{
    if (m_config.chainId != 0)
        return;
    std::vector<std::uint64_t> ids;
    for (const Node &node : m_nodes) {
        if (node.followed.enabled && node.chainId)
            ids.push_back(*node.chainId);
    }
    m_reference.reset();
    for (const std::uint64_t id : ids) {
        const auto votes = static_cast<std::size_t>(std::count(ids.begin(), ids.end(), id));
        if (votes * 2 > ids.size())
            m_reference = id;
    }
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
    if (node.chainId && m_reference && *node.chainId != *m_reference)
        return ChainStanding::WrongChain;
    if (node.syncing)
        return ChainStanding::Syncing;
    if (m_tracker.lags(index, m_clock.steadyNs()))
        return ChainStanding::Lagging;
    return ChainStanding::Fit;
}

std::string Follower::reasonFor(std::size_t index) const
{
    const Node &node = m_nodes[index];
    switch (node.standing) {
    case ChainStanding::WrongChain:
        return "reports chain id " + std::to_string(*node.chainId) + " instead of "
               + std::to_string(*m_reference);
    case ChainStanding::Syncing: {
        std::string words = "is catching up with its chain";
        if (node.syncTarget != 0 && node.height)
            words += ": at block " + std::to_string(*node.height) + " of "
                     + std::to_string(node.syncTarget);
        return words;
    }
    case ChainStanding::Lagging:
        return std::to_string(m_tracker.head()->number - node.height.value_or(0))
               + " blocks behind the head of its chain; max_block_lag allows "
               + std::to_string(m_config.maxBlockLag);
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
        const bool usable =
            node.followed.enabled && !node.mute && standing != ChainStanding::WrongChain
            && standing != ChainStanding::Syncing && state.closure(now) == Closure::None;
        if (m_tracker.setUsable(i, usable, now).moved)
            update.moved = true;
        const bool changed = standing != node.standing;
        node.standing = standing;
        std::string reason = reasonFor(i);
        if (changed || reason != node.reason) {
            node.reason = std::move(reason);
            state.setChainStanding(standing, node.reason);
        }
        if (changed && onStanding)
            onStanding(node.followed.name, standing, node.reason);
    }
    if (update.moved)
        absorb(update);
}

} // namespace spillway::chain
