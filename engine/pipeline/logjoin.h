// SPDX-License-Identifier: MIT
#pragma once

#include "pipeline/innercall.h"
#include "pipeline/logquery.h"

#include <cstdint>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace spillway {

/// A log query that no node answers as a whole: asked in parts by range and by address, a few at a time, and joined into one
/// result in the order of the chain. A part that is still too much for every node is cut again, and while none of the new size
/// has been answered, one at a time is asked: what it teaches holds for all. As soon as it is known that there would be too many
/// parts, the query is refused. The whole is asked once more when the chain was reorganised meanwhile, or when a node answered
/// from another branch.
class LogJoin final : public CallJob
{
public:
    /// The views of `query` must stay valid until stop(). `again`: this is the second time; a third would be an error.
    LogJoin(JobHost &host, LogQuery query, bool again);

    void begin() override;
    void stop() override;

private:
    struct Part
    {
        enum class State { Waiting, Asked, Done };

        std::uint64_t from = 0;
        std::uint64_t to = 0;
        std::size_t addressBegin = 0;
        std::size_t addressEnd = 0;
        State state = State::Waiting;
        std::string logs; ///< content of the result's array
    };

    using Parts = std::list<Part>;

    struct Asking
    {
        std::unique_ptr<InnerCall> call;
        Parts::iterator part;
    };

    /// What one node takes at once.
    struct Reach
    {
        std::uint64_t span = 1;
        std::size_t addresses = 1;

        [[nodiscard]] bool covers(std::uint64_t blocks, std::size_t listed) const
        {
            return span >= blocks && addresses >= listed;
        }

        /// Parts that a part takes: ranges that begin at multiples of the span, by slices of the addresses.
        [[nodiscard]] std::uint64_t ranges(const Part &part) const;
        [[nodiscard]] std::uint64_t slices(std::size_t listed) const;
    };

    [[nodiscard]] Reach bestReach(std::uint64_t blocks, std::size_t listed) const;
    bool cut(Parts::iterator part, const Reach &reach);
    [[nodiscard]] std::uint64_t partsWith(Parts::const_iterator part, const Reach &reach) const;
    void refuseAsTooMany(std::uint64_t parts, const Reach &reach);
    void pump();
    bool askNext();
    void partDone(InnerCall &call, const CallResult &result);
    void partRefused(Parts::iterator part, const CallResult &result);
    bool keepLogs(Part &part, std::string_view body);
    [[nodiscard]] bool overtaken() const;
    [[nodiscard]] bool onOneBranch(const chain::ChainView &view) const;
    void join();
    [[nodiscard]] std::optional<std::string> joined();
    void refuse(std::string_view message);
    void release();

    JobHost &m_host;
    WorkerContext &m_worker;
    LogQuery m_query;
    bool m_again;
    Parts m_parts; ///< in the order of the chain
    std::vector<Asking> m_asking;
    std::string m_params;
    std::uint64_t m_reorgs = 0; ///< of the chain, when it began
    std::size_t m_bytes = 0;    ///< held, reserved with the worker
    std::size_t m_done = 0;
    bool m_byAddress = false; ///< parts overlap
    bool m_narrowing = false; ///< the latest part was refused: how much a node takes is being found
    bool m_pumping = false;
    bool m_ended = false;
};

} // namespace spillway
