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
constexpr SteadyNs kHold = 1500 * kNsPerMs; ///< longer than it takes until the follower comes again
constexpr int kMuteTurns = 12;              ///< until a node that told no height is tried again

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
    holdTheSilent();
    judge(); // closures end by themselves
    const auto update = m_tracker.look(now);
    if (update.moved)
        judge();
    absorb(update);
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
    m_askingAll = true;
    for (std::size_t i = 0; i < m_nodes.size(); ++i) {
        if (!mayAsk(m_nodes[i], now))
            continue;
        plan(m_nodes[i]);
        beginFor(i);
    }
    m_askingAll = false;
    settleFirstHead();
}

bool Follower::mayAsk(const Node &node, SteadyNs now) const
{
    const Closure closure = node.followed.state->closure(now);
    return node.followed.enabled && !node.busy && closure != Closure::Cooling
           && closure != Closure::Parked;
}

void Follower::beginFor(std::size_t index)
{
    Node &node = m_nodes[index];
    if (node.due.empty())
        return;
    node.busy = true;
    node.failedThisTurn = false;
    node.unaskedThisTurn = false;
    next(index);
}

/// What is asked for health's sake is cheap; a client's call to a node that hangs costs that client a whole timeout.
void Follower::holdTheSilent()
{
    const SteadyNs now = m_clock.steadyNs();
    for (std::size_t i = 0; i < m_nodes.size(); ++i) {
        Node &node = m_nodes[i];
        NodeState &state = *node.followed.state;
        SteadyNs until = 0;
        if (state.closure(now, &until) != Closure::Penalty) {
            node.doubtedSince = 0;
            continue;
        }
        if (node.doubtedSince == 0 || until > node.heldUntil) {
            // A penalty that somebody gave.
            node.doubtedSince = now;
            node.heldUntil = until;
        }
        if (node.answeredAt >= node.doubtedSince || node.mute)
            continue;
        if (until <= now + kHold) {
            node.heldUntil = now + kHold;
            state.holdPenalty(node.heldUntil);
        }
        if (mayAsk(node, now) && now - m_lastTurn >= kNsPerSecond && now >= node.askAgainAt
            && m_lastTurn + pace() > now) {
            node.askAgainAt = now + std::max(kNsPerSecond, pace() / kIdleFactor);
            node.due.assign(1, Question::Block);
            beginFor(i);
        }
    }
}

void Follower::plan(Node &node)
{
    const SteadyNs now = m_clock.steadyNs();
    node.due.clear();
    if (node.alien) {
        node.due.push_back(Question::Identity);
        ++node.turns;
        return;
    }
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
    if (node.turns == 0 || doubtful || node.standing == ChainStanding::WrongChain || node.strayed
        || node.turns % kChainIdEvery == 0)
        node.due.push_back(Question::Identity);
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
    case Question::Identity:
        method = m_config.kind == ChainKind::Solana ? "getGenesisHash" : "eth_chainId";
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
    if (question == Question::Identity && std::exchange(node.idAwaited, false)
        && answer.kind != NodeAnswer::Kind::Result)
        judge();
    // One that cannot be asked shows itself by clients' calls alone.
    if (answer.kind != NodeAnswer::Kind::Failed) {
        node.answeredAt = m_clock.steadyNs();
        node.cut = node.cut && answer.kind == NodeAnswer::Kind::NotAsked;
    }
    if (answer.kind != NodeAnswer::Kind::NotAsked && std::exchange(node.unasked, 0) > 0)
        judge(); // it counts again, before it says something
    switch (answer.kind) {
    case NodeAnswer::Kind::Result:
        takeResult(index, question, answer.result);
        break;
    case NodeAnswer::Kind::Error:
    case NodeAnswer::Kind::Unsupported:
    case NodeAnswer::Kind::Withheld:
        refused(index, question, answer);
        break;
    case NodeAnswer::Kind::Failed:
        node.failedThisTurn = true;
        node.failure = answer.words;
        node.due.clear();
        break;
    case NodeAnswer::Kind::NotAsked:
        node.unaskedThisTurn = true;
        node.due.clear(); // the next turn will do
        break;
    }
    next(index);
}

