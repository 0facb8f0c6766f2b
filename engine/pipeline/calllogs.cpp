// SPDX-License-Identifier: MIT
// Log queries, as clients may ask them and nodes take them, and filters.
#include "pipeline/filterjob.h"
#include "pipeline/logjoin.h"

#include <algorithm>

namespace spillway {

/// False: the query is wider than clients may ask for, and answered.
bool Call::admitLogs()
{
    const chain::ChainState *state = chainState();
    const std::uint64_t blocks = state != nullptr ? state->headBlocks(m_worker.now()) : 0;
    m_logs = readLogQuery(sentParams(), blocks != 0 ? std::optional(blocks - 1) : std::nullopt);
    m_route.logs = {};
    if (!m_logs)
        return true;
    const std::uint64_t most = m_table->table().config().security.maxLogsRange;
    const bool limited =
        m_request.role == CallRequest::Role::Client || m_request.role == CallRequest::Role::Asked;
    if (limited && m_logs->blocks() > most) {
        finishError(RequestOutcome::BadRequest,
                    200,
                    rpc::kInvalidParams,
                    "the range spans " + std::to_string(m_logs->blocks())
                        + " blocks; [security] max_logs_range allows " + std::to_string(most));
        return false;
    }
    // What is asked of one node is that node's to judge.
    if (m_request.onlyNode == nullptr)
        m_route.logs = {m_logs->blocks(), m_logs->addresses.size(), m_logs->shape};
    return true;
}

/// No node takes the query as a whole. True: it is asked in parts.
bool Call::divideLogs()
{
    if (!m_logs || !m_logs->divisible || m_request.role == CallRequest::Role::Part
        || m_request.onlyNode != nullptr || m_request.id.empty()
        || (m_logs->blocks() == 1 && m_logs->addresses.size() <= 1))
        return false;
    // Those that wait for the same answer share the parts instead.
    m_mayKeep = false;
    landFlight({});
    JobHost &host = *this;
    delegate(std::make_unique<LogJoin>(host, std::move(*m_logs), m_restarts > 0));
    return true;
}

/// A client's call about a filter; what others ask goes to a node.
bool Call::usesFilter() const
{
    return m_plan->filterUse != FilterUse::None && isClients() && m_request.onlyNode == nullptr;
}

void Call::workOnFilter()
{
    JobHost &host = *this;
    delegate(std::make_unique<FilterJob>(host, m_plan->filterUse, m_request.params));
}

/// The node said that this is too much for it.
void Call::learnFromRefusal(const Outcome &outcome)
{
    m_tooWide = true;
    m_tooManyAddresses = outcome.hint == Hint::Addresses;
    if (!m_logs)
        return;
    LogsLimits &limits = m_node->state->logs;
    const SteadyNs now = m_worker.now();
    if (m_tooManyAddresses) {
        if (m_logs->addresses.size() > 1)
            limits.learnAddresses(m_logs->addresses.size() / 2, now);
        return;
    }
    if (m_logs->blocks() < 2)
        return;
    const LogsLesson lesson = readLogsLesson(m_answer.message, m_logs->blocks());
    if (lesson.dense)
        limits.learnDense(m_logs->shape, lesson.blocks, now);
    else
        limits.learnSpan(lesson.blocks, now);
}

} // namespace spillway
