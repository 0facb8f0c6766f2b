// SPDX-License-Identifier: MIT
#pragma once

#include "pipeline/call.h"
#include "pipeline/recorder.h"

#include <string_view>

namespace spillway::callrecord {

/// When a call ran.
struct Times
{
    SteadyNs received = 0;
    SteadyNs ended = 0;
    SteadyNs waited = 0; ///< of that, for a limit or a permit
};

/// A call that went through the pipeline, if there is room for its record. Ask TrafficRecorder::wanted() when it begins.
void add(Shared &shared,
         const RoutingTable &table,
         const CallRequest &request,
         const CallRoute &route,
         const CallResult &result,
         const Times &times);

/// A call that the engine answered without asking anybody: refused, limited, not understood.
struct OwnAnswer
{
    std::string_view chain{};
    std::string_view method{};
    std::string_view client{};
    RequestOutcome outcome = RequestOutcome::BadRequest;
    int httpStatus = 400;
    int code = 0;
    std::string_view message{};
    std::string_view request{};
    std::string_view response{};
};

/// Does nothing while nobody records.
void add(Shared &shared, const OwnAnswer &answer);

} // namespace spillway::callrecord