void Follower::refused(std::size_t index, Question question, const NodeAnswer &answer)
{
    Node &node = m_nodes[index];
    const bool byNode = answer.kind != NodeAnswer::Kind::Withheld;
    if (byNode) {
        node.lacksMethods = answer.kind == NodeAnswer::Kind::Unsupported;
        if (!answer.words.empty())
            node.refusal = answer.words;
    }
    switch (question) {
    case Question::Syncing:
        node.syncing = false; // it cannot say: taken to be in step
        judge();
        break;
    case Question::Block:
        unusableHeight(index);
        // The last way to ask for it was refused, so its identity decides whether the node is of this kind at all.
        node.heightRefused = byNode && node.mute;
        if (node.heightRefused && !node.identityRefused)
            node.due.push_front(Question::Identity);
        weighRefusals(index);
        break;
    case Question::Identity:
        node.identityRefused = byNode;
        if (!byNode && node.alien)
            answersAgain(index);
        weighRefusals(index);
        break;
    case Question::NetVersion:
    case Question::Safe:
    case Question::Finalized:
        break;
    }
}

void Follower::weighRefusals(std::size_t index)
{
    Node &node = m_nodes[index];
    if (!node.heightRefused || !node.identityRefused || node.alien)
        return;
    ++node.refusedTurns;
    if (!node.lacksMethods && node.refusedTurns < m_config.failureThreshold) {
        // Neither is known any more: the next turn asks for both.
        node.mute = node.heightRefused = node.identityRefused = false;
        return;
    }
    node.alien = true;
    node.due.clear();
    node.followed.state->forgive(); // what it lacks: it says so of everything, and is asked again
    judge();
}

/// What it said while it refused everything is no news of what it can do now.
void Follower::answersAgain(std::size_t index)
{
    Node &node = m_nodes[index];
    node.identityRefused = node.heightRefused = false;
    node.refusedTurns = 0;
    if (!std::exchange(node.alien, false))
        return;
    node.mute = node.numberOnly = false;
    node.followed.state->forgive();
    node.due.push_back(Question::Block);
    judge();
}

void Follower::takeResult(std::size_t index, Question question, std::string_view result)
{
    Node &node = m_nodes[index];
    switch (question) {
    case Question::Identity:
        answersAgain(index);
        if (m_config.kind != ChainKind::Evm)
            return;
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
    const bool wasStale = m_state->headBlocks(now) == 0;
    m_outOfDate = m_outOfDate || wasStale;
    node.mute = false;
    node.heightRefused = false;
    node.refusedTurns = 0;
    node.height = block.number;
    node.newest = block;
    node.followed.state->setBlocks(reachOf(block));
    const auto update = m_tracker.report(index, block, now);
    doubtChainId(index);
    if (update.moved && !m_replaced.empty())
        noteReach();
    judge();
    const auto &head = m_tracker.head();
    if (head && node.standing == ChainStanding::Fit
        && block.number + static_cast<std::uint64_t>(m_config.maxBlockLag) >= head->number)
        m_state->confirmUntil(now + freshness(node));
    m_state->setHighestBlocks(m_tracker.highest() + 1); // before anybody is woken to look at it
    absorb(update);
    const bool fresh = wasStale && m_state->headBlocks(now) != 0;
    if (!update.moved && (fresh || m_tracker.highest() > highest) && onMove)
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
    node.cut = !alive && (node.cut || node.feed);
    const bool ask = !alive && node.feed && mayAsk(node, now);
    node.feed = alive;
    node.feedAt = now;
    node.followed.state->setFed(alive);
    if (ask) {
        node.due.assign(1, Question::Block);
        beginFor(index);
    }
    if (alive && node.standing == ChainStanding::Fit && m_tracker.head()
        && node.height.value_or(0) >= m_tracker.head()->number)
        m_state->confirmUntil(now + freshness(node));
}

} // namespace spillway::chain
