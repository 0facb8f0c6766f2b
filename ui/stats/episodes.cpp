// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/episodes.h"

#include "stats/figures.h"

#include <algorithm>

namespace spillway::ui {

namespace {

constexpr std::size_t kMostEpisodes = 50;
/// What comes back within this time has not really gone.
constexpr std::int64_t kQuietMs = 60'000;
/// A node counts as limited while this share of its chances was passed over.
constexpr std::uint64_t kLeastSkips = 1;
constexpr double kQuotaHighShare = 0.8;

std::size_t indexOf(SkipReason reason)
{
    return static_cast<std::size_t>(reason);
}

std::size_t indexOf(RequestOutcome outcome)
{
    return static_cast<std::size_t>(outcome);
}

std::uint64_t risen(std::uint64_t before, std::uint64_t now)
{
    return now > before ? now - before : 0;
}

std::uint64_t attemptsOf(const NodeSnapshot &node, std::string_view outcome)
{
    const auto found = std::find(kAttemptOutcomeNames.begin(), kAttemptOutcomeNames.end(), outcome);
    return node.attempts[static_cast<std::size_t>(found - kAttemptOutcomeNames.begin())];
}

/// Parked for a rejected key: the outcome was seen, and no plan ran out after it.
bool keyRejected(const NodeSnapshot &node)
{
    return attemptsOf(node, "key_rejected") > 0 && attemptsOf(node, "quota_exhausted") == 0;
}

} // namespace

EpisodeDetector::EpisodeDetector(QObject *parent)
    : QObject(parent)
{}

void EpisodeDetector::clear()
{
    m_episodes.clear();
    m_running.clear();
    m_hasBefore = false;
    Q_EMIT changed();
}

Episode *EpisodeDetector::find(std::uint64_t id)
{
    const auto found = std::find_if(m_episodes.begin(),
                                    m_episodes.end(),
                                    [id](const Episode &episode) { return episode.id == id; });
    return found == m_episodes.end() ? nullptr : &*found;
}

void EpisodeDetector::add(const Snapshot &snapshot)
{
    if (m_hasBefore && snapshot.steadyMs == m_before.steadyMs)
        return;
    m_now = snapshot;
    m_changed = false;
    const bool newRun = !m_hasBefore || snapshot.uptimeMs < m_before.uptimeMs;
    if (newRun) {
        for (auto &[key, running] : m_running) {
            if (Episode *episode = find(running.id)) {
                episode->endedMs = running.lastSeenMs;
                m_changed = true;
            }
        }
        m_running.clear();
        m_before = Snapshot{};
        Episode facts;
        facts.startedMs = snapshot.wallMs - snapshot.uptimeMs;
        see(Episode::Kind::Started, {}, facts);
    }
    for (const NodeSnapshot &node : snapshot.nodes)
        checkNode(node, figures::nodeNamed(m_before, node.name));
    for (const ChainSnapshot &chain : snapshot.chains)
        checkChain(chain);
    checkOverload();
    endSilent();
    m_before = snapshot;
    m_hasBefore = true;
    if (m_changed)
        Q_EMIT changed();
}

void EpisodeDetector::checkNode(const NodeSnapshot &node, const NodeSnapshot *before)
{
    static const NodeSnapshot kNothing;
    const NodeSnapshot &was = before ? *before : kNothing;
    const QString name = QString::fromStdString(node.name);
    Episode facts;
    facts.node = name;
    facts.chain = QString::fromStdString(node.chain);
    facts.condition = node.condition;
    facts.reason = QString::fromStdString(node.reason);
    facts.reasonFound = node.reasonFound;
    facts.reasonWanted = node.reasonWanted;
    facts.untilMs = node.closedForMs > 0 ? m_now.wallMs + node.closedForMs : 0;

    switch (node.condition) {
    case NodeCondition::Penalized:
        see(Episode::Kind::Penalised, name, facts);
        break;
    case NodeCondition::Cooling:
        see(Episode::Kind::Refused, name, facts);
        break;
    case NodeCondition::Parked:
        see(keyRejected(node) ? Episode::Kind::KeyRejected : Episode::Kind::SetAside, name, facts);
        break;
    case NodeCondition::QuotaExhausted:
        facts.until = QString::fromStdString(node.resetsAt);
        see(Episode::Kind::QuotaReached, name, facts);
        break;
    case NodeCondition::Lagging:
        see(Episode::Kind::Behind, name, facts);
        break;
    case NodeCondition::Syncing:
        see(Episode::Kind::Syncing, name, facts);
        break;
    case NodeCondition::WrongChain:
        see(Episode::Kind::WrongChain, name, facts);
        break;
    case NodeCondition::Up:
    case NodeCondition::Unknown:
    case NodeCondition::Saturated:
    case NodeCondition::Disabled:
        break;
    }
    facts.condition = NodeCondition::Up;
    facts.reason.clear();
    facts.untilMs = 0;
    // A limit shows in what was passed over, not in a moment's state: the bucket refills many times a second.
    const auto skipped = [&node, &was](SkipReason reason) {
        return risen(was.skips[indexOf(reason)], node.skips[indexOf(reason)]);
    };
    if (skipped(SkipReason::RateLimit) >= kLeastSkips)
        see(Episode::Kind::RateLimited, name, facts);
    if (skipped(SkipReason::Saturated) >= kLeastSkips)
        see(Episode::Kind::Saturated, name, facts);
    if (node.threshold && *node.threshold > 0 && node.condition != NodeCondition::QuotaExhausted) {
        facts.share = static_cast<double>(node.used) / static_cast<double>(*node.threshold);
        facts.until = QString::fromStdString(node.resetsAt);
        if (facts.share >= kQuotaHighShare && facts.share < 1)
            see(Episode::Kind::QuotaHigh, name, facts);
    }
}

void EpisodeDetector::checkChain(const ChainSnapshot &chain)
{
    bool any = false;
    for (const NodeSnapshot &node : m_now.nodes) {
        if (node.chain != chain.name || node.condition == NodeCondition::Disabled)
            continue;
        any = true;
        if (isActive(node.condition))
            return;
    }
    if (!any)
        return;
    Episode facts;
    facts.chain = QString::fromStdString(chain.name);
    for (const NodeSnapshot &node : m_now.nodes) {
        if (node.chain == chain.name && !node.lastError.empty())
            facts.reason = QString::fromStdString(node.lastError);
    }
    see(Episode::Kind::AllDown, facts.chain, facts);
}

void EpisodeDetector::checkOverload()
{
    const std::size_t index = indexOf(RequestOutcome::Overloaded);
    if (risen(m_before.requests[index], m_now.requests[index]) > 0)
        see(Episode::Kind::Overloaded, {}, Episode{});
}

void EpisodeDetector::see(Episode::Kind kind, const QString &subject, const Episode &facts)
{
    m_changed = true;
    const auto found = m_running.find(Key(kind, subject));
    if (found != m_running.end()) {
        Running &running = found->second;
        if (Episode *episode = find(running.id)) {
            // A break in it, however short, makes the next one a return.
            if (running.lastSeenMs < m_before.wallMs)
                ++episode->times;
            running.lastSeenMs = m_now.wallMs;
            episode->untilMs = facts.untilMs;
            episode->share = facts.share;
            if (!facts.reason.isEmpty()) {
                episode->reason = facts.reason;
                episode->reasonFound = facts.reasonFound;
                episode->reasonWanted = facts.reasonWanted;
            }
            updateShares(episode, running);
            return;
        }
        m_running.erase(found);
    }
    Episode episode = facts;
    episode.id = m_nextId++;
    episode.kind = kind;
    if (episode.startedMs == 0)
        episode.startedMs = m_now.wallMs;
    Running running;
    running.id = episode.id;
    running.lastSeenMs = m_now.wallMs;
    for (const NodeSnapshot &node : m_now.nodes) {
        const NodeSnapshot *was = figures::nodeNamed(m_before, node.name);
        running.servedBefore[QString::fromStdString(node.name)] = was ? was->served : 0;
    }
    updateShares(&episode, running);
    m_episodes.push_front(episode);
    if (m_episodes.size() > kMostEpisodes)
        m_episodes.pop_back();
    if (kind == Episode::Kind::Started) {
        // A moment, not a state.
        m_episodes.front().endedMs = episode.startedMs;
    } else {
        m_running[Key(kind, subject)] = running;
    }
    Q_EMIT began(m_episodes.front());
}

void EpisodeDetector::endSilent()
{
    for (auto running = m_running.begin(); running != m_running.end();) {
        if (m_now.wallMs - running->second.lastSeenMs < kQuietMs) {
            ++running;
            continue;
        }
        if (Episode *episode = find(running->second.id)) {
            episode->endedMs = running->second.lastSeenMs;
            m_changed = true;
        }
        running = m_running.erase(running);
    }
}

void EpisodeDetector::updateShares(Episode *episode, const Running &running) const
{
    if (episode->node.isEmpty())
        return;
    std::uint64_t all = 0;
    std::uint64_t most = 0;
    episode->other.clear();
    episode->otherShare = 0;
    for (const NodeSnapshot &node : m_now.nodes) {
        if (QString::fromStdString(node.chain) != episode->chain)
            continue;
        const QString name = QString::fromStdString(node.name);
        const auto before = running.servedBefore.find(name);
        const std::uint64_t served =
            risen(before == running.servedBefore.end() ? 0 : before->second, node.served);
        all += served;
        if (name != episode->node && served > most) {
            most = served;
            episode->other = name;
        }
    }
    if (all > 0)
        episode->otherShare = static_cast<double>(most) / static_cast<double>(all);
}

} // namespace spillway::ui
