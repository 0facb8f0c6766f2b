// SPDX-License-Identifier: MIT
#pragma once

#include "chain/headtracker.h"

#include <cstdio>
#include <string>
#include <vector>

namespace spillway::test {

using namespace spillway::chain;

/// A hash that tells fork and number.
inline std::string forkHash(char fork, std::uint64_t number)
{
    char text[70];
    std::snprintf(
        text, sizeof text, "0x%061llx%c%02x", static_cast<unsigned long long>(number), fork, 0);
    return text;
}

/// Block `number` on `fork`, which left chain 'a' behind block `forkedAfter`.
inline Block onFork(char fork, std::uint64_t number, std::uint64_t forkedAfter)
{
    return {number,
            forkHash(fork, number),
            forkHash(number - 1 <= forkedAfter ? 'a' : fork, number - 1)};
}

inline Block a(std::uint64_t number)
{
    return onFork('a', number, 0);
}

class Chain
{
public:
    explicit Chain(std::size_t nodes, std::uint64_t maxLag = 5)
        : tracker({.maxLag = maxLag,
                   .reorgWindow = 32,
                   .grace = kNsPerSecond,
                   .patience = 10 * kNsPerSecond},
                  nodes)
    {}

    HeadTracker::Update say(std::size_t node, const Block &block)
    {
        now += kNsPerMs;
        HeadTracker::Update update = tracker.report(node, block, now);
        if (update.reorg)
            reorgs.push_back(*update.reorg);
        return update;
    }

    /// A height alone, as eth_blockNumber gives it.
    void say(std::size_t node, std::uint64_t number)
    {
        static_cast<void>(say(node, Block{number, {}, {}}));
    }

    /// Answers what the tracker wants to know with blocks of one fork, or not at all.
    void fetch(char fork, std::uint64_t forkedAfter, bool answers = true)
    {
        while (tracker.blockWanted()) {
            const ReorgDetector::Wanted wanted = *tracker.blockWanted();
            std::optional<Block> block;
            for (std::uint64_t number = 1; answers && number < 200 && !block; ++number) {
                const Block here =
                    number <= forkedAfter ? a(number) : onFork(fork, number, forkedAfter);
                if (wanted.hash.empty() ? number == wanted.number : here.hash == wanted.hash)
                    block = here;
            }
            const auto update = tracker.learn(wanted, block, now);
            if (update.reorg)
                reorgs.push_back(*update.reorg);
        }
    }

    /// -1: unknown.
    [[nodiscard]] int head() const
    {
        return tracker.head() ? static_cast<int>(tracker.head()->number) : -1;
    }

    HeadTracker tracker;
    SteadyNs now = 100 * kNsPerSecond;
    std::vector<Reorg> reorgs;
};

} // namespace spillway::test
