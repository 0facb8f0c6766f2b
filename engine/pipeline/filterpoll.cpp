// SPDX-License-Identifier: MIT
// Filters that no node keeps: what is new since the last poll, and what a reorganisation took back.
#include "chain/block.h"
#include "pipeline/filterjob.h"
#include "pipeline/filterparams.h"
#include "pipeline/logtext.h"

#include <algorithm>
#include <utility>

namespace spillway {
namespace {

constexpr int kMostPolls = 3; ///< until a poll that is overtaken again and again gives up
constexpr std::size_t kMostAtOnce = 4;
constexpr std::uint64_t kMostFetched = 512; ///< blocks of one poll that no window holds
constexpr std::uint64_t kRemembered = 256;  ///< blocks below the head that may still be taken back
constexpr std::size_t kRememberedBytes = 512U * 1024;

} // namespace

void FilterJob::poll()
{
    const InnerBasis basis = m_host.jobBasis();
    const chain::ChainView *view = basis.table->view(basis.chain);
    if (view == nullptr || !view->head) {
        refuse(-32000, "the head of the chain is not known; poll again");
        return;
    }
    m_seen = m_filter->progress();
    m_progress = *m_seen;
    m_told.clear();
    m_byHash = true;
    m_reorgs = view->reorgCount;
    const std::uint64_t newest = view->head->number;
    m_to = newest;
    rewind(*view);
    m_progress.reorgs = view->reorgCount;
    m_from = m_progress.next;
    if (m_filter->kind == Filter::Kind::Logs) {
        const LogFilterRange range = rangeOfLogFilter(m_filter->params);
        m_from = std::max(m_from, range.from);
        m_to = std::min(m_to, range.to);
    }
    if (m_from > m_to) {
        m_progress.next = std::max(m_progress.next, newest + 1);
        deliver();
        return;
    }
    if (m_filter->kind == Filter::Kind::Logs)
        pollLogs();
    else
        pollBlocks();
}

/// Goes back to where the chain was changed. Logs of blocks that are gone are told as removed, the newest first.
void FilterJob::rewind(const chain::ChainView &view)
{
    const std::uint64_t replaced = view.lowestReplacedSince(m_progress.reorgs);
    if (replaced == UINT64_MAX)
        return;
    std::uint64_t lowest = std::max(replaced, m_progress.toldFrom);
    auto &told = m_progress.told;
    const auto gone = [&](const FilterProgress::Told &entry) {
        const std::string_view now = view.canonicalHash(entry.block);
        return now.empty() ? entry.block > m_to : now != entry.hash;
    };
    for (auto entry = told.rbegin(); entry != told.rend(); ++entry) {
        if (!gone(*entry))
            continue;
        lowest = std::min(lowest, entry->block);
        if (!entry->log.empty())
            tellRemoved(entry->log);
    }
    std::erase_if(told, gone);
    m_progress.next = std::min(m_progress.next, lowest);
}

void FilterJob::tellRemoved(const std::string &log)
{
    const std::string array = "[" + log + "]";
    const auto logs = readLogs(array);
    std::string removed;
    if (logs && logs->size() == 1)
        appendRemoved(logs->front(), removed);
    tell(removed);
}

void FilterJob::tell(std::string_view element)
{
    if (!m_told.empty())
        m_told += ',';
    m_told += element;
}

/// The blocks of this poll are others now than when it began.
bool FilterJob::branchChanged() const
{
    const InnerBasis basis = m_host.jobBasis();
    const chain::ChainView *view = basis.table->view(basis.chain);
    return view != nullptr && view->lowestReplacedSince(m_reorgs) <= m_to;
}

void FilterJob::pollAgain()
{
    if (++m_polls >= kMostPolls)
        refuse(-32000, "the chain or another poll of this filter is faster; poll again");
    else
        poll();
}

void FilterJob::deliver()
{
    m_progress.trim(m_progress.next > kRemembered ? m_progress.next - kRemembered : 0,
                    kRememberedBytes);
    if (!m_filter->advance(m_seen, std::move(m_progress))) {
        pollAgain();
        return;
    }
    m_host.jobAnsweredLocally("[" + m_told + "]");
}

// ---- logs ------------------------------------------------------------------------------------------------------

void FilterJob::pollLogs()
{
    const auto query = locateLogQuery(m_filter->params);
    const InnerBasis basis = m_host.jobBasis();
    const std::string_view hash = basis.table->view(basis.chain)->canonicalHash(m_to);
    // A single block is named by its hash: behind a provider's address there may be a machine that has not heard of it, and
    // by number that one would say that there are no logs.
    m_byHash = m_byHash && m_from == m_to && !hash.empty();
    std::string params;
    if (m_byHash)
        appendLogQuery(*query, hash, params);
    else
        appendLogPart(*query, m_from, m_to, 0, query->addresses.size(), params);
    // A kept answer may be of the branch before.
    ask({.method = "eth_getLogs",
         .params = params,
         .fresh = true,
         .neededBlocks = m_byHash ? m_to + 1 : 0},
        [this](InnerCall &, const CallResult &, std::string_view result) { tellLogs(result); });
}

/// What was told of these blocks and is not among their logs any more was taken back, although nothing is known of the block
/// itself: nodes that are polled do not tell every block.
void FilterJob::takeBack(const std::vector<LogText> &logs, std::uint64_t end)
{
    auto &told = m_progress.told;
    const auto gone = [&](const FilterProgress::Told &entry) {
        return entry.block >= m_from && entry.block < end && !entry.log.empty()
               && std::none_of(logs.begin(), logs.end(), [&](const LogText &log) {
                      return log.block == entry.block && log.blockHash == entry.hash;
                  });
    };
    for (auto entry = told.rbegin(); entry != told.rend(); ++entry) {
        if (gone(*entry))
            tellRemoved(entry->log);
    }
    std::erase_if(told, gone);
}

void FilterJob::tellLogs(std::string_view result)
{
    const auto logs = readLogs(result);
    if (!logs) {
        m_host.jobRefused(RequestOutcome::BadGateway,
                          502,
                          -32010,
                          "a node answered with something else than logs");
        return;
    }
    if (branchChanged()) {
        pollAgain();
        return;
    }
    const InnerBasis basis = m_host.jobBasis();
    const chain::ChainView &view = *basis.table->view(basis.chain);
    std::uint64_t end = m_to + 1;
    for (const LogText &log : *logs) {
        // From a node on another branch: the next poll asks again.
        const std::string_view known = view.canonicalHash(log.block);
        if (!known.empty() && !log.blockHash.empty() && known != log.blockHash)
            end = std::min(end, log.block);
    }
    takeBack(*logs, end);
    const std::size_t before = m_progress.told.size();
    for (const LogText &log : *logs) {
        if (log.block < m_from || log.block >= end)
            continue;
        const bool twice =
            std::any_of(m_progress.told.begin(),
                        m_progress.told.begin() + static_cast<std::ptrdiff_t>(before),
                        [&](const auto &told) {
                            return told.block == log.block && told.hash == log.blockHash;
                        });
        if (twice)
            continue;
        tell(log.text);
        m_progress.told.push_back({log.block, std::string(log.blockHash), std::string(log.text)});
    }
    m_progress.next = end == m_to + 1 ? std::max(m_progress.next, end) : end;
    deliver();
}

// ---- blocks ----------------------------------------------------------------------------------------------------

void FilterJob::pollBlocks()
{
    m_to = std::min(m_to, m_from + kMostFetched - 1);
    m_blocks.clear();
    m_missing.clear();
    const InnerBasis basis = m_host.jobBasis();
    const chain::ChainView &view = *basis.table->view(basis.chain);
    for (std::uint64_t number = m_to;; --number) {
        const std::string_view hash = view.canonicalHash(number);
        if (hash.empty())
            m_missing.push_back(number);
        else
            m_blocks[number].hash = hash;
        if (number == m_from)
            break;
    }
    fetchBlocks();
}

/// A loop, not a recursion: an answer may come at once.
void FilterJob::fetchBlocks()
{
    if (std::exchange(m_pumping, true))
        return;
    while (!m_ended && m_fetching < kMostAtOnce && !m_missing.empty()) {
        const std::uint64_t number = m_missing.back();
        m_missing.pop_back();
        ++m_fetching;
        const std::string params = "[\"" + chain::toQuantity(number) + "\",false]";
        ask({.method = "eth_getBlockByNumber", .params = params, .fresh = true},
            [this](InnerCall &, const CallResult &, std::string_view result) {
                --m_fetching;
                if (auto block = chain::parseBlock(result))
                    m_blocks[block->number] = std::move(*block);
                fetchBlocks();
            });
    }
    m_pumping = false;
    if (!m_ended && m_fetching == 0 && m_missing.empty())
        tellBlocks();
}

void FilterJob::tellBlocks()
{
    if (branchChanged()) {
        pollAgain();
        return;
    }
    std::uint64_t number = m_from;
    std::string_view before;
    for (; number <= m_to; ++number) {
        const auto found = m_blocks.find(number);
        if (found == m_blocks.end() || found->second.hash.empty())
            break; // no node has it yet
        const chain::Block &block = found->second;
        if (!before.empty() && !block.parent.empty() && block.parent != before)
            break; // two nodes, two branches: the next poll asks again
        before = block.hash;
        const bool twice =
            std::any_of(m_progress.told.begin(), m_progress.told.end(), [&](const auto &told) {
                return told.block == number && told.hash == block.hash;
            });
        if (twice)
            continue;
        tell("\"" + block.hash + "\"");
        m_progress.told.push_back({number, block.hash, {}});
    }
    m_progress.next = number;
    deliver();
}

} // namespace spillway
