// SPDX-License-Identifier: MIT
#pragma once

#include "chain/chainstate.h"
#include "core/clock.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace spillway {

class NodeState;

/// What a filter has told its client. Immutable: a poll works on a copy and puts that in its place.
struct FilterProgress
{
    struct Told
    {
        std::uint64_t block = 0;
        std::string hash; ///< of the block
        std::string log;  ///< of a log filter: the log's bytes
    };

    std::uint64_t next = 0;     ///< first block that was not looked at yet
    std::uint64_t reorgs = 0;   ///< of the chain, when it was looked at
    std::uint64_t toldFrom = 0; ///< `told` holds everything from this block on
    std::vector<Told> told;     ///< in the order in which it was told

    /// Of a filter that is made now: what is there is not new to it, as far down as the hashes are known without a gap. Below
    /// that nothing is ever told, however far down a reorganisation may have reached. The view has a head.
    [[nodiscard]] static FilterProgress beginAt(const chain::ChainView &view);

    /// Forgets what is below `block`, and the oldest as long as the rest is larger than `mostBytes`.
    void trim(std::uint64_t block, std::size_t mostBytes);
};

/// One filter of a client, behind an id of our own. Shared by all workers.
class Filter
{
public:
    enum class Kind : std::uint8_t { Logs, Blocks, Pending };

    /// A filter that a node keeps for us.
    struct Place
    {
        std::shared_ptr<NodeState> node; ///< null: the filter is our own work
        std::string id;                  ///< the node's, raw token
    };

    Filter(Kind what, std::string onChain, std::string owner, std::string making)
        : kind(what)
        , chain(std::move(onChain))
        , client(std::move(owner))
        , params(std::move(making))
    {}

    const Kind kind;
    const std::string chain;  ///< name
    const std::string client; ///< token name or address, for the bound
    const std::string params; ///< of its making, raw

    [[nodiscard]] Place place() const;
    void setPlace(Place place);

    using Progress = std::shared_ptr<const FilterProgress>;

    [[nodiscard]] Progress progress() const;
    void begin(FilterProgress progress);
    /// False: another poll was faster than the one that began at `seen`, and nothing is changed.
    [[nodiscard]] bool advance(const Progress &seen, FilterProgress progress);

private:
    mutable std::mutex m_mutex;
    Place m_place;
    Progress m_progress = std::make_shared<const FilterProgress>();
};

/// All filters of the process. Every function may be called from any thread.
class FilterRegistry
{
public:
    /// Fills 16 bytes that nobody can guess.
    using Random = std::function<std::array<std::uint64_t, 2>()>;

    explicit FilterRegistry(Random random = {}); ///< default: the system's

    struct Bounds
    {
        SteadyNs timeout = 0; ///< a filter that nobody asks for so long is gone
        std::size_t most = 0;
        std::size_t mostPerClient = 0;
    };

    struct Added
    {
        std::string id;      ///< "0x" and 32 hex digits; empty: refused
        std::string refusal; ///< why, in words for the client
    };

    /// Whether one more is allowed, before a node is asked for it.
    [[nodiscard]] std::string refusal(std::string_view client, const Bounds &bounds, SteadyNs now);
    Added add(std::shared_ptr<Filter> filter, const Bounds &bounds, SteadyNs now);
    /// Also keeps it alive. Null: there is none on that chain, or its time is over.
    [[nodiscard]] std::shared_ptr<Filter>
    find(std::string_view id, std::string_view chain, const Bounds &bounds, SteadyNs now);
    /// The filter that is gone now; null: there was none.
    std::shared_ptr<Filter> remove(std::string_view id, std::string_view chain, SteadyNs now);
    [[nodiscard]] std::size_t count(std::string_view chain, SteadyNs now) const;

private:
    struct Entry
    {
        std::shared_ptr<Filter> filter;
        SteadyNs until = 0;
    };

    void sweep(SteadyNs now);
    void drop(std::unordered_map<std::string, Entry>::iterator entry);
    [[nodiscard]] std::string
    refusalLocked(std::string_view client, const Bounds &bounds, SteadyNs now);

    Random m_random;
    mutable std::mutex m_mutex;
    SteadyNs m_swept = 0;
    std::unordered_map<std::string, Entry> m_entries; ///< by id
    std::unordered_map<std::string, std::size_t> m_perClient;
};

} // namespace spillway
