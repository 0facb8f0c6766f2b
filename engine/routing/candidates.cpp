// SPDX-License-Identifier: MIT
#include "routing/candidates.h"

#include <algorithm>
#include <utility>

namespace spillway {
namespace {

constexpr std::uint64_t kStride = 1ULL << 40U; ///< of a node with weight 1
constexpr std::uint64_t kRebase = 1ULL << 56U; ///< before the passes run over

/// For a heap with the next one at its top.
constexpr auto kComesLater = [](const auto &a, const auto &b) {
    return a.pass != b.pass ? a.pass > b.pass : a.place > b.place;
};

} // namespace

void Candidates::start(const Ranking &ranking,
                       std::size_t chain,
                       const NodeState *preferred,
                       const NodeState *only)
{
    m_ranking = &ranking;
    m_chain = chain;
    m_ranked = &ranking.byChain[chain];
    m_balance = ranking.table->chains()[chain].balance;
    m_at = 0;
    m_seen.clear();
    m_busy.clear();
    m_busyAt = 0;
    m_busySorted = false;
    m_first = kNone;
    m_onlyFirst = only != nullptr;
    if (only != nullptr || preferred != nullptr)
        m_first = find(only != nullptr ? only : preferred);
    if (m_balance == Balance::WeightedRoundRobin
        && (m_wheelsOf.owner_before(ranking.table) || ranking.table.owner_before(m_wheelsOf)))
        buildWheels();
}

std::size_t Candidates::find(const NodeState *state) const
{
    for (const std::size_t node : *m_ranked) {
        if (m_ranking->table->nodes()[node].state.get() == state)
            return node;
    }
    return kNone;
}

int Candidates::tierOf(std::size_t node) const
{
    return m_ranking->table->nodes()[node].config->tier;
}

std::size_t Candidates::next()
{
    if (m_first != kNone && m_seen.empty()) {
        m_seen.push_back(m_first);
        return m_first;
    }
    if (m_onlyFirst)
        return kNone;
    std::size_t node = kNone;
    do {
        switch (m_balance) {
        case Balance::Latency:
            node = nextInOrder();
            break;
        case Balance::LeastInFlight:
            node = nextByInFlight();
            break;
        case Balance::WeightedRoundRobin:
            node = nextByTurn();
            break;
        }
    } while (node != kNone && node == m_first);
    if (node != kNone)
        m_seen.push_back(node);
    return node;
}

std::size_t Candidates::nextInOrder()
{
    return m_at < m_ranked->size() ? (*m_ranked)[m_at++] : kNone;
}

std::size_t Candidates::nextByInFlight()
{
    const std::vector<RouteNode> &nodes = m_ranking->table->nodes();
    while (true) {
        const bool tierEnds =
            m_at == m_ranked->size()
            || (!m_busy.empty() && tierOf(m_busy.front().node) != tierOf((*m_ranked)[m_at]));
        if (!tierEnds) {
            const std::size_t node = (*m_ranked)[m_at++];
            const int inFlight = nodes[node].state->inFlight();
            if (inFlight == 0)
                return node;
            m_busy.push_back({node, inFlight});
            continue;
        }
        if (!m_busySorted) {
            std::stable_sort(m_busy.begin(), m_busy.end(), [](const Busy &a, const Busy &b) {
                return a.inFlight < b.inFlight;
            });
            m_busySorted = true;
        }
        if (m_busyAt < m_busy.size())
            return m_busy[m_busyAt++].node;
        if (m_at == m_ranked->size())
            return kNone;
        m_busy.clear();
        m_busyAt = 0;
        m_busySorted = false;
    }
}

std::size_t Candidates::nextByTurn()
{
    for (std::vector<Wheel> &wheels = m_wheels[m_chain]; m_at < wheels.size(); ++m_at) {
        Wheel &wheel = wheels[m_at];
        if (wheel.waiting == 0)
            continue;
        std::pop_heap(wheel.turns.begin(),
                      wheel.turns.begin() + static_cast<std::ptrdiff_t>(wheel.waiting),
                      kComesLater);
        --wheel.waiting;
        return wheel.turns[wheel.waiting].node;
    }
    return kNone;
}

void Candidates::finish(std::size_t taken)
{
    const Ranking *ranking = std::exchange(m_ranking, nullptr);
    if (ranking == nullptr || m_balance != Balance::WeightedRoundRobin)
        return;
    bool charged = taken == kNone;
    std::vector<Wheel> &wheels = m_wheels[m_chain];
    for (std::size_t tier = 0; tier < wheels.size() && tier <= m_at; ++tier) {
        Wheel &wheel = wheels[tier];
        while (wheel.waiting < wheel.turns.size()) {
            Turn &turn = wheel.turns[wheel.waiting];
            if (turn.node == taken) {
                // Who was out while others were served starts from where they are now.
                wheel.now = std::max(turn.pass, wheel.now);
                turn.pass = wheel.now + turn.stride;
                charged = true;
            }
            ++wheel.waiting;
            std::push_heap(wheel.turns.begin(),
                           wheel.turns.begin() + static_cast<std::ptrdiff_t>(wheel.waiting),
                           kComesLater);
        }
        if (wheel.now > kRebase)
            wheel.rebase();
    }
    if (!charged)
        chargeOutOfTurn(taken);
}

void Candidates::chargeOutOfTurn(std::size_t node)
{
    for (Wheel &wheel : m_wheels[m_chain]) {
        for (Turn &turn : wheel.turns) {
            if (turn.node != node)
                continue;
            turn.pass = std::max(turn.pass, wheel.now) + turn.stride;
            std::make_heap(wheel.turns.begin(), wheel.turns.end(), kComesLater);
            return;
        }
    }
}

void Candidates::Wheel::rebase()
{
    for (Turn &turn : turns)
        turn.pass -= std::min(turn.pass, now);
    now = 0;
    std::make_heap(turns.begin(), turns.end(), kComesLater);
}

void Candidates::buildWheels()
{
    const RoutingTable &table = *m_ranking->table;
    m_wheelsOf = m_ranking->table;
    m_wheels.assign(table.chains().size(), {});
    for (std::size_t chain = 0; chain < m_wheels.size(); ++chain) {
        if (table.chains()[chain].balance != Balance::WeightedRoundRobin)
            continue;
        std::vector<Wheel> &wheels = m_wheels[chain];
        int tier = 0;
        for (const std::size_t node : m_ranking->byChain[chain]) {
            const NodeConfig &config = *table.nodes()[node].config;
            if (wheels.empty() || config.tier != tier)
                wheels.emplace_back();
            tier = config.tier;
            std::vector<Turn> &turns = wheels.back().turns;
            const std::uint64_t stride = kStride / static_cast<std::uint64_t>(config.weight);
            // From the middle of its stride: a heavy node does not get its whole share before the others have their first.
            turns.push_back({.pass = stride / 2,
                             .stride = stride,
                             .place = static_cast<std::uint32_t>(turns.size()),
                             .node = static_cast<std::uint32_t>(node)});
        }
        for (Wheel &wheel : wheels) {
            wheel.waiting = wheel.turns.size();
            std::make_heap(wheel.turns.begin(), wheel.turns.end(), kComesLater);
        }
    }
}

} // namespace spillway
