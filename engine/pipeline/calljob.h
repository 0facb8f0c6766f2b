// SPDX-License-Identifier: MIT
#pragma once

#include "core/clock.h"
#include "spillway/outcomes.h"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace spillway {

struct CallResult;
class InnerCall;
class NodeState;
class WorkerContext;
class WorkerTable;

/// What the calls that a job makes have in common with the client's.
struct InnerBasis
{
    std::shared_ptr<WorkerTable> table;
    std::size_t chain = 0;
    SteadyNs deadline = 0;
    std::string_view client;
};

/// The call that a job works for. Each of the endings is the last thing that a job does: it is stopped by it.
class JobHost
{
public:
    virtual ~JobHost() = default;

    virtual WorkerContext &jobWorker() = 0;
    [[nodiscard]] virtual InnerBasis jobBasis() const = 0;
    [[nodiscard]] virtual std::string_view jobId() const = 0; ///< the client's, raw

    /// What an inner call has cost and been through is the call's.
    virtual void addShare(const InnerCall &call, const CallResult &result) = 0;
    /// Ends with a whole answer.
    virtual void jobAnswered(std::string body, const NodeState *node) = 0;
    /// Ends with this result; local when no node was asked for it.
    virtual void jobAnsweredLocally(std::string_view result) = 0;
    /// Ends with the error of an inner call.
    virtual void jobFailed(const CallResult &result) = 0;
    virtual void
    jobRefused(RequestOutcome outcome, int httpStatus, int code, std::string_view message) = 0;
    /// The chain has changed under it: the call begins again.
    virtual void jobOvertaken() = 0;
};

/// Work that a call hands on instead of asking a node itself.
class CallJob
{
public:
    virtual ~CallJob() = default;

    /// May end the call before it returns.
    virtual void begin() = 0;
    /// The call is over: no inner call may go on, nothing may be told to the host.
    virtual void stop() = 0;
};

/// `{"jsonrpc":"2.0","id":…,"result":` with the id; the result and a closing brace are to follow.
[[nodiscard]] std::string beginResult(std::string_view id);

} // namespace spillway
