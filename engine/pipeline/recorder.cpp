// SPDX-License-Identifier: MIT
#include "pipeline/recorder.h"

#include "core/redact.h"

#include <algorithm>

namespace spillway {
namespace {

constexpr double kPlainPerSecond = 300;
/// More than anybody reads; keeps a storm of errors from costing what it does not bring.
constexpr double kNotablePerSecond = 2000;

/// A node was passed over that would have been asked in better times.
constexpr std::uint32_t kSpills =
    skipBit(SkipReason::Lagging) | skipBit(SkipReason::Penalized) | skipBit(SkipReason::Saturated)
    | skipBit(SkipReason::QuotaExhausted) | skipBit(SkipReason::RateLimit);

} // namespace

bool isNotable(RequestOutcome outcome, bool isError, int attempts, std::uint32_t skips)
{
    const bool answered = outcome == RequestOutcome::Forwarded || outcome == RequestOutcome::Local;
    return !answered || isError || attempts > 1 || (skips & kSpills) != 0;
}

bool RequestRecord::notable() const
{
    std::uint32_t skips = 0;
    for (const RouteStepInfo &step : steps)
        skips |= step.attempt ? 0 : skipBit(step.skip);
    return isNotable(outcome, errorCode.has_value() || httpStatus >= 400, attempts, skips);
}

TrafficRecorder::TrafficRecorder(const Clock &clock)
    : m_clock(clock)
    , m_bodyBytes(std::make_shared<std::atomic<std::size_t>>(0))
{}

bool TrafficRecorder::admit(bool notable)
{
    static const GcraRate plainRate = GcraRate::perSecond(kPlainPerSecond);
    static const GcraRate notableRate = GcraRate::perSecond(kNotablePerSecond);
    const SteadyNs now = m_clock.steadyNs();
    return notable ? m_notableBudget.tryTake(notableRate, now) == 0
                   : m_plainBudget.tryTake(plainRate, now) == 0;
}

bool TrafficRecorder::capturing() const
{
    const SteadyNs until = m_captureUntil.load(std::memory_order_relaxed);
    return until != 0 && m_clock.steadyNs() < until;
}

void TrafficRecorder::capture(RequestRecord &record,
                              std::string_view request,
                              std::string_view response)
{
    if (m_bodyBytes->load(std::memory_order_relaxed) + 2 * kMaxBody > kMaxBodies)
        return;
    record.requestBody = redact::cut(request, kMaxBody);
    record.responseBody = redact::cut(response, kMaxBody);
    record.captured = true;
    m_bodyBytes->fetch_add(record.requestBody.size() + record.responseBody.size(),
                           std::memory_order_relaxed);
}

void TrafficRecorder::add(RequestRecord record)
{
    const std::size_t bytes = record.requestBody.size() + record.responseBody.size();
    const bool notable = record.notable();
    // The bodies count until the last holder lets go, wherever that is.
    const std::shared_ptr<RequestRecord> kept(new RequestRecord(std::move(record)),
                                              [bytes, all = m_bodyBytes](RequestRecord *dead) {
                                                  delete dead;
                                                  all->fetch_sub(bytes, std::memory_order_relaxed);
                                              });
    const std::scoped_lock lock(m_mutex);
    kept->sequence = ++m_sequence;
    (notable ? m_notable : m_plain).push_back(kept);
    trim();
}

/// Half of the room is each kind's own; the rest goes to whoever needs it.
void TrafficRecorder::trim()
{
    while (m_plain.size() + m_notable.size() > m_capacity) {
        Records &victim =
            m_plain.size() > m_capacity / 2 || m_notable.empty() ? m_plain : m_notable;
        victim.pop_front();
    }
}

void TrafficRecorder::setRecording(bool on, std::size_t capacity)
{
    {
        const std::scoped_lock lock(m_mutex);
        m_capacity = std::max<std::size_t>(capacity, 1);
        trim();
    }
    m_on.store(on, std::memory_order_relaxed);
}

void TrafficRecorder::captureFor(Milliseconds duration)
{
    m_captureUntil.store(duration.count() > 0 ? m_clock.steadyNs() + toNs(duration) : 0,
                         std::memory_order_relaxed);
}

void TrafficRecorder::watch(std::shared_ptr<const WorkerStatsList> stats)
{
    const std::scoped_lock lock(m_mutex);
    m_stats = std::move(stats);
}

TrafficSlice TrafficRecorder::slice(std::uint64_t after, std::size_t max) const
{
    TrafficSlice out;
    out.next = after;
    const std::scoped_lock lock(m_mutex);
    if (m_stats) {
        for (const auto &stats : *m_stats) {
            for (const Counter &counter : stats->requests)
                out.seen += counter.value();
        }
    }
    const auto later = [&](const Records &records) {
        return std::upper_bound(records.begin(),
                                records.end(),
                                after,
                                [](std::uint64_t sequence, const Record &record) {
                                    return sequence < record->sequence;
                                });
    };
    auto plain = later(m_plain);
    auto notable = later(m_notable);
    while (out.records.size() < max && (plain != m_plain.end() || notable != m_notable.end())) {
        const bool takePlain =
            notable == m_notable.end()
            || (plain != m_plain.end() && (*plain)->sequence < (*notable)->sequence);
        out.records.push_back(takePlain ? *plain++ : *notable++);
    }
    if (!out.records.empty())
        out.next = out.records.back()->sequence;
    return out;
}

} // namespace spillway
