// SPDX-License-Identifier: MIT
#include "pipeline/logjoin.h"

#include "pipeline/logtext.h"

#include <algorithm>

namespace spillway {
namespace {

constexpr std::string_view kMethod = "eth_getLogs";
constexpr std::string_view kNoLogs =
    "a node answered a part of this query with something else than logs";
constexpr std::size_t kMostAtOnce = 4;
constexpr std::size_t kMostParts = 1000;
constexpr std::uint64_t kVeryMany = 1'000'000'000; ///< parts; no sum of them overflows
constexpr std::size_t kMostBytes = 64U * 1024 * 1024;

} // namespace

LogJoin::LogJoin(JobHost &host, LogQuery query, bool again)
    : m_host(host)
    , m_worker(host.jobWorker())
    , m_query(std::move(query))
    , m_again(again)
{}

void LogJoin::begin()
{
    const InnerBasis basis = m_host.jobBasis();
    if (const chain::ChainView *view = basis.table->view(basis.chain))
        m_reorgs = view->reorgCount;
    m_parts.push_back({.from = m_query.from,
                       .to = m_query.to,
                       .addressBegin = 0,
                       .addressEnd = m_query.addresses.size(),
                       .logs = {}});
    Reach reach = bestReach(m_query.blocks(), m_query.addresses.size());
    if (reach.covers(m_query.blocks(), m_query.addresses.size()))
        reach.span =
            (m_query.blocks() + 1) / 2; // the node that would take it whole does not answer
    if (cut(m_parts.begin(), reach))
        pump();
}

void LogJoin::stop()
{
    m_ended = true;
    for (Asking &asking : m_asking)
        asking.call->abandon();
    release();
}

void LogJoin::release()
{
    m_worker.releaseCollected(std::exchange(m_bytes, 0));
}

/// Of the node that takes the fewest parts, by both of its limits; one that is closed counts only while all are. The widest span
/// of one node and the longest list of another are no node's.
LogJoin::Reach LogJoin::bestReach(std::uint64_t blocks, std::size_t listed) const
{
    const InnerBasis basis = m_host.jobBasis();
    const RoutingTable &table = basis.table->table();
    const SteadyNs now = m_worker.now();
    Reach best{LogsLimits::kAnySpan, LogsLimits::kAnyCount}; // where there is none, a part says why
    std::uint64_t fewest = UINT64_MAX;
    bool open = false;
    for (const std::size_t index : table.chains()[basis.chain].nodes) {
        const RouteNode &node = table.nodes()[index];
        if (!node.config->enabled || !node.cost(kMethod)
            || node.state->chainStanding() != ChainStanding::Fit)
            continue;
        const Reach reach{std::max<std::uint64_t>(node.state->logs.span(m_query.shape, now), 1),
                          std::max<std::size_t>(node.state->logs.addresses(now), 1)};
        const std::uint64_t ranges = std::min((blocks - 1) / reach.span + 1, kVeryMany);
        const std::uint64_t parts = ranges * reach.slices(listed);
        const bool isOpen = node.state->closure(now) == Closure::None;
        if ((isOpen && !open) || (isOpen == open && parts < fewest)) {
            best = reach;
            fewest = parts;
            open = isOpen;
        }
    }
    return best;
}

std::uint64_t LogJoin::Reach::ranges(const Part &part) const
{
    if (span > part.to - part.from)
        return 1;
    return std::min(part.to / span - part.from / span + 1, kVeryMany);
}

std::uint64_t LogJoin::Reach::slices(std::size_t listed) const
{
    return listed <= addresses ? 1 : (listed - 1) / addresses + 1;
}

/// How many parts there will be when `part` is cut by `reach`, and those that wait by what is known of the nodes.
std::uint64_t LogJoin::partsWith(Parts::const_iterator part, const Reach &reach) const
{
    const Reach others = bestReach(m_query.blocks(), m_query.addresses.size());
    std::uint64_t sum = 0;
    for (auto each = m_parts.begin(); each != m_parts.end(); ++each) {
        const Reach &by = each == part ? reach : others;
        const bool whole = each != part && each->state != Part::State::Waiting;
        sum += whole ? 1 : by.ranges(*each) * by.slices(each->addressEnd - each->addressBegin);
    }
    return sum;
}

void LogJoin::refuseAsTooMany(std::uint64_t parts, const Reach &reach)
{
    const std::uint64_t blocks = m_query.blocks();
    const std::size_t listed = m_query.addresses.size();
    const std::uint64_t span = std::min(reach.span, blocks);
    const auto amount = [&](std::uint64_t ofBlocks, std::uint64_t ofAddresses) {
        std::string text = std::to_string(ofBlocks) + " blocks";
        if (reach.addresses < listed)
            text += " and " + std::to_string(ofAddresses) + " addresses";
        return text;
    };
    std::string message =
        "the nodes answer at most " + amount(span, reach.addresses)
        + " of this query at once, so that its " + amount(blocks, listed) + " would take "
        + (parts < kVeryMany ? "about " + std::to_string(parts) : "far too many")
        + " calls, and one query may take " + std::to_string(kMostParts) + "; ask for at most ";
    const std::uint64_t ranges = kMostParts / reach.slices(listed);
    message += ranges > 0 ? std::to_string(ranges * span) + " blocks at a time"
                          : std::to_string(kMostParts * reach.addresses) + " addresses at a time";
    refuse(message);
}

/// Replaces a part by narrower ones, which begin at multiples of the span: the same blocks asked for again, by whomever, make the
/// same parts. False: there would be too many in the end, and the call is refused.
bool LogJoin::cut(Parts::iterator part, const Reach &reach)
{
    if (const std::uint64_t parts = partsWith(part, reach); parts > kMostParts) {
        refuseAsTooMany(parts, reach);
        return false;
    }
    const Part whole = std::move(*part);
    const std::uint64_t blocks = whole.to - whole.from + 1;
    const std::uint64_t span = reach.span;
    const std::size_t addresses = reach.addresses;
    const auto slices =
        static_cast<std::size_t>(reach.slices(whole.addressEnd - whole.addressBegin));
    m_byAddress = m_byAddress || slices > 1;
    const auto after = m_parts.erase(part);
    for (std::uint64_t from = whole.from;;) {
        std::uint64_t to = whole.to;
        if (span < blocks)
            to = std::min(to, from + (span - 1 - from % span));
        for (std::size_t slice = 0; slice < slices; ++slice) {
            const std::size_t begin = whole.addressBegin + slice * addresses;
            m_parts.insert(after,
                           {.from = from,
                            .to = to,
                            .addressBegin = slices == 1 ? whole.addressBegin : begin,
                            .addressEnd = slices == 1
                                              ? whole.addressEnd
                                              : std::min(begin + addresses, whole.addressEnd),
                            .logs = {}});
        }
        if (to == whole.to)
            return true;
        from = to + 1;
    }
}

/// Keeps a few calls on their way. A loop, not a recursion: a kept answer ends a part at once.
void LogJoin::pump()
{
    if (std::exchange(m_pumping, true))
        return;
    while (!m_ended && askNext())
        continue;
    m_pumping = false;
    if (!m_ended && m_done == m_parts.size())
        join();
}

bool LogJoin::askNext()
{
    const auto part = std::find_if(m_parts.begin(), m_parts.end(), [](const Part &each) {
        return each.state == Part::State::Waiting;
    });
    if (part == m_parts.end())
        return false;
    const auto idle = [](const Asking &each) { return !each.call->isRunning(); };
    if (m_narrowing && !std::all_of(m_asking.begin(), m_asking.end(), idle))
        return false;
    auto asking = std::find_if(m_asking.begin(), m_asking.end(), idle);
    if (asking == m_asking.end()) {
        if (m_asking.size() == kMostAtOnce)
            return false;
        m_asking.push_back(
            {std::make_unique<InnerCall>(
                 m_worker,
                 [this](InnerCall &call, const CallResult &result) { partDone(call, result); }),
             part});
        asking = std::prev(m_asking.end());
    }
    asking->part = part;
    part->state = Part::State::Asked;
    m_params.clear();
    appendLogPart(m_query, part->from, part->to, part->addressBegin, part->addressEnd, m_params);
    m_worker.stats().logParts.add();
    asking->call->ask(
        m_host.jobBasis(),
        {.method = kMethod, .params = m_params, .role = CallRequest::Role::Part, .fresh = m_again});
    return true;
}

void LogJoin::partDone(InnerCall &call, const CallResult &result)
{
    if (m_ended)
        return;
    const auto asking = std::find_if(m_asking.begin(), m_asking.end(), [&](const Asking &each) {
        return each.call.get() == &call;
    });
    m_host.addShare(call, result);
    if (result.errorCode || result.httpStatus != 200) {
        partRefused(asking->part, result);
        return;
    }
    Part &part = *asking->part;
    if (!keepLogs(part, result.body))
        return;
    m_narrowing = false;
    part.state = Part::State::Done;
    ++m_done;
    pump();
}

void LogJoin::partRefused(Parts::iterator part, const CallResult &result)
{
    const std::uint64_t blocks = part->to - part->from + 1;
    const std::size_t listed = part->addressEnd - part->addressBegin;
    const bool byAddress = listed > 1 && (result.tooManyAddresses || blocks == 1);
    if (!result.tooWide || (blocks == 1 && !byAddress)) {
        m_host.jobFailed(result);
        return;
    }
    Reach reach = bestReach(blocks, listed);
    if (reach.covers(blocks, listed)) {
        // Nothing narrower was learned: half of what was refused.
        reach.span = byAddress ? blocks : std::max<std::uint64_t>(blocks / 2, 1);
        reach.addresses = std::max<std::size_t>(byAddress ? listed / 2 : listed, 1);
    }
    m_narrowing = true;
    if (cut(part, reach))
        pump();
}

bool LogJoin::keepLogs(Part &part, std::string_view body)
{
    rpc::Answer answer;
    rpc::scanAnswer(body, answer, body.size());
    const auto content =
        answer.kind == rpc::Answer::Kind::Result ? arrayContent(answer.result) : std::nullopt;
    if (!content) {
        m_host.jobRefused(RequestOutcome::BadGateway, 502, -32010, kNoLogs);
        return false;
    }
    if (m_bytes + content->size() > kMostBytes || !m_worker.reserveCollected(content->size())) {
        refuse("the logs of this query are larger than "
               + std::to_string(kMostBytes / (1024U * 1024))
               + " MiB together; ask for fewer blocks "
                 "or addresses");
        return false;
    }
    m_bytes += content->size();
    part.logs = *content;
    return true;
}

void LogJoin::refuse(std::string_view message)
{
    m_host.jobRefused(RequestOutcome::BadRequest, 200, rpc::kInvalidParams, message);
}

/// Blocks that were asked for have been replaced, or one of the nodes stands on another branch.
bool LogJoin::overtaken() const
{
    if (m_query.byHash)
        return false; // the same logs on every branch
    const InnerBasis basis = m_host.jobBasis();
    const chain::ChainView *view = basis.table->view(basis.chain);
    return view != nullptr
           && (view->lowestReplacedSince(m_reorgs) <= m_query.to || !onOneBranch(*view));
}

bool LogJoin::onOneBranch(const chain::ChainView &view) const
{
    return std::all_of(m_parts.begin(), m_parts.end(), [&](const Part &part) {
        if (view.hashes.empty() || part.to < view.windowFrom || part.logs.empty())
            return true;
        const std::string array = "[" + part.logs + "]";
        const auto logs = readLogs(array);
        return !logs || std::all_of(logs->begin(), logs->end(), [&](const LogText &log) {
            const std::string_view known = view.canonicalHash(log.block);
            return known.empty() || log.blockHash.empty() || known == log.blockHash;
        });
    });
}

void LogJoin::join()
{
    if (overtaken()) {
        if (!m_again)
            m_host.jobOvertaken();
        else
            m_host.jobRefused(RequestOutcome::Unavailable,
                              503,
                              -32011,
                              "the chain was reorganised while the logs were collected; ask again");
        return;
    }
    auto body = joined();
    if (!body) {
        m_host.jobRefused(RequestOutcome::BadGateway, 502, -32010, kNoLogs);
        return;
    }
    m_worker.stats().logJoins.add();
    m_host.jobAnswered(std::move(*body), nullptr);
}

/// Nothing when there is something else than logs to be put in order.
std::optional<std::string> LogJoin::joined()
{
    std::string body = beginResult(m_host.jobId());
    body.reserve(body.size() + m_bytes + m_parts.size() + 4);
    body += '[';
    if (!m_byAddress) {
        const std::size_t begin = body.size();
        for (Part &part : m_parts) {
            if (part.logs.empty())
                continue;
            if (body.size() > begin)
                body += ',';
            body += part.logs;
            std::string().swap(part.logs);
        }
        return body + "]}";
    }
    // Parts of the same blocks: their logs are woven in the order of the chain.
    std::vector<LogText> all;
    for (Part &part : m_parts) {
        part.logs = "[" + part.logs + "]";
        const auto logs = readLogs(part.logs);
        if (!logs)
            return std::nullopt;
        all.insert(all.end(), logs->begin(), logs->end());
    }
    std::stable_sort(all.begin(), all.end(), [](const LogText &a, const LogText &b) {
        return a.block != b.block ? a.block < b.block : a.index < b.index;
    });
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (i > 0)
            body += ',';
        body += all[i].text;
    }
    return body + "]}";
}

} // namespace spillway
