// SPDX-License-Identifier: MIT
#pragma once

#include "chain/follower.h"
#include "manualclock.h"
#include "memoryusage.h"

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace spillway::test {

using namespace spillway::chain;

inline std::string hashOf(std::uint64_t number)
{
    std::string digits = toQuantity(number).substr(2);
    return "0x" + std::string(64 - digits.size(), '0') + digits;
}

/// Nodes that answer by what they are told to be. Answers come when deliver() is called.
class FollowedNodes final : public NodeCaller
{
public:
    struct Node
    {
        std::uint64_t height = 100;
        std::uint64_t chainId = 1;
        std::uint64_t finalized = 60;
        bool syncing = false;
        bool dead = false;
        bool spent = false;                      ///< there are no credits for questions
        bool numbersOnly = false;                ///< no blocks, only heights
        std::string garbage;                     ///< result of every question
        std::optional<NodeAnswer::Kind> refuses; ///< how it answers every question
        std::map<std::string, int> asked;
    };

    void ask(std::size_t node, std::string_view method, std::string_view params, Done done) override
    {
        ++at(node).asked[std::string(method)];
        m_waiting.push_back({node, std::string(method), std::string(params), std::move(done)});
    }

    Node &at(std::size_t index)
    {
        while (m_nodes.size() <= index)
            m_nodes.emplace_back();
        return m_nodes[index];
    }

    void deliver()
    {
        while (!m_waiting.empty()) {
            Waiting next = std::move(m_waiting.front());
            m_waiting.pop_front();
            const std::string result = resultOf(at(next.node), next.method, next.params);
            NodeAnswer answer;
            answer.kind = at(next.node).refuses ? *at(next.node).refuses
                          : at(next.node).spent ? NodeAnswer::Kind::NotAsked
                          : result.empty()      ? NodeAnswer::Kind::Failed
                                                : NodeAnswer::Kind::Result;
            answer.result = result;
            answer.words = at(next.node).refuses ? "no such method" : "timed out";
            next.done(answer);
        }
    }

    [[nodiscard]] int total()
    {
        int sum = 0;
        for (const Node &node : m_nodes) {
            for (const auto &[method, count] : node.asked)
                sum += count;
        }
        return sum;
    }

private:
    struct Waiting
    {
        std::size_t node;
        std::string method;
        std::string params;
        Done done;
    };

    static std::string
    resultOf(const Node &node, const std::string &method, const std::string &params)
    {
        if (node.dead)
            return {};
        if (!node.garbage.empty())
            return node.garbage;
        if (method == "eth_chainId")
            return '"' + toQuantity(node.chainId) + '"';
        if (method == "net_version")
            return '"' + std::to_string(node.chainId) + '"';
        if (method == "eth_syncing")
            return node.syncing ? R"({"currentBlock":"0x1","highestBlock":"0xff"})" : "false";
        if (method == "eth_blockNumber")
            return '"' + toQuantity(node.height) + '"';
        if (method == "getGenesisHash")
            return R"("5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d")";
        if (method == "getSlot")
            return std::to_string(node.height);
        if (method == "eth_getBlockByNumber" && !node.numbersOnly) {
            std::uint64_t number = node.finalized;
            if (params.find("latest") != std::string::npos)
                number = node.height;
            else if (params.starts_with("[\"0x"))
                number = std::stoull(params.substr(4), nullptr, 16);
            if (number > node.height)
                return "null";
            return R"({"number":")" + toQuantity(number) + R"(","hash":")" + hashOf(number)
                   + R"(","parentHash":")" + hashOf(number - 1) + "\"}";
        }
        return "null";
    }

    std::deque<Node> m_nodes;
    std::deque<Waiting> m_waiting;
};

/// A follower over them, with a clock that the test moves.
class FollowerRig
{
public:
    explicit FollowerRig(std::size_t count,
                         ChainKind kind = ChainKind::Evm,
                         std::uint64_t chainId = 0,
                         Milliseconds poll = Milliseconds(1000))
    {
        config.name = "main";
        config.kind = kind;
        config.chainId = chainId;
        config.pollInterval = poll;
        std::vector<FollowedNode> followed;
        for (std::size_t i = 0; i < count; ++i) {
            usages.emplace_back();
            const std::string name(1, static_cast<char>('A' + i));
            states.push_back(std::make_shared<NodeState>(name, &usages.back(), 1));
            followed.push_back({name, states.back(), true});
            static_cast<void>(nodes.at(i));
        }
        follower = std::make_unique<Follower>(
            config, HealthConfig{}, std::move(followed), state, nodes, clock);
        follower->onMove = [this] { ++moves; };
        follower->onReorg = [this](const Reorg &reorg) { reorgs.push_back(reorg); };
    }

    /// One turn at full pace, all answers in.
    void turn(int count = 1)
    {
        for (int i = 0; i < count; ++i) {
            clock.advance(Milliseconds(1000));
            static_cast<void>(follower->run());
            nodes.deliver();
        }
    }

    /// -1: not known, or not lately.
    [[nodiscard]] int head() const
    {
        return static_cast<int>(state->headBlocks(clock.steadyNs())) - 1;
    }

    ManualClock clock;
    ChainConfig config;
    FollowedNodes nodes;
    std::deque<MemoryUsage> usages;
    std::vector<std::shared_ptr<NodeState>> states;
    std::shared_ptr<ChainState> state = std::make_shared<ChainState>("main");
    std::unique_ptr<Follower> follower;
    std::vector<Reorg> reorgs;
    int moves = 0;
};

} // namespace spillway::test
