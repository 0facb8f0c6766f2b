// SPDX-License-Identifier: MIT
#include "pipeline/callrecord.h"

#include "core/redact.h"

namespace spillway::callrecord {
namespace {

constexpr std::size_t kLongestText = 300;
constexpr std::size_t kLongestMethod = 128;

double toMs(SteadyNs value)
{
    return static_cast<double>(value / 1000) / 1000.0;
}

RouteStepInfo stepInfo(const RoutingTable &table, const RouteStep &step, SteadyNs received)
{
    RouteStepInfo info;
    info.atMs = toMs(step.at - received);
    info.node = table.nodes()[step.node].config->name;
    info.attempt = step.attempt;
    info.skip = step.skip;
    info.outcome = step.outcome;
    info.httpStatus = step.httpStatus;
    info.durationMs = toMs(step.duration);
    info.credits = step.credits;
    info.hedge = step.hedge;
    info.detail = step.detail;
    return info;
}

std::uint32_t skipsOf(const CallRoute &route)
{
    std::uint32_t skips = 0;
    for (const RouteStep &step : route.steps)
        skips |= step.attempt ? 0 : skipBit(step.skip);
    return skips;
}

} // namespace

void add(Shared &shared,
         const RoutingTable &table,
         const CallRequest &request,
         const CallRoute &route,
         const CallResult &result,
         const Times &times)
{
    TrafficRecorder &recorder = shared.recorder();
    const bool isError = result.errorCode.has_value() || result.httpStatus >= 400;
    if (!recorder.admit(isNotable(result.outcome, isError, result.attempts, skipsOf(route))))
        return;
    RequestRecord record;
    record.wallMs = shared.clock().wallMs() - (times.ended - times.received) / kNsPerMs;
    record.chain = table.chains()[route.chain].config->name;
    record.method = redact::excerpt(request.method, kLongestMethod);
    record.client = request.client;
    record.outcome = result.outcome;
    record.httpStatus = result.httpStatus;
    record.errorCode = result.errorCode;
    record.errorText = redact::excerpt(result.errorText, kLongestText);
    record.durationMs = toMs(times.ended - times.received);
    record.waitedMs = toMs(times.waited);
    record.attempts = result.attempts;
    record.credits = result.credits;
    record.requestBytes = request.body.size();
    record.responseBytes = result.streamedBytes != 0 ? result.streamedBytes : result.body.size();
    if (result.node != nullptr)
        record.node = result.node->config->name;
    record.steps.reserve(route.steps.size());
    for (const RouteStep &step : route.steps)
        record.steps.push_back(stepInfo(table, step, times.received));
    if (recorder.capturing())
        recorder.capture(record, request.body, result.body);
    recorder.add(std::move(record));
}

void add(Shared &shared, const OwnAnswer &answer)
{
    TrafficRecorder &recorder = shared.recorder();
    if (!recorder.wanted() || !recorder.admit(true))
        return;
    RequestRecord record;
    record.wallMs = shared.clock().wallMs();
    record.chain = answer.chain;
    record.method = redact::excerpt(answer.method, kLongestMethod);
    record.client = answer.client;
    record.outcome = answer.outcome;
    record.httpStatus = answer.httpStatus;
    record.errorCode = answer.code;
    record.errorText = redact::excerpt(answer.message, kLongestText);
    record.requestBytes = answer.request.size();
    record.responseBytes = answer.response.size();
    if (recorder.capturing())
        recorder.capture(record, answer.request, answer.response);
    recorder.add(std::move(record));
}

} // namespace spillway::callrecord
