// SPDX-License-Identifier: MIT
#pragma once

#include "chain/filteruse.h"
#include "pipeline/filters.h"
#include "pipeline/innercall.h"
#include "pipeline/logtext.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace spillway {

/// One of the six methods about filters. On a chain that is followed, block filters are answered from what is known of it and
/// log filters by log queries, so that neither depends on a node; `pending` filters, and all filters elsewhere, are kept by a
/// node behind our id.
class FilterJob final : public CallJob
{
public:
    /// `use` is not None; `params` must stay valid until stop().
    FilterJob(JobHost &host, FilterUse use, std::string_view params);

    void begin() override;
    void stop() override;

private:
    [[nodiscard]] const std::string &chainName() const;
    [[nodiscard]] FilterRegistry::Bounds bounds() const;
    FilterRegistry &registry();

    void create(Filter::Kind kind);
    void keepAtNode(Filter::Kind kind);
    void enter(const std::shared_ptr<Filter> &filter);
    void uninstall(std::string_view id);
    void changes();
    void logs();

    void askPlace(std::string_view method);
    void placeAgain();

    // filters that are our own work
    void poll();
    void rewind(const chain::ChainView &view);
    [[nodiscard]] bool branchChanged() const;
    void pollLogs();
    void tellLogs(std::string_view result);
    void pollBlocks();
    void fetchBlocks();
    void tellBlocks();
    void pollAgain();
    void deliver();
    void takeBack(const std::vector<LogText> &logs, std::uint64_t end);
    void tellRemoved(const std::string &log);
    void tell(std::string_view element);

    using Answered = std::function<void(InnerCall &, const CallResult &, std::string_view)>;

    InnerCall &idleCall();
    void ask(const InnerCall::Question &question, Answered answered);
    void answered(InnerCall &call, const CallResult &result);
    void notFound();
    void refuse(int code, std::string_view message);

    JobHost &m_host;
    WorkerContext &m_worker;
    FilterUse m_use;
    std::string_view m_params;
    std::string m_id; ///< of the filter
    std::shared_ptr<Filter> m_filter;
    std::vector<std::unique_ptr<InnerCall>> m_calls;
    std::map<const InnerCall *, Answered> m_answered;
    bool m_ended = false;

    // one poll
    int m_polls = 0;
    Filter::Progress m_seen;   ///< what the poll began with
    FilterProgress m_progress; ///< what it comes to
    std::uint64_t m_reorgs = 0;
    bool m_byHash = false; ///< the logs of one block are asked for by its hash
    std::uint64_t m_from = 0;
    std::uint64_t m_to = 0;
    std::string m_told;                             ///< content of the array to answer with
    std::map<std::uint64_t, chain::Block> m_blocks; ///< fetched
    std::vector<std::uint64_t> m_missing;           ///< still to be fetched, highest first
    std::size_t m_fetching = 0;
    bool m_pumping = false;
};

} // namespace spillway
